// A folder of ranks in the window.

#include "app/opening/jobtraces.h"
#include "app/window/jobcommands.h"
#include "app/window/messagebar.h"
#include "app/window/paircommands.h"
#include "app/window/ranknumbers.h"
#include "app/window/workspace.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/model/job.h"
#include "core/report/rankreport.h"
#include "tests/app/jobstest.h"
#include "tests/support/corpus.h"
#include "widgets/panels/ranks/rankstrips.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QMenu>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

namespace ws {
namespace {

using test::Jobs;

TEST_F(Jobs, whatIsAJobBecomesOneAlsoWhereItIsDropped)
{
    const QString folder = job({.steps = 2, .layers = 2});
    const auto opensAsJob = [&](const char *how, const auto &bring) {
        MainWindow window;
        openIn(window, {write(smallTrace)});
        bring(window);
        EXPECT_TRUE(QTest::qWaitFor([&] { return !window.isLoading() && window.job()->job(); }, 20'000)) << how;
        EXPECT_EQ(window.job()->job() ? window.job()->job()->ranks.size() : 0, 8u) << how;
        EXPECT_EQ(window.session()->contexts().size(), 1u) << how << ": its ranks are no runs";
        EXPECT_FALSE(window.session()->pair()->isSet()) << how;
    };
    opensAsJob("a folder", [&](MainWindow &window) { drop(window, folder); });
    opensAsJob("several traces of ranks", [&](MainWindow &window) {
        QMimeData data;
        QList<QUrl> urls;
        for (int rank = 0; rank < 8; ++rank)
            urls << QUrl::fromLocalFile(folder + QStringLiteral("/rank-%1.json").arg(rank));
        data.setUrls(urls);
        QDragEnterEvent enter({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QDropEvent event({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
    });
    opensAsJob("a folder on a half",
               [&](MainWindow &window) { window.pairCommands()->openBeside(ComparePair::B, folder); });
    opensAsJob("a folder in place of a side that is gone",
               [&](MainWindow &window) { window.pairCommands()->replace(ComparePair::A, folder); });
}

TEST_F(Jobs, aFolderOfTracesIsAJob)
{
    const QString folder = job({.steps = 6, .layers = 3, .slow = test::JobOptions::Slow::Kernel});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    EXPECT_TRUE(window.session()->contexts().empty()) << "its ranks are digests";
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(panel);
    ASSERT_TRUE(window.job()->job());
    EXPECT_EQ(window.job()->job()->ranks.size(), 8u);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    EXPECT_TRUE(panel->title().startsWith(window.job()->name() + QStringLiteral(": 8 ")))
        << panel->title().toStdString();
    EXPECT_TRUE(panel->sentences().startsWith(QStringLiteral("rank 5 holds the others up")))
        << panel->sentences().toStdString();
    const RankHeatmap &map = *panel->heatmap();
    EXPECT_LT(map.valueOf({5, 2}), map.valueOf({4, 2})) << "who is late does not wait";
    for (const auto view : {RanksPanel::View::Strips, RanksPanel::View::Ranks, RanksPanel::View::Steps,
                            RanksPanel::View::Collectives, RanksPanel::View::Stages}) {
        panel->setView(view);
        QCoreApplication::processEvents();
        window.grab();
    }
    EXPECT_EQ(panel->table()->model()->rowCount(), 8);
    EXPECT_EQ(window.windowTitle(), QStringLiteral("job — Warpscope"));
}

TEST_F(Jobs, theTableOfTheRanksStandsBelowAHeatmapThatLeavesItRoom)
{
    MainWindow window;
    window.resize(1200, 900);
    ASSERT_TRUE(open(window, job({.ranks = 4, .steps = 6, .layers = 2})));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    EXPECT_TRUE(panel->table()->isVisible());
    EXPECT_EQ(panel->heatmap()->height(), panel->heatmap()->heightOf(RankHeatmap::maxRow));
    EXPECT_GE(panel->table()->y(), panel->heatmap()->geometry().bottom());
    panel->setView(RanksPanel::View::Ranks);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !panel->heatmap()->isVisible(); }));
    EXPECT_TRUE(panel->table()->isVisible());
    panel->setView(RanksPanel::View::Heatmap);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    window.resize(1200, 420);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !panel->table()->isVisible(); })) << "too low for both";
}

TEST_F(Jobs, everyTableHasItsOwnColumns)
{
    MainWindow window;
    ASSERT_TRUE(open(window, job({.ranks = 4, .steps = 6, .layers = 2})));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    for (const auto view : {RanksPanel::View::Ranks, RanksPanel::View::Steps, RanksPanel::View::Collectives,
                            RanksPanel::View::Stages, RanksPanel::View::Files}) {
        panel->setView(view);
        ASSERT_TRUE(QTest::qWaitFor([&] { return panel->table()->isVisible(); }));
        const TablePane &table = *panel->table();
        const auto &columns = table.model()->columns();
        for (size_t column = 0; column < columns.size(); ++column)
            EXPECT_EQ(table.view()->isColumnHidden(int(column)), columns[column].optional)
                << int(view) << ": " << columns[column].id;
    }
}

TEST_F(Jobs, aJobWhoseStepsHaveNoWorkOffersWhatItHas)
{
    MainWindow window;
    ASSERT_TRUE(open(window, job({.ranks = 2, .steps = 3, .layers = 1, .stepsHaveWork = false})));
    ASSERT_TRUE(window.job()->job());
    ASSERT_TRUE(window.job()->job()->stepNames.isEmpty()) << window.job()->job()->stepNames.join(u';').toStdString();
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->strips()->isVisible(); }));
    EXPECT_FALSE(panel->strips()->isBlank()) << "its collectives";
    EXPECT_EQ(panel->strips()->legend().size(), 1u);
    panel->setView(RanksPanel::View::Heatmap);
    EXPECT_NE(panel->view(), RanksPanel::View::Heatmap);
    window.grab();
}

