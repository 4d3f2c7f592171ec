// small-grid: kernels that use at most half of the multiprocessors.
// Threshold: kernels of 10 µs and more with at most 0.5 blocks per multiprocessor (as the profiler wrote it), while
// nothing else runs on the device, together at least 2 % of the unit. The win is at most the part that the idle
// multiprocessors would have taken over.
// Silent: above 85 % of the device's limit, without that number in the file, for communication (it uses few on purpose)
// and where other work overlaps. Low occupancy alone is no finding: many of the best kernels have it.

#include "core/analysis/findings/rules.h"

#include <algorithm>
#include <vector>

namespace ws {
namespace {

constexpr int64_t minNs = 10'000;
constexpr float maxBlocks = 0.5F;

/// By activity from the first one of the unit on: nothing else runs meanwhile.
std::vector<bool> runsAlone(const UnitWork &unit)
{
    const auto &work = unit.work();
    std::vector<bool> result(work.empty() ? 0 : work.back() - work.front() + 1);
    int64_t endBefore = INT64_MIN;
    for (size_t k = 0; k < work.size(); ++k) {
        const int64_t start = unit.gpu.start[work[k]], end = unit.gpu.end(work[k]);
        const bool isFreeAfter = k + 1 == work.size() || unit.gpu.start[work[k + 1]] >= end;
        result[work[k] - work.front()] = start >= endBefore && isFreeAfter;
        endBefore = std::max(endBefore, end);
    }
    return result;
}

} // namespace

void findSmallGrids(const UnitWork &unit, Findings &findings)
{
    const auto &blocks = unit.gpu.blocksPerSm;
    if (blocks.empty())
        return;
    const std::vector<bool> isAlone = runsAlone(unit);
    const auto isWanted = [&](uint32_t i) {
        return unit.isComputation(i) && unit.gpu.duration[i] >= minNs && blocks[i] > 0 && blocks[i] <= maxBlocks &&
               isAlone[i - unit.work().front()];
    };
    const WorkSum sum = unit.sum(isWanted);
    if (!unit.isLarge(sum.ns))
        return;
    const auto share = unit.limitShare(isWanted);
    if (share && *share > goodShare)
        return;
    Finding finding = unit.finding("small-grid", sum);
    finding.ofLimit = share.value_or(0);
    finding.winNs = sum.winNs / 2; // at least half of the multiprocessors are idle, for some kernels more
    finding.left = 1 - finding.ofLimit;
    finding.winNs = std::min(finding.winNs, int64_t(double(sum.winNs) * finding.left));
    finding.name = unit.nameOf(sum.places.front().slice);
    findings.push_back(std::move(finding));
}

} // namespace ws
