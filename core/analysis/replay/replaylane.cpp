#include "core/analysis/replay/replaylane.h"

#include <algorithm>

namespace ws {
namespace {

PathPart pathPartOf(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Compute:
        return PathPart::Compute;
    case NodeKind::Communication:
    case NodeKind::Meeting:
        return PathPart::Communication;
    case NodeKind::Copy:
        return PathPart::Copies;
    case NodeKind::Call:
    case NodeKind::Wait:
        break;
    }
    return PathPart::Calls;
}

bool isOfCpu(NodeKind kind)
{
    return kind == NodeKind::Call || kind == NodeKind::Wait;
}

/// The call of a thread that begins then, of a wait the one that ends then; invalid: none of this name does.
EventRef callAt(const Run &run, uint32_t track, StringId name, int64_t ns, bool isEnd)
{
    const Timeline &timeline = run.timeline;
    const Track &of = timeline.tracks[track];
    for (uint32_t l = of.firstLane; l < of.firstLane + of.laneCount; ++l) {
        const Lane &lane = timeline.lanes[l];
        const auto first = std::ranges::lower_bound(lane.start, ns);
        auto i = uint32_t(first - lane.start.begin());
        if (isEnd && i > 0)
            --i; // it began before
        if (i < lane.size() && lane.name[i] == name && (isEnd ? lane.endOf(i) : lane.start[i]) == ns)
            return {l, i};
    }
    return {};
}

class PieceMaker
{
public:
    explicit PieceMaker(const Replay &replay)
        : m_replay(replay), m_model(*replay.model), m_graph(m_model.graph),
          m_ends(stepEnds(m_model, m_graph.starts(), m_graph.durations()))
    {
    }

    void add(const CriticalPath::Part &on)
    {
        const uint32_t node = on.node;
        const int64_t floor = stepBegin(node);
        const bool isFirst = m_pieces.empty() || (m_model.isJob && m_model.step[node] != m_step);
        m_step = m_model.step[node];
        const int64_t begin = std::min(on.endNs, std::max(on.beginNs, floor));
        const int64_t before = begin - on.beforeNs;
        m_slice = sliceOf(node);
        m_name = m_graph.name(node);
        if (isFirst)
            put(floor, before, PathPart::Unexplained, true);
        const uint32_t edge = bindingEdge(m_graph, m_replay.weights, m_graph.starts(), node);
        const bool isCpu =
            edge == noReplayNode ? isOfCpu(m_graph.kind(node)) : m_graph.kinds()[m_graph.edgeKind(edge)].hasLead;
        const int64_t lag = edge == noReplayNode ? 0 : std::max<int64_t>(0, m_replay.lags[node]);
        const int64_t late = std::clamp(on.beginNs - lag, before, begin); // from then on nothing explains it
        const PathPart known = isCpu ? PathPart::Cpu : edge == noReplayNode ? PathPart::Unexplained : PathPart::Latency;
        put(before, late, known, true);
        put(late, begin, PathPart::Unexplained, true);
        put(begin, on.endNs, pathPartOf(m_graph.kind(node)), false);
    }

    std::vector<PathPiece> take() { return std::move(m_pieces); }

private:
    int64_t stepBegin(uint32_t node) const
    {
        const uint32_t step = m_model.isJob ? m_model.step[node] : m_replay.step.value_or(0);
        return m_ends.beginNs[step];
    }

    EventRef sliceOf(uint32_t node) const
    {
        if (m_model.isJob)
            return {};
        const Run &run = m_model.runOf(node);
        const uint32_t item = m_graph.item(node);
        if (!isOfCpu(m_graph.kind(node)))
            return run.gpu.slice[item];
        return callAt(run, item, m_graph.name(node), m_graph.start(node), m_graph.kind(node) == NodeKind::Wait);
    }

    void put(int64_t begin, int64_t end, PathPart part, bool isBefore)
    {
        if (end > begin)
            m_pieces.push_back({begin, end, m_slice, m_name, part, isBefore});
    }

    const Replay &m_replay;
    const ReplayModel &m_model;
    const DependencyGraph &m_graph;
    StepEnds m_ends;
    std::vector<PathPiece> m_pieces;
    uint32_t m_step = noStep; ///< of the piece before
    EventRef m_slice;
    StringId m_name = 0;
};

/// Work that nothing waits for may end with the last one.
std::vector<int64_t> activitySlack(const Replay &replay)
{
    const ReplayModel &model = *replay.model;
    const DependencyGraph &graph = model.graph;
    const size_t activities = model.parts.front().run->gpu.size();
    const std::vector<int64_t> ofNodes = recordedSlack(replay);
    int64_t last = INT64_MIN;
    for (uint32_t node = 0; node < graph.size(); ++node)
        if (model.step[node] != noStep)
            last = std::max(last, graph.end(node));
    std::vector<int64_t> slack(activities);
    for (uint32_t activity = 0; activity < activities; ++activity) {
        const uint32_t node = model.parts.front().firstActivity + activity;
        slack[activity] = std::max<int64_t>(0, ofNodes[node] == INT64_MAX ? last - graph.end(node) : ofNodes[node]);
    }
    return slack;
}

} // namespace

std::vector<int64_t> recordedSlack(const Replay &replay)
{
    const DependencyGraph &graph = replay.model->graph;
    ReplayWeights recorded = replay.weights;
    recorded.lag = replay.lags;
    std::vector<uint32_t> ends;
    for (const uint32_t last : stepEnds(*replay.model, graph.starts(), graph.durations()).last)
        if (last != noReplayNode && (replay.model->isJob || ends.empty() || graph.end(last) > graph.end(ends.front())))
            ends = {last};
    return slackOf(graph, recorded, graph.starts(), ends);
}

std::optional<ReplayLane> replayLane(const Replay &replay, const Progress *progress)
{
    ReplayLane lane;
    if (!replay.model || replay.model->parts.size() != 1 || replay.weights.duration.empty())
        return lane;
    lane.isProven = replay.holds();
    PieceMaker pieces(replay);
    size_t count = 0;
    for (const CriticalPath::Part &part : replay.path.nodes) {
        pieces.add(part);
        if (++count % 10'000 == 0 && progress && progress->isCancelled())
            return std::nullopt;
    }
    lane.pieces = pieces.take();
    if (lane.isProven && !replay.model->isJob)
        lane.slackNs = activitySlack(replay);
    return lane;
}

} // namespace ws
