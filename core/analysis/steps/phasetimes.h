#pragma once
// What the steps of each phase have in common.

#include "core/analysis/steps/steps.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace ws {

struct PhaseTimes
{
    std::string phase;
    uint64_t steps = 0;
    int64_t wallP50Ns = 0, wallP95Ns = 0; ///< of steps with a time on the CPU, else of their GPU extents
};

/// A phase in the user's language; names of a pattern's own phases stay, and those that engineers do not translate.
QString phaseText(std::string_view phase);

/// In the order of phaseOrder().
std::vector<PhaseTimes> phaseTimes(const Steps &steps);

} // namespace ws
