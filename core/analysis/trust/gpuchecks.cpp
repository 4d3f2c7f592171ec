#include "core/analysis/gaps/lostgraphs.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/stages/communication.h"
#include "core/analysis/trust/checks.h"
#include "core/model/callwords.h"

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

/// Nothing on its stream tells whether the last work of it is as long as the file says.
static void checkLastWork(const Run &run, TrustFindings &findings)
{
    constexpr size_t fewestOfName = 4;
    const GpuWork &gpu = run.gpu;
    std::vector<uint32_t> last(gpu.streams.size(), UINT32_MAX);
    for (uint32_t i = 0; i < gpu.size(); ++i)
        if (uint32_t &one = last[gpu.stream[i]]; one == UINT32_MAX || gpu.end(i) >= gpu.end(one))
            one = i;
    TrustCounter counter("long-end", 0, GpuTimes | GpuIdle | StepTimes | SpanShares);
    for (const uint32_t one : last) {
        if (one == UINT32_MAX || gpu.duration[one] <= run.timeline.spanNs / 2)
            continue;
        const std::string_view name = run.text(gpu.name[one]);
        if (name.find("ccl") != name.npos || name.find("CCL") != name.npos) // it waits for other ranks
            continue;
        std::vector<int64_t> others;
        for (uint32_t i = 0; i < gpu.size(); ++i)
            if (i != one && gpu.name[i] == gpu.name[one])
                others.push_back(gpu.duration[i]);
        if (others.size() < fewestOfName)
            continue;
        const auto middle = others.begin() + std::ptrdiff_t(others.size() / 2);
        std::ranges::nth_element(others, middle);
        if (gpu.duration[one] / 100 > std::max<int64_t>(*middle, 1000))
            counter.add(run.timeline, gpu.slice[one], gpu.duration[one] - *middle);
    }
    counter.finish(findings, gpu.size());
    if (counter.count())
        findings.back().said = run.text(run.timeline.name(findings.back().places.front().slice));
}

void checkStreams(const Run &run, TrustFindings &findings)
{
    checkLastWork(run, findings);
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
    // Begins and ends that a spreadsheet rounded contradict one another without a fault of the recording.
    const bool isRounded = run.diagnostics.find("rounded-durations");
    if (!isRounded && !run.diagnostics.find("rounded-starts")) {
        overlap.finish(findings, gpu.size(), allNs);
        over.finish(findings, gpu.size(), allNs);
        if (over.count())
            findings.back().said = deviceMaker(run) == DeviceMaker::Nvidia ? "nvidia" : "";
    }
    if (!isRounded)
        zero.finish(findings, gpu.size());
}

/// Of the last finding, those that another one counts; which of its places they are is not known.
static void takeAway(TrustFindings &findings, uint64_t count)
{
    TrustFinding &finding = findings.back();
    finding.count -= std::min(finding.count, count);
    finding.ns = finding.ofNs = 0;
    finding.places.clear();
    if (!finding.count)
        findings.pop_back();
}

namespace {

/// The largest lead of work before its launch, where the clocks of CPU and GPU differ by so much that it matters to
/// gaps which work was launched late; 0: they do not.
int64_t leadOfWork(const Run &run)
{
    constexpr int64_t roundingNs = 10'000; // a lead that is no matter of rounding
    const GpuWork &gpu = run.gpu;
    uint64_t far = 0, linked = 0;
    int64_t largest = 0;
    for (size_t i = 0; i < gpu.launch.size(); ++i) {
        if (gpu.launch[i] == noLaunch)
            continue;
        const int64_t lead = run.timeline.start(run.launches.slice[gpu.launch[i]]) - gpu.start[i];
        ++linked;
        far += lead > roundingNs;
        largest = std::max(largest, lead);
    }
    return far > linked / 10 ? largest : 0;
}

/// Whether gaps that last that long are nearly all of the idle time between work.
bool isIdleInGapsOf(const Run &run, int64_t atLeastNs)
{
    constexpr double nearlyAll = 0.9;
    std::vector<RunningUnion> busy(run.gpu.devices.size());
    int64_t idleNs = 0, longNs = 0;
    forEachActivity(run.gpu, {}, nullptr, [&](size_t i, int64_t start, int64_t end) {
        RunningUnion &before = busy[run.gpu.device(i)];
        if (before.end != INT64_MIN && start > before.end) {
            idleNs = saturatingAdd(idleNs, start - before.end);
            longNs = saturatingAdd(longNs, start - before.end >= atLeastNs ? start - before.end : 0);
        }
        before.add(start, end);
    });
    return idleNs > 0 && double(longNs) >= nearlyAll * double(idleNs);
}

} // namespace

