#pragma once
// The comparison of two runs: whether they may be compared, the verdict, and why. Tables of differences are made on
// demand (differences.h), except that of kernels, which the explanation needs.

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

struct ComparedPair
{
    std::shared_ptr<const ComparedRun> a, b;
    Comparison comparison;
    DiffTable kernels;
};

/// Nothing when cancelled. O(GPU work of both); without named steps that of findWorkUnit(). `unitKernel`: of sums, the
/// kernel whose calls count as units, see countUnits(); empty: none.
std::optional<ComparedPair> compareRuns(std::shared_ptr<const ComparedRun> a, std::shared_ptr<const ComparedRun> b,
                                        const Progress *progress = nullptr, std::string_view unitKernel = {});

} // namespace ws
