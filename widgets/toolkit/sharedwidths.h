#pragma once
// How columns of texts share the width that a view has left for them.

#include <vector>

namespace ws {

/// Parallel to `wanted`, px. Each column first gets the smaller of `wanted` and `least`; what is left of `room` goes
/// evenly to those that want more. Without enough room the least widths stay and the view scrolls.
std::vector<int> sharedWidths(const std::vector<int> &wanted, const std::vector<int> &least, int room);

} // namespace ws
