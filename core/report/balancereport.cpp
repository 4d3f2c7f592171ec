#include "core/report/balancereport.h"

#include "core/base/texts.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

/// Torch prints µs with three decimals.
int64_t nsOf(double us)
{
    return std::llround(us * 1000);
}

ReportCell timeOrNothing(double us)
{
    return us > 0 ? ReportCell(nsOf(us)) : ReportCell();
}

} // namespace

ReportTable balanceReport(std::vector<NamedBalance> balances)
{
    ReportTable table{QStringLiteral("balance"), Core::tr("Self times on CPU and device")};
    using Row = const NamedBalance &;
    const auto rows = std::make_shared<const std::vector<NamedBalance>>(std::move(balances));
    setRows<NamedBalance>(
        table,
        {{{"name", Core::tr("Run"), CellKind::Name}, [](Row row) { return ReportCell(std::string_view(row.name)); }},
         {{"cpu_ns", Core::tr("CPU time"), CellKind::Time, Core::tr("Self CPU time total of the table")},
          [](Row row) { return ReportCell(nsOf(row.balance.cpuUs)); }},
         {{"device_ns", Core::tr("Device time"), CellKind::Time, Core::tr("Self device time total of the table")},
          [](Row row) { return ReportCell(nsOf(row.balance.deviceUs)); }},
         {{"execution_share", Core::tr("Device ÷ CPU"), CellKind::Share,
           Core::tr("Device time ÷ CPU time; how the two overlap is not in the table")},
          [](Row row) { return ReportCell(row.balance.execution()); }},
         {{"call", Core::tr("Largest call"), CellKind::Text,
           Core::tr("In the rows of the table, with the calls below it"), true},
          [](Row row) {
              return row.balance.call.empty() ? ReportCell() : ReportCell(std::string_view(row.balance.call));
          }},
         {{"call_ns", Core::tr("Its time"), CellKind::Time, {}, true},
          [](Row row) { return timeOrNothing(row.balance.callUs); }},
         {{"call_kind", Core::tr("What it does"), CellKind::Text,
           Core::tr("A call waits when it is a synchronisation, or a copy that blocks"), true},
          [](Row row) {
              return row.balance.call.empty() ? ReportCell()
                     : row.balance.callWaits  ? ReportCell(Core::tr("waits"))
                                              : ReportCell(Core::tr("works or waits"));
          }},
         {{"module_loading_ns", Core::tr("Loading of modules"), CellKind::Time, Core::tr("Once per process"), true},
          [](Row row) { return timeOrNothing(row.balance.moduleLoadingUs); }},
         {{"function_loading_ns", Core::tr("Lazy loading of functions"), CellKind::Time, Core::tr("Once per process"),
           true},
          [](Row row) { return timeOrNothing(row.balance.functionLoadingUs); }},
         {{"profiler_ns", Core::tr("Profiler"), CellKind::Time, Core::tr("Other overhead of the profiler"), true},
          [](Row row) { return timeOrNothing(row.balance.profilerUs); }}},
        rows);
    const auto kind = size_t(table.columnOf("call_kind"));
    table.fileCell = [cell = table.cell, rows, kind](size_t row, size_t column) -> ReportCell {
        if (column != kind || (*rows)[row].balance.call.empty())
            return cell(row, column);
        return std::string_view((*rows)[row].balance.callWaits ? "waits" : "works-or-waits");
    };
    chooseUnits(table);
    for (ReportColumn &column : table.columns)
        column.unit = table.columns[1].unit; // times are compared along the rows, too
    return table;
}

} // namespace ws
