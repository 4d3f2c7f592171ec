#include "tests/core/modulefixture.h"
#include "tests/support/support.h"
#include "widgets/modules/contextview.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/modules/moduletreeview.h"
#include "widgets/panels/instances/instancespages.h"
#include "widgets/panels/instances/instancespanel.h"
#include "widgets/panels/instances/modulecallspanel.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/histogramview.h"
#include "widgets/toolkit/palette.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>
#include <QToolButton>

namespace ws {
namespace {

/// Net > Layer ×2 > Linear ×2 with "gemm"; "add" in the layers; "copy" outside.
RunPtr decoder()
{
    test::TraceText t;
    t.module("Net_0", 1, 0, 1000);
    for (int layer : {0, 1}) {
        const int ts = 100 + 200 * layer, id = 10 * layer;
        t.module("Layer_" + std::to_string(layer), 1, ts, 100).module("Linear_" + std::to_string(layer), 1, ts, 50);
        t.launch(1, ts + 10, id + 1).kernel(id + 1, 2000 + 100 * layer, 30, "gemm");
        t.launch(1, ts + 60, id + 2).kernel(id + 2, 2050 + 100 * layer, 5, "add");
    }
    t.launch(1, 1500, 90).kernel(90, 3000, 7, "copy");
    return test::runFromJson(t.json()).run;
}

constexpr std::string_view profile = R"({"context":{"torch_version":"2.5","engine_args":{"model":"tiny","tp":2}},
"prefill":{"metadata":{"num_running_seqs":4},
 "summary_stats":[{"entry":{"name":"Model","cuda_time_us":30,"pct_cuda_time":100,"invocations":1},"children":[
   {"entry":{"name":"gemm","cuda_time_us":30,"pct_cuda_time":100,"invocations":2},"children":[]}]}],
 "model_stats":[{"entry":{"name":"Model","cpu_time_us":5,"cuda_time_us":30,"pct_cuda_time":100,"trace":""},"children":[]}]},
"decode_1":{"metadata":{"num_running_seqs":4},
 "summary_stats":[{"entry":{"name":"Other","cuda_time_us":7,"pct_cuda_time":100,"invocations":1},"children":[]}]}})";

