// Two runs in one window: each pane shows its own, and changes in one do not affect the other.

#include "tests/widgets/timelinewindow.h"
#include "widgets/panels/kernels/kernelspanel.h"
#include "widgets/timeline/rowheader.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QTableView>

namespace ws::test {
namespace {

RunPtr otherRun()
{
    RunMaker maker;
    maker.kernel("9", 0, 40 * us, "attention");
    maker.kernel("9", 100 * us, 40 * us, "gemm");
    return maker.finish();
}

class TwoRuns : public testing::Test
{
protected:
    TwoRuns() : first(session.add(smallRun())), second(session.add(otherRun())), left(&leftPane), right(&rightPane)
    {
        leftPane.show(first);
        rightPane.show(second);
        auto *layout = new QHBoxLayout(&window);
        layout->addWidget(&left);
        layout->addWidget(&right);
        window.resize(1600, 400);
        window.show();
        window.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&window));
    }
    static void key(TimelineView &view, Qt::Key k)
    {
        view.setFocus();
        QTest::keyClick(&view, k);
    }

    Session session;
    RunContext *first, *second;
    Pane leftPane, rightPane;
    QWidget window;
    TimelineView left, right; ///< go before their window
};

TEST_F(TwoRuns, standInOneWindowEachWithItsRangeSelectionAndHighlight)
{
    first->setRange(TimeRange{100 * us, 200 * us});
    first->select(first->run()->gpu.slice[0]);
    first->setHighlightedName(first->run()->gpu.name[0]);
    second->setRange(TimeRange{0, 40 * us});
    QApplication::processEvents();

    EXPECT_EQ(left.state()->data()->run, first->run());
    EXPECT_EQ(right.state()->data()->run, second->run());
    EXPECT_EQ(leftPane.context().range(), (TimeRange{100 * us, 200 * us}));
    EXPECT_EQ(rightPane.context().range(), (TimeRange{0, 40 * us}));
    EXPECT_TRUE(leftPane.context().selection().valid());
    EXPECT_FALSE(rightPane.context().selection().valid());
    EXPECT_TRUE(leftPane.context().highlight());
    EXPECT_FALSE(rightPane.context().highlight());
    EXPECT_EQ(leftPane.context().highlight().title, QStringLiteral("gemm"));
}

TEST_F(TwoRuns, zoomingAndKeysInOneLeaveTheOtherAsItIs)
{
    const TimeRange before = right.state()->visible();
    left.showRange({250 * us, 300 * us});
    key(left, Qt::Key_W);
    key(left, Qt::Key_M);
    EXPECT_NE(left.state()->visible(), right.state()->visible());
    EXPECT_EQ(right.state()->visible(), before);
    EXPECT_TRUE(left.state()->mark());
    EXPECT_FALSE(right.state()->mark());
    key(right, Qt::Key_Period);
    EXPECT_TRUE(second->selection().valid());
    EXPECT_FALSE(first->selection().valid());
}

TEST_F(TwoRuns, theirTablesListTheirOwnKernels)
{
    KernelsPanel a(&leftPane), b(&rightPane);
    a.show();
    b.show();
    const auto names = [](const KernelsPanel &panel) {
        QStringList names;
        const auto *view = panel.findChild<QTableView *>();
        for (int row = 0; view && row < view->model()->rowCount(); ++row)
            names << view->model()->index(row, 0).data().toString();
        names.sort();
        return names;
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return names(a).size() == 3 && names(b).size() == 2; }));
    EXPECT_EQ(names(a), (QStringList{QStringLiteral("gemm"), QStringLiteral("nccl"), QStringLiteral("norm")}));
    EXPECT_EQ(names(b), (QStringList{QStringLiteral("attention"), QStringLiteral("gemm")}));
}

