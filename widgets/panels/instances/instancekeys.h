#pragma once
// Cache keys for lists of equal things: the instances of a name, the calls of a row of the module tree.

#include "core/analysis/instances/durations.h"
#include "core/analysis/instances/instances.h"
#include "core/analysis/instances/moduleinstances.h"
#include "widgets/session/derivedkeys.h"
#include "widgets/session/modulecalls.h"

#include <memory>
#include <vector>

namespace ws {

/// The distribution of the durations, and what of them a table shows.
struct InstanceList
{
    static constexpr size_t maxShown = 20'000;
    std::vector<int64_t> durations; ///< by row
    /// Rows of a table that can be sorted at once: all, or the longest ones by start.
    std::shared_ptr<const std::vector<uint32_t>> shown;
    DurationStats stats;
    DurationHistogram histogram;

    InstanceList() = default;
    explicit InstanceList(std::vector<int64_t> durationsByRow);
};

struct NamedInstances : InstanceList
{
    std::shared_ptr<const Instances> instances;
};

/// All instances of one kernel or operator.
struct InstancesKey : DerivedKey
{
    using Value = NamedInstances;
    StringId name = 0;
    std::optional<TimeRange> range = {};
    std::shared_ptr<const ActivitySet> only = {};
    bool isKept() const { return !range && !only; }
    bool operator==(const InstancesKey &) const = default;
    std::optional<NamedInstances> make(const RunPtr &run, const Progress &progress) const;
};

/// Durations are those of the GPU work of each call; of the calls on the CPU where none has GPU work.
struct CallList : InstanceList
{
    std::shared_ptr<const std::vector<ModuleInstance>> calls;
    bool hasGpuWork = false;
};

/// All calls of one row of the module tree.
struct ModuleCallsKey : DerivedKey
{
    using Value = CallList;
    ModuleCalls of;
    std::optional<TimeRange> range = {};
    std::shared_ptr<const ActivitySet> only = {};
    bool isKept() const { return !range && !only; }
    bool operator==(const ModuleCallsKey &) const = default;
    std::optional<CallList> make(const RunPtr &run, const Progress &progress) const;
};

} // namespace ws
