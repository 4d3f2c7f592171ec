#include "core/report/waitreport.h"

#include "core/analysis/gaps/waitingcalls.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"

namespace ws {
namespace {

class WaitReport
{
    Q_DECLARE_TR_FUNCTIONS(WaitReport)
};

/// As in the timeline; without a label with the process where it has another number. Files have the label as it is.
QString threadName(const Run &run, uint32_t track, bool forFile)
{
    const Track &thread = run.timeline.tracks[track];
    const auto text = [&](StringId id) { return toText(run.text(id)).trimmed(); };
    const QString pid = text(thread.pid), tid = text(thread.tid), label = text(thread.label);
    if (!label.isEmpty() && forFile)
        return label;
    return label.isEmpty() && pid != tid ? WaitReport::tr("thread %1 of process %2").arg(tid, pid)
                                         : threadTitle(label, tid);
}

/// What holds up the thread as a wait does, and is one where the device works (see cpuCalls()).
bool isIdleMemoryCall(const Run &run, const CpuCalls &row)
{
    return !row.waits && isMemoryCall(run.text(row.name)) && isWaitingCall(run.text(row.name));
}

} // namespace

ReportTable waitReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const std::vector<CpuCalls>> &calls)
{
    ReportTable table{QStringLiteral("waits"), WaitReport::tr("CPU calls"), run, 2};
    setRows<CpuCalls>(
        table,
        {{{"thread", WaitReport::tr("Thread")},
          [run](const CpuCalls &row) { return threadName(*run, row.track, false); }},
         {{"name", WaitReport::tr("Call"), CellKind::Name}, [run](const CpuCalls &row) { return run->text(row.name); }},
         {{"kind", WaitReport::tr("Kind"), CellKind::Text,
           WaitReport::tr(
               "Waits for the device, for memory or for another thread, or works. Memory: allocates or frees "
               "while the device has nothing to do; the thread is blocked all the same")},
          [run](const CpuCalls &row) {
              return row.waits                     ? WaitReport::tr("Wait")
                     : isIdleMemoryCall(*run, row) ? WaitReport::tr("Memory")
                                                   : WaitReport::tr("Work");
          }},
         {{"calls", WaitReport::tr("Calls"), CellKind::Count, {}, false, true},
          [](const CpuCalls &row) { return countCell(row.calls); }},
         {{"self_ns", WaitReport::tr("Self"), CellKind::Time, WaitReport::tr("Without the calls inside it"), false,
           true},
          [](const CpuCalls &row) { return row.selfNs; }},
         {{"total_ns", WaitReport::tr("Total"), CellKind::Time,
           WaitReport::tr("With the calls inside it; nested calls count several times")},
          [](const CpuCalls &row) { return row.totalNs; }}},
        calls);
    const auto kind = static_cast<size_t>(table.columnOf("kind"));
    table.fileCell = [run, cell = table.cell, calls, kind](size_t row, size_t column) -> ReportCell {
        if (column == 0)
            return threadName(*run, (*calls)[row].track, true);
        return column == kind ? ReportCell(std::string_view((*calls)[row].waits ? "wait" : "work")) : cell(row, column);
    };
    chooseUnits(table);
    shareLargestUnit(table, {"self_ns", "total_ns"});
    return table;
}

ReportTable printedWaitReport(std::vector<PrintedCall> calls)
{
    ReportTable table{QStringLiteral("waits"), WaitReport::tr("CPU calls"), nullptr, 2};
    using Row = const PrintedCall &;
    const auto rows = std::make_shared<const std::vector<PrintedCall>>(std::move(calls));
    setRows<PrintedCall>(
        table,
        {{{"table", WaitReport::tr("Table")}, [](Row row) { return ReportCell(toText(row.table)); }},
         {{"name", WaitReport::tr("Call"), CellKind::Name}, [](Row row) { return ReportCell(toText(row.name)); }},
         {{"kind", WaitReport::tr("Kind"), CellKind::Text,
           WaitReport::tr("Waits for the device, for memory, for another thread or the OS, or works")},
          [](Row row) { return ReportCell(row.waits ? WaitReport::tr("Wait") : WaitReport::tr("Work")); }},
         {{"calls", WaitReport::tr("Calls"), CellKind::Count}, [](Row row) { return countCell(row.calls); }},
         {{"self_ns", WaitReport::tr("Self"), CellKind::Time, WaitReport::tr("Without the calls inside it"), true},
          [](Row row) { return row.isSelf ? ReportCell(row.ns) : ReportCell(); }},
         {{"total_ns", WaitReport::tr("Total"), CellKind::Time,
           WaitReport::tr("With the calls inside it; nested calls count several times"), true},
          [](Row row) { return row.isSelf ? ReportCell() : ReportCell(row.ns); }}},
        rows);
    const auto kind = static_cast<size_t>(table.columnOf("kind"));
    table.fileCell = [rows, cell = table.cell, kind](size_t row, size_t column) {
        return column == kind ? ReportCell(std::string_view((*rows)[row].waits ? "wait" : "work")) : cell(row, column);
    };
    table.notes << WaitReport::tr("Times of different threads and tables overlap and are no sum.");
    chooseUnits(table);
    shareLargestUnit(table, {"self_ns", "total_ns"});
    return table;
}

} // namespace ws
