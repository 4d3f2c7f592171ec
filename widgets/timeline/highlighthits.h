#pragma once
// The highlighted slices in the rows on screen: those of highlighted names and those of the run's focus. A column of
// merged slices shows the longest of them, so hits of a search would vanish at coarse zooms; here they take the column.
// One pass per visible lane and highlight; a focus has its slices by lane, including CPU threads.

#include "widgets/timeline/marks.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace ws {

class HighlightHits
{
public:
    /// `highlight`: 1 by name; empty: no highlight. `focus`: only its slices are highlighted; null: all may be.
    void reset(const std::vector<uint8_t> &highlight, std::shared_ptr<const ActivitySet> focus = {});
    bool isActive() const { return m_focus || !m_highlight.empty(); }

    /// Announces a row: apply() of different expected rows may then be called by several threads at once.
    void expect(const LayoutRow &row);
    /// Columns of `marks` that contain a highlighted slice take its name; marks without a slice of the focus are
    /// dimmed.
    void apply(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, RowMarks &marks);

private:
    using Hits = std::vector<uint32_t>; ///< indices of slices within the row, ascending
    static uint64_t keyOf(const LayoutRow &row);
    template <class Row> void applyTo(const Row &row, uint64_t key, const TimeScale &scale, RowMarks &marks);
    template <class Row> Hits hitsOf(const Row &row) const;
    bool isHighlighted(StringId name) const
    {
        return m_highlight.empty() || (name < m_highlight.size() && m_highlight[name]);
    }

    std::vector<uint8_t> m_highlight;
    std::shared_ptr<const ActivitySet> m_focus;
    std::unordered_map<uint64_t, std::optional<Hits>> m_hits; ///< by row; none: not looked for yet
};

} // namespace ws
