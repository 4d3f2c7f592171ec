#pragma once
// Why a unit takes longer: its mean on one device, taken apart into whole nanoseconds that add up, and the readings
// that fit. Means, because only they add up; the verdict rests on medians. A reading is named when its conditions hold,
// and only then:
//   all-slower  the same kernels run as often, and nearly all of them take longer: the clock or the host
//   outliers    the median call is unchanged, single calls of more than twice the median make the difference
//   waits       those calls are communication, and the other device of the same recording starts the same call later by
//               as much: it waits for that one. Never from one device alone.
//   more-calls  a kernel runs more or less often in a unit
//   kernel      the median call of a kernel is longer or shorter; new and gone ones too
//   idle        the device idles more or less, by cause; not where a recording does not tell (whole graphs)

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

/// `kernels`: differences() by kernel. Nothing when cancelled. O(GPU work).
std::optional<Explanation> explain(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit,
                                   const DiffTable &kernels, const Progress *progress = nullptr);

/// The sum divided by the number of windows: rounded parts that add up to the rounded wall time.
WallBudget meanBudget(const WallBudget &sum, uint64_t windows);

/// The readings of an explanation; only for explain().
std::vector<Explanation::Reading> readingsOf(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit,
                                             const DiffTable &kernels, const WallBudget &delta);

} // namespace ws
