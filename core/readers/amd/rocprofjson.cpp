#include "core/readers/amd/rocprofjson.h"

#include "core/base/texts.h"
#include "core/io/filesource.h"
#include "core/model/timelinebuilder.h"
#include "core/readers/amd/dispatchids.h"
#include "core/readers/amd/rocmwords.h"
#include "core/readers/amd/rocprofrecords.h"
#include "core/readers/amd/rocproftext.h"
#include "core/readers/toolkit/textsource.h"
#include "core/readers/toolkit/utf8names.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ws {
namespace {

constexpr const char *mark = "\"rocprofiler-sdk-tool\"";

class Filler
{
public:
    Filler(const RocprofContent &content, Run &run) : m_content(content), m_run(run), m_builder(run) {}

    TimelineBuilder &builder() { return m_builder; }
    void fill();

private:
    void add(const RocprofProcess &process, const RocprofRecord &record);
    void addKernel(const RocprofProcess &process, const RocprofRecord &record);
    void addCopy(const RocprofProcess &process, const RocprofRecord &record);
    void addCall(const RocprofProcess &process, const RocprofRecord &record);
    void addCounters(const RocprofProcess &process, const RocprofRecord &record);
    void addGpuWork(const RocprofProcess &process, const RocprofRecord &record, int64_t agent, StringId name,
                    uint16_t category);
    bool hasStreams() const;
    StringId number(int64_t value) { return m_run.strings.intern(std::to_string(value)); }
    StringId word(const RocprofProcess &process, const RocprofRecord &record);
    StringId deviceOf(const RocprofProcess &process, int64_t agent);
    uint64_t correlation(int64_t id) const
    {
        return id <= 0 ? 0 : uint64_t(m_process) << 48 | static_cast<uint64_t>(id);
    }

