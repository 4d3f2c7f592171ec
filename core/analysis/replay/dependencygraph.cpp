#include "core/analysis/replay/dependencygraph.h"

#include "core/base/quantiles.h"

#include <algorithm>

namespace ws {

uint16_t DependencyGraph::addKind(EdgeTraits traits)
{
    m_traits.push_back(std::move(traits));
    return static_cast<uint16_t>(m_traits.size() - 1);
}

uint32_t DependencyGraph::addNode(NodeKind kind, StringId name, int64_t startNs, int64_t durationNs, uint32_t item)
{
    m_kind.push_back(kind);
    m_name.push_back(name);
    m_start.push_back(startNs);
    m_duration.push_back(durationNs);
    m_lead.push_back(0);
    m_anchor.push_back(startNs);
    m_item.push_back(item);
    return static_cast<uint32_t>(m_start.size() - 1);
}

void DependencyGraph::orderEdges()
{
    const size_t nodes = size();
    m_first.assign(nodes + 1, 0);
    for (const Edge &edge : m_added)
        ++m_first[edge.to + 1];
    for (size_t i = 0; i < nodes; ++i)
        m_first[i + 1] += m_first[i];
    m_from.resize(m_added.size());
    m_edgeKind.resize(m_added.size());
    std::vector<uint32_t> inAt(m_first.begin(), m_first.end() - 1);
    for (const Edge &edge : m_added) {
        const uint32_t at = inAt[edge.to]++;
        m_from[at] = edge.from;
        m_edgeKind[at] = edge.kind;
    }
}

bool DependencyGraph::finish()
{
    orderEdges();
    const size_t nodes = size();
    std::vector<uint32_t> out(nodes + 1, 0);
    for (const Edge &edge : m_added)
        ++out[edge.from + 1];
    for (size_t i = 0; i < nodes; ++i)
        out[i + 1] += out[i];
    std::vector<uint32_t> to(m_added.size()), outAt(out.begin(), out.end() - 1);
    for (const Edge &edge : m_added)
        to[outAt[edge.from]++] = edge.to;
    std::vector<uint32_t> open(nodes);
    m_order.clear();
    m_order.reserve(nodes);
    for (uint32_t i = 0; i < nodes; ++i)
        if ((open[i] = m_first[i + 1] - m_first[i]) == 0)
            m_order.push_back(i);
    for (size_t at = 0; at < m_order.size(); ++at)
        for (uint32_t e = out[m_order[at]]; e < out[m_order[at] + 1]; ++e)
            if (--open[to[e]] == 0)
                m_order.push_back(to[e]);
    return m_order.size() == nodes;
}

namespace {

int64_t arrival(const DependencyGraph &graph, const ReplayWeights &weights, const std::vector<int64_t> &start,
                uint32_t node, uint32_t edge)
{
    const uint32_t from = graph.from(edge);
    const EdgeTraits &traits = graph.kinds()[graph.edgeKind(edge)];
    return start[from] + (traits.fromStart ? 0 : weights.duration[from]) + (traits.hasLead ? weights.lead[node] : 0) +
           weights.latency[graph.edgeKind(edge)];
}

} // namespace

namespace {

/// What edges of a kind take, without branches: the texts of the traits would be fetched for every edge.
struct EdgeCost
{
    int64_t latency, durationMask, leadMask;
};

std::vector<EdgeCost> edgeCosts(const DependencyGraph &graph, const ReplayWeights &weights)
{
    std::vector<EdgeCost> costs;
    for (size_t kind = 0; kind < graph.kinds().size(); ++kind)
        costs.push_back({weights.latency[kind], graph.kinds()[kind].fromStart ? 0 : int64_t(-1),
                         graph.kinds()[kind].hasLead ? int64_t(-1) : 0});
    return costs;
}

} // namespace

void replay(const DependencyGraph &graph, const ReplayWeights &weights, std::vector<int64_t> &start)
{
    const std::vector<EdgeCost> costs = edgeCosts(graph, weights);
    start.resize(graph.size());
    for (const uint32_t node : graph.order()) {
        const uint32_t first = graph.firstEdge(node), last = graph.lastEdge(node);
        const int64_t lead = weights.lead[node];
        int64_t at = first == last ? graph.anchor(node) : INT64_MIN;
        for (uint32_t edge = first; edge < last; ++edge) {
            const uint32_t from = graph.from(edge);
            const EdgeCost &cost = costs[graph.edgeKind(edge)];
            at = std::max(at, start[from] + (weights.duration[from] & cost.durationMask) + (lead & cost.leadMask) +
                                  cost.latency);
        }
        start[node] = at + (weights.lag.empty() ? 0 : weights.lag[node]);
    }
}

void replayBoth(const DependencyGraph &graph, const ReplayWeights &weights, std::vector<int64_t> &start,
                std::vector<int64_t> &without)
{
    const std::vector<EdgeCost> costs = edgeCosts(graph, weights);
    start.resize(graph.size());
    without.resize(graph.size());
    for (const uint32_t node : graph.order()) {
        const uint32_t first = graph.firstEdge(node), last = graph.lastEdge(node);
        const int64_t lead = weights.lead[node];
        int64_t at = first == last ? graph.anchor(node) : INT64_MIN, other = at;
        for (uint32_t edge = first; edge < last; ++edge) {
            const uint32_t from = graph.from(edge);
            const EdgeCost &cost = costs[graph.edgeKind(edge)];
            const int64_t takes = (weights.duration[from] & cost.durationMask) + (lead & cost.leadMask) + cost.latency;
            at = std::max(at, start[from] + takes);
            other = std::max(other, without[from] + takes);
        }
        start[node] = at + weights.lag[node];
        without[node] = other;
    }
}

uint32_t bindingEdge(const DependencyGraph &graph, const ReplayWeights &weights, const std::vector<int64_t> &start,
                     uint32_t node)
{
    uint32_t binding = noReplayNode;
    int64_t latest = INT64_MIN;
    for (uint32_t edge = graph.firstEdge(node); edge < graph.lastEdge(node); ++edge)
        if (const int64_t at = arrival(graph, weights, start, node, edge); at > latest) {
            latest = at;
            binding = edge;
        }
    return binding;
}

namespace {

constexpr int64_t clearlyNs = 5'000;

/// By kind of edge, what was seen between source and node. `clear`: only where no other edge of another kind, with the
/// latencies of `weights`, could have been what the node waited for.
std::vector<std::vector<int64_t>> seenLatencies(const DependencyGraph &graph, const ReplayWeights &weights,
                                                const std::vector<bool> &isSample, bool clear)
{
    std::vector<std::vector<int64_t>> seen(graph.kinds().size());
    for (uint32_t node = 0; node < graph.size(); ++node) {
        if (!isSample.empty() && !isSample[node])
            continue;
        const uint32_t edge = bindingEdge(graph, weights, graph.starts(), node);
        if (edge == noReplayNode)
            continue;
        const uint16_t kind = graph.edgeKind(edge);
        const int64_t at = arrival(graph, weights, graph.starts(), node, edge);
        bool isClear = true;
        for (uint32_t other = graph.firstEdge(node); clear && other < graph.lastEdge(node); ++other)
            isClear &= other == edge || graph.edgeKind(other) == kind ||
                       arrival(graph, weights, graph.starts(), node, other) + clearlyNs < at;
        if (isClear)
            seen[kind].push_back(graph.start(node) - at + weights.latency[kind]);
    }
    return seen;
}

} // namespace

std::vector<int64_t> measuredLatencies(const DependencyGraph &graph, unsigned percent,
                                       const std::vector<bool> &isSample)
{
    ReplayWeights weights{graph.durations(), graph.leads(), std::vector<int64_t>(graph.kinds().size()), {}};
    for (const bool clear : {false, true}) {
        auto seen = seenLatencies(graph, weights, isSample, clear);
        for (size_t kind = 0; kind < seen.size(); ++kind) {
            const EdgeTraits &traits = graph.kinds()[kind];
            if (traits.hasLead)
                continue;
            if (!seen[kind].empty())
                weights.latency[kind] = percentileNs(seen[kind], percent);
            else if (traits.typicalNs != INT64_MIN)
                weights.latency[kind] = traits.typicalNs;
            weights.latency[kind] = std::clamp(weights.latency[kind], traits.minLatencyNs, traits.maxLatencyNs);
        }
    }
    return weights.latency;
}

std::vector<int64_t> unexplainedLags(const DependencyGraph &graph, const ReplayWeights &weights)
{
    std::vector<int64_t> lags(graph.size());
    for (uint32_t node = 0; node < graph.size(); ++node) {
        const uint32_t edge = bindingEdge(graph, weights, graph.starts(), node);
        lags[node] = graph.start(node) -
                     (edge == noReplayNode ? graph.anchor(node) : arrival(graph, weights, graph.starts(), node, edge));
    }
    return lags;
}

CriticalPath criticalPath(const DependencyGraph &graph, const ReplayWeights &weights, const std::vector<int64_t> &start,
                          const std::vector<int64_t> &lags, uint32_t last, int64_t beginNs)
{
    CriticalPath path;
    int64_t until = start[last] + weights.duration[last]; // what lies behind is told already
    path.lengthNs = std::max<int64_t>(0, until - beginNs);
    const auto take = [&](int64_t &sum, int64_t from) {
        const int64_t ns = std::max<int64_t>(0, until - std::max(from, beginNs));
        sum += ns;
        until -= ns;
        return ns;
    };
    for (uint32_t node = last; node != noReplayNode && until > beginNs;) {
        CriticalPath::Part part{node, start[node], until, 0};
        take(path.byKind[size_t(graph.kind(node))], start[node]);
        const uint32_t edge = bindingEdge(graph, weights, start, node);
        if (edge == noReplayNode) {
            const bool isCpu = graph.kind(node) == NodeKind::Call || graph.kind(node) == NodeKind::Wait;
            part.beforeNs = take(isCpu ? path.cpuNs : path.unexplainedNs, beginNs); // a thread's first call
            path.nodes.push_back(part);
            break;
        }
        const uint32_t from = graph.from(edge);
        const EdgeTraits &traits = graph.kinds()[graph.edgeKind(edge)];
        const int64_t left = start[from] + (traits.fromStart ? 0 : weights.duration[from]);
        if (!lags.empty() && lags[node] > 0)
            part.beforeNs += take(path.unexplainedNs, start[node] - lags[node]);
        if (traits.hasLead)
            part.beforeNs += take(path.cpuNs, left);
        part.beforeNs += take(path.latencyNs, left);
        path.nodes.push_back(part);
        node = from;
    }
    if (until > beginNs)
        take(path.unexplainedNs, beginNs);
    std::ranges::reverse(path.nodes);
    return path;
}

std::vector<int64_t> slackOf(const DependencyGraph &graph, const ReplayWeights &weights,
                             const std::vector<int64_t> &start, std::span<const uint32_t> ends)
{
    int64_t latest = INT64_MIN;
    for (const uint32_t node : ends)
        latest = std::max(latest, start[node] + weights.duration[node]);
    std::vector<int64_t> slack(graph.size(), INT64_MAX);
    for (const uint32_t node : ends)
        slack[node] = latest - start[node] - weights.duration[node];
    for (auto at = graph.order().rbegin(); at != graph.order().rend(); ++at) {
        const uint32_t node = *at;
        if (slack[node] == INT64_MAX)
            continue;
        const int64_t lag = weights.lag.empty() ? 0 : weights.lag[node];
        for (uint32_t edge = graph.firstEdge(node); edge < graph.lastEdge(node); ++edge) {
            const EdgeTraits &traits = graph.kinds()[graph.edgeKind(edge)];
            if (traits.fromStart && weights.duration[graph.from(edge)] > 0)
                continue; // its end does not matter to this one
            const int64_t room = start[node] - lag - arrival(graph, weights, start, node, edge);
            slack[graph.from(edge)] = std::min(slack[graph.from(edge)], slack[node] + room);
        }
    }
    return slack;
}

} // namespace ws
