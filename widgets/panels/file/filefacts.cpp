#include "widgets/panels/file/filefacts.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/io/remote/remotecache.h"
#include "core/model/devicewords.h"
#include "widgets/toolkit/viewtexts.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

#include <nlohmann/json.hpp>

namespace ws {
namespace {

constexpr size_t maxChildren = 2'000; ///< of one header key; a tree of a million rows is not useful
constexpr qsizetype maxText = 4'000;

QString count(uint64_t number)
{
    return formatCount(static_cast<int64_t>(number));
}

QString scalarText(const nlohmann::ordered_json &value)
{
    if (value.is_string())
        return toText(value.get_ref<const std::string &>()).left(maxText);
    return toText(value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)).left(maxText);
}

Fact jsonFact(const QString &name, const nlohmann::ordered_json &value, int depth)
{
    if (!value.is_structured() || value.empty() || depth > 16)
        return {name, scalarText(value), {}};
    Fact fact{name, {}, {}};
    const bool flat = value.is_array() &&
                      std::none_of(value.begin(), value.end(), [](const auto &item) { return item.is_structured(); });
    if (flat) // one line: [0, 1, 2]
        return {name, scalarText(value), {}};
    size_t index = 0;
    for (const auto &[key, item] : value.items()) {
        if (++index > maxChildren) {
            fact.children.push_back(
                {QStringLiteral("…"), Views::tr("%1 more").arg(count(value.size() - maxChildren)), {}});
            break;
        }
        fact.children.push_back(
            jsonFact(value.is_array() ? QStringLiteral("[%1]").arg(toText(key)) : toText(key), item, depth + 1));
    }
    return fact;
}

Fact fileGroup(const Run &run)
{
    const RunInfo &info = run.info;
    const QFileInfo file(info.stamp.path);
    const QDateTime when = QDateTime::fromMSecsSinceEpoch(info.stamp.modifiedMs);
    Fact group{Views::tr("File"), {}, {}};
    auto add = [&](const QString &name, const QString &value) { group.children.push_back({name, value, {}}); };
    add(Views::tr("Name"), file.fileName());
    const auto remote = remoteOf(info.stamp.path);
    add(Views::tr("Folder"), remote ? remote->text().chopped(remote->name().size()) : file.absolutePath());
    add(Views::tr("Size"), QStringLiteral("%1 (%2 B)").arg(formatBytes(info.stamp.size), formatCount(info.stamp.size)));
    add(Views::tr("Changed"), QLocale().toString(when, QStringLiteral("yyyy-MM-dd HH:mm:ss")));
    add(Views::tr("Container"),
        info.container == Container::Plain ? Views::tr("none") : toText(containerName(info.container)));
    add(Views::tr("Format"), QString::fromStdString(info.format));
    add(Views::tr("Complete"),
        info.complete ? Views::tr("yes") : Views::tr("no: the file ends early, see Diagnostics"));
    return group;
}

/// What does not count as GPU work is not called work of another device.
QString ofDevices(const QString &text, const Run &run)
{
    return run.gpu.size() > 0 ? forDevice(text, run) : text;
}

Fact eventsGroup(const Run &run)
{
    const RunInfo &info = run.info;
    Fact group{Views::tr("Events"), count(info.totalEvents), {}};
    auto add = [&](const QString &name, uint64_t value) { group.children.push_back({name, count(value), {}}); };
    for (const auto &[phase, number] : info.byPhase)
        add(Views::tr("Event type %1").arg(QString::fromStdString(phase)), number);
    add(Views::tr("Slices"), info.slices);
    add(ofDevices(Views::tr("GPU work (kernels, copies, sets)"), run), run.gpu.size() + run.gpu.untimed.size());
    add(ofDevices(Views::tr("GPU annotations"), run), info.gpuAnnotations);
    add(Views::tr("Launching calls"), run.launches.size());
    add(Views::tr("Operators"), run.ops.size());
    add(Views::tr("Counter events"), info.counterEvents);
    add(Views::tr("Distinct texts"), run.strings.size());
    group.children.push_back(
        {Views::tr("Memory of the timeline"), formatBytes(static_cast<int64_t>(run.timeline.memoryBytes())), {}});
    return group;
}

Fact timeGroup(const Run &run)
{
    Fact group{Views::tr("Time"), {}, {}};
    auto add = [&](const QString &name, const QString &value) { group.children.push_back({name, value, {}}); };
    add(Views::tr("Span"), formatDuration(run.timeline.spanNs));
    add(Views::tr("First event (ns, as in the file)"), QString::number(run.timeline.originNs));
    if (const auto base = run.info.baseTimeNs) {
        add(Views::tr("baseTimeNanoseconds"), QString::number(*base));
        const QDateTime begin = QDateTime::fromMSecsSinceEpoch((*base + run.timeline.originNs) / 1'000'000, Qt::UTC);
        add(Views::tr("Begin"), begin.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz 'UTC'")));
    }
    return group;
}

Fact devicesGroup(const Run &run)
{
    Fact group{ofDevices(Views::tr("GPU devices in the timeline"), run), count(run.gpu.devices.size()), {}};
    for (size_t d = 0; d < run.gpu.devices.size(); ++d) {
        QStringList streams;
        for (const GpuStream &stream : run.gpu.streams)
            if (stream.device == d)
                streams << toText(run.text(stream.stream));
        group.children.push_back({Views::tr("Device %1").arg(toText(run.text(run.gpu.devices[d]))),
                                  (streams.size() == 1 ? Views::tr("stream %1") : Views::tr("streams %1"))
                                      .arg(streams.join(QStringLiteral(", "))),
                                  {}});
    }
    return group;
}

} // namespace

std::vector<Fact> fileFacts(const Run &run)
{
    std::vector<Fact> facts{fileGroup(run)};
    if (run.info.totalEvents) {
        facts.push_back(eventsGroup(run));
        facts.push_back(timeGroup(run));
    }
    if (!run.gpu.devices.empty())
        facts.push_back(devicesGroup(run));
    for (const auto &[name, value] : run.info.facts)
        facts.front().children.push_back({QString::fromStdString(name), QString::fromStdString(value), {}});
    const auto &header = *run.info.header;
    for (const auto &[key, title] : {std::pair{"deviceProperties", Views::tr("Device properties")},
                                     std::pair{"distributedInfo", Views::tr("Distributed")}})
        if (header.is_object() && header.contains(key))
            facts.push_back(jsonFact(title, header[key], 0));
    Fact rest{Views::tr("Header"), {}, {}};
    if (header.is_object())
        for (const auto &[key, value] : header.items())
            if (key != "deviceProperties" && key != "distributedInfo")
                rest.children.push_back(jsonFact(toText(key), value, 0));
    if (!rest.children.empty())
        facts.push_back(std::move(rest));
    return facts;
}

} // namespace ws
