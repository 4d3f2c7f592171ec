#pragma once
// Where the names of a list differ, word by word: the words at which a tree of their common beginnings branches. Names
// of one template, "f<Half, 4, A<Half>>" and "f<float, 4, A<float>>", differ in one word, "Half" and "float", although
// nearly everything between their common ends is different. Rejected: comparing positions (one argument more shifts all
// that follow), counting words (two names may differ in their order alone).

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ws {

/// A word in which names differ.
struct DifferingWord
{
    std::string text;
    std::string brief;             ///< the part of it that still differs from the words that the other names have here
    size_t differsAt = 0;          ///< so many of its first characters differ from the other words
    std::string_view before = " "; ///< what stands between the previous word and this one: a blank, "_" or nothing
};

/// For each of the names, all different, the words that tell it apart, in their order: together they belong to no other
/// of the names. A name that only ends earlier has none. Words that say most come first: types and functions, then
/// numbers of lambdas and namespaces, then signs. An identifier of more than `longestWhole` characters is read in its
/// parts ("DeviceScan_init": Device, Scan, init). The time is linear in the length of all names.
std::vector<std::vector<DifferingWord>> differingWords(std::span<const std::string_view> names, size_t longestWhole);

} // namespace ws
