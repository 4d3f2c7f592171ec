#include "core/report/html/stagerundocument.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/stages/stagepalette.h"
#include "core/base/demangle.h"
#include "core/base/texts.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

void add(int64_t &sum, int64_t ns)
{
    sum = saturatingAdd(sum, ns);
}

struct PivotRow
{
    QString substage;
    std::vector<std::optional<int64_t>> ns; ///< by run; nothing: not known
};

std::vector<PivotRow> pivotRows(const std::vector<StageExportRun> &runs)
{
    std::map<std::string, PivotRow> rows;
    const auto cell = [&](std::string_view substage, size_t run) -> std::optional<int64_t> & {
        PivotRow &row = rows[std::string(substage)];
        row.substage = toText(substage);
        row.ns.resize(runs.size(), 0);
        return row.ns[run];
    };
    const bool hasNonGpu =
        std::ranges::any_of(runs, [](const StageExportRun &run) { return run.nonGpu.source != NonGpu::None; });
    PivotRow total{Core::tr("Sum"), std::vector<std::optional<int64_t>>(runs.size(), 0)};
    for (size_t r = 0; r < runs.size(); ++r) {
        const std::vector<NameSum> &sums = runs[r].sums.names;
        for (size_t name = 0; name < sums.size(); ++name)
            if (sums[name].count) {
                add(*cell(runs[r].substageOf(name), r), sums[name].elapsedNs);
                add(*total.ns[r], sums[name].elapsedNs);
            }
        if (!hasNonGpu)
            continue;
        if (runs[r].nonGpu.source == NonGpu::None)
            cell(nonGpuLabel, r).reset();
        else
            add(*cell(nonGpuLabel, r), runs[r].nonGpu.ns);
        add(*total.ns[r], runs[r].nonGpu.ns);
    }
    std::vector<PivotRow> list;
    for (auto &[substage, row] : rows)
        list.push_back(std::move(row));
    list.push_back(std::move(total));
    return list;
}

struct ResultRow
{
    QString run, substage, name;
    uint64_t count = 0;
    int64_t ns = 0;
};

BarChart chartOf(const std::vector<StageExportRun> &runs)
{
    BarChart chart{"gputrc2graph", Core::tr("Time by substage"), {}, {}};
    for (const StageExportRun &run : runs) {
        const std::vector<uint32_t> colours = groupColours(*run.classes);
        std::vector<StageRow> rows = stageRows(*run.classes, run.sums);
        std::ranges::stable_sort(
            rows, [](const StageRow &a, const StageRow &b) { return a.sum.elapsedNs > b.sum.elapsedNs; });
        DocumentBar bar{toText(run.label), {}};
        for (const StageRow &row : rows) {
            const QString label = toText(row.substage);
            const auto same = std::ranges::find(bar.parts, label, &ChartPart::label);
            if (same != bar.parts.end())
                add(same->ns, row.sum.elapsedNs); // one substage of several stages
            else
                bar.parts.push_back({label, row.sum.elapsedNs, colours[row.group], {}});
        }
        if (run.nonGpu.source != NonGpu::None)
            bar.parts.push_back({toText(nonGpuLabel), run.nonGpu.ns, nonGpuColour.light, {}});
        chart.bars.push_back(std::move(bar));
    }
    return chart;
}

} // namespace

ReportTable pivotTable(const std::vector<StageExportRun> &runs)
{
    ReportTable table{QStringLiteral("pivot"), Core::tr("Elapsed time by substage and run")};
    std::vector<RowColumn<PivotRow>> columns{
        {{"substage", Core::tr("Substage")}, [](const PivotRow &row) { return ReportCell(row.substage); }}};
    for (size_t r = 0; r < runs.size(); ++r)
        columns.push_back({{runs[r].label, toText(runs[r].label), CellKind::Time, {}, false, true, TimeUnit::Seconds},
                           [r](const PivotRow &row) { return row.ns[r] ? ReportCell(*row.ns[r]) : ReportCell(); }});
    setRows<PivotRow>(table, std::move(columns), std::make_shared<const std::vector<PivotRow>>(pivotRows(runs)));
    table.restRows = 1;
    chooseUnits(table);
    shareLargestUnit(table);
    return table;
}

ReportTable resultTable(const std::vector<StageExportRun> &runs)
{
    auto rows = std::make_shared<std::vector<ResultRow>>();
    for (const StageExportRun &run : runs) {
        for (size_t name = 0; name < run.sums.names.size(); ++name)
            if (const NameSum &sum = run.sums.names[name]; sum.count)
                rows->push_back({toText(run.label), toText(run.substageOf(name)),
                                 toText(shownName(run.classes->names->text(name))), sum.count, sum.elapsedNs});
        if (run.nonGpu.source != NonGpu::None)
            rows->push_back({toText(run.label), toText(nonGpuLabel), toText(nonGpuLabel), 1, run.nonGpu.ns});
    }
    std::ranges::stable_sort(*rows, [](const ResultRow &a, const ResultRow &b) { return a.ns > b.ns; });
    ReportTable table{QStringLiteral("result"), Core::tr("Kernels")};
    using Row = const ResultRow &;
    setRows<ResultRow>(
        table,
        {{{"Model_Engine", Core::tr("Run")}, [](Row row) { return ReportCell(row.run); }},
         {{"Substage", Core::tr("Substage")}, [](Row row) { return ReportCell(row.substage); }},
         {{"Instances", Core::tr("Instances"), CellKind::Count}, [](Row row) { return countCell(row.count); }},
         {{"Name", Core::tr("Name"), CellKind::Name}, [](Row row) { return ReportCell(row.name); }},
         {{"elapsed_ns", Core::tr("Elapsed"), CellKind::Time, Core::tr("Without the time covered by earlier work"),
           false, true},
          [](Row row) { return ReportCell(row.ns); }}},
        std::shared_ptr<const std::vector<ResultRow>>(rows));
    chooseUnits(table);
    return table;
}

Document stageRunsDocument(const StageRunsRequest &request)
{
    Document document{request.title.isEmpty() ? Core::tr("GPU time by stage") : request.title, request.language, {}};
    Section first{{}, 2, {}};
    ListBlock list;
    for (const StageExportRun &run : request.runs) {
        const int64_t gpu = run.sums.all.elapsedNs;
        list.items.push_back({run.nonGpu.source == NonGpu::None
                                  ? Core::tr("%1: %2 of GPU time").arg(toText(run.label), formatDuration(gpu))
                                  : Core::tr("%1: %2 of GPU time, %3 of CPU(non-GPU)")
                                        .arg(toText(run.label), formatDuration(gpu), formatDuration(run.nonGpu.ns)),
                              {}});
    }
    first.blocks.push_back(std::move(list));
    first.blocks.push_back(chartOf(request.runs));
    first.blocks.push_back(TableBlock{pivotTable(request.runs)});
    document.sections.push_back(std::move(first));
    document.sections.push_back({Core::tr("Kernels"), 2, {TableBlock{resultTable(request.runs), 2000}}});
    document.sections.push_back(
        {Core::tr("Where the numbers come from"), 2, provenance(request.sources, Core::tr("the whole recording"), {})});
    return document;
}

} // namespace ws
