#pragma once
// The single checks of trustFindings(): each is one pass and adds its findings. They may run at the same time.

#include "core/analysis/trust/trust.h"

namespace ws {

/// Counts places and keeps the gravest twenty.
class TrustCounter
{
public:
    TrustCounter(std::string id, uint16_t withholds, uint16_t marks);

    void add(const TrustPlace &place);
    void add(const Timeline &timeline, EventRef slice, int64_t amountNs);
    uint64_t count() const { return m_finding.count; }
    /// From now on these numbers mean nothing, and are not marked.
    void withhold(uint16_t numbers)
    {
        m_finding.withholds |= numbers;
        m_finding.marks &= static_cast<uint16_t>(~numbers);
    }
    /// Appends the finding when it has a count.
    void finish(std::vector<TrustFinding> &findings, uint64_t of = 0, int64_t ofNs = 0);

private:
    TrustFinding m_finding;
};

using TrustFindings = std::vector<TrustFinding>;

void checkStreams(const Run &run, TrustFindings &findings);     ///< overlaps and durations
void checkLaunches(const Run &run, TrustFindings &findings);    ///< missing ones, and their clock
void checkComputation(const Run &run, TrustFindings &findings); ///< none of it
void checkGraphs(const Run &run, TrustFindings &findings);      ///< without their kernels
void checkWindow(const Run &run, TrustFindings &findings);      ///< marks, late start, empty capture
void checkProfiler(const Run &run, TrustFindings &findings);    ///< overhead and call stacks
void checkFlows(const Run &run, TrustFindings &findings);       ///< one side missing
void checkLosses(const Run &run, TrustFindings &findings);      ///< launches without work
void checkSyncs(const Run &run, TrustFindings &findings);       ///< waiting calls that end too early
void checkOps(const Run &run, TrustFindings &findings);         ///< sequence numbers and collectives
void checkOwnSums(const Run &run, TrustFindings &findings);     ///< beside the file's own
void checkExport(const Run &run, TrustFindings &findings);      ///< what Nsight Systems says of its recording
void checkSteps(const Run &run, const Steps &steps, TrustFindings &findings);
void takeDiagnostics(const Run &run, TrustFindings &findings); ///< what readers counted

/// Indices of the GPU work whose duration in the file is impossible.
std::vector<uint32_t> impossibleWork(const Run &run);

/// From its first work to its last: the time, and the part of it in which the device works.
struct DeviceTime
{
    int64_t busyNs = 0, spanNs = 0;
};
std::vector<DeviceTime> deviceTimes(const Run &run); ///< by device

/// The marks that Kineto writes; begin and end are absent where it did not.
struct RecordingMarks
{
    std::optional<int64_t> beginNs, endNs;
};
RecordingMarks recordingMarks(const Run &run);

enum class LaunchedWork : uint8_t { None, Kernel, Graph, Copy };
/// What a call of a runtime or driver (CUDA, HIP, Level Zero, MUSA …) of this name puts on the GPU.
LaunchedWork launchedWork(std::string_view call);

/// Launches of which the file has no GPU work, though they are no part of a capture and start work for certain: kernels
/// and graphs, and copies beside these. Sets are none of them (a set of 0 bytes, or one that the driver does without
/// the GPU, leaves no record), and copies alone are none (a copy of 0 bytes).
///
/// Silent where links are missing instead of work: where at least as much GPU work without a launch begins after the
/// first of these calls.
struct LostLaunches
{
    std::vector<EventRef> before;  ///< all kernels and graphs that have work
    std::vector<EventRef> between; ///< kernels, and copies where at least five and half of all are lost
    std::vector<EventRef> after;
    std::vector<EventRef> kernels; ///< all of them where none has work and the file has no kernels, but other work
    std::vector<EventRef> copies;  ///< the same of copies
    uint64_t launches = 0;         ///< of kernels, graphs and copies, without those in captures
    uint64_t launchesBetween = 0;  ///< of kernels and copies, from the first kernel with work to the last
    uint64_t graphs = 0, graphsWithWork = 0;
};

/// Each list by start. O(launches), more only where something is lost.
LostLaunches lostLaunches(const Run &run);

} // namespace ws
