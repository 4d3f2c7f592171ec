#pragma once
// The slices in a time range on chosen tracks, for the Selection panel. Slices of every nesting depth count; a slice
// belongs to the range when it intersects it, its time is clipped. Never add up totals of CPU slices: a call and the
// calls inside it count the same time. Self times add up: a slice's self time is its clipped time without the slices
// directly inside it, so those of one thread give the time in which anything runs on it.

#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/timeline.h"

#include <optional>
#include <span>
#include <vector>

namespace ws {

class ActivitySet;

struct NameStats
{
    StringId name = 0;
    uint64_t count = 0;
    int64_t totalNs = 0; ///< clipped
    int64_t selfNs = 0;  ///< clipped, without what is nested directly inside; on GPU streams nothing nests
};

struct RangeStats
{
    uint64_t count = 0;
    int64_t totalNs = 0;          ///< sum of the clipped durations; nested slices count several times
    int64_t selfNs = 0;           ///< sum of the self times
    int64_t unionNs = 0;          ///< time in which at least one slice runs
    std::vector<NameStats> names; ///< by self time, descending; equal ones by total
};

/// Over the lanes given by index into Timeline::lanes; slices that are not lit in `only` (null: all are) do not count.
/// Empty when cancelled. O(slices in the range).
std::optional<RangeStats> rangeStats(const Timeline &timeline, std::span<const uint32_t> lanes, TimeRange range,
                                     const Progress *progress = nullptr, const ActivitySet *only = nullptr);
/// All lanes of tracks.
std::vector<uint32_t> lanesOf(const Timeline &timeline, std::span<const uint32_t> tracks);

/// A slice's duration without its direct children: on CPU threads the slices one lane deeper that begin within it
/// (a child that outlasts it counts up to its end); elsewhere nothing nests and the whole duration is its own.
int64_t selfTime(const Timeline &timeline, EventRef slice);

} // namespace ws
