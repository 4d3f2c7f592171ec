#include "tests/support/support.h"
#include "widgets/panels/when/gapspanel.h"
#include "widgets/panels/when/layerspanel.h"
#include "widgets/panels/when/stepsourcebar.h"
#include "widgets/panels/when/stepspanel.h"
#include "widgets/panels/when/waitspanel.h"
#include "widgets/session/gaptext.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/sumline.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QLineEdit>
#include <QTableView>
#include <QTest>

namespace ws {
namespace {

/// Two decode steps; a kernel in each, a gap of 300 µs launched late and one of 60 µs with a blocking call.
constexpr std::string_view whenTrace = R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_4(4)","pid":1,"tid":1,"ts":0,"dur":450},
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_4(4)","pid":1,"tid":1,"ts":500,"dur":300},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"cpu_op","name":"aten::late","pid":1,"tid":1,"ts":390,"dur":20,"args":{"External id":5}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":395,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":505,"dur":2,"args":{"correlation":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaStreamSynchronize","pid":1,"tid":1,"ts":440,"dur":60},
{"ph":"X","cat":"kernel","name":"first","pid":0,"tid":7,"ts":50,"dur":50,"args":{"correlation":1,"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"second","pid":0,"tid":7,"ts":400,"dur":40,"args":{"correlation":2,"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"third","pid":0,"tid":7,"ts":510,"dur":40,"args":{"correlation":3,"device":0,"stream":7}}
]})json";

