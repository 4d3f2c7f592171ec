#include "widgets/timeline/marks.h"

#include "widgets/timeline/slicerow.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

/// Collects the slices of one pixel and writes marks in ascending order. Times are compared as integers; only a new
/// pixel costs floating point.
class Collector
{
public:
    Collector(const TimeScale &scale, std::vector<Mark> &out)
        : m_scale(scale), m_out(out), m_begins(scale.pixelBegins()), m_width(scale.width()),
          m_isLinear(scale.pieces().empty()), m_fillPerNs(scale.pixelsPerNs()),
          m_minWideNs(static_cast<int64_t>(std::ceil(scale.nsPerPixel()))), m_wideNs(m_minWideNs)
    {
    }

    /// Slices this long get a box of their own. In a break of the axis a pixel is many times longer than elsewhere.
    int64_t wideNs() const { return m_wideNs; }
    bool isNarrow(int64_t start, int64_t end) const
    {
        return end - start < m_minWideNs || (!m_isLinear && end - start < wideNsAt(start));
    }
    int64_t pixelEnd() const { return m_pixelEnd; }

    /// From here on pixelEnd() lies after `start`, whatever the rounding: the walks rely on it to get ahead.
    void beginPixel(int64_t start)
    {
        m_pixel = pixelFrom(m_pixel, start);
        m_pixelEnd = std::max(m_begins[static_cast<size_t>(m_pixel) + 1], start + 1);
        if (!m_isLinear)
            m_wideNs = wideNsAt(start);
        m_busyNs = 0;
        m_longestNs = -1;
        m_count = 0;
    }

    void add(double busyNs, double longestNs, uint32_t count, StringId name, uint16_t category, uint32_t index)
    {
        m_busyNs += busyNs;
        m_count += count;
        if (longestNs <= m_longestNs)
            return;
        m_longestNs = longestNs;
        m_name = name;
        m_category = category;
        m_index = index;
    }

    /// Adds blocks from `b` on as long as they end within the pixel and are narrow, and returns the first that is left.
    /// blocks[to] exists: its begin is the end of the one before.
    size_t addBlocks(const std::vector<SliceBlock> &blocks, size_t b, size_t to)
    {
        const size_t first = b;
        size_t longest = SIZE_MAX;
        double busyNs = m_busyNs, longestNs = m_longestNs;
        for (; b < to; ++b) {
            const int64_t end = blocks[b + 1].start;
            if (end > m_pixelEnd || end - blocks[b].start >= m_minWideNs)
                break;
            busyNs += double(blocks[b].busyNs);
            const bool isLonger = double(blocks[b].longestNs) > longestNs; // unpredictable: no branch
            longest = isLonger ? b : longest;
            longestNs = isLonger ? double(blocks[b].longestNs) : longestNs;
        }
        m_busyNs = busyNs;
        m_longestNs = longestNs;
        m_count += static_cast<uint32_t>(2 * (b - first)); // more than one slice
        if (longest != SIZE_MAX) {
            m_name = blocks[longest].name;
            m_category = blocks[longest].category;
            m_index = mergedMark;
        }
        return b;
    }

    void addBox(int64_t start, int64_t end, StringId name, uint16_t category, uint32_t index)
    {
        const int left = pixelFrom(m_pixel, start);
        const int right = std::min(std::max(pixelFrom(left, end), left + 1), m_width);
        if (right > left)
            m_out.push_back({static_cast<uint16_t>(left), static_cast<uint16_t>(right - left), category, 255,
                             start >= m_scale.range().begin, name, index, false});
    }

    void flush()
    {
        if (m_count > 0 && m_pixel < m_width)
            m_out.push_back({static_cast<uint16_t>(m_pixel), 1, m_category,
                             static_cast<uint8_t>(std::clamp(m_busyNs * m_fillPerNs * 255, 1.0, 255.0)), true, m_name,
                             m_count == 1 ? m_index : mergedMark, false});
        m_count = 0;
        m_pixelEnd = INT64_MIN;
    }

private:
    /// TimeScale::pixelAt(), quick for times in pixel `near` or the one after it.
    int pixelFrom(int near, int64_t ns) const
    {
        const auto next = static_cast<size_t>(near) + 1; // at most width() + 1
        if (ns >= m_begins[next])
            return next + 1 < m_begins.size() && ns < m_begins[next + 1] ? near + 1 : m_scale.pixelAt(ns);
        return ns >= m_begins[next - 1] ? near : m_scale.pixelAt(ns);
    }
    int64_t wideNsAt(int64_t start) const { return static_cast<int64_t>(std::ceil(m_scale.nsPerPixelAt(start))); }

