#pragma once
// How many nn.Module calls a run holds and how deep they nest, counted from the slices alone (no attribution).

#include "core/run.h"

namespace ws {

struct ModuleCounts
{
    uint64_t calls = 0;
    uint64_t distinct = 0; ///< names, instances apart
    uint64_t maxDepth = 0; ///< most module slices of one thread that contain one another, by time
};

ModuleCounts countModules(const Timeline &timeline);

} // namespace ws
