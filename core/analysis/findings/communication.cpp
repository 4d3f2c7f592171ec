// exposed-communication: communication that no computation hides.
// Threshold: at least 2 % of the unit. It says how long, never why: whether a collective transfers or waits for other
// ranks cannot be seen in the recording of one rank.
// Silent: where computation runs meanwhile.

#include "core/analysis/findings/exposed.h"
#include "core/analysis/findings/rules.h"

namespace ws {

void findExposedCommunication(const UnitWork &unit, Findings &findings)
{
    if (!unit.isLarge(unit.budget.exposedCommNs))
        return;
    const ExposedWork exposed =
        exposedWork(unit, &WallBudget::exposedCommNs, [&](uint32_t i) { return unit.isCommunication(i); });
    Finding finding = unit.finding("exposed-communication", exposed.sum);
    finding.ns = exposed.ns;
    finding.winNs = exposed.winNs;
    finding.share = double(exposed.ns) / double(unit.budget.wallNs);
    finding.of = exposed.names;
    finding.name = exposed.name;
    findings.push_back(std::move(finding));
}

} // namespace ws
