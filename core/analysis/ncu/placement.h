#pragma once
// The place of a short sequence in a long one, both given as symbols: the offset with the max number of equal symbols,
// and the number of equally good offsets. For the rows of a profiler that measured only a stretch of the launches that
// another one recorded. Rejected: comparing at every offset (rows × launches); a common subsequence (finds one in any
// repeating loop, wherever the rows come from).

#include <cstddef>
#include <cstdint>
#include <span>

namespace ws {

struct Placement
{
    int64_t offset = 0; ///< rows[i] is launches[offset + i]; negative: that many rows come before the first launch
    size_t matches = 0; ///< equal symbols there
    size_t places = 0;  ///< offsets that fit equally well, with this one; 0: none fits

    static constexpr size_t enough = 8; ///< rows that must fit, or all if there are fewer; and more than half of them
};

/// Symbols are small numbers from 1 on; 0 equals nothing. Among equally good offsets it takes the one nearest to 0.
/// Time and memory are linear in rows + launches, also with repetitions.
Placement placeRows(std::span<const uint32_t> rows, std::span<const uint32_t> launches);

} // namespace ws
