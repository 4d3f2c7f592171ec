// A folder of ranks in the window.

#include "app/jobcommands.h"
#include "app/messagebar.h"
#include "app/workspace.h"
#include "tests/support/jobgen.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/panels/ranks/rankspanel.h"
#include "widgets/panels/ranks/rankstrips.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QDir>
#include <QSignalSpy>

namespace ws {
namespace {

class Jobs : public test::MainWindowTest
{
protected:
    /// A folder of the traces.
    QString job(const test::JobOptions &options)
    {
        EXPECT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("job")));
        int rank = 0;
        for (const std::string &trace : test::JobGenerator(options).traces())
            write(trace, QStringLiteral("job/rank-%1.json").arg(rank++));
        return m_folder.filePath(QStringLiteral("job"));
    }
    static RanksPanel *visiblePanel(const MainWindow &window)
    {
        for (RanksPanel *panel : window.findChildren<RanksPanel *>())
            if (panel->isVisible())
                return panel;
        return nullptr;
    }
    static bool open(MainWindow &window, const QString &path)
    {
        window.show();
        window.open({path});
        return QTest::qWaitFor([&] { return !window.isLoading(); }, 20'000);
    }
};

TEST_F(Jobs, aFolderOfTracesIsAJob)
{
    const QString folder = job({.steps = 6, .layers = 3, .slow = test::JobOptions::Slow::Kernel});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    EXPECT_TRUE(window.session()->contexts().empty()) << "its ranks are digests";
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(panel);
    ASSERT_TRUE(window.job()->job());
    EXPECT_EQ(window.job()->job()->ranks.size(), 8u);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    EXPECT_TRUE(panel->sentences().startsWith(QStringLiteral("rank 5 holds the others up")))
        << panel->sentences().toStdString();
    const RankHeatmap &map = *panel->heatmap();
    EXPECT_LT(map.valueOf({5, 2}), map.valueOf({4, 2})) << "who is late does not wait";
    for (const auto view : {RanksPanel::View::Strips, RanksPanel::View::Ranks, RanksPanel::View::Steps,
                            RanksPanel::View::Collectives, RanksPanel::View::Stages}) {
        panel->setView(view);
        QCoreApplication::processEvents();
        window.grab();
    }
    EXPECT_EQ(panel->table()->model()->rowCount(), 8);
}

TEST_F(Jobs, aDoubleClickOpensTheTraceAtTheStep)
{
    const QString folder = job({.ranks = 4, .steps = 6, .layers = 3});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(panel);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    emit panel->heatmap()->activated({2, 3});
    ASSERT_TRUE(settle(window));
    ASSERT_TRUE(window.session()->active());
    EXPECT_TRUE(window.session()->active()->run()->info.stamp.path.endsWith(QStringLiteral("rank-2.json")));
    const TimeRange step = window.job()->job()->ranks[2]->steps[3].work;
    ASSERT_TRUE(QTest::qWaitFor([&] {
        const TimeRange visible = window.timeline()->visibleRange();
        return visible.begin <= step.begin && visible.end >= step.end && visible.length() < 4 * step.length();
    }));
    window.showPanel(QStringLiteral("ranks"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return visiblePanel(window) && visiblePanel(window) != panel; }))
        << "the job is a tab beside the run";
}

TEST_F(Jobs, aTraceThatIsGoneIsNamed)
{
    const QString folder = job({.ranks = 2, .steps = 5, .layers = 1});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    ASSERT_TRUE(QFile::remove(folder + QStringLiteral("/rank-1.json")));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(panel);
    emit panel->heatmap()->activated({1, 0});
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("rank-1.json")));
}

TEST_F(Jobs, closingWhileItIsReadAndOpeningAnotherLeavesNothing)
{
    const QString folder = job({.ranks = 4, .steps = 30});
    MainWindow window;
    window.show();
    for (int time = 0; time < 3; ++time) {
        window.open({folder});
        QTest::qWait(time * 20);
        window.job()->close();
        EXPECT_FALSE(window.isLoading());
    }
    EXPECT_FALSE(window.job()->job());
    ASSERT_TRUE(open(window, folder));
    EXPECT_TRUE(window.job()->job());
    window.open({folder}); // again, while it is shown
}

