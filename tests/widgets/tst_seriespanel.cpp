#include "tests/support/support.h"
#include "widgets/panels/series/curveview.h"
#include "widgets/panels/series/seriespanel.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QHeaderView>
#include <QTableView>
#include <QTest>

namespace ws {
namespace {

/// 20 decode steps with a kernel of `gemmUs` in each, as a file of this name.
RunPtr sweepRun(const std::string &name, int gemmUs)
{
    std::string json = R"json({"traceEvents":[)json";
    for (int i = 0; i < 20; ++i) {
        const int at = i * 1'000, gemm = gemmUs + i * 7 % 4;
        const auto slice = [&](const char *category, const char *what, int tid, int ts, int dur,
                               const std::string &args) {
            json += std::string(R"json({"ph":"X","cat":")json") + category + R"json(","name":")json" + what +
                    R"json(","pid":)json" + (tid == 7 ? "0" : "1") + R"json(,"tid":)json" + std::to_string(tid) +
                    R"json(,"ts":)json" + std::to_string(ts) + R"json(,"dur":)json" + std::to_string(dur) +
                    R"json(,"args":{)json" + args + "}},";
        };
        slice("user_annotation", "execute_context_0(0)_generation_4(4)", 1, at, 900, "");
        slice("cuda_runtime", "cudaLaunchKernel", 1, at + 5, 5, R"json("correlation":)json" + std::to_string(i + 1));
        slice("kernel", "gemm", 7, at + 20, gemm,
              R"json("device":0,"stream":7,"correlation":)json" + std::to_string(i + 1));
    }
    json.back() = ']';
    const RunPtr read = test::runFromJson(json + "}").run;
    const auto named = std::const_pointer_cast<Run>(read); // nobody else has it yet
    named->info.stamp.path = QString::fromStdString("/sweep/" + name);
    return named;
}

class SeriesWindow : public testing::Test
{
protected:
    SeriesWindow() : panel(&session)
    {
        panel.resize(1200, 500);
        panel.show();
    }
    bool waitFor(size_t runs)
    {
        return QTest::qWaitFor([&] { return panel.series() && panel.series()->runs.size() == runs; }, 10'000);
    }
    double cell(const char *name, const char *column)
    {
        const ReportModel *model = panel.table()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, 0).data().toString() == QLatin1String(name))
                return model->index(row, model->columnOf(column)).data().toDouble();
        ADD_FAILURE() << name;
        return 0;
    }

    Session session;
    SeriesPanel panel;
};

