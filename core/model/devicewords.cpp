#include "core/model/devicewords.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/timelinebuilder.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

/// "MTIA 9" → "MTIA"; empty: no word in capitals and a number.
std::string_view wordOf(std::string_view label)
{
    const size_t end = label.find(' ');
    const std::string_view word = label.substr(0, end);
    const bool isWord = word.size() >= 2 && word.size() <= 8 &&
                        std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    const bool hasNumber = end != label.npos && label.find_first_not_of("0123456789", end + 1) == label.npos;
    return isWord && hasNumber && word != "CPU" ? word : std::string_view();
}

std::string_view labelOf(const Run &run, StringId pid)
{
    const auto &all = run.timeline.processes;
    const auto found = std::find_if(all.begin(), all.end(), [pid](const Process &p) { return p.pid == pid; });
    return found == all.end() ? std::string_view() : run.text(found->labels);
}

/// The category of a track's first slice.
std::string_view categoryOf(const Run &run, const Track &track)
{
    for (uint32_t lane = track.firstLane; lane < track.firstLane + track.laneCount; ++lane)
        if (run.timeline.lanes[lane].size())
            return run.text(run.timeline.categories[run.timeline.lanes[lane].category[0]].name);
    return {};
}

/// "worker 639" has 639, "python3" has no 3.
bool hasNumber(const QString &name, const QString &tid)
{
    for (auto at = name.indexOf(tid); at >= 0; at = name.indexOf(tid, at + 1)) {
        const auto isPart = [&](qsizetype place) {
            return place >= 0 && place < name.size() && (name[place].isLetterOrNumber() || name[place] == u'_');
        };
        if (!isPart(at - 1) && !isPart(at + tid.size()))
            return true;
    }
    return false;
}

} // namespace

bool isUncountedRow(const Run &run, const Track &track)
{
    if (track.kind != TrackKind::CpuThread || track.sliceCount == 0)
        return false;
    const std::string_view category = categoryOf(run, track);
    if (isUncountedDeviceWork(category))
        return true;
    return run.info.format == "ascend" && labelOf(run, track.pid).starts_with("NPU");
}

bool isProfilersSummary(const Run &run, const Track &track)
{
    return run.info.format == "ascend" && categoryOf(run, track) == profilersSummary;
}

size_t rowsWithoutGpu(const Run &run)
{
    const std::string &format = run.info.format;
    if (run.gpu.size() || run.gpu.untimed.size() || !run.tables.empty() || (format != "chrome" && format != "kineto"))
        return 0;
    const auto withSlices = static_cast<size_t>(
        std::ranges::count_if(run.timeline.tracks, [](const Track &track) { return track.sliceCount > 0; }));
    const size_t others = run.timeline.counters.size() + (run.timeline.instants.size() > 0);
    return withSlices ? withSlices : others; // of a trace without slices, its curves and marks
}

QString noKnownGpu(const Run &run)
{
    const size_t rows = rowsWithoutGpu(run);
    return rows == 0   ? QString()
           : rows == 1 ? Core::tr("The file’s only row is not known to be a GPU’s.")
                       : Core::tr("None of the file’s %1 rows is known to be a GPU’s.").arg(formatCount(int64_t(rows)));
}

QString noKnownGpuWithOption(const Run &run)
{
    constexpr qsizetype shown = 8;
    const QString said = noKnownGpu(run);
    if (said.isEmpty())
        return said;
    QStringList names;
    for (const Track &track : run.timeline.tracks) {
        const QString name = toText(run.text(track.label ? track.label : track.tid));
        if (track.sliceCount > 0 && names.size() <= shown && !name.isEmpty() && !names.contains(name))
            names << name;
    }
    if (names.size() > shown)
        names[shown] = QStringLiteral("…");
    return names.isEmpty() ? said
                           : Core::tr("%1 If one is, name it: --gpu-row NAME (rows: %2)")
                                 .arg(said, names.join(QStringLiteral(", ")));
}

