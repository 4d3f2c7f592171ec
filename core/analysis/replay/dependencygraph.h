#pragma once
// A recording as a graph: what had to be over before what could begin. Nodes are GPU activities, calls that launch or
// wait, and operations of a job's ranks; an edge says that its target begins no earlier than its source has ended, or
// begun, plus what its kind takes. Flat arrays with the edges in the order of their targets (CSR), so that a replay is
// one pass over them. Rejected: a latency for each node, with which every replay would be right and prove nothing.

#include "core/base/stringpool.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ws {

constexpr uint32_t noReplayNode = UINT32_MAX;

enum class NodeKind : uint8_t {
    Call,          ///< of a CPU thread, from begin to end
    Wait,          ///< the return of a call that waits: without duration
    Compute,       ///< kernels but those of communication, and what a rank computes
    Copy,          ///< copies and sets
    Communication, ///< a kernel or an operation of communication; of a job the transfer alone
    Meeting,       ///< the moment in which all ranks of a communication are there: without duration
};

/// What an edge of this kind says.
struct EdgeTraits
{
    std::string id;         ///< "launch", "stream", "params-all-gather → forward-compute"
    bool fromStart = false; ///< the source need only have begun
    /// The lead of the target lies between: the CPU's own work since the call before.
    bool hasLead = false;
    /// What is beyond these is no latency, whatever was measured: it stays unexplained.
    int64_t minLatencyNs = INT64_MIN, maxLatencyNs = INT64_MAX;
    int64_t typicalNs = INT64_MIN; ///< where nothing in the recording waits for such an edge alone; INT64_MIN: unknown
};

class DependencyGraph
{
public:
    uint16_t addKind(EdgeTraits traits);
    /// Returns its index. `item`: what the node is to its maker (an activity, a rank).
    uint32_t addNode(NodeKind kind, StringId name, int64_t startNs, int64_t durationNs, uint32_t item);
    void setLead(uint32_t node, int64_t ns) { m_lead[node] = ns; }
    void setStart(uint32_t node, int64_t ns) { m_start[node] = ns; }
    void setStart(uint32_t node, int64_t ns, int64_t durationNs)
    {
        m_start[node] = m_anchor[node] = ns;
        m_duration[node] = durationNs;
    }
    /// When a node without edges begins; at first its own start.
    void setAnchor(uint32_t node, int64_t ns) { m_anchor[node] = ns; }
    void link(uint32_t from, uint32_t to, uint16_t kind) { m_added.push_back({from, to, kind}); }
    /// Calls `keeps(from, to, kind)` for all edges, which may change them; those for which it is false go. After it
    /// finish(), or finishInOrder() where no edge contradicts the order that there was.
    template <class Keeps> void changeEdges(Keeps keeps)
    {
        std::erase_if(m_added, [&](Edge &edge) { return !keeps(edge.from, edge.to, edge.kind); });
    }
    /// Orders edges and nodes once all are there; again where some were added. False: the edges form a circle.
    bool finish();
    void finishInOrder() { orderEdges(); }

    size_t size() const { return m_start.size(); }
    size_t edges() const { return m_from.size(); }
    NodeKind kind(uint32_t node) const { return m_kind[node]; }
    StringId name(uint32_t node) const { return m_name[node]; }
    uint32_t item(uint32_t node) const { return m_item[node]; }
    int64_t start(uint32_t node) const { return m_start[node]; } ///< as recorded, ns since the run's origin
    int64_t duration(uint32_t node) const { return m_duration[node]; }
    int64_t end(uint32_t node) const { return m_start[node] + m_duration[node]; }
    int64_t lead(uint32_t node) const { return m_lead[node]; }
    int64_t anchor(uint32_t node) const { return m_anchor[node]; }
    const std::vector<int64_t> &starts() const { return m_start; }
    const std::vector<int64_t> &durations() const { return m_duration; }
    const std::vector<int64_t> &leads() const { return m_lead; }
    const std::vector<EdgeTraits> &kinds() const { return m_traits; }

