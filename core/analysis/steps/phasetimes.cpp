#include "core/analysis/steps/phasetimes.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

/// `sorted` is not empty.
int64_t nearestRank(const std::vector<int64_t> &sorted, double share)
{
    const auto rank = static_cast<size_t>(share * static_cast<double>(sorted.size()) + 0.999999);
    return sorted[std::clamp<size_t>(rank, 1, sorted.size()) - 1];
}

} // namespace

std::vector<PhaseTimes> phaseTimes(const Steps &steps)
{
    std::map<std::pair<int, std::string>, std::vector<int64_t>> times;
    for (const Step &step : steps.steps)
        times[{phaseOrder(step.phase), step.phase}].push_back(step.wall.length() > 0 ? step.wall.length()
                                                                                     : step.gpuEndNs - step.gpuStartNs);
    std::vector<PhaseTimes> result;
    for (auto &[phase, ns] : times) {
        std::sort(ns.begin(), ns.end());
        result.push_back({phase.second, ns.size(), nearestRank(ns, 0.5), nearestRank(ns, 0.95)});
    }
    return result;
}

} // namespace ws
