#include "widgets/toolkit/whenvisible.h"

#include <gtest/gtest.h>

#include <QDockWidget>
#include <QMainWindow>
#include <QTabWidget>
#include <QTest>

using namespace ws;

TEST(WhenVisible, aHiddenTabIsRefreshedOnceWhenItIsShown)
{
    QTabWidget tabs;
    auto *front = new QWidget, *behind = new QWidget;
    tabs.addTab(front, QStringLiteral("front"));
    tabs.addTab(behind, QStringLiteral("behind"));
    int inFront = 0, inBack = 0;
    WhenVisible first(front, [&] { ++inFront; }), second(behind, [&] { ++inBack; });
    tabs.show();
    for (int i = 0; i < 3; ++i) {
        first.request();
        second.request();
    }
    EXPECT_EQ(inFront, 3);
    EXPECT_EQ(inBack, 0);
    EXPECT_TRUE(second.isPending());
    tabs.setCurrentWidget(behind);
    EXPECT_EQ(inBack, 1);
    tabs.setCurrentWidget(front);
    tabs.setCurrentWidget(behind);
    EXPECT_EQ(inBack, 1) << "nothing was asked meanwhile";
}

TEST(WhenVisible, aPanelOfAWindowThatIsNotShownYetIsRefreshedAtOnce)
{
    QWidget window;
    auto *panel = new QWidget(&window);
    int refreshed = 0;
    WhenVisible lazy(panel, [&] { ++refreshed; });
    lazy.request();
    EXPECT_EQ(refreshed, 1);
}

TEST(WhenVisible, aDockBehindAnotherInTabsIsHidden)
{
    QMainWindow window;
    auto *front = new QWidget, *behind = new QWidget;
    QDockWidget *docks[] = {new QDockWidget(&window), new QDockWidget(&window)};
    docks[0]->setWidget(front);
    docks[1]->setWidget(behind);
    window.addDockWidget(Qt::BottomDockWidgetArea, docks[0]);
    window.tabifyDockWidget(docks[0], docks[1]);
    docks[0]->raise();
    int inFront = 0, inBack = 0;
    WhenVisible first(front, [&] { ++inFront; }), second(behind, [&] { ++inBack; });
    window.show();
    QTest::qWait(50); // the layout
    ASSERT_TRUE(behind->isVisible()) << "to Qt it is";
    for (int i = 0; i < 3; ++i) {
        first.request();
        second.request();
    }
    EXPECT_EQ(inFront, 3);
    EXPECT_EQ(inBack, 0);
    docks[1]->raise();
    QTRY_COMPARE(inBack, 1);
    first.request();
    EXPECT_EQ(inFront, 3);
    docks[0]->raise();
    QTRY_COMPARE(inFront, 4);
    EXPECT_EQ(inBack, 1) << "nothing was asked meanwhile";

    second.request();
    docks[0]->close();
    QTRY_COMPARE(inBack, 2);
    first.request();
    docks[0]->show();
    docks[0]->raise();
    QTRY_COMPARE(inFront, 5);
}
