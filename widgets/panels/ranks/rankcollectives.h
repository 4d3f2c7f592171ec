#pragma once
// The matched collectives of a job from the view of one rank: which one is at a moment, which comes next, what is said
// of it.

#include "core/analysis/job/rankjob.h"
#include "core/base/timerange.h"

#include <memory>
#include <optional>
#include <vector>

namespace ws {

class RankCollectives
{
public:
    void setJob(std::shared_ptr<const RankJob> job);

    /// The rank's collective of the match; null: it takes no part.
    const DigestCollective *of(uint32_t match, uint32_t rank) const;
    /// The matched one that begins nearest to `ns` on the job's clock, at most `within` from it.
    std::optional<uint32_t> near(uint32_t rank, int64_t ns, int64_t within);
    /// The matched one that lasts at `ns` on the job's clock.
    std::optional<uint32_t> at(uint32_t rank, int64_t ns);
    /// The rank's first one that begins after `match` (`by` 1) or last before it (-1); none: at the end.
    std::optional<uint32_t> next(uint32_t rank, std::optional<uint32_t> match, int by);
    /// From the first begin to the last end of all ranks whose clocks are known; empty: of fewer than two.
    TimeRange span(uint32_t match) const;
    /// One line a fact: of the tool tip and of screen readers.
    QString text(uint32_t match, uint32_t rank) const;

private:
    /// The matches of the rank by begin; made for one rank at a time, because all of a thousand would be large.
    const std::vector<uint32_t> &matchesOf(uint32_t rank);

    std::shared_ptr<const RankJob> m_job;
    std::optional<uint32_t> m_rank;
    std::vector<uint32_t> m_matches; ///< of m_rank
};

} // namespace ws
