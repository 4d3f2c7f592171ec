#include "core/model/timelinebuilder.h"

#include "core/base/texts.h"

#include <algorithm>

namespace ws {
namespace {

uint64_t threadKey(StringId pid, StringId tid)
{
    return uint64_t(pid) << 32 | tid;
}

} // namespace

namespace {

struct ActivityType
{
    CategoryKind kind = CategoryKind::Other;
    bool isOfDevice = false; ///< its rows belong to a device, but are no GPU work
};

/// Kineto's activity types (libkineto/include/ActivityType.h, see docs/formats.md), the words of older Kineto and of
/// its forks for other vendors, and those of nsys. A type that is not here means nothing to the analyses.
const std::unordered_map<std::string_view, ActivityType> &activityTypes()
{
    using Kind = CategoryKind;
    static const std::unordered_map<std::string_view, ActivityType> types = [] {
        std::unordered_map<std::string_view, ActivityType> all = {
            {"cpu_op", {Kind::CpuOp}},
            {"user_annotation", {Kind::UserAnnotation}},
            {"gpu_user_annotation", {Kind::GpuAnnotation}},
            {"gpu_memcpy", {Kind::Memcpy}},
            {"gpu_memset", {Kind::Memset}},
            {"kernel", {Kind::Kernel}},
            {"python_function", {Kind::Python}},
            {"overhead", {Kind::Overhead}},
            {"mtia_ccp_events", {Kind::Other, true}},
            {"mtia_workloadd", {Kind::Other, true}},
            {"hpu_op", {Kind::Other, true}},
            {"privateuse1", {Kind::Other, true}},
            {besideStreams, {Kind::Other, true}},
            // words of Kineto before 2022
            {"Operator", {Kind::CpuOp}},
            {"Kernel", {Kind::Kernel}},
            {"Memcpy", {Kind::Memcpy}},
            {"Memset", {Kind::Memset}},
            {"Runtime", {Kind::Launch}},
            // nsys
            {"cuda_graph", {Kind::Kernel}}, // a graph launch recorded as a whole
            {"nvtx", {Kind::UserAnnotation}},
        };
        for (const std::string_view calls :
             {"cuda_runtime", "cuda_driver", "hip_runtime", "hip_driver", "xpu_runtime", "xpu_driver", "mtia_runtime",
              "mtia_driver", "musa_runtime", "musa_driver", "privateuse1_runtime", "privateuse1_driver", "gcu_runtime",
              "gcu_driver", "mlu_runtime", "mlu_driver", "glow_runtime"})
            all[calls] = {Kind::Launch};
        return all;
    }();
    return types;
}

} // namespace

CategoryKind kindOfCategory(std::string_view name)
{
    const auto found = activityTypes().find(name);
    return found == activityTypes().end() ? CategoryKind::Other : found->second.kind;
}

bool isUncountedDeviceWork(std::string_view category)
{
    const auto found = activityTypes().find(category);
    return found != activityTypes().end() && found->second.isOfDevice;
}

TimelineBuilder::TimelineBuilder(Run &run) : m_run(run), m_links(run)
{
    if (run.timeline.categories.empty())
        run.timeline.categories.push_back({});
}

uint16_t TimelineBuilder::category(std::string_view name, bool module)
{
    if (name.empty())
        return 0;
    std::string key(name);
    if (module)
        key += '\0';
    auto [entry, isNew] = m_categories.try_emplace(std::move(key), 0);
    if (isNew) {
        auto &all = m_run.timeline.categories;
        if (all.size() > UINT16_MAX) { // hostile: the rest has no category of its own
            m_categories.erase(entry);
            m_run.diagnostics.add("too-many-categories",
                                  Core::tr("more than 65,535 categories; events of the others have none"));
            return 0;
        }
        entry->second = static_cast<uint16_t>(all.size());
        all.push_back({m_run.strings.intern(name), module ? CategoryKind::Module : kindOfCategory(name)});
    }
    return entry->second;
}

uint16_t TimelineBuilder::category(std::string_view name, CategoryKind kind)
{
    const size_t before = m_run.timeline.categories.size();
    const uint16_t index = category(name);
    if (index == before) // it is new
        m_run.timeline.categories[index].kind = kind;
    return index;
}

uint32_t TimelineBuilder::track(TrackKind kind, StringId pid, StringId tid)
{
    auto &tracks = m_run.timeline.tracks;
    auto [entry, isNew] = m_tracks[size_t(kind)].try_emplace(threadKey(pid, tid), static_cast<uint32_t>(tracks.size()));
    if (isNew) {
        Track track;
        track.kind = kind;
        track.pid = pid;
        track.tid = tid;
        tracks.push_back(track);
        m_raw.emplace_back();
    }
    return entry->second;
}

uint32_t TimelineBuilder::gpuTrack(StringId device, StringId stream, StringId process)
{
    const std::string name = std::string(m_run.text(device)) + " (pid " + std::string(m_run.text(process)) + ')';
    const uint32_t index = track(TrackKind::GpuStream, m_run.strings.intern(name), stream);
    m_links.own(index, device, process);
    m_gpuTracks.try_emplace(threadKey(process, stream), index);
    return index;
}

void TimelineBuilder::nameThread(StringId pid, StringId tid, StringId label)
{
    m_threadNames[threadKey(pid, tid)].first = label;
}

void TimelineBuilder::sortThread(StringId pid, StringId tid, int64_t sortIndex)
{
    m_threadNames[threadKey(pid, tid)].second = sortIndex;
}

Process &TimelineBuilder::process(StringId pid)
{
    auto &all = m_run.timeline.processes;
    auto [entry, isNew] = m_processes.try_emplace(pid, static_cast<uint32_t>(all.size()));
    if (isNew)
        all.push_back({pid, 0, 0, 0});
    return all[entry->second];
}

void TimelineBuilder::addSlice(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category,
                               uint64_t text)
{
    see(start);
    see(start + duration);
    m_raw[track].add(start, duration, name, category, text, 0);
}

void TimelineBuilder::addGpuWork(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category,
                                 uint64_t text, const GpuDetail &detail)
{
    see(start);
    see(start + duration);
    m_hasDisplayRows = m_hasDisplayRows || detail.isMoved;
    const uint32_t extra = m_links.addGpuWork(track, start, duration, name, kindOf(category), detail);
    m_raw[track].add(start, duration, name, category, text, extra);
}

void TimelineBuilder::addLaunch(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category,
                                uint64_t text, uint64_t correlation, StringId kernel, uint64_t externalId)
{
    see(start);
    see(start + duration);
    m_links.launchesOn(track, correlation != 0);
    m_raw[track].add(start, duration, name, category, text, m_links.addLaunch(correlation, kernel, externalId));
}

void TimelineBuilder::addOp(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category,
                            uint64_t text, const OpDetail &detail)
{
    see(start);
    see(start + duration);
    m_raw[track].add(start, duration, name, category, text, m_links.addOp(detail));
}

void TimelineBuilder::addAsync(StringId pid, uint64_t id, const PairEvent &event)
{
    m_pairs.addAsync(pid, id, event);
    see(event.time);
}

void TimelineBuilder::addInstant(int64_t time, StringId name, uint16_t category, StringId pid, StringId tid,
                                 uint64_t text)
{
    see(time);
    Instants &all = m_run.timeline.instants;
    all.time.push_back(time);
    all.name.push_back(name);
    all.category.push_back(category);
    all.text.push_back(text);
    m_instantThreads.push_back(threadKey(pid, tid));
}

void TimelineBuilder::addCounter(int64_t time, StringId pid, StringId name, StringId key, double value)
{
    see(time);
    auto &all = m_run.timeline.counters;
    auto [entry, isNew] = m_counters.try_emplace(CounterKey{pid, name, key}, static_cast<uint32_t>(all.size()));
    if (isNew)
        all.push_back({pid, name, key, {}, {}, value, value});
    CounterSeries &series = all[entry->second];
    series.time.push_back(time);
    series.value.push_back(value);
    series.min = std::min(series.min, value);
    series.max = std::max(series.max, value);
}

void TimelineBuilder::addFlow(Flows::Kind kind, int64_t time, uint64_t id, uint16_t category, StringId pid,
                              StringId tid)
{
    see(time);
    Flows &all = m_run.timeline.flows;
    ++all.counts[kind];
    all.time.push_back(time);
    all.kind.push_back(kind);
    m_flowIds.push_back(id);
    m_flowCategories.push_back(category);
    const auto [thread, isNew] =
        m_threadNumbers.try_emplace(threadKey(pid, tid), static_cast<uint32_t>(m_threads.size()));
    if (isNew)
        m_threads.push_back(thread->first);
    m_flowThreads.push_back(thread->second);
}

} // namespace ws
