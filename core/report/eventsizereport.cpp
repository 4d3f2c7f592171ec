#include "core/report/eventsizereport.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"

namespace ws {

ReportTable eventSizeReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const EventSizes> &sizes)
{
    ReportTable table{QStringLiteral("events"), Core::tr("Events, and their bytes in the file"), run, 3};
    using Row = const EventSize &;
    const bool hasBytes = sizes->contentBytes > 0;
    const auto threadOf = [run](Row row) {
        const Track &track = run->timeline.tracks[row.track];
        const QString label = toText(run->text(track.label)), tid = toText(run->text(track.tid));
        return ReportCell(track.kind == TrackKind::CpuThread ? threadTitle(label.trimmed(), tid)
                                                             : streamTitle(label, tid));
    };
    setRows<EventSize>(
        table,
        {{{"name", Core::tr("Name"), CellKind::Name}, [run](Row row) { return ReportCell(run->text(row.name)); }},
         {{"category", Core::tr("Category")},
          [run](Row row) { return ReportCell(run->text(run->timeline.categories[row.category].name)); }},
         {{"thread", Core::tr("Thread")}, threadOf},
         {{"events", Core::tr("Events"), CellKind::Count, {}, false, true},
          [](Row row) { return countCell(row.events); }},
         {{"bytes", Core::tr("Bytes"), CellKind::Count, Core::tr("Of the file's content, unpacked"), true, true},
          [hasBytes](Row row) { return hasBytes ? ReportCell(row.bytes) : ReportCell(); }},
         {{"share", Core::tr("Of the file"), CellKind::Share, {}, true, true},
          [hasBytes, all = double(sizes->contentBytes)](Row row) {
              return hasBytes ? ReportCell(double(row.bytes) / all) : ReportCell();
          }}},
        std::shared_ptr<const std::vector<EventSize>>(sizes, &sizes->rows));
    if (hasBytes)
        table.notes << Core::tr("The content has %1 bytes. %2 (%3) are in no row: flows, counters, metadata, ends of "
                                "events, and what stands between events.")
                           .arg(formatCount(sizes->contentBytes), formatCount(sizes->contentBytes - sizes->eventBytes),
                                formatPercent(double(sizes->contentBytes - sizes->eventBytes) /
                                              double(sizes->contentBytes)));
    else
        table.notes << Core::tr("What the events take in the file is known of JSON only.");
    return table;
}

} // namespace ws
