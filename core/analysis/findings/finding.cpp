#include "core/analysis/findings/finding.h"

#include "core/analysis/findings/rules.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace ws {
namespace {

constexpr void (*rules[])(const UnitWork &unit, Findings &findings) = {
    findLaunchBound,     findPauses,      findDataLoader,   findBlockingCalls, findExposedCommunication,
    findExposedCopies,   findOneKernel,   findTinyKernels,  findSmallGrids,    findOldKernels,
    findSinglePrecision, findElementwise, findOneTimeCosts, findOutlierUnits,  findOutlierLayers,
};

} // namespace

std::optional<std::vector<Finding>> findFindings(const FindingInput &input, const Progress *progress)
{
    Findings all;
    if (input.budget.empty() || input.budget.mainDevice().budget.wallNs <= 0)
        return all;
    const UnitWork unit(input);
    std::array<Findings, std::size(rules)> found;
    if (!parallelFor(
            {0, std::size(rules)}, 1, [&](size_t i) { rules[i](unit, found[i]); }, progress))
        return std::nullopt;
    for (Findings &some : found)
        std::ranges::move(some, std::back_inserter(all));
    std::ranges::stable_sort(all, [](const Finding &a, const Finding &b) {
        const auto rank = [](const Finding &f) { return std::tuple(f.kind, f.isHidden(), -f.winNs, -f.ns); };
        return rank(a) < rank(b);
    });
    return all;
}

} // namespace ws
