#include "widgets/modules/tracetree.h"

#include "core/base/format.h"
#include "widgets/modules/treeorder.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

/// "Inferred from names of kernels that repeat: 36 layers of 15 kernels, 97.0 % of the GPU work in steps"
QString layersNote(const Layers &layers)
{
    if (layers.layers.empty())
        return Views::tr("The names of the kernels do not repeat like layers.");
    std::map<uint32_t, size_t> sizes;
    uint32_t count = 0;
    for (const Layer &layer : layers.layers) {
        ++sizes[layer.workCount];
        count = std::max(count, layer.index + 1);
    }
    const auto usual = std::ranges::max_element(sizes, {}, [](const auto &size) { return size.second; });
    return Views::tr("Inferred from names of kernels that repeat: up to %1 layers in a step, most often of %2 "
                     "activities; they cover %3 of the work")
        .arg(formatCount(count), formatCount(usual->first), formatPercent(layers.coverage));
}

} // namespace

TraceTree TraceTree::of(BuiltModuleTree built)
{
    TraceTree named{std::move(built), {}, {}};
    named.names = std::make_shared<const NodeNames>(named.built.tree);
    named.sample.assign(named.built.tree.nodes.size(), UINT32_MAX);
    for (uint32_t i = 0; i < named.built.leaf.size(); ++i)
        if (named.built.leaf[i] != UINT32_MAX)
            named.sample[named.built.leaf[i]] = i;
    return named;
}

std::optional<TraceTree> ModuleTreeKey::make(const RunPtr &run, const Progress &progress) const
{
    ModuleTreeOptions annotated = options;
    annotated.annotations = GraphAnnotations::of(*run);
    auto built = buildModuleTree(*run, *attribution, annotated, &progress);
    return built ? std::optional(TraceTree::of(std::move(*built))) : std::nullopt;
}

std::optional<TraceTree> LayerTreeKey::make(const RunPtr &run, const Progress &progress) const
{
    const auto layers = findLayers(*run, *steps, &progress);
    auto built = layers ? buildLayerTree(*run, *steps, *layers, options, &progress) : std::nullopt;
    if (!built)
        return std::nullopt;
    TraceTree tree = TraceTree::of(std::move(*built));
    tree.note = layersNote(*layers);
    return tree;
}

std::vector<EventRef> callsOf(const Attribution &attribution, const BuiltModuleTree &built,
                              const std::vector<uint8_t> &inside)
{
    const NestedSlices &modules = attribution.modules();
    const auto isInside = [&](uint32_t call) {
        return call != noSlice && built.call[call] < inside.size() && inside[built.call[call]];
    };
    std::vector<EventRef> calls;
    for (uint32_t call = 0; call < built.call.size(); ++call)
        if (isInside(call) && !isInside(modules.parent(call)))
            calls.push_back(modules.slice(call));
    return calls;
}

std::vector<uint32_t> callsOfRow(const BuiltModuleTree &built, uint32_t row)
{
    std::vector<uint32_t> calls;
    for (uint32_t call = 0; call < built.call.size(); ++call)
        if (built.call[call] == row)
            calls.push_back(call);
    return calls;
}

std::optional<TimeRange> spanOfRow(const Run &run, const BuiltModuleTree &built, uint32_t row)
{
    if (row == UINT32_MAX)
        return std::nullopt;
    const std::vector<uint8_t> inside = subtree(built.tree, row);
    std::optional<TimeRange> span;
    for (size_t i = 0; i < built.leaf.size(); ++i) {
        if (built.leaf[i] == UINT32_MAX || !inside[built.leaf[i]])
            continue;
        const int64_t start = run.gpu.start[i], end = run.gpu.end(i);
        span = span ? TimeRange{std::min(span->begin, start), std::max(span->end, end)} : TimeRange{start, end};
    }
    if (span && span->begin == span->end)
        ++span->end;
    return span;
}

} // namespace ws
