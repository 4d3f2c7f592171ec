// TimelineBuilder::finish(): from raw slices to the Run.

#include "core/base/parallel.h"
#include "core/model/lanes.h"

#include <QCoreApplication>

#include <algorithm>
#include <atomic>
#include <numeric>

namespace ws {
namespace {

constexpr size_t worthAThread = 200'000; ///< slices; below, starting a thread costs more than it saves

} // namespace

Result<bool> TimelineBuilder::finish(Progress &progress)
{
    Timeline &timeline = m_run.timeline;
    auto cancelled = [&] {
        return Error{ErrorKind::Cancelled, QCoreApplication::translate("core", "cancelled"), m_run.info.stamp.path};
    };
    progress.phase = Phase::Sorting;
    matchPairs();
    matchAsync();
    resolveThreads();
    if (m_first <= m_last) {
        timeline.originNs = m_first;
        timeline.spanNs = m_last - m_first;
        timeline.hasOrigin = true;
    } else {
        m_first = 0;
    }

    const size_t count = m_raw.size();
    size_t slices = 0;
    for (const RawTrack &raw : m_raw)
        slices += raw.size();
    std::vector<TrackPlan> plans(count);
    std::vector<uint32_t> bySize(count); // the longest first, so that all threads end together
    std::iota(bySize.begin(), bySize.end(), 0);
    std::stable_sort(bySize.begin(), bySize.end(),
                     [&](uint32_t a, uint32_t b) { return m_raw[a].size() > m_raw[b].size(); });
    const bool parallel = slices > worthAThread;
    const auto plan = [&](size_t i) { planTrack(bySize[i], plans[bySize[i]], parallel && i == 0); };
    if (!parallelFor({0, count}, parallel ? 1 : count, plan, &progress))
        return cancelled();

    uint32_t lanes = 0;
    uint64_t overflowing = 0;
    for (size_t i = 0; i < count; ++i) {
        Track &track = timeline.tracks[i];
        track.firstLane = lanes;
        track.laneCount = static_cast<uint32_t>(plans[i].laneCounts.size());
        track.sliceCount = m_raw[i].size();
        lanes += track.laneCount;
        if (plans[i].overflow)
            overflowing += plans[i].laneCounts.back();
    }
    if (overflowing)
        m_run.diagnostics.add("sub-lane-overflow",
                              QCoreApplication::translate(
                                  "core", "slices that overlap more than %1 others on their track; they share one row")
                                  .arg(mostLanes),
                              -1, {}, overflowing);
    timeline.lanes.resize(lanes);
    for (uint32_t i = 0; i < count; ++i)
        makeLanes(i, plans[i]);
    if (!fillAllLanes(plans, bySize, parallel, progress))
        return cancelled();
    progress.phase = Phase::Linking;
    linkGpu(parallel);
    sortSeries();
    sortInstants();
    for (int64_t &time : timeline.flows.time)
        time -= m_first;
    return true;
}

/// Tracks side by side, and of each the times beside the names: one track may hold nearly all slices.
bool TimelineBuilder::fillAllLanes(std::vector<TrackPlan> &plans, const std::vector<uint32_t> &order, bool parallel,
                                   Progress &progress)
{
    std::vector<std::atomic<uint8_t>> halvesLeft(order.size());
    for (std::atomic<uint8_t> &left : halvesLeft)
        left = 2;
    const size_t tasks = order.size() * 2;
    const auto fill = [&](size_t task) {
        const uint32_t track = order[task / 2];
        if (task % 2)
            fillNames(track, plans[track]);
        else
            fillTimes(track, plans[track]);
        if (--halvesLeft[task / 2] == 0) {
            m_raw[track].clear();
            plans[track] = {};
        }
    };
    return parallelFor({0, tasks}, parallel ? 1 : tasks, fill, &progress);
}

} // namespace ws
