// Idle time of everything shown, which a collapsed time axis omits.
#include "widgets/timeline/slicerow.h"
#include "widgets/timeline/timeaxis.h"

#include <algorithm>

namespace ws {
namespace {

/// The parts of `idle` (ascending) without slices of the row, if long enough.
template <class Row> std::vector<TimeRange> without(const Row &row, const std::vector<TimeRange> &idle, int64_t min)
{
    std::vector<TimeRange> left;
    const auto keep = [&](int64_t begin, int64_t end) {
        if (end - begin >= min)
            left.push_back({begin, end});
    };
    size_t i = 0;
    int64_t reached = INT64_MIN; // slices of an overflow lane may end late
    for (const TimeRange &gap : idle) {
        for (; i < row.size() && row.start(i) < gap.begin; ++i)
            reached = std::max(reached, row.end(i));
        int64_t at = std::max(gap.begin, reached);
        for (; i < row.size() && row.start(i) < gap.end; ++i) {
            keep(at, row.start(i));
            reached = std::max(reached, row.end(i));
            at = std::max(at, reached);
        }
        keep(at, gap.end);
    }
    return left;
}

bool isShown(const Timeline &timeline, const RowLayout &layout, const LayoutChoices &choices, uint32_t track)
{
    LayoutGroup group;
    group.kind = LayoutGroup::Gpu;
    group.pid = timeline.tracks[track].pid;
    return layout.sectionOfTrack[track] != UINT32_MAX ||
           (choices.foldedGroups.count(group.key()) && !choices.hidden.count(SectionId{SectionId::Track, track}.key()));
}

} // namespace

std::vector<TimeRange> idleStretches(const TimelineData &data, const RowLayout &layout, const LayoutChoices &choices,
                                     TimeRange within, int64_t min)
{
    const Timeline &timeline = data.run->timeline;
    std::vector<TimeRange> idle{within};
    bool any = false;
    for (uint32_t t = 0; t < timeline.tracks.size(); ++t) {
        const Track &track = timeline.tracks[t];
        if (track.kind != TrackKind::GpuStream || !isShown(timeline, layout, choices, t))
            continue;
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
            idle = without(LaneRow(timeline, l), idle, min);
        any |= track.sliceCount > 0;
    }
    if (any)
        return idle;
    for (const LayoutRow &row : layout.rows)
        if (row.kind == LayoutRow::Lane)
            idle = without(LaneRow(timeline, row.item), idle, min);
        else if (row.kind == LayoutRow::Folded)
            idle = without(FoldedRow(timeline, data.folded[row.track].lanes[row.item]), idle, min);
    return idle;
}

} // namespace ws
