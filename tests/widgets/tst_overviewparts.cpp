#include "widgets/toolkit/barlist.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/sharebar.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
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
    ASSERT_TRUE(QTest::qWaitFor([&] { return !text; }, 5'000));
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
