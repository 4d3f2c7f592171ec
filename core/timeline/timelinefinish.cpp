// TimelineBuilder::finish(): from raw slices to the Run.

#include "core/base/runsort.h"
#include "core/timeline/lanes.h"

#include <QCoreApplication>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <thread>

namespace ws {
namespace {

constexpr size_t worthAThread = 200'000; ///< slices; below, starting a thread costs more than it saves

/// Calls `work(i)` for all i on two threads when there is enough to do. `work` may not touch shared state.
template <class Work> void onTwoThreads(size_t count, bool parallel, Work work)
{
    std::atomic<size_t> next{0};
    auto loop = [&] {
        for (size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;)
            work(i);
    };
    if (!parallel) {
        loop();
        return;
    }
    std::thread other(loop);
    loop();
    other.join();
}

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
    std::vector<uint32_t> bySize(count); // the longest first, so that two threads end together
    std::iota(bySize.begin(), bySize.end(), 0);
    std::stable_sort(bySize.begin(), bySize.end(),
                     [&](uint32_t a, uint32_t b) { return m_raw[a].size() > m_raw[b].size(); });
    const bool parallel = slices > worthAThread && count > 1;
    onTwoThreads(count, parallel, [&](size_t i) {
        if (!progress.isCancelled())
            planTrack(bySize[i], plans[bySize[i]]);
    });
    if (progress.isCancelled())
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
    linkGpu();
    onTwoThreads(count, parallel, [&](size_t i) {
        if (!progress.isCancelled())
            fillLanes(bySize[i], plans[bySize[i]]);
    });
    if (progress.isCancelled())
        return cancelled();
    progress.phase = Phase::Linking;
    sortSeries();
    sortInstants();
    for (int64_t &time : timeline.flows.time)
        time -= m_first;
    return true;
}

namespace {

template <class T> void release(std::vector<T> &v)
{
    std::vector<T>().swap(v);
}

/// Small numbers for the devices and streams in use.
class StreamTable
{
public:
    StreamTable(GpuWork &gpu, const Timeline &timeline) : m_gpu(gpu), m_timeline(timeline) {}

