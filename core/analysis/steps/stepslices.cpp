#include "core/analysis/steps/stepslices.h"

#include "core/base/texts.h"
#include "core/model/nestedslices.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace ws {
namespace {

/// Annotations of all CPU threads whose name is a step's. Old Kineto lists ProfilerStep among the operators.
std::vector<EventRef> stepSlices(const Timeline &timeline, StepNames &names)
{
    enum : uint8_t { No, Operator, Annotation };
    std::vector<uint8_t> wanted(timeline.categories.size(), No);
    for (size_t i = 0; i < wanted.size(); ++i) {
        const CategoryKind kind = timeline.categories[i].kind;
        if (names.isChosen()) {
            wanted[i] = kind == CategoryKind::Launch || kind == CategoryKind::Overhead ? No : Annotation;
            continue;
        }
        wanted[i] = kind == CategoryKind::UserAnnotation                         ? Annotation
                    : kind == CategoryKind::CpuOp || kind == CategoryKind::Other ? Operator
                                                                                 : No;
    }
    std::vector<EventRef> slices;
    for (const Track &track : timeline.tracks) {
        if (track.kind != TrackKind::CpuThread)
            continue;
        for (uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane) {
            const Lane &row = timeline.lanes[lane];
            for (uint32_t i = 0; i < row.size(); ++i)
                if (const uint8_t kind = wanted[row.category[i]]; kind && names.find(row.name[i], kind == Annotation))
                    slices.push_back({lane, i});
        }
    }
    return slices;
}

/// By slice, the outermost annotation of its step (itself, when it is one).
std::vector<uint32_t> groups(const NestedSlices &slices, const std::vector<uint8_t> &rank)
{
    const auto count = static_cast<uint32_t>(slices.size());
    std::vector<uint8_t> best = rank; // of the step that begins with this slice
    std::vector<uint8_t> bestInside(count, UINT8_MAX);
    std::vector<uint32_t> moreSpecific(count), group(count);
    for (uint32_t i = count; i-- > 0;) { // children come after their parents, so they are decided already
        if (moreSpecific[i] == 1)
            best[i] = bestInside[i];
        const uint32_t parent = slices.parent(i);
        if (parent == noSlice || best[i] >= rank[parent])
            continue;
        ++moreSpecific[parent];
        bestInside[parent] = best[i];
    }
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t parent = slices.parent(i);
        const bool isOwn = parent == noSlice || (best[i] < rank[parent] && moreSpecific[parent] > 1);
        group[i] = isOwn ? i : group[parent];
    }
    return group;
}

constexpr uint32_t maxInOpen = 10'000; ///< annotations that are looked at for the end of an open one

/// By slice, its end. Writers give a duration of 0 to what never ended: such a slice is open until the next one of its
/// thread begins that is not more specific, or until the one around it or the recording ends. What is more specific
/// lies within it.
std::vector<int64_t> endsOf(const Run &run, NestedSlices &slices, const std::vector<uint8_t> &rank,
                            std::vector<bool> &isOpen)
{
    const auto trackOf = [&](size_t i) { return run.timeline.lane(slices.slice(i)).track; };
    const auto count = static_cast<uint32_t>(slices.size());
    std::vector<int64_t> ends;
    for (uint32_t i = 0; i < count; ++i)
        ends.push_back(slices.end(i));
    isOpen.assign(count, false);
    for (uint32_t i = 0; i < count; ++i) { // what an open one is in has its end already
        if (slices.duration(i) > 0)
            continue;
        isOpen[i] = true;
        const uint32_t around = slices.parent(i);
        ends[i] = std::max(slices.end(i), around == noSlice ? run.timeline.spanNs : ends[around]);
        const uint32_t last = std::min(count, i + maxInOpen);
        for (uint32_t next = i + 1; next < last && trackOf(next) == trackOf(i) && slices.start(next) < ends[i];
             ++next) {
            if (rank[next] >= rank[i] && slices.start(next) > slices.start(i))
                ends[i] = slices.start(next);
            else if (slices.parent(next) == around)
                slices.setParent(next, i);
        }
    }
    return ends;
}

/// Sorts the steps by begin; by old index, the new one.
std::vector<uint32_t> sortByBegin(std::vector<Step> &steps)
{
    std::vector<uint32_t> order(steps.size()), place(steps.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return steps[a].wall.begin < steps[b].wall.begin; });
    std::vector<Step> sorted;
    for (uint32_t i = 0; i < order.size(); ++i) {
        place[order[i]] = i;
        sorted.push_back(std::move(steps[order[i]]));
    }
    steps = std::move(sorted);
    return place;
}

