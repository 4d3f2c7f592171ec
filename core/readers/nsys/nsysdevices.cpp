#include "core/readers/nsys/nsysdevices.h"

#include "core/readers/nsys/nsysthreads.h"

#include <algorithm>
#include <set>

namespace ws {
namespace {

uint64_t keyOf(int64_t process, int64_t device)
{
    return static_cast<uint64_t>(process) << 16 | (static_cast<uint64_t>(device) & 0xFFFF);
}

} // namespace

NsysDevices::NsysDevices(const SqliteFile &file, Run &run, TimelineBuilder &builder) : m_run(run), m_builder(builder)
{
    const char *const perProcess = "TARGET_INFO_CUDA_DEVICE";
    if (file.has(perProcess, "gpuId") && file.has(perProcess, "cudaId") && file.has(perProcess, "pid")) {
        SqliteRows rows = file.query("SELECT pid, cudaId, gpuId FROM TARGET_INFO_CUDA_DEVICE");
        while (rows.next())
            m_visible[keyOf(rows.integer(0), rows.integer(1))] = rows.integer(2);
    }
    if (file.has("TARGET_INFO_GPU", "id") && file.has("TARGET_INFO_GPU", "name")) {
        SqliteRows rows = file.query("SELECT id, name FROM TARGET_INFO_GPU");
        while (rows.next())
            m_models[rows.integer(0)] = m_run.strings.intern(rows.text(1));
        readNumbers(file);
    } else if (file.has("TARGET_INFO_GPU", "name")) {
        readOldDevices(file);
    }
}

/// The rows of TARGET_INFO_GPU have ids in no order that users know. `cuDevice` is CUDA's number among all GPUs;
/// without it, or where two have the same (of several machines), ids stay.
void NsysDevices::readNumbers(const SqliteFile &file)
{
    if (!file.has("TARGET_INFO_GPU", "cuDevice"))
        return;
    std::unordered_map<int64_t, int64_t> numbers;
    std::set<int64_t> seen;
    SqliteRows rows = file.query("SELECT id, cuDevice FROM TARGET_INFO_GPU");
    while (rows.next()) {
        const int64_t number = rows.integer(1);
        if (!rows.isInteger(1) || number < 0 || number > 0xFFFF || !seen.insert(number).second)
            return;
        numbers[rows.integer(0)] = number;
    }
    for (auto &[key, gpu] : m_visible)
        if (const auto number = numbers.find(gpu); number != numbers.end())
            gpu = number->second;
    std::unordered_map<int64_t, StringId> models;
    for (const auto &[id, name] : m_models)
        models[numbers.at(id)] = name;
    m_models = std::move(models);
}

/// Exports of 2021 and before name devices as CUDA numbers them in a process, and the GPUs of the machine, which are
/// not told from each other: a name is taken where all that may be meant have it.
void NsysDevices::readOldDevices(const SqliteFile &file)
{
    const bool isByNumber = file.has("TARGET_INFO_CUDA_GPU", "deviceId") && file.has("TARGET_INFO_CUDA_GPU", "name");
    SqliteRows rows = file.query(isByNumber ? "SELECT name, deviceId FROM TARGET_INFO_CUDA_GPU"
                                            : "SELECT name, -1 FROM TARGET_INFO_GPU");
    std::unordered_map<int64_t, StringId> names;
    while (rows.next()) {
        const StringId name = m_run.strings.intern(rows.text(0));
        const auto [known, isNew] = names.try_emplace(rows.integer(1), name);
        if (!isNew && known->second != name)
            known->second = 0;
    }
    for (const auto &[device, name] : names)
        (device < 0 ? m_onlyModel : m_models[device]) = name;
}

int64_t NsysDevices::deviceOf(int64_t device, int64_t process) const
{
    const auto found = m_visible.find(keyOf(process, device));
    return found == m_visible.end() ? device : found->second;
}

uint32_t NsysDevices::streamTrack(int64_t device, int64_t stream, int64_t globalPid)
{
    Stream &cached = m_streams[static_cast<size_t>(device * 5 + stream) & 15];
    const int64_t process = pidOfGlobal(globalPid);
    if (cached.track != UINT32_MAX && cached.device == device && cached.stream == stream && cached.process == process)
        return cached.track;
    const int64_t gpu = deviceOf(device, process);
    if (std::find(m_used.begin(), m_used.end(), gpu) == m_used.end())
        m_used.push_back(gpu);
    const uint64_t key = static_cast<uint64_t>(gpu) << 32 ^ static_cast<uint64_t>(stream);
    const int64_t owner = m_streamOwner.try_emplace(key, process).first->second;
    std::string label = std::to_string(stream);
    if (owner != process)
        label += " (pid " + std::to_string(process) + ')';
    const StringId name = m_run.strings.intern(std::to_string(gpu));
    cached = {device, stream, process, m_builder.track(TrackKind::GpuStream, name, m_run.strings.intern(label))};
    return cached.track;
}

void NsysDevices::nameUsed()
{
    for (const int64_t gpu : m_used) {
        const std::string label = "GPU " + std::to_string(gpu);
        Process &process = m_builder.process(m_run.strings.intern(std::to_string(gpu)));
        process.labels = m_run.strings.intern(label);
        const auto found = m_models.find(gpu);
        if (const StringId name = found == m_models.end() ? m_onlyModel : found->second) {
            process.name = name;
            m_run.info.facts.emplace_back(label, m_run.text(name));
        }
    }
}

} // namespace ws
