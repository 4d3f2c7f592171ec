#include "widgets/timeline/timescale.h"

#include "core/analysis/gpuscan.h"
#include "core/base/format.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

/// `ns` is already rounded; out of range of an integer, the nearest one.
int64_t toNs(double ns)
{
    if (ns <= -0x1p63)
        return INT64_MIN;
    return ns < 0x1p63 ? static_cast<int64_t>(ns) : INT64_MAX;
}

} // namespace

TimeScale::TimeScale(TimeRange range, int width)
    : m_range(range), m_width(std::max(1, width)), m_pixelsPerNs(m_width / double(std::max<int64_t>(1, range.length())))
{
}

TimeScale::TimeScale(TimeRange range, int width, std::vector<Piece> pieces, double pixelsPerNs)
    : m_range(range), m_width(std::max(1, width)), m_pixelsPerNs(pixelsPerNs), m_pieces(std::move(pieces))
{
}

/// The last piece that `reaches`, else the first; a few steps if near the previous one of this thread: rows are walked
/// from left to right.
template <class Reaches> const TimeScale::Piece &TimeScale::lastThat(Reaches reaches) const
{
    thread_local size_t recent = 0; // a hint: it may be another scale's
    size_t high = m_pieces.size(), low = std::min(recent, high - 1);
    if (reaches(m_pieces[low])) {
        for (size_t step = 1; low + step < high; step *= 2) {
            if (!reaches(m_pieces[low + step])) {
                high = low + step;
                break;
            }
            low += step;
        }
    } else {
        high = low;
        low = 0;
    }
    while (high > low + 1) {
        const size_t middle = (low + high) / 2;
        (reaches(m_pieces[middle]) ? low : high) = middle;
    }
    recent = low;
    return m_pieces[low];
}

const TimeScale::Piece &TimeScale::pieceAt(int64_t ns) const
{
    return lastThat([ns](const Piece &piece) { return piece.begin <= ns; });
}

const TimeScale::Piece &TimeScale::pieceOfPixel(double x) const
{
    return lastThat([x](const Piece &piece) { return piece.x <= x; });
}

int64_t TimeScale::ns(double x) const
{
    if (m_pieces.empty())
        return saturatingAdd(m_range.begin, toNs(std::floor(x / m_pixelsPerNs)));
    const Piece &piece = pieceOfPixel(x);
    return saturatingAdd(piece.begin, toNs(std::floor((x - piece.x) / piece.pixelsPerNs)));
}

int64_t TimeScale::pixelBegin(int x) const
{
    if (m_pieces.empty())
        return saturatingAdd(m_range.begin, toNs(std::ceil(x * nsPerPixel())));
    if (x < 0 || x > m_width)
        return pixelBeginIn(pieceOfPixel(x), x);
    return pixelBegins()[static_cast<size_t>(x)];
}

const std::vector<int64_t> &TimeScale::pixelBegins() const
{
    if (!m_pixelBegins.empty())
        return m_pixelBegins;
    m_pixelBegins.reserve(static_cast<size_t>(m_width) + 2);
    size_t piece = 0;
    for (int pixel = 0; pixel <= m_width + 1; ++pixel) {
        while (piece + 1 < m_pieces.size() && m_pieces[piece + 1].x <= pixel)
            ++piece;
        m_pixelBegins.push_back(m_pieces.empty() ? pixelBegin(pixel) : pixelBeginIn(m_pieces[piece], pixel));
    }
    return m_pixelBegins;
}

int64_t TimeScale::pixelBeginIn(const Piece &piece, int x) const
{
    const int64_t ns = saturatingAdd(piece.begin, toNs(std::ceil((x - piece.x) / piece.pixelsPerNs)));
    return &piece == &m_pieces.back() ? ns : std::min(ns, (&piece + 1)->begin);
}

int TimeScale::pixelAt(int64_t ns) const
{
    constexpr double slack = 1e-6; // far above the rounding errors of x() and pixelBegin()
    const double at = std::clamp(x(ns), 0.0, double(m_width));
    const int pixel = static_cast<int>(at);
    if (at - pixel > slack && at - pixel < 1 - slack)
        return pixel;
    if (pixel < m_width && pixelBegin(pixel + 1) <= ns)
        return pixel + 1;
    return pixel > 0 && pixelBegin(pixel) > ns ? pixel - 1 : pixel;
}

std::vector<TimeScale::BreakColumn> TimeScale::breaks(double minWidth) const
{
    std::vector<BreakColumn> columns;
    for (size_t i = 0; i < m_pieces.size(); ++i) {
        const bool isLast = i + 1 == m_pieces.size();
        const double right = isLast ? m_width : m_pieces[i + 1].x;
        if (m_pieces[i].isBreak && right - m_pieces[i].x >= minWidth)
            columns.push_back(
                {m_pieces[i].x, right, {m_pieces[i].begin, isLast ? m_range.end : m_pieces[i + 1].begin}});
    }
    return columns;
}

