// vLLM's layerwise profiles.

#include "core/readers/torch/layerwise.h"
#include "core/report/moduleexport.h"
#include "core/report/summary_tables.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tst_layerwise {

using namespace ws;
using namespace ws::test;

namespace {

const char *const smallProfile = R"json({
 "context": {"python_version": "3.12.9", "torch_version": "2.5.1", "engine_args": {"model": "m", "seed": 0}},
 "prefill": {
  "metadata": {"num_running_seqs": null},
  "summary_stats": [
   {"entry": {"name": "Llama", "cuda_time_us": 30.5, "pct_cuda_time": 75.3, "invocations": 1}, "children": [
     {"entry": {"name": "Layer", "cuda_time_us": 30.5, "pct_cuda_time": 75.3, "invocations": 32}, "children": [
       {"entry": {"name": "gemm", "cuda_time_us": 20.25, "pct_cuda_time": 50, "invocations": 64}, "children": []},
       {"entry": {"name": "norm", "cuda_time_us": 10.25, "pct_cuda_time": 25.3, "invocations": 64}, "children": []}]}]},
   {"entry": {"name": "Sampler", "cuda_time_us": 10.0, "pct_cuda_time": 24.7, "invocations": 1}, "children": []}],
  "model_stats": [
   {"entry": {"name": "Llama", "cpu_time_us": 82.162, "cuda_time_us": 30.5, "pct_cuda_time": 75.3, "trace": ""},
    "children": [{"entry": {"name": "gemm", "cpu_time_us": 0, "cuda_time_us": 30.5, "pct_cuda_time": 75.3,
                  "trace": "mm(x) <- linear(x)"}, "children": []}]}]},
 "decode_1": {"metadata": {"num_running_seqs": 16}, "summary_stats": [], "model_stats": []}
})json";

std::string nested(size_t depth)
{
    std::string text = "{\"prefill\": {\"summary_stats\": [";
    for (size_t i = 0; i < depth; ++i)
        text += "{\"entry\": {\"name\": \"n\", \"cuda_time_us\": 1}, \"children\": [";
    for (size_t i = 0; i < depth; ++i)
        text += "]}";
    return text + "]}}";
}

} // namespace

TEST(Layerwise, everyPhaseGivesASummaryAndAModelTree)
{
    const RunResult run = runFromJson(smallProfile);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.format, "layerwise");
    ASSERT_EQ(run->layerwise.size(), 4U);
    const ModuleTree &summary = run->layerwise[0];
    EXPECT_EQ(summary.phase, "prefill");
    EXPECT_EQ(summary.view, "summary");
    EXPECT_EQ(summary.source, "layerwise");
    EXPECT_DOUBLE_EQ(summary.totalUs, 40.5);
    EXPECT_EQ(summary.totalNs, 40500);
    EXPECT_EQ(summary.runningSeqs, -1);
    EXPECT_EQ(run->layerwise[1].view, "model");
    EXPECT_EQ(run->layerwise[2].phase, "decode_1");
    EXPECT_EQ(run->layerwise[2].runningSeqs, 16);
    EXPECT_EQ((*run->info.header)["engine_args"]["model"], "m");
}

TEST(Layerwise, theSummaryOfAPhaseStandsFirstWhereverTheFileHasIt)
{
    std::string text = smallProfile;
    const auto rename = [&](std::string_view from, std::string_view to) {
        text.replace(text.find(from), from.size(), to);
    };
    rename("summary_stats", "x");
    rename("model_stats", "summary_stats");
    rename("\"x\"", "\"model_stats\"");
    const RunResult run = runFromJson(text);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->layerwise.size(), 4U);
    for (const size_t i : {0U, 1U}) {
        EXPECT_EQ(run->layerwise[i].phase, "prefill");
        EXPECT_EQ(run->layerwise[i].view, i ? "model" : "summary");
    }
    EXPECT_EQ(run->layerwise[2].phase, "decode_1") << "phases keep their order";
}

TEST(Layerwise, whatWasRunIsSaid)
{
    std::string profile = smallProfile;
    const std::string key = "\"context\": {";
    profile.insert(profile.find(key) + key.size(), "\"batch_size\": 16, \"prompt_len\": null, \"num_steps\": 2, ");
    const RunResult run = runFromJson(profile);
    ASSERT_TRUE(run);
    using Facts = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(run->info.facts, (Facts{{"model", "m"}, {"batch size", "16"}, {"steps", "2"}}));
    EXPECT_TRUE(
        runFromJson(R"json({"context": 5, "prefill": {"summary_stats": [{"entry": {"name": "n", "cuda_time_us": 1},
        "children": []}]}})json"))
        << "a context of another type says nothing";
}

