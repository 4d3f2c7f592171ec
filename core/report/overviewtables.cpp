#include "core/report/overviewlists.h"

#include "core/analysis/stages/tablework.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/ncukernels.h"
#include "core/model/torchtable.h"
#include "core/report/findingtexts.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr size_t maxRows = 7;

std::optional<double> numberAt(const Table &table, size_t row, int column)
{
    if (column < 0)
        return {};
    const double *value = std::get_if<double>(&table.rows[row][size_t(column)]);
    return value ? std::optional(*value) : std::nullopt;
}

/// The kernels of a table or phase, by their time in the file.
void addWork(const NamedWork &work, Overview &overview)
{
    OverviewList list;
    list.id = "rows";
    list.ofNs = work.sums.all.totalNs;
    const QString what = toText(work.title);
    list.title = what.isEmpty() ? Core::tr("Of %1 of GPU time").arg(formatDuration(list.ofNs))
                                : Core::tr("%1, of %2 of GPU time").arg(what, formatDuration(list.ofNs));
    std::vector<size_t> order;
    for (size_t name = 0; name < work.names->size(); ++name)
        if (work.sums.names[name].totalNs > 0)
            order.push_back(name);
    std::ranges::stable_sort(
        order, [&](size_t a, size_t b) { return work.sums.names[a].totalNs > work.sums.names[b].totalNs; });
    order.resize(std::min(order.size(), maxRows));
    for (const size_t name : order) {
        const NameSum &sum = work.sums.names[name];
        OverviewRow row;
        row.name = toText(shortName(shownName(work.names->text(name))));
        row.ns = sum.totalNs;
        row.share = double(sum.totalNs) / double(std::max<int64_t>(1, list.ofNs));
        row.count = sum.count;
        list.rows.push_back(std::move(row));
    }
    if (!list.rows.empty())
        overview.lists.push_back(std::move(list));
}

/// Overhead rows of a torch table that cost CPU time: loading of code, in the first run only.
void findOneTimeRows(const Run &run, const Table &table, Overview &overview)
{
    const auto total = table.totals.find("selfCpuUs");
    if (table.kind != "torch" || total == table.totals.end() || total->second <= 0)
        return;
    const TorchColumns columns = torchColumns(table);
    for (size_t row = 0; row < table.rows.size() && columns.name >= 0; ++row) {
        const auto *name = std::get_if<std::string>(&table.rows[row][size_t(columns.name)]);
        const auto cpuUs = numberAt(table, row, columns.selfCpu);
        const bool isLoading = name && (name->starts_with("Lazy Function Loading") ||
                                        name->starts_with("Runtime Triggered Module Loading"));
        if (!isLoading || !cpuUs || *cpuUs < minFindingShare * total->second)
            continue;
        OverviewFinding shown;
        shown.finding.id = "table-one-time-costs";
        shown.finding.kind = FindingKind::Note;
        shown.finding.ns = std::llround(*cpuUs * 1000);
        shown.finding.share = *cpuUs / total->second;
        shown.finding.name = *name;
        const FindingWords words{run, BudgetOf::Span};
        shown.text = findingText(shown.finding, words);
        shown.advice = findingAdvice(shown.finding, words);
        overview.findings.push_back(std::move(shown));
    }
}

/// What ncu or the thresholds say of each kernel, the gravest first.
void addBottlenecks(const Table &table, Overview &overview)
{
    const int name = table.columnIndex("Kernel Name"), bottleneck = table.columnIndex("Bottleneck");
    (void)bottleneck;
    if (name < 0)
        return;
    overview.facts << Core::tr("%1 kernels in Nsight Compute").arg(formatCount(int64_t(table.rows.size())));
}

} // namespace

void describeTables(const Run &run, Overview &overview)
{
    for (const NamedWork &work : workWithoutTimeline(run))
        addWork(work, overview);
    for (const Table &table : run.tables) {
        findOneTimeRows(run, table, overview);
        if (table.kind == "ncu-kernels")
            addBottlenecks(table, overview);
        for (const std::string &note : table.notes)
            overview.trust << toText(note);
    }
    if (!run.layerwise.empty())
        overview.facts << Core::tr("%1 phases of a layerwise profile").arg(formatCount(int64_t(run.layerwise.size())));
    if (!run.tables.empty())
        overview.facts << Core::tr("%1 tables").arg(formatCount(int64_t(run.tables.size())));
    if (overview.lists.empty())
        overview.headline = run.timeline.lanes.empty() && run.tables.empty()
                                ? Core::tr("The file has no GPU work.")
                                : Core::tr("The file has no GPU work with times.");
    else
        overview.headline =
            Core::tr("The file has sums, no timeline: where time is lost between kernels is not known.");
}

} // namespace ws
