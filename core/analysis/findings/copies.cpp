// exposed-copies: copies that neither computation nor communication hides.
// Threshold: at least 2 % of the unit. Bytes and bandwidth are those of up to eight of its longest copies whose bytes
// the file has.
// Silent: where other work runs meanwhile, and where idle time is withheld: then it is not known what ran meanwhile.

#include "core/analysis/findings/exposed.h"
#include "core/analysis/findings/rules.h"
#include "core/model/eventtext.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {
namespace {

constexpr size_t maxRead = 8;

void readBytes(const UnitWork &unit, Finding &finding)
{
    if (!hasNearText(unit.run))
        return;
    std::vector<uint32_t> copies;
    for (const uint32_t i : unit.work())
        if (unit.gpu.kind[i] == CategoryKind::Memcpy && unit.run.text(unit.gpu.name[i]) == finding.name)
            copies.push_back(i);
    std::ranges::stable_sort(copies,
                             [&](uint32_t a, uint32_t b) { return unit.gpu.duration[a] > unit.gpu.duration[b]; });
    copies.resize(std::min(copies.size(), maxRead));
    for (const uint32_t i : copies) {
        const auto event = eventJson(unit.run, unit.gpu.slice[i]);
        if (!event)
            return;
        finding.isPageable |= hostMemoryOfCopy(unit.run, *event) == "pageable";
        const auto bytes = bytesOfCopy(*event);
        if (!bytes)
            return; // what is said is of the longest ones
        finding.bytes += *bytes;
        finding.bytesNs += unit.gpu.duration[i];
        ++finding.bytesOf;
    }
}

} // namespace

void findExposedCopies(const UnitWork &unit, Findings &findings)
{
    if (unit.withholds(GpuIdle) || !unit.isLarge(unit.budget.exposedCopyNs))
        return;
    const ExposedWork exposed = exposedWork(unit, &WallBudget::exposedCopyNs,
                                            [&](uint32_t i) { return unit.gpu.kind[i] == CategoryKind::Memcpy; });
    Finding finding = exposedFinding(unit, "exposed-copies", exposed, BudgetPart::Copies);
    readBytes(unit, finding);
    findings.push_back(std::move(finding));
}

} // namespace ws
