#include "core/report/comparereport.h"
#include "tests/support/modeltester.h"
#include "tests/support/support.h"
#include "widgets/panels/comparison/comparisonpage.h"
#include "widgets/panels/comparison/comparisonpanel.h"
#include "widgets/panels/comparison/differencepane.h"
#include "widgets/panels/comparison/moduledeltapane.h"
#include "widgets/panels/comparison/waterfall.h"
#include "widgets/session/session.h"
#include "widgets/toolkit/barlist.h"
#include "widgets/toolkit/histogramview.h"
#include "widgets/toolkit/linktext.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/sumline.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QHeaderView>
#include <QSet>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <numeric>

namespace ws {
namespace {

/// `count` decode steps of 1 ms, in each a kernel of `gemmUs` (and up to 6 µs of jitter), launched by an Mlp, and one
/// of 100 µs.
RunPtr decoding(int count, int gemmUs)
{
    std::string json = R"({"traceEvents":[)";
    for (int i = 0; i < count; ++i) {
        const int at = i * 1'000, c = 2 * i + 1, gemm = gemmUs + i * 7 % 6;
        const auto slice = [&](const char *category, const char *name, int tid, int ts, int dur,
                               const std::string &args) {
            json += std::string(R"({"ph":"X","cat":")") + category + R"(","name":")" + name + R"(","pid":)" +
                    (tid == 7 ? "0" : "1") + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) +
                    R"(,"dur":)" + std::to_string(dur) + R"(,"args":{)" + args + "}},";
        };
        const auto work = [&](int n) { return R"("device":0,"stream":7,"correlation":)" + std::to_string(n); };
        slice("user_annotation", "execute_context_0(0)_generation_4(4)", 1, at, 900, "");
        slice("python_function", "nn.Module: Model_0", 1, at + 1, 30, "");
        slice("python_function", "nn.Module: Mlp_0", 1, at + 3, 10, "");
        slice("cuda_runtime", "cudaLaunchKernel", 1, at + 5, 5, R"("correlation":)" + std::to_string(c));
        slice("cuda_runtime", "cudaLaunchKernel", 1, at + 15, 5, R"("correlation":)" + std::to_string(c + 1));
        slice("kernel", "gemm", 7, at + 20, gemm, work(c));
        slice("kernel", "norm", 7, at + 20 + gemm, 100, work(c + 1));
    }
    json.back() = ']';
    return test::runFromJson(json + "}").run;
}

class ComparisonWindow : public testing::Test
{
protected:
    ComparisonWindow()
    {
        panel.resize(1400, 500);
        panel.show();
    }
    bool compares()
    {
        return QTest::qWaitFor([&] { return panel.page()->shown() != nullptr; }, 10'000);
    }

    Session session;
    ComparisonPanel panel;
};

TEST_F(ComparisonWindow, kernelsOfTwoTablesHaveShortNamesThatDiffer)
{
    const auto table = [](const char *first, const char *second) {
        std::string text = "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n";
        for (const char *tile : {first, second})
            text += std::string("50.0,1000,10,100.0,100.0,90,110,5.0,\"void cutlass::Kernel2<cutlass_80_tensorop_f16_"
                                "s16816gemm_f16_") +
                    tile + "_64x4_nn_align8>(T1::Params)\"\n";
        return test::runFromJson(text).run; // by its content
    };
    panel.setRuns(session.add(table("128x256", "256x64")), session.add(table("128x128", "64x64")));
    ASSERT_TRUE(compares());
    const ReportModel *model = panel.differences()->table()->model();
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() > 0; }, 60'000));
    QStringList names;
    for (int row = 0; row < model->rowCount(); ++row)
        names << model->index(row, model->columnOf("name")).data(ReportModel::ShortRole).toString();
    EXPECT_GE(names.size(), 4);
    EXPECT_FALSE(names.contains(QString()));
    EXPECT_EQ(QSet<QString>(names.begin(), names.end()).size(), names.size()) << names.join(u'\n').toStdString();
}

TEST_F(ComparisonWindow, whatNsightComputeMeasuredInBothHasATabOfItsOwn)
{
    const auto side = [](int ns) {
        const std::string text =
            "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n100.0," +
            std::to_string(ns) + ",1,1000.0,1000.0,900,1100,5.0,gemm\n";
        return comparedRun({test::runFromJson(text).run, -1, {}, QStringLiteral("table")});
    };
    const auto pair = std::make_shared<ComparedPair>(*compareRuns(side(1000), side(2000)));
    DifferencePane pane;
    const auto isTabThere = [&pane] { return pane.indexOf(pane.ncuTable()) >= 0; };
    pane.setPair(pair);
    EXPECT_FALSE(isTabThere()) << "no kernel was measured";
    const auto verdict = [](int64_t ns, double smPercent) {
        KernelVerdict made;
        made.name = "gemm";
        made.totalNs = ns;
        made.calls = 1;
        made.metrics.smPercent = smPercent;
        return made;
    };
    const NcuPair measured{verdict(12'000, 40), verdict(6'000, 80), {}, {}};
    const auto both = std::make_shared<ComparedPair>(*pair);
    both->comparison.ncu = std::make_shared<const std::vector<NcuPair>>(std::vector{measured});
    pane.setPair(both);
    EXPECT_TRUE(isTabThere());
    const ReportModel *model = pane.ncuTable()->model();
    ASSERT_EQ(model->rowCount(), 1);
    EXPECT_EQ(model->index(0, model->columnOf("delta_ns")).data().toLongLong(), -6'000);
    EXPECT_FALSE(pane.ncuTable()->view()->isColumnHidden(model->columnOf("b_sm_share")));
    EXPECT_TRUE(pane.ncuTable()->view()->isColumnHidden(model->columnOf("a_registers"))) << "in no file";
    pane.clear();
    EXPECT_FALSE(isTabThere());
    EXPECT_EQ(model->rowCount(), 0);
}

/// One product of 4096 × 4096 matrices of bf16 in so much time, on an A100.
RunPtr product(int us)
{
    const std::string size = "[4096,4096]", type = R"("c10::BFloat16")";
    return test::runFromJson(
               R"({"deviceProperties":[{"id":0,"name":"NVIDIA A100-SXM4-80GB","numSms":108,"totalGlobalMem":85e9}],)"
               R"("traceEvents":[{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":10,"args":)"
               R"({"Input Dims":[)" +
               size + "," + size + R"(],"Input type":[)" + type + "," + type +
               R"(]}},{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,)"
               R"("args":{"correlation":1}},{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":)" +
               std::to_string(us) + R"(,"args":{"device":0,"stream":7,"correlation":1}}]})")
        .run;
}

TEST_F(ComparisonWindow, aButtonSaysWhetherWorkOrEfficiencyChanged)
{
    panel.setRuns(session.add(product(1000)), session.add(product(1500)));
    ASSERT_TRUE(compares());
    DifferencePane *pane = panel.differences();
    const ReportModel *model = pane->table()->model();
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 1; }, 60'000));
    const QTableView *view = pane->table()->view();
    EXPECT_TRUE(view->isColumnHidden(model->columnOf("delta_efficiency_ns"))) << "not asked for";
    EXPECT_FALSE(pane->countedNote().contains(QLatin1String("limit")));
    ASSERT_TRUE(pane->limitsButton()->isVisibleTo(&panel));

