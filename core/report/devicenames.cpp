#include "core/report/devicenames.h"

#include "core/model/devicewords.h"

namespace ws {

void nameDevice(ReportTable &table)
{
    if (!table.run)
        return;
    for (ReportColumn &column : table.columns) {
        column.title = forDevice(column.title, *table.run);
        column.toolTip = forDevice(column.toolTip, *table.run);
    }
    for (QString &note : table.notes)
        note = forDevice(note, *table.run);
}

} // namespace ws
