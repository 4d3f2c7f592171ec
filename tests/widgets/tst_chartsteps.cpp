// From the bars of the stage chart to the timeline and back, with real events.
#include "core/analysis/steps/stepplaces.h"
#include "widgets/stages/pivotmodel.h"
#include "widgets/stages/stagechart.h"
#include "widgets/stages/stagespanel.h"
#include "widgets/toolkit/tablepane.h"

#include "timelineruns.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <gtest/gtest.h>

using namespace ws;
using test::RunMaker;

namespace {

constexpr int64_t us = 1000;

/// Steps of 100 µs every 200 µs: prefill, decode, decode, prefill; each with a gemm in its second half.
RunPtr runOfSteps()
{
    RunMaker maker;
    const char *names[] = {"step[PREFILL bs=1]", "step[DECODE bs=2]", "step[DECODE bs=3]", "step[PREFILL bs=4]"};
    for (int k = 0; k < 4; ++k) {
        const int64_t at = k * 200 * us;
        maker.builder.addSlice(maker.builder.cpuTrack(maker.id("10"), maker.id("1")), at, 100 * us, maker.id(names[k]),
                               maker.builder.category("user_annotation"), 0);
        maker.launch("1", at + us, 100, static_cast<uint64_t>(k + 1));
        maker.kernel("7", at + 50 * us, 20 * us, "gemm_a", static_cast<uint64_t>(k + 1));
    }
    maker.kernel("7", 900 * us, 5 * us, "copy");
    return maker.finish();
}

class ChartSteps : public testing::Test
{
protected:
    ChartSteps() : controller(&session, MappingLibrary(folder.path())), panel(&controller)
    {
        StageMapping mapping{"own", "test", MappingForm::Nested, {}, {}};
        mapping.setJoined(std::vector<StageRule>{{"gemm", "linear", "cublas"}, {".*", "other", "rest"}});
        controller.document()->load(mapping);
        session.add(runOfSteps());
        QObject::connect(session.pane(), &Pane::spanRequested, &panel,
                         [this](TimeRange span) { shown.push_back(span); });
        panel.resize(1100, 500);
        panel.show();
        panel.activateWindow();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&panel));
        settle();
    }
    void choose(BarsBy by)
    {
        controller.setBars({by, BarPick::Costliest, 60});
        settle();
    }
    void settle()
    {
        QTest::qWait(60); // ranges are reported once per frame
        ASSERT_TRUE(QTest::qWaitFor([this] { return !controller.isBusy(); }));
        QCoreApplication::processEvents();
    }
    StageChart &chart() { return *panel.chart(); }
    QPoint nameOf(size_t bar)
    {
        const ChartLayout &layout = chart().chartScene().layout();
        const QRectF column = layout.column(chart().data(), bar);
        return QPointF(column.center().x(), layout.plot.bottom() + 10).toPoint();
    }
    QPoint segmentOf(size_t bar)
    {
        return chart().chartScene().layout().segment(chart().data(), 0, bar).center().toPoint();
    }
    void doubleClick(QPoint at, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(chart().viewport(), Qt::LeftButton, modifiers, at);
        QTest::mouseDClick(chart().viewport(), Qt::LeftButton, modifiers, at);
        settle();
    }
    /// Texts of the context menu there; the entry that begins with `chosen` is clicked.
    std::string menuAt(QPoint at, const QString &chosen = {})
    {
        QStringList texts;
        QTimer::singleShot(0, &panel, [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            ASSERT_TRUE(menu);
            for (QAction *action : menu->actions()) {
                if (!action->isSeparator())
                    texts << (action->isEnabled() ? action->text() : u'(' + action->text() + u')');
                if (!chosen.isEmpty() && action->text().startsWith(chosen))
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            }
            menu->close();
        });
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, chart().viewport()->mapToGlobal(at));
        QApplication::sendEvent(chart().viewport(), &event);
        settle();
        return texts.join(QStringLiteral(" | ")).toStdString();
    }
    TimeRange work(int step) const { return {(step * 200 + 50) * us, (step * 200 + 70) * us}; }
    const Step &step(size_t index) const { return controller.current()->state->steps->steps[index]; }

    QTemporaryDir folder;
    Session session;
    StageController controller;
    StagesPanel panel;
    std::vector<TimeRange> shown;
};

} // namespace

TEST_F(ChartSteps, aDoubleClickOnAStepsNameShowsItInTheTimeline)
{
    choose(BarsBy::Step);
    doubleClick(nameOf(2));
    EXPECT_EQ(session.pane()->context().range(), work(2));
    EXPECT_EQ(session.pane()->context().selection(), step(2).slice);
    ASSERT_EQ(shown.size(), 1u);
    EXPECT_EQ(shown[0], (TimeRange{400 * us, 500 * us})) << "annotation and GPU work";
    ASSERT_EQ(chart().data().bars.size(), 1u) << "the range holds nothing of other steps";
    EXPECT_EQ(chart().data().bars[0].wholeNs, 20 * us);
}

