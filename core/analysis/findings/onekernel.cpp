// one-kernel: one kernel takes a large part of the busy time.
// Threshold: at least 30 % of the busy time and 2 % of the unit, in a unit of at least ten activities.
// Silent: where a few slow instances make the time (median × count is less than half of it: the mean would mislead),
// and for communication and copies, which have rules of their own.

#include "core/analysis/findings/rules.h"

#include <map>

namespace ws {
namespace {

constexpr size_t minActivities = 10;

} // namespace

void findOneKernel(const UnitWork &unit, Findings &findings)
{
    if (unit.work().size() < minActivities)
        return;
    std::map<StringId, int64_t> ofName;
    for (const uint32_t i : unit.work())
        if (unit.isComputation(i))
            ofName[unit.gpu.name[i]] += unit.gpu.duration[i];
    for (const auto &[name, summedNs] : ofName) {
        if (double(summedNs) < minOneKernelShare * double(unit.budget.busyNs()))
            continue;
        const WorkSum sum =
            unit.sum([&, wanted = name](uint32_t i) { return unit.isComputation(i) && unit.gpu.name[i] == wanted; });
        const bool isTypical = sum.medianNs * int64_t(sum.count) >= summedNs / 2;
        if (!isTypical || !unit.isLarge(sum.ns) || double(sum.ns) < minOneKernelShare * double(unit.budget.busyNs()))
            continue;
        Finding finding = unit.finding("one-kernel", sum);
        finding.name = std::string(unit.run.text(name));
        findings.push_back(std::move(finding));
    }
}

} // namespace ws
