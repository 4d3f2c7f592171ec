#include "core/readers/chrome/chromesink.h"

#include "core/base/texts.h"
#include "core/readers/chrome/kinetoargs.h"
#include "core/readers/toolkit/utf8names.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ws {
namespace {

using namespace json;

constexpr std::string_view modulePrefix = "nn.Module: ";

uint32_t cacheSlot(std::string_view pid, std::string_view tid)
{
    const auto last = [](std::string_view s) { return s.empty() ? 0u : static_cast<unsigned char>(s.back()); };
    return (last(pid) * 5 + last(tid) + static_cast<uint32_t>(tid.size())) & 7;
}

} // namespace

ChromeSink::ChromeSink(Run &run, Progress &progress)
    : m_run(run), m_progress(progress), m_builder(run), m_ascend(run, m_builder)
{
}

StringId ChromeSink::text(std::string_view raw, bool mayHaveEscapes)
{
    if (mayHaveEscapes && raw.find('\\') != raw.npos)
        return m_run.strings.intern(unescape(raw));
    return m_run.strings.intern(raw);
}

ChromeSink::Thread &ChromeSink::thread(const ChromeEvent &event)
{
    Thread &thread = m_threads[cacheSlot(event.pid, event.tid)];
    if (thread.pidText == event.pid && thread.tidText == event.tid && thread.track != UINT32_MAX - 1)
        return thread;
    thread.pidText = event.pid;
    thread.tidText = event.tid;
    thread.pid = text(event.pid);
    thread.tid = text(event.tid);
    thread.track = UINT32_MAX;
    return thread;
}

uint32_t ChromeSink::cpuTrack(const ChromeEvent &event)
{
    Thread &t = thread(event);
    if (t.track == UINT32_MAX)
        t.track = m_builder.cpuTrack(t.pid, t.tid);
    return t.track;
}

/// Old Kineto writes "stream 7" where new Kineto writes 7.
StringId ChromeSink::streamText(std::string_view tid)
{
    if (tid.substr(0, 7) == "stream ")
        tid.remove_prefix(7);
    return text(tid);
}

uint16_t ChromeSink::categoryOf(std::string_view raw, std::string_view name)
{
    if (raw != m_lastCategory) {
        m_lastCategory = raw;
        const std::string plain = raw.find('\\') == raw.npos ? std::string(raw) : unescape(raw);
        m_lastCategoryIndex = m_builder.category(plain);
        m_lastCategoryKind = m_builder.kindOf(m_lastCategoryIndex);
        m_lastModuleIndex =
            m_lastCategoryKind == CategoryKind::Python ? m_builder.category(plain, true) : m_lastCategoryIndex;
        m_kineto =
            m_kineto || (m_lastCategoryKind != CategoryKind::Other && m_lastCategoryKind != CategoryKind::Overhead);
    }
    const bool module =
        m_lastCategoryKind == CategoryKind::Python && name.substr(0, modulePrefix.size()) == modulePrefix;
    return module ? m_lastModuleIndex : m_lastCategoryIndex;
}

void ChromeSink::count(const ChromeEvent &event)
{
    if ((++m_total & 0xFFF) == 0)
        m_progress.events = static_cast<int64_t>(m_total);
    if (event.hasPhase && event.phase.size() == 1 && static_cast<unsigned char>(event.phase[0]) < 128)
        ++m_phases[static_cast<unsigned char>(event.phase[0])];
    else
        ++m_run.info.byPhase[event.hasPhase ? unescape(event.phase) : "None"];
}

void ChromeSink::event(const ChromeEvent &event, uint64_t offset)
{
    count(event);
    const char phase = event.hasPhase && event.phase.size() == 1 ? event.phase[0] : '\0';
    if (phase == 'M') {
        metadata(event, offset);
        return;
    }
    int64_t time = 0;
    if (!microsToNs(event.ts, time) || time > farthestNs || time < -farthestNs) {
        if (phase)
            m_run.diagnostics.add("no-time",
                                  Core::tr("events without a usable time stamp; they are counted but not drawn"),
                                  static_cast<int64_t>(offset));
        return;
    }
    m_builder.see(time);
    m_lastTime = time;
    if (m_lossOpen) {
        m_lossOpen = false;
        m_run.diagnostics.add("bad-event", {}, -1, {}, 0).endNs = time;
    }
    switch (phase) {
    case 'X':
        complete(event, time, offset);
        break;
    case 'B':
    case 'E':
        beginEnd(event, time, offset);
        break;
    case 'b':
    case 'e':
    case 'n':
    case 'S':
    case 'T':
    case 'p':
    case 'F':
        async(event, time, offset);
        break;
    case 's':
    case 't':
    case 'f':
        flow(event, time);
        break;
    case 'C':
        counter(event, time, offset);
        break;
    case 'i':
    case 'I':
    case 'R':
        instant(event, time, offset);
        break;
    default:
        break;
    }
}

