// The tables of a file: typed columns, the file's own numbers in exports, kinds of rows kept separate.

#include "tests/support/support.h"
#include "widgets/session/session.h"
#include "widgets/tables/nculinker.h"
#include "widgets/tables/tablenotes.h"
#include "widgets/tables/tablespanel.h"
#include "widgets/tables/texttablemodel.h"
#include "widgets/toolkit/elidingheader.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollArea>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace ws;

namespace {

Table torchTable()
{
    Table table;
    table.kind = "torch";
    table.title = "line 2";
    table.columns = {{"Name", Unit::Text},
                     {"Self CPU %", Unit::Percent},
                     {"Self CUDA", Unit::Microseconds},
                     {"CUDA Mem", Unit::Bytes},
                     {"# of Calls", Unit::Count}};
    table.rows = {{std::string("execute_new_1"), 0.0, 162909.0, std::monostate{}, 1.0},
                  {std::string("aten::mm"), 4.0, 2500.5, 2048.0, 121.0},
                  {std::string("void at::native::elementwise..."), 0.0, 30.001, 0.0, 10.0},
                  {std::string("void at::native::elementwise..."), 0.0, 20.0, 0.0, 3.0}};
    table.rowKinds = {RowKind::Annotation, RowKind::Operator, RowKind::DeviceWork, RowKind::DeviceWork};
    table.ambiguousName = {0, 0, 1, 1};
    table.notes = {"the rows add up"};
    return table;
}

Table nsysTable()
{
    Table table;
    table.kind = "nsys";
    table.report = table.title = "cuda_gpu_kern_sum";
    table.columns = {{"Time (%)", Unit::Percent}, {"Avg (ns)", Unit::Nanoseconds}, {"Name", Unit::Text}};
    table.rows = {{24.9, 3743.7, std::string("a")}, {75.1, 2e8, std::string("b")}};
    return table;
}

Table ncuTable(const char *kind)
{
    Table table;
    table.kind = kind;
    table.title = kind;
    table.columns = {{"ID", Unit::Text}, {"Kernel", Unit::Text}, {"Bottlenecks", Unit::Text}};
    table.rows = {{std::string("0"), std::string("gemm"),
                   std::string("[high] the first of the bottlenecks; [medium] the second of the bottlenecks")}};
    return table;
}

std::shared_ptr<const ws::Run> runWith(std::vector<Table> tables)
{
    auto run = std::make_shared<ws::Run>();
    run->tables = std::move(tables);
    return run;
}

QString header(const TextTableModel &model, int column)
{
    return model.headerData(column, Qt::Horizontal).toString();
}

} // namespace

TEST(TextTableModel, columnsCarryTheirUnitOnce)
{
    const TextTableModel torch(runWith({torchTable()}), 0);
    EXPECT_EQ(header(torch, 1), QStringLiteral("Self CPU (%)"));
    EXPECT_EQ(header(torch, 2), QStringLiteral("Self CUDA (ms)"));
    EXPECT_EQ(header(torch, 4), QStringLiteral("# of Calls"));
    const TextTableModel nsys(runWith({nsysTable()}), 0);
    EXPECT_EQ(header(nsys, 0), QStringLiteral("Time (%)"));
    EXPECT_EQ(header(nsys, 1), QStringLiteral("Avg (ms)"));
    EXPECT_EQ(nsys.nameColumn(), 2);
}

TEST(TextTableModel, longNamesAreShownWhereTheyDiffer)
{
    Table table = nsysTable();
    table.rows[0][2] = std::string("void f<c10::Half, 4>(int)");
    table.rows[1][2] = std::string("void f<float, 4>(int)");
    const TextTableModel model(runWith({table}), 0);
    EXPECT_EQ(model.index(0, 2).data(ReportModel::ShortRole).toString(), QStringLiteral("f[Half]"));
    EXPECT_EQ(model.index(1, 2).data(ReportModel::ShortRole).toString(), QStringLiteral("f[float]"));
    EXPECT_EQ(model.index(1, 2).data().toString(), QStringLiteral("void f<float, 4>(int)")) << "copied whole";
}

