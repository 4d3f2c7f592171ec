#include "core/report/instancereport.h"

#include "core/report/devicenames.h"
#include "core/report/limitsreport.h"
#include "core/report/tablewriters.h"

#include <nlohmann/json.hpp>

#include <QCoreApplication>

#include <algorithm>
#include <unordered_map>

namespace ws {
namespace {

class InstanceReport
{
    Q_DECLARE_TR_FUNCTIONS(InstanceReport)
public:
    using Context = std::shared_ptr<const InstanceContext>;
    static std::vector<RowColumn<Instance>> columns(const std::shared_ptr<const Run> &run, const Context &context,
                                                    const std::shared_ptr<const Limits> &limits = nullptr);
    static std::vector<RowColumn<DurationStats>> statsColumns();
};

ReportCell indexCell(uint32_t index)
{
    return index == UINT32_MAX ? ReportCell() : ReportCell(int64_t(index));
}

/// What GPU work does for its call, what a call of an operator reaches as a whole; nothing where it has no row of
/// limits.
class InstanceLimits
{
public:
    InstanceLimits(std::shared_ptr<const Run> run, std::shared_ptr<const Limits> limits)
        : m_run(std::move(run)), m_limits(std::move(limits))
    {
        for (size_t k = 0; m_limits && k < m_limits->calls.size(); ++k)
            m_callOfOp.emplace(m_limits->calls[k].op, k);
    }
    std::optional<NamedLimit> of(const Instance &row) const
    {
        NamedLimit limit;
        if (m_limits && row.isGpuWork)
            addWork(limit, *m_limits, row.index, m_run->gpu.duration[row.index]);
        else if (const auto call = m_callOfOp.find(row.index); call != m_callOfOp.end() && !row.isGpuWork)
            addWork(limit, *m_limits, m_limits->calls[call->second], m_limits->calls[call->second].gpuNs);
        return limit.activities ? std::optional(limit) : std::nullopt;
    }

private:
    std::shared_ptr<const Run> m_run;
    std::shared_ptr<const Limits> m_limits;
    std::unordered_map<uint32_t, size_t> m_callOfOp;
};

std::vector<RowColumn<Instance>> InstanceReport::columns(const std::shared_ptr<const Run> &run, const Context &context,
                                                         const std::shared_ptr<const Limits> &limits)
{
    std::vector<RowColumn<Instance>> columns{
        {{"name", tr("Name"), CellKind::Name},
         [run](const Instance &row) { return run->text(run->timeline.name(row.slice)); }},
        {{"start_ns", tr("Start"), CellKind::Time, tr("Since the run's first event")},
         [run](const Instance &row) { return run->timeline.start(row.slice); }},
        {{"duration_ns", tr("Duration"), CellKind::Time, {}, false, true},
         [run](const Instance &row) { return run->timeline.duration(row.slice); }},
        {{"device", tr("Device")},
         [run](const Instance &row) {
             const auto &gpu = run->gpu;
             return row.isGpuWork ? ReportCell(run->text(gpu.devices[gpu.device(row.index)])) : ReportCell();
         }},
        {{"stream", tr("Stream"), CellKind::Text, tr("Of GPU work; operators: their thread")},
         [run](const Instance &row) {
             return row.isGpuWork ? run->text(run->gpu.streams[run->gpu.stream[row.index]].stream)
                                  : run->text(run->timeline.track(row.slice).tid);
         }},
        {{"step", tr("No. of step"), CellKind::Count, tr("Its number in the list of steps, from 1")},
         [context](const Instance &row) {
             const uint32_t step = context ? context->step(row) : noStep;
             return step == noStep ? ReportCell() : ReportCell(int64_t(step) + 1);
         }},
        {{"layer", tr("Layer"), CellKind::Count, tr("Inferred: the names of the kernels repeat")},
         [context](const Instance &row) { return indexCell(context->layer(row)); }},
        {{"module", tr("Module"), CellKind::Name, tr("The innermost one")},
         [run, context](const Instance &row) {
             if (const StringId annotated = context->annotation(row))
                 return ReportCell(run->text(annotated));
             const EventRef module = context->module(row);
             return module.valid() ? ReportCell(run->text(run->timeline.name(module))) : ReportCell();
         }},
        {{"shape", tr("Input shapes"), CellKind::Name, tr("Of operators")},
         [run, context](const Instance &row) { return textCell(*run, context->shape(row)); }},
        {{"launch_delay_ns", tr("Launch to start"), CellKind::Time,
          tr("Begin of the launching call to begin of the work")},
         [context](const Instance &row) {
             const auto ns = context->launchDelayNs(row);
             return ns ? ReportCell(*ns) : ReportCell();
         }},
    };
    const auto reached = std::make_shared<const InstanceLimits>(run, limits);
    addLimitColumns(columns, [reached](const Instance &row) { return reached->of(row); });
    return columns;
}

std::vector<RowColumn<DurationStats>> InstanceReport::statsColumns()
{
    std::vector<RowColumn<DurationStats>> columns{
        {{"count", tr("Count"), CellKind::Count}, [](const DurationStats &stats) { return countCell(stats.count); }},
        {{"total_ns", tr("Total"), CellKind::Time}, [](const DurationStats &stats) { return stats.totalNs; }},
        {{"mean_ns", tr("Mean"), CellKind::Time},
         [](const DurationStats &stats) { return static_cast<int64_t>(stats.meanNs + 0.5); }},
    };
    const auto add = [&](const char *id, const QString &title, const QString &toolTip, int64_t DurationStats::*value) {
        columns.push_back(
            {{id, title, CellKind::Time, toolTip}, [value](const DurationStats &stats) { return stats.*value; }});
    };
    add("min_ns", tr("Min"), {}, &DurationStats::minNs);
    add("p50_ns", tr("p50"), tr("Median duration"), &DurationStats::p50Ns);
    add("p95_ns", tr("p95"), tr("95 % of the durations are not longer"), &DurationStats::p95Ns);
    add("max_ns", tr("Max"), {}, &DurationStats::maxNs);
    return columns;
}

} // namespace

ReportTable instanceReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Instances> &instances,
                           const std::shared_ptr<const InstanceContext> &context,
                           const std::shared_ptr<const Limits> &limits)
{
    ReportTable table{QStringLiteral("instances"), InstanceReport::tr("Instances"), run};
    if (!instances) {
        setRows<Instance>(table, InstanceReport::columns(run, context), nullptr);
        return table;
    }
    setRows<Instance>(table, InstanceReport::columns(run, context, limits), {instances, &instances->rows});
    if (std::ranges::none_of(instances->rows, [](const Instance &row) { return bool(row.isGpuWork); }))
        table.columns[static_cast<size_t>(table.columnOf("stream"))].title = InstanceReport::tr("Thread");
    if (instances->distinct > 1)
        table.notes
            << InstanceReport::tr("They have %1 different names.").arg(formatCount(int64_t(instances->distinct)));
    if (!instances->problem.isEmpty())
        table.notes << instances->problem;
    nameDevice(table);
    chooseUnits(table);
    setDecimals(table, {"tflops", "gbs"}, 1);
    return table;
}

