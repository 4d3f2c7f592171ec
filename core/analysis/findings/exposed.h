#pragma once
// What the rules about communication and copies share: a part of the budget, and the work that it is of.

#include "core/analysis/findings/unitwork.h"

namespace ws {

struct ExposedWork
{
    WorkSum sum;               ///< of all that work, exposed or not
    int64_t ns = 0, winNs = 0; ///< exposed
    std::string name;          ///< of the four with the max summed durations, the one that runs most of `ns` …
    int64_t nameNs = 0;        ///< … and how much of it
    uint64_t nameCount = 0;    ///< how many of the work have it
    size_t names = 0;          ///< how many different ones
};

ExposedWork exposedWork(const UnitWork &unit, int64_t WallBudget::*part,
                        const std::function<bool(uint32_t activity)> &isOfPart);

/// With times, share, name and part.
Finding exposedFinding(const UnitWork &unit, std::string_view id, const ExposedWork &exposed, BudgetPart part);

} // namespace ws
