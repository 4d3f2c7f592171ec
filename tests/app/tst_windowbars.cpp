// Tabs of runs, tool bar and chips.
#include "app/opening/recentfiles.h"
#include "app/window/centre.h"
#include "app/window/damageline.h"
#include "app/window/mainwindow.h"
#include "app/window/startpage.h"
#include "app/window/workspace.h"
#include "core/base/format.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/session/comparepair.h"
#include "widgets/stages/chartcontrols.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QStatusBar>
#include <QTabBar>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QTreeWidget>

namespace ws {
namespace {

class WindowBars : public test::MainWindowTest
{
};

TEST_F(WindowBars, openRunsAreTabsThatShowAndCloseThem)
{
    MainWindow window;
    window.show();
    const auto *tabs = window.findChild<QTabBar *>(QStringLiteral("runs"));
    ASSERT_TRUE(tabs);
    EXPECT_FALSE(tabs->isVisible());
    openIn(window, {write(smallTrace)});
    openIn(window, {write(smallTrace, QStringLiteral("b & c.json"))});
    ASSERT_EQ(tabs->count(), 2);
    EXPECT_TRUE(tabs->isVisible());
    EXPECT_EQ(tabs->currentIndex(), 1);
    EXPECT_EQ(tabs->tabText(1), QStringLiteral("b && c.json"));
    EXPECT_TRUE(tabs->tabToolTip(1).contains(QStringLiteral("b & c.json")) ||
                tabs->tabToolTip(1).contains(QStringLiteral("b &amp; c.json")));
    QTest::mouseClick(const_cast<QTabBar *>(tabs), Qt::LeftButton, {}, tabs->tabRect(0).center());
    EXPECT_EQ(window.session()->active(), window.session()->contexts()[0]);
    auto *close = qobject_cast<QToolButton *>(tabs->tabButton(1, QTabBar::RightSide));
    ASSERT_TRUE(close);
    close->click();
    ASSERT_EQ(window.session()->contexts().size(), 1U);
    EXPECT_TRUE(window.session()->active()->run()->info.stamp.path.endsWith(QStringLiteral("a.json")));
    EXPECT_EQ(tabs->count(), 1);
    window.closeRun();
    EXPECT_FALSE(tabs->isVisible());
}

TEST_F(WindowBars, aCutFileSaysSoInFrontOfAllPanelsButTheOverview)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    auto *line = window.findChild<DamageLine *>();
    ASSERT_TRUE(line);
    window.showPanel(QStringLiteral("kernels"));
    EXPECT_FALSE(line->isVisible()) << "the file is whole";
    openIn(window, {write(smallTrace.substr(0, smallTrace.size() - 3), QStringLiteral("cut.json"))});
    window.showPanel(QStringLiteral("overview"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !line->isVisible(); })) << "the Overview says it";
    window.showPanel(QStringLiteral("kernels"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return line->isVisible(); }));
    EXPECT_TRUE(line->text().contains(QStringLiteral("cut.json"))) << line->text().toStdString();
    EXPECT_TRUE(line->text().contains(QStringLiteral("closing bracket"))) << line->text().toStdString();
    line->findChild<QPushButton *>()->click();
    EXPECT_EQ(window.findChild<Workspace *>()->raisedPanelId(), QStringLiteral("diagnostics"));
    EXPECT_TRUE(line->isVisible());
    window.session()->setActive(window.session()->contexts()[0]);
    EXPECT_FALSE(line->isVisible()) << "of another file";
    window.session()->setActive(window.session()->contexts()[1]);
    EXPECT_TRUE(line->isVisible());
    for (auto *button : line->findChildren<QToolButton *>())
        if (button->text() == QStringLiteral("✕"))
            button->click();
    window.showPanel(QStringLiteral("kernels"));
    EXPECT_FALSE(line->isVisible()) << "closed";
    window.closeRun();
}

