#include "core/report/kernelreport.h"
#include "tests/support/support.h"
#include "widgets/toolkit/elidingheader.h"
#include "widgets/toolkit/frozennames.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/sumline.h"
#include "widgets/toolkit/tablechoices.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QStyleOptionHeader>
#include <QTableView>
#include <QTest>

namespace ws {
namespace {

constexpr int nameColumn = 0;

class TablePaneTest : public testing::Test
{
protected:
    TablePaneTest()
    {
        m_run = test::runOfWork({{"0", "7", 0, 3'000, "gemm, \"big\""},
                                 {"0", "7", 3'000, 2'000, "norm"},
                                 {"0", "7", 5'000, 1'000, "gemm small"},
                                 {"0", "7", 6'000, 1'000, "gemm small"}});
        m_model->setTable(kernelReport(m_run, std::make_shared<const KernelTable>(*kernelTable(*m_run))));
        m_pane.sortBy("total_ns", Qt::DescendingOrder);
        m_pane.show();
    }
    QStringList names() const
    {
        QStringList list;
        for (int row = 0; row < m_pane.proxy()->rowCount(); ++row)
            list << m_pane.proxy()->index(row, nameColumn).data().toString();
        return list;
    }
    void waitForFilter()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !m_pane.isFiltering(); }));
    }
    /// Whatever modifier a key or wheel event of another test has left: with Ctrl selectRow() toggles.
    void selectOnly(int row)
    {
        m_pane.view()->selectionModel()->setCurrentIndex(m_pane.proxy()->index(row, 0),
                                                         QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    void selectAll() { m_pane.view()->selectAll(); }

    std::shared_ptr<const ws::Run> m_run;
    ReportModel *m_model = new ReportModel(kernelReport(nullptr, nullptr));
    TablePane m_pane{m_model, QStringLiteral("test")};
};

TEST_F(TablePaneTest, sortsByRawNumbersNotByText)
{
    EXPECT_EQ(names(),
              (QStringList{QStringLiteral("gemm, \"big\""), QStringLiteral("norm"), QStringLiteral("gemm small")}));
    m_pane.sortBy("count", Qt::DescendingOrder);
    EXPECT_EQ(names().first(), QStringLiteral("gemm small"));
}

TEST_F(TablePaneTest, staysSortedWhenTheRowsBehindItChange)
{
    const auto other = test::runOfWork({{"0", "7", 0, 1'000, "first"},
                                        {"0", "7", 1'000, 9'000, "second"},
                                        {"0", "7", 10'000, 5'000, "third"},
                                        {"0", "7", 15'000, 7'000, "fourth"}});
    m_model->setTable(kernelReport(other, std::make_shared<const KernelTable>(*kernelTable(*other))));
    EXPECT_EQ(names(), (QStringList{QStringLiteral("second"), QStringLiteral("fourth"), QStringLiteral("third"),
                                    QStringLiteral("first")}));
    m_pane.sortBy("name", Qt::AscendingOrder);
    EXPECT_EQ(names(), (QStringList{QStringLiteral("first"), QStringLiteral("fourth"), QStringLiteral("second"),
                                    QStringLiteral("third")}));
    m_model->setTable(kernelReport(m_run, std::make_shared<const KernelTable>(*kernelTable(*m_run))));
    EXPECT_EQ(names(),
              (QStringList{QStringLiteral("gemm small"), QStringLiteral("gemm, \"big\""), QStringLiteral("norm")}));
}

TEST_F(TablePaneTest, filtersByTextAndByExpression)
{
    m_pane.setFilter(QStringLiteral("GEMM"), false);
    EXPECT_EQ(names().size(), 2);
    m_pane.setFilter(QStringLiteral("^norm$|small"), true);
    waitForFilter();
    EXPECT_EQ(names().size(), 2);
    m_pane.setFilter(QStringLiteral("^norm$|small"), false);
    EXPECT_TRUE(names().isEmpty());
}

TEST_F(TablePaneTest, anExpressionThatGivesUpIsSaidBesideTheField)
{
    const std::string longName(70'000, 'a');
    m_run = test::runOfWork({{"0", "7", 0, 3'000, longName.c_str()}, {"0", "7", 3'000, 2'000, "xb"}});
    m_model->setTable(kernelReport(m_run, std::make_shared<const KernelTable>(*kernelTable(*m_run))));
    m_pane.setFilter(QStringLiteral("(a+)+[bc]"), true);
    EXPECT_EQ(names().size(), 2) << "until the worker is done the rows stay";
    waitForFilter();
    EXPECT_TRUE(names().isEmpty());
    QStringList said;
    for (const QLabel *label : m_pane.findChildren<QLabel *>())
        if (!label->isHidden())
            said << label->text();
    EXPECT_TRUE(said.contains(QStringLiteral("too many steps: given up on 1 names"))) << said.join(u'|').toStdString();
    m_pane.setFilter({}, true);
    EXPECT_EQ(names().size(), 2);
}

TEST_F(TablePaneTest, anExpressionThatIsStillTriedSurvivesNewRows)
{
    m_pane.setFilter(QStringLiteral("^norm$"), true);
    waitForFilter();
    m_pane.setFilter(QStringLiteral("^gemm"), true);
    m_model->setTable(kernelReport(m_run, std::make_shared<const KernelTable>(*kernelTable(*m_run))));
    waitForFilter();
    EXPECT_EQ(names(), (QStringList{QStringLiteral("gemm, \"big\""), QStringLiteral("gemm small")}));
}

TEST_F(TablePaneTest, anInvalidExpressionKeepsTheRowsAndSaysWhy)
{
    m_pane.setFilter(QStringLiteral("(gemm"), true);
    EXPECT_EQ(names().size(), 3);
    bool said = false;
    for (const QLineEdit *edit : m_pane.findChildren<QLineEdit *>())
        said = said || !edit->toolTip().isEmpty();
    EXPECT_TRUE(said);
}

TEST_F(TablePaneTest, csvHasRawNumbersOfWhatIsShown)
{
    m_pane.setFilter(QStringLiteral("big"), false);
    for (int column = m_model->columnOf("min_ns"); column < m_model->columnCount(); ++column)
        m_pane.view()->setColumnHidden(column, true);
    m_pane.setColumnShown("split", false);
    m_pane.setColumnShown("share", false);
    EXPECT_EQ(m_pane.csv(), QStringLiteral("name,count,total_ns,elapsed_ns\n\"gemm, \"\"big\"\"\",1,3000,3000\n"));
}

TEST_F(TablePaneTest, copyGivesTabsWithRawNumbers)
{
    selectOnly(1);
    m_pane.view()->setFocus();
    for (QAction *action : m_pane.view()->actions())
        if (action->shortcut() == QKeySequence(QKeySequence::Copy))
            action->trigger();
    const QStringList lines = QApplication::clipboard()->text().split(u'\n');
    EXPECT_TRUE(lines[0].startsWith(QStringLiteral("name\tcount\ttotal_ns")) ||
                lines[0].startsWith(QStringLiteral("name\tsplit\tcount\ttotal_ns")))
        << lines[0].toStdString();
    EXPECT_TRUE(lines[1].contains(QStringLiteral("2000"))) << lines.join(u'|').toStdString();
}

TEST_F(TablePaneTest, markdownHasTheTextOfTheScreenAndEscapesBars)
{
    const auto run = test::runOfWork({{"0", "7", 0, 3'000, "a|b"}});
    const ReportTable table = kernelReport(run, std::make_shared<const KernelTable>(*kernelTable(*run)));
    const QString text = tableMarkdown({table, {0}, {0, static_cast<size_t>(table.columnOf("total_ns"))}});
    EXPECT_EQ(text, QStringLiteral("| Kernel | Total (µs) |\n| --- | ---: |\n| a\\|b | 3.000 |\n"));
}

TEST_F(TablePaneTest, theBottomLineSumsUpTheSelectedRows)
{
    selectAll();
    EXPECT_EQ(m_pane.selectedRows().size(), 3U);
    bool found = false;
    for (const QLabel *label : m_pane.findChildren<QLabel *>())
        found = found || label->text().contains(QStringLiteral("7.000"));
    EXPECT_TRUE(found) << "sum of 3, 2 and 2 µs";
}

TEST_F(TablePaneTest, theBottomLineSumsUpTheRowsThatAFilterLeaves)
{
    const auto line = [this] {
        for (const QLabel *label : m_pane.findChildren<QLabel *>())
            if (label->text().contains(QStringLiteral("rows shown")))
                return label->text();
        return QString();
    };
    EXPECT_EQ(line(), QString()) << "all rows are shown";
    m_pane.setFilter(QStringLiteral("gemm"), false);
    waitForFilter();
    EXPECT_TRUE(line().startsWith(QStringLiteral("2 of 3 rows shown"))) << line().toStdString();
    EXPECT_TRUE(line().contains(QStringLiteral("5.000"))) << line().toStdString();
    m_pane.setMayAdd([](const std::vector<int> &) { return false; });
    EXPECT_EQ(line(), QStringLiteral("2 of 3 rows shown"));
}

TEST_F(TablePaneTest, namesStayAtTheEdgeWhileTheOtherColumnsScroll)
{
    const auto frozen = [this] { return m_pane.findChild<FrozenNames *>(); };
    m_pane.resize(360, 200);
    QScrollBar *bar = m_pane.view()->horizontalScrollBar();
    ASSERT_TRUE(QTest::qWaitFor([&] { return bar->maximum() > 250; }));
    EXPECT_EQ(frozen(), nullptr) << "they are in sight";
    bar->setValue(bar->maximum());
    ASSERT_NE(frozen(), nullptr);
    EXPECT_TRUE(frozen()->isVisible());
    EXPECT_FALSE(frozen()->isColumnHidden(nameColumn));
    for (int column = 1; column < m_pane.model()->columnCount(); ++column)
        EXPECT_TRUE(frozen()->isColumnHidden(column));
    const QModelIndex first = frozen()->indexAt({4, 4});
    EXPECT_EQ(first.data().toString(), names().first());
    QTest::mouseClick(frozen()->viewport(), Qt::LeftButton, {}, {4, 4});
    EXPECT_EQ(m_pane.selectedRows().size(), 1U) << "one selection for both";
    bar->setValue(0);
    EXPECT_FALSE(frozen()->isVisible());
}

TEST_F(TablePaneTest, rowsThatWrapTheirTextsHaveNoNamesAtTheEdge)
{
    m_pane.view()->setWordWrap(true); // they are of different heights
    m_pane.resize(360, 200);
    QScrollBar *bar = m_pane.view()->horizontalScrollBar();
    ASSERT_TRUE(QTest::qWaitFor([&] { return bar->maximum() > 250; }));
    bar->setValue(bar->maximum());
    EXPECT_EQ(m_pane.findChild<FrozenNames *>(), nullptr);
}

TEST_F(TablePaneTest, ofColumnsThatThePanelShowsOrHidesAChoiceSaysNothing)
{
    const auto isHidden = [this](const char *id) { return m_pane.view()->isColumnHidden(m_model->columnOf(id)); };
    m_pane.setColumnShown("name", false);
    m_pane.setColumnShown("split", false);
    m_pane.setColumnShown("share", true);
    m_pane.choose({"test", {}, false, std::vector<std::string>{"count", "share"}});
    EXPECT_TRUE(isHidden("count"));
    EXPECT_TRUE(isHidden("name"));
    EXPECT_TRUE(isHidden("split"));
    EXPECT_FALSE(isHidden("share"));
    EXPECT_EQ(m_pane.chosen().hidden, std::vector<std::string>{"count"});
}

TEST_F(TablePaneTest, columnsStayHiddenByTheirNamesWhereOthersComeInBeforeThem)
{
    ReportTable more = m_model->table();
    const int hidden = m_model->columnOf("share");
    ASSERT_GT(hidden, 0);
    m_pane.setColumnShown("share", false);
    more.columns.insert(more.columns.begin() + 1, {"extra", QStringLiteral("Extra"), CellKind::Count});
    more.cell = [cell = more.cell](size_t row, size_t column) {
        return column == 1 ? ReportCell(int64_t(1)) : cell(row, column - (column > 1));
    };
    m_model->setTable(std::move(more));
    EXPECT_FALSE(m_pane.view()->isColumnHidden(m_model->columnOf("extra")));
    EXPECT_TRUE(m_pane.view()->isColumnHidden(m_model->columnOf("share")));
    EXPECT_FALSE(m_pane.view()->isColumnHidden(hidden)) << "another column has its place";
    for (int c = 0; c < m_model->columnCount(); ++c) {
        if (!m_model->columns()[size_t(c)].optional)
            continue;
        EXPECT_TRUE(m_pane.view()->isColumnHidden(c)) << m_model->columns()[size_t(c)].id;
    }
}

TEST_F(TablePaneTest, theLineBelowSaysTheRowsAndSumsOfSeveralSelectedOnes)
{
    const auto line = [this] { return m_pane.findChild<SumLine *>()->text(); };
    EXPECT_EQ(line(), QStringLiteral("3 row(s)")) << "without a note it is not empty";
    m_pane.setNote(QStringLiteral("a note"));
    selectOnly(1);
    EXPECT_EQ(line(), QStringLiteral("a note")) << "of a single row there is nothing to add up";
    selectAll();
    EXPECT_TRUE(line().startsWith(QStringLiteral("Selected rows: 3"))) << line().toStdString();
    m_pane.setNote({});
    m_model->setTable(kernelReport(nullptr, nullptr));
    EXPECT_TRUE(line().isEmpty());
}

TEST_F(TablePaneTest, csvHasTheOrderOfTheCommandLineWhateverTheColumnsOrderOnTheScreen)
{
    const QString before = m_pane.csv();
    m_pane.view()->horizontalHeader()->moveSection(0, 3);
    EXPECT_EQ(m_pane.csv(), before);
}

TEST_F(TablePaneTest, aTitleWithoutRoomGetsDotsAndStillAsksForItsRoom)
{
    struct Probe : ElidingHeader
    {
        using ElidingHeader::ElidingHeader;
        QString shown(int column) const
        {
            QStyleOptionHeader option;
            initStyleOption(&option);
            initStyleOptionForIndex(&option, column);
            return option.text;
        }
    };
    auto *header = new Probe(&m_pane);
    m_pane.view()->setHorizontalHeader(header);
    const int wanted = header->sectionSizeHint(nameColumn);
    header->resizeSection(nameColumn, 400);
    const QString whole = header->shown(nameColumn);
    EXPECT_FALSE(whole.isEmpty() || whole.contains(u'…'));
    header->setMinimumSectionSize(1);
    header->resizeSection(nameColumn, wanted - 4);
    EXPECT_TRUE(header->shown(nameColumn).contains(u'…')) << header->shown(nameColumn).toStdString();
    EXPECT_EQ(header->sectionSizeHint(nameColumn), wanted);
}

TEST(ElidingHeader, theUnitStaysWhereThereIsRoomForIt)
{
    const QFontMetrics metrics(QGuiApplication::font());
    const QString title = QStringLiteral("Median of the steps (ms)");
    const int whole = metrics.horizontalAdvance(title);
    EXPECT_EQ(fittingTitle(title, metrics, whole), title);
    const QString less = fittingTitle(title, metrics, whole * 2 / 3);
    EXPECT_TRUE(less.startsWith(QStringLiteral("Med")) && less.endsWith(QStringLiteral("… (ms)")))
        << less.toStdString();
    const QString least = fittingTitle(title, metrics, metrics.horizontalAdvance(QStringLiteral("Med… (")));
    EXPECT_TRUE(least.startsWith(u'M') && least.endsWith(QChar(0x2026))) << least.toStdString();
    EXPECT_FALSE(least.contains(u')'));
}

TEST_F(TablePaneTest, enterActivatesTheModelsRow)
{
    int activated = -1;
    QObject::connect(&m_pane, &TablePane::activated, &m_pane, [&](int row) { activated = row; });
    m_pane.sortBy("total_ns", Qt::AscendingOrder);
    m_pane.view()->setCurrentIndex(m_pane.proxy()->index(2, 0));
    QTest::keyClick(m_pane.view(), Qt::Key_Return);
    EXPECT_EQ(m_model->index(activated, nameColumn).data().toString(), QStringLiteral("gemm, \"big\""));
}

TEST_F(TablePaneTest, homeAndEndGoToTheFirstAndTheLastRow)
{
    selectOnly(1);
    QTest::keyClick(m_pane.view(), Qt::Key_End);
    EXPECT_EQ(m_pane.view()->currentIndex().row(), 2);
    QTest::keyClick(m_pane.view(), Qt::Key_Home, Qt::ShiftModifier);
    EXPECT_EQ(m_pane.selectedRows().size(), 3u) << "with Shift all between are selected";
    QTest::keyClick(m_pane.view(), Qt::Key_End);
    EXPECT_EQ(m_pane.selectedRows().size(), 1u);
}

TEST(TableChoices, anOrderIsThatOfTheRunThatItWasChosenFor)
{
    QWidget window;
    window.resize(900, 300);
    window.show();
    new TableChoices(&window);
    const auto runAt = [](const char *path) {
        const auto run = std::const_pointer_cast<ws::Run>(
            test::runOfWork({{"0", "7", 0, 3'000, "gemm"}, {"0", "7", 3'000, 2'000, "a"}}));
        run->info.stamp.path = QString::fromLatin1(path);
        return std::shared_ptr<const ws::Run>(run);
    };
    const auto first = runAt("/first"), second = runAt("/second");
    auto *model = new ReportModel(kernelReport(nullptr, nullptr));
    TablePane pane(model, QStringLiteral("kernels"), &window);
    pane.sortBy("total_ns", Qt::DescendingOrder);
    pane.resize(window.size());
    pane.show();
    const auto show = [&](const std::shared_ptr<const ws::Run> &run) {
        model->setTable(kernelReport(nullptr, nullptr));
        model->setTable(kernelReport(run, std::make_shared<const KernelTable>(*kernelTable(*run))));
        return pane.proxy()->index(0, nameColumn).data().toString();
    };
    EXPECT_EQ(show(first), QStringLiteral("gemm"));
    QHeaderView *header = pane.view()->horizontalHeader();
    const QPoint name(header->sectionViewportPosition(nameColumn) + 20, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, name);
    EXPECT_EQ(pane.proxy()->index(0, nameColumn).data().toString(), QStringLiteral("a"));
    EXPECT_EQ(show(first), QStringLiteral("a")) << "also when it was read again";
    EXPECT_EQ(show(second), QStringLiteral("gemm")) << "in the order of the table itself";
    EXPECT_EQ(pane.chosen().sort, std::string());
    EXPECT_EQ(show(first), QStringLiteral("a"));
    EXPECT_EQ(pane.chosen().sort, "name");
}

TEST(TableChoices, aTableThatIsMadeAgainHasWhatWasChosenLast)
{
    QSettings().remove(QStringLiteral("tables/made/hidden"));
    QWidget window;
    window.resize(900, 300);
    window.show();
    auto *choices = new TableChoices(&window);
    const auto make = [&] {
        auto pane = std::make_unique<TablePane>(new ReportModel(kernelReport(nullptr, nullptr)), QStringLiteral("made"),
                                                &window);
        pane->resize(window.size());
        pane->show();
        return pane;
    };
    choices->take({{"made", "total_ns", true, std::vector<std::string>{"count"}}, {"elsewhere", "count", true, {}}});
    auto pane = make();
    const int count = pane->model()->columnOf("count");
    EXPECT_TRUE(pane->view()->isColumnHidden(count));
    QHeaderView *header = pane->view()->horizontalHeader();
    const QPoint name(header->sectionViewportPosition(nameColumn) + 20, header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, name);
    emit header->customContextMenuRequested(name);
    const auto *menu = pane->findChild<QMenu *>();
    ASSERT_TRUE(menu);
    for (QAction *action : menu->actions())
        if (action->text() == pane->model()->columns()[size_t(count)].title)
            action->trigger();
    const SavedTable chosen = pane->chosen();
    EXPECT_EQ(chosen.sort, "name");
    pane.reset();
    pane = make();
    EXPECT_EQ(pane->chosen(), chosen) << "not the session's any more";
    EXPECT_FALSE(pane->view()->isColumnHidden(count));
    pane.reset();
    const SavedTable elsewhere{"elsewhere", "count", true, {}};
    EXPECT_EQ(choices->chosen(), (std::vector{elsewhere, chosen})) << "of tables that are not there, too";
    choices->take({{"made", "total_ns", true, {}}});
    EXPECT_EQ(make()->chosen().sort, "total_ns") << "of the session that was opened last";
}

TEST(TablePaneSorting, numbersThatItBringsIntoViewAreNotCut)
{
    ReportTable table{QStringLiteral("sorted"), QStringLiteral("Sorted")};
    table.columns = {{"name", QStringLiteral("Name"), CellKind::Name},
                     {"count", QStringLiteral("Count"), CellKind::Count}};
    table.rowCount = 200; // widths are those of 50 rows
    table.cell = [](size_t row, size_t column) {
        return column ? ReportCell(int64_t(row < 100 ? 7 : 123'456'789'012))
                      : ReportCell(QStringLiteral("%1").arg(row, 3, 10, QChar(u'0')));
    };
    auto *model = new ReportModel(table);
    TablePane pane(model, QStringLiteral("sorted"));
    pane.resize(600, 300);
    pane.show();
    pane.sortBy("name", Qt::AscendingOrder);
    model->setTable(table);
    const int before = pane.view()->columnWidth(1);
    pane.sortBy("count", Qt::DescendingOrder);
    EXPECT_GT(pane.view()->columnWidth(1), before + 40);
}

} // namespace
} // namespace ws
