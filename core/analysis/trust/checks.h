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
    /// Appends the finding when it has a count.
    void finish(std::vector<TrustFinding> &findings);

private:
    TrustFinding m_finding;
};

using TrustFindings = std::vector<TrustFinding>;

void checkStreams(const Run &run, TrustFindings &findings);  ///< overlaps and durations
void checkLaunches(const Run &run, TrustFindings &findings); ///< missing ones, and their clock
void checkGraphs(const Run &run, TrustFindings &findings);   ///< without their kernels
void checkWindow(const Run &run, TrustFindings &findings);   ///< marks, late start, empty capture
void checkProfiler(const Run &run, TrustFindings &findings); ///< overhead and call stacks
void checkFlows(const Run &run, TrustFindings &findings);    ///< one side missing
void checkSteps(const Run &run, const Steps &steps, TrustFindings &findings);
void takeDiagnostics(const Run &run, TrustFindings &findings); ///< what readers counted

/// Indices of the GPU work whose duration in the file is impossible.
std::vector<uint32_t> impossibleWork(const Run &run);

/// The marks that Kineto writes; begin and end are absent where it did not.
struct RecordingMarks
{
    std::optional<int64_t> beginNs, endNs;
};
RecordingMarks recordingMarks(const Run &run);

} // namespace ws