TEST_F(WindowBars, aRunInFrontOfAPairHasItsOwnLineOnWhatIsCut)
{
    const std::string_view cut = smallTrace.substr(0, smallTrace.size() - 3);
    MainWindow window;
    openIn(window, {write(smallTrace), write(cut, QStringLiteral("cut-b.json"))});
    ASSERT_TRUE(window.session()->pair()->isShown());
    window.showPanel(QStringLiteral("kernels"));
    const auto *line = window.findChild<DamageLine *>();
    EXPECT_TRUE(line->isVisible() && line->text().contains(QStringLiteral("cut-b.json")));
    openIn(window, {write(smallTrace, QStringLiteral("whole.json"))});
    ASSERT_TRUE(window.session()->pair()->isSet() && !window.session()->pair()->isShown());
    window.showPanel(QStringLiteral("kernels"));
    EXPECT_FALSE(line->isVisible()) << line->text().toStdString();
    openIn(window, {write(cut, QStringLiteral("cut-c.json"))});
    window.showPanel(QStringLiteral("kernels"));
    EXPECT_TRUE(line->isVisible() && line->text().contains(QStringLiteral("cut-c.json")));
    EXPECT_FALSE(line->text().contains(QStringLiteral("cut-b.json")));
    window.showPanel(QStringLiteral("overview"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !line->isVisible(); })) << "its Overview says it";
}

TEST_F(WindowBars, recentFilesStandWithTheirSizeAndDate)
{
    const QString path = write(smallTrace);
    RecentFiles recent;
    recent.add(path);
    const StartPage page(&recent);
    const auto *list = page.findChild<QTreeWidget *>();
    ASSERT_TRUE(list);
    ASSERT_EQ(list->topLevelItemCount(), 1);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !list->topLevelItem(0)->text(1).isEmpty(); }, 60'000));
    EXPECT_EQ(list->topLevelItem(0)->text(1), formatBytes(static_cast<int64_t>(smallTrace.size())));
    EXPECT_EQ(list->topLevelItem(0)->text(2),
              QFileInfo(path).lastModified().toString(QStringLiteral("yyyy-MM-dd hh:mm")));
}

TEST_F(WindowBars, recentFilesOfOneNameAreToldApartByTheirFoldersInTheMenu)
{
    RecentFiles recent;
    recent.clear();
    for (const char *folder : {"rank0", "rank1"}) {
        ASSERT_TRUE(QDir(m_folder.path()).mkpath(QString::fromLatin1(folder)));
        recent.add(write(smallTrace, QString::fromLatin1(folder) + QStringLiteral("/trace.json")));
    }
    recent.add(write(smallTrace, QStringLiteral("b & c.json")));
    MainWindow window;
    QStringList names;
    for (QMenu *menu : window.findChildren<QMenu *>()) {
        emit menu->aboutToShow();
        for (const QAction *action : menu->actions())
            if (action->property(recentFileProperty).isValid())
                names << action->text();
    }
    EXPECT_EQ(names, (QStringList{QStringLiteral("b && c.json"), QStringLiteral("rank1/trace.json"),
                                  QStringLiteral("rank0/trace.json")}));
}

