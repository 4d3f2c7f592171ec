#include "core/readers/nsys/nsysexport.h"

#include "core/base/texts.h"
#include "core/readers/nsys/nsysexporttables.h"

#include <algorithm>

namespace ws {
namespace {

constexpr int64_t largestTime = 4'000'000'000'000'000'000; ///< ns; differences of two such times still fit 64 bits

} // namespace

NsysExport::NsysExport(const SqliteFile &file, Run &run, Progress &progress)
    : m_file(file), m_run(run), m_progress(progress), m_builder(run),
      m_nameQuery(file.query("SELECT value FROM StringIds WHERE id = ?"))
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
        if (m_file.has(table))
            m_expectedRows += m_file.rowsAbout(table);
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

/// True when the table exists with its required columns.
bool NsysExport::start(std::string_view table, const std::vector<std::string_view> &required)
{
    if (m_cancelled || !m_file.has(table))
        return false;
    for (const std::string_view column : required)
        if (!m_file.has(table, column)) {
            m_run.diagnostics.add(
                "missing-column",
                Core::tr("The table %1 has no column %2; its rows were left out.").arg(toText(table), toText(column)),
                -1, column);
            return false;
        }
    return true;
}

void NsysExport::finishTable(std::string_view table, const SqliteRows &rows)
{
    if (rows.error().isEmpty())
        return;
    m_run.info.complete = false;
    m_run.diagnostics.add("damaged-table",
                          Core::tr("The table %1 cannot be read to its end (%2); the rows before are kept.")
                              .arg(toText(table), rows.error()),
                          -1, table);
}

/// Counts a row; false: stop.
bool NsysExport::tick()
{
    if ((++m_rows & 0xFFF) == 0) {
        m_progress.events = static_cast<int64_t>(m_rows);
        const double done = m_expectedRows ? static_cast<double>(m_rows) / static_cast<double>(m_expectedRows) : 0;
        m_progress.bytesDone = static_cast<int64_t>(std::min(done, 1.0) * static_cast<double>(m_progress.bytesTotal));
        m_cancelled = m_progress.isCancelled();
    }
    return !m_cancelled;
}

/// Start and end are in two adjacent columns. False: a row without a usable time.
bool NsysExport::usable(const SqliteRows &rows, int startColumn, int64_t &begin, int64_t &duration)
{
    begin = rows.integer(startColumn);
    const int64_t end = rows.isNull(startColumn + 1) ? begin : rows.integer(startColumn + 1);
    if (rows.isNull(startColumn) || begin < -largestTime || begin > largestTime || end > largestTime ||
        end < -largestTime) {
        m_run.diagnostics.add("no-time", Core::tr("rows without a usable time; they were left out"), rows.integer(0));
        --m_rows;
        return false;
    }
    duration = end - begin;
    if (duration < 0) {
        m_run.diagnostics.add("negative-duration", Core::tr("negative durations; taken as 0"), rows.integer(0));
        duration = 0;
    }
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

StringId NsysExport::number(int64_t value)
{
    return m_run.strings.intern(std::to_string(value));
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
