#include "core/readers/xla/xplaneevents.h"

#include "core/base/annotationname.h"
#include "core/base/texts.h"
#include "core/readers/toolkit/xlawords.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

namespace ws {
namespace {

// XLine (tsl/profiler/protobuf/xplane.proto)
enum LineField : uint32_t { LineId = 1, LineName = 2, TimestampNs = 3, LineEvent = 4, LineDisplayName = 11 };
constexpr uint32_t lineOfPlane = 3;

constexpr std::string_view gpuPrefix = "/device:GPU:", tpuPrefix = "/device:TPU:";
constexpr std::string_view operationsName = "XLA Ops";

int64_t floorNs(int64_t ps)
{
    return ps / 1000 - (ps % 1000 < 0);
}

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// "14" of "Stream #14(Compute)"; empty: another line.
std::string_view streamNumber(std::string_view name)
{
    constexpr std::string_view word = "Stream #";
    if (!name.starts_with(word))
        return {};
    const std::string_view rest = name.substr(word.size());
    const size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    return rest.substr(0, digits);
}

/// The words in brackets of a stream's line: the kinds of its events. Without brackets they are not told.
bool saysOnlyOther(std::string_view name)
{
    const size_t open = name.find('(');
    if (open == name.npos)
        return false;
    const std::string_view kinds = name.substr(open + 1);
    constexpr std::string_view work[] = {"Compute", "Kernel", "Memcpy", "Memset", "Graph"};
    return std::ranges::none_of(work, [kinds](auto word) { return kinds.find(word) != kinds.npos; });
}

CategoryKind kindOfLine(std::string_view name)
{
    const size_t open = name.find('(');
    const std::string_view kinds = open == name.npos ? std::string_view() : name.substr(open + 1);
    if (kinds.find(',') != kinds.npos)
        return CategoryKind::Kernel;
    return kinds.starts_with("Memcpy")   ? CategoryKind::Memcpy
           : kinds.starts_with("Memset") ? CategoryKind::Memset
                                         : CategoryKind::Kernel;
}

std::string_view callCategory(std::string_view name)
{
    return name.starts_with("hip")    ? "hip_runtime"
           : name.starts_with("cuda") ? "cuda_runtime"
           : name.starts_with("cu")   ? "cuda_driver"
                                      : "runtime_call";
}

} // namespace

XplaneEvents::XplaneEvents(ContentWindow &window, Run &run, Progress &progress)
    : m_window(window), m_run(run), m_progress(progress), m_builder(run), m_grids(run.strings)
{
}

uint16_t XplaneEvents::category(UsedCategory use)
{
    static constexpr std::pair<const char *, CategoryKind> names[] = {{"kernel", CategoryKind::Kernel},
                                                                      {"gpu_memcpy", CategoryKind::Memcpy},
                                                                      {"gpu_memset", CategoryKind::Memset},
                                                                      {"xla_other", CategoryKind::GpuAnnotation},
                                                                      {"user_annotation", CategoryKind::UserAnnotation},
                                                                      {"python_function", CategoryKind::Python},
                                                                      {"nvtx", CategoryKind::UserAnnotation},
                                                                      {"trace_me", CategoryKind::Other}};
    static_assert(std::size(names) == usedCategories);
    uint16_t &known = m_categories[use];
    return known ? known : known = m_builder.category(names[use].first, names[use].second);
}

void XplaneEvents::countDamage(int64_t at)
{
    m_run.diagnostics.add("bad-event",
                          Core::tr("events that are damaged; they were skipped, the events around them are kept"), at);
}

bool XplaneEvents::tick(int64_t at)
{
    if ((++m_events & 0xFFF) == 0) {
        m_progress.events = static_cast<int64_t>(m_events);
        if (m_run.info.container == Container::Plain)
            m_progress.bytesDone = at;
        m_isCancelled = m_progress.isCancelled();
        m_builder.show(m_progress);
    }
    return !m_isCancelled;
}

void XplaneEvents::setUp(Xplane &plane)
{
    m_plane = &plane;
    const std::string_view name = plane.name;
    m_isGpu = name.starts_with(gpuPrefix);
    m_isTpu = name.starts_with(tpuPrefix);
    m_isDevice = m_isGpu || m_isTpu || name.starts_with("/device:") || name.starts_with("/virtualdevice:");
    std::string_view number = m_isGpu || m_isTpu ? name.substr(gpuPrefix.size()) : name;
    if (m_isGpu) // a name in words may follow
        number = number.substr(0, std::min(number.find_first_not_of("0123456789"), number.size()));
    m_pid = m_run.strings.intern(number.empty() ? name : number);
    if (!plane.hasLines)
        return;
    Process &process = m_builder.process(m_pid);
    process.name = m_run.strings.intern(name);
    if (m_isGpu || m_isTpu)
        process.labels = m_run.strings.intern((m_isGpu ? "GPU " : "TPU ") + std::string(number));
}

bool XplaneEvents::read(Xplane &plane)
{
    setUp(plane);
    MessageWalk walk(m_window, plane.begin, plane.end);
    MessageWalk::Field field;
    while (walk.next(field) && !m_isCancelled) {
        if (field.number != lineOfPlane || field.type != WireField::Bytes)
            continue;
        Line line;
        line.begin = field.body;
        line.end = field.body + field.size;
        line.isCut = field.isCut;
        readHead(line, false);
        if (!line.isNamed)
            readHead(line, true);
        placeLine(line);
        readLine(line);
    }
    return !m_isCancelled;
}

/// A line's own fields stand before its events in files of protobuf's own writers, which need no look at the events.
void XplaneEvents::readHead(Line &line, bool toTheEnd)
{
    MessageWalk walk(m_window, line.begin, line.end);
    MessageWalk::Field field;
    std::string display;
    while (walk.next(field) && (toTheEnd || field.number != LineEvent)) {
        if (field.number == LineId && field.type == WireField::Varint)
            line.id = static_cast<int64_t>(field.value);
        else if (field.number == TimestampNs && field.type == WireField::Varint)
            line.timestampNs = static_cast<int64_t>(field.value);
        else if ((field.number == LineName || field.number == LineDisplayName) && field.type == WireField::Bytes) {
            field.size = std::min<int64_t>(field.size, 4096);
            (field.number == LineName ? line.name : display) = walk.bytes(field);
        }
    }
    if (line.name.empty())
        line.name = display;
    line.isNamed = !line.name.empty();
}

void XplaneEvents::placeLine(Line &line)
{
    StringPool &strings = m_run.strings;
    const std::string_view stream = m_isGpu ? streamNumber(line.name) : std::string_view();
    const StringId name = strings.intern(line.name);
    const std::string id = std::to_string(line.id);
    if (line.name == "_counters_") {
        line.row = Row::Counters;
    } else if (!stream.empty()) {
        line.row = Row::Stream;
        line.holdsWork = !saysOnlyOther(line.name);
        line.kind = kindOfLine(line.name);
        const StringId tid = strings.intern(stream);
        line.track = m_builder.track(line.holdsWork ? TrackKind::GpuStream : TrackKind::GpuAnnotation, m_pid, tid);
        m_builder.nameThread(m_pid, tid, name);
    } else if (m_isDevice) {
        line.row = m_isTpu && line.name == operationsName ? Row::Operations : Row::Derived;
        const StringId tid = name ? name : strings.intern(id);
        line.track = m_builder.track(TrackKind::GpuAnnotation, m_pid, tid);
        m_builder.nameThread(m_pid, tid, tid);
        line.category = m_builder.category(m_run.text(tid), CategoryKind::GpuAnnotation);
    } else {
        const StringId tid = strings.intern(id);
        line.track = m_builder.cpuTrack(m_pid, tid);
        m_builder.nameThread(m_pid, tid, name);
    }
}

/// Takes events that lie in one piece of the content, up to the first byte of what is none, or not whole; that place.
int64_t XplaneEvents::readTogether(Line &line, int64_t at)
{
    constexpr size_t piece = 64 * 1024;
    constexpr char eventHead = LineEvent << 3 | WireField::Bytes;
    const auto left = static_cast<size_t>(line.end - at);
    const std::string_view bytes = m_window.at(at, std::min(left, piece)).substr(0, left);
    const char *const begin = bytes.data(), *const end = begin + bytes.size();
    const char *next = begin;
    while (next < end && *next == eventHead) {
        uint64_t size = 0;
        const char *body = readVarint(next + 1, end, size);
        if (!body || size > static_cast<uint64_t>(end - body))
            break;
        Event event;
        event.at = at + (next - begin);
        event.message = {body, static_cast<size_t>(size)};
        next = body + size;
        if (!tick(event.at))
            break;
        if (parse(event.message, event))
            take(line, event);
        else
            countDamage(event.at);
    }
    return at + (next - begin);
}

bool XplaneEvents::readLine(Line &line)
{
    m_nested.clear();
    int64_t at = line.begin;
    while (at < line.end && !m_isCancelled) {
        if (const int64_t next = readTogether(line, at); next > at) {
            at = next;
            continue;
        }
        MessageWalk walk(m_window, at, line.end);
        MessageWalk::Field field;
        if (!walk.next(field)) {
            if (walk.isDamaged() && !line.isCut)
                countDamage(at);
            break;
        }
        at = walk.position();
        if (field.number != LineEvent || field.type != WireField::Bytes)
            continue;
        if (field.isCut || field.size > xevent::longest) {
            if (!line.isCut || field.size > xevent::longest)
                countDamage(field.at);
            continue;
        }
        Event event;
        event.at = field.at;
        event.message = walk.bytes(field);
        if (event.message.size() < static_cast<size_t>(field.size) || !tick(field.at))
            break; // the file became shorter while it was read
        if (parse(event.message, event))
            take(line, event);
        else
            countDamage(field.at);
    }
    if (line.row == Row::Operations)
        addOperations(line);
    return !m_isCancelled;
}

/// The numbers of an event. Its stats are read only by those who need them.
bool XplaneEvents::parse(std::string_view message, Event &event)
{
    // as XLA writes it: number, offset, duration, stats
    const char *at = message.data();
    const char *const end = at + message.size();
    uint64_t offset = 0, duration = 0;
    const auto take = [&](char head, uint64_t &value) {
        if (at && at < end && *at == head)
            at = readVarint(at + 1, end, value);
    };
    take(xevent::MetadataId << 3, event.id);
    const bool hasOffset = at && at < end && *at == xevent::OffsetPs << 3; // else it may be a sum of several events
    take(xevent::OffsetPs << 3, offset);
    take(xevent::DurationPs << 3, duration);
    if (hasOffset && at && (at == end || *at == (xevent::Stat << 3 | WireField::Bytes))) {
        event.offsetPs = static_cast<int64_t>(offset);
        event.durationPs = static_cast<int64_t>(duration);
        event.statsAt = static_cast<size_t>(at - message.data());
        return true;
    }
    WireReader reader(message);
    WireField field;
    for (size_t before = 0; reader.next(field); before = reader.position()) {
        if (field.number == xevent::Stat && event.statsAt == SIZE_MAX)
            event.statsAt = before;
        if (field.type != WireField::Varint)
            continue;
        if (field.number == xevent::MetadataId)
            event.id = field.value;
        else if (field.number == xevent::OffsetPs)
            event.offsetPs = field.integer();
        else if (field.number == xevent::DurationPs)
            event.durationPs = field.integer();
        else if (field.number == xevent::Occurrences)
            event.isAggregate = true;
    }
    return !reader.isDamaged();
}

bool XplaneEvents::timesOf(const Line &line, const Event &event, int64_t &start, int64_t &end)
{
    int64_t duration = event.durationPs, endPs = 0;
    if (duration < 0) {
        m_run.diagnostics.add("negative-duration", Core::tr("negative durations; taken as 0"), event.at);
        duration = 0;
    }
    if (__builtin_add_overflow(event.offsetPs, duration, &endPs) ||
        __builtin_add_overflow(line.timestampNs, floorNs(event.offsetPs), &start) ||
        __builtin_add_overflow(line.timestampNs, floorNs(endPs), &end) || start < -farthestNs || end > farthestNs) {
        m_run.diagnostics.add("absurd-time", Core::tr("events at times that none can be; they were left out"),
                              event.at);
        return false;
    }
    return true;
}

void XplaneEvents::take(const Line &line, const Event &event)
{
    int64_t start = 0, end = 0;
    if (event.isAggregate) {
        m_run.diagnostics.add(
            "no-time", Core::tr("events that are sums of several, without a time; they were left out"), event.at);
        return;
    }
    if (!timesOf(line, event, start, end))
        return;
    m_lastTime = std::max(m_lastTime, end);
    const auto at = static_cast<uint64_t>(event.at);
    switch (line.row) {
    case Row::Stream:
        if (line.holdsWork)
            return takeWork(line, event, start);
        return m_builder.addSlice(line.track, start, end - start, nameOf(event, false), category(Beside), at);
    case Row::Operations:
        if (const XplaneNames::Event *named = m_plane->names.events.find(event.id))
            m_nested.push_back({start, end - start, nameOf(event, true), named->forRules, at});
        else
            m_nested.push_back({start, end - start, nameOf(event, true), 0, at});
        return;
    case Row::Derived: {
        StringId name = nameOf(event, true);
        if (line.name == "Steps")
            if (const std::string_view number = m_run.text(name); isNumber(number) && number.size() < 19)
                name = stepName(0, std::stoll(std::string(number)));
        return m_builder.addSlice(line.track, start, end - start, name, line.category, at);
    }
    case Row::Counters:
        return takeCounter(event, start);
    case Row::Host:
        return takeHost(line, event, start, end - start);
    }
}

int64_t XplaneEvents::roundedDuration(const Event &event)
{
    const int64_t duration = std::max<int64_t>(event.durationPs, 0);
    if (duration % 1000 == 0)
        return duration / 1000;
    XplaneNames::Event *name = m_plane->names.events.find(event.id);
    const int64_t due = duration + (name ? name->carriedPs : 0);
    const int64_t rounded = std::max<int64_t>(floorNs(due + 500), 0);
    if (name)
        name->carriedPs = static_cast<int32_t>(std::clamp<int64_t>(due - rounded * 1000, -1000, 1000));
    return rounded;
}

void XplaneEvents::takeWork(const Line &line, const Event &event, int64_t start)
{
    CategoryKind kind = line.kind;
    bool isWork = true;
    const GpuDetail detail = detailOf(event, kind, isWork);
    const int64_t duration = roundedDuration(event);
    const StringId name = nameOf(event, false);
    const auto at = static_cast<uint64_t>(event.at);
    if (!isWork) {
        const uint32_t track = m_builder.track(TrackKind::GpuAnnotation, m_pid, m_run.timeline.tracks[line.track].tid);
        return m_builder.addSlice(track, start, duration, name, category(Beside), at);
    }
    const uint16_t of = category(kind == CategoryKind::Memcpy ? Copy : kind == CategoryKind::Memset ? Set : Kernel);
    m_builder.addGpuWork(line.track, start, duration, name, of, at, detail);
    ++m_work;
}

GpuDetail XplaneEvents::detailOf(const Event &event, CategoryKind &kind, bool &isWork)
{
    GpuDetail detail;
    StringId module = 0, op = 0;
    uint64_t graph = 0, node = 0;
    WireReader reader(event.stats());
    WireField field;
    while (reader.next(field)) {
        if (field.number != xevent::Stat || field.type != WireField::Bytes)
            continue;
        const XStat stat = XStat::of(field.bytes);
        const XplaneNames::Stat *named = m_plane->names.stats.find(stat.id);
        switch (named ? named->kind : XStatKind::Other) {
        case XStatKind::Correlation:
            detail.correlation = stat.bits;
            break;
        case XStatKind::KernelDetails:
            detail.grid = gridOf(stat);
            break;
        case XStatKind::MemcpyDetails:
            kind = CategoryKind::Memcpy;
            break;
        case XStatKind::MemsetDetails:
            kind = CategoryKind::Memset;
            break;
        case XStatKind::MemoryDetails:
            isWork = false;
            break;
        case XStatKind::HloOp:
            op = textId(stat);
            break;
        case XStatKind::HloModule:
            module = textId(stat);
            break;
        case XStatKind::GraphId:
            graph = stat.bits;
            break;
        case XStatKind::GraphNode:
            node = stat.bits;
            break;
        default:
            break;
        }
    }
    detail.graphNode = graph && graph <= UINT32_MAX && node <= UINT32_MAX && node ? graph << 32 | node : node;
    detail.annotation = annotationOf(module, op);
    return detail;
}

StringId XplaneEvents::textId(const XStat &stat)
{
    if (stat.kind == XStat::Reference) {
        const XplaneNames::Stat *named = m_plane->names.stats.find(stat.bits);
        return named ? named->name : 0;
    }
    return stat.kind == XStat::Text ? m_run.strings.intern(stat.text) : 0;
}

StringId XplaneEvents::annotationOf(StringId module, StringId op)
{
    if (!module && !op)
        return 0;
    const auto [known, isNew] = m_annotations.try_emplace(uint64_t(module) << 32 | op);
    if (isNew)
        known->second = m_run.strings.intern(annotationName(m_run.text(module), m_run.text(op)));
    return known->second;
}

StringId XplaneEvents::gridOf(const XStat &stat)
{
    if (stat.kind != XStat::Reference)
        return gridIn(textOf(stat, m_plane->names, m_run.strings));
    XplaneNames::Stat *details = m_plane->names.stats.find(stat.bits);
    if (!details)
        return 0;
    if (!details->isGridKnown) {
        details->isGridKnown = true;
        details->grid = gridIn(m_run.text(details->name));
    }
    return details->grid;
}

/// Of "regs:64 static_shared:0 dynamic_shared:0 grid:64,1,1 block:256,1,1 occ_pct:100".
StringId XplaneEvents::gridIn(std::string_view details)
{
    const auto extentOf = [details](std::string_view word, Extent &extent) {
        const size_t found = details.find(word);
        if (found == details.npos)
            return false;
        const char *at = details.data() + found + word.size();
        const char *const end = details.data() + details.size();
        for (size_t i = 0; i < extent.size(); ++i) {
            const auto [rest, error] = std::from_chars(at, end, extent[i]);
            if (error != std::errc() || (i < 2 && (rest == end || *rest != ',')))
                return false;
            at = rest + 1;
        }
        return true;
    };
    Extent grid{}, block{};
    return extentOf("grid:", grid) && extentOf("block:", block) ? m_grids.text(grid, block) : 0;
}

StringId XplaneEvents::nameOf(const Event &event, bool isShort)
{
    const XplaneNames::Event *named = m_plane->names.events.find(event.id);
    if (named && named->isKnown) {
        if (isShort && named->display)
            return named->display;
        return named->name ? named->name : named->display;
    }
    m_run.diagnostics.add("missing-name", Core::tr("events whose name is not in the file; they have a number instead"),
                          event.at);
    return m_run.strings.intern('#' + std::to_string(event.id));
}

/// "XLA step 5" of the device's row, "XLA step 5 (train)" of a thread's.
StringId XplaneEvents::stepName(StringId name, int64_t number)
{
    const auto [known, isNew] = m_stepNames.try_emplace({name, number});
    if (isNew) {
        std::string text = "XLA step " + std::to_string(number);
        if (name)
            text.append(" (").append(m_run.text(name)).append(")");
        known->second = m_run.strings.intern(text);
    }
    return known->second;
}

void XplaneEvents::takeHost(const Line &line, const Event &event, int64_t start, int64_t duration)
{
    StringId name = nameOf(event, true);
    const auto at = static_cast<uint64_t>(event.at);
    const XplaneNames &names = m_plane->names;
    uint64_t correlation = 0;
    bool isStep = false;
    if (!event.stats().empty() && (names.hasCorrelations || names.hasStepNumbers)) {
        WireReader reader(event.stats());
        WireField field;
        while (reader.next(field)) {
            if (field.number != xevent::Stat || field.type != WireField::Bytes)
                continue;
            const XStat stat = XStat::of(field.bytes);
            const XplaneNames::Stat *named = names.stats.find(stat.id);
            const bool isInteger = stat.kind == XStat::Unsigned || stat.kind == XStat::Signed;
            if (named && named->kind == XStatKind::Correlation && isInteger)
                correlation = stat.bits;
            if (!named || named->kind != XStatKind::StepNumber || !isInteger || isStep)
                continue;
            isStep = true;
            name = stepName(name, static_cast<int64_t>(stat.bits));
        }
    }
    if (correlation)
        return m_builder.addLaunch(line.track, start, duration, name,
                                   m_builder.category(callCategory(m_run.text(name)), CategoryKind::Launch), at,
                                   correlation);
    m_builder.addSlice(line.track, start, duration, name, category(isStep ? Step : hostUseOf(event, name)), at);
}

XplaneEvents::UsedCategory XplaneEvents::hostUseOf(const Event &event, StringId name)
{
    XplaneNames::Event *named = m_plane->names.events.find(event.id);
    if (named && named->hostUse)
        return UsedCategory(named->hostUse);
    const std::string_view text = m_run.text(name);
    const UsedCategory use = text.starts_with('$') ? Python : text.starts_with("NVTX:") ? Nvtx : TraceMe;
    if (named)
        named->hostUse = use;
    return use;
}

/// A value of each metric that the profiler sampled.
void XplaneEvents::takeCounter(const Event &event, int64_t start)
{
    const StringId name = nameOf(event, false);
    WireReader reader(event.stats());
    WireField field;
    while (reader.next(field)) {
        if (field.number != xevent::Stat || field.type != WireField::Bytes)
            continue;
        const XStat stat = XStat::of(field.bytes);
        const double value = stat.kind == XStat::Real       ? stat.real()
                             : stat.kind == XStat::Unsigned ? static_cast<double>(stat.bits)
                                                            : static_cast<double>(static_cast<int64_t>(stat.bits));
        if (stat.kind == XStat::None || stat.kind > XStat::Signed || !std::isfinite(value))
            continue;
        m_builder.addCounter(start, m_pid, name, 0, value);
        ++m_samples;
        return;
    }
}

/// Operations that contain others (a loop, a call) repeat their time; only the innermost are work.
void XplaneEvents::addOperations(const Line &line)
{
    std::stable_sort(m_nested.begin(), m_nested.end(), [](const Nested &a, const Nested &b) {
        return a.start != b.start ? a.start < b.start : a.duration > b.duration;
    });
    const StringId tid = m_run.timeline.tracks[line.track].tid;
    const uint32_t stream = m_builder.track(TrackKind::GpuStream, m_pid, tid);
    const uint16_t work = category(Kernel);
    for (size_t i = 0; i < m_nested.size(); ++i) {
        const Nested &op = m_nested[i];
        const auto rangeOf = [this](size_t k) {
            return TimeRange{m_nested[k].start, m_nested[k].start + m_nested[k].duration};
        };
        if (xlaEnclosesNext(i, m_nested.size(), rangeOf)) {
            m_builder.addSlice(line.track, op.start, op.duration, op.name, line.category, op.at);
            continue;
        }
        GpuDetail detail;
        detail.matchName = op.forRules;
        m_builder.addGpuWork(stream, op.start, op.duration, op.name, work, op.at, detail);
        ++m_work;
    }
}

void XplaneEvents::countEvents()
{
    RunInfo &info = m_run.info;
    info.totalEvents = m_events;
    info.slices = m_events - m_samples;
    info.counterEvents = m_samples;
    if (info.slices)
        info.byPhase["X"] = info.slices;
    if (m_samples)
        info.byPhase["C"] = m_samples;
}

} // namespace ws
