// Checks of slices on the CPU and of flows, and what a profiler itself would not accept of its recording, or says of
// it: rules of PyTorch's trace validator (torch/profiler/_trace_validator.py), the sums of Ascend's profiler, and the
// warnings of Nsight Systems.

#include "core/analysis/busy/busy.h"
#include "core/analysis/gaps/gapfills.h"
#include "core/analysis/stages/communication.h"
#include "core/analysis/trust/checks.h"
#include "core/model/devicewords.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <unordered_map>

namespace ws {
namespace {

/// Sides of flows by id and category. Numbers that lie close together, as profilers count them, are places of a table;
/// others are found by their hash.
class FlowSides
{
public:
    enum : uint8_t { HasStart = 1, HasEnd = 2 };

    explicit FlowSides(const Flows &flows)
    {
        uint64_t last = 0;
        m_first = UINT64_MAX;
        for (size_t i = 0; i < flows.size(); ++i) {
            m_first = std::min(m_first, uint64_t(flows.id[i]));
            last = std::max(last, uint64_t(flows.id[i]));
            m_categories = std::max<size_t>(m_categories, flows.category[i] + size_t(1));
        }
        m_isDense = last - m_first < 8 * flows.size() / m_categories;
        if (m_isDense)
            m_table.resize((last - m_first + 1) * m_categories);
        else
            m_slots.resize(std::bit_ceil(2 * flows.size() + 2));
    }

    void add(uint64_t id, uint16_t category, uint8_t side) { sides(id, category) |= side; }
    uint8_t &sides(uint64_t id, uint16_t category)
    {
        return m_isDense ? m_table[(id - m_first) * m_categories + category] : slot(id, category).sides;
    }

private:
    struct Slot
    {
        uint64_t id = 0;
        uint16_t category = 0;
        uint8_t sides = 0; ///< 0: free
    };

    Slot &slot(uint64_t id, uint16_t category)
    {
        const size_t mask = m_slots.size() - 1;
        uint64_t hash = (id ^ uint64_t(category) << 48) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
        for (size_t at = hash & mask;; at = (at + 1) & mask) {
            Slot &slot = m_slots[at];
            if (slot.sides && (slot.id != id || slot.category != category))
                continue;
            slot.id = id;
            slot.category = category;
            return slot;
        }
    }

    bool m_isDense = false;
    uint64_t m_first = 0;
    size_t m_categories = 1;
    std::vector<uint8_t> m_table;
    std::vector<Slot> m_slots;
};

using Json = nlohmann::ordered_json;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != text.npos;
}

/// A call that returns when the device, or one stream of it, has done all that was launched before.
struct Sync
{
    EventRef slice;
    uint32_t stream = UINT32_MAX; ///< index into GpuWork::streams; UINT32_MAX: the whole device
};

/// Waits for a stream as CUPTI records them, on rows of the device; and where the file has one device, calls that wait
/// for all of it.
class Syncs
{
public:
    explicit Syncs(const Run &run) : m_run(run)
    {
        const Timeline &timeline = run.timeline;
        std::vector<bool> isSync;
        for (const Category &category : timeline.categories)
            isSync.push_back(run.text(category.name) == "cuda_sync");
        if (std::ranges::find(isSync, true) != isSync.end())
            for (uint32_t l = 0; l < timeline.lanes.size(); ++l)
                addLane(l, isSync);
        if (run.gpu.devices.size() == 1)
            addCalls();
    }

