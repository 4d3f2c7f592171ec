#include "core/analysis/findings/framearound.h"

#include <algorithm>

namespace ws {

EventRef ownFrameAround(const Run &run, EventRef call)
{
    const Timeline &timeline = run.timeline;
    const int64_t ns = timeline.start(call);
    const Track &track = timeline.track(call);
    for (uint32_t l = std::min(call.lane + 1, track.firstLane + track.laneCount); l-- > track.firstLane;) {
        const Lane &lane = timeline.lanes[l];
        const size_t i = lane.firstEndingAfter(ns);
        if (i < lane.size() && lane.start[i] <= ns &&
            timeline.categories[lane.category[i]].kind == CategoryKind::Python && isOwnFrame(run.text(lane.name[i])))
            return {l, static_cast<uint32_t>(i)};
    }
    return {};
}

} // namespace ws
