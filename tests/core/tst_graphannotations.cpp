// torch's kernel annotations: the file with the modules from which the kernels of a CUDA graph were captured.

#include "core/analysis/modules/graphannotations.h"

#include "core/analysis/modules/moduletree_build.h"
#include "core/analysis/stacks/sourcelines.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/trust/trust.h"
#include "core/report/moduleexport.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

using namespace ws;
using ws::test::runFromJson;
using ws::test::TraceText;

namespace {

class GraphAnnotationsTest : public testing::Test
{
protected:
    GraphAnnotationsTest() { QDir(folder.path()).mkpath(QStringLiteral("step_14")); }

    QString write(const char *name, std::string_view text)
    {
        QFile file(folder.filePath(QString::fromUtf8(name)));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text.data(), static_cast<qint64>(text.size()));
        return file.fileName();
    }
    /// Of the rank-3 trace.
    QString found() const
    {
        return GraphAnnotations::fileOf(folder.filePath(QStringLiteral("step_14/000003.7.pt.trace.json.gz")));
    }
    std::string nameOf(std::string_view json, uint64_t node = 5)
    {
        const auto annotations = GraphAnnotations::read(write("a.json", json));
        const std::string *name = annotations ? annotations->nameOf(node) : nullptr;
        return name ? *name : "";
    }

    QTemporaryDir folder;
};

/// One launch of a graph inside Net with kernels of nodes 5, 6 and 7; one of node 5 outside any module.
TraceText graphTrace()
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).launch(1, 10, 1, "cudaGraphLaunch").launch(1, 200, 2, "cudaGraphLaunch");
    t.kernel(1, 1000, 10, "gemm", R"("graph node id":5)").kernel(1, 1020, 20, "gemm", R"("graph node id":6)");
    t.kernel(1, 1050, 30, "add", R"("graph node id":7)").kernel(2, 2000, 40, "gemm", R"("graph node id":5)");
    return t;
}

} // namespace

TEST_F(GraphAnnotationsTest, liesOneFolderAboveTheTraceOfItsRank)
{
    EXPECT_EQ(found(), QString());
    write("kernel_annotations_rank1_a.json", "{}");
    EXPECT_EQ(found(), QString());
    write("kernel_annotations_rank3_b.json", "{}");
    const QString first = write("kernel_annotations_rank3_a.json", "{}");
    EXPECT_EQ(found(), first);
    EXPECT_EQ(GraphAnnotations::fileOf(folder.filePath(QStringLiteral("step_14/trace.json"))), QString());
}

TEST_F(GraphAnnotationsTest, laterFieldsWinAndOldFormsAreNames)
{
    EXPECT_EQ(nameOf(R"({"5":[{"name":"outer"},{"name":"inner","stream":7}]})"), "inner");
    EXPECT_EQ(nameOf(R"({"5":[{"module":"layers.0"},{"name":"mlp"}]})"), "layers.0: mlp");
    EXPECT_EQ(nameOf(R"({"5":["old"]})"), "old");
    EXPECT_EQ(nameOf(R"({"5":[{"str":"older"}]})"), "older");
    EXPECT_EQ(nameOf(R"({"5":[{"stream":7}]})"), "");
    EXPECT_EQ(nameOf(R"({"5":[{"name":"a"}]})", 6), "");
}

TEST_F(GraphAnnotationsTest, aDamagedFileIsRefusedAndOddKeysAreLeftOut)
{
    for (const char *text : {"", "[1]", "{\"5\":[", "\x01", "null"})
        EXPECT_FALSE(GraphAnnotations::read(write("a.json", text))) << text;
    EXPECT_EQ(
        GraphAnnotations::read(write("a.json", R"({"x":["a"],"-1":["a"],"99999999999999999999":["a"],"0":["a"]})"))
            ->size(),
        0U);
    EXPECT_FALSE(GraphAnnotations::read(folder.filePath(QStringLiteral("missing.json"))));
}