    std::vector<Sync> all;

private:
    void addLane(uint32_t l, const std::vector<bool> &isSync)
    {
        const Lane &lane = m_run.timeline.lanes[l];
        const Track &track = m_run.timeline.tracks[lane.track];
        uint32_t stream = UINT32_MAX;
        for (uint32_t s = 0; s < m_run.gpu.streams.size(); ++s) {
            const Track &own = m_run.timeline.tracks[m_run.gpu.streams[s].track];
            if (own.pid == track.pid && own.tid == track.tid)
                stream = s;
        }
        for (uint32_t i = 0; i < lane.size(); ++i) {
            if (!isSync[lane.category[i]])
                continue;
            const std::string_view name = m_run.text(lane.name[i]);
            if (stream != UINT32_MAX && name.starts_with("Stream Sync"))
                all.push_back({{l, i}, stream});
        }
    }
    void addCalls()
    {
        enum : uint8_t { Unseen, Other, Waits };
        std::vector<uint8_t> seen(m_run.strings.size());
        for (const EventRef call : m_run.launches.slice) {
            uint8_t &kind = seen[m_run.timeline.name(call)];
            if (kind == Unseen) {
                const std::string_view name = m_run.text(m_run.timeline.name(call));
                kind = contains(name, "DeviceSynchronize") || contains(name, "CtxSynchronize") ? Waits : Other;
            }
            if (kind == Waits)
                all.push_back({call, UINT32_MAX});
        }
    }

    const Run &m_run;
};

constexpr int64_t clockToleranceNs = 1'000; ///< by which clocks of CPU and GPU may differ without a consequence
constexpr double notedOverhead = 0.01;      ///< of the idle time: less is no matter of it
constexpr size_t farthestBack = 4096;       ///< activities that are looked at for one wait

/// Torch's name of the operator that records a collective, and what the arguments must name.
constexpr std::string_view collectiveOp = "record_param_comms";
constexpr std::string_view collectiveFields[] = {
    "\"Collective name\":", "\"dtype\":", "\"In msg nelems\":", "\"Out msg nelems\":", "\"Group size\":"};
constexpr std::string_view backwardPrefix = "autograd::engine::evaluate_function:";

struct BackwardKey
{
    int64_t sequence = 0;
    uint32_t thread = 0, process = 0; ///< of the forward operator
    bool operator==(const BackwardKey &) const = default;
};
struct BackwardHash
{
    size_t operator()(const BackwardKey &key) const
    {
        return size_t(uint64_t(key.sequence) * 0x9E3779B97F4A7C15ULL ^ uint64_t(key.thread) << 32 ^ key.process);
    }
};

/// In whatever case.
bool hasAnyWord(std::string text, std::initializer_list<std::string_view> words)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return std::ranges::any_of(words, [&](std::string_view word) { return contains(text, word); });
}

/// Nsight Systems speaks of samples of the CPU, or of what it traces beside CUDA: calls of cuDNN, cuBLAS or OpenACC on
/// the CPU, whose kernels are in CUDA's own records.
bool isBesideTheGpu(const std::string &text)
{
    return hasAnyWord(text, {"nvtx",     "opengl",  "vulkan",     "directx",    "dx11",           "dx12",
                             "openxr",   "openacc", "openmp",     "cudnn",      "cublas",         "cusparse",
                             "cusolver", "cufft",   "mpi profil", "mpi trac",   "openshmem",      "ucx",
                             "nvvideo",  "sampl",   "backtrace",  "perf event", "context switch", "os runtime"}) &&
           !hasAnyWord(text, {"cuda", "cupti", "gpu"});
}

/// Nsight Systems could not trace unified memory, as on each machine whose devices cannot reach one another's memory:
/// only migrations and page faults are missing, of programs that have such memory.
bool isOfUnifiedMemory(const std::string &text)
{
    return hasAnyWord(text, {"unified memory"}) && hasAnyWord(text, {"cannot be traced", "not be traced", "unable to"});
}

/// Or it is not known: no call of CUDA's is in the file.
bool mayUseUnifiedMemory(const Run &run)
{
    for (StringId id = 0; id < run.strings.size(); ++id)
        if (const std::string_view name = run.text(id);
            name.find("MallocManaged") != name.npos || name.find("AllocManaged") != name.npos)
            return true;
    return run.launches.size() == 0;
}

/// Nsight Systems says that data is missing; its other warnings are of what it did not trace at all, or of cost.
bool saysLoss(const std::string &text)
{
    if (isBesideTheGpu(text) ||
        hasAnyWord(text, {"load symbols"})) // names of functions on the CPU, of whatever library
        return false;
    return hasAnyWord(text, {"not all", "drop", "lost", "incomplete", "overflow", "truncat", "stopped", "terminated",
                             "missing", "insufficient", "ran out", "might not have", "may not have", "might have not",
                             "no cuda events", "failed to"});
}

} // namespace

