#include "core/analysis/layers/anchors.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/layertree.h"
#include "core/analysis/layers/treelayers.h"
#include "core/report/layerreport.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ws {
namespace {

using Numbers = std::vector<uint32_t>;

/// "abc" is {'a', 'b', 'c'}.
Numbers sequence(const std::string &text)
{
    return Numbers(text.begin(), text.end());
}
std::string repeated(const std::string &text, int times)
{
    std::string all;
    while (times-- > 0)
        all += text;
    return all;
}
Periods periodsOf(const std::string &text)
{
    return longestRepetition(sequence(text));
}

TEST(Repetition, comparesWithOneChange)
{
    const auto like = [](const std::string &a, const std::string &b) {
        return differByAtMostOne(sequence(a), sequence(b)) && differByAtMostOne(sequence(b), sequence(a));
    };
    for (const auto &[a, b] : std::vector<std::pair<std::string, std::string>>{
             {"", ""}, {"", "a"}, {"abc", "abc"}, {"abc", "abd"}, {"abc", "xbc"}, {"abc", "abxc"}, {"abc", "ab"}})
        EXPECT_TRUE(like(a, b)) << a << ' ' << b;
    for (const auto &[a, b] : std::vector<std::pair<std::string, std::string>>{
             {"", "ab"}, {"abc", "acb"}, {"abc", "xby"}, {"abc", "abxyc"}, {"abcd", "acbd"}, {"abc", "bca"}})
        EXPECT_FALSE(like(a, b)) << a << ' ' << b;
}

TEST(Repetition, isFoundBetweenWhatComesBeforeAndAfter)
{
    EXPECT_EQ(periodsOf("xy" + repeated("abcd", 4) + "zzz"), (Periods{2, 6, 10, 14, 18}));
    EXPECT_EQ(periodsOf(repeated("abcd", 3)), (Periods{0, 4, 8, 12}));
}

TEST(Repetition, namesThatOccurTwiceInAPeriodDoNotCutIt)
{
    EXPECT_EQ(periodsOf("s" + repeated("afghfgi", 5) + "e"), (Periods{1, 8, 15, 22, 29, 36}));
}

TEST(Repetition, aLayerBeginsWhereAllOfThemAreEqual)
{
    EXPECT_EQ(periodsOf("e" + repeated("nqfqangsmkra", 6) + "nLxy"), (Periods{1, 13, 25, 37, 49, 61, 73}))
        << "f is the first that occurs once: from there the last layer would end with L";
    EXPECT_EQ(periodsOf("efqangsmkra" + repeated("nqfqangsmkra", 5) + "nLxy"), (Periods{1, 13, 25, 37, 49, 61, 73}))
        << "the first one has no n and q";
}

TEST(Repetition, aPeriodMayDifferByOne)
{
    EXPECT_EQ(periodsOf("abcde"
                        "abxcde"
                        "abcde"
                        "acde"
                        "abcde"
                        "aBcde"
                        "abcde")
                  .size(),
              8U);
    EXPECT_EQ(periodsOf("abcde"
                        "abcde"
                        "abcde"
                        "aBCde"
                        "abcde"
                        "abcde"),
              (Periods{0, 5, 10, 15}))
        << "two changes end the stretch";
}

TEST(Repetition, ofTwoKindsOfLayersInTurnTheSingleOneIsFound)
{
    EXPECT_EQ(periodsOf(repeated("abcdeabcfe", 6)).size(), 13U);
}

TEST(Repetition, thatIsTooShortOrTooRareIsNone)
{
    EXPECT_TRUE(periodsOf("").empty());
    EXPECT_TRUE(periodsOf("a").empty());
    EXPECT_TRUE(periodsOf(repeated("a", 50)).empty());
    EXPECT_TRUE(periodsOf(repeated("ab", 50)).empty()) << "two kernels are no layer";
    EXPECT_TRUE(periodsOf("abcdabcd").empty()) << "twice is no repetition";
    EXPECT_TRUE(periodsOf("abcdefghijklmnop").empty());
    EXPECT_TRUE(periodsOf("qaebwjnxckdyfhzgagqmbxcnd").empty());
}

TEST(Repetition, theLargestStretchWinsOverAShorterPeriodInside)
{
    const std::string layer = "a" + repeated("xyz", 4) + "bc";
    EXPECT_EQ(periodsOf(repeated(layer, 4)), (Periods{0, 15, 30, 45, 60}));
}

std::shared_ptr<const Run> runOfNames(const std::string &names)
{
    std::vector<test::Work> work;
    std::vector<std::string> texts(names.size());
    for (size_t i = 0; i < names.size(); ++i)
        texts[i] = names[i];
    for (size_t i = 0; i < names.size(); ++i)
        work.push_back({"0", "7", int64_t(i) * 10, 5, texts[i].c_str()});
    return test::runOfWork(work);
}

TEST(Layers, prologueEpilogueAndLayersAreAllOfTheWork)
{
    const auto run = runOfNames("xy" + repeated("abcd", 4) + "z");
    const Steps steps = *findSteps(*run);
    const Layers layers = *findLayers(*run, steps);
    ASSERT_EQ(layers.layers.size(), 4U);
    EXPECT_EQ(layers.layers[3].index, 3U);
    EXPECT_EQ(layers.layers[3].workCount, 4U);
    EXPECT_EQ(layers.layers[3].totalNs, 20);
    EXPECT_EQ(run->text(run->gpu.name[layers.work[layers.layers[3].firstWork]]), "a");
    EXPECT_EQ(layers.prologueNs, 10);
    EXPECT_EQ(layers.epilogueNs, 5);
    EXPECT_EQ(layers.outsideNs, 0);
    EXPECT_DOUBLE_EQ(layers.coverage, 80.0 / 95);
    const auto json = layersJson(*run, layers);
    EXPECT_EQ(json["layers"].size(), 4U);
    EXPECT_TRUE(json["layers"][0]["step"].is_null());
    EXPECT_DOUBLE_EQ(json["layerShare"], 80.0 / 95);
    EXPECT_DOUBLE_EQ(json["coverage"], 85.0 / 95) << "with the epilogue";
}

TEST(Layers, streamsThatTakeTurnsHideNone)
{
    // Of each layer the CPU launches a, x, b and c; x has a stream of its own, and begins before b or after it in
    // turns.
    const auto layersOf = [](bool hasLaunches) {
        std::string text;
        const auto add = [&](const std::string &event) { text += (text.empty() ? "" : ",\n") + event; };
        int correlation = 0;
        for (int layer = 0; layer < 6; ++layer) {
            int place = 0;
            for (const char *name : {"a", "x", "b", "c"}) {
                const bool isOther = *name == 'x';
                const int start = 1000 + layer * 100 + (isOther ? (layer % 2 ? 15 : 25) : 10 * place);
                add(R"({"ph":"X","cat":"kernel","name":")" + std::string(name) + R"(","pid":0,"tid":)" +
                    (isOther ? "17" : "7") + R"(,"ts":)" + std::to_string(start) +
                    R"(,"dur":5,"args":{"device":0,"stream":)" + (isOther ? "17" : "7") + R"(,"correlation":)" +
                    std::to_string(++correlation) + "}}");
                if (hasLaunches)
                    add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" +
                        std::to_string(correlation * 10) + R"(,"dur":5,"args":{"correlation":)" +
                        std::to_string(correlation) + "}}");
                ++place;
            }
        }
        const auto run = test::runFromJson('[' + text + ']');
        const Layers layers = *findLayers(*run, *findSteps(*run));
        for (const Layer &layer : layers.layers)
            EXPECT_TRUE(std::is_sorted(layers.work.begin() + layer.firstWork,
                                       layers.work.begin() + layer.firstWork + layer.workCount))
                << "by start";
        return layers.layers.size();
    };
    EXPECT_EQ(layersOf(true), 6U);
    EXPECT_LT(layersOf(false), 6U) << "in order of start";
}

