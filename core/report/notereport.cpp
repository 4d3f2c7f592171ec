#include "core/report/notereport.h"

#include "core/base/texts.h"

namespace ws {

ReportTable noteReport(std::vector<SavedNote> notes)
{
    ReportTable table{QStringLiteral("notes"), Core::tr("Notes")};
    setRows<SavedNote>(
        table,
        {{{"start_ns", Core::tr("Time"), CellKind::Time}, [](const SavedNote &n) { return ReportCell(n.time.begin); }},
         {{"duration_ns", Core::tr("Length"), CellKind::Time},
          [](const SavedNote &n) { return n.time.length() > 0 ? ReportCell(n.time.length()) : ReportCell(); }},
         {{"slice", Core::tr("Slice"), CellKind::Name},
          [](const SavedNote &n) { return n.slice ? ReportCell(std::string_view(n.slice->name)) : ReportCell(); }},
         {{"note", Core::tr("Note")}, [](const SavedNote &n) { return ReportCell(n.text); }}},
        std::make_shared<const std::vector<SavedNote>>(std::move(notes)));
    chooseUnits(table);
    return table;
}

} // namespace ws
