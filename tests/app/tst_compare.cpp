// Two runs side by side in the window, with real events: keys, clicks, closing, swapping and reloading in the middle.
#include "tests/app/comparetest.h"

#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QTabBar>
#include <QToolButton>

namespace ws::test {
namespace {

using Compare = CompareTest;

constexpr std::string_view steppedTrace = R"({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":200,"dur":100},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":210,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":30,"dur":50,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":230,"dur":50,"args":{"device":0,"stream":7,"correlation":2}}
]})";

TEST_F(Compare, closingASideWhileDraggingInItIsHarmless)
{
    openPair();
    TimelineCanvas *canvas = timelineOf(B)->canvas();
    QTest::mousePress(canvas, Qt::LeftButton, {}, {100, 60});
    QTest::mouseMove(canvas, {200, 60});
    window.session()->close(context(B));
    QTest::mouseMove(canvas, {220, 60});
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, {220, 60});
    EXPECT_FALSE(window.centre()->isPaired());
    EXPECT_EQ(window.session()->contexts().size(), 1u);
    EXPECT_FALSE(window.session()->active()->range());
}

TEST_F(Compare, closingASideShowsTheOtherRunAlone)
{
    openPair();
    RunContext *stays = context(B);
    for (auto *button : window.centre()->view()->findChildren<QToolButton *>())
        if (button->accessibleName() == QStringLiteral("Close run A"))
            button->click();
    EXPECT_FALSE(window.centre()->isPaired());
    EXPECT_EQ(window.session()->active(), stays);
    EXPECT_EQ(window.session()->contexts().size(), 1u);
    EXPECT_EQ(&window.timeline()->state()->context(), stays);
    EXPECT_TRUE(window.timeline()->isVisible());
}

TEST_F(Compare, endingTheComparisonKeepsBothRuns)
{
    openPair();
    pair().end();
    EXPECT_EQ(window.session()->contexts().size(), 2u);
    EXPECT_FALSE(window.centre()->isPaired());
    EXPECT_LE(window.timeline()->state()->limits().end, 2 * window.session()->active()->run()->timeline.spanNs);
}

TEST_F(Compare, anotherRunIsShownAloneAndThePairComesBack)
{
    openPair();
    RunContext *a = context(A);
    openIn(window, {write(smallTrace, QStringLiteral("third.json"))});
    EXPECT_FALSE(window.centre()->isPaired());
    EXPECT_EQ(&window.timeline()->state()->context(), window.session()->active());
    auto *runs = window.findChild<QTabBar *>(QStringLiteral("runs"));
    EXPECT_EQ(runs->tabText(0), QStringLiteral("A · first.json"));
    EXPECT_EQ(runs->tabText(2), QStringLiteral("third.json"));
    window.session()->setActive(a);
    EXPECT_TRUE(window.centre()->isPaired());
    EXPECT_EQ(relative(A), relative(B));
}

