#pragma once
// The causes of a device's idle time. A gap is between two intervals of the union of a device's GPU work, including
// copies and memsets. It has exactly one cause, tried in this order:
//   unknown   the activity that ends it has no launch in the file
//   before    that launch begins before the gap, or more than 1 ms and more than half of the gap before its end: the
//             work was queued, so that neither a call nor a late launch kept the device waiting, but a dependency, a
//             graph, or something that the file does not hold
//   blocking  calls that wait (waitingcalls.h) cover more than half of it, on any thread
//   late      the rest: the CPU came too late
// Rejected: blocking calls first. A pause of 20 µs between two kernels of a queue of a thousand is no matter of the
// synchronisation in which the CPU happens to be meanwhile.
// The gaps of a device add up to its idle time of busySplit(), exactly, and so do the sums by cause.

#include "core/analysis/activityset.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/run.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace ws {

class WaitingCalls;

enum class GapCause : uint8_t { Blocking, Late, Before, Unknown };
constexpr size_t gapCauseCount = 4;
/// The name in files: "blocking", "late", "before", "unknown".
std::string_view gapCauseId(GapCause cause);

/// What fills a gap, where more than half of it is known: the cause stays what the order of events makes it.
enum class GapFill : uint8_t {
    None,
    Profiler,   ///< the profiler's own work
    Capture,    ///< the capture of a graph: what the CPU launches meanwhile is recorded, not run
    LaunchCall, ///< before: the launching call itself, which has not returned: it loads code, or copies on the host
    Latency,    ///< before: the work starts as soon after its launch as work on an idle device starts in this recording
    Starting,   ///< late, by more than 100 µs, or blocking: from the return of the launching call, which does not wait
                ///< itself, until the work begins. What waits meanwhile waits for that work
};
constexpr size_t gapFillCount = 6;
/// The name in files: "", "profiler", "capture", "launch-call", "latency", "starting".
std::string_view gapFillId(GapFill fill);

struct Gap
{
    int64_t startNs = 0;    ///< since the run's origin
    int64_t durationNs = 0; ///< > 0
    uint32_t endedBy = 0;   ///< index into Run::gpu: the first work after it
    uint16_t device = 0;    ///< index into GpuWork::devices
    GapCause cause = GapCause::Unknown;
    GapFill fill = GapFill::None;
    /// Filled by the profiler: its slice. Else, blocking: the call that covers most of it. Before: the call that
    /// launched. Late: see gapevidence.h; invalid where no one slice tells what the thread did. Unknown: invalid.
    EventRef evidence = {};
    int64_t evidenceNs = 0; ///< how long the evidence runs within the gap; 0: not at all

    int64_t endNs() const { return startNs + durationNs; }
};

struct DeviceIdle
{
    int64_t idleNs = 0;
    std::array<int64_t, gapCauseCount> byCause{}; ///< by GapCause; their sum is idleNs
    uint64_t count = 0;
};

struct Gaps
{
    std::vector<Gap> gaps;           ///< by end; those of one device neither touch nor overlap
    std::vector<uint32_t> byLength;  ///< indices into gaps, longest first, then by start
    std::vector<DeviceIdle> devices; ///< parallel to GpuWork::devices
    std::shared_ptr<const WaitingCalls> waits; ///< that the causes were told by; of the same run, which outlives it
};

/// The same gaps, but listed (byLength) and summed up (devices) are only those that reach into the range and are ended
/// by work of `only` (null: by any). The sums count what lies in the range; a gap across its edge stays whole in the
/// list.
Gaps gapsWithin(const Run &run, const Gaps &gaps, std::optional<TimeRange> range, const ActivitySet *only);

/// The same gaps, each that is shorter of unknown cause and without evidence.
Gaps withoutCauses(Gaps gaps, int64_t shorterThanNs = INT64_MAX);

/// Whether what has no launch is migrations of unified memory alone, so that each gap without a cause ends with one.
bool areMigrationsUnlaunched(const Run &run);

/// Empty when cancelled. O(GPU work + gaps × (lanes of a thread × log n + calls in the gap)).
std::optional<Gaps> findGaps(const Run &run, const Progress *progress = nullptr);

} // namespace ws
