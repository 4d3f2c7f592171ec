#pragma once
// What the planes of Ascend's HCCL do: the tasks below a collective, which profiles of level 1 and 2 record. While no plane
// copies or reduces and one waits for a notification, other ranks are waited for.

#include "core/base/timerange.h"
#include "core/model/run.h"

#include <vector>

namespace ws {

struct PlaneTimes
{
    std::vector<TimeRange> transfers; ///< a plane copies or reduces; disjoint, ascending
    std::vector<TimeRange> all;       ///< it does that, or waits; disjoint, ascending
};

/// Of one device, an index into GpuWork::devices; empty: the recording has none.
PlaneTimes planeTimes(const Run &run, uint16_t device);

} // namespace ws
