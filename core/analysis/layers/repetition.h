#pragma once
// The longest stretch of a sequence that repeats itself, with one inserted, missing or different element per period.
//
// A period begins with an anchor, a value that occurs once in it: the sequence is cut before every occurrence, and the
// stretch is the longest run of adjacent pieces that resemble the most frequent piece. Every value is tried as anchor.
// Rejected: comparing the sequence with itself at a distance; a single inserted element spoils a whole period.

#include "core/base/progress.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ws {

/// Where periods begin, ascending, and the end of the last one; empty: nothing repeats. A period has at least three
/// elements, and there are at least three of them.
using Periods = std::vector<uint32_t>;

/// Among stretches that cover nearly as much as the largest one, the one with the max number of periods. Empty when
/// cancelled. O(length × different values).
Periods longestRepetition(std::span<const uint32_t> sequence, const Progress *progress = nullptr);

/// True when they are equal or differ by one inserted, removed or replaced element.
bool differByAtMostOne(std::span<const uint32_t> a, std::span<const uint32_t> b);

} // namespace ws
