#pragma once
// Which keys of two runs become one row. Only for differences().

#include "core/analysis/compare/alignment.h"
#include "core/analysis/compare/comparison.h"
#include "core/analysis/compare/workkeys.h"

namespace ws {

struct RowPairs
{
    std::vector<DiffRow> rows;            ///< keys, names and how they matched
    std::vector<uint32_t> rowOfA, rowOfB; ///< by key
};

/// `aligned`: only where the keys are kernels, else null.
RowPairs pairRows(const WorkKeys &a, const WorkKeys &b, DiffBy by, const Run &runA, const Run &runB,
                  const AlignedPairs *aligned);

} // namespace ws
