#pragma once
// Writes the content of an `nsys export --type sqlite` database to a TimelineBuilder: GPU work, API calls, NVTX ranges,
// synchronisation, names of processes, threads and devices. nsys writes tables and columns only when there is data for
// them, and they differ between versions: all are optional, and a missing one is reported once. A slice's text offset
// is its row id; its category names its table (tableOf()).

#include "core/readers/nsys/nsysdevices.h"
#include "core/readers/nsys/nsysnames.h"
#include "core/readers/nsys/nsysthreads.h"
#include "core/readers/toolkit/databasetimeline.h"
#include "core/readers/toolkit/launchgrids.h"

#include <unordered_map>

namespace ws {

class NsysExport : public DatabaseTimeline
{
public:
    NsysExport(const SqliteFile &file, Run &run, Progress &progress);

    /// True when the database has the tables of an nsys export.
    static bool isExport(const SqliteFile &file);
    /// The table that holds the slices of a category, empty for none.
    static std::string tableOf(const SqliteFile &file, std::string_view category);
    /// The table itself, or the one that a newer version of nsys has instead: its name goes on with a number or a word,
    /// and its columns fit. Where there is none, `table`.
    static std::string tableInstead(const SqliteFile &file, std::string_view table);

    bool read() override;

private:
    enum class NvtxKind : uint8_t { None, Mark, PushPop, StartEnd, ThreadName };

    // nsysexport.cpp
    uint64_t correlation(int64_t globalId, int64_t id);
    void nameUnread();
    // nsysexport_gpu.cpp
    void readKernels();
    void readCopies();
    void readSets();
    void readGraphs();
    void readSyncs();
    // nsysexport_cpu.cpp
    void readCalls(std::string_view table, const char *category);
    void readFullQueues();
    void readErrors(bool hasKernels);
    void readNvtx();
    void nvtxRange(NvtxKind kind, const SqliteRows &rows, int64_t begin, int64_t duration, StringId label);
    // nsysexport_info.cpp
    void readInfo();

    NsysNames m_names;
    NsysDevices m_devices;
    NsysThreads m_threads;
    LaunchGrids m_grids;
    std::unordered_map<int64_t, uint64_t> m_processes; ///< pid → number in the order they appear
    int64_t m_lastPid = -1;                            ///< the process of the row before …
    uint64_t m_lastProcess = 0;                        ///< … and its number
    uint64_t m_marks = 0;
};

} // namespace ws
