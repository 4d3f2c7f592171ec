#pragma once
// The timeline as a table for screen readers: a row per shown row, named with its title and how busy it is, and the
// slices, steps or gaps of the visible time as its boxes. A row hands out at most maxRowBoxes; its name tells of the
// others.

namespace ws {

class PaintedTable;
class TimelineCanvas;
class TimelineState;

constexpr int maxRowBoxes = 2'000;

/// A child of `canvas`. Pressing a box does what a click on it does.
PaintedTable *addTimelineTable(TimelineState *state, TimelineCanvas *canvas);

} // namespace ws
