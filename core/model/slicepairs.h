#pragma once
// Begin and end events that become slices: B/E per thread, async events per id. An end closes the newest open begin of
// its name; without a name, or where none is open, the newest one.

#include "core/base/stringpool.h"
#include "core/base/timerange.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ws {

class TimelineBuilder;
struct Run;

/// A begin or end event: B/E, or b/e/S/F with an id.
struct PairEvent
{
    int64_t time;
    uint64_t text;
    uint32_t track; ///< raw track; async: group of equal id
    StringId name;
    uint16_t category;
    bool begin;
    uint32_t begun = 0; ///< of GPU work, launches and operators: the number of what the reader has noted of it, from 1
};

class SlicePairs
{
public:
    void add(const PairEvent &event) { m_pairs.push_back(event); }
    /// Events of one (pid, category, id) form nested slices.
    void addAsync(StringId pid, uint64_t id, const PairEvent &event);

    template <class Visit> void forEachTime(Visit visit) const
    {
        for (const PairEvent &event : m_pairs)
            visit(event.time);
        for (const AsyncGroup &group : m_async)
            for (const PairEvent &event : group.events)
                visit(event.time);
    }
    /// Removes what lies outside; calls visit(event) of it.
    template <class Visit> void keepOnly(const TimeRange &range, Visit visit)
    {
        const auto removeFrom = [&](std::vector<PairEvent> &events) {
            std::erase_if(events, [&](const PairEvent &event) {
                const bool isOutside = event.time < range.begin || event.time > range.end;
                if (isOutside)
                    visit(event);
                return isOutside;
            });
        };
        removeFrom(m_pairs);
        for (AsyncGroup &group : m_async)
            removeFrom(group.events);
    }

    /// Gives the slices to the builder and what is out of order to the run's diagnostics. `last`: where slices without
    /// an end are drawn to. The events are freed afterwards.
    void matchThreads(TimelineBuilder &builder, Run &run, int64_t last);
    void matchAsync(TimelineBuilder &builder, Run &run, int64_t last);

private:
    struct AsyncGroup
    {
        StringId pid = 0;
        StringId name = 0;
        std::vector<PairEvent> events;
    };

    std::vector<PairEvent> m_pairs;
    std::vector<AsyncGroup> m_async;
    std::unordered_map<uint64_t, uint32_t> m_asyncIds;
};

} // namespace ws
