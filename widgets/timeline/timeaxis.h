#pragma once
// The time axis without idle time. Times do not change, only the number of pixels of an idle stretch: a break takes one
// hundredth of the view's width at any zoom, all breaks together at most a quarter of it. Ranges stay real times, too;
// zooming, panning and fitting work on the shown axis, so that the time under the mouse keeps its pixel. Rejected: a
// fixed width in time (too small to see from afar, half of the screen from near), cutting the run into several views
// (nothing could reach across a break).

#include "widgets/timeline/rowlayout.h"
#include "widgets/timeline/timescale.h"

#include <span>
#include <vector>

namespace ws {

class TimeAxis
{
public:
    TimeAxis() = default;
    /// `breaks`: ascending, not empty, disjoint.
    explicit TimeAxis(std::vector<TimeRange> breaks);

    bool isLinear() const { return m_breaks.empty(); }
    const std::vector<TimeRange> &breaks() const { return m_breaks; }
    std::span<const TimeRange> breaksIn(TimeRange range) const;

    TimeScale scale(TimeRange range, int width) const;
    /// Nanoseconds of `range` that are not left out.
    int64_t shownNs(TimeRange range) const;

    /// Like the functions of timescale.h.
    TimeRange zoomed(TimeRange range, double factor, int64_t anchor) const;
    TimeRange panned(TimeRange range, double share) const; ///< share of the view's width
    TimeRange centred(TimeRange range, int64_t middle) const;
    TimeRange fitted(TimeRange range, TimeRange limits) const;

private:
    struct Stretch
    {
        double work = 0;   ///< nanoseconds outside of breaks
        double breaks = 0; ///< their number, fractions at the edges
    };
    Stretch measure(TimeRange range) const;
    bool isWithinBreak(TimeRange range) const;
    /// Length of a break on the shown axis, in nanoseconds of work, for a view of `range`.
    double breakNs(TimeRange range) const;
    double shown(int64_t ns, double breakNs) const;
    int64_t real(double shown, double breakNs) const;

    std::vector<TimeRange> m_breaks;
    std::vector<int64_t> m_before; ///< by break: length of all breaks before it; one more for the end
};

/// Stretches of `within`, `least` ns or longer, in which no shown row of a GPU stream has work, or no row at all if no
/// such row is shown. Streams of a folded group count as shown. Linear in the slices of these rows.
std::vector<TimeRange> idleStretches(const TimelineData &data, const RowLayout &layout, const LayoutChoices &choices,
                                     TimeRange within, int64_t min);

} // namespace ws
