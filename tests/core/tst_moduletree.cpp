#include "core/analysis/modules/moduletree_build.h"

#include "core/readers/formats.h"
#include "core/report/moduleexport.h"
#include "paths.h"
#include "tests/bench/tracegen.h"
#include "tests/core/modulefixture.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>

#include <QDirIterator>

#include <nlohmann/json.hpp>

#include <set>

using namespace ws;
using namespace ws::test;
using Mode = Attribution::Mode;

namespace {

ModuleTree treeOf(const Run &run, Mode mode = Mode::All, const ModuleTreeOptions &options = {})
{
    return buildModuleTree(run, *Attribution::make(run, mode), options)->tree;
}

ModuleTree treeOf(const TraceText &trace, const ModuleTreeOptions &options = {})
{
    const auto run = runFromJson(trace.json());
    return run ? treeOf(*run, Mode::All, options) : ModuleTree();
}

/// "depth name ×instances calls total/self" in µs, a row after the other.
std::vector<std::string> rows(const ModuleTree &tree)
{
    std::vector<std::string> text;
    for (const uint32_t index : depthFirst(tree)) {
        const ModuleNode &node = tree.nodes[index];
        std::string row = std::to_string(node.depth) + ' ' + shownName(tree, node);
        if (node.instances > 1)
            row += " ×" + std::to_string(node.instances);
        text.push_back(row + ' ' + std::to_string(node.calls) + ' ' + std::to_string(node.totalNs / 1000) + '/' +
                       std::to_string(node.selfNs / 1000));
    }
    return text;
}

using Rows = std::vector<std::string>;

/// Two decoder layers, each with one Linear; a kernel of the layer itself, one outside, one without a launch.
TraceText decoder()
{
    TraceText t;
    t.module("Model_0", 1, 0, 1000);
    for (int layer : {0, 1}) {
        const int ts = 100 + 200 * layer, id = 10 * layer;
        t.module("Layer_" + std::to_string(layer), 1, ts, 100).module("Linear_" + std::to_string(layer), 1, ts, 50);
        t.launch(1, ts + 10, id + 1).kernel(id + 1, 2000 + 100 * layer, 30, "gemm");
        t.launch(1, ts + 60, id + 2).kernel(id + 2, 2050 + 100 * layer, 5, "add");
    }
    t.launch(1, 1500, 90).kernel(90, 3000, 7, "copy").kernel(99, 3100, 2, "lost");
    return t;
}

/// Σ self of modules + unattributed = total; a parent is its self time and its modules' totals; kernels repeat the self
/// time.
void expectIdentities(const ModuleTree &tree, int64_t gpuNs)
{
    int64_t self = 0, lost = 0;
    for (const ModuleNode &node : tree.nodes) {
        if (node.kind == ModuleNode::Module)
            self += node.selfNs;
        if (node.kind == ModuleNode::Unattributed)
            lost += node.totalNs;
        int64_t modules = 0, kernels = 0;
        for (uint32_t i = 0; i < node.childCount; ++i) {
            const ModuleNode &child = tree.nodes[node.firstChild + i];
            (child.kind == ModuleNode::Kernel ? kernels : modules) += child.totalNs;
        }
        if (node.kind != ModuleNode::Kernel) {
            EXPECT_EQ(node.totalNs, node.selfNs + modules) << node.name;
            EXPECT_EQ(node.selfNs, kernels) << node.name;
        }
    }
    EXPECT_EQ(self + lost, gpuNs);
    EXPECT_EQ(tree.totalNs, gpuNs);
}

int64_t gpuTotal(const Run &run)
{
    int64_t total = 0;
    for (const int64_t ns : run.gpu.duration)
        total += ns;
    return total;
}

} // namespace