int64_t shortestGapWithCause(const Run &run)
{
    constexpr int64_t longer =
        100; // than what the clocks differ by: a launch lies where it seems to within 1 % of the gap
    if (run.diagnostics.find("filtered-calls"))
        return INT64_MAX;
    const int64_t lead = leadOfWork(run);
    if (lead == 0)
        return 0;
    return lead < INT64_MAX / longer && isIdleInGapsOf(run, longer * lead) ? longer * lead : INT64_MAX;
}

std::optional<Gaps> findShownGaps(const Run &run, const Progress *progress)
{
    auto gaps = findGaps(run, progress);
    return gaps ? std::optional(withoutCauses(*std::move(gaps), shortestGapWithCause(run))) : std::nullopt;
}

void checkLaunches(const Run &run, TrustFindings &findings)
{
    TrustCounter without("no-launch", 0, GapCauses | Linked | StepTimes), onlyOp("no-call", 0, GapCauses),
        early("before-launch", 0, LaunchDelays | GapCauses);
    const GpuWork &gpu = run.gpu;
    bool anyOp = false;
    uint64_t migrations = 0;
    int64_t allNs = 0;
    for (size_t i = 0; i < gpu.launch.size(); ++i) {
        allNs = saturatingAdd(allNs, gpu.duration[i]);
        anyOp = anyOp || gpu.op[i].valid();
        if (gpu.launch[i] == noLaunch) {
            if (gpu.kind[i] == CategoryKind::Memcpy && isMigration(run.text(gpu.name[i]))) {
                ++migrations;
                continue;
            }
            (gpu.op[i].valid() ? onlyOp : without).add(run.timeline, gpu.slice[i], gpu.duration[i]);
            continue;
        }
        const int64_t lead = run.timeline.start(run.launches.slice[gpu.launch[i]]) - gpu.start[i];
        if (lead > 0)
            early.add(run.timeline, gpu.slice[i], lead);
    }
    const uint64_t linked = gpu.size() - without.count() - onlyOp.count() - migrations;
    if (early.count() && leadOfWork(run) > 0)
        early.withhold(shortestGapWithCause(run) == INT64_MAX ? LaunchDelays | GapCauses : LaunchDelays);
    without.finish(findings, gpu.size(), allNs);
    if (const Diagnostic *several = run.diagnostics.find("ambiguous-launches"); several && without.count())
        takeAway(findings, several->count);
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

namespace {

/// Whether calls of the API are in the file beside those that launch its work, so that other work would have a call.
bool isApiRecorded(const Run &run)
{
    const auto linked = size_t(std::ranges::count_if(run.gpu.launch, [](uint32_t l) { return l != noLaunch; }));
    return 2 * linked >= run.gpu.size() && std::ranges::count(launchesWithWork(run), false) > 0;
}

} // namespace

void checkComputation(const Run &run, TrustFindings &findings)
{
    constexpr size_t maxNames = 64; // of kernels that communicate
    const GpuWork &gpu = run.gpu;
    if (!gpu.size() || gpu.untimed.size())
        return;
    std::vector<bool> seen(run.strings.size());
    size_t names = 0;
    for (size_t i = 0; i < gpu.size() && names <= maxNames; ++i)
        if (gpu.kind[i] == CategoryKind::Kernel && !seen[gpu.nameForRules(i)]) {
            seen[gpu.nameForRules(i)] = true;
            ++names;
        }
    if (names > maxNames)
        return;
    const auto isCommunication = defaultCommunication(gpu, run.strings);
    for (size_t i = 0; i < gpu.size(); ++i)
        if (gpu.kind[i] == CategoryKind::Kernel && !isCommunication[gpu.nameForRules(i)])
            return;
    if (isApiRecorded(run))
        return;
    TrustFinding finding;
    finding.id = "no-computation";
    finding.count = gpu.size();
    finding.withholds = GpuIdle | GapCauses;
    finding.marks = StepTimes | SpanShares;
    findings.push_back(std::move(finding));
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
    const auto isInHead = [&](EventRef call) {
        const auto same = std::ranges::equal_range(launches.before, timeline.start(call), {},
                                                   [&](EventRef one) { return timeline.start(one); });
        return std::ranges::find(same, call) != same.end();
    };
    for (const EventRef call : calls) // those of the head are told apart where later ones have their work
        if (!launches.graphsWithWork || !isInHead(call))
            lost.add(timeline, call, timeline.duration(call));
    if (10 * lost.count() >= launches.graphs)
        lost.withhold(GpuIdle);
    lost.finish(findings, std::max<uint64_t>(launches.graphs, lost.count()));
}

} // namespace ws
