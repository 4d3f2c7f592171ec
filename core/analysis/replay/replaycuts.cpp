#include "core/analysis/replay/replaycuts.h"

#include "core/analysis/gaps/gapfills.h"
#include "core/base/timerange.h"

#include <algorithm>
#include <functional>
#include <map>

namespace ws {
namespace {

using Thread = std::pair<uint32_t, uint32_t>; ///< part and track
using Ranges = std::vector<TimeRange>;        ///< by begin, none overlaps another

bool isOfThread(const DependencyGraph &graph, uint32_t node)
{
    return graph.kind(node) == NodeKind::Call || graph.kind(node) == NodeKind::Wait;
}

/// Where the lead of a node lies, in the time of its own recording.
TimeRange leadOf(const ReplayModel &model, uint32_t node)
{
    const DependencyGraph &graph = model.graph;
    const RankClock &clock = model.parts[model.partOf(node)].clock;
    for (uint32_t edge = graph.firstEdge(node); edge < graph.lastEdge(node); ++edge)
        if (graph.kinds()[graph.edgeKind(edge)].hasLead) {
            const int64_t from = clock.ownTime(graph.end(graph.from(edge)));
            return {from, from + graph.lead(node)};
        }
    const int64_t to = clock.ownTime(graph.start(node));
    return {to - graph.lead(node), to};
}

void unite(Ranges &ranges)
{
    std::ranges::sort(ranges, {}, &TimeRange::begin);
    Ranges joined;
    for (const TimeRange &one : ranges)
        if (joined.empty() || one.begin > joined.back().end)
            joined.push_back(one);
        else
            joined.back().end = std::max(joined.back().end, one.end);
    ranges = std::move(joined);
}

/// How much of a stretch the ranges cover, as a share of it.
double coveredShare(const Ranges &ranges, TimeRange stretch)
{
    if (stretch.length() <= 0)
        return 0;
    int64_t covered = 0;
    for (auto at = std::ranges::upper_bound(ranges, stretch.begin, {}, &TimeRange::end);
         at != ranges.end() && at->begin < stretch.end; ++at)
        covered += std::min(at->end, stretch.end) - std::max(at->begin, stretch.begin);
    return double(covered) / double(stretch.length());
}

/// By thread, when slices of some names or categories run. `wanted` is asked once for each name of a category.
std::map<Thread, Ranges> slicesOf(const ReplayModel &model,
                                  const std::function<bool(const Run &, CategoryKind, StringId)> &wanted)
{
    std::map<Thread, Ranges> found;
    for (uint32_t part = 0; part < model.parts.size(); ++part) {
        const Run &run = *model.parts[part].run;
        const Timeline &timeline = run.timeline;
        constexpr uint8_t notAsked = 2;
        std::vector<std::vector<uint8_t>> is(timeline.categories.size(),
                                             std::vector<uint8_t>(run.strings.size(), notAsked));
        for (const Lane &lane : timeline.lanes)
            for (uint32_t i = 0; i < lane.size(); ++i) {
                uint8_t &one = is[lane.category[i]][lane.name[i]];
                if (one == notAsked)
                    one = wanted(run, timeline.categories[lane.category[i]].kind, lane.name[i]);
                if (one)
                    found[{part, lane.track}].push_back({lane.start[i], lane.endOf(i)});
            }
    }
    for (auto &[thread, ranges] : found)
        unite(ranges);
    return found;
}

std::vector<ReplayCut> cutsWithin(const ReplayModel &model, const std::map<Thread, Ranges> &of, bool alsoCalls)
{
    std::vector<ReplayCut> cuts;
    const DependencyGraph &graph = model.graph;
    for (uint32_t node = 0; node < graph.size() && !of.empty(); ++node) {
        if (!isOfThread(graph, node))
            continue;
        const auto ranges = of.find({model.partOf(node), graph.item(node)});
        if (ranges == of.end())
            continue;
        const RankClock &clock = model.parts[model.partOf(node)].clock;
        ReplayCut cut{node, coveredShare(ranges->second, leadOf(model, node)), 0, 0};
        if (alsoCalls)
            cut.duration =
                coveredShare(ranges->second, {clock.ownTime(graph.start(node)), clock.ownTime(graph.end(node))});
        if (cut.lead > 0 || cut.duration > 0)
            cuts.push_back(cut);
    }
    return cuts;
}

} // namespace

bool isLoaderCall(std::string_view name)
{
    return name.find("DataLoader") != name.npos && name.ends_with(".__next__");
}

bool hasLoader(const Run &run)
{
    for (StringId id = 0; id < run.strings.size(); ++id)
        if (isLoaderCall(run.text(id)))
            return true;
    return false;
}

std::vector<ReplayCut> loaderCuts(const ReplayModel &model)
{
    const auto loads =
        slicesOf(model, [](const Run &run, CategoryKind, StringId name) { return isLoaderCall(run.text(name)); });
    return cutsWithin(model, loads, false);
}

namespace {

bool isProfilersWork(const Run &run, CategoryKind kind, StringId name)
{
    return kind == CategoryKind::Overhead && !isProgramsOverhead(run.text(name));
}

bool isFlush(std::string_view name)
{
    return name.find("lush") != name.npos;
}

/// Of each thread that launches, its leads and calls by begin.
std::map<Thread, Ranges> stretchesOfThreads(const ReplayModel &model)
{
    std::map<Thread, Ranges> threads;
    const DependencyGraph &graph = model.graph;
    for (uint32_t node = 0; node < graph.size(); ++node)
        if (isOfThread(graph, node)) {
            Ranges &own = threads[{model.partOf(node), graph.item(node)}];
            const RankClock &clock = model.parts[model.partOf(node)].clock;
            for (const TimeRange &one :
                 {leadOf(model, node), TimeRange{clock.ownTime(graph.start(node)), clock.ownTime(graph.end(node))}})
                if (one.length() > 0)
                    own.push_back(one);
        }
    for (auto &[thread, ranges] : threads)
        std::ranges::sort(ranges, {}, &TimeRange::begin);
    return threads;
}

bool isWithinOne(const Ranges &stretches, TimeRange work)
{
    const auto at = std::ranges::upper_bound(stretches, work.begin, {}, &TimeRange::begin);
    return at != stretches.begin() && (at - 1)->end >= work.end;
}

} // namespace

bool hasProfilersWork(const Run &run)
{
    const auto isOverhead = [](const Category &category) { return category.kind == CategoryKind::Overhead; };
    if (std::ranges::none_of(run.timeline.categories, isOverhead))
        return false;
    for (const Lane &lane : run.timeline.lanes)
        for (uint32_t i = 0; i < lane.size(); ++i)
            if (isProfilersWork(run, run.timeline.categories[lane.category[i]].kind, lane.name[i]))
                return true;
    return false;
}

std::vector<ReplayCut> profilersCuts(const ReplayModel &model)
{
    const auto work = slicesOf(model, isProfilersWork);
    if (work.empty())
        return {};
    const std::map<Thread, Ranges> threads = stretchesOfThreads(model);
    const auto flushes = slicesOf(model, [](const Run &run, CategoryKind kind, StringId name) {
        return isProfilersWork(run, kind, name) && isFlush(run.text(name));
    });
    const auto trackOf = [&](const Thread &thread) -> const Track & {
        return model.parts[thread.first].run->timeline.tracks[thread.second];
    };
    const auto isOfLaunchingProcess = [&](const Thread &at) {
        return std::ranges::any_of(threads, [&](const auto &thread) {
            return thread.first.first == at.first && trackOf(thread.first).pid == trackOf(at).pid;
        });
    };
    std::map<Thread, Ranges> placed;
    for (const auto &[at, ranges] : work) {
        if (isOfLaunchingProcess(at)) { // the file says which thread
            Ranges &own = placed[at];
            own.insert(own.end(), ranges.begin(), ranges.end());
            continue;
        }
        const auto flush = flushes.find(at);
        for (const TimeRange &one : ranges) {
            if (flush != flushes.end() && coveredShare(flush->second, one) > 0)
                continue;
            const Thread *only = nullptr;
            int around = 0;
            for (const auto &[thread, stretches] : threads)
                if (thread.first == at.first && isWithinOne(stretches, one)) {
                    only = &thread;
                    ++around;
                }
            if (around == 1)
                placed[*only].push_back(one);
        }
    }
    for (auto &[thread, ranges] : placed)
        unite(ranges);
    return cutsWithin(model, placed, true);
}

std::optional<ReplayGap> gapAt(const ReplayModel &model, int64_t ns)
{
    const GpuWork &gpu = model.parts.front().run->gpu;
    std::vector<int64_t> busyUntil(gpu.devices.size(), INT64_MAX);
    std::optional<ReplayGap> found;
    const auto fits = [&](const TimeRange &gap) {
        if (gap.begin > ns || gap.end <= ns)
            return false;
        return !found || gap.begin == ns || (found->time.begin != ns && gap.length() < found->time.length());
    };
    for (uint32_t i = 0; i < gpu.size(); ++i) { // by start
        int64_t &until = busyUntil[gpu.device(i)];
        if (until != INT64_MAX && gpu.start[i] > until && fits({until, gpu.start[i]}))
            found = {{until, gpu.start[i]}, model.parts.front().firstActivity + i};
        until = until == INT64_MAX ? gpu.end(i) : std::max(until, gpu.end(i));
    }
    return found;
}

std::vector<ReplayCut> gapCuts(const ReplayModel &model, const ReplayGap &gap, const std::vector<int64_t> &latency)
{
    const DependencyGraph &graph = model.graph;
    const ReplayWeights recorded{graph.durations(), graph.leads(), latency, {}};
    const auto within = [&](int64_t from, int64_t to) {
        return std::max<int64_t>(0, std::min(to, gap.time.end) - std::max(from, gap.time.begin));
    };
    const auto shareOf = [](int64_t part, int64_t whole) { return whole > 0 ? double(part) / double(whole) : 0; };
    std::vector<ReplayCut> cuts;
    bool isEndWaitedFor = false; // of a call: what follows waits for its end, not for its begin alone
    for (uint32_t node = gap.endedBy; graph.end(node) > gap.time.begin;) {
        ReplayCut cut{node, 0, 0, 0};
        if (isEndWaitedFor)
            cut.duration = shareOf(within(graph.start(node), graph.end(node)), graph.duration(node));
        const uint32_t edge = bindingEdge(graph, recorded, graph.starts(), node);
        if (edge == noReplayNode) {
            cuts.push_back(cut);
            break;
        }
        const EdgeTraits &traits = graph.kinds()[graph.edgeKind(edge)];
        const uint32_t from = graph.from(edge);
        const int64_t left = graph.start(from) + (traits.fromStart ? 0 : graph.duration(from));
        const int64_t leadEnd = left + (traits.hasLead ? graph.lead(node) : 0);
        cut.lead = traits.hasLead ? shareOf(within(left, leadEnd), graph.lead(node)) : 0;
        cut.lagNs = within(leadEnd, graph.start(node)); // with the latency
        cuts.push_back(cut);
        if (!isOfThread(graph, from) && graph.end(from) > gap.time.begin)
            break; // work of another device, which stays
        isEndWaitedFor = !traits.fromStart;
        node = from;
    }
    return cuts;
}

} // namespace ws
