#include "widgets/timeline/highlighthits.h"

#include "widgets/timeline/slicerow.h"

#include <algorithm>

namespace ws {
namespace {

template <class Row, class Hit>
void collect(const Row &row, const std::vector<uint8_t> &highlight, std::vector<Hit> &out)
{
    for (size_t i = 0; i < row.size(); ++i)
        if (const StringId name = row.name(i); name < highlight.size() && highlight[name])
            out.push_back({row.start(i), name, row.category(i)});
}

} // namespace

void HighlightHits::reset(const std::vector<uint8_t> &highlight)
{
    m_highlight = highlight;
    m_hits.clear();
}

const std::vector<HighlightHits::Hit> &HighlightHits::hitsOf(const TimelineData &data, const LayoutRow &row)
{
    const bool folded = row.kind == LayoutRow::Folded;
    const uint64_t key = folded ? uint64_t(row.track + 1) << 32 | row.item : row.item;
    auto [entry, isNew] = m_hits.try_emplace(key);
    if (isNew && folded)
        collect(FoldedRow(data.run->timeline, data.folded[row.track].lanes[row.item]), m_highlight, entry->second);
    else if (isNew)
        collect(LaneRow(data.run->timeline, row.item), m_highlight, entry->second);
    return entry->second;
}

void HighlightHits::apply(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, RowMarks &marks)
{
    if (!isActive() || (row.kind != LayoutRow::Lane && row.kind != LayoutRow::Folded))
        return;
    const std::vector<Hit> &hits = hitsOf(data, row);
    auto hit = hits.begin();
    for (Mark &mark : marks.marks) {
        if (mark.index != mergedMark || (mark.name < m_highlight.size() && m_highlight[mark.name]))
            continue;
        const int64_t begin = scale.ns(mark.x), end = scale.ns(mark.x + 1);
        hit = std::lower_bound(hit, hits.end(), begin, [](const Hit &h, int64_t ns) { return h.start < ns; });
        if (hit == hits.end())
            return;
        if (hit->start < end) {
            mark.name = hit->name;
            mark.category = hit->category;
        }
    }
}

} // namespace ws