    const RocprofContent &m_content;
    Run &m_run;
    TimelineBuilder m_builder;
    size_t m_process = 0;
    bool m_byStream = true;
    bool m_hasDispatches = false; ///< of the process: kernels stand in their own list, not only beside counters
    std::map<std::pair<StringId, int64_t>, int64_t> m_streamOwner; ///< (device, stream) → first process
    std::set<StringId> m_devices;
    DispatchIds m_dispatches;
    uint64_t m_slices = 0, m_samples = 0, m_withoutName = 0;
};

/// HIP's streams are the rows; where the recording knows none, the hardware queues, if there are several.
bool Filler::hasStreams() const
{
    std::set<int64_t> queues;
    for (const RocprofProcess &process : m_content.processes)
        for (const RocprofRecord &record : process.records) {
            if (record.stream > 0)
                return true;
            if (record.kind == RocprofKind::Kernel)
                queues.insert(record.queue);
        }
    return queues.size() < 2;
}

void Filler::fill()
{
    m_byStream = hasStreams();
    for (; m_process < m_content.processes.size(); ++m_process) {
        const RocprofProcess &process = m_content.processes[m_process];
        m_hasDispatches = std::any_of(process.records.begin(), process.records.end(),
                                      [](const RocprofRecord &r) { return r.kind == RocprofKind::Kernel; });
        if (!process.command.empty())
            m_builder.process(number(process.pid)).name = m_run.strings.intern(process.command);
        for (const RocprofRecord &record : process.records)
            add(process, record);
        if (!process.host.empty())
            m_run.info.facts.emplace_back(Core::tr("host").toStdString(), process.host);
    }
    RunInfo &info = m_run.info;
    info.slices = m_slices;
    info.counterEvents = m_samples;
    info.totalEvents = m_slices + m_samples;
    info.byPhase["X"] = m_slices;
    if (m_samples)
        info.byPhase["C"] = m_samples;
    m_dispatches.check(m_run.diagnostics);
    noteKernelCounters(m_run.diagnostics, m_samples);
    if (m_withoutName)
        m_run.diagnostics.add("missing-name", Core::tr("kernels without a name in the file; their number is shown"), -1,
                              {}, m_withoutName);
}

void Filler::add(const RocprofProcess &process, const RocprofRecord &record)
{
    if (record.kind == RocprofKind::Kernel || (record.kind == RocprofKind::Counted && !m_hasDispatches))
        m_dispatches.add(static_cast<int64_t>(m_process), process.pid, record.dispatch);
    if (std::abs(record.start) > farthestNs || std::abs(record.end) > farthestNs) {
        m_run.diagnostics.add("no-time", Core::tr("rows without a usable time; they were left out"), record.offset);
        return;
    }
    if (record.end < record.start)
        m_run.diagnostics.add("negative-duration", Core::tr("negative durations; taken as 0"), record.offset);
    switch (record.kind) {
    case RocprofKind::Kernel:
        addKernel(process, record);
        break;
    case RocprofKind::Copy:
        addCopy(process, record);
        break;
    case RocprofKind::Counted:
        if (!m_hasDispatches)
            addKernel(process, record);
        addCounters(process, record);
        break;
    case RocprofKind::Call:
    case RocprofKind::Marker:
        addCall(process, record);
        break;
    }
}

StringId Filler::word(const RocprofProcess &process, const RocprofRecord &record)
{
    const auto kind = static_cast<size_t>(record.word);
    const auto operation = static_cast<size_t>(record.operation);
    if (kind >= process.words.size() || operation >= process.words[kind].second.size())
        return m_run.strings.intern("operation " + std::to_string(record.operation));
    return m_run.strings.intern(process.words[kind].second[operation]);
}

StringId Filler::deviceOf(const RocprofProcess &process, int64_t handle)
{
    const auto agent = process.agents.find(handle);
    const StringId device = number(agent == process.agents.end() ? std::max<int64_t>(handle, 0) : agent->second.index);
    if (m_devices.insert(device).second) {
        const std::string label = "GPU " + std::string(m_run.text(device));
        m_builder.process(device).labels = m_run.strings.intern(label);
        if (agent != process.agents.end()) {
            m_builder.process(device).name = m_run.strings.intern(agent->second.model);
            m_run.info.facts.emplace_back(label, agent->second.model);
        }
    }
    return device;
}

void Filler::addGpuWork(const RocprofProcess &process, const RocprofRecord &record, int64_t agent, StringId name,
                        uint16_t category)
{
    const StringId device = deviceOf(process, agent);
    const int64_t row = m_byStream ? std::max<int64_t>(record.stream, 0) : std::max<int64_t>(record.queue, 0);
    std::string label = std::to_string(row);
    if (m_streamOwner.try_emplace({device, row}, process.pid).first->second != process.pid)
        label += " (pid " + std::to_string(process.pid) + ')';
    GpuDetail detail;
    detail.correlation = correlation(record.correlation);
    detail.grid = record.grid;
    m_builder.addGpuWork(m_builder.track(TrackKind::GpuStream, device, m_run.strings.intern(label)), record.start,
                         std::max<int64_t>(0, record.end - record.start), name, category,
                         static_cast<uint64_t>(record.offset), detail);
    ++m_slices;
}

void Filler::addKernel(const RocprofProcess &process, const RocprofRecord &record)
{
    const auto kernel = process.kernels.find(record.kernel);
    StringId name = kernel == process.kernels.end() ? 0 : kernel->second.first;
    if (!name) {
        name = m_run.strings.intern("kernel " + std::to_string(record.kernel));
        ++m_withoutName;
    }
    addGpuWork(process, record, record.agent, name, m_builder.category("kernel"));
}

/// A copy runs on the GPU that it fills, from a GPU to the host on that GPU.
void Filler::addCopy(const RocprofProcess &process, const RocprofRecord &record)
{
    int64_t agent = record.to;
    for (const int64_t handle : {record.from, record.to})
        if (const auto known = process.agents.find(handle); known != process.agents.end() && known->second.isGpu)
            agent = handle;
    addGpuWork(process, record, agent, word(process, record), m_builder.category("gpu_memcpy"));
}

void Filler::addCall(const RocprofProcess &process, const RocprofRecord &record)
{
    const auto kind = static_cast<size_t>(record.word);
    const std::string domain = kind < process.words.size() ? process.words[kind].first : "call";
    const uint16_t category = m_builder.category(domain, kindOfRocmDomain(domain));
    StringId name = 0;
    if (m_builder.kindOf(category) == CategoryKind::UserAnnotation)
        if (const auto message = process.messages.find(record.correlation); message != process.messages.end())
            name = message->second;
    name = name ? name : word(process, record);
    const StringId pid = number(process.pid), tid = number(record.thread);
    const int64_t duration = std::max<int64_t>(0, record.end - record.start);
    const auto offset = static_cast<uint64_t>(record.offset);
    ++m_slices;
    if (m_builder.kindOf(category) == CategoryKind::Launch && record.correlation > 0)
        m_builder.addLaunch(m_builder.cpuTrack(pid, tid), record.start, duration, name, category, offset,
                            correlation(record.correlation));
    else
        m_builder.addSlice(m_builder.cpuTrack(pid, tid), record.start, duration, name, category, offset);
}

/// From the kernel's start to its end, the values of its instances added up.
void Filler::addCounters(const RocprofProcess &process, const RocprofRecord &record)
{
    std::map<int64_t, double> sums;
    for (uint32_t i = 0; i < record.valueCount; ++i)
        sums[process.values[record.firstValue + i].first] += process.values[record.firstValue + i].second;
    const StringId device = deviceOf(process, record.agent);
    for (const auto &[counter, sum] : sums) {
        const auto name = process.counters.find(counter);
        if (name == process.counters.end() || !std::isfinite(sum))
            continue;
        m_builder.addCounter(record.start, device, name->second, 0, sum);
        m_builder.addCounter(std::max(record.start, record.end), device, name->second, 0, 0);
        ++m_samples;
    }
}

std::shared_ptr<const EventText> textOf(const RocprofContent &content, const StringPool &strings)
{
    RocprofText::Names symbols, agents;
    for (const RocprofProcess &process : content.processes) {
        for (const auto &[id, names] : process.kernels)
            symbols.try_emplace(id, strings.view(names.second));
        for (const auto &[handle, agent] : process.agents)
            agents.try_emplace(handle, agent.model);
    }
    return std::make_shared<RocprofText>(std::move(symbols), std::move(agents));
}

} // namespace

