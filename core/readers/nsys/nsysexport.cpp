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
    if (file.has("StringTable") && !file.has("StringIds"))
        return false; // of nvprof, whose tables of CUPTI have the same names and other columns
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
            return tableInstead(file, table);
    return {};
}

namespace {

bool hasRows(const SqliteFile &file, std::string_view table)
{
    return file.query("SELECT 1 FROM " + sqlName(table) + " LIMIT 1").next();
}

/// A table of single events on a GPU or of calls: it has times.
bool hasTimes(const SqliteFile &file, std::string_view table)
{
    return file.has(table, "start") && file.has(table, "end");
}

/// The columns that rows of the table cannot do without, beside their times.
std::vector<std::string_view> columnsOf(std::string_view table)
{
    if (table == nsys::kernel)
        return {"deviceId", "streamId", "gridX"};
    if (table == nsys::memcpy)
        return {"deviceId", "streamId", "copyKind"};
    if (table == nsys::memset || table == nsys::graph)
        return {"deviceId", "streamId"};
    return {"globalTid", "nameId"};
}

bool isKnown(std::string_view table)
{
    return std::ranges::any_of(nsys::tablesByCategory, [&](const auto &known) { return table == known.second; });
}

} // namespace

std::string NsysExport::tableInstead(const SqliteFile &file, std::string_view table)
{
    constexpr std::string_view renamed[] = {nsys::kernel, nsys::memcpy, nsys::memset, nsys::graph, nsys::runtime};
    if (std::ranges::find(renamed, table) == std::end(renamed) || (file.has(table) && hasRows(file, table)))
        return std::string(table);
    std::string newest;
    for (const std::string &other : file.tables()) { // by name, so the last one is the newest
        const auto has = [&](std::string_view column) { return file.has(other, column); };
        if (other.starts_with(table) && !isKnown(other) && hasTimes(file, other) &&
            std::ranges::all_of(columnsOf(table), has) && hasRows(file, other))
            newest = other;
    }
    return newest.empty() ? std::string(table) : newest;
}

/// Tables of CUPTI's activities with rows that no rule here reads.
void NsysExport::nameUnread()
{
    // what nsys writes beside the work: events on streams, and annotations of calls
    constexpr std::string_view others[] = {"CUPTI_ACTIVITY_KIND_CUDA_EVENT",      "CUPTI_ACTIVITY_KIND_OPENACC",
                                           "CUPTI_ACTIVITY_KIND_OPENMP",          "CUPTI_ACTIVITY_KIND_OVERHEAD",
                                           "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", "CUPTI_ACTIVITY_KIND_MARKER"};
    const auto isRead = [&](const std::string &table) {
        for (const auto &[category, known] : nsys::tablesByCategory)
            if (tableInstead(m_file, known) == table)
                return std::string_view(category).starts_with("cuda_") || m_file.has(table, "streamId");
        return false;
    };
    for (const std::string &table : m_file.tables()) {
        if (!table.starts_with("CUPTI_ACTIVITY_KIND_") || isRead(table) ||
            std::ranges::any_of(others, [&](std::string_view other) { return table.starts_with(other); }) ||
            !hasRows(m_file, table))
            continue;
        m_run.info.complete = false;
        m_run.diagnostics.add(
            "unread-table",
            Core::tr("The table %1 has a form that is not known here and was not read: what it holds is "
                     "missing. Export it as cuda_gpu_trace: nsys stats --report cuda_gpu_trace --format "
                     "csv")
                .arg(toText(table)),
            -1, table);
    }
}

bool NsysExport::read()
{
    for (const auto &[category, table] : nsys::tablesByCategory)
        expect(tableInstead(m_file, table));
    readKernels();
    const bool hasKernels = m_gpuRows > 0;
    readCopies();
    readSets();
    readGraphs();
    readSyncs();
    readCalls(tableInstead(m_file, nsys::runtime), "cuda_runtime");
    readCalls(nsys::driver, "cuda_driver");
    readCalls(nsys::osRuntime, "osrt");
    readCalls(nsys::cudnn, "cudnn");
    readCalls(nsys::cublas, "cublas");
    readCalls(nsys::overhead, "overhead");
    readFullQueues();
    readNvtx();
    if (m_cancelled)
        return false;
    m_threads.nameUsed(m_file, m_names);
    m_devices.nameUsed();
    nameUnread();
    readInfo();
    readErrors(hasKernels);
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
