#pragma once
// The gap below a point of the canvas: in the row of gaps, or where a stream's row is hatched because its device idles.

#include "widgets/timeline/timelinestate.h"

#include <QPointF>

namespace ws {

/// Null: none. Of gaps narrower than a pixel the longest.
const Gap *gapUnder(const TimelineState &state, const TimeScale &scale, QPointF point);

/// For the tool tip; a column of several gaps says how many and what they add up to. Empty: none.
QString gapTextUnder(const TimelineState &state, const TimeScale &scale, QPointF point);

} // namespace ws
