#pragma once
// Which folder may include which. Every folder of core and widgets belongs to a layer; an include points to the same
// folder or to a lower layer, never up and never sideways between folders that must not know each other.

#include <string>

namespace ws::test {

/// Why the file `from` must not include `to` ("core/base/format.h"); empty when it may. Headers of others are always
/// allowed.
std::string wrongDirection(const std::string &from, const std::string &to);

} // namespace ws::test
