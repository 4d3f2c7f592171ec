#include "widgets/panels/instances/instancekeys.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ws {

InstanceList::InstanceList(std::vector<int64_t> durationsByRow) : durations(std::move(durationsByRow))
{
    std::vector<uint32_t> rows(durations.size());
    std::iota(rows.begin(), rows.end(), 0U);
    if (rows.size() > maxShown) {
        const auto last = rows.begin() + static_cast<std::ptrdiff_t>(maxShown);
        std::nth_element(rows.begin(), last, rows.end(),
                         [&](uint32_t a, uint32_t b) { return durations[a] > durations[b]; });
        rows.erase(last, rows.end());
        std::sort(rows.begin(), rows.end());
    }
    shown = std::make_shared<const std::vector<uint32_t>>(std::move(rows));
    stats = durationStats(durations);
    histogram = durationHistogram(durations);
}

std::optional<NamedInstances> InstancesKey::make(const RunPtr &run, const Progress &progress) const
{
    auto instances = findInstances(*run, name, &progress);
    if (!instances)
        return std::nullopt;
    *instances = instancesWithin(*run, std::move(*instances), range, only.get());
    NamedInstances named{InstanceList(durationsOf(*run, *instances)), nullptr};
    named.instances = std::make_shared<const Instances>(std::move(*instances));
    return named;
}

std::optional<CallList> ModuleCallsKey::make(const RunPtr &run, const Progress &progress) const
{
    auto calls = moduleInstances(*run, *of.attribution, of.calls, &progress);
    if (!calls)
        return std::nullopt;
    const bool hasGpuWork =
        std::any_of(calls->begin(), calls->end(), [](const ModuleInstance &call) { return call.activities > 0; });
    if (hasGpuWork && (range || only))
        calls = moduleInstances(*run, *of.attribution, of.calls, &progress, range, only.get());
    else // times on the CPU
        std::erase_if(*calls, [&](const ModuleInstance &call) {
            const int64_t start = run->timeline.start(call.slice), end = run->timeline.end(call.slice);
            return (range && !intersects(*range, start, end)) || (only && !only->isLit(call.slice));
        });
    if (!calls)
        return std::nullopt;
    std::vector<int64_t> durations;
    for (const ModuleInstance &call : *calls)
        durations.push_back(hasGpuWork ? call.gpuNs : run->timeline.duration(call.slice));
    return CallList{InstanceList(std::move(durations)),
                    std::make_shared<const std::vector<ModuleInstance>>(std::move(*calls)), hasGpuWork};
}

} // namespace ws
