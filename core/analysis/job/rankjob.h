#pragma once
// The ranks of a job together: which collectives of theirs are the same one, how their clocks differ, how long each
// rank waits in each step, and who holds the others up. Of digests, so of a thousand ranks as well as of two.

#include "core/analysis/job/clockfit.h"
#include "core/analysis/job/matchedcollectives.h"
#include "core/analysis/job/rankdigest.h"
#include "core/analysis/job/straggler.h"

#include <QStringList>

namespace ws {

/// How a rank spends a step: computation, exposed communication, copies and idle time add up to lengthNs. Exposed is
/// what no computation runs beside.
struct RankStep
{
    uint32_t step = UINT32_MAX; ///< index into the digest's steps; UINT32_MAX: the rank does not have it
    int64_t lengthNs = 0;       ///< to the begin of the next step
    int64_t computeNs = 0;
    int64_t communicationNs = 0; ///< exposed: waits, transfers, and what may be either
    int64_t waitNs = 0;          ///< of it, in matched collectives before their last rank has begun
    int64_t transferNs = 0;      ///< of it, in matched collectives after that
    int64_t copyNs = 0;
    int64_t idleNs = 0;
    /// All waiting of the collectives that the step launched, beside computation too; at most communicationNs.
    int64_t waitedNs = 0;

    /// Exposed communication of which nothing tells whether the rank waits or transfers: collectives without a partner,
    /// whose last rank may be missing, or that nobody waits in; what Ascend's do beside their transfers; sends and
    /// receives.
    int64_t unsplitNs() const { return communicationNs - waitNs - transferNs; }
    bool isSplit() const { return unsplitNs() == 0; }
    /// Whether waitNs or transferNs says anything.
    bool tells(int64_t RankStep::*part) const
    {
        return isSplit() || transferNs > 0 || (part == &RankStep::waitNs && waitNs > 0);
    }
};

struct RankJob
{
    std::vector<RankDigestPtr> ranks; ///< by stage, host, rank, then as they are called
    QStringList labels;               ///< parallel to ranks, no two alike
    MatchedCollectives collectives;
    std::vector<RankClock> clocks; ///< parallel to ranks
    QStringList stepNames;
    bool stepsMatch = false;     ///< step k of one rank is step k of the others
    std::vector<RankStep> steps; ///< ranks × stepNames, a row a rank
    StragglerVerdict verdict;
    uint32_t missingRanks = 0; ///< of the world that the ranks name; 0: none, or not known

    const RankStep &step(size_t rank, size_t step) const { return steps[rank * size_t(stepNames.size()) + step]; }
};

/// The rank's step of median length: the middle one, of two the shorter (lowerMiddle()), of those that are typical. One
/// step, so its parts add up to its length. Null: it has none.
const RankStep *medianStep(const RankJob &job, size_t rank);

/// Nothing when cancelled.
std::optional<RankJob> makeRankJob(std::vector<RankDigestPtr> ranks, const Progress *progress = nullptr);

} // namespace ws
