#include "core/analysis/gaps/lostgraphs.h"

#include <algorithm>
#include <map>
#include <set>

namespace ws {

bool isGraphLaunch(std::string_view call)
{
    return call.find("GraphLaunch") != std::string_view::npos;
}

std::vector<bool> launchesWithWork(const Run &run)
{
    std::vector<bool> has(run.launches.size());
    for (const uint32_t launch : run.gpu.launch)
        if (launch != noLaunch)
            has[launch] = true;
    for (const uint32_t launch : run.gpu.untimed.launch) // it is in the file, without a time
        if (launch != noLaunch)
            has[launch] = true;
    return has;
}

std::vector<uint32_t> launchQueues(const Run &run)
{
    constexpr uint32_t unknown = UINT32_MAX;
    const Timeline &timeline = run.timeline;
    const auto trackOf = [&](size_t launch) { return timeline.lane(run.launches.slice[launch]).track; };
    std::vector<uint32_t> ownDevice(run.launches.size(), unknown), threadsDevice(timeline.tracks.size(), unknown);
    std::set<StringId> mixed; ///< processes with a thread that feeds several devices
    std::map<StringId, std::set<uint32_t>> devices;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        const uint32_t launch = run.gpu.launch[i];
        if (launch == noLaunch || ownDevice[launch] == run.gpu.device(i))
            continue;
        const uint32_t device = run.gpu.device(i), track = trackOf(launch);
        const StringId process = timeline.tracks[track].pid;
        if (ownDevice[launch] != unknown || (threadsDevice[track] != unknown && threadsDevice[track] != device))
            mixed.insert(process);
        ownDevice[launch] = threadsDevice[track] = device;
        devices[process].insert(device);
    }
    std::map<std::pair<StringId, uint32_t>, uint32_t> numbers;
    std::vector<uint32_t> queues;
    for (size_t i = 0; i < run.launches.size(); ++i) {
        const uint32_t track = trackOf(i);
        const StringId process = timeline.tracks[track].pid;
        const auto &own = devices[process];
        const uint32_t device = mixed.contains(process) ? unknown
                                : own.size() == 1       ? *own.begin()
                                                        : threadsDevice[track];
        queues.push_back(numbers.try_emplace({process, device}, uint32_t(numbers.size())).first->second);
    }
    return queues;
}

std::vector<EventRef> lostGraphs(const Run &run)
{
    const Timeline &timeline = run.timeline;
    enum : uint8_t { Unseen, Other, Graph };
    std::vector<uint8_t> seen(run.strings.size());
    std::vector<uint32_t> lost; // launches
    const std::vector<bool> has = launchesWithWork(run);
    for (size_t i = 0; i < has.size(); ++i) {
        const EventRef call = run.launches.slice[i];
        uint8_t &kind = seen[timeline.name(call)];
        if (kind == Unseen)
            kind = isGraphLaunch(run.text(timeline.name(call))) ? Graph : Other;
        if (!has[i] && kind == Graph)
            lost.push_back(static_cast<uint32_t>(i));
    }
    if (lost.empty())
        return {};
    const std::vector<uint32_t> queues = launchQueues(run);
    int64_t last = INT64_MIN;           // what was launched later may have run after the end of the recording
    std::map<uint32_t, int64_t> lastOf; // by queue
    for (size_t i = 0; i < has.size(); ++i)
        if (has[i]) {
            const int64_t ns = timeline.start(run.launches.slice[i]);
            last = std::max(last, ns);
            const auto [known, isNew] = lastOf.try_emplace(queues[i], ns);
            known->second = std::max(known->second, ns);
        }
    std::vector<EventRef> calls;
    for (const uint32_t launch : lost) {
        const auto own = lastOf.find(queues[launch]);
        if (const EventRef call = run.launches.slice[launch];
            timeline.start(call) < (own == lastOf.end() ? last : own->second))
            calls.push_back(call);
    }
    std::ranges::stable_sort(calls, {}, [&](EventRef call) { return timeline.start(call); });
    return calls;
}

std::optional<double> graphShare(const Run &run)
{
    if (run.launches.size() == 0 || run.gpu.launch.empty())
        return {};
    enum : uint8_t { Unseen, Call, Graph };
    std::vector<uint8_t> seen(run.strings.size());
    double all = 0, graphs = 0;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        all += double(run.gpu.duration[i]);
        const bool hasNode = !run.gpu.graphNode.empty() && run.gpu.graphNode[i];
        if (run.gpu.launch[i] == noLaunch) {
            graphs += hasNode ? double(run.gpu.duration[i]) : 0;
            continue;
        }
        const StringId name = run.timeline.name(run.launches.slice[run.gpu.launch[i]]);
        if (seen[name] == Unseen)
            seen[name] = isGraphLaunch(run.text(name)) ? Graph : Call;
        if (seen[name] == Graph || hasNode)
            graphs += double(run.gpu.duration[i]);
    }
    return all > 0 ? std::optional(graphs / all) : std::nullopt;
}

} // namespace ws
