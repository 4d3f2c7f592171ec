// What a person finds in front after a file was opened, and in the menus and tabs around it.

#include "app/opening/fileopener.h"
#include "app/window/commandpalette.h"
#include "app/window/mainwindow.h"
#include "app/window/remotedialog.h"
#include "app/window/workspace.h"
#include "tests/support/mainwindowtest.h"
#include "tests/support/windowwalk.h"
#include "widgets/panels/comparison/comparisonpanel.h"
#include "widgets/session/comparepair.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QSet>
#include <QTabBar>
#include <QToolBar>
#include <QTreeWidget>

#include <utility>

namespace ws {
namespace {

class Openings : public test::MainWindowTest
{
protected:
    static bool isRaised(const MainWindow &window, const char *panel)
    {
        return QTest::qWaitFor([&] { return window.workspace()->raisedPanelId() == QLatin1String(panel); }, 2'000);
    }
};

TEST(FileDialog, offersEveryKindOfFileThatOpens)
{
    const QString filter = FileOpener::dialogFilter();
    for (const char *suffix :
         {"json", "gz", "rpd", "db", "ncu-rep", "trace", "nsys-rep", "sqlite", "wsp", "wsd", "warpscope"})
        EXPECT_TRUE(filter.contains(QStringLiteral("*.%1").arg(QLatin1String(suffix)))) << suffix;
    EXPECT_TRUE(filter.endsWith(QStringLiteral("(*)"))) << "and all others";
}

TEST_F(Openings, everyRunThatIsOpenedBeginsWithTheOverview)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.showPanel(QStringLiteral("kernels"));
    openIn(window, {write(smallTrace, QStringLiteral("b.json"))});
    EXPECT_TRUE(isRaised(window, "overview"));
    window.showPanel(QStringLiteral("kernels"));
    window.session()->setActive(window.session()->contexts().front());
    QCoreApplication::processEvents();
    EXPECT_TRUE(isRaised(window, "kernels")) << "one that was open leaves the panel";
}

TEST_F(Openings, theTimelineHasTheFocusAfterAFileWasOpened)
{
    MainWindow window;
    window.show();
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    openIn(window, {write(smallTrace)});
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.timeline()->hasFocus(); }, 2'000))
        << (window.focusWidget() ? window.focusWidget()->metaObject()->className() : "nothing");
}

TEST_F(Openings, recentFilesAreTheLastOfThePaletteAndOpenOnesAreNotThere)
{
    MainWindow window;
    openIn(window,
           {write(smallTrace, QStringLiteral("gemm_old.json")), write(smallTrace, QStringLiteral("gemm.json"))});
    window.session()->close(window.session()->contexts().front());
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(window.windowHandle(), Qt::Key_K, Qt::ControlModifier);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.findChild<CommandPalette *>() != nullptr; }));
    auto *palette = window.findChild<CommandPalette *>();
    palette->findChild<QLineEdit *>()->setText(QStringLiteral("gemm"));
    const auto *model = palette->findChild<QListView *>()->model();
    const auto titles = [model] {
        QStringList all;
        for (int row = 0; row < model->rowCount(); ++row)
            all << model->index(row, 0).data().toString();
        return all;
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return titles().value(0) == QLatin1String("gemm"); }, 60'000))
        << titles().join(u'|').toStdString();
    EXPECT_TRUE(titles().last().endsWith(QLatin1String("gemm_old.json"))) << titles().join(u'|').toStdString();
    EXPECT_TRUE(titles().filter(QStringLiteral("gemm.json")).isEmpty()) << titles().join(u'|').toStdString();
}

TEST_F(Openings, theCompareTabOffersTheOtherOpenRun)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    openIn(window, {write(smallTrace, QStringLiteral("b.json"))});
    window.showPanel(QStringLiteral("compare"));
    QPushButton *offer = nullptr;
    ASSERT_TRUE(QTest::qWaitFor([&] {
        for (auto *button : window.findChild<ComparisonPanel *>()->findChildren<QPushButton *>())
            if (button->isVisible() && button->text().startsWith(QLatin1String("Compare with ")))
                offer = button;
        return offer != nullptr;
    }));
    EXPECT_TRUE(offer->text().contains(QLatin1Char('a'))) << offer->text().toStdString();
    offer->click();
    EXPECT_TRUE(window.session()->pair()->isShown());
}

