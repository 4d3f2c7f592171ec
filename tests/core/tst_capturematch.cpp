// The modules of a replayed graph by a trace of its capture: graphs whose truth is known.

#include "core/report/capturereport.h"
#include "tests/core/capturefixture.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>

using namespace ws;
using namespace ws::test;
using State = CaptureMatch::State;

namespace {

std::vector<std::string> twice(std::vector<std::string> paths)
{
    const std::vector<std::string> once = paths;
    paths.insert(paths.end(), once.begin(), once.end());
    return paths;
}

Graph without(Graph graph, size_t place)
{
    graph.erase(graph.begin() + ptrdiff_t(place));
    return graph;
}

Graph with(Graph graph, size_t place, const std::string &name)
{
    graph.insert(graph.begin() + ptrdiff_t(place), CapturedKernel{{"Extra_0"}, name});
    return graph;
}

} // namespace

TEST(CaptureMatch, everyKernelHasTheModuleThatItWasCapturedIn)
{
    const Graph graph = model(3);
    const Matched matched(ReplayText().launch(graph), captureOf({graph}));
    EXPECT_EQ(matched.paths(), truth(graph));
    EXPECT_EQ(matched.match.counts().inferred, graph.size());
    EXPECT_EQ(matched.match.counts().activities, graph.size());
    EXPECT_FALSE(matched.match.firstMissing());
}

TEST(CaptureMatch, aGraphThatIsReplayedTwiceIsCalledTwice)
{
    const Graph graph = model(2);
    const Matched matched(ReplayText().launch(graph).launch(graph), captureOf({graph}));
    EXPECT_EQ(matched.paths(), twice(truth(graph)));
    EXPECT_NE(matched.match.pass(0), matched.match.pass(graph.size()));
}

TEST(CaptureMatch, graphNodesMakeItExactInAnyOrderOfStarts)
{
    const Graph graph = model(2);
    std::vector<size_t> order(graph.size());
    for (size_t i = 0; i < order.size(); ++i)
        order[i] = order.size() - 1 - i; // the last node starts first
    ReplayText replay;
    replay.nodes = true;
    std::vector<std::string> backwards = truth(graph);
    std::reverse(backwards.begin(), backwards.end());
    const Matched matched(replay.launch(graph, order), captureOf({graph}));
    EXPECT_EQ(matched.paths(), backwards);
    EXPECT_EQ(matched.match.counts().exact, graph.size());
    EXPECT_EQ(Matched(ReplayText().launch(graph, order), captureOf({graph})).match.counts().inferred, 0U);
}

TEST(CaptureMatch, anUnrelatedCaptureAttributesNothing)
{
    Graph other = model(3);
    for (CapturedKernel &kernel : other)
        kernel.name = "other_" + kernel.name;
    const Matched matched(ReplayText().launch(model(3)), captureOf({other}));
    EXPECT_EQ(matched.match.counts().unmatched, other.size());
    EXPECT_EQ(matched.match.counts().matchedLaunches, 0U);
    EXPECT_EQ(matched.match.firstMissing()->position, 0U);
}

TEST(CaptureMatch, aModelThatSharesItsSmallKernelsAttributesNothingAndSaysWhereItFails)
{
    const Graph replayed = model(3), other = model(3, "half_"); // gather, norm, flash, norm, silu are shared
    const Matched matched(ReplayText().launch(replayed), captureOf({other}));
    EXPECT_EQ(matched.match.counts().unmatched, replayed.size());
    ASSERT_TRUE(matched.match.firstMissing());
    EXPECT_EQ(matched.match.firstMissing()->position, 2U);
    EXPECT_EQ(matched.run->text(matched.run->gpu.name[matched.match.firstMissing()->activity]), "qkv");
}

TEST(CaptureMatch, fourFifthsOfTheLargerGraphAreRequired)
{
    const Graph graph = model(4); // 34 kernels; 28 of them are enough
    for (const auto &[changed, launches] : {std::pair<size_t, size_t>(6, 1), {7, 0}}) {
        Graph replayed = graph;
        for (size_t i = 0; i < changed; ++i)
            replayed[5 * i].name = "changed_" + std::to_string(i);
        const Matched matched(ReplayText().launch(replayed), captureOf({graph}));
        EXPECT_EQ(matched.match.counts().matchedLaunches, launches) << changed;
        EXPECT_EQ(matched.match.counts().unmatched, launches ? changed : graph.size()) << changed;
    }
}

