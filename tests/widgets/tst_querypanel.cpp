#include "tests/support/settled.h"
#include "tests/support/support.h"
#include "widgets/panels/query/querychart.h"
#include "widgets/panels/query/queryeditor.h"
#include "widgets/panels/query/querypanel.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QCompleter>
#include <QMenu>
#include <QSettings>
#include <QTest>
#include <QTimer>
#include <QToolButton>

namespace ws {
namespace {

/// An operator that launches two kernels, of 10 and 4 µs, and an idle time between them.
constexpr std::string_view askedTrace = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":10,"args":{"External id":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7,"correlation":7}},
{"ph":"X","cat":"kernel","name":"alone","pid":0,"tid":7,"ts":40,"dur":4,"args":{"device":0,"stream":7}}]})";
const QString endless =
    QStringLiteral("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n");

class QueryWindow : public testing::Test
{
protected:
    QueryWindow()
    {
        QSettings().remove(QStringLiteral("query"));
        panel.resize(1000, 300);
        panel.show();
    }
    ~QueryWindow() override { QSettings().remove(QStringLiteral("query")); }

    RunContext *open(std::string_view text) { return session.add(test::runFromJson(std::string(text)).run); }
    void ask(const QString &query)
    {
        panel.editor()->setQuery(query);
        panel.run();
        EXPECT_TRUE(QTest::qWaitFor([&] { return !panel.isRunning(); }, 10'000));
    }
    QString cell(int row, int column) const
    {
        return panel.table() ? panel.table()->model()->index(row, column).data().toString()
                             : QStringLiteral("no table");
    }
    QList<QAction *> menuOf(const QString &button)
    {
        for (const auto *one : panel.findChildren<QToolButton *>())
            if (one->text() == button) {
                emit one->menu()->aboutToShow();
                return one->menu()->actions();
            }
        return {};
    }

    Session session;
    QueryPanel panel{&session};
};

TEST_F(QueryWindow, anAnswerIsATableInTheOrderOfTheQuery)
{
    open(askedTrace);
    ask(QStringLiteral("SELECT name, duration_ns FROM gpu ORDER BY name"));
    ASSERT_TRUE(panel.table()) << panel.status().toStdString();
    EXPECT_EQ(panel.table()->model()->rowCount(), 2);
    EXPECT_EQ(cell(0, 0), QStringLiteral("alone"));
    EXPECT_EQ(cell(1, 1), QStringLiteral("10000"));
    EXPECT_EQ(panel.table()->model()->columns()[1].kind, CellKind::Time);
    EXPECT_EQ(titleWithUnit(panel.table()->model()->columns()[1]), QString::fromUtf8("duration (µs)"));
    EXPECT_EQ(panel.status(), QStringLiteral("2 rows."));
    EXPECT_TRUE(panel.table()->csv().startsWith(QStringLiteral("name,duration_ns\nalone,4000")))
        << panel.table()->csv().toStdString();
}

TEST_F(QueryWindow, rowsLeadToTheirBoxes)
{
    RunContext *context = open(askedTrace);
    const auto chosen = [&](const QString &query) {
        context->select({});
        ask(query);
        if (panel.table())
            emit panel.table()->activated(0);
        const EventRef slice = context->selection();
        const RunPtr run = context->run();
        return slice.valid() ? QString::fromStdString(std::string(run->text(run->timeline.name(slice)))) : QString();
    };
    EXPECT_EQ(chosen(QStringLiteral("SELECT slice FROM gpu WHERE name = 'gemm'")), QStringLiteral("gemm"));
    EXPECT_EQ(chosen(QStringLiteral("SELECT name, id FROM gpu WHERE name = 'alone'")), QStringLiteral("alone"))
        << "the number of the work, not of a box";
    EXPECT_EQ(chosen(QStringLiteral("SELECT id AS x FROM slice WHERE name = 'aten::mm'")), QStringLiteral("aten::mm"));
    EXPECT_EQ(chosen(QStringLiteral("SELECT launch FROM gpu WHERE name = 'gemm'")), QStringLiteral("cudaLaunchKernel"));
    EXPECT_EQ(chosen(QStringLiteral("SELECT launch, id FROM gpu WHERE name = 'gemm'")), QStringLiteral("gemm"));
    EXPECT_EQ(chosen(QStringLiteral("SELECT count(*) AS id FROM gpu")), QString()) << "a count is no row";
    EXPECT_EQ(chosen(QStringLiteral("SELECT launch FROM gpu WHERE name = 'alone'")), QString()) << "it has none";
}

TEST_F(QueryWindow, rowsWithoutABoxLeadToTheirTime)
{
    RunContext *context = open(askedTrace);
    std::optional<TimeRange> shown;
    QObject::connect(context, &RunContext::spanRequested, context, [&](TimeRange span) { shown = span; });
    ask(QStringLiteral("SELECT start_ns, duration_ns FROM gap"));
    ASSERT_TRUE(panel.table()) << panel.status().toStdString();
    emit panel.table()->activated(0);
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->begin, 30'000);
    EXPECT_EQ(shown->end, 40'000);
}

TEST_F(QueryWindow, allRowsAreHighlighted)
{
    RunContext *context = open(askedTrace);
    ask(QStringLiteral("SELECT slice FROM gpu WHERE name = 'gemm'"));
    panel.highlightAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return bool(context->highlight().slices); }, 60'000));
    EXPECT_EQ(context->highlight().slices->count(), 1u);
    ask(QStringLiteral("SELECT id FROM slice"));
    panel.highlightAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return context->highlight().slices->count() == 2; }, 60'000));
}

TEST_F(QueryWindow, anErrorSaysWhereAndLeavesNoRows)
{
    open(askedTrace);
    ask(QStringLiteral("SELECT name FROM gpu"));
    ask(QStringLiteral("SELECT nam FROM gpu"));
    EXPECT_FALSE(panel.table());
    EXPECT_TRUE(panel.status().contains(QStringLiteral("nam"))) << panel.status().toStdString();
    ask(QStringLiteral("DROP TABLE gpu"));
    EXPECT_FALSE(panel.table());
    ask(QStringLiteral("SELECT sum(duration_ns) AS ns FROM collective"));
    EXPECT_EQ(panel.status(), QStringLiteral("1 row."));
    ask(QStringLiteral("SELECT count(*) AS n FROM frame"));
    EXPECT_TRUE(panel.status().contains(QStringLiteral("says nothing of them: frame"))) << panel.status().toStdString();
}

TEST_F(QueryWindow, aLongQueryLeavesTheWindowFreeAndIsCancelledAtOnce)
{
    open(askedTrace);
    panel.editor()->setQuery(endless);
    panel.run();
    bool isAlive = false;
    QTimer::singleShot(50, &panel, [&] { isAlive = true; });
    QTest::qWait(200);
    EXPECT_TRUE(isAlive) << "the window works meanwhile";
    EXPECT_TRUE(panel.isRunning());
    panel.cancel();
    EXPECT_FALSE(panel.isRunning());
    waitForPool(); // it returns because the thread has let go of a query that would never end
    EXPECT_EQ(panel.status(), QStringLiteral("Cancelled."));
    ask(QStringLiteral("SELECT 1 AS one"));
    EXPECT_EQ(cell(0, 0), QStringLiteral("1"));
}

TEST_F(QueryWindow, anotherRunDropsTheRowsAndEndsTheQuery)
{
    RunContext *context = open(askedTrace);
    ask(QStringLiteral("SELECT id FROM slice"));
    panel.editor()->setQuery(endless);
    panel.run();
    open(R"({"traceEvents":[{"ph":"X","name":"f","pid":1,"tid":1,"ts":1,"dur":1}]})");
    EXPECT_FALSE(panel.isRunning());
    EXPECT_FALSE(panel.table());
    panel.goTo(0);
    panel.highlightAll();
    session.close(context);
    waitForPool();
}

TEST_F(QueryWindow, ctrlReturnRuns)
{
    open(askedTrace);
    panel.editor()->setQuery(QStringLiteral("SELECT 7 AS seven"));
    QTest::keyClick(panel.editor(), Qt::Key_Return, Qt::ControlModifier);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.table() != nullptr; }, 60'000));
    EXPECT_EQ(cell(0, 0), QStringLiteral("7"));
    EXPECT_EQ(panel.editor()->toPlainText(), QStringLiteral("SELECT 7 AS seven")) << "no new line";
}

