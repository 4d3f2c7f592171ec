#pragma once
// The longest common subsequence of two sequences of numbers, by the greedy algorithm of E. Myers ("An O(ND) Difference
// Algorithm and Its Variations", 1986). Its time depends on the number of differences, so that sequences that are
// nearly the same are compared in linear time, and others are given up early. Rejected: the table of all pairs (n · m).

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ws {

constexpr uint32_t noPartner = UINT32_MAX;
constexpr size_t maxEditsEver = 2'000;

/// For each element of `a` the index of its partner in `b`, or noPartner; partners ascend. Nothing when more than
/// `maxEdits` elements of both together have no partner; more than maxEditsEver are never allowed. Of several longest
/// subsequences it takes one whose matches lie early. Time O((n + m) · d), memory O(d²) for d elements without a
/// partner (8 MB at most).
std::optional<std::vector<uint32_t>> commonSubsequence(std::span<const uint32_t> a, std::span<const uint32_t> b,
                                                       size_t maxEdits = maxEditsEver);

} // namespace ws
