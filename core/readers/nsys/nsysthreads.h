#pragma once
// Threads and processes of an nsys export.

#include "core/model/timelinebuilder.h"
#include "core/readers/nsys/nsysnames.h"
#include "core/readers/toolkit/sqlitefile.h"

#include <array>
#include <string>
#include <unordered_map>
#include <vector>

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

class NsysThreads
{
public:
    struct Thread
    {
        int64_t globalTid = -1;
        StringId pid = 0, tid = 0;
        uint32_t track = UINT32_MAX;
    };

    NsysThreads(Run &run, TimelineBuilder &builder) : m_run(run), m_builder(builder) {}

    const Thread &at(int64_t globalTid);
    void setLabel(int64_t globalTid, std::string label) { m_labels[globalTid] = std::move(label); } ///< by NVTX
    /// Names the rows of threads and processes that have events.
    void nameUsed(const SqliteFile &file, NsysNames &names);

private:
    StringId number(int64_t value) { return m_run.strings.intern(std::to_string(value)); }

    Run &m_run;
    TimelineBuilder &m_builder;
    std::array<Thread, 16> m_threads; ///< direct-mapped cache
    std::vector<int64_t> m_used;      ///< in the order they appear
    std::unordered_map<int64_t, std::string> m_labels;
};

} // namespace ws