    const TimeScale &m_scale;
    std::vector<Mark> &m_out;
    const std::vector<int64_t> &m_begins; ///< by pixel
    const int m_width;
    const bool m_isLinear;
    const double m_fillPerNs;  ///< pixels of a column that is as high as the row
    const int64_t m_minWideNs; ///< outside of breaks
    int64_t m_wideNs;
    int m_pixel = 0;
    int64_t m_pixelEnd = INT64_MIN;
    double m_busyNs = 0, m_longestNs = -1;
    uint32_t m_count = 0, m_index = 0;
    StringId m_name = 0;
    uint16_t m_category = 0;
};

template <class Row> class Walk
{
public:
    Walk(const Row &row, const LaneSummary &summary, const TimeScale &scale, std::vector<Mark> &out)
        : m_row(row), m_summary(summary), m_scale(scale), m_collector(scale, out)
    {
    }

    void run()
    {
        size_t i = firstEndingAfter(m_row, m_scale.range().begin);
        m_last = firstStartingFrom(m_row, m_scale.range().end);
        if (m_row.overlaps()) {
            walkOverlapping(i);
        } else if (i < m_last) {
            const size_t top = topLevel(m_last - i);
            for (size_t level = 0; level < top && i < m_last; ++level) { // up to where a block of the next level begins
                const size_t next = (i / slicesIn(level + 1) + 1) * slicesIn(level + 1);
                walkLevel(level, i / slicesIn(level), next / slicesIn(level));
                i = next;
            }
            if (i < m_last)
                walkLevel(top, i / slicesIn(top), (m_last - 1) / slicesIn(top) + 1);
        }
        m_collector.flush();
    }

private:
    static size_t slicesIn(size_t level) { return size_t(1) << (4 * level); }

    /// Blocks pay only where many slices share a pixel.
    size_t topLevel(size_t visible) const
    {
        size_t level = 0;
        while (level < m_summary.levels.size() && visible > size_t(m_scale.width()) * slicesIn(level + 1) / 2)
            ++level;
        return level;
    }

    /// Blocks [from, to) of a level; level 0 are the slices themselves.
    void walkLevel(size_t level, size_t from, size_t to)
    {
        if (level == 0) {
            walkSlices(from, std::min(to, m_last));
            return;
        }
        const auto &blocks = m_summary.levels[level - 1];
        to = std::min(to, (m_last - 1) / slicesIn(level) + 1); // later ones begin after the view
        for (size_t b = from; b < to; ++b) {
            if (blocks[b].start < m_collector.pixelEnd())
                b = m_collector.addBlocks(blocks, b, std::min(to, blocks.size() - 1));
            if (b >= to)
                break;
            const int64_t end = b + 1 < blocks.size() ? blocks[b + 1].start : m_summary.end;
            if (m_collector.isNarrow(blocks[b].start, end))
                addBlock(blocks[b], end);
            else
                walkLevel(level - 1, b * blockSlices, (b + 1) * blockSlices);
        }
    }

    /// A block narrower than a pixel; a block across two pixels is distributed evenly.
    void addBlock(const SliceBlock &block, int64_t end)
    {
        if (block.start >= m_collector.pixelEnd()) {
            m_collector.flush();
            m_collector.beginPixel(block.start);
        }
        const int64_t pixelEnd = m_collector.pixelEnd();
        const double here = end <= pixelEnd ? 1 : double(pixelEnd - block.start) / double(end - block.start);
        const double busy = double(block.busyNs);
        m_collector.add(busy * here, double(block.longestNs), 2, block.name, block.category, mergedMark);
        if (here >= 1)
            return;
        m_collector.flush();
        m_collector.beginPixel(pixelEnd);
        m_collector.add(busy * (1 - here), double(block.longestNs) / 2, 2, block.name, block.category, mergedMark);
    }

    void walkSlices(size_t i, size_t to)
    {
        while (i < to) {
            const int64_t start = m_row.start(i);
            if (start >= m_collector.pixelEnd()) {
                m_collector.flush();
                m_collector.beginPixel(start);
            }
            const int64_t pixelEnd = m_collector.pixelEnd(), wide = m_collector.wideNs();
            const size_t first = i;
            size_t longestAt = i;
            int64_t busy = 0, longest = -1;
            for (; i < to && m_row.start(i) < pixelEnd; ++i) {
                const int64_t duration = m_row.duration(i);
                if (duration >= wide)
                    break;
                busy += duration;
                if (duration > longest) {
                    longest = duration;
                    longestAt = i;
                }
            }
            if (i > first)
                m_collector.add(double(busy), double(longest), static_cast<uint32_t>(i - first), m_row.name(longestAt),
                                m_row.category(longestAt), static_cast<uint32_t>(longestAt));
            if (i < to && m_row.start(i) < pixelEnd) {
                m_collector.flush();
                m_collector.addBox(m_row.start(i), m_row.end(i), m_row.name(i), m_row.category(i),
                                   static_cast<uint32_t>(i));
                ++i;
            }
        }
    }

    /// Slices of an overflow lane lie on top of each other: draw only the part that extends to the right.
    void walkOverlapping(size_t i)
    {
        double reached = -1;
        for (; i < m_last; ++i) {
            const double x1 = std::floor(std::min(m_scale.x(m_row.end(i)), double(m_scale.width())));
            if (x1 <= reached)
                continue;
            reached = x1;
            m_collector.addBox(m_row.start(i), m_row.end(i), m_row.name(i), m_row.category(i),
                               static_cast<uint32_t>(i));
        }
    }

    const Row &m_row;
    const LaneSummary &m_summary;
    const TimeScale &m_scale;
    Collector m_collector;
    size_t m_last = 0;
};

