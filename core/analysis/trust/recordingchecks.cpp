#include "core/analysis/gaps/lostgraphs.h"
#include "core/analysis/trust/checks.h"

#include "core/model/devicewords.h"

#include <algorithm>

namespace ws {
namespace {

/// Calls that put work on the GPU, by name.
bool startsWork(std::string_view call)
{
    return call.find("LaunchKernel") != std::string_view::npos || isGraphLaunch(call) ||
           call.find("MemcpyAsync") != std::string_view::npos || call.find("MemsetAsync") != std::string_view::npos;
}

/// Launches of which the file has no work, before the first or after the last one that it has: the recording began or
/// ended between a launch and its work. None where streams are captured, because then launches start no work.
class LostEnds
{
public:
    explicit LostEnds(const Run &run)
    {
        const Timeline &timeline = run.timeline;
        const std::vector<bool> has = launchesWithWork(run);
        enum : uint8_t { Unseen, Other, Launch };
        std::vector<uint8_t> seen(run.strings.size());
        int64_t first = INT64_MAX, last = INT64_MIN;
        for (size_t i = 0; i < has.size(); ++i) {
            const EventRef call = run.launches.slice[i];
            uint8_t &kind = seen[timeline.name(call)];
            if (kind == Unseen) {
                const std::string_view name = run.text(timeline.name(call));
                if (name.find("StreamBeginCapture") != std::string_view::npos)
                    return;
                kind = startsWork(name) ? Launch : Other;
            }
            if (has[i]) {
                first = std::min(first, timeline.start(call));
                last = std::max(last, timeline.start(call));
            }
        }
        for (size_t i = 0; i < has.size() && last != INT64_MIN; ++i) {
            const EventRef call = run.launches.slice[i];
            if (has[i] || seen[timeline.name(call)] != Launch)
                continue;
            if (timeline.start(call) < first)
                before.push_back(call);
            else if (timeline.start(call) > last)
                after.push_back(call);
        }
    }

