// tiny-kernels: thousands of kernels so short that starting them is a large part of their cost.
// Threshold: at least 1,000 computing kernels under 10 µs in a unit, half of all its activities, 2 % of its time.
// Silent: for a span (its length is the recording's, and so is the number of kernels), and below that.

#include "core/analysis/findings/rules.h"

namespace ws {
namespace {

constexpr int64_t tinyNs = 10'000;
constexpr uint64_t minTinyKernels = 1000;

} // namespace

void findTinyKernels(const UnitWork &unit, Findings &findings)
{
    if (!unit.isUnit())
        return;
    const WorkSum sum = unit.sum([&](uint32_t i) { return unit.isComputation(i) && unit.gpu.duration[i] < tinyNs; });
    if (sum.count < minTinyKernels || 2 * sum.count < unit.work().size() || !unit.isLarge(sum.ns))
        return;
    Finding finding = unit.finding("tiny-kernels", sum);
    finding.of = unit.work().size();
    findings.push_back(std::move(finding));
}

} // namespace ws
