#pragma once
// The unit of work of a run whose file names no step: the longest regular repetition on a device, inferred from names
// and times of kernels alone. An anchor is a kernel that occurs once in the unit; its occurrences must be regular:
//   - the kernels between two occurrences are alike in name and order on their streams (90 %), in one stretch of at
//     least three intervals that holds at least half of the device's work, and
//   - the middle 60 % of the intervals (of fewer than ten the middle 80 %) differ by at most half their median: a few
//     slow ones do not make the others irregular; where 95 % of at least forty intervals hold the same kernels in the
//     same order, pauses of any length may lie between them, and two kernels make a period that covers half, and
//   - kernels with 80 % of the work run equally often in 90 % of them.
// A long start does not hide what follows: the first intervals, up to a fifth of them, are left out where one of them
// takes ten times the median, and at least eight periods at the end of the device's work are enough with a fifth of it,
// unless as many alike ones lie before them (those are layers of several passes).
// Of several, the longest period wins unless another one covers clearly more: layers lie within a step and are
// interrupted by its begin and end. Where the signs contradict, there is none:
//   - a period of equal parts but for its anchor is a multiple of the unit,
//   - several periods in one launch of a graph or in one call of a module are layers, and so are
//   - periods of a network's kernels without layers of their own between a prologue and an epilogue of other kernels.
//     Programs without a network (a solver that sets up, steps and sums up) have no layers.
// Kernels that repeat but may be layers are said as that: to say that nothing repeats would be false.
// Rejected: the occurrences of any kernel (a layer's are the most regular of all), periods by autocorrelation of the
// load (steps of different length blur it), and stretches across an interval of other work: layers are alike across the
// begin of every pass.

#include "core/analysis/steps/steps.h"

namespace ws {

/// The periods of the anchor on one device. A period begins with an occurrence and ends with the next one; the last one
/// ends where as much has run as in the others.
struct UnitPeriods
{
    uint16_t device = 0;
    std::vector<int64_t> beginNs; ///< ascending, at least four
    int64_t endNs = 0;            ///< of the last one
    bool lastIsCut = false;       ///< the recording ends before the last one does
    int64_t medianNs = 0;         ///< between two begins …
    double meanNs = 0;
    int64_t spreadNs = 0; ///< … their 90th − their 10th percentile
    double coverage = 0;  ///< part of the summed durations of the device's kernels, 0 … 1
};

/// What speaks against a stretch of periods as the unit.
enum class UnitDoubt : uint8_t {
    None,
    Multiple,    ///< a period is of equal parts
    PartOfACall, ///< several lie in one launch of a graph, or all in one call of a module
    Layers,      ///< they may be the layers of one pass
    Uneven,      ///< their kernels do not run equally often
    OneKernel,   ///< one kernel makes nearly all launches: nothing tells where a step begins
};

/// Periods that repeat regularly but may be layers, or the launches of one kernel.
struct DoubtedPeriods
{
    UnitDoubt why = UnitDoubt::None; ///< PartOfACall, Layers or OneKernel; None: there are no such periods
    uint64_t count = 0;
    int64_t medianNs = 0;
    double coverage = 0; ///< as that of UnitPeriods
};

struct WorkUnit
{
    StringId anchor = 0;              ///< name of the kernel
    StringId grid = 0;                ///< its launch grid; 0: any
    std::vector<UnitPeriods> devices; ///< the clearest first, then the others on which the anchor is as regular
    DoubtedPeriods doubted;           ///< where no unit is found: those that cover the most work

    bool found() const { return !devices.empty(); }
    uint64_t count() const { return found() ? devices.front().beginNs.size() : 0; }
};

/// Nothing when cancelled. O(kernels × log kernels), and for each of some dozen candidates O(kernels).
std::optional<WorkUnit> findWorkUnit(const Run &run, const Progress *progress = nullptr);

/// The unit that this kernel begins, on all devices where it does so as regularly; `grid`: 0: any. For the anchor of
/// another run. Nothing when cancelled. O(kernels).
std::optional<WorkUnit> workUnitOf(const Run &run, StringId anchor, StringId grid, const Progress *progress = nullptr);

/// The periods as steps named after the anchor, of phase "repetition", by begin; their slice is the anchor's.
/// Activities of the device that start within a period belong to it. Σ gpuNs + outsideNs = summed duration of all GPU
/// work.
Steps unitSteps(const Run &run, const WorkUnit &unit);

} // namespace ws
