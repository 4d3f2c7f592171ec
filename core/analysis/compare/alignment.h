#pragma once
// The kernels of one unit beside those of another, as sequences: what ran instead of what. First by what they are for
// (operator without its backend, its input shapes in powers of two, module, else stage), then, between two of these
// pairs, by less, at last by place where nothing else is left. Never by bare position over the whole unit: one kernel
// more would shift all that follow.

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

#include <span>
#include <utility>
#include <vector>

namespace ws {

using AlignedPairs = std::vector<std::pair<uint32_t, uint32_t>>; ///< activities of A and B

/// `workA`, `workB`: activities in order of start. The pairs ascend in both. O((n + m) · d), see commonSubsequence().
AlignedPairs alignWork(const ComparedRun &a, std::span<const uint32_t> workA, const ComparedRun &b,
                       std::span<const uint32_t> workB);

/// The units that are aligned: the first few pairs of windows, of devices in their order.
struct AlignedUnits
{
    AlignedPairs pairs;
    AlignmentResult result;
};
AlignedUnits alignUnits(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit);

} // namespace ws
