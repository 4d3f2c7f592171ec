// one-kernel: one kernel takes a large part of the busy time.
// Threshold: at least 30 % of the busy time and 2 % of the unit, in a unit of at least ten activities (those of all
// periods count); in a span of fewer, at least two, 90 % of it. The win is what the device's limit leaves, where that
// is known. Silent: above 85 % of the device's limit; where a few slow instances make the time (median × count is less
// than half of it: the mean would mislead), for a graph that was recorded as one block, for names that many
// kernels share, and for communication and copies, which have rules of their own.

#include "core/analysis/findings/rules.h"
#include "core/base/shortname.h"

#include <map>

namespace ws {
namespace {

constexpr size_t minActivities = 10;
constexpr double nearlyAll = 0.9; ///< of the span, where it has fewer activities

} // namespace

void findOneKernel(const UnitWork &unit, Findings &findings)
{
    if (unit.work().size() * unit.repetitions() < (unit.isUnit() ? minActivities : 2))
        return;
    std::map<StringId, int64_t> ofName;
    for (const uint32_t i : unit.work())
        if (unit.isComputation(i))
            ofName[unit.gpu.name[i]] += unit.gpu.duration[i];
    for (const auto &[name, summedNs] : ofName) {
        if (unit.run.text(name).starts_with("[CUDA graph"))
            continue; // recorded as one block: many kernels
        if (isSharedName(unit.run.text(name)))
            continue;
        const bool isFew = unit.work().size() * unit.repetitions() < minActivities;
        if (double(summedNs) < minOneKernelShare * double(unit.budget.busyNs()) ||
            (isFew && double(summedNs) < nearlyAll * double(unit.budget.wallNs)))
            continue;
        const auto isWanted = [&, wanted = name](uint32_t i) {
            return unit.isComputation(i) && unit.gpu.name[i] == wanted;
        };
        const WorkSum sum = unit.sum(isWanted);
        const bool isTypical = sum.medianNs * int64_t(sum.count) >= summedNs / 2;
        if (!isTypical || !unit.isLarge(sum.ns) || double(sum.ns) < minOneKernelShare * double(unit.budget.busyNs()))
            continue;
        const auto share = unit.limitShare(isWanted);
        if (share && *share > goodShare)
            continue;
        Finding finding = unit.finding("one-kernel", sum);
        finding.ofLimit = share.value_or(0);
        finding.left = 1 - finding.ofLimit;
        finding.winNs = int64_t(double(sum.winNs) * finding.left);
        finding.name = std::string(unit.run.text(name));
        finding.isPlainSingle = isPlainSingle(finding.name);
        findings.push_back(std::move(finding));
    }
}

} // namespace ws
