#include "core/readers/chrome/chromesink.h"

#include "core/base/texts.h"
#include "core/model/devicewords.h"
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

ChromeSink::ChromeSink(Run &run, Progress &progress, const WriterKind *writer)
    : m_run(run), m_progress(progress), m_builder(run), m_ascend(run, m_builder),
      m_writer(writer ? writer->make(run, m_builder) : nullptr), m_records(run, m_builder, m_ascend)
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
    thread.filePid = thread.pid = text(event.pid);
    thread.fileTid = thread.tid = text(event.tid);
    if (m_writer)
        m_writer->place(thread.pid, thread.tid);
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
    if (m_writer && (phase == 'X' || phase == 's' || phase == 't')) {
        int64_t duration = 0;
        m_writer->correct(event, time, duration);
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
    case 'p':
    case 'F':
        async(event, time, offset);
        break;
    case 'T':
        if (event.dur.empty())
            async(event, time, offset);
        else
            threadState(event, time, offset);
        break;
    case 's':
    case 't':
    case 'f':
        if (m_writer && arrow(event, time))
            break;
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

int64_t ChromeSink::durationOf(const ChromeEvent &event, int64_t start, uint64_t offset)
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
    return boundedDuration(start, duration);
}

void ChromeSink::complete(const ChromeEvent &event, int64_t start, uint64_t offset)
{
    int64_t duration = durationOf(event, start, offset);
    if (m_writer) {
        int64_t ignored = 0;
        microsToNs(event.ts, ignored);
        m_writer->correct(event, ignored, duration);
        const StringId name = nameOf(event);
        const Thread &t = thread(event);
        if (m_writer->take({event, t.filePid, t.fileTid, name, start, duration, offset})) {
            ++m_slices;
            return;
        }
        if (m_writer->ownsAll() &&
            !event.category.empty()) { // as the threads of the parser would read it, but for its place
            ++m_slices;
            const uint16_t category = categoryOf(event.category, event.name);
            m_builder.addSlice(cpuTrack(event), start, duration, name, category, offset);
            return;
        }
    }
    if (!event.category.empty()) {
        m_ownDigester.begin(m_ownDigest);
        m_ownDigester.addSlice(event, start, duration, offset);
        takeOwn();
        return;
    }
    ++m_slices;
    const StringId name = nameOf(event);
    if (total(event, start, duration, name))
        return;
    const Thread &t = thread(event);
    if (!m_ascend.hold(event, t.pid, t.tid, start, duration, name, offset))
        m_builder.addSlice(cpuTrack(event), start, duration, name, 0, offset);
}

/// Perfetto's form of what the scheduler does with a thread: it lies beside the thread's calls, not among them.
void ChromeSink::threadState(const ChromeEvent &event, int64_t start, uint64_t offset)
{
    const int64_t duration = durationOf(event, start, offset);
    const Thread &t = thread(event);
    std::string_view state;
    if (!event.args.empty())
        forEachMember(event.args, [&](const Member &m) {
            if (m.key == "state")
                state = m.token();
        });
    const StringId row = m_run.strings.intern(std::string(m_run.text(t.tid)) + " (state)");
    m_states.push_back({start, duration, offset, t.pid, row, state.empty() ? nameOf(event) : text(state)});
}

/// A state lasts until the next one, which may be long after the recording: it is drawn to the last other event.
void ChromeSink::addStates()
{
    const uint16_t category = m_states.empty() ? uint16_t(0) : m_builder.category("thread state");
    const int64_t last = m_builder.lastNs();
    for (const ThreadState &state : m_states)
        m_builder.addSlice(m_builder.cpuTrack(state.pid, state.row), state.start,
                           std::clamp<int64_t>(last - state.start, 0, state.duration), state.name, category,
                           state.offset);
}

/// clang's -ftime-trace ends in sums: slices from 0 on, each in a row of its own, that are no times.
bool ChromeSink::total(const ChromeEvent &event, int64_t start, int64_t duration, StringId name)
{
    constexpr std::string_view prefix = "Total ";
    if (start != 0 || !event.name.starts_with(prefix) || event.args.empty())
        return false;
    double count = 0, average = 0;
    bool hasCount = false, hasAverage = false;
    forEachMember(event.args, [&](const Member &m) {
        if (m.key == "count")
            hasCount = toDouble(m.token(), count);
        else if (m.key == "avg ms")
            hasAverage = toDouble(m.token(), average);
    });
    if (!hasCount || !hasAverage)
        return false;
    m_totals.push_back({std::string(m_run.text(name).substr(prefix.size())), double(duration), count, average});
    return true;
}

/// The sums of the file as a table.
void ChromeSink::addTotals()
{
    if (m_totals.empty())
        return;
    Table table;
    table.kind = "report";
    table.report = timeTraceTotals;
    table.reportNamedInFile = false;
    table.title = Core::tr("Totals").toStdString();
    table.columns = {
        {"Name", Unit::Text}, {"Total", Unit::Nanoseconds}, {"Count", Unit::Count}, {"Avg", Unit::Milliseconds}};
    for (Total &total : m_totals)
        table.rows.push_back({std::move(total.name), total.ns, total.count, total.averageMs});
    m_run.tables.push_back(std::move(table));
}

/// The arrows of a writer's own kind.
bool ChromeSink::arrow(const ChromeEvent &event, int64_t time)
{
    const Flows::Kind kind = event.phase[0] == 's' ? Flows::Start : event.phase[0] == 't' ? Flows::Step : Flows::End;
    const Thread &t = thread(event);
    if (m_writer->takeFlow(event, kind, {t.filePid, t.fileTid, time}))
        return true;
    m_builder.addFlow(kind, time, idNumber(event.id), categoryOf(event.category, {}), t.pid, t.tid);
    return true;
}

void ChromeSink::beginEnd(const ChromeEvent &event, int64_t time, uint64_t offset)
{
    if (m_writer) {
        const Thread &t = thread(event);
        if (m_writer->takePair({event, t.filePid, t.fileTid, nameOf(event), time, 0, offset})) {
            m_slices += event.phase[0] == 'E';
            return;
        }
    }
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
    StringId pid = text(event.pid), tid = text(event.name.starts_with("thread_") ? streamOf(event.tid) : event.tid);
    const auto sort = static_cast<int64_t>(sortIndex);
    const std::string_view said = !name.empty() ? name : !labels.empty() ? labels : sortText;
    m_said.add(event.name, pid, tid, said, static_cast<int64_t>(offset));
    if (m_writer) {
        const bool isTaken = event.name == "process_name"  ? m_writer->nameProcess(pid, text(name))
                             : event.name == "thread_name" ? m_writer->nameThread(pid, tid, text(name))
                                                           : false;
        if (isTaken)
            return;
        m_writer->place(pid, tid);
    }
    if (event.name == "process_name") {
        m_builder.process(pid).name = text(name);
    } else if (event.name == "process_labels") {
        m_builder.process(pid).labels = text(labels);
    } else if (event.name == "process_sort_index") {
        m_builder.process(pid).sortIndex = sort;
    } else if (event.name == "thread_name") {
        const StringId label = text(name);
        m_builder.nameThread(pid, tid, label);
        m_ascend.nameThread(pid, tid, label);
    } else if (event.name == "thread_sort_index") {
        m_builder.sortThread(pid, tid, sort);
        m_ascend.sortThread(pid, tid, sort);
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
    if (m_writer)
        m_writer->release();
    addTotals();
    addStates();
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
