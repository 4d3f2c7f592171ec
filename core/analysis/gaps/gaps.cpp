#include "core/analysis/gaps/gaps.h"

#include "core/analysis/gaps/waitingcalls.h"
#include "core/analysis/gpuscan.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ws {
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

/// From the end of a launch to the begin of its work on an idle device: some µs, with a large graph some 100 µs. What
/// begins later is kept waiting by something else.
constexpr int64_t longestLaunchNs = 1'000'000;

class GapFinder
{
public:
    explicit GapFinder(const Run &run) : m_run(run), m_waits(run)
    {
        for (const Process &process : run.timeline.processes)
            if (run.text(process.name) == "CANN")
                m_cann.push_back(process.pid);
    }

    /// Fills in cause and evidence. Any thread.
    void explain(Gap &gap) const
    {
        const TimeRange range{gap.startNs, gap.endNs()};
        const uint32_t launch = m_run.gpu.launch[gap.endedBy];
        if (m_waits.covered(range) > gap.durationNs / 2) {
            gap.cause = GapCause::Blocking;
            gap.evidence = m_waits.longestIn(range);
            gap.isQueued = launch != noLaunch && isQueued(gap, m_run.launches.slice[launch]);
        } else if (launch != noLaunch) {
            const EventRef call = m_run.launches.slice[launch];
            const bool late = m_run.timeline.start(call) >= gap.startNs;
            gap.cause = late ? GapCause::Late : GapCause::Before;
            gap.evidence = late ? around(gap.endedBy, call) : call;
            gap.isQueued = late && isQueued(gap, call);
            if (late && !gap.isQueued && overlap(range, gap.evidence) < gap.durationNs - gap.durationNs / 2)
                findMostly(gap, m_run.timeline.track(call));
        }
    }

private:
    bool isQueued(const Gap &gap, EventRef launch) const
    {
        const Timeline &timeline = m_run.timeline;
        const int64_t ns = timeline.start(launch), waitedNs = gap.endNs() - timeline.end(launch);
        const bool isOfCall = gap.cause == GapCause::Blocking &&
                              timeline.lane(launch).track == timeline.lane(gap.evidence).track &&
                              ns >= timeline.start(gap.evidence); // a copy that waits for itself
        const bool isLongAgo = waitedNs > longestLaunchNs && waitedNs >= gap.durationNs / 2;
        return (ns < gap.startNs || isLongAgo) && !isOfCall;
    }

    EventRef around(size_t activity, EventRef call) const
    {
        if (m_run.gpu.op[activity].valid())
            return m_run.gpu.op[activity];
        const EventRef frame = innermostPython(m_run.timeline, call);
        return frame.valid() ? frame : call;
    }

    int64_t overlap(TimeRange range, EventRef slice) const
    {
        return std::min(m_run.timeline.end(slice), range.end) - std::max(m_run.timeline.start(slice), range.begin);
    }

    /// The innermost call that runs in more than half of the gap before the evidence begins. Not an annotation: it
    /// tells what is meant to happen. Nothing of a thread whose calls lie in other rows, too, or overlap without end.
    void findMostly(Gap &gap, const Track &thread) const
    {
        const uint32_t endLane = thread.firstLane + thread.laneCount;
        if (m_run.timeline.lanes[endLane - 1].overflow || std::ranges::count(m_cann, thread.pid))
            return;
        const int64_t begun = m_run.timeline.start(gap.evidence), half = gap.durationNs / 2;
        const TimeRange range{gap.startNs, std::clamp(begun, gap.startNs, gap.endNs())};
        if (range.length() <= half)
            return;
        for (uint32_t l = thread.firstLane; l < endLane; ++l) {
            const EventRef longest = longestIn(l, range);
            const int64_t ns = longest.valid() ? overlap(range, longest) : 0;
            if (ns <= half)
                break;
            if (isCall(m_run.timeline.category(longest).kind))
                std::tie(gap.mostly, gap.mostlyNs) = std::tuple(longest, ns);
        }
        if (gap.mostlyNs)
            return;
        const int64_t idleNs = range.length() - calledNs(thread, range);
        if (idleNs > half)
            gap.mostlyNs = idleNs;
    }

    static bool isCall(CategoryKind kind)
    {
        return kind != CategoryKind::UserAnnotation && kind != CategoryKind::GpuAnnotation;
    }

    /// In which any call runs on the thread. All lanes: a slice may outlive the one it began in.
    int64_t calledNs(const Track &thread, TimeRange range) const
    {
        std::vector<TimeRange> calls;
        for (uint32_t l = thread.firstLane; l < thread.firstLane + thread.laneCount; ++l) {
            const Lane &lane = m_run.timeline.lanes[l];
            for (size_t i = lane.firstEndingAfter(range.begin); i < lane.size() && lane.start[i] < range.end; ++i)
                if (isCall(m_run.timeline.categories[lane.category[i]].kind))
                    calls.push_back({std::max(lane.start[i], range.begin), std::min(lane.endOf(i), range.end)});
        }
        std::ranges::sort(calls, {}, &TimeRange::begin);
        RunningUnion called;
        for (const TimeRange &call : calls)
            called.add(call.begin, call.end);
        return called.length;
    }

    EventRef longestIn(uint32_t number, TimeRange range) const
    {
        const Lane &lane = m_run.timeline.lanes[number];
        EventRef longest;
        int64_t longestNs = 0;
        for (size_t i = lane.firstEndingAfter(range.begin); i < lane.size() && lane.start[i] < range.end; ++i) {
            const EventRef slice{number, static_cast<uint32_t>(i)};
            if (const int64_t ns = overlap(range, slice); ns > longestNs)
                std::tie(longest, longestNs) = std::tuple(slice, ns);
        }
        return longest;
    }

    const Run &m_run;
    WaitingCalls m_waits;
    std::vector<StringId> m_cann; ///< processes whose rows are of the same threads as those of another process
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
    const GapFinder finder(run);
    if (!parallelFor(
            {0, result.gaps.size()}, 64, [&](size_t g) { finder.explain(result.gaps[g]); }, progress))
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

Gaps gapsWithin(const Run &run, const Gaps &gaps, std::optional<TimeRange> range, const ActivitySet *only)
{
    Gaps result;
    result.gaps = gaps.gaps;
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

} // namespace ws
