// Every gesture of the table with real events on the offscreen platform.
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/timelineactions.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"

#include "tests/widgets/timelineruns.h"

#include <QApplication>
#include <QMenu>
#include <QSettings>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

constexpr int64_t us = 1000;

/// Two launches on a thread, their kernels on two streams, a gap between them.
RunPtr smallRun()
{
    RunMaker maker;
    maker.python("1", 0, 1000 * us, "main.py(1): main");
    maker.op("1", 10 * us, 30 * us, "aten::mm");
    maker.launch("1", 20 * us, 10 * us, 1);
    maker.launch("1", 120 * us, 10 * us, 2);
    maker.kernel("7", 100 * us, 100 * us, "gemm", 1);
    maker.kernel("7", 250 * us, 50 * us, "norm", 2);
    maker.kernel("7", 600 * us, 100 * us, "gemm", 0);
    maker.kernel("20", 650 * us, 50 * us, "nccl", 0);
    return maker.finish();
}

RunPtr runOfFile()
{
    RunMaker maker;
    maker.kernel("7", 0, 1000 * us, "gemm");
    maker.run->info.stamp.path = QStringLiteral("a.json");
    return maker.finish();
}

class TimelineGestures : public testing::Test
{
protected:
    TimelineGestures() : view(&session)
    {
        session.addRun(smallRun());
        view.resize(1000, 500);
        view.show();
        view.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&view));
        view.setFocus();
        QApplication::processEvents();
    }

    TimelineCanvas &canvas() { return *view.canvas(); }
    const Timeline &timeline() { return session.run()->timeline; }
    EventRef kernel(size_t i) { return session.run()->gpu.slice[i]; }
    QPoint middleOf(EventRef slice) { return canvas().boxOf(slice).center().toPoint(); }
    QPoint at(int64_t ns, int y = 100) { return QPoint(static_cast<int>(canvas().scale().x(ns)), y); }
    void key(Qt::Key k, Qt::KeyboardModifiers modifiers = Qt::NoModifier) { QTest::keyClick(&view, k, modifiers); }
    void wheel(QPoint where, QPoint angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(where, canvas().mapToGlobal(where), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&canvas(), &event);
    }
    void drag(QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton,
              Qt::KeyboardModifiers modifiers = Qt::NoModifier, bool release = true)
    {
        QTest::mousePress(&canvas(), button, modifiers, from);
        for (QPoint p : {(from + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, p, canvas().mapToGlobal(p), Qt::NoButton, button, modifiers);
            QApplication::sendEvent(&canvas(), &move);
        }
        if (release)
            QTest::mouseRelease(&canvas(), button, modifiers, to);
    }

    Session session;
    TimelineView view;
};

} // namespace

TEST_F(TimelineGestures, theFirstViewFitsGpuActivityNotTheFile)
{
    const TimeRange visible = view.visibleRange();
    EXPECT_LE(visible.begin, 100 * us);
    EXPECT_GE(visible.begin, 80 * us);
    EXPECT_GE(visible.end, 700 * us);
    EXPECT_LE(visible.end, 720 * us);
}

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
    EXPECT_FALSE(session.range());
}

TEST_F(TimelineGestures, dragSelectsARangeAndEscapeClearsIt)
{
    drag(at(200 * us), at(500 * us));
    ASSERT_TRUE(session.range());
    EXPECT_NEAR(double(session.range()->begin), 200e3, canvas().scale().nsPerPixel() * 2);
    EXPECT_NEAR(double(session.range()->end), 500e3, canvas().scale().nsPerPixel() * 2);
    EXPECT_FALSE(session.selection().valid());
    key(Qt::Key_Escape);
    EXPECT_FALSE(session.range());
}

TEST_F(TimelineGestures, aDraggedRangeSnapsToSliceEdgesOfTheRowUnderTheMouse)
{
    const int row = middleOf(kernel(1)).y();
    drag(at(250 * us, row) + QPoint(4, 0), at(300 * us, row) + QPoint(-5, 0));
    EXPECT_EQ(session.range(), (TimeRange{250 * us, 300 * us}));
    drag(at(200 * us, row) + QPoint(-3, 0), at(600 * us, row) + QPoint(5, 0));
    EXPECT_EQ(session.range(), (TimeRange{200 * us, 600 * us}));
}

