#pragma once
// What makes a replay that fits the recording doubtful all the same: the CPU waits though no call says so, work slows
// other work down, something that is not in the file has the device. Any of these may change with an edit.

#include "core/analysis/replay/replaymodel.h"

namespace ws {

/// Parts of a path's CPU work that are waits, or may be.
struct HiddenWaits
{
    int64_t ns = 0;        ///< that end as GPU work ends, or in which the GPU ran dry while the thread told nothing
    uint64_t count = 0;    ///< of these
    int64_t othersNs = 0;  ///< for other threads or processes: in calls of the C library, for a loader's processes
    std::string otherName; ///< the longest of these
    int64_t pacedNs = 0;   ///< that end at a fixed rate, whatever was before
};
HiddenWaits hiddenWaits(const ReplayModel &model, const CriticalPath &path, const std::vector<int64_t> &recorded);

/// Work that others on the device slow down, in shares of the length of the recording.
struct SharedDevice
{
    double contended = 0;   ///< computation takes longer beside other streams than the same kernel alone
    double unknown = 0;     ///< computation beside other streams of kernels that hardly ever run alone
    double interrupted = 0; ///< the same kernel of a step takes far longer in some steps than in most
};
SharedDevice sharedDevice(const ReplayModel &model, int64_t lengthNs);

} // namespace ws
