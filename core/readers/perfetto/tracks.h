#pragma once
// The tracks that a trace describes, and what their names say: "COMPUTE AGENT [4] QUEUE [0] (GPU)" is a queue of a GPU.

#include "core/base/stringpool.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ws {

struct TraceTrack
{
    uint64_t uuid = 0, parent = 0;
    StringId name = 0;
    int64_t pid = -1, tid = -1; ///< of a process or thread; -1: none
    bool isCounter = false, isIncremental = false, isDescribed = false;
    double multiplier = 1;
    double sum = 0; ///< of a counter that is told by differences
    StringId unit = 0;
};

class TraceTracks
{
public:
    explicit TraceTracks(StringPool &strings) : m_strings(strings) {}

    void describe(std::string_view descriptor);
    /// A ProcessTree: names of processes and threads.
    void readProcesses(std::string_view tree);
    /// The number of a track, also of one that is nowhere described.
    uint32_t find(uint64_t uuid);
    TraceTrack &track(uint32_t index) { return m_tracks[index]; }
    size_t size() const { return m_tracks.size(); }

    /// The track whose row it shares: a child that is called like its parent is a part of it.
    uint32_t rowOf(uint32_t index);
    /// From the track itself or what it lies in; -1: none.
    int64_t pidOf(uint32_t index);
    /// 0: not told.
    StringId processName(int64_t pid) const;
    StringId threadName(int64_t pid, int64_t tid) const;
    const std::unordered_map<int64_t, StringId> &processes() const { return m_processes; }

private:
    /// UINT32_MAX: none.
    uint32_t parentOf(uint32_t index);

    StringPool &m_strings;
    std::vector<TraceTrack> m_tracks;
    std::unordered_map<uint64_t, uint32_t> m_indexes;
    std::unordered_map<int64_t, StringId> m_processes;
    std::unordered_map<uint64_t, StringId> m_threads; ///< by pid << 32 | tid
};

/// What the name of a track tells of GPU work on it.
struct GpuTrackName
{
    std::string_view device;                                  ///< number of the agent or device; empty: not told
    std::string_view stream;                                  ///< number of the stream or queue; empty: not told
    enum Side : uint8_t { Unknown, Gpu, Cpu } side = Unknown; ///< what the device is: "(GPU)"
};
GpuTrackName gpuTrackName(std::string_view name);

/// The number of the thread in "THREAD 3 (4242)", as rocprofv3 calls its threads; -1: another name.
int64_t threadInName(std::string_view name);

} // namespace ws
