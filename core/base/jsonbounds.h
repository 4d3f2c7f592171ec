#pragma once
// JSON text made safe to build a tree from. Recursive functions free, copy and print a tree, one call per level, and an
// ordered object looks up a new key among all others: a file with 100,000 nested levels or an object of a million
// members must not reach them. A string in its place names the omission. Rejected: the parser's own callback (it
// sees a value only when it is in the tree already).

#include <cstddef>
#include <string>
#include <string_view>

namespace ws {

struct JsonBounds
{
    size_t depth = 64;     ///< of containers; deeper ones become one string each
    size_t members = 1000; ///< of one object; the rest becomes one member named "…"
};

/// `json` unchanged where it keeps to the bounds. Invalid JSON stays invalid. `isCut`: something was left out.
std::string boundedJson(std::string_view json, const JsonBounds &bounds = {}, bool *isCut = nullptr);

} // namespace ws
