#pragma once
// Every instance of the kernels or operators with certain names, as rows of twelve bytes; what else is known of one
// (its step, its layer, its module …) is looked up when a row is shown.

#include "core/analysis/activityset.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/modules/attribution.h"
#include "core/analysis/steps/steps.h"
#include "core/base/namepattern.h"
#include "core/base/timerange.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace ws {

constexpr uint32_t noLayer = UINT32_MAX;

struct Instance
{
    EventRef slice;
    bool isGpuWork : 1 = false;
    uint32_t index : 31 = 0; ///< into Run::gpu, else into Run::ops
};

struct Instances
{
    std::vector<Instance> rows; ///< by start; equal ones by lane
    uint64_t distinct = 0;      ///< different names among them
    QString problem;            ///< on how many names the pattern gave up; empty: on none
};

/// GPU work (copies and sets too) and operators whose name the pattern matches; a mangled name also by its readable
/// form. An invalid pattern matches nothing. Nothing when cancelled. O(GPU work + operators + rows × log rows).
std::optional<Instances> findInstances(const Run &run, const NamePattern &pattern, const Progress *progress = nullptr);
/// Those of exactly one name.
std::optional<Instances> findInstances(const Run &run, StringId name, const Progress *progress = nullptr);

/// Those that intersect the range, each with its whole duration, and that belong to `only` (null: to anything): the GPU
/// work of the set and the operators that it lights.
Instances instancesWithin(const Run &run, Instances instances, std::optional<TimeRange> range, const ActivitySet *only);

/// By row, in the order of Instances::rows.
std::vector<int64_t> durationsOf(const Run &run, const Instances &instances);

/// The place of a slice among those of its name.
struct InstanceRank
{
    uint64_t rank = 0; ///< by start, 1 … count
    uint64_t count = 0;
    double toMedian = 0; ///< its duration ÷ the median duration; 0: that is 0
};

/// Nothing for slices that are neither GPU work nor operators. O(GPU work + operators).
std::optional<InstanceRank> rankOf(const Run &run, EventRef slice);

/// What other analyses say of an instance; each may be null. Cheap per row.
class InstanceContext
{
public:
    InstanceContext(std::shared_ptr<const Run> run, std::shared_ptr<const Steps> steps,
                    std::shared_ptr<const Layers> layers, std::shared_ptr<const Attribution> attribution);

    /// GPU work: the step that launched it. Operators: the innermost step of the process around its begin; none where
    /// steps are periods of the GPU.
    uint32_t step(const Instance &instance) const;
    /// Index of the layer within its step and device; noLayer: none, as for operators.
    uint32_t layer(const Instance &instance) const;
    /// The innermost module; invalid: none.
    EventRef module(const Instance &instance) const;
    /// What a graph was captured from, in the event's own words, instead of the module; 0: none.
    StringId annotation(const Instance &instance) const;
    /// The input shapes of an operator; 0: none.
    StringId shape(const Instance &instance) const;
    /// Start of the GPU work − start of its launch; nothing without a launch. Negative where the clocks differ.
    std::optional<int64_t> launchDelayNs(const Instance &instance) const;

private:
    std::shared_ptr<const Run> m_run;
    std::shared_ptr<const Steps> m_steps;
    std::shared_ptr<const Attribution> m_attribution;
    std::vector<uint32_t> m_layer;    ///< by activity; empty: no layers
    std::vector<int64_t> m_latestEnd; ///< by step: the latest end of it and those before
};

} // namespace ws
