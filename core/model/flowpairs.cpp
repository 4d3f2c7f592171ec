#include "core/model/flowpairs.h"

#include <algorithm>
#include <tuple>

namespace ws {
namespace {

struct FlowStart
{
    uint16_t group;
    uint64_t id;
    int64_t ns;
    uint32_t track;
    bool isSame(const FlowStart &other) const { return id == other.id && group == other.group; }
};

bool isBefore(const FlowPairs::Place &a, const FlowPairs::Place &b)
{
    return std::tie(a.track, a.ns) < std::tie(b.track, b.ns);
}

} // namespace

FlowPairs::FlowPairs(const Run &run, std::string_view category, Order order, const std::vector<uint16_t> &groups)
{
    const Flows &flows = run.timeline.flows;
    const auto &categories = run.timeline.categories;
    std::vector<uint8_t> wanted(categories.size());
    for (size_t i = 0; i < wanted.size(); ++i)
        wanted[i] = run.text(categories[i].name) == category;
    if (std::find(wanted.begin(), wanted.end(), 1) == wanted.end())
        return;

    const auto groupOf = [&](uint32_t track) { return track < groups.size() ? groups[track] : uint16_t(0); };
    std::vector<FlowStart> starts;
    for (size_t i = 0; i < flows.size(); ++i)
        if (flows.kind[i] == Flows::Start && wanted[flows.category[i]] && flows.track[i] != UINT32_MAX)
            starts.push_back({groupOf(flows.track[i]), flows.id[i], flows.time[i], flows.track[i]});
    const auto byId = [](const FlowStart &a, const FlowStart &b) {
        return std::tie(a.group, a.id, a.ns) < std::tie(b.group, b.id, b.ns);
    };
    std::stable_sort(starts.begin(), starts.end(), byId);
    for (size_t i = 0; i < flows.size(); ++i) {
        if (flows.kind[i] != Flows::End || !wanted[flows.category[i]] || flows.track[i] == UINT32_MAX)
            continue;
        const FlowStart here{groupOf(flows.track[i]), flows.id[i], flows.time[i], 0};
        const auto after = std::upper_bound(starts.begin(), starts.end(), here, byId);
        if (after != starts.begin() && (after - 1)->isSame(here))
            m_pairs.push_back({{flows.track[i], flows.time[i]}, {(after - 1)->track, (after - 1)->ns}});
        else if (order == Order::StartMayBeLater && after != starts.end() && after->isSame(here) &&
                 (after + 1 == starts.end() || !(after + 1)->isSame(here))) // the only start of that id
            m_pairs.push_back({{flows.track[i], flows.time[i]}, {after->track, after->ns}});
    }
    std::stable_sort(m_pairs.begin(), m_pairs.end(),
                     [](const Pair &a, const Pair &b) { return isBefore(a.end, b.end); });
}

std::optional<FlowPairs::Place> FlowPairs::startOf(uint32_t track, int64_t ns) const
{
    const Place place{track, ns};
    const auto found = std::lower_bound(m_pairs.begin(), m_pairs.end(), place,
                                        [](const Pair &pair, const Place &p) { return isBefore(pair.end, p); });
    if (found == m_pairs.end() || isBefore(place, found->end))
        return std::nullopt;
    return found->start;
}

} // namespace ws