std::unordered_map<uint32_t, uint32_t> threadsOfCann(const Run &run, const std::set<StringId> &withSteps)
{
    const Timeline &timeline = run.timeline;
    std::set<StringId> cann;
    for (const Process &process : timeline.processes)
        if (run.text(process.name) == "CANN")
            cann.insert(process.pid);
    std::unordered_map<StringId, uint32_t> byId;
    for (uint32_t i = 0; i < timeline.tracks.size() && !cann.empty(); ++i)
        if (timeline.tracks[i].kind == TrackKind::CpuThread && withSteps.contains(timeline.tracks[i].pid))
            byId.emplace(timeline.tracks[i].tid, i);
    std::unordered_map<uint32_t, uint32_t> threads;
    for (uint32_t i = 0; i < timeline.tracks.size() && !byId.empty(); ++i) {
        const Track &track = timeline.tracks[i];
        if (const auto same = byId.find(track.tid); cann.contains(track.pid) && same != byId.end())
            threads.emplace(i, same->second);
    }
    return threads;
}

// NVTX start/end ranges, and other asynchronous slices, that name steps. They belong to a process, not to a thread: a
// range may end on another thread than it began on, and two may overlap without being nested. So one range is within
// another one only where their names say so (an iteration and a call of the model); ranges of one kind that overlap are
// steps side by side, and which of them launched what was launched meanwhile is not known.

struct StartEndRange
{
    EventRef slice;
    TimeRange wall;
    StringId process = 0;
    const StepName *said = nullptr;
    bool overlaps = false;       ///< another one, which is not nested with it
    size_t outermost = SIZE_MAX; ///< index of the range of which this one is a part; its own index: none
};

constexpr size_t maxOpen = 256; ///< ranges that are open at the same time and still compared with each other

bool liesWithin(const TimeRange &inner, const TimeRange &outer)
{
    return outer.begin <= inner.begin && inner.end <= outer.end;
}

/// Ranges of one process from `begin` on, by begin and then the longer first.
void relate(std::vector<StartEndRange> &ranges, size_t begin, size_t end)
{
    std::vector<size_t> open;
    for (size_t i = begin; i < end; ++i) {
        StartEndRange &range = ranges[i];
        range.outermost = i;
        std::erase_if(open, [&](size_t before) { return ranges[before].wall.end <= range.wall.begin; });
        for (const size_t before : open) {
            StartEndRange &other = ranges[before];
            if (liesWithin(range.wall, other.wall) && range.said->rank != other.said->rank) {
                range.outermost = other.outermost;
                continue;
            }
            if (!isRoundedOff(other.wall.begin, other.wall.end, range.wall.begin, range.wall.end))
                range.overlaps = other.overlaps = true;
        }
        if (open.size() < maxOpen)
            open.push_back(i);
        else
            range.overlaps = true;
    }
}

/// By process and begin. Of many thousands that are open at the same time, all overlap.
std::vector<StartEndRange> startEndRanges(const Timeline &timeline, StepNames &names)
{
    std::vector<uint8_t> wanted;
    for (const Category &category : timeline.categories)
        wanted.push_back(names.isChosen()
                             ? category.kind != CategoryKind::Launch && category.kind != CategoryKind::Overhead
                             : category.kind == CategoryKind::UserAnnotation);
    std::vector<StartEndRange> ranges;
    for (const Track &track : timeline.tracks) {
        if (track.kind != TrackKind::Async)
            continue;
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l) {
            const Lane &lane = timeline.lanes[l];
            for (uint32_t i = 0; i < lane.size(); ++i)
                if (const StepName *said = wanted[lane.category[i]] ? names.find(lane.name[i], true) : nullptr)
                    ranges.push_back({{l, i}, {lane.start[i], lane.endOf(i)}, track.pid, said});
        }
    }
    std::stable_sort(ranges.begin(), ranges.end(), [](const StartEndRange &a, const StartEndRange &b) {
        return std::tuple(a.process, a.wall.begin, -a.wall.end) < std::tuple(b.process, b.wall.begin, -b.wall.end);
    });
    for (size_t begin = 0, end = 0; begin < ranges.size(); begin = end) {
        while (end < ranges.size() && ranges[end].process == ranges[begin].process)
            ++end;
        relate(ranges, begin, end);
    }
    return ranges;
}

