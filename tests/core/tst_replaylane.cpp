// What a timeline shows of a replay: the path as stretches of time, and the slack of each activity.

#include "core/analysis/replay/replaylane.h"
#include "tests/support/replaysimulator.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <numeric>

namespace ws {
namespace {

using test::ReplaySimulator;
using test::SimulatedOp;

/// Two streams that meet: kernel_2 of stream 9 has time left, kernel_1 has none.
std::vector<SimulatedOp> forkedStep()
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 6; ++i) {
        step.push_back({SimulatedOp::Cpu, 4});
        step.push_back({SimulatedOp::Launch, 90, 7, 1});
        step.push_back({SimulatedOp::Launch, 30, 9, 2});
        step.push_back({SimulatedOp::Record, 0, 9, 0, i});
        step.push_back({SimulatedOp::WaitEvent, 0, 7, 0, i});
    }
    step.push_back({SimulatedOp::SyncDevice});
    return step;
}

Replay replayOfSteps(const std::vector<SimulatedOp> &step, std::optional<uint32_t> chosen = {})
{
    const auto loaded = test::runFromJson(ReplaySimulator(step, 4, {}, 5).json());
    return *replayOf(std::make_shared<const ReplayModel>(*processModel(loaded.run, *findSteps(*loaded))), chosen);
}

int64_t lastEnd(const DependencyGraph &graph, const ReplayWeights &weights, std::vector<int64_t> &start)
{
    replay(graph, weights, start);
    int64_t last = 0;
    for (uint32_t node = 0; node < graph.size(); ++node)
        last = std::max(last, start[node] + weights.duration[node]);
    return last;
}

TEST(ReplayLane, thePiecesOfThePathLieAgainstEachOtherAndAddUpByKind)
{
    for (const std::optional<uint32_t> step : {std::optional<uint32_t>(), std::optional<uint32_t>(2)}) {
        const Replay replay = replayOfSteps(forkedStep(), step);
        ASSERT_TRUE(replay.holds());
        const ReplayLane lane = *replayLane(replay);
        EXPECT_TRUE(lane.isProven);
        ASSERT_FALSE(lane.pieces.empty());
        std::array<int64_t, pathPartCount> ns{};
        for (size_t i = 0; i < lane.pieces.size(); ++i) {
            const PathPiece &piece = lane.pieces[i];
            EXPECT_LT(piece.beginNs, piece.endNs);
            if (i > 0) {
                EXPECT_EQ(piece.beginNs, lane.pieces[i - 1].endNs);
            }
            ns[size_t(piece.part)] += piece.endNs - piece.beginNs;
        }
        EXPECT_EQ(std::accumulate(ns.begin(), ns.end(), int64_t(0)), replay.path.lengthNs);
        EXPECT_EQ(ns[size_t(PathPart::Compute)], replay.path.byKind[size_t(NodeKind::Compute)]);
        EXPECT_EQ(ns[size_t(PathPart::Calls)], replay.path.byKind[size_t(NodeKind::Call)]);
        EXPECT_EQ(ns[size_t(PathPart::Cpu)], replay.path.cpuNs);
        EXPECT_EQ(ns[size_t(PathPart::Latency)], replay.path.latencyNs);
        EXPECT_EQ(ns[size_t(PathPart::Unexplained)], replay.path.unexplainedNs);
    }
}

TEST(ReplayLane, aPieceIsOfTheSliceThatRanThen)
{
    const Replay replay = replayOfSteps(forkedStep());
    const ws::Run &run = *replay.model->parts.front().run;
    size_t calls = 0, work = 0;
    const ReplayLane lane = *replayLane(replay);
    for (const PathPiece &piece : lane.pieces) {
        ASSERT_TRUE(piece.slice.valid()) << run.text(piece.name);
        EXPECT_EQ(run.timeline.name(piece.slice), piece.name);
        if (piece.isBefore)
            continue;
        EXPECT_LE(run.timeline.start(piece.slice), piece.beginNs);
        EXPECT_GE(run.timeline.end(piece.slice), piece.endNs);
        (piece.part == PathPart::Calls ? calls : work) += 1;
    }
    EXPECT_GT(calls, 0U);
    EXPECT_GT(work, 10U);
}

TEST(ReplayLane, workMayTakeItsSlackLongerAtNoCostAndNoMore)
{
    const Replay replay = replayOfSteps(forkedStep());
    const DependencyGraph &graph = replay.model->graph;
    const ws::Run &run = *replay.model->parts.front().run;
    const ReplayLane lane = *replayLane(replay);
    ASSERT_EQ(lane.slackNs.size(), run.gpu.size());
    ReplayWeights weights = replay.weights;
    weights.lag = replay.lags;
    std::vector<int64_t> start;
    const int64_t whole = lastEnd(graph, weights, start);
    size_t withSlack = 0, without = 0;
    for (uint32_t activity = 0; activity < run.gpu.size(); ++activity) {
        const uint32_t node = replay.model->parts.front().firstActivity + activity;
        const int64_t slack = lane.slackNs[activity];
        weights.duration[node] += slack;
        EXPECT_EQ(lastEnd(graph, weights, start), whole) << run.text(run.gpu.name[activity]) << ' ' << slack;
        weights.duration[node] += 1000;
        EXPECT_GT(lastEnd(graph, weights, start), whole) << run.text(run.gpu.name[activity]) << ' ' << slack;
        weights.duration[node] = replay.weights.duration[node];
        (slack > 0 ? withSlack : without) += 1;
        if (run.text(run.gpu.name[activity]) == "kernel_2") {
            EXPECT_GT(slack, 10'000) << "kernel_1 beside it takes 60 µs longer";
        }
    }
    EXPECT_GT(withSlack, 0U);
    EXPECT_GT(without, 0U);
}

TEST(ReplayLane, ofARefusedReplayThePathIsNotProvenAndNoWorkHasASlack)
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 10; ++i) {
        step.push_back({SimulatedOp::Cpu, 10});
        step.push_back({SimulatedOp::Launch, 200, 7, 1});
    }
    step.push_back({SimulatedOp::Spin});
    const Replay replay = replayOfSteps(step);
    ASSERT_FALSE(replay.holds());
    const ReplayLane lane = *replayLane(replay);
    EXPECT_FALSE(lane.isProven);
    EXPECT_FALSE(lane.pieces.empty());
    EXPECT_TRUE(lane.slackNs.empty());
}

} // namespace
} // namespace ws
