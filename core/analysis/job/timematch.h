#pragma once
// Which collectives of a group are one where the files have no sequence numbers and the ranks have not equally many:
// the ranks of a collective end it together, so on one clock, or after one shift of it, their ends agree, and those
// that some ranks lack (their recordings begin later or end earlier) remain alone.
//
// Ranks are added one after the other to a common list. A shift is good when nine of ten of the collectives in the time
// that both recorded have a partner of their kind, in the same order, which ends within the shorter duration or a
// quarter of the usual time between two (at most 200 µs). Of several good shifts the one counts that is next to the
// files' own times, if it is within a millisecond and a tenth of the usual time between two collectives; else the one
// whose ends agree three times as well as by any other. A rank without such a shift stays out.

#include "core/analysis/collectives/collectivekernels.h"

#include <cstdint>
#include <vector>

namespace ws {

/// One of a rank.
struct TimedCollective
{
    int64_t endNs = 0; ///< absolute
    int64_t durationNs = 0;
    const CollectiveKind *kind = nullptr;
    uint32_t place = 0; ///< in the rank's list
};

struct TimeMatches
{
    size_t count = 0;            ///< those that two ranks have at least
    std::vector<uint32_t> place; ///< count × ranks, by time; UINT32_MAX: the rank does not have it
    uint64_t alone = 0;          ///< collectives without a partner
    uint64_t untold = 0;         ///< those of ranks that stay out
};

/// `isOneClock`: only by the files' own times; ranks that recorded no common time are not compared. O(n log n) a rank.
TimeMatches matchByTime(std::vector<std::vector<TimedCollective>> ranks, bool isOneClock);

} // namespace ws
