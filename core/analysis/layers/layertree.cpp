#include "core/analysis/layers/layertree.h"

#include "core/analysis/gpuscan.h"
#include "core/base/texts.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace ws {
namespace {

/// Groups of activities, each a root of the tree.
struct Root
{
    std::string name;
    std::string detail;
    ModuleNode::Kind kind = ModuleNode::Module;
    uint64_t calls = 0, instances = 0;
    std::vector<ModuleNode> kernels;               ///< in the order of their first activity
    std::unordered_map<StringId, uint32_t> ofName; ///< into kernels
    int64_t totalNs = 0;
};

class LayerTreeBuilder
{
public:
    LayerTreeBuilder(const Run &run, const Steps &steps, const Layers &layers, const ModuleTreeOptions &options)
        : m_run(run), m_steps(steps), m_layers(layers), m_options(options)
    {
        addRoots();
        placeLayers();
    }

    std::optional<BuiltModuleTree> build(const Progress *progress)
    {
        std::vector<uint32_t> kernel(m_run.gpu.size(), UINT32_MAX); // within its root
        std::vector<uint32_t> rootOf(m_run.gpu.size(), UINT32_MAX);
        const auto take = [&](size_t i, int64_t start, int64_t end) {
            rootOf[i] = rootOfActivity(i);
            kernel[i] = count(m_roots[rootOf[i]], m_run.gpu.name[i], end - start);
        };
        const bool finished = forEachActivity(m_run.gpu, m_options.range, m_options.only.get(), progress, take);
        if (!finished)
            return std::nullopt;
        return assemble(rootOf, kernel);
    }

private:
    enum Outer : uint32_t { Before, FirstLayer };

    void addRoots()
    {
        uint32_t count = 0;
        for (const Layer &layer : m_layers.layers)
            count = std::max(count, layer.index + 1);
        m_layerRoots = m_options.instances ? count : std::min<uint32_t>(count, 1);
        m_roots.resize(FirstLayer + m_layerRoots + 2);
        m_roots[Before].name = Core::tr("before the layers").toStdString();
        for (uint32_t k = 0; k < m_layerRoots; ++k) {
            m_roots[FirstLayer + k].name = "Layer";
            if (m_options.instances)
                m_roots[FirstLayer + k].name += ' ' + std::to_string(k);
            else
                m_roots[FirstLayer + k].instances = count;
        }
        m_roots[after()].name = Core::tr("after the layers").toStdString();
        m_roots[outside()].name = Core::tr("names that do not repeat like layers").toStdString();
        m_roots[outside()].kind = ModuleNode::Unattributed;
    }

    uint32_t after() const { return FirstLayer + m_layerRoots; }
    uint32_t outside() const { return after() + 1; }

    /// The layer of each activity, and where the layers of each device and step begin.
    void placeLayers()
    {
        m_layerOf.assign(m_run.gpu.size(), UINT32_MAX);
        for (const Layer &layer : m_layers.layers) {
            const uint32_t root = FirstLayer + (m_options.instances ? layer.index : 0);
            ++m_roots[root].calls;
            for (uint32_t k = layer.firstWork; k < layer.firstWork + layer.workCount; ++k)
                m_layerOf[m_layers.work[k]] = root;
            m_firstOf.try_emplace({layer.device, layer.step}, m_layers.work[layer.firstWork]);
        }
    }

    uint32_t rootOfActivity(size_t i) const
    {
        if (m_layerOf[i] != UINT32_MAX)
            return m_layerOf[i];
        const auto first = m_firstOf.find({m_run.gpu.device(i), m_steps.of(i)});
        if (first == m_firstOf.end())
            return outside();
        return i < first->second ? uint32_t(Before) : after();
    }

    static uint32_t addKernel(Root &root, StringId name)
    {
        const auto [entry, isNew] = root.ofName.try_emplace(name, static_cast<uint32_t>(root.kernels.size()));
        if (isNew)
            root.kernels.emplace_back();
        return entry->second;
    }

    uint32_t count(Root &root, StringId name, int64_t ns)
    {
        const uint32_t kernel = addKernel(root, name);
        ModuleNode &node = root.kernels[kernel];
        if (node.calls++ == 0)
            node.name = m_run.text(name);
        node.totalNs = saturatingAdd(node.totalNs, ns);
        root.totalNs = saturatingAdd(root.totalNs, ns);
        return kernel;
    }

    /// Roots with work, then their kernels.
    BuiltModuleTree assemble(const std::vector<uint32_t> &rootOf, const std::vector<uint32_t> &kernel)
    {
        BuiltModuleTree built;
        ModuleTree &tree = built.tree;
        tree.source = "layers";
        tree.view = m_options.instances ? "model" : "summary";
        std::vector<uint32_t> row(m_roots.size(), UINT32_MAX), firstKernel(m_roots.size());
        for (uint32_t r = 0; r < m_roots.size(); ++r) {
            const Root &root = m_roots[r];
            if (root.kernels.empty())
                continue;
            row[r] = static_cast<uint32_t>(tree.nodes.size());
            ModuleNode node;
            node.name = root.name;
            node.kind = root.kind;
            node.calls = root.calls;
            node.instances = root.instances;
            node.totalNs = node.selfNs = root.totalNs;
            node.attribution = root.kind == ModuleNode::Unattributed ? ModuleNode::Unknown : ModuleNode::Inferred;
            tree.totalNs = saturatingAdd(tree.totalNs, root.totalNs);
            tree.nodes.push_back(std::move(node));
        }
        tree.rootCount = static_cast<uint32_t>(tree.nodes.size());
        for (uint32_t r = 0; r < m_roots.size(); ++r) {
            if (row[r] == UINT32_MAX)
                continue;
            firstKernel[r] = static_cast<uint32_t>(tree.nodes.size());
            tree.nodes[row[r]].firstChild = firstKernel[r];
            tree.nodes[row[r]].childCount = static_cast<uint32_t>(m_roots[r].kernels.size());
            for (ModuleNode &child : m_roots[r].kernels) {
                child.kind = ModuleNode::Kernel;
                child.parent = row[r];
                child.depth = 1;
                child.selfNs = child.totalNs;
                child.attribution = tree.nodes[row[r]].attribution;
                tree.nodes.push_back(std::move(child));
            }
        }
        built.leaf.resize(rootOf.size(), UINT32_MAX);
        for (size_t i = 0; i < rootOf.size(); ++i)
            if (rootOf[i] != UINT32_MAX)
                built.leaf[i] = firstKernel[rootOf[i]] + kernel[i];
        return built;
    }

    const Run &m_run;
    const Steps &m_steps;
    const Layers &m_layers;
    const ModuleTreeOptions &m_options;
    std::vector<Root> m_roots;
    uint32_t m_layerRoots = 0;
    std::vector<uint32_t> m_layerOf;                             ///< by activity: root
    std::map<std::pair<uint16_t, uint32_t>, uint32_t> m_firstOf; ///< (device, step) → first activity in layers
};

} // namespace

std::optional<BuiltModuleTree> buildLayerTree(const Run &run, const Steps &steps, const Layers &layers,
                                              const ModuleTreeOptions &options, const Progress *progress)
{
    return LayerTreeBuilder(run, steps, layers, options).build(progress);
}

} // namespace ws
