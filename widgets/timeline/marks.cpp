#include "widgets/timeline/marks.h"

#include "widgets/timeline/slicerow.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

/// Gathers what falls into one pixel and writes marks in ascending order.
class Collector
{
public:
    Collector(const TimeScale &scale, std::vector<Mark> &out) : m_scale(scale), m_out(out), m_width(scale.width()) {}

    void addSlice(int64_t start, int64_t end, StringId name, uint16_t category, uint32_t index)
    {
        const double x0 = m_scale.x(start), x1 = m_scale.x(end);
        if (x1 - x0 < 1) {
            addColumn(x0, x1 - x0, x1 - x0, name, category, index);
            return;
        }
        flush();
        const int left = std::clamp(static_cast<int>(x0), 0, m_width);
        const int right = std::clamp(static_cast<int>(std::min(std::max(x1, x0 + 1), double(m_width))), left, m_width);
        if (right > left)
            m_out.push_back({static_cast<uint16_t>(left), static_cast<uint16_t>(right - left), category, 255, x0 >= 0,
                             name, index});
    }

    /// Many slices that together span less than a pixel, [x0, x0 + width).
    void addBlock(const SliceBlock &block, double x0, double width)
    {
        const double busy = block.busyNs * m_scale.pixelsPerNs();
        const double inFirst = std::min(1.0, (std::floor(x0) + 1 - x0) / std::max(width, 1e-9));
        const double longest = block.longestNs * m_scale.pixelsPerNs();
        addColumn(x0, busy * inFirst, longest, block.name, block.category, mergedMark);
        if (inFirst < 1)
            addColumn(std::floor(x0) + 1, busy * (1 - inFirst), longest * 0.5, block.name, block.category, mergedMark);
    }

    void flush()
    {
        if (m_pixel >= 0 && m_pixel < m_width && m_count)
            m_out.push_back({static_cast<uint16_t>(m_pixel), 1, m_category,
                             static_cast<uint8_t>(std::clamp(m_busy * 255, 1.0, 255.0)), true, m_name,
                             m_count == 1 ? m_index : mergedMark});
        m_count = 0;
        m_pixel = -1;
    }

private:
    void addColumn(double x, double busy, double longest, StringId name, uint16_t category, uint32_t index)
    {
        const int pixel = static_cast<int>(std::max(x, 0.0));
        if (pixel != m_pixel) {
            flush();
            m_pixel = pixel;
            m_busy = 0;
            m_longest = -1;
        }
        m_busy += busy;
        m_count += index == mergedMark ? 2 : 1;
        if (longest > m_longest) {
            m_longest = longest;
            m_name = name;
            m_category = category;
            m_index = index;
        }
    }

    const TimeScale &m_scale;
    std::vector<Mark> &m_out;
    const int m_width;
    int m_pixel = -1;
    double m_busy = 0, m_longest = -1;
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
        const int64_t end = m_scale.range().end;
        size_t i = firstEndingAfter(m_row, m_scale.range().begin);
        const size_t last = firstStartingFrom(m_row, end);
        if (m_row.overlaps()) {
            walkOverlapping(i, last);
            return;
        }
        size_t level = startLevel(last > i ? last - i : 0);
        while (i < last) {
            // the widest block that begins at i and is narrower than a pixel
            while (level > 0 && (i % blockSize(level) != 0 || !takeBlock(level, i)))
                --level;
            if (level == 0) {
                m_collector.addSlice(m_row.start(i), m_row.end(i), m_row.name(i), m_row.category(i),
                                     static_cast<uint32_t>(i));
                ++i;
            } else {
                i += blockSize(level);
            }
            if (level < m_top && i % blockSize(level + 1) == 0)
                ++level;
        }
        m_collector.flush();
    }

private:
    static size_t blockSize(size_t level) { return size_t(1) << (4 * level); }

    /// Blocks pay only where many slices share a pixel.
    size_t startLevel(size_t visible)
    {
        m_top = 0;
        while (m_top < m_summary.levels.size() && visible > size_t(m_scale.width()) * blockSize(m_top + 1) / 4)
            ++m_top;
        return m_top;
    }

    bool takeBlock(size_t level, size_t i)
    {
        const auto &blocks = m_summary.levels[level - 1];
        const size_t b = i >> (4 * level);
        const int64_t end = b + 1 < blocks.size() ? blocks[b + 1].start : m_summary.end;
        const double width = double(end - blocks[b].start) * m_scale.pixelsPerNs();
        if (width > 1)
            return false;
        m_collector.addBlock(blocks[b], m_scale.x(blocks[b].start), width);
        return true;
    }

    /// Slices of an overflow lane lie on top of each other: draw only what sticks out to the right.
    void walkOverlapping(size_t i, size_t last)
    {
        double reached = -1;
        for (; i < last; ++i) {
            const double x1 = std::floor(m_scale.x(m_row.end(i)));
            if (x1 <= reached)
                continue;
            reached = x1;
            m_collector.addSlice(m_row.start(i), m_row.end(i), m_row.name(i), m_row.category(i),
                                 static_cast<uint32_t>(i));
        }
        m_collector.flush();
    }

    const Row &m_row;
    const LaneSummary &m_summary;
    const TimeScale &m_scale;
    Collector m_collector;
    size_t m_top = 0;
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
                       static_cast<uint32_t>(i - data.instants.begin())});
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
        for (; i < series.time.size() && series.time[i] <= next; ++i) {
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

RowMarks marksOf(const TimelineData &data, const LayoutRow &row, const TimeScale &scale)
{
    RowMarks result;
    if (!isDrawable(scale))
        return result;
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
    }
    return result;
}

RowMarks marksOfLane(const TimelineData &data, uint32_t lane, const TimeScale &scale)
{
    LayoutRow row;
    row.item = lane;
    return marksOf(data, row, scale);
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
        constexpr size_t most = 100'000; // slices within a few pixels: enough to find the longest that matters
        const auto reach = static_cast<int64_t>(std::ceil(slack * scale.nsPerPixel()));
        i = firstEndingAfter(slices, at - reach - 1);
        EventRef best;
        int64_t longest = -1;
        for (size_t n = 0; i < slices.size() && slices.start(i) <= at + reach && n < most; ++i, ++n)
            if (slices.duration(i) > longest) {
                longest = slices.duration(i);
                best = slices.ref(i);
            }
        return best;
    });
}

} // namespace ws
