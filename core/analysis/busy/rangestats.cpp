#include "core/analysis/busy/rangestats.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

using Intervals = std::vector<TimeRange>; ///< sorted, apart from each other

void append(Intervals &list, TimeRange next)
{
    if (!list.empty() && next.begin <= list.back().end)
        list.back().end = std::max(list.back().end, next.end);
    else
        list.push_back(next);
}

Intervals merged(const Intervals &a, const Intervals &b)
{
    Intervals both;
    size_t i = 0, k = 0;
    while (i < a.size() || k < b.size()) {
        const bool fromA = k == b.size() || (i < a.size() && a[i].begin <= b[k].begin);
        append(both, fromA ? a[i++] : b[k++]);
    }
    return both;
}

/// Zero-length slices at the range's begin belong to it, though they do not end after it.
size_t firstIn(const Lane &lane, TimeRange range)
{
    size_t i = lane.firstEndingAfter(range.begin);
    while (i > 0 && lane.start[i - 1] >= range.begin)
        --i;
    return i;
}

class Collector
{
public:
    Collector(const Timeline &timeline, TimeRange range, const Progress *progress)
        : m_timeline(timeline), m_range(range), m_progress(progress)
    {
    }

    /// `nested`: of this lane.
    bool addLane(const Lane &lane, std::span<const SliceSpan> spans, NestedTime &nested)
    {
        Intervals busy;
        const size_t begin = firstIn(lane, m_range), end = lane.firstStartingFrom(m_range.end);
        for (const SliceSpan &span : spans)
            if (!addSlices(lane, std::max<size_t>(begin, span.first), std::min<size_t>(end, span.last), nested, busy))
                return false;
        push(std::move(busy));
        return !(m_progress && m_progress->isCancelled());
    }

    RangeStats finish()
    {
        Intervals all;
        for (const auto &[lanes, list] : m_unions)
            all = merged(all, list);
        for (const TimeRange &interval : all)
            m_stats.unionNs += interval.length();
        std::reverse(m_stats.names.begin(), m_stats.names.end()); // of equal ones the outer first
        std::stable_sort(m_stats.names.begin(), m_stats.names.end(), [](const NameStats &a, const NameStats &b) {
            return std::tie(a.selfNs, a.totalNs) > std::tie(b.selfNs, b.totalNs);
        });
        return std::move(m_stats);
    }

private:
    bool addSlices(const Lane &lane, size_t from, size_t to, NestedTime &nested, Intervals &busy)
    {
        for (size_t i = from; i < to; ++i) {
            if ((i & 0xffff) == 0 && m_progress && m_progress->isCancelled())
                return false;
            const int64_t start = lane.start[i], end = lane.endOf(i);
            if (!intersects(m_range, start, end))
                continue;
            const TimeRange clipped{std::max(start, m_range.begin), std::min(end, m_range.end)};
            count(lane.name[i], clipped.length(), clipped.length() - nested.within(clipped));
            append(busy, clipped);
        }
        return true;
    }

    void count(StringId name, int64_t duration, int64_t self)
    {
        auto [entry, isNew] = m_index.try_emplace(name, static_cast<uint32_t>(m_stats.names.size()));
        if (isNew)
            m_stats.names.push_back({name});
        NameStats &stats = m_stats.names[entry->second];
        ++stats.count;
        stats.totalNs = saturatingAdd(stats.totalNs, duration);
        stats.selfNs = saturatingAdd(stats.selfNs, self);
        ++m_stats.count;
        m_stats.totalNs = saturatingAdd(m_stats.totalNs, duration);
        m_stats.selfNs = saturatingAdd(m_stats.selfNs, self);
    }

    /// Merges lists of equally many lanes, as in a binary counter: O(n log lanes).
    void push(Intervals list)
    {
        uint32_t lanes = 1;
        while (!m_unions.empty() && m_unions.back().first == lanes) {
            list = merged(m_unions.back().second, list);
            m_unions.pop_back();
            lanes *= 2;
        }
        m_unions.emplace_back(lanes, std::move(list));
    }

    const Timeline &m_timeline;
    TimeRange m_range;
    const Progress *m_progress;
    RangeStats m_stats;
    std::unordered_map<StringId, uint32_t> m_index;
    std::vector<std::pair<uint32_t, Intervals>> m_unions;
};

} // namespace

