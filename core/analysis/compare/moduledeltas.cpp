#include "core/analysis/compare/moduledeltas.h"

#include "core/analysis/compare/units.h"
#include "core/analysis/compare/workkeys.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

namespace ws {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// What of a tree's row counts here, whatever it was made from.
struct ForestNode
{
    std::string name;
    ModuleNode::Kind kind = ModuleNode::Module;
    uint32_t parent = none, firstChild = 0, childCount = 0;
    ModuleCost cost;
    EventRef place = {};
};

/// One side's trees.
struct Forest
{
    std::vector<ForestNode> nodes;
    std::vector<uint32_t> roots;
    QString missing;

    /// Returns the index of the tree's first row.
    uint32_t add(const ModuleTree &tree, uint32_t parent)
    {
        const auto offset = uint32_t(nodes.size());
        for (const ModuleNode &node : tree.nodes) {
            ForestNode copy{node.name,
                            node.kind,
                            node.parent == UINT32_MAX ? parent : node.parent + offset,
                            node.firstChild + offset,
                            node.childCount,
                            {}};
            copy.cost.calls = node.calls;
            copy.cost.totalNs = node.totalNs;
            nodes.push_back(std::move(copy));
        }
        return offset;
    }

    /// Times of rows without the modules below them. Parents come before their children.
    void findOwn()
    {
        for (ForestNode &node : nodes) {
            node.cost.ownNs = saturatingAdd(node.cost.ownNs, node.cost.totalNs);
            node.cost.unitOwnNs = saturatingAdd(node.cost.unitOwnNs, node.cost.unitTotalNs);
            if (node.kind == ModuleNode::Kernel || node.parent == none)
                continue;
            ModuleCost &above = nodes[node.parent].cost;
            above.ownNs = saturatingAdd(above.ownNs, -node.cost.totalNs);
            above.unitOwnNs = saturatingAdd(above.unitOwnNs, -node.cost.unitTotalNs);
        }
    }
};

/// The mean step of each of these phases.
Forest forestOfPhases(const std::vector<const PhaseSteps *> &phases)
{
    Forest forest;
    for (const PhaseSteps *steps : phases) {
        const ModuleTree tree = meanTree(steps->trees, steps->kind);
        if (phases.size() == 1) {
            forest.add(tree, none);
            for (uint32_t root = 0; root < tree.rootCount; ++root)
                forest.roots.push_back(root);
            break;
        }
        const auto at = uint32_t(forest.nodes.size());
        forest.roots.push_back(at);
        forest.nodes.push_back({steps->kind, ModuleNode::Module, none, 0, tree.rootCount, {}});
        const uint32_t first = forest.add(tree, at);
        forest.nodes[at].firstChild = first;
        for (uint32_t root = 0; root < tree.rootCount; ++root)
            forest.nodes[at].cost.totalNs =
                saturatingAdd(forest.nodes[at].cost.totalNs, forest.nodes[first + root].cost.totalNs);
    }
    if (phases.empty())
        forest.missing = Core::tr("no phase is in both files");
    return forest;
}

/// Of modules the first call, of kernels their first work; of what has neither itself the first work below.
void addPlaces(Forest &forest, const Attribution &attribution, const BuiltModuleTree &built, const GpuWork &gpu)
{
    for (uint32_t call = 0; call < built.call.size(); ++call)
        if (const uint32_t row = built.call[call]; row != none && !forest.nodes[row].place.valid())
            forest.nodes[row].place = attribution.modules().slice(call);
    for (size_t i = 0; i < gpu.size(); ++i)
        for (uint32_t row = built.leaf[i]; row != none && !forest.nodes[row].place.valid();
             row = forest.nodes[row].parent)
            forest.nodes[row].place = gpu.slice[i];
}

/// Nothing when cancelled.
std::optional<Forest> forestOfTrace(const ComparedRun &run, const UnitSamples *unit, const Progress *progress)
{
    Forest forest;
    const auto attribution = Attribution::make(run.run(), Attribution::Mode::All, progress);
    if (!attribution)
        return std::nullopt;
    if (!attribution->namesModules()) {
        forest.missing = Core::tr("no module (nn.Module) is in the file");
        return forest;
    }
    const auto built = buildModuleTree(run.run(), *attribution, {}, progress);
    if (!built)
        return std::nullopt;
    forest.add(built->tree, none);
    for (uint32_t root = 0; root < built->tree.rootCount; ++root)
        forest.roots.push_back(root);
    addPlaces(forest, *attribution, *built, run.run().gpu);
    if (!unit)
        return forest;
    const GpuWork &gpu = run.run().gpu;
    const std::vector<uint32_t> window = windowsOfWork(gpu, unit->places);
    for (size_t i = 0; i < gpu.size(); ++i)
        if (window[i] != noStep) {
            int64_t &ns = forest.nodes[built->leaf[i]].cost.unitTotalNs;
            ns = saturatingAdd(ns, gpu.duration[i]);
        }
    for (size_t i = forest.nodes.size(); i-- > 0;) // children come behind their parents
        if (const ForestNode &node = forest.nodes[i]; node.parent != none) {
            int64_t &above = forest.nodes[node.parent].cost.unitTotalNs;
            above = saturatingAdd(above, node.cost.unitTotalNs);
        }
    return forest;
}

/// `phases`: of a layerwise profile what is compared.
std::optional<Forest> forestOf(const ComparedRun &run, const UnitSamples *unit,
                               const std::vector<const PhaseSteps *> &phases, const Progress *progress)
{
    std::optional<Forest> forest = Forest();
    if (run.hasTimeline())
        forest = forestOfTrace(run, unit, progress);
    else if (run.isLayerwise())
        forest = forestOfPhases(phases);
    else
        forest->missing = Core::tr("no module (nn.Module) is in the file");
    if (forest)
        forest->findOwn();
    return forest;
}

class TreePairing
{
public:
    TreePairing(const Forest &a, const Forest &b, ModuleDeltas &result) : m_a(a), m_b(b), m_result(result) {}

