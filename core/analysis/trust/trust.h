#pragma once
// What in a recording makes numbers false: work that is missing, clocks that disagree, the profiler's own cost, steps
// that the recording cuts. Each is one finding with a count, its gravest places and the numbers it concerns. What a
// reader has counted while reading (Run::diagnostics) is taken over under its kind, not counted again.
//
//   stream-overlap      work that runs while other work of its stream runs: sums count that time twice
//   duration-over-next  work that ends after the next one of its stream has begun: dependent launches overlap, or its
//                       duration is too long
//   impossible-duration work that ends after many later starts of its own stream; what is too long is set aside
//   zero-duration       GPU work shorter than the recording's clock
//   no-launch           GPU work whose launch is not in the file: no operator, no module, no cause of a gap before it
//   before-launch       GPU work that begins before its launch does: the clocks of CPU and GPU differ
//   outside-window      GPU work outside the marks for the begin and end of the recording
//   copied-external-id  External ids that only repeat the correlation, where no GPU work has an operator
//   cut-step            steps whose begin or end is not in the recording
//   profiler-overhead   time in which the profiler itself worked
//   call-stacks         Python functions, or call stacks of operators, were recorded: the CPU was slower than without
//   late-start          the first GPU work comes after half of the recording
//   whole-graphs        CUDA graphs recorded as one block, without their kernels
//   lost-graphs         launches of graphs of which the file has no GPU work at all
//   empty-capture       launches, but no GPU work
//   no-end-mark         the mark for the end of the recording is missing, the one for its begin is there
//   half-flow           arrows of which one side is missing

#include "core/analysis/steps/steps.h"
#include "core/base/timerange.h"
#include "core/model/run.h"

#include <optional>
#include <string>
#include <vector>

namespace ws {

/// Groups of numbers, to be combined.
enum TrustNumber : uint16_t {
    GpuCounts = 1, ///< how often kernels ran
    GpuTimes = 2,  ///< durations of GPU work and their sums
    GpuIdle = 4,   ///< idle and busy time
    GapCauses = 8, ///< above all "launched late"
    LaunchDelays = 16,
    CpuTimes = 32,
    Linked = 64,      ///< operators and modules of GPU work
    StepTimes = 128,  ///< times and shares of the steps concerned
    SpanShares = 256, ///< shares of the whole span
};

struct TrustPlace
{
    EventRef slice; ///< invalid: only a time
    TimeRange range;
    int64_t amountNs = 0; ///< how much of it is wrong: overlap, lead, duration …
};

struct TrustFinding
{
    std::string id; ///< see above, or the kind of a diagnostic
    uint64_t count = 0;
    int64_t ns = 0;                         ///< summed amounts; 0 where that means nothing
    std::vector<TrustPlace> places;         ///< up to 20, the largest amount first
    uint16_t withholds = 0;                 ///< TrustNumbers that mean nothing …
    uint16_t marks = 0;                     ///< … and those that are shown with a mark
    const Diagnostic *diagnostic = nullptr; ///< of the run, where a reader has counted it
};

/// Those that the run has, in the order above, then the reader's. Empty when cancelled. O(slices + GPU work + flows).
std::optional<std::vector<TrustFinding>> trustFindings(const Run &run, const Steps &steps,
                                                       const Progress *progress = nullptr);

/// The finding of that id; null: there is none.
const TrustFinding *findTrust(const std::vector<TrustFinding> &findings, std::string_view id);

/// A number that must not be shown, or only with a mark, and the first finding that says so.
struct Withheld
{
    TrustNumber number = GpuCounts;
    bool isMarkOnly = false;
    std::string because; ///< id of the finding
};
/// At most one for each number: the gravest.
std::vector<Withheld> withheld(const std::vector<TrustFinding> &findings);

/// One of these numbers (combined) means nothing. `findings` null: nothing is known against them.
inline bool isWithheld(const std::vector<TrustFinding> *findings, uint16_t numbers)
{
    for (size_t i = 0; findings && i < findings->size(); ++i)
        if ((*findings)[i].withholds & numbers)
            return true;
    return false;
}

/// By step: whether its begin or its end lies outside the recording. Of a step that is cut only its begin, or only its
/// end, is known; its sums and shares are too small. O(launches × log steps).
struct StepCut
{
    bool atBegin = false, atEnd = false;
    bool wall = false;       ///< its annotation is cut too; else only GPU work is missing
    bool isFirst = false;    ///< of several, the first one recorded: what happens once is in its times
    bool isDoubtful = false; ///< not cut, but work of it has no time, or an impossible one
    bool isCut() const { return atBegin || atEnd; }
    explicit operator bool() const { return isCut() || isDoubtful; }
};
std::vector<StepCut> cutSteps(const Run &run, const Steps &steps);

/// By device: the time within graphs that were recorded as one block. Whether the device was idle in it is unknown.
std::vector<int64_t> wholeGraphNs(const Run &run);

} // namespace ws
