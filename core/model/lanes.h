#pragma once
// Internal to TimelineBuilder: which lane each slice of a track goes to.

#include "core/model/timelinebuilder.h"

namespace ws {

/// Sub-lanes a track may have; further overlapping slices share one overflow lane. Without a limit, 40,000 mutually
/// overlapping slices would make 40,000 rows.
constexpr uint32_t mostLanes = 1024;

struct TimelineBuilder::TrackPlan
{
    std::vector<uint32_t> order;      ///< raw indices in order of (start, longest first); empty: as they lie
    std::vector<uint16_t> lane;       ///< per slice in that order
    std::vector<uint32_t> laneCounts; ///< slices per lane
    bool overflow = false;
};

/// Raw indices sorted by start, longest first, then as they came. Fast on runs that are sorted already. `parallel`: one
/// thread more may help.
std::vector<uint32_t> sortedOrder(const RawTrack &raw, bool parallel = false);

} // namespace ws