TEST(TextTableModel, exportsCarryTheFilesOwnNumbers)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    session.add(runWith({nsysTable()}));
    const QStringList lines =
        panel.table()->csv().split(QRegularExpression(QStringLiteral("\\r?\\n")), Qt::SkipEmptyParts);
    const QStringList expected{QStringLiteral("Time (%),Avg (ns),Name"), QStringLiteral("24.9,3743.7,a"),
                               QStringLiteral("75.1,200000000,b")};
    EXPECT_EQ(lines, expected) << panel.table()->csv().toStdString();
}

TEST(TextTableModel, behavesAsAModelAndFiltersKindsOfRows)
{
    TextTableModel model(runWith({torchTable()}), 0);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 4);
    model.setRowKind(RowKind::DeviceWork);
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_TRUE(model.isAmbiguous(0));
    EXPECT_EQ(model.index(0, 2).data().toDouble(), 30'001);
    EXPECT_FALSE(model.index(0, 0).data(Qt::ToolTipRole).toString().isEmpty());
    model.setRowKind({});
    EXPECT_EQ(model.rowCount(), 4);
    EXPECT_FALSE(model.isAmbiguous(1));
    EXPECT_FALSE(model.index(0, 3).data().isValid()) << "a blank cell stays blank";
}

TEST(TextTableModel, numbersOfProcessesAndThreadsAreNotGrouped)
{
    Table table;
    table.columns = {{"Name", Unit::Text}, {"PID", Unit::Number}, {"Metric", Unit::Number}};
    table.rows = {{std::string("main"), 3086332.0, 3086332.0}};
    const TextTableModel model(runWith({table}), 0);
    EXPECT_EQ(model.columns()[1].kind, CellKind::Text);
    EXPECT_EQ(model.index(0, 1).data().toString(), QStringLiteral("3086332"));
    EXPECT_EQ(model.columns()[2].kind, CellKind::Number);
}

TEST(TextTableModel, averagesAreNotSummedUp)
{
    const TextTableModel model(runWith({nsysTable()}), 0);
    EXPECT_TRUE(model.columns()[0].summable);
    EXPECT_FALSE(model.columns()[1].summable);
}

TEST(TablesPanel, sortsByValueAndGivesTheFilesOrderBack)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    session.add(runWith({torchTable()}));
    EXPECT_EQ(panel.table()->view()->model()->index(0, 0).data().toString(), QStringLiteral("execute_new_1"));
    panel.table()->sortBy("Self CUDA (us)", Qt::AscendingOrder);
    EXPECT_EQ(panel.table()->view()->model()->index(0, 4).data().toLongLong(), 3);
    panel.table()->view()->sortByColumn(-1, Qt::AscendingOrder);
    EXPECT_EQ(panel.table()->view()->model()->index(0, 0).data().toString(), QStringLiteral("execute_new_1"));
}

TEST(TablesPanel, opensWithTheKernelsOfAnNcuFileAndShowsTheirFindingsInFull)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    session.add(runWith({ncuTable("ncu"), ncuTable("ncu-kernels")}));
    EXPECT_EQ(panel.currentTable(), 1);
    panel.table()->view()->selectRow(0);
    const auto *details = panel.findChild<QPlainTextEdit *>();
    EXPECT_TRUE(details->toPlainText().contains(QStringLiteral("\n[medium] the second")))
        << details->toPlainText().toStdString();
}

