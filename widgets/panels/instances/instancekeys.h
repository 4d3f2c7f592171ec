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
    /// Rows of a table that can be sorted at once: all, or the longest ones by start.
    std::shared_ptr<const std::vector<uint32_t>> shown;
    static constexpr size_t maxShown = 20'000;
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