TEST_F(Jobs, aFileOfNamedRanksIsAJobBesideItsRun)
{
    std::string events;
    for (int rank = 0; rank < 3; ++rank) {
        const std::string tid = std::to_string(rank);
        events += R"({"ph":"M","name":"thread_name","pid":0,"tid":)" + tid + R"(,"args":{"name":"PP rank )" + tid +
                  R"(, compute"}},)";
        for (int step = 0; step < 6; ++step)
            events += R"({"ph":"X","name":"forward","pid":0,"tid":)" + tid + R"(,"ts":)" + std::to_string(step * 100) +
                      R"(,"dur":)" + std::to_string(rank == 1 ? 60 : 30) +
                      R"(},{"ph":"X","name":"optimizer","pid":0,"tid":)" + tid + R"(,"ts":)" +
                      std::to_string(step * 100 + 70) + R"(,"dur":5},)";
    }
    events.pop_back();
    const QString file = write("{\"traceEvents\":[" + events + "]}");
    MainWindow window;
    openIn(window, {file});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.job()->job() != nullptr; }));
    const RankJob &job = *window.job()->job();
    ASSERT_EQ(job.ranks.size(), 3u);
    EXPECT_EQ(job.labels[1], QStringLiteral("PP 1"));
    EXPECT_EQ(job.stepNames.size(), 6);
    EXPECT_EQ(job.step(1, 2).computeNs, 65'000);
    EXPECT_EQ(job.step(0, 2).computeNs, 35'000);
    EXPECT_TRUE(job.verdict.found.empty()) << "nobody waits for it";
    EXPECT_TRUE(QTest::qWaitFor([&] { return visiblePanel(window) != nullptr; }));
    EXPECT_TRUE(window.session()->active()) << "the run is open, too";
}

TEST_F(Jobs, aFolderWithoutRanksSaysSo)
{
    QDir(m_folder.path()).mkpath(QStringLiteral("other"));
    write("[1,2,3]", QStringLiteral("other/a.json"));
    write("{\"x\":1}", QStringLiteral("other/b.json"));
    MainWindow window;
    ASSERT_TRUE(open(window, m_folder.filePath(QStringLiteral("other"))));
    EXPECT_FALSE(window.job()->job());
    EXPECT_TRUE(window.messages()->isVisible());
}

TEST_F(Jobs, keysWalkOverTheHeatmap)
{
    const QString folder = job({.ranks = 4, .steps = 6, .layers = 1});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    RankHeatmap *map = visiblePanel(window)->heatmap();
    ASSERT_TRUE(QTest::qWaitFor([&] { return map->isVisible(); }));
    QSignalSpy activated(map, &RankGrid::activated);
    for (const Qt::Key key :
         {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right, Qt::Key_End, Qt::Key_Left, Qt::Key_Up, Qt::Key_Down})
        QTest::keyClick(map, key);
    ASSERT_TRUE(map->current());
    EXPECT_EQ(*map->current(), (RankGrid::Place{1, 4}));
    QTest::keyClick(map, Qt::Key_Return);
    EXPECT_EQ(activated.count(), 1);
    settle(window);
}

TEST_F(Jobs, aPlaceIsWhereItIsDrawn)
{
    const QString folder = job({.ranks = 4, .steps = 6, .layers = 1});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    RankHeatmap *map = panel->heatmap();
    int found = 0;
    for (int y = 0; y < map->viewport()->height(); y += 3)
        for (int x = 0; x < map->viewport()->width(); x += 3)
            if (const auto place = map->placeAt(QPointF(x, y))) {
                ++found;
                EXPECT_LT(place->rank, 4u);
                EXPECT_LT(place->step, 6u);
            }
    EXPECT_GT(found, 100);
    panel->setView(RanksPanel::View::Strips);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->strips()->isVisible(); }));
    RankStrips *strips = panel->strips();
    const TimeRange all = strips->visibleRange();
    QTest::keyClick(strips, Qt::Key_W);
    EXPECT_LT(strips->visibleRange().length(), all.length());
    for (int i = 0; i < 200; ++i)
        QTest::keyClick(strips, Qt::Key_W);
    EXPECT_GE(strips->visibleRange().length(), 1'000);
    QTest::keyClick(strips, Qt::Key_0);
    EXPECT_EQ(strips->visibleRange(), all);
}

} // namespace
} // namespace ws
