#include "core/analysis/gaps/lostgraphs.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/trust/checks.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

/// The resolution of the recording: old Kineto writes whole microseconds, others round to a nanosecond.
int64_t resolutionNs(const GpuWork &gpu)
{
    for (size_t i = 0; i < gpu.size(); ++i)
        if ((gpu.start[i] - gpu.start[0]) % 1000 || gpu.duration[i] % 1000)
            return 2;
    return 1000;
}

/// By category: a box stands for a whole graph.
std::vector<bool> wholeGraphCategories(const Run &run)
{
    std::vector<bool> isGraph;
    for (const Category &category : run.timeline.categories)
        isGraph.push_back(run.text(category.name) == "cuda_graph");
    return isGraph;
}

/// torch's script for annotated graphs puts their work into rows for display and forgets the streams of the hardware;
/// its exporter, which keeps them, says that it wrote the annotations. Other writers name scopes without such rows.
bool mayLieInDisplayRows(const Run &run)
{
    const auto &header = *run.info.header;
    return run.info.format == "kineto" && !run.gpu.annotation.empty() &&
           !(header.is_object() && header.contains("cudaGraphInlineAnnotated"));
}

uint16_t categoryOf(const Run &run, size_t activity)
{
    const EventRef slice = run.gpu.slice[activity];
    return run.timeline.lane(slice).category[slice.index];
}

} // namespace

std::vector<uint32_t> impossibleWork(const Run &run)
{
    std::vector<uint32_t> found;
    const GpuWork &gpu = run.gpu;
    for (uint32_t i = 0; i < gpu.size() && run.diagnostics.find("impossible-duration"); ++i)
        if (gpu.duration[i] < run.timeline.duration(gpu.slice[i]))
            found.push_back(i);
    return found;
}

void checkStreams(const Run &run, TrustFindings &findings)
{
    TrustCounter impossible("impossible-duration", 0, GpuTimes | GpuIdle);
    for (const uint32_t i : impossibleWork(run))
        impossible.add(run.timeline, run.gpu.slice[i], run.timeline.duration(run.gpu.slice[i]) - run.gpu.duration[i]);
    impossible.finish(findings, run.gpu.size());
    if (impossible.count())
        findings.back().said = run.text(run.timeline.name(findings.back().places.front().slice));
    TrustCounter overlap("stream-overlap", 0, GpuTimes), over("duration-over-next", 0, GpuTimes | GpuIdle),
        zero("zero-duration", 0, GpuTimes);
    const GpuWork &gpu = run.gpu;
    const int64_t resolution = resolutionNs(gpu);
    const bool hasDisplayRows = mayLieInDisplayRows(run);
    std::vector<uint32_t> latest(gpu.streams.size(), UINT32_MAX); // by stream: the work that ends last
    int64_t allNs = 0;
    for (uint32_t i = 0; i < gpu.size(); ++i) {
        allNs = saturatingAdd(allNs, gpu.duration[i]);
        if (gpu.duration[i] == 0)
            zero.add(run.timeline, gpu.slice[i], 0);
        uint32_t &before = latest[gpu.stream[i]];
        const int64_t end = gpu.end(i), endBefore = before == UINT32_MAX ? INT64_MIN : gpu.end(before);
        const bool isOneStream = !hasDisplayRows || gpu.graphNode.empty() || !gpu.graphNode[i];
        if (endBefore != INT64_MIN && endBefore - gpu.start[i] > resolution && isOneStream) {
            if (end <= endBefore)
                overlap.add(run.timeline, gpu.slice[i], gpu.duration[i]);
            else
                over.add(run.timeline, gpu.slice[before], endBefore - gpu.start[i]);
        }
        if (end >= endBefore)
            before = i;
    }
    if (2 * zero.count() >= gpu.size()) // then sums and idle time are those of the rest
        zero.withhold(GpuTimes | GpuIdle);
    overlap.finish(findings, gpu.size(), allNs);
    over.finish(findings, gpu.size(), allNs);
    zero.finish(findings, gpu.size());
}

