#include "core/analysis/layers/treelayers.h"

#include "core/analysis/gpuscan.h"
#include "core/model/phases.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

std::string_view classOf(const ModuleNode &node)
{
    return std::string_view(node.name).substr(0, node.name.find('('));
}

bool holdsModules(const ModuleTree &tree, const ModuleNode &node)
{
    for (uint32_t k = node.firstChild; k < node.firstChild + node.childCount; ++k)
        if (tree.nodes[k].kind == ModuleNode::Module)
            return true;
    return false;
}

std::vector<uint32_t> layersBelow(const ModuleTree &tree, uint32_t firstChild, uint32_t count)
{
    std::map<std::string_view, size_t> counts;
    std::vector<uint32_t> found;
    for (uint32_t k = firstChild; k < firstChild + count; ++k)
        if (tree.nodes[k].kind == ModuleNode::Module && holdsModules(tree, tree.nodes[k])) {
            ++counts[classOf(tree.nodes[k])];
            found.push_back(k);
        }
    std::erase_if(found, [&](uint32_t k) { return counts[classOf(tree.nodes[k])] < 2; });
    return found;
}

std::vector<TreeLayer> layersOf(const ModuleTree &tree)
{
    std::vector<uint32_t> best = layersBelow(tree, 0, tree.rootCount);
    const auto timeOf = [&](const std::vector<uint32_t> &nodes) {
        int64_t sum = 0;
        for (const uint32_t k : nodes)
            sum = saturatingAdd(sum, tree.nodes[k].totalNs);
        return sum;
    };
    for (const ModuleNode &node : tree.nodes)
        if (node.kind == ModuleNode::Module)
            if (auto below = layersBelow(tree, node.firstChild, node.childCount); timeOf(below) > timeOf(best))
                best = std::move(below);
    std::vector<TreeLayer> layers;
    for (const uint32_t k : best)
        layers.push_back({std::string(classOf(tree.nodes[k])), tree.nodes[k].totalNs, tree.nodes[k].cpuNs});
    return layers;
}

} // namespace

int64_t PhaseLayers::inLayersNs() const
{
    int64_t sum = 0;
    for (const TreeLayer &layer : layers)
        sum = saturatingAdd(sum, layer.totalNs);
    return sum;
}

std::vector<PhaseLayers> treeLayers(const Run &run, const std::string &wanted)
{
    std::vector<PhaseLayers> all;
    for (const PhaseSteps &steps : phaseSteps(run.layerwise, wanted)) {
        std::vector<const ModuleTree *> views; // of instances
        for (const ModuleTree *counted : steps.trees)
            for (const ModuleTree &tree : run.layerwise)
                if (tree.phase == counted->phase && tree.view == "model" && !tree.nodes.empty())
                    views.push_back(&tree);
        if (views.empty())
            continue;
        const ModuleTree mean = views.size() > 1 ? meanTree(views, steps.kind) : *views.front();
        PhaseLayers phase{mean.phase, views.size(), mean.totalNs, layersOf(mean)};
        if (!phase.layers.empty())
            all.push_back(std::move(phase));
    }
    return all;
}

} // namespace ws
