#pragma once
// May two runs be compared? Field by field: what both files say is the same, explains a difference (warns), means
// different work (blocks), or is not known. Nothing is guessed from file names.

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

/// All fields, in a fixed order. `unit`: steps that were paired decide about phase and size. `kernels`: which were
/// paired by their launches alone. O(GPU work).
std::vector<ComparedField> comparability(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit,
                                         const DiffTable &kernels);

/// Both files name their ranks, which differ, and nothing in them says that they are of two jobs.
bool areTwoRanks(const ComparedRun &a, const ComparedRun &b);

/// The same file, or another one of the same recording: of the same processes, with the same GPU work at the same
/// moment.
bool isSameRecording(const ComparedRun &a, const ComparedRun &b);

} // namespace ws
