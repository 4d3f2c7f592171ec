// skinny-products: matrix products that reading their operands bounds, as with a small batch.
// Threshold: products whose arithmetic takes less than half of their traffic at the limit, together 5 % of the unit.
// Silent: above 85 % of the limit, where that is not known, and for products that arithmetic bounds or nearly does.

#include "core/analysis/findings/rules.h"

#include <algorithm>

namespace ws {
namespace {

bool isSkinny(const LimitRow &row)
{
    return row.work.kind == WorkClass::Gemm && row.limit && !row.limit->isPeakAtMost && row.work.flop > 0 &&
           row.limit->computeNs < row.limit->memoryNs / 2;
}

} // namespace

void findSkinnyProducts(const UnitWork &unit, Findings &findings)
{
    const auto isWanted = [&](uint32_t i) {
        const LimitRow *row = unit.isComputation(i) ? unit.limitRow(i) : nullptr;
        return row && isSkinny(*row);
    };
    const LimitRow *longest = nullptr;
    uint64_t calls = 0;
    for (const LimitRow &row : unit.limits().rows)
        if (isSkinny(row)) {
            calls += row.calls;
            longest = longest && longest->gpuNs >= row.gpuNs ? longest : &row;
        }
    if (!longest)
        return;
    const WorkSum sum = unit.sum(isWanted);
    const auto share = unit.limitShare(isWanted);
    if (!share || *share > goodShare || double(sum.ns) < minFarShare * double(unit.budget.wallNs))
        return;
    Finding finding = unit.finding("skinny-products", sum);
    finding.ofLimit = *share;
    finding.left = 1 - *share;
    finding.winNs = int64_t(double(sum.winNs) * finding.left);
    finding.name = std::string(unit.run.text(longest->name));
    finding.shape = longest->shape;
    finding.count = calls;
    findings.push_back(std::move(finding));
}

} // namespace ws
