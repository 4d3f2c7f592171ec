#pragma once
// Collects what a reader finds, in any order and with absolute times, and turns it into a Run: tracks sorted by start,
// sub-lanes for overlapping slices, B/E pairs and async slices matched, launches linked to operators, modules and GPU
// work. Used by every reader that yields a timeline (Chrome JSON, nsys sqlite, cuda_gpu_trace).
// The steps have classes of their own: RawTrack (slices as found), SlicePairs, LaneFiller, GpuLinks.

#include "core/base/progress.h"
#include "core/model/gpulinks.h"
#include "core/model/rawtrack.h"
#include "core/model/run.h"
#include "core/model/shownrows.h"
#include "core/model/slicepairs.h"

#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ws {

/// What a category of this name means to the analyses.
CategoryKind kindOfCategory(std::string_view name);
/// Rows of it belong to a device, but are no GPU work.
bool isUncountedDeviceWork(std::string_view category);

class TimelineBuilder
{
public:
    explicit TimelineBuilder(Run &run);

    StringPool &strings() { return m_run.strings; }
    Diagnostics &diagnostics() { return m_run.diagnostics; }

    /// Index into Timeline::categories. `module`: a python_function that is an nn.Module call.
    uint16_t category(std::string_view name, bool module = false);
    /// A category whose name does not tell what it means. The first call with a name decides.
    uint16_t category(std::string_view name, CategoryKind kind);
    CategoryKind kindOf(uint16_t category) const { return m_run.timeline.categories[category].kind; }

    uint32_t cpuTrack(StringId pid, StringId tid) { return track(TrackKind::CpuThread, pid, tid); }
    uint32_t track(TrackKind kind, StringId pid, StringId tid);
    /// A GPU stream whose events have another process number than their device's.
    uint32_t gpuTrack(StringId device, StringId stream, StringId process);
    void nameThread(StringId pid, StringId tid, StringId label);
    void sortThread(StringId pid, StringId tid, int64_t sortIndex);
    Process &process(StringId pid);

    /// Every time stamp of a non-metadata event, absolute ns: determines origin and span.
    void see(int64_t ns)
    {
        m_first = std::min(m_first, ns);
        m_last = std::max(m_last, ns);
    }

    void addSlice(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text);
    /// Reserves room for that much of it; without it, each doubling copies everything.
    void expectGpuWork(size_t count) { m_links.expect(count); }
    void addGpuWork(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text,
                    const GpuDetail &detail);
    void addLaunch(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text,
                   uint64_t correlation, StringId kernel = 0, uint64_t externalId = 0);
    /// The call with this correlation waits for a context of the device.
    void addWait(uint64_t correlation, StringId device) { m_links.addWait(correlation, device); }
    /// Of a call without a correlation or an External id: added as a slice, it may still have launched work.
    void seeCall(uint32_t track) { m_links.launchesOn(track, false); }
    void addOp(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text,
               const OpDetail &detail);
    /// What has come so far, for a view that looks; does nothing where none does or it is too soon. Often.
    void show(const Progress &progress)
    {
        if (progress.preview)
            m_shown.write(*progress.preview, m_run, m_raw, m_threadNames);
    }
    void addPairEvent(const PairEvent &event) { m_pairs.add(event); }
    /// Called by finish() with the number of a PairEvent and how long it lasts in ns: the reader then adds it.
    using AddBegun = std::function<void(uint32_t begun, int64_t duration)>;
    void onBegun(AddBegun add) { m_addBegun = std::move(add); }
    /// False: the reader has noted nothing of the pair.
    bool addBegun(uint32_t begun, int64_t duration)
    {
        if (begun)
            m_addBegun(begun, duration);
        return begun;
    }
    /// Async begin or end; events of one (pid, category, id) form nested slices.
    void addAsync(StringId pid, uint64_t id, const PairEvent &event);
    void addInstant(int64_t time, StringId name, uint16_t category, StringId pid, StringId tid, uint64_t text);
    void addCounter(int64_t time, StringId pid, StringId name, StringId key, double value);
    void addFlow(Flows::Kind kind, int64_t time, uint64_t id, uint16_t category, StringId pid, StringId tid);

    /// Sorts, assigns lanes, links. Errors: Cancelled, TooLarge (4 billion slices).
    ///
    /// Some times are none, and one of them makes a recording of 0.5 ms last 54 years. These are left out, and counted:
    ///   - GPU work from 0 to 0: CUPTI and rocprof write that where they have no time.
    ///   - What begins at 0, if all other events are ten minutes later or more and 50 times as far away as they last:
    ///     a file's first event may be its time 0. Several GPU activities at 0 need be only a second and 1 time as far.
    ///   - Few events, or events that all begin at one time, half an hour or more from all others, and 100 times as far
    ///     away as these last. The same is asked of GPU work alone, because calls may fill the hours between.
    /// So an hour between two bursts stays: neither is few. A single early kernel hours before seconds of work goes,
    /// though it may be right: spans and shares with it say nothing of the work.
    Result<bool> finish(Progress &progress);

private:
    struct CounterKey
    {
        StringId pid, name, key;
        bool operator==(const CounterKey &) const = default;
    };
    struct CounterHash
    {
        size_t operator()(const CounterKey &k) const
        {
            return static_cast<size_t>((uint64_t(k.name) << 32 | k.key) * 0x9E3779B97F4A7C15ull ^ k.pid);
        }
    };

    struct Bounds;
    struct LeftOut;
    template <class Visit> void forEachTime(Visit visit) const;
    Bounds timedBounds() const;
    void leaveOutUntimed();
    void leaveOutSlices(const Bounds &bounds, LeftOut &leftOut);
    void leaveOutMarks(const Bounds &bounds, LeftOut &leftOut);
    void resolveThreads();
    void sortSeries();
    void sortInstants();

    Run &m_run;
    GpuLinks m_links;
    SlicePairs m_pairs;
    AddBegun m_addBegun;
    std::vector<RawTrack> m_raw;                        ///< parallel to timeline.tracks
    std::unordered_map<uint64_t, uint32_t> m_tracks[4]; ///< by kind: pid << 32 | tid
    std::unordered_map<uint64_t, uint32_t> m_gpuTracks; ///< of gpuTrack(): process << 32 | stream
    std::unordered_map<StringId, uint32_t> m_processes;
    std::unordered_map<uint64_t, std::pair<StringId, int64_t>> m_threadNames; ///< label, sort index
    std::unordered_map<std::string, uint16_t> m_categories;
    std::unordered_map<CounterKey, uint32_t, CounterHash> m_counters;
    ShownRows m_shown;
    ValueColumn<uint64_t> m_flowIds;     ///< these three parallel to the timeline's flows
    ValueColumn<uint32_t> m_flowThreads; ///< index into m_threads
    ValueColumn<uint16_t> m_flowCategories;
    std::vector<uint64_t> m_threads; ///< of flows, pid << 32 | tid
    std::unordered_map<uint64_t, uint32_t> m_threadNumbers;
    std::vector<uint64_t> m_instantThreads; ///< pid << 32 | tid, parallel to instants
    bool m_hasUntimedWork = false;
    bool m_hasDisplayRows = false; ///< some work lies in a row of the file that is not its stream
    int64_t m_first = INT64_MAX;
    int64_t m_last = INT64_MIN;
};

} // namespace ws