TEST_F(WindowBars, panelsWithoutContentHaveNoTabUntilTheyAreOpened)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    const auto hasTab = [&](const QString &title) {
        for (const QTabBar *tabs : window.workspace()->findChildren<QTabBar *>(Qt::FindDirectChildrenOnly))
            for (int i = 0; i < tabs->count(); ++i)
                if (tabs->tabText(i) == title)
                    return tabs->isTabVisible(i);
        return false;
    };
    EXPECT_TRUE(hasTab(QStringLiteral("Kernels")));
    EXPECT_FALSE(hasTab(QStringLiteral("Compare"))) << "there is one run only";
    EXPECT_FALSE(hasTab(QStringLiteral("Tables")));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !hasTab(QStringLiteral("Collectives")); }, 60'000))
        << "once it is known that no kernel is communication";
    for (const QTabBar *tabs : window.workspace()->findChildren<QTabBar *>(Qt::FindDirectChildrenOnly))
        for (int i = 0, end = 0; i < tabs->count(); ++i)
            if (tabs->isTabVisible(i)) {
                EXPECT_LE(tabs->tabRect(i).left(), end + 1) << "there is a hole before " << i;
                end = tabs->tabRect(i).right();
            }
    window.showPanel(QStringLiteral("tables"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return hasTab(QStringLiteral("Tables")); }, 60'000));
    window.showPanel(QStringLiteral("kernels"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !hasTab(QStringLiteral("Tables")); }, 60'000));
    openIn(window, {write(smallTrace, QStringLiteral("b.json"))});
    EXPECT_TRUE(hasTab(QStringLiteral("Compare")));
}

TEST_F(WindowBars, chipsNameWhatLimitsTheViewsAndShareTheRoom)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    RunContext &context = window.session()->pane()->context();
    const auto button = [&](const char *id) { return window.findChild<QToolButton *>(QLatin1String(id)); };
    const int before = window.centre()->mapTo(&window, QPoint()).y();
    context.setRange(TimeRange{0, 20'000});
    context.setFocus(
        {QString(300, u'x'),
         std::make_shared<const ActivitySet>(*ActivitySet::ofRows(*context.run(), std::vector<uint32_t>{0, 1}, {1, 0})),
         context.run().get()});
    QTest::qWait(50);
    EXPECT_TRUE(button("range")->isVisible());
    EXPECT_TRUE(button("focus")->isVisible());
    EXPECT_FALSE(button("highlight")->isVisible());
    EXPECT_EQ(window.centre()->mapTo(&window, QPoint()).y(), before) << "nothing moves when a chip comes";
    auto *tools = window.findChild<QToolBar *>(QStringLiteral("toolbar"));
    EXPECT_LE(button("focusOff")->mapTo(tools, QPoint(button("focusOff")->width(), 0)).x(), tools->width());
    QMenu *menu = button("focus")->menu();
    emit menu->aboutToShow();
    ASSERT_GE(menu->actions().size(), 2);
    menu->actions()[1]->trigger();
    EXPECT_EQ(context.range()->length(), 50'000) << "that of the work in focus: gemm";
    button("focusOff")->click();
    EXPECT_FALSE(context.focus());
    button("rangeOff")->click();
    EXPECT_FALSE(context.range());
    QTest::qWait(50);
    EXPECT_FALSE(button("range")->isVisible());
}

TEST_F(WindowBars, aRangeWithLittleRoomKeepsItsLengthAndBothHalvesOfItsChipAreOneHeight)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.resize(800, 600);
    window.session()->pane()->context().setRange(TimeRange{0, 20'000});
    const auto *chip = window.findChild<QToolButton *>(QStringLiteral("range"));
    const auto *cross = window.findChild<QToolButton *>(QStringLiteral("rangeOff"));
    EXPECT_TRUE(QTest::qWaitFor([&] { // the bar is laid out, and again when the chip has its text
        return chip->geometry().right() <= cross->geometry().left() &&
               chip->width() >= chip->fontMetrics().horizontalAdvance(chip->text());
    }));
    EXPECT_TRUE(chip->text().contains(formatDuration(20'000))) << chip->text().toStdString();
    EXPECT_EQ(chip->height(), cross->height());
    EXPECT_TRUE(chip->toolTip().contains(QStringLiteral("does not follow it says so")));
}

/// What is wider holds the whole window wide.
TEST_F(WindowBars, fitsIntoASmallScreenWithEveryPanel)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    for (const QDockWidget *dock : window.workspace()->panels())
        EXPECT_LE(dock->widget()->minimumSizeHint().width(), 640) << dock->objectName().toStdString();
    EXPECT_LE(window.centre()->minimumSizeHint().width(), 640);
    for (const QToolBar *bar : window.findChildren<QToolBar *>())
        EXPECT_LE(bar->minimumSizeHint().width(), 800) << bar->objectName().toStdString();
    EXPECT_LE(window.menuBar()->minimumSizeHint().width(), 800);
    EXPECT_LE(window.statusBar()->minimumSizeHint().width(), 800);
    window.resize(800, 600);
    QTest::qWait(20);
    EXPECT_EQ(window.size(), QSize(800, 600));
}

TEST_F(WindowBars, fieldsOfTheToolBarAreOfOneHeight)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    const auto *bar = window.findChild<QToolBar *>(QStringLiteral("toolbar"));
    const auto fields = bar->findChildren<QComboBox *>();
    ASSERT_GE(fields.size(), 2);
    for (const QComboBox *field : fields)
        EXPECT_EQ(field->sizeHint().height(), fields.front()->sizeHint().height()) << field->objectName().toStdString();
}

TEST_F(WindowBars, theControlsOfStagesStandInOneLineOfASmallWindow)
{
    MainWindow window;
    window.show();
    openIn(window, {write(smallTrace)});
    window.resize(800, 600);
    window.showPanel(QStringLiteral("stages"));
    const auto *controls = window.findChild<ChartControls *>();
    ASSERT_TRUE(controls && QTest::qWaitFor([&] { return controls->isVisible(); }));
    QTest::qWait(20);
    int highest = 0;
    for (const QWidget *child : controls->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
        highest = std::max(highest, child->isVisible() ? child->sizeHint().height() : 0);
    EXPECT_LT(controls->height(), 2 * highest) << "what one GPU does not need is not there";
}

TEST_F(WindowBars, aChipSaysWhatIsHighlightedAndTakesItAway)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    RunContext &context = window.session()->pane()->context();
    const auto chip = [&]() -> QToolButton * {
        for (auto *button : window.findChildren<QToolButton *>())
            if (button->isVisible() && button->text().contains(QStringLiteral("gemm")))
                return button;
        return nullptr;
    };
    EXPECT_FALSE(chip());
    const EventRef slice = sliceNamed(*context.run(), "gemm");
    context.setHighlightedName(context.run()->timeline.name(slice));
    ASSERT_TRUE(QTest::qWaitFor([&] { return chip() != nullptr; }, 60'000));
    window.findChild<QToolButton *>(QStringLiteral("highlightOff"))->click();
    EXPECT_FALSE(context.highlight());
    EXPECT_FALSE(chip());
}

TEST_F(WindowBars, whereTabsShareTheRoomShortNamesStayWholeAndTheOneInFrontIsReadable)
{
    MainWindow window;
    window.resize(900, 600);
    openIn(window, {write(smallTrace, QStringLiteral("moni.json"))});
    const auto *tabs = window.findChild<QTabBar *>(QStringLiteral("runs"));
    ASSERT_TRUE(tabs);
    QTest::qWait(1);
    const int whole = tabs->tabRect(0).width();
    const char *names[] = {
        "tl_vllm_prefilldecode_piecewise_of_a_long_run.json", "sst_long_alltoall_optimizer_2_of_8.json",
        "tl_h100_owner_of_a_longer_name_than_the_others_have.json", "the_last_of_them_is_long_too_or.json"};
    for (const char *name : names)
        openIn(window, {write(smallTrace, QString::fromLatin1(name))});
    ASSERT_EQ(tabs->count(), 5);
    const auto isWhole = [&] { return tabs->tabRect(0).width() >= whole; };
    EXPECT_TRUE(QTest::qWaitFor(isWhole)) << tabs->tabRect(0).width() << " of " << whole;
    EXPECT_LE(tabs->tabRect(4).right(), tabs->width());
    window.resize(640, 600);
    for (int front = 4; front >= 1; --front) {
        window.session()->setActive(window.session()->contexts()[static_cast<size_t>(front)]);
        QTest::qWait(1);
        const int readable = tabs->fontMetrics().averageCharWidth() * 14;
        EXPECT_GE(tabs->tabRect(front).width(), readable) << front;
        for (int other = 1; other < 5; ++other)
            EXPECT_GE(tabs->tabRect(front).width(), tabs->tabRect(other).width()) << front << ' ' << other;
    }
}

TEST_F(WindowBars, runsOfOneBaseNameAreToldApartInTheListOfRuns)
{
    ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("run1")) &&
                QDir(m_folder.path()).mkpath(QStringLiteral("run2")));
    MainWindow window;
    openIn(window, {write(smallTrace, QStringLiteral("run1/report.json"))});
    openIn(window, {write(smallTrace, QStringLiteral("run2/report.json"))});
    const auto *runs = window.findChild<QTabBar *>(QStringLiteral("runs"));
    ASSERT_TRUE(runs && runs->count() == 2);
    EXPECT_TRUE(runs->tabText(0).contains(QStringLiteral("run1"))) << runs->tabText(0).toStdString();
    EXPECT_TRUE(runs->tabText(1).contains(QStringLiteral("run2"))) << runs->tabText(1).toStdString();
}

} // namespace
} // namespace ws