TEST_F(Jobs, theViewStaysInAnotherLanguage)
{
    MainWindow window;
    ASSERT_TRUE(open(window, job({.ranks = 2, .steps = 5, .layers = 1})));
    ASSERT_TRUE(QTest::qWaitFor([&] { return visiblePanel(window)->heatmap()->isVisible(); }));
    visiblePanel(window)->setView(RanksPanel::View::Strips);
    window.changeLanguage();
    ASSERT_TRUE(QTest::qWaitFor([&] { return visiblePanel(window) && visiblePanel(window)->strips()->isVisible(); }));
    EXPECT_EQ(visiblePanel(window)->view(), RanksPanel::View::Strips);
}

TEST_F(Jobs, aDoubleClickOpensTheTraceAtTheStep)
{
    const QString folder = job({.ranks = 4, .steps = 6, .layers = 3});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(panel);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    emit panel->heatmap()->activated({2, 3});
    ASSERT_TRUE(settle(window));
    ASSERT_TRUE(window.session()->active());
    EXPECT_TRUE(window.session()->active()->run()->info.stamp.path.endsWith(QStringLiteral("rank-2.json")));
    const TimeRange step = window.job()->job()->ranks[2]->steps[3].work;
    ASSERT_TRUE(QTest::qWaitFor([&] {
        const TimeRange visible = window.timeline()->visibleRange();
        return visible.begin <= step.begin && visible.end >= step.end && visible.length() < 4 * step.length();
    }));
    window.showPanel(QStringLiteral("ranks"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return visiblePanel(window) && visiblePanel(window) != panel; }))
        << "the job is a tab beside the run";
}

TEST_F(Jobs, aTraceThatIsGoneIsNamed)
{
    const QString folder = job({.ranks = 2, .steps = 5, .layers = 1});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    ASSERT_TRUE(QFile::remove(folder + QStringLiteral("/rank-1.json")));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(panel);
    emit panel->heatmap()->activated({1, 0});
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("rank-1.json")));
}