TEST(Layerwise, siblingsOfOneNameAreNumbered)
{
    const RunResult run =
        runFromJson(R"json({"context": {"engine_args": {}}, "prefill": {"summary_stats": [], "model_stats": [
        {"entry": {"name": "Net", "cuda_time_us": 3}, "children": [
          {"entry": {"name": "Layer", "cuda_time_us": 1}, "children": [{"entry": {"name": "k", "cuda_time_us": 1}, "children": []}]},
          {"entry": {"name": "Norm", "cuda_time_us": 1}, "children": [{"entry": {"name": "k", "cuda_time_us": 1}, "children": []}]},
          {"entry": {"name": "Layer", "cuda_time_us": 1}, "children": [{"entry": {"name": "k", "cuda_time_us": 1}, "children": []}]}]}]}})json");
    ASSERT_TRUE(run);
    const auto model = std::ranges::find(run->layerwise, "model", &ModuleTree::view);
    ASSERT_NE(model, run->layerwise.end());
    const auto numbers = siblingNumbers(*model);
    size_t layers = 0;
    for (size_t k = 0; k < model->nodes.size(); ++k) {
        if (model->nodes[k].kind == ModuleNode::Module && model->nodes[k].name == "Layer")
            EXPECT_EQ(numbers[k], layers++);
        else
            EXPECT_EQ(numbers[k], UINT32_MAX) << model->nodes[k].name;
    }
    EXPECT_EQ(layers, 2u);
    EXPECT_NE(moduleTreeText(*model).find("Layer 1"), std::string::npos);
}

TEST(Layerwise, nodesLieBreadthFirstWithContiguousChildren)
{
    const RunResult run = runFromJson(smallProfile);
    ASSERT_TRUE(run);
    const ModuleTree &tree = run->layerwise[0];
    ASSERT_EQ(tree.nodes.size(), 5U);
    EXPECT_EQ(tree.rootCount, 2U);
    EXPECT_EQ(tree.nodes[0].name, "Llama");
    EXPECT_EQ(tree.nodes[1].name, "Sampler");
    EXPECT_EQ(tree.nodes[2].name, "Layer");
    EXPECT_EQ(tree.nodes[2].parent, 0U);
    EXPECT_EQ(tree.nodes[2].calls, 32U);
    EXPECT_EQ(tree.nodes[2].firstChild, 3U);
    EXPECT_EQ(tree.nodes[2].childCount, 2U);
    EXPECT_EQ(tree.nodes[2].kind, ModuleNode::Module);
    EXPECT_EQ(tree.nodes[3].kind, ModuleNode::Kernel);
    EXPECT_EQ(tree.nodes[3].depth, 2U);
    EXPECT_EQ(tree.nodes[3].totalNs, 20250);
    EXPECT_EQ(tree.nodes[3].selfNs, 20250);
    EXPECT_EQ(tree.nodes[2].selfNs, 0);
    EXPECT_DOUBLE_EQ(tree.nodes[3].filePercent, 50);
    EXPECT_EQ(tree.nodes[3].cpuNs, -1);
    const ModuleTree &model = run->layerwise[1];
    EXPECT_EQ(model.nodes[0].cpuNs, 82162);
    EXPECT_EQ(model.nodes[1].detail, "mm(x) <- linear(x)");
}

TEST(Layerwise, phasesOfTheSummaryCountBothViews)
{
    const RunResult run = runFromJson(smallProfile);
    ASSERT_TRUE(run);
    const auto phases = phasesJson(*run.run);
    ASSERT_EQ(phases.size(), 2U);
    EXPECT_EQ(phases[0]["name"], "prefill");
    EXPECT_EQ(phases[0]["summaryNodes"], 5);
    EXPECT_EQ(phases[0]["modelNodes"], 2);
    EXPECT_TRUE(phases[0]["runningSeqs"].is_null());
    EXPECT_EQ(phases[1]["runningSeqs"], 16);
}

TEST(Layerwise, rootWrittenTwiceIsWarnedAbout)
{
    const RunResult run = runFromJson(
        R"({"prefill": {"summary_stats": [
            {"entry": {"name": "Llama", "cuda_time_us": 30.5, "pct_cuda_time": 100.0}, "children": []},
            {"entry": {"name": "Llama", "cuda_time_us": 30.5, "pct_cuda_time": 100.0}, "children": []}]}})");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_NE(run->diagnostics.find("root-percent"), nullptr);
}

TEST(Layerwise, parentThatDiffersFromItsChildrenIsWarnedAbout)
{
    const RunResult run = runFromJson(
        R"({"prefill": {"summary_stats": [{"entry": {"name": "Llama", "cuda_time_us": 30.5}, "children": [
            {"entry": {"name": "gemm", "cuda_time_us": 10}, "children": []}]}]}})");
    ASSERT_TRUE(run);
    EXPECT_NE(run->diagnostics.find("parent-sum"), nullptr);
    EXPECT_EQ(run->layerwise[0].nodes[0].selfNs, 20500);
    EXPECT_EQ(runFromJson(smallProfile)->diagnostics.find("parent-sum"), nullptr) << "there all sums agree";
}

