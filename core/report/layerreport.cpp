#include "core/report/layerreport.h"

#include "core/analysis/gpuscan.h"
#include "core/base/format.h"
#include "core/report/devicenames.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

namespace ws {
namespace {

class LayerReport
{
    Q_DECLARE_TR_FUNCTIONS(LayerReport)
};

/// The span of a layer's kernels on the device.
struct Extent
{
    int64_t begin = INT64_MAX, end = INT64_MIN;
};

Extent extentOf(const GpuWork &gpu, const Layers &layers, const Layer &layer)
{
    Extent extent;
    for (uint32_t k = layer.firstWork; k < layer.firstWork + layer.workCount; ++k) {
        extent.begin = std::min(extent.begin, gpu.start[layers.work[k]]);
        extent.end = std::max(extent.end, gpu.end(layers.work[k]));
    }
    return extent;
}

/// Of the work in steps: the part that runs from the first layer of a step on, its epilogue included.
double fromFirstLayerOn(const Layers &layers)
{
    int64_t inLayers = 0;
    for (const Layer &layer : layers.layers)
        inLayers = saturatingAdd(inLayers, layer.totalNs);
    const double share = inLayers ? layers.coverage / double(inLayers) : 0; // of one ns
    return share * (double(inLayers) + double(layers.epilogueNs));
}

} // namespace

ReportTable layerReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Steps> &steps,
                        const std::shared_ptr<const Layers> &layers)
{
    ReportTable table{QStringLiteral("layers"), LayerReport::tr("Layers"), run};
    int64_t inLayers = 0;
    for (const Layer &layer : layers->layers)
        inLayers += layer.totalNs;
    std::vector<RowColumn<Layer>> columns{
        {{"step", LayerReport::tr("Step"), CellKind::Name},
         [run, steps](const Layer &layer) {
             return layer.step == noStep ? ReportCell() : ReportCell(run->text(steps->steps[layer.step].name));
         }},
        {{"index", LayerReport::tr("Layer"), CellKind::Count,
          LayerReport::tr("Inferred: the names of the kernels repeat")},
         [](const Layer &layer) { return countCell(layer.index); }},
        {{"device", LayerReport::tr("Device")},
         [run](const Layer &layer) { return run->text(run->gpu.devices[layer.device]); }},
        {{"start_ns", LayerReport::tr("Start"), CellKind::Time, LayerReport::tr("Since the run's first event")},
         [run, layers](const Layer &layer) { return extentOf(run->gpu, *layers, layer).begin; }},
        {{"extent_ns", LayerReport::tr("Extent"), CellKind::Time, LayerReport::tr("First start to last end")},
         [run, layers](const Layer &layer) {
             const Extent extent = extentOf(run->gpu, *layers, layer);
             return extent.end - extent.begin;
         }},
        {{"total_ns", LayerReport::tr("GPU work"), CellKind::Time, LayerReport::tr("Summed durations"), false, true},
         [](const Layer &layer) { return layer.totalNs; }},
        {{"kernels", LayerReport::tr("Activities"), CellKind::Count, LayerReport::tr("Kernels, copies and fills"),
          false, true},
         [](const Layer &layer) { return countCell(layer.workCount); }},
        {{"share", LayerReport::tr("Of layers"), CellKind::Share,
          LayerReport::tr("Of the summed durations in all layers"), false, true},
         [inLayers](const Layer &layer) { return inLayers ? double(layer.totalNs) / double(inLayers) : 0.0; }},
    };
    setRows<Layer>(table, std::move(columns), {layers, &layers->layers});
    table.notes << LayerReport::tr("Layers are inferred from names of kernels that repeat. They cover %1 % of the GPU "
                                   "work; before them %2, after them %3.")
                       .arg(100 * layers->coverage, 0, 'f', 1)
                       .arg(formatDuration(layers->prologueNs), formatDuration(layers->epilogueNs));
    nameDevice(table);
    chooseUnits(table);
    shareLargestUnit(table, {"extent_ns", "total_ns"});
    return table;
}

ReportTable treeLayerReport(const std::shared_ptr<const Run> &run, std::vector<PhaseLayers> phases)
{
    struct LayerRow
    {
        const PhaseLayers *phase;
        size_t index;
        const TreeLayer &layer() const { return phase->layers[index]; }
    };
    struct Rows
    {
        std::vector<PhaseLayers> phases;
        std::vector<LayerRow> rows = {};
    };
    ReportTable table{QStringLiteral("layers"), LayerReport::tr("Layers"), run};
    const auto owned = std::make_shared<Rows>(Rows{std::move(phases)});
    for (const PhaseLayers &phase : owned->phases) {
        for (size_t k = 0; k < phase.layers.size(); ++k)
            owned->rows.push_back({&phase, k});
        table.notes << LayerReport::tr("%1 (steps: %2): the layers take %3 of %4 of GPU time.")
                           .arg(QString::fromStdString(phase.phase), formatCount(int64_t(phase.steps)),
                                formatDuration(phase.inLayersNs()), formatDuration(phase.totalNs));
    }
    using Row = const LayerRow &;
    std::vector<RowColumn<LayerRow>> columns{
        {{"phase", LayerReport::tr("Phase")}, [](Row row) { return ReportCell(std::string_view(row.phase->phase)); }},
        {{"index", LayerReport::tr("Layer"), CellKind::Count, LayerReport::tr("As the profile numbers its modules")},
         [](Row row) { return countCell(row.index); }},
        {{"module", LayerReport::tr("Module"), CellKind::Name},
         [](Row row) { return ReportCell(std::string_view(row.layer().name)); }},
        {{"total_ns", LayerReport::tr("GPU work"), CellKind::Time, LayerReport::tr("Of a step, of several the mean"),
          false, true},
         [](Row row) { return ReportCell(row.layer().totalNs); }},
        {{"share", LayerReport::tr("Of the phase"), CellKind::Share, {}, false, true},
         [](Row row) {
             return row.phase->totalNs > 0 ? ReportCell(double(row.layer().totalNs) / double(row.phase->totalNs))
                                           : ReportCell();
         }},
        {{"cpu_ns", LayerReport::tr("CPU"), CellKind::Time, LayerReport::tr("Its call, with all below"), false, true},
         [](Row row) { return row.layer().cpuNs >= 0 ? ReportCell(row.layer().cpuNs) : ReportCell(); }},
    };
    setRows<LayerRow>(table, std::move(columns), {owned, &owned->rows});
    chooseUnits(table);
    return table;
}

nlohmann::ordered_json layersJson(const Run &run, const Layers &layers)
{
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Layer &layer : layers.layers)
        rows.push_back(
            {{"index", layer.index},
             {"kernels", layer.workCount},
             {"totalNs", layer.totalNs},
             {"step", layer.step == noStep ? nlohmann::ordered_json() : nlohmann::ordered_json(layer.step + 1)},
             {"device", run.text(run.gpu.devices[layer.device])}});
    return {{"schema", 1},
            {"layers", std::move(rows)},
            {"prologueNs", layers.prologueNs},
            {"epilogueNs", layers.epilogueNs},
            {"outsideNs", layers.outsideNs},
            {"coverage", fromFirstLayerOn(layers)},
            {"layerShare", layers.coverage}};
}

} // namespace ws
