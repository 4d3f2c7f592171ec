#include "core/analysis/activityset.h"

#include <algorithm>

namespace ws {

std::optional<ActivitySet> ActivitySet::ofRows(const Run &run, std::span<const uint32_t> row,
                                               const std::vector<uint8_t> &wanted, std::span<const EventRef> calls,
                                               const Progress *progress)
{
    const Timeline &timeline = run.timeline;
    ActivitySet set;
    std::vector<LaneSpan> found;
    for (const EventRef call : calls) {
        found.push_back({call.lane, {call.index, call.index + 1}});
        const Track &track = timeline.track(call);
        for (uint32_t k = call.lane + 1; k < track.firstLane + track.laneCount; ++k) { // deeper and deeper
            const auto first = static_cast<uint32_t>(timeline.lanes[k].firstStartingFrom(timeline.start(call)));
            const auto last = static_cast<uint32_t>(timeline.lanes[k].firstStartingFrom(timeline.end(call)));
            if (first >= last)
                break;
            found.push_back({k, {first, last}});
        }
    }
    set.index(found, timeline.lanes.size());
    if (progress && progress->isCancelled())
        return std::nullopt;
    const auto add = [&](EventRef slice) {
        if (slice.valid() && !set.isLit(slice))
            found.push_back({slice.lane, {slice.index, slice.index + 1}});
    };
    const GpuWork &gpu = run.gpu;
    set.m_member.resize(gpu.size());
    for (size_t i = 0; i < gpu.size(); ++i) {
        if (row[i] >= wanted.size() || !wanted[row[i]])
            continue;
        set.m_member[i] = true;
        ++set.m_count;
        add(gpu.slice[i]);
        add(gpu.op[i]);
        if (gpu.launch[i] != noLaunch)
            add(run.launches.slice[gpu.launch[i]]);
    }
    if (progress && progress->isCancelled())
        return std::nullopt;
    set.index(std::move(found), timeline.lanes.size());
    return set;
}

ActivitySet ActivitySet::ofParts(const Run &run, std::vector<bool> member, std::vector<LaneSpan> lit)
{
    ActivitySet set;
    set.m_count = static_cast<size_t>(std::count(member.begin(), member.end(), true));
    set.m_member = std::move(member);
    set.index(std::move(lit), run.timeline.lanes.size());
    return set;
}

ActivitySet ActivitySet::ofSlices(const Run &run, const std::vector<EventRef> &slices)
{
    return *ofRows(run, std::vector<uint32_t>(run.gpu.size()), {}, slices);
}

void ActivitySet::index(std::vector<LaneSpan> found, size_t lanes)
{
    std::sort(found.begin(), found.end(), [](const LaneSpan &a, const LaneSpan &b) {
        return a.lane != b.lane ? a.lane < b.lane : a.span.first < b.span.first;
    });
    m_begin.assign(lanes + 1, 0);
    m_spans.clear();
    uint32_t lane = UINT32_MAX;
    for (const LaneSpan &next : found) {
        if (next.lane == lane && next.span.first <= m_spans.back().last) {
            m_spans.back().last = std::max(m_spans.back().last, next.span.last);
            continue;
        }
        lane = next.lane;
        m_spans.push_back(next.span);
        m_begin[lane + 1] = m_spans.size();
    }
    for (size_t i = 0; i < lanes; ++i) // lanes without a span end where the previous one ends
        m_begin[i + 1] = std::max(m_begin[i + 1], m_begin[i]);
}

bool ActivitySet::isLit(EventRef slice) const
{
    const auto spans = spansOf(slice.lane);
    const auto after = std::upper_bound(spans.begin(), spans.end(), slice.index,
                                        [](uint32_t index, const SliceSpan &span) { return index < span.first; });
    return after != spans.begin() && slice.index < (after - 1)->last;
}

} // namespace ws
