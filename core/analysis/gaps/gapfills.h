#pragma once
// What fills gaps besides calls that wait and late launches: the profiler's own work, captures of graphs, launching
// calls that do not return, and the time that a launch takes on an idle device.

#include "core/analysis/gaps/gaps.h"

#include <vector>

namespace ws {

/// CUDA's and Kineto's overhead that the program would have without a profiler as well: code that is loaded, a full
/// queue.
bool isProgramsOverhead(std::string_view name);

class GapFills
{
public:
    /// The slices of a recording that may fill gaps. O(slices of CPU threads) where it has overhead or captures.
    explicit GapFills(const Run &run);

    /// Fills in `fill` of gaps whose cause is known, and the evidence of those that the profiler or the launching call
    /// fills. False: cancelled.
    bool explain(std::vector<Gap> &gaps, const Progress *progress) const;

private:
    struct Stretch
    {
        TimeRange time;
        EventRef slice;       ///< its own, or the call that begins the capture
        StringId process = 0; ///< 0: of any
    };
    /// Stretches by begin; they may overlap.
    struct Stretches
    {
        std::vector<Stretch> all;
        std::vector<int64_t> latestEnd; ///< of all up to there
        void finish();
    };
    void findOverhead();
    void findCaptures();
    const Stretch *moreThanHalf(const Stretches &stretches, const Gap &gap) const;
    /// By device, until when after its launch a work counts as started without a wait; 0: too few launches tell.
    std::vector<int64_t> latencies(const std::vector<Gap> &gaps) const;
    void explainOne(Gap &gap, int64_t latencyNs) const;

    const Run &m_run;
    Stretches m_overhead, m_captures;
};

} // namespace ws