class WhenPanels : public testing::Test
{
protected:
    RunPtr open()
    {
        const RunPtr run = test::runFromJson(whenTrace).run;
        session.add(run);
        return run;
    }
    static int rowsOf(const RunTablePanel &panel) { return panel.table()->model()->rowCount(); }
    static QString cell(const RunTablePanel &panel, int row, const char *column)
    {
        const ReportModel &model = *panel.table()->model();
        return model.index(row, model.columnOf(column)).data().toString();
    }
    template <class Condition> static bool ends(Condition condition) { return QTest::qWaitFor(condition, 60'000); }

    Session session;
};

TEST_F(WhenPanels, gapsAreListedWithTheirCausesAndLeadToTheTimeline)
{
    GapsPanel panel(session.pane());
    panel.show();
    const RunPtr run = open();
    ASSERT_TRUE(ends([&] { return rowsOf(panel) == 2; }));
    EXPECT_EQ(cell(panel, 0, "duration_ns"), QStringLiteral("300000"));
    EXPECT_EQ(cell(panel, 0, "cause"), QStringLiteral("Launched late"));
    EXPECT_EQ(cell(panel, 0, "evidence"),
              QStringLiteral("290.0\u202fµs within execute_context_0(0)_generation_4(4) without a recorded call in it, "
                             "then aten::late"));
    EXPECT_EQ(cell(panel, 1, "cause"), QStringLiteral("Blocking call"));
    std::optional<TimeRange> shown;
    QObject::connect(session.pane(), &Pane::spanRequested, [&](TimeRange range) { shown = range; });
    emit panel.table()->activated(0);
    const RunContext &context = session.pane()->context();
    EXPECT_EQ(context.gap(), (TimeRange{100'000, 400'000}));
    ASSERT_TRUE(shown);
    EXPECT_TRUE(shown->begin < 100'000 && shown->end > 400'000);
    EXPECT_EQ(run->text(run->timeline.name(context.selection())), "aten::late");
}

TEST_F(WhenPanels, gapsOfAFewNanosecondsAreCountedBelowTheTableAndAreInTheSums)
{
    GapsPanel panel(session.pane());
    panel.show();
    std::vector<test::Work> work{{"0", "7", 0, 1'000, "first"}};
    for (int i = 0; i < 50; ++i) // a nanosecond before each but the first of them
        work.push_back({"0", "7", 100'000 + i * 1'001, 1'000, "next"});
    session.add(test::runOfWork(work));
    ASSERT_TRUE(ends([&] { return rowsOf(panel) > 0; }));
    EXPECT_EQ(rowsOf(panel), 1);
    const auto noteOf = [&] { return panel.table()->findChild<SumLine *>()->text(); };
    ASSERT_TRUE(ends([&] { return noteOf().contains(QStringLiteral("GPU 0")); }));
    EXPECT_TRUE(noteOf().contains(QStringLiteral("below 100\u202fns not listed"))) << noteOf().toStdString();
    EXPECT_TRUE(noteOf().contains(QStringLiteral("idle 99.049\u202fµs"))) << noteOf().toStdString();
    session.add(test::runOfWork({{"0", "7", 0, 10, "a"}, {"0", "7", 60, 10, "b"}, {"0", "7", 100, 10, "c"}}));
    session.setActive(session.contexts().back());
    ASSERT_TRUE(ends([&] { return rowsOf(panel) == 2; })) << "there are no longer ones";
}

TEST_F(WhenPanels, aClickMarksTheGapAndAsksTheTimelineForIt)
{
    GapsPanel panel(session.pane());
    panel.show();
    open();
    ASSERT_TRUE(ends([&] { return rowsOf(panel) == 2; }));
    std::optional<TimeRange> revealed;
    QObject::connect(session.pane(), &Pane::spanRevealRequested, [&](TimeRange range) { revealed = range; });
    panel.table()->view()->selectRow(1);
    emit panel.table()->view()->clicked(panel.table()->view()->currentIndex());
    const RunContext &context = session.pane()->context();
    EXPECT_EQ(context.gap(), (TimeRange{440'000, 510'000}));
    ASSERT_TRUE(revealed);
    EXPECT_EQ(*revealed, (TimeRange{440'000, 510'000})) << "as it is: the timeline moves only where it must";
}

TEST_F(WhenPanels, columnsThatNoStepFillsLeaveTheirRoom)
{
    StepsPanel panel(session.pane());
    panel.show();
    const auto isHidden = [&](const char *id) {
        return panel.table()->view()->isColumnHidden(panel.table()->model()->columnOf(id));
    };
    open();
    ASSERT_TRUE(ends([&] { return rowsOf(panel) == 3; }));
    EXPECT_FALSE(isHidden("batch"));
    EXPECT_FALSE(isHidden("tokens"));
    session.add(test::runFromJson(R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0,"dur":20},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":9,"tid":1,"ts":30,"dur":30},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":35,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":40,"dur":10,"args":{"device":0,"stream":7,"correlation":2}}
]})json")
                    .run);
    ASSERT_TRUE(ends([&] { return cell(panel, 0, "name") == QStringLiteral("ProfilerStep#1"); }));
    for (const char *id : {"batch", "tokens", "tokens_per_s", "us_per_token"})
        EXPECT_TRUE(isHidden(id)) << id;
    const QString note = panel.table()->findChild<SumLine *>()->text();
    EXPECT_TRUE(note.contains(QStringLiteral("2 step(s), without those marked * wall p50 30.000")))
        << note.toStdString();
}

TEST_F(WhenPanels, whatCountsAsAStepStandsInTheLineOfTheFilter)
{
    StepsPanel panel(session.pane());
    panel.resize(1'280, 250);
    panel.show();
    auto *source = panel.findChild<StepSourceBar *>();
    auto *filter = panel.table()->findChild<QLineEdit *>(QString(), Qt::FindDirectChildrenOnly);
    open();
    ASSERT_TRUE(ends([&] { return rowsOf(panel) > 0 && source->isVisible(); }));
    const auto middle = [&panel](const QWidget *widget) { return widget->mapTo(&panel, widget->rect().center()).y(); };
    EXPECT_TRUE(ends([&] { return std::abs(middle(source) - middle(filter)) < 4; }));
    session.add(test::runOfWork({{"0", "7", 0, 10, "a"}}));
    EXPECT_TRUE(ends([&] { return !filter->isVisible(); }));
    EXPECT_TRUE(ends([&] { return source->isVisible(); })) << "without steps it is where another choice can be made";
}

TEST_F(WhenPanels, aGapIsAskedAboutAloneOrWithAllOthers)
{
    GapsPanel panel(session.pane());
    panel.show();
    open();
    ASSERT_TRUE(ends([&] { return rowsOf(panel) == 2; }));
    panel.table()->view()->selectRow(0);
    const auto ask = [&](const char *text) {
        for (QAction *action : panel.table()->actions())
            if (action->text().remove(u'&').startsWith(QString::fromLatin1(text))) {
                EXPECT_TRUE(action->isEnabled());
                action->trigger();
            }
    };
    const std::vector<WhatIf> &edits = session.pane()->context().edits();
    ask("What if this gap were gone");
    ASSERT_EQ(edits.size(), 1U);
    EXPECT_EQ(edits[0].edit, QStringLiteral("gap:100.000us=0")) << "the longest, from the end of the first kernel on";
    ask("What if there were no gaps");
    ASSERT_EQ(edits.size(), 2U);
    EXPECT_EQ(edits[1].edit, QStringLiteral("gaps=0"));
}

TEST_F(WhenPanels, layersAreListedAndLeadToTheTimeline)
{
    LayersPanel panel(session.pane());
    panel.show();
    std::vector<test::Work> work;
    for (int layer = 0; layer < 4; ++layer)
        for (const char *name : {"norm", "gemm", "flash", "down"})
            work.push_back({"0", "7", int64_t(work.size()) * 10, 5, name});
    session.add(test::runOfWork(work));
    ASSERT_TRUE(ends([&] { return rowsOf(panel) == 4; }));
    EXPECT_EQ(cell(panel, 3, "index"), QStringLiteral("3"));
    EXPECT_EQ(cell(panel, 3, "total_ns"), QStringLiteral("20"));
    std::optional<TimeRange> shown;
    QObject::connect(session.pane(), &Pane::spanRequested, [&](TimeRange range) { shown = range; });
    emit panel.table()->activated(3);
    EXPECT_EQ(shown, (TimeRange{120, 155}));
    session.add(test::runOfWork({{"0", "7", 0, 5, "alone"}}));
    EXPECT_TRUE(ends([&] { return rowsOf(panel) == 0; })) << "its kernels do not repeat";
}

TEST_F(WhenPanels, rowsGoWithTheirRun)
{
    GapsPanel gaps(session.pane());
    StepsPanel steps(session.pane());
    WaitsPanel waits(session.pane());
    for (RunTablePanel *panel : {static_cast<RunTablePanel *>(&gaps), static_cast<RunTablePanel *>(&steps),
                                 static_cast<RunTablePanel *>(&waits)})
        panel->show();
    open();
    ASSERT_TRUE(ends([&] { return rowsOf(gaps) == 2 && rowsOf(steps) == 3 && rowsOf(waits) == 2; }));
    session.close(session.active());
    EXPECT_EQ(rowsOf(gaps), 0);
    EXPECT_EQ(rowsOf(steps), 0);
    EXPECT_EQ(rowsOf(waits), 0);
    emit gaps.table()->activated(0); // a click that was on its way
    emit steps.table()->activated(0);
    emit waits.table()->activated(0);
}

TEST_F(WhenPanels, aStepRestrictsAllViewsToItsWork)
{
    StepsPanel panel(session.pane());
    panel.show();
    open();
    ASSERT_TRUE(ends([&] { return rowsOf(panel) == 3; })) << "two steps and the rest";
    emit panel.table()->activated(1);
    const RunContext &context = session.pane()->context();
    ASSERT_TRUE(ends([&] { return bool(context.focus()); }));
    EXPECT_EQ(context.focus().activities->count(), 1U);
    EXPECT_TRUE(context.focus().activities->contains(2));
    EXPECT_TRUE(context.focus().title.startsWith(QStringLiteral("step 2: decode")))
        << context.focus().title.toStdString();
}

TEST_F(WhenPanels, waitsAreToldApartFromWork)
{
    WaitsPanel panel(session.pane());
    panel.show();
    const RunPtr run = open();
    ASSERT_TRUE(ends([&] { return rowsOf(panel) == 2; }));
    EXPECT_EQ(cell(panel, 0, "name"), QStringLiteral("cudaStreamSynchronize"));
    EXPECT_EQ(cell(panel, 0, "kind"), QStringLiteral("Wait"));
    EXPECT_EQ(cell(panel, 1, "kind"), QStringLiteral("Work"));
    emit panel.table()->activated(0);
    const EventRef selected = session.pane()->context().selection();
    EXPECT_EQ(run->text(run->timeline.name(selected)), "cudaStreamSynchronize");
}

TEST_F(WhenPanels, idleTimeInWordsNamesEveryCauseOnceTheLargestFirst)
{
    const RunPtr run = open();
    const Gaps gaps = *findGaps(*run);
    EXPECT_EQ(gapText(*run, gaps.gaps[0]).toStdString(), "300.000\u202fµs idle, launched late: 290.0\u202fµs within "
                                                         "execute_context_0(0)_generation_4(4) without a recorded call "
                                                         "in it, then aten::late");
    EXPECT_EQ(idleText(*run, gaps, 0).toStdString(),
              "GPU 0 idle 370.000\u202fµs: launched late 81.1\u202f%, blocking call 18.9\u202f%");
}

TEST_F(WhenPanels, numbersOfACutStepCarryAMarkAndTheColumnSaysWhy)
{
    session.add(test::runFromJson(R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0,"dur":20},
{"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":9,"tid":1,"ts":30,"dur":20},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":5,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":35,"dur":1,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":45,"dur":1,"args":{"correlation":3}},
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":10,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":40,"dur":10,"args":{"device":0,"stream":7,"correlation":2}}
]})json")
                    .run);
    StepsPanel panel(session.pane());
    panel.show();
    ASSERT_TRUE(ends([&] { return rowsOf(panel) >= 2; }));
    const ReportModel &model = *panel.table()->model();
    const int cut = model.columnOf("cut");
    ASSERT_GE(cut, 0);
    EXPECT_FALSE(panel.table()->view()->isColumnHidden(cut));
    EXPECT_FALSE(cell(panel, 1, "cut").isEmpty());
    bool isMarked = false;
    for (int column = 0; column < model.columnCount(); ++column)
        if (const QModelIndex at = model.index(1, column); at.data(ReportModel::MarkedRole).toBool()) {
            isMarked = true;
            EXPECT_TRUE(at.data().isValid()) << "a blank cell makes no claim";
        }
    EXPECT_TRUE(isMarked);
}

} // namespace
} // namespace ws
