#pragma once
// Track events, written into a TimelineBuilder: slices of threads and of other rows, GPU work with its device, stream
// and launch, marks, counters and flows.
//
// A slice's end belongs to the newest open begin of its track, in the order of the file: rocprofv3 writes its slices by
// kind, each begin with its end behind it, and not by time. Where a begin tells its end (`end_ns`), that end decides.

#include "core/readers/perfetto/clocks.h"
#include "core/readers/perfetto/sequences.h"
#include "core/readers/perfetto/tracks.h"
#include "core/readers/toolkit/launchgrids.h"

#include <set>

namespace ws {

class TrackEvents
{
public:
    TrackEvents(Run &run, TraceTracks &tracks, TraceClocks &clocks);

    void take(const Packet &packet, const PacketSequence &sequence, int64_t at);
    /// After the last packet: begins without an end, flows, names of rows.
    void close(bool isComplete);
    TimelineBuilder &builder() { return m_builder; }
    uint64_t events() const { return m_events; }
    uint64_t work() const { return m_work; }
    int64_t lastTime() const { return m_last; }
    void countEvents();

private:
    /// A value of an annotation that the reader looks at.
    struct Argument
    {
        bool isTold = false;
        bool isNumber = false;
        uint64_t number = 0;
        std::string_view text;
    };
    struct Event
    {
        uint32_t type = 0;
        uint64_t track = 0;
        StringId name = 0;
        InternedNames::Category category;
        int64_t counter = 0;
        double realCounter = 0;
        bool isRealCounter = false, hasCounter = false, isDamaged = false;
        int64_t absoluteUs = -1, durationUs = -1;
        uint64_t flow = 0, ended = 0; ///< 0: none
        std::vector<uint64_t> counters, realCounters;
        std::vector<int64_t> values;
        std::vector<double> realValues;
        std::string_view arguments[16]; ///< the first ones, as messages
        size_t argumentCount = 0;
        const InternedNames *names = nullptr;
    };
    struct Arguments
    {
        Argument of[16]; ///< by ArgumentKind
        const Argument &operator[](ArgumentKind kind) const { return of[size_t(kind)]; }
    };
    struct Open
    {
        int64_t start = 0;
        int64_t toldEnd = INT64_MIN;
        uint64_t at = 0;
        uint64_t correlation = 0, externalId = 0;
        StringId name = 0;
        uint16_t category = 0;
        EventRole role = EventRole::Plain;
        uint32_t row = 0;                ///< of the builder; not of GPU work
        StringId device = 0, stream = 0; ///< of GPU work; a device of 0 is not told
        bool countsAgents = false;       ///< the device is a number among all agents, not among GPUs
        GpuDetail detail = {};
    };
    struct Held
    {
        Open slice;
        int64_t end;
    };
    struct FlowPoint
    {
        uint64_t id;
        int64_t time;
        StringId pid, tid;
        bool isLast;
    };
    struct Row
    {
        uint32_t track = UINT32_MAX; ///< of the builder
        StringId pid = 0, tid = 0;
    };

    Event read(std::string_view message, const PacketSequence &sequence);
    void readLegacy(std::string_view message, Event &event);
    Arguments argumentsOf(const Event &event) const;
    bool timeOf(const Packet &packet, const PacketSequence &sequence, const Event &event, int64_t at, int64_t &time);
    void begin(const Event &event, const Packet &packet, int64_t time, int64_t at);
    void end(const Event &event, int64_t time, int64_t at);
    void add(const Open &slice, int64_t end);
    void instant(const Event &event, int64_t time, int64_t at, const Packet &packet);
    void counter(const Event &event, int64_t time, const Packet &packet);
    void addSample(uint64_t track, double value, int64_t time, const Packet &packet);
    void noteMetadata(const Event &event);
    void placeWork(Open &open, const Event &event, const Arguments &arguments, uint32_t track, bool isUntold);
    void placeKineto(Open &open, const Arguments &arguments, uint32_t track, StringId device);
    StringId deviceOf(EventRole role, const Arguments &arguments, const GpuTrackName &name);
    StringId streamOf(EventRole role, const Arguments &arguments, const GpuTrackName &name, StringId trackName);
    StringId gridOf(const Arguments &arguments);
    const Row &rowOf(uint32_t track, int64_t trustedPid);
    StringId gpuProcessOf(uint32_t track);
    void addWork(const Open &slice, int64_t end);
    void addHeld();
    bool isWork(EventRole role) const
    {
        return role == EventRole::Kernel || role == EventRole::Copy || role == EventRole::Set;
    }
    StringId number(int64_t value) { return m_run.strings.intern(std::to_string(value)); }

    Run &m_run;
    TraceTracks &m_tracks;
    TraceClocks &m_clocks;
    TimelineBuilder m_builder;
    LaunchGrids m_grids;
    std::unordered_map<uint32_t, Row> m_rows;               ///< by track
    std::unordered_map<uint32_t, std::vector<Open>> m_open; ///< by track
    std::vector<FlowPoint> m_flows;
    std::vector<Held> m_held; ///< GPU work whose device is known only when all work is
    std::set<StringId> m_gpus;
    uint64_t m_events = 0, m_work = 0, m_slices = 0, m_marks = 0, m_samples = 0;
    int64_t m_last = INT64_MIN;
};

} // namespace ws
