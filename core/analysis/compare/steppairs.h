#pragma once
// Which steps of two runs are compared with each other. Only for comparedUnit().

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

/// All steps of both, paired or not; by their order in A, those only in B behind.
std::vector<UnitPair> pairSteps(const ComparedRun &a, const ComparedRun &b);

/// Steps that may be compared have the same text: the phase, of sections of a training loop also the name.
std::string stepKind(const Run &run, const Step &step);

} // namespace ws