TEST_F(TimelineGestures, snappingEndsAFewPixelsAwayAndWithControlOrAlt)
{
    const int row = middleOf(kernel(1)).y();
    drag(at(300 * us, row) + QPoint(9, 0), at(450 * us, row));
    ASSERT_TRUE(session.range());
    EXPECT_GT(session.range()->begin, 300 * us + 5 * int64_t(canvas().scale().nsPerPixel()));
    for (Qt::KeyboardModifier free : {Qt::ControlModifier, Qt::AltModifier}) {
        drag(at(300 * us, row) + QPoint(4, 0), at(450 * us, row), Qt::LeftButton, free);
        ASSERT_TRUE(session.range());
        EXPECT_NE(session.range()->begin, 300 * us);
        EXPECT_NEAR(double(session.range()->begin), 300e3 + 4 * canvas().scale().nsPerPixel(),
                    2 * canvas().scale().nsPerPixel());
    }
    const int below = canvas().height() - 2; // no row there
    drag(QPoint(at(300 * us).x() + 4, below), QPoint(at(450 * us).x(), below));
    EXPECT_NE(session.range()->begin, 300 * us);
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
    EXPECT_EQ(session.range(), (TimeRange{250 * us, 600 * us})) << "a range across the break";
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, middleOf(kernel(2)));
    EXPECT_EQ(session.selection(), kernel(2));
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
    session.reveal(last);
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
    QObject::connect(&session, &Session::ruleRequested, &view, [&](const QString &name) { asked << name; });
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
    EXPECT_EQ(session.selection(), kernel(1));
    EXPECT_FALSE(ruleAction({timeline().tracks[0].firstLane, 0}) && timeline().tracks[0].kind == TrackKind::CpuThread);
}

TEST_F(TimelineGestures, escapeWhileDraggingBringsTheOldRangeBack)
{
    session.setRange(TimeRange{100 * us, 150 * us});
    drag(at(200 * us), at(500 * us), Qt::LeftButton, Qt::NoModifier, false);
    key(Qt::Key_Escape);
    EXPECT_EQ(session.range(), (TimeRange{100 * us, 150 * us}));
}

TEST_F(TimelineGestures, clickSelectsASliceAndClickBesidesClears)
{
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, middleOf(kernel(1)));
    EXPECT_EQ(session.selection(), kernel(1));
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, at(450 * us, middleOf(kernel(1)).y()));
    EXPECT_FALSE(session.selection().valid());
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
    session.select(kernel(1));
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

TEST_F(TimelineGestures, fullStopAndCommaWalkAlongTheRow)
{
    session.select(kernel(0));
    key(Qt::Key_Period);
    EXPECT_EQ(session.selection(), kernel(1));
    key(Qt::Key_Period);
    EXPECT_EQ(session.selection(), kernel(2));
    key(Qt::Key_Period);
    EXPECT_EQ(session.selection(), kernel(2)); // the last one stays
    key(Qt::Key_Comma);
    EXPECT_EQ(session.selection(), kernel(1));
}

TEST_F(TimelineGestures, nFindsTheSameNameInBothDirections)
{
    session.select(kernel(0));
    key(Qt::Key_N);
    EXPECT_EQ(session.selection(), kernel(2));
    key(Qt::Key_N, Qt::ShiftModifier);
    EXPECT_EQ(session.selection(), kernel(0));
}

TEST_F(TimelineGestures, bracketsGoBetweenLaunchAndKernel)
{
    session.select(kernel(0));
    key(Qt::Key_BracketLeft);
    EXPECT_EQ(session.run()->text(timeline().name(session.selection())), "cudaLaunchKernel");
    EXPECT_EQ(timeline().start(session.selection()), 20 * us);
    EXPECT_LE(view.visibleRange().begin, 20 * us); // it was left of the view
    key(Qt::Key_BracketRight);
    EXPECT_EQ(session.selection(), kernel(0));
}

TEST_F(TimelineGestures, mSetsAMarkAndEscapeRemovesItBeforeTheRange)
{
    QTest::mouseMove(&canvas(), at(300 * us));
    QApplication::processEvents();
    key(Qt::Key_M);
    ASSERT_TRUE(view.state()->mark());
    EXPECT_NEAR(double(*view.state()->mark()), 300e3, canvas().scale().nsPerPixel() * 2);
    session.setRange(TimeRange{1, 2});
    key(Qt::Key_Escape);
    EXPECT_FALSE(view.state()->mark());
    EXPECT_TRUE(session.range());
}

