#include "core/analysis/modules/graphfit.h"

#include "core/base/commonsubsequence.h"

#include <algorithm>
#include <unordered_map>

namespace ws {
namespace {

/// Of the larger one, what must be found in the other.
size_t required(size_t replayed, size_t captured)
{
    return (std::max(replayed, captured) * 4 + 4) / 5;
}

/// The works in common without regard to their order: no subsequence is longer.
size_t commonWorks(std::span<const uint32_t> a, std::span<const uint32_t> b)
{
    std::unordered_map<uint32_t, uint32_t> counts;
    for (const uint32_t work : a)
        ++counts[work];
    size_t common = 0;
    for (const uint32_t work : b)
        if (const auto found = counts.find(work); found != counts.end() && found->second) {
            --found->second;
            ++common;
        }
    return common;
}

std::vector<uint32_t> reversed(std::span<const uint32_t> works)
{
    return {works.rbegin(), works.rend()};
}

} // namespace

GraphFit fitByName(std::span<const uint32_t> replayed, std::span<const uint32_t> captured)
{
    GraphFit fit;
    const size_t n = replayed.size(), m = captured.size(), enough = required(n, m);
    if (std::equal(replayed.begin(), replayed.end(), captured.begin(), captured.end())) {
        fit.matched = static_cast<uint32_t>(n);
        fit.isWhole = true;
        return fit;
    }
    if (std::min(n, m) < enough || commonWorks(replayed, captured) < enough)
        return fit;
    const size_t maxEdits = n + m - 2 * enough;
    auto first = commonSubsequence(replayed, captured, maxEdits);
    if (!first)
        return fit;
    fit.first = std::move(*first);
    fit.matched = static_cast<uint32_t>(n - size_t(std::count(fit.first.begin(), fit.first.end(), noPartner)));
    fit.last = *commonSubsequence(reversed(replayed), reversed(captured), maxEdits);
    std::reverse(fit.last.begin(), fit.last.end());
    for (uint32_t &partner : fit.last)
        partner = partner == noPartner ? noPartner : static_cast<uint32_t>(m - 1 - partner);
    return fit;
}

GraphFit fitByOrder(std::span<const uint32_t> replayed, const CapturedGraph &captured)
{
    GraphFit fit;
    if (replayed.size() != captured.size())
        return fit;
    std::unordered_map<uint32_t, uint32_t> apis;
    for (size_t i = 0; i < captured.size(); ++i) {
        const uint32_t work = replayed[i];
        const uint32_t kind = work < FirstKernelName ? work : uint32_t(NamelessKernel);
        if (kind != captured[i].work || apis.try_emplace(work, captured[i].api).first->second != captured[i].api)
            return fit;
    }
    fit.matched = static_cast<uint32_t>(replayed.size());
    fit.isWhole = true;
    return fit;
}

} // namespace ws
