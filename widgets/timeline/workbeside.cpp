#include "widgets/timeline/workbeside.h"

#include "widgets/timeline/slicerow.h"

#include <algorithm>

namespace ws {
namespace {

void unite(std::optional<TimeRange> &all, TimeRange part)
{
    all = all ? TimeRange{std::min(all->begin, part.begin), std::max(all->end, part.end)} : part;
}

/// False: a slice of it is shown, or it cannot be told.
template <class Row> bool lookBeside(const Row &row, TimeRange shown, WorkBeside &work)
{
    const size_t size = row.size(), next = row.overlaps() ? 0 : firstEndingAfter(row, shown.begin);
    if (row.overlaps() || (next < size && row.start(next) < shown.end))
        return false;
    if (next > 0)
        unite(work.before, {row.start(0), row.end(next - 1)});
    if (next < size)
        unite(work.after, {row.start(next), row.end(size - 1)});
    return true;
}

/// What lies completely before and after, whatever is shown between.
void lookAround(const BusyRow &row, TimeRange shown, WorkBeside &work)
{
    const size_t first = firstEndingAfter(row, shown.begin), behind = firstStartingFrom(row, shown.end);
    if (first > 0)
        unite(work.before, {row.start(0), row.end(first - 1)});
    if (behind < row.size())
        unite(work.after, {row.start(behind), row.end(row.size() - 1)});
}

} // namespace

WorkBeside workBeside(const TimelineData &data, const LayoutRow &row, TimeRange shown)
{
    WorkBeside work;
    const Timeline &timeline = data.run->timeline;
    if (row.kind == LayoutRow::Heading && row.device) {
        if (shown.begin <= data.mainActivity.begin && shown.end >= data.mainActivity.end)
            lookAround(BusyRow(data.devices[row.item]), shown, work);
    } else if (row.kind == LayoutRow::Folded) {
        for (const FoldedLane &lane : data.folded[row.track].lanes)
            if (!lookBeside(FoldedRow(timeline, lane), shown, work))
                return {};
    } else if (row.kind == LayoutRow::Lane) {
        const Track &track = timeline.tracks[row.track];
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
            if (!lookBeside(LaneRow(timeline, l), shown, work))
                return {};
    }
    return work;
}

} // namespace ws
