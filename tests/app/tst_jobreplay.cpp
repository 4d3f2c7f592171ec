// The replay of all ranks of a job in the window: on the job's page and beside a run, what if of a rank, and that no
// answer outlives what it is of.

#include "app/window/sessioncommands.h"
#include "app/window/sharing.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/session/digestfile.h"
#include "core/session/jobsources.h"
#include "tests/app/jobstest.h"
#include "tests/support/mainwindowtest.h"
#include "tests/support/settled.h"
#include "widgets/panels/ranks/rankheatmap.h"
#include "widgets/panels/replay/editrows.h"
#include "widgets/panels/replay/replaypanel.h"
#include "widgets/session/jobdocument.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QCompleter>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTableView>

namespace ws {
namespace {

using test::JobOptions;

constexpr JobOptions slowRank1{.ranks = 4, .steps = 6, .layers = 2, .slow = JobOptions::Slow::Kernel, .slowRank = 1};

class JobReplay : public test::Jobs
{
protected:
    static ReplayPanel *panelOf(const MainWindow &window)
    {
        for (ReplayPanel *panel : window.findChildren<ReplayPanel *>())
            if (panel->isVisible())
                return panel;
        return nullptr;
    }
    static bool isAnswered(const MainWindow &window)
    {
        return QTest::qWaitFor(
            [&] {
                const ReplayPanel *panel = panelOf(window);
                return panel && panel->table()->isVisible() && !panel->isAnswering();
            },
            20'000);
    }
    /// In place of the rows.
    static QString sentence(const MainWindow &window)
    {
        const ReplayPanel *panel = panelOf(window);
        const EmptyState *empty = panel ? panel->findChild<EmptyState *>() : nullptr;
        return empty && empty->isVisible() ? empty->findChild<QLabel *>()->text() : QString();
    }
    static QPushButton *buttonBelow(const MainWindow &window)
    {
        return panelOf(window)->findChild<EmptyState *>()->findChild<QPushButton *>();
    }
    /// With the Replay tab of the job in front.
    static bool openReplay(MainWindow &window, const QString &folder)
    {
        if (!open(window, folder))
            return false;
        window.showPanel(QStringLiteral("replay"));
        return panelOf(window) != nullptr;
    }
    static double us(const QString &win) { return win.section(QChar(0x202F), 0, 0).replace(u'−', u'-').toDouble(); }
    static QStringList firstColumn(const ReplayPanel &panel)
    {
        QStringList names;
        for (int row = 0; row < panel.table()->model()->rowCount(); ++row)
            names << panel.table()->model()->index(row, 0).data().toString();
        return names;
    }
    QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }
    /// Digests of all traces of the folder, beside them.
    void digestAll(const QString &folder)
    {
        Progress progress;
        const auto sources = loadJob({folder}, defaultMapping(), progress);
        for (size_t rank = 0; rank < sources->ranks.size(); ++rank)
            write(writeDigests({sources->ranks[rank]}), QStringLiteral("job/rank-%1.wsd").arg(rank));
    }
};

TEST_F(JobReplay, aFolderOfRanksIsReplayedOnItsOwnPage)
{
    MainWindow window;
    ASSERT_TRUE(openReplay(window, job(slowRank1)));
    ASSERT_TRUE(isAnswered(window));
    ReplayPanel &panel = *panelOf(window);
    EXPECT_TRUE(panel.verdict().startsWith(QStringLiteral("The replay holds: a step, in the mean of 6, takes")))
        << panel.verdict().toStdString();
    EXPECT_FALSE(panel.choice()->isVisible()) << "no run is open";
    RunContext &edits = *window.job()->context();
    edits.askWhatIf(QStringLiteral("rank:rank 1=median"));
    edits.askWhatIf(QStringLiteral("collectives*0.5"));
    ASSERT_TRUE(isAnswered(window));
    ASSERT_EQ(panel.edits()->count(), 2);
    EXPECT_LT(us(panel.edits()->winText(0)), -50) << "two layers, each 30 µs longer than in the other ranks";
    EXPECT_LT(us(panel.edits()->winText(1)), -50);
    auto *rows = panel.table()->findChild<QComboBox *>();
    rows->setCurrentIndex(rows->findText(QStringLiteral("Path by rank")));
    ASSERT_TRUE(isAnswered(window));
    EXPECT_EQ(firstColumn(panel).first(), QStringLiteral("rank 1")) << "it holds the others up";
    EXPECT_GE(panel.table()->model()->columnOf("after_ns"), 0);
}

TEST_F(JobReplay, winsAddUpToTheWhole)
{
    MainWindow window;
    ASSERT_TRUE(openReplay(window, job(slowRank1)));
    ASSERT_TRUE(isAnswered(window));
    CacheRequest<RankTracesKey> traces;
    std::shared_ptr<const RankTraces> read;
    const JobContext &context = *window.job()->context();
    traces.ask(window.job()->context()->cache(), RankTracesKey{{}, context.ranks()}, [&](const auto &t) { read = *t; });
    ASSERT_TRUE(read) << "read once for all";
    EXPECT_EQ(read->ranks.size(), 4U);
    const Replay replay = *replayOf(std::make_shared<const ReplayModel>(*tracesModel(*read)));
    const QStringList texts{QStringLiteral("rank:rank 1=median"), QStringLiteral("cpu*0.5"), QStringLiteral("gaps=0")};
    const EditAnswer answer = answerEdits(replay, pictureOf(replay), texts);
    int64_t sum = 0;
    for (const auto &win : answer.winNs)
        sum += win.value_or(0);
    EXPECT_EQ(sum, replay.recordedNs - answer.prediction->ns);
}

TEST_F(JobReplay, aRanksMenuAsksWhatIfItWereAsFastAsTheOthers)
{
    MainWindow window;
    ASSERT_TRUE(open(window, job(slowRank1)));
    RanksPanel *ranks = visiblePanel(window);
    ASSERT_TRUE(ranks && QTest::qWaitFor([&] { return ranks->heatmap()->isVisible(); }, 60'000));
    const auto choose = [&](int rank, const char *text) {
        ranks = visiblePanel(window);
        const RankHeatmap *heatmap = ranks->heatmap();
        const int row = (heatmap->heightOf(1000) - heatmap->heightOf(0)) / 1000; // ranks
        const int header = heatmap->heightOf(0);
        const int high = (heatmap->viewport()->height() - header) / row;
        const QPoint at(5, header + std::min(high, RankHeatmap::maxRow) * rank + 2); // its name
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, heatmap->viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(heatmap->viewport(), &event);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        if (!menu)
            return false;
        for (QAction *action : menu->actions())
            if (action->text().contains(QLatin1String(text))) {
                action->trigger();
                menu->close();
                return true;
            }
        return false;
    };
    ASSERT_TRUE(choose(2, "median"));
    ASSERT_TRUE(panelOf(window)) << "the answer is in front";
    ASSERT_EQ(window.job()->context()->edits().size(), 1U);
    EXPECT_EQ(window.job()->context()->edits()[0].edit, QStringLiteral("rank:rank 2=median"));
    window.showPanel(QStringLiteral("ranks"));
    ASSERT_FALSE(panelOf(window));
    ASSERT_TRUE(choose(0, "alike"));
    EXPECT_EQ(window.job()->context()->edits()[1].edit, QStringLiteral("rank:*=alike"));
    ASSERT_TRUE(isAnswered(window));
    window.showPanel(QStringLiteral("ranks"));
    TablePane *table = visiblePanel(window)->table();
    table->view()->setCurrentIndex(table->view()->model()->index(3, 0));
    emit table->menuRequested();
    for (QAction *action : table->actions())
        if (action->text().contains(QStringLiteral("median"))) {
            EXPECT_TRUE(action->isEnabled());
            action->trigger();
        }
    EXPECT_EQ(window.job()->context()->edits()[2].edit, QStringLiteral("rank:rank 3=median"));
}

TEST_F(JobReplay, besideARunItIsOfAllRanksOrOfThisTraceAsChosen)
{
    MainWindow window;
    const QString folder = job(slowRank1);
    ASSERT_TRUE(open(window, folder));
    window.open({folder + QStringLiteral("/rank-0.json")});
    ASSERT_TRUE(settle(window));
    window.showPanel(QStringLiteral("replay"));
    ASSERT_TRUE(isAnswered(window));
    ReplayPanel &panel = *panelOf(window);
    ASSERT_TRUE(panel.choice()->isVisible());
    EXPECT_EQ(panel.choice()->currentText(), QStringLiteral("all ranks of job"));
    auto *rows = panel.table()->findChild<QComboBox *>();
    EXPECT_GE(rows->findText(QStringLiteral("Path by rank")), 0);
    window.job()->context()->askWhatIf(QStringLiteral("rank:*=alike"));
    ASSERT_TRUE(isAnswered(window));
    EXPECT_EQ(panel.edits()->count(), 1);
    panel.choice()->setCurrentIndex(1);
    EXPECT_EQ(panel.edits()->count(), 0) << "edits of their own";
    ASSERT_TRUE(isAnswered(window));
    EXPECT_LT(rows->findText(QStringLiteral("Path by rank")), 0);
    panel.choice()->setCurrentIndex(0);
    ASSERT_TRUE(isAnswered(window));
    EXPECT_EQ(panel.edits()->count(), 1);
    window.session()->active()->askWhatIf(QStringLiteral("kernel:flash_fwd_kernel*0.5"));
    EXPECT_EQ(panel.choice()->currentIndex(), 1) << "it was asked of this trace";
    EXPECT_EQ(panel.edits()->count(), 1);
    window.job()->close();
    EXPECT_FALSE(panel.choice()->isVisible());
    ASSERT_TRUE(isAnswered(window));
    EXPECT_EQ(window.session()->active()->edits().size(), 1U);
}

TEST_F(JobReplay, ofARunThatIsNoneOfTheJobIsOfThatRunAtFirst)
{
    MainWindow window;
    ASSERT_TRUE(open(window, job(slowRank1)));
    window.open({write(smallTrace, QStringLiteral("other.json"))});
    ASSERT_TRUE(settle(window));
    window.showPanel(QStringLiteral("replay"));
    ASSERT_TRUE(panelOf(window));
    ASSERT_TRUE(panelOf(window)->choice()->isVisible());
    EXPECT_EQ(panelOf(window)->choice()->currentIndex(), 1);
}

TEST_F(JobReplay, namesOfRanksNeedNotBeKnownToBeTyped)
{
    MainWindow window;
    ASSERT_TRUE(openReplay(window, job(slowRank1)));
    ASSERT_TRUE(isAnswered(window));
    QLineEdit *other = panelOf(window)->other();
    QTest::keyClicks(other, QStringLiteral("rank:rank 3"));
    const QAbstractItemModel *offered = other->completer()->completionModel();
    ASSERT_EQ(offered->rowCount(), 2);
    EXPECT_EQ(offered->index(0, 0).data().toString(), QStringLiteral("rank:rank 3=median"));
    QTest::keyClicks(other, QStringLiteral("=alike"));
    QTest::keyClick(other, Qt::Key_Return);
    ASSERT_EQ(window.job()->context()->edits().size(), 1U);
    EXPECT_EQ(window.job()->context()->edits()[0].edit, QStringLiteral("rank:rank 3=alike"));
}

TEST_F(JobReplay, itsEditsComeBackWithTheSession)
{
    const QString folder = job(slowRank1), file = path("s.warpscope");
    {
        MainWindow window;
        ASSERT_TRUE(openReplay(window, folder));
        window.job()->context()->setEdits({{QStringLiteral("rank:rank 1=median")}, {QStringLiteral("gaps=0"), false}});
        window.sharing()->sessions()->saveTo(file);
        ASSERT_TRUE(QTest::qWaitFor([&] { return !window.sharing()->sessions()->isSaving(); }, 60'000));
    }
    MainWindow window;
    ASSERT_TRUE(open(window, file));
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.job()->context() != nullptr; }, 10'000));
    const std::vector<WhatIf> &edits = window.job()->context()->edits();
    ASSERT_EQ(edits.size(), 2U);
    EXPECT_EQ(edits[0].edit, QStringLiteral("rank:rank 1=median"));
    EXPECT_FALSE(edits[1].isOn);
}

TEST_F(JobReplay, readingTheTracesIsStoppedAndTakenUpAgain)
{
    MainWindow window;
    ASSERT_TRUE(openReplay(window, job(slowRank1)));
    EXPECT_TRUE(sentence(window).startsWith(QStringLiteral("Reading the traces of the ranks: ")))
        << sentence(window).toStdString();
    EXPECT_TRUE(sentence(window).endsWith(QStringLiteral("of 4 …")));
    ASSERT_TRUE(buttonBelow(window)->isVisible());
    buttonBelow(window)->click();
    EXPECT_EQ(sentence(window), QStringLiteral("The replay of the job was cancelled."));
    test::untilNothingWorks();
    EXPECT_EQ(sentence(window), QStringLiteral("The replay of the job was cancelled.")) << "no answer comes later";
    buttonBelow(window)->click();
    ASSERT_TRUE(isAnswered(window));
    EXPECT_TRUE(panelOf(window)->verdict().startsWith(QStringLiteral("The replay holds")));
}

TEST_F(JobReplay, noAnswerOutlivesItsJob)
{
    MainWindow window;
    const QString folder = job(slowRank1);
    ASSERT_TRUE(openReplay(window, folder));
    window.job()->close(); // while its traces are read
    test::untilNothingWorks();
    EXPECT_FALSE(window.job()->context());
    for (const ReplayPanel *panel : window.findChildren<ReplayPanel *>())
        EXPECT_EQ(panel->table()->model()->rowCount(), 0);
    ASSERT_TRUE(openReplay(window, folder));
    ASSERT_TRUE(isAnswered(window));
    window.job()->context()->askWhatIf(QStringLiteral("rank:rank 1=median"));
    const QString before = panelOf(window)->verdict();
    ASSERT_TRUE(QDir().rename(folder, path("first"))); // another job takes its place …
    JobOptions other = slowRank1;
    other.steps = 9;
    ASSERT_TRUE(open(window, job(other)));
    ASSERT_TRUE(isAnswered(window));
    EXPECT_TRUE(panelOf(window)->verdict().contains(QStringLiteral("in the mean of 9")))
        << panelOf(window)->verdict().toStdString();
    EXPECT_EQ(panelOf(window)->edits()->count(), 1) << "… of the same folder: the edits are somebody's work";
    ASSERT_TRUE(open(window, path("first")));
    ASSERT_TRUE(isAnswered(window));
    EXPECT_EQ(panelOf(window)->verdict(), before);
    EXPECT_EQ(panelOf(window)->edits()->count(), 0) << "another job";
}

TEST_F(JobReplay, ranksThatAreNumberedAnewAreCalledByTheirNewNumbers)
{
    MainWindow window;
    ASSERT_TRUE(openReplay(window, job(slowRank1)));
    ASSERT_TRUE(isAnswered(window));
    window.job()->context()->askWhatIf(QStringLiteral("rank:rank 11=median"));
    ASSERT_TRUE(isAnswered(window));
    EXPECT_EQ(panelOf(window)->edits()->winText(0), QStringLiteral("no answer"));
    window.job()->setRanks({10, 11, 12, 13});
    ASSERT_TRUE(settle(window) && isAnswered(window));
    EXPECT_LT(us(panelOf(window)->edits()->winText(0)), -50);
}

TEST_F(JobReplay, anotherLanguageKeepsTheJobItsEditsAndItsTab)
{
    MainWindow window;
    ASSERT_TRUE(openReplay(window, job(slowRank1)));
    ASSERT_TRUE(isAnswered(window));
    window.job()->context()->askWhatIf(QStringLiteral("rank:rank 1=median"));
    ASSERT_TRUE(isAnswered(window));
    const QString win = panelOf(window)->edits()->winText(0), verdict = panelOf(window)->verdict();
    QSettings().setValue(QStringLiteral("view/language"), QStringLiteral("zh_CN"));
    window.changeLanguage();
    test::untilNothingWorks();
    ASSERT_TRUE(panelOf(window)) << "the same tab";
    ASSERT_TRUE(isAnswered(window));
    EXPECT_NE(panelOf(window)->verdict(), verdict);
    ASSERT_EQ(panelOf(window)->edits()->count(), 1);
    EXPECT_EQ(us(panelOf(window)->edits()->winText(0)), us(win));
    test::backToEnglish();
}

TEST_F(JobReplay, digestsHoldNoCallsAndItSaysSo)
{
    const QString folder = job(slowRank1);
    digestAll(folder);
    for (int rank = 2; rank < 4; ++rank)
        ASSERT_TRUE(QFile::remove(folder + QStringLiteral("/rank-%1.json").arg(rank)));
    MainWindow window;
    ASSERT_TRUE(openReplay(window, folder));
    ASSERT_EQ(window.job()->job()->ranks.size(), 4U);
    ASSERT_TRUE(isAnswered(window) || !sentence(window).isEmpty());
    EXPECT_TRUE(panelOf(window)->verdict().contains(QStringLiteral("2 of the job's 4 ranks are replayed")))
        << panelOf(window)->verdict().toStdString();
    window.job()->close();
    for (int rank = 0; rank < 2; ++rank)
        ASSERT_TRUE(QFile::remove(folder + QStringLiteral("/rank-%1.json").arg(rank)));
    ASSERT_TRUE(openReplay(window, folder));
    ASSERT_TRUE(QTest::qWaitFor([&] { return sentence(window).contains(QStringLiteral("digests hold no calls")); }))
        << sentence(window).toStdString();
    EXPECT_FALSE(panelOf(window)->verdict().contains(QStringLiteral("are replayed")));
}

TEST_F(JobReplay, aJobOfOneRankIsReplayedAsItsTrace)
{
    const QString folder = job(slowRank1);
    digestAll(folder);
    MainWindow window;
    ASSERT_TRUE(openReplay(window, folder + QStringLiteral("/rank-1.wsd")));
    ASSERT_EQ(window.job()->job()->ranks.size(), 1U);
    ASSERT_TRUE(isAnswered(window));
    EXPECT_TRUE(panelOf(window)->verdict().startsWith(QStringLiteral("The replay holds")))
        << panelOf(window)->verdict().toStdString();
    EXPECT_TRUE(panelOf(window)->verdict().contains(QStringLiteral("1 of the job's 4 ranks"))) << "as its world says";
    window.showPanel(QStringLiteral("ranks"));
    TablePane *table = visiblePanel(window)->table();
    table->view()->setCurrentIndex(table->view()->model()->index(0, 0));
    emit table->menuRequested();
    for (const QAction *action : table->actions())
        EXPECT_FALSE(action->isEnabled() && action->text().contains(QStringLiteral("What if")));
}

TEST_F(JobReplay, aRefusedJobSaysWhyAndGivesNoNumber)
{
    ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("job")));
    for (int rank = 0; rank < 2; ++rank)
        write(smallTrace, QStringLiteral("job/rank-%1.json").arg(rank));
    MainWindow window;
    ASSERT_TRUE(openReplay(window, path("job")));
    window.job()->context()->askWhatIf(QStringLiteral("rank:*=alike"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return sentence(window).contains(QStringLiteral("could be matched")); }, 10'000))
        << sentence(window).toStdString();
}

TEST_F(JobReplay, aRowOfTheJobLeadsIntoTheTraceOfTheRank)
{
    MainWindow window;
    ASSERT_TRUE(openReplay(window, job(slowRank1)));
    ASSERT_TRUE(isAnswered(window));
    auto *rows = panelOf(window)->table()->findChild<QComboBox *>();
    rows->setCurrentIndex(rows->findText(QStringLiteral("Path by name")));
    ASSERT_TRUE(isAnswered(window));
    const int row = int(firstColumn(*panelOf(window)).indexOf(QStringLiteral("ampere_bf16_s16816gemm_bf16_128x256")));
    ASSERT_GE(row, 0);
    emit panelOf(window)->table()->activated(row);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.session()->active() != nullptr; }, 10'000));
    EXPECT_TRUE(window.session()->active()->run()->info.stamp.path.endsWith(QStringLiteral("rank-1.json")))
        << "the longest gemm of the path";
}

} // namespace
} // namespace ws
