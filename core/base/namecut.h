#pragma once
// Cutting names to a number of characters (not bytes; never within a UTF-8 character). A cut is one "…", counted as one
// character.

#include <cstddef>
#include <string>
#include <string_view>

namespace ws {

/// Characters of UTF-8 text.
size_t characterCount(std::string_view text);

/// The first `count` characters, without an ellipsis.
std::string_view firstCharacters(std::string_view text, size_t count);

/// Cut in the middle: both ends stay.
std::string cutInMiddle(std::string_view text, size_t max);

/// Cut at the end: "abcdef" → "abc…".
std::string cutAtEnd(std::string_view text, size_t max);

/// A short name (uncutShortName()) cut to `max` characters, so that brackets of the name stay in pairs. The functor in
/// "at::elementwise_kernel<FillFunctor>" and the tile in "Cijk_Alik…MT64x64x8" stay before what is in front of them,
/// and the direction in "[CUDA memcpy Host-to-Device]", which becomes "CUDA memcpy HtoD".
std::string cutName(std::string_view text, size_t max);

} // namespace ws
