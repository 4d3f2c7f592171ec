#pragma once
// What the launching thread did while the device was idle, for gaps "launched late": the innermost slice that covers
// more than half of the gap. A slice that spans a step, or half of the run, tells nothing that was not known before: it
// is no evidence while slices within it fill the gap, or while nothing that is recorded does. Then gapParts() says what
// the gap is made of.
//
// Rejected: the operator around the launch, which begins where the gap ends, and the Python function that is open at
// the launch, which may be the whole program.

#include "core/analysis/gaps/gaps.h"

namespace ws {

/// Fills in `evidence` of late gaps. False: cancelled. O(gaps × lanes of a thread × log n + slices of CPU threads).
bool explainLateGaps(const Run &run, std::vector<Gap> &gaps, const Progress *progress = nullptr);

/// What launches the work that ends a gap: its operator, else the innermost Python function or module that is open when
/// the call begins, else the call. Invalid: no launch.
EventRef launcherOf(const Run &run, const Gap &gap);

/// The innermost slice of a CPU thread that covers more than half of the range; of what runs within a call of the
/// runtime, the call. Invalid: none, or the thread's slices overlap without end. O(lanes × log n).
EventRef innermostOverHalf(const Run &run, uint32_t track, TimeRange range);

struct GapPart
{
    StringId name = 0;
    int64_t ns = 0; ///< within the gap
    uint64_t count = 0;
};

/// The slices on the launching thread at one depth: within `within` where it covers more than half of the gap.
struct GapParts
{
    bool isKnown = false;       ///< what the thread calls is in the file: else nothing is said
    EventRef within;            ///< invalid: the whole thread
    std::vector<GapPart> parts; ///< by time, the largest first
    int64_t unrecordedNs = 0;   ///< without any of them
};
/// Of a late gap. O(lanes × log n + slices within the gap).
GapParts gapParts(const Run &run, const Gap &gap);

/// Whether more than half of a late gap lies within ncclCommInitRank and the like, of NCCL or RCCL, as NVTX has it.
bool setsUpCommunicators(const Run &run, const Gap &gap);

} // namespace ws
