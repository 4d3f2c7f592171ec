#pragma once
// The boxes to draw in a row: a pure function of the data, the row and the time scale, tested without a window. Work
// and size follow the pixels, never the slices: slices narrower than a pixel are merged into a column with their busy
// share and the name of the longest one. Colours are left to the painter, so that a new selection, theme or mapping
// costs no new geometry.

#include "widgets/timeline/rowlayout.h"
#include "widgets/timeline/timescale.h"

#include <vector>

namespace ws {

constexpr uint32_t mergedMark = UINT32_MAX;

struct Mark
{
    uint16_t x = 0; ///< device pixels from the left edge
    uint16_t width = 1;
    uint16_t category = 0;
    uint8_t fill = 255;     ///< share of the row's height, 255: all of it
    bool beginsHere = true; ///< false: the slice's start lies left of the view
    StringId name = 0;
    uint32_t index = mergedMark; ///< of the slice within the row; mergedMark: several
    bool dimmed = false;         ///< no slice of the focus (set by HighlightHits)
    uint8_t shade = 0;           ///< a SlackShade (set by ReplayRows); 0: coloured by name
};

/// The right edge of a box, or where the next one begins, which is drawn over it: the steps of a GPU may overlap.
int freeUntil(const std::vector<Mark> &marks, size_t mark);

/// Lowest and highest value of a curve in one pixel column, 0 to 1 of its range; low > high: no value yet.
struct CurveColumn
{
    float low = 1;
    float high = 0;
};

struct RowMarks
{
    std::vector<Mark> marks;        ///< x ascending
    std::vector<CurveColumn> curve; ///< counters and headings of GPUs: one per pixel
};

/// Slices that touch a time, by start, at most `max` of them, and the number of all.
struct RowSlices
{
    std::vector<EventRef> slices;
    size_t count = 0;
};
RowSlices slicesIn(const TimelineData &data, const LayoutRow &row, TimeRange time, size_t max);

constexpr int widestMarks = 16384; ///< device pixels; wider scales are refused (empty result)

RowMarks marksOf(const TimelineData &data, const LayoutRow &row, const TimeScale &scale);
/// Into marks whose memory is used again.
void fillMarks(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, RowMarks &marks);
/// The marks of a lane, without a layout.
RowMarks marksOfLane(const TimelineData &data, uint32_t lane, const TimeScale &scale);

/// The slice in `row` at `x`; of several within `slack` pixels the longest. Invalid: none.
EventRef sliceAt(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, double x, double slack = 2);

} // namespace ws