TEST(Layers, numbersOfTheCompilerTellNoKernelsApart)
{
    const auto layersOf = [](const char *normA, const char *siluA, const char *normB, const char *siluB) {
        std::vector<test::Work> work;
        for (int layer = 0; layer < 6; ++layer)
            for (const char *name : {layer % 2 ? normB : normA, "gemm", "flash", layer % 2 ? siluB : siluA, "down"})
                work.push_back({"0", "7", int64_t(work.size()) * 10, 5, name});
        const auto run = test::runOfWork(work);
        return findLayers(*run, *findSteps(*run))->layers.size();
    };
    EXPECT_EQ(
        layersOf("triton_per_fused_norm_11", "triton_poi_silu_8", "triton_per_fused_norm_13", "triton_poi_silu_9"), 6U);
    EXPECT_EQ(layersOf("norm_11", "silu_8", "norm_13", "silu_9"), 3U) << "others number what differs";
    EXPECT_EQ(layersOf("triton_norm", "triton_silu", "triton_norm_a", "triton_silu_b"), 3U);
}

BuiltModuleTree treeOf(const Run &run, const ModuleTreeOptions &options = {})
{
    const Steps steps = *findSteps(run);
    return *buildLayerTree(run, steps, *findLayers(run, steps), options);
}

/// "Layer 20+20": a root, its time and those of its kernels.
std::vector<std::string> rootsOf(const BuiltModuleTree &built)
{
    std::vector<std::string> texts;
    const auto &nodes = built.tree.nodes;
    for (uint32_t r = 0; r < built.tree.rootCount; ++r) {
        std::string text = nodes[r].name + ' ' + std::to_string(nodes[r].selfNs) + ':';
        for (uint32_t k = nodes[r].firstChild; k < nodes[r].firstChild + nodes[r].childCount; ++k)
            text += ' ' + nodes[k].name + std::to_string(nodes[k].totalNs);
        texts.push_back(text);
    }
    return texts;
}