    /// False: cancelled.
    bool make(const Progress *progress)
    {
        addRows(none, m_a.roots, m_b.roots);
        m_result.rootCount = uint32_t(m_result.rows.size());
        for (uint32_t row = 0; row < m_result.rows.size(); ++row) {
            if (progress && progress->isCancelled())
                return false;
            const auto [a, b] = m_nodes[row];
            addRows(row, children(m_a, a), children(m_b, b));
        }
        return true;
    }

private:
    using Nodes = std::vector<uint32_t>;

    static Nodes children(const Forest &forest, uint32_t node)
    {
        Nodes nodes;
        if (node != none)
            for (uint32_t k = 0; k < forest.nodes[node].childCount; ++k)
                nodes.push_back(forest.nodes[node].firstChild + k);
        return nodes;
    }

    /// The k-th of a text with the k-th of the same one. An empty text is none. `onlyUnique`: neither may occur twice.
    template <class TextOf> void pair(Nodes &a, Nodes &b, bool onlyUnique, TextOf textOf)
    {
        std::map<std::string, std::pair<Nodes, Nodes>> byText;
        for (const uint32_t node : a)
            byText[textOf(m_a, node)].first.push_back(node);
        for (const uint32_t node : b)
            byText[textOf(m_b, node)].second.push_back(node);
        std::unordered_set<uint32_t> takenA, takenB;
        for (const auto &[text, found] : byText) {
            const size_t count = std::min(found.first.size(), found.second.size());
            if (text.empty() || (onlyUnique && (found.first.size() != 1 || found.second.size() != 1)))
                continue;
            for (size_t k = 0; k < count; ++k) {
                m_pairs.emplace_back(found.first[k], found.second[k]);
                takenA.insert(found.first[k]);
                takenB.insert(found.second[k]);
            }
        }
        std::erase_if(a, [&](uint32_t node) { return takenA.contains(node); });
        std::erase_if(b, [&](uint32_t node) { return takenB.contains(node); });
    }

    /// The modules directly below a module, by which a renamed one is known.
    static std::string partsOf(const Forest &forest, uint32_t node)
    {
        std::vector<std::string> names;
        for (const uint32_t child : children(forest, node))
            if (forest.nodes[child].kind == ModuleNode::Module)
                names.push_back(forest.nodes[child].name);
        std::sort(names.begin(), names.end());
        std::string text;
        for (const std::string &name : names)
            text += name + '\n';
        return text;
    }

    /// One kernel is left on each side, called as often: it ran in the other's place.
    void pairLastKernels(Nodes &a, Nodes &b)
    {
        const auto onlyKernel = [](const Forest &forest, const Nodes &nodes) {
            uint32_t found = none;
            for (const uint32_t node : nodes)
                if (forest.nodes[node].kind == ModuleNode::Kernel)
                    found = found == none ? node : none - 1;
            return found;
        };
        const uint32_t inA = onlyKernel(m_a, a), inB = onlyKernel(m_b, b);
        if (inA >= none - 1 || inB >= none - 1 || m_a.nodes[inA].cost.calls != m_b.nodes[inB].cost.calls)
            return;
        m_pairs.emplace_back(inA, inB);
        std::erase(a, inA);
        std::erase(b, inB);
    }

    void addRows(uint32_t parent, Nodes a, Nodes b)
    {
        m_pairs.clear();
        const auto kindOf = [](const Forest &forest, uint32_t node) { return forest.nodes[node].kind; };
        pair(a, b, false, [&](const Forest &forest, uint32_t node) {
            return char('0' + kindOf(forest, node)) + forest.nodes[node].name;
        });
        if (!a.empty() && !b.empty()) {
            const auto ofKernels = [&](auto textOf) {
                return [=](const Forest &forest, uint32_t node) {
                    return kindOf(forest, node) == ModuleNode::Kernel ? textOf(forest.nodes[node].name) : std::string();
                };
            };
            pair(a, b, true, ofKernels([](const std::string &name) { return kernelSignature(name); }));
            pair(a, b, true, ofKernels([](const std::string &name) { return kernelFamily(name); }));
            pair(a, b, true, [&](const Forest &forest, uint32_t node) {
                return kindOf(forest, node) == ModuleNode::Module ? partsOf(forest, node) : std::string();
            });
        }
        pairLastKernels(a, b);
        for (const uint32_t node : a)
            m_pairs.emplace_back(node, none);
        for (const uint32_t node : b)
            m_pairs.emplace_back(none, node);
        append(parent);
    }

