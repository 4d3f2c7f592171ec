#include "core/analysis/modules/moduletree_build.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/modules/capturedrows.h"
#include "core/base/annotationname.h"
#include "core/base/demangle.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace ws {
namespace {

constexpr uint32_t noNode = UINT32_MAX;
constexpr size_t reasons = 6;

std::string reasonName(const Run &run, Attribution::Reason reason)
{
    const auto named = [](const char *text) { return Core::tr(text).toStdString(); };
    switch (reason) {
    case Attribution::Reason::NoLaunch:
        return named(QT_TRANSLATE_NOOP("Core", "no known launch"));
    case Attribution::Reason::CudaGraph:
        return deviceMaker(run) == DeviceMaker::Amd ? named(QT_TRANSLATE_NOOP("Core", "launched by a HIP graph"))
                                                    : named(QT_TRANSLATE_NOOP("Core", "launched by a CUDA graph"));
    case Attribution::Reason::NotInCapture:
        return named(QT_TRANSLATE_NOOP("Core", "launched by a graph, not found in the capture"));
    case Attribution::Reason::AmbiguousInCapture:
        return named(QT_TRANSLATE_NOOP("Core", "launched by a graph, ambiguous in the capture"));
    default:
        return named(QT_TRANSLATE_NOOP("Core", "outside any module"));
    }
}

uint64_t keyOf(uint32_t node, StringId name)
{
    return uint64_t(node) << 32 | name;
}

/// Rows in the order found; parents before children.
class TreeBuilder
{
public:
    TreeBuilder(const Run &run, const Attribution &attribution, const ModuleTreeOptions &options,
                const Progress *progress)
        : m_run(run), m_attribution(attribution), m_modules(attribution.modules()), m_options(options),
          m_progress(progress)
    {
    }

    std::optional<BuiltModuleTree> build()
    {
        m_reasonNode.fill(noNode);
        if (!markCalls())
            return std::nullopt;
        addModules();
        m_captured.emplace(m_nodes, m_attribution, m_options.instances);
        if (!addWork())
            return std::nullopt;
        m_captured->countCalls(m_built.leaf);
        sumUp();
        layOut();
        return std::move(m_built);
    }

private:
    /// The calls that count: all, or of a part of the work those with such work and their enclosing calls.
    bool markCalls()
    {
        const bool areAll = !m_options.range && !m_options.only;
        m_counted.assign(m_modules.size(), areAll);
        if (areAll)
            return true;
        return forEachActivity(m_run.gpu, m_options.range, m_options.only.get(), m_progress,
                               [&](size_t i, int64_t, int64_t) {
                                   for (uint32_t call = m_attribution.module(i); call != noSlice && !m_counted[call];
                                        call = m_modules.parent(call))
                                       m_counted[call] = true;
                               });
    }

    /// Merged names share an id: that of the class, or of the instance.
    StringId rowName(StringId slice)
    {
        if (m_options.instances)
            return slice;
        const auto [known, isNew] = m_rowNames.try_emplace(slice, 0);
        if (isNew)
            known->second = m_classes.try_emplace(moduleClass(m_run.text(slice)), slice).first->second;
        return known->second;
    }

    uint32_t add(uint32_t parent, std::string_view name, ModuleNode::Kind kind)
    {
        return addRow(m_nodes, parent, name, kind);
    }

    void addModules()
    {
        std::unordered_map<uint64_t, uint32_t> rows;
        std::unordered_set<uint64_t> instances;
        m_built.call.assign(m_modules.size(), noNode);
        for (uint32_t call = 0; call < m_modules.size(); ++call) {
            if (!m_counted[call])
                continue;
            const uint32_t outer = m_modules.parent(call);
            const uint32_t parent = outer == noSlice ? noNode : m_built.call[outer];
            const StringId slice = m_run.timeline.name(m_modules.slice(call));
            const auto [row, isNew] = rows.try_emplace(keyOf(parent, rowName(slice)), noNode);
            if (isNew) {
                row->second = add(parent, moduleClass(m_run.text(slice)), ModuleNode::Module);
                m_nodes.back().cpuNs = 0;
                if (m_options.instances)
                    m_nodes.back().detail = moduleInstance(m_run.text(slice));
            }
            m_built.call[call] = row->second;
            ModuleNode &node = m_nodes[row->second];
            ++node.calls;
            node.cpuNs = saturatingAdd(node.cpuNs, m_modules.duration(call));
            if (instances.insert(keyOf(row->second, slice)).second)
                ++node.instances;
        }
    }

