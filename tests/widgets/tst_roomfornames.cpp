// Names, sentences and numbers where there is little room for them, or much.

#include "core/base/format.h"
#include "tests/support/support.h"
#include "widgets/panels/diagnostics/trustpanel.h"
#include "widgets/session/session.h"
#include "widgets/tables/tablenotes.h"
#include "widgets/toolkit/apartnames.h"
#include "widgets/toolkit/elidingheader.h"
#include "widgets/toolkit/histogramview.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/sharebar.h"
#include "widgets/toolkit/sharedwidths.h"
#include "widgets/toolkit/tablechoices.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSettings>
#include <QStandardItemModel>
#include <QTableView>

namespace ws {
namespace {

TEST(SharedWidths, whatIsLeftGoesToThoseThatWantMore)
{
    EXPECT_EQ(sharedWidths({100, 500, 900}, {200, 200, 200}, 1'100), (std::vector<int>{100, 500, 500}));
    EXPECT_EQ(sharedWidths({100, 500, 900}, {200, 200, 200}, 300), (std::vector<int>{100, 200, 200}));
    EXPECT_EQ(sharedWidths({100, 500, 900}, {200, 200, 200}, 5'000), (std::vector<int>{100, 500, 900}));
}

/// A name, a number, a sentence, and a column that is empty.
ReportTable sentences()
{
    ReportTable table{QStringLiteral("room"), QStringLiteral("Room")};
    table.columns = {{"name", QStringLiteral("Name"), CellKind::Name},
                     {"count", QStringLiteral("Count"), CellKind::Count},
                     {"meaning", QStringLiteral("Meaning"), CellKind::Text},
                     {"empty", QStringLiteral("Empty"), CellKind::Text}};
    table.rowCount = 2;
    table.cell = [](size_t, size_t column) -> ReportCell {
        switch (column) {
        case 0:
            return QStringLiteral("name");
        case 1:
            return int64_t(7);
        case 2:
            return QStringLiteral("a sentence with some words that take more room ").repeated(3);
        default:
            return {};
        }
    };
    return table;
}

TEST(TablePaneRoom, sentencesHaveTheWidthThatNobodyElseNeeds)
{
    auto *model = new ReportModel(sentences());
    TablePane pane(model, QStringLiteral("room"));
    pane.resize(1'600, 200);
    pane.show();
    model->setTable(sentences());
    const QAbstractItemView *cells = pane.view();
    EXPECT_GE(pane.view()->columnWidth(2), cells->sizeHintForColumn(2));
    EXPECT_LT(pane.view()->columnWidth(3), 120);
    pane.resize(700, 200);
    EXPECT_LT(pane.view()->columnWidth(2), cells->sizeHintForColumn(2));
    EXPECT_GE(pane.view()->columnWidth(0), 200);
    pane.resize(1'600, 200);
    EXPECT_GE(pane.view()->columnWidth(2), cells->sizeHintForColumn(2)) << "also when it grows again";
}

TEST(TablePaneRoom, textsThatComeAfterTheirRowsHaveRoomToo)
{
    auto *model = new ReportModel(sentences());
    TablePane pane(model, QStringLiteral("room"));
    pane.resize(1'600, 200);
    pane.show();
    ReportTable first = sentences();
    first.cell = [](size_t, size_t column) -> ReportCell {
        return column == 0 ? ReportCell(QStringLiteral("name")) : ReportCell();
    };
    model->setTable(std::move(first));
    EXPECT_LT(pane.view()->columnWidth(2), 200);
    model->setTable(sentences());
    const QAbstractItemView *cells = pane.view();
    EXPECT_GE(pane.view()->columnWidth(2), cells->sizeHintForColumn(2));
}

TEST(TablePaneRoom, aColumnThatTheUserSetsKeepsItsWidthAndOneThatIsShownDoesNot)
{
    auto *model = new ReportModel(sentences());
    TablePane pane(model, QStringLiteral("room"));
    pane.resize(700, 200);
    pane.show();
    model->setTable(sentences());
    pane.setColumnShown("meaning", false);
    pane.setColumnShown("meaning", true);
    pane.resize(1'600, 200);
    EXPECT_GT(pane.view()->columnWidth(2), 300);
    pane.view()->setColumnWidth(2, 150);
    pane.resize(1'500, 200);
    EXPECT_EQ(pane.view()->columnWidth(2), 150);
}

/// As sentences(), with many columns of numbers whose titles are wider than they are.
ReportTable manyNumbers()
{
    ReportTable table{QStringLiteral("numbers"), QStringLiteral("Numbers")};
    table.columns = {{"name", QStringLiteral("Name"), CellKind::Name}};
    for (const char *id : {"a", "b", "c", "d", "e", "f"})
        table.columns.push_back({id, QStringLiteral("Elapsed"), CellKind::Time});
    table.rowCount = 1;
    table.cell = [](size_t, size_t column) {
        return column ? ReportCell(int64_t(7)) : ReportCell(QStringLiteral("a name of some length"));
    };
    return table;
}

TEST(TablePaneRoom, unitsStandBelowTheirTitlesOnlyWhereTheColumnsHaveNoRoom)
{
    auto *model = new ReportModel(manyNumbers());
    TablePane pane(model, QStringLiteral("numbers"));
    pane.resize(1'600, 200);
    pane.show();
    model->setTable(manyNumbers());
    const QTableView &view = *pane.view();
    const int low = view.horizontalHeader()->height(), wide = view.columnWidth(1);
    pane.resize(7 * wide, 200);
    EXPECT_GT(view.horizontalHeader()->height(), low);
    EXPECT_LT(view.columnWidth(1), wide);
    pane.resize(1'600, 200);
    EXPECT_EQ(view.horizontalHeader()->height(), low);
    EXPECT_EQ(view.columnWidth(1), wide);
}

TEST(TablePaneRoom, columnsOfTextsWithoutAnyTextAreHiddenUnlessTheUserShowsThem)
{
    ReportTable filled = sentences();
    filled.cell = [](size_t row, size_t column) -> ReportCell {
        return column == 1 || (column == 3 && row == 0) ? ReportCell() : ReportCell(QStringLiteral("text"));
    };
    auto *model = new ReportModel(sentences());
    TablePane pane(model, QStringLiteral("room"));
    EXPECT_FALSE(pane.view()->isColumnHidden(3)) << "no rows yet";
    model->setTable(sentences());
    EXPECT_TRUE(pane.view()->isColumnHidden(3));
    EXPECT_FALSE(pane.chosen().hidden) << "not chosen";
    model->setTable(filled);
    EXPECT_FALSE(pane.view()->isColumnHidden(3)) << "one row has a text";
    EXPECT_FALSE(pane.view()->isColumnHidden(1)) << "a number that is not known is news";
    model->setTable(sentences());
    EXPECT_TRUE(pane.view()->isColumnHidden(3));
    pane.view()->horizontalHeader()->customContextMenuRequested({4, 4});
    for (QAction *action : pane.findChild<QMenu *>()->actions())
        if (action->text() == QStringLiteral("Empty"))
            action->trigger();
    EXPECT_FALSE(pane.view()->isColumnHidden(3));
    model->setTable(sentences());
    EXPECT_FALSE(pane.view()->isColumnHidden(3)) << "the user wants it";
    QSettings().remove(QStringLiteral("tables/room"));
}

TEST(ApartNames, whatIsEqualIsCutAndWhatDiffersStays)
{
    const QFontMetricsF metrics((QFont()));
    const QStringList all{QStringLiteral("hta_trace_diff_control.json.gz"),
                          QStringLiteral("hta_trace_diff_test.json.gz"), QStringLiteral("b200")};
    const double room = metrics.horizontalAdvance(QStringLiteral("…control."));
    EXPECT_EQ(cutApart(all[0], all, metrics, room), QStringLiteral("…control"));
    EXPECT_EQ(cutApart(all[1], all, metrics, room), QStringLiteral("…test"));
    EXPECT_EQ(cutApart(all[2], all, metrics, room), all[2]);
    EXPECT_EQ(cutApart(all[0], {all[0]}, metrics, room).left(4), QStringLiteral("hta_")) << "nothing beside it";
    EXPECT_FALSE(
        cutApart(all[0], all, metrics, metrics.horizontalAdvance(QStringLiteral("…c"))).contains(QStringLiteral("……")));
    const double wide = metrics.horizontalAdvance(all[0]);
    EXPECT_EQ(cutApart(all[0], all, metrics, wide), all[0]);
}

TEST(ApartNames, headingsThatBeginAlikeKeepTheirUnitAndTheirDifference)
{
    const QFontMetrics metrics((QFont()));
    const QStringList all{QStringLiteral("tl_h100_bert-small.json.gz (ms)"),
                          QStringLiteral("tl_h100_resnet.json.gz (ms)")};
    const int room = metrics.horizontalAdvance(QStringLiteral("…resnet (ms)")) + 2;
    EXPECT_EQ(fittingTitle(all[1], metrics, room, all), QStringLiteral("…resnet (ms)"));
    EXPECT_NE(fittingTitle(all[0], metrics, room, all), fittingTitle(all[1], metrics, room, all));
}

TEST(ApartNames, aUnitBelowLeavesTheRoomToTheName)
{
    QTableView view;
    auto *header = new ElidingHeader(&view);
    view.setHorizontalHeader(header);
    QStandardItemModel model(1, 2);
    model.setHorizontalHeaderLabels({QStringLiteral("a name (ms)"), QStringLiteral("b")});
    view.setModel(&model);
    const int wide = header->sectionSizeHint(0), low = header->sizeHint().height();
    header->setUnitsBelow(true);
    EXPECT_LT(header->sectionSizeHint(0), wide);
    EXPECT_EQ(header->sizeHint().height(), low + header->fontMetrics().lineSpacing());
    header->setUnitsBelow(false);
    EXPECT_EQ(header->sectionSizeHint(0), wide);
    EXPECT_EQ(header->sizeHint().height(), low);
}

TEST(ApartNames, aNameWithoutRoomStandsInTwoLines)
{
    const QFontMetrics metrics(QGuiApplication::font());
    const QString name = QStringLiteral("deepseek_decode_rank0.json.gz");
    const QStringList all{name + QStringLiteral(" (ms)"), QStringLiteral("deepseek_decode_rank1.json.gz (ms)")};
    const int whole = metrics.horizontalAdvance(name);
    EXPECT_EQ(nameInTwoLines(name, metrics, whole, all), name);
    for (int room = whole - 1; room > metrics.averageCharWidth() * 6; --room) {
        const QString shown = nameInTwoLines(name, metrics, room, all);
        const QStringList lines = shown.split(u'\n');
        ASSERT_LE(lines.size(), 2) << shown.toStdString();
        for (const QString &line : lines)
            EXPECT_LE(metrics.horizontalAdvance(line), room) << shown.toStdString();
        if (room > whole * 2 / 3) {
            EXPECT_EQ(lines.join(QString()), name) << "nothing is left out";
        }
        EXPECT_NE(shown, nameInTwoLines(QStringLiteral("deepseek_decode_rank1.json.gz"), metrics, room, all))
            << "and what differs stays";
    }
    EXPECT_EQ(nameInTwoLines(name, metrics, whole * 3 / 4), QStringLiteral("deepseek_decode_\nrank0.json.gz"));
    const int words = metrics.horizontalAdvance(QStringLiteral("decode_rank0")) + 2; // no room for the suffixes
    EXPECT_EQ(nameInTwoLines(name, metrics, words, all), QStringLiteral("deepseek_\ndecode_rank0"));
}

TEST(ApartNames, inTwoLinesOneOfTwoNamesKeepsTheSuffixThatTellsThem)
{
    const QFontMetrics metrics(QGuiApplication::font());
    const QString plain = QStringLiteral("llama_profile.json"), packed = plain + QStringLiteral(".gz");
    const QStringList all{plain + QStringLiteral(" (ms)"), packed + QStringLiteral(" (ms)")};
    for (int room = metrics.horizontalAdvance(packed); room > metrics.averageCharWidth() * 6; --room)
        EXPECT_NE(nameInTwoLines(plain, metrics, room, all), nameInTwoLines(packed, metrics, room, all)) << room;
}

TEST(ApartNames, noCharacterIsSplitOverTwoLines)
{
    const QFontMetrics metrics(QGuiApplication::font());
    const QString rocket = QStringLiteral("\U0001F680"), name = rocket.repeated(9);
    for (int room = metrics.horizontalAdvance(name); room > metrics.horizontalAdvance(rocket); --room)
        for (const QString &line : nameInTwoLines(name, metrics, room).split(u'\n'))
            EXPECT_TRUE(line.isEmpty() || !(line.front().isLowSurrogate() || line.back().isHighSurrogate())) << room;
}

TEST(ApartNames, aHeaderWithNamesInTwoLinesIsHigher)
{
    QTableView view;
    auto *header = new ElidingHeader(&view);
    view.setHorizontalHeader(header);
    QStandardItemModel model(1, 1);
    model.setHorizontalHeaderLabels({QStringLiteral("a name (ms)")});
    view.setModel(&model);
    header->setUnitsBelow(true);
    const int low = header->sizeHint().height();
    header->setNamesInTwoLines(true);
    EXPECT_EQ(header->sizeHint().height(), low + header->fontMetrics().lineSpacing());
    header->setUnitsBelow(false);
    EXPECT_LT(header->sizeHint().height(), low);
}

TEST(ShareBarRoom, aValueStandsInFullOrNotAtAll)
{
    ShareBar bar;
    bar.resize(600, 40);
    bar.setSegments({}, {{QStringLiteral("Idle"), QStringLiteral("8.874 ms · 10.2 %"), 60, 0xff808080},
                         {QStringLiteral("Compute"), QStringLiteral("78.10 ms · 89.8 %"), 540, 0xff808080}});
    EXPECT_EQ(bar.linesOf(0), QStringList{QStringLiteral("Idle")});
    EXPECT_EQ(bar.linesOf(1), (QStringList{QStringLiteral("Compute"), QStringLiteral("78.10 ms · 89.8 %")}));
}

TEST(LinkTextRoom, aShortTextIsNotBrokenAndALongOneMayBe)
{
    EXPECT_EQ(unbroken(QStringLiteral("show")), QStringLiteral("show"));
    EXPECT_EQ(unbroken(QStringLiteral("显示")), QStringLiteral("显\u2060示"));
    const QString sentence = QStringLiteral("显示").repeated(20);
    EXPECT_EQ(unbroken(sentence), sentence);
    EXPECT_EQ(unbroken(sentence, 40).count(QChar(0x2060)), 39) << "of an entry of a legend";
}

TEST(LinkTextRoom, aChineseLinkStaysOnOneLine)
{
    LinkText text;
    const QString words = QStringLiteral("一二三四五六");
    text.resize(text.fontMetrics().horizontalAdvance(words + QStringLiteral("显")) + 4, 100);
    text.setPieces({{words}, {QStringLiteral("显示"), 0}});
    for (int x = 0; x < text.width(); ++x)
        EXPECT_EQ(text.linkAt(QPointF(x, 4)), -1) << x;
    EXPECT_EQ(text.linkAt(QPointF(4, text.fontMetrics().height() * 1.6)), 0);
    EXPECT_EQ(text.accessibleName(), words + QStringLiteral("显示"));
}

TEST(HistogramMarks, noLineRunsThroughAText)
{
    for (const int width : {160, 220, 400}) {
        for (int64_t p50 = 100; p50 < 1'000; p50 += 90) {
            for (int64_t p95 = p50; p95 < 1'000; p95 += 90) {
                DurationHistogram histogram;
                histogram.edges = {100, 400, 700, 1'000};
                histogram.counts = {5, 5, 5};
                DurationStats stats;
                stats.count = 15;
                stats.p50Ns = p50;
                stats.p95Ns = p95;
                HistogramView view;
                view.resize(width, 120);
                view.setData(histogram, stats);
                for (const auto &line : view.marks())
                    for (const auto &text : view.marks())
                        EXPECT_FALSE(line.x > text.box.left() && line.x < text.box.right() &&
                                     line.top < text.box.bottom() - 3 && &line != &text)
                            << width << ' ' << p50 << ' ' << p95;
            }
        }
    }
}

TEST(HistogramMarks, theEndsOfTheAxisDoNotMeet)
{
    DurationHistogram histogram;
    histogram.edges = {33'778'190, 35'347'390};
    histogram.counts = {5};
    HistogramView view;
    view.setData(histogram, {});
    using Ends = std::pair<QString, QString>;
    const auto widthOf = [&](const Ends &ends) {
        return view.fontMetrics().horizontalAdvance(ends.first) + view.fontMetrics().horizontalAdvance(ends.second);
    };
    const Ends whole(formatDuration(33'778'190), formatDuration(35'347'390));
    EXPECT_EQ(view.endTexts(widthOf(whole) + 8), whole);
    const Ends rounded(formatRounded(33'778'190), formatRounded(35'347'390));
    EXPECT_EQ(view.endTexts(widthOf(whole) + 7), rounded);
    EXPECT_EQ(view.endTexts(widthOf(rounded) + 7), Ends(QString(), rounded.second));
}

TEST(TableNotesRoom, endsWithAWholeLine)
{
    TableNotes notes(nullptr);
    notes.resize(500, 300);
    notes.setNotes({QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three"), QStringLiteral("four"),
                    QStringLiteral("five")});
    notes.fit(190);
    const auto *area = notes.findChild<QScrollArea *>();
    const int line = area->widget()->fontMetrics().lineSpacing();
    EXPECT_LT(area->maximumHeight(), 5 * line);
    EXPECT_EQ(area->maximumHeight() % line, 0);
}

TEST(TrustPanelRoom, theIdsOfTheCommandLineAreNotShownAtFirst)
{
    Session session;
    TrustPanel panel(session.pane());
    const int column = panel.table()->model()->columnOf("finding");
    ASSERT_GE(column, 0);
    EXPECT_TRUE(panel.table()->view()->isColumnHidden(column));
}

} // namespace
} // namespace ws
