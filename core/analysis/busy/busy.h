#pragma once
// How GPU time divides: computation + exposed communication + exposed copies + idle = span, exactly, in integer
// nanoseconds. With C, M and Y the unions of computation, communication and copy intervals: compute = |C|, exposed comm
// = |M − C| = |C ∪ M| − |C|, exposed copies = |Y − C − M| = |C ∪ M ∪ Y| − |C ∪ M|, idle = span − |C ∪ M ∪ Y|. So three
// running ends per scope (whole, device, stream) in one pass over the work sorted by start give everything, and the
// identity holds by construction. Rejected: subtracting interval lists (memory, three passes). The caller decides what
// is communication; memsets are computation, copies are the file's copies. Time counts as computation first, then
// communication, then copies, as in HTA's temporal breakdown.

#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/gpuwork.h"

#include <optional>
#include <vector>

namespace ws {

struct BusySplit
{
    uint64_t activities = 0;
    int64_t durationNs = 0; ///< sum of durations: overlapping work counts several times
    int64_t firstNs = 0;    ///< start of the first activity, since the run's origin
    int64_t lastEndNs = 0;  ///< end of the last one
    int64_t spanNs = 0;     ///< last end − first start; over a range: the range's length
    int64_t busyNs = 0;     ///< union
    int64_t computeNs = 0;
    int64_t exposedCommNs = 0;
    int64_t exposedCopyNs = 0;
    int64_t idleNs = 0;
    bool operator==(const BusySplit &) const = default;
};

struct Busy
{
    BusySplit whole;                ///< all devices as one: "any GPU busy"
    std::vector<BusySplit> devices; ///< parallel to GpuWork::devices
    std::vector<BusySplit> streams; ///< parallel to GpuWork::streams
};

/// `isCommunication`: by StringId of GpuWork::nameForRules(); core/analysis/stages/communication.h decides. With a
/// range, an activity counts when it intersects the range and its time is clipped to it. Empty when cancelled. O(n).
std::optional<Busy> busySplit(const GpuWork &gpu, const std::vector<uint8_t> &isCommunication,
                              std::optional<TimeRange> range = {}, const Progress *progress = nullptr);

} // namespace ws
