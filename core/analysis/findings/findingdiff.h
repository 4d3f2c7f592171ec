#pragma once
// The findings of two runs side by side, paired by rule and subject (findingSubject()). What only one run has is called
// new or gone only where it is far from its rule's threshold: just above it in one run and just below in the other, it
// is in both. What the other run is known to have less of is neither.
//
// Only wins are compared: notes are of a recording, not of what was recorded. A hidden finding counts where the other
// run has it, too.

#include "core/analysis/findings/finding.h"

#include <optional>
#include <span>

namespace ws {

/// Of one device and its unit.
struct ComparedFindings
{
    const Run &run;
    const WallBudget &budget;
    std::vector<const Finding *> findings;
};

struct FindingChange
{
    enum State : uint8_t {
        New,  ///< only B has it
        Gone, ///< only A has it
        Both,
        NearThreshold, ///< only one has it, so little above the threshold that the other may have nearly as much
        Below,         ///< only one has enough of it for its rule; the other has less
    };
    State state = Both;
    bool isNoneInOther = false; ///< of New and Gone: the other has none of it; else it may have some below the threshold
    std::optional<size_t> a = {}, b = {}; ///< indices into the findings
};

/// New ones by time, then those that are gone, those of both by the change of their time, and the others.
/// O(A × B).
std::vector<FindingChange> findingChanges(const ComparedFindings &a, const ComparedFindings &b);

} // namespace ws
