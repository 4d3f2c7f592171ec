#pragma once
// Writes the content of an `nsys export --type sqlite` database to a TimelineBuilder: GPU work, API calls, NVTX ranges,
// synchronisation, names of processes, threads and devices. nsys writes tables and columns only when there is data for
// them, and they differ between versions: all are optional, and a missing one is reported once. A slice's text offset
// is its row id; its category names its table (tableOf()).

#include "core/readers/databasetimeline.h"

#include <array>
#include <unordered_map>

namespace ws {

/// nsys packs (hardware, virtual machine, process, thread) into 64 bits.
constexpr int64_t pidOfGlobal(int64_t globalId)
{
    return globalId >> 24 & 0xFFFFFF;
}
constexpr int64_t tidOfGlobal(int64_t globalId)
{
    return globalId & 0xFFFFFF;
}

class NsysExport : public DatabaseTimeline
{
public:
    NsysExport(const SqliteFile &file, Run &run, Progress &progress);

    /// True when the database has the tables of an nsys export.
    static bool isExport(const SqliteFile &file);
    /// The table that holds the slices of a category, empty for none.
    static std::string tableOf(const SqliteFile &file, std::string_view category);

    bool read() override;

private:
    struct Stream
    {
        int64_t device = -1, stream = -1, process = -1;
        uint32_t track = UINT32_MAX;
    };
    struct Thread
    {
        int64_t globalTid = -1;
        StringId pid = 0, tid = 0;
        uint32_t track = UINT32_MAX;
    };
    struct Grid
    {
        std::array<int64_t, 6> size{-1};
        StringId text = 0;
    };
    enum class NvtxKind : uint8_t { None, Mark, PushPop, StartEnd, ThreadName };

    // nsysexport.cpp
    StringId name(int64_t id);
    uint64_t correlation(int64_t globalId, int64_t id);
    // nsysexport_gpu.cpp
    void readKernels();
    void readCopies();
    void readSets();
    void readGraphs();
    void readSyncs();
    uint32_t streamTrack(int64_t device, int64_t stream, int64_t process);
    int64_t deviceOf(int64_t device, int64_t process) const;
    StringId gridOf(const SqliteRows &rows, int column);
    // nsysexport_cpu.cpp
    void readCalls(std::string_view table, const char *category);
    void readNvtx();
    void nvtxRange(NvtxKind kind, const SqliteRows &rows, int64_t begin, int64_t duration, StringId label);
    Thread &thread(int64_t globalTid);
    StringId apiName(int64_t id);
    void nameThreads();
    void nameProcesses();
    // nsysexport_info.cpp
    void readDevices();
    void readInfo();

    SqliteRows m_nameQuery;
    std::unordered_map<int64_t, StringId> m_names, m_apiNames;
    std::unordered_map<int64_t, uint64_t> m_processes;       ///< pid → number in the order they appear
    std::unordered_map<int64_t, std::string> m_threadLabels; ///< globalTid → name given through NVTX
    std::unordered_map<uint64_t, int64_t> m_visibleDevices;  ///< pid << 16 | CUDA's number → GPU
    std::unordered_map<int64_t, StringId> m_deviceNames;     ///< GPU → model
    std::unordered_map<uint64_t, int64_t> m_streamOwner;     ///< device << 32 | stream → first process
    std::array<Stream, 16> m_streams;                        ///< direct-mapped cache
    std::array<Grid, 64> m_grids;                            ///< direct-mapped cache
    std::array<Thread, 16> m_threads;                        ///< direct-mapped cache
    std::vector<int64_t> m_usedDevices, m_usedThreads;       ///< in the order they appear
    int64_t m_lastPid = -1;                                  ///< the process of the row before …
    uint64_t m_lastProcess = 0;                              ///< … and its number
    uint64_t m_marks = 0;
};

} // namespace ws
