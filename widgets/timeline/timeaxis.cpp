#include "widgets/timeline/timeaxis.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {
constexpr double widthOfBreak = 0.01; ///< share of the view
constexpr double maxOfView = 0.25;    ///< for all breaks together
} // namespace

TimeAxis::TimeAxis(std::vector<TimeRange> breaks) : m_breaks(std::move(breaks))
{
    m_before.reserve(m_breaks.size() + 1);
    int64_t sum = 0;
    for (const TimeRange &gap : m_breaks) {
        m_before.push_back(sum);
        sum += gap.length();
    }
    m_before.push_back(sum);
}

std::span<const TimeRange> TimeAxis::breaksIn(TimeRange range) const
{
    const auto first = std::partition_point(m_breaks.begin(), m_breaks.end(),
                                            [&](const TimeRange &gap) { return gap.end <= range.begin; });
    const auto last =
        std::partition_point(first, m_breaks.end(), [&](const TimeRange &gap) { return gap.begin < range.end; });
    return {first, last};
}

TimeAxis::Stretch TimeAxis::measure(TimeRange range) const
{
    Stretch stretch;
    const auto gaps = breaksIn(range);
    double left = 0;
    for (const TimeRange &gap : gaps) {
        const double inside = double(std::min(gap.end, range.end) - std::max(gap.begin, range.begin));
        left += inside;
        stretch.breaks += inside / double(gap.length());
    }
    stretch.work = std::max(0.0, double(range.length()) - left);
    return stretch;
}

bool TimeAxis::isWithinBreak(TimeRange range) const
{
    const auto gaps = breaksIn(range);
    return gaps.size() == 1 && gaps.front().begin <= range.begin && gaps.front().end >= range.end;
}

int64_t TimeAxis::shownNs(TimeRange range) const
{
    return isWithinBreak(range) ? range.length() : std::llround(measure(range).work);
}

double TimeAxis::breakNs(TimeRange range) const
{
    const Stretch stretch = measure(range);
    const double share = std::min(widthOfBreak, maxOfView / std::max(1.0, stretch.breaks));
    return std::max(1e-3, share * stretch.work / (1 - share * stretch.breaks));
}

double TimeAxis::shown(int64_t ns, double breakNs) const
{
    const auto gap =
        std::partition_point(m_breaks.begin(), m_breaks.end(), [&](const TimeRange &g) { return g.end <= ns; });
    const auto i = static_cast<size_t>(gap - m_breaks.begin());
    const double passed = double(i) * breakNs;
    if (gap == m_breaks.end() || ns <= gap->begin)
        return double(ns - m_before[i]) + passed;
    return double(gap->begin - m_before[i]) + passed + breakNs * double(ns - gap->begin) / double(gap->length());
}

int64_t TimeAxis::real(double shown, double breakNs) const
{
    const auto beginOf = [&](size_t i) { return double(m_breaks[i].begin - m_before[i]) + double(i) * breakNs; };
    size_t low = 0, high = m_breaks.size(); // the first break that begins after
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (beginOf(middle) > shown)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == 0)
        return std::llround(shown);
    const TimeRange &gap = m_breaks[low - 1];
    const double inside = shown - beginOf(low - 1);
    return inside < breakNs ? gap.begin + std::llround(inside / breakNs * double(gap.length()))
                            : gap.end + std::llround(inside - breakNs);
}

TimeScale TimeAxis::scale(TimeRange range, int width) const
{
    const auto gaps = breaksIn(range);
    if (gaps.empty() || isWithinBreak(range))
        return TimeScale(range, width);
    const double ofBreak = breakNs(range);
    const Stretch stretch = measure(range);
    const double perNs = std::max(1, width) / (stretch.work + ofBreak * stretch.breaks);
    std::vector<TimeScale::Piece> pieces;
    pieces.reserve(2 * gaps.size() + 1);
    int64_t at = range.begin;
    double x = 0;
    for (const TimeRange &gap : gaps) {
        if (gap.begin > at) {
            pieces.push_back({at, x, perNs, false});
            x += double(gap.begin - at) * perNs;
            at = gap.begin;
        }
        const double slope = ofBreak * perNs / double(gap.length());
        pieces.push_back({at, x, slope, true});
        x += double(gap.end - at) * slope;
        at = gap.end;
    }
    if (at < range.end)
        pieces.push_back({at, x, perNs, false});
    return TimeScale(range, width, std::move(pieces), perNs);
}

TimeRange TimeAxis::zoomed(TimeRange range, double factor, int64_t anchor) const
{
    if (isLinear() || isWithinBreak(range))
        return ws::zoomed(range, factor, anchor);
    const double ofBreak = breakNs(range);
    const double begin = shown(range.begin, ofBreak), length = shown(range.end, ofBreak) - begin;
    const double wanted = std::max(double(shortestViewNs), length / factor);
    const double thenOfBreak = ofBreak * wanted / length;
    const double from = shown(anchor, thenOfBreak) - (shown(anchor, ofBreak) - begin) / length * wanted;
    return {real(from, thenOfBreak), real(from + wanted, thenOfBreak)};
}

TimeRange TimeAxis::panned(TimeRange range, double share) const
{
    if (isLinear() || isWithinBreak(range))
        return ws::panned(range, std::llround(share * double(range.length())));
    const double ofBreak = breakNs(range);
    const double begin = shown(range.begin, ofBreak), length = shown(range.end, ofBreak) - begin;
    return {real(begin + share * length, ofBreak), real(begin + (1 + share) * length, ofBreak)};
}

TimeRange TimeAxis::centred(TimeRange range, int64_t middle) const
{
    if (isLinear() || isWithinBreak(range))
        return ws::panned(range, middle - (range.begin + range.length() / 2));
    const double ofBreak = breakNs(range);
    const double length = shown(range.end, ofBreak) - shown(range.begin, ofBreak);
    const double from = shown(middle, ofBreak) - length / 2;
    return {real(from, ofBreak), real(from + length, ofBreak)};
}

TimeRange TimeAxis::fitted(TimeRange range, TimeRange limits) const
{
    if (isLinear() || range.length() <= shortestViewNs || isWithinBreak(range) ||
        (range.begin >= limits.begin && range.end <= limits.end))
        return ws::fitted(range, limits);
    const double ofBreak = breakNs(range);
    const double first = shown(limits.begin, ofBreak), last = shown(limits.end, ofBreak);
    const double length = shown(range.end, ofBreak) - shown(range.begin, ofBreak);
    if (length >= last - first)
        return limits;
    const double from = std::clamp(shown(range.begin, ofBreak), first, last - length);
    return ws::fitted({real(from, ofBreak), real(from + length, ofBreak)}, limits);
}

} // namespace ws