void ChromeSink::complete(const ChromeEvent &event, int64_t start, uint64_t offset)
{
    ++m_slices;
    int64_t duration = 0;
    if (!microsToNs(event.dur, duration) && !event.dur.empty())
        m_run.diagnostics.add("bad-duration", Core::tr("durations that are not numbers; taken as 0"),
                              static_cast<int64_t>(offset), event.dur);
    if (duration < 0) {
        m_run.diagnostics.add("negative-duration", Core::tr("negative durations; taken as 0"),
                              static_cast<int64_t>(offset), event.dur);
        duration = 0;
    }
    duration = std::min(duration, farthestNs - std::max<int64_t>(start, 0));
    const uint16_t category = categoryOf(event.category, event.name);
    const CategoryKind kind = m_builder.kindOf(category);
    if (isGpuWork(kind)) {
        gpuWork(event, start, duration, category, offset);
        return;
    }
    if (kind == CategoryKind::GpuAnnotation) {
        gpuLabel(event, start, duration, category, offset);
        return;
    }
    const StringId name = nameOf(event);
    if (event.category.empty()) {
        const Thread &t = thread(event);
        if (m_ascend.hold(event, t.pid, t.tid, start, duration, name, offset))
            return;
    }
    const uint32_t track = cpuTrack(event);
    if (kind == CategoryKind::Launch) {
        if (const LaunchArgs args = launchArgs(event.args, m_run.strings); args.correlation) {
            m_builder.addLaunch(track, start, duration, name, category, offset, args.correlation, args.kernel);
            return;
        }
    } else if (kind == CategoryKind::CpuOp) {
        m_builder.addOp(track, start, duration, name, category, offset,
                        opDetail(event.args, m_run.strings));
        return;
    }
    m_builder.addSlice(track, start, duration, name, category, offset);
}

void ChromeSink::gpuWork(const ChromeEvent &event, int64_t start, int64_t duration, uint16_t category, uint64_t offset)
{
    WorkArgs args = workArgs(event.args, m_run.strings);
    const StringId device = text(args.device.empty() ? event.pid : args.device);
    const StringId stream = args.stream.empty() ? streamText(event.tid) : text(args.stream);
    const uint32_t track = m_builder.track(TrackKind::GpuStream, device, stream);
    const StringId name = nameOf(event);
    if (!args.collective.empty() && m_builder.kindOf(category) == CategoryKind::Kernel)
        args.detail.matchName = collectiveName(m_run.strings, name, unescape(args.collective));
    m_builder.addGpuWork(track, start, duration, name, category, offset, args.detail);
}

/// gpu_user_annotation: a row of its own next to the stream that it labels.
void ChromeSink::gpuLabel(const ChromeEvent &event, int64_t start, int64_t duration, uint16_t category, uint64_t offset)
{
    ++m_annotations;
    const uint32_t track = m_builder.track(TrackKind::GpuAnnotation, text(event.pid), streamText(event.tid));
    m_builder.addSlice(track, start, duration, nameOf(event), category, offset);
}

void ChromeSink::beginEnd(const ChromeEvent &event, int64_t time, uint64_t offset)
{
    m_builder.addPairEvent(
        {time, offset, cpuTrack(event), nameOf(event), categoryOf(event.category, event.name), event.phase[0] == 'B'});
}

static uint64_t idNumber(std::string_view id)
{
    uint64_t number = 0;
    if (toUnsigned(id, number))
        return number;
    return std::hash<std::string_view>()(id);
}

void ChromeSink::async(const ChromeEvent &event, int64_t time, uint64_t offset)
{
    const char phase = event.phase[0];
    const Thread &t = thread(event);
    const uint16_t category = categoryOf(event.category, event.name);
    if (phase == 'n' || phase == 'T' || phase == 'p') {
        m_builder.addInstant(time, nameOf(event), category, t.pid, t.tid, offset);
        return;
    }
    m_builder.addAsync(t.pid, idNumber(event.id),
                       {time, offset, 0, nameOf(event), category, phase == 'b' || phase == 'S'});
}

void ChromeSink::flow(const ChromeEvent &event, int64_t time)
{
    const Thread &t = thread(event);
    const Flows::Kind kind = event.phase[0] == 's' ? Flows::Start : event.phase[0] == 't' ? Flows::Step : Flows::End;
    const uint64_t id = idNumber(event.id);
    const uint16_t category = categoryOf(event.category, event.name);
    if (!m_ascend.holdFlow(event.category, kind, time, id, category, t.pid, t.tid))
        m_builder.addFlow(kind, time, id, category, t.pid, t.tid);
}

