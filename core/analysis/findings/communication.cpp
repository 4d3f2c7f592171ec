// exposed-communication: communication that no computation hides.
// Threshold: at least 2 % of the unit. It says how long, never why: whether a collective transfers or waits for other
// ranks cannot be seen in the recording of one rank.
// Silent: where computation runs meanwhile, and where idle time is withheld: then it is not known what ran meanwhile.

#include "core/analysis/findings/exposed.h"
#include "core/analysis/findings/rules.h"

#include <algorithm>

namespace ws {
namespace {

bool isOnSeveralDevices(const UnitWork &unit)
{
    for (size_t i = 0; i < unit.gpu.size(); ++i)
        if (unit.gpu.device(i) != unit.device && unit.isCommunication(uint32_t(i)))
            return true;
    return false;
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
    findings.push_back(std::move(finding));
}

} // namespace ws
