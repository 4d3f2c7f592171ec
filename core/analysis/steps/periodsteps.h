#pragma once
// Steps that are stretches of time on a device: GPU work belongs to the one in which it starts.

#include "core/analysis/steps/steps.h"

namespace ws {

struct StepPeriod
{
    TimeRange wall;
    uint16_t device = 0; ///< index into GpuWork::devices
    StringId name = 0;
    bool isCut = false; ///< the recording ends before it does
};

/// Of phase "repetition", by begin; their slice is their first work. Periods of a device do not overlap.
/// Σ gpuNs + outsideNs = summed duration of all GPU work. O(GPU work + periods × log periods).
Steps periodSteps(const Run &run, std::vector<StepPeriod> periods);

} // namespace ws
