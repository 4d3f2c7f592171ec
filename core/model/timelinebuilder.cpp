#include "core/model/timelinebuilder.h"

#include "core/base/runsort.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr uint32_t firstChunk = 64;
constexpr uint32_t largestChunk = 1u << 16;
constexpr uint32_t growing = largestChunk - firstChunk; ///< slices in the chunks that still double

uint64_t threadKey(StringId pid, StringId tid)
{
    return uint64_t(pid) << 32 | tid;
}

CategoryKind kindOfName(std::string_view name)
{
    static const std::unordered_map<std::string_view, CategoryKind> kinds = {
        {"kernel", CategoryKind::Kernel},
        {"Kernel", CategoryKind::Kernel},
        {"gpu_memcpy", CategoryKind::Memcpy},
        {"Memcpy", CategoryKind::Memcpy},
        {"gpu_memset", CategoryKind::Memset},
        {"Memset", CategoryKind::Memset},
        {"gpu_user_annotation", CategoryKind::GpuAnnotation},
        {"cuda_runtime", CategoryKind::Launch},
        {"cuda_driver", CategoryKind::Launch},
        {"Runtime", CategoryKind::Launch},
        {"cpu_op", CategoryKind::CpuOp},
        {"Operator", CategoryKind::CpuOp},
        {"user_annotation", CategoryKind::UserAnnotation},
        {"python_function", CategoryKind::Python},
        {"overhead", CategoryKind::Overhead},
        {"cuda_graph", CategoryKind::Kernel}, // nsys: a graph launch recorded as a whole
        {"nvtx", CategoryKind::UserAnnotation},
    };
    auto found = kinds.find(name);
    return found == kinds.end() ? CategoryKind::Other : found->second;
}

} // namespace

RawTrack::Chunk::Chunk(uint32_t size)
    : start(new int64_t[size]), duration(new uint32_t[size]), name(new uint32_t[size]), textLow(new uint32_t[size]),
      extra(new uint32_t[size]), category(new uint16_t[size]), textHigh(new uint8_t[size]), capacity(size)
{
}

void RawTrack::add(int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text, uint32_t extra)
{
    if (m_left == 0) {
        const uint32_t size = m_chunks.empty() ? firstChunk : std::min(m_chunks.back().capacity * 2, largestChunk);
        m_chunks.emplace_back(size);
        m_left = size;
    }
    Chunk &chunk = m_chunks.back();
    const uint32_t at = chunk.capacity - m_left--;
    chunk.start[at] = start;
    if (duration >= UINT32_MAX) {
        m_long.emplace_back(m_size, duration);
        chunk.duration[at] = UINT32_MAX;
    } else {
        chunk.duration[at] = static_cast<uint32_t>(duration);
    }
    chunk.name[at] = name;
    chunk.category[at] = category;
    chunk.textLow[at] = static_cast<uint32_t>(text);
    chunk.textHigh[at] = static_cast<uint8_t>(text >> 32);
    chunk.extra[at] = extra;
    const bool isBehind = start > m_lastStart || (start == m_lastStart && duration <= m_lastDuration);
    if (!isBehind && m_runs.size() <= mostRuns)
        m_runs.push_back(m_size);
    m_lastStart = start;
    m_lastDuration = duration;
    ++m_size;
}

RawTrack::Place RawTrack::place(uint32_t index) const
{
    if (index >= growing)
        return {&m_chunks[10 + (index - growing) / largestChunk], (index - growing) % largestChunk};
    const uint32_t k = 31 - static_cast<uint32_t>(__builtin_clz(index / firstChunk + 1));
    return {&m_chunks[k], index - firstChunk * ((1u << k) - 1)};
}

int64_t RawTrack::startOf(uint32_t index) const
{
    const Place p = place(index);
    return p.chunk->start[p.at];
}

int64_t RawTrack::longDuration(uint32_t index) const
{
    auto found = std::lower_bound(m_long.begin(), m_long.end(), std::pair<uint32_t, int64_t>(index, 0));
    return found->second;
}

int64_t RawTrack::durationOf(uint32_t index) const
{
    const Place p = place(index);
    const uint32_t d = p.chunk->duration[p.at];
    return d != UINT32_MAX ? d : longDuration(index);
}

void RawTrack::clear()
{
    *this = RawTrack();
}

TimelineBuilder::TimelineBuilder(Run &run) : m_run(run)
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
                                  QCoreApplication::translate(
                                      "core", "more than 65,535 categories; events of the others stand without one"));
            return 0;
        }
        entry->second = static_cast<uint16_t>(all.size());
        all.push_back({m_run.strings.intern(name), module ? CategoryKind::Module : kindOfName(name)});
    }
    return entry->second;
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

void TimelineBuilder::expectGpuWork(size_t count)
{
    GpuWork &gpu = m_run.gpu;
    m_expectedGpu = count;
    gpu.start.reserve(count);
    gpu.duration.reserve(count);
    gpu.name.reserve(count);
    gpu.stream.reserve(count);
    gpu.kind.reserve(count);
    gpu.slice.reserve(count);
    m_gpuCorrelation.reserve(count);
}

/// What most files lack takes no memory: a column begins with the first value that is not `none`.
template <class T>
static void put(std::vector<T> &column, size_t index, T value, T none, bool isNone, size_t expected = 0)
{
    if (column.empty() && isNone)
        return;
    column.reserve(expected);
    column.resize(index, none);
    column.push_back(value);
}

