#include "core/analysis/findings/finding.h"

#include "core/analysis/findings/rules.h"
#include "core/base/parallel.h"
#include "core/base/shortname.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace ws {
namespace {

constexpr void (*rules[])(const UnitWork &unit, Findings &findings) = {
    findLaunchBound,     findPauses,       findDataLoader,           findBlockingCalls,
    findIdleAfterCalls,  findOutlierCall,  findExposedCommunication, findExposedCopies,
    findOneKernel,       findTinyKernels,  findSmallGrids,           findOldKernels,
    findSinglePrecision, findElementwise,  findOneTimeCosts,         findOutlierUnits,
    findOutlierLayers,   findFarFromLimit, findSkinnyProducts,       findSlowerType,
    findAllocatingCalls, findSmallBlocks,  findLaunchCalls,
};

std::optional<Findings> findOn(const FindingInput &input, uint16_t device, const WaitingCalls &waits,
                               const Progress *progress)
{
    Findings all;
    const UnitWork unit(input, device, waits);
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

/// Those that told the causes of the gaps, so that the calls are looked for once.
std::shared_ptr<const WaitingCalls> waitsOf(const FindingInput &input)
{
    return input.gaps.waits ? input.gaps.waits : std::make_shared<const WaitingCalls>(input.run);
}

} // namespace

std::string findingSubject(const Run &run, const Finding &finding)
{
    if (finding.id == "blocking-call" || finding.id == "idle-after-call" || finding.id == "cpu-pause" ||
        finding.id == "allocating-call") {
        std::string frame = finding.line;
        if (const size_t open = frame.find('('), close = frame.find("): "); open < close && close != frame.npos)
            frame.erase(open, close - open); // lines move from version to version
        // an operator waits in another call on each vendor's devices
        return (finding.op.valid() ? std::string(run.text(run.timeline.name(finding.op))) : finding.name) + '\n' +
               frame;
    }
    if (finding.id == "one-kernel" || finding.id == "outlier-call")
        return kernelSignature(finding.name); // the same whatever types its arguments have
    if (finding.id == "launch-call")
        return finding.name;
    if (finding.id == "far-from-limit")
        return finding.name + '\n' + finding.shape;
    if (finding.id == "old-architecture" || finding.id == "slower-type")
        return finding.built + '\n' + finding.architecture;
    return {};
}

std::optional<std::vector<Finding>> findFindings(const FindingInput &input, const Progress *progress)
{
    if (input.budget.empty() || input.budget.mainDevice().budget.wallNs <= 0)
        return Findings();
    return findOn(input, input.budget.main, *waitsOf(input), progress);
}

std::optional<std::vector<Finding>> findOnOtherDevices(const FindingInput &input, const Progress *progress)
{
    Findings all;
    if (input.budget.devices.size() < 2)
        return all;
    const auto waits = waitsOf(input);
    std::vector<std::optional<Findings>> found(input.budget.devices.size(), Findings());
    const auto look = [&](size_t d) {
        const DeviceBudget &device = input.budget.devices[d];
        const bool hasUnit = !device.units.empty() || input.budget.of == BudgetOf::Span;
        if (device.device != input.budget.main && device.budget.wallNs > 0 && hasUnit)
            found[d] = findOn(input, device.device, *waits, progress);
    };
    if (!parallelFor({0, found.size()}, 1, look, progress) ||
        !std::ranges::all_of(found, [](const auto &of) { return of.has_value(); }))
        return std::nullopt;
    for (const auto &of : found)
        std::ranges::copy_if(*of, std::back_inserter(all),
                             [](const Finding &f) { return f.kind == FindingKind::Win && !f.isHidden(); });
    return all;
}

} // namespace ws
