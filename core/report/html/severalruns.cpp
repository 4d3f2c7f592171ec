#include "core/report/html/severalruns.h"

#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/report/html/documenttables.h"
#include "core/report/html/stagerundocument.h"
#include "core/report/html/svgchart.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

struct RunRow
{
    QString label;
    int64_t spanNs = 0;                ///< 0: no timeline
    std::optional<int64_t> gpuNs = {}; ///< nothing: no GPU work
    uint64_t count = 0;
    double share = 0;   ///< of the GPU time of all runs
    QString stage = {}; ///< the longest; empty: none
    double stageShare = 0;
    size_t steps = 0; ///< 0: none are known
};

QString stageName(const StageRow &row)
{
    return row.substage.empty() || row.substage == row.stage
               ? toText(row.stage)
               : QStringLiteral("%1 · %2").arg(toText(row.stage), toText(row.substage));
}

RunRow rowOf(const ScopedRun &scoped)
{
    RunRow row{scoped.of->label, scoped.run().timeline.spanNs};
    row.steps = scoped.steps ? scoped.steps->steps.size() : 0;
    return row;
}

void addSums(RunRow &row, const StageExportRun &run)
{
    const NameSum &all = run.sums.all;
    row.gpuNs = all.elapsedNs;
    row.count = all.count;
    const std::vector<StageRow> stages = stageRows(*run.classes, run.sums);
    const auto longest =
        std::ranges::max_element(stages, {}, [](const StageRow &stage) { return stage.sum.elapsedNs; });
    if (longest == stages.end() || longest->sum.elapsedNs <= 0)
        return;
    row.stage = stageName(*longest);
    row.stageShare = double(longest->sum.elapsedNs) / double(all.elapsedNs);
}

/// The run of which the others may be parts, since each of their kernels is in it at least as often; null: none.
const StageExportRun *wholeOf(const std::vector<StageExportRun> &runs)
{
    if (runs.size() < 3) // of two, one may be the longer run of the same
        return nullptr;
    std::map<std::string_view, uint64_t> counts; // of all runs
    const StageExportRun *most = nullptr;
    for (const StageExportRun &run : runs) {
        for (size_t name = 0; name < run.sums.names.size(); ++name)
            counts[run.classes->names->text(name)] += run.sums.names[name].count;
        if (!most || run.sums.all.count > most->sums.all.count)
            most = &run;
    }
    for (size_t name = 0; name < most->sums.names.size(); ++name) {
        const auto of = counts.find(most->classes->names->text(name));
        if (of->second > 2 * most->sums.names[name].count)
            return nullptr; // the others have more of it
        counts.erase(of);
    }
    const bool isAll = std::ranges::none_of(counts, [](const auto &of) { return of.second > 0; });
    return isAll ? most : nullptr;
}

/// `whole`: the run that may hold the others; empty: the shares are of all.
ReportTable runsTable(std::vector<RunRow> rows, const QString &whole)
{
    ReportTable table{QStringLiteral("runs"), Core::tr("All runs")};
    const bool hasShares = whole.isEmpty();
    if (!hasShares)
        table.notes << Core::tr("Each kernel of the others is in %1 at least as often: it may hold them, so the times "
                                "are not added up.")
                           .arg(whole);
    using Row = const RunRow &;
    setRows<RunRow>(
        table,
        {{{"run", Core::tr("Run"), CellKind::Name}, [](Row row) { return ReportCell(row.label); }},
         {{"gpu_ns", Core::tr("GPU time"), CellKind::Time, Core::tr("Without the time covered by earlier work")},
          [](Row row) { return row.gpuNs ? ReportCell(*row.gpuNs) : ReportCell(); }},
         {{"share", Core::tr("Of all runs"), CellKind::Share, Core::tr("Of the GPU time of all runs")},
          [hasShares](Row row) { return row.gpuNs && hasShares ? ReportCell(row.share) : ReportCell(); }},
         {{"span_ns", Core::tr("Recording"), CellKind::Time, Core::tr("From the first event to the last end")},
          [](Row row) { return row.spanNs > 0 ? ReportCell(row.spanNs) : ReportCell(); }},
         {{"count", Core::tr("GPU activities"), CellKind::Count},
          [](Row row) { return row.gpuNs ? countCell(row.count) : ReportCell(); }},
         {{"steps", Core::tr("Steps"), CellKind::Count},
          [](Row row) { return row.steps ? countCell(row.steps) : ReportCell(); }},
         {{"stage", Core::tr("Longest stage")},
          [](Row row) { return row.stage.isEmpty() ? ReportCell() : ReportCell(row.stage); }},
         {{"stage_share", Core::tr("Of its run"), CellKind::Share, Core::tr("Of the GPU time of its run")},
          [](Row row) { return row.stage.isEmpty() ? ReportCell() : ReportCell(row.stageShare); }}},
        std::make_shared<const std::vector<RunRow>>(std::move(rows)));
    chooseUnits(table);
    return table;
}

