#include "core/report/rangereport.h"

#include "core/base/demangle.h"
#include "core/report/devicenames.h"

#include <QCoreApplication>

namespace ws {
namespace {

using RangeColumns = std::vector<RowColumn<NameStats>>;

class RangeReport
{
    Q_DECLARE_TR_FUNCTIONS(RangeReport)
public:
    static RangeColumns columns(const std::shared_ptr<const Run> &run, int64_t allNs);
};

RangeColumns RangeReport::columns(const std::shared_ptr<const Run> &run, int64_t allNs)
{
    return {
        {{"name", tr("Name"), CellKind::Name}, [run](const NameStats &row) { return shownName(run->text(row.name)); }},
        {{"count", tr("Count"), CellKind::Count, tr("Slices that intersect the range"), false, true},
         [](const NameStats &row) { return countCell(row.count); }},
        {{"self_ns", tr("Self"), CellKind::Time,
          tr("Durations, clipped to the range, minus what is nested directly inside on the same thread; on a GPU "
             "nothing "
             "nests"),
          false, true},
         [](const NameStats &row) { return row.selfNs; }},
        {{"share", tr("Share of sum"), CellKind::Share, tr("Of the sum of all self times in this table"), false, true},
         [allNs](const NameStats &row) {
             return allNs > 0 ? static_cast<double>(row.selfNs) / static_cast<double>(allNs) : 0.0;
         }},
        {{"total_ns", tr("Total"), CellKind::Time,
          tr("Sum of durations, clipped to the range; rows overlap where calls nest")},
         [](const NameStats &row) { return row.totalNs; }},
        {{"mean_ns", tr("Mean"), CellKind::Time, tr("Total divided by count")},
         [](const NameStats &row) { return row.count ? row.totalNs / static_cast<int64_t>(row.count) : 0; }},
    };
}

} // namespace

ReportTable rangeReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const RangeStats> &stats)
{
    ReportTable table{QStringLiteral("range"), RangeReport::tr("Slices in the range"), run};
    std::shared_ptr<const std::vector<NameStats>> rows;
    if (stats)
        rows = {stats, &stats->names};
    setRows(table, RangeReport::columns(run, stats ? stats->selfNs : 0), rows);
    nameDevice(table);
    chooseUnits(table);
    shareLargestUnit(table, {"self_ns", "total_ns"});
    return table;
}

} // namespace ws