TEST(Layerwise, hostileDepthCostsNoStack)
{
    Diagnostics diagnostics;
    const auto content = parseLayerwise(nested(200000), diagnostics);
    ASSERT_TRUE(content);
    EXPECT_EQ(content->trees.at(0).nodes.size(), 200000U);
    EXPECT_EQ(content->trees[0].nodes.back().depth, 199999U);
    std::string deepContext = "{\"context\": {\"a\": ";
    deepContext.append(100000, '[').append(100000, ']');
    deepContext.append("}, \"prefill\": {\"summary_stats\": []}}");
    const auto kept = parseLayerwise(deepContext, diagnostics);
    ASSERT_TRUE(kept);
    EXPECT_TRUE(kept->context.contains("a"));
    EXPECT_NE(diagnostics.find("deep-context"), nullptr);
}

TEST(Layerwise, cutFileKeepsTheNodesBeforeTheCut)
{
    const std::string whole = smallProfile;
    const RunResult run = runFromJson(whole.substr(0, whole.find("\"norm\"")));
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_FALSE(run->info.complete);
    EXPECT_NE(run->diagnostics.find("truncated"), nullptr);
    ASSERT_EQ(run->layerwise.size(), 1U);
    ASSERT_EQ(run->layerwise[0].nodes.size(), 4U); // the cut node exists, without its time
    EXPECT_EQ(run->layerwise[0].nodes[2].name, "gemm");
    EXPECT_EQ(run->layerwise[0].nodes[3].totalNs, 0);
}

TEST(Layerwise, everyCutEndsInATreeOrOneSentence)
{
    const std::string whole = smallProfile;
    for (size_t length = 0; length < whole.size(); length += 7) {
        Diagnostics diagnostics;
        const auto content = parseLayerwise(whole.substr(0, length), diagnostics);
        EXPECT_TRUE(content.ok() ? !content->complete && !diagnostics.empty() : !content.error().message.isEmpty());
    }
}

TEST(Layerwise, nanAndAbsurdNumbersAreDiagnosed)
{
    const RunResult run = runFromJson(
        R"({"prefill": {"summary_stats": [{"entry": {"name": "a", "cuda_time_us": 1e300, "pct_cuda_time": NaN},
            "children": []}, {"entry": {"name": "NaN", "cuda_time_us": -Infinity}, "children": []}, 7]}})");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->layerwise[0].nodes[1].name, "NaN");
    EXPECT_EQ(run->layerwise[0].nodes[0].totalNs, 0);
    EXPECT_NE(run->diagnostics.find("not-finite"), nullptr);
    EXPECT_NE(run->diagnostics.find("absurd-number"), nullptr);
    EXPECT_NE(run->diagnostics.find("bad-node"), nullptr);
    Diagnostics diagnostics;
    const auto cut =
        parseLayerwise(R"({"prefill": {"summary_stats": [{"entry": {"cuda_time_us": 1e999}}]}})", diagnostics);
    ASSERT_TRUE(cut);
    EXPECT_FALSE(cut->complete);
}

TEST(Layerwise, otherJsonIsNotClaimed)
{
    const auto match = [](std::string_view text) { return matchLayerwise({QString(), text, Container::Plain}); };
    EXPECT_EQ(match(smallProfile), Match::Certain);
    EXPECT_EQ(match(R"({"traceEvents": [{"name": "summary_stats", "args": {"cuda_time_us": 1}}]})"), Match::No);
    EXPECT_EQ(match(R"({"schemaVersion": 1, "name": "x"})"), Match::No);
    EXPECT_EQ(match(R"([{"ph": "X"}])"), Match::No);
    EXPECT_EQ(match(""), Match::No);
}

TEST(LayerwiseCorpus, totalsAgreeAndParentsEqualTheSumOfTheirChildren)
{
    CORPUS_FILE(path, "layerwise/vllm_layerwise_r1_distill_llama8b.json");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->layerwise.size(), 4U);
    EXPECT_NEAR(run->layerwise[0].totalUs, 44508.996, 1e-6);
    EXPECT_NEAR(run->layerwise[1].totalUs, 44508.996, 1e-6);
    EXPECT_NEAR(run->layerwise[2].totalUs, 6867.076, 1e-6);
    EXPECT_EQ(run->layerwise[1].nodes.size(), 857U);
    EXPECT_TRUE(run->diagnostics.empty());
    for (const ModuleTree &tree : run->layerwise)
        for (const ModuleNode &node : tree.nodes) {
            int64_t below = 0;
            for (uint32_t i = 0; i < node.childCount; ++i)
                below += tree.nodes[node.firstChild + i].totalNs;
            EXPECT_TRUE(node.childCount == 0 || node.totalNs == below) << node.name;
        }
}

} // namespace tst_layerwise
