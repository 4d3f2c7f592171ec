#include "core/report/collectivereport.h"

#include "core/base/texts.h"
#include "core/report/devicenames.h"

#include <QCoreApplication>

#include <algorithm>

namespace ws {
namespace {

class CollectiveReport
{
    Q_DECLARE_TR_FUNCTIONS(CollectiveReport)
public:
    static std::vector<RowColumn<CollectiveRow>> columns(const std::shared_ptr<const Run> &run);
};

template <class T> ReportCell orNothing(const std::optional<T> &value)
{
    return value ? ReportCell(*value) : ReportCell();
}

ReportCell orNothing(const std::string &text)
{
    return text.empty() ? ReportCell() : ReportCell(std::string_view(text));
}

std::vector<RowColumn<CollectiveRow>> CollectiveReport::columns(const std::shared_ptr<const Run> &run)
{
    return {
        {{"name", tr("Kernel"), CellKind::Name}, [run](const CollectiveRow &row) { return run->text(row.name); }},
        {{"collective", tr("Collective")}, [](const CollectiveRow &row) { return orNothing(row.collective); }},
        {{"group", tr("Group"), CellKind::Text, tr("Name of the process group")},
         [](const CollectiveRow &row) { return orNothing(row.args.group); }},
        {{"group_description", tr("Group's purpose")},
         [](const CollectiveRow &row) { return orNothing(row.args.groupDescription); }},
        {{"group_size", tr("Ranks"), CellKind::Count, tr("Number of ranks in the group")},
         [](const CollectiveRow &row) { return orNothing(row.groupSize); }},
        {{"ranks", tr("Which ranks"), CellKind::Text},
         [](const CollectiveRow &row) { return orNothing(row.args.ranks); }},
        {{"bytes", tr("Size"), CellKind::Bytes, tr("Of one message: the larger one of input and output")},
         [](const CollectiveRow &row) { return orNothing(row.bytes); }},
        {{"dtype", tr("Type"), CellKind::Text, tr("Of the elements")},
         [](const CollectiveRow &row) { return orNothing(row.args.dtype); }},
        {{"algorithm", tr("Algorithm"), CellKind::Text, tr("Of NCCL, from the kernel's name")},
         [](const CollectiveRow &row) { return orNothing(row.algorithm); }},
        {{"count", tr("Count"), CellKind::Count, {}, false, true},
         [](const CollectiveRow &row) { return countCell(row.count); }},
        {{"total_ns", tr("Total"), CellKind::Time, tr("Summed duration, with the wait for other ranks"), false, true},
         [](const CollectiveRow &row) { return row.totalNs; }},
        {{"mean_ns", tr("Mean"), CellKind::Time},
         [](const CollectiveRow &row) { return row.totalNs / static_cast<int64_t>(std::max<uint64_t>(row.count, 1)); }},
        {{"min_ns", tr("Min"), CellKind::Time}, [](const CollectiveRow &row) { return row.minNs; }},
        {{"algorithm_bandwidth_GBs", tr("Algorithm GB/s"), CellKind::Number, tr("Size by mean duration")},
         [](const CollectiveRow &row) { return orNothing(row.algorithmBandwidth()); }},
        {{"bus_bandwidth_GBs", tr("Bus GB/s"), CellKind::Number,
          tr("What a link carries, as nccl-tests define it: allreduce 2(n−1)/n of the size, allgather, "
             "reduce-scatter and all-to-all (n−1)/n, others all of it")},
         [](const CollectiveRow &row) { return orNothing(row.busBandwidth()); }},
    };
}

} // namespace

ReportTable collectiveReport(const std::shared_ptr<const Run> &run,
                             const std::shared_ptr<const std::vector<CollectiveRow>> &rows)
{
    ReportTable table{QStringLiteral("collectives"), CollectiveReport::tr("Collectives"), run};
    setRows<CollectiveRow>(table, CollectiveReport::columns(run), rows);
    setDecimals(table, {"algorithm_bandwidth_GBs", "bus_bandwidth_GBs"}, 2);
    for (const char *id : {"group_description", "ranks"})
        table.columns[static_cast<size_t>(table.columnOf(id))].optional = true;
    if (!rows)
        return table;
    const bool anyBandwidth =
        std::ranges::any_of(*rows, [](const auto &row) { return row.algorithmBandwidth().has_value(); });
    const bool anyUnknown = std::ranges::any_of(*rows, [](const auto &row) { return !row.bytes; });
    if (anyBandwidth)
        table.notes << CollectiveReport::tr("A kernel also waits for the other ranks: bandwidths are lower bounds.");
    if (anyUnknown)
        table.notes << CollectiveReport::tr("Blank: the file does not say it.");
    nameDevice(table);
    chooseUnits(table);
    shareFinestUnit(table, {"mean_ns", "min_ns"});
    return table;
}

} // namespace ws
