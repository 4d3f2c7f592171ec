// Begin and end events become slices: B/E per thread, async events per id; the newest open begin first, names ignored.

#include "core/model/timelinebuilder.h"

#include <QCoreApplication>

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
    auto tr = [](const char *text) { return QCoreApplication::translate("core", text); };
    if (stats.openBegins)
        diagnostics.add("unclosed-begin",
                        tr("begin events whose end is not in the file; they are drawn to the end of the trace"),
                        stats.firstText, {}, stats.openBegins);
    if (stats.strayEnds)
        diagnostics.add("stray-end", tr("end events without a begin; they are not drawn"), stats.firstText, {},
                        stats.strayEnds);
    if (stats.nameMismatches)
        diagnostics.add("end-names-another", tr("end events that name another slice than the one they close"),
                        stats.firstText, {}, stats.nameMismatches);
}

} // namespace

void TimelineBuilder::matchPairs()
{
    const int64_t last = m_last;
    auto closed = [this](const PairEvent &begin, const PairEvent &end) {
        addSlice(begin.track, begin.time, end.time - begin.time, begin.name ? begin.name : end.name, begin.category,
                 begin.text);
        ++m_run.info.slices;
    };
    auto open = [&](const PairEvent &begin) {
        addSlice(begin.track, begin.time, last - begin.time, begin.name, begin.category, begin.text);
    };
    const PairStats stats = matchNewestFirst(m_pairs, closed, open);
    report(m_run.diagnostics, stats);
    std::vector<PairEvent>().swap(m_pairs);
}

void TimelineBuilder::matchAsync()
{
    const int64_t last = m_last;
    for (AsyncGroup &group : m_async) {
        const uint32_t lane = track(TrackKind::Async, group.pid, group.name);
        m_run.timeline.tracks[lane].label = group.name;
        auto closed = [&](const PairEvent &begin, const PairEvent &end) {
            addSlice(lane, begin.time, end.time - begin.time, begin.name, begin.category, begin.text);
        };
        auto open = [&](const PairEvent &begin) {
            addSlice(lane, begin.time, last - begin.time, begin.name, begin.category, begin.text);
        };
        const PairStats stats = matchNewestFirst(group.events, closed, open);
        report(m_run.diagnostics, {stats.openBegins, stats.strayEnds, 0, stats.firstText});
    }
    std::vector<AsyncGroup>().swap(m_async);
    m_asyncIds.clear();
}

} // namespace ws
