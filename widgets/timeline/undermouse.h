#pragma once
// What is below a point of the canvas, and its text.

#include "widgets/timeline/timelinestate.h"

#include <QPointF>

namespace ws {

/// A slice and, of a box that shows it at another time (a step's part on the GPU), that time.
struct SliceBox
{
    EventRef slice;
    std::optional<TimeRange> time;
};
/// Without a slice: there is none.
SliceBox boxAt(const TimelineState &state, const TimeScale &scale, QPointF point);

bool isInGapRow(const TimelineState &state, QPoint point);

/// For the tool tip and for screen readers; `span`: the time of the box that stands for it; empty: no slice.
QString sliceText(const TimelineState &state, EventRef slice, std::optional<TimeRange> span = {});

/// Of the break, the curve, the gap or the instant; empty: none of them.
QString valueTextAt(const TimelineState &state, const TimeScale &scale, QPoint point);

} // namespace ws
