#include "core/report/workreport.h"

#include "core/base/demangle.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace ws {
namespace {

class WorkReport
{
    Q_DECLARE_TR_FUNCTIONS(WorkReport)
};

struct WorkRow
{
    const NamedWork *part;
    size_t name;

    const NameSum &sum() const { return part->sums.names[name]; }
};

struct WorkRows
{
    std::shared_ptr<const std::vector<NamedWork>> works; ///< the data that rows point into
    std::vector<WorkRow> rows;
};

std::vector<WorkRow> rowsOf(const std::vector<NamedWork> &works)
{
    std::vector<WorkRow> rows;
    for (const NamedWork &work : works) {
        std::vector<size_t> order(work.sums.names.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t a, size_t b) { return work.sums.names[a].totalNs > work.sums.names[b].totalNs; });
        for (const size_t name : order)
            rows.push_back({&work, name});
    }
    return rows;
}

ReportCell shareOf(const WorkRow &row)
{
    const int64_t whole = row.part->sums.all.totalNs;
    return whole ? static_cast<double>(row.sum().totalNs) / static_cast<double>(whole) : 0.0;
}

ReportCell meanOf(const WorkRow &row)
{
    return row.sum().count ? ReportCell(row.sum().totalNs / static_cast<int64_t>(row.sum().count)) : ReportCell();
}

} // namespace

ReportTable workReport(const std::shared_ptr<const Run> &run,
                       const std::shared_ptr<const std::vector<NamedWork>> &works)
{
    ReportTable table{QStringLiteral("kernels"), WorkReport::tr("Kernels"), run};
    table.keys = 2;
    const auto owned = std::make_shared<const WorkRows>(WorkRows{works, rowsOf(*works)});
    setRows<WorkRow>(
        table,
        {{{"name", WorkReport::tr("Kernel"), CellKind::Name},
          [](const WorkRow &row) -> ReportCell { return shownName(row.part->names->text(row.name)); }},
         {{"part", WorkReport::tr("Part"), CellKind::Text},
          [](const WorkRow &row) -> ReportCell { return std::string_view(row.part->title); }},
         {{"count", WorkReport::tr("Count"), CellKind::Count, {}, false, true},
          [](const WorkRow &row) { return countCell(row.sum().count); }},
         {{"total_ns", WorkReport::tr("Total"), CellKind::Time, {}, false, true},
          [](const WorkRow &row) -> ReportCell { return row.sum().totalNs; }},
         {{"share", WorkReport::tr("Of the part"), CellKind::Share, {}, false, true}, shareOf},
         {{"mean_ns", WorkReport::tr("Mean"), CellKind::Time, WorkReport::tr("Total divided by count")}, meanOf}},
        {owned, &owned->rows});
    chooseUnits(table);
    return table;
}

} // namespace ws
