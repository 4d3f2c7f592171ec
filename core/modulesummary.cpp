#include "core/modulesummary.h"

#include <algorithm>
#include <unordered_set>

namespace ws {
namespace {

struct Call
{
    int64_t start, end;
};

/// A call that ends where the next begins does not contain it; one that crosses its parent's end still counts as
/// inside.
uint64_t deepest(std::vector<Call> &calls)
{
    std::stable_sort(calls.begin(), calls.end(), [](const Call &a, const Call &b) {
        return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    std::vector<int64_t> open;
    size_t depth = 0;
    for (const Call &call : calls) {
        while (!open.empty() && open.back() <= call.start)
            open.pop_back();
        open.push_back(call.end);
        depth = std::max(depth, open.size());
    }
    return depth;
}

} // namespace

ModuleCounts countModules(const Timeline &timeline)
{
    ModuleCounts counts;
    std::unordered_set<StringId> names;
    for (const Track &track : timeline.tracks) {
        if (track.kind != TrackKind::CpuThread)
            continue;
        std::vector<Call> calls;
        for (uint32_t k = 0; k < track.laneCount; ++k) {
            const Lane &lane = timeline.lanes[track.firstLane + k];
            for (size_t i = 0; i < lane.size(); ++i)
                if (timeline.categories[lane.category[i]].kind == CategoryKind::Module) {
                    calls.push_back({lane.start[i], lane.endOf(i)});
                    names.insert(lane.name[i]);
                }
        }
        counts.calls += calls.size();
        counts.maxDepth = std::max(counts.maxDepth, deepest(calls));
    }
    counts.distinct = names.size();
    return counts;
}

} // namespace ws
