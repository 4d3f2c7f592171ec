// NsysExport: what threads did, and what they and their processes are called.

#include "core/base/texts.h"
#include "core/readers/nsys/nsysexport.h"
#include "core/readers/nsys/nsysexporttables.h"

#include <algorithm>

namespace ws {
namespace {

constexpr int64_t driverClass = 1; ///< eventClass of a driver call in the table of both

/// "cudaLaunchKernel_v7000" → "cudaLaunchKernel", as nsys prints it; "cuMemcpyHtoDAsync_v2" is a name of its own.
std::string_view withoutVersion(std::string_view name)
{
    const size_t at = name.rfind("_v");
    const bool versioned =
        at != name.npos && name.size() - at >= 6 && name.find_first_not_of("0123456789", at + 2) == name.npos;
    return versioned ? name.substr(0, at) : name;
}

} // namespace

NsysExport::Thread &NsysExport::thread(int64_t globalTid)
{
    Thread &cached = m_threads[static_cast<size_t>(globalTid) & 15];
    if (cached.track != UINT32_MAX && cached.globalTid == globalTid)
        return cached;
    cached = {globalTid, number(pidOfGlobal(globalTid)), number(tidOfGlobal(globalTid)), 0};
    cached.track = m_builder.cpuTrack(cached.pid, cached.tid);
    if (std::find(m_usedThreads.begin(), m_usedThreads.end(), globalTid) == m_usedThreads.end())
        m_usedThreads.push_back(globalTid);
    return cached;
}

StringId NsysExport::apiName(int64_t id)
{
    auto [entry, isNew] = m_apiNames.try_emplace(id, 0);
    if (isNew)
        entry->second = m_run.strings.intern(withoutVersion(m_run.text(name(id))));
    return entry->second;
}

/// Intervals on threads: API calls, and all else with a start, an end and a name.
void NsysExport::readCalls(std::string_view table, const char *category)
{
    if (!start(table, {"start", "end", "globalTid", "nameId"}))
        return;
    enum { Row, Start, End, Tid, Correlation, Name, Class };
    SqliteRows rows = m_file.select(table, {"start", "end", "globalTid", "correlationId", "nameId", "eventClass"});
    const uint16_t plain = m_builder.category(category);
    const bool launches = m_builder.kindOf(plain) == CategoryKind::Launch;
    const bool both = table == nsys::runtime && !m_file.has(nsys::driver);
    const uint16_t drivers = both ? m_builder.category("cuda_driver") : plain;
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (!usable(rows, Start, begin, duration))
            continue;
        const int64_t globalTid = rows.integer(Tid);
        const uint64_t link = launches ? correlation(globalTid, rows.integer(Correlation)) : 0;
        const uint16_t kind = both && rows.integer(Class) == driverClass ? drivers : plain;
        const auto row = static_cast<uint64_t>(rows.integer(Row));
        if (link)
            m_builder.addLaunch(thread(globalTid).track, begin, duration, apiName(rows.integer(Name)), kind, row, link);
        else
            m_builder.addSlice(thread(globalTid).track, begin, duration, apiName(rows.integer(Name)), kind, row);
    }
    finishTable(table, rows);
}

void NsysExport::readNvtx()
{
    if (!start(nsys::nvtx, {"start"}))
        return;
    enum { Row, Start, End, Type, Text, TextId, Tid };
    SqliteRows rows = m_file.select(nsys::nvtx, {"start", "end", "eventType", "text", "textId", "globalTid"});
    const auto kindOf = [&rows](int64_t type) {
        switch (type) { // ENUM_NSYS_EVENT_TYPE
        case 34:        // NvtxMark
        case 65:        // NvtxtMark
            return NvtxKind::Mark;
        case 59: // NvtxPushPopRange
        case 70: // NvtxtPushPopRange
            return NvtxKind::PushPop;
        case 60: // NvtxStartEndRange
        case 71: // NvtxtStartEndRange
            return NvtxKind::StartEnd;
        case 39: // NvtxThread
            return NvtxKind::ThreadName;
        case 0: // no such column
            return rows.isNull(End) ? NvtxKind::Mark : NvtxKind::PushPop;
        default: // names of categories, domains, devices, streams
            return NvtxKind::None;
        }
    };
    while (rows.next() && tick()) {
        const NvtxKind kind = kindOf(rows.integer(Type));
        int64_t begin = 0, duration = 0;
        if (kind == NvtxKind::ThreadName)
            m_threadLabels[rows.integer(Tid)] = rows.text(Text);
        if (kind == NvtxKind::None || kind == NvtxKind::ThreadName) {
            --m_rows;
            continue;
        }
        if (!usable(rows, Start, begin, duration))
            continue;
        const StringId label = !rows.isNull(Text)     ? m_run.strings.intern(rows.text(Text))
                               : !rows.isNull(TextId) ? name(rows.integer(TextId))
                                                      : StringId(0);
        nvtxRange(kind, rows, begin, duration, label);
    }
    finishTable(nsys::nvtx, rows);
}

