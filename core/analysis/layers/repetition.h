#pragma once
// The longest stretch of a sequence that repeats itself, one element more, less or different a period allowed.
//
// A period begins with an anchor, a value that occurs once in it: the sequence is cut before every occurrence, and the
// stretch is the longest run of neighbouring pieces that are like the most frequent piece. Every value is tried as
// anchor. Rejected: comparing the sequence with itself at a distance; a single inserted element spoils a whole period.

#include "core/base/progress.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ws {

/// Where periods begin, ascending, and the end of the last one; empty: nothing repeats. A period has at least three
/// elements, and there are at least three of them.
using Periods = std::vector<uint32_t>;

/// Of the stretches that cover nearly as much as the largest one, that with the most periods. Empty, too, when
/// cancelled. O(length × different values).
Periods longestRepetition(std::span<const uint32_t> sequence, const Progress *progress = nullptr);

/// True when one element inserted, removed or replaced, or nothing at all, makes them equal.
bool differByAtMostOne(std::span<const uint32_t> a, std::span<const uint32_t> b);

} // namespace ws