TEST_F(GraphAnnotationsTest, namesAreInferredRowsBelowTheModuleThatLaunchedTheGraph)
{
    const auto run = runFromJson(graphTrace().json());
    ASSERT_TRUE(run);
    ModuleTreeOptions options;
    options.annotations = std::make_shared<const GraphAnnotations>(
        *GraphAnnotations::read(write("a.json", R"({"5":[{"name":"attn"}],"6":[{"name":"mlp"}]})")));
    const auto attribution = *Attribution::make(*run, Attribution::Mode::All);
    const ModuleTree tree = buildModuleTree(*run, attribution, options)->tree;
    std::vector<std::string> rows;
    for (const uint32_t row : depthFirst(tree)) {
        const ModuleNode &node = tree.nodes[row];
        rows.push_back(std::to_string(node.depth) + ' ' + node.name + ' ' + std::to_string(node.totalNs / 1000) +
                       (node.attribution == ModuleNode::Inferred ? " ~" : ""));
    }
    EXPECT_EQ(rows, (std::vector<std::string>{"0 Net 60 ~", "1 attn 10 ~", "2 gemm 10 ~", "1 mlp 20 ~", "2 gemm 20 ~",
                                              "1 add 30 ~", "0 attn 40 ~", "1 gemm 40 ~"}));
    EXPECT_EQ(tree.totalNs, 100'000);
}

namespace {

/// Rows of the module tree: "depth name µs", ~ where they are inferred.
std::vector<std::string> rowsOf(const Run &run, const ModuleTreeOptions &options = {})
{
    const auto attribution = *Attribution::make(run, Attribution::Mode::All);
    const ModuleTree tree = buildModuleTree(run, attribution, options)->tree;
    std::vector<std::string> rows;
    for (const uint32_t row : depthFirst(tree)) {
        const ModuleNode &node = tree.nodes[row];
        if (node.kind != ModuleNode::Kernel)
            rows.push_back(std::to_string(node.depth) + ' ' + node.name + ' ' + std::to_string(node.totalNs / 1000) +
                           (node.attribution == ModuleNode::Inferred ? " ~" : ""));
    }
    return rows;
}

/// The annotation of one kernel with these arguments.
std::string annotationOf(const std::string &args)
{
    const auto run = runFromJson(TraceText().kernel(0, 10, 5, "gemm", args).json());
    return run && !run->gpu.annotation.empty() ? std::string(run->text(run->gpu.annotation[0])) : "-";
}

} // namespace

TEST(GraphsOfOtherMakers, areCalledTheirOwn)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).launch(1, 200, 2, "hipGraphLaunch");
    t.kernel(2, 1000, 10, "gemm", R"("graph node id":5)").kernel(2, 1020, 20, "add", R"("graph node id":6)");
    const auto rows = rowsOf(*runFromJson(t.json()));
    EXPECT_TRUE(std::ranges::count(rows, "0 launched by a HIP graph 30")) << rows.back();
}

TEST(InlineGraphAnnotations, areRowsOfTheModuleTree)
{
    TraceText t;
    t.launch(1, 10, 1, "cudaGraphLaunch");
    t.kernel(1, 100, 10, "gemm", R"("graph id":5,"graph node id":0,"name":"wq","module_fqn":"layers.0.attention")");
    t.kernel(1, 120, 20, "gemm", R"("graph id":5,"graph node id":1,"module_fqn":"layers.1","name":"layers.1")");
    t.kernel(1, 150, 30, "add", R"("graph id":5,"graph node id":2)");
    const auto run = runFromJson(t.json());
    EXPECT_EQ(rowsOf(*run), (std::vector<std::string>{"0 layers.0.attention: wq 10 ~", "0 layers.1 20 ~",
                                                      "0 launched by a CUDA graph 30"}));
    EXPECT_EQ(run->gpu.graphNode,
              (std::vector<uint64_t>{uint64_t(5) << 32, (uint64_t(5) << 32) + 1, (uint64_t(5) << 32) + 2}))
        << "node 0 of graph 5 is a node";
    const auto attribution = *Attribution::make(*run, Attribution::Mode::All);
    EXPECT_EQ(attribution.how(0), Attribution::How::Inferred);
    EXPECT_EQ(attribution.how(2), Attribution::How::Unknown);
    EXPECT_TRUE(attribution.namesModules());
}

