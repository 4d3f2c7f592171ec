#pragma once
// From one slice or time to the next relevant one. Pure functions on the run; EventRef{} means none.

#include "widgets/timeline/rowlayout.h"
#include "widgets/timeline/timescale.h"

#include <optional>
#include <vector>

namespace ws {

/// The slice before (step −1) or after (+1) `slice` in its row.
EventRef neighbourInRow(const TimelineData &data, const LayoutRow &row, EventRef slice, int step);
/// The next slice of the same name by start (then by lane), in any row. O(log n) per lane plus the slices in between.
EventRef neighbourOfName(const Run &run, EventRef slice, int step);

/// GPU work ↔ the call that launched it. Linear in the GPU work of the run.
struct LaunchLinks
{
    EventRef launch;               ///< of the slice itself, or the call that launched it
    std::vector<EventRef> kernels; ///< all that it launched, by start
};
LaunchLinks launchLinks(const Run &run, EventRef slice);

/// The edge of a slice in `row` nearest to `x`, at most `slack` pixels away; only slices that are a pixel wide count.
std::optional<int64_t> edgeNear(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, double x,
                                double slack);

/// The slice of GPU work, or else the longest on any row, to start from when nothing is selected: first within `range`.
EventRef firstSliceIn(const TimelineData &data, TimeRange range);

} // namespace ws