    /// From the event itself, else from the file beside the trace; empty: nothing tells.
    std::string_view annotationOf(size_t activity) const
    {
        if (m_attribution.capturedCall(activity) != noSlice)
            return {};
        if (const StringId own = m_attribution.annotation(activity))
            return m_run.text(own);
        const auto &nodes = m_run.gpu.graphNode;
        const std::string *name = m_options.annotations && activity < nodes.size() && nodes[activity]
                                      ? m_options.annotations->nameOf(nodes[activity])
                                      : nullptr;
        return name ? *name : std::string_view();
    }

    /// A row of that name below the module; how often it was called is not known. A path is a row for each of its
    /// parts.
    uint32_t annotatedOwner(uint32_t parent, std::string_view name)
    {
        if (const size_t end = name.rfind(pathSeparator); end != name.npos) {
            parent = annotatedOwner(parent, name.substr(0, end));
            name.remove_prefix(end + pathSeparator.size());
        }
        uint32_t &row = m_annotated.try_emplace({parent, std::string(name)}, noNode).first->second;
        if (row == noNode) {
            row = add(parent, name, ModuleNode::Module);
            m_nodes[row].attribution = ModuleNode::Inferred;
        }
        return row;
    }

    uint32_t ownerOf(size_t activity)
    {
        if (m_attribution.capturedCall(activity) != noSlice)
            return m_captured->rowOf(activity);
        if (const std::string_view name = annotationOf(activity); !name.empty()) {
            const uint32_t call = m_attribution.module(activity);
            return annotatedOwner(call == noSlice ? noNode : m_built.call[call], name);
        }
        if (const uint32_t call = m_attribution.module(activity); call != noSlice)
            return m_built.call[call];
        const Attribution::Reason reason = m_attribution.reason(activity);
        uint32_t &row = m_reasonNode[size_t(reason)];
        if (row == noNode) {
            row = add(noNode, reasonName(m_run, reason), ModuleNode::Unattributed);
            m_nodes[row].attribution = ModuleNode::Unknown;
        }
        return row;
    }

    bool addWork()
    {
        std::unordered_map<uint64_t, uint32_t> rows;
        m_built.leaf.assign(m_run.gpu.size(), noNode);
        const auto *only = m_options.only.get();
        return forEachActivity(m_run.gpu, m_options.range, only, m_progress, [&](size_t i, int64_t start, int64_t end) {
            const uint32_t owner = ownerOf(i);
            const StringId name = m_run.gpu.name[i];
            const auto [row, isNew] = rows.try_emplace(keyOf(owner, name), noNode);
            if (isNew)
                row->second = add(owner, shownName(m_run.text(name)), ModuleNode::Kernel);
            ModuleNode &kernel = m_nodes[row->second];
            auto how = ModuleNode::Attribution(m_attribution.how(i));
            if (how != ModuleNode::Inferred && !annotationOf(i).empty())
                how = ModuleNode::Inferred;
            kernel.attribution = std::max(kernel.attribution, how);
            ++kernel.calls;
            kernel.selfNs = saturatingAdd(kernel.selfNs, end - start);
            m_nodes[owner].selfNs = saturatingAdd(m_nodes[owner].selfNs, end - start);
            if (m_nodes[owner].kind == ModuleNode::Unattributed)
                ++m_nodes[owner].calls;
            m_built.tree.totalNs = saturatingAdd(m_built.tree.totalNs, end - start);
            m_built.leaf[i] = row->second;
        });
    }

    /// A kernel's time is in its module's self time; a module's total is its own and its modules'.
    void sumUp()
    {
        for (size_t i = m_nodes.size(); i-- > 0;) {
            ModuleNode &node = m_nodes[i];
            node.totalNs = saturatingAdd(node.totalNs, node.selfNs);
            if (node.parent == noNode)
                continue;
            ModuleNode &parent = m_nodes[node.parent];
            if (node.kind == ModuleNode::Module)
                parent.totalNs = saturatingAdd(parent.totalNs, node.totalNs);
            parent.attribution = std::max(parent.attribution, node.attribution);
        }
    }

