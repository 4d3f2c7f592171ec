#include "core/model/devicewords.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/timelinebuilder.h"

#include <nlohmann/json.hpp>

#include <QRegularExpression>

#include <algorithm>
#include <array>

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

namespace {

bool hasAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != text.npos; });
}

bool beginsWithAny(std::string_view text, std::initializer_list<std::string_view> parts)
{
    return std::ranges::any_of(parts, [&](std::string_view part) { return text.starts_with(part); });
}

DeviceMaker makerOfModel(std::string_view model)
{
    if (hasAny(model, {"NVIDIA", "Tesla", "GeForce", "Quadro", "Orin", "Xavier"}))
        return DeviceMaker::Nvidia;
    if (hasAny(model, {"AMD", "Instinct", "Radeon", "gfx9", "gfx1"}))
        return DeviceMaker::Amd;
    return hasAny(model, {"Intel"})    ? DeviceMaker::Intel
           : hasAny(model, {"Ascend"}) ? DeviceMaker::Ascend
                                       : DeviceMaker::Unknown;
}

/// Of the category and the name of a call that launches.
DeviceMaker makerOfCall(std::string_view category, std::string_view call)
{
    if (category.starts_with("xpu"))
        return DeviceMaker::Intel;
    if (hasAny(category, {"privateuse", "mtia", "hpu", "musa", "mlu", "gcu"})) // they may call as CUDA does
        return DeviceMaker::Unknown;
    if (call.starts_with("hip"))
        return DeviceMaker::Amd;
    if (beginsWithAny(call, {"cuda", "cuLaunch", "cuMem", "cuGraph"}))
        return DeviceMaker::Nvidia;
    if (beginsWithAny(call, {"zeCommand", "urEnqueue", "piEnqueue"}))
        return DeviceMaker::Intel;
    return beginsWithAny(call, {"aclrt", "aclnn", "Node@launch"}) ? DeviceMaker::Ascend : DeviceMaker::Unknown;
}

DeviceMaker makerOfKernel(std::string_view kernel)
{
    if (beginsWithAny(kernel, {"Cijk_", "void ck::", "void rocprim::", "__amd_rocclr", "_ZN2ck"}))
        return DeviceMaker::Amd;
    return beginsWithAny(kernel, {"nvjet_", "sm70_", "sm75_", "sm80_", "sm86_", "sm89_", "sm90_", "sm100_", "volta_",
                                  "turing_", "ampere_", "cutlass_80_"})
               ? DeviceMaker::Nvidia
               : DeviceMaker::Unknown;
}

} // namespace

DeviceMaker deviceMaker(const Run &run)
{
    const std::string word = deviceWord(run);
    if (word != "GPU")
        return word == "NPU" ? DeviceMaker::Ascend : word == "XPU" ? DeviceMaker::Intel : DeviceMaker::Unknown;
    for (const StringId device : run.gpu.devices)
        if (const DeviceMaker maker = makerOfModel(gpuModelOf(run, device).toStdString());
            maker != DeviceMaker::Unknown)
            return maker;
    const std::string &format = run.info.format;
    if (beginsWithAny(format, {"nsys", "ncu", "nvprof"}))
        return DeviceMaker::Nvidia;
    if (beginsWithAny(format, {"roc", "rpd", "amd"}))
        return DeviceMaker::Amd;
    constexpr size_t enough = 1000; // calls and kernels that are looked at
    for (size_t i = 0; i < std::min(enough, run.gpu.size()); ++i) {
        if (run.gpu.launch[i] == noLaunch)
            continue;
        const EventRef call = run.launches.slice[run.gpu.launch[i]];
        const uint16_t category = run.timeline.lane(call).category[call.index];
        const DeviceMaker maker =
            makerOfCall(run.text(run.timeline.categories[category].name), run.text(run.timeline.name(call)));
        if (maker != DeviceMaker::Unknown)
            return maker;
    }
    for (size_t i = 0; i < std::min(enough, run.gpu.size()); ++i)
        if (const DeviceMaker maker = makerOfKernel(run.text(run.gpu.name[i])); maker != DeviceMaker::Unknown)
            return maker;
    return DeviceMaker::Unknown;
}

bool isOfTorch(const Run &run)
{
    for (const auto &[fact, value] : run.info.facts) // "Written by"
        if (beginsWithAny(value, {"TensorFlow", "ONNX", "Paddle", "XLA"}))
            return false;
    if (run.ops.size() || run.info.format == "kineto")
        return true;
    constexpr size_t enough = 1000;
    for (size_t i = 0; i < std::min(enough, run.gpu.size()); ++i)
        if (hasAny(run.text(run.gpu.name[i]), {"at::native", "2at6native", "c10::"}))
            return true;
    return false;
}

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

namespace {

/// Whether there are marks but those with which Kineto tells where its own recording begins and ends.
bool hasMarks(const Run &run)
{
    const Instants &marks = run.timeline.instants;
    for (size_t i = 0; i < marks.size(); ++i)
        if (const std::string_view name = run.text(marks.name[i]);
            name != "Record Window End" && !name.starts_with("Iteration Start: PyTorch Profiler"))
            return true;
    return false;
}

} // namespace

