#pragma once
// GPUs and streams of an nsys export.

#include "core/model/timelinebuilder.h"
#include "core/readers/toolkit/sqlitefile.h"

#include <array>
#include <unordered_map>
#include <vector>

namespace ws {

class NsysDevices
{
public:
    NsysDevices(const SqliteFile &file, Run &run, TimelineBuilder &builder);

    /// CUDA numbers the devices visible to a process; the export maps the number to a GPU.
    int64_t deviceOf(int64_t device, int64_t process) const;
    /// The row of a stream. Processes that share a GPU use the same stream numbers: from the second one on, the name
    /// includes the process.
    uint32_t streamTrack(int64_t device, int64_t stream, int64_t globalPid);
    /// Names the rows of GPUs that have work; their models become facts of the file.
    void nameUsed();

private:
    void readNumbers(const SqliteFile &file);
    void readOldDevices(const SqliteFile &file);

    struct Stream
    {
        int64_t device = -1, stream = -1, process = -1;
        uint32_t track = UINT32_MAX;
    };

    Run &m_run;
    TimelineBuilder &m_builder;
    std::unordered_map<uint64_t, int64_t> m_visible;     ///< pid << 16 | CUDA's number → GPU
    std::unordered_map<int64_t, StringId> m_models;      ///< by GPU; 0: not known
    StringId m_onlyModel = 0;                            ///< of those that are not in m_models
    std::unordered_map<uint64_t, int64_t> m_streamOwner; ///< device << 32 | stream → first process
    std::array<Stream, 16> m_streams;                    ///< direct-mapped cache
    std::vector<int64_t> m_used;                         ///< in the order they appear
};

} // namespace ws
