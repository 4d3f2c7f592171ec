#pragma once
// Begin and end events that become slices: B/E per thread, async events per id; the newest open begin first, names
// ignored.

#include "core/base/stringpool.h"

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
};

class SlicePairs
{
public:
    void add(const PairEvent &event) { m_pairs.push_back(event); }
    /// Events of one (pid, category, id) form nested slices.
    void addAsync(StringId pid, uint64_t id, const PairEvent &event);

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
