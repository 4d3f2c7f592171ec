#pragma once
// The visible rows of a module tree and their order: filtered, siblings sorted, laid out breadth-first again, so
// that an item model answers row, parent and child in O(1). A million rows take some 50 ms, which a
// QSortFilterProxyModel with recursive filtering does not (it maps and keeps an object per parent).

#include "core/model/moduletree.h"

#include <cstdint>
#include <set>
#include <vector>

namespace ws {

constexpr uint32_t noPlace = UINT32_MAX;

/// Deeper rows are not shown: a tree view recurses once per level, and no window shows the indentation. Real trees have
/// about twenty levels.
constexpr uint32_t deepestShown = 500;

struct TreeOrder
{
    // By place, breadth-first; the roots come first.
    std::vector<uint32_t> row; ///< in ModuleTree::nodes
    std::vector<uint32_t> parent, firstChild, childCount;
    std::vector<uint32_t> place; ///< by row of the tree; noPlace: not shown
    uint32_t rootCount = 0;

    size_t size() const { return row.size(); }
};

/// `keys`: by row, siblings are sorted by them; empty: the tree's own order. `kept`: by row; empty: all.
TreeOrder orderTree(const ModuleTree &tree, const std::vector<uint8_t> &kept, const std::vector<double> &keys,
                    bool descending);

/// True when some rows are too deep to be shown.
bool isTooDeep(const ModuleTree &tree);

/// The rows of `after` that correspond to `rows` of `before`, by the names on their paths.
std::set<uint32_t> sameRows(const ModuleTree &before, const std::set<uint32_t> &rows, const ModuleTree &after);

/// The rows kept by a filter: `matches`, their descendants and their ancestors.
std::vector<uint8_t> keptRows(const ModuleTree &tree, const std::vector<uint8_t> &matches);

/// By row: 1 for `root` and all below it.
std::vector<uint8_t> subtree(const ModuleTree &tree, uint32_t root);

/// From `root` down, each time the costliest child module, then its costliest kernel. UINT32_MAX: from the roots. Rows
/// of the tree, outermost first, without `root`.
std::vector<uint32_t> costliestPath(const ModuleTree &tree, uint32_t root = UINT32_MAX);

} // namespace ws