TEST_F(Jobs, closingWhileItIsReadAndOpeningAnotherLeavesNothing)
{
    const QString folder = job({.ranks = 4, .steps = 30});
    MainWindow window;
    window.show();
    for (int time = 0; time < 3; ++time) {
        window.open({folder});
        QTest::qWait(time * 20);
        window.job()->close();
        EXPECT_FALSE(window.isLoading());
    }
    EXPECT_FALSE(window.job()->job());
    ASSERT_TRUE(open(window, folder));
    EXPECT_TRUE(window.job()->job());
    window.open({folder}); // again, while it is shown
}

TEST_F(Jobs, aFileOfNamedRanksIsAJobBesideItsRun)
{
    std::string events;
    for (int rank = 0; rank < 3; ++rank) {
        const std::string tid = std::to_string(rank);
        events += R"({"ph":"M","name":"thread_name","pid":0,"tid":)" + tid + R"(,"args":{"name":"PP rank )" + tid +
                  R"(, compute"}},)";
        for (int step = 0; step < 6; ++step)
            events += R"({"ph":"X","name":"forward","pid":0,"tid":)" + tid + R"(,"ts":)" + std::to_string(step * 100) +
                      R"(,"dur":)" + std::to_string(rank == 1 ? 60 : 30) +
                      R"(},{"ph":"X","name":"optimizer","pid":0,"tid":)" + tid + R"(,"ts":)" +
                      std::to_string(step * 100 + 70) + R"(,"dur":5},)";
    }
    events.pop_back();
    const QString file = write("{\"traceEvents\":[" + events + "]}");
    MainWindow window;
    openIn(window, {file});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.job()->job() != nullptr; }));
    const RankJob &job = *window.job()->job();
    ASSERT_EQ(job.ranks.size(), 3u);
    EXPECT_EQ(job.labels[1], QStringLiteral("PP 1"));
    EXPECT_EQ(job.stepNames.size(), 6);
    EXPECT_EQ(job.step(1, 2).computeNs, 65'000);
    EXPECT_EQ(job.step(0, 2).computeNs, 35'000);
    ASSERT_EQ(job.verdict.found.size(), 1u) << "nobody waits for it, but it computes nearly twice as long";
    EXPECT_EQ(job.verdict.found[0].kind, Straggler::Kind::ComputesLonger);
    EXPECT_EQ(job.verdict.found[0].rank, 1u);
    EXPECT_EQ(job.verdict.found[0].costNs, 0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return visiblePanel(window) != nullptr; }));
    EXPECT_TRUE(window.session()->active()) << "the run is open, too";
}

TEST_F(Jobs, aFolderWithoutRanksSaysSo)
{
    QDir(m_folder.path()).mkpath(QStringLiteral("other"));
    write("[1,2,3]", QStringLiteral("other/a.json"));
    write("{\"x\":1}", QStringLiteral("other/b.json"));
    MainWindow window;
    ASSERT_TRUE(open(window, m_folder.filePath(QStringLiteral("other"))));
    EXPECT_FALSE(window.job()->job());
    EXPECT_TRUE(window.messages()->isVisible());
}

TEST_F(Jobs, keysWalkOverTheHeatmap)
{
    const QString folder = job({.ranks = 4, .steps = 6, .layers = 1});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    RankHeatmap *map = visiblePanel(window)->heatmap();
    ASSERT_TRUE(QTest::qWaitFor([&] { return map->isVisible(); }));
    QSignalSpy activated(map, &RankGrid::activated);
    for (const Qt::Key key :
         {Qt::Key_Down, Qt::Key_Down, Qt::Key_Right, Qt::Key_End, Qt::Key_Left, Qt::Key_Up, Qt::Key_Down})
        QTest::keyClick(map, key);
    ASSERT_TRUE(map->current());
    EXPECT_EQ(*map->current(), (RankGrid::Place{1, 4}));
    QTest::keyClick(map, Qt::Key_Return);
    EXPECT_EQ(activated.count(), 1);
    settle(window);
}