TEST_F(ChartSteps, controlAndADoubleClickOnABarShowItAndSelectNothingElse)
{
    choose(BarsBy::Step);
    doubleClick(segmentOf(1), Qt::ControlModifier);
    EXPECT_EQ(session.pane()->context().range(), work(1));
    EXPECT_TRUE(session.pane()->context().highlight().names.empty());
    EXPECT_TRUE(panel.options().path.stage.empty());
}

TEST_F(ChartSteps, aDoubleClickOnASegmentStillGoesIntoIt)
{
    choose(BarsBy::Step);
    doubleClick(segmentOf(1));
    EXPECT_FALSE(session.pane()->context().range());
    EXPECT_EQ(panel.options().path.stage, "linear");
    EXPECT_FALSE(session.pane()->context().highlight().names.empty());
}

TEST_F(ChartSteps, whatIsOutsideAnyStepLeadsNowhere)
{
    choose(BarsBy::Step);
    ASSERT_EQ(chart().data().bars.size(), 5u);
    doubleClick(nameOf(4));
    EXPECT_FALSE(session.pane()->context().range());
    EXPECT_TRUE(shown.empty());
    QMenu menu;
    panel.fillMenu(menu, {}, 4);
    EXPECT_TRUE(menu.isEmpty());
}

TEST_F(ChartSteps, theMenuOfAStepLeadsToItAndToItsNeighbours)
{
    choose(BarsBy::Step);
    EXPECT_EQ(menuAt(nameOf(0)),
              "Show step 1 in timeline | Show next step in timeline | (Show previous step in timeline)");
    EXPECT_NE(menuAt(segmentOf(3), QStringLiteral("Show step 4")).find("Go into cublas"), std::string::npos);
    EXPECT_EQ(session.pane()->context().range(), work(3));
    menuAt(nameOf(0), QStringLiteral("Show previous step")); // the only bar left
    EXPECT_EQ(session.pane()->context().range(), work(2));
}

TEST_F(ChartSteps, aPhaseLeadsToItsStepsOneAfterTheOther)
{
    choose(BarsBy::Phase);
    ASSERT_EQ(chart().data().bars[0].phase, "prefill");
    EXPECT_EQ(menuAt(nameOf(0)),
              "Show first step of this phase | Show next step of this phase | (Show previous step of this phase)");
    menuAt(nameOf(0), QStringLiteral("Show first step"));
    EXPECT_EQ(session.pane()->context().range(), work(0));
    menuAt(nameOf(0), QStringLiteral("Show next step"));
    EXPECT_EQ(session.pane()->context().range(), work(3));
    doubleClick(nameOf(0));
    EXPECT_EQ(session.pane()->context().range(), work(0)) << "after the last the first again";
    doubleClick(nameOf(0));
    EXPECT_EQ(session.pane()->context().range(), work(3));
}

TEST_F(ChartSteps, theStepOfAnotherRunMakesThatRunTheCurrentOne)
{
    controller.chooseRuns(StageRuns::All);
    const RunPtr first = session.pane()->run();
    session.add(runOfSteps());
    choose(BarsBy::Step);
    ASSERT_EQ(chart().data().bars[1].run, first);
    doubleClick(nameOf(1));
    EXPECT_EQ(session.pane()->run(), first);
    EXPECT_EQ(session.pane()->context().range(), work(1));
    EXPECT_EQ(session.pane()->context().selection(), step(1).slice);
}

TEST_F(ChartSteps, fromTheTableItWorksByKeys)
{
    choose(BarsBy::Step);
    QTableView *view = panel.table()->view();
    view->setFocus();
    view->setCurrentIndex(view->model()->index(0, PivotModel::FirstBar + 2));
    QTest::keyClick(view, Qt::Key_Return, Qt::ControlModifier);
    EXPECT_EQ(session.pane()->context().range(), work(2));
    EXPECT_TRUE(panel.options().path.stage.empty()) << "Enter alone goes into the row";
}

TEST_F(ChartSteps, aPressOnTheChartBringsTheKeysThere)
{
    doubleClick(segmentOf(0));
    ASSERT_EQ(panel.options().path.stage, "linear");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backspace);
    EXPECT_TRUE(panel.options().path.stage.empty());
}

TEST_F(ChartSteps, anAnnotationLeadsToItsStagesAlsoBeforeStepsAreKnown)
{
    const Steps steps = *findSteps(*session.pane()->run());
    panel.showStepOf(steps.steps[1].slice);
    settle();
    settle();
    EXPECT_EQ(controller.bars().by, BarsBy::Step);
    EXPECT_EQ(session.pane()->context().range(), work(1));
    ASSERT_EQ(chart().data().bars.size(), 1u);
    EXPECT_EQ(chart().data().bars[0].step, 1u);
    EXPECT_TRUE(shown.empty()) << "the timeline stays where it is";
    panel.showStepOf(steps.steps[2].slice);
    EXPECT_EQ(session.pane()->context().range(), work(2)) << "at once where they are known";
}
