#include "core/readers/xla/xplane.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/readers/toolkit/utf8names.h"
#include "core/readers/xla/xplaneevents.h"
#include "core/readers/xla/xplanetext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace ws {
namespace {

// XSpace (tsl/profiler/protobuf/xplane.proto)
enum SpaceField : uint32_t { PlaneField = 1, ErrorField = 2, WarningField = 3, HostField = 4 };
constexpr size_t maxPlanes = 65'536;

bool isPrintable(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return static_cast<uint8_t>(c) >= ' ' && c != '\x7f'; });
}

/// XPlane begins with its number (absent when 0) and its name; a packet of Perfetto begins with other fields.
bool beginsWithPlane(std::string_view head)
{
    const char *const end = head.data() + head.size();
    uint64_t size = 0;
    if (head.empty() || head.front() != '\x0a')
        return false;
    const char *at = readVarint(head.data() + 1, end, size);
    if (!at || size < 3)
        return false;
    uint64_t number = 0;
    if (at < end && *at == '\x08' && !(at = readVarint(at + 1, end, number)))
        return false;
    if (at == end || *at++ != '\x12' || !(at = readVarint(at, end, size)))
        return false;
    const auto left = static_cast<size_t>(end - at);
    if (size == 0 || size > 200 || size > left || !isPrintable({at, static_cast<size_t>(size)}))
        return false;
    const std::string_view name(at, static_cast<size_t>(size));
    constexpr std::string_view known[] = {"/host:", "/device:", "/virtualdevice:", "#Chip"};
    const bool isKnown = std::ranges::any_of(known, [name](auto word) { return name.starts_with(word); }) ||
                         name == "Task Environment" || name == "Host CPUs" || name == "Syscalls";
    return isKnown;
}

/// The whole of an XSpace but the events.
struct Space
{
    std::vector<std::unique_ptr<Xplane>> planes;
    std::vector<std::string> hosts;
    int64_t cutAt = -1;     ///< a plane that the content cuts begins here
    int64_t damagedAt = -1; ///< no field can be read from here on
};

Space readSpace(ContentWindow &window, Run &run)
{
    Space space;
    MessageWalk walk(window, 0, window.size());
    MessageWalk::Field field;
    while (walk.next(field)) {
        if (field.type != WireField::Bytes)
            continue;
        if (field.isCut)
            space.cutAt = field.at;
        MessageWalk::Field shortened = field;
        shortened.size = std::min<int64_t>(field.size, 4096);
        if (field.number == PlaneField && space.planes.size() < maxPlanes) {
            auto plane = std::make_unique<Xplane>();
            plane->begin = field.body;
            plane->end = field.body + field.size;
            plane->isCut = field.isCut;
            readPlane(window, *plane, run.strings, run.diagnostics);
            space.planes.push_back(std::move(plane));
        } else if (field.number == ErrorField) {
            run.diagnostics.add("profiler-error", Core::tr("errors that XLA's profiler noted while it recorded"),
                                field.at, walk.bytes(shortened));
        } else if (field.number == WarningField) {
            run.diagnostics.add("profiler-warning", Core::tr("warnings that XLA's profiler noted while it recorded"),
                                field.at, walk.bytes(shortened));
        } else if (field.number == HostField) {
            space.hosts.emplace_back(walk.bytes(shortened));
        }
    }
    if (walk.isDamaged())
        space.damagedAt = walk.position();
    return space;
}

const std::string *statOf(const Xplane &plane, std::string_view name)
{
    const auto found = std::ranges::find(plane.stats, name, &std::pair<std::string, std::string>::first);
    return found == plane.stats.end() ? nullptr : &found->second;
}

/// In the words of Kineto's deviceProperties, which views know.
void noteDevice(const Xplane &plane, RunInfo &info)
{
    const size_t colon = plane.name.rfind(':');
    const std::string number = plane.name.substr(colon + 1);
    int64_t id = 0;
    if (std::from_chars(number.data(), number.data() + number.size(), id).ptr != number.data() + number.size())
        return;
    nlohmann::ordered_json device = {{"id", id}};
    for (const char *name : {"gpu_device_name", "device_type_string", "device_vendor"})
        if (const std::string *value = statOf(plane, name); value && !device.contains("name") && *value != "AMD")
            device["name"] = *value;
    for (const auto &[name, value] : plane.stats) {
        double amount = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), amount);
        const bool isNumber = error == std::errc() && end == value.data() + value.size();
        if (name == "core_count" && isNumber)
            device["numSms"] = static_cast<int64_t>(amount);
        else if (name == "memory_size" && isNumber && amount < 1e18)
            device["totalGlobalMem"] = static_cast<int64_t>(amount);
        else
            device[name] = value;
    }
    (*info.header)["deviceProperties"].push_back(std::move(device));
}

