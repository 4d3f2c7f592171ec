#include "core/analysis/limits/devicepeaks.h"

#include "core/base/texts.h"
#include "core/model/devicewords.h"

#include <QLocale>
#include <QResource>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <tuple>

namespace ws {
namespace {

using Json = nlohmann::json;

/// How a device without a name of its own is known.
struct Unnamed
{
    int64_t major = 0, minor = 0;
    double minBytes = 0, maxBytes = 0;
};

struct DeviceEntry
{
    KnownDevice device;
    std::optional<Unnamed> unnamed;
    double minBytes = 0, maxBytes = 0; ///< 0: any
};

constexpr std::string_view peakNames[peakTypes] = {"bf16", "fp16",       "tf32", "fp32", "fp32Matrix",
                                                   "fp64", "fp64Matrix", "fp8",  "int8"};

std::pair<double, double> gigabytes(const Json &pair)
{
    return {pair[0].get<double>() * 1e9, pair[1].get<double>() * 1e9};
}

DeviceEntry entryFrom(const Json &json)
{
    DeviceEntry entry;
    KnownDevice &device = entry.device;
    device.names = json.at("names").get<std::vector<std::string>>();
    device.units = json.value("units", int64_t(0));
    device.source = json.value("source", std::string());
    device.why = toText(json.value("why", std::string()));
    if (const auto peaks = json.find("peaks"); peaks != json.end())
        for (size_t type = 0; type < peakTypes; ++type)
            if (const auto figure = peaks->find(std::string(peakNames[type])); figure != peaks->end())
                device.peaks.tflops[type] = (*figure)[0].get<double>();
    if (const auto figure = json.find("bandwidth"); figure != json.end())
        device.peaks.bandwidth = (*figure)[0].get<double>();
    if (const auto memory = json.find("memoryGB"); memory != json.end())
        std::tie(entry.minBytes, entry.maxBytes) = gigabytes(*memory);
    if (const auto unnamed = json.find("unnamed"); unnamed != json.end()) {
        const auto [min, max] = gigabytes(unnamed->at("memoryGB"));
        entry.unnamed = Unnamed{unnamed->at("major").get<int64_t>(), unnamed->at("minor").get<int64_t>(), min, max};
    }
    return entry;
}

const std::vector<DeviceEntry> &deviceEntries()
{
    static const std::vector<DeviceEntry> entries = [] {
        std::vector<DeviceEntry> list;
        // No QFile: a thread of parallelFor() may ask first, see loadMappings().
        const QByteArray own = QResource(QStringLiteral(":/devices.json")).uncompressedData();
        const Json json = Json::parse(own.toStdString());
        for (const Json &one : json.at("devices"))
            list.push_back(entryFrom(one));
        return list;
    }();
    return entries;
}

bool isWordCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// As whole words: "H200" is not in "GH200 480GB".
bool holdsName(std::string_view text, std::string_view name)
{
    for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1))
        if ((at == 0 || !isWordCharacter(text[at - 1])) &&
            (at + name.size() == text.size() || !isWordCharacter(text[at + name.size()])))
            return true;
    return false;
}

/// What deviceProperties says; 0: nothing.
struct SaidDevice
{
    std::string name;
    int64_t units = 0, major = 0, minor = 0;
    double bytes = 0;

    bool isLike(const SaidDevice &other) const
    {
        return std::tie(name, units, major, minor) == std::tie(other.name, other.units, other.major, other.minor);
    }
    bool hasOwnName() const { return !name.empty() && name != "AMD Radeon Graphics"; }
};

SaidDevice saidOf(const nlohmann::ordered_json &properties)
{
    SaidDevice said;
    const auto number = [&](const char *key) {
        const auto value = properties.find(key);
        return value != properties.end() && value->is_number() ? value->get<double>() : 0.0;
    };
    if (const auto name = properties.find("name"); name != properties.end() && name->is_string())
        said.name = name->get<std::string>();
    said.units = static_cast<int64_t>(std::clamp(number("numSms"), 0.0, 1e6));
    said.major = static_cast<int64_t>(std::clamp(number("computeMajor"), 0.0, 1e6));
    said.minor = static_cast<int64_t>(std::clamp(number("computeMinor"), 0.0, 1e6));
    said.bytes = number("totalGlobalMem");
    return said;
}