TEST_F(TimelineGestures, gSelectsTheNextGap)
{
    key(Qt::Key_G);
    EXPECT_EQ(session.range(), (TimeRange{200 * us, 250 * us}));
    key(Qt::Key_G);
    EXPECT_EQ(session.range(), (TimeRange{300 * us, 600 * us}));
    const TimeRange centred = view.visibleRange();
    EXPECT_NEAR(double(centred.begin + centred.end) / 2, 450e3, double(centred.length()) / 4);
    key(Qt::Key_G);
    EXPECT_EQ(session.range(), (TimeRange{300 * us, 600 * us})); // the last one
    key(Qt::Key_G, Qt::ShiftModifier);
    EXPECT_EQ(session.range(), (TimeRange{200 * us, 250 * us}));
}

TEST_F(TimelineGestures, pShowsAndHidesPythonFrames)
{
    const size_t rows = view.state()->layout().rows.size();
    key(Qt::Key_P);
    EXPECT_TRUE(view.isPythonShown());
    EXPECT_EQ(view.state()->layout().rows.size(), rows + 1);
    key(Qt::Key_P);
    EXPECT_EQ(view.state()->layout().rows.size(), rows);
}

TEST_F(TimelineGestures, enterAsksForDetails)
{
    int asked = 0;
    QObject::connect(&view, &TimelineView::detailsRequested, &view, [&] { ++asked; });
    key(Qt::Key_Return);
    EXPECT_EQ(asked, 0);
    session.select(kernel(0));
    key(Qt::Key_Return);
    EXPECT_EQ(asked, 1);
}

TEST_F(TimelineGestures, hHighlightsTheSelectedNameAndEscapeClearsIt)
{
    session.select(kernel(0));
    key(Qt::Key_H);
    ASSERT_FALSE(session.highlight().empty());
    EXPECT_EQ(session.highlight()[timeline().name(kernel(0))], 1);
    EXPECT_EQ(session.highlight()[timeline().name(kernel(1))], 0);
    key(Qt::Key_Escape);
    EXPECT_TRUE(session.highlight().empty());
    EXPECT_TRUE(session.selection().valid());
}

TEST_F(TimelineGestures, wheelAndArrowsScrollTheRows)
{
    view.resize(1000, 44 + 26 + 80);
    QApplication::processEvents();
    ASSERT_GT(view.state()->mostScroll(), 0);
    wheel({300, 40}, {0, -120});
    const int scrolled = view.state()->view().scroll;
    EXPECT_GT(scrolled, 0);
    key(Qt::Key_Up);
    EXPECT_LT(view.state()->view().scroll, scrolled);
    key(Qt::Key_PageDown);
    key(Qt::Key_PageDown);
    EXPECT_EQ(view.state()->view().scroll, view.state()->mostScroll());
}

TEST_F(TimelineGestures, revealUnfoldsScrollsAndZoomsToTheSlice)
{
    key(Qt::Key_0);
    LayoutChoices choices;
    for (const LayoutGroup &group : view.state()->layout().groups)
        choices.foldedGroups.insert(group.key());
    view.state()->setChoices(choices);
    EXPECT_TRUE(canvas().boxOf(kernel(3)).isNull());
    session.reveal(kernel(3));
    EXPECT_FALSE(canvas().boxOf(kernel(3)).isNull());
    EXPECT_EQ(session.selection(), kernel(3));
    EventRef python{timeline().tracks[0].firstLane, 0};
    for (uint32_t l = 0; l < timeline().lanes.size(); ++l)
        for (uint32_t i = 0; i < timeline().lanes[l].size(); ++i)
            if (timeline().category({l, i}).kind == CategoryKind::Python)
                python = {l, i};
    session.reveal(python);
    EXPECT_TRUE(view.isPythonShown());
}