TEST(LayerTree, mergesTheLayersAndKeepsWhatRunsAround)
{
    const auto run = runOfNames("xy" + repeated("abcd", 4) + "z");
    const BuiltModuleTree built = treeOf(*run);
    EXPECT_EQ(rootsOf(built), (std::vector<std::string>{"before the layers 10: x5 y5", "Layer 80: a20 b20 c20 d20",
                                                        "after the layers 5: z5"}));
    EXPECT_EQ(built.tree.nodes[1].calls, 4U);
    EXPECT_EQ(built.tree.nodes[1].instances, 4U);
    EXPECT_EQ(built.tree.nodes[1].attribution, ModuleNode::Inferred);
    EXPECT_EQ(built.tree.totalNs, 95);
    for (size_t i = 0; i < run->gpu.size(); ++i)
        EXPECT_EQ(built.tree.nodes[built.leaf[i]].name, run->text(run->gpu.name[i]));
}

TEST(LayerTree, listsEachLayerOnRequest)
{
    const BuiltModuleTree built = treeOf(*runOfNames(repeated("abcd", 3)), {true});
    EXPECT_EQ(rootsOf(built), (std::vector<std::string>{"Layer 0 20: a5 b5 c5 d5", "Layer 1 20: a5 b5 c5 d5",
                                                        "Layer 2 20: a5 b5 c5 d5"}));
}

TEST(LayerTree, countsOnlyTheRange)
{
    const BuiltModuleTree built = treeOf(*runOfNames("xy" + repeated("abcd", 4) + "z"), {false, TimeRange{12, 33}});
    EXPECT_EQ(rootsOf(built), (std::vector<std::string>{"before the layers 3: y3", "Layer 8: a5 b3"}));
    EXPECT_EQ(built.leaf.front(), UINT32_MAX);
}

