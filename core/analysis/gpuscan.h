#pragma once
// The walk over GPU work that all analyses share: in order of start, clipped to a range, cancellable.

#include "core/analysis/activityset.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/gpuwork.h"

#include <algorithm>
#include <optional>

namespace ws {

/// Sums saturate instead of overflowing: hostile durations near 2^63 must not be undefined behaviour.
inline int64_t saturatingAdd(int64_t a, int64_t b)
{
    int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? (b > 0 ? INT64_MAX : INT64_MIN) : sum;
}

/// True when [start, end] belongs to the range. A zero-length activity belongs to it from its begin on, not at its end,
/// so that neighbouring ranges share none.
inline bool intersects(const TimeRange &range, int64_t start, int64_t end)
{
    return start < range.end && (end > range.begin || (start == end && start >= range.begin));
}

/// Calls visit(index, start, end) for each activity of the range (without one: all), times clipped to it, in order of
/// the unclipped start. False when cancelled.
template <class Visit>
bool forEachActivity(const GpuWork &gpu, std::optional<TimeRange> range, const Progress *progress, Visit visit)
{
    constexpr size_t block = 1 << 16; // between two checks of the cancel flag
    size_t last = gpu.size();
    if (range)
        last =
            static_cast<size_t>(std::lower_bound(gpu.start.begin(), gpu.start.end(), range->end) - gpu.start.begin());
    for (size_t from = 0; from < last; from += block) {
        if (progress && progress->isCancelled())
            return false;
        for (size_t i = from, to = std::min(last, from + block); i < to; ++i) {
            const int64_t start = gpu.start[i], end = saturatingAdd(start, gpu.duration[i]);
            if (!range)
                visit(i, start, end);
            else if (intersects(*range, start, end))
                visit(i, std::max(start, range->begin), std::min(end, range->end));
        }
    }
    return !(progress && progress->isCancelled());
}

/// The same for the activities of a set; null: all.
template <class Visit>
bool forEachActivity(const GpuWork &gpu, std::optional<TimeRange> range, const ActivitySet *only,
                     const Progress *progress, Visit visit)
{
    if (!only)
        return forEachActivity(gpu, range, progress, visit);
    return forEachActivity(gpu, range, progress, [&](size_t i, int64_t start, int64_t end) {
        if (only->contains(i))
            visit(i, start, end);
    });
}

/// Length of a union of intervals sorted by start.
struct RunningUnion
{
    int64_t length = 0;
    int64_t end = INT64_MIN;

    /// Adds [from, to]; returns by how much the union grew.
    int64_t add(int64_t from, int64_t to)
    {
        const int64_t begin = std::max(from, end); // without branches: overlaps are unpredictable
        const int64_t grown = to > begin ? to - begin : 0;
        end = std::max(end, to);
        length += grown;
        return grown;
    }
};

} // namespace ws
