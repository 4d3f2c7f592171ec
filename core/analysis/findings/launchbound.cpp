// launch-bound: the GPU waits for launches again and again.
// Threshold: gaps "launched late" of less than 5 % of the unit each, and of less than 2 ms or 100 times what usually
// lies between launches, at least ten, together at least 5 % of it. Gaps that begin while the CPU waits for the GPU are
// not counted: they are the blocking call's. Three quarters of their time before one kernel that is less than a quarter
// of the activities are said: what holds up is what the CPU does before it, not launching as such. Silent: where causes
// of gaps or idle time are withheld (graphs without kernels), in a capture of graphs, in a span that long gaps
// interrupt in which nothing says that the GPU was to work (it is no one piece of work), and with fewer gaps or less
// time.

#include "core/analysis/findings/rules.h"
#include "core/analysis/gaps/gapevidence.h"
#include "core/analysis/gaps/lostgraphs.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace ws {
namespace {

constexpr uint64_t minGaps = 10;
constexpr uint64_t minBeforeOne = 3; ///< gaps before one kernel

} // namespace

GapSum gapsOf(const UnitWork &unit, const std::function<bool(const UnitGap &)> &wanted)
{
    GapSum sum;
    std::vector<const UnitGap *> gaps;
    for (const UnitGap &gap : unit.gaps()) {
        if (!wanted(gap))
            continue;
        sum.ns += gap.ns;
        sum.byCause[size_t(unit.input.gaps.gaps[gap.gap].cause)] += gap.ns;
        gaps.push_back(&gap);
    }
    sum.count = gaps.size();
    std::ranges::stable_sort(gaps, [](const UnitGap *a, const UnitGap *b) { return a->ns > b->ns; });
    for (size_t k = 0; k < std::min<size_t>(gaps.size(), 5); ++k) {
        const Gap &gap = unit.input.gaps.gaps[gaps[k]->gap];
        const EventRef evidence = gaps[k]->call.valid()  ? gaps[k]->call
                                  : gap.evidence.valid() ? gap.evidence
                                                         : launcherOf(unit.run, gap);
        sum.places.push_back({evidence, {gap.startNs, gap.endNs()}});
    }
    if (!gaps.empty()) {
        sum.maxNs = gaps.front()->ns;
        sum.longest = unit.input.gaps.gaps[gaps.front()->gap];
    }
    return sum;
}

Finding gapFinding(const UnitWork &unit, std::string_view id, const GapSum &gaps)
{
    Finding finding = unit.finding(id, gaps.ns, gaps.ns);
    for (size_t c = 0; c < gapCauseCount; ++c)
        finding.ofParts[size_t(idlePart(GapCause(c)))] = gaps.byCause[c];
    finding.count = gaps.count;
    finding.maxNs = gaps.maxNs;
    finding.gap = gaps.longest;
    finding.places = gaps.places;
    return finding;
}

/// Names the kernel, or copy, before which nearly all of these gaps are, where it is one of many activities.
void nameWhatEnds(const UnitWork &unit, const std::function<bool(const UnitGap &)> &wanted, Finding &finding)
{
    struct Ended
    {
        int64_t ns = 0;
        uint64_t count = 0;
    };
    std::unordered_map<StringId, Ended> ended; // by the name of the work
    for (const UnitGap &gap : unit.gaps())
        if (wanted(gap)) {
            Ended &own = ended[unit.gpu.name[unit.input.gaps.gaps[gap.gap].endedBy]];
            own.ns += gap.ns;
            ++own.count;
        }
    const auto most = std::ranges::max_element(ended, {}, [](const auto &entry) { return entry.second.ns; });
    const auto [name, own] = *most;
    const auto isIt = [&, wantedName = name](uint32_t i) { return unit.gpu.name[i] == wantedName; };
    const auto activities = size_t(std::ranges::count_if(unit.work(), isIt));
    if (own.count < minBeforeOne || 4 * own.ns < 3 * finding.ns || 4 * activities >= unit.work().size())
        return;
    finding.name = std::string(unit.run.text(name));
    finding.nameNs = own.ns;
    finding.nameCount = own.count;
}

void findLaunchBound(const UnitWork &unit, Findings &findings)
{
    const auto has = [&](GapMatter matter) {
        return std::ranges::find(unit.gaps(), matter, &UnitGap::matter) != unit.gaps().end();
    };
    const bool isInterrupted = has(GapMatter::Pause) && !unit.isUnit();
    if (unit.withholds(GpuIdle | GapCauses) || !unit.isRun() || isInterrupted)
        return;
    const auto isLaunch = [](const UnitGap &gap) { return gap.matter == GapMatter::Launches; };
    const GapSum gaps = gapsOf(unit, isLaunch);
    if (gaps.count < minGaps || double(gaps.ns) < minLaunchBoundShare * double(unit.budget.wallNs))
        return;
    const WorkSum all = unit.sum([](uint32_t) { return true; });
    std::unordered_set<uint32_t> launches;
    uint64_t ofGraphs = 0;
    for (const uint32_t i : unit.work()) {
        const uint32_t launch = unit.gpu.launch[i];
        if (launch != noLaunch && launches.insert(launch).second)
            ofGraphs += isGraphLaunch(unit.nameOf(unit.run.launches.slice[launch]));
    }
    Finding finding = gapFinding(unit, "launch-bound", gaps);
    finding.of = all.count;
    finding.medianNs = all.medianNs;
    finding.everyNs = unit.usualDistanceNs();
    finding.isGraph = 2 * ofGraphs > launches.size();
    finding.hasPauses = has(GapMatter::Pause) || has(GapMatter::OwnPause) || has(GapMatter::BriefPause);
    finding.isSlowedByProfiler = unit.isSlowedByProfiler(isLaunch);
    nameWhatEnds(unit, isLaunch, finding);
    findings.push_back(std::move(finding));
}

} // namespace ws
