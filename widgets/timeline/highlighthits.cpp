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

namespace {

/// Calls visit(i) for the lit slices of the row.
template <class Visit> void forEachLit(const ActivitySet &focus, const LaneRow &row, Visit visit)
{
    for (const SliceSpan &span : focus.spansOf(row.ref(0).lane))
        for (uint32_t i = span.first; i < span.last; ++i)
            visit(i);
}

template <class Visit> void forEachLit(const ActivitySet &focus, const FoldedRow &row, Visit visit)
{
    for (uint32_t i = 0; i < row.size(); ++i)
        if (focus.isLit(row.ref(i)))
            visit(i);
}

} // namespace

template <class Row> HighlightHits::Hits HighlightHits::hitsOf(const Row &row) const
{
    Hits hits;
    const auto add = [&](uint32_t i) {
        if (isHighlighted(row.name(i)))
            hits.push_back(i);
    };
    if (m_focus)
        forEachLit(*m_focus, row, add);
    for (uint32_t i = 0; !m_focus && i < row.size(); ++i)
        add(i);
    return hits;
}

template <class Row> void HighlightHits::applyTo(const Row &row, uint64_t key, const TimeScale &scale, RowMarks &marks)
{
    std::optional<Hits> &found = m_hits.find(key)->second;
    if (!found)
        found = hitsOf(row);
    const Hits &hits = *found;
    auto hit = hits.begin();
    for (Mark &mark : marks.marks) {
        if (mark.index != mergedMark) {
            mark.dimmed = m_focus && !std::binary_search(hits.begin(), hits.end(), mark.index);
            continue;
        }
        if (!m_focus && isHighlighted(mark.name))
            continue;
        const int64_t begin = scale.pixelBegin(mark.x), end = scale.pixelBegin(mark.x + 1);
        hit = std::lower_bound(hit, hits.end(), begin, [&](uint32_t i, int64_t ns) { return row.start(i) < ns; });
        const bool isHit = hit != hits.end() && row.start(*hit) < end;
        mark.dimmed = m_focus && !isHit;
        if (isHit) {
            mark.name = row.name(*hit);
            mark.category = row.category(*hit);
        }
    }
}

uint64_t HighlightHits::keyOf(const LayoutRow &row)
{
    return row.kind == LayoutRow::Lane ? row.item : uint64_t(row.track + 1) << 32 | row.item;
}

void HighlightHits::expect(const LayoutRow &row)
{
    if (isActive() && (row.kind == LayoutRow::Lane || row.kind == LayoutRow::Folded))
        m_hits.try_emplace(keyOf(row));
}

void HighlightHits::apply(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, RowMarks &marks)
{
    if (!isActive())
        return;
    const Timeline &timeline = data.run->timeline;
    if (row.kind == LayoutRow::Lane)
        applyTo(LaneRow(timeline, row.item), keyOf(row), scale, marks);
    else if (row.kind == LayoutRow::Folded)
        applyTo(FoldedRow(timeline, data.folded[row.track].lanes[row.item]), keyOf(row), scale, marks);
}

} // namespace ws
