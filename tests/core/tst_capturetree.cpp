// The module tree of a replay that a capture tells, and the real pairs of replay and capture.

#include "core/analysis/modules/moduletree_build.h"
#include "core/report/capturereport.h"
#include "core/report/moduleexport.h"
#include "tests/core/capturefixture.h"
#include "tests/support/corpus.h"

#include <nlohmann/json.hpp>

#include <array>
#include <map>

using namespace ws;
using namespace ws::test;

namespace {

struct Captured
{
    std::shared_ptr<const Run> run;
    std::shared_ptr<const CaptureMatch> match;
    Attribution attribution;

    Captured(std::shared_ptr<const Run> replay, std::shared_ptr<const Capture> capture)
        : run(std::move(replay)), match(std::make_shared<const CaptureMatch>(*CaptureMatch::make(*run, capture))),
          attribution(Attribution::make(*run, Attribution::Mode::All)->withCapture(match))
    {
    }
    ModuleTree tree(const ModuleTreeOptions &options = {}) const
    {
        return buildModuleTree(*run, attribution, options)->tree;
    }
};

Captured captured(const ReplayText &replay, const std::vector<Graph> &graphs)
{
    return {runFromJson(replay.text.json()).run, captureOf(graphs)};
}

/// "depth name calls×instances ns" of all but kernels, with ~ inferred and ? unknown.
std::vector<std::string> rowsOf(const ModuleTree &tree)
{
    std::vector<std::string> rows;
    for (const uint32_t i : depthFirst(tree)) {
        const ModuleNode &node = tree.nodes[i];
        if (node.kind != ModuleNode::Kernel)
            rows.push_back(std::to_string(node.depth) + ' ' + shownName(tree, node) + ' ' + std::to_string(node.calls) +
                           "×" + std::to_string(node.instances) + ' ' + std::to_string(node.totalNs) +
                           std::array{"", " ~", " ?"}[node.attribution]);
    }
    return rows;
}

void addsUp(const ModuleTree &tree, const Run &run)
{
    int64_t rows = 0, work = 0;
    for (const ModuleNode &node : tree.nodes)
        rows += node.kind == ModuleNode::Kernel ? 0 : node.selfNs;
    for (const int64_t duration : run.gpu.duration)
        work += duration;
    EXPECT_EQ(rows, work);
    EXPECT_EQ(tree.totalNs, work);
}

} // namespace

TEST(CaptureTree, hasTheCapturesModulesAndTheirCalls)
{
    const Graph graph = model(2);
    const Captured c = captured(ReplayText().launch(graph).launch(graph), {graph});
    EXPECT_EQ(rowsOf(c.tree()),
              (std::vector<std::string>{"0 Model 2×1 34000 ~", "1 Embedding 2×1 2000 ~", "1 Layer 4×2 32000 ~",
                                        "2 Attention 4×2 16000 ~", "2 Mlp 4×2 16000 ~", "0 Head 2×1 2000 ~"}));
    addsUp(c.tree(), *c.run);
}

TEST(CaptureTree, listsInstances)
{
    const Graph graph = model(2);
    ReplayText replay;
    replay.nodes = true;
    const Captured c = captured(replay.launch(graph), {graph});
    ModuleTreeOptions options;
    options.instances = true;
    EXPECT_EQ(rowsOf(c.tree(options)),
              (std::vector<std::string>{"0 Model_0 1×1 17000", "1 Embedding_0 1×1 1000", "1 Layer_0 1×1 8000",
                                        "2 Attention_0 1×1 4000", "2 Mlp_0 1×1 4000", "1 Layer_1 1×1 8000",
                                        "2 Attention_1 1×1 4000", "2 Mlp_1 1×1 4000", "0 Head_0 1×1 1000"}))
        << "exact by the graph's nodes";
}

