#pragma once
// How the exposed communication of a rank's steps divides into waits and transfers.
//
// A matched collective waits from its begin until the last of its ranks has begun, which is its duration without the
// shortest one of all ranks; the rest is the transfer. Of Ascend's collectives only as much of the rest is as their
// planes copy and reduce: it counts at their end. Both count only where no computation runs beside them: a wait beside
// computation costs nothing. Where collectives run beside each other, a time is a transfer if one of them transfers,
// else not known if one of them is not known, else a wait.

#include "core/analysis/job/rankdigest.h"

namespace ws {

/// What is known of a collective of a digest.
struct CommPhase
{
    enum State : uint8_t {
        Unknown,   ///< nothing
        WaitKnown, ///< it waits before its last `restNs`; a rank that is missing may make it wait in these too
        Known,     ///< it waits before its last `restNs`, and transfers in the last `transferNs` of them
    };
    int64_t restNs = 0;
    State state = Unknown;
    int64_t transferNs = restNs; ///< of Known: of the rest, its end; before it may wait or transfer
};

struct CommSplit
{
    int64_t waitNs = 0, transferNs = 0; ///< exposed; together at most the step's exposed communication
    /// All waiting of the collectives that the step launched, beside computation too; at most the exposed
    /// communication.
    int64_t waitedNs = 0;
};

/// By step of the digest. `phases`: by collective. A step has no waits and transfers where computation may run beside
/// its collectives and the digest does not tell when. O(n) where collectives are sorted, else O(n log n).
std::vector<CommSplit> splitCommunication(const RankDigest &digest, const std::vector<CommPhase> &phases);

/// Where computation runs beside the collectives of a digest.
class OverlapFinder
{
public:
    /// Of the digest's collectives and steps, which are complete.
    explicit OverlapFinder(const RankDigest &digest);

    /// Computation, in order of start.
    void add(TimeRange work);

    /// Exact but where these would be more than eight a collective: then the shortest pauses are taken in.
    std::vector<DigestOverlap> finish();

private:
    void append(size_t section, TimeRange both);

    struct Piece
    {
        DigestOverlap overlap;
        size_t section;
    };
    std::vector<TimeRange> m_sections; ///< of the union of the collectives, cut where steps begin and end
    std::vector<Piece> m_pieces;
    size_t m_next = 0; ///< section
    size_t m_most;
    int64_t m_end = INT64_MIN; ///< of all computation so far
};

} // namespace ws