    std::vector<EventRef> before, after;
};

/// Begin events without an end are drawn to the end of the slice around them, else of the recording.
bool mayBeUnclosed(const Timeline &timeline, const Step &step)
{
    if (step.wall.end == timeline.spanNs)
        return true;
    const Track &track = timeline.track(step.slice);
    for (uint32_t l = track.firstLane; l < step.slice.lane; ++l) {
        const Lane &lane = timeline.lanes[l];
        const size_t i = lane.firstEndingAfter(step.wall.begin);
        if (i < lane.size() && lane.start[i] <= step.wall.begin && lane.endOf(i) == step.wall.end)
            return true;
    }
    return false;
}

/// Of the steps around a call, of its process, those are marked that began last.
template <class Mark> void forStepAround(const Run &run, const Steps &steps, EventRef call, Mark mark)
{
    const int64_t ns = run.timeline.start(call);
    const StringId process = run.timeline.track(call).pid;
    const auto after = std::upper_bound(steps.steps.begin(), steps.steps.end(), ns,
                                        [](int64_t time, const Step &step) { return time < step.wall.begin; });
    for (auto step = after; step != steps.steps.begin();) {
        --step;
        if (step->wall.end > ns && run.timeline.track(step->slice).pid == process)
            return mark(static_cast<size_t>(step - steps.steps.begin()));
    }
}

} // namespace

/// Steps with work that has no time or an impossible one.
static void markDoubtful(const Run &run, const Steps &steps, std::vector<StepCut> &cuts)
{
    for (const uint32_t launch : run.gpu.untimed.launch)
        if (launch != noLaunch)
            forStepAround(run, steps, run.launches.slice[launch], [&](size_t step) { cuts[step].isDoubtful = true; });
    for (const uint32_t activity : impossibleWork(run))
        if (const uint32_t step = steps.of(activity); step != noStep)
            cuts[step].isDoubtful = true;
}

RecordingMarks recordingMarks(const Run &run)
{
    RecordingMarks marks;
    const Instants &instants = run.timeline.instants;
    for (size_t i = 0; i < instants.size(); ++i) {
        const std::string_view name = run.text(instants.name[i]);
        if (name.starts_with("Iteration Start:") && !marks.beginNs)
            marks.beginNs = instants.time[i];
        else if (name == "Record Window End")
            marks.endNs = instants.time[i];
    }
    return marks;
}

void checkWindow(const Run &run, TrustFindings &findings)
{
    const GpuWork &gpu = run.gpu;
    const RecordingMarks marks = recordingMarks(run);
    TrustCounter outside("outside-window", 0, SpanShares | GpuIdle), late("late-start", 0, SpanShares),
        empty("empty-capture", GpuCounts | GpuTimes | GpuIdle | GapCauses | LaunchDelays, 0),
        noEnd("no-end-mark", 0, StepTimes);
    for (size_t i = 0; i < gpu.size() && (marks.beginNs || marks.endNs); ++i) {
        const int64_t early = marks.beginNs ? *marks.beginNs - gpu.start[i] : 0;
        const int64_t behind = marks.endNs ? gpu.end(i) - *marks.endNs : 0;
        if (const int64_t amount = std::max(early, behind); amount > 0)
            outside.add(run.timeline, gpu.slice[i], amount);
    }
    if (gpu.size() && gpu.start[0] > run.timeline.spanNs / 2)
        late.add(run.timeline, gpu.slice[0], gpu.start[0]);
    const bool isUnread = run.diagnostics.find("unread-table") != nullptr;
    const auto isDevices = [&](const Track &track) { return isUncountedRow(run, track); };
    const bool hasDevice =
        gpu.size() || gpu.untimed.size() || std::ranges::any_of(run.timeline.tracks, isDevices);
    if (!hasDevice && !isUnread && (run.launches.size() || run.diagnostics.find("no-gpu-work")))
        empty.add({{}, {0, run.timeline.spanNs}, 0});
    if (marks.beginNs && !marks.endNs)
        noEnd.add({{}, {run.timeline.spanNs, run.timeline.spanNs}, 0});
    for (TrustCounter *counter : {&outside, &late, &empty, &noEnd})
        counter->finish(findings);
}

std::vector<StepCut> cutSteps(const Run &run, const Steps &steps)
{
    std::vector<StepCut> cuts(steps.steps.size());
    if (steps.arePeriods) // launches say nothing about a stretch of time on the GPU
        for (size_t i = 0; i < cuts.size(); ++i)
            cuts[i].atEnd = cuts[i].wall = steps.steps[i].isOpen;
    if (steps.steps.empty() || steps.arePeriods)
        return cuts;
    const RecordingMarks marks = recordingMarks(run);
    const bool hasOpen = run.diagnostics.find("unclosed-begin"); // drawn to the end of the trace
    for (size_t i = 0; i < cuts.size(); ++i) {
        const TimeRange &wall = steps.steps[i].wall;
        cuts[i].atBegin = marks.beginNs && wall.begin < *marks.beginNs;
        cuts[i].atEnd = (marks.endNs && wall.end > *marks.endNs) ||
                        (hasOpen && mayBeUnclosed(run.timeline, steps.steps[i])) || steps.steps[i].isOpen;
        cuts[i].wall = cuts[i].isCut();
    }
    cuts.front().isFirst = cuts.size() > 1;
    const LostEnds lost(run);
    for (const EventRef call : lost.before)
        forStepAround(run, steps, call, [&](size_t step) { cuts[step].atBegin = true; });
    for (const EventRef call : lost.after)
        forStepAround(run, steps, call, [&](size_t step) { cuts[step].atEnd = true; });
    markDoubtful(run, steps, cuts);
    return cuts;
}

void checkSteps(const Run &run, const Steps &steps, TrustFindings &findings)
{
    TrustCounter counter("cut-step", 0, StepTimes);
    const std::vector<StepCut> cuts = cutSteps(run, steps);
    for (size_t i = 0; i < cuts.size(); ++i)
        if (cuts[i].isCut())
            counter.add({steps.steps[i].slice, steps.steps[i].wall, 0});
    counter.finish(findings);
}

} // namespace ws