TEST(CaptureTree, whatIsMissingHasARowWithTheReason)
{
    Graph graph = model(2), replayed = graph;
    replayed.insert(replayed.begin() + 9, {{}, "extra"});
    graph.insert(graph.begin() + 4, CapturedKernel{{"Model_0", "Layer_0", "Mlp_0"}, "proj"});
    const Captured c = captured(ReplayText().launch(replayed), {graph});
    const std::vector<std::string> rows = rowsOf(c.tree());
    ASSERT_GT(rows.size(), 2U);
    EXPECT_EQ(rows[rows.size() - 1], "0 launched by a graph, not found in the capture 1×0 1000 ?");
    EXPECT_EQ(rows[rows.size() - 2], "0 launched by a graph, ambiguous in the capture 1×0 1000 ?");
    addsUp(c.tree(), *c.run);
}

TEST(CaptureTree, aCaptureThatDoesNotFitLeavesTheTreeAndNamesTheReason)
{
    const Captured c = captured(ReplayText().launch(model(2)), {model(2, "half_")});
    EXPECT_EQ(rowsOf(c.tree()),
              std::vector<std::string>{"0 launched by a graph, not found in the capture 18×0 18000 ?"});
    EXPECT_EQ(captureText(*c.run, *c.match).toStdString(),
              "capture: 0 of 18 activities of 1 graph launches found, 1 launches fit no captured graph; the first "
              "without a counterpart is number 3 of graph launch 1: qkv");
}

TEST(CaptureTree, workThatWasCapturedOutsideModulesIsOutside)
{
    Graph graph = model(2);
    graph[0].path.clear();
    const Captured c = captured(ReplayText().launch(graph), {graph});
    EXPECT_EQ(rowsOf(c.tree()).back(), "0 outside any module 1×0 1000 ?");
    EXPECT_EQ(c.match->counts().outsideModules, 1U);
}

TEST(CaptureTree, ownModulesAndTheCapturesShareARow)
{
    const Graph graph = model(2);
    ReplayText replay;
    replay.text.module("Model_0", 1, 990, 50).launch(1, 995, 77).kernel(77, 1001, 1, "own");
    const Captured c = captured(replay.launch(graph), {graph});
    const std::vector<std::string> rows = rowsOf(c.tree());
    EXPECT_EQ(rows[0], "0 Model 1×1 18000 ~") << "called once, with its own kernel and the graph's";
    EXPECT_EQ(rows[1], "1 Embedding 1×1 1000 ~");
    const Captured other = captured(replay, {model(2, "half_")});
    EXPECT_EQ(rowsOf(other.tree()), std::vector<std::string>{"0 Model 1×1 19000 ~"}) << "it launched the graph";
}

TEST(CaptureTree, ofARangeCountsItsWork)
{
    const Graph graph = model(2);
    const Captured c = captured(ReplayText().launch(graph), {graph});
    ModuleTreeOptions options;
    options.range = TimeRange{c.run->gpu.start[1], c.run->gpu.start[2] + 500};
    EXPECT_EQ(rowsOf(c.tree(options)),
              (std::vector<std::string>{"0 Model 1×1 1500 ~", "1 Layer 1×1 1500 ~", "2 Attention 1×1 1500 ~"}));
}