void checkLaunches(const Run &run, TrustFindings &findings)
{
    TrustCounter without("no-launch", 0, GapCauses | Linked | StepTimes), onlyOp("no-call", 0, GapCauses),
        early("before-launch", 0, LaunchDelays | GapCauses);
    constexpr int64_t roundingNs = 10'000; // a lead that is no matter of rounding: the clocks differ
    const GpuWork &gpu = run.gpu;
    bool anyOp = false;
    int64_t allNs = 0;
    uint64_t far = 0;
    for (size_t i = 0; i < gpu.launch.size(); ++i) {
        allNs = saturatingAdd(allNs, gpu.duration[i]);
        anyOp = anyOp || gpu.op[i].valid();
        if (gpu.launch[i] == noLaunch) {
            (gpu.op[i].valid() ? onlyOp : without).add(run.timeline, gpu.slice[i], gpu.duration[i]);
            continue;
        }
        const int64_t lead = run.timeline.start(run.launches.slice[gpu.launch[i]]) - gpu.start[i];
        if (lead > 0)
            early.add(run.timeline, gpu.slice[i], lead);
        far += lead > roundingNs;
    }
    const uint64_t linked = gpu.size() - without.count() - onlyOp.count();
    if (far > linked / 10) // then nothing tells which work was launched late
        early.withhold(LaunchDelays | GapCauses);
    without.finish(findings, gpu.size(), allNs);
    onlyOp.finish(findings, gpu.size(), allNs);
    early.finish(findings, linked);
    if (gpu.copiedExternalIds && !anyOp) {
        TrustFinding finding;
        finding.id = "copied-external-id";
        finding.count = gpu.copiedExternalIds;
        finding.of = gpu.size();
        finding.marks = Linked;
        findings.push_back(std::move(finding));
    }
}

std::vector<int64_t> wholeGraphNs(const Run &run)
{
    std::vector<RunningUnion> unions(run.gpu.devices.size());
    const std::vector<bool> isGraph = wholeGraphCategories(run);
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (isGraph[categoryOf(run, i)])
            unions[run.gpu.device(i)].add(run.gpu.start[i], run.gpu.end(i));
    std::vector<int64_t> ns;
    for (const RunningUnion &one : unions)
        ns.push_back(one.length);
    return ns;
}

std::vector<DeviceTime> deviceTimes(const Run &run)
{
    const GpuWork &gpu = run.gpu;
    std::vector<RunningUnion> unions(gpu.devices.size());
    std::vector<int64_t> first(gpu.devices.size(), INT64_MAX);
    for (size_t i = 0; i < gpu.size(); ++i) {
        const uint16_t device = gpu.device(i);
        first[device] = std::min(first[device], gpu.start[i]);
        unions[device].add(gpu.start[i], saturatingAdd(gpu.start[i], gpu.duration[i]));
    }
    std::vector<DeviceTime> times;
    for (size_t d = 0; d < unions.size(); ++d)
        times.push_back({unions[d].length, first[d] == INT64_MAX ? 0 : unions[d].end - first[d]});
    return times;
}

void checkGraphs(const Run &run, TrustFindings &findings)
{
    TrustCounter whole("whole-graphs", 0, GpuIdle | GpuCounts | GpuTimes),
        lost("lost-graphs", 0, GpuIdle | GpuCounts | GpuTimes | GapCauses);
    const Timeline &timeline = run.timeline;
    const std::vector<bool> isGraph = wholeGraphCategories(run);
    for (size_t i = 0; i < run.gpu.size(); ++i)
        if (isGraph[categoryOf(run, i)])
            whole.add(timeline, run.gpu.slice[i], run.gpu.duration[i]);
    int64_t wholeNs = 0, spanNs = 0;
    if (whole.count()) {
        for (const int64_t ns : wholeGraphNs(run))
            wholeNs = saturatingAdd(wholeNs, ns);
        for (const DeviceTime &device : deviceTimes(run))
            spanNs = saturatingAdd(spanNs, device.spanNs);
    }
    if (wholeNs >= spanNs / 10) // of less, the rest still says how much of the time the GPU works
        whole.withhold(GpuIdle);
    whole.finish(findings, run.gpu.size());
    const std::vector<EventRef> calls = lostGraphs(run);
    if (calls.empty())
        return;
    const LostLaunches launches = lostLaunches(run);
    for (const EventRef call : calls) // those of the head are told apart where later ones have their work
        if (!launches.graphsWithWork || launches.before.empty() ||
            timeline.start(call) > timeline.start(launches.before.back()))
            lost.add(timeline, call, timeline.duration(call));
    if (10 * lost.count() >= launches.graphs)
        lost.withhold(GpuIdle);
    lost.finish(findings, std::max<uint64_t>(launches.graphs, lost.count()));
}

} // namespace ws