TEST(CaptureMatch, oneKernelMoreInTheReplayIsNamedAndTheOthersAreRight)
{
    const Graph graph = model(3), replayed = with(graph, 12, "extra");
    const Matched matched(ReplayText().launch(replayed), captureOf({graph}));
    std::vector<std::string> expected = truth(replayed);
    expected[12] = "-";
    EXPECT_EQ(matched.paths(), expected);
    ASSERT_EQ(matched.match.missing().size(), 1U);
    EXPECT_EQ(matched.match.missing()[0].position, 12U);
    EXPECT_EQ(matched.match.state(12), State::Unmatched);
}

TEST(CaptureMatch, oneKernelLessInTheReplayLeavesTheOthersRight)
{
    const Graph graph = model(3);
    for (const size_t place : {size_t(0), size_t(11), graph.size() - 1}) {
        const Graph replayed = without(graph, place);
        EXPECT_EQ(Matched(ReplayText().launch(replayed), captureOf({graph})).paths(), truth(replayed)) << place;
    }
}

TEST(CaptureMatch, ofEqualNeighboursInDifferentModulesNoneIsGuessed)
{
    Graph graph = model(2);
    graph.insert(graph.begin() + 4, CapturedKernel{{"Model_0", "Layer_0", "Mlp_0"}, "proj"}); // after Attention's
    const Graph replayed = without(graph, 4);
    const Matched matched(ReplayText().launch(replayed), captureOf({graph}));
    std::vector<std::string> expected = truth(replayed);
    ASSERT_EQ(replayed[4].name, "proj");
    expected[4] = "-";
    EXPECT_EQ(matched.paths(), expected);
    EXPECT_EQ(matched.match.state(4), State::Ambiguous);
    EXPECT_EQ(matched.match.counts().ambiguous, 1U);
}

TEST(CaptureMatch, ofEqualNeighboursInOneModuleEachMayBeTaken)
{
    Graph graph = model(2);
    graph.insert(graph.begin() + 4, graph[4]);
    const Graph replayed = without(graph, 4);
    EXPECT_EQ(Matched(ReplayText().launch(replayed), captureOf({graph})).paths(), truth(replayed));
}

TEST(CaptureMatch, whateverIsLostOrAddedNoKernelGetsAnotherModule)
{
    std::mt19937 random(3);
    size_t found = 0, all = 0;
    for (int round = 0; round < 200; ++round) {
        const Graph graph = model(6);
        Graph replayed = graph;
        for (size_t edits = 1 + random() % 5; edits > 0; --edits)
            replayed = random() % 2 ? without(replayed, random() % replayed.size())
                                    : with(replayed, random() % replayed.size(), "extra");
        const Matched matched(ReplayText().launch(replayed), captureOf({graph}));
        const std::vector<std::string> paths = matched.paths(), expected = truth(replayed);
        for (size_t i = 0; i < paths.size(); ++i)
            if (matched.match.isFound(i)) {
                EXPECT_EQ(paths[i], expected[i]) << round << ' ' << i;
            }
        found += matched.match.counts().inferred;
        all += replayed.size();
    }
    EXPECT_GT(found, all * 9 / 10);
}

TEST(CaptureMatch, whichLayerIsMissingIsNotGuessed)
{
    const Matched matched(ReplayText().launch(model(9)), captureOf({model(10)}));
    const CaptureMatch::Counts &counts = matched.match.counts();
    EXPECT_EQ(counts.ambiguous, 9U * 8);
    EXPECT_EQ(counts.inferred, 2U);
    EXPECT_EQ(matched.paths().front(), "Model_0/Embedding_0");
    EXPECT_EQ(matched.paths().back(), "Head_0");
}

