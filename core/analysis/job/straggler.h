#pragma once
// The rank that holds the others up, where that can be proved, and why.
//
// A rank that is last at a collective makes all others wait from the moment the second-last was there. That wait is its
// cost, as far as the exposed waits of the others go. Somebody is last every time, so a rank is only named when it
// costs most in so many of the steps that chance would do that once in a thousand jobs, and when it costs at least 2 %
// of a step. Where its own times do not show why, the cost must also be more than the clocks' uncertainty. Only
// collectives whose whole group is in the job count: who is missing may be the last one.
//
// Why: it computes longer than the median of the others, by at least half of the cost; else it waits longer for its
// host (gaps that end with a late launch or a blocking call), by at least half of it; else that is not known. A slow
// link is another thing: the rank is not late, but the transfer itself takes longer in all of its groups and in no
// group without it, or ends later on this rank than on the others.
//
// Where no collective could be matched, ranks of one file that compute longer step after step (longcompute.h) are named
// without a cost.

#include "core/analysis/job/clockfit.h"

#include <optional>
#include <string>
#include <vector>

namespace ws {

struct RankJob;

struct Straggler
{
    enum class Kind : uint8_t { ComputesLonger, HostBound, StartsLater, SlowLink };
    uint32_t rank = 0; ///< index into the job's ranks
    Kind kind = Kind::StartsLater;
    int64_t costNs = 0;              ///< median a step: so much sooner the others could go on
    double costShare = 0;            ///< of the median step
    uint32_t steps = 0, ofSteps = 0; ///< in how many it costs most
    int64_t excessNs = 0;            ///< median a step of what the kind is about, over the median of the others
    std::string what;                ///< ComputesLonger: the stage with most of the excess
    std::string kernel;              ///< whose calls take longer there; empty: none stands out
    double ratio = 0;                ///< its mean call ÷ the median of the others; SlowLink: the transfer's
    /// ComputesLonger where no collective tells what that costs: all these ranks do, `costNs` is 0, `ratio` that of
    /// their computation. Else empty.
    std::vector<uint32_t> ranks = {};
    std::string place = {}; ///< what these have in common: "PP 3"
    int64_t othersNs = 0;   ///< what the others compute in a step
};

struct StragglerVerdict
{
    enum class Basis : uint8_t {
        Sufficient, ///< nobody holds the others up, or who does is in `found`
        OneRank,
        NoSteps,       ///< the steps of the ranks do not correspond, or there are fewer than minSteps
        NoCollectives, ///< none could be matched
        PartOfGroup,   ///< ranks of the groups are missing
        NoClock,       ///< collectives do not tell how the clocks lie
    };
    static constexpr uint32_t minSteps = 5;

    /// A rank as the last one of its groups' collectives, whatever the steps.
    struct Last
    {
        uint32_t rank = 0;  ///< index into the job's ranks
        uint32_t calls = 0; ///< in how many it was last
        int64_t costNs = 0; ///< how much sooner the second-last was there, in all of them
    };

    Basis basis = Basis::OneRank;
    std::vector<Straggler> found; ///< the costliest first
    /// NoSteps: at most three ranks, the costliest first, that together make at least four fifths of what waiting for
    /// last ranks costs, where that is at least a twentieth of the collectives' time. Empty: there are no such.
    std::vector<Last> last = {};
    uint32_t lastOf = 0;    ///< collectives that all of a group take part in
    int64_t lastCostNs = 0; ///< of all ranks
};

/// The job but for its verdict.
StragglerVerdict findStragglers(const RankJob &job);

} // namespace ws
