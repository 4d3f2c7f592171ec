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

struct Operands
{
    std::vector<int64_t> first, second; ///< the two tensors with the most dimensions of two or more
};

/// Of "bf16[128] bf16[2097152,256] bf16[256,128]". Empty: the shape is none.
Operands operandsOf(std::string_view shape)
{
    std::vector<std::vector<int64_t>> tensors;
    for (size_t open = shape.find('['); open != shape.npos; open = shape.find('[', open + 1)) {
        std::vector<int64_t> sizes(1);
        for (size_t i = open + 1; i < shape.size() && shape[i] != ']'; ++i)
            if (shape[i] == ',')
                sizes.push_back(0);
            else if (shape[i] >= '0' && shape[i] <= '9' && sizes.back() < INT64_MAX / 100)
                sizes.back() = sizes.back() * 10 + (shape[i] - '0');
        if (sizes.size() >= 2)
            tensors.push_back(std::move(sizes));
    }
    if (tensors.size() < 2)
        return {};
    return {tensors[tensors.size() - 2], tensors.back()};
}

double elementsOf(const std::vector<int64_t> &sizes)
{
    double all = 1;
    for (const int64_t size : sizes)
        all *= double(size);
    return all;
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
    if (const Operands of = operandsOf(longest->shape); !of.first.empty()) {
        finding.isBatched = of.first.size() >= 3 && of.second.size() >= 3;
        finding.areWeights = !finding.isBatched && elementsOf(of.second) >= elementsOf(of.first);
    }
    findings.push_back(std::move(finding));
}

} // namespace ws
