#include "core/model/slicepairs.h"

#include "core/base/texts.h"
#include "core/model/timelinebuilder.h"

#include <algorithm>

namespace ws {
namespace {

constexpr int64_t noTime = INT64_MIN;

struct PairStats
{
    uint64_t openBegins = 0;
    uint64_t strayEnds = 0;
    uint64_t nameMismatches = 0;
    int64_t firstText = -1; ///< of the first finding
};

/// Pairs the begins and ends of one track or id.
class PairMatcher
{
public:
    explicit PairMatcher(PairStats &stats) : m_stats(stats) {}

    void add(const PairEvent &event)
    {
        if (event.begin)
            return begin(event);
        if (m_open.empty())
            return finding(m_stats.strayEnds, event);
        auto named = m_open.rbegin();
        while (event.name && named != m_open.rend() && m_slices[*named].begin->name != event.name)
            ++named;
        if (named == m_open.rend()) { // of no open one
            finding(m_stats.nameMismatches, event);
            named = m_open.rbegin();
        }
        for (auto later = m_open.rbegin(); later != named; ++later)
            if (m_slices[*later].end == noTime)
                m_slices[*later].end = event.time; // unless an end of its own comes
        Slice &slice = m_slices[*named];
        slice.end = event.time;
        slice.isClosed = true;
        slice.name = slice.begin->name ? slice.begin->name : event.name;
        m_open.erase(std::next(named).base());
    }

    /// In order of the begins: of slices with the same times the first one is the outer one.
    template <class OnPair, class OnOpen> void finish(OnPair onPair, OnOpen onOpen)
    {
        for (const size_t open : m_open)
            finding(m_stats.openBegins, *m_slices[open].begin);
        for (const Slice &slice : m_slices) {
            if (slice.isClosed)
                onPair(*slice.begin, slice.name, slice.end);
            else
                onOpen(*slice.begin, slice.end);
        }
        m_open.clear();
        m_slices.clear();
    }

private:
    struct Slice
    {
        const PairEvent *begin;
        int64_t end = noTime;
        StringId name = 0;
        bool isClosed = false;
    };

    void begin(const PairEvent &event)
    {
        m_open.push_back(m_slices.size());
        m_slices.push_back({&event});
    }
    void finding(uint64_t &counter, const PairEvent &event)
    {
        ++counter;
        if (m_stats.firstText < 0)
            m_stats.firstText = static_cast<int64_t>(event.text);
    }

    PairStats &m_stats;
    std::vector<Slice> m_slices;
    std::vector<size_t> m_open; ///< into the slices
};

/// Calls `onPair(begin, name, end)` for each pair and `onOpen(begin, end)` for what never ends, `end` where something
/// around it does, else noTime; orders the events by track and time first.
template <class OnPair, class OnOpen> PairStats matchPairs(std::vector<PairEvent> &events, OnPair onPair, OnOpen onOpen)
{
    std::stable_sort(events.begin(), events.end(), [](const PairEvent &a, const PairEvent &b) {
        return a.track != b.track ? a.track < b.track : a.time < b.time;
    });
    PairStats stats;
    PairMatcher matcher(stats);
    for (size_t i = 0; i < events.size(); ++i) {
        if (i && events[i - 1].track != events[i].track)
            matcher.finish(onPair, onOpen);
        matcher.add(events[i]);
    }
    matcher.finish(onPair, onOpen);
    return stats;
}

void report(Diagnostics &diagnostics, const PairStats &stats)
{
    if (stats.openBegins)
        diagnostics.add(
            "unclosed-begin",
            Core::tr("begin events whose end is not in the file; they are drawn to the end of the trace, or "
                     "of the slice around them"),
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
    auto closed = [&](const PairEvent &begin, StringId name, int64_t end) {
        ++run.info.slices;
        if (!builder.addBegun(begin.begun, end - begin.time))
            builder.addSlice(begin.track, begin.time, end - begin.time, name, begin.category, begin.text);
    };
    auto open = [&](const PairEvent &begin, int64_t end) {
        const bool isWork = begin.begun && isGpuWork(builder.kindOf(begin.category));
        if (isWork)
            run.diagnostics.add("bad-duration",
                                Core::tr("GPU work that begins and never ends; its duration is taken as 0"),
                                static_cast<int64_t>(begin.text));
        if (builder.addBegun(begin.begun, isWork ? 0 : (end == noTime ? last : end) - begin.time))
            return;
        builder.addSlice(begin.track, begin.time, (end == noTime ? last : end) - begin.time, begin.name, begin.category,
                         begin.text);
    };
    report(run.diagnostics, matchPairs(m_pairs, closed, open));
    std::vector<PairEvent>().swap(m_pairs);
}

void SlicePairs::matchAsync(TimelineBuilder &builder, Run &run, int64_t last)
{
    for (AsyncGroup &group : m_async) {
        if (group.events.empty()) // all without a time
            continue;
        const uint32_t track = builder.track(TrackKind::Async, group.pid, group.name);
        run.timeline.tracks[track].label = group.name;
        auto closed = [&](const PairEvent &begin, StringId, int64_t end) {
            builder.addSlice(track, begin.time, end - begin.time, begin.name, begin.category, begin.text);
        };
        auto open = [&](const PairEvent &begin, int64_t end) {
            builder.addSlice(track, begin.time, (end == noTime ? last : end) - begin.time, begin.name, begin.category,
                             begin.text);
        };
        const PairStats stats = matchPairs(group.events, closed, open);
        report(run.diagnostics, {stats.openBegins, stats.strayEnds, 0, stats.firstText});
    }
    std::vector<AsyncGroup>().swap(m_async);
    m_asyncIds.clear();
}

} // namespace ws