template <class Row>
void walk(const Row &row, const LaneSummary &summary, const TimeScale &scale, std::vector<Mark> &out)
{
    Walk<Row>(row, summary, scale, out).run();
}

void instantMarks(const TimelineData &data, uint32_t slot, const TimeScale &scale, std::vector<Mark> &out)
{
    const Instants &all = data.run->timeline.instants;
    const auto begin = data.instants.begin() + data.instantBegin[slot];
    const auto end = data.instants.begin() + data.instantBegin[slot + 1];
    auto i = std::partition_point(begin, end, [&](uint32_t k) { return all.time[k] < scale.range().begin; });
    while (i != end && all.time[*i] < scale.range().end) {
        const int x = std::clamp(static_cast<int>(scale.x(all.time[*i])), 0, scale.width() - 1);
        out.push_back({static_cast<uint16_t>(x), 1, all.category[*i], 255, true, all.name[*i],
                       static_cast<uint32_t>(i - data.instants.begin()), false});
        const int64_t next = scale.ns(x + 1);
        i = std::partition_point(i + 1, end, [&](uint32_t k) { return all.time[k] < next; });
    }
}

std::vector<CurveColumn> counterCurve(const CounterSeries &series, const TimeScale &scale)
{
    std::vector<CurveColumn> curve(static_cast<size_t>(scale.width()));
    const double low = std::min(0.0, series.min), height = std::max(series.max - low, 1e-300);
    auto level = [&](size_t i) { return float((series.value[i] - low) / height); };
    size_t i = static_cast<size_t>(std::upper_bound(series.time.begin(), series.time.end(), scale.range().begin) -
                                   series.time.begin());
    bool known = i > 0;
    float value = known ? level(i - 1) : 0;
    for (int x = 0; x < scale.width(); ++x) {
        CurveColumn &column = curve[static_cast<size_t>(x)];
        if (known)
            column = {value, value};
        const int64_t next = scale.ns(x + 1);
        for (; i < series.time.size() && series.time[i] < next; ++i) {
            value = level(i);
            column = known ? CurveColumn{std::min(column.low, value), std::max(column.high, value)}
                           : CurveColumn{value, value};
            known = true;
        }
    }
    return curve;
}

