// Session files in the window: saved, opened again, sent to another folder, with a file missing or changed.

#include "app/opening/recentfiles.h"
#include "app/window/centre.h"
#include "app/window/messagebar.h"
#include "app/window/sessioncommands.h"
#include "app/window/sharing.h"
#include "app/window/workspace.h"
#include "core/session/sessionfile.h"
#include "tests/support/dialogs.h"
#include "tests/support/jobgen.h"
#include "tests/support/mainwindowtest.h"
#include "widgets/session/comparepair.h"
#include "widgets/session/jobdocument.h"
#include "widgets/session/stagecontroller.h"
#include "widgets/timeline/timelinestate.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QDir>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

namespace ws {
namespace {

class SessionTest : public test::MainWindowTest
{
protected:
    SessionTest() { QFile::remove(SessionCommands::lastPath()); }

    QString path(const char *name = "s.warpscope") const { return m_folder.filePath(QLatin1String(name)); }
    void save(MainWindow &window, const QString &to)
    {
        window.sharing()->sessions()->saveTo(to);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !window.sharing()->sessions()->isSaving(); }, 10'000));
        ASSERT_TRUE(isSessionFile(to)) << window.messages()->text().toStdString();
    }
    static void openSession(MainWindow &window, const QString &from)
    {
        QSignalSpy opened(window.sharing()->sessions()->opener(), &SessionOpener::opened);
        window.show();
        window.open({from});
        ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() > 0; }, 10'000));
    }
    static RunContext &context(MainWindow &window) { return window.session()->pane()->context(); }
};

TEST_F(SessionTest, whatWasSavedOpensAgain)
{
    const QString file = write(smallTrace);
    TimeRange visible;
    {
        MainWindow window;
        openIn(window, {file});
        RunContext &run = context(window);
        ASSERT_TRUE(QTest::qWaitFor([&] { return window.timeline()->state()->data() != nullptr; }));
        run.setRange(TimeRange{15'000, 50'000});
        run.select(sliceNamed(*run.run(), "norm"));
        run.setHighlightedName(run.run()->gpu.name[0]);
        run.setNotes({{QStringLiteral("why?"), {0, 10}, {}}});
        window.timeline()->showRange({20'000, 40'000});
        visible = window.timeline()->visibleRange();
        StageMapping mapping = window.stages()->document()->draft();
        mapping.engine = "my";
        window.stages()->document()->edit(mapping, QStringLiteral("edit"));
        window.session()->addQueries({{"short_ones", "SELECT id FROM gpu WHERE duration_ns < 5000"}});
        window.showPanel(QStringLiteral("kernels"));
        save(window, path());
        EXPECT_TRUE(window.recentFiles()->paths().contains(path()));
    }
    MainWindow window;
    openSession(window, path());
    ASSERT_EQ(window.session()->contexts().size(), 1u);
    RunContext &run = context(window);
    EXPECT_EQ(run.range(), (TimeRange{15'000, 50'000}));
    EXPECT_EQ(run.selection(), sliceNamed(*run.run(), "norm"));
    EXPECT_TRUE(run.highlight());
    ASSERT_EQ(run.notes().size(), 1u);
    EXPECT_EQ(run.notes()[0].text, QStringLiteral("why?"));
    EXPECT_EQ(window.stages()->document()->inForce().engine, "my");
    ASSERT_EQ(window.session()->queries().size(), 1u);
    EXPECT_EQ(window.session()->queries()[0].name, "short_ones");
    EXPECT_EQ(window.workspace()->raisedPanelId(), QStringLiteral("kernels"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.timeline()->state()->data() != nullptr; }));
    EXPECT_EQ(window.timeline()->visibleRange(), visible);
    EXPECT_FALSE(window.messages()->isVisible()) << window.messages()->text().toStdString();
}

