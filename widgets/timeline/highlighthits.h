#pragma once
// Where highlighted slices lie in the rows on screen. A column of merged slices shows the longest of them, so that hits
// of a search would vanish at coarse zooms; here they win the column. One pass per visible lane and highlight.

#include "widgets/timeline/marks.h"

#include <unordered_map>
#include <vector>

namespace ws {

class HighlightHits
{
public:
    /// `highlight`: 1 by name; empty: nothing stands out.
    void reset(const std::vector<uint8_t> &highlight);
    bool isActive() const { return !m_highlight.empty(); }

    /// Columns of `marks` that contain a highlighted slice take its name.
    void apply(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, RowMarks &marks);

private:
    using Hits = std::vector<uint32_t>; ///< indices of slices within the row, ascending
    template <class Row> void applyTo(const Row &row, uint64_t key, const TimeScale &scale, RowMarks &marks);

    std::vector<uint8_t> m_highlight;
    std::unordered_map<uint64_t, Hits> m_hits; ///< by row
};

} // namespace ws
