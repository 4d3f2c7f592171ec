// The timeline's gestures by mouse and zoom keys, with real events on the offscreen platform.
#include "tests/widgets/timelinewindow.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/timelineactions.h"

#include <QMenu>
#include <QSettings>

using namespace ws;
using namespace ws::test;

TEST_F(TimelineGestures, controlWheelZoomsAtTheCursor)
{
    const QPoint where = at(400 * us);
    const int64_t before = canvas().scale().ns(where.x());
    const int64_t length = view.visibleRange().length();
    wheel(where, {0, 120}, Qt::ControlModifier);
    EXPECT_LT(view.visibleRange().length(), length);
    EXPECT_NEAR(double(canvas().scale().ns(where.x())), double(before), canvas().scale().nsPerPixel() + 1);
    wheel(where, {0, -120}, Qt::ControlModifier);
    EXPECT_NEAR(double(view.visibleRange().length()), double(length), 2);
}

TEST_F(TimelineGestures, lettersAndSignsZoomAndPan)
{
    const TimeRange start = view.visibleRange();
    for (Qt::Key in : {Qt::Key_W, Qt::Key_Plus, Qt::Key_Equal}) {
        const int64_t length = view.visibleRange().length();
        key(in);
        EXPECT_LT(view.visibleRange().length(), length);
    }
    for (auto [left, right] : {std::pair{Qt::Key_A, Qt::Key_D}, std::pair{Qt::Key_Left, Qt::Key_Right}}) {
        const TimeRange before = view.visibleRange();
        key(left);
        EXPECT_LT(view.visibleRange().begin, before.begin);
        key(right);
        EXPECT_EQ(view.visibleRange(), before);
    }
    for (Qt::Key out : {Qt::Key_S, Qt::Key_Minus, Qt::Key_S})
        key(out);
    EXPECT_NEAR(double(view.visibleRange().length()), double(start.length()), 10);
}

TEST_F(TimelineGestures, shiftWheelShiftDragAndMiddleDragPan)
{
    view.showRange({200 * us, 400 * us});
    TimeRange before = view.visibleRange();
    wheel(at(300 * us), {0, -120}, Qt::ShiftModifier);
    EXPECT_GT(view.visibleRange().begin, before.begin);
    EXPECT_EQ(view.visibleRange().length(), before.length());
    before = view.visibleRange();
    drag({400, 100}, {300, 100}, Qt::LeftButton, Qt::ShiftModifier);
    EXPECT_NEAR(double(view.visibleRange().begin - before.begin), 100 * canvas().scale().nsPerPixel(), 2);
    before = view.visibleRange();
    drag({300, 100}, {400, 100}, Qt::MiddleButton);
    EXPECT_NEAR(double(before.begin - view.visibleRange().begin), 100 * canvas().scale().nsPerPixel(), 2);
    EXPECT_FALSE(session.pane()->context().range());
}

TEST_F(TimelineGestures, dragSelectsARangeAndEscapeClearsIt)
{
    drag(at(200 * us), at(500 * us));
    ASSERT_TRUE(session.pane()->context().range());
    EXPECT_NEAR(double(session.pane()->context().range()->begin), 200e3, canvas().scale().nsPerPixel() * 2);
    EXPECT_NEAR(double(session.pane()->context().range()->end), 500e3, canvas().scale().nsPerPixel() * 2);
    EXPECT_FALSE(session.pane()->context().selection().valid());
    key(Qt::Key_Escape);
    EXPECT_FALSE(session.pane()->context().range());
}

TEST_F(TimelineGestures, aDraggedRangeSnapsToSliceEdgesOfTheRowUnderTheMouse)
{
    const int row = middleOf(kernel(1)).y();
    drag(at(250 * us, row) + QPoint(4, 0), at(300 * us, row) + QPoint(-5, 0));
    EXPECT_EQ(session.pane()->context().range(), (TimeRange{250 * us, 300 * us}));
    drag(at(200 * us, row) + QPoint(-3, 0), at(600 * us, row) + QPoint(5, 0));
    EXPECT_EQ(session.pane()->context().range(), (TimeRange{200 * us, 600 * us}));
}

