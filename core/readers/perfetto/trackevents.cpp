#include "core/readers/perfetto/trackevents.h"

#include "core/base/format.h"
#include "core/base/texts.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ws {
namespace {

// TrackEvent and DebugAnnotation (protos/perfetto/trace/track_event/…)
namespace tevent {
enum Field : uint32_t {
    CategoryId = 3,
    Annotation = 4,
    Legacy = 6,
    Type = 9,
    NameId = 10,
    TrackUuid = 11,
    ExtraValues = 12,
    AbsoluteUs = 16,
    CategoryText = 22,
    NameText = 23,
    CounterValue = 30,
    ExtraTracks = 31,
    OldFlow = 36,
    OldEndedFlow = 42,
    RealCounterValue = 44,
    ExtraRealTracks = 45,
    ExtraRealValues = 46,
    Flow = 47,
    EndedFlow = 48,
};
enum Type : uint32_t { Begin = 1, End = 2, Instant = 3, Counter = 4 };
enum AnnotationField : uint32_t {
    NameOfId = 1,
    Bool = 2,
    Uint = 3,
    Int = 4,
    Double = 5,
    Text = 6,
    Pointer = 7,
    NameItself = 10,
    TextId = 17,
};
enum LegacyField : uint32_t { LegacyName = 1, LegacyPhase = 2, LegacyDurationUs = 3 };
} // namespace tevent

bool isDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// "4" of 4, "Agent-4" and "GPU-0".
std::string lastNumber(std::string_view text)
{
    const size_t end = text.find_last_of("0123456789");
    if (end == text.npos)
        return {};
    const size_t before = text.find_last_not_of("0123456789", end);
    return std::string(
        text.substr(before == text.npos ? 0 : before + 1, end - (before == text.npos ? 0 : before + 1) + 1));
}

/// The value of a key in arguments as Kineto writes them without braces: "device": 0, "stream": 7; empty: not there.
std::string_view jsonValue(std::string_view arguments, std::string_view key)
{
    std::string quoted = "\"";
    quoted.append(key).append("\":");
    const size_t found = arguments.find(quoted);
    if (found == arguments.npos)
        return {};
    std::string_view rest = arguments.substr(found + quoted.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const bool isList = rest.starts_with('['), isText = rest.starts_with('"');
    if (isText)
        rest.remove_prefix(1);
    return rest.substr(0, rest.find_first_of(isList ? "]" : isText ? "\"" : ",}"));
}

uint64_t unsignedIn(std::string_view text)
{
    uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Three numbers of "(8,1,1)" or "[8, 1, 1"; false: others.
bool readExtent(std::string_view text, Extent &extent)
{
    size_t at = text.find_first_of("0123456789");
    for (int64_t &number : extent) {
        if (at == text.npos)
            return false;
        number = static_cast<int64_t>(unsignedIn(text.substr(at)));
        at = text.find_first_of("0123456789", text.find_first_not_of("0123456789", at));
    }
    return at == text.npos;
}

} // namespace

TrackEvents::TrackEvents(Run &run, TraceTracks &tracks, TraceClocks &clocks)
    : m_run(run), m_tracks(tracks), m_clocks(clocks), m_builder(run), m_grids(run.strings)
{
}

TrackEvents::Event TrackEvents::read(std::string_view message, const PacketSequence &sequence)
{
    Event event;
    event.track = sequence.track;
    event.names = sequence.names.get();
    WireReader reader(message);
    WireField field;
    while (reader.next(field)) {
        const bool isNumber = field.type == WireField::Varint, isBytes = field.type == WireField::Bytes;
        switch (field.number) {
        case tevent::Type:
            event.type = static_cast<uint32_t>(field.value);
            break;
        case tevent::TrackUuid:
            event.track = field.value;
            break;
        case tevent::CategoryId:
            if (const auto known = event.names->categories.find(field.value);
                known != event.names->categories.end() && event.category.role == EventRole::Untold)
                event.category = known->second;
            break;
        case tevent::CategoryText:
            if (isBytes && event.category.role == EventRole::Untold)
                event.category = categoryNamed(field.bytes, m_builder);
            break;
        case tevent::NameId:
            if (const auto known = event.names->names.find(field.value); known != event.names->names.end())
                event.name = known->second;
            break;
        case tevent::NameText:
            if (isBytes)
                event.name = m_run.strings.intern(field.bytes);
            break;
        case tevent::Annotation:
            if (isBytes && event.argumentCount < std::size(event.arguments))
                event.arguments[event.argumentCount++] = field.bytes;
            break;
        case tevent::CounterValue:
            event.counter = field.integer();
            event.hasCounter = isNumber;
            break;
        case tevent::RealCounterValue:
            event.realCounter = field.real();
            event.hasCounter = event.isRealCounter = field.type == WireField::Fixed64;
            break;
        case tevent::ExtraValues:
            if (isNumber)
                event.values.push_back(field.integer());
            break;
        case tevent::ExtraRealValues:
            if (field.type == WireField::Fixed64)
                event.realValues.push_back(field.real());
            break;
        case tevent::ExtraTracks:
            if (isNumber)
                event.counters.push_back(field.value);
            break;
        case tevent::ExtraRealTracks:
            if (isNumber)
                event.realCounters.push_back(field.value);
            break;
        case tevent::Flow:
        case tevent::OldFlow:
            event.flow = isBytes ? 0 : field.value;
            break;
        case tevent::EndedFlow:
        case tevent::OldEndedFlow:
            event.ended = isBytes ? 0 : field.value;
            break;
        case tevent::AbsoluteUs:
            event.absoluteUs = field.integer();
            break;
        case tevent::Legacy:
            if (isBytes)
                readLegacy(field.bytes, event);
            break;
        default:
            break;
        }
    }
    if (event.counters.empty() && !event.values.empty())
        event.counters = sequence.counters;
    if (event.realCounters.empty() && !event.realValues.empty())
        event.realCounters = sequence.realCounters;
    event.isDamaged = reader.isDamaged();
    return event;
}

/// Events of Chrome's JSON in the binary form.
void TrackEvents::readLegacy(std::string_view message, Event &event)
{
    WireReader reader(message);
    WireField field;
    while (reader.next(field)) {
        if (field.type != WireField::Varint)
            continue;
        if (field.number == tevent::LegacyName) {
            if (const auto known = event.names->names.find(field.value); known != event.names->names.end())
                event.name = known->second;
        } else if (field.number == tevent::LegacyDurationUs) {
            event.durationUs = field.integer();
        } else if (field.number == tevent::LegacyPhase && !event.type) {
            const uint64_t phase = field.value;
            if (phase == 'B' || phase == 'X')
                event.type = tevent::Begin;
            else if (phase == 'E')
                event.type = tevent::End;
            else if (phase == 'i' || phase == 'I')
                event.type = tevent::Instant;
        }
    }
}

TrackEvents::Arguments TrackEvents::argumentsOf(const Event &event) const
{
    Arguments arguments;
    for (size_t i = 0; i < event.argumentCount; ++i) {
        ArgumentKind kind = ArgumentKind::Other;
        Argument value;
        WireReader reader(event.arguments[i]);
        WireField field;
        while (reader.next(field)) {
            if (field.number == tevent::NameOfId) {
                const auto known = event.names->arguments.find(field.value);
                kind = known == event.names->arguments.end() ? kind : known->second.kind;
            } else if (field.number == tevent::NameItself && field.type == WireField::Bytes) {
                kind = argumentKind(field.bytes);
            } else if ((field.number == tevent::Uint || field.number == tevent::Int ||
                        field.number == tevent::Pointer) &&
                       field.type == WireField::Varint) {
                value.isTold = value.isNumber = true;
                value.number = field.value;
            } else if (field.number == tevent::Text && field.type == WireField::Bytes) {
                value.isTold = true;
                value.text = field.bytes;
            } else if (field.number == tevent::TextId) {
                const auto known = event.names->texts.find(field.value);
                value.isTold = known != event.names->texts.end();
                value.text = value.isTold ? m_run.text(known->second) : value.text;
            }
        }
        if (kind != ArgumentKind::Other)
            arguments.of[size_t(kind)] = value;
    }
    return arguments;
}

bool TrackEvents::timeOf(const Packet &packet, const PacketSequence &sequence, const Event &event, int64_t at,
                         int64_t &time)
{
    const uint64_t clock = packet.hasClock ? packet.clock : sequence.clock;
    if (packet.hasTimestamp) {
        const auto known = m_clocks.traceTime(packet.timestamp, clock, packet.sequence);
        if (!known)
            m_run.diagnostics.add("unknown-clock",
                                  Core::tr("times of a clock that the file does not compare with the others; they are "
                                           "shown as they are"),
                                  at);
        time = known ? *known : static_cast<int64_t>(packet.timestamp);
    } else if (event.absoluteUs >= 0 && event.absoluteUs < farthestNs / 1000) {
        time = event.absoluteUs * 1000;
    } else {
        m_run.diagnostics.add("no-time", Core::tr("events without a usable time; they were left out"), at);
        return false;
    }
    if (time > farthestNs || time < 0) { // rocprofv3's counters of bytes begin 5 µs before 0 where nothing was copied
        m_run.diagnostics.add("absurd-time", Core::tr("events at times that none can be; they were left out"), at,
                              m_run.text(event.name));
        return false;
    }
    return true;
}

void TrackEvents::take(const Packet &packet, const PacketSequence &sequence, int64_t at)
{
    const Event event = read(packet.event, sequence);
    if (event.isDamaged) {
        m_run.diagnostics.add(
            "bad-event", Core::tr("events that are damaged; they were skipped, the events around them are kept"), at);
        return;
    }
    ++m_events;
    int64_t time = 0;
    if (!packet.hasTimestamp && event.absoluteUs < 0 && event.type == tevent::Instant)
        return noteMetadata(event); // Kineto's metadata
    if (!timeOf(packet, sequence, event, at, time))
        return;
    m_last = event.type == tevent::Counter ? m_last : std::max(m_last, time);
    for (size_t i = 0; i < event.values.size() && i < event.counters.size(); ++i)
        addSample(event.counters[i], static_cast<double>(event.values[i]), time, packet);
    for (size_t i = 0; i < event.realValues.size() && i < event.realCounters.size(); ++i)
        addSample(event.realCounters[i], event.realValues[i], time, packet);
    switch (event.type) {
    case tevent::Begin:
        return begin(event, packet, time, at);
    case tevent::End:
        return end(event, time, at);
    case tevent::Instant:
        return instant(event, time, at, packet);
    case tevent::Counter:
        return counter(event, time, packet);
    default:
        m_run.diagnostics.add("unread-events", Core::tr("events of a type that is not read"), at);
    }
}

const TrackEvents::Row &TrackEvents::rowOf(uint32_t track, int64_t trustedPid)
{
    const uint32_t of = m_tracks.rowOf(track);
    Row &row = m_rows[of];
    if (row.track != UINT32_MAX)
        return row;
    const TraceTrack &said = m_tracks.track(of);
    int64_t pid = m_tracks.pidOf(of);
    pid = pid >= 0 ? pid : std::max<int64_t>(trustedPid, 0);
    const int64_t named = threadInName(m_run.text(said.name));
    const int64_t tid = said.tid >= 0 ? said.tid : named;
    row.pid = number(pid);
    if (tid >= 0) {
        row.tid = number(tid);
        const StringId thread = m_tracks.threadName(pid, tid);
        if (const StringId label = thread ? thread : said.name)
            m_builder.nameThread(row.pid, row.tid, label);
    } else if (said.pid >= 0 || (!said.isDescribed && said.uuid == 0)) {
        row.tid = m_run.strings.intern(said.pid >= 0 ? "process" : "trace");
    } else {
        row.tid = said.name ? said.name : m_run.strings.intern("track " + std::to_string(said.uuid));
    }
    row.track = m_builder.cpuTrack(row.pid, row.tid);
    if (const StringId name = m_tracks.processName(pid))
        m_builder.process(row.pid).name = name;
    return row;
}

/// The device of a process that Kineto calls "python [GPU 0]"; 0: none.
StringId TrackEvents::gpuProcessOf(uint32_t track)
{
    const int64_t pid = m_tracks.pidOf(track);
    const std::string_view name = m_run.text(m_tracks.processName(pid));
    const size_t open = name.rfind("[GPU ");
    return pid >= 0 && open != name.npos && name.ends_with(']') ? number(pid) : 0;
}

void TrackEvents::begin(const Event &event, const Packet &packet, int64_t time, int64_t at)
{
    const uint32_t track = m_tracks.find(event.track);
    Open open;
    open.start = time;
    open.at = static_cast<uint64_t>(at);
    open.name = event.name;
    open.category = event.category.index;
    open.role = event.category.role;
    const Arguments arguments = argumentsOf(event);
    const Argument &begins = arguments[ArgumentKind::BeginNs], &ends = arguments[ArgumentKind::EndNs];
    if (begins.isNumber && ends.isNumber && begins.number == packet.timestamp && ends.number >= begins.number &&
        ends.number - begins.number < uint64_t(farthestNs) - uint64_t(std::max<int64_t>(time, 0)))
        open.toldEnd = time + static_cast<int64_t>(ends.number - begins.number);
    if (event.durationUs >= 0 && event.durationUs < (farthestNs - std::max<int64_t>(time, 0)) / 1000)
        open.toldEnd = time + event.durationUs * 1000;
    const Argument &correlation = arguments[ArgumentKind::Correlation];
    const bool isToldCorrelation = correlation.isNumber || isDigits(correlation.text);
    open.correlation = correlation.isNumber ? correlation.number
                       : isToldCorrelation  ? unsignedIn(correlation.text)
                                            : event.flow;
    open.externalId = arguments[ArgumentKind::ExternalId].number;
    placeWork(open, event, arguments, track, event.category.role == EventRole::Untold);
    const bool isOnRow = !isWork(open.role) && open.role != EventRole::GpuLabel;
    if (isOnRow)
        open.row = rowOf(track, packet.trustedPid).track;
    if ((event.flow || event.ended) && !isToldCorrelation && isOnRow) {
        const Row &row = rowOf(track, packet.trustedPid);
        m_flows.push_back({event.flow ? event.flow : event.ended, time, row.pid, row.tid, event.flow == 0});
    }
    if (event.durationUs >= 0 && open.toldEnd != INT64_MIN)
        return add(open, open.toldEnd); // Chrome's X: no end follows
    m_open[track].push_back(std::move(open));
}

/// Tells whether it is GPU work, and whose.
void TrackEvents::placeWork(Open &open, const Event &event, const Arguments &arguments, uint32_t track, bool isUntold)
{
    const std::string_view name = m_run.text(open.name);
    if (isUntold) {
        if (const StringId device = gpuProcessOf(track))
            return placeKineto(open, arguments, track, device);
        const Argument &metadata = arguments[ArgumentKind::Metadata];
        const bool isCall = !jsonValue(metadata.text, "cbid").empty();
        open.role = isCall ? EventRole::Launch : EventRole::Plain;
        if (isCall)
            open.category = m_builder.category("cuda_runtime");
        else if (!jsonValue(metadata.text, "Python id").empty())
            open.category = m_builder.category("python_function", CategoryKind::Python);
        if (isCall && !open.correlation)
            open.correlation = unsignedIn(jsonValue(metadata.text, "correlation"));
        if (!arguments[ArgumentKind::ExternalId].isTold)
            open.externalId = unsignedIn(jsonValue(metadata.text, "External id"));
        return;
    }
    const bool isCopy = name.starts_with("MEMORY_COPY"), isScratch = name.starts_with("SCRATCH_MEMORY");
    if (open.role == EventRole::HipStream)
        open.role = isCopy ? EventRole::Copy : isScratch ? EventRole::Plain : EventRole::Kernel;
    if (open.role == EventRole::HipDevice) {
        const std::string_view operation = arguments[ArgumentKind::Operation].text;
        open.role = operation == "BARRIER" ? EventRole::Plain
                    : operation == "COPY"  ? EventRole::Copy
                                           : EventRole::Kernel;
    }
    if (!isWork(open.role) && open.role != EventRole::GpuLabel)
        return;
    const StringId trackName = m_tracks.track(m_tracks.rowOf(track)).name;
    const GpuTrackName said = gpuTrackName(m_run.text(trackName));
    open.device = deviceOf(open.role, arguments, said);
    open.stream = streamOf(open.role, arguments, said, trackName);
    open.countsAgents = open.role == EventRole::Copy && !event.names->arguments.empty() &&
                        (m_run.text(trackName).starts_with("GPU Memory Copy") ||
                         m_run.text(trackName).starts_with("HIP Activity Stream"));
    open.detail.grid = gridOf(arguments);
    if (m_builder.kindOf(open.category) == CategoryKind::Other && isWork(open.role))
        open.category = m_builder.category(open.role == EventRole::Copy ? "gpu_memcpy" : "kernel");
}

/// Kineto's own form has no categories: the arguments of work name its stream, those of a label do not.
void TrackEvents::placeKineto(Open &open, const Arguments &arguments, uint32_t track, StringId device)
{
    const std::string_view metadata = arguments[ArgumentKind::Metadata].text, name = m_run.text(open.name);
    const std::string_view stream = jsonValue(metadata, "stream");
    const StringId trackName = m_tracks.track(m_tracks.rowOf(track)).name;
    open.device = device;
    if (stream.empty()) {
        open.role = EventRole::GpuLabel;
        open.category = m_builder.category("gpu_user_annotation");
        const std::string_view row = gpuTrackName(m_run.text(trackName)).stream;
        open.stream = row.empty() ? trackName : m_run.strings.intern(row);
        return;
    }
    open.role = name.starts_with("Memcpy")   ? EventRole::Copy
                : name.starts_with("Memset") ? EventRole::Set
                                             : EventRole::Kernel;
    open.category = m_builder.category(open.role == EventRole::Copy  ? "gpu_memcpy"
                                       : open.role == EventRole::Set ? "gpu_memset"
                                                                     : "kernel");
    open.stream = m_run.strings.intern(stream);
    if (!open.correlation)
        open.correlation = unsignedIn(jsonValue(metadata, "correlation"));
    open.externalId = unsignedIn(jsonValue(metadata, "External id"));
    Extent grid{}, block{};
    if (readExtent(jsonValue(metadata, "grid"), grid) && readExtent(jsonValue(metadata, "block"), block))
        open.detail.grid = m_grids.text(grid, block);
}

StringId TrackEvents::deviceOf(EventRole role, const Arguments &arguments, const GpuTrackName &name)
{
    const auto textOf = [](const Argument &argument) {
        return argument.isNumber ? std::to_string(argument.number) : lastNumber(argument.text);
    };
    Argument said = arguments[ArgumentKind::Device];
    if (role == EventRole::Copy && !said.isTold) { // a copy is of the GPU that it fills, or that it empties
        const Argument &from = arguments[ArgumentKind::From], &to = arguments[ArgumentKind::To];
        const bool isToCpu = name.side == GpuTrackName::Cpu || to.text.starts_with("CPU");
        const bool isToGpu = name.side == GpuTrackName::Gpu || to.text.starts_with("GPU");
        said = isToGpu ? to : isToCpu && from.isTold ? from : to;
    }
    if (said.isTold)
        if (const std::string text = textOf(said); !text.empty())
            return m_run.strings.intern(text);
    return name.device.empty() ? 0 : m_run.strings.intern(name.device);
}

StringId TrackEvents::streamOf(EventRole role, const Arguments &arguments, const GpuTrackName &name, StringId trackName)
{
    if (!name.stream.empty())
        return m_run.strings.intern(name.stream);
    if (role == EventRole::Copy && trackName)
        return trackName;
    for (const ArgumentKind kind : {ArgumentKind::Stream, ArgumentKind::Queue})
        if (const Argument &said = arguments[kind]; said.isTold)
            return m_run.strings.intern(said.isNumber ? std::to_string(said.number) : std::string(said.text));
    return trackName ? trackName : m_run.strings.intern("0");
}

/// rocprof-sys writes both sizes as three numbers of work items; a product alone tells no size.
StringId TrackEvents::gridOf(const Arguments &arguments)
{
    Extent items{}, threads{};
    return readExtent(arguments[ArgumentKind::Grid].text, items) &&
                   readExtent(arguments[ArgumentKind::Block].text, threads)
               ? m_grids.textOfItems(items, threads)
               : 0;
}

void TrackEvents::end(const Event &event, int64_t time, int64_t at)
{
    const uint32_t track = m_tracks.find(event.track);
    const auto found = m_open.find(track);
    if (found == m_open.end() || found->second.empty()) {
        m_run.diagnostics.add("stray-end", Core::tr("ends of slices that have not begun; they were left out"), at);
        return;
    }
    std::vector<Open> &open = found->second;
    size_t i = open.size() - 1;
    if (open[i].toldEnd != INT64_MIN && open[i].toldEnd != time) // another one tells this end
        for (size_t k = open.size(); k-- > 0;)
            if (open[k].toldEnd == time) {
                i = k;
                break;
            }
    for (size_t k = i + 1; open[i].start > time && k-- > 0;) // not in the order of time
        if (open[k].start <= time)
            i = k;
    if (open[i].start > time) {
        m_run.diagnostics.add("negative-duration", Core::tr("negative durations; taken as 0"), at);
        time = open[i].start;
    }
    add(open[i], time);
    open.erase(open.begin() + static_cast<ptrdiff_t>(i));
}

void TrackEvents::add(const Open &slice, int64_t end)
{
    const int64_t duration = end - slice.start;
    m_last = std::max(m_last, end);
    ++m_slices;
    if (isWork(slice.role)) {
        if (slice.device && !slice.countsAgents)
            return addWork(slice, end);
        m_held.push_back({slice, end});
        return;
    }
    if (slice.role == EventRole::GpuLabel) {
        const uint32_t track = m_builder.track(TrackKind::GpuAnnotation, slice.device, slice.stream);
        ++m_run.info.gpuAnnotations;
        return m_builder.addSlice(track, slice.start, duration, slice.name, slice.category, slice.at);
    }
    const bool isLaunch = m_builder.kindOf(slice.category) == CategoryKind::Launch;
    if (isLaunch && (slice.correlation || slice.externalId))
        return m_builder.addLaunch(slice.row, slice.start, duration, slice.name, slice.category, slice.at,
                                   slice.correlation, 0, slice.externalId);
    if (m_builder.kindOf(slice.category) == CategoryKind::CpuOp) {
        OpDetail detail;
        detail.externalId = slice.externalId;
        return m_builder.addOp(slice.row, slice.start, duration, slice.name, slice.category, slice.at, detail);
    }
    m_builder.addSlice(slice.row, slice.start, duration, slice.name, slice.category, slice.at);
}

void TrackEvents::addWork(const Open &slice, int64_t end)
{
    GpuDetail detail = slice.detail;
    detail.correlation = slice.correlation;
    detail.externalId = slice.externalId;
    m_gpus.insert(slice.device);
    if (!isDigits(m_run.text(slice.stream)))
        m_builder.nameThread(slice.device, slice.stream, slice.stream);
    m_builder.addGpuWork(m_builder.track(TrackKind::GpuStream, slice.device, slice.stream), slice.start,
                         end - slice.start, slice.name, slice.category, slice.at, detail);
    ++m_work;
}

/// rocprof-sys numbers the devices of kernels among the GPUs, those of copies among all agents, and tells no device of
/// kernels on the rows of HIP streams. Where both kinds are equally many, they are the same in this order.
void TrackEvents::addHeld()
{
    const auto inOrder = [this](StringId a, StringId b) {
        const std::string_view x = m_run.text(a), y = m_run.text(b);
        return x.size() != y.size() ? x.size() < y.size() : x < y;
    };
    std::vector<StringId> agents, devices(m_gpus.begin(), m_gpus.end());
    const auto isToGpu = [this](const Open &slice) {
        return m_run.text(slice.name).find("TO_DEVICE") != std::string_view::npos;
    };
    for (const Held &held : m_held)
        if (held.slice.countsAgents && held.slice.device && isToGpu(held.slice) &&
            std::ranges::find(agents, held.slice.device) == agents.end())
            agents.push_back(held.slice.device);
    std::ranges::sort(agents, inOrder);
    std::ranges::sort(devices, inOrder);
    const bool areSame = agents.size() == devices.size();
    const StringId only = devices.size() == 1 ? devices[0] : devices.empty() && agents.size() == 1 ? agents[0] : 0;
    uint64_t untold = 0;
    for (Held &held : m_held) {
        StringId &device = held.slice.device;
        const auto agent = std::ranges::find(agents, device);
        if (held.slice.countsAgents && agent == agents.end())
            device = 0; // the host's side
        else if (held.slice.countsAgents && areSame)
            device = devices[static_cast<size_t>(agent - agents.begin())];
        if (!device && !only)
            ++untold;
        device = device ? device : only ? only : number(0);
        addWork(held.slice, held.end);
    }
    m_held.clear();
    if (untold)
        m_run.diagnostics.add("untold-device",
                              Core::tr("GPU work whose device the file does not name; it is shown on device 0"), -1, {},
                              untold);
}

void TrackEvents::instant(const Event &event, int64_t time, int64_t at, const Packet &packet)
{
    const Row &row = rowOf(m_tracks.find(event.track), packet.trustedPid);
    ++m_marks;
    m_builder.addInstant(time, event.name, event.category.index, row.pid, row.tid, static_cast<uint64_t>(at));
}

void TrackEvents::counter(const Event &event, int64_t time, const Packet &packet)
{
    if (event.hasCounter)
        addSample(event.track, event.isRealCounter ? event.realCounter : static_cast<double>(event.counter), time,
                  packet);
}

void TrackEvents::addSample(uint64_t uuid, double value, int64_t time, const Packet &packet)
{
    const uint32_t index = m_tracks.find(uuid);
    TraceTrack &track = m_tracks.track(index);
    if (track.isIncremental)
        value = track.sum += value;
    value *= track.multiplier;
    if (!std::isfinite(value))
        return;
    ++m_samples;
    m_last = std::max(m_last, time);
    const int64_t pid = m_tracks.pidOf(index);
    const StringId name = track.name ? track.name : m_run.strings.intern("counter " + std::to_string(uuid));
    m_builder.addCounter(time, number(pid >= 0 ? pid : std::max<int64_t>(packet.trustedPid, 0)), name, track.unit,
                         value);
}

/// Marks without a time hold what is known of the whole recording.
void TrackEvents::noteMetadata(const Event &event)
{
    constexpr size_t longest = size_t(1) << 20, most = 1000;
    auto &header = *m_run.info.header;
    for (size_t i = 0; i < event.argumentCount; ++i) {
        std::string key, value;
        WireReader reader(event.arguments[i]);
        WireField field;
        while (reader.next(field)) {
            if (field.type != WireField::Bytes)
                continue;
            if (field.number == tevent::NameItself)
                key = field.bytes;
            else if (field.number == tevent::Text)
                value = field.bytes.substr(0, longest);
        }
        if (key.empty() || value.empty() || header.size() >= most)
            continue;
        const auto json = nlohmann::ordered_json::parse(value, nullptr, false);
        const bool areDevices = m_run.text(event.name) == "device_properties" && json.is_array();
        header[areDevices ? "deviceProperties" : key] = areDevices ? json : nlohmann::ordered_json(value);
    }
}

void TrackEvents::close(bool isComplete)
{
    uint64_t unclosed = 0;
    const int64_t last = m_last;
    for (auto &[track, open] : m_open)
        for (const Open &slice : open) {
            unclosed += slice.toldEnd == INT64_MIN;
            add(slice, slice.toldEnd != INT64_MIN ? slice.toldEnd : std::max(last, slice.start));
        }
    m_open.clear();
    if (unclosed)
        m_run.diagnostics.add("unclosed-begin",
                              isComplete ? Core::tr("slices without an end; they are drawn to the end of the trace")
                                         : Core::tr("slices whose end is missing with the rest of the file; they are "
                                                    "drawn to where it ends"),
                              -1, {}, unclosed);
    addHeld();
    for (const StringId device : m_gpus) {
        Process &process = m_builder.process(device);
        if (!process.labels)
            process.labels = m_run.strings.intern("GPU " + std::string(m_run.text(device)));
    }
    std::ranges::stable_sort(m_flows, {}, [](const FlowPoint &point) { return std::pair(point.id, point.time); });
    for (size_t i = 0; i < m_flows.size(); ++i) {
        const FlowPoint &point = m_flows[i];
        const bool isFirst = i == 0 || m_flows[i - 1].id != point.id || m_flows[i - 1].isLast;
        const bool isLast = point.isLast || i + 1 == m_flows.size() || m_flows[i + 1].id != point.id;
        if (isFirst && isLast)
            continue; // alone, it leads nowhere
        m_builder.addFlow(isFirst  ? Flows::Start
                          : isLast ? Flows::End
                                   : Flows::Step,
                          point.time, point.id, 0, point.pid, point.tid);
    }
    m_flows.clear();
}

void TrackEvents::countEvents()
{
    RunInfo &info = m_run.info;
    info.totalEvents = m_slices + m_marks + m_samples;
    info.slices = m_slices;
    info.counterEvents = m_samples;
    for (const auto &[phase, count] : {std::pair("X", m_slices), std::pair("i", m_marks), std::pair("C", m_samples)})
        if (count)
            info.byPhase[phase] = count;
}

} // namespace ws
