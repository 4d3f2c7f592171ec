#include "widgets/timeline/highlighthits.h"

#include "widgets/timeline/slicerow.h"

#include <algorithm>

namespace ws {
void HighlightHits::reset(const std::vector<uint8_t> &highlight)
{
    m_highlight = highlight;
    m_hits.clear();
}

template <class Row> void HighlightHits::applyTo(const Row &row, uint64_t key, const TimeScale &scale, RowMarks &marks)
{
    const auto [entry, isNew] = m_hits.try_emplace(key);
    Hits &hits = entry->second;
    for (size_t i = 0; isNew && i < row.size(); ++i)
        if (const StringId name = row.name(i); name < m_highlight.size() && m_highlight[name])
            hits.push_back(static_cast<uint32_t>(i));
    auto hit = hits.begin();
    for (Mark &mark : marks.marks) {
        if (mark.index != mergedMark || (mark.name < m_highlight.size() && m_highlight[mark.name]))
            continue;
        const int64_t begin = scale.ns(mark.x), end = scale.ns(mark.x + 1);
        hit = std::lower_bound(hit, hits.end(), begin, [&](uint32_t i, int64_t ns) { return row.start(i) < ns; });
        if (hit == hits.end())
            return;
        if (row.start(*hit) < end) {
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
    if (row.kind == LayoutRow::Lane)
        applyTo(LaneRow(timeline, row.item), row.item, scale, marks);
    else if (row.kind == LayoutRow::Folded)
        applyTo(FoldedRow(timeline, data.folded[row.track].lanes[row.item]), uint64_t(row.track + 1) << 32 | row.item,
                scale, marks);
}

} // namespace ws
