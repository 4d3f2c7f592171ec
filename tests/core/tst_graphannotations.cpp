// torch's kernel annotations: the file with the modules from which the kernels of a CUDA graph were captured.

#include "core/analysis/modules/graphannotations.h"

#include "core/analysis/modules/moduletree_build.h"
#include "core/report/moduleexport.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

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
