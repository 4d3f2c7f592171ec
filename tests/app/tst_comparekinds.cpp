// Tables, trees and timelines beside each other, and parts of one file.
#include "app/window/comparemenu.h"
#include "tests/app/comparetest.h"
#include "tests/support/corpus.h"
#include "tests/support/settled.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/panels/comparison/comparisonpage.h"
#include "widgets/panels/comparison/comparisonpanel.h"
#include "widgets/tables/tablespanel.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <QCheckBox>

namespace ws::test {
namespace {

class CompareKinds : public CompareTest
{
protected:
    ComparisonPage *comparison() { return window.findChild<ComparisonPage *>(); }
    QAction *partsAction()
    {
        for (QAction *action : window.findChild<CompareMenu *>()->actions())
            if (QString(action->text()).remove(u'&') == QStringLiteral("The Two Parts of This File"))
                return action;
        return nullptr;
    }
    /// Names of the rows that the Compare tab lists, sorted.
    QStringList differences()
    {
        const auto *panel = window.findChild<ComparisonPanel *>();
        EXPECT_TRUE(QTest::qWaitFor([&] { return comparison()->shown() != nullptr; }, 10'000));
        const ReportModel *model = panel->table()->model();
        EXPECT_TRUE(QTest::qWaitFor([&] { return model->rowCount() > 0; }, 10'000));
        QStringList names;
        for (int row = 0; row < model->rowCount(); ++row)
            names << model->index(row, 0).data().toString();
        names.sort();
        return names;
    }
};

TEST_F(CompareKinds, aTableFileBesideATraceSaysWhyItIsNoTimeline)
{
    const QString tables = write(twoTables, QStringLiteral("t.txt"));
    openIn(window, {first, tables});
    ASSERT_TRUE(pair().isShown());
    PairView *view = window.centre()->view();
    EXPECT_TRUE(view->notice(A).isEmpty());
    EXPECT_TRUE(view->notice(B).contains(QStringLiteral("first.json"))) << view->notice(B).toStdString();
    EXPECT_TRUE(view->notice(B).contains(QStringLiteral("tables")));
    EXPECT_TRUE(timelineOf(A));
    const auto *linked = view->findChild<QCheckBox *>();
    EXPECT_FALSE(linked->isVisible()) << "no times to link";
    pair().swap();
    EXPECT_TRUE(view->notice(B).isEmpty());
    EXPECT_FALSE(view->notice(A).isEmpty());
    pair().end();
    EXPECT_TRUE(view->notice(A).isEmpty());
}

TEST_F(CompareKinds, tablesBesideEachOtherKeepTheirShareOfTheWindow)
{
    openIn(window, {write(twoTables, QStringLiteral("t.txt")), write(twoTables, QStringLiteral("u.txt"))});
    ASSERT_TRUE(pair().isShown());
    EXPECT_FALSE(differences().isEmpty());
    EXPECT_TRUE(QTest::qWaitFor([&] { return window.centre()->height() > window.height() / 3; }, 60'000))
        << window.centre()->height();
}

TEST_F(CompareKinds, twoPartsOfOneFileStandBesideEachOther)
{
    const QString tables = write(twoTables, QStringLiteral("t.txt"));
    openIn(window, {tables + QStringLiteral("#1"), tables + QStringLiteral("#2")});
    ASSERT_TRUE(pair().isShown());
    std::vector<int> tablesShown;
    for (auto *panel : window.findChildren<TablesPanel *>())
        if (panel->isVisible() && panel->table())
            tablesShown.push_back(panel->currentTable());
    std::sort(tablesShown.begin(), tablesShown.end());
    EXPECT_EQ(tablesShown, (std::vector<int>{0, 1}));
    EXPECT_TRUE(window.centre()->view()->notice(A).isEmpty());
    EXPECT_TRUE(window.centre()->view()->notice(B).isEmpty());
    const auto titles = fromLeftToRight<SideTitle>();
    ASSERT_EQ(titles.size(), 2);
    EXPECT_TRUE(titles[0]->text().endsWith(QStringLiteral("#1"))) << titles[0]->text().toStdString();
    EXPECT_TRUE(titles[1]->text().endsWith(QStringLiteral("#2"))) << titles[1]->text().toStdString();
    EXPECT_EQ(differences(), (QStringList{QStringLiteral("a"), QStringLiteral("b")})) << "one is in each part only";
}

TEST_F(CompareKinds, twoPhasesOfOneProfileStandBesideEachOther)
{
    const QString profile = write(
        R"json({"context":{},"prefill":{"summary_stats":[],"model_stats":[{"entry":{"name":"M","cuda_time_us":3,
    "pct_cuda_time":100,"cpu_time_us":1,"trace":""},"children":[{"entry":{"name":"gemm","cuda_time_us":3,
    "pct_cuda_time":100,"cpu_time_us":0,"trace":"mm()"},"children":[]}]}]},"decode_1":{"summary_stats":[],"model_stats":[
    {"entry":{"name":"M","cuda_time_us":2,"pct_cuda_time":100,"cpu_time_us":1,"trace":""},"children":[
    {"entry":{"name":"gemm","cuda_time_us":2,"pct_cuda_time":100,"cpu_time_us":0,"trace":"mm()"},"children":[]}]}]}})json",
        QStringLiteral("phases.json"));
    openIn(window, {profile + QStringLiteral("#prefill"), profile + QStringLiteral("#decode_1")});
    ASSERT_TRUE(pair().isShown());
    QStringList phases;
    for (const ModulePanel *panel : fromLeftToRight<ModulePanel>())
        if (panel->treePane()->model()->tree())
            phases << QString::fromStdString(panel->treePane()->model()->tree()->phase);
    EXPECT_EQ(phases, (QStringList{QStringLiteral("prefill"), QStringLiteral("decode_1")}));
    EXPECT_FALSE(differences().isEmpty());
    EXPECT_NE(comparison()->shown()->verdict, Verdict::SameFile);
    EXPECT_TRUE(comparison()->isVisible()) << "beside trees, too";
}

TEST_F(CompareKinds, aFileThatHasLostItsSecondPartMeanwhileIsNoPair)
{
    const QString tables = write(twoTables, QStringLiteral("t.txt"));
    openIn(window, {tables});
    write(twoTables.substr(0, twoTables.find("# Second")), QStringLiteral("t.txt"));
    partsAction()->trigger();
    ASSERT_TRUE(settle(window));
    test::untilNothingWorks();
    EXPECT_FALSE(pair().isShown());
}

TEST_F(CompareKinds, aDocumentOfTwoRunsIsComparedWithItselfFromTheMenu)
{
    QAction *parts = partsAction();
    ASSERT_TRUE(parts);
    EXPECT_FALSE(parts->isEnabled()) << "nothing is open";
    openIn(window, {first});
    EXPECT_FALSE(parts->isEnabled()) << "one run";
    const QString tables = write(twoTables, QStringLiteral("t.txt"));
    openIn(window, {tables});
    ASSERT_TRUE(parts->isEnabled());
    parts->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return pair().isShown(); }, 60'000));
    EXPECT_EQ(pairText(), QStringLiteral("t.txt|t.txt"));
    EXPECT_EQ(context(A)->viewState<ShownPart>().tables, std::vector<int>{0});
    EXPECT_EQ(context(B)->viewState<ShownPart>().tables, std::vector<int>{1});
    EXPECT_EQ(context(A)->viewState<ShownPart>().name, QStringLiteral("First"));
    EXPECT_EQ(context(B)->viewState<ShownPart>().name, QStringLiteral("Second"));
    EXPECT_EQ(differences(), (QStringList{QStringLiteral("a"), QStringLiteral("b")})) << "one is in each part only";
    EXPECT_NE(comparison()->shown()->verdict, Verdict::SameFile);
    EXPECT_EQ(comparison()->shown()->labelA, QStringLiteral("t.txt#First"));
    EXPECT_EQ(comparison()->shown()->labelB, QStringLiteral("t.txt#Second"));
    std::vector<int> tablesShown;
    for (auto *panel : window.findChildren<TablesPanel *>())
        if (panel->isVisible() && panel->table())
            tablesShown.push_back(panel->currentTable());
    std::sort(tablesShown.begin(), tablesShown.end());
    EXPECT_EQ(tablesShown, (std::vector<int>{0, 1}));
}

TEST_F(CompareKinds, theEmptyCompareTabOffersTheTwoPartsOfTheOnlyFile)
{
    const QString tables = write(twoTables, QStringLiteral("t.txt"));
    openIn(window, {tables});
    window.showPanel(QStringLiteral("compare"));
    const auto *panel = window.findChild<ComparisonPanel *>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel->isVisible(); }, 60'000));
    QPushButton *offer = nullptr;
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            for (QPushButton *button : panel->findChildren<QPushButton *>())
                if (button->isVisible() && button->text() == QStringLiteral("Compare the two parts of this file"))
                    offer = button;
            return offer != nullptr;
        },
        5'000));
    offer->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return pair().isShown(); }, 60'000));
    EXPECT_EQ(pairText(), QStringLiteral("t.txt|t.txt"));
}

