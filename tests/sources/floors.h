#pragma once
// Which folder may include which. Every folder of core and widgets stands on a floor; an arrow points to the same
// folder or to a lower floor, never up and never sideways between folders that do not know each other.

#include <string>

namespace ws::test {

/// Why the file `from` must not include `to` ("core/base/format.h"); empty when it may. What is not the program's own
/// may always be included.
std::string wrongDirection(const std::string &from, const std::string &to);

} // namespace ws::test
