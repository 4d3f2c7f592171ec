#include "core/model/foldedtree.h"
#include "core/model/phases.h"
#include "core/model/profilecontext.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace ws;

namespace {

using Names = std::vector<std::string>;

ModuleNode node(const char *name, uint32_t parent, uint32_t firstChild, uint32_t childCount, int64_t ns)
{
    ModuleNode made;
    made.name = name;
    made.parent = parent;
    made.firstChild = firstChild;
    made.childCount = childCount;
    made.totalNs = ns;
    made.calls = 1;
    return made;
}

/// Model(Layer(Linear(w=2)(gemm, memset), norm), Head(gemm))
ModuleTree model()
{
    ModuleTree tree;
    tree.totalNs = 100;
    tree.nodes = {node("Model", UINT32_MAX, 1, 2, 100),
                  node("Layer", 0, 3, 2, 60),
                  node("Head", 0, 5, 1, 40),
                  node("Linear(w=2)", 1, 6, 2, 50),
                  node("norm", 1, 0, 0, 10),
                  node("gemm", 2, 0, 0, 40),
                  node("gemm", 3, 0, 0, 45),
                  node("memset", 3, 0, 0, 5)};
    tree.rootCount = 1;
    return tree;
}

std::string textOf(const ModuleTree &tree, uint32_t index = 0)
{
    const ModuleNode &at = tree.nodes[index];
    std::string text = at.name + '=' + std::to_string(at.totalNs);
    for (uint32_t i = 0; i < at.childCount; ++i) {
        EXPECT_EQ(tree.nodes[at.firstChild + i].parent, index);
        text += (i ? " " : "(") + textOf(tree, at.firstChild + i);
    }
    return at.childCount ? text + ')' : text;
}

std::vector<ModuleTree> treesOf(const Names &phases)
{
    std::vector<ModuleTree> trees;
    for (const std::string &phase : phases)
        trees.emplace_back().phase = phase;
    return trees;
}

} // namespace

TEST(FoldedTree, aFoldedNodeStandsForAllBelowIt)
{
    EXPECT_EQ(textOf(foldedTree(model(), {"Layer"})), "Model=100(Layer=60 Head=40(gemm=40))");
    EXPECT_EQ(foldedTree(model(), {"Layer"}).nodes[1].selfNs, 60);
    EXPECT_EQ(textOf(foldedTree(model(), {"Linear", "Head"})), "Model=100(Layer=60(Linear(w=2)=50 norm=10) Head=40)")
        << "a class is enough";
    EXPECT_EQ(textOf(foldedTree(model(), {"Linear(w=2)", "Layer"})), "Model=100(Layer=60 Head=40(gemm=40))")
        << "the outermost counts";
    EXPECT_EQ(textOf(foldedTree(model(), {"Model"})), "Model=100");
    EXPECT_EQ(foldedTree(model(), {"Layer"}).totalNs, 100);
}

TEST(FoldedTree, whatHasNothingBelowItOrAnotherNameStaysAsItIs)
{
    const std::string whole = textOf(model());
    for (const Names &names : {Names{}, Names{"gemm"}, Names{"Lin"}, Names{"Linear(w=3)"}, Names{""}})
        EXPECT_EQ(textOf(foldedTree(model(), names)), whole);
    EXPECT_TRUE(foldedTree(ModuleTree(), {"Model"}).nodes.empty());
}

TEST(Phases, differOfOneKindInTheirNumberOnly)
{
    EXPECT_EQ(phaseKind("decode_12"), "decode");
    for (const char *whole : {"prefill", "decode", "decode12", "12", "_12", "decode_", ""})
        EXPECT_EQ(phaseKind(whole), whole);
}

TEST(Phases, areChosenByNameKindOrNumber)
{
    const auto trees = treesOf({"prefill", "prefill", "decode_1", "decode_2", "decode_3"});
    EXPECT_EQ(chosenPhases(trees), (Names{"prefill", "decode_1", "decode_2", "decode_3"}));
    EXPECT_EQ(chosenPhases(trees, "decode"), (Names{"decode_1", "decode_2", "decode_3"}));
    EXPECT_EQ(chosenPhases(trees, "decode_2"), Names{"decode_2"});
    EXPECT_EQ(chosenPhases(trees, "2"), Names{"decode_1"});
    for (const char *none : {"0", "5", "dec", "decode_4", "99999999999999999999"})
        EXPECT_TRUE(chosenPhases(trees, none).empty()) << none;
}

TEST(Phases, ofAKindTheFirstAndTheLastAreAlwaysAmongThem)
{
    const auto trees = treesOf({"prefill_1", "prefill_2", "prefill_3", "decode_1", "decode_2", "decode_3", "decode_4"});
    EXPECT_EQ(chosenPhases(trees, {}, 2), (Names{"prefill_1", "prefill_3", "decode_1", "decode_3", "decode_4"}));
    EXPECT_EQ(chosenPhases(trees, {}, 0).size(), 7u) << "no step is every step";
}

TEST(ProfileContext, tellsWhatTheFileSaysAndNothingElse)
{
    ws::Run run;
    *run.info.header =
        nlohmann::ordered_json::parse(R"json({"engine_args":{"model":"my/Llama","tensor_parallel_size":2},
        "batch_size":4,"prompt_len":512,"num_steps":null,"complete_num_requests_per_step":1,"sparsity":"2:4"})json");
    EXPECT_EQ(profileContext(run), ProfileContext()) << "no layerwise profile";
    run.layerwise = treesOf({"prefill"});
    const ProfileContext context = profileContext(run);
    EXPECT_EQ(contextTitle(context).toStdString(), "my/Llama, batch 4, prompt of 512 tokens");
    EXPECT_EQ(contextDetails(context).toStdString(), "requests completed per step: 1, 2 GPUs, sparsity 2:4");
    const auto json = contextJson(context);
    EXPECT_EQ(json["promptLength"], 512);
    EXPECT_EQ(json["tensorParallelSize"], 2);
    EXPECT_TRUE(json["steps"].is_null() && json["outputLength"].is_null());
}

TEST(ProfileContext, valuesOfOtherTypesAreNone)
{
    ws::Run run;
    run.layerwise = treesOf({"prefill"});
    *run.info.header =
        nlohmann::ordered_json::parse(R"json({"engine_args":[1],"batch_size":"4","prompt_len":{},"sparsity":7})json");
    EXPECT_EQ(profileContext(run), ProfileContext());
    EXPECT_TRUE(contextTitle({}).isEmpty() && contextDetails({}).isEmpty());
}