TEST_F(SessionTest, theOrderAndColumnsOfTablesAndCollapsedIdleTimeAreKept)
{
    const QString file = write(smallTrace);
    const auto kernels = [](MainWindow &window) {
        const auto panes = window.findChildren<TablePane *>();
        return *std::ranges::find_if(panes,
                                     [](const TablePane *p) { return p->tableId() == QLatin1String("kernels"); });
    };
    {
        MainWindow window;
        openIn(window, {file});
        window.showPanel(QStringLiteral("kernels"));
        TablePane *table = kernels(window);
        ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() > 0; }));
        QTest::qWait(50); // the columns fit
        QHeaderView *header = table->view()->horizontalHeader();
        const int count = table->model()->columnOf("count");
        const QPoint at(header->sectionViewportPosition(count) + 20, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
        table->choose({"kernels", {}, false, std::vector<std::string>{"total_ns"}});
        window.timeline()->state()->setCollapseNs(2'000'000);
        save(window, path());
    }
    const Result<SavedSession> saved = loadSession(path());
    ASSERT_TRUE(saved);
    ASSERT_EQ(saved->tables.size(), 1u) << "tables that nobody touched are left as they are";
    MainWindow window;
    openSession(window, path());
    const TablePane *table = kernels(window);
    EXPECT_EQ(table->view()->horizontalHeader()->sortIndicatorSection(), table->model()->columnOf("count"));
    EXPECT_EQ(table->chosen(), saved->tables.front());
    EXPECT_TRUE(table->view()->isColumnHidden(table->model()->columnOf("total_ns")));
    EXPECT_FALSE(table->view()->isColumnHidden(table->model()->columnOf("count")));
    EXPECT_EQ(window.timeline()->state()->collapseNs(), 2'000'000);
}

TEST_F(SessionTest, aPairOpensAsAPairWithItsAlignment)
{
    const QString a = write(smallTrace), b = write(smallTrace, QStringLiteral("b.json"));
    {
        MainWindow window;
        openIn(window, {a, b});
        ComparePair &pair = *window.session()->pair();
        ASSERT_TRUE(pair.isSet());
        pair.swap();
        pair.setLinked(false);
        pair.alignAtSteps({5, 9});
        save(window, path());
    }
    MainWindow window;
    openSession(window, path());
    const ComparePair &pair = *window.session()->pair();
    ASSERT_TRUE(pair.isShown());
    EXPECT_EQ(pair.context(ComparePair::A)->run()->info.stamp.path, b);
    EXPECT_EQ(pair.context(ComparePair::B)->run()->info.stamp.path, a);
    EXPECT_FALSE(pair.isLinked());
    EXPECT_EQ(pair.alignedAt(), ComparePair::AlignAt::Step);
    EXPECT_EQ(pair.alignedTime(ComparePair::B), 9);
}

TEST_F(SessionTest, theChoiceOfRunsOfTheStagesTabIsKept)
{
    const QString a = write(smallTrace), b = write(smallTrace, QStringLiteral("b.json"));
    {
        MainWindow window;
        openIn(window, {a, b});
        save(window, path("none.warpscope"));
        window.stages()->chooseRuns(StageRuns::All);
        save(window, path());
    }
    MainWindow window;
    openSession(window, path());
    EXPECT_EQ(window.stages()->runsInForce(), StageRuns::All);
    openSession(window, path("none.warpscope"));
    EXPECT_EQ(window.stages()->chosenRuns(), StageRuns::Automatic);
    EXPECT_EQ(window.stages()->runsInForce(), StageRuns::Pair);
}

TEST_F(SessionTest, aFileComparedWithItselfIsOpenTwiceAgain)
{
    const QString a = write(smallTrace);
    {
        MainWindow window;
        openIn(window, {a, a});
        ASSERT_EQ(window.session()->contexts().size(), 2u);
        window.session()->contexts()[1]->setRange(TimeRange{1, 2});
        save(window, path());
    }
    MainWindow window;
    openSession(window, path());
    ASSERT_EQ(window.session()->contexts().size(), 2u);
    EXPECT_FALSE(window.session()->contexts()[0]->range());
    EXPECT_EQ(window.session()->contexts()[1]->range(), (TimeRange{1, 2}));
}

TEST_F(SessionTest, ofAFolderThatWasMovedFindsItsFiles)
{
    ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("a/traces")));
    {
        MainWindow window;
        openIn(window, {write(smallTrace, QStringLiteral("a/traces/x.json"))});
        save(window, path("a/s.warpscope"));
    }
    ASSERT_TRUE(QDir(m_folder.path()).rename(QStringLiteral("a"), QStringLiteral("colleague")));
    MainWindow window;
    openSession(window, path("colleague/s.warpscope"));
    ASSERT_TRUE(window.session()->active());
    EXPECT_EQ(window.session()->active()->run()->info.stamp.path, path("colleague/traces/x.json"));
    EXPECT_FALSE(window.messages()->isVisible());
}