TEST(CaptureMatch, aFewEqualKernelsAreNoEvidence)
{
    Graph small{{{"A_0"}, "add"}, {{"B_0"}, "add"}, {{"C_0"}, "add"}};
    EXPECT_EQ(Matched(ReplayText().launch(small), captureOf({small})).match.counts().inferred, 0U);
    Graph same; // many, but of three names
    for (int i = 0; i < 30; ++i)
        same.push_back({{"A_0"}, std::string("add") + char('0' + i % 3)});
    EXPECT_EQ(Matched(ReplayText().launch(same), captureOf({same})).match.counts().inferred, 0U);
    same[7].name = "mul";
    EXPECT_EQ(Matched(ReplayText().launch(same), captureOf({same})).match.counts().inferred, 30U);
    EXPECT_EQ(
        Matched(ReplayText().launch(without(layer(0), 7)), captureOf({without(layer(0), 7)})).match.counts().inferred,
        0U);
    EXPECT_EQ(Matched(ReplayText().launch(layer(0)), captureOf({layer(0)})).match.counts().inferred, 8U);
}

TEST(CaptureMatch, withoutNamesTheOrderOfNodesTells)
{
    Graph graph = model(5);
    for (CapturedKernel &kernel : graph)
        kernel.api = kernel.name == "flash" ? "cuLaunchKernelEx" : "cudaLaunchKernel";
    CaptureText text;
    text.names = false;
    const auto capture = text.graph(graph).read();
    ReplayText nodes;
    nodes.nodes = true;
    const Matched matched(ReplayText(nodes).launch(graph), capture);
    EXPECT_EQ(matched.paths(), truth(graph));
    EXPECT_EQ(matched.match.counts().inferred, graph.size());
    EXPECT_EQ(Matched(ReplayText().launch(graph), capture).match.counts().inferred, 0U) << "no nodes";
    EXPECT_EQ(Matched(ReplayText(nodes).launch(without(graph, 3)), capture).match.counts().inferred, 0U) << "less";
    std::swap(graph[2], graph[3]); // "flash" is now launched once by the call of the others
    EXPECT_EQ(Matched(ReplayText(nodes).launch(graph), capture).match.counts().inferred, 0U) << "another call";
}

TEST(CaptureMatch, withoutNamesAFewKernelsAreNoEvidence)
{
    CaptureText text;
    text.names = false;
    ReplayText nodes;
    nodes.nodes = true;
    for (const auto &[layers, found] : {std::pair<int, size_t>(3, 0), {4, 34}}) // 26 and 34 kernels
        EXPECT_EQ(Matched(ReplayText(nodes).launch(model(layers)), CaptureText(text).graph(model(layers)).read())
                      .match.counts()
                      .inferred,
                  found);
}

TEST(CaptureMatch, aBackwardLinkInTheCaptureIsInferredAlsoWithNodes)
{
    Graph graph = model(2);
    CaptureText capture;
    capture.text.op("aten::linear", 1, 1001, 8, R"("Sequence number":5,"Fwd thread id":0)"); // in Embedding_0
    capture.text.op("AddmmBackward0", 2, 1185, 30, R"("Sequence number":5,"Fwd thread id":1)");
    capture.text.launch(2, 1190, 900, "hipLaunchKernel", 1, R"("kernel":"wgrad")");
    capture.graph(graph);
    graph.push_back({{"Model_0", "Embedding_0"}, "wgrad"});
    ReplayText replay;
    replay.nodes = true;
    const Matched matched(replay.launch(graph), capture.read());
    EXPECT_EQ(matched.paths(), truth(graph));
    EXPECT_EQ(matched.match.counts().exact, graph.size() - 1);
    EXPECT_EQ(matched.match.state(graph.size() - 1), State::Inferred);
}

TEST(CaptureMatch, copiesAndFillsAreWorkOfAGraph)
{
    Graph captured = model(2), replayed = captured;
    captured.insert(captured.begin() + 3, {{"Copy_0"}, "", "hipMemcpyAsync"});
    captured.insert(captured.begin() + 6, {{"Fill_0"}, "", "hipMemsetAsync"});
    replayed.insert(replayed.begin() + 3, {{"Copy_0"}, "__amd_rocclr_copyBuffer"});
    replayed.insert(replayed.begin() + 6, {{"Fill_0"}, "__amd_rocclr_fillBufferAligned"});
    EXPECT_EQ(Matched(ReplayText().launch(replayed), captureOf({captured})).paths(), truth(replayed));
}

TEST(CaptureMatch, mangledAndReadableNamesAreTheSame)
{
    const Graph replayed = model(2);
    Graph captured = replayed, mangled = replayed;
    captured[1].name = "gemm(float*)";
    mangled[1].name = "_Z4gemmPf";
    EXPECT_EQ(Matched(ReplayText().launch(mangled), captureOf({captured})).match.counts().unmatched, 0U);
}

