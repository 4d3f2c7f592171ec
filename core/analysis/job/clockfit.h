#pragma once
// One clock for the ranks of a job. The clocks of two hosts differ by seconds and drift by some 20 ppm, whatever base
// time their files name, so times of two ranks are only compared where collectives prove how the clocks lie.
//
// A collective that synchronises (all-reduce, all-gather, reduce-scatter, all-to-all, barrier) ends on no rank before
// it has begun on all of them, and its ranks end it together: within the time that the transfer itself takes, which is
// at most the shortest of its durations. So each one says how far two clocks are apart, ± that time. A line (offset and
// drift) is fitted to them, short ones first (weight 1 ÷ time²); what remains of the intervals around it is the
// uncertainty. Where more than one in twenty of the shorter half contradict the line, the clock is not known; nor is it
// by fewer than eight collectives that leave it uncertain by more than a millisecond: one of 78 ms made clocks of one
// host 33 ms apart. However many there are, a clock that is uncertain by half of what they last, waits included, places
// none of them: ten of 9 ms told it ± 9 ms. It is coarse, which proves the match but no time. Rejected: base times
// alone (11.56 s apart where the real difference was 1.6 ms), and the starts of collectives (they contain the wait that
// is to be measured).

#include "core/analysis/job/matchedcollectives.h"

namespace ws {

struct RankClock
{
    enum class State : uint8_t {
        Unknown,       ///< no collective tells: times of this rank cannot be compared with the others'
        Contradictory, ///< collectives tell different things: matched wrongly, or the clock was set
        Coarse,        ///< fitted, but as uncertain as the collectives are long: no times are compared
        Reference,     ///< the job's clock
        SameFile,      ///< as the reference's, because one file holds both
        Fitted,
    };
    State state = State::Unknown;
    int64_t offsetNs = 0;      ///< to be added to a time since the rank's origin …
    double driftPpm = 0;       ///< … with this millionth of it
    int64_t uncertaintyNs = 0; ///< max error of the sum
    uint64_t collectives = 0;  ///< that it rests on

    bool isKnown() const { return state >= State::Reference; }
    /// Collectives agree on it: known, or coarse.
    bool isFitted() const { return state >= State::Coarse; }
    /// ns since the origin of the reference rank.
    int64_t jobTime(int64_t ns) const;
    /// The other way round: ns since the rank's own origin.
    int64_t ownTime(int64_t jobNs) const;
};

/// Parallel to the ranks. Unknown clocks have the offset of the base times where both files have one, for drawing.
std::vector<RankClock> fitClocks(const std::vector<RankDigestPtr> &ranks, const MatchedCollectives &matched);

} // namespace ws
