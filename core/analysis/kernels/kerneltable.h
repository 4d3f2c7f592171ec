#pragma once
// The cost of each kernel name (or name and launch grid, or name and input shape), over the whole run or a range.
// Copies and sets count too. An activity counts when it intersects the range, its time is clipped. Elapsed time follows
// gputrc2graph: activities sorted by start, a running end; the part under the running end counts 0, the part after it
// counts. Its sum over all rows is the GPU's busy time (all devices as one), so `share` (elapsed ÷ busy) adds up to 1.
// Percentiles are exact, as core/base/quantiles.h defines them.

#include "core/analysis/activityset.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/run.h"

#include <memory>
#include <optional>
#include <vector>

namespace ws {

enum class KernelSplit : uint8_t { None, Grid, Shape };

struct KernelRow
{
    StringId name = 0;
    StringId split = 0; ///< grid or input shape; 0: not split, or not in the file
    uint64_t count = 0;
    uint64_t untimed = 0; ///< more of them, without a time in the file: in no other number. Only of the whole run
    int64_t totalNs = 0;
    int64_t elapsedNs = 0;
    int64_t minNs = 0, p50Ns = 0, p95Ns = 0, maxNs = 0;
    double meanNs = 0;
    double share = 0; ///< elapsed ÷ busy, 0 … 1

    // Only with KernelTableOptions::details:
    uint64_t linked = 0;    ///< instances whose launch is in the file; the delays are over these
    int64_t delayP50Ns = 0; ///< end of the launching call → start of the activity; negative: it began during the call
    int64_t delayMaxNs = 0;
    int64_t idleBeforeNs = 0; ///< sum of the gaps on the same stream right before its instances
    double occupancy = -1;    ///< mean achieved occupancy in percent; negative: not in the file
    double blocksPerSm = -1;  ///< mean; negative: not in the file
};

struct KernelTableOptions
{
    std::optional<TimeRange> range;
    KernelSplit split = KernelSplit::None;
    bool details = false;
    std::shared_ptr<const ActivitySet> only = {}; ///< null: all; idle time always counts all work
    bool operator==(const KernelTableOptions &) const = default;
};

struct KernelTable
{
    std::vector<KernelRow> rows; ///< by total, descending; equal totals by first appearance
    uint64_t activities = 0;
    int64_t totalNs = 0; ///< Σ totalNs
    int64_t busyNs = 0;  ///< Σ elapsedNs, the union of all activities
};

/// Empty when cancelled. O(n).
std::optional<KernelTable> kernelTable(const Run &run, const KernelTableOptions &options = {},
                                       const Progress *progress = nullptr);

/// Indices into Run::gpu of a row's instances, in order of start.
std::vector<uint32_t> kernelInstances(const Run &run, const KernelRow &row, const KernelTableOptions &options = {});

} // namespace ws
