#pragma once
// What changed, row by row. Rows pair by name, then by what else they have in common (signature, operator without its
// backend, what alignment found in their place, family); each says by what. What has no partner is a row too, added or
// removed. Every activity counts in exactly one row, so the rows add up to the run.
//
// "Per unit" divides the work within the compared units by their windows; work at the edges of a recording, in units
// that it cuts, does not count there.

#include "core/analysis/compare/alignment.h"
#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

/// Nothing when cancelled. Without rows, DiffTable::missing says why. `limits`: of both runs, for what their work
/// needs. O(GPU work), plus the quantiles of its durations.
std::optional<DiffTable> differences(const ComparedRun &a, const ComparedRun &b, const Comparison &comparison,
                                     DiffBy by, const Progress *progress = nullptr, const PairLimits &limits = {});

/// The rows by what they contribute, their sums, and their status. `tests`: how many are looked at together.
void finishTable(DiffTable &table);

} // namespace ws
