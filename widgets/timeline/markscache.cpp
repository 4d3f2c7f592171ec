#include "widgets/timeline/markscache.h"

#include "widgets/timeline/replayrows.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr size_t maxRowsKept = 4096, maxRowsSpare = 256;
constexpr double minDrawnBreak = 2;

} // namespace

void MarksCache::reset(const TimelineData *data, const RowLayout *layout, const TimeScale &scale)
{
    m_data = data;
    m_layout = layout;
    m_scale = scale;
    forgetRows();
    m_idle.clear();
    m_breaks.clear();
    for (const TimeScale::BreakColumn &column : scale.breaks(minDrawnBreak))
        m_breaks.emplace_back(std::lround(column.left), std::lround(column.right));
}

void MarksCache::forgetRows()
{
    for (auto &[row, entry] : m_rows)
        if (m_spare.size() < maxRowsSpare)
            m_spare.push_back(std::move(entry.marks));
    m_rows.clear();
}

void MarksCache::findIdle(size_t device, int min)
{
    const auto [entry, isNew] = m_idle.try_emplace(device);
    if (!isNew)
        return;
    const DeviceBusy &busy = m_data->devices[device];
    if (busy.start.empty())
        return;
    const auto edge = [&](int64_t ns) {
        return static_cast<int>(std::clamp(m_scale.x(ns), 0.0, double(m_scale.width())));
    };
    LayoutRow heading;
    heading.kind = LayoutRow::Heading;
    heading.device = true;
    heading.item = static_cast<uint32_t>(device);
    const std::vector<CurveColumn> curve = marksOf(*m_data, heading, m_scale).curve;
    const int end = std::min(edge(busy.end.back()), static_cast<int>(curve.size()));
    for (int x = edge(busy.start.front()), from = x; x <= end; ++x) {
        if (x < end && curve[static_cast<size_t>(x)].high <= 0)
            continue;
        if (x - from >= min)
            entry->second.emplace_back(from, x);
        from = x + 1;
    }
}

void MarksCache::expect(size_t first, size_t last)
{
    if (m_rows.size() + (last - first) > maxRowsKept)
        forgetRows();
    for (size_t row = first; row < last; ++row) {
        const auto [entry, isNew] = m_rows.try_emplace(row);
        if (!isNew)
            continue;
        m_hits.expect(m_layout->rows[row]);
        if (!m_spare.empty()) {
            entry->second.marks = std::move(m_spare.back());
            m_spare.pop_back();
        }
    }
    m_scale.pixelBegins(); // from now on threads only read it
}

const RowMarks &MarksCache::of(size_t row)
{
    Entry &entry = m_rows.find(row)->second;
    if (!entry.isFilled)
        fill(row, entry.marks);
    entry.isFilled = true;
    return entry.marks;
}

void MarksCache::fill(size_t row, RowMarks &marks)
{
    const LayoutRow &wanted = m_layout->rows[row];
    fillMarks(*m_data, wanted, m_scale, marks);
    if (wanted.kind == LayoutRow::Steps)
        marks.marks = m_layout->when->stepMarks(StepsRow(wanted.item), m_scale);
    else if (wanted.kind == LayoutRow::Gaps)
        marks.marks = m_layout->when->gapMarks(wanted.item, m_scale);
    else if (wanted.kind == LayoutRow::Path && m_layout->replay)
        marks.marks = m_layout->replay->pathMarks(m_scale);
    m_hits.apply(*m_data, wanted, m_scale, marks);
    if (m_hasShades && wanted.kind == LayoutRow::Lane)
        m_replay->shade(wanted.item, m_scale, marks.marks);
}

void MarksCache::setReplay(std::shared_ptr<const ReplayRows> replay, bool hasShades)
{
    m_replay = std::move(replay);
    m_hasShades = hasShades && m_replay && m_replay->hasSlack();
    forgetRows();
}

void MarksCache::setHighlight(const std::vector<uint8_t> &highlight, std::shared_ptr<const ActivitySet> focus)
{
    m_hits.reset(highlight, std::move(focus));
    forgetRows();
}

} // namespace ws
