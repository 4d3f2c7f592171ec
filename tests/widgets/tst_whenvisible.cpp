#include "widgets/toolkit/whenvisible.h"

#include <gtest/gtest.h>

#include <QTabWidget>

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