void checkFlows(const Run &run, TrustFindings &findings)
{
    const Flows &flows = run.timeline.flows;
    const size_t all = flows.counts[Flows::Start] + flows.counts[Flows::Step] + flows.counts[Flows::End];
    if (flows.size() == 0 || all != flows.size()) // the other side may be one that was not kept
        return;
    FlowSides sides(flows);
    for (size_t i = 0; i < flows.size(); ++i)
        if (flows.kind[i] != Flows::Step)
            sides.add(flows.id[i], flows.category[i],
                      flows.kind[i] == Flows::Start ? FlowSides::HasStart : FlowSides::HasEnd);
    std::vector<bool> isLaunch; // by category
    for (const Category &category : run.timeline.categories)
        isLaunch.push_back(run.text(category.name) == "ac2g" || run.text(category.name) == "async_cpu_to_gpu");
    const auto endsAtCall = [&](size_t i) { // Kineto writes such an end at every call, with work or without
        return flows.kind[i] == Flows::End && isLaunch[flows.category[i]] &&
               (flows.track[i] == UINT32_MAX || run.timeline.tracks[flows.track[i]].kind == TrackKind::CpuThread);
    };
    TrustCounter half("half-flow", 0, 0);
    for (size_t i = 0; i < flows.size(); ++i)
        if (flows.kind[i] != Flows::Step && !endsAtCall(i) &&
            sides.sides(flows.id[i], flows.category[i]) != (FlowSides::HasStart | FlowSides::HasEnd))
            half.add({{}, {flows.time[i], flows.time[i]}, 0});
    half.finish(findings);
}

namespace {

/// A slice of the profiler's own work.
struct OwnWork
{
    TimeRange time;
    StringId process = 0;
};

std::vector<OwnWork> ownWork(const Run &run)
{
    const Timeline &timeline = run.timeline;
    std::vector<bool> isOwn; // by category
    for (const Category &category : timeline.categories)
        isOwn.push_back(category.kind == CategoryKind::Overhead);
    std::vector<OwnWork> all;
    if (std::ranges::find(isOwn, true) == isOwn.end())
        return all;
    for (const Lane &lane : timeline.lanes)
        for (uint32_t i = 0; i < lane.size(); ++i)
            if (isOwn[lane.category[i]] && !isProgramsOverhead(run.text(lane.name[i])))
                all.push_back({{lane.start[i], lane.endOf(i)}, timeline.tracks[lane.track].pid});
    return all;
}

/// Idle time between GPU work, and how much of it the ranges of its device cover.
std::pair<int64_t, int64_t> idleUnder(const GpuWork &gpu, const std::vector<std::vector<TimeRange>> &times)
{
    std::vector<int64_t> end(gpu.devices.size(), INT64_MIN);
    int64_t idleNs = 0, underNs = 0;
    for (size_t i = 0; i < gpu.size(); ++i) {
        const uint16_t device = gpu.device(i);
        if (end[device] != INT64_MIN && gpu.start[i] > end[device]) {
            idleNs += gpu.start[i] - end[device];
            underNs += coveredBy(times[device], {end[device], gpu.start[i]});
        }
        end[device] = std::max(end[device], gpu.end(i));
    }
    return {idleNs, underNs};
}

/// Whether any of it lies between the first and the last work of a device.
bool isWithinWork(const GpuWork &gpu, const std::vector<std::vector<TimeRange>> &times)
{
    std::vector<TimeRange> spans(gpu.devices.size(), TimeRange{INT64_MAX, INT64_MIN});
    for (size_t i = 0; i < gpu.size(); ++i) {
        TimeRange &span = spans[gpu.device(i)];
        span = {std::min(span.begin, gpu.start[i]), std::max(span.end, gpu.end(i))};
    }
    for (size_t d = 0; d < spans.size(); ++d)
        if (spans[d].begin < spans[d].end && coveredBy(times[d], spans[d]) > 0)
            return true;
    return false;
}

} // namespace