void noteEnvironment(const Space &space, const Run &run, RunInfo &info)
{
    for (const std::string &host : space.hosts)
        info.facts.emplace_back(Core::tr("host").toStdString(), host);
    for (const auto &plane : space.planes) {
        if (plane->name.starts_with("/device:GPU:") || plane->name.starts_with("/device:TPU:"))
            noteDevice(*plane, info);
        int64_t start = 0;
        const std::string *text = statOf(*plane, "profile_start_time");
        if (!text || std::from_chars(text->data(), text->data() + text->size(), start).ec != std::errc())
            continue;
        (*info.header)["profile_start_time"] = start;
        if (run.timeline.originNs < start / 2 && start <= farthestNs) // times count from the start of the profile
            info.baseTimeNs = start;
    }
}

QString planesIn(const Space &space)
{
    QStringList names;
    for (const auto &plane : space.planes)
        if (names.size() < 12)
            names << toText(plane->name);
    return names.isEmpty() ? Core::tr("nothing") : names.join(QStringLiteral(", "));
}

void sayEnd(const Space &space, const ContentWindow &window, const ByteSource &source, int64_t lastTime, Run &run)
{
    const int64_t cut = space.cutAt >= 0 ? space.cutAt : space.damagedAt;
    run.info.complete = cut < 0 && !source.isIncomplete() && window.failedAt() < 0;
    if (!source.damage().isEmpty())
        run.diagnostics.add(damageKind(source), source.damage());
    if (window.failedAt() >= 0)
        run.diagnostics.add("read-error", Core::tr("the system could not read the file to its end"), window.failedAt());
    if (cut < 0)
        return;
    Diagnostic &d = run.diagnostics.add(
        "truncated",
        space.cutAt >= 0
            ? Core::tr("the file ends within a plane; events and names at its end are missing. Copy it again")
            : Core::tr("a plane of the XSpace was expected here, but the bytes are none; the rest was not read"),
        cut);
    d.beginNs = lastTime == INT64_MIN ? -1 : lastTime;
}

} // namespace

Match matchXplane(const Head &head)
{
    const bool isNamed = head.fileName.endsWith(QLatin1String(".xplane.pb"), Qt::CaseInsensitive) ||
                         head.fileName.endsWith(QLatin1String(".xplane.pb.gz"), Qt::CaseInsensitive);
    if (beginsWithPlane(head.bytes))
        return Match::Certain;
    return isNamed && !head.bytes.empty() && (head.bytes.front() == '\x0a' || head.bytes.front() == '\x22')
               ? Match::Certain
               : Match::No;
}

Result<RunPtr> readXplane(ByteSource &source, Progress &progress)
{
    auto window = ContentWindow::over(source, progress);
    if (!window)
        return window.error();
    auto run = std::make_shared<Run>();
    run->info.stamp = source.stamp();
    run->info.container = source.container();
    run->info.format = "xplane";
    Space space = readSpace(*window, *run);
    XplaneEvents events(*window, *run, progress);
    for (const auto &plane : space.planes)
        if (plane->hasLines && !events.read(*plane))
            return Error{ErrorKind::Cancelled, Core::tr("cancelled"), source.path()};
    events.countEvents();
    progress.events = static_cast<int64_t>(events.events());
    if (events.events() == 0 && space.cutAt < 0 && space.damagedAt < 0)
        return Error{
            ErrorKind::Unsupported,
            Core::tr("this profile of XLA holds no events (its planes: %1); record while the program computes, "
                     "between jax.profiler.start_trace and stop_trace")
                .arg(planesIn(space)),
            source.path()};
    if (events.events() == 0)
        return Error{
            ErrorKind::Malformed,
            Core::tr("this profile of XLA is damaged: no event could be read; a plane with lines of events was "
                     "expected"),
            source.path(), std::max(space.cutAt, space.damagedAt)};
    if (events.work() == 0)
        run->diagnostics.add(
            "no-gpu-work",
            Core::tr("The profile has no work of a GPU or TPU; its planes are %1.").arg(planesIn(space)));
    sayEnd(space, *window, source, events.lastTime(), *run);
    noteInvalidUtf8(*run);
    if (const auto finished = events.builder().finish(progress); !finished)
        return finished.error();
    run->diagnostics.countTimesFrom(run->timeline.originNs);
    noteEnvironment(space, *run, run->info);
    run->seek = source.seekIndex();
    if (run->seek)
        run->eventText = std::make_shared<XplaneText>(std::move(space.planes));
    return RunPtr(run);
}

} // namespace ws
