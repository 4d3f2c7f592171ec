#include "widgets/panels/instances/instancekeys.h"

#include <algorithm>
#include <numeric>

namespace ws {

std::optional<NamedInstances> InstancesKey::make(const RunPtr &run, const Progress &progress) const
{
    auto instances = findInstances(*run, name, &progress);
    if (!instances)
        return std::nullopt;
    NamedInstances named;
    named.instances = std::make_shared<const Instances>(std::move(*instances));
    named.durations = durationsOf(*run, *named.instances);
    std::vector<uint32_t> rows(named.durations.size());
    std::iota(rows.begin(), rows.end(), 0U);
    if (rows.size() > NamedInstances::maxShown) {
        const auto last = rows.begin() + static_cast<std::ptrdiff_t>(NamedInstances::maxShown);
        std::nth_element(rows.begin(), last, rows.end(),
                         [&](uint32_t a, uint32_t b) { return named.durations[a] > named.durations[b]; });
        rows.erase(last, rows.end());
        std::sort(rows.begin(), rows.end());
    }
    named.shown = std::make_shared<const std::vector<uint32_t>>(std::move(rows));
    named.stats = durationStats(named.durations);
    named.histogram = durationHistogram(named.durations);
    return named;
}

} // namespace ws