TEST(CaptureTree, theTextSaysHowMuchWasFoundAndWhereItFails)
{
    const auto text = [](const ReplayText &replay, const std::vector<Graph> &graphs) {
        const Captured c = captured(replay, graphs);
        return captureText(*c.run, *c.match).toStdString();
    };
    const Graph graph = model(9);
    EXPECT_EQ(text(ReplayText().launch(graph).launch(graph), {graph}),
              "capture: 148 of 148 activities of 2 graph launches found");
    EXPECT_EQ(text(ReplayText().launch(graph), {model(10)}),
              "capture: 2 of 74 activities of 1 graph launches found, 72 ambiguous; the first without a counterpart is "
              "number 2 of graph launch 1: norm");
    Graph named = graph;
    named[3].name = std::string(70'000, 'x');
    EXPECT_EQ(
        text(ReplayText().launch(graph).launch(named), {graph}),
        "capture: 147 of 148 activities of 2 graph launches found; the first without a counterpart is number 4 of "
        "graph launch 2: " +
            std::string(200, 'x'));
    ReplayText none;
    none.text.launch(1, 0, 1).kernel(1, 10, 5);
    EXPECT_EQ(text(none, {graph}), "capture: the trace launches no graph");
}

TEST(CaptureTree, jsonNamesEveryMissingPlace)
{
    const Graph graph = model(2);
    Graph replayed = graph;
    replayed.insert(replayed.begin() + 9, {{}, "extra"});
    const Captured c = captured(ReplayText().launch(replayed), {graph});
    const auto json = captureJson(*c.run, *c.match);
    EXPECT_EQ(json["activities"], 19);
    EXPECT_EQ(json["inferred"], 18);
    EXPECT_EQ(json["captured"], 18);
    ASSERT_EQ(json["missing"].size(), 1U);
    EXPECT_EQ(json["missing"][0]["position"], 9);
    EXPECT_EQ(json["missing"][0]["name"], "extra");
    EXPECT_EQ(json["missing"][0]["reason"], "unmatched");
}

#define CORPUS_PAIR(pair, replay, capture)                                                                             \
    CORPUS_FILE(replayPath, "kineto/" replay);                                                                         \
    CORPUS_FILE(capturePath, "kineto/" capture);                                                                       \
    const Captured pair(corpusRun(replayPath), std::make_shared<const Capture>(*Capture::of(*corpusRun(capturePath))))

TEST(CaptureCorpus, sglangsDecodeGraphIsFoundAsAWhole)
{
    CORPUS_PAIR(c, "tl_sglang_Qwen3-8B_decode.json.gz", "tl_sglang_capture_bs_32_rank0.json.gz");
    std::map<std::string, size_t> roots;
    for (size_t i = 0; i < c.run->gpu.size(); ++i)
        if (const uint32_t call = c.match->call(i); call != noSlice)
            ++roots[c.match->capture().pathOf(call).substr(0, 10)];
    EXPECT_EQ(c.match->counts().inferred, 544U);
    EXPECT_EQ(roots, (std::map<std::string, size_t>{{"Qwen3Model", 542}, {"LogitsProc", 2}}));
    addsUp(c.tree(), *c.run);
}

TEST(CaptureCorpus, vllmsPiecewiseGraphsAreFoundInOrder)
{
    CORPUS_PAIR(c, "tl_vllm_prefilldecode_piecewise.json.gz",
                "tl_vllm_graph_capture_rank_0.1773709679453551615.pt.trace.json.gz");
    EXPECT_EQ(c.match->counts().launches, 25U);
    EXPECT_EQ(c.match->counts().matchedLaunches, 25U);
    EXPECT_EQ(c.match->counts().inferred, 361U);
    EXPECT_EQ(c.match->counts().activities, 361U);
    addsUp(c.tree(), *c.run);
}

TEST(CaptureCorpus, aGraphReplayedInTheTraceOfItsCaptureIsFound)
{
    CORPUS_PAIR(c, "tl_xdit_flux1_capture_rank_0.json.gz", "tl_xdit_flux1_capture_rank_0.json.gz");
    EXPECT_EQ(c.match->capture().launches(), 994U); // the recording ends before the last kernel
    EXPECT_EQ(c.match->counts().inferred, 993U);
    EXPECT_EQ(c.match->counts().activities, 993U);
}

TEST(CaptureCorpus, theSameModelWithAnotherAttentionDoesNotFit)
{
    CORPUS_PAIR(c, "tl_xdit_flux1_aiter_sage_rank_0.json.gz", "tl_xdit_flux1_capture_rank_0.json.gz");
    EXPECT_EQ(c.match->counts().activities, 6264U);
    EXPECT_EQ(c.match->counts().unmatched, 6264U);
    EXPECT_EQ(c.match->firstMissing()->position, 33U);
}

TEST(CaptureCorpus, capturesOfOtherModelsDoNotFit)
{
    CORPUS_PAIR(a, "tl_sglang_Qwen3-8B_decode.json.gz",
                "tl_vllm_graph_capture_rank_0.1773709679453551615.pt.trace.json.gz");
    EXPECT_EQ(a.match->counts().unmatched, 544U);
    const Captured b(corpusRun(corpusPath("kineto/tl_vllm_prefilldecode_piecewise.json.gz")),
                     std::make_shared<const Capture>(
                         *Capture::of(*corpusRun(corpusPath("kineto/tl_sglang_capture_bs_32_rank0.json.gz")))));
    EXPECT_EQ(b.match->counts().unmatched, 361U);
}
