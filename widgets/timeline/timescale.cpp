#include "widgets/timeline/timescale.h"

#include <algorithm>
#include <cmath>

namespace ws {

TimeScale::TimeScale(TimeRange range, int width)
    : m_range(range), m_width(std::max(1, width)), m_pixelsPerNs(m_width / double(std::max<int64_t>(1, range.length())))
{
}

int64_t TimeScale::ns(double x) const
{
    return m_range.begin + static_cast<int64_t>(std::floor(x / m_pixelsPerNs));
}

TimeRange zoomed(TimeRange range, double factor, int64_t anchor)
{
    const double length = std::max(double(shortestViewNs), double(range.length()) / factor);
    const double before = double(anchor - range.begin) / double(std::max<int64_t>(1, range.length()));
    const int64_t begin = anchor - std::llround(before * length);
    return {begin, begin + std::llround(length)};
}

TimeRange panned(TimeRange range, int64_t ns)
{
    return {range.begin + ns, range.end + ns};
}

TimeRange fitted(TimeRange range, TimeRange limits)
{
    const int64_t whole = std::max(limits.length(), shortestViewNs);
    const int64_t length = std::clamp(range.length(), shortestViewNs, whole);
    if (range.length() < length)
        range.begin -= (length - range.length()) / 2;
    const int64_t begin = std::clamp(range.begin, limits.begin, limits.begin + whole - length);
    return {begin, begin + length};
}

TimeRange withMargin(TimeRange range, double share)
{
    const int64_t margin = std::llround(double(range.length()) * share);
    return {range.begin - margin, range.end + margin};
}

Ticks ticksOf(const TimeScale &scale, int spacing)
{
    const double least = std::max(1.0, spacing * scale.nsPerPixel());
    int64_t step = 1;
    for (int64_t power = 1; double(step) < least; power *= 10)
        for (int64_t factor : {1, 2, 5}) {
            step = power * factor;
            if (double(step) >= least)
                break;
        }
    Ticks ticks;
    ticks.step = step;
    const TimeRange range = scale.range();
    int64_t first = range.begin / step * step;
    if (first < range.begin)
        first += step;
    for (int64_t t = first; t <= range.end; t += step)
        ticks.times.push_back(t);
    return ticks;
}

QString tickText(int64_t ns, int64_t stepNs, int64_t largestNs)
{
    struct Unit
    {
        int64_t ns;
        const char16_t *name;
    };
    static constexpr Unit units[] = {{1'000'000'000, u"s"}, {1'000'000, u"ms"}, {1'000, u"µs"}, {1, u"ns"}};
    const Unit *unit = units;
    while (unit->ns > 1 && largestNs < unit->ns)
        ++unit;
    int decimals = 0;
    for (int64_t digit = unit->ns; digit > 1 && stepNs % digit != 0; digit /= 10)
        ++decimals;
    return QString::number(double(ns) / double(unit->ns), 'f', decimals) + QChar(0xa0) + QString::fromUtf16(unit->name);
}

} // namespace ws
