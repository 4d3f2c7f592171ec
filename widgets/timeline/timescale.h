#pragma once
// Time ↔ pixel, zooming and panning of a range. Pure functions: views hold a range and a width, nothing else. Pixels
// are device pixels counted from the left edge of the drawing area. Where idle time is omitted (see timeaxis.h) the
// function is piecewise linear.

#include "core/base/timerange.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace ws {

constexpr int64_t shortestViewNs = 50; ///< more zoom shows nothing new: traces have whole nanoseconds

class TimeScale
{
public:
    /// From `begin` on to where the next piece begins.
    struct Piece
    {
        int64_t begin = 0;
        double x = 0;
        double pixelsPerNs = 1;
        bool isBreak = false; ///< omitted idle time
    };

    TimeScale() = default;
    TimeScale(TimeRange range, int width);
    /// `pieces`: ascending, the first begins with the range; `pixelsPerNs`: of all that are not breaks.
    TimeScale(TimeRange range, int width, std::vector<Piece> pieces, double pixelsPerNs);

    const TimeRange &range() const { return m_range; }
    int width() const { return m_width; }
    double pixelsPerNs() const { return m_pixelsPerNs; } ///< outside of breaks
    double nsPerPixel() const { return 1 / m_pixelsPerNs; }
    double x(int64_t ns) const
    {
        if (m_pieces.empty())
            return double(ns - m_range.begin) * m_pixelsPerNs;
        const Piece &piece = pieceAt(ns);
        return piece.x + double(ns - piece.begin) * piece.pixelsPerNs;
    }
    int64_t ns(double x) const;
    /// The first whole nanosecond at or after the left edge of a pixel.
    int64_t pixelBegin(int x) const;
    /// pixelBegin() of the pixels 0 to width() + 1; kept, for walks that ask for every pixel. Several threads may use a
    /// scale at once after the first call of this.
    const std::vector<int64_t> &pixelBegins() const;
    /// The pixel that holds `ns` by pixelBegin(), 0 to width(). The integral part of x() may be one less or one more: a
    /// time on the edge of a pixel is rounded to either side.
    int pixelAt(int64_t ns) const;
    double nsPerPixelAt(int64_t ns) const { return m_pieces.empty() ? nsPerPixel() : 1 / pieceAt(ns).pixelsPerNs; }
    /// Empty: the axis is linear.
    const std::vector<Piece> &pieces() const { return m_pieces; }
    /// Breaks at least `minWidth` wide: [left, right) and the omitted time.
    struct BreakColumn
    {
        double left = 0;
        double right = 0;
        TimeRange time{0, 0};
    };
    std::vector<BreakColumn> breaks(double minWidth) const;
    /// The break that covers `x`, as time; none: work, or a linear axis.
    std::optional<TimeRange> breakAt(double x) const;

private:
    const Piece &pieceAt(int64_t ns) const;
    const Piece &pieceOfPixel(double x) const;
    int64_t pixelBeginIn(const Piece &piece, int x) const;
    template <class Reaches> const Piece &lastThat(Reaches reaches) const;

    TimeRange m_range{0, 1};
    int m_width = 1;
    double m_pixelsPerNs = 1;
    std::vector<Piece> m_pieces;
    mutable std::vector<int64_t> m_pixelBegins; ///< empty: not asked for
};

/// `factor` > 1 shows less; the time `anchor` keeps its pixel.
TimeRange zoomed(TimeRange range, double factor, int64_t anchor);
TimeRange panned(TimeRange range, int64_t ns);
/// Moved, and shortened or lengthened where needed, so that it lies within `limits` and is at least shortestViewNs
/// long.
TimeRange fitted(TimeRange range, TimeRange limits);
/// `range` with `share` of its length added on both sides.
TimeRange withMargin(TimeRange range, double share);

/// Ruler marks: multiples of `step`, a 1-2-5 number, at least `spacing` pixels apart; none inside of breaks.
struct Ticks
{
    int64_t step = 1;
    std::vector<int64_t> times;
};
Ticks ticksOf(const TimeScale &scale, int spacing);

/// A point in time with only the digits that distinguish ticks at a distance of `stepNs`, in a unit that suits the
/// largest tick, the same for all: (1'250'000, 50'000, 2'000'000) is "1.25 ms".
QString tickText(int64_t ns, int64_t stepNs, int64_t largestNs);
/// Deep in a long run ticks have more digits than anybody reads. The ruler then shows this time once, and ticks as what
/// is added to it ("43.000 s", "+200 ns"). 0: the ticks are readable as they are.
int64_t tickBase(TimeRange visible, int64_t stepNs);
/// The base with the digits that matter: "43.000001 s".
QString tickBaseText(int64_t baseNs, TimeRange visible);
/// Three digits in a suitable unit: "3.07 ms", "45.2 s".
QString roundedText(int64_t ns);

} // namespace ws
