#include "tests/support/replaysimulator.h"
#include "tests/support/settled.h"
#include "widgets/panels/replay/editrows.h"
#include "widgets/panels/replay/replaypanel.h"
#include "widgets/panels/replay/steplane.h"
#include "widgets/session/savedcontext.h"
#include "widgets/session/session.h"
#include "widgets/session/whatif.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/sharebar.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>

namespace ws {
namespace {

using test::ReplaySimulator;
using test::SimulatedOp;

/// A GPU that is always busy: what its kernels take is what a step takes. kernel_1: 30 µs, kernel_2: 60 µs, by turns.
std::string busyTrace()
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 20; ++i) {
        step.push_back({SimulatedOp::Cpu, 4});
        step.push_back({SimulatedOp::Launch, i % 2 ? 60.0 : 30.0, 7, 1 + i % 2});
    }
    step.push_back({SimulatedOp::SyncDevice});
    return ReplaySimulator(step, 4, {}, 3).json();
}

/// A thread that spins until the GPU is done, so that the replay cannot know what it waits for.
std::string spinningTrace()
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 10; ++i) {
        step.push_back({SimulatedOp::Cpu, 10});
        step.push_back({SimulatedOp::Launch, 200, 7, 1});
    }
    step.push_back({SimulatedOp::Spin});
    return ReplaySimulator(step, 4, {}, 1).json();
}

