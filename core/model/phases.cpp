#include "core/model/phases.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <map>
#include <set>

namespace ws {
namespace {

std::vector<std::string> allPhases(const std::vector<ModuleTree> &trees)
{
    std::vector<std::string> phases;
    std::set<std::string_view> seen;
    for (const ModuleTree &tree : trees)
        if (seen.insert(tree.phase).second)
            phases.push_back(tree.phase);
    return phases;
}

std::vector<std::string> wantedPhases(std::vector<std::string> all, std::string_view wanted)
{
    if (wanted.empty())
        return all;
    if (std::ranges::find(all, wanted) != all.end())
        return {std::string(wanted)};
    size_t number = 0;
    const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
    if (error == std::errc() && end == wanted.data() + wanted.size())
        return number >= 1 && number <= all.size() ? std::vector{all[number - 1]} : std::vector<std::string>();
    std::erase_if(all, [&](const std::string &phase) { return phaseKind(phase) != wanted; });
    return all;
}

} // namespace

std::string_view phaseKind(std::string_view phase)
{
    const size_t last = phase.find_last_not_of("0123456789");
    const bool hasNumber = last != std::string_view::npos && last + 1 < phase.size() && last > 0 && phase[last] == '_';
    return hasNumber ? phase.substr(0, last) : phase;
}

std::vector<std::string> chosenPhases(const std::vector<ModuleTree> &trees, std::string_view wanted, uint32_t every)
{
    const std::vector<std::string> all = wantedPhases(allPhases(trees), wanted);
    std::map<std::string_view, size_t> counts, seen;
    for (const std::string &phase : all)
        ++counts[phaseKind(phase)];
    std::vector<std::string> chosen;
    for (const std::string &phase : all) {
        const std::string_view kind = phaseKind(phase);
        const size_t place = seen[kind]++;
        if (place % std::max<uint32_t>(every, 1) == 0 || place + 1 == counts[kind])
            chosen.push_back(phase);
    }
    return chosen;
}

bool isCounted(const std::vector<ModuleTree> &trees, const ModuleTree &tree)
{
    if (tree.nodes.empty() || tree.view == "summary")
        return !tree.nodes.empty();
    return std::ranges::none_of(trees, [&](const ModuleTree &other) {
        return other.phase == tree.phase && other.view == "summary" && !other.nodes.empty();
    });
}

std::vector<PhaseSteps> phaseSteps(const std::vector<ModuleTree> &trees, std::string_view wanted)
{
    std::vector<PhaseSteps> all;
    for (const std::string &phase : chosenPhases(trees, wanted)) {
        const auto tree = std::ranges::find_if(
            trees, [&](const ModuleTree &one) { return one.phase == phase && isCounted(trees, one); });
        if (tree == trees.end())
            continue;
        const std::string_view kind = phaseKind(phase);
        const auto known = std::ranges::find(all, kind, &PhaseSteps::kind);
        (known == all.end() ? all.emplace_back(PhaseSteps{std::string(kind), {}}) : *known).trees.push_back(&*tree);
    }
    return all;
}

namespace {

/// Sums over the steps.
struct MeanNode
{
    ModuleNode node; ///< as in the first step that has it; its numbers are the sums
    std::map<std::pair<std::string_view, size_t>, uint32_t> places; ///< of its children, by name and number
    std::vector<uint32_t> children;
    uint64_t cpuSteps = 0;
};

class MeanTree
{
public:
    explicit MeanTree(size_t steps) : m_steps(steps) { m_nodes.emplace_back(); }

    /// Parents come before their children.
    void add(const ModuleTree &tree)
    {
        std::vector<uint32_t> places(tree.nodes.size());
        std::map<std::pair<uint32_t, std::string_view>, size_t> seen; // by parent and name
        for (uint32_t k = 0; k < tree.nodes.size(); ++k) {
            const ModuleNode &node = tree.nodes[k];
            const uint32_t parent = node.parent == UINT32_MAX ? 0 : places[node.parent];
            places[k] = placeOf(node, parent, seen[{node.parent, node.name}]++);
            MeanNode &mean = m_nodes[places[k]];
            mean.node.calls += node.calls;
            mean.node.totalNs += node.totalNs;
            mean.node.selfNs += node.selfNs;
            if (node.cpuNs >= 0) {
                mean.node.cpuNs += node.cpuNs;
                ++mean.cpuSteps;
            }
        }
    }

    /// Breadth first, as all trees.
    void write(ModuleTree &made)
    {
        std::vector<uint32_t> order = m_nodes[0].children;
        std::vector<uint32_t> parents(order.size(), UINT32_MAX);
        made.rootCount = uint32_t(order.size());
        for (size_t k = 0; k < order.size(); ++k) {
            MeanNode &mean = m_nodes[order[k]];
            ModuleNode node = std::move(mean.node);
            node.parent = parents[k];
            node.depth = node.parent == UINT32_MAX ? 0 : made.nodes[node.parent].depth + 1;
            node.calls = rounded(node.calls);
            node.cpuNs = mean.cpuSteps ? rounded(node.cpuNs) : -1;
            node.selfNs = rounded(node.selfNs);
            node.totalNs = mean.children.empty() ? rounded(node.totalNs) : node.selfNs;
            node.filePercent = -1; // the file's are of single steps
            node.firstChild = uint32_t(order.size());
            node.childCount = uint32_t(mean.children.size());
            for (const uint32_t child : mean.children) {
                order.push_back(child);
                parents.push_back(uint32_t(k));
            }
            made.nodes.push_back(std::move(node));
        }
        for (size_t k = made.nodes.size(); k-- > 0;) // children come behind their parents
            if (const ModuleNode &node = made.nodes[k]; node.parent != UINT32_MAX)
                made.nodes[node.parent].totalNs += node.totalNs;
            else
                made.totalNs += node.totalNs;
    }

private:
    template <class Number> Number rounded(Number sum) const
    {
        return Number(std::llround(double(sum) / double(m_steps)));
    }

    uint32_t placeOf(const ModuleNode &node, uint32_t parent, size_t number)
    {
        const auto next = uint32_t(m_nodes.size());
        const auto [place, isNew] = m_nodes[parent].places.try_emplace({node.name, number}, next);
        if (isNew) {
            m_nodes[parent].children.push_back(next);
            ModuleNode &made = m_nodes.emplace_back().node;
            made.name = node.name;
            made.detail = node.detail;
            made.kind = node.kind;
            made.cpuNs = 0;
        }
        return place->second;
    }

    size_t m_steps;
    std::deque<MeanNode> m_nodes; ///< the first holds the roots
};

} // namespace

ModuleTree meanTree(const std::vector<const ModuleTree *> &trees, std::string phase)
{
    ModuleTree made;
    if (trees.size() == 1) {
        made = *trees.front();
        made.phase = std::move(phase);
        return made;
    }
    MeanTree mean(trees.size());
    for (const ModuleTree *tree : trees)
        mean.add(*tree);
    mean.write(made);
    made.phase = std::move(phase);
    made.view = trees.front()->view;
    made.source = trees.front()->source;
    made.runningSeqs = trees.front()->runningSeqs;
    for (const ModuleTree *tree : trees) {
        made.totalUs += tree->totalUs / double(trees.size());
        if (tree->runningSeqs != made.runningSeqs)
            made.runningSeqs = -1;
    }
    return made;
}

} // namespace ws