/// What tells the GPUs of these rows apart as the timeline does: CUDA's number of Nsight Systems where each has its
/// own.
const char *numberOfGpus(const nlohmann::ordered_json &rows)

{
    std::set<int64_t> numbers;
    for (const auto &row : rows) {
        const auto number = row.is_object() ? row.find("cuDevice") : row.end();
        if (!row.is_object() || number == row.end() || !number->is_number_integer() ||
            !numbers.insert(number->get<int64_t>()).second)
            return "id";
    }
    return "cuDevice";
}

struct FoundDevice
{
    const DeviceEntry *entry = nullptr;
    bool isNameKnown = false; ///< the table has the name with another number of units or another memory
};

FoundDevice findDevice(const SaidDevice &said)
{
    FoundDevice found;
    size_t longest = 0;
    for (const DeviceEntry &entry : deviceEntries()) {
        const KnownDevice &device = entry.device;
        const bool fits = (device.units == 0 || device.units == said.units) &&
                          (entry.maxBytes == 0 || (said.bytes >= entry.minBytes && said.bytes <= entry.maxBytes));
        if (!said.hasOwnName()) {
            const auto &unnamed = entry.unnamed;
            if (unnamed && device.units == said.units && unnamed->major == said.major && unnamed->minor == said.minor &&
                said.bytes >= unnamed->minBytes && said.bytes <= unnamed->maxBytes)
                found.entry = &entry;
            continue;
        }
        for (const std::string &name : device.names) {
            if (!holdsName(said.name, name))
                continue;
            found.isNameKnown = true;
            if (fits && name.size() > longest) {
                longest = name.size();
                found.entry = &entry;
            }
        }
    }
    return found;
}

/// The properties of the devices with work, each kind once.
std::vector<SaidDevice> devicesWithWork(const Run &run)
{
    std::vector<bool> isUsed(run.gpu.devices.size());
    for (const GpuStream &stream : run.gpu.streams)
        isUsed[stream.device] = true;
    std::vector<SaidDevice> kinds;
    for (size_t k = 0; k < isUsed.size(); ++k) {
        if (!isUsed[k])
            continue;
        const auto *properties = propertiesOf(run, run.gpu.devices[k]);
        SaidDevice said = properties ? saidOf(*properties) : SaidDevice();
        if (!properties) {
            said.name = gpuModelOf(run, run.gpu.devices[k]).toStdString();
            said.units = multiprocessorsOf(run, run.gpu.devices[k]);
        }
        if (std::ranges::none_of(kinds, [&](const SaidDevice &kind) { return kind.isLike(said); }))
            kinds.push_back(std::move(said));
    }
    return kinds;
}

PeakChoice chosenFrom(const std::vector<SaidDevice> &kinds)
{
    PeakChoice choice;
    if (kinds.empty() || (kinds.size() == 1 && kinds[0].name.empty() && kinds[0].units == 0)) {
        choice.why = Core::tr("the file does not name the device");
        return choice;
    }
    choice.device = kinds[0].name;
    if (kinds.size() > 1) {
        choice.why = Core::tr("the work ran on devices of different kinds");
        return choice;
    }
    const auto [entry, isNameKnown] = findDevice(kinds[0]);
    const QString name = toText(choice.device);
    if (entry && entry->device.why.isEmpty()) {
        choice.peaks = entry->device.peaks;
        choice.source = entry->device.source;
        if (!kinds[0].hasOwnName()) {
            std::string models;
            for (const std::string &model : entry->device.names)
                models += (models.empty() ? "" : ", ") + model;
            choice.device = choice.device.empty() ? models : choice.device + " (as " + models + ")";
        }
    } else if (entry) {
        choice.why = Core::tr("there are no limits for %1: %2").arg(name, entry->device.why);
    } else if (isNameKnown && kinds[0].units == 0) {
        choice.why = Core::tr("the file does not say how many units (SMs, CUs) of %1 were in use").arg(name);
    } else if (isNameKnown) {
        choice.why = Core::tr("%1 with %2 units (SMs, CUs) is a part of a device or another model than the known one")
                         .arg(name)
                         .arg(kinds[0].units);
    } else {
        choice.why = name.isEmpty() ? Core::tr("the file does not name the device")
                                    : Core::tr("the limits of %1 are not known").arg(name);
    }
    return choice;
}

