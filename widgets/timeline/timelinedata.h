#pragma once
// The data that the timeline derives from a Run once, in a worker thread when the run is large: summaries for drawing,
// CPU threads without their Python frames, the instants of each track, the GPU's active time. Immutable like the Run.

#include "widgets/session/pane.h"
#include "widgets/timeline/lanesummary.h"
#include "widgets/toolkit/shortnames.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace ws {

/// One nesting depth of a CPU thread, Python frames left out (nn.Module calls stay).
struct FoldedLane
{
    std::vector<EventRef> refs; ///< by start
    LaneSummary summary;
    bool overflow = false;
};

struct FoldedThread
{
    bool hasPython = false; ///< false: `lanes` is empty, the track is drawn unchanged
    std::vector<FoldedLane> lanes;
};

/// The busy time of a device over all its streams: intervals that neither touch nor overlap.
struct DeviceBusy
{
    StringId device = 0;
    std::vector<int64_t> start;
    std::vector<int64_t> end;
    LaneSummary summary;
};

struct TimelineData
{
    RunPtr run;
    std::vector<LaneSummary> summaries; ///< by lane
    std::vector<FoldedThread> folded;   ///< by track
    std::vector<uint32_t> instantBegin; ///< instants of track t: instants[instantBegin[t] … instantBegin[t + 1]);
    std::vector<uint32_t> instants;     ///< the last range is that of instants without a track
    std::vector<DeviceBusy> devices;
    std::unordered_map<StringId, uint32_t> processes; ///< pid → index into Timeline::processes
    TimeRange gpuExtent;                              ///< first start to last end of GPU work; empty: none
    TimeRange mainActivity;                           ///< gpuExtent without outliers far away
    std::shared_ptr<const ShortNames> shortNames;     ///< of GPU work

    /// The whole run; hostile spans are cut so that sums of two times stay within 64 bits.
    TimeRange whole() const { return {0, std::clamp<int64_t>(run->timeline.spanNs, 1, INT64_MAX / 8)}; }
    /// The whole run where GPU work fills a third of it or more, else that work; with a little margin.
    TimeRange firstView() const;
    size_t deviceIndex(StringId device) const; ///< SIZE_MAX: no GPU work
    bool hasGpu() const { return gpuExtent.end > gpuExtent.begin; }
    size_t memoryBytes() const; ///< without the run
};

using TimelineDataPtr = std::shared_ptr<const TimelineData>;

/// Linear in the slices of the run: some 30 ms per million, divided between all cores. Null: cancelled.
TimelineDataPtr makeTimelineData(const RunPtr &run, const Progress *progress = nullptr);

struct TimelineKey : DerivedKey
{
    using Value = TimelineData;
    bool isQuick(const Run &run) const;
    bool operator==(const TimelineKey &) const = default;
    Result<TimelineDataPtr> make(const RunPtr &run, const Progress &progress) const;
};

/// Busy share of each GPU track (overlap counted once) within `range`; by track, −1 for tracks without GPU work.
std::vector<float> busyOfTracks(const Run &run, TimeRange range);

struct BusyTracksKey : DerivedKey
{
    using Value = std::vector<float>;
    TimeRange range;
    bool isWhole = false; ///< the range is that of all GPU work
    bool isKept() const { return isWhole; }
    bool isQuick(const Run &run) const;
    bool operator==(const BusyTracksKey &) const = default;
    auto make(const RunPtr &run, const Progress &) const { return busyOfTracks(*run, range); }
};

} // namespace ws