    void append(uint32_t parent)
    {
        const auto first = uint32_t(m_result.rows.size());
        std::vector<std::pair<ModuleDelta, std::pair<uint32_t, uint32_t>>> rows;
        for (const auto &[a, b] : m_pairs)
            rows.push_back({rowOf(a, b, parent), {a, b}});
        const auto weight = [&](const ModuleDelta &row) { return std::abs(m_result.delta(row, false)); };
        std::stable_sort(rows.begin(), rows.end(), [&](const auto &x, const auto &y) {
            const double wx = weight(x.first), wy = weight(y.first);
            return wx != wy ? wx > wy : x.first.name < y.first.name;
        });
        for (auto &[row, nodes] : rows) {
            m_result.rows.push_back(std::move(row));
            m_nodes.push_back(nodes);
        }
        if (parent != none) {
            m_result.rows[parent].firstChild = first;
            m_result.rows[parent].childCount = uint32_t(rows.size());
        }
    }

    ModuleDelta rowOf(uint32_t a, uint32_t b, uint32_t parent) const
    {
        const ForestNode *inA = a == none ? nullptr : &m_a.nodes[a], *inB = b == none ? nullptr : &m_b.nodes[b];
        ModuleDelta row;
        row.name = inA ? inA->name : inB->name;
        row.kind = inA ? inA->kind : inB->kind;
        row.status = !inA ? ModuleDelta::Added : !inB ? ModuleDelta::Removed : ModuleDelta::Both;
        if (inA && inB && inA->name != inB->name) {
            row.status = ModuleDelta::Renamed;
            row.nameB = inB->name;
        }
        if (inA) {
            row.a = inA->cost;
            row.placeA = inA->place;
        }
        if (inB) {
            row.b = inB->cost;
            row.placeB = inB->place;
        }
        row.parent = parent;
        row.depth = parent == none ? 0 : m_result.rows[parent].depth + 1;
        return row;
    }

    const Forest &m_a, &m_b;
    ModuleDeltas &m_result;
    std::vector<std::pair<uint32_t, uint32_t>> m_nodes; ///< by row of the result
    std::vector<std::pair<uint32_t, uint32_t>> m_pairs; ///< of the siblings at hand
};

ModuleCost sumOfRoots(const Forest &forest)
{
    ModuleCost sum;
    for (const uint32_t root : forest.roots) {
        const ModuleCost &cost = forest.nodes[root].cost;
        sum.calls += cost.calls;
        sum.totalNs = saturatingAdd(sum.totalNs, cost.totalNs);
        sum.unitTotalNs = saturatingAdd(sum.unitTotalNs, cost.unitTotalNs);
    }
    return sum;
}

} // namespace

double ModuleDeltas::shown(const ModuleCost &cost, bool isOwn, bool isB) const
{
    if (!perUnit())
        return double(isOwn ? cost.ownNs : cost.totalNs);
    return double(isOwn ? cost.unitOwnNs : cost.unitTotalNs) / double(isB ? windowsB : windowsA);
}

std::optional<ModuleDeltas> moduleDeltas(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit,
                                         const Progress *progress)
{
    ModuleDeltas result;
    const bool perUnit = unit.kind != ComparedUnit::None && a.hasTimeline() && b.hasTimeline();
    const PhasePairs phases = phasePairs(a, b);
    result.ofPhases = a.isLayerwise() && b.isLayerwise();
    std::vector<const PhaseSteps *> phasesA, phasesB;
    for (const PhasePair &pair : phases.pairs) {
        phasesA.push_back(&pair.a);
        phasesB.push_back(&pair.b);
    }
    const auto inA = forestOf(a, perUnit ? &unit.a : nullptr, phasesA, progress);
    const auto inB = inA ? forestOf(b, perUnit ? &unit.b : nullptr, phasesB, progress) : std::nullopt;
    if (!inB)
        return std::nullopt;
    result.missing = inA->missing.isEmpty() ? inB->missing : inA->missing;
    if (!result.missing.isEmpty())
        return result;
    result.windowsA = perUnit ? unit.a.windows : 0;
    result.windowsB = perUnit ? unit.b.windows : 0;
    if (!TreePairing(*inA, *inB, result).make(progress))
        return std::nullopt;
    result.a = sumOfRoots(*inA);
    result.b = sumOfRoots(*inB);
    return result;
}

} // namespace ws