TEST_F(SessionTest, aMissingFileIsSaidAndTheOthersOpen)
{
    const QString a = write(smallTrace), b = write(smallTrace, QStringLiteral("b.json"));
    {
        MainWindow window;
        openIn(window, {a});
        openIn(window, {b});
        window.session()->contexts()[1]->setRange(TimeRange{1'000, 2'000});
        save(window, path());
    }
    ASSERT_TRUE(QFile::rename(b, path("elsewhere.json")));
    MainWindow window;
    openSession(window, path());
    EXPECT_EQ(window.session()->contexts().size(), 1u);
    EXPECT_EQ(window.messages()->kind(), MessageBar::Kind::Error);
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("b.json")));
    ASSERT_EQ(window.sharing()->sessions()->opener()->problems().size(), 1u);
    EXPECT_FALSE(window.sharing()->sessions()->opener()->problems()[0].isHere);

    QSignalSpy opened(window.sharing()->sessions()->opener(), &SessionOpener::opened);
    window.sharing()->sessions()->opener()->find(path("elsewhere.json"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() > 0; }, 10'000));
    ASSERT_EQ(window.session()->contexts().size(), 2u);
    EXPECT_EQ(window.session()->contexts()[1]->range(), (TimeRange{1'000, 2'000}));
    EXPECT_TRUE(window.sharing()->sessions()->opener()->problems().empty());
}

TEST_F(SessionTest, aChangedFileIsSaidAndOpensWithWhatFitsIfOneWants)
{
    const QString a = write(smallTrace);
    {
        MainWindow window;
        openIn(window, {a});
        context(window).setRange(TimeRange{1'000, 2'000});
        context(window).select(sliceNamed(*context(window).run(), "norm"));
        save(window, path());
    }
    std::string other(smallTrace);
    other.replace(other.find("norm"), 4, "mron"); // as long as before
    write(other);
    MainWindow window;
    openSession(window, path());
    EXPECT_TRUE(window.session()->contexts().empty());
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("other content")));
    QSignalSpy differs(window.sharing()->sessions()->opener(), &SessionOpener::differs);
    QSignalSpy opened(window.sharing()->sessions()->opener(), &SessionOpener::opened);
    test::Dialogs dialogs;
    dialogs.press(QMessageBox::Yes);
    window.sharing()->sessions()->opener()->find(a);
    ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() > 0; }, 10'000));
    EXPECT_EQ(differs.count(), 1);
    ASSERT_EQ(window.session()->contexts().size(), 1u);
    EXPECT_EQ(context(window).range(), (TimeRange{1'000, 2'000}));
    EXPECT_FALSE(context(window).selection().valid());
    EXPECT_EQ(window.sharing()->sessions()->opener()->misfits().size(), 1);
}

TEST_F(SessionTest, aRunThatIsOpenAlreadyTakesTheSavedState)
{
    const QString a = write(smallTrace);
    MainWindow window;
    openIn(window, {a});
    context(window).setRange(TimeRange{1'000, 2'000});
    save(window, path());
    const RunPtr run = window.session()->active()->run();
    context(window).setRange(TimeRange{3'000, 4'000});
    context(window).setHighlightedName(run->gpu.name[0]);
    openSession(window, path());
    ASSERT_EQ(window.session()->contexts().size(), 1u);
    EXPECT_EQ(window.session()->active()->run(), run) << "it is not read again";
    EXPECT_EQ(context(window).range(), (TimeRange{1'000, 2'000}));
    EXPECT_FALSE(context(window).highlight());
    EXPECT_EQ(window.stages()->find(run)->context, window.session()->active());
}

TEST_F(SessionTest, aDamagedSessionSaysWhereAndLeavesTheWindowAsItWas)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.open({write(R"({"warpscopeSession":1,"runs":[{"file":7}]})", QStringLiteral("d.warpscope"))});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.messages()->isVisible(); }));
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("runs[0].file")));
    EXPECT_EQ(window.session()->contexts().size(), 1u);
}

TEST_F(SessionTest, aDroppedSessionOpens)
{
    {
        MainWindow window;
        openIn(window, {write(smallTrace)});
        save(window, path());
    }
    MainWindow window;
    window.show();
    drop(window, path());
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.session()->active() != nullptr; }, 10'000));
}

