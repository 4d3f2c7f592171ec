#include "core/readers/chrome/chromesink.h"

#include "core/base/texts.h"
#include "core/readers/toolkit/utf8names.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ws {
namespace {

using namespace json;

uint32_t cacheSlot(std::string_view pid, std::string_view tid)
{
    const auto last = [](std::string_view s) { return s.empty() ? 0u : static_cast<unsigned char>(s.back()); };
    return (last(pid) * 5 + last(tid) + static_cast<uint32_t>(tid.size())) & 7;
}

unsigned char phaseOf(EventRecord::Kind kind)
{
    using Kind = EventRecord::Kind;
    return kind == Kind::FlowStart ? 's' : kind == Kind::FlowStep ? 't' : kind == Kind::FlowEnd ? 'f' : 'X';
}

} // namespace

ChromeSink::ChromeSink(Run &run, Progress &progress)
    : m_run(run), m_progress(progress), m_builder(run), m_ascend(run, m_builder), m_records(run, m_builder, m_ascend)
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
    const bool module = m_lastCategoryKind == CategoryKind::Python && name.starts_with(modulePrefix);
    return module ? m_lastModuleIndex : m_lastCategoryIndex;
}

void ChromeSink::learn(const EventDigest &digest, size_t thread)
{
    while (m_meanings.size() <= thread)
        m_meanings.emplace_back();
    m_digest = &digest;
    m_digestMeanings = &m_meanings[thread];
    m_digestMeanings->learn(digest);
}

void ChromeSink::goOnFrom(ChromeSink &before)
{
    m_meanings = std::move(before.m_meanings);
    m_digest = before.m_digest;
    m_digestMeanings = nullptr;
    for (DigestMeanings &meanings : m_meanings) {
        meanings.forgetRun();
        if (&meanings == before.m_digestMeanings)
            m_digestMeanings = &meanings;
    }
}

void ChromeSink::take(size_t begin, size_t end)
{
    for (size_t i = begin; i < end; ++i) {
        const EventRecord &record = m_digest->records[i];
        if (record.kind == EventRecord::Kind::Other) {
            event(m_digest->others[record.detail], record.offset);
            continue;
        }
        countOne();
        ++m_phases[phaseOf(record.kind)];
        seen(record.time);
        m_records.take(*m_digest, *m_digestMeanings, record);
    }
}

/// The event that is in the own digest.
void ChromeSink::takeOwn()
{
    m_ownDigester.end();
    m_ownMeanings.learn(m_ownDigest);
    m_records.take(m_ownDigest, m_ownMeanings, m_ownDigest.records.front());
}

void ChromeSink::count(const ChromeEvent &event)
{
    countOne();
    if (event.hasPhase && event.phase.size() == 1 && static_cast<unsigned char>(event.phase[0]) < 128) {
        ++m_phases[static_cast<unsigned char>(event.phase[0])];
        return;
    }
    auto &byPhase = m_run.info.byPhase;
    std::string phase = event.hasPhase ? unescape(event.phase) : "None";
    constexpr size_t maxPhases = 1000; // hostile files have more
    if (byPhase.size() >= maxPhases && !byPhase.contains(phase))
        phase = "…";
    ++byPhase[phase];
}

void ChromeSink::seen(int64_t time)
{
    m_builder.see(time);
    m_lastTime = time;
    if (!m_lossOpen)
        return;
    m_lossOpen = false;
    m_run.diagnostics.add("bad-event", {}, -1, {}, 0).endNs = time;
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
    seen(time);
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
        m_ownDigester.begin(m_ownDigest);
        m_ownDigester.addFlow(event, time, offset);
        takeOwn();
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
    int64_t duration = 0;
    if (!microsToNs(event.dur, duration) && !event.dur.empty())
        m_run.diagnostics.add("bad-duration", Core::tr("durations that are not numbers; taken as 0"),
                              static_cast<int64_t>(offset), event.dur);
    if (duration < 0) {
        m_run.diagnostics.add("negative-duration", Core::tr("negative durations; taken as 0"),
                              static_cast<int64_t>(offset), event.dur);
        duration = 0;
    }
    duration = boundedDuration(start, duration);
    if (!event.category.empty()) {
        m_ownDigester.begin(m_ownDigest);
        m_ownDigester.addSlice(event, start, duration, offset);
        takeOwn();
        return;
    }
    ++m_slices;
    const StringId name = nameOf(event);
    const Thread &t = thread(event);
    if (!m_ascend.hold(event, t.pid, t.tid, start, duration, name, offset))
        m_builder.addSlice(cpuTrack(event), start, duration, name, 0, offset);
}

void ChromeSink::beginEnd(const ChromeEvent &event, int64_t time, uint64_t offset)
{
    const uint16_t category = categoryOf(event.category, event.name);
    PairEvent pair{time, offset, cpuTrack(event), nameOf(event), category, event.phase[0] == 'B'};
    const CategoryKind kind = m_builder.kindOf(category);
    const bool hasArguments = isGpuWork(kind) || kind == CategoryKind::GpuAnnotation || kind == CategoryKind::Launch ||
                              kind == CategoryKind::CpuOp;
    if (pair.begin && hasArguments && pair.name) {
        if (m_begun.records.empty()) {
            m_begunDigester.begin(m_begun);
            m_builder.onBegun([this](uint32_t number, int64_t duration) { takeBegun(number, duration); });
        }
        m_begunDigester.addSlice(event, time, 0, offset);
        pair.begun = static_cast<uint32_t>(m_begun.records.size());
    }
    m_builder.addPairEvent(pair);
}

/// What began and has ended becomes what an X event with that duration would.
void ChromeSink::takeBegun(uint32_t number, int64_t duration)
{
    EventRecord record = m_begun.records[number - 1];
    record.duration = boundedDuration(record.time, duration);
    m_run.info.gpuAnnotations += record.kind == EventRecord::Kind::Label;
    m_records.take(m_begun, m_begunMeanings, record);
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
    if (!m_memory.name || m_memory.deviceType != deviceType || m_memory.device != device) {
        const std::string where = deviceType == "0" ? " (CPU)" : " (GPU " + std::string(device) + ")";
        m_memory = {std::string(deviceType), std::string(device), m_run.strings.intern("[memory]" + where)};
    }
    const StringId name = m_memory.name;
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
        const StringId tid = text(streamOf(event.tid));
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
    m_records.countWaits();
    m_ascend.release();
    m_meanings.clear();
    if (!m_begun.records.empty()) {
        m_begunDigester.end();
        m_begunMeanings.learn(m_begun);
    }
    RunInfo &info = m_run.info;
    info.totalEvents = m_total;
    info.slices = m_slices + m_records.slices();
    info.gpuAnnotations = m_records.annotations();
    info.counterEvents = m_counterEvents;
    for (int c = 0; c < 128; ++c)
        if (m_phases[c])
            info.byPhase[std::string(1, static_cast<char>(c))] = m_phases[c];
    m_progress.events = static_cast<int64_t>(m_total);
    m_said.report(m_run.diagnostics);
    noteInvalidUtf8(m_run);
}

} // namespace ws