ReportTable instanceStatsReport(const std::shared_ptr<const Run> &run, const Instances &instances,
                                const DurationStats &stats)
{
    ReportTable table{QStringLiteral("instance-stats"), InstanceReport::tr("Durations"), run, 0};
    auto columns = InstanceReport::statsColumns();
    const auto at = [&](const char *id, const QString &title, uint32_t index) {
        const auto ns =
            index < instances.rows.size() ? ReportCell(run->timeline.start(instances.rows[index].slice)) : ReportCell();
        columns.push_back({{id, title, CellKind::Time, InstanceReport::tr("Its begin, since the run's first event")},
                           [ns](const DurationStats &) { return ns; }});
    };
    at("slowest_ns", InstanceReport::tr("Slowest at"), stats.slowest);
    at("median_ns", InstanceReport::tr("Median at"), stats.median);
    at("fastest_ns", InstanceReport::tr("Fastest at"), stats.fastest);
    setRows(table, std::move(columns),
            std::make_shared<const std::vector<DurationStats>>(std::vector<DurationStats>{stats}));
    chooseUnits(table);
    shareFinestUnit(table, {"mean_ns", "min_ns", "p50_ns", "p95_ns", "max_ns"});
    return table;
}

std::string instancesJson(const ReportTable &instances, const DurationStats &stats)
{
    std::string text = "{\"schema\":1,\"rows\":";
    text.reserve(300 * instances.rowCount); // doubling copies hundreds of megabytes
    appendRowsJson(text, instances);
    const nlohmann::ordered_json numbers = {
        {"count", stats.count},   {"totalNs", stats.totalNs}, {"meanNs", stats.meanNs}, {"minNs", stats.minNs},
        {"p50Ns", stats.p50Ns},   {"p95Ns", stats.p95Ns},     {"maxNs", stats.maxNs},   {"slowest", stats.slowest},
        {"median", stats.median}, {"fastest", stats.fastest}};
    text += ",\n\"stats\":" + numbers.dump() + "}\n";
    return text;
}

} // namespace ws
