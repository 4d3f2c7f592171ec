// What the window says of files that were exported.

#include "app/window/messagebar.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/toolkit/exports.h"

#include <QPushButton>

using namespace ws;
using ws::test::MainWindowTest;

TEST_F(MainWindowTest, anExportIsNamedWithItsSizeAndCanBeOpened)
{
    MainWindow window;
    window.show();
    auto *bar = window.findChild<MessageBar *>();
    EXPECT_TRUE(!bar || bar->isHidden());
    emit Exports::instance().written(write("name,total_ns\n", QStringLiteral("chart.csv")));
    bar = window.findChild<MessageBar *>();
    ASSERT_NE(bar, nullptr);
    EXPECT_FALSE(bar->isHidden());
    EXPECT_EQ(bar->kind(), MessageBar::Kind::Notice);
    EXPECT_EQ(bar->text(), QStringLiteral("chart.csv is written, 14\u202fB."));
    auto *action = bar->findChild<QPushButton *>();
    ASSERT_NE(action, nullptr);
    EXPECT_FALSE(action->isHidden());
    EXPECT_EQ(action->text(), QStringLiteral("Open It"));
}
