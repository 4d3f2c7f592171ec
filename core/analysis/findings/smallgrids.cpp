// small-grid: kernels that use at most half of the multiprocessors.
// Threshold: kernels of 10 µs and more with at most 0.5 blocks per multiprocessor (as the profiler wrote it, else by
// their grid and the multiprocessors that the file says the device has), while no other kernel runs on the
// device, together at least 2 % of the unit. The win is at most the part that the idle multiprocessors would have taken
// over. Silent: above 85 % of the device's limit, without these numbers in the file, for communication (it uses few on
// purpose), where other kernels overlap, and where pages of unified memory move for a fifth of the kernel's time, which
// it waits for. Low occupancy alone is no finding: many of the best kernels have it.
//
// small-block: kernels of NVIDIA's devices whose blocks have fewer threads than a warp has lanes.
// Threshold: kernels of 10 µs and more with blocks of less than 32 threads and at least two blocks, together at least
// 2 % of the unit. The win is at most what the idle lanes would have done.
// Silent: without block sizes in the file, for other makers (other widths), communication, and above 85 % of the limit.

#include "core/analysis/findings/rules.h"
#include "core/analysis/limits/devicepeaks.h"
#include "core/model/callwords.h"
#include "core/model/devicewords.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <unordered_map>
#include <vector>

