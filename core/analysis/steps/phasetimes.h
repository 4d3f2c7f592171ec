#pragma once
// What the steps of each phase have in common.

#include "core/analysis/steps/steps.h"

#include <string>
#include <vector>

namespace ws {

struct PhaseTimes
{
    std::string phase;
    uint64_t steps = 0;
    int64_t wallP50Ns = 0, wallP95Ns = 0; ///< nearest rank; of steps with a time on the CPU, else of their GPU extents
};

/// In the order of phaseOrder().
std::vector<PhaseTimes> phaseTimes(const Steps &steps);

} // namespace ws
