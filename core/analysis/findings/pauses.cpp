// cpu-pause: in single long gaps the CPU launches nothing.
// Threshold: gaps "launched late" of at least 5 % of the unit each, or of 2 ms and 100 times what usually lies between
// launches, where these take 2 % of it together.
// Silent: in a span for gaps that neither the operator which launches next nor the set-up of NCCL's communicators takes
// more than half of (without steps nothing else says that the GPU was to work), for gaps in a DataLoader, in a capture
// of graphs, and where causes of gaps are withheld.
//
// launch-call: the GPU is idle while the call that launches its next work has not returned.
// Threshold: gaps that such calls fill, together at least 2 % of the unit; half of that the longest of them, of at
// least 1 ms, or first launches of kernels, of at least 100 µs. Silent: for many such gaps before kernels that ran
// before (that is what launches take), and where causes of gaps are withheld.
//
// data-loader: the GPU is idle while the next batch is got.
// Threshold: gaps "launched late" or of a blocking call, of which a DataLoader's call covers more than half, together
// at least 2 % of the unit. Silent: where the GPU works meanwhile.

#include "core/analysis/findings/framearound.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/gaps/gapevidence.h"

#include <unordered_map>

namespace ws {
namespace {

/// What the CPU does is the model's own work: an operator, or the forward function of a module.
bool isOfModel(const UnitWork &unit, EventRef evidence)
{
    if (!evidence.valid())
        return false;
    const CategoryKind kind = unit.run.timeline.category(evidence).kind;
    return kind == CategoryKind::CpuOp || kind == CategoryKind::Module ||
           (kind == CategoryKind::Python && unit.nameOf(evidence).ends_with("): forward"));
}

} // namespace

void findPauses(const UnitWork &unit, Findings &findings)
{
    if (!unit.isRun() || unit.withholds(GpuIdle | GapCauses))
        return;
    const auto isPause = [&](const UnitGap &gap) {
        return gap.matter == GapMatter::OwnPause ||
               (unit.isUnit() && (gap.matter == GapMatter::Pause || gap.matter == GapMatter::BriefPause));
    };
    const GapSum gaps = gapsOf(unit, isPause);
    if (!gaps.count || !unit.isLarge(gaps.ns))
        return;
    Finding finding = gapFinding(unit, "cpu-pause", gaps);
    finding.isSlowedByProfiler = unit.isSlowedByProfiler(isPause);
    constexpr int64_t briefNs = 2'000'000; // what launches less may shorten; a longer one computes on the CPU
    int64_t ofModelNs = 0;
    for (const UnitGap &gap : unit.gaps())
        if (isPause(gap) && isOfModel(unit, unit.input.gaps.gaps[gap.gap].evidence))
            ofModelNs += gap.ns;
    finding.isOfModel = gaps.maxNs <= briefNs && ofModelNs > gaps.ns / 2;
    finding.name = unit.nameOf(launcherOf(unit.run, gaps.longest));
    finding.line = ownLineAround(unit.run, unit.run.launches.slice[unit.gpu.launch[gaps.longest.endedBy]]);
    findings.push_back(std::move(finding));
}

void findLaunchCalls(const UnitWork &unit, Findings &findings)
{
    constexpr int64_t longCallNs = 1'000'000, longFirstNs = 100'000; // other launches take some µs
    if (!unit.isRun() || unit.withholds(GpuIdle | GapCauses))
        return;
    const auto isFilled = [&](const UnitGap &gap) { return unit.input.gaps.gaps[gap.gap].fill == GapFill::LaunchCall; };
    GapSum gaps = gapsOf(unit, isFilled);
    std::unordered_map<StringId, uint32_t> firsts; // by name: its first activity in the run
    for (uint32_t i = 0; gaps.count && i < unit.gpu.size(); ++i)
        firsts.try_emplace(unit.gpu.name[i], i);
    int64_t ns = 0, firstNs = 0; // until the calls return; of them first launches
    for (const UnitGap &gap : unit.gaps()) {
        if (!isFilled(gap))
            continue;
        const Gap &own = unit.input.gaps.gaps[gap.gap];
        const int64_t called = std::min(gap.ns, own.evidenceNs);
        ns += called;
        const bool isFirst =
            unit.gpu.kind[own.endedBy] == CategoryKind::Kernel && firsts.at(unit.gpu.name[own.endedBy]) == own.endedBy;
        firstNs += isFirst && called >= longFirstNs ? called : 0;
    }
    gaps.maxNs = std::min(gaps.maxNs, gaps.longest.evidenceNs);
    const bool isOneLong = gaps.maxNs >= longCallNs && gaps.maxNs >= ns / 2;
    if (!unit.isLarge(ns) || (!isOneLong && (firstNs == 0 || firstNs < ns / 2)))
        return;
    Finding finding = gapFinding(unit, "launch-call", gaps);
    finding.ns = finding.winNs = ns;
    finding.ofParts[size_t(BudgetPart::IdleBefore)] = ns;
    finding.share = double(ns) / double(unit.budget.wallNs);
    finding.name = unit.nameOf(unit.run.launches.slice[unit.gpu.launch[gaps.longest.endedBy]]);
    findings.push_back(std::move(finding));
}

void findDataLoader(const UnitWork &unit, Findings &findings)
{
    if (unit.withholds(GpuIdle))
        return;
    const GapSum gaps = gapsOf(unit, [](const UnitGap &gap) { return gap.matter == GapMatter::DataLoader; });
    if (!unit.isLarge(gaps.ns))
        return;
    findings.push_back(gapFinding(unit, "data-loader", gaps));
}

} // namespace ws
