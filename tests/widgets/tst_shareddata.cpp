// Views of one run share its derived data, and a run that is shown again still has it.

#include "tests/widgets/timelinewindow.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/panels/kernels/kernelspanel.h"
#include "widgets/panels/operators/operatorspanel.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/toolkit/reportmodel.h"

#include <QScrollBar>

namespace ws::test {
namespace {

int rowsOf(const QWidget &panel)
{
    return panel.findChild<ReportModel *>()->rowCount();
}

bool ends(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, 60'000);
}

RunPtr secondRun()
{
    RunMaker maker;
    maker.op("1", 0, 10 * us, "aten::add");
    maker.kernel("9", 0, 40 * us, "attention");
    return maker.finish();
}

TEST(SharedData, twoViewsOfOneRunAreOneComputation)
{
    Session session;
    RunContext *context = session.add(smallRun());
    Pane left, right;
    left.show(context);
    right.show(context);
    KernelsPanel first(&left), second(&right);
    ASSERT_TRUE(ends([&] { return rowsOf(first) == 3 && rowsOf(second) == 3; }));
    EXPECT_EQ(context->cache().computations(), 2U) << "short names and the table";
    TimelineView above(&left), below(&right);
    EXPECT_EQ(above.state()->data(), below.state()->data());
    EXPECT_EQ(context->cache().computations(), 6U) << "drawing data, the busy shares, steps and gaps";
}

TEST(SharedData, aRunThatComesBackIsNotWorkedOutAgain)
{
    Session session;
    StageController stages(&session);
    KernelsPanel kernels(session.pane());
    OperatorsPanel operators(session.pane());
    ModulePanel modules(session.pane());
    TimelineView timeline(session.pane());
    RunContext *first = session.add(smallRun()), *second = session.add(secondRun());
    const auto settled = [&](RunContext &shown) {
        return rowsOf(kernels) == (&shown == first ? 3 : 1) && rowsOf(operators) == 1 && !stages.isBusy() &&
               modules.treePane()->model()->rowCount() > 0 && shown.cache().isIdle();
    };
    for (RunContext *shown : {second, first}) {
        session.setActive(shown);
        for (int turn = 0; turn < 5; ++turn) { // some computations follow others in the next turns of the event loop
            ASSERT_TRUE(ends([&] { return settled(*shown); }));
            QTest::qWait(1);
        }
    }
    const size_t ofFirst = first->cache().computations(), ofSecond = second->cache().computations();
    for (RunContext *shown : {second, first, second, first}) {
        session.setActive(shown);
        QTest::qWait(1);
        EXPECT_EQ(rowsOf(kernels), shown == first ? 3 : 1) << "at once";
    }
    EXPECT_EQ(first->cache().computations(), ofFirst);
    EXPECT_EQ(second->cache().computations(), ofSecond);
}

TEST(SharedData, ofAHiddenPanelNothingIsMade)
{
    Session session;
    QWidget window;
    auto *kernels = new KernelsPanel(session.pane(), &window);
    auto *modules = new ModulePanel(session.pane(), &window);
    kernels->hide();
    modules->hide();
    window.show();
    RunContext *context = session.add(smallRun());
    QApplication::processEvents();
    EXPECT_EQ(context->cache().computations(), 0U);
    kernels->show();
    EXPECT_TRUE(ends([&] { return rowsOf(*kernels) == 3; }));
    EXPECT_EQ(context->cache().computations(), 2U);
}

/// Enough slices for preparation in a worker, on more streams than fit.
RunPtr tallAndLarge()
{
    RunMaker maker;
    for (int stream = 0; stream < 90; ++stream)
        for (int i = 0; i < 5'000; ++i)
            maker.kernel(std::to_string(stream), i * 10, 5, "k");
    return maker.finish();
}

TEST(SharedData, aLargeRunKeepsItsPlaceOverARunSwitch)
{
    Session session;
    TimelineView view(session.pane());
    view.resize(900, 400);
    view.show();
    RunContext *large = session.add(tallAndLarge());
    TimelineState *state = view.state();
    ASSERT_TRUE(ends([&] { return state->data() != nullptr; }));
    state->setScroll(300);
    ASSERT_EQ(state->view().scroll, 300);
    RunContext *small = session.add(smallRun());
    view.resize(900, 500); // the height changes while another run is shown
    QApplication::processEvents();
    session.setActive(large);
    EXPECT_NE(state->data(), nullptr) << "it is there still";
    EXPECT_EQ(state->view().scroll, 300);
    session.setActive(small);
}

TEST(SharedData, theScrollPositionOutlastsTheTimeWithoutDrawingData)
{
    Session session;
    TimelineView view(session.pane());
    view.resize(900, 400);
    view.show();
    RunContext *large = session.add(tallAndLarge());
    large->viewState<TimelineViewState>().scroll = 300; // as it is carried over from the same file read before
    TimelineState *state = view.state();
    ASSERT_EQ(state->data(), nullptr) << "a worker makes it";
    state->setViewHeight(state->view().height + 40);
    state->setChoices(state->choices());
    EXPECT_TRUE(ends([&] { return state->data() != nullptr; }));
    EXPECT_EQ(state->view().scroll, 300);
}

} // namespace
} // namespace ws::test