void TimelineBuilder::addGpuWork(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category,
                                 uint64_t text, const GpuDetail &detail)
{
    see(start);
    see(start + duration);
    GpuWork &gpu = m_run.gpu;
    const size_t index = gpu.size();
    gpu.start.push_back(start);
    gpu.duration.push_back(duration);
    gpu.name.push_back(name);
    gpu.stream.push_back(streamOf(track));
    gpu.kind.push_back(kindOf(category));
    gpu.slice.push_back({});
    m_gpuCorrelation.push_back(detail.correlation);
    constexpr float unknown = __builtin_nanf("");
    const bool noOccupancy = std::isnan(detail.occupancy) && std::isnan(detail.blocksPerSm);
    put<uint64_t>(m_gpuExternalId, index, detail.externalId, 0, !detail.externalId, m_expectedGpu);
    put<StringId>(gpu.grid, index, detail.grid, 0, !detail.grid, m_expectedGpu);
    put<uint64_t>(gpu.graphNode, index, detail.graphNode, 0, !detail.graphNode, m_expectedGpu);
    if (detail.matchName && gpu.matchName.empty())
        gpu.matchName.assign(gpu.name.begin(), gpu.name.end() - 1); // those before are matched by their names
    if (detail.matchName || !gpu.matchName.empty())
        gpu.matchName.push_back(detail.matchName ? detail.matchName : name);
    const bool hadOccupancy = !gpu.occupancy.empty();
    put(gpu.occupancy, index, detail.occupancy, unknown, noOccupancy && !hadOccupancy, m_expectedGpu);
    put(gpu.blocksPerSm, index, detail.blocksPerSm, unknown, noOccupancy && !hadOccupancy, m_expectedGpu);
    m_raw[track].add(start, duration, name, category, text, static_cast<uint32_t>(gpu.size()));
}

void TimelineBuilder::addLaunch(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category,
                                uint64_t text, uint64_t correlation)
{
    see(start);
    see(start + duration);
    Launches &launches = m_run.launches;
    launches.correlation.push_back(correlation);
    launches.slice.push_back({});
    launches.op.push_back({});
    launches.module.push_back({});
    m_raw[track].add(start, duration, name, category, text, static_cast<uint32_t>(launches.size()));
}

void TimelineBuilder::addOp(uint32_t track, int64_t start, int64_t duration, StringId name, uint16_t category,
                            uint64_t text, const OpDetail &detail)
{
    see(start);
    see(start + duration);
    CpuOps &ops = m_run.ops;
    put<uint64_t>(m_opExternalId, ops.size(), detail.externalId, 0, !detail.externalId);
    ops.slice.push_back({});
    ops.module.push_back({});
    ops.sequence.push_back(detail.sequence);
    ops.fwdThread.push_back(detail.fwdThread);
    ops.shape.push_back(detail.shape);
    m_raw[track].add(start, duration, name, category, text, static_cast<uint32_t>(ops.size()));
}

void TimelineBuilder::addAsync(StringId pid, uint64_t id, const PairEvent &event)
{
    const uint64_t key = (id * 0x9E3779B97F4A7C15ull) ^ (uint64_t(pid) << 40) ^ event.category;
    auto [entry, isNew] = m_asyncIds.try_emplace(key, static_cast<uint32_t>(m_async.size()));
    if (isNew)
        m_async.push_back({pid, event.name, {}});
    m_async[entry->second].events.push_back(event);
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
    const uint64_t hash = (uint64_t(name) << 32 | key) * 0x9E3779B97F4A7C15ull ^ pid;
    auto &all = m_run.timeline.counters;
    auto [entry, isNew] = m_counters.try_emplace(hash, static_cast<uint32_t>(all.size()));
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
    all.id.push_back(id);
    all.time.push_back(time);
    all.category.push_back(category);
    all.kind.push_back(kind);
    m_flowThreads.push_back(threadKey(pid, tid));
}

/// Gives tracks their names, and flows and instants their tracks.
void TimelineBuilder::resolveThreads()
{
    Timeline &t = m_run.timeline;
    for (const auto &[key, name] : m_threadNames)
        for (size_t kind = 0; kind < 4; ++kind) {
            auto found = m_tracks[kind].find(key);
            if (found == m_tracks[kind].end() || TrackKind(kind) == TrackKind::Async)
                continue;
            if (name.first)
                t.tracks[found->second].label = name.first;
            t.tracks[found->second].sortIndex = name.second;
        }
    auto trackOf = [&](uint64_t key) {
        for (TrackKind kind : {TrackKind::CpuThread, TrackKind::GpuStream, TrackKind::GpuAnnotation}) {
            auto found = m_tracks[size_t(kind)].find(key);
            if (found != m_tracks[size_t(kind)].end())
                return found->second;
        }
        return UINT32_MAX;
    };
    auto resolve = [&](std::vector<uint64_t> &keys, std::vector<uint32_t> &tracks) {
        tracks.reserve(keys.size());
        uint64_t lastKey = UINT64_MAX;
        uint32_t last = UINT32_MAX;
        for (uint64_t key : keys) {
            if (key != lastKey) {
                lastKey = key;
                last = trackOf(key);
            }
            tracks.push_back(last);
        }
        std::vector<uint64_t>().swap(keys);
    };
    resolve(m_flowThreads, t.flows.track);
    resolve(m_instantThreads, t.instants.track);
}

void TimelineBuilder::sortSeries()
{
    for (CounterSeries &series : m_run.timeline.counters) {
        const std::vector<uint32_t> order = stableOrder(series.time);
        permute(series.time, order);
        permute(series.value, order);
        for (int64_t &time : series.time)
            time -= m_first;
    }
}

void TimelineBuilder::sortInstants()
{
    Instants &all = m_run.timeline.instants;
    const std::vector<uint32_t> order = stableOrder(all.time);
    permute(all.time, order);
    permute(all.name, order);
    permute(all.category, order);
    permute(all.track, order);
    permute(all.text, order);
    for (int64_t &time : all.time)
        time -= m_first;
}

} // namespace ws
