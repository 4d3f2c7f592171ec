#include "core/model/slicepairs.h"

#include "core/base/texts.h"
#include "core/model/timelinebuilder.h"

#include <algorithm>

namespace ws {
namespace {

struct PairStats
{
    uint64_t openBegins = 0;
    uint64_t strayEnds = 0;
    uint64_t nameMismatches = 0;
    int64_t firstText = -1; ///< of the first finding
};

/// Calls `onPair(begin, end)` for each pair and `onOpen(begin)` for what never ends; orders the events by track and
/// time first.
template <class OnPair, class OnOpen>
PairStats matchNewestFirst(std::vector<PairEvent> &events, OnPair onPair, OnOpen onOpen)
{
    std::stable_sort(events.begin(), events.end(), [](const PairEvent &a, const PairEvent &b) {
        return a.track != b.track ? a.track < b.track : a.time < b.time;
    });
    PairStats stats;
    std::vector<const PairEvent *> open;
    auto finding = [&stats](uint64_t &counter, const PairEvent &event) {
        ++counter;
        if (stats.firstText < 0)
            stats.firstText = static_cast<int64_t>(event.text);
    };
    auto closeTrack = [&] {
        for (const PairEvent *begin : open) {
            finding(stats.openBegins, *begin);
            onOpen(*begin);
        }
        open.clear();
    };
    for (size_t i = 0; i < events.size(); ++i) {
        const PairEvent &event = events[i];
        if (i && events[i - 1].track != event.track)
            closeTrack();
        if (event.begin) {
            open.push_back(&event);
        } else if (open.empty()) {
            finding(stats.strayEnds, event);
        } else {
            if (event.name && event.name != open.back()->name)
                finding(stats.nameMismatches, event);
            onPair(*open.back(), event);
            open.pop_back();
        }
    }
    closeTrack();
    return stats;
}

void report(Diagnostics &diagnostics, const PairStats &stats)
{
    if (stats.openBegins)
        diagnostics.add("unclosed-begin",
                        Core::tr("begin events whose end is not in the file; they are drawn to the end of the trace"),
                        stats.firstText, {}, stats.openBegins);
    if (stats.strayEnds)
        diagnostics.add("stray-end", Core::tr("end events without a begin; they are not drawn"), stats.firstText, {},
                        stats.strayEnds);
    if (stats.nameMismatches)
        diagnostics.add("end-names-another", Core::tr("end events that name another slice than the one they close"),
                        stats.firstText, {}, stats.nameMismatches);
}

} // namespace

void SlicePairs::addAsync(StringId pid, uint64_t id, const PairEvent &event)
{
    const uint64_t key = (id * 0x9E3779B97F4A7C15ull) ^ (uint64_t(pid) << 40) ^ event.category;
    auto [entry, isNew] = m_asyncIds.try_emplace(key, static_cast<uint32_t>(m_async.size()));
    if (isNew)
        m_async.push_back({pid, event.name, {}});
    m_async[entry->second].events.push_back(event);
}

void SlicePairs::matchThreads(TimelineBuilder &builder, Run &run, int64_t last)
{
    auto closed = [&](const PairEvent &begin, const PairEvent &end) {
        builder.addSlice(begin.track, begin.time, end.time - begin.time, begin.name ? begin.name : end.name,
                         begin.category, begin.text);
        ++run.info.slices;
    };
    auto open = [&](const PairEvent &begin) {
        builder.addSlice(begin.track, begin.time, last - begin.time, begin.name, begin.category, begin.text);
    };
    report(run.diagnostics, matchNewestFirst(m_pairs, closed, open));
    std::vector<PairEvent>().swap(m_pairs);
}

void SlicePairs::matchAsync(TimelineBuilder &builder, Run &run, int64_t last)
{
    for (AsyncGroup &group : m_async) {
        const uint32_t track = builder.track(TrackKind::Async, group.pid, group.name);
        run.timeline.tracks[track].label = group.name;
        auto closed = [&](const PairEvent &begin, const PairEvent &end) {
            builder.addSlice(track, begin.time, end.time - begin.time, begin.name, begin.category, begin.text);
        };
        auto open = [&](const PairEvent &begin) {
            builder.addSlice(track, begin.time, last - begin.time, begin.name, begin.category, begin.text);
        };
        const PairStats stats = matchNewestFirst(group.events, closed, open);
        report(run.diagnostics, {stats.openBegins, stats.strayEnds, 0, stats.firstText});
    }
    std::vector<AsyncGroup>().swap(m_async);
    m_asyncIds.clear();
}

} // namespace ws
