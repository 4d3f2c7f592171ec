#pragma once
// Calls of CUDA's and HIP's APIs in which a thread waits for the device or for memory: synchronisation, blocking
// copies, allocation and release.

#include "core/base/timerange.h"
#include "core/model/run.h"

#include <string_view>
#include <vector>

namespace ws {

/// The name of a runtime or driver call; suffixes for versions and streams (_v2, _v3020, _ptsz) do not matter.
bool isWaitingCall(std::string_view name);

/// The waiting calls of a run, to query the part of a time that they cover.
class WaitingCalls
{
public:
    explicit WaitingCalls(const Run &run);

    /// Length of the time within `range` in which at least one thread waits. O(log n).
    int64_t covered(const TimeRange &range) const;
    /// The call that covers most of the range; invalid: none.
    EventRef longestIn(const TimeRange &range) const;

private:
    struct LaneCalls
    {
        uint32_t lane;
        std::vector<uint32_t> index; ///< into the lane, ascending
    };
    int64_t coveredBefore(int64_t ns) const;

    const Timeline &m_timeline;
    std::vector<LaneCalls> m_lanes;
    std::vector<TimeRange> m_union;     ///< disjoint, ascending
    std::vector<int64_t> m_unionBefore; ///< summed length of the union up to there
};

} // namespace ws
