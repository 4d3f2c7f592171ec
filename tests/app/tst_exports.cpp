// What the window says of files that were exported.

#include "app/window/messagebar.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/toolkit/exports.h"

#include <QDir>
#include <QPushButton>

using namespace ws;
using ws::test::MainWindowTest;

TEST_F(MainWindowTest, theFirstExportIsProposedBesideTheTraceAndTheNextWhereThatOneWent)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    const QString name = QStringLiteral("a-kernels.csv");
    EXPECT_EQ(Exports().proposed(name), QDir::home().filePath(name)) << "of nothing that is open";
    Exports exports;
    exports.setTrace(window.session()->active()->run()->info.stamp.path);
    EXPECT_EQ(exports.proposed(name), m_folder.filePath(name));
    const QTemporaryDir other;
    exports.noteWritten(other.filePath(QStringLiteral("b.csv")));
    EXPECT_EQ(exports.proposed(name), other.filePath(name));
    emit Exports::instance().written(write("name,total_ns\n", QStringLiteral("chart.csv")));
    EXPECT_EQ(Exports::instance().proposed(name), m_folder.filePath(name)) << "the window notes what it tells";
}

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

TEST_F(MainWindowTest, whatWasWrittenIsNotToldOverAnotherTabAndAnErrorStays)
{
    MainWindow window;
    openIn(window,
           {write(smallTrace), write(smallTrace, QStringLiteral("b.json")), write("{", QStringLiteral("c.json"))});
    auto *bar = window.findChild<MessageBar *>();
    bar->showMessage(MessageBar::Kind::Error, QStringLiteral("c.json could not be opened"));
    const auto change = [&] {
        const auto &contexts = window.session()->contexts();
        window.session()->setActive(contexts[window.session()->active() == contexts[0] ? 1 : 0]);
    };
    change();
    EXPECT_FALSE(bar->isHidden());
    emit Exports::instance().written(write("name,total_ns\n", QStringLiteral("chart.csv")));
    EXPECT_EQ(bar->text().left(9), QStringLiteral("chart.csv"));
    change();
    EXPECT_TRUE(bar->isHidden());
}
