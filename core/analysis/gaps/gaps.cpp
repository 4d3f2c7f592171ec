#include "core/analysis/gaps/gaps.h"

#include "core/analysis/gaps/gapevidence.h"
#include "core/analysis/gaps/gapfills.h"
#include "core/analysis/gaps/waitingcalls.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/steps/steppatterns.h"
#include "core/base/parallel.h"
#include "core/model/callwords.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <utility>

namespace ws {
namespace {

/// From the begin of a launch to the begin of its work on an idle device: some µs, with a large graph some 100 µs. What
/// begins later is kept waiting by something else.
constexpr int64_t longestLaunchNs = 1'000'000;

class GapFinder
{
public:
    GapFinder(const Run &run, const WaitingCalls &waits) : m_run(run), m_waits(waits) {}

    /// Fills in the cause, and the evidence but of late launches. Any thread.
    void explain(Gap &gap) const
    {
        const TimeRange range{gap.startNs, gap.endNs()};
        const uint32_t launch = m_run.gpu.launch[gap.endedBy];
        if (launch == noLaunch)
            return;
        const EventRef call = m_run.launches.slice[launch];
        const WaitOwner waiting = m_waits.ownerOf(gap.endedBy);
        if (isQueued(gap, m_run.timeline.start(call))) {
            gap.cause = GapCause::Before;
            gap.evidence = call;
        } else if (m_waits.covered(range, waiting) > gap.durationNs / 2) {
            gap.cause = GapCause::Blocking;
            gap.evidence = m_waits.longestIn(range, waiting);
            gap.evidenceNs = std::min(m_run.timeline.end(gap.evidence), range.end) -
                             std::max(m_run.timeline.start(gap.evidence), range.begin);
        } else {
            gap.cause = GapCause::Late;
        }
    }

private:
    static bool isQueued(const Gap &gap, int64_t launchedNs)
    {
        const int64_t waitedNs = gap.endNs() - launchedNs;
        return launchedNs < gap.startNs || (waitedNs > longestLaunchNs && waitedNs > gap.durationNs / 2);
    }