namespace ws {
namespace {

constexpr int64_t minNs = 10'000;
constexpr double maxBlocks = 0.5;

/// By activity from the first one of the unit on: no other kernel runs meanwhile. Copies take no multiprocessors.
std::vector<bool> runsAlone(const UnitWork &unit)
{
    if (unit.work().empty())
        return {};
    std::vector<uint32_t> work;
    std::ranges::copy_if(unit.work(), std::back_inserter(work),
                         [&](uint32_t i) { return unit.gpu.kind[i] == CategoryKind::Kernel; });
    std::vector<bool> result(unit.work().back() - unit.work().front() + 1);
    int64_t endBefore = INT64_MIN;
    for (size_t k = 0; k < work.size(); ++k) {
        const int64_t start = unit.gpu.start[work[k]], end = unit.gpu.end(work[k]);
        const bool isFreeAfter = k + 1 == work.size() || unit.gpu.start[work[k + 1]] >= end;
        result[work[k] - unit.work().front()] = start >= endBefore && isFreeAfter;
        endBefore = std::max(endBefore, end);
    }
    return result;
}

/// Of a device's work: when pages of unified memory move.
class PageMoves
{
public:
    explicit PageMoves(const UnitWork &unit)
    {
        for (const uint32_t i : unit.work()) {
            if (unit.gpu.kind[i] != CategoryKind::Memcpy || !isMigration(unit.run.text(unit.gpu.name[i])))
                continue;
            if (!m_moves.empty() && unit.gpu.start[i] <= m_moves.back().end)
                m_moves.back().end = std::max(m_moves.back().end, unit.gpu.end(i));
            else
                m_moves.push_back({unit.gpu.start[i], unit.gpu.end(i)});
        }
    }
    bool holdUp(int64_t begin, int64_t end) const
    {
        constexpr double much = 0.2;
        int64_t ns = 0;
        for (auto move = std::ranges::upper_bound(m_moves, begin, {}, &TimeRange::end);
             move != m_moves.end() && move->begin < end; ++move)
            ns += std::min(move->end, end) - std::max(move->begin, begin);
        return double(ns) > much * double(end - begin);
    }

private:
    std::vector<TimeRange> m_moves; ///< apart from each other, ascending
};

/// "grid [8,2,1] block [128,1,1]": 16 of "grid [", 128 of "block ["; 0: it is no such text.
double productIn(std::string_view text, std::string_view mark)
{
    const size_t at = text.find(mark);
    if (at == text.npos)
        return 0;
    double blocks = 1, number = 0;
    for (const char c : text.substr(at + mark.size())) {
        if (c == ',' || c == ']') {
            blocks *= number;
            number = 0;
            if (c == ']')
                return blocks;
        } else if (c >= '0' && c <= '9') {
            number = number * 10 + (c - '0');
        } else if (c != ' ') {
            return 0;
        }
    }
    return 0;
}

/// By activity, its blocks for each multiprocessor of the device; 0: not known.
class BlocksPerMultiprocessor
{
public:
    explicit BlocksPerMultiprocessor(const UnitWork &unit)
        : m_gpu(unit.gpu), m_run(unit.run),
          m_multiprocessors(multiprocessorsOf(unit.run, unit.gpu.devices[unit.device]))
    {
    }
    bool isKnown() const { return !m_gpu.blocksPerSm.empty() || (m_multiprocessors > 0 && !m_gpu.grid.empty()); }
    double of(uint32_t activity)
    {
        if (!m_gpu.blocksPerSm.empty() && !std::isnan(m_gpu.blocksPerSm[activity]))
            return double(m_gpu.blocksPerSm[activity]);
        const StringId grid = m_gpu.grid.empty() || m_multiprocessors <= 0 ? 0 : m_gpu.grid[activity];
        if (!grid)
            return 0;
        const auto [known, isNew] = m_ofGrid.try_emplace(grid, 0);
        if (isNew)
            known->second = productIn(m_run.text(grid), "grid [") / double(m_multiprocessors);
        return known->second;
    }

private:
    const GpuWork &m_gpu;
    const Run &m_run;
    const int64_t m_multiprocessors;
    std::unordered_map<StringId, double> m_ofGrid;
};

} // namespace

void findSmallGrids(const UnitWork &unit, Findings &findings)
{
    BlocksPerMultiprocessor blocks(unit);
    if (!blocks.isKnown())
        return;
    const std::vector<bool> isAlone = runsAlone(unit);
    const PageMoves pages(unit);
    const auto isWanted = [&](uint32_t i) {
        return unit.isComputation(i) && unit.gpu.duration[i] >= minNs && isAlone[i - unit.work().front()] &&
               blocks.of(i) > 0 && blocks.of(i) <= maxBlocks && !pages.holdUp(unit.gpu.start[i], unit.gpu.end(i));
    };
    const WorkSum sum = unit.sum(isWanted);
    if (!unit.isLarge(sum.ns))
        return;
    const auto share = unit.limitShare(isWanted);
    if (share && *share > goodShare)
        return;
    Finding finding = unit.finding("small-grid", sum);
    finding.ofLimit = share.value_or(0);
    double idleNs = 0, allNs = 0; // × multiprocessors without a block
    for (const uint32_t i : unit.work())
        if (isWanted(i)) {
            idleNs += double(unit.gpu.duration[i]) * (1 - blocks.of(i));
            allNs += double(unit.gpu.duration[i]);
        }
    finding.winNs = int64_t(double(sum.winNs) * idleNs / std::max(1.0, allNs));
    finding.left = 1 - finding.ofLimit;
    finding.winNs = std::min(finding.winNs, int64_t(double(sum.winNs) * finding.left));
    finding.name = unit.nameOf(sum.places.front().slice);
    int64_t singleNs = 0; // of one thread alone
    for (const uint32_t i : unit.work())
        if (const StringId grid = unit.gpu.grid.empty() ? 0 : unit.gpu.grid[i]; grid && isWanted(i))
            if (const std::string_view text = unit.run.text(grid);
                productIn(text, "grid [") == 1 && productIn(text, "block [") == 1)
                singleNs += unit.gpu.duration[i];
    finding.isOneThread = double(singleNs) >= 0.9 * allNs;
    findings.push_back(std::move(finding));
}

void findSmallBlocks(const UnitWork &unit, Findings &findings)
{
    constexpr double lanes = 32;
    if (unit.gpu.grid.empty() || deviceMaker(unit.run) != DeviceMaker::Nvidia)
        return;
    std::unordered_map<StringId, double> threads; // of a block, by text of the grid; 0: none, or a single block
    const auto threadsOf = [&](uint32_t i) {
        const auto [known, isNew] = threads.try_emplace(unit.gpu.grid[i], 0);
        if (const std::string_view text = unit.run.text(unit.gpu.grid[i]); isNew && productIn(text, "grid [") >= 2)
            known->second = productIn(text, "block [");
        return known->second;
    };
    const auto isWanted = [&](uint32_t i) {
        return unit.isComputation(i) && unit.gpu.duration[i] >= minNs && unit.gpu.grid[i] && threadsOf(i) > 0 &&
               threadsOf(i) < lanes;
    };
    const WorkSum sum = unit.sum(isWanted);
    if (!unit.isLarge(sum.ns))
        return;
    const auto share = unit.limitShare(isWanted);
    if (share && *share > goodShare)
        return;
    Finding finding = unit.finding("small-block", sum);
    double idleNs = 0, allNs = 0;
    uint32_t longest = 0;
    int64_t longestNs = -1;
    for (const uint32_t i : unit.work())
        if (isWanted(i)) {
            idleNs += double(unit.gpu.duration[i]) * (1 - threadsOf(i) / lanes);
            allNs += double(unit.gpu.duration[i]);
            if (unit.gpu.duration[i] > longestNs) {
                longestNs = unit.gpu.duration[i];
                longest = i;
            }
        }
    finding.left = idleNs / std::max(1.0, allNs);
    finding.winNs = int64_t(double(sum.winNs) * finding.left);
    finding.of = uint64_t(threadsOf(longest));
    finding.name = std::string(unit.run.text(unit.gpu.name[longest]));
    findings.push_back(std::move(finding));
}

} // namespace ws