size_t rowsWithoutGpu(const Run &run)
{
    const std::string &format = run.info.format;
    const bool hasTable = std::ranges::any_of(
        run.tables, [](const Table &table) { return table.report != timeTraceTotals; }); // which are of its rows
    if (run.gpu.size() || run.gpu.untimed.size() || hasTable || (format != "chrome" && format != "kineto"))
        return 0;
    const auto withSlices = static_cast<size_t>(
        std::ranges::count_if(run.timeline.tracks, [](const Track &track) { return track.sliceCount > 0; }));
    const size_t others = run.timeline.counters.size() + (hasMarks(run) ? 1 : 0);
    return withSlices ? withSlices : others; // of a trace without slices, its curves and marks
}

/// Whether a call of the runtime or the driver may give the device work: not where it only asks, waits or prepares.
static bool mayGiveWork(std::string_view call)
{
    return std::ranges::any_of(
        std::array<std::string_view, 8>{"Launch", "launch", "Memcpy", "memcpy", "Memset", "memset", "Prefetch", "Exec"},
        [call](std::string_view word) { return call.find(word) != call.npos; });
}

static bool givesNoWork(const Run &run)
{
    return std::ranges::none_of(run.launches.slice,
                                [&](EventRef call) { return mayGiveWork(run.text(run.timeline.name(call))); });
}

static bool callsHip(const Run &run)
{
    return std::ranges::any_of(run.launches.slice, [&](EventRef call) {
        const std::string_view name = run.text(run.timeline.name(call));
        return name.starts_with("hip") || name.starts_with("hsa_");
    });
}

bool isCpuAlone(const Run &run)
{
    constexpr size_t fewCalls = 1000; // a profiler and a runtime that only begin make some ten
    if (!run.info.complete || run.ops.size() == 0 || run.launches.size() > fewCalls || rowsWithoutGpu(run) == 0 ||
        !givesNoWork(run))
        return false;
    std::vector<bool> isOfCpu;
    for (const Category &category : run.timeline.categories) {
        const CategoryKind kind = category.kind;
        isOfCpu.push_back(kind == CategoryKind::CpuOp || kind == CategoryKind::UserAnnotation ||
                          kind == CategoryKind::Module || kind == CategoryKind::Python ||
                          kind == CategoryKind::Overhead || kind == CategoryKind::Launch ||
                          run.text(category.name) == "Trace"); // the whole span
    }
    return std::ranges::all_of(run.timeline.lanes, [&](const Lane &lane) {
        for (size_t i = 0; i < lane.size(); ++i)
            if (!isOfCpu[lane.category[i]])
                return false;
        return true;
    });
}

QString callsWithoutWork(const Run &run)
{
    const QString text =
        givesNoWork(run)
            ? Core::tr(
                  "The file has calls of a GPU’s interface (%1), none of which gives it work, and nothing that the GPU "
                  "did.")
        : run.diagnostics.find("failed-calls")
            ? Core::tr("The file has calls of a GPU’s interface (%1), and nothing that the GPU did: calls failed, and "
                       "what was recorded of a context until then is lost with it.")
        : callsHip(run) && !isOfTorch(run)
            ? Core::tr("The file has calls of a GPU’s interface (%1), and nothing that the GPU did: rocprofv3 records "
                       "that with --kernel-trace and --memory-copy-trace, or with --sys-trace.")
            : Core::tr(
                  "The file has calls of a GPU’s interface (%1), and nothing that the GPU did: the profiler got no "
                  "activity of the device, as where it has no permission to, or another profiler is at work.");
    return text.arg(formatCount(int64_t(run.launches.size())));
}

QString noKnownGpu(const Run &run)
{
    const size_t rows = rowsWithoutGpu(run);
    if (rows && !run.info.complete)
        return Core::tr("No GPU work is in what is here of the file; the rest is missing.");
    if (isCpuAlone(run) && run.launches.size() > 0)
        return Core::tr("Only the CPU is in the file (calls of operators: %1), and nothing that a GPU did: none of the "
                        "calls of a GPU’s interface (%2) gives it work.")
            .arg(formatCount(int64_t(run.ops.size())), formatCount(int64_t(run.launches.size())));
    if (isCpuAlone(run))
        return Core::tr("Only the CPU is in the file (calls of operators: %1), and nothing that a GPU did.")
            .arg(formatCount(int64_t(run.ops.size())));
    const bool hasDevice =
        std::ranges::any_of(run.timeline.tracks, [&](const Track &track) { return isUncountedRow(run, track); });
    if (rows && run.launches.size() > 0 && !hasDevice)
        return callsWithoutWork(run);
    return rows == 0   ? QString()
           : rows == 1 ? Core::tr("The file’s only row is not known to be a GPU’s.")
                       : Core::tr("None of the file’s %1 rows is known to be a GPU’s.").arg(formatCount(int64_t(rows)));
}

QString noKnownGpuWithOption(const Run &run)
{
    constexpr qsizetype shown = 8;
    const QString said = noKnownGpu(run);
    if (said.isEmpty() || isCpuAlone(run))
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
    // XLA's "Stream #13(Compute)", whose number a narrow place would cut away
    static const QRegularExpression xla(QStringLiteral(R"(^Stream #(\d+)\((.+)\)$)"));
    if (const auto match = xla.match(label); match.hasMatch())
        return Core::tr("stream %1 (%2)").arg(match.captured(1), match.captured(2));
    bool isNumber = false;
    number.toLongLong(&isNumber);
    return label.isEmpty() || (isOnlyNumber && (isNumber || number == tid)) ? Core::tr("stream %1").arg(number) : label;
}

} // namespace ws