TEST(ModuleTreeBuild, mergesInstancesByClassPath)
{
    const ModuleTree tree = treeOf(decoder());
    EXPECT_EQ(rows(tree),
              (Rows{"0 Model 1 70/0", "1 Layer ×2 2 70/10", "2 Linear ×2 2 60/60", "3 gemm 2 60/60", "2 add 2 10/10",
                    "0 outside any module 1 7/7", "1 copy 1 7/7", "0 no known launch 1 2/2", "1 lost 1 2/2"}));
    EXPECT_EQ(tree.rootCount, 3u);
    EXPECT_EQ(tree.source, "kineto");
    expectIdentities(tree, 79'000);
}

TEST(ModuleTreeBuild, listsInstancesOnRequest)
{
    ModuleTreeOptions options;
    options.instances = true;
    const ModuleTree tree = treeOf(decoder(), options);
    EXPECT_EQ(rows(tree),
              (Rows{"0 Model_0 1 70/0", "1 Layer_0 1 35/5", "2 Linear_0 1 30/30", "3 gemm 1 30/30", "2 add 1 5/5",
                    "1 Layer_1 1 35/5", "2 Linear_1 1 30/30", "3 gemm 1 30/30", "2 add 1 5/5",
                    "0 outside any module 1 7/7", "1 copy 1 7/7", "0 no known launch 1 2/2", "1 lost 1 2/2"}));
    EXPECT_EQ(tree.nodes[0].name, "Model") << "the path is made of classes";
    expectIdentities(tree, 79'000);
}

TEST(ModuleTreeBuild, nodesLieBreadthFirst)
{
    const ModuleTree tree = treeOf(decoder());
    uint32_t next = tree.rootCount;
    for (uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const ModuleNode &node = tree.nodes[i];
        EXPECT_EQ(node.firstChild, next);
        for (uint32_t k = 0; k < node.childCount; ++k) {
            EXPECT_EQ(tree.nodes[next + k].parent, i);
            EXPECT_EQ(tree.nodes[next + k].depth, node.depth + 1);
        }
        next += node.childCount;
    }
    EXPECT_EQ(next, tree.nodes.size());
}

TEST(ModuleTreeBuild, cpuTimeIsTheWallTimeOfTheCalls)
{
    const ModuleTree tree = treeOf(decoder());
    EXPECT_EQ(tree.nodes[0].cpuNs, 1'000'000);
    EXPECT_EQ(tree.nodes[tree.nodes[0].firstChild].cpuNs, 200'000);
    EXPECT_EQ(tree.nodes[1].cpuNs, -1) << "an unattributed row has none";
}

TEST(ModuleTreeBuild, recursionIsARowPerLevel)
{
    TraceText t;
    t.module("Block_0", 1, 0, 100).module("Block_1", 1, 10, 50).launch(1, 22, 7).launch(1, 80, 8);
    t.kernel(7, 500, 10).kernel(8, 600, 5);
    EXPECT_EQ(rows(treeOf(t)), (Rows{"0 Block 1 15/5", "1 Block 1 10/10", "2 gemm 1 10/10", "1 gemm 1 5/5"}));
}

TEST(ModuleTreeBuild, saysWhereTheOwnerIsInferred)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).module("Sure_0", 1, 10, 10).launch(1, 12, 6).launch(1, 50, 7, "cudaGraphLaunch");
    const ModuleTree tree = treeOf(t.kernel(6, 200, 1, "a").kernel(7, 300, 2, "b").kernel(7, 310, 2, "b"));
    EXPECT_EQ(rows(tree), (Rows{"0 Net 1 5/4", "1 Sure 1 1/1", "2 a 1 1/1", "1 b 2 4/4"}));
    EXPECT_EQ(tree.nodes[0].attribution, ModuleNode::Inferred);
    EXPECT_EQ(tree.nodes[1].attribution, ModuleNode::Exact);
    EXPECT_EQ(tree.nodes[2].attribution, ModuleNode::Inferred);
}

TEST(ModuleTreeBuild, aRangeClipsTheWorkAndKeepsItsOwnersOnly)
{
    ModuleTreeOptions options;
    options.range = TimeRange{2'020'000, 2'060'000};
    const ModuleTree tree = treeOf(decoder(), options);
    EXPECT_EQ(rows(tree),
              (Rows{"0 Model 1 15/0", "1 Layer 1 15/5", "2 Linear 1 10/10", "3 gemm 1 10/10", "2 add 1 5/5"}));
    expectIdentities(tree, 15'000);
    options.range = TimeRange{2'200'000, 2'300'000};
    EXPECT_TRUE(treeOf(decoder(), options).nodes.empty());
}

TEST(ModuleTreeBuild, everyActivityKnowsItsRow)
{
    const auto run = runFromJson(decoder().json());
    ModuleTreeOptions options;
    options.range = TimeRange{0, 3'050'000};
    const BuiltModuleTree built = *buildModuleTree(*run, *Attribution::make(*run, Mode::All), options);
    ASSERT_EQ(built.leaf.size(), run->gpu.size());
    for (size_t i = 0; i + 1 < built.leaf.size(); ++i)
        EXPECT_EQ(built.tree.nodes[built.leaf[i]].name, run->text(run->gpu.name[i]));
    EXPECT_EQ(built.leaf.back(), UINT32_MAX) << "behind the range";
}

TEST(ModuleTreeBuild, aTraceWithoutWorkOrModulesHasNoRows)
{
    EXPECT_TRUE(treeOf(TraceText().op("aten::mm", 1, 0, 5)).nodes.empty());
    const ModuleTree idle = treeOf(TraceText().module("Net_0", 1, 0, 5));
    EXPECT_EQ(rows(idle), Rows{"0 Net 1 0/0"});
    EXPECT_EQ(shareOfTotal(idle, idle.nodes[0]), 0);
}

TEST(ModuleTreeBuild, aCancelledTreeIsNoTree)
{
    Progress progress;
    progress.cancel();
    const auto run = runFromJson(decoder().json());
    EXPECT_FALSE(buildModuleTree(*run, *Attribution::make(*run, Mode::All), {}, &progress));
}

TEST(ModuleTreeBuild, takesTheNumberOffAnInstance)
{
    EXPECT_EQ(moduleClass("nn.Module: LlamaDecoderLayer_7"), "LlamaDecoderLayer");
    EXPECT_EQ(moduleInstance("nn.Module: LlamaDecoderLayer_7"), "LlamaDecoderLayer_7");
    EXPECT_EQ(moduleClass("nn.Module: Conv_2d_13"), "Conv_2d");
    EXPECT_EQ(moduleClass("nn.Module: Conv2d"), "Conv2d");
    EXPECT_EQ(moduleClass("nn.Module: X_"), "X_");
    EXPECT_EQ(moduleClass("nn.Module: 7"), "7");
    EXPECT_EQ(moduleClass("nn.Module: _7"), "_7");
    EXPECT_EQ(moduleClass("nn.Module: "), "");
}

TEST(ModuleTreeBuild, addsUpOnGeneratedTraces)
{
    for (const bool backward : {false, true}) {
        tracegen::Options generated;
        generated.steps = 4;
        generated.layers = 3;
        generated.backward = backward;
        const auto run = runFromJson(tracegen::generateText(generated));
        for (const Mode mode : {Mode::Stack, Mode::All})
            for (const bool instances : {false, true})
                expectIdentities(treeOf(*run, mode, {instances, {}}), gpuTotal(*run));
    }
}

TEST(ModuleTreeBuild, addsUpOnEveryTraceOfTheCorpus)
{
    QDirIterator files(QStringLiteral(WARPSCOPE_SOURCE_DIR "/../shared/corpus/kineto"), QDir::Files,
                       QDirIterator::Subdirectories);
    SKIP_WITHOUT_CORPUS(!files.hasNext());
    while (files.hasNext()) {
        Progress progress;
        const auto loaded = loadRun(files.next(), progress);
        ASSERT_TRUE(loaded);
        const ws::Run &run = **loaded;
        SCOPED_TRACE(files.fileName().toStdString());
        const Attribution stack = *Attribution::make(run, Mode::Stack), all = *Attribution::make(run, Mode::All);
        for (const Attribution *attribution : {&stack, &all})
            for (const bool instances : {false, true})
                expectIdentities(buildModuleTree(run, *attribution, {instances, {}})->tree, gpuTotal(run));
        for (size_t i = 0; i < stack.size(); ++i)
            ASSERT_TRUE(stack.module(i) == noSlice || stack.module(i) == all.module(i));
    }
}

TEST(ModuleTreeExport, jsonHasAPathOfClasses)
{
    ModuleTreeOptions options;
    options.instances = true;
    const auto json = moduleTreeJson(treeOf(decoder(), options));
    EXPECT_EQ(json["view"], "model");
    EXPECT_EQ(json["totalNs"], 79'000);
    const auto &row = json["rows"][2];
    EXPECT_EQ(row["path"], (nlohmann::ordered_json{"Model", "Layer", "Linear"}));
    EXPECT_EQ(row["name"], "Linear_0");
    EXPECT_EQ(row["kind"], "module");
    EXPECT_EQ(row["attribution"], "exact");
    EXPECT_EQ(row["cpuNs"], 50'000);
    EXPECT_DOUBLE_EQ(row["share"], 30.0 / 79);
    const auto &lost = json["rows"].back();
    EXPECT_EQ(lost["kind"], "kernel");
    EXPECT_TRUE(lost["cpuNs"].is_null());
    EXPECT_EQ(lost["attribution"], "unknown");
}

TEST(ModuleTreeExport, csvHasARowPerNode)
{
    std::string csv;
    writeModuleCsvHeader(csv);
    writeModuleCsv(csv, treeOf(decoder()));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 10);
    EXPECT_NE(csv.find(",summary,2,Model/Layer/Linear,Linear,module,exact,2,2,60000,60000,"), std::string::npos) << csv;
}
