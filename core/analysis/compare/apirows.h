#pragma once
// API calls and waiting Python functions of two runs, by name. Only for differences().

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

/// By self time. Nothing when cancelled. O(slices of CPU threads).
std::optional<DiffTable> apiDifferences(const ComparedRun &a, const ComparedRun &b, const Progress *progress);

} // namespace ws