TEST_F(Compare, aClickInASideMakesItsRunTheOneOfThePanels)
{
    openPair();
    EXPECT_EQ(window.session()->active(), context(A));
    QTest::mouseClick(timelineOf(B)->canvas(), Qt::LeftButton, {}, {60, 60});
    EXPECT_EQ(window.session()->active(), context(B));
    EXPECT_EQ(window.timeline(), timelineOf(B));
    QTest::mouseClick(timelineOf(A)->header(), Qt::LeftButton, {}, {100, 200});
    EXPECT_EQ(window.session()->active(), context(A)) << "row names, too";
    const QPoint at(80, 60);
    QWheelEvent wheel(at, timelineOf(B)->canvas()->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(timelineOf(B)->canvas(), &wheel);
    EXPECT_EQ(window.session()->active(), context(A)) << "the wheel only moves";
}

TEST_F(Compare, keysReachTheActiveSideAndF6GoesToTheOther)
{
    openPair();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    pair().setLinked(false);
    timelineOf(A)->setFocus();
    const TimeRange a = timelineOf(A)->visibleRange(), b = timelineOf(B)->visibleRange();
    QTest::keyClick(window.windowHandle(), Qt::Key_W);
    EXPECT_NE(timelineOf(A)->visibleRange(), a);
    EXPECT_EQ(timelineOf(B)->visibleRange(), b);
    QTest::keyClick(window.windowHandle(), Qt::Key_F6);
    EXPECT_EQ(window.session()->active(), context(B));
    QTest::keyClick(window.windowHandle(), Qt::Key_W);
    EXPECT_NE(timelineOf(B)->visibleRange(), b);
    const TimeRange nearer = timelineOf(B)->visibleRange();
    window.showPanel(QStringLiteral("kernels"));
    window.workspace()->raisedPanel()->setFocus(); // keys of the timeline come from there, too
    QTest::keyClick(window.windowHandle(), Qt::Key_S);
    EXPECT_NE(timelineOf(B)->visibleRange(), nearer);
}

TEST_F(Compare, theWindowMayGoWhileItsComparisonHasTheFocus)
{
    openPair();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    auto *box = window.centre()->view()->findChild<QComboBox *>();
    ASSERT_TRUE(box);
    box->setFocus();
    EXPECT_TRUE(box->hasFocus()); // the window goes with the test; sanitizers watch
}

TEST_F(Compare, theTimelineMenuActsOnTheActiveSide)
{
    openPair();
    pair().setLinked(false);
    const auto zoomIn = [&]() -> QAction * {
        for (QAction *action : window.menuBar()->actions())
            if (action->text() == QStringLiteral("&Timeline"))
                for (QAction *entry : action->menu()->actions())
                    if (entry->text() == QStringLiteral("Zoom &In"))
                        return entry;
        return nullptr;
    };
    window.session()->setActive(context(B));
    const TimeRange a = timelineOf(A)->visibleRange(), b = timelineOf(B)->visibleRange();
    ASSERT_TRUE(zoomIn());
    zoomIn()->trigger();
    EXPECT_EQ(timelineOf(A)->visibleRange(), a);
    EXPECT_NE(timelineOf(B)->visibleRange(), b);
    window.session()->setActive(context(A));
    zoomIn()->trigger();
    EXPECT_NE(timelineOf(A)->visibleRange(), a);
}

TEST_F(Compare, rangesAreLinkedAtTheFirstGpuWorkUntilTheyAreUnlinked)
{
    openPair();
    EXPECT_EQ(relative(A), relative(B));
    timelineOf(B)->showRange({310'000, 330'000});
    EXPECT_EQ(relative(A), relative(B));
    auto *linked = window.centre()->view()->findChild<QCheckBox *>();
    ASSERT_TRUE(linked && linked->isChecked());
    linked->click();
    EXPECT_FALSE(pair().isLinked());
    const TimeRange a = timelineOf(A)->visibleRange();
    timelineOf(B)->showRange({320'000, 325'000});
    EXPECT_EQ(timelineOf(A)->visibleRange(), a);
    linked->click();
    EXPECT_EQ(relative(A), relative(B));
}

TEST_F(Compare, swapKeepsTheActiveRunAndTwiceIsAsBefore)
{
    openPair();
    timelineOf(A)->showRange({110'000, 130'000});
    const TimeRange a = timelineOf(A)->visibleRange(), b = timelineOf(B)->visibleRange();
    RunContext *active = window.session()->active();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    timelineOf(A)->setFocus();
    pair().swap();
    EXPECT_EQ(pairText(), QStringLiteral("second.json|first.json"));
    EXPECT_EQ(window.session()->active(), active);
    EXPECT_EQ(timelineOf(B)->visibleRange(), a) << "the run keeps its view on the other side";
    EXPECT_TRUE(timelineOf(B)->hasFocus()) << "and the keys";
    pair().swap();
    EXPECT_EQ(pairText(), QStringLiteral("first.json|second.json"));
    EXPECT_EQ(timelineOf(A)->visibleRange(), a);
    EXPECT_EQ(timelineOf(B)->visibleRange(), b);
}

TEST_F(Compare, reloadingASideKeepsBothInPlace)
{
    openPair();
    timelineOf(A)->showRange({110'000, 130'000});
    const TimeRange a = timelineOf(A)->visibleRange();
    context(B)->select(sliceNamed(*context(B)->run(), "relu"));
    for (const Side side : ComparePair::sides) {
        window.session()->setActive(context(side));
        window.reload();
        ASSERT_TRUE(settle(window));
        ASSERT_EQ(pairText(), QStringLiteral("first.json|second.json"));
        EXPECT_TRUE(pair().isShown());
        EXPECT_EQ(timelineOf(A)->visibleRange(), a);
        EXPECT_EQ(relative(A), relative(B));
    }
    EXPECT_EQ(context(B)->selection(), sliceNamed(*context(B)->run(), "relu"));
}

TEST_F(Compare, reloadingASideLeavesTheTabThatIsInFront)
{
    openPair();
    EXPECT_EQ(window.workspace()->raisedPanelId(), QStringLiteral("compare"));
    window.showPanel(QStringLiteral("kernels"));
    window.reload();
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(window.workspace()->raisedPanelId(), QStringLiteral("kernels"));
    openIn(window, {write(smallTrace, QStringLiteral("third.json"))});
    window.showPanel(QStringLiteral("kernels"));
    pair().set(window.session()->contexts()[2], window.session()->contexts()[0]);
    EXPECT_EQ(window.workspace()->raisedPanelId(), QStringLiteral("compare")) << "two other runs";
}

TEST_F(Compare, neitherSideChangesTheOthersSelectionOrHighlight)
{
    openPair();
    context(A)->select(sliceNamed(*context(A)->run(), "gemm"));
    timelineOf(A)->setFocus();
    QTest::keyClick(timelineOf(A), Qt::Key_H);
    EXPECT_TRUE(context(A)->highlight());
    EXPECT_FALSE(context(B)->highlight());
    EXPECT_FALSE(context(B)->selection().valid());
    context(B)->select(sliceNamed(*context(B)->run(), "relu"));
    pair().swap();
    EXPECT_EQ(context(B)->selection(), sliceNamed(*context(B)->run(), "gemm"));
    EXPECT_EQ(context(A)->selection(), sliceNamed(*context(A)->run(), "relu"));
}

TEST_F(Compare, theyAreAlignedAtSelectedSlicesOnceBothAreSelected)
{
    openPair();
    PairBar *bar = window.centre()->view()->bar();
    bar->chooseAlignment(ComparePair::AlignAt::Selection);
    EXPECT_EQ(pair().alignedAt(), ComparePair::AlignAt::FirstWork);
    bool says = false;
    for (const auto *label : bar->findChildren<QLabel *>())
        says = says || label->text().contains(QStringLiteral("Select a slice in each run"));
    EXPECT_TRUE(says);
    context(A)->select(sliceNamed(*context(A)->run(), "norm"));
    context(B)->select(sliceNamed(*context(B)->run(), "relu"));
    bar->chooseAlignment(ComparePair::AlignAt::Selection);
    EXPECT_EQ(pair().alignedAt(), ComparePair::AlignAt::Selection);
    EXPECT_EQ(relative(A), relative(B));
    EXPECT_EQ(pair().alignedTime(A), context(A)->run()->timeline.start(context(A)->selection()));
}

TEST_F(Compare, theyAreAlignedAtAStepOfEach)
{
    const QString one = write(steppedTrace, QStringLiteral("one.json"));
    openIn(window, {one, one});
    PairBar *bar = window.centre()->view()->bar();
    bar->chooseAlignment(ComparePair::AlignAt::Step);
    ASSERT_TRUE(QTest::qWaitFor([&] { return pair().alignedAt() == ComparePair::AlignAt::Step; }, 60'000));
    QComboBox *stepOfB = nullptr;
    for (auto *box : bar->findChildren<QComboBox *>())
        if (box->accessibleName() == QStringLiteral("Step of B"))
            stepOfB = box;
    ASSERT_TRUE(stepOfB && stepOfB->isVisible());
    ASSERT_EQ(stepOfB->count(), 2);
    stepOfB->setFocus();
    QTest::keyClick(stepOfB, Qt::Key_Down);
    EXPECT_EQ(pair().alignedTime(B) - pair().alignedTime(A), 200'000);
    EXPECT_EQ(relative(A), relative(B));
    pair().swap();
    EXPECT_EQ(stepOfB->currentIndex(), 0) << "the step goes with its run";
}

TEST_F(Compare, withoutStepsTheAlignmentStaysAndSaysSo)
{
    openPair();
    PairBar *bar = window.centre()->view()->bar();
    bar->chooseAlignment(ComparePair::AlignAt::Step);
    const auto says = [&] {
        for (const auto *label : bar->findChildren<QLabel *>())
            if (label->text().contains(QStringLiteral("No steps")))
                return true;
        return false;
    };
    EXPECT_TRUE(QTest::qWaitFor(says, 60'000));
    EXPECT_EQ(pair().alignedAt(), ComparePair::AlignAt::FirstWork);
}

TEST_F(Compare, stackedIsRememberedAndHalvesAreAboveEachOther)
{
    openPair();
    window.centre()->view()->setStacked(true);
    QCoreApplication::processEvents();
    EXPECT_GT(timelineOf(B)->mapTo(&window, QPoint()).y(), timelineOf(A)->mapTo(&window, QPoint()).y() + 50);
    dragTo({first}, area()->mapTo(&window, QPoint(area()->width() - 20, 20)));
    EXPECT_EQ(overlay()->zone(), DropZone::First);
    MainWindow other;
    EXPECT_TRUE(other.centre()->view()->isStacked());
}

TEST_F(Compare, rowNamesAreNarrowerOnlyInNarrowSidesAndADraggedWidthStays)
{
    window.resize(1'200, 800);
    openIn(window, {first});
    EXPECT_EQ(window.timeline()->header()->width(), RowHeader::preferredWidth);
    openPair();
    EXPECT_LT(timelineOf(A)->header()->minimumWidth(), RowHeader::preferredWidth);
    EXPECT_EQ(timelineOf(A)->header()->minimumWidth(), timelineOf(B)->header()->minimumWidth());
    window.resize(2'000, 800);
    EXPECT_TRUE(QTest::qWaitFor([this] { return timelineOf(B)->header()->minimumWidth() == RowHeader::preferredWidth; },
                                5'000));
    window.resize(1'200, 800);
    EXPECT_TRUE(
        QTest::qWaitFor([this] { return timelineOf(B)->header()->minimumWidth() < RowHeader::preferredWidth; }, 60'000));
    timelineOf(B)->setHeaderWidth(190);
    pair().swap();
    EXPECT_EQ(timelineOf(B)->header()->minimumWidth(), 190);
    pair().end();
    EXPECT_EQ(window.timeline()->header()->minimumWidth(), RowHeader::preferredWidth);
}

} // namespace
} // namespace ws::test
