#include "core/readers/amd/rpddatabase.h"

#include "core/base/texts.h"
#include "core/model/callwords.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

constexpr const char *ops = "rocpd_op";
constexpr const char *calls = "rocpd_api";
constexpr const char *hsaCalls = "rocpd_hsaApi"; ///< schema 1
constexpr const char *links = "rocpd_api_ops";
constexpr const char *launches = "rocpd_kernelapi";
constexpr const char *monitors = "rocpd_monitor";

/// By the operation's type: "CopyHostToDevice" (roctracer), "MEMORY_COPY_…" (rocprofiler-sdk), "Memcpy" (CUPTI).
CategoryKind kindOfWork(std::string_view type)
{
    if (type.starts_with("Copy") || type.starts_with("MEMORY_COPY") || type.starts_with("Memcpy"))
        return CategoryKind::Memcpy;
    if (type.starts_with("FillBuffer") || type.starts_with("Memset"))
        return CategoryKind::Memset;
    return CategoryKind::Kernel;
}

/// hipExtModuleLaunchKernel and hipHccModuleLaunchKernel take global work sizes, as rocprofiler-sdk reports them.
bool countsWorkItems(std::string_view name)
{
    return name.starts_with("KERNEL_DISPATCH") || name == "hipExtModuleLaunchKernel" ||
           name == "hipHccModuleLaunchKernel";
}

/// Schema 3 keeps the arguments of calls apart from the names.
const char *textTable(const SqliteFile &file)
{
    return file.has("rocpd_ustring", "string") ? "rocpd_ustring" : "rocpd_string";
}

} // namespace

void RpdDatabase::Pairs::sort()
{
    std::stable_sort(m_all.begin(), m_all.end(), [](const Pair &a, const Pair &b) { return a.id < b.id; });
}

int64_t RpdDatabase::Pairs::value(int64_t id, int64_t none) const
{
    const auto found =
        std::lower_bound(m_all.begin(), m_all.end(), id, [](const Pair &a, int64_t wanted) { return a.id < wanted; });
    return found != m_all.end() && found->id == id ? found->value : none;
}

RpdDatabase::RpdDatabase(const SqliteFile &file, Run &run, Progress &progress)
    : DatabaseTimeline(file, run, progress), m_nameQuery(file.query("SELECT string FROM rocpd_string WHERE id = ?")),
      m_textQuery(file.query(std::string("SELECT string FROM ") + textTable(file) + " WHERE id = ?")),
      m_gridTexts(run.strings)
{
}

bool RpdDatabase::read()
{
    for (const char *table : {ops, calls, hsaCalls, monitors})
        expect(table);
    readLinks();
    readCalls(calls);
    readCalls(hsaCalls);
    readLaunches();
    readOps();
    readMonitors();
    if (m_cancelled)
        return false;
    nameTracks();
    readInfo();
    countRows(m_marks, m_samples);
    return true;
}

void RpdDatabase::readLinks()
{
    if (!start(links, {"api_id", "op_id"}))
        return;
    SqliteRows rows = m_file.select(links, {"api_id", "op_id"});
    while (rows.next()) {
        m_apiOfOp.add(rows.integer(2), rows.integer(1));
        m_launching.push_back(rows.integer(1));
    }
    finishTable(links, rows);
    m_apiOfOp.sort();
    std::sort(m_launching.begin(), m_launching.end());
}

/// The sizes of the launches; the calls are known by now.
void RpdDatabase::readLaunches()
{
    if (!start(launches, {"api_ptr_id", "gridX", "workgroupX"}))
        return;
    std::sort(m_itemCalls.begin(), m_itemCalls.end());
    SqliteRows rows =
        m_file.select(launches, {"api_ptr_id", "gridX", "gridY", "gridZ", "workgroupX", "workgroupY", "workgroupZ"});
    while (rows.next()) {
        const int64_t api = rows.integer(1);
        const Extent grid{rows.integer(2), rows.integer(3), rows.integer(4)};
        const Extent block{rows.integer(5), rows.integer(6), rows.integer(7)};
        const int64_t items = m_gridTexts.textOfItems(grid, block);
        const bool countsItems = std::binary_search(m_itemCalls.begin(), m_itemCalls.end(), api);
        m_grids.add(api, items << 32 | (countsItems ? items : m_gridTexts.text(grid, block)));
    }
    finishTable(launches, rows);
    m_grids.sort();
}

const RpdDatabase::Name &RpdDatabase::name(int64_t id)
{
    auto [entry, isNew] = m_names.try_emplace(id);
    if (isNew) {
        m_nameQuery.bind(1, id);
        if (m_nameQuery.next())
            entry->second.text = m_run.strings.intern(m_nameQuery.text(0));
        else
            m_run.diagnostics.add("missing-name", Core::tr("names that are not in the table of strings"));
        const std::string_view text = m_run.text(entry->second.text);
        entry->second.kind = kindOfWork(text);
        entry->second.countsItems = countsWorkItems(text);
        const LaunchedWork work = launchedWork(text);
        entry->second.isLaunch =
            work == LaunchedWork::Kernel || work == LaunchedWork::Graph || beginsCapture(text) || endsCapture(text);
    }
    return entry->second;
}

StringId RpdDatabase::longText(int64_t id)
{
    m_textQuery.bind(1, id);
    return m_textQuery.next() ? m_run.strings.intern(m_textQuery.text(0)) : 0;
}

