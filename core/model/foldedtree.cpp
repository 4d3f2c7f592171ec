#include "core/model/foldedtree.h"

#include <algorithm>

namespace ws {

bool isFolded(const ModuleNode &node, const std::vector<std::string> &names)
{
    const std::string_view name = node.name, className = name.substr(0, name.find('('));
    return node.childCount > 0 && std::ranges::any_of(names, [&](const std::string &wanted) {
               return !wanted.empty() && (wanted == name || wanted == className);
           });
}

std::vector<uint32_t> foldOwners(const ModuleTree &tree, const std::vector<std::string> &names)
{
    const auto &nodes = tree.nodes;
    std::vector<uint32_t> owners(nodes.size());
    std::vector<uint8_t> folded(nodes.size());
    for (uint32_t i = 0; i < nodes.size(); ++i) { // parents come before their children
        const uint32_t parent = nodes[i].parent;
        const bool isBelow = parent != UINT32_MAX && folded[parent];
        owners[i] = isBelow ? owners[parent] : i;
        folded[i] = isBelow || isFolded(nodes[i], names);
    }
    return owners;
}

ModuleTree foldedTree(const ModuleTree &tree, const std::vector<std::string> &names)
{
    ModuleTree made = tree;
    made.nodes.clear();
    const std::vector<uint32_t> owners = foldOwners(tree, names);
    std::vector<uint32_t> places(tree.nodes.size());
    for (uint32_t i = 0; i < tree.nodes.size(); ++i) {
        if (owners[i] != i)
            continue;
        places[i] = static_cast<uint32_t>(made.nodes.size());
        ModuleNode node = tree.nodes[i];
        if (isFolded(node, names))
            node.selfNs = node.totalNs;
        node.childCount = node.firstChild = 0;
        if (node.parent != UINT32_MAX) {
            node.parent = places[node.parent];
            ModuleNode &parent = made.nodes[node.parent];
            if (parent.childCount++ == 0)
                parent.firstChild = places[i];
        }
        made.nodes.push_back(std::move(node));
    }
    return made;
}

} // namespace ws
