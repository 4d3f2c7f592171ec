#pragma once
// Collects what a reader finds, in any order and with absolute times, and turns it into a Run: tracks sorted by start,
// sub-lanes for overlapping slices, B/E pairs and async slices matched, launches linked to operators, modules and GPU
// work. Used by every reader that yields a timeline (Chrome JSON, nsys sqlite, cuda_gpu_trace).
// Slices wait in per-track chunks (27 bytes each) that are freed track by track while the lanes are filled, so the peak
// stays under 64 bytes an event even when one thread holds them all.

#include "core/base/progress.h"
#include "core/model/run.h"

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ws {

/// What a GPU activity's event says beyond time and name.
struct GpuDetail
{
    uint64_t correlation = 0; ///< 0: none
    uint64_t externalId = 0;  ///< 0: none
    StringId grid = 0;
    float occupancy = 0;    ///< NaN: not in the file
    float blocksPerSm = 0;  ///< NaN: not in the file
    uint64_t graphNode = 0; ///< graph << 32 | node, as torch writes it; 0: none
    StringId matchName = 0; ///< see GpuWork::nameForRules(); 0: the name
};

struct OpDetail
{
    int64_t sequence = -1;
    uint64_t externalId = 0;
    uint32_t fwdThread = 0;
    StringId shape = 0;
};

/// Slices of one track as they come.
class RawTrack
{
public:
    struct Chunk
    {
        explicit Chunk(uint32_t size);
        std::unique_ptr<int64_t[]> start;
        std::unique_ptr<uint32_t[]> duration, name, textLow, extra;
        std::unique_ptr<uint16_t[]> category;
        std::unique_ptr<uint8_t[]> textHigh;
        uint32_t capacity;
    };
    struct Place
    {
        const Chunk *chunk;
        uint32_t at;
    };

    void add(int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text, uint32_t extra);
    uint32_t size() const { return m_size; }
    Place place(uint32_t index) const;
    int64_t startOf(uint32_t index) const;
    int64_t durationOf(uint32_t index) const;
    static constexpr size_t mostRuns = 8;
    /// Where each run of slices begins that came in order (start, longest first); the first is 0. More than mostRuns:
    /// there are others behind the last.
    const std::vector<uint32_t> &runs() const { return m_runs; }
    bool isSorted() const { return m_runs.size() < 2; }
    const std::vector<Chunk> &chunks() const { return m_chunks; }
    int64_t longDuration(uint32_t index) const;
    void clear();

private:
    std::vector<Chunk> m_chunks;
    std::vector<std::pair<uint32_t, int64_t>> m_long; ///< (index, ns), ascending index
    std::vector<uint32_t> m_runs;
    uint32_t m_size = 0;
    uint32_t m_left = 0;
    int64_t m_lastStart = INT64_MAX; ///< the first slice begins a run
    int64_t m_lastDuration = 0;
};

/// A begin or end event: B/E, or b/e/S/F with an id.
struct PairEvent
{
    int64_t time;
    uint64_t text;
    uint32_t track; ///< raw track; async: group of equal id
    StringId name;
    uint16_t category;
    bool begin;
};

class TimelineBuilder
{
public:
    explicit TimelineBuilder(Run &run);

    StringPool &strings() { return m_run.strings; }
    Diagnostics &diagnostics() { return m_run.diagnostics; }

    /// Index into Timeline::categories. `module`: a python_function that is an nn.Module call.
    uint16_t category(std::string_view name, bool module = false);
    CategoryKind kindOf(uint16_t category) const { return m_run.timeline.categories[category].kind; }

    uint32_t cpuTrack(StringId pid, StringId tid) { return track(TrackKind::CpuThread, pid, tid); }
    uint32_t track(TrackKind kind, StringId pid, StringId tid);
    void nameThread(StringId pid, StringId tid, StringId label);
    void sortThread(StringId pid, StringId tid, int64_t sortIndex);
    Process &process(StringId pid);

    /// Every time stamp of a non-metadata event, absolute ns: makes origin and span.
    void see(int64_t ns)
    {
        m_first = std::min(m_first, ns);
        m_last = std::max(m_last, ns);
    }

    void addSlice(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text);
    /// Room for that much of it; without, each doubling copies what there is.
    void expectGpuWork(size_t count);
    void addGpuWork(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text,
                    const GpuDetail &detail);
    void addLaunch(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text,
                   uint64_t correlation);
    void addOp(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text,
               const OpDetail &detail);
    void addPairEvent(const PairEvent &event) { m_pairs.push_back(event); }
    /// Async begin or end; events of one (pid, category, id) form nested slices.
    void addAsync(StringId pid, uint64_t id, const PairEvent &event);
    void addInstant(int64_t time, StringId name, uint16_t category, StringId pid, StringId tid, uint64_t text);
    void addCounter(int64_t time, StringId pid, StringId name, StringId key, double value);
    void addFlow(Flows::Kind kind, int64_t time, uint64_t id, uint16_t category, StringId pid, StringId tid);

    /// Sorts, assigns lanes, links. Errors: Cancelled, TooLarge (4 billion slices).
    Result<bool> finish(Progress &progress);

private:
    struct AsyncGroup
    {
        StringId pid = 0;
        StringId name = 0;
        std::vector<PairEvent> events;
    };
    struct TrackPlan; ///< order and lane of each slice of a track (lanes.cpp)

    void matchPairs();
    void matchAsync();
    void planTrack(uint32_t track, TrackPlan &plan, bool mayUseThreads);
    void planNested(const RawTrack &raw, TrackPlan &plan);
    void planOverlapping(const RawTrack &raw, TrackPlan &plan);
    void noteExtra(CategoryKind kind, uint32_t extra, EventRef slice, EventRef op, EventRef module);
    void makeLanes(uint32_t track, const TrackPlan &plan);
    void fillTimes(uint32_t track, const TrackPlan &plan);
    void fillNames(uint32_t track, const TrackPlan &plan);
    bool fillAllLanes(std::vector<TrackPlan> &plans, const std::vector<uint32_t> &order, bool parallel,
                      Progress &progress);
    void globaliseRefs(CategoryKind kind, uint32_t extra, uint32_t firstLane);
    void sortSeries();
    void sortInstants();
    void resolveThreads();
    void linkGpu(bool parallel);
    void sortLaunches();
    void sortGpuWork();
    uint16_t streamOf(uint32_t track);

    Run &m_run;
    std::vector<RawTrack> m_raw;                        ///< parallel to timeline.tracks
    std::unordered_map<uint64_t, uint32_t> m_tracks[4]; ///< by kind: pid << 32 | tid
    std::unordered_map<StringId, uint32_t> m_processes;
    std::unordered_map<uint64_t, std::pair<StringId, int64_t>> m_threadNames; ///< label, sort index
    std::unordered_map<std::string, uint16_t> m_categories;
    std::unordered_map<uint64_t, uint32_t> m_counters; ///< hash of (pid, name, key)
    std::unordered_map<uint64_t, uint32_t> m_asyncIds;
    std::vector<AsyncGroup> m_async;
    std::vector<PairEvent> m_pairs;
    std::vector<uint64_t> m_gpuCorrelation;                ///< parallel to the run's GPU work
    std::vector<uint64_t> m_gpuExternalId, m_opExternalId; ///< empty: none has one
    std::vector<uint32_t> m_streams; ///< by track: index into GpuWork::streams, UINT32_MAX: none yet
    size_t m_expectedGpu = 0;
    std::vector<uint64_t> m_flowThreads, m_instantThreads; ///< pid << 32 | tid, parallel to flows and instants
    int64_t m_first = INT64_MAX;
    int64_t m_last = INT64_MIN;
};

} // namespace ws