class ReplayWindow : public testing::Test
{
protected:
    ReplayWindow()
    {
        panel.resize(1200, 400);
        panel.show();
    }
    RunContext *open(const std::string &text)
    {
        RunContext *context = session.add(test::runFromJson(text).run);
        EXPECT_TRUE(
            QTest::qWaitFor([&] { return panel.table()->model()->rowCount() > 0 && !panel.isAnswering(); }, 10'000));
        return context;
    }
    bool isAnswered() const
    {
        return QTest::qWaitFor([&] { return !panel.isAnswering(); }, 10'000);
    }
    /// What an edit wins, in µs.
    double win(int row) const
    {
        return panel.edits()->winText(row).section(QChar(0x202F), 0, 0).replace(u'−', u'-').toDouble();
    }
    const ReportModel &model() const { return *panel.table()->model(); }

    Session session;
    ReplayPanel panel{session.pane()};
};

} // namespace

TEST_F(ReplayWindow, saysFirstHowNearTheReplayIs)
{
    open(busyTrace());
    EXPECT_TRUE(panel.verdict().startsWith(QStringLiteral("The replay holds: a step, in the mean of 4, takes")))
        << panel.verdict().toStdString();
    EXPECT_TRUE(panel.verdict().contains(QStringLiteral("bound by computation")));
    EXPECT_TRUE(panel.predictionText().isEmpty());
    EXPECT_EQ(panel.edits()->count(), 0);
    EXPECT_TRUE(panel.findChild<EditRows *>()->isVisibleTo(&panel));
    EXPECT_EQ(model().index(0, 0).data().toString(), QStringLiteral("computation"));
}

TEST_F(ReplayWindow, refusesWithTheReasonAndNoNumberForAnEdit)
{
    RunContext *context = open(spinningTrace());
    EXPECT_TRUE(panel.verdict().startsWith(QStringLiteral("The replay does not reproduce the recording")))
        << panel.verdict().toStdString();
    EXPECT_TRUE(panel.verdict().contains(QStringLiteral("record"), Qt::CaseInsensitive));
    context->askWhatIf(QStringLiteral("kernel:kernel_1*0.5"));
    ASSERT_TRUE(isAnswered());
    ASSERT_EQ(panel.edits()->count(), 1);
    EXPECT_EQ(panel.edits()->winText(0), QString());
    EXPECT_TRUE(panel.predictionText().isEmpty());
    EXPECT_LT(model().columnOf("after_ns"), 0);
}

TEST_F(ReplayWindow, editsAreRowsWhoseWinsAddUpToTheWhole)
{
    RunContext *context = open(busyTrace());
    context->askWhatIf(QStringLiteral("kernel:^kernel_2$*0.5"));
    ASSERT_TRUE(isAnswered());
    EXPECT_NEAR(win(0), -300, 20) << "ten of 60 µs";
    EXPECT_TRUE(panel.edits()->winText(0).contains(u'%'));
    EXPECT_TRUE(panel.predictionText().startsWith(QStringLiteral("With the edits it takes")));
    EXPECT_GE(model().columnOf("after_ns"), 0);
    context->askWhatIf(QStringLiteral("kernel:^kernel_1$*0.5"));
    ASSERT_TRUE(isAnswered());
    ASSERT_EQ(panel.edits()->count(), 2);
    const auto lanes = panel.findChildren<StepLane *>();
    ASSERT_EQ(lanes.size(), 2);
    EXPECT_TRUE(lanes[1]->isVisibleTo(&panel));
    EXPECT_LT(lanes[1]->filledWidth(), lanes[0]->filledWidth()) << "one scale";
    EXPECT_NEAR(lanes[0]->columnAt(lanes[0]->filledWidth() / 2)[0], 1, 0.2) << "computes all the time";
    const auto notes = panel.edits()->findChildren<QLabel *>();
    bool isSummed = false;
    for (const QLabel *note : notes)
        isSummed = isSummed || note->text().startsWith(QStringLiteral("Together: −4"));
    EXPECT_TRUE(isSummed);
}

TEST_F(ReplayWindow, aFactorUnderTheMouseAnswersWhileItMoves)
{
    RunContext *context = open(busyTrace());
    context->askWhatIf(QStringLiteral("kernel:^kernel_2$*0.5"));
    ASSERT_TRUE(isAnswered());
    QSlider *slider = panel.edits()->slider(0);
    ASSERT_TRUE(slider);
    slider->setSliderDown(true);
    for (const int percent : {60, 70, 80, 90, 100}) {
        slider->setValue(percent);
        EXPECT_EQ(panel.edits()->slider(0), slider) << "the row stays while it is dragged";
    }
    slider->setSliderDown(false);
    ASSERT_TRUE(isAnswered());
    EXPECT_EQ(context->edits()[0].edit, QStringLiteral("kernel:^kernel_2$*1"));
    EXPECT_NEAR(win(0), 0, 1) << "the last one is answered";
    context->undoEdit();
    EXPECT_EQ(context->edits()[0].edit, QStringLiteral("kernel:^kernel_2$*0.5")) << "a drag is one change";
    EXPECT_EQ(slider->value(), 50);
    panel.edits()->factor(0)->setValue(0.25);
    ASSERT_TRUE(isAnswered());
    EXPECT_NEAR(win(0), -450, 30) << panel.edits()->winText(0).toStdString();
}

TEST_F(ReplayWindow, anEditIsSwitchedOffRemovedAndUndone)
{
    RunContext *context = open(busyTrace());
    context->askWhatIf(QStringLiteral("kernel:^kernel_2$*0.5"));
    context->askWhatIf(QStringLiteral("gaps=0"));
    ASSERT_TRUE(isAnswered());
    EXPECT_FALSE(panel.edits()->slider(1)) << "no factor";
    panel.edits()->box(0)->click();
    ASSERT_TRUE(isAnswered());
    EXPECT_FALSE(context->edits()[0].isOn);
    EXPECT_EQ(panel.edits()->winText(0), QString());
    EXPECT_NE(panel.edits()->winText(1), QString());
    emit panel.edits()->removed(1);
    EXPECT_EQ(panel.edits()->count(), 1);
    context->undoEdit();
    EXPECT_EQ(panel.edits()->count(), 2);
    context->askWhatIf(QStringLiteral("kernel:^kernel_2$*0.5"));
    EXPECT_EQ(panel.edits()->count(), 2) << "there is such a row: it is switched on";
    EXPECT_TRUE(panel.edits()->box(0)->isChecked());
}

TEST_F(ReplayWindow, anEditThatMeansNothingLeavesTheOthersAnswered)
{
    RunContext *context = open(busyTrace());
    context->askWhatIf(QStringLiteral("kernel:nothing_of_this*0.5"));
    context->askWhatIf(QStringLiteral("kernel:kernel_2*0.5"));
    context->setEdits({context->edits()[0], context->edits()[1], {QStringLiteral("no edit at all")}});
    ASSERT_TRUE(isAnswered());
    EXPECT_EQ(panel.edits()->winText(0), QStringLiteral("no answer"));
    EXPECT_NEAR(win(1), -300, 20);
    EXPECT_EQ(panel.edits()->winText(2), QStringLiteral("no answer"));
}

TEST_F(ReplayWindow, anEditIsTypedAsOnTheCommandLine)
{
    RunContext *context = open(busyTrace());
    QTest::keyClicks(panel.other(), QStringLiteral("kernel:("));
    QTest::keyClick(panel.other(), Qt::Key_Return);
    EXPECT_TRUE(context->edits().empty()) << "no edit: the sentence below says what is expected";
    panel.other()->clear();
    QTest::keyClicks(panel.other(), QStringLiteral("cpu*0.5"));
    QTest::keyClick(panel.other(), Qt::Key_Return);
    ASSERT_EQ(context->edits().size(), 1U);
    EXPECT_EQ(context->edits()[0].edit, QStringLiteral("cpu*0.5"));
}

TEST_F(ReplayWindow, theMenuOffersWhatThereIs)
{
    RunContext *context = open(busyTrace());
    const auto *add = panel.findChild<QToolButton *>(QStringLiteral("whatIf"));
    ASSERT_TRUE(add && add->menu());
    QAction *kernel = nullptr, *moved = nullptr;
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            emit add->menu()->aboutToShow();
            for (QMenu *list : add->menu()->findChildren<QMenu *>())
                if (list->title().startsWith(QStringLiteral("Kernel ×")))
                    kernel = list->actions().first();
                else if (list->title().startsWith(QStringLiteral("Kernel in a stream")))
                    moved = list->actions().first();
            return kernel && moved;
        },
        60'000));
    EXPECT_TRUE(kernel->text().startsWith(QStringLiteral("kernel_2"))) << "the longest first";
    kernel->trigger();
    moved->trigger();
    ASSERT_EQ(context->edits().size(), 2U);
    EXPECT_EQ(context->edits()[0].edit, QStringLiteral("kernel:^kernel_2$*0.5"));
    EXPECT_EQ(context->edits()[1].edit, QStringLiteral("kernel:^kernel_2$=stream"));
}

TEST_F(ReplayWindow, aStepInFocusIsReplayedAlone)
{
    RunContext *context = open(busyTrace());
    const RunPtr run = context->run();
    const Steps steps = *findSteps(*run);
    std::vector<uint8_t> wanted(steps.steps.size());
    wanted[1] = 1;
    Focus focus{QStringLiteral("step 2"), nullptr, run.get(), 1};
    focus.activities = std::make_shared<const ActivitySet>(*ActivitySet::ofRows(*run, steps.ofActivity, wanted));
    context->setFocus(focus);
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return panel.verdict().startsWith(QStringLiteral("The replay holds: the step takes")); }, 60'000))
        << panel.verdict().toStdString();
}