bool isOverheadRow(const Run &run, const Track &track)
{
    if (track.kind != TrackKind::CpuThread || track.sliceCount == 0 || !run.text(track.pid).starts_with('-'))
        return false;
    for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
        for (size_t i = 0; i < run.timeline.lanes[l].size(); ++i)
            if (run.timeline.categories[run.timeline.lanes[l].category[i]].kind != CategoryKind::Overhead)
                return false;
    return true;
}

std::string deviceWord(const Run &run)
{
    if (run.info.format.starts_with("ascend"))
        return "NPU";
    for (const Track &track : run.timeline.tracks)
        if (track.kind == TrackKind::GpuStream || isUncountedRow(run, track)) {
            if (const std::string_view word = wordOf(labelOf(run, track.pid)); !word.empty())
                return std::string(word);
            const std::string_view category = categoryOf(run, track);
            return category.starts_with("mtia") ? "MTIA" : category.starts_with("hpu") ? "HPU" : "GPU";
        }
    return "GPU";
}

const nlohmann::ordered_json *propertiesOf(const Run &run, StringId device)
{
    const auto &header = *run.info.header;
    const auto list = header.is_object() ? header.find("deviceProperties") : header.end();
    if (!header.is_object() || list == header.end() || !list->is_array())
        return nullptr;
    const auto textIn = [](const nlohmann::ordered_json &entry, const char *key) {
        const auto value = entry.find(key);
        return value == entry.end() ? std::string() : value->is_string() ? value->get<std::string>() : value->dump();
    };
    const nlohmann::ordered_json *first = nullptr, *own = nullptr;
    bool areAlike = true;
    for (const auto &entry : *list) {
        if (!entry.is_object())
            continue;
        first = first ? first : &entry;
        areAlike = areAlike && textIn(entry, "name") == textIn(*first, "name");
        if (!own && textIn(entry, "id") == run.text(device))
            own = &entry;
    }
    return own ? own : areAlike ? first : nullptr;
}

QString gpuModelOf(const Run &run, StringId device)
{
    if (const auto *properties = propertiesOf(run, device))
        if (const auto name = properties->find("name"); name != properties->end() && name->is_string())
            return toText(name->get<std::string>());
    for (const Process &process : run.timeline.processes) // databases name it as the process of the device's rows
        if (process.pid == device && process.name && run.text(process.labels).starts_with("GPU"))
            for (const auto &[name, value] : run.info.facts)
                if (value == run.text(process.name))
                    return toText(run.text(process.name));
    return {};
}

QString forDevice(QString text, const Run &run)
{
    static const QString usual = QStringLiteral("GPU");
    const QString word = QString::fromStdString(deviceWord(run));
    return word == usual ? text : text.replace(usual, word);
}

QString threadTitle(const QString &label, const QString &tid)
{
    bool isNumber = false;
    tid.toLongLong(&isNumber);
    QString name = label;
    if (const QString torchs = QStringLiteral("thread %1").arg(tid); isNumber && label.startsWith(torchs)) {
        const QString rest = label.mid(torchs.size()).trimmed();
        const bool isName = rest.startsWith(u'(') && rest.endsWith(u')');
        name = isName ? rest.mid(1).chopped(1).trimmed() : rest.isEmpty() ? rest : label;
    }
    if (name.isEmpty())
        return isNumber ? Core::tr("thread %1").arg(tid) : tid;
    return tid.isEmpty() || hasNumber(name, tid) ? name : name + QStringLiteral(" · ") + tid;
}

QString streamTitle(const QString &label, const QString &tid)
{
    constexpr QLatin1String word("stream ");
    const bool isOnlyNumber = label.startsWith(word, Qt::CaseInsensitive);
    const QString number = isOnlyNumber ? label.mid(word.size()).trimmed() : tid;
    bool isNumber = false;
    number.toLongLong(&isNumber);
    return label.isEmpty() || (isOnlyNumber && (isNumber || number == tid)) ? Core::tr("stream %1").arg(number) : label;
}

} // namespace ws
