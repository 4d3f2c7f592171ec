#pragma once
// The slices in a time range on chosen tracks, for the Selection panel. Slices of every nesting depth count; a slice
// belongs to the range when it intersects it, its time is clipped. Never add up totals of CPU slices: a call and the
// calls inside it count the same time. Self times add up: of the slices that run at one time on a thread, it is the
// self time of the innermost one alone, so those of one thread give the time in which anything runs on it.

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
    int64_t selfNs = 0;  ///< clipped, without what is nested inside; on GPU streams nothing nests
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

/// A slice's duration without what is nested inside: on CPU threads the slices of deeper lanes that run meanwhile;
/// elsewhere nothing nests and the whole duration is its own. O(slices within it).
int64_t selfTime(const Timeline &timeline, EventRef slice);

/// How much of the slices of a lane is covered by what is nested inside. Not the next lane alone: where a call returns
/// after the slice that began in it (the `__enter__` that opens an annotation), that slice lies two lanes deeper than
/// what encloses both. Goes from lane to lane and, within one, in order of start, so that nothing is looked at twice:
/// O(slices) for a thread.
class NestedTime
{
public:
    /// Only times within `range` will be asked for.
    NestedTime(const Timeline &timeline, TimeRange range) : m_timeline(timeline), m_range(range) {}
    /// Lanes of one track innermost first, that is in descending order.
    void enter(uint32_t lane);
    /// Of a part of a slice of that lane.
    int64_t within(TimeRange part);

private:
    bool isWithin(const Lane &inner, const Lane &outer) const;
    void add(const Lane &lane);

    const Timeline &m_timeline;
    TimeRange m_range;
    uint32_t m_lane = UINT32_MAX;
    bool m_isNested = false;       ///< every slice below the next lane lies within one of the lane above: the next lane
                                   ///< covers what all of them do, and m_below is not needed
    uint32_t m_added = UINT32_MAX; ///< the outermost lane in m_below
    std::vector<TimeRange> m_below; ///< what the deeper lanes cover; sorted, apart from each other
    size_t m_next = 0;              ///< the first one, or slice of the next lane, that may lie in the next slice
};

} // namespace ws
