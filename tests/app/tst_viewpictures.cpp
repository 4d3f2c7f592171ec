// Views as pictures: which view it is, and that its caption belongs to it.

#include "app/window/sharing.h"
#include "app/window/viewpictures.h"
#include "app/window/workspace.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/session/viewcaption.h"
#include "widgets/stages/stagechart.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"

#include <QApplication>
#include <QClipboard>
#include <QImage>
#include <QSignalSpy>

namespace ws {
namespace {

class ViewPicturesTest : public test::MainWindowTest
{
protected:
    static QImage copied(MainWindow &window)
    {
        QSignalSpy done(window.sharing()->pictures(), &ViewPictures::copied);
        window.sharing()->pictures()->copy();
        EXPECT_TRUE(QTest::qWaitFor([&] { return done.count() == 1; }, 10'000));
        return QApplication::clipboard()->image();
    }
};

TEST_F(ViewPicturesTest, areOfTheViewWithTheKeyboardFocus)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.timeline()->setFocus();
    EXPECT_EQ(window.sharing()->pictures()->view(), window.timeline());
    window.showPanel(QStringLiteral("stages"));
    auto *chart = window.findChild<StageChart *>();
    ASSERT_TRUE(chart);
    chart->setFocus();
    EXPECT_TRUE(chart->hasFocus());
    EXPECT_EQ(window.sharing()->pictures()->view(), chart);
    window.showPanel(QStringLiteral("kernels"));
    window.workspace()->enterPanel();
    EXPECT_EQ(window.sharing()->pictures()->view(), window.workspace()->raisedPanel());
}

TEST_F(ViewPicturesTest, areCopiedWithACaptionUnlessItIsTurnedOff)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return window.session()->pane()->context().communication() != nullptr; }, 10'000));
    window.timeline()->setFocus();
    const QSize view = window.sharing()->pictures()->view()->size();
    const QImage with = copied(window);
    EXPECT_EQ(with.width(), 2 * view.width());
    EXPECT_GT(with.height(), 2 * view.height());
    QSettings().setValue(pictureCaptionSetting, false);
    const int height = window.sharing()->pictures()->view()->height(); // the message above has taken some
    EXPECT_EQ(copied(window).height(), 2 * height);
}

TEST_F(ViewPicturesTest, withoutARunThereIsNone)
{
    MainWindow window;
    window.show();
    QApplication::clipboard()->clear();
    window.sharing()->pictures()->copy();
    EXPECT_FALSE(window.sharing()->pictures()->isBusy());
    EXPECT_TRUE(QApplication::clipboard()->image().isNull());
}

} // namespace
} // namespace ws