void NsysExport::nvtxRange(NvtxKind kind, const SqliteRows &rows, int64_t begin, int64_t duration, StringId label)
{
    enum { Row, Start, End, Type, Text, TextId, Tid };
    const auto row = static_cast<uint64_t>(rows.integer(Row));
    const uint16_t category = m_builder.category("nvtx");
    Thread &on = thread(rows.integer(Tid));
    const bool open = kind != NvtxKind::Mark && rows.isNull(End);
    if (open)
        m_run.diagnostics.add(
            "open-range",
            Core::tr("NVTX ranges that were still open when the recording ended; only their starts are "
                     "shown"),
            rows.integer(Row), m_run.text(label));
    if (kind == NvtxKind::Mark || open) {
        m_builder.addInstant(begin, label, category, on.pid, on.tid, row);
        ++m_marks;
    } else if (kind == NvtxKind::PushPop) {
        m_builder.addSlice(on.track, begin, duration, label, category, row);
    } else { // may overlap others and end on another thread
        const uint32_t track = m_builder.track(TrackKind::Async, on.pid, m_run.strings.intern("NVTX start/end ranges"));
        m_builder.addSlice(track, begin, duration, label, category, row);
    }
}

/// "thread 4243 (python3)", as Chrome traces of torch have it.
void NsysExport::nameThreads()
{
    std::unordered_map<int64_t, std::string> names;
    if (m_file.has("ThreadNames", "nameId") && m_file.has("ThreadNames", "globalTid")) {
        SqliteRows rows = m_file.query("SELECT globalTid, nameId FROM ThreadNames");
        while (rows.next())
            names[rows.integer(0)] = m_run.text(name(rows.integer(1)));
    }
    for (const auto &[tid, label] : m_threadLabels)
        names[tid] = label;
    for (const int64_t tid : m_usedThreads) {
        const auto found = names.find(tid);
        if (found == names.end() || found->second.empty())
            continue;
        m_builder.nameThread(
            number(pidOfGlobal(tid)), number(tidOfGlobal(tid)),
            m_run.strings.intern("thread " + std::to_string(tidOfGlobal(tid)) + " (" + found->second + ')'));
    }
}

/// The table lists every process of the machine; only those with a row get a name.
void NsysExport::nameProcesses()
{
    std::unordered_map<int64_t, std::string> names;
    if (m_file.has("PROCESSES", "pid") && m_file.has("PROCESSES", "name")) {
        SqliteRows rows = m_file.query("SELECT pid, name FROM PROCESSES");
        while (rows.next())
            names[rows.integer(0)] = rows.text(1);
    }
    for (const int64_t tid : m_usedThreads) {
        const int64_t pid = pidOfGlobal(tid);
        Process &process = m_builder.process(number(pid));
        if (const auto found = names.find(pid); found != names.end())
            process.name = m_run.strings.intern(found->second);
    }
    for (const int64_t gpu : m_usedDevices) {
        Process &process = m_builder.process(number(gpu));
        process.labels = m_run.strings.intern("GPU " + std::to_string(gpu));
        if (const auto found = m_deviceNames.find(gpu); found != m_deviceNames.end())
            process.name = found->second;
    }
}

} // namespace ws