class ModulePanelTest : public testing::Test
{
protected:
    void open(const RunPtr &run)
    {
        panel.resize(900, 400);
        panel.show();
        session.add(run);
        ASSERT_TRUE(QTest::qWaitFor([&] { return pane()->model()->rowCount() > 0; }, 60'000));
    }
    ModuleTreePane *pane() { return panel.treePane(); }
    uint32_t node(std::string_view name)
    {
        const auto &nodes = pane()->model()->tree()->nodes;
        for (uint32_t i = 0; i < nodes.size(); ++i)
            if (nodes[i].name == name)
                return i;
        return UINT32_MAX;
    }
    QModelIndex index(std::string_view name) { return pane()->model()->indexOf(node(name)); }
    bool isShown(std::string_view name) { return pane()->view()->visualRect(index(name)).isValid(); }
    QComboBox *chooser(const char *entry)
    {
        for (auto *box : panel.findChildren<QComboBox *>())
            if (box->findText(QString::fromUtf8(entry)) >= 0)
                return box;
        return nullptr;
    }
    std::string current() { return pane()->view()->currentIndex().data().toString().toStdString(); }
    /// Indices of the activities in the session's focus, once there is (not) one.
    std::string focused(bool wanted = true)
    {
        EXPECT_TRUE(QTest::qWaitFor([&] { return bool(session.pane()->context().focus()) == wanted; }, 60'000));
        std::string members;
        for (size_t i = 0; session.pane()->context().focus() && i < session.pane()->run()->gpu.size(); ++i)
            if (session.pane()->context().focus().activities->contains(i))
                members += std::to_string(i);
        return members;
    }

    Session session;
    ModulePanel panel{session.pane()};
};

TEST_F(ModulePanelTest, opensWithTheRootsOpen)
{
    open(decoder());
    EXPECT_TRUE(isShown("Net"));
    EXPECT_TRUE(isShown("Layer"));
    EXPECT_FALSE(isShown("Linear"));
}

TEST_F(ModulePanelTest, aSortIsThatOfTheRunThatItWasClickedIn)
{
    open(decoder());
    QHeaderView *header = pane()->view()->header();
    EXPECT_EQ(header->sortIndicatorSection(), -1);
    header->setSortIndicator(2, Qt::AscendingOrder);
    session.add(decoder());
    session.setActive(session.contexts().back());
    EXPECT_EQ(header->sortIndicatorSection(), -1);
    session.setActive(session.contexts().front());
    EXPECT_EQ(header->sortIndicatorSection(), 2);
    EXPECT_EQ(header->sortIndicatorOrder(), Qt::AscendingOrder);
}

TEST_F(ModulePanelTest, selectingARowFocusesOnItsInstances)
{
    open(decoder());
    pane()->view()->setCurrentIndex(index("Layer"));
    EXPECT_EQ(focused(), "0123");
    EXPECT_EQ(session.pane()->context().focus().title, QStringLiteral("Layer ×2"));
    session.pane()->context().setFocus({});
    pane()->expandToDepth(2);
    pane()->view()->setCurrentIndex(index("Linear"));
    EXPECT_EQ(focused(), "02");
}

TEST_F(ModulePanelTest, theModulesOwnCallsAndTheirLaunchesStayLit)
{
    open(decoder());
    pane()->expandToDepth(2);
    pane()->view()->setCurrentIndex(index("Linear"));
    ASSERT_EQ(focused(), "02");
    const ActivitySet &set = *session.pane()->context().focus().activities;
    const Launches &launches = session.pane()->run()->launches;
    std::string lit;
    for (size_t i = 0; i < launches.size(); ++i)
        lit += set.isLit(launches.slice[i]) ? '1' : '0';
    EXPECT_EQ(lit, "10100");
    EXPECT_TRUE(set.isLit(launches.module[0])) << "Linear_0";
    EXPECT_FALSE(set.isLit(launches.module[1])) << "Layer_0, around it";
}

TEST_F(ModulePanelTest, theSameKernelInAnotherModuleIsNotInTheFocus)
{
    test::TraceText t;
    t.module("Attention_0", 1, 0, 100).module("Mlp_0", 1, 100, 100);
    t.launch(1, 10, 1).kernel(1, 1000, 5, "gemm").launch(1, 110, 2).kernel(2, 1010, 5, "gemm");
    open(test::runFromJson(t.json()).run);
    pane()->view()->setCurrentIndex(index("Mlp"));
    EXPECT_EQ(focused(), "1");
}

TEST_F(ModulePanelTest, selectingAKernelShowsItsRowAndFocusesOnNothing)
{
    open(decoder());
    session.pane()->context().select(session.pane()->run()->gpu.slice.front());
    EXPECT_EQ(current(), "gemm");
    EXPECT_TRUE(isShown("gemm"));
    QTest::qWait(20);
    EXPECT_FALSE(session.pane()->context().focus());
}

TEST_F(ModulePanelTest, selectingAModuleCallShowsItsRow)
{
    open(decoder());
    const ws::Run &run = *session.pane()->run();
    for (uint32_t lane = 0; lane < run.timeline.lanes.size(); ++lane)
        for (uint32_t i = 0; i < run.timeline.lanes[lane].size(); ++i)
            if (run.text(run.timeline.lanes[lane].name[i]) == "nn.Module: Linear_1")
                session.pane()->context().select({lane, i});
    EXPECT_EQ(current(), "Linear");
    EXPECT_TRUE(isShown("Linear"));
}

TEST_F(ModulePanelTest, kernelRowsCarryTheColourOfTheirStage)
{
    open(decoder());
    const QVariant before = index("gemm").data(Qt::DecorationRole);
    EXPECT_TRUE(before.isValid());
    EXPECT_FALSE(index("Layer").data(Qt::DecorationRole).isValid());
    session.pane()->context().setColourOfName(std::vector<uint32_t>(session.pane()->run()->strings.size(), 0xff123456));
    EXPECT_EQ(index("gemm").data(Qt::DecorationRole).value<QColor>(), QColor(0x12, 0x34, 0x56));
}

TEST_F(ModulePanelTest, aPhaseCanBeAskedFor)
{
    open(test::runFromJson(profile).run);
    panel.showPhase(2);
    EXPECT_EQ(pane()->model()->tree()->phase, "decode_1");
    panel.showPhase(99);
    EXPECT_EQ(pane()->model()->tree()->phase, "decode_1");
}

TEST_F(ModulePanelTest, enterShowsTheFirstActivityInTheTimeline)
{
    open(decoder());
    QSignalSpy revealed(session.pane(), &Pane::revealRequested);
    emit pane()->activated(node("Layer"));
    ASSERT_EQ(revealed.size(), 1);
    EXPECT_EQ(session.pane()->context().selection(), session.pane()->run()->gpu.slice.front());
    EXPECT_EQ(current(), "Layer");
}

TEST_F(ModulePanelTest, followsTheRangeAndStaysExpanded)
{
    open(decoder());
    pane()->expandToDepth(2);
    session.pane()->context().setRange(TimeRange{2'000'000, 2'040'000});
    ASSERT_TRUE(QTest::qWaitFor([&] { return node("copy") == UINT32_MAX; }, 60'000));
    EXPECT_EQ(pane()->model()->tree()->totalNs, 30'000);
    EXPECT_TRUE(isShown("Linear"));
    session.pane()->context().setRange(TimeRange{5'000'000, 5'100'000});
    ASSERT_TRUE(QTest::qWaitFor([&] { return pane()->model()->rowCount() == 0; }, 60'000));
    session.pane()->context().setRange({});
    ASSERT_TRUE(QTest::qWaitFor([&] { return pane()->model()->rowCount() == 2; }, 60'000));
}

TEST_F(ModulePanelTest, restrictsTheTablesToARowsTime)
{
    open(decoder());
    pane()->view()->setCurrentIndex(index("Layer"));
    for (QAction *action : pane()->actions())
        if (action->text().startsWith(QStringLiteral("Restrict")))
            action->trigger();
    EXPECT_EQ(session.pane()->context().range(), (TimeRange{2'000'000, 2'155'000}));
}

TEST_F(ModulePanelTest, listsInstancesOnRequest)
{
    open(decoder());
    chooser("Each instance")->setCurrentIndex(1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return pane()->model()->tree()->view == "model"; }, 60'000));
    EXPECT_EQ(index("Net").model()->rowCount(index("Net")), 2);
}

TEST_F(ModulePanelTest, layersByRepetitionAreAThirdSource)
{
    std::vector<test::Work> work;
    for (int layer = 0; layer < 5; ++layer)
        for (const char *name : {"norm", "gemm", "attention", "gemm2"})
            work.push_back({"0", "7", static_cast<int64_t>(work.size()) * 10, 8, name});
    work.push_back({"0", "7", 1000, 8, "sample"});
    open(test::runOfWork(work));
    EXPECT_EQ(node("Layer"), UINT32_MAX);
    chooser("By repetition")->setCurrentIndex(2);
    ASSERT_TRUE(QTest::qWaitFor([&] { return node("Layer") != UINT32_MAX; }, 60'000));
    pane()->view()->setCurrentIndex(index("after the layers"));
    EXPECT_EQ(focused(), "20");
    session.pane()->context().select(session.pane()->run()->gpu.slice[2]);
    EXPECT_EQ(current(), "attention");
    chooser("By repetition")->setCurrentIndex(0);
    EXPECT_TRUE(QTest::qWaitFor([&] { return node("Layer") == UINT32_MAX; }, 60'000));
}

TEST_F(ModulePanelTest, theCostliestPathEndsInAKernel)
{
    open(decoder());
    pane()->expandCostliest();
    EXPECT_EQ(current(), "gemm");
    EXPECT_TRUE(isShown("gemm"));
    EXPECT_EQ(focused(), "02");
    const auto buttons = pane()->findChildren<QToolButton *>();
    const auto costliest = std::ranges::find(buttons, QStringLiteral("Costliest"), &QToolButton::text);
    ASSERT_NE(costliest, buttons.end());
    EXPECT_FALSE((*costliest)->isEnabled());
    EXPECT_EQ((*costliest)->toolTip(), QStringLiteral("The current row has nothing below it."));
    pane()->view()->setCurrentIndex(pane()->model()->index(0, 0));
    EXPECT_TRUE((*costliest)->isEnabled());
}

TEST_F(ModulePanelTest, aFilterShowsItsMatchesAndGivesBackWhatWasOpen)
{
    open(decoder());
    pane()->setFilter(QStringLiteral("gemm"), false);
    EXPECT_TRUE(isShown("gemm"));
    EXPECT_FALSE(index("copy").isValid());
    pane()->setFilter({}, false);
    EXPECT_TRUE(isShown("Layer"));
    EXPECT_FALSE(isShown("gemm"));
    EXPECT_TRUE(index("copy").isValid());
}

TEST_F(ModulePanelTest, theFiltersHintHasRoom)
{
    open(decoder());
    auto *filter = pane()->findChild<QLineEdit *>();
    EXPECT_LT(filter->fontMetrics().horizontalAdvance(filter->placeholderText()), 120);
    EXPECT_EQ(filter->accessibleName(), QStringLiteral("Filter modules and kernels"));
}

TEST_F(ModulePanelTest, enterInTheFilterGoesFromMatchToMatch)
{
    open(decoder());
    auto *filter = pane()->findChild<QLineEdit *>();
    QTest::keyClicks(filter, QStringLiteral("(add|gemm)"));
    pane()->setFilter(filter->text(), true);
    ASSERT_TRUE(QTest::qWaitFor([this] { return !pane()->isFiltering(); }));
    QTest::keyClick(filter, Qt::Key_Return);
    EXPECT_EQ(current(), "gemm");
    QTest::keyClick(filter, Qt::Key_Return);
    EXPECT_EQ(current(), "add");
    QTest::keyClick(filter, Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(current(), "gemm");
}

TEST_F(ModulePanelTest, aPatternThatIsNoneLeavesTheRows)
{
    open(decoder());
    pane()->setFilter(QStringLiteral("(("), true);
    EXPECT_EQ(pane()->model()->rowCount(), 2);
}

TEST_F(ModulePanelTest, exportsAllRowsAsCsvAndIndentedText)
{
    open(decoder());
    EXPECT_EQ(pane()->csv().count(u'\n'), 1 + int(pane()->model()->tree()->nodes.size()));
    EXPECT_TRUE(pane()->indentedText().contains(QStringLiteral("|-- Linear ×2")));
}

TEST_F(ModulePanelTest, aLayerwiseProfileHasPhasesAndViews)
{
    open(test::runFromJson(profile).run);
    EXPECT_EQ(pane()->model()->tree()->phase, "prefill");
    EXPECT_EQ(pane()->model()->tree()->view, "summary");
    chooser("model")->setCurrentIndex(1);
    EXPECT_EQ(pane()->model()->tree()->view, "model");
    chooser("model")->setCurrentIndex(0);
    chooser("decode_1")->setCurrentIndex(1);
    EXPECT_EQ(pane()->model()->tree()->totalNs, 7'000);
    EXPECT_FALSE(chooser("Each instance")->isVisible());
}

TEST_F(ModulePanelTest, namesTakeTheRoomThatAWideWindowHas)
{
    open(test::runFromJson(profile).run);
    panel.resize(1'600, 400);
    const auto *view = pane()->view();
    EXPECT_TRUE(QTest::qWaitFor([&] { return view->columnWidth(0) > 700; }, 60'000)) << view->columnWidth(0);
    EXPECT_LE(view->header()->length(), view->viewport()->width());
}

TEST_F(ModulePanelTest, theContextOfALayerwiseProfileCanBeFiltered)
{
    open(test::runFromJson(profile).run);
    auto *context = panel.findChild<ContextView *>();
    EXPECT_FALSE(context->isVisible());
    for (auto *button : panel.findChildren<QToolButton *>())
        if (button->text() == QStringLiteral("Context"))
            button->click();
    EXPECT_TRUE(context->isVisible());
    EXPECT_EQ(context->view()->model()->rowCount(), 2);
    QTest::keyClicks(context->findChild<QLineEdit *>(), QStringLiteral("tiny"));
    EXPECT_EQ(context->view()->model()->rowCount(), 1);
}

TEST_F(ModulePanelTest, aFileWithoutModulesSaysSo)
{
    panel.show();
    session.add(test::runFromJson(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":1}])").run);
    EXPECT_EQ(pane()->model()->rowCount(), 0);
    EXPECT_FALSE(pane()->isVisible());
    session.close(session.find(session.pane()->run()));
    EXPECT_FALSE(pane()->isVisible());
}

class ModuleCallsTest : public ModulePanelTest
{
protected:
    ModuleCallsTest()
    {
        pages.resize(900, 300);
        pages.show();
    }
    void ask(std::string_view row)
    {
        pane()->expandToDepth(5);
        pane()->view()->setCurrentIndex(index(row));
        pane()->view()->setFocus();
        for (QAction *action : pane()->actions())
            if (action->shortcut() == QKeySequence(Qt::Key_I))
                action->trigger();
    }
    bool hasRows(const RunTablePanel *panel, int count)
    {
        return QTest::qWaitFor([&] { return panel->isVisible() && panel->table()->model()->rowCount() == count; },
                               5'000);
    }

    InstancesPages pages{session.pane()};
    ModuleCallsPanel *calls = pages.findChild<ModuleCallsPanel *>();
    InstancesPanel *names = pages.findChild<InstancesPanel *>();
};

TEST_F(ModuleCallsTest, listsTheCallsOfAModuleAndTheKernelsOfAName)
{
    open(decoder());
    QSignalSpy wanted(&pages, &InstancesPages::wanted);
    ask("Layer");
    ASSERT_EQ(wanted.size(), 1);
    ASSERT_TRUE(hasRows(calls, 2));
    const ReportModel &model = *calls->table()->model();
    EXPECT_EQ(model.index(0, model.columnOf("gpu_ns")).data().toString(), QStringLiteral("35000"));
    EXPECT_EQ(model.index(0, model.columnOf("self_gpu_ns")).data().toString(), QStringLiteral("5000"));
    emit calls->table()->activated(1);
    const RunPtr run = session.pane()->run();
    EXPECT_EQ(run->text(run->timeline.name(session.pane()->context().selection())), "nn.Module: Layer_1");
    EXPECT_TRUE(hasRows(calls, 2)) << "its own choice keeps the list";
    ask("gemm");
    EXPECT_TRUE(hasRows(names, 2));
}

TEST_F(ModuleCallsTest, goesBackToNamesWithASelectedKernel)
{
    const RunPtr run = decoder();
    open(run);
    ask("Net");
    ASSERT_TRUE(hasRows(calls, 1));
    session.pane()->context().select(run->gpu.slice[0]);
    EXPECT_TRUE(hasRows(names, 2));
}

TEST_F(ModuleCallsTest, ofAnotherRunAreNotShown)
{
    open(decoder());
    ask("Layer");
    ASSERT_TRUE(hasRows(calls, 2));
    RunContext *first = session.active();
    session.add(decoder());
    EXPECT_TRUE(names->isVisible()) << "nothing was asked for in this run";
    emit calls->table()->activated(0);
    EXPECT_FALSE(session.pane()->context().selection().valid());
    session.setActive(first);
    EXPECT_TRUE(hasRows(calls, 2));
    session.close(first);
    EXPECT_EQ(calls->table()->model()->rowCount(), 0);
    emit calls->histogram()->binClicked(0, 1e9, true);
}

TEST_F(ModuleCallsTest, areNotOfferedWhereARowHasNone)
{
    open(decoder());
    QSignalSpy wanted(&pages, &InstancesPages::wanted);
    const auto &nodes = pane()->model()->tree()->nodes;
    for (uint32_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].kind == ModuleNode::Unattributed)
            ask(nodes[i].name);
    EXPECT_EQ(wanted.size(), 0);
}

} // namespace
} // namespace ws