TEST(LayerTree, withoutRepetitionAllIsUnattributed)
{
    const BuiltModuleTree built = treeOf(*runOfNames("qwertzuiop"));
    ASSERT_EQ(built.tree.rootCount, 1U);
    EXPECT_EQ(built.tree.nodes[0].kind, ModuleNode::Unattributed);
    EXPECT_EQ(built.tree.nodes[0].attribution, ModuleNode::Unknown);
    EXPECT_EQ(built.tree.nodes[0].selfNs, 50);
}

TEST(Layers, ofWorkWithoutRepetitionNothingIsClaimed)
{
    const auto run = runOfNames("qwertzuiop");
    const Layers layers = *findLayers(*run, *findSteps(*run));
    EXPECT_TRUE(layers.layers.empty());
    EXPECT_EQ(layers.outsideNs, 50);
    EXPECT_EQ(layers.coverage, 0);
}

TEST(TreeLayers, theNumberedInstancesOfModulesAreTheLayersOfAProfile)
{
    ws::Run run;
    const auto addPhase = [&run](const char *phase, std::vector<int64_t> layers) {
        ModuleTree tree;
        tree.phase = phase;
        tree.view = "model";
        const auto node = [](const char *name, uint32_t parent, uint32_t first, uint32_t count, int64_t ns) {
            ModuleNode made;
            made.name = name;
            made.parent = parent;
            made.firstChild = first;
            made.childCount = count;
            made.totalNs = ns;
            made.cpuNs = 10 * ns;
            return made;
        };
        const auto count = uint32_t(layers.size());
        tree.rootCount = 1;
        tree.nodes.push_back(node("Model", UINT32_MAX, 1, count + 1, 0));
        tree.nodes.push_back(node("Embedding(weight)", 0, 0, 0, 5));
        for (uint32_t k = 0; k < count; ++k)
            tree.nodes.push_back(node("DecoderLayer(hidden=8)", 0, 2 + count + k, 1, layers[k]));
        for (uint32_t k = 0; k < count; ++k)
            tree.nodes.push_back(node("Linear", 2 + k, 0, 0, layers[k]));
        for (const int64_t ns : layers)
            tree.totalNs += ns;
        tree.totalNs += 5;
        run.layerwise.push_back(std::move(tree));
    };
    addPhase("prefill", {100});
    addPhase("decode_1", {30, 40, 50});
    addPhase("decode_2", {50, 40, 30});
    const auto phases = treeLayers(run);
    ASSERT_EQ(phases.size(), 1u) << "one layer of a class is none that repeats";
    EXPECT_EQ(phases[0].phase, "decode");
    EXPECT_EQ(phases[0].steps, 2u);
    ASSERT_EQ(phases[0].layers.size(), 3u);
    for (const TreeLayer &layer : phases[0].layers) {
        EXPECT_EQ(layer.name, "DecoderLayer");
        EXPECT_EQ(layer.totalNs, 40);
    }
    const auto one = treeLayers(run, "decode_1");
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0].layers[2].totalNs, 50);
    EXPECT_EQ(one[0].layers[2].cpuNs, 500);
    EXPECT_EQ(one[0].inLayersNs(), 120);
    EXPECT_TRUE(treeLayers(ws::Run()).empty());
}

TEST(RegularAnchors, areEquallyFarApartWithinHalfToTwiceTheMedian)
{
    const auto anchors = [](int64_t shortGap) { // every second of ten gaps is short
        std::vector<test::Work> work;
        int64_t at = 0;
        for (int i = 0; i <= 10; ++i) {
            work.push_back({"0", "7", at, 10, "gemm"});
            at += i % 2 == 0 && i < 9 ? shortGap : 100;
        }
        const RunPtr run = test::runOfWork(work);
        return regularAnchors(run->gpu, kernelsOf(run->gpu, 0), 3).size();
    };
    EXPECT_EQ(anchors(50), 1U);
    EXPECT_EQ(anchors(40), 0U) << "five of ten are too short";
}

} // namespace
} // namespace ws