/// At least half of the bars would be shorter than a twentieth of the longest. There are two or more.
bool isFlattened(const BarChart &chart)
{
    constexpr double readable = 20;
    std::vector<int64_t> lengths;
    for (const DocumentBar &bar : chart.bars)
        lengths.push_back(lengthOf(bar));
    std::ranges::sort(lengths);
    return double(lengths.back()) > readable * double(lengths[(lengths.size() - 1) / 2]);
}

/// One order in all bars, by the sum of the shares, so that a part is found below itself; what is merged stays last.
void alignParts(std::vector<DocumentBar> &bars)
{
    std::map<QString, double> shares;
    for (const DocumentBar &bar : bars)
        for (const ChartPart &part : bar.parts)
            shares[part.label] += double(part.ns) / double(std::max<int64_t>(1, lengthOf(bar)));
    const auto key = [&](const ChartPart &part) {
        return std::pair(part.label == smallerOnes() ? 1.0 : -shares[part.label], part.label);
    };
    for (DocumentBar &bar : bars)
        std::ranges::stable_sort(bar.parts, {}, key);
}

/// Shares where one run would flatten the others. The note says what the bars are.
void chooseScale(BarChart &chart)
{
    if (chart.bars.size() < 2)
        return;
    chart.areShares = isFlattened(chart);
    if (chart.areShares) {
        chart.title = Core::tr("Stages of all runs, each run as 100 %");
        alignParts(chart.bars);
    }
    chart.note =
        chart.areShares
            ? Core::tr("Each bar is 100 % of its run's GPU time, which stands beside it: on one scale of time, "
                       "at least half of the bars would be shorter than a twentieth of the longest.")
            : Core::tr("All bars are on one scale of time.");
}

/// Which run has most of the time; empty where none has more than the others.
QString leadOf(const std::vector<RunRow> &rows)
{
    int64_t all = 0;
    size_t known = 0;
    const RunRow *most = nullptr;
    bool isAlone = false;
    for (const RunRow &row : rows) {
        if (!row.gpuNs)
            continue;
        ++known;
        all = saturatingAdd(all, *row.gpuNs);
        isAlone = !most || *row.gpuNs > *most->gpuNs || (isAlone && *row.gpuNs != *most->gpuNs);
        if (!most || *row.gpuNs > *most->gpuNs)
            most = &row;
    }
    if (known < 2 || !isAlone || all <= 0)
        return {};
    return Core::tr("%1 has most of the GPU time: %2 of %3 in %4 runs (%5).")
        .arg(most->label, formatBeside(*most->gpuNs, all), formatBeside(all, all), formatCount(int64_t(known)),
             formatPercent(most->share));
}

} // namespace

std::vector<Section> severalRunsSections(const std::vector<ScopedRun> &runs, const QStringList &headlines,
                                         const Progress *progress)
{
    BarChart chart{"stages-all", Core::tr("Stages of all runs"), {}, {}};
    std::vector<StageExportRun> exported;
    std::vector<RunRow> rows;
    bool hasDevices = false;
    int64_t all = 0;
    for (const ScopedRun &scoped : runs) {
        rows.push_back(rowOf(scoped));
        StageRequest request{scoped.of->mapping, {}, SweepChoice::Automatic, {},
                             scoped.of->trees,   {}, scoped.of->table,       scoped.of->phase};
        const StageState state = stageState(scoped.of->run, nullptr, request, progress);
        if (!state.isComplete())
            return {};
        if (state.names->size() == 0)
            continue;
        chart.bars.push_back(stageBar(scoped.of->label, *state.classes, *state.sums));
        exported.push_back({scoped.of->label.toStdString(), state.classes, *state.sums, {}});
        addSums(rows.back(), exported.back());
        all = saturatingAdd(all, *rows.back().gpuNs);
        hasDevices |= state.sums->sweep == Sweep::Device;
    }
    for (RunRow &row : rows)
        if (row.gpuNs && all > 0)
            row.share = double(*row.gpuNs) / double(all);
    chooseScale(chart);
    if (hasDevices) {
        const QString added = Core::tr("The times of a run's devices are added up.");
        chart.note = chart.note.isEmpty() ? added : sentences({chart.note, added});
    }

    Section first{{}, 2, {}};
    const StageExportRun *whole = wholeOf(exported);
    if (const QString lead = whole ? QString() : leadOf(rows); !lead.isEmpty())
        first.blocks.push_back(TextBlock{lead, true});
    ListBlock list;
    for (qsizetype k = 0; k < headlines.size(); ++k)
        if (!headlines[k].isEmpty())
            list.items.push_back({headlines[k], {}, rows[size_t(k)].label});
    if (!list.items.empty())
        first.blocks.push_back(std::move(list));
    if (!chart.bars.empty())
        first.blocks.push_back(std::move(chart));
    first.blocks.push_back(TableBlock{runsTable(std::move(rows), whole ? toText(whole->label) : QString())});
    std::vector<Section> sections{std::move(first)};
    if (exported.size() > 1)
        sections.push_back({Core::tr("Stages of all runs, side by side"), 2, {TableBlock{pivotTable(exported)}}});
    return sections;
}

} // namespace ws
