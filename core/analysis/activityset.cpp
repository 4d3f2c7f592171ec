#include "core/analysis/activityset.h"

#include "core/base/timerange.h"

#include <algorithm>
#include <vector>

namespace ws {
namespace {

/// Of steps: what encloses their work on other threads, and the annotations of the device above it.
class AroundWork
{
public:
    AroundWork(const Run &run, std::span<const EventRef> calls)
        : m_timeline(run.timeline), m_extents(calls.empty() ? 0 : run.gpu.devices.size(), TimeRange{1, 0})
    {
        for (const EventRef call : calls)
            if (m_timeline.track(call).kind == TrackKind::CpuThread)
                m_walls.push_back({m_timeline.start(call), m_timeline.end(call)});
        std::ranges::sort(m_walls, {}, &TimeRange::begin);
    }

    /// The slices around this one that lie within one of the steps.
    template <class Visit> void forEachOuter(EventRef slice, const Visit &visit) const
    {
        if (m_walls.empty() || !slice.valid())
            return;
        const int64_t start = m_timeline.start(slice), end = m_timeline.end(slice);
        for (uint32_t lane = slice.lane; lane > m_timeline.track(slice).firstLane; --lane) {
            const Lane &outer = m_timeline.lanes[lane - 1];
            const size_t after = outer.firstStartingFrom(start + 1);
            if (after == 0 || outer.endOf(after - 1) < end || !isWithin(outer.start[after - 1], outer.endOf(after - 1)))
                return;
            visit(EventRef{lane - 1, static_cast<uint32_t>(after - 1)});
        }
    }
    void addWork(const GpuWork &gpu, size_t activity)
    {
        if (m_extents.empty())
            return;
        TimeRange &extent = m_extents[gpu.device(activity)];
        const bool isFirst = extent.begin > extent.end;
        extent = {isFirst ? gpu.start[activity] : std::min(extent.begin, gpu.start[activity]),
                  isFirst ? gpu.end(activity) : std::max(extent.end, gpu.end(activity))};
    }
    /// Annotations of a device that begin and end within the work of one step; between several, others have theirs.
    template <class Visit> void forEachAnnotation(const GpuWork &gpu, const Visit &visit) const
    {
        if (m_walls.size() != 1)
            return;
        for (const Track &track : m_timeline.tracks) {
            const auto device = std::ranges::find(gpu.devices, track.pid);
            if (track.kind != TrackKind::GpuAnnotation || device == gpu.devices.end())
                continue;
            const TimeRange &extent = m_extents[size_t(device - gpu.devices.begin())];
            for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
                for (size_t i = m_timeline.lanes[l].firstStartingFrom(extent.begin);
                     i < m_timeline.lanes[l].size() && m_timeline.lanes[l].start[i] < extent.end; ++i)
                    if (m_timeline.lanes[l].endOf(i) <= extent.end)
                        visit(EventRef{l, static_cast<uint32_t>(i)});
        }
    }

private:
    bool isWithin(int64_t start, int64_t end) const
    {
        const auto after = std::ranges::upper_bound(m_walls, start, {}, &TimeRange::begin);
        return after != m_walls.begin() && end <= (after - 1)->end;
    }

    const Timeline &m_timeline;
    std::vector<TimeRange> m_walls;   ///< of the steps, on the CPU
    std::vector<TimeRange> m_extents; ///< of their work, by device
};

} // namespace

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
    AroundWork around(run, calls);
    const auto addWithOuter = [&](EventRef slice) {
        add(slice);
        around.forEachOuter(slice, add);
    };
    const GpuWork &gpu = run.gpu;
    set.m_member.resize(gpu.size());
    for (size_t i = 0; i < gpu.size(); ++i) {
        if (row[i] >= wanted.size() || !wanted[row[i]])
            continue;
        set.m_member[i] = true;
        ++set.m_count;
        add(gpu.slice[i]);
        around.addWork(gpu, i);
        addWithOuter(gpu.op[i]);
        if (gpu.launch[i] != noLaunch)
            addWithOuter(run.launches.slice[gpu.launch[i]]);
    }
    around.forEachAnnotation(gpu, add);
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
