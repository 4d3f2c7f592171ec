#include "core/analysis/gaps/gaps.h"

#include "core/analysis/gaps/waitingcalls.h"
#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <numeric>
#include <tuple>

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

class GapFinder
{
public:
    explicit GapFinder(const Run &run) : m_run(run), m_waits(run) {}

    Gap explain(size_t endedBy, int64_t startNs) const
    {
        Gap gap{startNs, m_run.gpu.start[endedBy] - startNs, static_cast<uint32_t>(endedBy), m_run.gpu.device(endedBy)};
        const TimeRange range{gap.startNs, gap.endNs()};
        const uint32_t launch = m_run.gpu.launch[endedBy];
        if (m_waits.covered(range) > gap.durationNs / 2) {
            gap.cause = GapCause::Blocking;
            gap.evidence = m_waits.longestIn(range);
        } else if (launch != noLaunch) {
            const EventRef call = m_run.launches.slice[launch];
            const bool late = m_run.timeline.start(call) >= gap.startNs;
            gap.cause = late ? GapCause::Late : GapCause::Before;
            gap.evidence = late ? around(endedBy, call) : call;
        }
        return gap;
    }

private:
    EventRef around(size_t activity, EventRef call) const
    {
        if (m_run.gpu.op[activity].valid())
            return m_run.gpu.op[activity];
        const EventRef frame = innermostPython(m_run.timeline, call);
        return frame.valid() ? frame : call;
    }

    const Run &m_run;
    WaitingCalls m_waits;
};

std::vector<uint32_t> longestFirst(const std::vector<Gap> &gaps)
{
    std::vector<uint32_t> order(gaps.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        const Gap &x = gaps[a], &y = gaps[b];
        return std::tuple(-x.durationNs, x.startNs, a) < std::tuple(-y.durationNs, y.startNs, b);
    });
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
    result.devices.resize(run.gpu.devices.size());
    const GapFinder finder(run);
    std::vector<RunningUnion> busy(run.gpu.devices.size());
    const bool finished = forEachActivity(run.gpu, {}, progress, [&](size_t i, int64_t start, int64_t end) {
        const uint16_t device = run.gpu.device(i);
        RunningUnion &before = busy[device];
        if (before.end != INT64_MIN && start > before.end) {
            const Gap gap = finder.explain(i, before.end);
            DeviceIdle &idle = result.devices[device];
            idle.idleNs += gap.durationNs;
            idle.byCause[static_cast<size_t>(gap.cause)] += gap.durationNs;
            ++idle.count;
            result.gaps.push_back(gap);
        }
        before.add(start, end);
    });
    if (!finished)
        return std::nullopt;
    result.byLength = longestFirst(result.gaps);
    return result;
}

} // namespace ws