int64_t coveredBy(const std::vector<TimeRange> &ranges, const TimeRange &time)
{
    int64_t ns = 0;
    auto at = std::ranges::partition_point(ranges, [&](const TimeRange &range) { return range.end <= time.begin; });
    for (; at != ranges.end() && at->begin < time.end; ++at)
        ns += std::min(at->end, time.end) - std::max(at->begin, time.begin);
    return ns;
}

/// See profilerTimes().
static std::vector<std::vector<TimeRange>> timesOf(const Run &run, std::vector<OwnWork> all)
{
    const GpuWork &gpu = run.gpu;
    std::vector<std::vector<TimeRange>> times(gpu.devices.size());
    if (all.empty())
        return times;
    std::ranges::sort(all, {}, [](const OwnWork &one) { return one.time.begin; });
    std::vector<std::set<StringId>> processes(gpu.devices.size()); // that launch to the device
    std::set<StringId> launching;
    for (size_t i = 0; i < gpu.size() && times.size() > 1; ++i)
        if (gpu.launch[i] != noLaunch) {
            const StringId process = run.timeline.track(run.launches.slice[gpu.launch[i]]).pid;
            processes[gpu.device(i)].insert(process);
            launching.insert(process);
        }
    for (size_t d = 0; d < times.size(); ++d)
        for (const OwnWork &one : all) {
            if (launching.contains(one.process) && !processes[d].contains(one.process))
                continue;
            if (!times[d].empty() && one.time.begin <= times[d].back().end)
                times[d].back().end = std::max(times[d].back().end, one.time.end);
            else
                times[d].push_back(one.time);
        }
    return times;
}

std::vector<std::vector<TimeRange>> profilerTimes(const Run &run)
{
    return timesOf(run, ownWork(run));
}

void checkProfiler(const Run &run, TrustFindings &findings)
{
    const Timeline &timeline = run.timeline;
    enum : uint8_t { Other, Overhead, Stack };
    std::vector<uint8_t> kinds;
    for (const Category &category : timeline.categories)
        kinds.push_back(category.kind == CategoryKind::Overhead                                          ? Overhead
                        : category.kind == CategoryKind::Python || category.kind == CategoryKind::Module ? Stack
                                                                                                         : Other);
    TrustCounter overhead("profiler-overhead", 0, 0);
    TrustFinding stacks;
    std::vector<OwnWork> own;
    for (uint32_t l = 0; l < timeline.lanes.size(); ++l) {
        const Lane &lane = timeline.lanes[l];
        for (uint32_t i = 0; i < lane.size(); ++i) {
            const uint8_t kind = kinds[lane.category[i]];
            if (kind == Overhead && !isProgramsOverhead(run.text(lane.name[i]))) {
                overhead.add(timeline, {l, i}, lane.durationOf(i));
                own.push_back({{lane.start[i], lane.endOf(i)}, timeline.tracks[lane.track].pid});
            }
            if (kind == Stack && stacks.count++ == 0)
                stacks.places.push_back({{l, i}, {lane.start[i], lane.endOf(i)}, 0});
        }
    }
    if (overhead.count()) { // where no GPU waits for it, it changes nothing that is shown
        const std::vector<std::vector<TimeRange>> times = timesOf(run, std::move(own));
        const auto [idleNs, underNs] = idleUnder(run.gpu, times);
        const bool isNoted = underNs > 0 && double(underNs) >= notedOverhead * double(idleNs);
        overhead.finish(findings);
        findings.back().ns = underNs;
        findings.back().ofNs = idleNs;
        findings.back().marks = isNoted ? CpuTimes | GapCauses : isWithinWork(run.gpu, times) ? CpuTimes : 0;
    }
    for (size_t i = 0; i < run.ops.callStack.size(); ++i) // as arguments of operators
        if (run.ops.callStack[i] && stacks.count++ == 0) {
            const EventRef op = run.ops.slice[i];
            stacks.places.push_back({op, {timeline.start(op), timeline.end(op)}, 0});
        }
    if (!stacks.count)
        return;
    stacks.id = "call-stacks";
    int64_t busyNs = 0, allNs = 0;
    for (const DeviceTime &device : deviceTimes(run)) {
        busyNs += device.busyNs;
        allNs += device.spanNs;
    }
    // A GPU that works all the time does not wait for the CPU, however slow that is.
    const bool mayWait = allNs - busyNs >= allNs / 5;
    stacks.marks = mayWait ? CpuTimes | GapCauses : CpuTimes;
    findings.push_back(std::move(stacks));
}