TEST_F(TwoRuns, aRunComesBackAsItWasLeft)
{
    first->setRange(TimeRange{100 * us, 200 * us});
    first->select(first->run()->gpu.slice[1]);
    left.showRange({250 * us, 300 * us});
    const TimeRange seen = left.state()->visible();
    leftPane.show(second);
    EXPECT_EQ(left.state()->data()->run, second->run());
    EXPECT_NE(left.state()->visible(), seen);
    leftPane.show(first);
    EXPECT_EQ(left.state()->visible(), seen);
    EXPECT_EQ(leftPane.context().range(), (TimeRange{100 * us, 200 * us}));
    EXPECT_EQ(leftPane.context().selection(), first->run()->gpu.slice[1]);
}

TEST_F(TwoRuns, closingOneEmptiesItsPaneOnly)
{
    session.close(first);
    EXPECT_EQ(session.active(), second);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(leftPane.run(), nullptr);
    EXPECT_EQ(left.state()->data(), nullptr);
    EXPECT_EQ(right.state()->data()->run, second->run());
    leftPane.context().setRange(TimeRange{0, 1}); // an empty place ignores changes
    EXPECT_FALSE(leftPane.context().range());
}

TEST_F(TwoRuns, aClosedOneIsNotShownAgain)
{
    session.close(second);
    ASSERT_EQ(session.active(), first);
    session.setActive(second); // a menu that was opened before
    second->reveal(EventRef{0, 0});
    EXPECT_EQ(session.active(), first);
    EXPECT_EQ(session.pane()->run(), first->run());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(session.active(), first);
}

TEST_F(TwoRuns, theSameFileReadAgainKeepsRangeSelectionAndView)
{
    first->setRange(TimeRange{100 * us, 200 * us});
    first->select(first->run()->gpu.slice[0]);
    left.showRange({250 * us, 300 * us});
    const TimeRange seen = left.state()->visible();
    RunContext *again = session.replace(first, smallRun());
    leftPane.show(again);
    EXPECT_EQ(again->range(), (TimeRange{100 * us, 200 * us}));
    EXPECT_EQ(again->selection(), again->run()->gpu.slice[0]);
    EXPECT_EQ(left.state()->visible(), seen);
    EXPECT_EQ(session.contexts().front(), again);
}

TEST_F(TwoRuns, aMenuEndsWithTheRunItWasMadeFor)
{
    QMenu rows;
    left.header()->fillMenu(rows, 0, 0);
    EXPECT_FALSE(rows.isEmpty());
    leftPane.show(second);
    EXPECT_TRUE(rows.isEmpty());
}

TEST_F(TwoRuns, escapeAfterARunChangeInTheMiddleOfADragLeavesTheOtherRunAlone)
{
    first->setRange(TimeRange{100 * us, 200 * us});
    TimelineCanvas &canvas = *left.canvas();
    QTest::mousePress(&canvas, Qt::LeftButton, {}, QPoint(100, 100));
    QMouseEvent move(QEvent::MouseMove, QPoint(300, 100), canvas.mapToGlobal(QPoint(300, 100)), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(&canvas, &move);
    leftPane.show(second);
    key(left, Qt::Key_Escape);
    EXPECT_FALSE(second->range());
    QApplication::sendEvent(&canvas, &move);
    EXPECT_FALSE(second->range());
}

TEST_F(TwoRuns, keysBeforeTheDrawingDataIsReadyDoNothing)
{
    RunMaker maker; // enough slices for preparation in a worker
    for (int i = 0; i < 450'000; ++i)
        maker.kernel("7", i * 10, 5, "k");
    RunContext *large = session.add(maker.finish());
    leftPane.show(large);
    large->select(large->run()->gpu.slice[0]);
    ASSERT_EQ(left.state()->data(), nullptr);
    for (const Qt::Key k : {Qt::Key_H, Qt::Key_BracketRight, Qt::Key_BracketLeft, Qt::Key_N, Qt::Key_Period, Qt::Key_F,
                            Qt::Key_G, Qt::Key_R, Qt::Key_Home, Qt::Key_M, Qt::Key_C, Qt::Key_P})
        key(left, k);
    EXPECT_TRUE(large->highlight());
    EXPECT_TRUE(QTest::qWaitFor([&] { return left.state()->data() != nullptr; }));
}

} // namespace
} // namespace ws::test