TEST_F(Jobs, aPlaceIsWhereItIsDrawn)
{
    const QString folder = job({.ranks = 4, .steps = 6, .layers = 1});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    RankHeatmap *map = panel->heatmap();
    int found = 0;
    for (int y = 0; y < map->viewport()->height(); y += 3)
        for (int x = 0; x < map->viewport()->width(); x += 3)
            if (const auto place = map->placeAt(QPointF(x, y))) {
                ++found;
                EXPECT_LT(place->rank, 4u);
                EXPECT_LT(place->step, 6u);
            }
    EXPECT_GT(found, 100);
    panel->setView(RanksPanel::View::Strips);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->strips()->isVisible(); }));
    RankStrips *strips = panel->strips();
    const TimeRange all = strips->visibleRange();
    QTest::keyClick(strips, Qt::Key_W);
    EXPECT_LT(strips->visibleRange().length(), all.length());
    for (int i = 0; i < 200; ++i)
        QTest::keyClick(strips, Qt::Key_W);
    EXPECT_GE(strips->visibleRange().length(), 1'000);
    QTest::keyClick(strips, Qt::Key_0);
    EXPECT_EQ(strips->visibleRange(), all);
}

TEST_F(Jobs, aCollectiveIsShownOnAllItsRanks)
{
    const QString folder = job({.ranks = 4, .steps = 6, .layers = 2});
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    panel->setView(RanksPanel::View::Collectives);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->table()->isVisible(); }));
    const RankJob &job = *window.job()->job();
    const auto [match, rank] = rankCollectiveRow(window.job()->job(), 5);
    emit panel->table()->activated(5);
    RankStrips *strips = panel->strips();
    ASSERT_TRUE(QTest::qWaitFor([&] { return strips->isVisible(); }));
    ASSERT_EQ(strips->collective(), match);
    const TimeRange visible = strips->visibleRange();
    for (const uint32_t member : job.collectives.groups[job.collectives.matches[match].group].ranks) {
        const TimeRange own = strips->spanOf(match, member);
        EXPECT_LT(visible.begin, job.clocks[member].jobTime(own.begin)) << member;
        EXPECT_GT(visible.end, job.clocks[member].jobTime(own.end)) << member;
    }
    QTest::keyClick(strips, Qt::Key_N);
    ASSERT_TRUE(strips->collective());
    EXPECT_NE(*strips->collective(), match);
    EXPECT_TRUE(strips->collectiveText().contains(QStringLiteral("the transfer takes")));
    QTest::keyClick(strips, Qt::Key_P);
    EXPECT_EQ(strips->collective(), match);
    window.grab();
    QTest::keyClick(strips, Qt::Key_Return);
    ASSERT_TRUE(settle(window));
    ASSERT_TRUE(window.session()->active()) << "Enter opens the trace there";
    const TimeRange own = strips->spanOf(match, rank);
    ASSERT_TRUE(QTest::qWaitFor([&] {
        const TimeRange shown = window.timeline()->visibleRange();
        return shown.begin <= own.begin && shown.end >= own.end && shown.length() < 10 * own.length();
    }));
}

TEST_F(Jobs, allFilesAreListedAndOpened)
{
    const QString folder = job({.ranks = 3, .steps = 5, .layers = 1});
    write("[1,2", QStringLiteral("job/broken.json"));
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    EXPECT_TRUE(panel->sentences().contains(QStringLiteral("1 file"))) << panel->sentences().toStdString();
    panel->setView(RanksPanel::View::Files);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->table()->isVisible(); }));
    EXPECT_EQ(panel->table()->model()->rowCount(), 4);
    emit panel->openAllWanted({folder + QStringLiteral("/rank-0.json"), folder + QStringLiteral("/rank-1.json"),
                               folder + QStringLiteral("/rank-2.json")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.session()->contexts().size() == 3 && !window.isLoading(); }));
}

