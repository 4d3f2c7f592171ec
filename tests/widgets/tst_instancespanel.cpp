#include "tests/support/settled.h"
#include "tests/support/support.h"
#include "widgets/panels/diagnostics/diagnosticstabs.h"
#include "widgets/panels/diagnostics/trustpanel.h"
#include "widgets/panels/instances/instancespanel.h"
#include "widgets/session/session.h"
#include "widgets/session/sliceplace.h"
#include "widgets/toolkit/histogramview.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QTest>
#include <QToolButton>

namespace ws {
namespace {

/// Twenty "gemm" of 10 ns, one of 100 ns, and another kernel.
RunPtr manyGemms()
{
    std::vector<test::Work> work;
    for (int i = 0; i < 20; ++i)
        work.push_back({"0", "7", i * 50, i == 13 ? 30 : 10, "gemm"});
    work.push_back({"0", "7", 2000, 5, "norm"});
    return test::runOfWork(work);
}

class Instances : public testing::Test
{
protected:
    Instances()
    {
        panel.resize(900, 300);
        panel.show();
    }
    int rows() { return panel.table()->model()->rowCount(); }
    bool hasRows(int count)
    {
        return QTest::qWaitFor([&] { return rows() == count; }, 60'000);
    }
    RunContext &context() { return session.pane()->context(); }
    void press(const QString &text)
    {
        for (auto *button : panel.findChildren<QToolButton *>())
            if (button->text() == text)
                button->click();
    }

    Session session;
    InstancesPanel panel{session.pane()};
};

TEST_F(Instances, areTitledByTheShortNameThatKeepsTheTile)
{
    const std::string begin = "Cijk_Alik_Bljk_BBS_BH_Bias_HAS_SAV_UserArgs_",
                      end = "_SE_ASGT_ASLT_ASE_ASAE01_SGRA0_WG32_8_1";
    const std::string small = begin + "MT128x64x32" + end, large = begin + "MT256x128x64" + end;
    const RunPtr run = test::runOfWork({{"0", "7", 0, 30, small.c_str()}, {"0", "7", 50, 30, large.c_str()}});
    session.add(run);
    context().select(run->gpu.slice[0]);
    ASSERT_TRUE(hasRows(1));
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            for (const auto *label : panel.findChildren<QLabel *>())
                if (label->text().startsWith(QStringLiteral("Cijk")) &&
                    label->text().contains(QStringLiteral("MT128x64x32")))
                    return true;
            return false;
        },
        5'000));
}

TEST_F(Instances, followTheSelectedKernelAndLeadToTheSlowest)
{
    const RunPtr run = manyGemms();
    session.add(run);
    EXPECT_EQ(rows(), 0) << "nothing is selected";
    context().select(run->gpu.slice[3]);
    ASSERT_TRUE(hasRows(20));
    press(QStringLiteral("Slowest"));
    EXPECT_EQ(context().selection(), run->gpu.slice[13]);
    EXPECT_EQ(panel.table()->currentRow(), 13);
    EXPECT_EQ(panel.table()->selectedRows(), std::vector<int>{13});
    press(QStringLiteral("Fastest"));
    EXPECT_EQ(run->timeline.duration(context().selection()), 10);
    EXPECT_EQ(rows(), 20) << "another instance of the name keeps the table";
    context().select(run->gpu.slice[20]);
    ASSERT_TRUE(hasRows(1));
}

TEST_F(Instances, theRowOfTheSelectedOneIsSelectedAndInSight)
{
    const RunPtr run = manyGemms();
    session.add(run);
    context().select(run->gpu.slice[19]); // from another panel: "Go to the slowest instance", a finding
    ASSERT_TRUE(hasRows(20));
    ASSERT_EQ(panel.table()->currentRow(), 19);
    const QTableView *view = panel.table()->view();
    EXPECT_TRUE(view->viewport()->rect().contains(view->visualRect(view->currentIndex()).center()));
    context().select({});
    EXPECT_EQ(panel.table()->currentRow(), 19) << "nothing new to show";
}

TEST_F(Instances, theSelectedRowStaysInSightInALowerPanel)
{
    const RunPtr run = manyGemms();
    session.add(run);
    context().select(run->gpu.slice[19]);
    ASSERT_TRUE(hasRows(20));
    const QTableView *view = panel.table()->view();
    for (const int height : {260, 220, 180}) {
        panel.resize(900, height);
        QCoreApplication::processEvents();
        EXPECT_TRUE(view->viewport()->rect().contains(view->visualRect(view->currentIndex()).center())) << height;
    }
}

TEST_F(Instances, theTitleTakesTheRoomOfTheBar)
{
    const std::string name = "gemm_" + std::string(80, 'x') + "_tile";
    const RunPtr run = test::runOfWork({{"0", "7", 0, 30, name.c_str()}});
    session.add(run);
    context().select(run->gpu.slice[0]);
    ASSERT_TRUE(hasRows(1));
    const auto isWhole = [&](bool wanted) {
        return QTest::qWaitFor(
            [&] {
                for (const auto *label : panel.findChildren<QLabel *>())
                    if (label->text().startsWith(QStringLiteral("gemm_")))
                        return (label->text() == QString::fromStdString(name)) == wanted;
                return false;
            },
            5'000);
    };
    panel.resize(1'600, 300);
    EXPECT_TRUE(isWhole(true));
    panel.resize(800, 300);
    EXPECT_TRUE(isWhole(false));
    EXPECT_EQ(panel.width(), 800);
}

TEST_F(Instances, aListThatWasScrolledStaysThereWhenMoreIsKnownOfIt)
{
    const RunPtr run = manyGemms();
    session.add(run);
    context().select(run->gpu.slice[19]);
    ASSERT_TRUE(hasRows(20));
    const QTableView *view = panel.table()->view();
    panel.table()->view()->scrollToTop();
    QTest::qWait(100); // layers and modules come
    EXPECT_TRUE(view->viewport()->rect().contains(view->visualRect(view->model()->index(0, 1)).center()));
    EXPECT_EQ(panel.table()->currentRow(), 19) << "the selected one is marked";
}

TEST_F(Instances, aListThatIsAskedForBeginsWithItsFirstRow)
{
    const RunPtr run = manyGemms();
    session.add(run);
    context().select(run->gpu.slice[19]);
    ASSERT_TRUE(hasRows(20));
    const QTableView *view = panel.table()->view();
    ASSERT_FALSE(view->viewport()->rect().contains(view->visualRect(view->model()->index(0, 1)).center()));
    panel.showName(run->gpu.name[20]);
    ASSERT_TRUE(hasRows(1));
    panel.showName(run->gpu.name[0]);
    ASSERT_TRUE(hasRows(20));
    QTest::qWait(100); // layers and modules come
    EXPECT_TRUE(view->viewport()->rect().contains(view->visualRect(view->model()->index(0, 1)).center()));
    EXPECT_EQ(panel.table()->currentRow(), 19) << "the selected one is marked";
}

TEST_F(Instances, ofTheOldRunAreGoneWithIt)
{
    const RunPtr run = manyGemms();
    session.add(run);
    context().select(run->gpu.slice[0]);
    ASSERT_TRUE(hasRows(20));
    session.close(session.active());
    EXPECT_EQ(rows(), 0);
    press(QStringLiteral("Slowest"));
    emit panel.table()->activated(3);
    emit panel.histogram()->binClicked(0, 100, true);
    EXPECT_FALSE(context().selection().valid());
}

TEST_F(Instances, ofARunThatComesBackAreNotMixedWithThoseOfTheOther)
{
    std::vector<test::Work> work(8, {"0", "7", 0, 10, "gemm"});
    const RunPtr large = manyGemms(), small = test::runOfWork(work);
    for (const RunPtr &run : {large, small}) {
        session.add(run);
        context().select(run->gpu.slice[0]);
        ASSERT_TRUE(hasRows(run == large ? 20 : 8));
        QTest::qWait(100); // layers of the one …
    }
    for (int round = 0; round < 4; ++round) { // … must not meet the kernels of the other
        session.setActive(session.contexts()[static_cast<size_t>(round % 2)]);
        EXPECT_EQ(rows(), round % 2 ? 8 : 20) << "known at once";
    }
}

TEST_F(Instances, aBinOfTheHistogramLeadsToItsFirstInstance)
{
    const RunPtr run = manyGemms();
    session.add(run);
    context().select(run->gpu.slice[0]);
    ASSERT_TRUE(hasRows(20));
    emit panel.histogram()->binClicked(25, 30, true);
    EXPECT_EQ(context().selection(), run->gpu.slice[13]);
    HistogramView &view = *panel.histogram();
    const size_t last = view.binAt(view.width() - 10);
    ASSERT_NE(last, SIZE_MAX);
    EXPECT_TRUE(view.textOf(last).startsWith(QStringLiteral("1 instances from"))) << view.textOf(last).toStdString();
}

TEST(SlicePlace, saysTheRankAndTheRatioToTheMedian)
{
    const RunPtr run = manyGemms();
    const auto slow = rankOf(*run, run->gpu.slice[13]), only = rankOf(*run, run->gpu.slice[20]);
    EXPECT_EQ(rankText(*slow).toStdString(), "14 of 20 of this name, 3 × the median duration");
    EXPECT_EQ(rankText(*only).toStdString(), "1 of 1 of this name");
}

TEST(TrustPanel, listsWhatIsWrongAndStaysSilentWhereNothingIs)
{
    Session session;
    TrustPanel panel(session.pane());
    panel.show();
    session.add(test::runFromJson(R"json({"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":900,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"early","pid":0,"tid":7,"ts":500,"dur":50,"args":{"correlation":1,"device":0,"stream":7}}
]})json")
                    .run);
    const ReportModel &model = *panel.table()->model();
    ASSERT_TRUE(QTest::qWaitFor([&] { return model.rowCount() > 0; }, 60'000));
    int row = -1;
    for (int r = 0; r < model.rowCount(); ++r)
        if (model.index(r, model.columnOf("finding")).data().toString() == QLatin1String("before-launch"))
            row = r;
    ASSERT_GE(row, 0);
    panel.resize(500, 300);
    const QTableView *view = panel.table()->view();
    const int line = view->verticalHeader()->defaultSectionSize();
    EXPECT_TRUE(QTest::qWaitFor([&] { return view->rowHeight(0) >= 2 * line - 6; })) << "the sentence is whole";
    panel.resize(2'400, 300);
    EXPECT_TRUE(QTest::qWaitFor([&] { return view->rowHeight(0) == line; }));
    emit panel.table()->activated(row);
    const RunPtr run = session.pane()->run();
    EXPECT_EQ(run->text(run->timeline.name(session.pane()->context().selection())), "early");
    session.close(session.active());
    EXPECT_EQ(model.rowCount(), 0);
    session.add(test::runFromJson(R"json({"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":100,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":120,"dur":50,"args":{"correlation":1,"device":0,"stream":7}}
]})json")
                    .run);
    test::untilNothingWorks();
    EXPECT_EQ(model.rowCount(), 0);
}

} // namespace
} // namespace ws