std::optional<TimeRange> TimeScale::breakAt(double x) const
{
    if (m_pieces.empty())
        return {};
    const Piece &piece = pieceOfPixel(x);
    const bool isLast = &piece == &m_pieces.back();
    if (!piece.isBreak)
        return {};
    return TimeRange{piece.begin, isLast ? m_range.end : (&piece + 1)->begin};
}

TimeRange zoomed(TimeRange range, double factor, int64_t anchor)
{
    const double length = std::max(double(shortestViewNs), double(range.length()) / factor);
    const double before = (double(anchor) - double(range.begin)) / double(std::max<int64_t>(1, range.length()));
    const int64_t begin = saturatingAdd(anchor, toNs(-std::round(before * length)));
    return {begin, saturatingAdd(begin, toNs(std::round(length)))};
}

TimeRange panned(TimeRange range, int64_t ns)
{
    if (ns > 0 && range.end > 0) // as far as both ends allow
        ns = std::min(ns, INT64_MAX - range.end);
    else if (ns < 0 && range.begin < 0)
        ns = std::max(ns, INT64_MIN - range.begin);
    return {saturatingAdd(range.begin, ns), saturatingAdd(range.end, ns)};
}

TimeRange fitted(TimeRange range, TimeRange limits)
{
    const int64_t whole = std::max(limits.length(), shortestViewNs);
    const int64_t length = std::clamp(range.length(), shortestViewNs, whole);
    if (range.length() < length)
        range.begin = saturatingAdd(range.begin, (range.length() - length) / 2);
    const int64_t begin = std::clamp(range.begin, limits.begin, saturatingAdd(limits.begin, whole - length));
    return {begin, saturatingAdd(begin, length)};
}

TimeRange withMargin(TimeRange range, double share)
{
    const int64_t margin = toNs(std::round(double(range.length()) * share));
    const int64_t begin = saturatingAdd(range.begin, -margin);
    const int64_t farthest = begin < 0 ? INT64_MAX + begin : INT64_MAX; // the length fits
    return {begin, std::min(saturatingAdd(range.end, margin), farthest)};
}

Ticks ticksOf(const TimeScale &scale, int spacing)
{
    const double min = std::clamp(spacing * scale.nsPerPixel(), 1.0, 1e18);
    int64_t step = 1;
    for (int64_t power = 1; double(step) < min; power *= 10) { // ends by 10^18
        for (int64_t factor : {1, 2, 5}) {
            step = power * factor;
            if (double(step) >= min)
                break;
        }
        if (double(step) >= min)
            break;
    }
    Ticks ticks;
    ticks.step = step;
    const auto add = [&](int64_t begin, int64_t end) {
        int64_t t = begin / step * step;
        bool isBehindAll = t < begin && __builtin_add_overflow(t, step, &t);
        for (; !isBehindAll && t <= end; isBehindAll = __builtin_add_overflow(t, step, &t))
            ticks.times.push_back(t);
    };
    const auto &pieces = scale.pieces();
    if (pieces.empty())
        add(scale.range().begin, scale.range().end);
    for (size_t i = 0; i < pieces.size(); ++i)
        if (!pieces[i].isBreak)
            add(pieces[i].begin, i + 1 < pieces.size() ? pieces[i + 1].begin : scale.range().end);
    return ticks;
}

namespace {

/// The smallest power of ten that is not shorter than the visible time.
int64_t baseStep(TimeRange visible)
{
    int64_t step = 1;
    while (step < visible.length() && step < INT64_MAX / 10)
        step *= 10;
    return step;
}

} // namespace

int64_t tickBase(TimeRange visible, int64_t stepNs)
{
    constexpr int64_t readable = 10'000; // steps: four digits
    if (visible.begin / std::max<int64_t>(1, stepNs) < readable)
        return 0;
    const int64_t step = baseStep(visible);
    return visible.begin / step * step;
}

QString tickBaseText(int64_t baseNs, TimeRange visible)
{
    return tickText(baseNs, baseStep(visible), baseNs);
}

QString roundedText(int64_t ns)
{
    int64_t step = 1;
    while (ns / step >= 1000)
        step *= 10;
    return tickText(saturatingAdd(ns, step / 2) / step * step, step, ns);
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
    return formatFixed(double(ns) / double(unit->ns), decimals) + QChar(0xa0) + QString::fromUtf16(unit->name);
}

} // namespace ws