TEST_F(ReplayWindow, thePathIsListedByNameAndWhatHasRoomBySlack)
{
    RunContext *context = open(busyTrace());
    auto *by = panel.table()->findChild<QComboBox *>();
    ASSERT_TRUE(by);
    by->setCurrentIndex(1);
    ASSERT_TRUE(isAnswered());
    EXPECT_EQ(model().index(0, 0).data().toString(), QStringLiteral("kernel_2"));
    emit panel.table()->activated(0);
    ASSERT_TRUE(context->selection().valid());
    EXPECT_EQ(context->run()->text(context->run()->timeline.name(context->selection())), "kernel_2");
    by->setCurrentIndex(3);
    ASSERT_TRUE(isAnswered());
    EXPECT_GE(model().columnOf("min_slack_ns"), 0);
    EXPECT_EQ(model().rowCount(), 2);
}

TEST_F(ReplayWindow, whatIsNotExplainedLeadsToItsPlace)
{
    RunContext *context = open(spinningTrace());
    panel.table()->findChild<QComboBox *>()->setCurrentIndex(4);
    ASSERT_TRUE(isAnswered());
    ASSERT_GE(model().columnOf("late_ns"), 0);
    ASSERT_GT(model().rowCount(), 0);
    QSignalSpy shown(context, &RunContext::spanRequested);
    emit panel.table()->activated(0);
    EXPECT_EQ(shown.count(), 1);
}