void NestedTime::enter(uint32_t lane)
{
    const Track &track = m_timeline.track({lane, 0});
    const uint32_t end = track.firstLane + track.laneCount;
    uint32_t unknown = std::min(m_lane + 1, end - 1); // the deepest lane of which it is not known
    if (m_lane <= lane || m_lane >= end) {
        m_below.clear();
        m_added = end;
        unknown = end - 1;
        m_isNested = !m_timeline.lanes[end - 1].overflow;
    }
    m_lane = lane;
    m_next = 0;
    if (track.kind != TrackKind::CpuThread) {
        m_isNested = false;
        return;
    }
    for (uint32_t deeper = unknown; m_isNested && deeper > lane + 1; --deeper)
        m_isNested = isWithin(m_timeline.lanes[deeper], m_timeline.lanes[deeper - 1]);
    if (m_isNested && lane + 1 < end)
        m_next = m_timeline.lanes[lane + 1].firstEndingAfter(m_range.begin);
    while (!m_isNested && m_added > lane + 1)
        add(m_timeline.lanes[--m_added]);
}

bool NestedTime::isWithin(const Lane &inner, const Lane &outer) const
{
    size_t around = outer.firstEndingAfter(m_range.begin);
    for (size_t i = inner.firstEndingAfter(m_range.begin); i < inner.size() && inner.start[i] < m_range.end; ++i) {
        const int64_t begin = inner.start[i], end = inner.endOf(i);
        while (around < outer.size() && outer.endOf(around) <= begin)
            ++around;
        if (end > begin && (around == outer.size() || outer.start[around] > begin || outer.endOf(around) < end))
            return false;
    }
    return true;
}

void NestedTime::add(const Lane &lane)
{
    Intervals own;
    const size_t end = lane.firstStartingFrom(m_range.end);
    for (size_t i = lane.firstEndingAfter(m_range.begin); i < end; ++i)
        append(own, {lane.start[i], lane.endOf(i)});
    m_below = m_below.empty() ? std::move(own) : merged(m_below, own);
}

int64_t NestedTime::within(TimeRange part)
{
    int64_t covered = 0;
    if (m_isNested) {
        const Track &track = m_timeline.track({m_lane, 0});
        if (m_lane + 1 == track.firstLane + track.laneCount)
            return 0;
        const Lane &next = m_timeline.lanes[m_lane + 1];
        while (m_next < next.size() && next.endOf(m_next) <= part.begin)
            ++m_next;
        for (size_t k = m_next; k < next.size() && next.start[k] < part.end; ++k)
            covered += std::max<int64_t>(0, std::min(next.endOf(k), part.end) - std::max(next.start[k], part.begin));
        return covered;
    }
    while (m_next < m_below.size() && m_below[m_next].end <= part.begin)
        ++m_next;
    for (size_t k = m_next; k < m_below.size() && m_below[k].begin < part.end; ++k)
        covered += std::min(m_below[k].end, part.end) - std::max(m_below[k].begin, part.begin);
    return covered;
}

std::optional<RangeStats> rangeStats(const Timeline &timeline, std::span<const uint32_t> lanes, TimeRange range,
                                     const Progress *progress, const ActivitySet *only)
{
    Collector collector(timeline, range, progress);
    NestedTime nested(timeline, range);
    std::vector<uint32_t> innermostFirst(lanes.begin(), lanes.end());
    std::sort(innermostFirst.begin(), innermostFirst.end(), std::greater());
    for (uint32_t lane : innermostFirst) {
        const SliceSpan all{0, static_cast<uint32_t>(timeline.lanes[lane].size())};
        nested.enter(lane);
        if (!collector.addLane(timeline.lanes[lane], only ? only->spansOf(lane) : std::span(&all, 1), nested))
            return std::nullopt;
    }
    return collector.finish();
}

std::vector<uint32_t> lanesOf(const Timeline &timeline, std::span<const uint32_t> tracks)
{
    std::vector<uint32_t> lanes;
    for (uint32_t track : tracks)
        for (uint32_t k = 0; k < timeline.tracks[track].laneCount; ++k)
            lanes.push_back(timeline.tracks[track].firstLane + k);
    return lanes;
}

int64_t selfTime(const Timeline &timeline, EventRef slice)
{
    const TimeRange whole{timeline.start(slice), timeline.end(slice)};
    NestedTime nested(timeline, whole);
    nested.enter(slice.lane);
    return whole.length() - nested.within(whole);
}

} // namespace ws
