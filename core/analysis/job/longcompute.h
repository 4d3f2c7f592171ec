#pragma once
// Ranks that compute longer than the others, step after step: all ranks of one place in the job (the last pipeline
// stage), or one rank. That is a fact of their own times; what it costs the job takes collectives that are matched, or
// a replay. Named is what computes at least a tenth longer than the median of the others, by 2 % of the step, in four
// of five steps, and so often that chance would do it once in a thousand jobs whose other ranks are that often longer:
// a rank that had the longest sequences is none.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ws {

struct LongCompute
{
    std::string place;           ///< "PP 3"; of one rank its label
    std::vector<uint32_t> ranks; ///< ascending
    double ownNs = 0;            ///< mean of a step and rank
    double othersNs = 0;         ///< median of the others' means
    uint32_t steps = 0;          ///< in which it does
    double ratio() const { return othersNs > 0 ? ownNs / othersNs : 0; }
};

/// `labels`: of the ranks, coordinates divided by " · ". `computeNs`: ranks × steps, a row a rank; below 0: the rank
/// does not have the step. `stepNs`: the length of a step. The longest excess first. A place that is named takes its
/// ranks with it.
std::vector<LongCompute> longComputations(std::span<const std::string> labels, std::span<const double> computeNs,
                                          size_t steps, double stepNs);

} // namespace ws
