#include "core/report/diagnosticreport.h"

#include <QCoreApplication>

namespace ws {
namespace {

class DiagnosticReport
{
    Q_DECLARE_TR_FUNCTIONS(DiagnosticReport)
public:
    static std::vector<RowColumn<Diagnostic>> columns();
};

ReportCell known(int64_t value)
{
    return value < 0 ? ReportCell() : ReportCell(value);
}

std::vector<RowColumn<Diagnostic>> DiagnosticReport::columns()
{
    return {
        {{"kind", tr("Kind")}, [](const Diagnostic &line) { return std::string_view(line.kind); }},
        {{"count", tr("Count"), CellKind::Count, tr("How many times it occurred"), false, true},
         [](const Diagnostic &line) { return countCell(line.count); }},
        {{"first_byte", tr("First byte"), CellKind::Count, tr("Place of the first one in the unpacked content")},
         [](const Diagnostic &line) { return known(line.firstOffset); }},
        {{"begin_ns", tr("From"), CellKind::Time,
          tr("Begin of the time that it concerns, since the run's first event")},
         [](const Diagnostic &line) { return known(line.beginNs); }},
        {{"end_ns", tr("To"), CellKind::Time, tr("End of the time that it concerns, since the run's first event")},
         [](const Diagnostic &line) { return known(line.endNs); }},
        {{"message", tr("What it means"), CellKind::Name}, [](const Diagnostic &line) { return line.message; }},
        {{"example", tr("First one, as in the file"), CellKind::Name},
         [](const Diagnostic &line) { return std::string_view(line.example); }},
    };
}

} // namespace

ReportTable diagnosticReport(const std::shared_ptr<const Run> &run)
{
    ReportTable table{QStringLiteral("diagnostics"), DiagnosticReport::tr("Diagnostics"), run};
    std::shared_ptr<const std::vector<Diagnostic>> rows;
    if (run)
        rows = {run, &run->diagnostics.all()};
    setRows(table, DiagnosticReport::columns(), rows);
    chooseUnits(table);
    shareLargestUnit(table, {"begin_ns", "end_ns"});
    return table;
}

} // namespace ws
