#include "core/readers/nsys/nsysexport.h"

#include "core/base/texts.h"
#include "core/readers/nsys/nsysexporttables.h"

#include <algorithm>

namespace ws {

NsysExport::NsysExport(const SqliteFile &file, Run &run, Progress &progress)
    : DatabaseTimeline(file, run, progress), m_names(file, run), m_devices(file, run, m_builder),
      m_threads(run, m_builder), m_grids(run.strings)
{
}

bool NsysExport::isExport(const SqliteFile &file)
{
    const auto &tables = file.tables();
    return file.has("StringIds") || file.has("META_DATA_EXPORT") || file.has("NVTX_EVENTS") ||
           std::any_of(tables.begin(), tables.end(),
                       [](const std::string &t) { return t.starts_with("CUPTI_ACTIVITY_KIND_"); });
}

std::string NsysExport::tableOf(const SqliteFile &file, std::string_view category)
{
    if (category == "cuda_driver" && !file.has(nsys::driver))
        return nsys::runtime; // one table for both kinds of calls, told apart by eventClass
    for (const auto &[name, table] : nsys::tablesByCategory)
        if (name == category)
            return table;
    return {};
}

bool NsysExport::read()
{
    for (const auto &[category, table] : nsys::tablesByCategory)
        expect(table);
    readKernels();
    readCopies();
    readSets();
    readGraphs();
    readSyncs();
    readCalls(nsys::runtime, "cuda_runtime");
    readCalls(nsys::driver, "cuda_driver");
    readCalls(nsys::osRuntime, "osrt");
    readCalls(nsys::cudnn, "cudnn");
    readCalls(nsys::cublas, "cublas");
    readCalls(nsys::overhead, "overhead");
    readNvtx();
    if (m_cancelled)
        return false;
    m_threads.nameUsed(m_file, m_names);
    m_devices.nameUsed();
    readInfo();
    countRows(m_marks, 0);
    return true;
}

/// Correlation ids are unique within a process; 0: none.
uint64_t NsysExport::correlation(int64_t globalId, int64_t id)
{
    if (id <= 0 || id >= int64_t(1) << 40)
        return 0;
    if (const int64_t pid = pidOfGlobal(globalId); pid != m_lastPid) {
        m_lastPid = pid;
        m_lastProcess = m_processes.try_emplace(pid, m_processes.size()).first->second;
    }
    return static_cast<uint64_t>(id) | m_lastProcess << 40;
}

} // namespace ws
