#include "core/analysis/busy/rangestats.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

struct Interval
{
    int64_t begin, end;
};
using Intervals = std::vector<Interval>; ///< sorted, apart from each other

void append(Intervals &list, Interval next)
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

class Collector
{
public:
    Collector(const Timeline &timeline, TimeRange range, const Progress *progress)
        : m_timeline(timeline), m_range(range), m_progress(progress)
    {
    }

    /// `below`: the lane of the slices nested directly inside; null: none.
    bool addLane(const Lane &lane, std::span<const SliceSpan> spans, const Lane *below)
    {
        Intervals busy;
        const size_t begin = first(lane), end = lane.firstStartingFrom(m_range.end);
        NestedTime nested(begin < lane.size() ? below : nullptr, begin < lane.size() ? lane.start[begin] : 0);
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
        for (const Interval &interval : all)
            m_stats.unionNs += interval.end - interval.begin;
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
            const Interval clipped{std::max(start, m_range.begin), std::min(end, m_range.end)};
            const int64_t length = clipped.end - clipped.begin;
            count(lane.name[i], length, length - nested.within(start, end, {clipped.begin, clipped.end}));
            append(busy, clipped);
        }
        return true;
    }

    /// Zero-length slices at the range's begin belong to it, though they do not end after it.
    size_t first(const Lane &lane) const
    {
        size_t i = lane.firstEndingAfter(m_range.begin);
        while (i > 0 && lane.start[i - 1] >= m_range.begin)
            --i;
        return i;
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

const Lane *nestedLane(const Timeline &timeline, uint32_t lane)
{
    const Track &track = timeline.track({lane, 0});
    const bool nests = track.kind == TrackKind::CpuThread && lane + 1 < track.firstLane + track.laneCount;
    return nests ? &timeline.lanes[lane + 1] : nullptr;
}

NestedTime::NestedTime(const Lane *below, int64_t firstStart)
    : m_below(below), m_child(below ? below->firstStartingFrom(firstStart) : 0)
{
}

int64_t NestedTime::within(int64_t start, int64_t end, TimeRange clipped)
{
    if (!m_below)
        return 0;
    while (m_child < m_below->size() && m_below->start[m_child] < start)
        ++m_child;
    RunningUnion covered;
    for (size_t k = m_child; k < m_below->size() && m_below->start[k] < end && m_below->start[k] < clipped.end; ++k) {
        const int64_t from = std::max(m_below->start[k], clipped.begin);
        const int64_t to = std::min(m_below->endOf(k), clipped.end);
        if (from < to)
            covered.add(from, to);
    }
    return covered.length;
}

std::optional<RangeStats> rangeStats(const Timeline &timeline, std::span<const uint32_t> lanes, TimeRange range,
                                     const Progress *progress, const ActivitySet *only)
{
    Collector collector(timeline, range, progress);
    for (uint32_t lane : lanes) {
        const SliceSpan all{0, static_cast<uint32_t>(timeline.lanes[lane].size())};
        if (!collector.addLane(timeline.lanes[lane], only ? only->spansOf(lane) : std::span(&all, 1),
                               nestedLane(timeline, lane)))
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
    const int64_t start = timeline.start(slice), end = timeline.end(slice);
    const Lane *below = nestedLane(timeline, slice.lane);
    if (!below)
        return end - start;
    const Lane &children = *below;
    RunningUnion covered;
    for (size_t i = children.firstStartingFrom(start); i < children.size() && children.start[i] < end; ++i)
        covered.add(children.start[i], std::min(children.endOf(i), end));
    return end - start - covered.length;
}

} // namespace ws
