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

/// On CPU threads, direct calls inside a slice lie one lane deeper; null: nothing nests.
const Lane *nestedLane(const Timeline &timeline, uint32_t lane);

/// How much of the slices of a lane is covered by what is nested directly inside. Asked in order of start, it never
/// looks again at children before the last slice's: O(slices + children) for a lane.
class NestedTime
{
public:
    /// `below` null: nothing is nested. `firstStart`: of the first slice that will be asked for.
    NestedTime(const Lane *below, int64_t firstStart);
    /// Of a slice, within `clipped`; children begin inside the slice.
    int64_t within(int64_t start, int64_t end, TimeRange clipped);

private:
    const Lane *m_below;
    size_t m_child; ///< the first one that may lie in the next slice
};

} // namespace ws