/// A positive number with a point, whatever the locale.
std::optional<double> figureIn(const QString &text)
{
    bool ok = false;
    const double figure = QLocale::c().toDouble(text, &ok);
    return ok && figure > 0 && figure < 1e9 ? std::optional(figure) : std::nullopt;
}

} // namespace

std::string_view nameOf(PeakType type)
{
    return peakNames[size_t(type)];
}

const std::vector<KnownDevice> &knownDevices()
{
    static const std::vector<KnownDevice> devices = [] {
        std::vector<KnownDevice> list;
        for (const DeviceEntry &entry : deviceEntries())
            list.push_back(entry.device);
        return list;
    }();
    return devices;
}

QString UserPeaks::add(const QString &typeAndFigure)
{
    const QString type = typeAndFigure.section(u'=', 0, 0).trimmed();
    const auto found = std::ranges::find_if(peakNames, [&](std::string_view name) {
        return type.compare(QLatin1String(name.data(), static_cast<qsizetype>(name.size())), Qt::CaseInsensitive) == 0;
    });
    const auto figure = figureIn(typeAndFigure.section(u'=', 1).trimmed());
    if (found == std::end(peakNames) || !figure) {
        QStringList names;
        for (const std::string_view name : peakNames)
            names << toText(name);
        return Core::tr("“%1” is no limit; expected TYPE=TFLOPS, as in bf16=312, with one of %2")
            .arg(typeAndFigure, names.join(QStringLiteral(", ")));
    }
    peaks.tflops[size_t(found - std::begin(peakNames))] = *figure;
    return {};
}

QString UserPeaks::setBandwidth(const QString &text)
{
    const auto figure = figureIn(text);
    if (!figure)
        return Core::tr("“%1” is no bandwidth; expected GB/s, as in 2039").arg(text);
    peaks.bandwidth = *figure;
    return {};
}

PeakChoice peaksOf(const Run &run, const UserPeaks &user)
{
    PeakChoice choice = chosenFrom(devicesWithWork(run));
    if (user == UserPeaks())
        return choice;
    DevicePeaks peaks = choice.peaks.value_or(DevicePeaks());
    for (size_t type = 0; type < peakTypes; ++type)
        if (user.peaks.tflops[type] > 0)
            peaks.tflops[type] = user.peaks.tflops[type];
    if (user.peaks.bandwidth > 0)
        peaks.bandwidth = user.peaks.bandwidth;
    choice.peaks = peaks;
    choice.isByUser = true;
    return choice;
}

int64_t multiprocessorsOf(const Run &run, StringId device)
{
    constexpr const char *places[][2] = {{"TARGET_INFO_GPU", "smCount"}, {"deviceProperties", "numSms"}};
    const auto &header = *run.info.header;
    for (const auto &[table, count] : places) {
        const auto rows = header.is_object() ? header.find(table) : header.end();
        if (rows == header.end() || !rows->is_array())
            continue;
        const char *const key = numberOfGpus(*rows);
        for (const auto &row : *rows) {
            const auto id = row.is_object() ? row.find(key) : row.end();
            const auto number = row.is_object() ? row.find(count) : row.end();
            if (id != row.end() && number != row.end() && id->is_number_integer() && number->is_number_integer() &&
                std::to_string(id->get<int64_t>()) == run.text(device))
                return number->get<int64_t>();
        }
    }
    return 0;
}

} // namespace ws