TEST(TablesPanel, textsOfARowLeaveRoomForTheRowsOfALowPanel)
{
    Session session;
    QWidget window; // a side of two, lower than a window can be
    auto &panel = *new TablesPanel(session.pane(), TablesPanel::Place::Centre, &window);
    session.add(runWith({ncuTable("ncu"), ncuTable("ncu-kernels")}));
    panel.resize(640, 200);
    window.show();
    panel.table()->view()->selectRow(0);
    const auto *details = panel.findChild<QPlainTextEdit *>();
    EXPECT_FALSE(details->isVisible());
    EXPECT_GE(panel.table()->view()->viewport()->height(), panel.table()->view()->rowHeight(0));
    panel.resize(640, 400);
    EXPECT_TRUE(details->isVisible());
}

TEST(TablesPanel, notesLeaveALowPanelToTheRowsUntilTheyAreOpened)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    panel.resize(700, 600);
    panel.show();
    session.add(runWith({torchTable()}));
    const auto *notes = panel.findChild<TableNotes *>();
    ASSERT_TRUE(notes);
    const auto *area = notes->findChild<QScrollArea *>();
    EXPECT_TRUE(area->isVisible());
    panel.resize(700, 190);
    EXPECT_FALSE(area->isVisible());
    notes->findChild<QToolButton *>()->click();
    EXPECT_TRUE(area->isVisible());
    panel.resize(700, 180);
    EXPECT_TRUE(area->isVisible()) << "as somebody wants it";
}

TEST(TablesPanel, manyNotesLetAHighPanelBecomeLowInOneStep)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    panel.resize(700, 1'200);
    panel.show();
    Table table = torchTable();
    table.notes.assign(60, "the rows add up");
    session.add(runWith({table}));
    QTest::qWait(20); // the least height of the window is known
    const auto *area = panel.findChild<TableNotes *>()->findChild<QScrollArea *>();
    EXPECT_GT(area->height(), 300);
    panel.resize(700, 350);
    EXPECT_EQ(panel.height(), 350);
    const int line = area->widget()->fontMetrics().lineSpacing();
    for (const int height : {350, 330, 1'200}) {
        panel.resize(700, height);
        QTest::qWait(20);
        EXPECT_GE(area->viewport()->height(), 3 * line) << height;
        EXPECT_EQ(area->viewport()->height() % line, 0) << height;
    }
}

TEST(TablesPanel, notesEndWithAWholeLineAlsoWhereGlyphsAreHigh)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    panel.show();
    Table table = torchTable();
    table.notes.assign(40, "各行相加");
    session.add(runWith({table}));
    QTest::qWait(20);
    const auto *area = panel.findChild<TableNotes *>()->findChild<QScrollArea *>();
    const auto *text = static_cast<QLabel *>(area->widget());
    const QMargins margins = text->contentsMargins();
    for (const int height : {350, 600, 1'200}) {
        panel.resize(700, height);
        QTest::qWait(20);
        const int all = text->heightForWidth(text->width()) - margins.top() - margins.bottom();
        const double shown = (area->viewport()->height() - margins.top()) * 40.0 / all;
        EXPECT_GE(shown, 2) << height;
        EXPECT_NEAR(shown, std::round(shown), 0.07) << height;
    }
}

TEST(TablesPanel, titlesOfNumbersAreWholeWhereThereIsRoomAndElseBreak)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    panel.resize(1'800, 400);
    panel.show();
    Table table = nsysTable();
    for (const char *title : {"Median of all (ns)", "Smallest of all (ns)", "Largest of all (ns)", "Deviation (ns)"}) {
        table.columns.push_back({title, Unit::Nanoseconds});
        for (auto &row : table.rows)
            row.push_back(3.5);
    }
    session.add(runWith({table}));
    const QTableView *view = panel.table()->view();
    const auto *titles = dynamic_cast<const ElidingHeader *>(view->horizontalHeader());
    ASSERT_TRUE(titles);
    const int last = panel.model()->columnCount() - 1, first = last - 3;
    for (const bool isNarrow : {false, true}) {
        panel.resize(isNarrow ? 500 : 1'800, 400);
        QCoreApplication::processEvents();
        for (int column = first; column < last; ++column) {
            EXPECT_GE(view->columnWidth(column), titles->titleWidth(column, isNarrow)) << column;
            EXPECT_EQ(view->columnWidth(column) < titles->titleWidth(column, false), isNarrow) << column;
        }
    }
}

TEST(TablesPanel, opensWithTheTimesOfKernelsNotWithTheTableAboveThem)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    Table runtime = nsysTable();
    runtime.report = runtime.title = "osrt_sum";
    session.add(runWith({runtime, nsysTable()}));
    EXPECT_EQ(panel.currentTable(), 1);
    session.add(runWith({runtime, runtime}));
    EXPECT_EQ(panel.currentTable(), 0) << "no kernels";
}

TEST(TablesPanel, aFilterByKindIsSummedUpAndMixedKindsAreNot)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    session.add(runWith({torchTable()}));
    const auto line = [&panel] {
        for (const QLabel *label : panel.findChildren<QLabel *>())
            if (label->text().contains(QStringLiteral("rows shown")))
                return label->text();
        return QString();
    };
    panel.model()->setRowKind(RowKind::DeviceWork);
    EXPECT_TRUE(line().startsWith(QStringLiteral("2 of 4 rows shown"))) << line().toStdString();
    EXPECT_TRUE(line().contains(QStringLiteral("50.001"))) << line().toStdString();
    panel.model()->setRowKind({});
    panel.table()->setFilter(QStringLiteral("^(exec|void)"), true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !panel.table()->isFiltering(); }));
    EXPECT_EQ(line(), QStringLiteral("3 of 4 rows shown")) << "a label and device work";
}

