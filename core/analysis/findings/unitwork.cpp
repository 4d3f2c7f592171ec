#include "core/analysis/findings/unitwork.h"

#include "core/analysis/findings/rules.h"
#include "core/analysis/gaps/gapevidence.h"
#include "core/analysis/gpuscan.h"
#include "core/base/quantiles.h"

#include <algorithm>

namespace ws {
namespace {

constexpr size_t maxPlaces = 5;
constexpr double pauseShare = 0.05;        ///< of the unit
constexpr int64_t afterCallNs = 1'000'000; ///< so long a gap may be the matter of the call in which it begins
constexpr int64_t briefPauseNs = 2'000'000, briefPauseTimes = 100; ///< × the usual distance of launches, the longer one

/// Length of the time within `range` that the ranges cover; they are ascending by begin.
int64_t covered(const std::vector<TimeRange> &ranges, const TimeRange &range)
{
    RunningUnion inside;
    for (const TimeRange &part : ranges)
        if (part.begin < range.end && part.end > range.begin)
            inside.add(std::max(part.begin, range.begin), std::min(part.end, range.end));
    return inside.length;
}

/// As torch names the annotation, and the frame of the Python function.
bool isLoaderCall(std::string_view name)
{
    return name.starts_with("enumerate(DataLoader)") ||
           (name.find("dataloader.py(") != std::string_view::npos && name.ends_with("): __next__"));
}

} // namespace

UnitWork::UnitWork(const FindingInput &in, uint16_t ofDevice, const WaitingCalls &waits)
    : input(in), run(in.run), gpu(in.run.gpu), device(ofDevice), range(in.budget.devices[ofDevice].range),
      budget(in.budget.devices[ofDevice].budget), units(in.budget.devices[ofDevice].units), m_waits(waits)
{
    for (uint32_t i = 0; i < gpu.size() && gpu.start[i] < range.end; ++i)
        if (gpu.device(i) == device && intersects(range, gpu.start[i], saturatingAdd(gpu.start[i], gpu.duration[i])))
            m_work.push_back(i);
    m_usualDistanceNs = findUsualDistance();
    const Loaders loaders = loaderCalls();
    for (uint32_t g = 0; g < in.gaps.gaps.size(); ++g) {
        const Gap &gap = in.gaps.gaps[g];
        if (gap.device != device)
            continue;
        m_deviceGaps.push_back(g);
        const int64_t ns = std::min(gap.endNs(), range.end) - std::max(gap.startNs, range.begin);
        if (ns <= 0)
            continue;
        m_gaps.push_back({g, ns});
        classify(m_gaps.back(), loaders);
    }
    markHidden();
    m_outlier = outlierCall(*this);
    m_limitWork = m_work;
    if (m_outlier)
        std::erase(m_limitWork, m_outlier->activity);
}

int64_t UnitWork::findUsualDistance() const
{
    std::vector<uint32_t> launches;
    for (const uint32_t i : m_work)
        if (gpu.launch[i] != noLaunch)
            launches.push_back(gpu.launch[i]);
    std::ranges::sort(launches);
    launches.erase(std::ranges::unique(launches).begin(), launches.end());
    std::vector<int64_t> starts, distances;
    for (const uint32_t launch : launches)
        starts.push_back(run.timeline.start(run.launches.slice[launch]));
    std::ranges::sort(starts);
    for (size_t i = 1; i < starts.size(); ++i)
        distances.push_back(starts[i] - starts[i - 1]);
    return distances.empty() ? 0 : medianNs(distances);
}

UnitWork::Loaders UnitWork::loaderCalls() const
{
    enum : uint8_t { Unasked, Other, Loader };
    std::vector<uint8_t> kinds(run.strings.size(), Unasked);
    Loaders calls;
    for (const Lane &lane : run.timeline.lanes) {
        if (run.timeline.tracks[lane.track].kind != TrackKind::CpuThread)
            continue;
        for (size_t i = lane.firstEndingAfter(range.begin); i < lane.size() && lane.start[i] < range.end; ++i) {
            uint8_t &kind = kinds[lane.name[i]];
            if (kind == Unasked)
                kind = isLoaderCall(run.text(lane.name[i])) ? Loader : Other;
            if (kind == Loader)
                calls[lane.track].push_back({lane.start[i], lane.endOf(i)});
        }
    }
    for (auto &[track, ranges] : calls)
        std::ranges::sort(ranges, {}, &TimeRange::begin);
    return calls;
}

EventRef UnitWork::waitAt(int64_t ns) const
{
    return m_waits.longestIn({ns, ns + 1});
}

/// What one thread waits for says nothing of another one that launches.
bool UnitWork::isLaunchThread(EventRef call, uint32_t endedBy) const
{
    if (gpu.launch[endedBy] == noLaunch)
        return false;
    const EventRef launch = run.launches.slice[gpu.launch[endedBy]];
    return run.timeline.lane(call).track == run.timeline.lane(launch).track;
}

/// The innermost operator around the launch takes more than half of the gap, or one around it that is the gap's
/// evidence.
bool UnitWork::isMostlyOperator(const Gap &gap) const
{
    const Timeline &timeline = run.timeline;
    const auto takesMost = [&](EventRef op) {
        return op.valid() &&
               std::min(timeline.end(op), gap.endNs()) - std::max(timeline.start(op), gap.startNs) > gap.durationNs / 2;
    };
    if (takesMost(gpu.op[gap.endedBy]))
        return true;
    if (!gap.evidence.valid() || gpu.launch[gap.endedBy] == noLaunch ||
        timeline.category(gap.evidence).kind != CategoryKind::CpuOp)
        return false;
    const EventRef launch = run.launches.slice[gpu.launch[gap.endedBy]];
    return timeline.lane(launch).track == timeline.lane(gap.evidence).track &&
           timeline.start(launch) < timeline.end(gap.evidence) && takesMost(gap.evidence);
}

void UnitWork::classify(UnitGap &unitGap, const Loaders &loaders)
{
    const Gap &gap = input.gaps.gaps[unitGap.gap];
    if (gap.fill == GapFill::Profiler || gap.fill == GapFill::Capture)
        return; // neither is a matter of the calls in it
    const bool isPause = double(unitGap.ns) >= pauseShare * double(budget.wallNs);
    const bool isBrief = !isPause && unitGap.ns >= std::max(briefPauseNs, briefPauseTimes * m_usualDistanceNs);
    // What was launched meanwhile is kept waiting by something else than the CPU.
    const bool isStarting = gap.fill == GapFill::Starting;
    const bool isLate = gap.cause == GapCause::Late && !isStarting,
               isBlocking = gap.cause == GapCause::Blocking && !isStarting, isCpus = isLate || isBlocking;
    const uint32_t launch = gpu.launch[gap.endedBy];
    // A batch that another thread gets meanwhile is not what this launch waits for.
    const auto loader =
        launch == noLaunch ? loaders.end() : loaders.find(run.timeline.lane(run.launches.slice[launch]).track);
    if (isCpus && loader != loaders.end() && covered(loader->second, {gap.startNs, gap.endNs()}) > gap.durationNs / 2) {
        unitGap.matter = GapMatter::DataLoader;
        return;
    }
    if (isLate && launch != noLaunch) {
        unitGap.call = memoryCallIn(gap);
        if (unitGap.call.valid()) {
            unitGap.matter = GapMatter::Allocation;
            return;
        }
    }
    const bool mayBeAfterCall = (isLate || isStarting) && (!isPause || unitGap.ns < afterCallNs);
    const EventRef call = isBlocking ? gap.evidence : mayBeAfterCall ? waitAt(gap.startNs) : EventRef();
    if (call.valid()) {
        const bool isItsGap = isBlocking || isUnit() || unitGap.ns < afterCallNs;
        if (isItsGap && isLaunchThread(call, gap.endedBy)) {
            unitGap.matter = isBlocking ? GapMatter::Blocking : GapMatter::AfterCall;
            unitGap.call = call;
        }
    } else if (isLate) {
        unitGap.matter = !isPause && !isBrief                                     ? GapMatter::Launches
                         : isMostlyOperator(gap) || setsUpCommunicators(run, gap) ? GapMatter::OwnPause
                         : isPause                                                ? GapMatter::Pause
                                                                                  : GapMatter::BriefPause;
    }
}

/// Invalid: calls that allocate or free memory take less than half of the gap on the launching thread. Else the one
/// that takes most of it.
EventRef UnitWork::memoryCallIn(const Gap &gap) const
{
    const EventRef launch = run.launches.slice[gpu.launch[gap.endedBy]];
    const Track &thread = run.timeline.tracks[run.timeline.lane(launch).track];
    EventRef longest;
    int64_t longestNs = 0, allNs = 0;
    for (uint32_t l = thread.firstLane; l < thread.firstLane + thread.laneCount; ++l) {
        const Lane &lane = run.timeline.lanes[l];
        if (lane.overflow)
            continue;
        for (size_t i = lane.firstEndingAfter(gap.startNs); i < lane.size() && lane.start[i] < gap.endNs(); ++i) {
            if (run.timeline.categories[lane.category[i]].kind != CategoryKind::Launch ||
                !isMemoryCall(run.text(lane.name[i])))
                continue;
            const int64_t ns = std::min(lane.endOf(i), gap.endNs()) - std::max(lane.start[i], gap.startNs);
            allNs += ns;
            if (ns > longestNs) {
                longestNs = ns;
                longest = {l, static_cast<uint32_t>(i)};
            }
        }
    }
    return allNs > gap.durationNs / 2 ? longest : EventRef();
}

/// The launching thread may have waited for the GPU, though no call says so, where a call has run for long when the GPU
/// becomes idle (the first use of a function loads its module, for which the driver may have the device finish its
/// work), or where nothing of the thread was recorded for as long, by a profiler that records no call that waits: of
/// XLA's few calls none does.
bool UnitWork::mayHaveWaited(const Gap &gap) const
{
    constexpr int64_t longNs = 200'000; // far longer than a call that does nothing else takes
    if (gpu.launch[gap.endedBy] == noLaunch)
        return false;
    const EventRef launch = run.launches.slice[gpu.launch[gap.endedBy]];
    const Track &thread = run.timeline.tracks[run.timeline.lane(launch).track];
    int64_t lastNs = gap.startNs - longNs; // that something began or ended
    for (uint32_t l = thread.firstLane; l < thread.firstLane + thread.laneCount; ++l) {
        const Lane &lane = run.timeline.lanes[l];
        const size_t i = lane.firstEndingAfter(gap.startNs);
        const bool isOpen = i < lane.size() && lane.start[i] <= gap.startNs;
        if (isOpen && lane.start[i] <= gap.startNs - longNs &&
            run.timeline.categories[lane.category[i]].kind == CategoryKind::Launch)
            return true;
        if (isOpen)
            lastNs = std::max(lastNs, lane.start[i]);
        if (i > 0)
            lastNs = std::max(lastNs, lane.endOf(i - 1));
    }
    return lastNs <= gap.startNs - longNs && m_waits.covered({0, run.timeline.spanNs}) == 0;
}

/// What ends earlier lets everything up to the next late launch begin earlier, gaps between work that was launched
/// before included, and no more than that. Not so where the CPU waits for the GPU meanwhile, or may wait: then it
/// launches earlier, too.
void UnitWork::markHidden()
{
    if (m_work.empty())
        return;
    m_isHidden.resize(m_work.back() - m_work.front() + 1);
    const std::vector<Gap> &gaps = input.gaps.gaps;
    const auto gapAfter = [&](int64_t ns) {
        return size_t(std::ranges::partition_point(m_deviceGaps, [&](uint32_t g) { return gaps[g].startNs < ns; }) -
                      m_deviceGaps.begin());
    };
    int64_t end = range.begin;
    for (const uint32_t i : m_work)
        end = std::max(end, saturatingAdd(gpu.start[i], gpu.duration[i]));
    const size_t first = gapAfter(range.begin);
    size_t last = gapAfter(end);
    while (last < m_deviceGaps.size() && gaps[m_deviceGaps[last]].cause == GapCause::Before)
        ++last;
    last = std::min(last + 1, m_deviceGaps.size());
    int64_t lateNs = 0;
    for (size_t k = first; k < last; ++k)
        if (gaps[m_deviceGaps[k]].cause == GapCause::Late)
            lateNs = saturatingAdd(lateNs, gaps[m_deviceGaps[k]].durationNs);
    if (double(lateNs) < minLaunchBoundShare * double(budget.wallNs))
        return;
    constexpr int64_t none = -1;
    std::vector<int64_t> limitNs(last - first + 1, none); // by gap from `first` on: where the next late one begins
    for (size_t k = last; k-- > first;) {
        const Gap &gap = gaps[m_deviceGaps[k]];
        limitNs[k - first] = gap.cause == GapCause::Late     ? (mayHaveWaited(gap) ? none : gap.startNs)
                             : gap.cause == GapCause::Before ? limitNs[k + 1 - first]
                                                             : none;
    }
    for (const uint32_t i : m_work) {
        const int64_t ownEnd = saturatingAdd(gpu.start[i], gpu.duration[i]);
        const int64_t limit = limitNs[gapAfter(ownEnd) - first];
        m_isHidden[i - m_work.front()] = limit != none && m_waits.covered({ownEnd, limit + 1}) == 0;
    }
}

bool UnitWork::isRun() const
{
    const uint32_t step = input.budget.devices[device].step;
    return step == noStep || input.steps.steps[step].phase != "capture";
}

bool UnitWork::withholds(uint16_t numbers) const
{
    return std::ranges::any_of(input.trust, [&](const TrustFinding &finding) { return finding.withholds & numbers; });
}

bool UnitWork::isSlowedByProfiler(const std::function<bool(const UnitGap &)> &wanted) const
{
    constexpr double enough = 0.05; // of the gaps
    if (findTrust(input.trust, "call-stacks"))
        return true;
    if (!findTrust(input.trust, "profiler-overhead"))
        return false;
    const std::vector<TimeRange> own = profilerTimes(run)[device];
    int64_t allNs = 0, ownNs = 0;
    for (const UnitGap &unitGap : m_gaps) {
        if (!wanted(unitGap))
            continue;
        const Gap &gap = input.gaps.gaps[unitGap.gap];
        allNs += unitGap.ns;
        ownNs += coveredBy(own, {std::max(gap.startNs, range.begin), std::min(gap.endNs(), range.end)});
    }
    return ownNs > 0 && double(ownNs) >= enough * double(allNs);
}

WorkSum UnitWork::sum(const std::function<bool(uint32_t)> &wanted) const
{
    WorkSum sum;
    RunningUnion all, open;
    std::vector<uint32_t> members, strays; // most of the latter lies in another unit, which counts them
    for (const uint32_t i : m_work) {
        if (!wanted(i))
            continue;
        const int64_t from = std::max(gpu.start[i], range.begin), to = std::min(gpu.end(i), range.end);
        all.add(from, to);
        if (!isHidden(i))
            open.add(from, to);
        (2 * (to - from) >= gpu.duration[i] ? members : strays).push_back(i);
    }
    if (members.empty())
        members = std::move(strays);
    sum.ns = all.length;
    sum.winNs = open.length;
    sum.count = members.size();
    if (members.empty())
        return sum;
    const auto isLonger = [&](uint32_t a, uint32_t b) {
        return gpu.duration[a] != gpu.duration[b] ? gpu.duration[a] > gpu.duration[b] : a < b;
    };
    std::vector<int64_t> durations;
    for (const uint32_t i : members)
        durations.push_back(gpu.duration[i]);
    sum.medianNs = medianNs(durations);
    std::ranges::partial_sort(members, members.begin() + ptrdiff_t(std::min(members.size(), maxPlaces)), isLonger);
    sum.maxNs = gpu.duration[members.front()];
    for (size_t k = 0; k < std::min(members.size(), maxPlaces); ++k)
        sum.places.push_back({gpu.slice[members[k]], {gpu.start[members[k]], gpu.end(members[k])}});
    return sum;
}

std::vector<TimeRange> UnitWork::stretches(const std::function<bool(uint32_t)> &wanted) const
{
    std::vector<TimeRange> stretches;
    for (const uint32_t i : m_work) {
        if (!wanted(i))
            continue;
        const TimeRange own{std::max(gpu.start[i], range.begin), std::min(gpu.end(i), range.end)};
        if (!stretches.empty() && own.begin <= stretches.back().end)
            stretches.back().end = std::max(stretches.back().end, own.end);
        else
            stretches.push_back(own);
    }
    return stretches;
}

const Limits &UnitWork::limits() const
{
    std::call_once(m_limitsOnce, [this] {
        LimitOptions options;
        options.only = &m_limitWork;
        options.isCommunication = &input.isCommunication;
        m_limits = *limitsOf(run, options);
    });
    return m_limits;
}

const LimitRow *UnitWork::limitRow(uint32_t activity) const
{
    const auto place = std::ranges::lower_bound(m_limitWork, activity);
    if (place == m_limitWork.end() || *place != activity)
        return nullptr;
    const uint32_t row = limits().provenRowOf(size_t(place - m_limitWork.begin()));
    return row == noLimitRow ? nullptr : &m_limits.rows[row];
}

std::optional<double> UnitWork::limitShare(const std::function<bool(uint32_t activity)> &wanted) const
{
    double ns = 0, limitedNs = 0, limitNs = 0;
    for (const uint32_t i : m_work) {
        if (!wanted(i))
            continue;
        ns += double(gpu.duration[i]);
        const LimitRow *row = limitRow(i);
        if (const auto share = row ? row->share() : std::nullopt) {
            limitedNs += double(gpu.duration[i]);
            limitNs += double(gpu.duration[i]) * *share;
        }
    }
    if (limitedNs <= 0 || limitedNs < 0.8 * ns || limitNs > impossibleShare * limitedNs)
        return std::nullopt;
    return std::min(limitNs / limitedNs, 1.0);
}

Finding UnitWork::finding(std::string_view id, int64_t ns, int64_t winNs) const
{
    Finding finding;
    finding.id = id;
    finding.device = device;
    finding.ns = ns;
    finding.winNs = winNs;
    finding.share = budget.wallNs ? double(ns) / double(budget.wallNs) : 0;
    return finding;
}

Finding UnitWork::finding(std::string_view id, const WorkSum &sum) const
{
    Finding result = finding(id, sum.ns, sum.winNs);
    result.ofParts[size_t(BudgetPart::Compute)] = sum.ns;
    result.count = sum.count;
    result.medianNs = sum.medianNs;
    result.maxNs = sum.maxNs;
    result.places = sum.places;
    return result;
}

EventRef operatorAround(const Timeline &timeline, EventRef call)
{
    const int64_t ns = timeline.start(call);
    const Track &track = timeline.track(call);
    for (uint32_t l = std::min(call.lane, track.firstLane + track.laneCount); l-- > track.firstLane;) {
        const Lane &lane = timeline.lanes[l];
        const size_t i = lane.firstEndingAfter(ns);
        if (i < lane.size() && lane.start[i] <= ns && timeline.categories[lane.category[i]].kind == CategoryKind::CpuOp)
            return {l, static_cast<uint32_t>(i)};
    }
    return {};
}

} // namespace ws
