// one-time-costs: modules and functions that are loaded while the recording runs.
// Threshold: "Lazy Function Loading", "Runtime Triggered Module Loading", cuModuleLoad…, cuLibraryLoad…, hipModuleLoad…
// cover idle time of at least 2 % of a unit. A note: it says which units have it, not what a unit could win.
// Silent: where the GPU works meanwhile, and without units (in a span every cost occurs once).

#include "core/analysis/findings/rules.h"

#include <algorithm>

namespace ws {
namespace {

bool isOneTime(std::string_view name)
{
    return name == "Lazy Function Loading" || name == "Runtime Triggered Module Loading" ||
           name.starts_with("cuModuleLoad") || name.starts_with("cuLibraryLoad") || name.starts_with("hipModuleLoad");
}

/// Their union, ascending, and the name of the first one.
struct Slices
{
    std::vector<TimeRange> times;
    StringId name = 0;
};

Slices oneTimeSlices(const Run &run)
{
    enum : uint8_t { Unasked, No, Yes };
    std::vector<uint8_t> asked(run.strings.size(), Unasked);
    std::vector<std::pair<TimeRange, StringId>> all;
    for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l) {
        const Lane &lane = run.timeline.lanes[l];
        for (uint32_t i = 0; i < lane.size(); ++i) {
            const CategoryKind kind = run.timeline.categories[lane.category[i]].kind;
            if (kind != CategoryKind::Overhead && kind != CategoryKind::Launch)
                continue;
            uint8_t &answer = asked[lane.name[i]];
            if (answer == Unasked)
                answer = isOneTime(run.text(lane.name[i])) ? Yes : No;
            if (answer == Yes)
                all.push_back({{lane.start[i], lane.endOf(i)}, lane.name[i]});
        }
    }
    std::ranges::stable_sort(all, {}, [](const auto &slice) { return slice.first.begin; });
    Slices slices;
    slices.name = all.empty() ? 0 : all.front().second;
    for (const auto &[time, name] : all) {
        if (!slices.times.empty() && time.begin <= slices.times.back().end)
            slices.times.back().end = std::max(slices.times.back().end, time.end);
        else
            slices.times.push_back(time);
    }
    return slices;
}

/// Of ranges that are disjoint and ascending, those that the range touches: visit(index, part within the range).
template <class Ranges, class Get, class Visit>
void forEachPart(const Ranges &ranges, Get get, const TimeRange &range, Visit visit)
{
    auto at = std::partition_point(ranges.begin(), ranges.end(),
                                   [&](const auto &each) { return get(each).end <= range.begin; });
    for (; at != ranges.end() && get(*at).begin < range.end; ++at)
        visit(size_t(at - ranges.begin()),
              TimeRange{std::max(get(*at).begin, range.begin), std::min(get(*at).end, range.end)});
}

} // namespace

void findOneTimeCosts(const UnitWork &unit, Findings &findings)
{
    const std::vector<UnitWall> &units = unit.units;
    if (units.empty() || unit.withholds(GpuIdle))
        return;
    const Slices slices = oneTimeSlices(unit.run);
    std::vector<int64_t> ofUnit(units.size());
    for (const Gap &gap : unit.input.gaps.gaps) {
        if (gap.device != unit.device || slices.times.empty())
            continue;
        forEachPart(
            slices.times, [](const TimeRange &time) { return time; }, {gap.startNs, gap.endNs()},
            [&](size_t, const TimeRange &idle) {
                forEachPart(
                    units, [](const UnitWall &wall) { return wall.range; }, idle,
                    [&](size_t u, const TimeRange &part) { ofUnit[u] += part.length(); });
            });
    }
    Finding finding = unit.finding("one-time-costs", 0, 0);
    finding.kind = FindingKind::Note;
    finding.of = units.size();
    int64_t walls = 0;
    for (size_t u = 0; u < units.size(); ++u) {
        if (double(ofUnit[u]) < minFindingShare * double(units[u].range.length()))
            continue;
        ++finding.count;
        finding.ns += ofUnit[u];
        finding.maxNs = std::max(finding.maxNs, ofUnit[u]);
        walls += units[u].range.length();
        if (finding.places.size() < 5)
            finding.places.push_back({{}, units[u].range});
    }
    if (!finding.count)
        return;
    finding.share = double(finding.ns) / double(walls);
    finding.name = std::string(unit.run.text(slices.name));
    findings.push_back(std::move(finding));
}

} // namespace ws