TEST_F(TimelineGestures, headerMenuFoldsPinsAndHides)
{
    TimelineState &state = *view.state();
    QMenu menu;
    const size_t stream = 0;
    view.header()->fillMenu(menu, 0, stream);
    auto trigger = [&](QLatin1String text) {
        for (QAction *action : menu.actions())
            if (action->text().remove(QLatin1Char('&')).startsWith(text))
                return action->trigger();
        ADD_FAILURE() << text.data();
    };
    trigger(QLatin1String("Pin"));
    EXPECT_GT(state.layout().pinnedHeight, 0);
    menu.clear();
    view.header()->fillMenu(menu, 0, 0);
    trigger(QLatin1String("Unpin"));
    EXPECT_EQ(state.layout().pinnedHeight, 0);
    menu.clear();
    view.header()->fillMenu(menu, 0, 0);
    trigger(QLatin1String("Hide"));
    EXPECT_EQ(state.layout().hiddenCount, 1u);
    menu.clear();
    view.header()->fillMenu(menu, SIZE_MAX, SIZE_MAX);
    trigger(QLatin1String("Show all rows"));
    EXPECT_EQ(state.layout().hiddenCount, 0u);
    QTest::mouseClick(view.header(), Qt::LeftButton, {}, QPoint(12, 10));
    EXPECT_TRUE(state.layout().groups[0].folded);
}

TEST_F(TimelineGestures, everyActionHasATextAndIsListed)
{
    size_t count = 0;
    for (const QAction *action : view.timelineActions()) {
        if (action->isSeparator() || action->menu())
            continue;
        ++count;
        EXPECT_FALSE(action->text().isEmpty());
        EXPECT_FALSE(action->shortcuts().isEmpty());
        EXPECT_EQ(action->shortcutContext(), Qt::WidgetWithChildrenShortcut);
    }
    EXPECT_GE(count, 24u);
}

TEST_F(TimelineGestures, theInputMethodIsOffAndNamesAreAccessible)
{
    EXPECT_FALSE(view.testAttribute(Qt::WA_InputMethodEnabled));
    EXPECT_FALSE(canvas().testAttribute(Qt::WA_InputMethodEnabled));
    for (QWidget *child : view.findChildren<QWidget *>())
        if (child->parentWidget() == &view && !child->accessibleName().isEmpty())
            SUCCEED();
    EXPECT_FALSE(canvas().accessibleName().isEmpty());
    session.select(kernel(0));
    EXPECT_TRUE(canvas().accessibleDescription().contains(QLatin1String("gemm")));
}

TEST_F(TimelineGestures, statusTextNamesViewRangeAndMark)
{
    QString text;
    QObject::connect(&view, &TimelineView::rangeLabel, &view, [&](const QString &t) { text = t; });
    drag(at(200 * us), at(500 * us));
    EXPECT_TRUE(QTest::qWaitFor([&] { return text.contains(QLatin1String("Range")); }, 2000));
    EXPECT_TRUE(text.contains(QLatin1String("View")));
}

TEST_F(TimelineGestures, anotherRunStartsAfreshAndTheSameFileKeepsTheView)
{
    const RunPtr first = runOfFile(), reread = runOfFile();
    session.addRun(first);
    view.showRange({400 * us, 500 * us});
    const TimeRange kept = view.visibleRange();
    session.replaceRun(first, reread);
    EXPECT_EQ(view.visibleRange(), kept);
    session.addRun(smallRun());
    EXPECT_NE(view.visibleRange(), kept);
}

TEST_F(TimelineGestures, aRunThatIsShownAgainComesBackAsItWas)
{
    const RunPtr first = session.run();
    view.showRange({200 * us, 300 * us});
    key(Qt::Key_P);
    const TimeRange kept = view.visibleRange();
    session.addRun(runOfFile());
    EXPECT_FALSE(view.isPythonShown());
    session.setCurrent(first);
    EXPECT_EQ(view.visibleRange(), kept);
    EXPECT_TRUE(view.isPythonShown());
}

TEST_F(TimelineGestures, shiftRMakesTheSelectionTheRangeAndRZoomsToIt)
{
    session.select(kernel(1));
    key(Qt::Key_R, Qt::ShiftModifier);
    EXPECT_EQ(session.range(), (TimeRange{250 * us, 300 * us}));
    key(Qt::Key_R);
    EXPECT_LT(view.visibleRange().length(), 60 * us);
}

TEST_F(TimelineGestures, closingTheRunLeavesAnEmptyViewThatTakesEveryKey)
{
    session.removeRun(session.run());
    for (QAction *action : view.timelineActions())
        action->trigger();
    drag({100, 100}, {200, 100});
    wheel({100, 100}, {0, 120}, Qt::ControlModifier);
    EXPECT_FALSE(view.renderImage({640, 360}).isNull());
}