TEST_F(QueryWindow, wordsAreOffered)
{
    open(askedTrace);
    QueryEditor &editor = *panel.editor();
    editor.setFocus();
    editor.setQuery({});
    QTest::keyClicks(&editor, QStringLiteral("SELECT dur"));
    QCompleter &completer = *editor.completer();
    EXPECT_TRUE(completer.popup()->isVisible());
    EXPECT_EQ(completer.currentCompletion(), QStringLiteral("duration_ns"));
    emit completer.activated(completer.currentCompletion());
    EXPECT_EQ(editor.toPlainText(), QStringLiteral("SELECT duration_ns"));
    completer.popup()->hide();
    QTest::keyClicks(&editor, QStringLiteral(" FROM zz"));
    EXPECT_FALSE(completer.popup()->isVisible());
    QTest::keyClick(&editor, Qt::Key_Tab);
    EXPECT_FALSE(editor.toPlainText().contains(u'\t')) << "Tab leaves the text";
}

TEST_F(QueryWindow, answeredQueriesAreKept)
{
    open(askedTrace);
    ask(QStringLiteral("SELECT 1 AS a"));
    ask(QStringLiteral("SELECT 2 AS a"));
    ask(QStringLiteral("SELECT 1 AS a"));
    ask(QStringLiteral("SELEC"));
    const QList<QAction *> kept = menuOf(QStringLiteral("History"));
    ASSERT_GE(kept.size(), 2);
    EXPECT_EQ(kept[0]->text(), QStringLiteral("SELECT 1 AS a"));
    EXPECT_EQ(kept[1]->text(), QStringLiteral("SELECT 2 AS a"));
    kept[1]->trigger();
    EXPECT_EQ(panel.editor()->toPlainText(), QStringLiteral("SELECT 2 AS a"));
}

