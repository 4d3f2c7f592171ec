#include "tests/core/capturefixture.h"
#include "tests/support/settled.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/panels/limits/limitspanel.h"
#include "widgets/session/capturechooser.h"
#include "widgets/session/session.h"
#include "widgets/session/userpeaks.h"

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
    std::shared_ptr<const CaptureMatch> match() { return session.pane()->context().capture().match; }
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
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.treePane()->model()->rowCount() > 0; }, 60'000));
    EXPECT_TRUE(chooser().text().contains(u'1')) << "one file lies beside it";
    EXPECT_FALSE(hasRow("Attention"));
    chooser().choose(captured);
    ASSERT_TRUE(QTest::qWaitFor([&] { return hasRow("Attention"); }, 60'000));
    ASSERT_TRUE(match());
    EXPECT_EQ(match()->counts().inferred, graph.size());
    chooser().choose({});
    EXPECT_TRUE(QTest::qWaitFor([&] { return !hasRow("Attention"); }, 60'000));
}

TEST_F(CaptureChooserTest, aFileWithoutACaptureIsRefusedAndLeavesTheTree)
{
    ReplayText replay;
    replay.launch(model(3));
    const RunPtr run = runFromJson(replay.text.json()).run;
    session.add(run);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.treePane()->model()->rowCount() > 0; }, 60'000));
    QSignalSpy failed(&JobErrors::instance(), &JobErrors::failed);
    chooser().choose(write(QStringLiteral("other.json"), replay.text.json()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return failed.count() == 1; }, 60'000));
    EXPECT_FALSE(match());
    EXPECT_GT(panel.treePane()->model()->rowCount(), 0);
}

TEST_F(CaptureChooserTest, theLimitsHaveTheOperatorsOfTheCapture)
{
    const Graph graph = model(3);
    CaptureText capture;
    capture.graph(graph);
    ReplayText replay;
    replay.launch(graph);
    LimitsPanel limits(session.pane());
    limits.resize(900, 400);
    limits.show();
    session.add(runFromJson(replay.text.json()).run);
    auto *own = limits.findChild<CaptureChooser *>();
    ASSERT_TRUE(own);
    ASSERT_TRUE(QTest::qWaitFor([&] { return own->isVisible(); }, 60'000)) << "it launches graphs, without any inputs";
    EXPECT_EQ(own->text(), QStringLiteral("Capture"));
    own->choose(write(QStringLiteral("capture.json"), capture.text.json()));
    ASSERT_TRUE(QTest::qWaitFor([&] { return match() != nullptr; }, 60'000));
    EXPECT_EQ(own->text(), QStringLiteral("Capture: capture.json"));
    EXPECT_EQ(chooser().text(), own->text()) << "the other chooser shows the same";
    const auto key = limitsKeyOf(session.pane()->context());
    EXPECT_EQ(key.capture, match());
    chooser().choose({});
    EXPECT_EQ(own->text(), QStringLiteral("Capture"));
    EXPECT_FALSE(limitsKeyOf(session.pane()->context()).capture);
}

TEST_F(CaptureChooserTest, aRunWithoutGraphsAndWithoutInputsIsToldWhatIsMissing)
{
    LimitsPanel limits(session.pane());
    limits.resize(900, 400);
    limits.show();
    session.add(runOfWork({{"0", "7", 0, 1000, "gemm"}}));
    untilNothingWorks();
    EXPECT_FALSE(limits.findChild<CaptureChooser *>()->isVisibleTo(&limits));
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
    EXPECT_FALSE(match());
    chooser().choose(captured);
    EXPECT_TRUE(QTest::qWaitFor([&] { return match() != nullptr; }, 60'000)) << "asked for again, it has one";
}

} // namespace
} // namespace ws::test