/// An operation is called what its description says, where that is empty what its type says.
void RpdDatabase::readOps()
{
    if (!start(ops, {"start", "end"}))
        return;
    enum { Row, Start, End, Id, Gpu, Queue, Description, Type };
    SqliteRows rows = m_file.select(ops, {"start", "end", "id", "gpuId", "queueId", "description_id", "opType_id"});
    const uint16_t kernel = m_builder.category("kernel"), copy = m_builder.category("gpu_memcpy"),
                   set = m_builder.category("gpu_memset");
    m_keys.begin(ops);
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        const Name type = name(rows.integer(Type));
        const StringId described = name(rows.integer(Description)).text;
        const int64_t api = m_apiOfOp.value(rows.integer(Id), -1);
        const int64_t grid = api < 0 ? 0 : m_grids.value(api, 0);
        GpuDetail detail;
        detail.correlation = api < 0 ? 0 : static_cast<uint64_t>(api);
        detail.grid = static_cast<StringId>(type.countsItems ? grid >> 32 : grid & UINT32_MAX);
        m_gpus.insert(rows.integer(Gpu));
        const uint32_t track =
            m_builder.track(TrackKind::GpuStream, number(rows.integer(Gpu)), number(rows.integer(Queue)));
        m_builder.addGpuWork(track, begin, duration, described ? described : type.text,
                             type.kind == CategoryKind::Memcpy   ? copy
                             : type.kind == CategoryKind::Memset ? set
                                                                 : kernel,
                             m_keys.key(rows.integer(Row)), detail);
        ++m_gpuRows;
    }
    finishTable(ops, rows);
}

namespace {
/// Columns of a table of calls, row id first.
namespace Calls {
enum { Row, Start, End, Id, Pid, Tid, ApiName, Arguments, Domain };
}
} // namespace

void RpdDatabase::readCalls(std::string_view table)
{
    if (!start(table, {"start", "end", "pid", "tid", "apiName_id"}))
        return;
    SqliteRows rows = m_file.select(table, {"start", "end", "id", "pid", "tid", "apiName_id", "args_id", "domain_id"});
    m_keys.begin(table);
    const bool mayLaunch = table == calls;
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (usable(rows, Calls::Start, begin, duration))
            call(rows, begin, duration, mayLaunch);
    }
    finishTable(table, rows);
}

/// Markers of the program (roctx) are calls named "UserMarker", with the text as argument; one without duration is a
/// point in time.
void RpdDatabase::call(const SqliteRows &rows, int64_t begin, int64_t duration, bool mayLaunch)
{
    const Name called = name(rows.integer(Calls::ApiName));
    const int64_t id = rows.integer(Calls::Id);
    const StringId pid = number(rows.integer(Calls::Pid)), tid = number(rows.integer(Calls::Tid));
    const uint64_t key = m_keys.key(rows.integer(Calls::Row));
    const uint32_t track = m_builder.cpuTrack(pid, tid);
    m_processes.insert(rows.integer(Calls::Pid));
    if (m_run.text(called.text) == "UserMarker" ||
        (!rows.isNull(Calls::Domain) && m_run.text(name(rows.integer(Calls::Domain)).text) == "UserMarker")) {
        const StringId message = longText(rows.integer(Calls::Arguments));
        const uint16_t category = m_builder.category("roctx", CategoryKind::UserAnnotation);
        if (duration > 0)
            return m_builder.addSlice(track, begin, duration, message ? message : called.text, category, key);
        ++m_marks;
        return m_builder.addInstant(begin, message ? message : called.text, category, pid, tid, key);
    }
    const uint16_t category = categoryOfCall(rows, called.text);
    // a launch without an operation is one whose record is lost, or part of a capture
    if (!mayLaunch || (!called.isLaunch && !std::binary_search(m_launching.begin(), m_launching.end(), id)))
        return m_builder.addSlice(track, begin, duration, called.text, category, key);
    if (called.countsItems)
        m_itemCalls.push_back(id);
    m_builder.addLaunch(track, begin, duration, called.text, category, key, static_cast<uint64_t>(id));
}

/// "hip_api": the domain of schema 3, before that the beginning of the name. The tracer also writes what it does
/// itself.
uint16_t RpdDatabase::categoryOfCall(const SqliteRows &rows, StringId called)
{
    const std::string_view text = m_run.text(called);
    std::string domain(rows.isNull(Calls::Domain) ? std::string_view()
                                                  : m_run.text(name(rows.integer(Calls::Domain)).text));
    if (domain.empty())
        for (const char *known : {"hip", "hsa", "cu"})
            if (text.starts_with(known))
                domain = known;
    const bool isApi = domain == "hip" || domain == "hsa" || domain == "cu" || domain == "cuda";
    const std::string category = domain.empty() ? "call" : domain + "_api";
    return m_builder.category(category, isApi ? CategoryKind::Launch : CategoryKind::Other);
}

/// Clocks, power, temperatures: each row holds until its end, where the next begins.
void RpdDatabase::readMonitors()
{
    if (!start(monitors, {"deviceId", "monitorType", "start", "value"}))
        return;
    enum { MonitorRow, Begin, Last, Device, Type, Value };
    SqliteRows rows = m_file.select(monitors, {"start", "end", "deviceId", "monitorType", "value"});
    struct End
    {
        int64_t time;
        double value;
    };
    std::map<std::pair<StringId, StringId>, End> ends;
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Begin, begin, duration))
            continue;
        const double value = rows.real(Value);
        const auto series = std::pair(number(rows.integer(Device)), m_run.strings.intern(rows.text(Type)));
        m_builder.addCounter(begin, series.first, series.second, series.second, value);
        End &end = ends.try_emplace(series, End{begin + duration, value}).first->second;
        if (end.time <= begin + duration)
            end = {begin + duration, value};
        ++m_samples;
    }
    finishTable(monitors, rows);
    for (const auto &[series, end] : ends)
        m_builder.addCounter(end.time, series.first, series.second, series.second, end.value);
}

} // namespace ws
