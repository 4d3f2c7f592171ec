#include "widgets/timeline/highlighthits.h"

#include "widgets/timeline/slicerow.h"

#include <algorithm>

namespace ws {

void HighlightHits::reset(const std::vector<uint8_t> &highlight, std::shared_ptr<const ActivitySet> focus)
{
    m_highlight = highlight;
    m_focus = std::move(focus);
    m_hits.clear();
}

template <class Row> HighlightHits::Hits HighlightHits::hitsOf(const Row &row, std::span<const uint32_t> focused) const
{
    Hits hits;
    for (const uint32_t i : focused)
        if (isHighlighted(row.name(i)))
            hits.push_back(i);
    for (size_t i = 0; !m_focus && i < row.size(); ++i)
        if (isHighlighted(row.name(i)))
            hits.push_back(static_cast<uint32_t>(i));
    return hits;
}

template <class Row>
void HighlightHits::applyTo(const Row &row, uint64_t key, std::span<const uint32_t> focused, const TimeScale &scale,
                            RowMarks &marks)
{
    const auto [entry, isNew] = m_hits.try_emplace(key);
    if (isNew)
        entry->second = hitsOf(row, focused);
    const Hits &hits = entry->second;
    auto hit = hits.begin();
    for (Mark &mark : marks.marks) {
        if (mark.index != mergedMark) {
            mark.dimmed = m_focus && !std::binary_search(hits.begin(), hits.end(), mark.index);
            continue;
        }
        if (!m_focus && isHighlighted(mark.name))
            continue;
        const int64_t begin = scale.ns(mark.x), end = scale.ns(mark.x + 1);
        hit = std::lower_bound(hit, hits.end(), begin, [&](uint32_t i, int64_t ns) { return row.start(i) < ns; });
        const bool isHit = hit != hits.end() && row.start(*hit) < end;
        mark.dimmed = m_focus && !isHit;
        if (isHit) {
            mark.name = row.name(*hit);
            mark.category = row.category(*hit);
        }
    }
}

void HighlightHits::apply(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, RowMarks &marks)
{
    if (!isActive())
        return;
    const Timeline &timeline = data.run->timeline;
    if (row.kind == LayoutRow::Lane) {
        const auto focused = m_focus ? m_focus->slicesOf(row.item) : std::span<const uint32_t>();
        applyTo(LaneRow(timeline, row.item), row.item, focused, scale, marks);
    } else if (row.kind == LayoutRow::Folded) { // rows put together are CPU threads: no GPU work
        applyTo(FoldedRow(timeline, data.folded[row.track].lanes[row.item]), uint64_t(row.track + 1) << 32 | row.item,
                {}, scale, marks);
    }
}

} // namespace ws
