// TimelineBuilder::finish(): from raw slices to the Run.

#include "core/base/runsort.h"
#include "core/base/texts.h"
#include "core/model/lanes.h"
#include "core/model/timelinebuilder.h"

namespace ws {

Result<bool> TimelineBuilder::finish(Progress &progress)
{
    Timeline &timeline = m_run.timeline;
    progress.phase = Phase::Sorting;
    m_pairs.matchThreads(*this, m_run, m_last);
    m_pairs.matchAsync(*this, m_run, m_last);
    resolveThreads();
    if (m_first <= m_last) {
        timeline.originNs = m_first;
        timeline.spanNs = m_last - m_first;
        timeline.hasOrigin = true;
    } else {
        m_first = 0;
    }
    LaneFiller lanes(m_run, m_links, m_raw);
    if (!lanes.fill(progress))
        return Error{ErrorKind::Cancelled, Core::tr("cancelled"), m_run.info.stamp.path};
    progress.phase = Phase::Linking;
    m_links.link(lanes.isParallel());
    sortSeries();
    sortInstants();
    for (int64_t &time : timeline.flows.time)
        time -= m_first;
    return true;
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
    t.instants.track.reserve(m_instantThreads.size());
    uint64_t lastKey = UINT64_MAX;
    uint32_t last = UINT32_MAX;
    for (uint64_t key : m_instantThreads) {
        if (key != lastKey) {
            lastKey = key;
            last = trackOf(key);
        }
        t.instants.track.push_back(last);
    }
    std::vector<uint64_t>().swap(m_instantThreads);
    std::vector<uint32_t> tracks;
    for (const uint64_t thread : m_threads)
        tracks.push_back(trackOf(thread));
    for (uint32_t &thread : m_flowThreads)
        thread = tracks[thread];
    t.flows.track = NarrowColumn<uint32_t>::of(std::move(m_flowThreads));
    t.flows.id = NarrowColumn<uint64_t>::of(std::move(m_flowIds));
    t.flows.category = NarrowColumn<uint16_t>::of(std::move(m_flowCategories));
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
