#include "core/model/nestedslices.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>

namespace ws {
namespace {

std::vector<EventRef> collect(const Timeline &timeline, std::initializer_list<CategoryKind> kinds)
{
    std::vector<uint8_t> wanted(timeline.categories.size());
    for (size_t i = 0; i < wanted.size(); ++i)
        wanted[i] = std::find(kinds.begin(), kinds.end(), timeline.categories[i].kind) != kinds.end();
    std::vector<EventRef> slices;
    for (const Track &track : timeline.tracks) {
        if (track.kind != TrackKind::CpuThread)
            continue;
        for (uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
            const NarrowColumn<uint16_t> &category = timeline.lanes[lane].category;
            for (uint32_t i = 0; i < category.size(); ++i)
                if (wanted[category[i]])
                    slices.push_back({lane, i});
        }
    }
    return slices;
}

/// The tick of the clock where all times are multiples of a power of ten, up to 1 ms; 1: it is finer, or too few slices
/// tell. Most slices leave after the first look.
int64_t tick(const std::vector<int64_t> &starts, const std::vector<int64_t> &ends)
{
    constexpr size_t enough = 20;
    int64_t ns = starts.size() < enough ? 1 : 1'000'000;
    for (size_t i = 0; i < starts.size() && ns > 1; ++i)
        while ((starts[i] - starts[0]) % ns || (ends[i] - starts[0]) % ns)
            ns /= 10;
    return ns;
}

bool inFileOrder(EventRef a, EventRef b)
{
    return a.lane != b.lane ? a.lane < b.lane : a.index < b.index;
}

} // namespace

NestedSlices::NestedSlices(const Timeline &timeline, std::initializer_list<CategoryKind> kinds, Crossing crossing)
    : NestedSlices(timeline, collect(timeline, kinds), crossing)
{
}

NestedSlices::NestedSlices(const Timeline &timeline, std::vector<EventRef> slices, Crossing crossing)
    : m_slice(std::move(slices))
{
    if (!std::is_sorted(m_slice.begin(), m_slice.end(), inFileOrder))
        std::sort(m_slice.begin(), m_slice.end(), inFileOrder);
    sortAndNest(timeline);
    nest(crossing);
}

/// Lanes of a track are contiguous and each is sorted by start, so tracks are in order already.
void NestedSlices::sortAndNest(const Timeline &timeline)
{
    struct Key
    {
        int64_t start, end;
        uint32_t place; ///< in the order of lanes
    };
    const auto count = static_cast<uint32_t>(m_slice.size());
    std::vector<Key> keys(count);
    m_laneBegin.assign(timeline.lanes.size() + 1, 0);
    m_trackBegin.assign(timeline.tracks.size() + 1, 0);
    m_indexInLane.resize(count);
    for (uint32_t i = 0; i < count; ++i) {
        keys[i] = {timeline.start(m_slice[i]), timeline.end(m_slice[i]), i};
        m_indexInLane[i] = m_slice[i].index;
        ++m_laneBegin[m_slice[i].lane + 1];
        ++m_trackBegin[timeline.lane(m_slice[i]).track + 1];
    }
    std::partial_sum(m_laneBegin.begin(), m_laneBegin.end(), m_laneBegin.begin());
    // Tracks own their lanes in order of both numbers, so a track's slices are a contiguous piece.
    std::partial_sum(m_trackBegin.begin(), m_trackBegin.end(), m_trackBegin.begin());
    for (size_t t = 0; t + 1 < m_trackBegin.size(); ++t)
        std::sort(keys.begin() + m_trackBegin[t], keys.begin() + m_trackBegin[t + 1], [](const Key &a, const Key &b) {
            if (a.start != b.start)
                return a.start < b.start;
            return a.end != b.end ? a.end > b.end : a.place < b.place;
        });

    m_start.resize(count);
    m_end.resize(count);
    m_parent.assign(count, noSlice);
    m_place.resize(count);
    std::vector<EventRef> sorted(count);
    for (uint32_t i = 0; i < count; ++i) {
        sorted[i] = m_slice[keys[i].place];
        m_start[i] = keys[i].start;
        m_end[i] = keys[i].end;
        m_place[keys[i].place] = i;
    }
    m_slice = std::move(sorted);
}

/// A later slice that lies in one that was crossed, and begins behind the crossing, lies in the crossing one too. So
/// the parents of the slice before are all that may contain it.
void NestedSlices::nest(Crossing crossing)
{
    m_rounding = std::max(roundingNs, tick(m_start, m_end));
    const auto contains = [&](uint32_t open, uint32_t i) {
        if (crossing == Crossing::Beside)
            return isWithin(m_start[open], m_end[open], m_start[i], m_end[i], m_rounding);
        return m_end[open] > m_start[i] && !isRoundedOff(m_start[open], m_end[open], m_start[i], m_end[i], m_rounding);
    };
    for (size_t t = 0; t + 1 < m_trackBegin.size(); ++t)
        for (uint32_t i = m_trackBegin[t] + 1; i < m_trackBegin[t + 1]; ++i) {
            uint32_t open = i - 1;
            while (open != noSlice && !contains(open, i))
                open = m_parent[open];
            m_parent[i] = open;
        }
}

uint32_t NestedSlices::find(EventRef slice) const
{
    if (!slice.valid() || slice.lane + 1 >= m_laneBegin.size())
        return noSlice;
    const auto begin = m_indexInLane.begin() + m_laneBegin[slice.lane];
    const auto end = m_indexInLane.begin() + m_laneBegin[slice.lane + 1];
    const auto found = std::lower_bound(begin, end, slice.index);
    return found != end && *found == slice.index ? m_place[static_cast<size_t>(found - m_indexInLane.begin())]
                                                 : noSlice;
}

uint64_t NestedSlices::maxDepth() const
{
    std::vector<uint32_t> depth(size());
    for (size_t i = 0; i < size(); ++i)
        depth[i] = m_parent[i] == noSlice ? 1 : depth[m_parent[i]] + 1;
    return depth.empty() ? 0 : *std::max_element(depth.begin(), depth.end());
}

uint64_t NestedSlices::distinctNames(const Timeline &timeline) const
{
    std::unordered_set<StringId> names;
    for (const EventRef slice : m_slice)
        names.insert(timeline.name(slice));
    return names.size();
}

uint32_t NestedSlices::innermost(uint32_t track, int64_t ns) const
{
    if (track + 1 >= m_trackBegin.size())
        return noSlice;
    const auto begin = m_start.begin() + m_trackBegin[track];
    const auto after = std::upper_bound(begin, m_start.begin() + m_trackBegin[track + 1], ns);
    if (after == begin)
        return noSlice;
    auto open = static_cast<uint32_t>(after - m_start.begin()) - 1;
    while (open != noSlice && m_end[open] <= ns)
        open = m_parent[open];
    return open;
}

} // namespace ws
