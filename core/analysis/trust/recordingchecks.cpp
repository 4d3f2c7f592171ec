#include "core/analysis/gaps/lostgraphs.h"
#include "core/analysis/trust/checks.h"

#include "core/model/devicewords.h"

#include <algorithm>
#include <map>
#include <set>

namespace ws {
namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != text.npos;
}

constexpr size_t fewestCopies = 5; ///< of which none has work; fewer may all be of 0 bytes

/// Times in which streams of a process are captured: launches are recorded, not run.
class Captures
{
public:
    void add(const Run &run, EventRef call, bool isBegin)
    {
        m_calls[run.timeline.track(call).pid].push_back({run.timeline.start(call), isBegin});
    }
    void close(int64_t spanNs)
    {
        for (auto &[pid, calls] : m_calls) {
            std::ranges::sort(calls);
            int64_t begin = calls.front().isBegin ? 0 : -1; // one that began before the recording
            int open = calls.front().isBegin ? 0 : 1;
            std::vector<TimeRange> &ranges = m_ranges[pid];
            for (const Call &call : calls) {
                if (call.isBegin && open++ == 0)
                    begin = call.ns;
                else if (!call.isBegin && open > 0 && --open == 0)
                    ranges.push_back({begin, call.ns});
            }
            if (open > 0)
                ranges.push_back({begin, spanNs + 1});
        }
    }
    bool contain(const Run &run, EventRef call) const
    {
        if (m_ranges.empty())
            return false;
        const auto found = m_ranges.find(run.timeline.track(call).pid);
        if (found == m_ranges.end())
            return false;
        const int64_t ns = run.timeline.start(call);
        const auto after = std::ranges::upper_bound(found->second, ns, {}, &TimeRange::begin);
        return after != found->second.begin() && ns <= std::prev(after)->end;
    }

private:
    struct Call
    {
        int64_t ns = 0;
        bool isBegin = false;
        auto operator<=>(const Call &) const = default;
    };
    std::map<StringId, std::vector<Call>> m_calls;
    std::map<StringId, std::vector<TimeRange>> m_ranges;
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

/// Calls with work, by thread and start: a call around one of them, or within one, is that launch once more.
class SoundCalls
{
public:
    void add(const Timeline &timeline, EventRef call)
    {
        m_calls.push_back({timeline.lane(call).track, timeline.start(call), timeline.end(call)});
    }
    void sort() { std::ranges::sort(m_calls); }
    bool repeat(const Timeline &timeline, EventRef call) const
    {
        const Call lost{timeline.lane(call).track, timeline.start(call), timeline.end(call)};
        const auto after = std::ranges::lower_bound(m_calls, Call{lost.track, lost.begin, INT64_MIN});
        if (after != m_calls.end() && after->track == lost.track && after->end <= lost.end)
            return true; // within the lost one
        if (after == m_calls.begin())
            return false;
        const Call &before = *std::prev(after);
        return before.track == lost.track && before.end >= lost.end;
    }

private:
    struct Call
    {
        uint32_t track = 0;
        int64_t begin = 0, end = 0;
        auto operator<=>(const Call &) const = default;
    };
    std::vector<Call> m_calls;
};

struct Launch
{
    EventRef call;
    LaunchedWork work = LaunchedWork::None;
    bool hasWork = false;
    uint32_t index = 0; ///< into Launches
};

/// The names of calls that are no known words for a launch, but launch: nine of ten, from the first that has a kernel
/// to the last, have one. `isUnknown`: by call, whether its name is such.
std::vector<bool> launchingNames(const Run &run, const std::vector<bool> &isUnknown)
{
    constexpr uint64_t fewest = 5;
    struct Use
    {
        int64_t first = INT64_MAX, last = INT64_MIN;
        uint64_t withKernel = 0, between = 0;
    };
    const Timeline &timeline = run.timeline;
    std::vector<bool> withKernel(isUnknown.size());
    const auto seeKernel = [&](uint32_t launch, CategoryKind kind) {
        if (launch != noLaunch && kind == CategoryKind::Kernel && isUnknown[launch])
            withKernel[launch] = true;
    };
    for (size_t i = 0; i < run.gpu.size(); ++i)
        seeKernel(run.gpu.launch[i], run.gpu.kind[i]);
    for (size_t i = 0; i < run.gpu.untimed.size(); ++i)
        seeKernel(run.gpu.untimed.launch[i], run.gpu.untimed.kind[i]);
    std::map<StringId, Use> uses;
    for (size_t i = 0; i < withKernel.size(); ++i)
        if (withKernel[i]) {
            Use &use = uses[timeline.name(run.launches.slice[i])];
            const int64_t ns = timeline.start(run.launches.slice[i]);
            use.first = std::min(use.first, ns);
            use.last = std::max(use.last, ns);
            ++use.withKernel;
        }
    for (size_t i = 0; i < isUnknown.size() && !uses.empty(); ++i) {
        const auto use = isUnknown[i] ? uses.find(timeline.name(run.launches.slice[i])) : uses.end();
        const int64_t ns = timeline.start(run.launches.slice[i]);
        if (use != uses.end() && ns >= use->second.first && ns <= use->second.last)
            ++use->second.between;
    }
    std::vector<bool> launching(uses.empty() ? 0 : run.strings.size());
    for (const auto &[name, use] : uses)
        launching[name] = use.withKernel >= fewest && 10 * use.withKernel >= 9 * use.between;
    return launching;
}

/// Calls that set or copy, whose work may be a kernel's.
bool movesMemory(std::string_view call)
{
    return has(call, "emcpy") || has(call, "emset") || has(call, "emory");
}

/// The launches of kernels, graphs and copies that are no part of a capture.
std::vector<Launch> startingCalls(const Run &run)
{
    enum : uint8_t { Unseen = 0, First = 1, Unknown = 99, BeginCapture = 100, EndCapture = 101 };
    const Timeline &timeline = run.timeline;
    const std::vector<bool> withWork = launchesWithWork(run);
    std::vector<uint8_t> seen(run.strings.size());
    std::vector<Launch> launches;
    Captures captures;
    bool hasCaptures = false;
    std::vector<bool> isUnknown; // by launch; empty: no call of an unknown name has work
    for (size_t i = 0; i < withWork.size(); ++i) {
        const EventRef call = run.launches.slice[i];
        uint8_t &kind = seen[timeline.name(call)];
        if (kind == Unseen) {
            const std::string_view name = run.text(timeline.name(call));
            kind = static_cast<uint8_t>(First + uint8_t(launchedWork(name)));
            if (beginsCapture(name))
                kind = BeginCapture;
            else if (endsCapture(name))
                kind = EndCapture;
            else if (kind == First && !movesMemory(name))
                kind = Unknown;
        }
        if (kind == Unknown && withWork[i])
            isUnknown.resize(withWork.size());
        if (kind >= BeginCapture) {
            captures.add(run, call, kind == BeginCapture);
            hasCaptures = true;
        } else if (kind > First && kind < Unknown) {
            launches.push_back({call, LaunchedWork(kind - First), withWork[i], static_cast<uint32_t>(i)});
        }
    }
    for (size_t i = 0; i < isUnknown.size(); ++i)
        isUnknown[i] = seen[timeline.name(run.launches.slice[i])] == Unknown;
    const std::vector<bool> launching = isUnknown.empty() ? isUnknown : launchingNames(run, isUnknown);
    for (size_t i = 0; i < isUnknown.size() && !launching.empty(); ++i)
        if (isUnknown[i] && launching[timeline.name(run.launches.slice[i])])
            launches.push_back({run.launches.slice[i], LaunchedWork::Kernel, withWork[i], static_cast<uint32_t>(i)});
    if (hasCaptures) {
        captures.close(timeline.spanNs);
        std::erase_if(launches, [&](const Launch &one) { return !one.hasWork && captures.contain(run, one.call); });
    }
    return launches;
}

bool isOfKernels(const Launch &launch)
{
    return launch.work != LaunchedWork::Copy;
}

/// Whether as much GPU work without a launch begins after the first of these.
bool areLinksMissing(const Run &run, const std::vector<Launch> &launches)
{
    uint64_t lost = 0, unlinked = 0;
    int64_t first = INT64_MAX;
    for (const Launch &one : launches)
        if (!one.hasWork) {
            ++lost;
            first = std::min(first, run.timeline.start(one.call));
        }
    for (size_t i = 0; i < run.gpu.size(); ++i)
        unlinked += run.gpu.launch[i] == noLaunch && run.gpu.start[i] >= first;
    return unlinked >= lost;
}

bool hasWorkOf(const Run &run, CategoryKind kind)
{
    return std::ranges::any_of(run.gpu.kind, [&](CategoryKind one) { return one == kind; });
}

/// Of the launches of kernels and graphs that have work.
struct QueueTimes
{
    int64_t first = INT64_MAX, last = INT64_MIN; ///< their starts
    bool isKnown() const { return last != INT64_MIN; }
    void add(int64_t ns)
    {
        first = std::min(first, ns);
        last = std::max(last, ns);
    }
};

/// Of each queue; one of which nothing has work is as all together.
class Queues
{
public:
    Queues(const Run &run, const std::vector<Launch> &launches)
        : m_queues(launchQueues(run)), m_times(m_queues.empty() ? 0 : std::ranges::max(m_queues) + 1)
    {
        for (const Launch &one : launches)
            if (one.hasWork && isOfKernels(one)) {
                m_times[m_queues[one.index]].add(run.timeline.start(one.call));
                m_all.add(run.timeline.start(one.call));
            }
    }
    const QueueTimes &all() const { return m_all; }
    const QueueTimes &timesOf(const Launch &one) const
    {
        const QueueTimes &own = m_times[m_queues[one.index]];
        return own.isKnown() ? own : m_all;
    }
    uint32_t queueOf(const Launch &one) const { return m_queues[one.index]; }

private:
    std::vector<uint32_t> m_queues;
    std::vector<QueueTimes> m_times;
    QueueTimes m_all;
};

/// Copies alone may be of 0 bytes: only those of a queue that has lost a kernel, too.
std::vector<EventRef> callsOf(const Queues &queues, const std::vector<Launch> &launches)
{
    std::set<uint32_t> withKernels;
    for (const Launch &one : launches)
        if (isOfKernels(one))
            withKernels.insert(queues.queueOf(one));
    std::vector<EventRef> calls;
    for (const Launch &one : launches)
        if (withKernels.contains(queues.queueOf(one)))
            calls.push_back(one.call);
    return calls;
}

void sortByStart(const Run &run, std::vector<EventRef> &calls)
{
    std::ranges::stable_sort(calls, {}, [&](EventRef call) { return run.timeline.start(call); });
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

LostLaunches lostLaunches(const Run &run)
{
    LostLaunches lost;
    const Timeline &timeline = run.timeline;
    std::vector<Launch> launches = startingCalls(run);
    const auto isLost = [](const Launch &one) { return !one.hasWork; };
    if (run.gpu.size() && std::ranges::any_of(launches, isLost)) {
        SoundCalls sound;
        for (const Launch &one : launches)
            if (one.hasWork)
                sound.add(timeline, one.call);
        sound.sort();
        std::erase_if(launches, [&](const Launch &one) { return !one.hasWork && sound.repeat(timeline, one.call); });
    }
    lost.launches = launches.size();
    for (const Launch &one : launches) {
        lost.graphs += one.work == LaunchedWork::Graph;
        lost.graphsWithWork += one.work == LaunchedWork::Graph && one.hasWork;
    }
    if (!run.gpu.size() || std::ranges::none_of(launches, isLost) || areLinksMissing(run, launches))
        return lost;
    const Queues queues(run, launches);
    int64_t lastOfAll = INT64_MIN; // starts of launches that have work
    uint64_t copies = 0, lostCopies = 0;
    for (const Launch &one : launches) {
        copies += !isOfKernels(one);
        lostCopies += !isOfKernels(one) && !one.hasWork;
        if (one.hasWork)
            lastOfAll = std::max(lastOfAll, timeline.start(one.call));
    }
    const bool anyKernel = queues.all().isKnown();
    const bool lostKernels = !anyKernel && !hasWorkOf(run, CategoryKind::Kernel);
    const bool lostAllCopies = copies >= fewestCopies && lostCopies == copies && !hasWorkOf(run, CategoryKind::Memcpy);
    const bool lostCopiesCount = lostCopies >= fewestCopies && 2 * lostCopies >= copies;
    std::vector<Launch> before, after;
    for (const Launch &one : launches) {
        const int64_t ns = timeline.start(one.call);
        const QueueTimes &own = queues.timesOf(one);
        lost.launchesBetween += one.work != LaunchedWork::Graph && ns >= own.first && ns <= own.last;
        if (one.hasWork)
            continue;
        if (!isOfKernels(one) && lostAllCopies)
            lost.copies.push_back(one.call);
        else if (isOfKernels(one) && lostKernels && ns < lastOfAll)
            lost.kernels.push_back(one.call);
        else if (anyKernel && ns < own.first)
            before.push_back(one);
        else if (anyKernel && ns > own.last)
            after.push_back(one);
        else if (anyKernel && (one.work == LaunchedWork::Kernel || (!isOfKernels(one) && lostCopiesCount)))
            lost.between.push_back(one.call);
    }
    lost.before = callsOf(queues, before);
    lost.after = callsOf(queues, after);
    for (std::vector<EventRef> *calls : {&lost.before, &lost.between, &lost.after, &lost.kernels, &lost.copies})
        sortByStart(run, *calls);
    return lost;
}

RecordingMarks recordingMarks(const Run &run)
{
    RecordingMarks marks;
    const Instants &instants = run.timeline.instants;
    for (size_t i = 0; i < instants.size(); ++i) {
        const std::string_view name = run.text(instants.name[i]);
        if (name.starts_with("Iteration Start:"))
            marks.beginNs = std::min(marks.beginNs.value_or(INT64_MAX), instants.time[i]);
        else if (name == "Record Window End") // one for each rank in a file of several
            marks.endNs = std::max(marks.endNs.value_or(INT64_MIN), instants.time[i]);
    }
    return marks;
}

TimeRange recordingRange(const Run &run)
{
    const Timeline &timeline = run.timeline;
    const RecordingMarks marks = recordingMarks(run);
    int64_t begin = marks.beginNs.value_or(INT64_MAX), end = marks.endNs.value_or(INT64_MIN);
    for (const Track &track : timeline.tracks) {
        if (run.text(track.tid) != "PyTorch Profiler")
            continue;
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
            for (size_t i = 0; i < timeline.lanes[l].size(); ++i) {
                begin = std::min(begin, timeline.lanes[l].start[i]);
                end = std::max(end, timeline.lanes[l].endOf(i));
            }
    }
    TimeRange range{begin == INT64_MAX ? 0 : begin, timeline.spanNs};
    if (run.gpu.size())
        range.begin = std::min(range.begin, run.gpu.start[0]);
    if (end != INT64_MIN) {
        range.end = end;
        for (size_t i = 0; i < run.gpu.size(); ++i)
            range.end = std::max(range.end, run.gpu.end(i));
    }
    return range;
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
    if (const TimeRange range = recordingRange(run); gpu.size() && gpu.start[0] - range.begin > range.length() / 2)
        late.add(run.timeline, gpu.slice[0], gpu.start[0] - range.begin);
    const bool isUnread = run.diagnostics.find("unread-table") != nullptr;
    const auto isDevices = [&](const Track &track) { return isUncountedRow(run, track); };
    const bool hasDevice = gpu.size() || gpu.untimed.size() || std::ranges::any_of(run.timeline.tracks, isDevices);
    const bool isOfOthers = run.diagnostics.find(callsAlone) != nullptr;
    if (!hasDevice && !isUnread && !isOfOthers && (run.launches.size() || run.diagnostics.find("no-gpu-work")))
        empty.add({{}, {0, run.timeline.spanNs}, 0});
    if (marks.beginNs && !marks.endNs)
        noEnd.add({{}, {run.timeline.spanNs, run.timeline.spanNs}, 0});
    outside.finish(findings, gpu.size());
    for (TrustCounter *counter : {&late, &empty, &noEnd})
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
    const bool hasOpen = run.diagnostics.find("unclosed-begin") || run.diagnostics.find("endless"); // drawn to the end
    for (size_t i = 0; i < cuts.size(); ++i) {
        const TimeRange &wall = steps.steps[i].wall;
        cuts[i].atBegin = marks.beginNs && wall.begin < *marks.beginNs;
        cuts[i].atEnd = (marks.endNs && wall.end > *marks.endNs) ||
                        (hasOpen && mayBeUnclosed(run.timeline, steps.steps[i])) || steps.steps[i].isOpen;
        cuts[i].wall = cuts[i].isCut();
    }
    cuts.front().isFirst = cuts.size() > 1;
    const LostLaunches lost = lostLaunches(run);
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
    counter.finish(findings, cuts.size());
}

void checkLosses(const Run &run, TrustFindings &findings)
{
    LostLaunches lost = lostLaunches(run);
    if (!lost.graphsWithWork) // then lost-graphs says it
        for (std::vector<EventRef> *calls : {&lost.before, &lost.after})
            std::erase_if(*calls, [&](EventRef call) { return isGraphLaunch(run.text(run.timeline.name(call))); });
    const auto add = [&](std::string id, const std::vector<EventRef> &calls, uint64_t of, uint16_t withholds,
                         uint16_t marks) {
        if (calls.empty())
            return;
        TrustCounter counter(std::move(id), withholds, marks);
        for (const EventRef call : calls)
            counter.add({call, {run.timeline.start(call), run.timeline.end(call)}, 0});
        counter.finish(findings, of);
        findings.back().when = {run.timeline.start(calls.front()), run.timeline.end(calls.back())};
        if (findings.back().id == "lost-tail")
            findings.back().when.end = std::max(findings.back().when.end, recordingRange(run).end);
    };
    constexpr uint16_t ends = GpuCounts | GpuTimes | StepTimes | SpanShares;
    add("lost-head", lost.before, lost.launches, 0, ends);
    add("lost-tail", lost.after, lost.launches, 0, ends);
    const bool isMuch = 10 * lost.between.size() >= lost.launchesBetween;
    add("lost-launches", lost.between, lost.launches, isMuch ? GpuIdle : 0,
        GpuCounts | GpuTimes | GapCauses | StepTimes | (isMuch ? 0 : GpuIdle));
    add("lost-kind", lost.kernels, lost.kernels.size(), GpuIdle | GpuTimes | GpuCounts, GapCauses);
    if (lost.kernels.empty())
        add("lost-kind", lost.copies, lost.copies.size(), 0, GpuCounts | GpuTimes | GpuIdle);
}

} // namespace ws