TEST(InlineGraphAnnotations, lieBelowTheModuleThatLaunchedTheGraph)
{
    TraceText t;
    t.module("Net_0", 1, 0, 50).launch(1, 10, 1, "cudaGraphLaunch");
    t.kernel(1, 100, 10, "gemm", R"("graph id":5,"graph node id":1,"name":"attn")");
    EXPECT_EQ(rowsOf(*runFromJson(t.json())), (std::vector<std::string>{"0 Net 10 ~", "1 attn 10 ~"}));
}

TEST(InlineGraphAnnotations, ofEveryFormAreRead)
{
    const std::string node = R"("graph id":3,"graph node id":7,)";
    EXPECT_EQ(annotationOf(node + R"("name":"phase_A")"), "phase_A");
    EXPECT_EQ(annotationOf(node + R"("str":"phase_B")"), "phase_B");
    EXPECT_EQ(annotationOf(node + R"("annotation":"phase_C")"), "phase_C");
    EXPECT_EQ(annotationOf(node + R"("annotation":"[{\"name\": \"a\"}, {\"name\": \"b\", \"module\": \"m.0\"}]")"),
              "m.0: b");
    EXPECT_EQ(annotationOf(node + R"("annotation":"[\"outer\", \"inner\"]")"), "inner");
    EXPECT_EQ(annotationOf(node + R"("annotation":[{"module_fqn":"x.1"}])"), "x.1");
    EXPECT_EQ(annotationOf(node + R"("annotation":"[not json")"), "[not json");
    EXPECT_EQ(annotationOf(node + R"("name":"first","grid":[1,1,1],"name":"last")"), "last") << "later entries win";
    EXPECT_EQ(annotationOf(R"("graph node id":"7","module_fqn":"l.\u00e4")"), "l.\u00e4");
    EXPECT_EQ(annotationOf(R"("module_fqn":"eager.0")"), "eager.0") << "it can mean nothing else";
    EXPECT_EQ(annotationOf(R"("graph id":0,"graph node id":0,"name":"of no graph")"), "-");
    EXPECT_EQ(annotationOf(node + R"("annotation":null,"name":null)"), "-");
    EXPECT_EQ(annotationOf(node + R"("annotated_stream":13)"), "-");
}

TEST(InlineGraphAnnotations, theStreamOfTheHardwareIsTheRow)
{
    TraceText t;
    t.kernel(0, 20, 60, "a", R"("graph id":5,"graph node id":1)");
    t.kernel(0, 40, 60, "b", R"("graph id":5,"graph node id":2,"original_stream":13)");
    t.kernel(0, 150, 60, "c", R"("graph id":5,"graph node id":3,"annotated_stream":99)");
    t.kernel(0, 250, 60, "d", R"("graph id":5,"graph node id":4,"original_stream":"none")");
    const auto run = runFromJson(t.json());
    std::vector<std::string> streams;
    for (const uint16_t stream : run->gpu.stream)
        streams.emplace_back(run->text(run->gpu.streams[stream].stream));
    EXPECT_EQ(streams, (std::vector<std::string>{"7", "13", "7", "7"}));
}

TEST(InlineGraphAnnotations, inRowsOfUnknownStreamsOverlapSaysNothing)
{
    const auto overlaps = [](const std::string &header, const std::string &args) {
        const std::string events = TraceText().kernel(0, 20, 60, "a", args).kernel(0, 40, 60, "b", args).json();
        const auto run = runFromJson("{" + header + R"("traceEvents":)" + events + "}");
        return std::ranges::any_of(*trustFindings(*run, *findSteps(*run)),
                                   [](const TrustFinding &finding) { return finding.id == "duration-over-next"; });
    };
    const std::string node = R"("graph id":5,"graph node id":1)";
    EXPECT_TRUE(overlaps("", node)) << "not annotated: the rows are streams";
    EXPECT_FALSE(overlaps("", node + R"(,"name":"wq")")) << "all of it may have been put into row 7";
    EXPECT_TRUE(overlaps(R"("cudaGraphInlineAnnotated":true,)", node + R"(,"name":"wq")"));
}

TEST(InlineGraphAnnotations, theNameOfADisplayRowIsNotThatOfAStream)
{
    const std::string named = R"([{"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"tensor parallel"}},
        {"ph":"M","name":"thread_name","pid":0,"tid":13,"args":{"name":"stream 13 "}},)";
    const auto labels = [&](const std::string &args) {
        const std::string events = TraceText().kernel(0, 20, 60, "a").kernel(0, 90, 60, "b", args).json();
        const auto run = runFromJson(named + events.substr(1));
        std::vector<std::string> labels;
        for (const GpuStream &stream : run->gpu.streams)
            labels.emplace_back(run->text(run->timeline.tracks[stream.track].label));
        return labels;
    };
    EXPECT_EQ(labels(R"("graph id":5,"graph node id":2,"original_stream":13)"),
              (std::vector<std::string>{"", "stream 13 "}));
    EXPECT_EQ(labels(R"("graph id":5,"graph node id":2)"), (std::vector<std::string>{"tensor parallel"}));
}

TEST(InlineGraphAnnotations, anEventNodeIsNoKernel)
{
    const auto run = runFromJson(R"([{"ph":"X","cat":"graph_event_node","name":"EventRecord","pid":0,"tid":7,"ts":10,
        "dur":1,"args":{"device":0,"stream":7,"correlation":1,"graph id":5,"graph node id":1}},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":20,"dur":5,"args":{"device":0,"stream":7}}])");
    EXPECT_EQ(run->gpu.size(), 1U);
}

TEST(InlineGraphAnnotations, areCodeWhereNoSourceLineIsKnown)
{
    TraceText t;
    t.launch(1, 10, 1, "cudaGraphLaunch");
    t.kernel(1, 100, 10, "gemm", R"("graph id":5,"graph node id":1,"module_fqn":"layers.0")");
    t.kernel(1, 120, 20, "gemm", R"("graph id":5,"graph node id":2)");
    t.kernel(9, 150, 40, "gemm", R"("graph id":5,"graph node id":3,"module_fqn":"layers.1")");
    const auto run = runFromJson(t.json());
    const CallStacks stacks = *callStacks(*run);
    for (const SourceLines &lines : {sourceLines(stacks), *operatorLines(*run)}) {
        ASSERT_EQ(lines.rows.size(), 2U);
        EXPECT_EQ(lines.rows[0].name, "layers.1") << "its launch is not in the file";
        EXPECT_EQ(lines.rows[0].sum.gpuNs, 40'000);
        EXPECT_EQ(lines.rows[1].name, "layers.0");
        EXPECT_EQ(lines.all.gpuNs, 70'000);
        EXPECT_EQ(lines.noFrame.gpuNs + lines.notRecorded.gpuNs, 20'000);
    }
}

TEST_F(GraphAnnotationsTest, theFileMayNameNodesWithAndWithoutTheirGraph)
{
    TraceText t;
    t.kernel(0, 100, 10, "gemm", R"("graph id":5,"graph node id":1000)");
    const auto run = runFromJson(t.json());
    const auto rows = [&](const char *json) {
        ModuleTreeOptions options;
        options.annotations = std::make_shared<const GraphAnnotations>(*GraphAnnotations::read(write("a.json", json)));
        return rowsOf(*run, options).front();
    };
    EXPECT_EQ(rows(R"({"1000":[{"name":"low"}]})"), "0 low 10 ~");
    EXPECT_EQ(rows(R"({"21474837480":[{"name":"whole"}]})"), "0 whole 10 ~") << "5 << 32 | 1000";
    EXPECT_EQ(rows(R"({"1000":[{"name":"low"}],"8589935592":[{"name":"other graph"}]})"), "0 no known launch 10")
        << "with ids that hold the graph, 1000 is another node";
}
