#include "core/analysis/busy/stepsplits.h"

#include "core/analysis/busy/busyscope.h"

#include <map>

namespace ws {

std::optional<std::vector<StepSplit>> stepSplits(const GpuWork &gpu, const Steps &steps,
                                                 const std::vector<uint8_t> &isCommunication, const Progress *progress)
{
    std::map<std::pair<uint32_t, uint16_t>, BusyScope> scopes;
    const bool finished = forEachActivity(gpu, {}, progress, [&](size_t i, int64_t start, int64_t end) {
        if (const uint32_t step = steps.of(i); step != noStep)
            scopes[{step, gpu.device(i)}].add(BusyScope::classOf(gpu, i, isCommunication), start, end);
    });
    if (!finished)
        return std::nullopt;
    std::vector<StepSplit> splits;
    for (auto &[key, scope] : scopes)
        splits.push_back({key.first, key.second, scope.finish({})});
    return splits;
}

} // namespace ws