Match matchRocprofJson(const Head &head)
{
    std::string storage;
    const std::string_view text = headText(head, storage);
    const size_t first = text.find_first_not_of(" \t\r\n");
    const bool isObject = first != text.npos && text[first] == '{';
    return isObject && text.substr(0, 4096).find(mark) != text.npos && text.find("\"traceEvents\"") == text.npos
               ? Match::Certain
               : Match::No;
}

Result<RunPtr> readRocprofJson(ByteSource &source, Progress &progress)
{
    const auto bytes = source.readAll(progress);
    if (!bytes)
        return bytes.error();
    auto run = std::make_shared<Run>();
    const RocprofContent content = parseRocprof(*bytes, run->strings, progress);
    if (progress.isCancelled())
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), source.path()};
    Filler filler(content, *run);
    filler.fill();
    RunInfo &info = run->info;
    if (info.totalEvents == 0)
        return Error{ErrorKind::Malformed,
                     content.complete
                         ? Core::tr("the file of rocprofv3 holds no records; record with rocprofv3 "
                                    "--runtime-trace --output-format json")
                         : Core::tr("the file of rocprofv3 is no JSON from byte %1 on, before its first record; "
                                    "copy it again")
                               .arg(content.errorAt),
                     source.path(), content.errorAt};
    if (!source.damage().isEmpty())
        run->diagnostics.add(damageKind(source), source.damage());
    if (!content.complete)
        run->diagnostics.add("truncated", Core::tr("the file is cut or damaged here; the records before are kept"),
                             content.errorAt);
    info.complete = content.complete && !source.isIncomplete();
    info.stamp = source.stamp();
    info.container = source.container();
    info.format = "rocprof-json";
    run->seek = source.seekIndex();
    run->eventText = textOf(content, run->strings);
    noteInvalidUtf8(*run);
    const auto finished = filler.builder().finish(progress);
    if (!finished)
        return finished.error();
    return RunPtr(run);
}

} // namespace ws
