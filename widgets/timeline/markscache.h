#pragma once
// Keeps the marks of drawn rows until the scale changes, so that scrolling costs only the rows that come into view.

#include "widgets/timeline/highlighthits.h"

#include <unordered_map>

namespace ws {

class ReplayRows;

/// Marks of rows at one scale, as they were drawn last.
class MarksCache
{
public:
    using Columns = std::vector<std::pair<int, int>>; ///< [left, right), ascending

    void reset(const TimelineData *data, const RowLayout *layout, const TimeScale &scale);
    /// The highlight: see HighlightHits::reset().
    void setHighlight(const std::vector<uint8_t> &highlight, std::shared_ptr<const ActivitySet> focus = {});
    /// Shades for GPU work, and the path of the row of it; null: none.
    void setReplay(std::shared_ptr<const ReplayRows> replay, bool hasShades);
    /// Announces rows: several threads may then ask for the marks of different ones at once.
    void expect(size_t first, size_t last);
    /// Of an expected row; the first call makes them.
    const RowMarks &of(size_t row);
    TimeRange shown() const { return {m_scale.ns(0), m_scale.ns(m_scale.width())}; }
    const Columns &breaks() const { return m_breaks; } ///< of the axis, the visible ones
    /// Pixels in which a device is idle between two of its activities, only columns at least `min` wide.
    void findIdle(size_t device, int min);
    /// What findIdle() found; several threads may ask at once.
    const Columns &idleOf(size_t device) const { return m_idle.find(device)->second; }

private:
    struct Entry
    {
        RowMarks marks;
        bool isFilled = false;
    };

    void forgetRows();
    void fill(size_t row, RowMarks &marks);

    const TimelineData *m_data = nullptr;
    const RowLayout *m_layout = nullptr;
    TimeScale m_scale;
    HighlightHits m_hits;
    std::shared_ptr<const ReplayRows> m_replay;
    bool m_hasShades = false;
    std::unordered_map<size_t, Entry> m_rows;
    std::vector<RowMarks> m_spare;              ///< forgotten ones: their memory is used again
    std::unordered_map<size_t, Columns> m_idle; ///< by device
    Columns m_breaks;
};

} // namespace ws
