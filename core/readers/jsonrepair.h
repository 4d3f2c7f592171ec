#pragma once
// Small JSON files as they are found: cut off in the middle, with Python's NaN and Infinity.

#include <string>

namespace ws {

/// NaN, Infinity and -Infinity outside strings become empty strings of the same length (positions stay). How many.
size_t blankNonFinite(std::string &json);

/// Cuts the text behind the last object or array that was closed before byte `end`, and closes what is open there.
/// False when nothing was closed before `end`.
bool closeOpenJson(std::string &json, size_t end);

} // namespace ws