    const Run &m_run;
    const WaitingCalls &m_waits;
};

/// Of gaps of equal length the one that ends first also begins first.
std::vector<uint32_t> longestFirst(const std::vector<Gap> &gaps)
{
    std::vector<std::pair<int64_t, uint32_t>> keys(gaps.size()); // with lengths: no look-ups while comparing
    for (uint32_t g = 0; g < gaps.size(); ++g)
        keys[g] = {-gaps[g].durationNs, g};
    const size_t pieces = std::min(coreCount(), gaps.size() / 4096 + 1);
    const auto at = [&](size_t piece) { return keys.begin() + static_cast<ptrdiff_t>(keys.size() * piece / pieces); };
    parallelFor({0, pieces}, 1, [&](size_t piece) { std::sort(at(piece), at(piece + 1)); });
    for (size_t piece = 1; piece < pieces; ++piece)
        std::inplace_merge(keys.begin(), at(piece), at(piece + 1));
    std::vector<uint32_t> order;
    order.reserve(keys.size());
    for (const auto &[length, g] : keys)
        order.push_back(g);
    return order;
}

} // namespace

std::string_view gapCauseId(GapCause cause)
{
    constexpr std::string_view ids[gapCauseCount] = {"blocking", "late", "before", "unknown"};
    return ids[static_cast<size_t>(cause)];
}

bool areMigrationsUnlaunched(const Run &run)
{
    const GpuWork &gpu = run.gpu;
    bool any = false;
    for (size_t i = 0; i < gpu.size(); ++i) {
        if (gpu.launch[i] != noLaunch)
            continue;
        if (gpu.kind[i] != CategoryKind::Memcpy || !isMigration(run.text(gpu.name[i])))
            return false;
        any = true;
    }
    return any;
}

std::optional<Gaps> findGaps(const Run &run, const Progress *progress)
{
    Gaps result;
    std::vector<RunningUnion> busy(run.gpu.devices.size());
    const bool finished = forEachActivity(run.gpu, {}, progress, [&](size_t i, int64_t start, int64_t end) {
        const uint16_t device = run.gpu.device(i);
        RunningUnion &before = busy[device];
        if (before.end != INT64_MIN && start > before.end)
            result.gaps.push_back({before.end, start - before.end, static_cast<uint32_t>(i), device});
        before.add(start, end);
    });
    if (!finished)
        return std::nullopt;
    result.waits = std::make_shared<const WaitingCalls>(run);
    const GapFinder finder(run, *result.waits);
    if (!parallelFor(
            {0, result.gaps.size()}, 64, [&](size_t g) { finder.explain(result.gaps[g]); }, progress) ||
        !explainLateGaps(run, result.gaps, progress) || !GapFills(run).explain(result.gaps, progress))
        return std::nullopt;
    result.devices.resize(run.gpu.devices.size());
    for (const Gap &gap : result.gaps) {
        DeviceIdle &idle = result.devices[gap.device];
        idle.idleNs += gap.durationNs;
        idle.byCause[static_cast<size_t>(gap.cause)] += gap.durationNs;
        ++idle.count;
    }
    result.byLength = longestFirst(result.gaps);
    return result;
}

Gaps withoutCauses(Gaps gaps, int64_t shorterThanNs)
{
    for (Gap &gap : gaps.gaps) {
        if (gap.durationNs >= shorterThanNs)
            continue;
        std::array<int64_t, gapCauseCount> &byCause = gaps.devices[gap.device].byCause;
        byCause[size_t(gap.cause)] -= gap.durationNs;
        byCause[size_t(GapCause::Unknown)] += gap.durationNs;
        gap = {gap.startNs, gap.durationNs, gap.endedBy, gap.device};
    }
    return gaps;
}

Gaps gapsWithin(const Run &run, const Gaps &gaps, std::optional<TimeRange> range, const ActivitySet *only)
{
    Gaps result;
    result.gaps = gaps.gaps;
    result.waits = gaps.waits;
    result.devices.resize(run.gpu.devices.size());
    for (const uint32_t i : gaps.byLength) {
        const Gap &gap = gaps.gaps[i];
        const int64_t begin = range ? std::max(gap.startNs, range->begin) : gap.startNs;
        const int64_t end = range ? std::min(gap.endNs(), range->end) : gap.endNs();
        if (end <= begin || (only && !only->contains(gap.endedBy)))
            continue;
        result.byLength.push_back(i);
        DeviceIdle &idle = result.devices[gap.device];
        idle.idleNs += end - begin;
        idle.byCause[static_cast<size_t>(gap.cause)] += end - begin;
        ++idle.count;
    }
    return result;
}

namespace {

/// The innermost Python function or module that is open when the call begins; invalid: none. A thread's lanes are the
/// depths of its stack.
EventRef innermostPython(const Timeline &timeline, EventRef call)
{
    const int64_t ns = timeline.start(call);
    const Track &track = timeline.track(call);
    for (uint32_t l = std::min(call.lane, track.firstLane + track.laneCount); l-- > track.firstLane;) {
        const Lane &lane = timeline.lanes[l];
        const size_t i = lane.firstEndingAfter(ns);
        if (i == lane.size() || lane.start[i] > ns)
            continue;
        const CategoryKind kind = timeline.categories[lane.category[i]].kind;
        if (kind == CategoryKind::Python || kind == CategoryKind::Module)
            return {l, static_cast<uint32_t>(i)};
    }
    return {};
}

int64_t overlap(const Timeline &timeline, TimeRange range, EventRef slice)
{
    return std::min(timeline.end(slice), range.end) - std::max(timeline.start(slice), range.begin);
}

TimeRange rangeOf(const Gap &gap)
{
    return {gap.startNs, gap.endNs()};
}

std::vector<StringId> cannProcesses(const Run &run)
{
    std::vector<StringId> cann;
    for (const Process &process : run.timeline.processes)
        if (run.text(process.name) == "CANN")
            cann.push_back(process.pid);
    return cann;
}

/// The rows whose slices tell what the launching thread did before the launch, the first of them first; empty: the file
/// does not hold them, or they overlap without end. CANN's calls are rows of their own: behind the one of the call come
/// the other rows of its thread, and the operator's, which may be of the thread that gave it the work.
std::vector<const Track *> threadsOf(const Run &run, const std::vector<StringId> &cann, const Gap &gap)
{
    const Timeline &timeline = run.timeline;
    const EventRef call = run.launches.slice[run.gpu.launch[gap.endedBy]], op = run.gpu.op[gap.endedBy];
    std::vector<const Track *> tracks{&timeline.track(call)};
    if (const Track *own = tracks.front(); std::ranges::find(cann, own->pid) != cann.end()) {
        for (const Track &track : timeline.tracks)
            if (&track != own && track.kind == TrackKind::CpuThread && track.tid == own->tid)
                tracks.push_back(&track);
        if (op.valid() && std::ranges::find(tracks, &timeline.track(op)) == tracks.end())
            tracks.push_back(&timeline.track(op));
    }
    std::erase_if(tracks, [&](const Track *track) {
        return track->laneCount == 0 || timeline.lanes[track->firstLane + track->laneCount - 1].overflow;
    });
    return tracks;
}

/// Invalid: no slice covers more than half of the gap. What does contains its middle, so that each lane is one search.
/// All lanes: where a call outlives the slice that began in it, lanes between an outer and an inner slice are empty.
/// What runs within a call of the runtime, like the ioctl() of an allocation, is the call's.
EventRef innermostOverHalf(const Timeline &timeline, const Track &thread, TimeRange gap)
{
    const int64_t middle = gap.begin + gap.length() / 2;
    EventRef innermost;
    for (uint32_t l = thread.firstLane + thread.laneCount; l-- > thread.firstLane;) {
        const Lane &lane = timeline.lanes[l];
        const size_t i = lane.firstEndingAfter(middle);
        if (i >= lane.size() || lane.start[i] > middle ||
            std::min(lane.endOf(i), gap.end) - std::max(lane.start[i], gap.begin) <= gap.length() / 2)
            continue;
        const CategoryKind kind = timeline.categories[lane.category[i]].kind;
        const EventRef slice{l, static_cast<uint32_t>(i)};
        if (kind == CategoryKind::Launch)
            return slice;
        if (!innermost.valid())
            innermost = slice;
        if (kind != CategoryKind::Other && kind != CategoryKind::Overhead)
            break; // no call of the runtime is around an operator or a Python function
    }
    return innermost;
}

/// Sums by name of what runs in the gap in one lane.
GapParts partsOf(const Timeline &timeline, uint32_t number, TimeRange gap)
{
    GapParts result;
    result.isKnown = true;
    result.unrecordedNs = gap.length();
    const Lane &lane = timeline.lanes[number];
    std::map<StringId, GapPart> parts;
    for (size_t i = lane.firstEndingAfter(gap.begin); i < lane.size() && lane.start[i] < gap.end; ++i) {
        GapPart &part = parts[lane.name[i]];
        const int64_t ns = std::min(lane.endOf(i), gap.end) - std::max(lane.start[i], gap.begin);
        part.name = lane.name[i];
        part.ns += ns;
        ++part.count;
        result.unrecordedNs -= ns;
    }
    for (const auto &[name, part] : parts)
        result.parts.push_back(part);
    std::ranges::stable_sort(result.parts, std::ranges::greater(), &GapPart::ns);
    return result;
}

/// Of the outermost lane below `within` that fills more than half of the gap, else of the fullest.
GapParts partsBelow(const Timeline &timeline, const Track &thread, EventRef within, TimeRange gap)
{
    GapParts result;
    result.isKnown = true;
    result.unrecordedNs = gap.length();
    for (uint32_t l = within.valid() ? within.lane + 1 : thread.firstLane; l < thread.firstLane + thread.laneCount; ++l)
        if (GapParts parts = partsOf(timeline, l, gap); parts.unrecordedNs < result.unrecordedNs) {
            result = std::move(parts);
            if (result.unrecordedNs <= gap.length() / 2)
                break;
        }
    result.within = within;
    return result;
}

/// The times of all annotations that name steps, and what spans one of them, or half of the run.
class Spans
{
public:
    explicit Spans(const Run &run) : m_run(run)
    {
        const GpuWork &gpu = run.gpu;
        int64_t lastNs = INT64_MIN;
        for (size_t i = 0; i < gpu.size(); ++i)
            lastNs = std::max(lastNs, saturatingAdd(gpu.start[i], gpu.duration[i]));
        m_runNs = std::min(run.timeline.spanNs, gpu.size() ? lastNs - gpu.start[0] : 0);
        findSteps();
    }

