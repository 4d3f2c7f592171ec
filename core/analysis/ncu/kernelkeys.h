#pragma once
// Small numbers for the kernel names that a table of ncu and a timeline share: see ncujoin.h for the forms in which a
// name is searched.

#include "core/model/run.h"

#include <vector>

namespace ws {

struct KernelKeys
{
    static KernelKeys of(const Table &table, const Run &timeline);

    uint32_t count = 0;
    std::vector<uint32_t> ofRow;    ///< by row of the table: 1 … count; 0: the timeline has no such kernel
    std::vector<uint32_t> ofKernel; ///< by StringId, the same; 0: no row, or no kernel
};

} // namespace ws