void checkSyncs(const Run &run, TrustFindings &findings)
{
    const GpuWork &gpu = run.gpu;
    const Syncs syncs(run);
    if (syncs.all.empty() || gpu.size() == 0)
        return;
    std::vector<int64_t> latest(gpu.size()); // the last end of all work up to there
    int64_t end = INT64_MIN;
    for (size_t i = 0; i < gpu.size(); ++i)
        latest[i] = end = std::max(end, gpu.end(i));
    const Timeline &timeline = run.timeline;
    TrustCounter counter("sync-before-end", 0, GpuTimes | GpuIdle | GapCauses);
    for (const Sync &sync : syncs.all) {
        const int64_t begin = timeline.start(sync.slice), done = timeline.end(sync.slice);
        int64_t excess = 0;
        auto i = size_t(std::lower_bound(gpu.start.begin(), gpu.start.end(), done) - gpu.start.begin());
        for (size_t steps = 0; i-- > 0 && steps < farthestBack && latest[i] > done + clockToleranceNs; ++steps) {
            if (gpu.end(i) <= done + clockToleranceNs || (sync.stream != UINT32_MAX && gpu.stream[i] != sync.stream))
                continue;
            const bool wasLaunched = gpu.start[i] < begin || (gpu.launch[i] != noLaunch &&
                                                              timeline.end(run.launches.slice[gpu.launch[i]]) <= begin);
            if (wasLaunched)
                excess = std::max(excess, gpu.end(i) - done);
        }
        if (excess > 0)
            counter.add(timeline, sync.slice, excess);
    }
    counter.finish(findings, syncs.all.size());
}

void checkOps(const Run &run, TrustFindings &findings)
{
    enum : uint8_t { Unseen, Other, Backward, Collective };
    const Timeline &timeline = run.timeline;
    const CpuOps &ops = run.ops;
    std::vector<uint8_t> seen(run.strings.size());
    std::vector<uint8_t> isWhole; // by text of a collective's arguments: 0 not looked at, 1 lacks something, 2 whole
    TrustCounter bare("bare-collectives", 0, Collectives), twice("two-backwards", 0, Linked);
    uint64_t collectives = 0, backwards = 0;
    std::unordered_map<BackwardKey, StringId, BackwardHash> names;
    for (size_t i = 0; i < ops.size(); ++i) {
        const EventRef op = ops.slice[i];
        const StringId name = timeline.name(op);
        if (seen[name] == Unseen) {
            const std::string_view text = run.text(name);
            seen[name] = text == collectiveOp ? Collective : text.starts_with(backwardPrefix) ? Backward : Other;
        }
        if (seen[name] == Collective) {
            ++collectives;
            const StringId args = i < ops.collective.size() ? ops.collective[i] : 0;
            isWhole.resize(run.strings.size());
            if (args && !isWhole[args])
                isWhole[args] =
                    std::ranges::all_of(collectiveFields,
                                        [&](std::string_view field) { return contains(run.text(args), field); })
                        ? 2
                        : 1;
            if (!args || isWhole[args] == 1)
                bare.add({op, {timeline.start(op), timeline.end(op)}, 0});
        } else if (seen[name] == Backward && ops.sequence[i] >= 0) {
            ++backwards;
            const uint32_t thread = i < ops.fwdThread.size() ? ops.fwdThread[i] : 0;
            const auto [known, isNew] = names.try_emplace({ops.sequence[i], thread, timeline.track(op).pid}, name);
            if (!isNew && known->second != name)
                twice.add({op, {timeline.start(op), timeline.end(op)}, 0});
        }
    }
    bare.finish(findings, collectives);
    twice.finish(findings, backwards);
}