TEST_F(Jobs, tracesStayWithinTheirMemory)
{
    const QString folder = job({.ranks = 4, .steps = 400, .layers = 12});
    QSettings().setValue(jobMemorySetting, 1); // MiB
    MainWindow window;
    ASSERT_TRUE(open(window, folder));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    emit panel->openWanted(folder + QStringLiteral("/rank-0.json"), {});
    ASSERT_TRUE(settle(window));
    ASSERT_EQ(window.session()->contexts().size(), 1u);
    ASSERT_GT(window.session()->active()->run()->memoryBytes(), size_t(1) << 20) << "the test needs a larger trace";
    emit panel->openWanted(folder + QStringLiteral("/rank-1.json"), {});
    ASSERT_TRUE(settle(window));
    ASSERT_EQ(window.session()->contexts().size(), 1u) << "the one before is closed";
    EXPECT_TRUE(window.session()->active()->run()->info.stamp.path.endsWith(QStringLiteral("rank-1.json")));
    EXPECT_TRUE(window.messages()->text().contains(QStringLiteral("rank-0.json")));
    window.session()->active()->setNotes({Note{}});
    emit panel->openWanted(folder + QStringLiteral("/rank-2.json"), {});
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(window.session()->contexts().size(), 2u) << "one with notes stays";
    emit panel->openAllWanted({folder + QStringLiteral("/rank-0.json"), folder + QStringLiteral("/rank-3.json")});
    ASSERT_TRUE(settle(window));
    EXPECT_EQ(window.session()->contexts().size(), 2u) << "no room for more";
    EXPECT_TRUE(window.messages()->text().startsWith(QStringLiteral("0 of 2")))
        << window.messages()->text().toStdString();
    QSettings().remove(jobMemorySetting);
}

TEST_F(Jobs, aJobIsComparedWithTheOneBefore)
{
    const QString now = job({.ranks = 4, .layers = 2, .slow = test::JobOptions::Slow::Kernel, .slowRank = 1});
    ASSERT_TRUE(QDir().rename(now, m_folder.filePath(QStringLiteral("now"))));
    const QString before = job({.ranks = 4, .layers = 2, .seed = 3});
    MainWindow window;
    ASSERT_TRUE(open(window, m_folder.filePath(QStringLiteral("now"))));
    window.job()->compareWith({before}, defaultMapping());
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.job()->compared() != nullptr; }));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->view() == RanksPanel::View::Compared; }));
    EXPECT_TRUE(panel->sentences().startsWith(QStringLiteral("B takes longer"))) << panel->sentences().toStdString();
    window.grab();
    window.job()->endComparison();
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->view() != RanksPanel::View::Compared; }));
    EXPECT_TRUE(panel->sentences().startsWith(QStringLiteral("rank 1 holds"))) << panel->sentences().toStdString();
    window.job()->compareWith({m_folder.filePath(QStringLiteral("missing"))}, defaultMapping());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.isLoading(); }));
    EXPECT_TRUE(window.messages()->isVisible());
    EXPECT_FALSE(window.job()->compared());
}

TEST_F(Jobs, aSecondJobOffersTheComparison)
{
    const QString now = job({.ranks = 2, .layers = 1, .seed = 2});
    ASSERT_TRUE(QDir().rename(now, m_folder.filePath(QStringLiteral("now"))));
    const QString before = job({.ranks = 2, .layers = 1});
    MainWindow window;
    ASSERT_TRUE(open(window, before));
    ASSERT_TRUE(open(window, m_folder.filePath(QStringLiteral("now"))));
    ASSERT_TRUE(window.messages()->isVisible());
    auto *compare = window.messages()->findChild<QPushButton *>();
    ASSERT_TRUE(compare && compare->isVisible());
    compare->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.job()->compared() != nullptr; }));
    EXPECT_EQ(window.job()->compared()->b, window.job()->job());
}