    QTest::mouseClick(pane->limitsButton(), Qt::LeftButton);
    const auto value = [&](const char *id) { return model->index(0, model->columnOf(id)).data().toDouble(); };
    ASSERT_TRUE(QTest::qWaitFor([&] { return value("delta_efficiency_ns") > 0; }, 60'000));
    EXPECT_NEAR(value("delta_efficiency_ns"), 500'000, 1);
    EXPECT_NEAR(value("delta_work_ns"), 0, 1);
    for (const char *id : {"a_of_limit", "b_of_limit", "delta_work_ns", "delta_efficiency_ns"})
        EXPECT_FALSE(view->isColumnHidden(model->columnOf(id))) << id;
    EXPECT_TRUE(view->isColumnHidden(model->columnOf("delta_device_ns"))) << "it is one device";
    EXPECT_TRUE(pane->countedNote().contains(QLatin1String("farther from the device's limit")));

    QTest::mouseClick(pane->limitsButton(), Qt::LeftButton);
    EXPECT_TRUE(view->isColumnHidden(model->columnOf("delta_efficiency_ns")));
}

TEST_F(ComparisonWindow, whatChangedStandsBesideTheName)
{
    panel.setRuns(session.add(decoding(40, 300)), session.add(decoding(40, 400)));
    ASSERT_TRUE(compares());
    const TablePane *table = panel.differences()->table();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() > 0; }, 60'000));
    const QHeaderView *header = table->view()->horizontalHeader();
    EXPECT_EQ(header->visualIndex(table->model()->columnOf("delta_unit_ns")), 1) << "the rows stand by it";
    EXPECT_EQ(header->visualIndex(table->model()->columnOf("delta_ns")), 2);
    EXPECT_EQ(header->visualIndex(table->model()->columnOf("status")), 3);
    EXPECT_EQ(header->visualIndex(table->model()->columnOf("match")), 4);
    EXPECT_TRUE(table->view()->isVisibleTo(&panel));
}

TEST_F(ComparisonWindow, aKernelOfTablesCountsAsOneStepByItsMenu)
{
    const auto tables = [](double tokens, double ns) {
        auto run = std::make_shared<ws::Run>();
        Table table;
        table.kind = "nsys";
        table.report = table.title = "cuda_gpu_kern_sum";
        table.columns = {{"Total Time (ns)", Unit::Nanoseconds}, {"Instances", Unit::Count}, {"Name", Unit::Text}};
        table.rows = {{tokens * ns, tokens * 32, std::string("gemm")}, {tokens, tokens, std::string("sample")}};
        run->tables.push_back(std::move(table));
        return run;
    };
    panel.setRuns(session.add(tables(10, 4000)), session.add(tables(20, 1000)));
    ASSERT_TRUE(compares());
    TablePane *table = panel.table();
    ASSERT_TRUE(QTest::qWaitFor([&] { return table->model()->rowCount() == 2; }, 60'000));
    const auto actions = table->actions();
    const auto found = std::ranges::find_if(
        actions, [](const QAction *action) { return action->text().contains(QLatin1String("one token/step")); });
    ASSERT_NE(found, actions.end());
    table->view()->setCurrentIndex(table->view()->model()->index(1, 0));
    emit table->menuRequested();
    EXPECT_TRUE((*found)->isVisible());
    EXPECT_FALSE((*found)->isChecked());
    (*found)->trigger();
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.page()->shown()->counted.isKnown(); }, 60'000));
    EXPECT_EQ(panel.page()->shown()->counted.kernelA, "sample");
    EXPECT_EQ(panel.page()->shown()->counted.b, 20U);
    panel.setRuns(session.add(decoding(40, 300)), session.add(decoding(40, 400)));
    ASSERT_TRUE(compares());
    emit table->menuRequested();
    EXPECT_FALSE((*found)->isVisible()) << "timelines have steps";
}

TEST_F(ComparisonWindow, aSlowerKernelIsTheFirstRowAndTheVerdict)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(40, 400));
    panel.setRuns(a, b);
    ASSERT_TRUE(compares());
    const Comparison &comparison = *panel.page()->shown();
    EXPECT_GT(comparison.unit.a.count, 30U);
    const ReportModel &model = *panel.table()->model();
    ASSERT_GT(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, model.columnOf("name")).data().toString(), QStringLiteral("gemm"));
    EXPECT_EQ(model.index(0, model.columnOf("delta_ns")).data().toLongLong(), 40 * 100'000);
    emit panel.table()->activated(0);
    for (const RunContext *context : {a, b}) {
        EXPECT_EQ(context->run()->text(context->run()->timeline.name(context->selection())), "gemm");
        EXPECT_TRUE(context->highlight());
    }
}

TEST_F(ComparisonWindow, theLineBelowTheRowsSaysHowManyAreBeyondTheNoise)
{
    const auto note = [&] { return panel.differences()->table()->findChild<SumLine *>()->text(); };
    panel.setRuns(session.add(decoding(40, 300)), session.add(decoding(40, 400)));
    ASSERT_TRUE(compares());
    ASSERT_TRUE(QTest::qWaitFor([&] { return panel.table()->model()->rowCount() > 1; }, 60'000));
    EXPECT_TRUE(note().contains(QStringLiteral("1 of 2 rows differ beyond the noise"))) << note().toStdString();
    panel.setRuns(session.add(decoding(40, 300)), session.add(decoding(40, 300)));
    ASSERT_TRUE(compares());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !note().contains(QStringLiteral("1 of 2")); }, 60'000));
    EXPECT_FALSE(note().contains(QStringLiteral("beyond"))) << note().toStdString();
}

/// Both contexts have a mapping that could not be applied, so the default one decides.
TEST_F(ComparisonWindow, theOverviewsOfBothAreASectionOfThePage)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(40, 400));
    panel.setRuns(a, b);
    ASSERT_TRUE(compares());
    const auto says = [&](const QString &part) {
        return std::ranges::any_of(panel.page()->findChildren<LinkText *>(), [&](const LinkText *text) {
            return text->text().startsWith(part) && text->text().contains(QStringLiteral(" of this step of "));
        });
    };
    EXPECT_FALSE(says(QStringLiteral("A: "))) << "what is communication is not known yet";
    for (RunContext *context : {a, b})
        context->setClassesError(Error{});
    EXPECT_TRUE(QTest::qWaitFor([&] { return says(QStringLiteral("A: ")); }, 10'000));
    EXPECT_TRUE(says(QStringLiteral("B: ")));
    session.close(b);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !says(QStringLiteral("A: ")); }, 60'000));
}

TEST_F(ComparisonWindow, whatWasPredictedOfTheEditsOfAIsHeldAgainstB)
{
    RunContext *a = session.add(decoding(30, 400)), *b = session.add(decoding(30, 401));
    const auto has = [&](const char *text) {
        for (const LinkText *line : panel.page()->findChildren<LinkText *>())
            if (line->text().contains(QLatin1String(text)))
                return true;
        return false;
    };
    panel.setRuns(a, b);
    ASSERT_TRUE(compares());
    QTest::qWait(50);
    EXPECT_FALSE(has("kernel:gemm*0.5")) << "nothing was asked";
    a->setEdits({{QStringLiteral("kernel:gemm*0.5"), true}, {QStringLiteral("cpu*0.5"), false}});
    ASSERT_TRUE(QTest::qWaitFor([&] { return has("kernel:gemm*0.5"); }, 10'000));
    EXPECT_FALSE(has("cpu*0.5")) << "it is switched off";
    EXPECT_TRUE(has("came"));
    a->setEdits({});
    EXPECT_FALSE(has("kernel:gemm*0.5"));
    panel.setRuns(b, a);
    ASSERT_TRUE(compares());
    b->setEdits({{QStringLiteral("kernel:no_such*0.5"), true}});
    ASSERT_TRUE(QTest::qWaitFor([&] { return has("cannot be said"); }, 10'000));
}

TEST_F(ComparisonWindow, swappingNegatesAndClosingEmpties)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(40, 400));
    panel.setRuns(b, a);
    ASSERT_TRUE(compares());
    const ReportModel &model = *panel.table()->model();
    EXPECT_EQ(model.index(0, model.columnOf("delta_ns")).data().toLongLong(), -40 * 100'000);
    session.close(a); // it goes with the next event
    EXPECT_TRUE(QTest::qWaitFor([&] { return panel.page()->shown() == nullptr; }, 60'000));
    EXPECT_EQ(model.rowCount(), 0);
    panel.setRuns(nullptr, nullptr);
    EXPECT_EQ(panel.page()->shown(), nullptr);
}

TEST_F(ComparisonWindow, anotherPairWhileOneIsComparedWins)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(40, 400));
    RunContext *c = session.add(decoding(40, 300));
    panel.setRuns(a, b);
    panel.setRuns(a, c);
    ASSERT_TRUE(compares());
    const ReportModel &model = *panel.table()->model();
    ASSERT_GT(model.rowCount(), 0);
    EXPECT_EQ(model.index(0, model.columnOf("delta_ns")).data().toLongLong(), 0);
    EXPECT_FALSE(panel.page()->shown()->change().value_or(0) > 0.01);
}

TEST_F(ComparisonWindow, inALowPanelTheVerdictAndTheTableAreTabs)
{
    panel.resize(700, 240);
    EXPECT_EQ(panel.differences()->currentWidget(), panel.page()) << "the answer first";
    panel.resize(700, 600);
    EXPECT_EQ(panel.differences()->indexOf(panel.page()), -1);
    EXPECT_EQ(panel.page()->isVisibleTo(&panel), panel.differences()->isVisibleTo(&panel));
    panel.resize(700, 240);
    panel.resize(1400, 240);
    EXPECT_EQ(panel.differences()->indexOf(panel.page()), -1) << "beside each other";
}

TEST_F(ComparisonWindow, theTableHasTheLargerPartAlsoAfterThePanelWasLow)
{
    panel.resize(700, 240);
    panel.resize(1400, 500);
    panel.setRuns(session.add(decoding(40, 300)), session.add(decoding(40, 400)));
    ASSERT_TRUE(compares());
    QCoreApplication::processEvents();
    EXPECT_GT(panel.differences()->width(), panel.page()->width());
}

TEST_F(ComparisonWindow, whatTheHeadlineAndTheReasonsSayStandsOnce)
{
    const auto isBadge = [&](const QString &text) {
        return std::ranges::any_of(panel.page()->findChildren<QLabel *>(),
                                   [&](const QLabel *label) { return label->text().startsWith(text); });
    };
    panel.setRuns(session.add(decoding(40, 300)), session.add(decoding(40, 400)));
    ASSERT_TRUE(compares());
    EXPECT_TRUE(isBadge(verdictText(panel.page()->shown()->verdict))) << panel.page()->shown()->headline.toStdString();
    panel.setRuns(session.add(decoding(40, 300)), session.add(decoding(40, 300)));
    ASSERT_TRUE(compares());
    ASSERT_EQ(panel.page()->shown()->verdict, Verdict::SameFile);
    EXPECT_FALSE(isBadge(verdictText(Verdict::SameFile)));
    const auto table = [](const char *kernels) {
        return test::runFromJson(std::string("Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),"
                                             "StdDev (ns),Name\n") +
                                 kernels)
            .run;
    };
    panel.setRuns(session.add(table("100.0,1000,10,100.0,100.0,90,110,5.0,gemm\n")),
                  session.add(table("90.0,900,10,90.0,90.0,80,99,5.0,gemm\n10.0,100,10,10.0,10.0,10,10,5.0,norm\n")));
    ASSERT_TRUE(compares());
    EXPECT_FALSE(isBadge(QStringLiteral("inconclusive")));
    QStringList texts;
    for (const LinkText *text : panel.page()->findChildren<LinkText *>())
        texts << text->text();
    EXPECT_EQ(texts.filter(QStringLiteral("Kernels in common")).size(), 1) << texts.join(u'\n').toStdString();
}

TEST_F(ComparisonWindow, theModulesOfBothRunsAreOneTreeWithTheirChange)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(30, 400));
    panel.setRuns(a, b);
    ASSERT_TRUE(compares());
    ModuleDeltaPane *modules = panel.differences()->modules();
    EXPECT_EQ(modules->model()->deltas(), nullptr) << "computed when somebody looks at it";
    panel.differences()->setCurrentIndex(1);
    ASSERT_TRUE(QTest::qWaitFor([&] { return modules->model()->deltas() != nullptr; }, 10'000));
    QAbstractItemModel *model = modules->view()->model();
    const test::ModelTester tester(model);
    ASSERT_EQ(model->rowCount(), 1);
    const QModelIndex root = model->index(0, ModuleDeltaModel::Name);
    EXPECT_EQ(root.data().toString(), QStringLiteral("Model"));
    const auto at = [&](const QModelIndex &row, int column) { return row.siblingAtColumn(column).data().toDouble(); };
    EXPECT_NEAR(at(root, ModuleDeltaModel::Delta), 100'000, 1'000) << "per unit, though A has more of them";
    EXPECT_EQ(at(root, ModuleDeltaModel::Bar), 1);
    const QModelIndex mlp = model->index(0, ModuleDeltaModel::Name, root);
    EXPECT_EQ(mlp.data().toString(), QStringLiteral("Mlp"));
    EXPECT_NEAR(at(mlp, ModuleDeltaModel::OwnDelta), at(root, ModuleDeltaModel::Delta), 1);
    EXPECT_TRUE(modules->view()->isExpanded(root)) << "the branch of the largest change is open";
    emit modules->view()->activated(mlp);
    for (const RunContext *context : {a, b})
        EXPECT_EQ(context->run()->text(context->run()->timeline.name(context->selection())), "nn.Module: Mlp_0");
}

TEST_F(ComparisonWindow, withoutModulesASentenceStandsInPlaceOfTheTree)
{
    const auto trace = [] {
        return test::runFromJson(R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"dur":5,
            "args":{"device":0,"stream":7}}]})")
            .run;
    };
    panel.setRuns(session.add(trace()), session.add(trace()));
    ASSERT_TRUE(compares());
    auto *modules = panel.differences()->findChild<ModuleDeltaPane *>();
    panel.differences()->setCurrentWidget(modules);
    const auto isSaid = [&] {
        return std::ranges::any_of(modules->findChildren<QLabel *>(), [](const QLabel *label) {
            return label->isVisible() && label->text() == QStringLiteral("No module (nn.Module) is in the file.");
        });
    };
    EXPECT_TRUE(QTest::qWaitFor(isSaid, 10'000));
    EXPECT_FALSE(modules->view()->isVisible());
}

TEST_F(ComparisonWindow, theChosenRowShowsTheDistributionsOfBothRuns)
{
    RunContext *a = session.add(decoding(40, 300));
    RunContext *b = session.add(decoding(30, 400));
    panel.setRuns(a, b);
    ASSERT_TRUE(compares());
    HistogramView *histogram = panel.differences()->histogram();
    EXPECT_FALSE(histogram->isVisible());
    panel.table()->view()->setCurrentIndex(panel.table()->view()->model()->index(0, 0));
    ASSERT_TRUE(QTest::qWaitFor([&] { return histogram->isVisible(); }, 60'000));
    ASSERT_TRUE(histogram->isPair());
    const std::vector<uint64_t> &inA = histogram->histogram().counts, &inB = histogram->histogram(true).counts;
    EXPECT_EQ(std::accumulate(inA.begin(), inA.end(), uint64_t(0)), 40U);
    EXPECT_EQ(std::accumulate(inB.begin(), inB.end(), uint64_t(0)), 30U);
    EXPECT_TRUE(histogram->textOf(0).contains(QStringLiteral("of 30"))) << histogram->textOf(0).toStdString();
    const auto &edges = histogram->histogram().edges;
    a->select({});
    emit histogram->binClicked(edges[edges.size() - 2], edges.back(), true);
    EXPECT_FALSE(a->selection().valid()) << "only B has calls of this length";
    EXPECT_GE(b->run()->timeline.duration(b->selection()), 400'000);
    panel.differences()->showKind(DiffBy::Module);
    EXPECT_TRUE(QTest::qWaitFor([&] { return !histogram->isVisible(); }, 60'000));
}

TEST_F(ComparisonWindow, theWaterfallLeadsFromAToBAndIsAPicture)
{
    panel.setRuns(session.add(decoding(40, 300)), session.add(decoding(40, 400)));
    ASSERT_TRUE(compares());
    const Comparison &comparison = *panel.page()->shown();
    const QList<Bar> bars = waterfallBars(comparison);
    ASSERT_GE(bars.size(), 4);
    for (qsizetype i = 2; i + 1 < bars.size(); ++i)
        EXPECT_DOUBLE_EQ(bars[i].from, bars[i - 1].to) << "a part begins where the one before it ends";
    EXPECT_DOUBLE_EQ(bars[1].from, bars.front().to);
    EXPECT_NEAR(bars[bars.size() - 2].to, bars.back().to, 1e-9);
    const WaterfallPicture waterfall = waterfallPicture(comparison);
    PictureForm form;
    form.size = waterfall.size;
    const QString svg = QString::fromUtf8(pictureSvg(waterfall.picture, form));
    for (const Bar &bar : bars)
        EXPECT_TRUE(svg.contains(bar.value.toHtmlEscaped())) << bar.value.toStdString();
    EXPECT_TRUE(svg.contains(comparison.headline.left(20).toHtmlEscaped())) << svg.left(2'000).toStdString();
    const QImage png = QImage::fromData(picturePng(waterfall.picture, form));
    EXPECT_EQ(png.size(), waterfall.size * 2);
    EXPECT_TRUE(picturePdf(waterfall.picture, form).startsWith("%PDF"));
    panel.setRuns(nullptr, nullptr);
    EXPECT_TRUE(waterfallBars({}).isEmpty());
}

} // namespace
} // namespace ws
