#pragma once
// Where a short sequence stands in a long one, both written as symbols: the offset at which most symbols are the same,
// and how many other offsets do as well. For the rows of a profiler that measured only a stretch of the launches that
// another one recorded. Rejected: comparing at every offset (rows × launches); a common subsequence (finds one in any
// repeating loop, wherever the rows come from).

#include <cstddef>
#include <cstdint>
#include <span>

namespace ws {

struct Placement
{
    int64_t offset = 0; ///< rows[i] is launches[offset + i]; negative: that many rows come before the first launch
    size_t matches = 0; ///< symbols that are the same there
    size_t places = 0;  ///< offsets that fit as well as this one, with it; 0: none fits

    static constexpr size_t enough = 8; ///< rows that must fit, or all if there are fewer; and more than half of them
};

/// Symbols are small numbers from 1 on; 0 equals nothing. Of equally good offsets the one nearest to 0. Time and memory
/// grow with rows + launches, whatever repeats in them.
Placement placeRows(std::span<const uint32_t> rows, std::span<const uint32_t> launches);

} // namespace ws
