#include "core/report/kernelreport.h"

#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/report/devicenames.h"
#include "core/report/limitsreport.h"

#include <QCoreApplication>

#include <cmath>

namespace ws {
namespace {

using KernelColumns = std::vector<RowColumn<KernelRow>>;

class KernelReport
{
    Q_DECLARE_TR_FUNCTIONS(KernelReport)
public:
    static KernelColumns columns(const std::shared_ptr<const Run> &run, const KernelTableOptions &options,
                                 const std::shared_ptr<const Limits> &limits);
    static void addDurations(KernelColumns &columns);
    static void addDetails(KernelColumns &columns, bool known);
};

KernelColumns KernelReport::columns(const std::shared_ptr<const Run> &run, const KernelTableOptions &options,
                                    const std::shared_ptr<const Limits> &limits)
{
    const QString counted = tr("Work that intersects the range counts; its time is clipped to the range.");
    const bool whole = options.split == KernelSplit::None;
    KernelColumns columns{
        {{"name", tr("Kernel"), CellKind::Name},
         [run](const KernelRow &row) { return shownName(run->text(row.name)); }},
        {{"split", tr("Grid / shape"), CellKind::Name, tr("Launch grid or input shape, when the table is split by it"),
          whole},
         [run](const KernelRow &row) { return textCell(*run, row.split); }},
        {{"count", tr("Count"), CellKind::Count, counted, false, true},
         [](const KernelRow &row) { return countCell(row.count + row.untimed); }},
        {{"total_ns", tr("Total"), CellKind::Time, tr("Sum of durations. %1").arg(counted), false, true},
         [](const KernelRow &row) { return row.totalNs; }},
        {{"elapsed_ns", tr("Self elapsed"), CellKind::Time,
          tr("Time by which this work extends the GPU's busy time: what runs under other work counts 0"), false, true},
         [](const KernelRow &row) { return row.elapsedNs; }},
        {{"share", tr("GPU busy"), CellKind::Share,
          tr("Self elapsed as a share of the time in which any GPU was busy; all rows add up to 100 %"), false, true},
         [](const KernelRow &row) { return row.share; }},
    };
    addDurations(columns);
    addDetails(columns, options.details);
    std::unordered_map<StringId, size_t> ofName; // index into limits->kernels
    for (size_t k = 0; whole && limits && k < limits->kernels.size(); ++k)
        ofName.emplace(limits->kernels[k].name, k);
    addLimitColumns(columns, [limits, ofName = std::move(ofName)](const KernelRow &row) -> const NamedLimit * {
        const auto found = ofName.find(row.name);
        return found == ofName.end() ? nullptr : &limits->kernels[found->second];
    });
    return columns;
}

/// Columns of one instance.
void KernelReport::addDurations(KernelColumns &columns)
{
    const auto add = [&](const char *id, const QString &title, const QString &toolTip, int64_t KernelRow::*ns) {
        columns.push_back({{id, title, CellKind::Time, toolTip},
                           [ns](const KernelRow &row) { return row.count ? ReportCell(row.*ns) : ReportCell(); }});
    };
    add("min_ns", tr("Min"), tr("Shortest duration"), &KernelRow::minNs);
    add("p50_ns", tr("p50"), tr("Median duration"), &KernelRow::p50Ns);
    add("p95_ns", tr("p95"), tr("95 % of the durations are not longer"), &KernelRow::p95Ns);
    add("max_ns", tr("Max"), tr("Longest duration"), &KernelRow::maxNs);
    columns.push_back(
        {{"mean_ns", tr("Mean"), CellKind::Time, tr("Total divided by count, without work that has no time")},
         [](const KernelRow &row) {
             return row.count ? ReportCell(int64_t(std::llround(row.meanNs))) : ReportCell();
         }});
}

/// Columns that take a pass of their own over the run.
void KernelReport::addDetails(KernelColumns &columns, bool known)
{
    const auto add = [&](ReportColumn column, auto value) {
        column.optional = true;
        columns.push_back({std::move(column), [known, value](const KernelRow &row) -> ReportCell {
                               return known ? value(row) : ReportCell();
                           }});
    };
    const auto ofLinked = [](int64_t KernelRow::*ns) {
        return [ns](const KernelRow &row) { return row.linked ? ReportCell(row.*ns) : ReportCell(); };
    };
    const auto ofProfiler = [](double KernelRow::*value) {
        return [value](const KernelRow &row) { return row.*value >= 0 ? ReportCell(row.*value) : ReportCell(); };
    };
    add({"launch_delay_p50_ns", tr("Launch delay p50"), CellKind::Time,
         tr("Median time from the end of the launching call to the start on the GPU")},
        ofLinked(&KernelRow::delayP50Ns));
    add({"launch_delay_max_ns", tr("Launch delay max"), CellKind::Time,
         tr("Longest time from the end of the launching call to the start on the GPU")},
        ofLinked(&KernelRow::delayMaxNs));
    add({"idle_before_ns", tr("Idle before"), CellKind::Time,
         tr("Sum of the gaps on the same stream right before its instances"), true, true},
        [](const KernelRow &row) { return ReportCell(row.idleBeforeNs); });
    add({"achieved_occupancy", tr("Occupancy"), CellKind::Real,
         tr("Mean estimated achieved occupancy in percent, as the profiler wrote it")},
        ofProfiler(&KernelRow::occupancy));
    add({"blocks_per_sm", tr("Blocks per SM"), CellKind::Real, tr("Mean blocks per SM, as the profiler wrote it")},
        ofProfiler(&KernelRow::blocksPerSm));
}

} // namespace

ReportTable kernelReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const KernelTable> &kernels,
                         const KernelTableOptions &options, const std::shared_ptr<const Limits> &limits)
{
    ReportTable table{QStringLiteral("kernels"), KernelReport::tr("Kernels"), run};
    table.keys = 2;
    std::shared_ptr<const std::vector<KernelRow>> rows;
    if (kernels)
        rows = {kernels, &kernels->rows};
    setRows(table, KernelReport::columns(run, options, limits), rows);
    uint64_t untimed = 0;
    for (size_t i = 0; rows && i < rows->size(); ++i)
        untimed += (*rows)[i].untimed;
    if (untimed)
        table.notes << KernelReport::tr("%1 of the activities have no time in the file: they are only counted.")
                           .arg(formatCount(int64_t(untimed)));
    setDecimals(table, {"tflops", "gbs"}, 1);
    nameDevice(table);
    chooseUnits(table);
    shareLargestUnit(table, {"total_ns", "elapsed_ns"});
    shareLargestUnit(table, {"launch_delay_p50_ns", "launch_delay_max_ns"});
    shareFinestUnit(table, {"min_ns", "p50_ns", "p95_ns", "max_ns", "mean_ns"});
    return table;
}

} // namespace ws
