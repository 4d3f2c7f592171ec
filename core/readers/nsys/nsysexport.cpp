#include "core/readers/nsys/nsysexport.h"

#include "core/base/texts.h"
#include "core/readers/nsys/nsysexporttables.h"

#include <algorithm>

namespace ws {

NsysExport::NsysExport(const SqliteFile &file, Run &run, Progress &progress)
    : DatabaseTimeline(file, run, progress), m_nameQuery(file.query("SELECT value FROM StringIds WHERE id = ?"))
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
    readDevices();
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
    nameThreads();
    nameProcesses();
    readInfo();
    RunInfo &info = m_run.info;
    info.totalEvents = m_rows;
    info.slices = m_rows - m_marks;
    info.byPhase["X"] = info.slices;
    if (m_marks)
        info.byPhase["i"] = m_marks;
    return true;
}

StringId NsysExport::name(int64_t id)
{
    auto [entry, isNew] = m_names.try_emplace(id, 0);
    if (isNew) {
        m_nameQuery.bind(1, id);
        if (m_nameQuery.next())
            entry->second = m_run.strings.intern(m_nameQuery.text(0));
        if (!entry->second) {
            entry->second = m_run.strings.intern("name " + std::to_string(id));
            m_run.diagnostics.add("missing-name",
                                  Core::tr("names that are not in the table StringIds; their number is shown"));
        }
    }
    return entry->second;
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
