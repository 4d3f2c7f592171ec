#include "app/opening/filewatch.h"
#include "app/opening/recentfiles.h"
#include "app/window/mainwindow.h"
#include "app/window/messagebar.h"
#include "app/window/settingsdialog.h"
#include "app/window/startpage.h"
#include "app/window/workspace.h"
#include "core/base/texts.h"
#include "core/readers/formats.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/tables/tablespanel.h"
#include "widgets/timeline/rowheader.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include <latch>
#include <set>

namespace ws {
namespace {

using test::MainWindowTest;

using test::layerwiseProfile;
using test::twoTables;

TEST_F(MainWindowTest, startsWithTheStartPage)
{
    MainWindow window;
    window.show();
    EXPECT_TRUE(window.findChild<StartPage *>()->isVisible());
    EXPECT_FALSE(window.workspace()->isVisible());
    EXPECT_FALSE(window.messages()->isVisible());
}

TEST_F(MainWindowTest, aRowOfAnUnknownWriterBecomesAGpuStreamByItsMenuAndIsNoneAgain)
{
    const auto choose = [](MainWindow &window, const char *row) {
        const TimelineState &state = *window.timeline()->state();
        const Timeline &timeline = window.session()->pane()->run()->timeline;
        for (size_t s = 0; s < state.layout().sections.size(); ++s) {
            const SectionId id = state.layout().sections[s].id;
            if (id.kind != SectionId::Track ||
                window.session()->pane()->run()->text(timeline.tracks[id.index].label) != row)
                continue;
            QMenu menu;
            window.timeline()->header()->fillMenu(menu, 0, s);
            for (QAction *action : menu.actions())
                if (action->text().contains(QLatin1String("GPU stream"))) {
                    action->trigger();
                    return true;
                }
        }
        return false;
    };
    const auto work = [](MainWindow &window) {
        return QTest::qWaitFor([&] { return !window.isLoading() && window.timeline()->state()->data(); }, 60'000)
                   ? int(window.session()->pane()->run()->gpu.size())
                   : -1;
    };
    MainWindow window;
    openIn(window, {write(R"([{"ph":"M","name":"thread_name","pid":5,"tid":9,"args":{"name":"core 0"}},
        {"ph":"X","name":"matmul","pid":5,"tid":9,"ts":10,"dur":4},
        {"ph":"X","name":"main","pid":5,"tid":5,"ts":1,"dur":40}])")});
    ASSERT_EQ(work(window), 0);
    ASSERT_TRUE(choose(window, "core 0"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return work(window) == 1; }, 60'000));
    EXPECT_EQ(QSettings().value(QLatin1String(gpuRowsSetting)).toStringList(), QStringList(QStringLiteral("core 0")));
    ASSERT_TRUE(choose(window, "core 0")) << "the row of the GPU has the entry, too";
    EXPECT_TRUE(QTest::qWaitFor([&] { return work(window) == 0; }, 60'000));
    EXPECT_TRUE(QSettings().value(QLatin1String(gpuRowsSetting)).toStringList().isEmpty());
}

TEST_F(MainWindowTest, opensAFileGivenAsArgument)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    ASSERT_TRUE(window.session()->pane()->run());
    EXPECT_EQ(window.session()->pane()->run()->gpu.size(), 2U);
    EXPECT_TRUE(window.workspace()->isVisible());
    EXPECT_TRUE(window.windowTitle().contains(QStringLiteral("a.json")));
}

TEST_F(MainWindowTest, opensADroppedFile)
{
    MainWindow window;
    window.show();
    drop(window, write(smallTrace));
    ASSERT_TRUE(settle(window));
    EXPECT_TRUE(window.session()->pane()->run());
}

TEST_F(MainWindowTest, thePanelAskedForBeforeAFileIsOpenIsShownForALayerwiseProfileToo)
{
    const QString profile = write(layerwiseProfile);
    MainWindow unasked;
    openIn(unasked, {profile});
    EXPECT_TRUE(unasked.workspace()->raisedPanel()->inherits("ws::OverviewPanel"));
    MainWindow asked;
    asked.showPanel(QStringLiteral("stages"));
    openIn(asked, {profile});
    EXPECT_TRUE(asked.workspace()->raisedPanel()->inherits("ws::StagesPanel"));
}

TEST_F(MainWindowTest, theFolderOfARecordingOpensItsTraceAndOffersTheTables)
{
    const QString output = m_folder.filePath(QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT"));
    ASSERT_TRUE(QDir().mkpath(output));
    const QString trace = write(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":"1","dur":5}])",
                                QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"));
    write("OP Type,Core Type,Count,Total Time(us)\nMatMulV2,AI_CORE,2,7.5\n",
          QStringLiteral("rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/op_statistic.csv"));
    MainWindow window;
    window.show();
    drop(window, m_folder.filePath(QStringLiteral("rank0_ascend_pt")));
    ASSERT_TRUE(settle(window));
    ASSERT_TRUE(window.session()->pane()->run());
    EXPECT_EQ(window.session()->pane()->run()->info.stamp.path, trace);
    EXPECT_TRUE(window.messages()->isVisible());
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("trace_view.json")));
    auto buttons = window.messages()->findChildren<QPushButton *>();
    ASSERT_FALSE(buttons.isEmpty());
    buttons.front()->click();
    ASSERT_TRUE(settle(window));
    ASSERT_EQ(window.session()->contexts().size(), 2u);
    EXPECT_EQ(window.session()->contexts().back()->run()->tables.size(), 1u);
}

TEST_F(MainWindowTest, aFailedOpenKeepsTheCurrentRunAndSaysWhy)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    const RunPtr before = window.session()->pane()->run();
    openIn(window, {write("no trace at all", QStringLiteral("note.txt"))});
    EXPECT_EQ(window.session()->pane()->run(), before);
    EXPECT_TRUE(window.messages()->isVisible());
    EXPECT_EQ(window.messages()->kind(), MessageBar::Kind::Error);
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("note.txt")));
    EXPECT_TRUE(window.workspace()->isVisible());
}

TEST_F(MainWindowTest, aFailedFirstOpenGoesBackToTheStartPage)
{
    MainWindow window;
    openIn(window, {m_folder.filePath(QStringLiteral("missing.json"))});
    EXPECT_TRUE(window.findChild<StartPage *>()->isVisible());
    EXPECT_TRUE(window.messages()->isVisible());
}

TEST_F(MainWindowTest, cancelKeepsWhatWasOpen)
{
    std::latch letGo(1);
    const QString first = write(smallTrace);
    MainWindow window([&](const QString &path, Progress &progress) -> Result<RunPtr> {
        if (path != first)
            letGo.wait();
        return loadRun(path, progress);
    });
    openIn(window, {first});
    const RunPtr before = window.session()->pane()->run();
    window.open({write(smallTrace, QStringLiteral("b.json"))});
    EXPECT_TRUE(window.isLoading());
    window.cancelLoading();
    EXPECT_FALSE(window.isLoading());
    EXPECT_EQ(window.session()->pane()->run(), before);
    EXPECT_FALSE(window.messages()->isVisible()) << "what a person asked for is no error";
    letGo.count_down();
}

TEST_F(MainWindowTest, reloadKeepsRangeAndSelection)
{
    const QString path = write(smallTrace);
    MainWindow window;
    openIn(window, {path});
    Session *session = window.session();
    const RunPtr before = session->pane()->run();
    session->pane()->context().setRange(TimeRange{10, 50'000});
    session->pane()->context().select(sliceNamed(*before, "norm"));
    std::string longer(smallTrace);
    longer.insert(longer.rfind("\n]"), ",\n{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"new\",\"pid\":0,\"tid\":7,"
                                       "\"ts\":200,\"dur\":5,\"args\":{\"device\":0,\"stream\":7}}");
    write(longer);
    window.reload();
    ASSERT_TRUE(settle(window));
    EXPECT_NE(session->pane()->run(), before);
    EXPECT_EQ(session->pane()->run()->gpu.size(), 3U);
    EXPECT_EQ(session->contexts().size(), 1U);
    EXPECT_EQ(session->pane()->context().range(), (TimeRange{10, 50'000}));
    EXPECT_EQ(session->pane()->context().selection(), sliceNamed(*session->pane()->run(), "norm"));
}

TEST_F(MainWindowTest, aPartOfAFileThatHasChangedIsShownInThePlaceOfTheOldRun)
{
    const QString path = write(twoTables, QStringLiteral("t.txt"));
    MainWindow window;
    openIn(window, {path});
    const RunPtr before = window.session()->pane()->run();
    write(std::string(twoTables) + "\n\n", QStringLiteral("t.txt"));
    openIn(window, {path + QStringLiteral("#2")});
    ASSERT_EQ(window.session()->contexts().size(), 1U);
    EXPECT_NE(window.session()->pane()->run(), before);
}

TEST_F(MainWindowTest, aFileThatChangedOnDiskIsOfferedForReloading)
{
    const QString path = write(smallTrace);
    MainWindow window;
    openIn(window, {path});
    window.findChild<FileWatch *>()->setRestMs(10);
    std::string longer(smallTrace);
    longer.append(2, '\n');
    write(longer);
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.messages()->isVisible(); }, 60'000));
    EXPECT_EQ(window.messages()->kind(), MessageBar::Kind::Notice);
}

TEST_F(MainWindowTest, aChangeDuringAnotherLoadIsOfferedAfterwards)
{
    std::latch letGo(1);
    const QString first = write(smallTrace), second = write(smallTrace, QStringLiteral("b.json"));
    MainWindow window([&](const QString &path, Progress &progress) -> Result<RunPtr> {
        if (path == second)
            letGo.wait();
        return loadRun(path, progress);
    });
    openIn(window, {first});
    auto *watch = window.findChild<FileWatch *>();
    watch->setRestMs(10);
    window.open({second});
    std::string longer(smallTrace);
    write(longer.append(2, '\n'));
    watch->check();
    EXPECT_FALSE(window.messages()->isVisible());
    letGo.count_down();
    ASSERT_TRUE(settle(window));
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.messages()->isVisible(); }, 60'000));
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("a.json")));
}

TEST_F(MainWindowTest, aPartOfAFileThatIsOpenIsShownWithoutReadingItAgain)
{
    std::atomic<int> loads = 0;
    MainWindow window([&](const QString &path, Progress &progress) -> Result<RunPtr> {
        ++loads;
        return loadRun(path, progress);
    });
    const QString path = write(twoTables, QStringLiteral("t.txt"));
    openIn(window, {path});
    openIn(window, {path + QStringLiteral("#2")});
    EXPECT_EQ(loads, 1);
    EXPECT_EQ(window.session()->contexts().size(), 1U);
}

TEST_F(MainWindowTest, closingTheRunInTheMiddleOfAChangeOfItsRangeIsHarmless)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.session()->pane()->context().setRange(TimeRange{0, 10'000}); // reported at the next frame
    window.closeRun();
    window.session()->pane()->context().setRange(TimeRange{0, 20'000}); // a drag that goes on
    EXPECT_FALSE(QTest::qWaitFor([&] { return window.session()->pane()->run() != nullptr; }, 50));
    EXPECT_FALSE(window.session()->pane()->run());
}

TEST_F(MainWindowTest, openedFilesAreRememberedNewestFirst)
{
    const QString a = write(smallTrace), b = write(smallTrace, QStringLiteral("b.json"));
    {
        MainWindow window;
        openIn(window, {a, b, a});
        EXPECT_EQ(window.session()->contexts().size(), 2U) << "a file that is open already is not loaded twice";
    }
    MainWindow next;
    EXPECT_EQ(next.recentFiles()->paths(), (QStringList{b, a}));
}

TEST_F(MainWindowTest, aMissingFileLeavesTheRecentList)
{
    const QString path = write(smallTrace);
    MainWindow window;
    openIn(window, {path});
    window.closeRun();
    QFile::remove(path);
    openIn(window, {path});
    EXPECT_TRUE(window.recentFiles()->paths().isEmpty());
}

TEST_F(MainWindowTest, aBrokenFileDoesNotKeepTheNextFromOpening)
{
    MainWindow window;
    openIn(window, {write("{", QStringLiteral("broken.json")), write(smallTrace)});
    EXPECT_TRUE(window.session()->pane()->run());
}

TEST_F(MainWindowTest, aTallWindowHasRoomForTheRowsOfStepsAndGapsThatComeLater)
{
    MainWindow window;
    window.resize(1'200, 1'400);
    openIn(window, {write(smallTrace)});
    const TimelineView *timeline = window.timeline();
    ASSERT_TRUE(QTest::qWaitFor([&] { return timeline->state()->when() != nullptr; }));
    EXPECT_TRUE(QTest::qWaitFor([&] { return timeline->height() >= timeline->neededHeight() - rowheight::gpuLane; }))
        << timeline->height() << " of " << timeline->neededHeight();
}

TEST_F(MainWindowTest, tablesKeepMostOfTheHeight)
{
    MainWindow window;
    window.resize(1'280, 800);
    openIn(window, {write("Time (%)  Total Time (ns)  Instances  Name\n"
                          "--------  ---------------  ---------  ----\n"
                          "    60.0             6000          2  gemm\n"
                          "    40.0             4000          1  relu\n",
                          QStringLiteral("cuda_gpu_kern_sum.txt"))});
    ASSERT_TRUE(window.session()->pane()->run());
    QTest::qWait(300); // what a timeline would need comes late
    int height = 0;
    for (const auto *tables : window.findChildren<TablesPanel *>())
        if (tables->isVisible())
            height = tables->height();
    EXPECT_GT(height, window.height() * 2 / 5);
}

TEST_F(MainWindowTest, panelsAreAddedByIdAndLayoutIsRemembered)
{
    {
        MainWindow window;
        openIn(window, {write(smallTrace)});
        window.showPanel(QStringLiteral("file"));
        for (QDockWidget *dock : window.workspace()->panels())
            if (dock->objectName() == QStringLiteral("diagnostics"))
                dock->close();
        QTest::qWait(10);
        window.close();
    }
    MainWindow next;
    openIn(next, {write(smallTrace)});
    QTest::qWait(10);
    for (const QDockWidget *dock : next.workspace()->panels())
        EXPECT_EQ(dock->isHidden() && dock->objectName() == QStringLiteral("diagnostics"),
                  dock->objectName() == QStringLiteral("diagnostics"))
            << dock->objectName().toStdString();
    next.workspace()->resetLayout();
    QTest::qWait(10);
    for (const QDockWidget *dock : next.workspace()->panels())
        EXPECT_TRUE(dock->toggleViewAction()->isChecked()) << dock->objectName().toStdString();
}

TEST_F(MainWindowTest, aPartOnTheCommandLineIsTheTableThatIsShown)
{
    MainWindow window;
    const QString path = write(twoTables, QStringLiteral("t.txt"));
    openIn(window, {path + QStringLiteral("#2")});
    TablesPanel *centre = nullptr;
    for (auto *panel : window.findChildren<TablesPanel *>())
        if (panel->isVisible())
            centre = panel;
    ASSERT_TRUE(centre);
    EXPECT_EQ(centre->currentTable(), 1);
    openIn(window, {path + QStringLiteral("#9")});
    EXPECT_TRUE(window.messages()->isVisible());
}

TEST_F(MainWindowTest, aFileOfTablesShowsThemInOnePlaceOnly)
{
    MainWindow window;
    openIn(window, {write(twoTables, QStringLiteral("t.txt"))});
    window.showPanel(QStringLiteral("tables"));
    QTest::qWait(10);
    int withTable = 0;
    for (const auto *panel : window.findChildren<TablesPanel *>())
        withTable += panel->isVisible();
    EXPECT_EQ(withTable, 1);
}

TEST_F(MainWindowTest, aFileOfTablesShowsItsOverviewBelowThem)
{
    MainWindow window;
    openIn(window, {write(twoTables, QStringLiteral("t.txt"))});
    const auto inFront = [&]() -> std::string {
        const QWidget *panel = window.workspace()->raisedPanel();
        return panel ? panel->metaObject()->className() : "none";
    };
    EXPECT_TRUE(QTest::qWaitFor([&] { return inFront() == "ws::OverviewPanel"; }, 2'000)) << inFront();
    const auto panels = window.findChildren<TablesPanel *>();
    EXPECT_TRUE(std::ranges::any_of(panels, [](const TablesPanel *panel) { return panel->isVisible(); }));
}

TEST_F(MainWindowTest, aPhaseOnTheCommandLineIsTheOneThatIsShown)
{
    constexpr std::string_view phases =
        R"({"context":{},"prefill":{"summary_stats":[%1],"model_stats":[]},"decode_1":{"summary_stats":[%1],"model_stats":[]}})";
    const QString node = QStringLiteral(R"({"entry":{"name":"M","cuda_time_us":3,"pct_cuda_time":100},"children":[]})");
    MainWindow window;
    const QString path = write(toText(phases).arg(node).toStdString());
    openIn(window, {path + QStringLiteral("#decode_1")});
    auto *modules = window.findChild<ModulePanel *>();
    ASSERT_TRUE(modules && modules->treePane()->model()->tree());
    EXPECT_EQ(modules->treePane()->model()->tree()->phase, "decode_1");
    EXPECT_TRUE(modules->isVisible());
}

TEST_F(MainWindowTest, shiftEscapeShowsEverythingAgain)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    Session *session = window.session();
    session->pane()->context().setRange(TimeRange{0, 10});
    session->pane()->context().setFocus(
        {QStringLiteral("Layer"), std::make_shared<const ActivitySet>(*ActivitySet::ofRows(
                                      *session->pane()->run(), std::vector<uint32_t>{0, 1}, {1, 0}))});
    window.activateWindow();
    QTest::keyClick(&window, Qt::Key_Escape, Qt::ShiftModifier);
    EXPECT_FALSE(session->pane()->context().range());
    EXPECT_FALSE(session->pane()->context().focus());
}

TEST_F(MainWindowTest, settingsSayWhetherNsysCanBeRun)
{
    SettingsDialog dialog;
    QLineEdit *field = nullptr;
    for (auto *one : dialog.findChildren<QLineEdit *>())
        if (one->accessibleName() == QStringLiteral("Path of the program nsys"))
            field = one;
    ASSERT_TRUE(field);
    const auto says = [&](const QString &text) {
        for (const auto *label : dialog.findChildren<QLabel *>())
            if (label->text().contains(text))
                return true;
        return false;
    };
    field->setText(QStringLiteral("/nowhere/nsys"));
    EXPECT_TRUE(says(QStringLiteral("no program")));
    field->setText(QStringLiteral("/bin/sh"));
    EXPECT_TRUE(says(QStringLiteral("/bin/sh")));
    EXPECT_EQ(QSettings().value(QStringLiteral("tools/nsys")).toString(), QStringLiteral("/bin/sh"));
    field->setText(m_folder.path());
    EXPECT_TRUE(says(QStringLiteral("no program"))) << "a folder is none";
}

TEST_F(MainWindowTest, settingsLeaveNoRoomBelowTheirNotesAndFieldsOfValuesAreEquallyWide)
{
    SettingsDialog dialog;
    dialog.show();
    for (const auto *label : dialog.findChildren<QLabel *>())
        if (label->wordWrap()) {
            EXPECT_EQ(label->height(), std::max(label->minimumHeight(), label->heightForWidth(label->width())));
        }
    std::set<int> widths;
    for (const auto *box : dialog.findChildren<QComboBox *>())
        widths.insert(box->width());
    for (const auto *box : dialog.findChildren<QSpinBox *>())
        widths.insert(box->width());
    EXPECT_EQ(widths.size(), 1u);
}

TEST_F(MainWindowTest, theWindowAnswersWhileAFileIsLoading)
{
    std::latch letGo(1);
    MainWindow window([&](const QString &path, Progress &progress) -> Result<RunPtr> {
        letGo.wait();
        return loadRun(path, progress);
    });
    window.show();
    window.open({write(smallTrace)});
    QTest::qWait(1); // returns although the reader is held
    EXPECT_TRUE(window.isLoading());
    letGo.count_down();
    ASSERT_TRUE(settle(window));
    EXPECT_TRUE(window.session()->pane()->run());
}

} // namespace
} // namespace ws