    /// Modules in the order they were first called, then kernels by time, the costliest first.
    bool comesBefore(uint32_t a, uint32_t b) const
    {
        const ModuleNode &x = m_nodes[a], &y = m_nodes[b];
        if (x.kind != y.kind)
            return x.kind == ModuleNode::Module || (x.kind == ModuleNode::Kernel && y.kind == ModuleNode::Unattributed);
        return x.kind != ModuleNode::Module && x.totalNs != y.totalNs ? x.totalNs > y.totalNs : a < b;
    }

    /// Breadth-first: groups the rows by parent (by counting), then walks them level by level.
    void layOut()
    {
        const size_t count = m_nodes.size();
        std::vector<uint32_t> begin(count + 2), children(count); // place 0 is for the roots
        for (const ModuleNode &node : m_nodes)
            ++begin[node.parent == noNode ? 1 : node.parent + 2];
        std::partial_sum(begin.begin(), begin.end(), begin.begin());
        std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
        for (uint32_t i = 0; i < count; ++i)
            children[next[m_nodes[i].parent == noNode ? 0 : m_nodes[i].parent + 1]++] = i;
        std::vector<uint32_t> order, newIndex(count);
        order.reserve(count);
        const auto append = [&](size_t group) {
            const auto from = children.begin() + begin[group], to = children.begin() + begin[group + 1];
            std::sort(from, to, [this](uint32_t a, uint32_t b) { return comesBefore(a, b); });
            order.insert(order.end(), from, to);
        };
        append(0);
        ModuleTree &tree = m_built.tree;
        tree.rootCount = static_cast<uint32_t>(order.size());
        for (size_t i = 0; i < order.size(); ++i) { // grows while it runs
            newIndex[order[i]] = static_cast<uint32_t>(i);
            ModuleNode &node = m_nodes[order[i]];
            node.firstChild = static_cast<uint32_t>(order.size());
            append(order[i] + 1);
            node.childCount = static_cast<uint32_t>(order.size()) - node.firstChild;
        }
        tree.nodes.reserve(count);
        for (const uint32_t old : order) {
            ModuleNode &node = tree.nodes.emplace_back(std::move(m_nodes[old]));
            if (node.parent != noNode)
                node.parent = newIndex[node.parent];
        }
        for (std::vector<uint32_t> *rows : {&m_built.leaf, &m_built.call})
            for (uint32_t &row : *rows)
                if (row != noNode)
                    row = newIndex[row];
        tree.view = m_options.instances ? "model" : "summary";
        tree.source = "kineto";
    }

    const Run &m_run;
    const Attribution &m_attribution;
    const NestedSlices &m_modules;
    const ModuleTreeOptions &m_options;
    const Progress *m_progress;
    BuiltModuleTree m_built;
    std::vector<ModuleNode> m_nodes;
    std::vector<uint8_t> m_counted; ///< by call
    std::optional<CapturedRows> m_captured;
    std::array<uint32_t, reasons> m_reasonNode;
    std::map<std::pair<uint32_t, std::string>, uint32_t> m_annotated; ///< (parent, name) → row
    std::unordered_map<StringId, StringId> m_rowNames;                ///< slice name → name that represents its class
    std::unordered_map<std::string_view, StringId> m_classes;         ///< class → the first slice name of it
};

} // namespace

std::string_view moduleInstance(std::string_view sliceName)
{
    return sliceName.starts_with(modulePrefix) ? sliceName.substr(modulePrefix.size()) : sliceName;
}

std::string_view moduleClass(std::string_view sliceName)
{
    const std::string_view instance = moduleInstance(sliceName);
    const size_t last = instance.find_last_not_of("0123456789");
    const bool numbered = last != std::string_view::npos && last > 0 && last + 1 < instance.size();
    return numbered && instance[last] == '_' ? instance.substr(0, last) : instance;
}

std::optional<BuiltModuleTree> buildModuleTree(const Run &run, const Attribution &attribution,
                                               const ModuleTreeOptions &options, const Progress *progress)
{
    return TreeBuilder(run, attribution, options, progress).build();
}

} // namespace ws
