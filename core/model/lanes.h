#pragma once
// The tracks' slices in order of their starts, each in a lane in which nothing overlaps: on CPU threads the nesting
// depth, elsewhere the first lane that is free.

#include "core/base/progress.h"
#include "core/model/gpulinks.h"
#include "core/model/rawtrack.h"

#include <utility>
#include <vector>

namespace ws {

/// Sub-lanes a track may have; further overlapping slices share one overflow lane. Without a limit, 40,000 mutually
/// overlapping slices would make 40,000 rows.
constexpr uint32_t maxLanes = 1024;

/// Raw indices sorted by start, longest first, stable. Fast on runs that are sorted already. Long tracks are sorted by
/// all cores.
std::vector<uint32_t> sortedOrder(const RawTrack &raw);

class LaneFiller
{
public:
    /// `tracks`: parallel to the timeline's; each is emptied as soon as its lanes are filled.
    LaneFiller(Run &run, GpuLinks &links, std::vector<RawTrack> &tracks);

    /// Makes the lanes of the timeline. False: cancelled.
    bool fill(Progress &progress);
    /// Enough slices for more than one thread to pay.
    bool isParallel() const { return m_parallel; }

private:
    struct LongSlice
    {
        EventRef slice;   ///< its lane within the track
        int64_t duration; ///< ns
    };
    /// Lanes of a track's slices, one byte each while there are no more than 256.
    class LaneNumbers
    {
    public:
        void reserve(size_t count) { m_low.reserve(count); }
        void push_back(uint32_t lane)
        {
            if (lane > 255 && m_high.empty())
                m_high.resize(m_low.size());
            m_low.push_back(static_cast<uint8_t>(lane));
            if (lane > 255 || !m_high.empty())
                m_high.push_back(static_cast<uint8_t>(lane >> 8));
        }
        uint32_t operator[](size_t i) const { return m_low[i] | (m_high.empty() ? 0u : uint32_t(m_high[i]) << 8); }
        size_t size() const { return m_low.size(); }

    private:
        std::vector<uint8_t> m_low, m_high; ///< the second is empty: all are 0
    };
    struct Plan
    {
        std::vector<uint32_t> order;      ///< raw indices in order of (start, longest first); empty: as they lie
        LaneNumbers lane;                 ///< per slice in that order
        std::vector<uint32_t> laneCounts; ///< slices per lane
        std::vector<std::vector<uint32_t>> stretches; ///< laneCounts before every stretch of slices in that order
        std::vector<LongSlice> longOnes;              ///< in that order
        std::vector<uint32_t> unnamed;                ///< see GpuLinks::leaveUnnamed()
        size_t named = 0;
        bool overflow = false;

        EventRef add(uint32_t lane);
    };

    void plan(uint32_t track);
    void planNested(const RawTrack &raw, Plan &plan);
    void planOverlapping(const RawTrack &raw, Plan &plan);
    void makeLanes();
    void fill(uint32_t track);
    void fillTimes(uint32_t track, size_t stretch);
    std::vector<std::pair<size_t, uint32_t>> fillNames(uint32_t track, size_t stretch);

    Run &m_run;
    GpuLinks &m_links;
    std::vector<RawTrack> &m_raw;
    std::vector<Plan> m_plans;     ///< parallel to the tracks
    std::vector<uint32_t> m_order; ///< of the tracks, longest first, so that all threads end at the same time
    bool m_parallel = false;
};

} // namespace ws
