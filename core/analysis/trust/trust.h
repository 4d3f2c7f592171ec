#pragma once
// What in a recording makes numbers false: work that is missing, clocks that disagree, the profiler's own cost, steps
// that the recording cuts. Each is one finding with a count, its gravest places and the numbers it concerns. What a
// reader has counted while reading (Run::diagnostics) is taken over under its kind, not counted again.
//
//   stream-overlap      work that runs while other work of its stream runs: sums count that time twice
//   duration-over-next  work that ends after the next one of its stream has begun: dependent launches overlap, or its
//                       duration is too long
//   impossible-duration work that ends after many later starts of its own stream; what is too long is set aside
//   long-end            the last work of a stream, longer than the rest of the recording and a hundred times as long as
//                       others of its name: it is so, or its duration is false
//   zero-duration       GPU work shorter than the recording's clock
//   no-launch           GPU work whose launch is not in the file: no operator, no module, no cause of a gap before it.
//                       Work that several calls may have launched is none of it, but "ambiguous-launches"
//   no-call             GPU work whose operator is in the file, but not its launch: no cause of a gap before it
//   before-launch       GPU work that begins before its launch does: the clocks of CPU and GPU differ; where a tenth of
//   it does
//                       so by more than 10 µs, causes of idle time mean nothing, but for gaps a hundred times as long
//                       as the largest lead, where these are nine tenths of the idle time
//   outside-window      GPU work outside the marks for the begin and end of the recording
//   copied-external-id  External ids that only repeat the correlation, where no GPU work has an operator
//   cut-step            steps whose begin or end is not in the recording
//   profiler-overhead   the profiler's own work: `ns` is the idle time under it, `ofNs` all idle time between GPU work
//   call-stacks         Python functions, or call stacks of operators, were recorded: the CPU was slower than without
//   no-computation      all GPU work is communication or copies, and no other call of the API is in the file
//   late-start          the first GPU work comes after half of the recording
//   whole-graphs        CUDA graphs recorded as one block, without their kernels
//   lost-graphs         launches of graphs of which the file has no GPU work at all
//   lost-head           launches before the first one with GPU work in the file: the GPU was recorded later, or its
//   first
//                       buffers were dropped
//   lost-tail           launches behind the last one with GPU work: the recording ended before it ran
//   lost-launches       launches between these without GPU work
//   lost-kind           all launches of kernels, or all copies, are without GPU work, others are not: a table is
//   missing sync-before-end     calls that wait for the GPU and return while work that they wait for still runs
//   two-backwards       backward operators of different names with one sequence number
//   bare-collectives    collectives of torch without name, type, sizes or group
//   own-sums            the file's own sums of the device's time (Ascend) differ from those made here
//   nsys-warning, nsys-error   what Nsight Systems itself says of its recording
//   newer-export        an export of Nsight Systems of a later major version than is known
//   empty-capture       launches, but no GPU work
//   no-end-mark         the mark for the end of the recording is missing, the one for its begin is there
//   half-flow           arrows of which one side is missing

#include "core/analysis/gaps/gaps.h"
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
    Linked = 64,       ///< operators and modules of GPU work
    StepTimes = 128,   ///< times and shares of the steps concerned
    SpanShares = 256,  ///< shares of the whole span
    Collectives = 512, ///< sizes and bandwidths of collectives
};
constexpr TrustNumber lastTrustNumber = Collectives;

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
    uint64_t of = 0;       ///< how many `count` is of: launches, activities, steps …; 0: of nothing that is known
    int64_t ofNs = 0;      ///< the time that `ns` is a part of; own-sums: what the file says; 0: not known
    TimeRange when;        ///< from the first to the last of lost launches, lost-tail: to the end; empty: not known
    std::string said =
        {}; ///< a text of the file: a warning, the name of a sum, a version; no-timeline: what the device is called
};

/// Those that the run has, in the order above, then the reader's. Empty when cancelled. O(slices + GPU work + flows).
std::optional<std::vector<TrustFinding>> trustFindings(const Run &run, const Steps &steps,
                                                       const Progress *progress = nullptr);

/// The finding of that id; null: there is none.
const TrustFinding *findTrust(const std::vector<TrustFinding> &findings, std::string_view id);

/// Whether a recording can be relied on: one verdict over everything that trustFindings() has found.
///
///   yes     what is shown can be taken as it is
///   limits  some numbers are withheld, or not exact to an extent that matters
///   no      how much of the time the GPU works, or what of, cannot be said
///
/// A finding is a reason when it withholds a number, or when it marks one and its extent passes the threshold that
/// trust.cpp has for its id. What concerns only times on the CPU, or shares of the whole time, is no reason. Rejected:
/// a verdict of points and weights, which nobody could check.
enum class FitVerdict : uint8_t { Yes, Limits, No };
/// In files: "yes", "limits", "no".
std::string_view fitVerdictId(FitVerdict verdict);

struct Fit
{
    FitVerdict verdict = FitVerdict::Yes;
    std::vector<TrustFinding> reasons; ///< those that withhold first, then in the order of the findings
    /// The file has nothing that a GPU did, also where it should have: what the CPU did can be compared all the same.
    bool isWithoutGpu = false;
};

/// `findings`: of this run. Adds reasons of what the file is: "no-gpu-work", and "no-timeline" of tables.
Fit fitOf(const Run &run, const std::vector<TrustFinding> &findings);

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
    bool isWallComparable() const { return *this ? !wall : !isFirst; }
};
std::vector<StepCut> cutSteps(const Run &run, const Steps &steps);

/// The shortest gap of a device whose cause is told: 0 of all; INT64_MAX of none, since most calls were taken out of
/// the file, or the clocks of CPU and GPU differ. Where these differ by little, the causes of much longer gaps are
/// known. O(GPU work).
int64_t shortestGapWithCause(const Run &run);
/// findGaps(), without causes where these are not known.
std::optional<Gaps> findShownGaps(const Run &run, const Progress *progress = nullptr);

/// From the begin of the recording to its end, by Kineto's marks and the profiler's own span: an annotation that nobody
/// ended, or that began before, reaches beyond them. Without them all events.
TimeRange recordingRange(const Run &run);

/// By device, when the profiler itself works: of its own process, in a file of several. Disjoint, ascending.
/// O(slices) where the file has such slices at all.
std::vector<std::vector<TimeRange>> profilerTimes(const Run &run);
/// How much of a time such ranges cover.
int64_t coveredBy(const std::vector<TimeRange> &ranges, const TimeRange &time);

/// By device: the time within graphs that were recorded as one block. Whether the device was idle in it is unknown.
std::vector<int64_t> wholeGraphNs(const Run &run);

} // namespace ws
