#pragma once
// Cache keys for the instances of a name and what is known of each.

#include "core/analysis/instances/durations.h"
#include "core/analysis/instances/instances.h"
#include "widgets/session/derivedkeys.h"

#include <memory>
#include <vector>

namespace ws {

struct NamedInstances
{
    std::shared_ptr<const Instances> instances;
    std::vector<int64_t> durations; ///< by row
    DurationStats stats;
    DurationHistogram histogram;
};

/// All instances of one kernel or operator.
struct InstancesKey : DerivedKey
{
    using Value = NamedInstances;
    StringId name = 0;
    bool operator==(const InstancesKey &) const = default;
    std::optional<NamedInstances> make(const RunPtr &run, const Progress &progress) const;
};

} // namespace ws