TEST_F(CompareKinds, theHalvesOfTheDocumentOfJetsonAnd3090PairTableByTable)
{
    CORPUS_FILE(path, "report/seed002_mlc_nsys.md");
    openIn(window, {path});
    emit window.findChild<CompareMenu *>()->partsWanted();
    ASSERT_TRUE(QTest::qWaitFor([&] { return pair().isShown(); }, 10'000));
    EXPECT_EQ(context(A)->viewState<ShownPart>().tables.size(), 5U);
    EXPECT_EQ(context(B)->viewState<ShownPart>().tables.size(), 5U);
    EXPECT_TRUE(differences().contains(QStringLiteral("cudaFree")));
    EXPECT_EQ(comparison()->shown()->labelA, QStringLiteral("seed002_mlc_nsys.md#jetson"));
    EXPECT_EQ(comparison()->shown()->labelB, QStringLiteral("seed002_mlc_nsys.md#3090"));
    QStringList texts;
    for (const LinkText *text : comparison()->findChildren<LinkText *>())
        texts << text->text();
    const QString page = texts.join(u'\n');
    EXPECT_TRUE(page.contains(QStringLiteral("per call 6.3–8.2 × faster in B"))) << page.toStdString();
    EXPECT_TRUE(page.contains(QStringLiteral("8.4 GB/s in A, 8.1 GB/s in B")));
    EXPECT_TRUE(page.contains(QStringLiteral("paged_unified 5.6\u202f% against 6.3\u202f%")));
    std::vector<int> tablesShown;
    for (auto *panel : window.findChildren<TablesPanel *>())
        if (panel->isVisible() && panel->table())
            tablesShown.push_back(panel->currentTable());
    std::ranges::sort(tablesShown);
    EXPECT_EQ(tablesShown, (std::vector<int>{2, 7})) << "the kernels of each";
    const ReportModel *model = window.findChild<ComparisonPanel *>()->table()->model();
    for (int row = 0; row < model->rowCount(); ++row)
        if (model->index(row, 0).data() == QStringLiteral("cudaFree")) {
            EXPECT_EQ(model->index(row, model->columnOf("a_total_ns")).data().toLongLong(), 11'829'862'720);
            EXPECT_EQ(model->index(row, model->columnOf("b_total_ns")).data().toLongLong(), 1'558'000'756);
        }
}

TEST_F(CompareKinds, treesStandBesideTreesAndNotBesideTimelines)
{
    const QString one = write(layerwiseProfile, QStringLiteral("one.json"));
    const QString two = write(layerwiseProfile, QStringLiteral("two.json"));
    openIn(window, {one, two});
    ASSERT_TRUE(pair().isShown());
    EXPECT_TRUE(window.centre()->isVisible());
    EXPECT_TRUE(window.centre()->view()->notice(A).isEmpty());
    pair().end();
    EXPECT_FALSE(window.centre()->isVisible()) << "the panels have the room again";
    openIn(window, {first, one});
    EXPECT_FALSE(window.centre()->view()->notice(B).isEmpty());
}

} // namespace
} // namespace ws::test
