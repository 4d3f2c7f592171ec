#pragma once
// JSON text made safe to build a tree from. A tree is freed, copied and printed by functions that call themselves once
// a level, and an ordered object looks a new key up among all others: text of a file that nests 100,000 levels or gives
// an object a million members must not reach them. What is left out is said at its place, as a string.
// Rejected: the parser's own callback (it sees a value only when it stands in the tree).

#include <cstddef>
#include <string>
#include <string_view>

namespace ws {

struct JsonBounds
{
    size_t depth = 64;     ///< of containers; deeper ones become one string each
    size_t members = 1000; ///< of one object; the rest becomes one member named "…"
};

/// `json` unchanged where it keeps to the bounds. Text that is no JSON stays none. `isCut`: something was left out.
std::string boundedJson(std::string_view json, const JsonBounds &bounds = {}, bool *isCut = nullptr);

} // namespace ws