TEST_F(TimelineGestures, snappingEndsAFewPixelsAwayAndWithControlOrAlt)
{
    const int row = middleOf(kernel(1)).y();
    drag(at(300 * us, row) + QPoint(9, 0), at(450 * us, row));
    ASSERT_TRUE(session.pane()->context().range());
    EXPECT_GT(session.pane()->context().range()->begin, 300 * us + 5 * int64_t(canvas().scale().nsPerPixel()));
    for (Qt::KeyboardModifier free : {Qt::ControlModifier, Qt::AltModifier}) {
        drag(at(300 * us, row) + QPoint(4, 0), at(450 * us, row), Qt::LeftButton, free);
        ASSERT_TRUE(session.pane()->context().range());
        EXPECT_NE(session.pane()->context().range()->begin, 300 * us);
        EXPECT_NEAR(double(session.pane()->context().range()->begin), 300e3 + 4 * canvas().scale().nsPerPixel(),
                    2 * canvas().scale().nsPerPixel());
    }
    const int below = canvas().height() - 2; // no row there
    drag(QPoint(at(300 * us).x() + 4, below), QPoint(at(450 * us).x(), below));
    EXPECT_NE(session.pane()->context().range()->begin, 300 * us);
}

TEST_F(TimelineGestures, cCollapsesIdleTimeAndTimesStayReal)
{
    QSettings().setValue(QStringLiteral("timeline/collapseIdleNs"), qlonglong(200 * us));
    key(Qt::Key_0);
    key(Qt::Key_C);
    ASSERT_EQ(view.state()->axis().breaks().size(), 2u); // from the last kernel to the end of the run, and the middle
    EXPECT_EQ(view.state()->axis().breaks()[0], (TimeRange{300 * us, 600 * us}));
    EXPECT_LT(at(600 * us).x() - at(300 * us).x(), canvas().width() / 50);
    const int row = middleOf(kernel(1)).y();
    drag(at(250 * us, row), at(600 * us, row));
    EXPECT_EQ(session.pane()->context().range(), (TimeRange{250 * us, 600 * us})) << "a range across the break";
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, middleOf(kernel(2)));
    EXPECT_EQ(session.pane()->context().selection(), kernel(2));
    key(Qt::Key_C);
    EXPECT_TRUE(view.state()->axis().isLinear());
}

TEST_F(TimelineGestures, theMenuOfIdleTimesSetsWhatIsLeftOut)
{
    for (const QAction *action : view.timelineActions())
        if (action->menu())
            for (QAction *choice : action->menu()->actions())
                if (choice->data().toLongLong() == 100 * us)
                    choice->trigger();
    EXPECT_EQ(view.state()->collapseNs(), 100 * us);
    EXPECT_EQ(QSettings().value(QStringLiteral("timeline/collapseIdleNs")).toLongLong(), 100 * us);
    const EventRef last = kernel(3);
    session.pane()->context().reveal(last);
    EXPECT_GE(middleOf(last).x(), 0);
    EXPECT_FALSE(view.renderImage({640, 360}).isNull());
}

TEST_F(TimelineGestures, wheelOnACollapsedAxisZoomsAtTheCursor)
{
    view.state()->setCollapseNs(200 * us);
    key(Qt::Key_0);
    for (int64_t ns : {120 * us, 280 * us, 650 * us}) {
        const double x = canvas().scale().x(ns);
        const QPoint where(static_cast<int>(x), 100);
        const int64_t before = canvas().scale().ns(where.x());
        wheel(where, {0, 120}, Qt::ControlModifier);
        EXPECT_NEAR(canvas().scale().x(before), where.x(), 1.5);
        wheel(where, {0, -120}, Qt::ControlModifier);
    }
}

TEST_F(TimelineGestures, theMenuOfAKernelAsksForARule)
{
    QStringList asked;
    QObject::connect(session.pane(), &Pane::ruleRequested, &view, [&](const QString &name) { asked << name; });
    TimelineActions *actions = view.findChild<TimelineActions *>();
    ASSERT_TRUE(actions);
    const auto ruleAction = [&](EventRef slice) -> QAction * {
        static QMenu menu;
        menu.clear();
        actions->fillMenu(menu, slice);
        for (QAction *action : menu.actions())
            if (action->text().contains(QLatin1String("rule")))
                return action;
        return nullptr;
    };
    QAction *rule = ruleAction(kernel(1));
    ASSERT_TRUE(rule);
    rule->trigger();
    EXPECT_EQ(asked, QStringList{QStringLiteral("norm")});
    EXPECT_EQ(session.pane()->context().selection(), kernel(1));
    EXPECT_FALSE(ruleAction({timeline().tracks[0].firstLane, 0}) && timeline().tracks[0].kind == TrackKind::CpuThread);
}

