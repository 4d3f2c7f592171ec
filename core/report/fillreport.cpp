#include "core/report/fillreport.h"

#include "core/base/texts.h"

namespace ws {
namespace {

class FillReport
{
    Q_DECLARE_TR_FUNCTIONS(FillReport)
public:
    static QString kindText(Filling::Kind kind);
};

QString FillReport::kindText(Filling::Kind kind)
{
    switch (kind) {
    case Filling::Slices:
        return tr("Slices");
    case Filling::Instants:
        return tr("Instants");
    case Filling::Flows:
        return tr("Flows");
    case Filling::Counters:
        return tr("Counters");
    case Filling::PythonFile:
        break;
    }
    return tr("Python file");
}

std::string_view kindId(Filling::Kind kind)
{
    constexpr std::string_view ids[] = {"slices", "instants", "flows", "counters", "python-file"};
    return ids[kind];
}

} // namespace

ReportTable fillReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const std::vector<Filling>> &rows)
{
    ReportTable table{QStringLiteral("filling"), FillReport::tr("What fills the file"), run, 2};
    uint64_t all = 0;
    for (const Filling &row : rows ? *rows : std::vector<Filling>())
        all += row.kind == Filling::PythonFile ? 0 : row.events;
    setRows<Filling>(
        table,
        {{{"kind", FillReport::tr("Kind")}, [](const Filling &row) { return FillReport::kindText(row.kind); }},
         {{"name", FillReport::tr("Category or file"), CellKind::Name},
          [](const Filling &row) { return std::string_view(row.name); }},
         {{"events", FillReport::tr("Events"), CellKind::Count},
          [](const Filling &row) { return countCell(row.events); }},
         {{"share", FillReport::tr("Of events"), CellKind::Share,
           FillReport::tr("Of all events that are not metadata; functions of Python files are in their category too")},
          [all](const Filling &row) { return all ? double(row.events) / double(all) : 0.0; }}},
        rows);
    table.fileCell = [cell = table.cell, rows](size_t row, size_t column) {
        return column == 0 ? ReportCell(kindId((*rows)[row].kind)) : cell(row, column);
    };
    return table;
}

} // namespace ws
