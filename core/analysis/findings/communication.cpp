// exposed-communication: communication that no computation hides.
// Threshold: at least 2 % of the unit. It says how long, and why only where Ascend's HCCL recorded the planes of its
// collectives for half of their time and more: while no plane copies or reduces and one waits for a notification, other
// ranks are waited for. Else, whether a collective transfers or waits cannot be seen in the recording of one rank, but
// for messages of up to 64 KiB of known groups, which take 100 µs and 10 µs for each rank at most, over a network too:
// what they take beyond it is waiting, and told where it is a fifth of the finding. The first of each kind is left out,
// since it may connect the ranks.
// Silent: where computation runs meanwhile, and where idle time is withheld: then it is not known what ran meanwhile.

#include "core/analysis/collectives/collectives.h"
#include "core/analysis/collectives/planes.h"
#include "core/analysis/findings/exposed.h"
#include "core/analysis/findings/rules.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

bool isOnSeveralDevices(const UnitWork &unit)
{
    for (size_t i = 0; i < unit.gpu.size(); ++i)
        if (unit.gpu.device(i) != unit.device && unit.isCommunication(uint32_t(i)))
            return true;
    return false;
}

/// What HCCL's planes do while the unit's communication runs.
void addPlanes(const UnitWork &unit, Finding &finding)
{
    const PlaneTimes planes = planeTimes(unit.run, unit.device);
    int64_t ns = 0, knownNs = 0, transferNs = 0;
    for (const TimeRange &time : unit.stretches([&](uint32_t i) { return unit.isCommunication(i); })) {
        ns += time.length();
        knownNs += coveredBy(planes.all, time);
        transferNs += coveredBy(planes.transfers, time);
    }
    if (knownNs < ns / 2 || knownNs == 0)
        return;
    finding.transferNs = transferNs;
    finding.onlyWaitsNs = knownNs - transferNs;
}

constexpr int64_t smallMessage = 64 * 1024; ///< bytes
constexpr int64_t smallNs = 100'000, smallNsOfRank = 10'000;
constexpr int64_t mostRanks = 1'000'000;
constexpr int64_t tellingPart = 5; ///< the part of the finding from which on waiting is told

SmallCollectives smallCollectives(const UnitWork &unit)
{
    SmallCollectives small;
    const auto &argsOf = unit.gpu.collective;
    if (argsOf.empty() || unit.work().empty())
        return small;
    std::map<StringId, CollectiveKind> kinds;
    std::vector<int64_t> durations;
    for (uint32_t i = 0; i <= unit.work().back(); ++i) {
        const StringId args = argsOf[i];
        if (!args || unit.gpu.kind[i] != CategoryKind::Kernel)
            continue;
        const auto [known, isFirst] = kinds.try_emplace(args);
        CollectiveKind &kind = known->second;
        if (isFirst)
            kind = collectiveKindOf(unit.run, args);
        if (isFirst || !kind.bytes || *kind.bytes > smallMessage || !kind.groupSize || !synchronises(kind.collective) ||
            !std::ranges::binary_search(unit.work(), i))
            continue;
        ++small.of;
        const int64_t ns = unit.gpu.duration[i],
                      needsNs = smallNs + smallNsOfRank * std::min(*kind.groupSize, mostRanks);
        if (ns <= needsNs)
            continue;
        durations.push_back(ns);
        small.bytes = std::max(small.bytes, *kind.bytes);
        small.waitsNs = saturatingAdd(small.waitsNs, ns - needsNs);
    }
    if (durations.empty())
        return small;
    small.count = durations.size();
    small.medianNs = medianNs(durations);
    return small;
}

} // namespace

void findExposedCommunication(const UnitWork &unit, Findings &findings)
{
    const auto &outlier = unit.outlier(); // it has a finding of its own
    const bool isOutside = outlier && outlier->part == BudgetPart::Communication;
    const int64_t outsideNs = isOutside ? outlier->ns : 0;
    if (unit.withholds(GpuIdle) || !unit.isLarge(unit.budget.exposedCommNs - outsideNs))
        return;
    const ExposedWork exposed = exposedWork(unit, &WallBudget::exposedCommNs, [&](uint32_t i) {
        return unit.isCommunication(i) && !(isOutside && i == outlier->activity);
    });
    Finding finding = exposedFinding(unit, "exposed-communication", exposed, BudgetPart::Communication);
    finding.ns = exposed.ns - outsideNs;
    finding.winNs = std::min(finding.winNs, finding.ns);
    finding.ofParts[size_t(BudgetPart::Communication)] = finding.ns;
    finding.share = double(finding.ns) / double(unit.budget.wallNs);
    finding.isOfSeveral = isOnSeveralDevices(unit);
    constexpr int64_t little = 20; // times as long is the communication
    finding.isWithoutComputation = unit.budget.computeNs < finding.ns / little;
    addPlanes(unit, finding);
    if (const SmallCollectives small = smallCollectives(unit);
        small.waitsNs > finding.ns / tellingPart && small.waitsNs <= finding.ns)
        finding.small = small;
    findings.push_back(std::move(finding));
}

} // namespace ws