TEST_F(TimelineGestures, onlyTheMenuOfAStepsAnnotationAsksForItsStages)
{
    test::RunMaker maker;
    maker.label("7", 0, 100 * us, "step[DECODE bs=2]");
    maker.kernel("7", 0, 100 * us, "gemm");
    session.add(maker.finish());
    EventRef asked;
    QObject::connect(&view, &TimelineView::stepRequested, &view, [&](EventRef slice) { asked = slice; });
    const auto stages = [&](EventRef slice, QMenu &menu) -> QAction * {
        view.findChild<TimelineActions *>()->fillMenu(menu, slice);
        for (QAction *action : menu.actions())
            if (action->text().contains(QLatin1String("Stages")))
                return action;
        return nullptr;
    };
    QMenu ofKernel, ofLabel;
    EXPECT_FALSE(stages(kernel(0), ofKernel));
    const Track &labels = *std::find_if(timeline().tracks.begin(), timeline().tracks.end(),
                                        [](const Track &track) { return track.kind == TrackKind::GpuAnnotation; });
    QAction *action = stages({labels.firstLane, 0}, ofLabel);
    ASSERT_TRUE(action);
    action->trigger();
    EXPECT_EQ(asked, (EventRef{labels.firstLane, 0}));
}

TEST_F(TimelineGestures, escapeWhileDraggingBringsTheOldRangeBack)
{
    session.pane()->context().setRange(TimeRange{100 * us, 150 * us});
    drag(at(200 * us), at(500 * us), Qt::LeftButton, Qt::NoModifier, false);
    key(Qt::Key_Escape);
    EXPECT_EQ(session.pane()->context().range(), (TimeRange{100 * us, 150 * us}));
}

TEST_F(TimelineGestures, clickSelectsASliceAndClickBesidesClears)
{
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, middleOf(kernel(1)));
    EXPECT_EQ(session.pane()->context().selection(), kernel(1));
    // behind the stream's last work: between two, the click would select the gap once gaps are known
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at(850 * us, middleOf(kernel(1)).y()));
    EXPECT_FALSE(session.pane()->context().selection().valid());
}

TEST_F(TimelineGestures, doubleClickZoomsToTheSlice)
{
    QTest::mouseDClick(&canvas(), Qt::LeftButton, {}, middleOf(kernel(1)));
    EXPECT_LT(view.visibleRange().length(), 100 * us);
    EXPECT_LE(view.visibleRange().begin, 250 * us);
    EXPECT_GE(view.visibleRange().end, 300 * us);
}

TEST_F(TimelineGestures, fCentresThenFits)
{
    session.pane()->context().select(kernel(1));
    view.showRange({500 * us, 700 * us});
    const int64_t length = view.visibleRange().length();
    key(Qt::Key_F);
    EXPECT_EQ(view.visibleRange().length(), length);
    EXPECT_NEAR(double(view.visibleRange().begin + view.visibleRange().end) / 2, 275e3, 2);
    key(Qt::Key_F);
    EXPECT_LT(view.visibleRange().length(), 100 * us);
}

TEST_F(TimelineGestures, zoomHistoryGoesBackAndForward)
{
    key(Qt::Key_Home, Qt::ShiftModifier);
    const TimeRange first = view.visibleRange();
    key(Qt::Key_0);
    const TimeRange whole = view.visibleRange();
    EXPECT_LE(whole.begin, 0);
    EXPECT_GE(whole.end, 1000 * us);
    view.showRange({100 * us, 200 * us});
    const TimeRange last = view.visibleRange();
    key(Qt::Key_Backspace);
    EXPECT_EQ(view.visibleRange(), whole);
    key(Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(view.visibleRange(), first);
    key(Qt::Key_Right, Qt::AltModifier);
    key(Qt::Key_Right, Qt::AltModifier);
    EXPECT_EQ(view.visibleRange(), last);
    key(Qt::Key_Home);
    EXPECT_EQ(view.visibleRange(), whole);
    key(Qt::Key_Home, Qt::ShiftModifier);
    EXPECT_EQ(view.visibleRange(), first);
}

TEST_F(TimelineGestures, aSeriesOfWheelStepsIsOneStepOfTheHistory)
{
    const TimeRange before = view.visibleRange();
    for (int i = 0; i < 5; ++i)
        wheel(at(400 * us), {0, 120}, Qt::ControlModifier);
    key(Qt::Key_Backspace);
    EXPECT_EQ(view.visibleRange(), before);
}
