#include "core/analysis/replay/movedwork.h"

#include <algorithm>

namespace ws {
namespace {

constexpr uint16_t stays = 0;

bool isGpuNode(const DependencyGraph &graph, uint32_t node)
{
    const NodeKind kind = graph.kind(node);
    return kind == NodeKind::Compute || kind == NodeKind::Copy || kind == NodeKind::Communication;
}

bool isOfGraph(const DependencyGraph &graph, uint32_t node)
{
    for (uint32_t edge = graph.firstEdge(node); edge < graph.lastEdge(node); ++edge)
        if (graph.kinds()[graph.edgeKind(edge)].id.starts_with("launch of a graph"))
            return true;
    return false;
}

bool areOfOneLaunch(const ReplayModel &model, uint32_t a, uint32_t b)
{
    const auto launchOf = [&](uint32_t node) { return model.runOf(node).gpu.launch[model.graph.item(node)]; };
    return launchOf(a) == launchOf(b);
}

bool areOfOneStream(const ReplayModel &model, uint32_t a, uint32_t b)
{
    const DependencyGraph &graph = model.graph;
    if (!isGpuNode(graph, a) || !isGpuNode(graph, b) || model.partOf(a) != model.partOf(b))
        return false;
    const GpuWork &gpu = model.runOf(a).gpu;
    return gpu.stream[graph.item(a)] == gpu.stream[graph.item(b)];
}

class WorkMover
{
public:
    WorkMover(const ReplayModel &of, const std::vector<std::span<const uint32_t>> &nodes) : m_model(of)
    {
        const size_t size = m_model.graph.size();
        m_to.assign(size, stays);
        for (size_t stream = 0; stream < nodes.size(); ++stream)
            for (const uint32_t node : nodes[stream])
                m_to[node] = uint16_t(stream + 1);
        findOrder(nodes.size());
    }

    ReplayModel make()
    {
        DependencyGraph &graph = m_model.graph;
        const uint16_t event = kindOf("event"), stream = kindOf("stream");
        struct Added
        {
            uint32_t from, to;
            uint16_t kind;
        };
        std::vector<Added> added;
        graph.changeEdges([&](uint32_t &from, uint32_t to, uint16_t &kind) {
            if (areOfOneStream(m_model, from, to)) {
                eachBranch(from, to, [&](uint32_t last) { added.push_back({last, to, stream}); });
                return changeOrder(from, to, kind, event, [&](uint32_t last) { added.push_back({last, to, stream}); });
            }
            if (isGpuNode(graph, from) && waitsForStream(kind))
                for (uint16_t other = 1; other <= m_last.size(); ++other)
                    if (const uint32_t last = m_last[other - 1][from]; other != m_to[from] && last != noReplayNode)
                        added.push_back({last, to, kind});
            return true;
        });
        for (const Added &edge : added)
            graph.link(edge.from, edge.to, edge.kind);
        graph.finishInOrder(); // each new edge comes from what was before its end already
        return std::move(m_model);
    }

private:
    /// By node the one before it in its old stream, and by new stream the last work up to there that is moved to it.
    void findOrder(size_t streams)
    {
        const DependencyGraph &graph = m_model.graph;
        m_before.assign(graph.size(), noReplayNode);
        m_last.assign(streams, std::vector<uint32_t>(graph.size(), noReplayNode));
        for (const uint32_t node : graph.order()) {
            for (uint32_t edge = graph.firstEdge(node); edge < graph.lastEdge(node); ++edge)
                if (areOfOneStream(m_model, graph.from(edge), node))
                    m_before[node] = graph.from(edge);
            for (uint16_t stream = 1; stream <= streams; ++stream)
                m_last[stream - 1][node] = m_to[node] == stream             ? node
                                           : m_before[node] == noReplayNode ? noReplayNode
                                                                            : m_last[stream - 1][m_before[node]];
        }
    }

    /// A launched graph is over when all of its branches are: what is moved within it comes before what follows it.
    template <class Add> void eachBranch(uint32_t from, uint32_t to, Add add) const
    {
        if (areOfOneLaunch(m_model, from, to))
            return;
        for (uint16_t stream = 1; stream <= m_last.size(); ++stream)
            if (const uint32_t last = m_last[stream - 1][from]; last != noReplayNode && m_to[to] != stream &&
                                                                areOfOneLaunch(m_model, last, from) &&
                                                                isOfGraph(m_model.graph, last))
                add(last);
    }

    /// Of two in one stream. False: the second no longer waits for anything there.
    template <class AddLast>
    bool changeOrder(uint32_t &from, uint32_t to, uint16_t &kind, uint16_t event, AddLast addLast) const
    {
        if (m_to[from] == m_to[to])
            return true;
        if (m_to[to] == stays) {
            while (from != noReplayNode && m_to[from] != stays)
                from = m_before[from];
            return from != noReplayNode;
        }
        if (const uint32_t last = m_last[m_to[to] - 1][from]; last != noReplayNode)
            addLast(last);
        kind = event;
        return true;
    }

    uint16_t kindOf(const char *id) const
    {
        const auto &kinds = m_model.graph.kinds();
        return uint16_t(std::ranges::find(kinds, id, &EdgeTraits::id) - kinds.begin());
    }

    bool waitsForStream(uint16_t kind) const
    {
        const std::string &id = m_model.graph.kinds()[kind].id;
        return id == "event" || id == "return of a wait" || id == "return of a copy";
    }

    ReplayModel m_model;
    std::vector<uint16_t> m_to;                ///< by node: 0, or 1 + index of its new stream
    std::vector<uint32_t> m_before;            ///< by node
    std::vector<std::vector<uint32_t>> m_last; ///< by new stream and node
};

} // namespace

ReplayModel withMovedWork(const ReplayModel &of, const std::vector<std::span<const uint32_t>> &nodes)
{
    return WorkMover(of, nodes).make();
}

std::vector<uint32_t> callsThatNeedEvents(const ReplayModel &model, std::span<const uint32_t> moved)
{
    const DependencyGraph &graph = model.graph;
    std::vector<uint32_t> calls;
    for (const uint32_t node : moved) {
        uint32_t call = noReplayNode;
        bool isBehindOthers = false;
        for (uint32_t edge = graph.firstEdge(node); edge < graph.lastEdge(node); ++edge) {
            const uint32_t from = graph.from(edge);
            if (graph.kind(from) == NodeKind::Call)
                call = isOfGraph(graph, node) ? noReplayNode : from;
            else
                isBehindOthers |= areOfOneStream(model, from, node) && !std::ranges::binary_search(moved, from);
        }
        if (isBehindOthers && call != noReplayNode)
            calls.push_back(call);
    }
    std::ranges::sort(calls);
    calls.erase(std::ranges::unique(calls).begin(), calls.end());
    return calls;
}

} // namespace ws
