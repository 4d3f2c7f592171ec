#include "tests/core/capturefixture.h"
#include "tests/support/settled.h"
#include "widgets/modules/capturechooser.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/session/session.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace ws::test {
namespace {

class CaptureChooserTest : public testing::Test
{
protected:
    CaptureChooserTest()
    {
        panel.resize(900, 400);
        panel.show();
    }
    QString write(const QString &name, const std::string &json)
    {
        const QString path = folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(json.data(), static_cast<qint64>(json.size()));
        return path;
    }
    bool hasRow(std::string_view name)
    {
        const ModuleTree *tree = panel.treePane()->model()->tree();
        return tree && std::any_of(tree->nodes.begin(), tree->nodes.end(),
                                   [&](const ModuleNode &node) { return node.name == name; });
    }
    CaptureChooser &chooser() { return *panel.findChild<CaptureChooser *>(); }

    QTemporaryDir folder;
    Session session;
    ModulePanel panel{session.pane()};
};

TEST_F(CaptureChooserTest, aCaptureBesideTheTraceTellsTheModulesOfItsKernels)
{
    const Graph graph = model(3);
    CaptureText capture;
    capture.graph(graph);
    const QString captured = write(QStringLiteral("capture_traces/rank0.json"), capture.text.json());
    ReplayText replay;
    replay.launch(graph);
    auto run = std::const_pointer_cast<ws::Run>(runFromJson(replay.text.json()).run);
    run->info.stamp.path = write(QStringLiteral("replay.json"), replay.text.json());
    session.add(run);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.treePane()->model()->rowCount() > 0; }, 5'000));
    EXPECT_TRUE(chooser().text().contains(u'1')) << "one file lies beside it";
    EXPECT_FALSE(hasRow("Attention"));
    chooser().choose(captured);
    ASSERT_TRUE(QTest::qWaitFor([&] { return hasRow("Attention"); }, 5'000));
    ASSERT_TRUE(chooser().match());
    EXPECT_EQ(chooser().match()->counts().inferred, graph.size());
    chooser().choose({});
    EXPECT_TRUE(QTest::qWaitFor([&] { return !hasRow("Attention"); }, 5'000));
}

TEST_F(CaptureChooserTest, aFileWithoutACaptureIsRefusedAndLeavesTheTree)
{
    ReplayText replay;
    replay.launch(model(3));
    const RunPtr run = runFromJson(replay.text.json()).run;
    session.add(run);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.treePane()->model()->rowCount() > 0; }, 5'000));
    QSignalSpy failed(&JobErrors::instance(), &JobErrors::failed);
    chooser().choose(write(QStringLiteral("other.json"), replay.text.json()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, 5'000));
    EXPECT_FALSE(chooser().match());
    EXPECT_GT(panel.treePane()->model()->rowCount(), 0);
}

TEST_F(CaptureChooserTest, theRunThatIsClosedMeanwhileGetsNoCapture)
{
    CaptureText capture;
    capture.graph(model(3));
    ReplayText replay;
    replay.launch(model(3));
    session.add(runFromJson(replay.text.json()).run);
    const QString captured = write(QStringLiteral("capture.json"), capture.text.json());
    chooser().choose(captured);
    session.close(session.active());
    session.add(runFromJson(replay.text.json()).run);
    untilNothingWorks();
    EXPECT_FALSE(chooser().match());
    chooser().choose(captured);
    EXPECT_TRUE(QTest::qWaitFor([&] { return chooser().match() != nullptr; }, 5'000)) << "asked for again, it has one";
}

} // namespace
} // namespace ws::test