TEST(TablesPanel, warnsWhenRowsOfDifferentKindsAreSelected)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    session.add(runWith({torchTable()}));
    panel.table()->view()->selectAll();
    EXPECT_FALSE(panel.findChild<QPlainTextEdit *>()->toPlainText().isEmpty());
    panel.model()->setRowKind(RowKind::DeviceWork);
    panel.table()->view()->selectAll();
    EXPECT_TRUE(panel.findChild<QPlainTextEdit *>()->toPlainText().isEmpty());
}

TEST(TablesPanel, followsTheSessionFromRunToRunAndToNone)
{
    Session session;
    TablesPanel panel(session.pane(), TablesPanel::Place::Centre);
    EXPECT_EQ(panel.table(), nullptr);
    const auto first = runWith({torchTable(), nsysTable()});
    session.add(first);
    panel.showTable(1);
    EXPECT_EQ(panel.model()->printed().kind, "nsys");
    session.add(runWith({}));
    EXPECT_EQ(panel.table(), nullptr);
    session.setActive(session.find(first));
    EXPECT_EQ(panel.currentTable(), 0);
    session.close(session.find(first));
    EXPECT_EQ(panel.table(), nullptr);
}

TEST(TablesPanel, whatTheCentreShowsIsNotShownInTheDockAsWell)
{
    Session session;
    TablesPanel centre(session.pane(), TablesPanel::Place::Centre), dock(session.pane());
    session.add(runWith({torchTable()}));
    EXPECT_NE(centre.table(), nullptr);
    EXPECT_EQ(dock.table(), nullptr);
    auto run = std::make_shared<ws::Run>();
    run->tables = {torchTable()};
    run->timeline.hasOrigin = true;
    session.add(run);
    EXPECT_EQ(centre.table(), nullptr);
    EXPECT_NE(dock.table(), nullptr);
}

