// Painted charts as screen readers see them: the numbers that are drawn.
#include "core/base/format.h"
#include "tests/support/support.h"
#include "widgets/panels/code/codepanel.h"
#include "widgets/panels/code/icicleview.h"
#include "widgets/panels/series/curveview.h"
#include "widgets/stages/stagechart.h"
#include "widgets/toolkit/barlist.h"
#include "widgets/toolkit/histogramview.h"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QSignalSpy>
#include <QTest>

namespace ws {
namespace {

QAccessibleTableInterface *tableOf(QWidget &view)
{
    QAccessibleInterface *of = QAccessible::queryAccessibleInterface(&view);
    return of ? of->tableInterface() : nullptr;
}

QString nameAt(QWidget &view, int row, int column)
{
    const QAccessibleInterface *cell = tableOf(view)->cellAt(row, column);
    return cell ? cell->text(QAccessible::Name) : QStringLiteral("no cell");
}

void press(QWidget &view, int row, int column)
{
    tableOf(view)->cellAt(row, column)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
}

TEST(PaintedTables, barsHaveNamesValuesAndLeadOn)
{
    BarList list;
    list.setBars({{QStringLiteral("compute"), QStringLiteral("5 ms"), 0, 0.5, 0, {}, true},
                  {QStringLiteral("idle"), QStringLiteral("1 ms"), 0, 0.1, 0}});
    list.show();
    ASSERT_TRUE(tableOf(list));
    EXPECT_EQ(tableOf(list)->rowCount(), 2);
    EXPECT_EQ(nameAt(list, 0, 0), QStringLiteral("compute"));
    EXPECT_EQ(nameAt(list, 0, 1), QStringLiteral("5 ms"));
    QSignalSpy activated(&list, &BarList::activated);
    press(list, 0, 1);
    press(list, 1, 1); // leads nowhere
    ASSERT_EQ(activated.count(), 1);
    EXPECT_EQ(activated[0][0].toInt(), 0);

    QAccessibleInterface *held = tableOf(list)->cellAt(1, 1);
    list.setBars({});
    EXPECT_FALSE(held->isValid());
    EXPECT_TRUE(held->text(QAccessible::Name).isEmpty());
    EXPECT_EQ(tableOf(list)->rowCount(), 0);
}

TEST(PaintedTables, binsOfAHistogramTellTheirCounts)
{
    HistogramView view;
    DurationHistogram histogram;
    histogram.edges = {0, 1000, 2000};
    histogram.counts = {3, 7};
    DurationStats stats;
    stats.count = 10;
    view.setData(histogram, stats);
    ASSERT_EQ(tableOf(view)->rowCount(), 2);
    EXPECT_TRUE(nameAt(view, 1, 1).startsWith(QStringLiteral("7 instances"))) << nameAt(view, 1, 1).toStdString();
    QSignalSpy clicked(&view, &HistogramView::binClicked);
    press(view, 1, 1);
    ASSERT_EQ(clicked.count(), 1);
    EXPECT_EQ(clicked[0][0].toDouble(), 1000);
    view.setCurrent(500);
    EXPECT_TRUE(tableOf(view)->cellAt(0, 1)->state().selected);
    EXPECT_FALSE(tableOf(view)->cellAt(1, 1)->state().selected);
}

TEST(PaintedTables, pointsOfACurveTellRunAndValue)
{
    CurveView view;
    view.setCurve({QStringLiteral("gemm"),
                   {QStringLiteral("monday"), QStringLiteral("tuesday")},
                   {5.0, std::nullopt},
                   {QStringLiteral("5 ms")},
                   0});
    ASSERT_EQ(tableOf(view)->rowCount(), 2);
    EXPECT_EQ(nameAt(view, 0, 0), QStringLiteral("monday"));
    EXPECT_EQ(nameAt(view, 0, 1), QStringLiteral("5 ms"));
    EXPECT_EQ(nameAt(view, 1, 1), QString());
}

TEST(PaintedTables, segmentsOfAStageChartTellTheirHeights)
{
    StageChart chart;
    chart.resize(600, 400);
    ChartData data;
    data.bars.resize(1);
    data.bars[0].label = QStringLiteral("run");
    data.bars[0].wholeNs = data.bars[0].shownNs = 3'000'000;
    data.segments.resize(2);
    data.segments[0].label = QStringLiteral("attention");
    data.segments[1].label = QStringLiteral("moe");
    for (size_t i = 0; i < 2; ++i) {
        data.segments[i].ns = {int64_t(i + 1) * 1'000'000};
        data.segments[i].count = {1};
    }
    chart.setData(data);
    ASSERT_TRUE(tableOf(chart));
    ASSERT_EQ(tableOf(chart)->rowCount(), 1);
    EXPECT_EQ(nameAt(chart, 0, 0), QStringLiteral("run"));
    EXPECT_EQ(nameAt(chart, 0, 2), QStringLiteral("moe"));
    EXPECT_EQ(tableOf(chart)->cellAt(0, 2)->text(QAccessible::Value), data.text(2));
    QSignalSpy clicked(&chart, &StageChart::clicked);
    press(chart, 0, 2);
    ASSERT_EQ(clicked.count(), 1);
    EXPECT_EQ(clicked[0][0].toULongLong(), 1u);
    chart.setData({});
    EXPECT_EQ(tableOf(chart)->rowCount(), 0);
}

TEST(PaintedTables, framesOfAnIcicleStandInRowsByDepth)
{
    constexpr std::string_view trace = R"json({"traceEvents":[
{"ph":"X","cat":"python_function","name":"run/main.py(10): main","pid":1,"tid":1,"ts":0,"dur":1000,"args":{"Python id":1}},
{"ph":"X","cat":"python_function","name":"run/model.py(20): forward","pid":1,"tid":1,"ts":10,"dur":100,"args":{"Python id":2}},
{"ph":"X","cat":"python_function","name":"run/train.py(30): step","pid":1,"tid":1,"ts":200,"dur":100,"args":{"Python id":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":20,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":210,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":30,"dur":30,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"adam","pid":0,"tid":7,"ts":220,"dur":10,"args":{"device":0,"stream":7,"correlation":2}}
]})json";
    Session session;
    CodePanel panel(session.pane());
    panel.resize(1200, 400);
    panel.show();
    session.add(test::runFromJson(trace).run);
    auto *view = panel.findChild<IcicleView *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return tableOf(*view)->rowCount() >= 3; }, 60'000));
    EXPECT_EQ(nameAt(*view, 0, 1), QStringLiteral("All GPU work"));
    EXPECT_TRUE(nameAt(*view, 2, 1).contains(QStringLiteral("forward"))) << nameAt(*view, 2, 1).toStdString();
    EXPECT_TRUE(nameAt(*view, 2, 2).contains(QStringLiteral("step")));
    EXPECT_EQ(tableOf(*view)->cellAt(2, 1)->text(QAccessible::Value), formatDuration(30'000));
    EXPECT_EQ(nameAt(*view, 2, 3), QStringLiteral("no cell"));
    EXPECT_TRUE(tableOf(*view)->cellAt(0, 1)->state().selected);
    press(*view, 2, 1);
    EXPECT_NE(view->zoomedTo(), noStackNode);
    session.close(session.active());
    EXPECT_EQ(tableOf(*view)->rowCount(), 0);
}

} // namespace
} // namespace ws