TEST_F(SeriesWindow, openRunsAreColumnsBesideABaseline)
{
    EXPECT_EQ(panel.series(), nullptr) << "nothing is open";
    RunContext *slow = session.add(sweepRun("batch32.json", 300));
    RunContext *fast = session.add(sweepRun("batch8.json", 100));
    session.add(sweepRun("batch16.json", 200));
    ASSERT_TRUE(waitFor(3));
    EXPECT_NEAR(cell("gemm", "run1_ns"), 301'500, 2'000);
    EXPECT_NEAR(cell("gemm", "run2_delta_ns"), -200'000, 1);
    EXPECT_NEAR(cell("gemm", "run3_delta_ns"), -100'000, 1);
    panel.setBaseline(fast);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.series()->baseline == 1; }, 10'000));
    EXPECT_NEAR(cell("gemm", "run1_delta_ns"), 200'000, 1);
    const QHeaderView *header = panel.table()->view()->horizontalHeader();
    EXPECT_EQ(header->visualIndex(panel.table()->model()->columnOf("run2_ns")), 1) << "the baseline is pinned";
    panel.setShown(slow, false);
    ASSERT_TRUE(waitFor(2));
    EXPECT_EQ(panel.series()->baseline, 0U) << "of those that are shown";
}

TEST_F(SeriesWindow, rowsStandAsTheyComeUntilSomebodySorts)
{
    RunContext *first = session.add(sweepRun("batch32.json", 300));
    RunContext *second = session.add(sweepRun("batch8.json", 100));
    ASSERT_TRUE(waitFor(2));
    QTableView *view = panel.table()->view();
    EXPECT_EQ(view->horizontalHeader()->sortIndicatorSection(), -1);
    view->sortByColumn(0, Qt::DescendingOrder); // by name, which is the header's own choice, too
    for (RunContext *baseline : {second, first}) {
        panel.setBaseline(baseline);
        ASSERT_TRUE(QTest::qWaitFor([&] { return panel.series()->baseline == (baseline == second); }, 10'000));
        EXPECT_EQ(view->horizontalHeader()->sortIndicatorSection(), 0);
    }
}

TEST_F(SeriesWindow, aKeyInTheNamesOrdersTheRunsAndTheCurve)
{
    session.add(sweepRun("batch32.json", 300));
    session.add(sweepRun("batch8.json", 100));
    session.add(sweepRun("batch16.json", 200));
    ASSERT_TRUE(waitFor(3));
    panel.setKey(QStringLiteral("batch"));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return panel.curve()->curve().labels.value(0) == QStringLiteral("batch 8"); }, 10'000));
    const Curve &curve = panel.curve()->curve();
    EXPECT_EQ(curve.labels,
              (QStringList{QStringLiteral("batch 8"), QStringLiteral("batch 16"), QStringLiteral("batch 32")}));
    ASSERT_EQ(curve.values.size(), 3U);
    EXPECT_LT(*curve.values[0], *curve.values[1]);
    EXPECT_LT(*curve.values[1], *curve.values[2]);
    EXPECT_GT(panel.curve()->pointOf(0)->y(), panel.curve()->pointOf(2)->y()) << "higher is more";
    EXPECT_LT(panel.curve()->pointOf(0)->x(), panel.curve()->pointOf(1)->x());
}

TEST_F(SeriesWindow, differencesAreThoseOfTheNumbersThatAreShown)
{
    session.add(sweepRun("a.json", 300));
    session.add(sweepRun("b.json", 100));
    session.add(test::runOfWork({{"0", "7", 0, 70'000, "gemm"}})); // without a unit of work: sums are shown
    ASSERT_TRUE(waitFor(3));
    const double a = cell("gemm", "run1_ns"), b = cell("gemm", "run2_ns");
    EXPECT_LT(b - a, -400'000) << "of several units";
    EXPECT_NEAR(cell("gemm", "run2_delta_ns"), b - a, 0.5);
    EXPECT_NEAR(cell("gemm", "run3_delta_ns"), 70'000 - a, 0.5);
}

TEST_F(SeriesWindow, aClosedRunLeavesTheTable)
{
    session.add(sweepRun("a.json", 300));
    RunContext *second = session.add(sweepRun("b.json", 100));
    session.add(sweepRun("c.json", 200));
    ASSERT_TRUE(waitFor(3));
    panel.setBaseline(second);
    session.close(second);
    ASSERT_TRUE(waitFor(2));
    EXPECT_EQ(panel.series()->baseline, 0U);
    EXPECT_NEAR(cell("gemm", "run2_delta_ns"), -100'000, 1);
}

TEST_F(SeriesWindow, aRunThatIsLeftOutWhileItIsAnalysedDisturbsNothing)
{
    RunContext *first = session.add(sweepRun("a.json", 300));
    session.add(sweepRun("b.json", 100));
    RunContext *third = session.add(sweepRun("c.json", 200));
    for (int turn = 0; turn < 40; ++turn) {
        panel.setShown(turn % 3 ? third : first, turn % 2);
        QTest::qWait(turn % 5);
    }
    panel.setShown(first, true);
    panel.setShown(third, false);
    ASSERT_TRUE(waitFor(2));
    EXPECT_NEAR(cell("gemm", "run2_delta_ns"), -200'000, 1);
}

} // namespace
} // namespace ws