    uint16_t of(uint32_t track)
    {
        auto [entry, isNew] = m_index.try_emplace(track, static_cast<uint16_t>(m_gpu.streams.size()));
        if (isNew) {
            const Track &t = m_timeline.tracks[track];
            auto found = std::find(m_gpu.devices.begin(), m_gpu.devices.end(), t.pid);
            const auto device = static_cast<uint16_t>(found - m_gpu.devices.begin());
            if (found == m_gpu.devices.end())
                m_gpu.devices.push_back(t.pid);
            m_gpu.streams.push_back({device, t.tid, track});
        }
        return entry->second;
    }

private:
    GpuWork &m_gpu;
    const Timeline &m_timeline;
    std::unordered_map<uint32_t, uint16_t> m_index;
};

} // namespace

/// Operators, launches and GPU activities know their lane within their track only; the raw tracks tell which track.
void TimelineBuilder::globaliseRefs()
{
    Timeline &timeline = m_run.timeline;
    auto globalise = [](EventRef &ref, uint32_t firstLane) {
        if (ref.valid())
            ref.lane += firstLane;
    };
    for (uint32_t track = 0; track < m_raw.size(); ++track) {
        const RawTrack &raw = m_raw[track];
        const uint32_t firstLane = timeline.tracks[track].firstLane;
        uint32_t index = 0;
        for (const RawTrack::Chunk &chunk : raw.chunks())
            for (uint32_t i = 0; i < chunk.capacity && index < raw.size(); ++i, ++index) {
                if (!chunk.extra[i])
                    continue;
                const uint32_t extra = chunk.extra[i] - 1;
                const CategoryKind kind = kindOf(chunk.category[i]);
                if (isGpuWork(kind)) {
                    globalise(m_gpu[extra].slice, firstLane);
                } else if (kind == CategoryKind::CpuOp) {
                    globalise(m_ops[extra].slice, firstLane);
                    globalise(m_ops[extra].module, firstLane);
                } else {
                    globalise(m_launches[extra].slice, firstLane);
                    globalise(m_launches[extra].op, firstLane);
                    globalise(m_launches[extra].module, firstLane);
                }
            }
    }
}

void TimelineBuilder::moveLaunches()
{
    auto byCorrelation = [](const LaunchRaw &a, const LaunchRaw &b) { return a.correlation < b.correlation; };
    sortRuns(m_launches, byCorrelation);
    Launches &launches = m_run.launches;
    launches.correlation.reserve(m_launches.size());
    launches.slice.reserve(m_launches.size());
    launches.op.reserve(m_launches.size());
    launches.module.reserve(m_launches.size());
    for (const LaunchRaw &launch : m_launches) {
        launches.correlation.push_back(launch.correlation);
        launches.slice.push_back(launch.slice);
        launches.op.push_back(launch.op);
        launches.module.push_back(launch.module);
    }
    release(m_launches);
}

/// The launch of each activity by correlation, its operator by what encloses the launch; without a launch by External
/// id, which is only of use where it is not a copy of the correlation.
void TimelineBuilder::linkGpu()
{
    globaliseRefs();
    moveLaunches();
    std::unordered_map<uint64_t, EventRef> opByExternalId;
    auto namesOp = [](const GpuRaw &g) { return g.detail.externalId && g.detail.externalId != g.detail.correlation; };
    if (std::any_of(m_gpu.begin(), m_gpu.end(), namesOp))
        for (const OpRaw &op : m_ops)
            if (op.detail.externalId)
                opByExternalId[op.detail.externalId] = op.slice;
    const Launches &launches = m_run.launches;
    GpuWork &gpu = m_run.gpu;
    gpu.launch.reserve(m_gpu.size());
    gpu.op.reserve(m_gpu.size());
    auto byStart = [](const GpuRaw &a, const GpuRaw &b) { return a.start < b.start; };
    sortRuns(m_gpu, byStart);
    for (const GpuRaw &g : m_gpu) {
        uint32_t launch = noLaunch;
        if (g.detail.correlation) {
            const auto &ids = launches.correlation;
            auto found = std::lower_bound(ids.begin(), ids.end(), g.detail.correlation);
            if (found != ids.end() && *found == g.detail.correlation)
                launch = static_cast<uint32_t>(found - ids.begin());
        }
        EventRef op = launch != noLaunch ? launches.op[launch] : EventRef{};
        if (!op.valid() && namesOp(g)) {
            auto found = opByExternalId.find(g.detail.externalId);
            if (found != opByExternalId.end())
                op = found->second;
        }
        gpu.launch.push_back(launch);
        gpu.op.push_back(op);
    }
    moveGpuWork();
    moveOps();
}

void TimelineBuilder::moveGpuWork()
{
    GpuWork &gpu = m_run.gpu;
    StreamTable streams(gpu, m_run.timeline);
    const size_t n = m_gpu.size();
    gpu.start.reserve(n);
    gpu.duration.reserve(n);
    gpu.name.reserve(n);
    gpu.stream.reserve(n);
    gpu.kind.reserve(n);
    gpu.slice.reserve(n);
    const bool hasGrid = std::any_of(m_gpu.begin(), m_gpu.end(), [](const GpuRaw &g) { return g.detail.grid != 0; });
    const bool hasOccupancy = std::any_of(m_gpu.begin(), m_gpu.end(), [](const GpuRaw &g) {
        return !std::isnan(g.detail.occupancy) || !std::isnan(g.detail.blocksPerSm);
    });
    const bool hasGraph = std::any_of(m_gpu.begin(), m_gpu.end(), [](const GpuRaw &g) { return g.detail.graphNode; });
    for (const GpuRaw &g : m_gpu) {
        gpu.start.push_back(g.start - m_run.timeline.originNs);
        gpu.duration.push_back(g.duration);
        gpu.name.push_back(g.name);
        gpu.stream.push_back(streams.of(g.track));
        gpu.kind.push_back(g.kind);
        gpu.slice.push_back(g.slice);
        if (hasGrid)
            gpu.grid.push_back(g.detail.grid);
        if (hasOccupancy) {
            gpu.occupancy.push_back(g.detail.occupancy);
            gpu.blocksPerSm.push_back(g.detail.blocksPerSm);
        }
        if (hasGraph)
            gpu.graphNode.push_back(g.detail.graphNode);
    }
    release(m_gpu);
}

void TimelineBuilder::moveOps()
{
    CpuOps &ops = m_run.ops;
    const size_t n = m_ops.size();
    ops.slice.reserve(n);
    ops.module.reserve(n);
    ops.sequence.reserve(n);
    ops.fwdThread.reserve(n);
    ops.shape.reserve(n);
    for (const OpRaw &op : m_ops) {
        ops.slice.push_back(op.slice);
        ops.module.push_back(op.module);
        ops.sequence.push_back(op.detail.sequence);
        ops.fwdThread.push_back(op.detail.fwdThread);
        ops.shape.push_back(op.detail.shape);
    }
    release(m_ops);
}

} // namespace ws
