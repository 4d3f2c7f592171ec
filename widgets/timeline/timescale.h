#pragma once
// Time ↔ pixel, and what zooming and panning do to a range. Pure functions: views hold a range and a width, nothing
// else. Pixels are device pixels counted from the left edge of the drawing area.

#include "core/base/timerange.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace ws {

constexpr int64_t shortestViewNs = 50; ///< deeper than that there is nothing to see: traces count whole nanoseconds

class TimeScale
{
public:
    TimeScale() = default;
    TimeScale(TimeRange range, int width);

    const TimeRange &range() const { return m_range; }
    int width() const { return m_width; }
    double pixelsPerNs() const { return m_pixelsPerNs; }
    double nsPerPixel() const { return 1 / m_pixelsPerNs; }
    double x(int64_t ns) const { return double(ns - m_range.begin) * m_pixelsPerNs; }
    int64_t ns(double x) const;
    bool operator==(const TimeScale &) const = default;

private:
    TimeRange m_range{0, 1};
    int m_width = 1;
    double m_pixelsPerNs = 1;
};

/// `factor` > 1 shows less; the time `anchor` keeps its pixel.
TimeRange zoomed(TimeRange range, double factor, int64_t anchor);
TimeRange panned(TimeRange range, int64_t ns);
/// Moved, and shortened or lengthened where needed, so that it lies within `limits` and is at least shortestViewNs
/// long.
TimeRange fitted(TimeRange range, TimeRange limits);
/// `range` with `share` of its length added on both sides.
TimeRange withMargin(TimeRange range, double share);

/// Ruler marks: multiples of `step`, a 1-2-5 number, at least `spacing` pixels apart.
struct Ticks
{
    int64_t step = 1;
    std::vector<int64_t> times;
};
Ticks ticksOf(const TimeScale &scale, int spacing);

/// A point in time with just the digits that tell ticks `stepNs` apart from each other, in a unit that suits the
/// largest tick, so that all have the same: (1'250'000, 50'000, 2'000'000) is "1.25 ms".
QString tickText(int64_t ns, int64_t stepNs, int64_t largestNs);

} // namespace ws
