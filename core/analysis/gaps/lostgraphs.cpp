#include "core/analysis/gaps/lostgraphs.h"

#include <algorithm>

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

std::vector<EventRef> lostGraphs(const Run &run)
{
    const Timeline &timeline = run.timeline;
    enum : uint8_t { Unseen, Other, Graph };
    std::vector<uint8_t> seen(run.strings.size());
    std::vector<EventRef> lost;
    const std::vector<bool> has = launchesWithWork(run);
    int64_t last = INT64_MIN; // what was launched later may have run after the end of the recording
    for (size_t i = 0; i < has.size(); ++i) {
        const EventRef call = run.launches.slice[i];
        uint8_t &kind = seen[timeline.name(call)];
        if (kind == Unseen)
            kind = isGraphLaunch(run.text(timeline.name(call))) ? Graph : Other;
        if (has[i])
            last = std::max(last, timeline.start(call));
        else if (kind == Graph)
            lost.push_back(call);
    }
    std::erase_if(lost, [&](EventRef call) { return timeline.start(call) >= last; });
    std::sort(lost.begin(), lost.end(), [&](EventRef a, EventRef b) { return timeline.start(a) < timeline.start(b); });
    return lost;
}

} // namespace ws
