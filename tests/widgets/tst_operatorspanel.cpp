#include "core/report/operatorreport.h"
#include "tests/core/modulefixture.h"
#include "tests/support/modeltester.h"
#include "widgets/panels/operators/operatorspanel.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTest>

namespace ws {
namespace {

RunPtr twoOperators()
{
    test::TraceText t;
    t.op("aten::linear", 1, 0, 100, R"("Input Dims":[[2,3]])").op("aten::mm", 1, 10, 60);
    t.op("aten::linear", 1, 500, 10, R"("Input Dims":[[8,3]])");
    return test::runFromJson(t.launch(1, 20, 1, "cudaLaunchKernel", 30).kernel(1, 200, 40).json()).run;
}

TEST(OperatorReport, behavesAsAModelThroughFillingAndEmptying)
{
    const RunPtr run = twoOperators();
    ReportModel model(operatorReport(nullptr, nullptr));
    test::ModelTester tester(&model);
    model.setTable(operatorReport(run, std::make_shared<const OperatorTable>(*operatorTable(*run))));
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, model.columnOf("self_device_ns")).data().toLongLong(), 40'000);
    EXPECT_DOUBLE_EQ(model.index(0, model.columnOf("of_gpu_work")).data().toDouble(), 1);
    EXPECT_EQ(model.index(1, model.columnOf("cpu_per_call_ns")).data().toLongLong(), 55'000);
    model.setTable(operatorReport(nullptr, nullptr));
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(OperatorsPanel, listsTheRangeSplitsByShapeAndShowsTheFirstCall)
{
    Session session;
    OperatorsPanel panel(session.pane());
    panel.show();
    session.add(twoOperators());
    auto *model = panel.findChild<ReportModel *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
    EXPECT_TRUE(panel.table()->view()->isColumnHidden(model->columnOf("shape")));
    panel.findChild<QComboBox *>()->setCurrentIndex(1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 3; }, 60'000));
    EXPECT_FALSE(panel.table()->view()->isColumnHidden(model->columnOf("shape")));
    for (int row = 0; row < 3; ++row)
        if (model->index(row, model->columnOf("shape")).data().toString() == QLatin1String("[[8,3]]"))
            emit panel.table()->activated(row);
    EXPECT_EQ(session.pane()->run()->timeline.start(session.pane()->context().selection()), 500'000);
    session.pane()->context().setRange(TimeRange{0, 5'000});
    EXPECT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 1; }, 60'000));
}

TEST(OperatorsPanel, aClickBetweenARunSwitchAndItsTableDoesNothing)
{
    for (const bool isReload : {false, true}) {
        Session session;
        OperatorsPanel panel(session.pane());
        panel.show();
        const RunPtr before = twoOperators();
        const RunPtr after = test::runFromJson(test::TraceText().op("aten::add", 1, 0, 5).json()).run;
        session.add(before);
        auto *model = panel.findChild<ReportModel *>();
        ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 2; }, 60'000));
        isReload ? session.replace(session.find(before), after) : session.add(after);
        emit panel.table()->activated(1);
        EXPECT_FALSE(session.pane()->context().selection().valid());
        ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 1; }, 60'000));
        emit panel.table()->activated(0);
        EXPECT_EQ(session.pane()->context().selection(), after->ops.slice[0]);
    }
}

TEST(OperatorsPanel, aFileWithoutOperatorsSaysSo)
{
    Session session;
    OperatorsPanel panel(session.pane());
    panel.show();
    session.add(test::runFromJson(test::TraceText().kernel(1, 0, 5).json()).run);
    EXPECT_FALSE(panel.table()->isVisible());
}

} // namespace
} // namespace ws
