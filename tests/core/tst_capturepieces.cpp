// What a capture's trace holds, and captures of several graphs: piecewise models, several sizes of one model.

#include "tests/core/capturefixture.h"

using namespace ws;
using namespace ws::test;

namespace {

constexpr int layers = 6;

/// A graph per layer, the first and the last with a kernel more.
std::vector<Graph> pieces()
{
    std::vector<Graph> graphs;
    for (int i = 0; i < layers; ++i)
        graphs.push_back(layer(i));
    graphs.front().insert(graphs.front().begin(), {{"Model_0", "Embedding_0"}, "gather"});
    graphs.back().push_back({{"Head_0"}, "logits"});
    return graphs;
}

void append(std::vector<std::string> &paths, const Graph &graph)
{
    for (std::string &path : truth(graph))
        paths.push_back(std::move(path));
}

std::string summary(const Capture &capture)
{
    std::string text;
    for (const CapturedGraph &graph : capture.graphs())
        text += (text.empty() ? "" : " ") + std::to_string(graph.size());
    return text;
}

} // namespace

TEST(Capture, launchesThatRanAndThoseOutsideOfItAreNotCaptured)
{
    CaptureText capture;
    capture.text.launch(1, 5, 900, "hipLaunchKernel", 1, R"("kernel":"outside")"); // its work is lost
    capture.graph(layer(0));
    capture.text.launch(1, 1012, 901, "hipLaunchKernel", 1, R"("kernel":"ran")").kernel(901, 5000, 1, "ran");
    capture.text.launch(1, 1013, 902, "hipStreamGetCaptureInfo").launch(1, 1014, 903, "hipPointerGetAttribute");
    capture.graph(layer(1));
    EXPECT_EQ(summary(*capture.read()), "8 8");
    EXPECT_EQ(capture.read()->workOf("ran"), UINT32_MAX);
}

TEST(Capture, aRecordingThatCutsACaptureKeepsItsPart)
{
    CaptureText noEnd, noBegin;
    noEnd.ends = false;
    noBegin.begins = false;
    EXPECT_EQ(summary(*noEnd.graph(layer(0)).read()), "8");
    EXPECT_EQ(summary(*noBegin.graph(layer(0)).read()), "8");
    noBegin.ends = false;
    EXPECT_EQ(summary(*noBegin.graph(layer(1)).read()), "8") << "neither begin nor end";
}

TEST(Capture, withoutTheCallsThatLimitItAllLaunchesWithoutWorkAreOneGraph)
{
    CaptureText capture;
    capture.begins = capture.ends = false;
    EXPECT_EQ(summary(*capture.graph(layer(0)).graph(layer(1)).read()), "16");
    EXPECT_TRUE(CaptureText().read()->graphs().empty());
}

TEST(Capture, capturesAtTheSameTimeAreOneGraph)
{
    CaptureText capture;
    capture.text.launch(2, 900, 900, "hipStreamBeginCapture").launch(2, 5000, 901, "hipStreamEndCapture");
    EXPECT_EQ(summary(*capture.graph(layer(0)).graph(layer(1)).read()), "16");
}

TEST(Capture, launchesOfABackwardThreadBelongToTheForwardModule)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).op("aten::linear", 1, 12, 10, R"("Sequence number":5,"Fwd thread id":0)");
    t.op("AddmmBackward0", 2, 200, 50, R"("Sequence number":5,"Fwd thread id":1)");
    t.launch(1, 150, 1, "cudaStreamBeginCapture").launch(2, 215, 2, "cudaLaunchKernel");
    const auto run = runFromJson(t.launch(1, 300, 3, "cudaStreamEndCapture").json());
    const Capture capture = *Capture::of(*run);
    ASSERT_EQ(capture.launches(), 1U);
    EXPECT_EQ(capture.pathOf(capture.graphs()[0][0].call), "Net_0");
    EXPECT_TRUE(capture.graphs()[0][0].isLinked);
    EXPECT_FALSE(capture.namesKernels());
}

TEST(CapturePieces, graphsWithTheSameKernelsAreToldByTheirOrder)
{
    ReplayText replay;
    std::vector<std::string> expected;
    for (int step = 0; step < 2; ++step)
        for (const Graph &graph : pieces()) {
            replay.launch(graph);
            append(expected, graph);
        }
    const Matched matched(replay, captureOf(pieces()));
    EXPECT_EQ(matched.paths(), expected);
    EXPECT_EQ(matched.match.counts().matchedLaunches, 2U * layers);
    EXPECT_EQ(matched.match.pass(0), matched.match.pass(20));
    EXPECT_NE(matched.match.pass(0), matched.match.pass(expected.size() - 1));
}

