#pragma once
// Which collectives of several ranks are one and the same: of the same process group and with the same sequence number
// there. Where a file has no numbers, the k-th of a group is the k-th of another rank when all ranks of the group have
// equally many, each of the same collective and size; otherwise one that is missing would shift all that follow, and
// only their times say which are one (timematch.h), if these do.

#include "core/analysis/job/rankdigest.h"

namespace ws {

enum class MatchBasis : uint8_t {
    Number, ///< group and sequence number
    Order,  ///< group and order, all sequences alike
    Time,   ///< group and end: they end together on one clock
    None,   ///< nothing is claimed
};

struct CollectiveGroup
{
    std::string name;            ///< "3 tp [0, 1]"; empty: the file names none
    std::vector<uint32_t> ranks; ///< those of the job that take part, ascending
    std::optional<int64_t> size; ///< as the files say
    MatchBasis basis = MatchBasis::None;
    /// All ranks of the group are in the job: only then can the last one be known.
    bool isWhole = false;
    size_t first = 0, count = 0; ///< its matches
};

struct CollectiveMatch
{
    uint32_t group = 0;
    int64_t number = -1; ///< within the group
    size_t first = 0;    ///< into MatchedCollectives::place, one a rank of the group
    /// The shortest of its durations: what the last rank needs, which waits for none to begin. At most that far apart
    /// do its ranks end it.
    int64_t lastNs = 0;
    /// Of it, what transfers: all, and of Ascend's collectives the shortest time in which planes copy or reduce. Where
    /// these are not recorded, it may wait in all of it.
    int64_t transferNs = 0;
    bool isTransferKnown = true;
    int64_t unsplitNs() const { return isTransferKnown ? lastNs - transferNs : lastNs; } ///< waits or transfers
};

struct MatchedCollectives
{
    static constexpr uint32_t absent = UINT32_MAX;

    std::vector<CollectiveGroup> groups;
    std::vector<CollectiveMatch> matches; ///< by group, then number
    std::vector<uint32_t> place;          ///< index into the rank's collectives; absent: the rank does not have it
    uint64_t unmatched = 0;               ///< collectives that no other rank has
    uint64_t untold =
        0; ///< those of which nothing tells which one they are of another rank, or numbers tell it falsely

    /// The place of the k-th rank of its group.
    uint32_t placeOf(const CollectiveMatch &match, size_t k) const { return place[match.first + k]; }
    /// Of the k-th rank of its group; null: the rank does not have it.
    const DigestCollective *at(const std::vector<RankDigestPtr> &ranks, const CollectiveMatch &match, size_t k) const;
    const CollectiveKind &kindOf(const std::vector<RankDigestPtr> &ranks, const CollectiveMatch &match) const;
};

/// Whether they may be one; `isSizeCompared`: all-to-all may have other sizes on each rank.
bool areAlike(const CollectiveKind &a, const CollectiveKind &b, bool isSizeCompared = true);

/// The same rank of the same stage, host and file part twice: recordings of several jobs, or several of one.
std::vector<uint32_t> repeatedRanks(const std::vector<RankDigestPtr> &ranks);

/// Point-to-point kernels (send, recv) are left out.
MatchedCollectives matchCollectives(const std::vector<RankDigestPtr> &ranks);

} // namespace ws