void checkOwnSums(const Run &run, TrustFindings &findings)
{
    const Timeline &timeline = run.timeline;
    int64_t computeNs = 0, commNs = 0;
    uint64_t slices = 0;
    for (const Track &track : timeline.tracks) {
        if (!isProfilersSummary(run, track))
            continue;
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            const Lane &lane = timeline.lanes[l];
            for (uint32_t i = 0; i < lane.size(); ++i) {
                const std::string_view name = run.text(lane.name[i]);
                const bool isCompute = name == "Computing", isComm = name.starts_with("Communication(Not");
                slices += isCompute || isComm;
                (isCompute ? computeNs : commNs) += isCompute || isComm ? lane.durationOf(i) : 0;
            }
        }
    }
    if (!slices || !run.gpu.size())
        return;
    const auto busy = busySplit(run.gpu, defaultCommunication(run.gpu, run.strings));
    if (!busy)
        return;
    int64_t ownComputeNs = 0, ownCommNs = 0, spanNs = 0;
    for (const BusySplit &device : busy->devices) {
        ownComputeNs += device.computeNs;
        ownCommNs += device.exposedCommNs;
        spanNs += device.spanNs;
    }
    const int64_t compute = ownComputeNs - computeNs, comm = ownCommNs - commNs;
    const bool isOfComm = std::abs(comm) > std::abs(compute);
    // Each slice may be rounded by the three decimals of its begin and its duration.
    const int64_t rounding = std::max<int64_t>(int64_t(2 * slices), (computeNs + commNs) / 1000);
    if (std::abs(isOfComm ? comm : compute) <= rounding)
        return;
    TrustFinding finding;
    finding.id = "own-sums";
    finding.count = 1;
    finding.said = isOfComm ? "Communication(Not Overlapped)" : "Computing";
    finding.ns = isOfComm ? ownCommNs : ownComputeNs;
    finding.ofNs = isOfComm ? commNs : computeNs;
    const bool isMuch = std::abs(compute + comm) > spanNs / 10; // another share of the time in which it works
    (isMuch ? finding.withholds : finding.marks) |= GpuIdle;
    finding.marks |= GpuTimes;
    findings.push_back(std::move(finding));
}

void checkExport(const Run &run, TrustFindings &findings)
{
    constexpr int knownMajor = 3;
    const Json &header = *run.info.header;
    const auto exported = header.find("META_DATA_EXPORT");
    if (!run.info.format.starts_with("nsys") || !header.is_object())
        return;
    if (exported != header.end() && exported->is_object())
        for (const char *key : {"EXPORT_SCHEMA_VERSION", "EXPORT_SCHEMA_VERSION_MAJOR"}) {
            const auto version = exported->find(key);
            if (version == exported->end() || !(version->is_string() || version->is_number_integer()))
                continue;
            const std::string text = version->is_string() ? version->get<std::string>() : version->dump();
            if (std::atoi(text.c_str()) <= knownMajor)
                break;
            TrustFinding finding;
            finding.id = "newer-export";
            finding.count = 1;
            finding.marks = GpuCounts | GpuTimes | GpuIdle;
            finding.said = text;
            findings.push_back(std::move(finding));
            break;
        }
    const auto said = header.find("DIAGNOSTIC_EVENT");
    if (said == header.end() || !said->is_array())
        return;
    for (const Json &line : *said) {
        const std::string text = line.value("text", std::string());
        const auto same = [&](const TrustFinding &known) { return known.said == text; };
        if (const auto known = std::ranges::find_if(findings, same); known != findings.end()) {
            ++known->count;
            continue;
        }
        const bool isError = line.value("severity", std::string()) == "error";
        TrustFinding finding;
        finding.id = isError ? "nsys-error" : "nsys-warning";
        finding.count = 1;
        finding.said = text;
        if (isOfUnifiedMemory(text))
            finding.marks = mayUseUnifiedMemory(run) ? GpuIdle : 0;
        else if ((isError && !isBesideTheGpu(text)) || saysLoss(text))
            finding.marks = GpuCounts | GpuTimes | GpuIdle;
        findings.push_back(std::move(finding));
    }
}

} // namespace ws
