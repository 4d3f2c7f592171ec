#pragma once
// The time of each stage. One linear pass makes the sums per kernel name for a run and a range; a mapping then only
// adds up names, so an edit of a rule does not touch the activities again.
//
// Elapsed time is gputrc2graph.py's: activities in the order of their starts, with a running end; one that begins
// before it counts only the part after it. So the elapsed times add up to the union of all intervals. Which of two
// activities with the same start gets the time is not defined by the original (its sort is not stable beyond 16 rows);
// here the file's order decides. The sum of all labels is the same either way.

#include "core/analysis/stages/nameset.h"
#include "core/analysis/stages/stageclassifier.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/gpuwork.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ws {

class ActivitySet;

enum class Sweep : uint8_t {
    Whole,  ///< all devices together, as the original does
    Device, ///< each device by itself: a second device that works at the same time counts too
};

/// Device with several devices, else Whole (they are the same with one).
Sweep defaultSweep(const GpuWork &gpu);
const char *sweepName(Sweep sweep); ///< "whole", "device"

struct NameSum
{
    uint64_t count = 0;
    int64_t totalNs = 0;   ///< durations, clipped to the range
    int64_t elapsedNs = 0; ///< without the part covered by an earlier activity
    void add(const NameSum &other);
};

struct NameSums
{
    std::vector<NameSum> names; ///< by index of the NameSet
    NameSum all;                ///< the sum of names
    int64_t anyBusyNs = 0;      ///< union over all devices (= all.elapsedNs of Sweep::Whole)
    Sweep sweep = Sweep::Whole;
    bool overlapKnown = true; ///< false: the file has no timeline, elapsed equals total
};

/// An activity counts when it intersects the range; one without duration when it begins inside; with a set, only its
/// members count, as if there were no others. Null when cancelled.
std::optional<NameSums> sumNames(const GpuWork &gpu, const NameSet &names, Sweep sweep,
                                 std::optional<TimeRange> range = {}, const Progress *progress = nullptr,
                                 const ActivitySet *only = nullptr);

/// The time without GPU work: total − time in which any device works, never negative.
struct NonGpu
{
    enum Source : uint8_t {
        None,      ///< no known total: no such row
        Given,     ///< seconds entered by the user (best: a run without profiler)
        TraceSpan, ///< first start to last end of the recording, which the profiler may have stretched
    };
    Source source = None;
    int64_t totalNs = 0; ///< as given or measured
    int64_t ns = 0;
};
NonGpu nonGpuOf(const NameSums &sums, NonGpu::Source source, int64_t totalNs);
/// Empty, or why an entered total cannot be right. With a total of 0 the script leaves the row empty.
QString problemOf(const NonGpu &nonGpu, const NameSums &sums);

inline constexpr std::string_view nonGpuLabel = "CPU(non-GPU)";

struct StageRow
{
    std::string stage;
    std::string substage;
    uint32_t colour = noColour; ///< as in the mapping
    uint32_t group = 0;         ///< index into Classification::groups
    NameSum sum;
};

/// One row per group with activities, in the order of the rules.
std::vector<StageRow> stageRows(const Classification &classes, const NameSums &sums);
/// The same with the names that no rule takes one by one, each as the substage of "unmatched", where they take at least
/// `minShare` of the elapsed time; the others remain one row.
std::vector<StageRow> stageRowsWithNames(const Classification &classes, const NameSums &sums, double minShare = 0.001);

} // namespace ws
