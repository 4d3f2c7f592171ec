#pragma once
// The columns of torch's key_averages() per operator (cpu_op), from the trace:
//   calls        its slices
//   total CPU    their wall time; a call inside a call of the same row counts once, in that one
//   self CPU     that, less what is directly inside: operators, annotations and API calls (Python frames do not count)
//   self device  GPU work whose innermost operator it is; work of a backward thread counts there
//   total device GPU work launched anywhere below it on its thread; nested calls of one row count once
// So self device times + outsideNs are the summed duration of all GPU work, exactly; totals of different rows overlap
// and must not be added up.

#include "core/analysis/activityset.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/run.h"

#include <memory>
#include <optional>
#include <vector>

namespace ws {

struct OperatorOptions
{
    bool byShape = false; ///< a row per name and input shapes
    /// Slices and GPU work that intersect it, each clipped to it.
    std::optional<TimeRange> range;
    /// Only this GPU work, and the calls that it was launched in, with their whole CPU time; null: all.
    std::shared_ptr<const ActivitySet> only = {};
    bool operator==(const OperatorOptions &) const = default;
};

struct OperatorRow
{
    StringId name = 0;
    StringId shape = 0; ///< args "Input Dims"; 0: none, or not requested
    uint64_t calls = 0;
    uint64_t activities = 0; ///< GPU work counted in selfDeviceNs
    int64_t selfCpuNs = 0;
    int64_t totalCpuNs = 0;
    int64_t selfDeviceNs = 0;
    int64_t totalDeviceNs = 0;
};

struct OperatorTable
{
    std::vector<OperatorRow> rows; ///< by self device time, then self CPU time, the largest first
    int64_t deviceNs = 0;          ///< all GPU work, summed
    int64_t outsideNs = 0;         ///< the part without a known operator
    uint64_t outsideActivities = 0;
};

/// Nothing when cancelled.
std::optional<OperatorTable> operatorTable(const Run &run, const OperatorOptions &options = {},
                                           const Progress *progress = nullptr);

} // namespace ws
