#include "widgets/panels/instances/instancekeys.h"

namespace ws {

std::optional<NamedInstances> InstancesKey::make(const RunPtr &run, const Progress &progress) const
{
    auto instances = findInstances(*run, name, &progress);
    if (!instances)
        return std::nullopt;
    NamedInstances named;
    named.instances = std::make_shared<const Instances>(std::move(*instances));
    named.durations = durationsOf(*run, *named.instances);
    named.stats = durationStats(named.durations);
    named.histogram = durationHistogram(named.durations);
    return named;
}

} // namespace ws
