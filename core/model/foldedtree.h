#pragma once
// A module tree whose nodes of some names stand for all that is below them. In a layerwise profile a folded node is
// what a kernel is elsewhere: one name with one time.

#include "core/model/moduletree.h"

#include <string_view>

namespace ws {

/// True when the node has one of the names and something below it. A name is the node's own, or the class before its
/// weights: "RowParallelLinear" means "RowParallelLinear(weight=bfloat16[4096, 14336])", too.
bool isFolded(const ModuleNode &node, const std::vector<std::string> &names);

/// By node: the outermost folded node that it lies in or is; else itself. O(nodes × names).
std::vector<uint32_t> foldOwners(const ModuleTree &tree, const std::vector<std::string> &names);

/// The tree without what lies below folded nodes; their time is their own. With its totals.
ModuleTree foldedTree(const ModuleTree &tree, const std::vector<std::string> &names);

} // namespace ws