class NcuBesideATimeline : public testing::Test
{
protected:
    NcuBesideATimeline()
    {
        session.add(timeline);
        session.add(runWith({ncuTable("ncu-kernels")}));
        EXPECT_TRUE(QTest::qWaitFor([&] { return !session.pane()->context().ncuLinks().empty(); }, 60'000));
    }

    Session session;
    NcuLinker linker{&session};
    RunPtr timeline = test::runOfWork({{"0", "7", 0, 40, "norm"}, {"0", "7", 100, 25, "void gemm<4>(int)"}});
    TablesPanel centre{session.pane(), TablesPanel::Place::Centre};
    TablesPanel dock{session.pane()};
};

TEST_F(NcuBesideATimeline, rowsSayWhenTheirKernelStartedThere)
{
    TextTableModel *model = centre.model();
    ASSERT_EQ(model->columnCount(), 5);
    EXPECT_EQ(model->index(0, 3).data().toLongLong(), 100);
    EXPECT_EQ(model->index(0, 4).data().toLongLong(), 25);
    EXPECT_TRUE(centre.table()->csv().contains(QStringLiteral("timeline_start_ns")))
        << centre.table()->csv().toStdString();
    const QAbstractItemModelTester tester(model, QAbstractItemModelTester::FailureReportingMode::Fatal);
}

TEST_F(NcuBesideATimeline, enterShowsTheKernelInTheTimelineAndTheTableStandsBesideIt)
{
    emit centre.table()->activated(0);
    ASSERT_TRUE(QTest::qWaitFor([&] { return session.pane()->run() == timeline; }, 60'000));
    EXPECT_EQ(session.pane()->context().selection(), timeline->gpu.slice[1]);
    ASSERT_NE(dock.table(), nullptr);
    EXPECT_EQ(dock.model()->index(0, 3).data().toLongLong(), 100);
    session.pane()->context().select({});
    emit dock.table()->activated(0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return session.pane()->context().selection().valid(); }, 60'000));
}

TEST_F(NcuBesideATimeline, theWidthThatTheUserGaveAColumnStaysWhenTheTimelineComes)
{
    session.close(session.find(timeline));
    Table table = ncuTable("ncu-kernels");
    table.columns.push_back({"Duration (ns)", Unit::Nanoseconds});
    table.rows.front().push_back(25.0);
    session.add(runWith({table}));
    RunContext *kernels = session.active();
    session.add(timeline);
    session.setActive(kernels);
    ASSERT_EQ(centre.model()->columnCount(), 4);
    centre.table()->view()->setColumnWidth(3, 234);
    ASSERT_TRUE(QTest::qWaitFor([&] { return centre.model()->columnCount() == 6; }, 60'000));
    EXPECT_EQ(centre.table()->view()->columnWidth(3), 234);
}

TEST_F(NcuBesideATimeline, closingTheTimelineTakesTheColumnsAway)
{
    session.close(session.find(timeline));
    EXPECT_TRUE(session.pane()->context().ncuLinks().empty());
    EXPECT_EQ(centre.model()->columnCount(), 3);
}

TEST(TablesPanel, saysWhenTheRowsFitAtSeveralPlaces)
{
    Session session;
    NcuLinker linker(&session);
    TablesPanel centre(session.pane(), TablesPanel::Place::Centre);
    const auto says = [&](const char *text) {
        const auto labels = centre.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(),
                           [text](const QLabel *label) { return label->text().contains(QLatin1String(text)); });
    };
    const RunPtr once = test::runOfWork({{"0", "7", 0, 40, "norm"}, {"0", "7", 100, 25, "void gemm<4>(int)"}});
    session.add(once);
    session.add(runWith({ncuTable("ncu-kernels")}));
    ASSERT_TRUE(QTest::qWaitFor([&] { return says("are found in the timeline"); }, 60'000));
    EXPECT_FALSE(says("places"));
    session.close(session.find(once));
    session.add(test::runOfWork({{"0", "7", 0, 40, "gemm"}, {"0", "7", 100, 25, "gemm"}, {"0", "7", 200, 2, "x"}}));
    session.setActive(session.contexts().front());
    EXPECT_TRUE(QTest::qWaitFor([&] { return says("fit equally well at 2 places"); }, 60'000));
}