/// Busy share of each pixel.
std::vector<CurveColumn> busyCurve(const DeviceBusy &busy, const TimeScale &scale)
{
    std::vector<CurveColumn> curve(static_cast<size_t>(scale.width()), CurveColumn{0, 0});
    std::vector<Mark> marks;
    walk(BusyRow(busy), busy.summary, scale, marks);
    for (const Mark &mark : marks)
        for (size_t x = mark.x; x < size_t(mark.x) + mark.width; ++x)
            curve[x].low = curve[x].high = mark.fill / 255.0f;
    return curve;
}

bool isDrawable(const TimeScale &scale)
{
    return scale.width() <= widestMarks && scale.range().end > scale.range().begin;
}

template <class Visit> auto visitRow(const TimelineData &data, const LayoutRow &row, Visit visit)
{
    const Timeline &timeline = data.run->timeline;
    if (row.kind == LayoutRow::Lane)
        return visit(LaneRow(timeline, row.item), data.summaries[row.item]);
    const FoldedLane &lane = data.folded[row.track].lanes[row.item];
    return visit(FoldedRow(timeline, lane), lane.summary);
}

} // namespace

int freeUntil(const std::vector<Mark> &marks, size_t mark)
{
    const int end = marks[mark].x + marks[mark].width;
    return mark + 1 < marks.size() ? std::min<int>(end, marks[mark + 1].x) : end;
}

RowMarks marksOf(const TimelineData &data, const LayoutRow &row, const TimeScale &scale)
{
    RowMarks result;
    fillMarks(data, row, scale, result);
    return result;
}

void fillMarks(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, RowMarks &result)
{
    result.marks.clear();
    result.curve.clear();
    if (!isDrawable(scale))
        return;
    switch (row.kind) {
    case LayoutRow::Heading:
        if (row.device)
            result.curve = busyCurve(data.devices[row.item], scale);
        break;
    case LayoutRow::Lane:
    case LayoutRow::Folded:
        visitRow(data, row,
                 [&](const auto &slices, const LaneSummary &summary) { walk(slices, summary, scale, result.marks); });
        break;
    case LayoutRow::Counter:
        result.curve = counterCurve(data.run->timeline.counters[row.item], scale);
        break;
    case LayoutRow::Instants:
        instantMarks(data, row.item, scale, result.marks);
        break;
    case LayoutRow::Steps:
    case LayoutRow::Gaps: // WhenLanes has them
    case LayoutRow::Path: // ReplayRows has it
        break;
    }
}

RowMarks marksOfLane(const TimelineData &data, uint32_t lane, const TimeScale &scale)
{
    LayoutRow row;
    row.item = lane;
    return marksOf(data, row, scale);
}

RowSlices slicesIn(const TimelineData &data, const LayoutRow &row, TimeRange time, size_t max)
{
    if (row.kind != LayoutRow::Lane && row.kind != LayoutRow::Folded)
        return {};
    return visitRow(data, row, [&](const auto &slices, const LaneSummary &) {
        const size_t first = firstEndingAfter(slices, time.begin), last = firstStartingFrom(slices, time.end);
        RowSlices found;
        found.count = last > first ? last - first : 0;
        for (size_t i = first; i < first + std::min(found.count, max); ++i)
            found.slices.push_back(slices.ref(i));
        return found;
    });
}

EventRef sliceAt(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, double x, double slack)
{
    if (row.kind != LayoutRow::Lane && row.kind != LayoutRow::Folded)
        return {};
    return visitRow(data, row, [&](const auto &slices, const LaneSummary &) {
        const int64_t at = scale.ns(x);
        size_t i = firstEndingAfter(slices, at);
        if (i < slices.size() && slices.start(i) <= at && slices.duration(i) >= scale.nsPerPixel())
            return slices.ref(i);
        constexpr size_t max = 100'000; // slices within a few pixels: enough to find the longest that matters
        const auto reach = static_cast<int64_t>(std::ceil(slack * scale.nsPerPixel()));
        i = firstEndingAfter(slices, at - reach - 1);
        EventRef best;
        int64_t longest = -1;
        for (size_t n = 0; i < slices.size() && slices.start(i) <= at + reach && n < max; ++i, ++n)
            if (slices.duration(i) > longest) {
                longest = slices.duration(i);
                best = slices.ref(i);
            }
        return best;
    });
}

} // namespace ws