TEST_F(Jobs, ranksAreAskedForWhereNothingTells)
{
    EXPECT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("job")));
    int file = 0;
    for (std::string trace : test::JobGenerator({.ranks = 2, .steps = 5, .layers = 1}).traces()) {
        const size_t at = trace.find("\"distributedInfo\"");
        trace.erase(at, trace.find("\"traceEvents\"") - at);
        write(trace, QStringLiteral("job/worker-%1.json").arg(QChar(u'a' + file++)));
    }
    MainWindow window;
    ASSERT_TRUE(open(window, m_folder.filePath(QStringLiteral("job"))));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->sentences().contains(QStringLiteral("are not known")); }))
        << panel->sentences().toStdString();
    emit panel->numbersWanted();
    auto *dialog = window.findChild<RankNumbers *>();
    ASSERT_TRUE(dialog);
    const auto boxes = dialog->findChildren<QSpinBox *>();
    ASSERT_EQ(boxes.size(), 2);
    boxes[0]->setValue(7);
    boxes[1]->setValue(7);
    auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    EXPECT_FALSE(ok->isEnabled()) << "one number twice";
    boxes[1]->setValue(3);
    ASSERT_TRUE(ok->isEnabled());
    ok->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.job()->job()->labels.contains(QStringLiteral("rank 7")); }));
    EXPECT_EQ(window.job()->job()->labels, (QStringList{QStringLiteral("rank 3"), QStringLiteral("rank 7")}));
    EXPECT_FALSE(panel->sentences().contains(QStringLiteral("are not known")) && !panel->isVisible());
}

/// The stages of vLLM-Omni: a folder each, with a trace and a table.
TEST_F(Jobs, foldersOfStagesAreOneJobWithTables)
{
    const QString trace = test::corpusPath("kineto/tl_vllm_prefilldecode_piecewise.json.gz"),
                  table = test::corpusPath("torch_table/profiler_out_0.txt");
    if (trace.isEmpty() || table.isEmpty())
        GTEST_SKIP() << "no corpus here";
    const QString root = m_folder.filePath(QStringLiteral("omni"));
    for (const char *stage : {"stage_0", "stage_1"}) {
        const QString folder = root + u'/' + QLatin1String(stage);
        ASSERT_TRUE(QDir().mkpath(folder));
        ASSERT_TRUE(QFile::copy(trace, folder + QStringLiteral("/trace_rank0.json.gz")));
        ASSERT_TRUE(QFile::copy(table, folder + QStringLiteral("/profiler_out_0.txt")));
    }
    MainWindow window;
    ASSERT_TRUE(open(window, root));
    ASSERT_TRUE(window.job()->job());
    EXPECT_EQ(window.job()->job()->labels,
              (QStringList{QStringLiteral("stage 0 · rank 0"), QStringLiteral("stage 1 · rank 0")}));
    RanksPanel *panel = visiblePanel(window);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->heatmap()->isVisible(); }));
    panel->setView(RanksPanel::View::Files);
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->table()->isVisible(); }));
    EXPECT_EQ(panel->table()->model()->rowCount(), 4) << "two traces, two tables";
    panel->findChild<QToolButton *>(QStringLiteral("jobMenu"))->menu()->actions().first()->trigger();
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return window.session()->contexts().size() == 4 && !window.isLoading(); }, 30'000));
    const QStringList names = labelsOf(window.session()->job());
    EXPECT_EQ(QSet<QString>(names.begin(), names.end()).size(), 4);
    for (const QString &name : names)
        EXPECT_TRUE(name.contains(QStringLiteral("stage_0")) || name.contains(QStringLiteral("stage_1")))
            << name.toStdString();
}

/// A shortcut or a click that was on its way can trigger an action before the panel shows that the job is gone.

} // namespace
} // namespace ws