TEST(CapturePieces, aLaunchOfAnotherGraphBetweenThemDoesNotShiftThem)
{
    Graph foreign{{{}, "sort"}, {{}, "scan"}, {{}, "topk"}};
    ReplayText replay;
    std::vector<std::string> expected;
    for (int i = 0; i < layers; ++i) {
        replay.launch(pieces()[size_t(i)]);
        append(expected, pieces()[size_t(i)]);
        if (i == 2)
            replay.launch(foreign);
        if (i == 2)
            expected.insert(expected.end(), foreign.size(), "-");
    }
    const Matched matched(replay, captureOf(pieces()));
    EXPECT_EQ(matched.paths(), expected);
    EXPECT_EQ(matched.match.missing().front().launch, 3U);
}

TEST(CapturePieces, aLaunchThatLostItsEventsDoesNotShiftTheOthers)
{
    ReplayText replay;
    std::vector<std::string> expected;
    for (size_t i = 0; i < layers; ++i) {
        Graph graph = pieces()[i];
        if (i == 3)
            graph.resize(2);
        replay.launch(graph);
        append(expected, graph);
    }
    std::fill_n(expected.begin() + 9 + 2 * 8, 2, "-");
    EXPECT_EQ(Matched(replay, captureOf(pieces())).paths(), expected);
}

TEST(CapturePieces, aRecordingThatBeginsInAStepIsAlignedByItsEnd)
{
    ReplayText replay;
    std::vector<std::string> expected;
    for (size_t i = 2; i < layers; ++i) {
        replay.launch(pieces()[i]);
        append(expected, pieces()[i]);
    }
    EXPECT_EQ(Matched(replay, captureOf(pieces())).paths(), expected);
}

TEST(CapturePieces, whichLayersAPartOfAStepHoldsIsNotGuessed)
{
    ReplayText replay;
    for (int i = 1; i < 4; ++i)
        replay.launch(layer(i)); // of layers 1 to 4, which have the same kernels
    const Matched matched(replay, captureOf(pieces()));
    EXPECT_EQ(matched.match.counts().ambiguous, 3U * 8);
    EXPECT_EQ(matched.match.counts().inferred, 0U);
}

TEST(CapturePieces, aStepsBeginIsNoReasonToGoOnInTheCapture)
{
    ReplayText replay; // a part of a step, then a whole one of layers that all have the same kernels
    std::vector<Graph> same;
    for (int i = 0; i < layers; ++i)
        same.push_back(layer(i));
    const auto step = [&](size_t from, int number) {
        const int64_t begin = replay.time - 10;
        for (size_t i = from; i < layers; ++i)
            replay.launch(same[i]);
        replay.text.annotation("ProfilerStep#" + std::to_string(number), 1, begin, replay.time - 20 - begin);
    };
    step(4, 1);
    step(0, 2);
    const Matched matched(replay, captureOf(same));
    EXPECT_EQ(matched.match.counts().ambiguous, 2U * 8);
    EXPECT_EQ(matched.match.counts().inferred, size_t(layers) * 8);
    EXPECT_EQ(matched.paths()[2 * 8], "Model_0/Layer_0/Attention_0");
}

TEST(CapturePieces, stepsDoNotAddUpToEvidence)
{
    const Graph whole = layer(0);
    const Graph first(whole.begin(), whole.begin() + 4), second(whole.begin() + 4, whole.end());
    const auto found = [&](bool twoSteps) {
        ReplayText replay;
        replay.launch(first).launch(second);
        replay.text.annotation("ProfilerStep#1", 1, 990, twoSteps ? 50 : 500);
        if (twoSteps)
            replay.text.annotation("ProfilerStep#2", 1, 1050, 450);
        return Matched(replay, captureOf({first, second})).match.counts().inferred;
    };
    EXPECT_EQ(found(false), 8U);
    EXPECT_EQ(found(true), 0U);
}

TEST(CapturePieces, ofSeveralSizesTheOneWithTheSameKernelsIsTaken)
{
    const Graph small = model(3, "small_"), large = model(3, "large_");
    const auto capture = captureOf({large, small});
    const Matched matched(ReplayText().launch(small).launch(large).launch(small), capture);
    EXPECT_EQ(matched.match.counts().matchedLaunches, 3U);
    EXPECT_EQ(matched.match.counts().inferred, 3 * small.size());
}

TEST(CapturePieces, sizesWithTheSameKernelsHaveTheSameModules)
{
    const Graph graph = model(3);
    const Matched matched(ReplayText().launch(graph), captureOf({graph, graph, graph}));
    EXPECT_EQ(matched.paths(), truth(graph));
}