    uint32_t firstEdge(uint32_t node) const { return m_first[node]; }
    uint32_t lastEdge(uint32_t node) const { return m_first[node + 1]; }
    uint32_t from(uint32_t edge) const { return m_from[edge]; }
    uint16_t edgeKind(uint32_t edge) const { return m_edgeKind[edge]; }
    /// Every node behind those that its edges come from.
    const std::vector<uint32_t> &order() const { return m_order; }

private:
    void orderEdges();
    struct Edge
    {
        uint32_t from, to;
        uint16_t kind;
    };

    std::vector<EdgeTraits> m_traits;
    std::vector<NodeKind> m_kind;
    std::vector<StringId> m_name;
    std::vector<uint32_t> m_item;
    std::vector<int64_t> m_start, m_duration, m_lead, m_anchor;
    std::vector<Edge> m_added;
    std::vector<uint32_t> m_first, m_from;
    std::vector<uint16_t> m_edgeKind;
    std::vector<uint32_t> m_order;
};

/// What a replay takes for true; made from the recording, and changed by edits.
struct ReplayWeights
{
    std::vector<int64_t> duration, lead; ///< by node
    std::vector<int64_t> latency;        ///< by kind of edge; may be negative
    std::vector<int64_t> lag;            ///< by node: what is left unexplained; empty: without
};

/// The start of every node; all vectors as long as the graph has nodes.
void replay(const DependencyGraph &graph, const ReplayWeights &weights, std::vector<int64_t> &start);

/// With the lags of the weights, and as if there were none; in one pass, which takes little longer than one of them.
void replayBoth(const DependencyGraph &graph, const ReplayWeights &weights, std::vector<int64_t> &start,
                std::vector<int64_t> &without);

/// The edge that a node's start waits for longest; noReplayNode: it has none.
uint32_t bindingEdge(const DependencyGraph &graph, const ReplayWeights &weights, const std::vector<int64_t> &start,
                     uint32_t node);

/// The percentile of what was measured that replays take for the latency of a kind of edge.
inline constexpr unsigned latencyPercent = 40;

/// One number per kind of edge: this percentile of what lies between the source that a node waited for longest and the
/// node's start, of nodes that wait for nothing else at nearly the same time. `isSample`: by node, which count; empty:
/// all.
std::vector<int64_t> measuredLatencies(const DependencyGraph &graph, unsigned percent,
                                       const std::vector<bool> &isSample = {});

/// By node, how much later (earlier: below 0) it began than these weights explain.
std::vector<int64_t> unexplainedLags(const DependencyGraph &graph, const ReplayWeights &weights);

/// How the time from the begin of a stretch to the end of its last node was spent on the path that decides it.
struct CriticalPath
{
    struct Part
    {
        uint32_t node;
        int64_t beginNs, endNs; ///< of the node itself
        int64_t beforeNs;       ///< between the node before and this one, all together
    };
    std::vector<Part> nodes;         ///< in time
    std::array<int64_t, 6> byKind{}; ///< by NodeKind: their durations
    int64_t cpuNs = 0;               ///< leads: the CPU's own work between calls
    int64_t latencyNs = 0;           ///< what edges take
    int64_t unexplainedNs = 0;
    int64_t lengthNs = 0; ///< the sum of all of these
};

/// Backwards from `last` to `beginNs`. `lags`: of the recording; empty: none.
CriticalPath criticalPath(const DependencyGraph &graph, const ReplayWeights &weights, const std::vector<int64_t> &start,
                          const std::vector<int64_t> &lags, uint32_t last, int64_t beginNs);

/// By node, how much later it may end without moving the last end. O(nodes + edges).
std::vector<int64_t> slackOf(const DependencyGraph &graph, const ReplayWeights &weights,
                             const std::vector<int64_t> &start, std::span<const uint32_t> ends);

} // namespace ws