TEST_F(SessionTest, isSavedOnExitIfWantedAndReopened)
{
    {
        MainWindow window;
        openIn(window, {write(smallTrace)});
        EXPECT_TRUE(window.close());
        EXPECT_FALSE(QFile::exists(SessionCommands::lastPath())) << "off at first";
    }
    QSettings().setValue(saveOnExitSetting, true);
    {
        MainWindow window;
        openIn(window, {m_folder.filePath(QStringLiteral("a.json"))});
        context(window).setRange(TimeRange{1'000, 2'000});
        EXPECT_TRUE(window.close());
    }
    MainWindow window;
    window.show();
    QSignalSpy opened(window.sharing()->sessions()->opener(), &SessionOpener::opened);
    window.sharing()->sessions()->openLast();
    ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() > 0; }, 10'000));
    ASSERT_TRUE(window.session()->active());
    EXPECT_EQ(context(window).range(), (TimeRange{1'000, 2'000}));
}

TEST_F(SessionTest, notesThatNoFileHasAreAskedForOnClosing)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    context(window).setNotes({{QStringLiteral("x"), {1, 1}, {}}});
    test::Dialogs dialogs;
    dialogs.press(QMessageBox::Cancel);
    EXPECT_FALSE(window.close());
    save(window, path());
    EXPECT_TRUE(window.close()) << "nothing is asked: they are saved";
}

TEST_F(SessionTest, notesOfAClosedRunComeBackWithItsFile)
{
    const QString file = write(smallTrace);
    MainWindow window;
    openIn(window, {file});
    context(window).setNotes({{QStringLiteral("x"), {1, 1}, sliceNamed(*context(window).run(), "norm")}});
    window.closeRun();
    EXPECT_TRUE(window.session()->contexts().empty());
    openIn(window, {file});
    ASSERT_EQ(context(window).notes().size(), 1u);
    EXPECT_EQ(context(window).notes()[0].slice, sliceNamed(*context(window).run(), "norm"));
    test::Dialogs dialogs;
    dialogs.press(QMessageBox::Discard);
    EXPECT_TRUE(window.close());
}

TEST_F(SessionTest, notesOfAClosedRunAreAskedForAndSaved)
{
    const QString file = write(smallTrace);
    {
        MainWindow window;
        openIn(window, {file});
        save(window, path());
        context(window).setNotes({{QStringLiteral("x"), {1, 1}, {}}});
        window.closeRun();
        test::Dialogs dialogs;
        dialogs.press(QMessageBox::Cancel);
        EXPECT_FALSE(window.close());
        dialogs.press(QMessageBox::Save);
        EXPECT_TRUE(window.close());
    }
    MainWindow window;
    window.show();
    window.sharing()->sessions()->open(path());
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.session()->active() != nullptr; }, 10'000));
    ASSERT_EQ(context(window).notes().size(), 1u);
    EXPECT_EQ(context(window).notes()[0].text, QStringLiteral("x"));
    window.closeRun();
    EXPECT_TRUE(window.close()) << "the session has them";
}

TEST_F(SessionTest, hasTheJobOfRanks)
{
    ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("before/job")));
    int rank = 0;
    for (const std::string &trace : test::JobGenerator({.ranks = 2, .steps = 5, .layers = 1}).traces())
        write(trace, QStringLiteral("before/job/rank-%1.json").arg(rank++));
    const auto isOpen = [](MainWindow &window) {
        return QTest::qWaitFor([&] { return window.job()->job() != nullptr; }, 10'000);
    };
    {
        MainWindow window;
        window.show();
        window.open({path("before/job")});
        ASSERT_TRUE(isOpen(window));
        save(window, path("before/s.warpscope"));
    }
    ASSERT_TRUE(QDir(m_folder.path()).rename(QStringLiteral("before"), QStringLiteral("moved")));
    {
        MainWindow window;
        openSession(window, path("moved/s.warpscope"));
        ASSERT_TRUE(isOpen(window));
        EXPECT_EQ(window.job()->named(), QStringList(path("moved/job")));
        EXPECT_EQ(window.job()->job()->ranks.size(), 2u);
    }
    ASSERT_TRUE(QDir(path("moved/job")).removeRecursively());
    MainWindow window;
    openSession(window, path("moved/s.warpscope"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.messages()->isVisible(); }, 10'000)) << "it is not found";
    EXPECT_FALSE(window.job()->job() || window.job()->isLoading());
}

TEST_F(SessionTest, aFolderThatCannotBeWrittenIsSaid)
{
    MainWindow window;
    openIn(window, {write(smallTrace)});
    window.sharing()->sessions()->saveTo(path("missing/folder/s.warpscope"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.sharing()->sessions()->isSaving(); }, 10'000));
    EXPECT_EQ(window.messages()->kind(), MessageBar::Kind::Error);
}

} // namespace
} // namespace ws
