#include "core/analysis/trust/checks.h"

#include <algorithm>
#include <bit>

namespace ws {
namespace {

/// Sides of flows by id and category: an open table, because a trace has millions of them.
class FlowSides
{
public:
    enum : uint8_t { HasStart = 1, HasEnd = 2 };

    explicit FlowSides(size_t flows) : m_slots(std::bit_ceil(2 * flows + 2)) {}

    void add(uint64_t id, uint16_t category, uint8_t side) { slot(id, category).sides |= side; }
    uint8_t sides(uint64_t id, uint16_t category) { return slot(id, category).sides; }

private:
    struct Slot
    {
        uint64_t id = 0;
        uint16_t category = 0;
        uint8_t sides = 0; ///< 0: free
    };

    Slot &slot(uint64_t id, uint16_t category)
    {
        const size_t mask = m_slots.size() - 1;
        uint64_t hash = (id ^ uint64_t(category) << 48) * 0x9E3779B97F4A7C15ULL;
        hash ^= hash >> 29;
        for (size_t at = hash & mask;; at = (at + 1) & mask) {
            Slot &slot = m_slots[at];
            if (slot.sides && (slot.id != id || slot.category != category))
                continue;
            slot.id = id;
            slot.category = category;
            return slot;
        }
    }

    std::vector<Slot> m_slots;
};

} // namespace

void checkFlows(const Run &run, TrustFindings &findings)
{
    const Flows &flows = run.timeline.flows;
    const size_t all = flows.counts[Flows::Start] + flows.counts[Flows::Step] + flows.counts[Flows::End];
    if (flows.size() == 0 || all != flows.size()) // the other side may be one that was not kept
        return;
    FlowSides sides(flows.size());
    for (size_t i = 0; i < flows.size(); ++i)
        if (flows.kind[i] != Flows::Step)
            sides.add(flows.id[i], flows.category[i],
                      flows.kind[i] == Flows::Start ? FlowSides::HasStart : FlowSides::HasEnd);
    std::vector<bool> isLaunch; // by category
    for (const Category &category : run.timeline.categories)
        isLaunch.push_back(run.text(category.name) == "ac2g" || run.text(category.name) == "async_cpu_to_gpu");
    const auto endsAtCall = [&](size_t i) { // Kineto writes such an end at every call, with work or without
        return flows.kind[i] == Flows::End && isLaunch[flows.category[i]] &&
               (flows.track[i] == UINT32_MAX || run.timeline.tracks[flows.track[i]].kind == TrackKind::CpuThread);
    };
    TrustCounter half("half-flow", 0, 0);
    for (size_t i = 0; i < flows.size(); ++i)
        if (flows.kind[i] != Flows::Step && !endsAtCall(i) &&
            sides.sides(flows.id[i], flows.category[i]) != (FlowSides::HasStart | FlowSides::HasEnd))
            half.add({{}, {flows.time[i], flows.time[i]}, 0});
    half.finish(findings);
}

void checkProfiler(const Run &run, TrustFindings &findings)
{
    const Timeline &timeline = run.timeline;
    enum : uint8_t { Other, Overhead, Stack };
    std::vector<uint8_t> kinds;
    for (const Category &category : timeline.categories)
        kinds.push_back(category.kind == CategoryKind::Overhead                                          ? Overhead
                        : category.kind == CategoryKind::Python || category.kind == CategoryKind::Module ? Stack
                                                                                                         : Other);
    TrustCounter overhead("profiler-overhead", 0, CpuTimes | GapCauses);
    TrustFinding stacks;
    for (uint32_t l = 0; l < timeline.lanes.size(); ++l) {
        const Lane &lane = timeline.lanes[l];
        for (uint32_t i = 0; i < lane.size(); ++i) {
            const uint8_t kind = kinds[lane.category[i]];
            if (kind == Overhead)
                overhead.add(timeline, {l, i}, lane.durationOf(i));
            else if (kind == Stack && stacks.count++ == 0)
                stacks.places.push_back({{l, i}, {lane.start[i], lane.endOf(i)}, 0});
        }
    }
    overhead.finish(findings);
    for (size_t i = 0; i < run.ops.callStack.size(); ++i) // as arguments of operators
        if (run.ops.callStack[i] && stacks.count++ == 0) {
            const EventRef op = run.ops.slice[i];
            stacks.places.push_back({op, {timeline.start(op), timeline.end(op)}, 0});
        }
    if (!stacks.count)
        return;
    stacks.id = "call-stacks";
    stacks.marks = CpuTimes | GapCauses;
    findings.push_back(std::move(stacks));
}

} // namespace ws
