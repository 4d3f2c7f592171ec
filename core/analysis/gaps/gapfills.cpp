#include "core/analysis/gaps/gapfills.h"

#include "core/analysis/gaps/waitingcalls.h"
#include "core/base/parallel.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

constexpr size_t fewestLatencies = 20;   ///< launches that tell what a launch takes
constexpr double latencyFactor = 1.5;    ///< × the 90th percentile of these
constexpr int64_t noLatencyNs = 100'000; ///< what takes longer is no latency of a launch

int64_t overlapOf(const TimeRange &a, const Gap &gap)
{
    return std::min(a.end, gap.endNs()) - std::max(a.begin, gap.startNs);
}

} // namespace

std::string_view gapFillId(GapFill fill)
{
    constexpr std::string_view ids[gapFillCount] = {"", "profiler", "capture", "launch-call", "latency", "starting"};
    return ids[static_cast<size_t>(fill)];
}

bool isProgramsOverhead(std::string_view name)
{
    return name == "Lazy Function Loading" || name == "Runtime Triggered Module Loading" ||
           name.starts_with("Command Buffer Full");
}

GapFills::GapFills(const Run &run) : m_run(run)
{
    findOverhead();
    findCaptures();
}

void GapFills::Stretches::finish()
{
    std::ranges::stable_sort(all, {}, [](const Stretch &stretch) { return stretch.time.begin; });
    int64_t latest = INT64_MIN;
    for (const Stretch &stretch : all)
        latestEnd.push_back(latest = std::max(latest, stretch.time.end));
}

void GapFills::findOverhead()
{
    const Timeline &timeline = m_run.timeline;
    const auto isOverhead = [](const Category &category) { return category.kind == CategoryKind::Overhead; };
    if (std::ranges::none_of(timeline.categories, isOverhead))
        return;
    std::vector<uint8_t> launchesOf(m_run.strings.size()); // by process, whether it launches
    for (const EventRef call : m_run.launches.slice)
        launchesOf[timeline.track(call).pid] = 1;
    std::vector<std::vector<Stretch>> found(timeline.lanes.size());
    parallelFor({0, found.size()}, 1, [&](size_t l) {
        const Lane &lane = timeline.lanes[l];
        const StringId process = timeline.tracks[lane.track].pid;
        for (uint32_t i = 0; i < lane.size(); ++i)
            if (isOverhead(timeline.categories[lane.category[i]]) && !isProgramsOverhead(m_run.text(lane.name[i])))
                found[l].push_back({{lane.start[i], lane.endOf(i)},
                                    {static_cast<uint32_t>(l), i},
                                    launchesOf[process] ? process : StringId(0)});
    });
    for (const std::vector<Stretch> &some : found)
        m_overhead.all.insert(m_overhead.all.end(), some.begin(), some.end());
    m_overhead.finish();
}

void GapFills::findCaptures()
{
    enum : uint8_t { Unasked, Other, Begin, End };
    const Timeline &timeline = m_run.timeline;
    std::vector<uint8_t> kinds(m_run.strings.size(), Unasked);
    std::map<StringId, std::vector<std::pair<EventRef, bool>>> calls; // by process; whether it begins one
    for (const EventRef call : m_run.launches.slice) {
        uint8_t &kind = kinds[timeline.name(call)];
        if (kind == Unasked) {
            const std::string_view name = m_run.text(timeline.name(call));
            kind = name.find("StreamBeginCapture") != name.npos ? Begin
                   : name.find("StreamEndCapture") != name.npos ? End
                                                                : Other;
        }
        if (kind != Other)
            calls[timeline.track(call).pid].emplace_back(call, kind == Begin);
    }
    for (auto &[process, some] : calls) {
        std::ranges::stable_sort(some, {}, [&](const auto &call) { return timeline.start(call.first); });
        const std::pair<EventRef, bool> *open = nullptr;
        for (const auto &call : some) {
            if (open && !call.second)
                m_captures.all.push_back(
                    {{timeline.start(open->first), timeline.end(call.first)}, open->first, process});
            open = call.second ? &call : nullptr;
        }
    }
    m_captures.finish();
}

/// The one of the launching process that covers more than half of the gap; null: none.
const GapFills::Stretch *GapFills::moreThanHalf(const Stretches &stretches, const Gap &gap) const
{
    const StringId process = m_run.timeline.track(m_run.launches.slice[m_run.gpu.launch[gap.endedBy]]).pid;
    const auto begin = std::ranges::upper_bound(stretches.latestEnd, gap.startNs) - stretches.latestEnd.begin();
    for (auto at = stretches.all.begin() + begin; at != stretches.all.end() && at->time.begin < gap.endNs(); ++at)
        if ((!at->process || at->process == process) && overlapOf(at->time, gap) > gap.durationNs / 2)
            return &*at;
    return nullptr;
}

std::vector<int64_t> GapFills::latencies(const std::vector<Gap> &gaps) const
{
    std::vector<std::vector<int64_t>> times(m_run.gpu.devices.size());
    for (const Gap &gap : gaps) {
        if (gap.cause != GapCause::Late)
            continue;
        const EventRef call = m_run.launches.slice[m_run.gpu.launch[gap.endedBy]];
        if (const int64_t ns = gap.endNs() - m_run.timeline.start(call); ns > 0 && ns < noLatencyNs)
            times[gap.device].push_back(ns);
    }
    std::vector<int64_t> result;
    for (std::vector<int64_t> &some : times) {
        std::ranges::sort(some);
        result.push_back(some.size() < fewestLatencies ? 0 : int64_t(latencyFactor * double(percentileNs(some, 90))));
    }
    return result;
}

void GapFills::explainOne(Gap &gap, int64_t latencyNs) const
{
    const EventRef call = m_run.launches.slice[m_run.gpu.launch[gap.endedBy]];
    const TimeRange calling{m_run.timeline.start(call), m_run.timeline.end(call)};
    if (const Stretch *overhead = moreThanHalf(m_overhead, gap)) {
        gap.fill = GapFill::Profiler;
        gap.evidence = overhead->slice;
        gap.evidenceNs = overlapOf(overhead->time, gap);
    } else if (moreThanHalf(m_captures, gap)) {
        gap.fill = GapFill::Capture;
    } else if (gap.cause == GapCause::Before && overlapOf(calling, gap) > gap.durationNs / 2) {
        gap.fill = GapFill::LaunchCall;
        gap.evidenceNs = overlapOf(calling, gap);
    } else if (gap.cause == GapCause::Before && gap.endNs() - calling.begin <= latencyNs) {
        gap.fill = GapFill::Latency;
    } else if (const int64_t startingNs = gap.endNs() - calling.end;
               (gap.cause == GapCause::Blocking || (gap.cause == GapCause::Late && startingNs > noLatencyNs)) &&
               calling.begin >= gap.startNs && startingNs > gap.durationNs / 2 &&
               !isWaitingCall(m_run.text(m_run.timeline.name(call)))) {
        gap.fill = GapFill::Starting;
    }
}

bool GapFills::explain(std::vector<Gap> &gaps, const Progress *progress) const
{
    const std::vector<int64_t> latencyNs = latencies(gaps);
    return parallelFor(
        {0, gaps.size()}, 256,
        [&](size_t g) {
            if (gaps[g].cause != GapCause::Unknown)
                explainOne(gaps[g], latencyNs[gaps[g].device]);
        },
        progress);
}

} // namespace ws