/// Makes the ranges steps, or parts of the steps of threads that they lie in or that lie in them. `best`: by step, the
/// rank of its name. Before the steps are sorted.
class StartEndSteps
{
public:
    StartEndSteps(const Timeline &timeline, StepNames &names)
        : m_timeline(timeline), m_ranges(startEndRanges(timeline, names))
    {
    }
    bool empty() const { return m_ranges.empty(); }
    void addTo(std::vector<Step> &steps, std::vector<uint8_t> &best);
    /// Adds the intervals, with the place of each step in the order of begins.
    void addIntervals(CpuSteps &cpu, const std::vector<uint32_t> &place) const;

private:
    uint32_t stepAround(const StartEndRange &range, const std::vector<Step> &steps) const;
    uint32_t onlyStepIn(const StartEndRange &range, const std::vector<Step> &steps) const;

    const Timeline &m_timeline;
    std::vector<StartEndRange> m_ranges;
    std::vector<uint32_t> m_stepOf;  ///< by range
    std::vector<uint32_t> m_byBegin; ///< the steps of threads
};

/// The step of a thread of the same process in which the range lies; of several, the one that began last.
uint32_t StartEndSteps::stepAround(const StartEndRange &range, const std::vector<Step> &steps) const
{
    constexpr size_t maxTried = 64;
    auto step = std::upper_bound(m_byBegin.begin(), m_byBegin.end(), range.wall.begin,
                                 [&](int64_t ns, uint32_t i) { return ns < steps[i].wall.begin; });
    for (size_t tried = 0; step != m_byBegin.begin() && tried < maxTried; ++tried) {
        --step;
        if (liesWithin(range.wall, steps[*step].wall) && m_timeline.track(steps[*step].slice).pid == range.process)
            return *step;
    }
    return noStep;
}

/// noStep where none or several steps of threads lie in the range.
uint32_t StartEndSteps::onlyStepIn(const StartEndRange &range, const std::vector<Step> &steps) const
{
    uint32_t only = noStep;
    auto step = std::lower_bound(m_byBegin.begin(), m_byBegin.end(), range.wall.begin,
                                 [&](uint32_t i, int64_t ns) { return steps[i].wall.begin < ns; });
    for (; step != m_byBegin.end() && steps[*step].wall.begin < range.wall.end; ++step) {
        if (!liesWithin(steps[*step].wall, range.wall) || m_timeline.track(steps[*step].slice).pid != range.process)
            continue;
        if (only != noStep)
            return noStep;
        only = *step;
    }
    return only;
}

void StartEndSteps::addTo(std::vector<Step> &steps, std::vector<uint8_t> &best)
{
    m_byBegin.resize(steps.size());
    std::iota(m_byBegin.begin(), m_byBegin.end(), 0u);
    std::stable_sort(m_byBegin.begin(), m_byBegin.end(),
                     [&](uint32_t a, uint32_t b) { return steps[a].wall.begin < steps[b].wall.begin; });
    m_stepOf.assign(m_ranges.size(), noStep);
    for (size_t i = 0; i < m_ranges.size(); ++i) {
        const StartEndRange &range = m_ranges[i];
        uint32_t step = range.outermost == i ? noStep : m_stepOf[range.outermost];
        if (step == noStep && !range.overlaps)
            step = stepAround(range, steps);
        if (step == noStep && !range.overlaps)
            step = onlyStepIn(range, steps);
        if (step == noStep) {
            step = static_cast<uint32_t>(steps.size());
            steps.push_back({0, range.slice, "unknown", {}, {}, range.wall});
            best.push_back(UINT8_MAX);
        }
        Step &of = steps[step];
        if (liesWithin(of.wall, range.wall))
            of.slice = range.slice;
        of.wall = {std::min(of.wall.begin, range.wall.begin), std::max(of.wall.end, range.wall.end)};
        addStepName(of, best[step], m_timeline.name(range.slice), *range.said);
        m_stepOf[i] = step;
    }
}

