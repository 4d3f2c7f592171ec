// slower-type: matrix products in a type of which the device computes at most half as much as in that of most others.
// Threshold: 2 % of the unit, while products in the faster type take at least as long.
// Silent: where all products have one type, where the device or a type's limit is not known, where the kernels' names
// leave the arithmetic open, and for plain FP32, which has a rule of its own (single-precision).

#include "core/analysis/findings/rules.h"

#include <algorithm>
#include <array>

namespace ws {
namespace {

bool isProduct(const LimitRow &row)
{
    return row.work.kind == WorkClass::Gemm && row.limit && row.gpuNs > 0;
}

/// The type of most products, by time.
PeakType usualType(const std::vector<LimitRow> &rows)
{
    std::array<int64_t, peakTypes> ns{};
    for (const LimitRow &row : rows)
        if (isProduct(row))
            ns[size_t(row.limit->peak)] += row.gpuNs;
    return PeakType(std::ranges::max_element(ns) - ns.begin());
}

} // namespace

void findSlowerType(const UnitWork &unit, Findings &findings)
{
    const Limits &limits = unit.limits();
    if (!limits.device.peaks)
        return;
    const PeakType usual = usualType(limits.rows);
    const double fast = limits.device.peaks->of(usual);
    const auto isSlower = [&](const LimitRow &row) {
        return isProduct(row) && !row.limit->isPeakAtMost && row.limit->peak != PeakType::Fp32 &&
               limits.device.peaks->of(row.limit->peak) <= fast / 2;
    };
    int64_t slowNs = 0, fastNs = 0;
    double limitNs = 0; // of the slower ones in the usual type
    const LimitRow *longest = nullptr;
    uint64_t calls = 0;
    for (const LimitRow &row : limits.rows) {
        if (isProduct(row) && row.limit->peak == usual)
            fastNs += row.gpuNs;
        if (!isSlower(row))
            continue;
        slowNs += row.gpuNs;
        limitNs += row.limit->computeNs * limits.device.peaks->of(row.limit->peak) / fast * double(row.calls);
        calls += row.calls;
        longest = longest && longest->gpuNs >= row.gpuNs ? longest : &row;
    }
    if (!longest || fastNs < slowNs)
        return;
    const WorkSum sum = unit.sum([&](uint32_t i) {
        const LimitRow *row = unit.isComputation(i) ? unit.limitRow(i) : nullptr;
        return row && isSlower(*row);
    });
    if (!unit.isLarge(sum.ns))
        return;
    Finding finding = unit.finding("slower-type", sum);
    finding.left = std::max(0.0, 1 - limitNs / double(slowNs));
    finding.winNs = int64_t(double(sum.winNs) * finding.left);
    finding.name = std::string(unit.run.text(longest->name));
    finding.shape = longest->shape;
    finding.count = calls;
    finding.built = nameOf(longest->limit->peak);
    finding.architecture = nameOf(usual);
    findings.push_back(std::move(finding));
}

} // namespace ws
