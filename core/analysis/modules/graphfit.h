#pragma once
// How the work of one graph launch and one captured graph fit; see capturematch.h for what is required and why.

#include "core/analysis/modules/capture.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ws {

struct GraphFit
{
    uint32_t matched = 0; ///< works with a counterpart; 0: the two do not fit
    bool isWhole = false; ///< both are the same, work for work; then the following are empty
    /// By work of the launch: its counterpart, or noPartner; of several possible ones the first and the last.
    std::vector<uint32_t> first, last;

    uint32_t firstOf(uint32_t i) const { return isWhole ? i : first[i]; }
    uint32_t lastOf(uint32_t i) const { return isWhole ? i : last[i]; }
};

/// By names. O((n + m) · d).
GraphFit fitByName(std::span<const uint32_t> replayed, std::span<const uint32_t> captured);

/// By order alone, for launches without the names of their kernels: kinds are equal, and all kernels of a name are
/// launched by the same API call. O(n).
GraphFit fitByOrder(std::span<const uint32_t> replayed, const CapturedGraph &captured);

} // namespace ws