void StartEndSteps::addIntervals(CpuSteps &cpu, const std::vector<uint32_t> &place) const
{
    for (size_t i = 0; i < m_ranges.size(); ++i) {
        const StartEndRange &range = m_ranges[i];
        const uint32_t step = place[m_stepOf[i]];
        cpu.ofProcess[range.process].add(range.wall.begin, range.wall.end, step);
        cpu.named[m_timeline.name(range.slice)].push_back(step);
        cpu.startEndRanges += range.outermost == i;
        cpu.overlappingRanges += range.overlaps;
    }
}

} // namespace

namespace {

/// msprof's row "Step Trace(Model ID:2)": "Iteration 3". Elsewhere such a label is the user's, of whatever.
std::optional<StepName> iterationOfMsprof(std::string_view text)
{
    constexpr std::string_view prefix = "Iteration ";
    constexpr uint8_t rank = UINT8_MAX - 1; // any name of a step says more
    if (!text.starts_with(prefix) || text.size() == prefix.size() ||
        text.find_first_not_of("0123456789", prefix.size()) != text.npos)
        return {};
    return StepName{rank, "profiler", {}, {}};
}

} // namespace

void addStepName(Step &step, uint8_t &rank, StringId name, const StepName &said)
{
    const bool isBetter = said.rank < rank;
    if (isBetter ? isTellingPhase(said.phase) || !isTellingPhase(step.phase)
                 : isTellingPhase(said.phase) && !isTellingPhase(step.phase))
        step.phase = said.phase;
    if (said.batch && (isBetter || !step.batch))
        step.batch = said.batch;
    if (said.tokens && (isBetter || !step.tokens))
        step.tokens = said.tokens;
    if (!isBetter)
        return;
    step.name = name;
    rank = said.rank;
}

StepNames::StepNames(const Run &run) : m_run(run), m_seen(run.strings.size()) {}

StepNames::StepNames(const Run &run, NamePattern pattern)
    : m_run(run), m_pattern(std::move(pattern)), m_matcher(m_pattern), m_seen(run.strings.size())
{
}

std::optional<StepName> StepNames::read(StringId name, bool annotation)
{
    const std::string_view text = m_run.text(name);
    if (!m_matcher) {
        auto said = stepName(text, annotation);
        return said || m_run.info.format != "ascend" ? said : iterationOfMsprof(text);
    }
    const QString matched = toText(text);
    if (!m_matcher->matches(matched))
        return std::nullopt;
    StepName said = stepName(text).value_or(StepName{0, "unknown", {}, {}});
    said.rank = 0; // all are equal: of nested ones the outermost is the step
    const auto number = [&](const char *group, std::optional<int64_t> &value) {
        bool isNumber = false;
        const qlonglong read = m_pattern.group(matched, QString::fromLatin1(group)).toLongLong(&isNumber);
        if (isNumber && read >= 0 && read <= INT32_MAX)
            value = read;
    };
    number("batch", said.batch);
    number("tokens", said.tokens);
    if (const QString phase = m_pattern.group(matched, QStringLiteral("phase")).toLower(); !phase.isEmpty())
        said.phase = phase.toStdString();
    return said;
}

const StepName *StepNames::find(StringId name, bool annotation)
{
    const auto bit = static_cast<uint8_t>(annotation ? 2 : 1);
    auto &known = m_found[annotation ? 1 : 0];
    if (!(m_seen[name] & bit)) {
        m_seen[name] = static_cast<uint8_t>(m_seen[name] | bit);
        if (auto found = read(name, annotation))
            return &known.emplace(name, std::move(*found)).first->second;
        return nullptr;
    }
    if (known.empty())
        return nullptr;
    const auto found = known.find(name);
    return found == known.end() ? nullptr : &found->second;
}

