#include "core/analysis/collectives/planes.h"

#include <algorithm>

namespace ws {
namespace {

std::vector<TimeRange> unionOf(std::vector<TimeRange> ranges)
{
    std::ranges::sort(ranges, {}, &TimeRange::begin);
    std::vector<TimeRange> all;
    for (const TimeRange &range : ranges)
        if (!all.empty() && range.begin <= all.back().end)
            all.back().end = std::max(all.back().end, range.end);
        else
            all.push_back(range);
    return all;
}

} // namespace

PlaneTimes planeTimes(const Run &run, uint16_t device)
{
    const Timeline &timeline = run.timeline;
    PlaneTimes planes;
    for (const Track &track : timeline.tracks) {
        if (track.kind != TrackKind::CpuThread || track.pid != run.gpu.devices[device] ||
            !run.text(track.label).starts_with("Plane "))
            continue;
        for (uint32_t k = track.firstLane; k < track.firstLane + track.laneCount; ++k)
            for (size_t i = 0; i < timeline.lanes[k].size(); ++i) {
                const std::string_view name = run.text(timeline.lanes[k].name[i]);
                const TimeRange time{timeline.lanes[k].start[i], timeline.lanes[k].endOf(i)};
                if (!name.starts_with("Notify_"))
                    planes.transfers.push_back(time);
                if (!name.starts_with("Notify_Record"))
                    planes.all.push_back(time);
            }
    }
    planes.transfers = unionOf(std::move(planes.transfers));
    planes.all = unionOf(std::move(planes.all));
    return planes;
}

} // namespace ws