TEST_F(QueryWindow, examplesAreThoseThatTheFileCanAnswer)
{
    open(askedTrace);
    size_t all = 0, works = 0;
    for (const QAction *section : menuOf(QStringLiteral("Examples"))) {
        ASSERT_TRUE(section->menu());
        for (QAction *example : section->menu()->actions()) {
            ++all;
            if (!example->isEnabled())
                continue;
            ++works;
            example->trigger();
            ASSERT_TRUE(QTest::qWaitFor([&] { return !panel.isRunning(); }, 10'000));
            EXPECT_TRUE(panel.status().contains(QStringLiteral("row")))
                << example->text().toStdString() << panel.status().toStdString();
            EXPECT_FALSE(panel.status().contains(QStringLiteral("says nothing of them: gpu")))
                << example->text().toStdString();
        }
    }
    EXPECT_GE(all, 40u);
    EXPECT_GE(works, 30u);
    EXPECT_LT(works, all) << "the trace has neither Python functions nor modules";
}

TEST_F(QueryWindow, hostileNamesStayTexts)
{
    open(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"<img src='/dev/zero'>)" + std::string(70'000, 'x') +
         R"(","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7}}]})");
    ask(QStringLiteral("SELECT name, name AS again, slice FROM gpu"));
    ASSERT_TRUE(panel.table());
    panel.grab();
    panel.resize(300, 120);
    panel.grab();
    EXPECT_EQ(panel.table()->model()->columnCount(), 3);
}

TEST_F(QueryWindow, aFileOfTablesCanBeAskedAndAnEmptyWindowCannot)
{
    panel.editor()->setQuery(QStringLiteral("SELECT 1"));
    panel.run();
    EXPECT_FALSE(panel.isRunning()) << "there is nothing to ask";
}

TEST_F(QueryWindow, twoColumnsAreAChart)
{
    RunContext *context = open(askedTrace);
    panel.showChart(true);
    ask(QStringLiteral("SELECT id, name, duration_ns FROM gpu ORDER BY duration_ns"));
    ASSERT_TRUE(panel.chart()) << panel.status().toStdString();
    QueryChartView &view = *panel.chart()->view();
    EXPECT_TRUE(view.isVisibleTo(&panel));
    EXPECT_FALSE(panel.table()->isVisibleTo(&panel));
    EXPECT_EQ(view.data().kind, QueryChartKind::Bars) << "names against the first quantity";
    EXPECT_EQ(view.data().names, (QStringList{QStringLiteral("alone"), QStringLiteral("gemm")}));
    EXPECT_EQ(view.data().y, (std::vector<double>{4, 10}));
    EXPECT_EQ(view.data().yTitle, QString::fromUtf8("duration (µs)"));
    EXPECT_EQ(view.markAt(view.placeOf(1)), std::optional<size_t>(1));
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(int(view.placeOf(1).x()) - 3, int(view.placeOf(1).y())));
    const EventRef slice = context->selection();
    ASSERT_TRUE(slice.valid()) << "a bar leads to the box of its row";
    EXPECT_EQ(context->run()->text(context->run()->timeline.name(slice)), "gemm");
    panel.showChart(false);
    EXPECT_TRUE(panel.table()->isVisibleTo(&panel));
}

TEST_F(QueryWindow, aChartDrawsRowsThatHaveNumbersAndSaysHowManyHaveNone)
{
    open(askedTrace);
    panel.showChart(true);
    ask(QStringLiteral("VALUES (3, 5), (1, 7), (2, NULL)"));
    ASSERT_TRUE(panel.chart());
    panel.chart()->choose(QueryChartKind::Line, 0, 1);
    const QueryChartView &view = *panel.chart()->view();
    EXPECT_EQ(view.data().x, (std::vector<double>{1, 3})) << "a line goes from left to right";
    EXPECT_EQ(view.data().y, (std::vector<double>{7, 5}));
    EXPECT_EQ(view.data().rows, (std::vector<int>{1, 0}));
    EXPECT_EQ(view.leftOutText(view.size()), QStringLiteral("1 row has no number here."));
    EXPECT_LT(view.placeOf(0).x(), view.placeOf(1).x());
    EXPECT_LT(view.placeOf(0).y(), view.placeOf(1).y()) << "7 is above 5";
    ask(QStringLiteral("SELECT name FROM gpu"));
    EXPECT_FALSE(panel.chart()) << "no column holds numbers";
    EXPECT_TRUE(panel.table()->isVisibleTo(&panel));
    ask(QStringLiteral("SELECT duration_ns FROM gpu"));
    EXPECT_TRUE(panel.chart()->view()->isVisibleTo(&panel)) << "the choice stays";
}

TEST_F(QueryWindow, barsWithoutRoomAreLeftOutAndSaidSo)
{
    open(askedTrace);
    panel.showChart(true);
    ask(QStringLiteral("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 500) "
                       "SELECT 'k' || x AS name, -x AS value FROM n"));
    ASSERT_TRUE(panel.chart());
    const QueryChartView &view = *panel.chart()->view();
    ASSERT_EQ(view.data().rows.size(), 500u);
    const size_t shown = view.shownMarks();
    EXPECT_GT(shown, 1u);
    EXPECT_LT(shown, 30u);
    EXPECT_EQ(view.leftOutText(view.size()), QStringLiteral("The first %1 of 500 rows.").arg(shown));
    EXPECT_LT(view.placeOf(1).x(), view.placeOf(0).x()) << "−2 is left of −1";
    for (const QueryChartKind kind : {QueryChartKind::Bars, QueryChartKind::Line, QueryChartKind::Points}) {
        panel.chart()->choose(kind, -1, 1);
        EXPECT_FALSE(panel.chart()->view()->grab().isNull());
    }
    panel.resize(200, 90);
    EXPECT_FALSE(panel.chart()->view()->grab().isNull());
    const QByteArray svg = pictureSvg(view.picture(), {});
    EXPECT_TRUE(svg.contains("value")) << "texts are texts";
}

TEST_F(QueryWindow, anAnsweredQueryBecomesAView)
{
    open(askedTrace);
    EXPECT_FALSE(panel.saveView(QStringLiteral("slow"))) << "nothing has been asked";
    ask(QStringLiteral("SELECT name FROM gpu WHERE duration_ns > 5000"));
    EXPECT_FALSE(panel.saveView(QStringLiteral("gpu")));
    EXPECT_FALSE(panel.saveView(QStringLiteral("a b")));
    EXPECT_TRUE(panel.saveView(QStringLiteral("slow")));
    const QList<QAction *> views = menuOf(QStringLiteral("Views"));
    ASSERT_GE(views.size(), 3);
    EXPECT_TRUE(views[0]->isEnabled());
    EXPECT_EQ(views[2]->text(), QStringLiteral("slow"));
    ask(QStringLiteral("SELECT count(*) AS n FROM slow"));
    EXPECT_EQ(cell(0, 0), QStringLiteral("1"));
    ASSERT_EQ(session.queries().size(), 1u);
    Session another;
    const QueryPanel next(&another);
    EXPECT_EQ(another.queries(), session.queries()) << "the user's views are there in the next window";
    menuOf(QStringLiteral("Views"))[2]->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !panel.isRunning(); }, 10'000));
    EXPECT_EQ(cell(0, 0), QStringLiteral("gemm"));
    ask(QStringLiteral("SELEC"));
    EXPECT_FALSE(menuOf(QStringLiteral("Views"))[0]->isEnabled()) << "an error is no view";
    menuOf(QStringLiteral("Views")).back()->menu()->actions().front()->trigger();
    EXPECT_TRUE(session.queries().empty());
}

} // namespace
} // namespace ws