TEST(CaptureMatch, aReplayWithoutGraphsHasNothingToAttribute)
{
    ReplayText replay;
    replay.text.launch(1, 0, 1).kernel(1, 10, 5);
    const Matched matched(replay, captureOf({model(2)}));
    EXPECT_EQ(matched.match.counts().launches, 0U);
    EXPECT_EQ(matched.match.state(0), State::NoGraph);
    const Matched none(ReplayText().launch(model(2)), captureOf({}));
    EXPECT_EQ(none.match.counts().unmatched, model(2).size());
}

namespace {

/// Of a file: graphs with the kernels' names ending in `suffix`.
Graph named(Graph graph, const std::string &suffix)
{
    for (CapturedKernel &kernel : graph)
        kernel.name += suffix;
    return graph;
}

std::shared_ptr<const Capture> joined(const std::vector<std::pair<std::string, Graph>> &files)
{
    std::vector<std::pair<std::string, Capture>> captures;
    for (const auto &[name, graph] : files)
        captures.emplace_back(name, *captureOf({graph}));
    return std::make_shared<const Capture>(Capture::joined(std::move(captures)));
}

} // namespace

TEST(CaptureMatch, eachLaunchTakesTheFileThatFits)
{
    const Graph small = named(model(2), "_s"), large = named(model(3), "_l"), draft = named(model(2), "_d");
    const Matched matched(ReplayText().launch(large).launch(small).launch(large).launch(draft),
                          joined({{"bs_8", small}, {"bs_16", large}}));
    std::vector<std::string> expected = truth(large);
    for (const Graph &graph : {small, large})
        for (const std::string &path : truth(graph))
            expected.push_back(path);
    expected.resize(expected.size() + draft.size(), "-");
    EXPECT_EQ(matched.paths(), expected);
    const CaptureMatch &match = matched.match;
    EXPECT_EQ(match.filesOf(0), std::vector<uint32_t>{1});
    EXPECT_EQ(match.filesOf(1), std::vector<uint32_t>{0});
    EXPECT_EQ(match.graphOf(2), 1U);
    EXPECT_EQ(match.graphOf(3), CaptureMatch::noGraph) << "no file holds the draft model";
    EXPECT_EQ(match.filesOf(3), std::vector<uint32_t>());
    const QString text = captureText(*matched.run, match);
    EXPECT_TRUE(text.contains(QStringLiteral("1 of bs_8, 2 of bs_16"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("1 launches fit no captured graph"))) << text.toStdString();
    const auto json = captureJson(*matched.run, match);
    EXPECT_EQ(json["files"][1]["graphLaunches"], 2);
    EXPECT_EQ(json["launches"][1]["files"], (nlohmann::ordered_json{"bs_8"}));
    EXPECT_TRUE(json["launches"][3]["files"].empty());
}

TEST(CaptureMatch, filesWithTheSameKernelsTellTheModuleAndNotTheFile)
{
    const Graph graph = model(2);
    const Matched matched(ReplayText().launch(graph), joined({{"bs_8", graph}, {"bs_16", graph}}));
    EXPECT_EQ(matched.paths(), truth(graph)) << "both say the same";
    EXPECT_EQ(matched.match.filesOf(0), (std::vector<uint32_t>{0, 1}));
    const QString text = captureText(*matched.run, matched.match);
    EXPECT_TRUE(text.contains(QStringLiteral("1 launches fit several files equally well"))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("chosen for no launch alone: bs_8, bs_16"))) << text.toStdString();
    Graph other = graph;
    for (CapturedKernel &kernel : other)
        kernel.path = {"Other_0"};
    const Matched unlike(ReplayText().launch(graph), joined({{"a", graph}, {"b", other}}));
    EXPECT_EQ(unlike.match.counts().ambiguous, graph.size()) << "they disagree";
}

TEST(CaptureMatch, aGraphHasTheNameOfTheAnnotationAroundItsCapture)
{
    CaptureText text;
    text.graph(model(2));
    text.text.annotation("capture_8_decode", 1, 0, text.time);
    EXPECT_EQ(text.read()->labelOf(0), "capture_8_decode");
    EXPECT_EQ(captureOf({model(2)})->labelOf(0), "");
}
