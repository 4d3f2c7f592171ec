#pragma once
// The single calls of one row of a difference table, for their distribution and the way to one of them.

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"
#include "core/analysis/instances/durations.h"

#include <optional>
#include <vector>

namespace ws {

/// GPU work in order of start.
struct RowCalls
{
    std::vector<uint32_t> work; ///< activities
    std::vector<int64_t> ns;    ///< parallel: durations
};

/// Of the whole recording. Empty where the rows are not named by GPU work or operators (modules, layers, steps, API
/// calls, rows of tables). Nothing when cancelled. O(GPU work).
std::optional<RowCalls> rowCalls(const ComparedRun &run, DiffBy by, const DiffSide &side,
                                 const Progress *progress = nullptr);

/// Both sides of a row, in bins that both have.
struct RowDistribution
{
    RowCalls a, b;
    DurationStats statsA, statsB;
    DurationHistogram binsA, binsB;
};
std::optional<RowDistribution> rowDistribution(const ComparedRun &a, const ComparedRun &b, DiffBy by,
                                               const DiffRow &row, const Progress *progress = nullptr);

} // namespace ws