void ChromeSink::counter(const ChromeEvent &event, int64_t time, uint64_t offset)
{
    constexpr double farthestValue = 1e300; // differences of two stay finite
    ++m_counterEvents;
    const Thread &t = thread(event);
    StringId name = nameOf(event);
    if (!event.id.empty())
        name = m_run.strings.intern(std::string(m_run.text(name)) + " [" + unescape(event.id) + "]");
    forEachMember(event.args, [&](const Member &m) {
        double value = 0;
        if (toDouble(m.token(), value) && std::abs(value) < farthestValue)
            m_builder.addCounter(time, t.pid, name, text(m.key), value);
        else
            finding("bad-counter",
                    Core::tr("values of counters that are not numbers or absurdly large; they are not drawn"),
                    static_cast<int64_t>(offset), m.value);
    });
}

void ChromeSink::instant(const ChromeEvent &event, int64_t time, uint64_t offset)
{
    if (event.name == "[memory]") {
        memory(event, time);
        return;
    }
    const Thread &t = thread(event);
    m_builder.addInstant(time, nameOf(event), categoryOf(event.category, event.name), t.pid, t.tid, offset);
}

/// torch writes one instant per allocation; the useful view is the curve of the totals, per device.
void ChromeSink::memory(const ChromeEvent &event, int64_t time)
{
    std::string_view deviceType, device;
    double allocated = 0, reserved = 0;
    bool hasAllocated = false, hasReserved = false;
    forEachMember(event.args, [&](const Member &m) {
        if (m.key == "Device Type")
            deviceType = m.token();
        else if (m.key == "Device Id")
            device = m.token();
        else if (m.key == "Total Allocated")
            hasAllocated = toDouble(m.token(), allocated);
        else if (m.key == "Total Reserved")
            hasReserved = toDouble(m.token(), reserved);
    });
    const std::string where = deviceType == "0" ? " (CPU)" : " (GPU " + std::string(device) + ")";
    const StringId name = m_run.strings.intern("[memory]" + where);
    const Thread &t = thread(event);
    if (hasAllocated)
        m_builder.addCounter(time, t.pid, name, m_run.strings.intern("Total Allocated"), allocated);
    if (hasReserved)
        m_builder.addCounter(time, t.pid, name, m_run.strings.intern("Total Reserved"), reserved);
}

void ChromeSink::metadata(const ChromeEvent &event, uint64_t offset)
{
    constexpr double farthestSort = 9e15; // integers up to it are exact
    std::string_view name, labels, sortText;
    double sortIndex = 0;
    forEachMember(event.args, [&](const Member &m) {
        if (m.key == "name")
            name = m.token();
        else if (m.key == "labels")
            labels = m.token();
        else if (m.key == "sort_index") {
            sortText = m.token();
            if (toDouble(sortText, sortIndex) && std::abs(sortIndex) <= farthestSort)
                return;
            finding("bad-sort-index", Core::tr("sort indices that are not numbers or absurdly large; taken as 0"),
                    static_cast<int64_t>(offset), m.value);
            sortIndex = 0;
        }
    });
    const Thread &t = thread(event);
    const auto sort = static_cast<int64_t>(sortIndex);
    const std::string_view said = !name.empty() ? name : !labels.empty() ? labels : sortText;
    m_said.add(event.name, t.pid, t.tid, said, static_cast<int64_t>(offset));
    if (event.name == "process_name") {
        m_builder.process(t.pid).name = text(name);
    } else if (event.name == "process_labels") {
        m_builder.process(t.pid).labels = text(labels);
    } else if (event.name == "process_sort_index") {
        m_builder.process(t.pid).sortIndex = sort;
    } else if (event.name == "thread_name" || event.name == "thread_sort_index") {
        const StringId tid = streamText(event.tid);
        if (event.name == "thread_name") {
            const StringId label = text(name);
            m_builder.nameThread(t.pid, tid, label);
            m_ascend.nameThread(t.pid, tid, label);
        } else {
            m_builder.sortThread(t.pid, tid, sort);
            m_ascend.sortThread(t.pid, tid, sort);
        }
    }
}

void ChromeSink::finding(const char *kind, const QString &message, int64_t offset, std::string_view text)
{
    m_run.diagnostics.add(kind, message, offset, text);
}

void ChromeSink::damagedEvent(int64_t offset, std::string_view text)
{
    Diagnostic &d = m_run.diagnostics.add(
        "bad-event", Core::tr("events that are not valid JSON; they were skipped, the events around them are kept"),
        offset, text);
    if (d.count == 1)
        d.beginNs = m_lastTime == INT64_MIN ? -1 : m_lastTime;
    m_lossOpen = true;
}

void ChromeSink::close()
{
    m_ascend.release();
    RunInfo &info = m_run.info;
    info.totalEvents = m_total;
    info.slices = m_slices;
    info.gpuAnnotations = m_annotations;
    info.counterEvents = m_counterEvents;
    for (int c = 0; c < 128; ++c)
        if (m_phases[c])
            info.byPhase[std::string(1, static_cast<char>(c))] = m_phases[c];
    m_progress.events = static_cast<int64_t>(m_total);
    m_said.report(m_run.diagnostics);
    noteInvalidUtf8(m_run);
}

} // namespace ws
