#pragma once
// Two jobs of ranks: what a step takes in each, and on which ranks it changed. Durations only, each on its own rank's
// clock, so nothing here depends on how the clocks of the jobs lie.

#include "core/analysis/compare/statistics.h"
#include "core/analysis/job/rankjob.h"

namespace ws {

/// A rank of both jobs, or of one.
struct ComparedRank
{
    std::optional<uint32_t> a, b; ///< index into the ranks of the jobs
    uint64_t stepsA = 0, stepsB = 0;
    RankStep medianA, medianB; ///< the step of median length; nothing without steps

    /// Whether the waits and transfers of both are all known, so that their differences are.
    bool areSplit() const { return medianA.isSplit() && medianB.isSplit(); }
};

struct JobComparison
{
    enum class Basis : uint8_t {
        Sufficient,
        TooFewSteps, ///< fewer than fewestSamples that all ranks have, in one of the jobs
        OtherRanks,  ///< a rank of one job has no partner: they are not the same layout
    };
    Basis basis = Basis::Sufficient;
    std::vector<ComparedRank> ranks; ///< in the order of A, then those only in B
    SampleStats stepA, stepB;        ///< of the steps that all ranks have: the longest rank's length
    Difference step; ///< B − A, and whether that is more than noise; only where the basis is sufficient
    /// Means over the ranks of both of their median steps, so that parts add up; the part of the change that is no
    /// rank's alone.
    RankStep meanA, meanB;
    bool areSplit = true; ///< all of these ranks' steps are, in both jobs
};

/// Ranks belong together by stage and number, else by what they are called. With A and B exchanged every difference is
/// the negative.
JobComparison compareJobs(const RankJob &a, const RankJob &b);

} // namespace ws
