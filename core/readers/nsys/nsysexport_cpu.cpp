// NsysExport: what threads did.

#include "core/base/texts.h"
#include "core/readers/nsys/nsysexport.h"
#include "core/readers/nsys/nsysexporttables.h"

namespace ws {
namespace {

constexpr int64_t driverClass = 1; ///< eventClass of a driver call in the table of both

} // namespace

/// Intervals on threads: API calls, and all else with a start, an end and a name.
void NsysExport::readCalls(std::string_view table, const char *category)
{
    if (!start(table, {"start", "end", "globalTid", "nameId"}))
        return;
    enum { Row, Start, End, Tid, Correlation, Name, Class };
    SqliteRows rows = m_file.select(table, {"start", "end", "globalTid", "correlationId", "nameId", "eventClass"});
    const uint16_t plain = m_builder.category(category);
    const bool launches = m_builder.kindOf(plain) == CategoryKind::Launch;
    const bool both = std::string_view(category) == "cuda_runtime" && !m_file.has(nsys::driver);
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
            m_builder.addLaunch(m_threads.at(globalTid).track, begin, duration, m_names.apiName(rows.integer(Name)),
                                kind, row, link);
        else
            m_builder.addSlice(m_threads.at(globalTid).track, begin, duration, m_names.apiName(rows.integer(Name)),
                               kind, row);
    }
    finishTable(table, rows);
}

/// A launching call waits for room in the driver's queue, as CUPTI recorded it: a part of the call, which may do other
/// work as well.
void NsysExport::readFullQueues()
{
    constexpr int64_t commandBufferFull = 8; // ENUM_CUPTI_OVERHEAD_TYPE
    if (!start(nsys::fullQueue, {"start", "end", "globalTid", "nameId", "overheadType"}))
        return;
    enum { Row, Start, End, Tid, Name, Type };
    SqliteRows rows = m_file.select(nsys::fullQueue, {"start", "end", "globalTid", "nameId", "overheadType"});
    const uint16_t category = m_builder.category("cuda_queue_full");
    while (rows.next() && tick()) {
        int64_t begin = 0, duration = 0;
        if (rows.integer(Type) != commandBufferFull || !usable(rows, Start, begin, duration))
            continue;
        m_run.timeline.categories[category].kind = CategoryKind::Launch;
        m_builder.addSlice(m_threads.at(rows.integer(Tid)).track, begin, duration, m_names.apiName(rows.integer(Name)),
                           category, static_cast<uint64_t>(rows.integer(Row)));
    }
    finishTable(nsys::fullQueue, rows);
}

/// Launches and waits that returned an error. Where kernels are in the file the last calls tell: errors of CUDA stay.
void NsysExport::readErrors(bool hasKernels)
{
    const std::string table = tableInstead(m_file, nsys::runtime);
    if (!m_file.has(table, "returnValue") || !m_file.has(table, "nameId"))
        return;
    constexpr size_t longestName = 100;
    constexpr int64_t lastCalls = 4096, mostCalls = 200'000, notReady = 600; // the answer to a question, no error
    const std::string from =
        hasKernels ? " WHERE rowid > (SELECT max(rowid) FROM " + table + ") - " + std::to_string(lastCalls)
                   : std::string();
    SqliteRows rows =
        m_file.query("SELECT returnValue, nameId FROM " + table + from + " LIMIT " + std::to_string(mostCalls));
    // A wait after the end of the driver or of its context has nothing to wait for: exit handlers call it. Work that
    // was to run then fails in its launch.
    constexpr int64_t isShutDown = 4, isDestroyed = 709;
    uint64_t failed = 0, all = 0;
    QString first;
    while (rows.next()) {
        const std::string_view name = m_run.text(m_names.name(rows.integer(1)));
        const bool isLaunch = name.find("Launch") != name.npos;
        if (!isLaunch && name.find("Synchronize") == name.npos)
            continue;
        ++all;
        const int64_t error = rows.integer(0);
        if (error == 0 || error == notReady || (!isLaunch && (error == isShutDown || error == isDestroyed)))
            continue;
        if (failed++ == 0)
            first = Core::tr("%1 returned error %2").arg(toText(name.substr(0, longestName))).arg(error);
    }
    if (failed == 0)
        return;
    m_run.diagnostics
        .add("failed-calls",
             Core::tr("Calls of CUDA failed, the first of them: %1. What the program wanted did not run.").arg(first),
             -1, {}, int64_t(failed))
        .of = all;
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
            m_threads.setLabel(rows.integer(Tid), std::string(rows.text(Text)));
        if (kind == NvtxKind::None || kind == NvtxKind::ThreadName) {
            --m_rows;
            continue;
        }
        if (!usable(rows, Start, begin, duration))
            continue;
        const StringId label = !rows.isNull(Text)     ? m_run.strings.intern(rows.text(Text))
                               : !rows.isNull(TextId) ? m_names.name(rows.integer(TextId))
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
    const NsysThreads::Thread &on = m_threads.at(rows.integer(Tid));
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

} // namespace ws
