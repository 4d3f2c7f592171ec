#pragma once
// What two tables of sums say about each other, as sentences. Sums have no spread, so none of them is a verdict; they
// are what a reader of both tables would work out by hand:
//   per-call   the kernels of a stage all take less (or all more) time per call. Only where those that both runs have,
//              of at least 1 % of the kernels' time in one of them, make 90 % of the stage in both, and all change by
//              3 % or more in one direction. Names that the profiler cut short may stand for several kernels: left out.
//   largest    the row that makes more than half of the whole change, and what all others change, where the change is
//              more than 1 % of A; not where all rows run more often by one factor, which is a longer run
//   bandwidth  copies with sizes: size ÷ time in each, where they take 1 % of the GPU work of one run
//   balance    the part of the CPU's time in which the device worked, in both, with the calls that wait (id "wait") and
//              what is paid once (id "once") where it is 1 % of a side's CPU time; of tables of torch with totals
//   label      how long the device takes for what a label of torch's tables names (a step of vLLM), on average; of the
//              labels that both have at least eight times the one with the most time
//   totals     what the document says of totals without a table
//   shares     the stages of 5 % or more in one of the runs, of the time of the kernels that each table lists (without
//              copies and sets)

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

/// Of torch's tables in both, then the totals of their documents that have no table. Of each side its only table.
std::vector<NamedBalance> comparedBalances(const ComparedPart &a, const ComparedPart &b, const QString &labelA,
                                           const QString &labelB);

/// `balances`: of A and of B first, or none.
std::vector<Explanation::Reading> balanceReadings(const std::vector<NamedBalance> &balances);

/// Of torch's tables in both; empty where no label is in both, or one of them stands in several tables.
std::vector<Explanation::Reading> labelReadings(const ComparedPart &a, const ComparedPart &b);

/// `kernels`: differences() by kernel; `rows`: by row. Only for runs without a timeline.
std::vector<Explanation::Reading> sumReadings(const DiffTable &kernels, const DiffTable &rows);

} // namespace ws
