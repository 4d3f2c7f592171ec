#include "widgets/panels/overview/overviewbars.h"
#include "widgets/toolkit/barlist.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/sharebar.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <gtest/gtest.h>

#include <memory>

using namespace ws;

namespace {

/// The middle of the first place where `link` is hit.
QPoint placeOf(const LinkText &text, int link)
{
    for (int y = 1; y < text.height(); y += 3)
        for (int x = 1; x < text.width(); x += 3)
            if (text.linkAt(QPointF(x, y)) == link)
                return {x, y};
    return {-1, -1};
}

TEST(LinkText, canBeDeletedWhileItsMenuIsShown)
{
    auto text = std::make_unique<LinkText>();
    text->setPieces({{QStringLiteral("plain text"), -1}});
    text->show();
    QTimer::singleShot(0, qApp, [&] {
        ASSERT_TRUE(QApplication::activePopupWidget());
        text.reset();
    });
    QContextMenuEvent event(QContextMenuEvent::Mouse, QPoint(5, 5), text->mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(text.get(), &event);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !text; }, 60'000));
    EXPECT_FALSE(QApplication::activePopupWidget());
}

TEST(LinkText, aClickOrEnterFollowsTheLinkAndTextFollowsNone)
{
    LinkText text;
    text.setPieces({{QStringLiteral("The longest is ")},
                    {QStringLiteral("gemm"), 4},
                    {QStringLiteral(", then ")},
                    {QStringLiteral("norm"), 9},
                    {QStringLiteral(".")}});
    text.resize(400, text.heightForWidth(400));
    text.show();
    QSignalSpy followed(&text, &LinkText::linkActivated);
    ASSERT_NE(placeOf(text, 9).x(), -1);
    QTest::mouseClick(&text, Qt::LeftButton, {}, placeOf(text, 9));
    QTest::mouseClick(&text, Qt::LeftButton, {}, placeOf(text, -1));
    ASSERT_EQ(followed.size(), 1);
    EXPECT_EQ(followed[0][0].toInt(), 9);
    text.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&text));
    text.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&text, Qt::Key_Return);
    QTest::keyClick(&text, Qt::Key_Tab);
    QTest::keyClick(&text, Qt::Key_Return);
    ASSERT_EQ(followed.size(), 3);
    EXPECT_EQ(followed[1][0].toInt(), 4);
    EXPECT_EQ(followed[2][0].toInt(), 9);
}

TEST(LinkText, markupOfANameIsShownAsItIs)
{
    LinkText text;
    const QString name = QStringLiteral("<img src='/dev/zero'>&amp;");
    text.setPieces({{QStringLiteral("try ")}, {name, 1}});
    EXPECT_EQ(text.text(), QStringLiteral("try ") + name);
    EXPECT_EQ(text.accessibleName(), text.text());
    text.actions().constFirst()->trigger();
    EXPECT_EQ(QApplication::clipboard()->text(), text.text());
}

TEST(LinkText, wrapsToTheWidthAndALineBreakOfANameIsNone)
{
    LinkText text;
    text.setText(QStringLiteral("word ").repeated(40));
    EXPECT_GT(text.heightForWidth(150), 3 * text.heightForWidth(3000));
    text.setPieces({{QStringLiteral("a\nb"), 1}});
    EXPECT_EQ(text.heightForWidth(3000), text.fontMetrics().height());
}

TEST(BarList, onlyRowsThatLeadSomewhereAreChosen)
{
    BarList list;
    list.setBars({{QStringLiteral("rest"), QStringLiteral("1 %"), 0, 0.01, 0xff888888},
                  {QStringLiteral("gemm"), QStringLiteral("90 %"), 0, 0.9, 0xff888888, {}, true},
                  {QStringLiteral("other"), QStringLiteral("2 %"), 0, 0.02, 0xff888888},
                  {QStringLiteral("norm"), QStringLiteral("7 %"), 0, 0.07, 0xff888888, {}, true}});
    list.resize(400, list.sizeHint().height());
    list.show();
    QSignalSpy activated(&list, &BarList::activated);
    const int row = list.height() / 4;
    QTest::mouseClick(&list, Qt::LeftButton, {}, {20, row / 2});
    QTest::mouseClick(&list, Qt::LeftButton, {}, {20, row + row / 2});
    list.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&list));
    list.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&list, Qt::Key_Down);
    QTest::keyClick(&list, Qt::Key_Return);
    ASSERT_EQ(activated.size(), 2);
    EXPECT_EQ(activated[0][0].toInt(), 1);
    EXPECT_EQ(activated[1][0].toInt(), 3);
    EXPECT_EQ(list.rowAt(list.height()), -1);
    EXPECT_EQ(list.rowAt(-1), -1);
}

TEST(BarList, namesOfListsBelowEachOtherAreGivenTheSameWidth)
{
    BarList list;
    list.setBars({{QStringLiteral("gemm"), QStringLiteral("90 %"), 0, 1, 0xffff0000}});
    const auto left = [&] {
        QImage image(400, list.sizeHint().height(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        list.paintBars(painter, image.width());
        int x = 0;
        while (x < image.width() && image.pixel(x, image.height() / 2) != 0xffff0000)
            ++x;
        return x;
    };
    const int own = list.nameWidth(), before = left();
    list.setNameWidth(own + 40);
    EXPECT_EQ(left(), before + 40);
    list.setNameWidth(1'000);
    EXPECT_LE(left(), 210) << "half of the width at most";
}

TEST(OverviewBars, areAsLongAsTheirShareWhateverTheLargestIs)
{
    OverviewList list;
    list.id = "modules";
    OverviewRow row;
    row.name = QStringLiteral("Sampler");
    row.ns = 54'000;
    row.share = 0.006;
    list.rows = {row};
    const QList<Bar> bars = overviewBars(list, nullptr, {});
    ASSERT_EQ(bars.size(), 1);
    EXPECT_EQ(bars[0].from, 0);
    EXPECT_DOUBLE_EQ(bars[0].to, 0.006);
}

TEST(ShareBar, segmentsFillTheBarWithoutAGapAndWithoutNegativeOnes)
{
    ShareBar bar;
    bar.resize(1000, 40);
    bar.setSegments(QStringLiteral("GPU 0"), {{QStringLiteral("compute"), {}, 10, 0xff4477aa},
                                              {QStringLiteral("broken"), {}, -5, 0xff4477aa},
                                              {QStringLiteral("idle"), {}, 30, 0xff888888, true}});
    EXPECT_EQ(bar.edges(0).second, bar.edges(1).first);
    EXPECT_EQ(bar.edges(1).first, bar.edges(1).second);
    EXPECT_DOUBLE_EQ(bar.edges(2).second, 1000);
    EXPECT_NEAR((bar.edges(0).second - bar.edges(0).first) / (1000 - bar.edges(0).first), 0.25, 1e-9);
    EXPECT_EQ(bar.segmentAt(999), 2);
    EXPECT_EQ(bar.segmentAt(1), -1) << "that is the title";
    bar.setSegments({}, {});
    EXPECT_EQ(bar.segmentAt(10), -1);
}

} // namespace
