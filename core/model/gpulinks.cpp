// GPU work in order of its starts, each activity with the call that launched it and the operator around that call.

#include "core/base/runsort.h"
#include "core/base/twothreads.h"
#include "core/model/lanes.h"

#include <QCoreApplication>

#include <algorithm>

namespace ws {

/// Operators, launches and GPU activities know their lane within their track only, until all tracks have their lanes.
void TimelineBuilder::globaliseRefs(CategoryKind kind, uint32_t extra, uint32_t firstLane)
{
    const auto globalise = [firstLane](EventRef &ref) {
        if (ref.valid())
            ref.lane += firstLane;
    };
    const size_t i = extra - 1;
    if (isGpuWork(kind)) {
        globalise(m_run.gpu.slice[i]);
    } else if (kind == CategoryKind::CpuOp) {
        globalise(m_run.ops.slice[i]);
        globalise(m_run.ops.module[i]);
    } else {
        globalise(m_run.launches.slice[i]);
        globalise(m_run.launches.op[i]);
        globalise(m_run.launches.module[i]);
    }
}

/// Small numbers for the devices and streams in use.
uint16_t TimelineBuilder::streamOf(uint32_t track)
{
    GpuWork &gpu = m_run.gpu;
    if (track >= m_streams.size())
        m_streams.resize(m_run.timeline.tracks.size(), UINT32_MAX);
    uint32_t &number = m_streams[track];
    if (number != UINT32_MAX)
        return static_cast<uint16_t>(number);
    number = static_cast<uint32_t>(std::min<size_t>(gpu.streams.size(), UINT16_MAX));
    if (gpu.streams.size() > UINT16_MAX) { // hostile
        m_run.diagnostics.add("too-many-streams", QCoreApplication::translate(
                                                      "core", "more than 65,536 GPU streams; in the tables the work "
                                                              "of the others counts as the last one's"));
        return UINT16_MAX;
    }
    const Track &t = m_run.timeline.tracks[track];
    auto device = std::find(gpu.devices.begin(), gpu.devices.end(), t.pid);
    if (device == gpu.devices.end())
        device = gpu.devices.insert(device, t.pid);
    gpu.streams.push_back({static_cast<uint16_t>(device - gpu.devices.begin()), t.tid, track});
    return static_cast<uint16_t>(number);
}

void TimelineBuilder::sortLaunches()
{
    Launches &launches = m_run.launches;
    const std::vector<uint32_t> order = stableOrder(launches.correlation);
    permute(launches.correlation, order);
    permute(launches.slice, order);
    permute(launches.op, order);
    permute(launches.module, order);
}

void TimelineBuilder::sortGpuWork()
{
    GpuWork &gpu = m_run.gpu;
    const std::vector<uint32_t> order = stableOrder(gpu.start);
    permute(gpu.start, order);
    permute(gpu.duration, order);
    permute(gpu.name, order);
    permute(gpu.stream, order);
    permute(gpu.kind, order);
    permute(gpu.slice, order);
    permute(gpu.grid, order);
    permute(gpu.occupancy, order);
    permute(gpu.blocksPerSm, order);
    permute(gpu.graphNode, order);
    permute(gpu.matchName, order);
    permute(m_gpuCorrelation, order);
    permute(m_gpuExternalId, order);
    for (int64_t &start : gpu.start)
        start -= m_run.timeline.originNs;
}

/// The launch of each activity by correlation, its operator by what encloses the launch; without a launch by External
/// id, which is only of use where it is not a copy of the correlation.
void TimelineBuilder::linkGpu(bool parallel)
{
    onTwoThreads(2, parallel, [this](size_t part) { part ? sortLaunches() : sortGpuWork(); });
    GpuWork &gpu = m_run.gpu;
    const Launches &launches = m_run.launches;
    const CpuOps &ops = m_run.ops;
    const size_t n = gpu.size();
    const auto namesOp = [this](size_t i) {
        return !m_gpuExternalId.empty() && m_gpuExternalId[i] && m_gpuExternalId[i] != m_gpuCorrelation[i];
    };
    std::unordered_map<uint64_t, EventRef> opByExternalId;
    for (size_t i = 0; i < n && opByExternalId.empty(); ++i)
        if (namesOp(i))
            for (size_t op = 0; op < m_opExternalId.size(); ++op)
                if (m_opExternalId[op])
                    opByExternalId[m_opExternalId[op]] = ops.slice[op];
    gpu.launch.assign(n, noLaunch);
    gpu.op.assign(n, {});
    const std::vector<uint64_t> &ids = launches.correlation;
    for (size_t i = 0; i < n; ++i) {
        if (m_gpuCorrelation[i] && !ids.empty()) {
            const auto found = std::lower_bound(ids.begin(), ids.end(), m_gpuCorrelation[i]);
            if (found != ids.end() && *found == m_gpuCorrelation[i]) {
                gpu.launch[i] = static_cast<uint32_t>(found - ids.begin());
                gpu.op[i] = launches.op[gpu.launch[i]];
            }
        }
        if (gpu.op[i].valid() || !namesOp(i))
            continue;
        if (const auto found = opByExternalId.find(m_gpuExternalId[i]); found != opByExternalId.end())
            gpu.op[i] = found->second;
    }
    std::vector<uint64_t>().swap(m_gpuCorrelation);
    std::vector<uint64_t>().swap(m_gpuExternalId);
    std::vector<uint64_t>().swap(m_opExternalId);
}

} // namespace ws
