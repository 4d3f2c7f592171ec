// The tab of a job beside those of runs.

#include "app/opening/recentfiles.h"
#include "app/window/mainwindow.h"
#include "tests/support/jobgen.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/panels/ranks/rankspanel.h"
#include "widgets/session/jobdocument.h"
#include "widgets/timeline/timelineview.h"

#include <QComboBox>
#include <QDir>
#include <QTabBar>

#include <algorithm>

namespace ws {
namespace {

class JobTab : public test::MainWindowTest
{
};

TEST_F(JobTab, aJobOpenedBesideARunStandsInFrontUnderItsOwnName)
{
    ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("job")));
    int rank = 0;
    for (const std::string &trace : test::JobGenerator({.ranks = 2, .steps = 5, .layers = 1}).traces())
        write(trace, QStringLiteral("job/rank-%1.json").arg(rank++));
    MainWindow window;
    openIn(window, {write(smallTrace)});
    openIn(window, {m_folder.filePath(QStringLiteral("job"))});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.job()->job() != nullptr; }));
    const auto panels = window.findChildren<RanksPanel *>();
    EXPECT_TRUE(std::ranges::any_of(panels, &RanksPanel::isVisible));
    EXPECT_FALSE(window.timeline()->isVisible()) << "not below the timeline of another file";
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("job"))) << window.windowTitle().toStdString();
    auto *tabs = window.findChild<QTabBar *>(QStringLiteral("runs"));
    ASSERT_EQ(tabs->count(), 2);
    EXPECT_EQ(tabs->tabText(1), QStringLiteral("job")) << "behind what was open before";
    EXPECT_EQ(tabs->currentIndex(), 1);
    EXPECT_EQ(window.recentFiles()->paths().value(0), m_folder.filePath(QStringLiteral("job")));
    tabs->setCurrentIndex(0);
    EXPECT_TRUE(window.timeline()->isVisible());
    EXPECT_TRUE(window.windowTitle().startsWith(QStringLiteral("a.json"))) << window.windowTitle().toStdString();
    openIn(window, {m_folder.filePath(QStringLiteral("job/rank-1.json"))});
    ASSERT_EQ(tabs->count(), 3);
    EXPECT_EQ(tabs->tabText(1), QStringLiteral("job")) << "where it was";
    EXPECT_EQ(tabs->currentIndex(), 2);
    tabs->setCurrentIndex(1);
    EXPECT_FALSE(window.timeline()->isVisible());
    window.showPanel(QStringLiteral("kernels"));
    EXPECT_TRUE(window.timeline()->isVisible()) << "a panel of the run brings the run";
}

TEST_F(JobTab, aRunThatIsNoRankOfTheJobHasNoTabOfItsRanks)
{
    ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("job")));
    int rank = 0;
    for (const std::string &trace : test::JobGenerator({.ranks = 2, .steps = 5, .layers = 1}).traces())
        write(trace, QStringLiteral("job/rank-%1.json").arg(rank++));
    MainWindow window;
    const auto hasTab = [&](const QString &title) {
        for (const QTabBar *tabs : window.workspace()->findChildren<QTabBar *>(Qt::FindDirectChildrenOnly))
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->tabText(i) == title)
                    return tabs->isTabVisible(i);
        return false;
    };
    openIn(window, {m_folder.filePath(QStringLiteral("job"))});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.job()->job() != nullptr; }));
    openIn(window, {m_folder.filePath(QStringLiteral("job/rank-0.json"))});
    window.showPanel(QStringLiteral("ranks"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.workspace()->raisedPanelId() == QLatin1String("ranks"); }));
    EXPECT_TRUE(hasTab(QStringLiteral("Ranks")));
    openIn(window, {write(smallTrace)});
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.workspace()->raisedPanelId() == QLatin1String("overview"); }))
        << window.workspace()->raisedPanelId().toStdString();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !hasTab(QStringLiteral("Ranks")); }));
    window.session()->setActive(window.session()->contexts().front());
    EXPECT_TRUE(QTest::qWaitFor([&] { return hasTab(QStringLiteral("Ranks")); }));
}

TEST_F(JobTab, theStepsOfARunAreNotOfferedBesideAJob)
{
    ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("job")));
    int rank = 0;
    for (const std::string &trace : test::JobGenerator({.ranks = 2, .steps = 5, .layers = 1}).traces())
        write(trace, QStringLiteral("job/rank-%1.json").arg(rank++));
    MainWindow window;
    openIn(window, {m_folder.filePath(QStringLiteral("job/rank-0.json"))});
    auto *steps = window.findChild<QComboBox *>(QStringLiteral("steps"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return steps->isVisible(); }, 60'000));
    openIn(window, {m_folder.filePath(QStringLiteral("job"))});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.job()->job() != nullptr; }));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !steps->isVisible(); }));
    window.findChild<QTabBar *>(QStringLiteral("runs"))->setCurrentIndex(0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return steps->isVisible(); })) << "with their run";
}

} // namespace
} // namespace ws
