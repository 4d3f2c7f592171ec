#include "widgets/timeline/gapundermouse.h"

#include "core/report/gapreport.h"
#include "widgets/session/gaptext.h"
#include "widgets/toolkit/viewtexts.h"

#include <numeric>

namespace ws {
namespace {

const LayoutRow *rowUnder(const TimelineState &state, QPointF point)
{
    const RowLayout &layout = state.layout();
    const size_t row = state.data() && layout.when
                           ? layout.rowAt(state.view().layoutY(layout, static_cast<int>(point.y())))
                           : SIZE_MAX;
    return row == SIZE_MAX ? nullptr : &layout.rows[row];
}

const Gap *gapBelowHatching(const TimelineState &state, const LayoutRow &row, const TimeScale &scale, double x)
{
    const Track *track = row.kind == LayoutRow::Lane ? &state.run()->timeline.tracks[row.track] : nullptr;
    const bool isStream = track && track->kind == TrackKind::GpuStream;
    const size_t device = isStream ? state.data()->deviceIndex(track->pid) : SIZE_MAX;
    return device == SIZE_MAX ? nullptr : state.layout().when->gapAt(device, scale.ns(x));
}

} // namespace

const Gap *gapUnder(const TimelineState &state, const TimeScale &scale, QPointF point)
{
    const LayoutRow *row = rowUnder(state, point);
    if (!row)
        return nullptr;
    if (row->kind != LayoutRow::Gaps)
        return gapBelowHatching(state, *row, scale, point.x());
    return state.layout().when->columnAt(row->item, scale, point.x()).longest;
}

QString gapTextUnder(const TimelineState &state, const TimeScale &scale, QPointF point)
{
    const LayoutRow *row = rowUnder(state, point);
    const Gap *gap = gapUnder(state, scale, point);
    if (!gap)
        return {};
    if (row->kind != LayoutRow::Gaps)
        return gapText(*state.run(), *gap);
    const WhenLanes::Column column = state.layout().when->columnAt(row->item, scale, point.x());
    if (column.count == 1)
        return gapText(*state.run(), *gap);
    const int64_t idle = std::accumulate(column.byCause.begin(), column.byCause.end(), int64_t(0));
    QStringList lines{Views::tr("%1 gaps here, together %2 idle")
                          .arg(formatCount(static_cast<int64_t>(column.count)), formatDuration(idle))};
    for (size_t cause = 0; cause < column.byCause.size(); ++cause)
        if (column.byCause[cause])
            lines << gapCauseText(static_cast<GapCause>(cause)) + u' ' + formatDuration(column.byCause[cause]);
    lines << Views::tr("the longest: %1").arg(gapText(*state.run(), *gap));
    return lines.join(u'\n');
}

} // namespace ws
