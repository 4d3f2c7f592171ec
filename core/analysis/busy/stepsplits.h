#pragma once
// How the GPU time of each step divides on each device it uses: computation + exposed communication + exposed copies +
// idle = the time from the first start to the last end of its own work there.

#include "core/analysis/busy/busy.h"
#include "core/analysis/steps/steps.h"

#include <optional>
#include <vector>

namespace ws {

struct StepSplit
{
    uint32_t step = 0;
    uint16_t device = 0; ///< index into GpuWork::devices
    BusySplit split;
};

/// By step, then device; only where the step has work. `isCommunication`: as for busySplit(). Empty when cancelled.
/// O(GPU work × log splits).
std::optional<std::vector<StepSplit>> stepSplits(const GpuWork &gpu, const Steps &steps,
                                                 const std::vector<uint8_t> &isCommunication,
                                                 const Progress *progress = nullptr);

} // namespace ws
