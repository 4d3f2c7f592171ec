#include "widgets/modules/treeorder.h"

#include "core/report/moduleexport.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace ws {

TreeOrder orderTree(const ModuleTree &tree, const std::vector<uint8_t> &kept, const std::vector<double> &keys,
                    bool descending)
{
    TreeOrder order;
    order.place.assign(tree.nodes.size(), noPlace);
    for (auto *v : {&order.row, &order.parent, &order.firstChild, &order.childCount})
        v->reserve(tree.nodes.size());
    const auto append = [&](uint32_t first, uint32_t count, uint32_t parent) {
        const auto begin = static_cast<uint32_t>(order.row.size());
        for (uint32_t row = first; row < first + count; ++row)
            if (kept.empty() || kept[row])
                order.row.push_back(row);
        if (!keys.empty())
            std::sort(order.row.begin() + begin, order.row.end(), [&](uint32_t a, uint32_t b) {
                if (keys[a] != keys[b])
                    return descending ? keys[a] > keys[b] : keys[a] < keys[b];
                return a < b;
            });
        for (auto place = begin; place < order.row.size(); ++place)
            order.place[order.row[place]] = place;
        order.parent.resize(order.row.size(), parent);
        return begin;
    };
    append(0, tree.rootCount, noPlace);
    order.rootCount = static_cast<uint32_t>(order.row.size());
    for (uint32_t place = 0; place < order.row.size(); ++place) { // grows while it runs
        const ModuleNode &node = tree.nodes[order.row[place]];
        const uint32_t count = node.depth < deepestShown ? node.childCount : 0;
        order.firstChild.push_back(append(node.firstChild, count, place));
        order.childCount.push_back(static_cast<uint32_t>(order.row.size()) - order.firstChild.back());
    }
    return order;
}

bool isTooDeep(const ModuleTree &tree)
{
    return !tree.nodes.empty() && tree.nodes.back().depth > deepestShown;
}

std::set<uint32_t> sameRows(const ModuleTree &before, const std::set<uint32_t> &rows, const ModuleTree &after)
{
    std::vector<uint8_t> wanted(before.nodes.size()); // the rows and their ancestors
    for (const uint32_t row : rows)
        for (uint32_t at = row; at != UINT32_MAX && !wanted[at]; at = before.nodes[at].parent)
            wanted[at] = 1;
    std::map<std::pair<uint32_t, std::string_view>, uint32_t> children; // the rows found, by parent and name
    const auto note = [&](uint32_t parent, uint32_t first, uint32_t count) {
        for (uint32_t row = first; row < first + count; ++row)
            children.try_emplace({parent, shownName(after, after.nodes[row])}, row);
    };
    note(UINT32_MAX, 0, after.rootCount);
    std::vector<uint32_t> counterpart(before.nodes.size(), UINT32_MAX);
    std::set<uint32_t> same;
    for (uint32_t row = 0; row < before.nodes.size(); ++row) { // parents come before their children
        const ModuleNode &node = before.nodes[row];
        if (!wanted[row] || (node.parent != UINT32_MAX && counterpart[node.parent] == UINT32_MAX))
            continue;
        const uint32_t parent = node.parent == UINT32_MAX ? UINT32_MAX : counterpart[node.parent];
        const auto found = children.find({parent, shownName(before, node)});
        if (found == children.end())
            continue;
        counterpart[row] = found->second;
        note(found->second, after.nodes[found->second].firstChild, after.nodes[found->second].childCount);
        if (rows.contains(row))
            same.insert(found->second);
    }
    return same;
}

std::vector<uint8_t> keptRows(const ModuleTree &tree, const std::vector<uint8_t> &matches)
{
    std::vector<uint8_t> kept = matches;
    for (size_t i = tree.rootCount; i < kept.size(); ++i) // parents come before their children
        kept[i] |= kept[tree.nodes[i].parent];
    for (size_t i = kept.size(); i-- > tree.rootCount;)
        kept[tree.nodes[i].parent] |= kept[i];
    return kept;
}

std::vector<uint8_t> subtree(const ModuleTree &tree, uint32_t root)
{
    std::vector<uint8_t> inside(tree.nodes.size());
    inside[root] = 1;
    for (size_t i = std::max<size_t>(root + 1, tree.rootCount); i < inside.size(); ++i)
        inside[i] |= inside[tree.nodes[i].parent];
    return inside;
}

std::vector<uint32_t> costliestPath(const ModuleTree &tree, uint32_t root)
{
    std::vector<uint32_t> path;
    uint32_t first = 0, count = tree.rootCount;
    if (root != UINT32_MAX) {
        first = tree.nodes[root].firstChild;
        count = tree.nodes[root].childCount;
    }
    while (count > 0) {
        const auto costs = [&](uint32_t row) {
            const ModuleNode &node = tree.nodes[row];
            return std::make_pair(node.kind != ModuleNode::Kernel && node.totalNs > 0, node.totalNs);
        };
        uint32_t best = first;
        for (uint32_t row = first + 1; row < first + count; ++row)
            if (costs(row) > costs(best))
                best = row;
        path.push_back(best);
        first = tree.nodes[best].firstChild;
        count = tree.nodes[best].childCount;
    }
    return path;
}

} // namespace ws