TEST_F(Openings, whatATableShowsInTheTimelineLeavesTheTableInFront)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
    window.timeline()->setFocus();
    RunContext &context = window.session()->pane()->context();
    window.showPanel(QStringLiteral("instances"));
    context.reveal(context.run()->gpu.slice[0]); // "Slowest" of the panel takes no focus
    EXPECT_TRUE(isRaised(window, "instances"));
    context.select(context.run()->gpu.slice[1]);
    EXPECT_TRUE(isRaised(window, "selection")) << "a gesture in the timeline shows its details";
}

TEST_F(Openings, aDoubleClickOnATabBehindMaximisesItThoughItsPanelWantsMoreHeight)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.resize(1200, 700);
    QTest::qWait(50);
    auto *bar = window.workspace()->findChild<QTabBar *>(QString(), Qt::FindDirectChildrenOnly);
    ASSERT_TRUE(bar);
    int stages = -1;
    for (int i = 0; i < bar->count(); ++i)
        if (bar->tabText(i) == QLatin1String("Stages"))
            stages = i;
    ASSERT_GE(stages, 0);
    int before = -1;
    const auto rests = [&] { // the layout of the new size is done
        const int last = std::exchange(before, bar->mapToGlobal(QPoint()).y());
        QTest::qWait(100);
        return before == last;
    };
    ASSERT_TRUE(QTest::qWaitFor(rests));
    const QPoint tab = bar->tabRect(stages).center();
    QElapsedTimer sinceClick;
    sinceClick.start();
    QTest::mouseClick(bar, Qt::LeftButton, {}, tab);
    QTest::qWait(20);
    const int now = bar->mapToGlobal(QPoint()).y();
    if (sinceClick.elapsed() < QApplication::doubleClickInterval()) {
        EXPECT_EQ(now, before) << "the second click would meet something else";
    }
    QTest::mouseDClick(bar, Qt::LeftButton, {}, tab);
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.workspace()->isPanelMaximised(); }, 1'000));
    QTest::mouseDClick(bar, Qt::LeftButton, {}, bar->tabRect(stages).center()); // the next window opens as this one was
    EXPECT_TRUE(QTest::qWaitFor([&] { return !window.workspace()->isPanelMaximised(); }, 1'000));
    QTest::mouseRelease(bar, Qt::LeftButton, {}, bar->tabRect(stages).center()); // mouseDClick() leaves it pressed
}

TEST_F(Openings, theHeadingsOfTheRemoteFilesHaveRoom)
{
    const QPointer<RemoteDialog> dialog = new RemoteDialog(nullptr);
    dialog->show();
    QCoreApplication::processEvents();
    const auto *list = dialog->findChild<QTreeWidget *>();
    for (int column = 0; column < list->columnCount(); ++column)
        EXPECT_GE(list->header()->sectionSize(column),
                  list->header()->fontMetrics().horizontalAdvance(list->headerItem()->text(column)) + 32)
            << column;
    delete dialog;
}

/// "Open &Folder…": one style for all, and each letter once.
TEST_F(Openings, menusHaveOneStyleAndEachMnemonicOnce)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    const QStringList small = QStringLiteral("a an as and at by from in it of or the this to with").split(u' ');
    for (const QAction *top : window.menuBar()->actions()) {
        QSet<QChar> letters;
        for (const QAction *action : top->menu()->actions()) {
            const QString text = action->text();
            EXPECT_FALSE(text.contains(QStringLiteral(" …"))) << text.toStdString();
            if (const qsizetype at = text.indexOf(u'&'); at >= 0 && at + 1 < text.size()) {
                EXPECT_FALSE(letters.contains(text[at + 1].toLower())) << text.toStdString();
                letters << text[at + 1].toLower();
            }
            QString plain = text;
            for (const QString &word : plain.remove(u'&').split(u' ', Qt::SkipEmptyParts))
                EXPECT_TRUE(small.contains(word.toLower()) || !word[0].isLetter() || word[0].isUpper())
                    << text.toStdString();
        }
    }
}

} // namespace
} // namespace ws
