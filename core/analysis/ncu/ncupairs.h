#pragma once
// What Nsight Compute says of the same kernels in two runs, side by side. Names differ in how tools write them, so a
// kernel takes the one of its whole name, else of its signature, else of that without namespaces, else, where each run
// has one kernel of the function, of the bare function's name; of several kernels of one name that of the same grid,
// else the k-th takes the k-th. Where each run has one kernel alone, these are a pair, whatever they are called.
// Launches of one kernel on one grid are one row: the mean of their times, and of the rest what the one of median time
// has.

#include "core/analysis/ncu/kernelverdicts.h"

#include <memory>
#include <string>
#include <vector>

namespace ws {

struct NcuPair
{
    std::optional<KernelVerdict> a, b;     ///< nothing: only the other run has it
    std::vector<std::string> onlyA, onlyB; ///< names of findings that the other does not have; of pairs only

    bool isPair() const { return a && b; }
    int64_t callNsA() const { return a && a->calls ? a->totalNs / int64_t(a->calls) : 0; }
    int64_t callNsB() const { return b && b->calls ? b->totalNs / int64_t(b->calls) : 0; }
};

/// The kernels that were measured, those of both runs first, by the longer of their times.
std::vector<NcuPair> ncuPairs(const KernelVerdicts &a, const KernelVerdicts &b);

/// "gemm, per call 6.750 µs → 4.700 µs: SM 9.2 % → 30.1 %, …; no longer: low L2 hit rate." of the pair that changes
/// the most, and how many there are. Empty: no kernel was measured in both.
QString ncuPairSentence(const std::vector<NcuPair> &pairs);

} // namespace ws
