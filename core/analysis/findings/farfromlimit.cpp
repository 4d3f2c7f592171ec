// far-from-limit: calls of an operator with the same shapes that reach little of what the device can do.
// Threshold: below 40 % of the limit, 5 % of the unit, a call 10 µs and longer at the mean; up to three of them.
// Silent: where the device, its limit for the type, or what the operator needs is not known, where the kernels' names
// leave open in which arithmetic they compute, where a few slow calls make the time, and for short calls, which are
// bound by being launched.

#include "core/analysis/findings/rules.h"

#include <algorithm>

namespace ws {
namespace {

constexpr double farShare = 0.4;
constexpr int64_t shortCallNs = 10'000;
constexpr size_t maxFar = 3;

bool isFar(const LimitRow &row)
{
    const auto share = row.share();
    return share && *share < farShare && !row.limit->isPeakAtMost && row.calls > 0 &&
           row.gpuNs / int64_t(row.calls) >= shortCallNs;
}

} // namespace

void findFarFromLimit(const UnitWork &unit, Findings &findings)
{
    Findings far;
    for (const LimitRow &row : unit.limits().rows) {
        if (!isFar(row) || double(row.gpuNs) < minFarShare * double(unit.budget.wallNs))
            continue;
        const WorkSum sum = unit.sum([&](uint32_t i) { return unit.isComputation(i) && unit.limitRow(i) == &row; });
        const bool isTypical =
            sum.medianNs * int64_t(sum.count) >= sum.ns / 2; // else a few stretched calls make the time
        if (!isTypical || double(sum.ns) < minFarShare * double(unit.budget.wallNs))
            continue;
        Finding finding = unit.finding("far-from-limit", sum);
        finding.ofLimit = *row.share();
        finding.left = 1 - finding.ofLimit;
        finding.winNs = int64_t(double(sum.winNs) * finding.left);
        finding.name = std::string(unit.run.text(row.name));
        finding.shape = row.shape;
        finding.count = row.calls;
        finding.isBoundByMemory = row.limit->by == BoundBy::Memory;
        finding.rate = finding.isBoundByMemory ? row.bytesPerNs() : row.flopPerNs() / 1e3;
        far.push_back(std::move(finding));
    }
    std::ranges::stable_sort(far, std::ranges::greater(), &Finding::winNs);
    far.resize(std::min(far.size(), maxFar));
    std::ranges::move(far, std::back_inserter(findings));
}

} // namespace ws