TEST_F(ReplayWindow, thePathIsLitInTheTimeline)
{
    RunContext *context = open(busyTrace());
    for (QAction *action : panel.table()->actions())
        if (action->text().startsWith(QStringLiteral("&Light up")))
            action->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return context->highlight().slices != nullptr; }, 60'000));
    EXPECT_GT(context->highlight().slices->count(), 20U);
    EXPECT_LE(context->highlight().slices->count(), 80U);
}

TEST_F(ReplayWindow, saysWhoseTimeThePicturesAre)
{
    open(busyTrace());
    QStringList texts;
    for (const QLabel *label : panel.findChildren<QLabel *>())
        if (label->isVisibleTo(&panel))
            texts << label->text();
    EXPECT_TRUE(texts.join(u'\n').contains(QStringLiteral("GPU 0  ·  bars: mean of 4 steps  ·  strips: step ")))
        << texts.join(u'\n').toStdString();
}

TEST_F(ReplayWindow, editsComeBackWithTheSession)
{
    RunContext *context = open(busyTrace());
    context->askWhatIf(QStringLiteral("kernel:^kernel_2$*0.5"));
    context->setEdits({context->edits()[0], {QStringLiteral("gaps=0"), false}});
    const SavedRun saved = savedContext(*context);
    context->setEdits({});
    applySaved(*context, saved);
    ASSERT_EQ(context->edits().size(), 2U);
    EXPECT_EQ(context->edits()[0].edit, QStringLiteral("kernel:^kernel_2$*0.5"));
    EXPECT_FALSE(context->edits()[1].isOn);
}

TEST_F(ReplayWindow, anotherRunTakesRowsAndAnswersAway)
{
    RunContext *first = open(busyTrace());
    first->askWhatIf(QStringLiteral("kernel:^kernel_2$*0.5"));
    session.close(first); // in the middle of its answer
    EXPECT_EQ(model().rowCount(), 0);
    EXPECT_EQ(panel.edits()->count(), 0);
    RunContext *second = open(spinningTrace());
    session.close(second);
    const auto *empty = panel.findChild<EmptyState *>();
    EXPECT_TRUE(empty->isVisibleTo(&panel));
}

TEST_F(ReplayWindow, aFileWithoutLaunchesSaysSo)
{
    session.add(test::runFromJson(R"({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":30,"args":{"device":0,"stream":7}}]})")
                    .run);
    const auto *empty = panel.findChild<EmptyState *>();
    EXPECT_TRUE(empty->isVisibleTo(&panel));
    EXPECT_TRUE(empty->findChild<QLabel *>()->text().contains(QStringLiteral("no launches")));
}

TEST_F(ReplayWindow, menusOfferWhatTheyAreOf)
{
    RunContext *context = open(busyTrace());
    const EventRef kernel = context->run()->gpu.slice[1];
    EXPECT_EQ(sliceEdit(*context, kernel), QStringLiteral("kernel:^kernel_2$*0.5"));
    QMenu menu;
    addWhatIf(menu, {context, sliceEdit(*context, kernel)});
    ASSERT_EQ(menu.actions().size(), 1);
    menu.actions().first()->trigger();
    EXPECT_EQ(context->edits().size(), 1U);
    QMenu none;
    addWhatIf(none, {context, {}});
    EXPECT_TRUE(none.isEmpty());
}

TEST_F(ReplayWindow, aNameOfAnyLengthOrMarkupIsANameOnly)
{
    RunContext *context = open(busyTrace());
    context->askWhatIf(kernelEdit("<img src='/dev/zero'>" + std::string(70'000, 'x')));
    context->askWhatIf(kernelEdit("a*b=limit(c)\nd"));
    ASSERT_TRUE(isAnswered());
    EXPECT_EQ(panel.edits()->count(), 2);
    EXPECT_EQ(panel.edits()->winText(0), QStringLiteral("no answer"));
    EXPECT_LE(panel.minimumSizeHint().width(), 1200);
}

} // namespace ws
