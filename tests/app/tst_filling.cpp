// The timeline that fills while a file is read.

#include "app/window/centre.h"
#include "app/window/loadingview.h"
#include "app/window/mainwindow.h"
#include "core/readers/formats.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/session/pane.h"
#include "widgets/session/session.h"
#include "widgets/timeline/fillingtimeline.h"
#include "widgets/timeline/timelinestate.h"

#include <QScrollBar>
#include <QWheelEvent>

#include <latch>

namespace ws {
namespace {

class Filling : public test::MainWindowTest
{
protected:
    /// Opens the file in `window`, whose reader has given all it has to the view and now waits for m_letGo.
    FillingTimeline *fill(MainWindow &window, const QString &path)
    {
        window.resize(1000, 700);
        window.show();
        window.open({path});
        auto *filling = window.findChild<FillingTimeline *>();
        EXPECT_TRUE(QTest::qWaitFor([&] { return filling->isVisible(); }, 10'000));
        return filling;
    }
    RunLoader::Load held()
    {
        return [this](const QString &path, Progress &progress) -> Result<RunPtr> {
            auto run = loadRun(path, progress);
            m_letGo.wait();
            return run;
        };
    }
    static TimeRange visibleOf(MainWindow &window)
    {
        return window.session()->active()->viewState<TimelineViewState>().visible;
    }
    static constexpr TimeRange all{90'000, 170'000}; ///< of smallTrace

    std::latch m_letGo{1};
};

TEST_F(Filling, showsWhatThereIsAndKeepsItsViewToTheEnd)
{
    MainWindow window(held());
    FillingTimeline *filling = fill(window, write(smallTrace));
    EXPECT_EQ(filling->visible(), all);
    EXPECT_TRUE(filling->hasFocus()) << "its keys work at once";
    QTest::keyClick(filling, Qt::Key_W);
    QTest::keyClick(filling, Qt::Key_W);
    QTest::keyClick(filling, Qt::Key_D);
    const TimeRange chosen = filling->visible();
    EXPECT_LT(chosen.length(), all.length() / 2);
    EXPECT_GT(chosen.begin, all.begin);
    QTest::qWait(250); // looked at again meanwhile
    EXPECT_EQ(filling->visible(), chosen);
    EXPECT_FALSE(window.grab().isNull());
    m_letGo.count_down();
    ASSERT_TRUE(settle(window));
    ASSERT_TRUE(window.session()->active());
    const int64_t origin = window.session()->active()->run()->timeline.originNs;
    EXPECT_EQ(visibleOf(window), (TimeRange{chosen.begin - origin, chosen.end - origin}));
    EXPECT_FALSE(filling->isVisible());
    EXPECT_TRUE(filling->isBlank()) << "it keeps nothing";
}

TEST_F(Filling, anUntouchedOneLeavesTheFirstViewToTheTimeline)
{
    const QString path = write(smallTrace);
    TimeRange usual;
    {
        MainWindow window;
        window.resize(1000, 700);
        openIn(window, {path});
        ASSERT_TRUE(QTest::qWaitFor([&] { return visibleOf(window).length() > 0; }));
        usual = visibleOf(window);
    }
    MainWindow window(held());
    FillingTimeline *filling = fill(window, path);
    QTest::keyClick(filling, Qt::Key_W);
    QTest::keyClick(filling, Qt::Key_0);
    EXPECT_EQ(filling->visible(), all);
    m_letGo.count_down();
    ASSERT_TRUE(settle(window));
    ASSERT_TRUE(QTest::qWaitFor([&] { return visibleOf(window).length() > 0; }));
    EXPECT_EQ(visibleOf(window), usual);
}

TEST_F(Filling, neverLeavesWhatThereIs)
{
    MainWindow window(held());
    FillingTimeline *filling = fill(window, write(smallTrace));
    const TimeRange limits = withMargin(all, 0.02);
    for (const Qt::Key key : {Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_W, Qt::Key_W, Qt::Key_D})
        for (int i = 0; i < 40; ++i) {
            QTest::keyClick(filling, key);
            EXPECT_GE(filling->visible().begin, limits.begin);
            EXPECT_LE(filling->visible().end, limits.end);
            EXPECT_GE(filling->visible().length(), shortestViewNs);
        }
    filling->follow();
    QWheelEvent wheel({500, 50}, filling->mapToGlobal(QPointF(500, 50)), {}, {0, 120}, Qt::NoButton,
                      Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(filling->viewport(), &wheel);
    EXPECT_LT(filling->visible().length(), all.length());
    QTest::mousePress(filling->viewport(), Qt::LeftButton, {}, {500, 50});
    const TimeRange before = filling->visible();
    QMouseEvent move(QEvent::MouseMove, {400, 50}, filling->viewport()->mapToGlobal(QPointF(400, 50)), Qt::NoButton,
                     Qt::LeftButton, {});
    QCoreApplication::sendEvent(filling->viewport(), &move);
    EXPECT_GT(filling->visible().begin, before.begin);
    EXPECT_EQ(filling->visible().length(), before.length());
    QTest::mouseRelease(filling->viewport(), Qt::LeftButton, {}, {400, 50});
    m_letGo.count_down();
    ASSERT_TRUE(settle(window));
}

TEST_F(Filling, aCancelledLoadLeavesNothing)
{
    MainWindow window(held());
    FillingTimeline *filling = fill(window, write(smallTrace));
    QTest::keyClick(filling, Qt::Key_W);
    window.cancelLoading();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !filling->isVisible(); }));
    EXPECT_TRUE(filling->isBlank());
    QTest::keyClick(filling, Qt::Key_W);
    EXPECT_EQ(filling->visible().length(), 0);
    m_letGo.count_down();
    EXPECT_TRUE(QTest::qWaitFor([&] { return !window.isLoading(); }));
    EXPECT_EQ(window.session()->active(), nullptr);
}

TEST_F(Filling, hostileNamesAreDrawnAsText)
{
    MainWindow window(held());
    std::string trace = R"({"traceEvents":[)";
    for (int i = 0; i < 300; ++i)
        trace += std::string(i ? "," : "") + R"({"ph":"X","name":"a","pid":"<b>)" + std::string(size_t(i) * 50, 'x') +
                 R"(\n%1","tid":)" + std::to_string(i) + R"(,"ts":)" + std::to_string(i) + R"(,"dur":1})";
    FillingTimeline *filling = fill(window, write(trace + "]}"));
    EXPECT_FALSE(window.grab().isNull());
    filling->verticalScrollBar()->setValue(filling->verticalScrollBar()->maximum());
    EXPECT_GT(filling->verticalScrollBar()->maximum(), 0);
    EXPECT_FALSE(window.grab().isNull());
    window.resize(300, 200);
    EXPECT_FALSE(window.grab().isNull());
    m_letGo.count_down();
    ASSERT_TRUE(settle(window));
}

} // namespace
} // namespace ws