    bool hasHalfOfRun(EventRef slice) const { return m_run.timeline.duration(slice) >= m_runNs / 2; }

    bool hasStep(EventRef slice) const
    {
        const int64_t begin = m_run.timeline.start(slice), end = m_run.timeline.end(slice);
        for (auto step = std::ranges::lower_bound(m_steps, begin, {}, &TimeRange::begin);
             step != m_steps.end() && step->begin < end; ++step)
            if (step->end <= end)
                return true;
        return false;
    }

    bool isStep(EventRef slice) const
    {
        return kindOf(m_run.timeline.category(slice).kind) && isStepName(m_run.timeline.name(slice));
    }

private:
    static bool kindOf(CategoryKind kind)
    {
        return kind == CategoryKind::UserAnnotation || kind == CategoryKind::CpuOp || kind == CategoryKind::Other;
    }
    bool isStepName(StringId name) const { return m_names[name].load(std::memory_order_relaxed) == Yes; }

    void findSteps()
    {
        const Timeline &timeline = m_run.timeline;
        m_names = std::vector<std::atomic<uint8_t>>(m_run.strings.size());
        std::vector<uint8_t> kinds; // by category
        for (const Category &category : timeline.categories)
            kinds.push_back(!kindOf(category.kind)                          ? No
                            : category.kind == CategoryKind::UserAnnotation ? Yes
                                                                            : Unasked);
        std::vector<std::vector<TimeRange>> found(timeline.lanes.size());
        parallelFor({0, found.size()}, 1, [&](size_t l) {
            const Lane &lane = timeline.lanes[l];
            if (timeline.tracks[lane.track].kind != TrackKind::CpuThread)
                return;
            for (size_t i = 0; i < lane.size(); ++i) {
                const uint8_t kind = kinds[lane.category[i]];
                if (kind == No)
                    continue;
                std::atomic<uint8_t> &name = m_names[lane.name[i]];
                uint8_t answer = name.load(std::memory_order_relaxed);
                if (answer == Unasked) { // two threads may find the same answer
                    answer = stepName(m_run.text(lane.name[i]), kind == Yes) ? Yes : No;
                    name.store(answer, std::memory_order_relaxed);
                }
                if (answer == Yes)
                    found[l].push_back({lane.start[i], lane.endOf(i)});
            }
        });
        for (const std::vector<TimeRange> &steps : found)
            m_steps.insert(m_steps.end(), steps.begin(), steps.end());
        std::ranges::stable_sort(m_steps, {}, &TimeRange::begin);
    }

