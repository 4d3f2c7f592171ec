#pragma once
// The work of a thread or stream that shows nothing: where it lies before and after what is shown, so that no row looks
// empty that is not. The same of a device whose main activity is shown: the first view leaves out what lies far away.

#include "widgets/timeline/rowlayout.h"

#include <optional>

namespace ws {

struct WorkBeside
{
    std::optional<TimeRange> before, after; ///< from the first start to the last end there
    bool operator==(const WorkBeside &) const = default;
};

/// Of all rows of the section whose first one is `row`, nothing where one of them shows a slice; of the heading of a
/// device, nothing where less than its main activity is shown. Nothing for other kinds of rows. O(rows × log slices).
WorkBeside workBeside(const TimelineData &data, const LayoutRow &row, TimeRange shown);

} // namespace ws
