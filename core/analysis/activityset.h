#pragma once
// A subset of a run's GPU activities, for example those of a module. Tables ask by activity (one bit each, so ten
// million cost a megabyte), the timeline by lane: the slices that stay lit are the activities, the calls that launched
// them with everything nested in these, and their launches and operators anywhere. A module's slices follow one
// another, so a lane keeps them as spans. Immutable; made in a worker thread. Rejected: a set of names, which would
// light the same kernel in every other module too.

#include "core/base/progress.h"
#include "core/model/run.h"

#include <optional>
#include <span>
#include <vector>

namespace ws {

/// Slices first, first + 1 … last - 1 of a lane.
struct SliceSpan
{
    uint32_t first, last;
};

class ActivitySet
{
public:
    ActivitySet() = default;
    /// The activities whose `row` (by activity, any number) is marked in `wanted`; rows beyond its end are not.
    /// `calls`: slices of CPU threads (steps) that are lit as a whole, with what encloses their activities' launches on
    /// other threads in their time. Nothing when cancelled.
    static std::optional<ActivitySet> ofRows(const Run &run, std::span<const uint32_t> row,
                                             const std::vector<uint8_t> &wanted, std::span<const EventRef> calls = {},
                                             const Progress *progress = nullptr);

    struct LaneSpan
    {
        uint32_t lane;
        SliceSpan span;
    };
    /// A set that was taken apart by contains() and spansOf(): `member` by activity, spans that the run has.
    static ActivitySet ofParts(const Run &run, std::vector<bool> member, std::vector<LaneSpan> lit);

    /// No activities, only these slices of CPU threads with everything nested in them.
    static ActivitySet ofSlices(const Run &run, const std::vector<EventRef> &slices);

    size_t count() const { return m_count; } ///< activities
    bool contains(size_t activity) const { return m_member[activity]; }
    /// The lit slices of the lane, ascending and disjoint.
    std::span<const SliceSpan> spansOf(uint32_t lane) const
    {
        return std::span(m_spans).subspan(m_begin[lane], m_begin[lane + 1] - m_begin[lane]);
    }
    bool isLit(EventRef slice) const; ///< O(log spans of the lane)

private:
    void index(std::vector<LaneSpan> found, size_t lanes);

    std::vector<bool> m_member; ///< by activity
    size_t m_count = 0;
    std::vector<size_t> m_begin; ///< by lane, one more than there are lanes; into m_spans
    std::vector<SliceSpan> m_spans;
};

} // namespace ws