    enum : uint8_t { Unasked, No, Yes };
    const Run &m_run;
    int64_t m_runNs = 0;
    std::vector<std::atomic<uint8_t>> m_names;
    std::vector<TimeRange> m_steps; ///< by begin
};

/// Invalid: no slice of the row tells more than was known before.
EventRef tellingSlice(const Timeline &timeline, const Spans &spans, const Track &thread, const Gap &gap)
{
    const TimeRange range = rangeOf(gap);
    const EventRef slice = innermostOverHalf(timeline, thread, range);
    if (!slice.valid() || spans.isStep(slice))
        return {};
    if (spans.hasHalfOfRun(slice) || spans.hasStep(slice)) {
        const bool isOfGap = timeline.duration(slice) / 2 <= gap.durationNs;
        if (!isOfGap || partsBelow(timeline, thread, slice, range).unrecordedNs <= gap.durationNs / 2)
            return {};
    }
    return slice;
}

void explainLateGap(const Run &run, const std::vector<StringId> &cann, const Spans &spans, Gap &gap)
{
    for (const Track *thread : threadsOf(run, cann, gap))
        if (const EventRef slice = tellingSlice(run.timeline, spans, *thread, gap); slice.valid()) {
            gap.evidence = slice;
            gap.evidenceNs = overlap(run.timeline, rangeOf(gap), slice);
            return;
        }
}

} // namespace

EventRef innermostOverHalf(const Run &run, uint32_t track, TimeRange range)
{
    const Track &thread = run.timeline.tracks[track];
    if (thread.laneCount == 0 || run.timeline.lanes[thread.firstLane + thread.laneCount - 1].overflow)
        return {};
    return innermostOverHalf(run.timeline, thread, range);
}

bool explainLateGaps(const Run &run, std::vector<Gap> &gaps, const Progress *progress)
{
    if (std::ranges::find(gaps, GapCause::Late, &Gap::cause) == gaps.end())
        return true;
    const Spans spans(run);
    const std::vector<StringId> cann = cannProcesses(run);
    return parallelFor(
        {0, gaps.size()}, 64,
        [&](size_t g) {
            if (gaps[g].cause == GapCause::Late)
                explainLateGap(run, cann, spans, gaps[g]);
        },
        progress);
}

EventRef launcherOf(const Run &run, const Gap &gap)
{
    const uint32_t launch = run.gpu.launch[gap.endedBy];
    if (launch == noLaunch)
        return {};
    if (run.gpu.op[gap.endedBy].valid())
        return run.gpu.op[gap.endedBy];
    const EventRef call = run.launches.slice[launch], frame = innermostPython(run.timeline, call);
    return frame.valid() ? frame : call;
}

GapParts gapParts(const Run &run, const Gap &gap)
{
    if (gap.cause != GapCause::Late)
        return {};
    const TimeRange range = rangeOf(gap);
    GapParts most;
    for (const Track *thread : threadsOf(run, cannProcesses(run), gap)) {
        GapParts parts = partsBelow(run.timeline, *thread, innermostOverHalf(run.timeline, *thread, range), range);
        if (!most.isKnown || parts.unrecordedNs < most.unrecordedNs)
            most = std::move(parts);
    }
    return most;
}

bool setsUpCommunicators(const Run &run, const Gap &gap)
{
    const auto isSetUp = [&run](EventRef slice) {
        return slice.valid() && run.text(run.timeline.name(slice)).starts_with("ncclCommInit");
    };
    return gap.cause == GapCause::Late && (isSetUp(gap.evidence) || isSetUp(gapParts(run, gap).within));
}

} // namespace ws
