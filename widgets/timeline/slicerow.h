#pragma once
// One row of boxes for marks() and hit-testing: a lane of the timeline, or a row composed of several lanes (a CPU
// thread without its Python frames). Two types with the same members instead of a base class: the innermost loop reads
// them.

#include "widgets/timeline/timelinedata.h"

#include <vector>

namespace ws {

class LaneRow
{
public:
    LaneRow(const Timeline &timeline, uint32_t lane)
        : m_lane(timeline.lanes[lane]), m_start(m_lane.start.data()), m_duration(m_lane.duration.data()), m_index(lane)
    {
    }
    size_t size() const { return m_lane.size(); }
    int64_t start(size_t i) const { return m_start[i]; }
    int64_t duration(size_t i) const { return m_duration[i] != UINT32_MAX ? m_duration[i] : m_lane.durationOf(i); }
    int64_t end(size_t i) const { return m_start[i] + duration(i); }
    StringId name(size_t i) const { return m_lane.name[i]; }
    uint16_t category(size_t i) const { return m_lane.category[i]; }
    EventRef ref(size_t i) const { return {m_index, static_cast<uint32_t>(i)}; }
    bool overlaps() const { return m_lane.overflow; }

private:
    const Lane &m_lane;
    const int64_t *m_start;
    const uint32_t *m_duration;
    uint32_t m_index;
};

class FoldedRow
{
public:
    FoldedRow(const Timeline &timeline, const FoldedLane &lane) : m_timeline(timeline), m_lane(lane) {}
    size_t size() const { return m_lane.refs.size(); }
    int64_t start(size_t i) const { return m_timeline.start(m_lane.refs[i]); }
    int64_t duration(size_t i) const { return m_timeline.duration(m_lane.refs[i]); }
    int64_t end(size_t i) const { return m_timeline.end(m_lane.refs[i]); }
    StringId name(size_t i) const { return m_timeline.name(m_lane.refs[i]); }
    uint16_t category(size_t i) const { return m_timeline.lane(m_lane.refs[i]).category[m_lane.refs[i].index]; }
    EventRef ref(size_t i) const { return m_lane.refs[i]; }
    bool overlaps() const { return m_lane.overflow; }

private:
    const Timeline &m_timeline;
    const FoldedLane &m_lane;
};

/// The busy intervals of a device, without names.
class BusyRow
{
public:
    explicit BusyRow(const DeviceBusy &busy) : m_busy(busy) {}
    size_t size() const { return m_busy.start.size(); }
    int64_t start(size_t i) const { return m_busy.start[i]; }
    int64_t duration(size_t i) const { return m_busy.end[i] - m_busy.start[i]; }
    int64_t end(size_t i) const { return m_busy.end[i]; }
    StringId name(size_t) const { return 0; }
    uint16_t category(size_t) const { return 0; }
    EventRef ref(size_t) const { return {}; }
    bool overlaps() const { return false; }

private:
    const DeviceBusy &m_busy;
};

/// First slice that ends after `ns`. O(log n), O(n) where slices overlap.
template <class Row> size_t firstEndingAfter(const Row &row, int64_t ns)
{
    size_t low = 0, high = row.size();
    if (row.overlaps()) {
        while (low < high && row.end(low) <= ns)
            ++low;
        return low;
    }
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (row.end(middle) > ns)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/// First slice that starts at or after `ns`.
template <class Row> size_t firstStartingFrom(const Row &row, int64_t ns)
{
    size_t low = 0, high = row.size();
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (row.start(middle) < ns)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

} // namespace ws
