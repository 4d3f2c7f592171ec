#pragma once
// Calls of CUDA's, HIP's and Ascend's APIs in which a thread waits for the device or for memory: synchronisation,
// blocking copies, allocation and release.

#include "core/base/timerange.h"
#include "core/model/run.h"

#include <compare>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace ws {

/// The name of a runtime or driver call; suffixes for versions and streams (_v2, _v3020, _ptsz) do not matter.
bool isWaitingCall(std::string_view name);
/// A call of CUDA's or HIP's runtime or driver, by its name alone.
bool isApiCall(std::string_view name);
/// A call of CUDA's or HIP's API that allocates or frees memory of the device or pinned memory: cudaMallocAsync,
/// cuMemFree_v2, hipHostMalloc.
bool isMemoryCall(std::string_view name);

/// A function of the C library in which a thread waits: poll, pthread_cond_wait, nanosleep, sched_yield.
bool waitsInOs(std::string_view name);

/// Whose waits may explain that a device is idle: those of threads of the process that launches its work, and of these
/// not the calls that are known to wait for another device.
struct WaitOwner
{
    StringId process = 0; ///< Track::pid; 0: any
    StringId device = 0;  ///< a text of GpuWork::devices; 0: any
    auto operator<=>(const WaitOwner &) const = default;
};

/// The waiting calls of a run, to query the part of a time that they cover.
class WaitingCalls
{
public:
    explicit WaitingCalls(const Run &run);

    /// Of the gap that GPU work ends. Without a launch of the work: any.
    WaitOwner ownerOf(size_t activity) const;
    /// The part of a gap in which a wait may hold back the launch of the work that ends it: up to that launch, and all
    /// of it where the launch is not known, or is itself a call that waits.
    TimeRange untilLaunch(size_t activity, TimeRange gap) const;
    /// Length of the time within `range` in which at least one thread waits. O(log n).
    int64_t covered(const TimeRange &range, WaitOwner owner = {}) const;
    /// The call that covers most of the range; invalid: none.
    EventRef longestIn(const TimeRange &range, WaitOwner owner = {}) const;
    /// The calls that reach into the range and how long each lies within it, thread by thread.
    void forEachIn(const TimeRange &range, WaitOwner owner, const std::function<void(EventRef, int64_t)> &visit) const;

private:
    struct LaneCalls
    {
        uint32_t lane;
        std::vector<uint32_t> index;  ///< into the lane, ascending
        std::vector<StringId> device; ///< that a call waits for, 0: not known; empty: of no call
    };
    /// Disjoint times, ascending.
    struct Union
    {
        std::vector<TimeRange> parts;
        std::vector<int64_t> before; ///< summed length of the parts up to there
    };
    void findDevices();
    bool isWait(EventRef call) const;
    Union unionOf(WaitOwner owner) const;
    bool isOf(const LaneCalls &calls, size_t i, WaitOwner owner) const;
    static int64_t coveredBefore(const Union &times, int64_t ns);

    const Run &m_run;
    const Timeline &m_timeline;
    std::vector<LaneCalls> m_lanes;
    bool m_hasDevices = false;           ///< it is known of some call
    std::map<WaitOwner, Union> m_unions; ///< of any, of each process, of each process and device
};

} // namespace ws