void OpenStep::finish()
{
    std::sort(m_intervals.begin(), m_intervals.end(), [](const Interval &a, const Interval &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::set<std::pair<size_t, int64_t>> open; // place in the order of begins, end
    std::set<std::pair<int64_t, size_t>> byEnd;
    const auto showMessage = [&](int64_t ns) {
        const uint32_t step = open.empty() ? noStep : m_intervals[open.rbegin()->first].step;
        if (!m_begin.empty() && m_begin.back() == ns)
            m_step.back() = step;
        else if (m_step.empty() || m_step.back() != step) {
            m_begin.push_back(ns);
            m_step.push_back(step);
        }
    };
    const auto closeUntil = [&](int64_t ns) {
        while (!byEnd.empty() && byEnd.begin()->first <= ns) {
            const auto [end, place] = *byEnd.begin();
            byEnd.erase(byEnd.begin());
            open.erase({place, end});
            showMessage(end);
        }
    };
    for (size_t i = 0; i < m_intervals.size(); ++i) {
        closeUntil(m_intervals[i].begin);
        open.emplace(i, m_intervals[i].end);
        byEnd.emplace(m_intervals[i].end, i);
        showMessage(m_intervals[i].begin);
    }
    closeUntil(INT64_MAX);
    m_intervals = {};
}

uint32_t OpenStep::at(int64_t ns) const
{
    const auto after = std::upper_bound(m_begin.begin(), m_begin.end(), ns);
    return after == m_begin.begin() ? noStep : m_step[static_cast<size_t>(after - m_begin.begin()) - 1];
}

uint32_t CpuSteps::at(const Timeline &timeline, EventRef launch) const
{
    const int64_t ns = timeline.start(launch);
    uint32_t track = timeline.lane(launch).track;
    if (!threadOfCann.empty())
        if (const auto thread = threadOfCann.find(track); thread != threadOfCann.end())
            track = thread->second;
    if (const auto own = ofTrack.find(track); own != ofTrack.end())
        if (const uint32_t step = own->second.at(ns); step != noStep)
            return step;
    const auto process = ofProcess.find(timeline.tracks[track].pid);
    return process == ofProcess.end() ? noStep : process->second.at(ns);
}

/// torch_npu's thread that calls CANN does so later than the operator's, maybe in the next step.
uint32_t CpuSteps::ofLaunch(const Run &run, uint32_t launch) const
{
    const EventRef call = run.launches.slice[launch], op = run.launches.op[launch];
    const bool isCann = !threadOfCann.empty() && threadOfCann.contains(run.timeline.lane(call).track);
    return at(run.timeline, isCann && op.valid() ? op : call);
}

CpuSteps cpuSteps(const Run &run, StepNames &names)
{
    const Timeline &timeline = run.timeline;
    NestedSlices slices(timeline, stepSlices(timeline, names));
    std::vector<const StepName *> said;
    std::vector<uint8_t> ranks;
    for (size_t i = 0; i < slices.size(); ++i) {
        said.push_back(names.find(timeline.name(slices.slice(i)), true));
        ranks.push_back(said.back()->rank);
    }
    CpuSteps result;
    std::vector<bool> isOpen;
    const std::vector<int64_t> ends = endsOf(run, slices, ranks, isOpen);
    const std::vector<uint32_t> group = groups(slices, ranks);
    std::vector<uint32_t> stepOf(slices.size());
    std::vector<uint8_t> best;
    for (uint32_t i = 0; i < slices.size(); ++i) {
        const TimeRange wall{slices.start(i), ends[i]};
        if (group[i] == i) {
            result.steps.push_back({0, slices.slice(i), "unknown", {}, {}, wall});
            best.push_back(UINT8_MAX);
        }
        stepOf[i] = group[i] == i ? static_cast<uint32_t>(best.size() - 1) : stepOf[group[i]];
        Step &step = result.steps[stepOf[i]];
        step.wall = {std::min(step.wall.begin, wall.begin), std::max(step.wall.end, wall.end)};
        step.isOpen |= isOpen[i] && group[i] == i;
        addStepName(step, best[stepOf[i]], timeline.name(slices.slice(i)), *said[i]);
    }
    StartEndSteps ranges(timeline, names);
    ranges.addTo(result.steps, best);
    const std::vector<uint32_t> place = sortByBegin(result.steps);
    ranges.addIntervals(result, place);
    for (uint32_t i = 0; i < slices.size(); ++i) {
        const uint32_t step = place[stepOf[i]];
        const EventRef slice = slices.slice(i);
        result.ofTrack[timeline.lane(slice).track].add(slices.start(i), ends[i], step);
        result.ofProcess[timeline.track(slice).pid].add(slices.start(i), ends[i], step);
        result.named[timeline.name(slice)].push_back(step);
    }
    for (auto &[track, open] : result.ofTrack)
        open.finish();
    std::set<StringId> withSteps;
    for (auto &[pid, open] : result.ofProcess) {
        open.finish();
        withSteps.insert(pid);
    }
    result.threadOfCann = threadsOfCann(run, withSteps);
    for (auto &[name, steps] : result.named) {
        std::sort(steps.begin(), steps.end());
        steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    }
    return result;
}

} // namespace ws
