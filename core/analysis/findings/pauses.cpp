// cpu-pause: in single long gaps the CPU launches nothing.
// Threshold: gaps "launched late" of at least 5 % of the unit each.
// Silent: for a span (without steps nothing says that the GPU was to work), for gaps in a DataLoader or after a call
// that waits for the GPU, and where causes of gaps are withheld.

#include "core/analysis/findings/ownframe.h"
#include "core/analysis/findings/rules.h"

namespace ws {

void findPauses(const UnitWork &unit, Findings &findings)
{
    if (!unit.isUnit() || unit.withholds(GpuIdle | GapCauses))
        return;
    const GapSum gaps = gapsOf(unit, [](const UnitGap &gap) { return gap.matter == GapMatter::Pause; });
    if (!gaps.count)
        return;
    const Gap &longest = unit.input.gaps.gaps[gaps.longest];
    Finding finding = unit.finding("cpu-pause", gaps.ns, gaps.ns);
    finding.count = gaps.count;
    finding.maxNs = gaps.maxNs;
    finding.isSlowedByProfiler = unit.isSlowedByProfiler();
    finding.places = gaps.places;
    if (longest.evidence.valid()) {
        finding.name = unit.nameOf(longest.evidence);
        finding.frame = ownFrameAround(unit.run, unit.run.launches.slice[unit.gpu.launch[longest.endedBy]]);
    }
    findings.push_back(std::move(finding));
}

void findDataLoader(const UnitWork &unit, Findings &findings)
{
    if (unit.withholds(GpuIdle))
        return;
    const GapSum gaps = gapsOf(unit, [](const UnitGap &gap) { return gap.matter == GapMatter::DataLoader; });
    if (!unit.isLarge(gaps.ns))
        return;
    Finding finding = unit.finding("data-loader", gaps.ns, gaps.ns);
    finding.count = gaps.count;
    finding.maxNs = gaps.maxNs;
    finding.places = gaps.places;
    findings.push_back(std::move(finding));
}

} // namespace ws
