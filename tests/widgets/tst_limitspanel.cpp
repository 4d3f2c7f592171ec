#include "tests/support/settled.h"
#include "tests/support/support.h"
#include "widgets/modules/modulepanel.h"
#include "widgets/modules/moduletreemodel.h"
#include "widgets/modules/moduletreepane.h"
#include "widgets/modules/moduletreeview.h"
#include "widgets/panels/instances/instancespanel.h"
#include "widgets/panels/limits/limitspanel.h"
#include "widgets/panels/limits/rooflineview.h"
#include "widgets/session/session.h"
#include "widgets/stages/stagespanel.h"
#include "widgets/toolkit/emptystate.h"
#include "widgets/toolkit/reportmodel.h"
#include "widgets/toolkit/tablepane.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

namespace ws {
namespace {

/// Two products of one shape, of 20 and 30 µs, and a relu of 5 µs.
constexpr std::string_view productsTrace =
    R"json({"deviceProperties":[{"id":0,"name":"NVIDIA A100-SXM4-80GB","numSms":108}],"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":10,"args":{"Input type":["c10::BFloat16","c10::BFloat16"],"Input Dims":[[1024,1024],[1024,1024]]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":20,"args":{"device":0,"stream":7,"correlation":7}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":20,"dur":10,"args":{"Input type":["c10::BFloat16","c10::BFloat16"],"Input Dims":[[1024,1024],[1024,1024]]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":22,"dur":1,"args":{"correlation":8}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":50,"dur":30,"args":{"device":0,"stream":7,"correlation":8}},
{"ph":"X","cat":"cpu_op","name":"aten::relu","pid":1,"tid":1,"ts":40,"dur":10,"args":{"Input type":["float"],"Input Dims":[[65536]]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":42,"dur":1,"args":{"correlation":9}},
{"ph":"X","cat":"kernel","name":"clamp","pid":0,"tid":7,"ts":90,"dur":5,"args":{"device":0,"stream":7,"correlation":9}}
]})json";

class LimitsWindow : public testing::Test
{
protected:
    LimitsWindow()
    {
        QSettings().remove(QStringLiteral("limits"));
        panel.resize(1000, 340);
        panel.show();
    }
    ~LimitsWindow() override { QSettings().remove(QStringLiteral("limits")); }
    RunContext *open(std::string_view text) { return session.add(test::runFromJson(std::string(text)).run); }
    const ReportModel &model() const { return *panel.table()->model(); }
    bool hasRows(int rows) const
    {
        return QTest::qWaitFor([&] { return model().rowCount() == rows; }, 60'000);
    }
    QVariant cell(int row, const char *column) const { return model().index(row, model().columnOf(column)).data(); }

    Session session;
    LimitsPanel panel{session.pane()};
};

TEST_F(LimitsWindow, rowsLeadToTheirWorkFromTheLongestOn)
{
    RunContext *context = open(productsTrace);
    ASSERT_TRUE(hasRows(2));
    EXPECT_EQ(cell(0, "calls").toString(), QStringLiteral("2"));
    emit panel.table()->activated(0);
    ASSERT_TRUE(context->selection().valid());
    EXPECT_EQ(context->run()->timeline.duration(context->selection()), 30'000);
    emit panel.table()->activated(0);
    EXPECT_EQ(context->run()->timeline.duration(context->selection()), 20'000);
    ASSERT_TRUE(context->highlight().slices);
    EXPECT_EQ(context->highlight().slices->count(), 2u) << "the products, and not the relu";
    session.close(context);
    EXPECT_TRUE(hasRows(0));
    EXPECT_TRUE(panel.roofline()->roofline().points.empty());
}

TEST_F(LimitsWindow, aClickOnADiscChoosesItsRow)
{
    RunContext *context = open(productsTrace);
    ASSERT_TRUE(hasRows(2));
    RooflineView *view = panel.roofline();
    ASSERT_EQ(view->roofline().points.size(), 2u);
    const QPointF relu = view->centreOf(1);
    EXPECT_EQ(view->pointAt(relu), 1u);
    EXPECT_TRUE(view->textOf(1).contains(QStringLiteral("aten::relu f32[65536]")));
    EXPECT_FALSE(view->pointAt(QPointF(1, 1)));
    QTest::mouseClick(view, Qt::LeftButton, {}, relu.toPoint());
    EXPECT_EQ(panel.table()->currentRow(), 1);
    EXPECT_EQ(context->highlight().slices->count(), 1u);
    QTest::mouseDClick(view, Qt::LeftButton, {}, relu.toPoint());
    EXPECT_EQ(context->run()->timeline.duration(context->selection()), 5'000);
}

TEST_F(LimitsWindow, aRangeLimitsTheRows)
{
    RunContext *context = open(productsTrace);
    ASSERT_TRUE(hasRows(2));
    context->setRange(TimeRange{0, 85'000});
    ASSERT_TRUE(hasRows(1));
    EXPECT_EQ(panel.roofline()->roofline().points.size(), 1u);
    context->setRange(std::nullopt);
    EXPECT_TRUE(hasRows(2));
}

TEST_F(LimitsWindow, theUsersFiguresReplaceTheTables)
{
    QSettings().setValue(QStringLiteral("limits/NVIDIA%20A100-SXM4-80GB"),
                         QStringList{QStringLiteral("bf16=1000"), QStringLiteral("nonsense")});
    open(productsTrace);
    ASSERT_TRUE(hasRows(2));
    EXPECT_EQ(panel.roofline()->roofline().ceilings.front().tflops, 1000);
    EXPECT_EQ(panel.roofline()->roofline().bandwidth, 2039) << "not given: of the table";
}

TEST_F(LimitsWindow, aFileWithoutInputsSaysHowToRecordThem)
{
    open(R"json({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":0,"dur":30,"args":{"device":0,"stream":7}}]})json");
    const auto *empty = panel.findChild<EmptyState *>();
    EXPECT_TRUE(empty->isVisibleTo(&panel));
    EXPECT_TRUE(empty->findChild<QLabel *>()->text().contains(QStringLiteral("record_shapes=True")));
    EXPECT_EQ(model().rowCount(), 0);
}

TEST_F(LimitsWindow, thePictureIsDrawnAtAnySize)
{
    open(productsTrace);
    ASSERT_TRUE(hasRows(2));
    PictureForm form;
    form.size = QSize(300, 200);
    const QImage image = pictureImage(panel.roofline()->picture({}), form);
    bool hasDisc = false;
    for (int y = 0; y < image.height() && !hasDisc; ++y)
        for (int x = 0; x < image.width() && !hasDisc; ++x)
            hasDisc = QColor(image.pixel(x, y)).hsvSaturation() > 120;
    EXPECT_TRUE(hasDisc);
    for (const QSize size : {QSize(1, 1), QSize(40, 20)}) {
        panel.roofline()->resize(size);
        panel.roofline()->grab();
    }
}

/// The model of a table whose hidden column of shares is made visible, once it has a value.
bool showsShares(TablePane *table, const char *column = "of_limit")
{
    table->setColumnShown(column, true);
    emit table->optionalColumnShown();
    return QTest::qWaitFor(
        [&] {
            const ReportModel *model = table->model();
            const int at = model->columnOf(column);
            return at >= 0 && model->rowCount() > 0 && model->index(0, at).data().isValid();
        },
        5'000);
}

TEST_F(LimitsWindow, instancesHaveWhatTheirCallReaches)
{
    InstancesPanel instances(session.pane());
    instances.resize(900, 300);
    instances.show();
    RunContext *context = open(productsTrace);
    context->select(context->run()->gpu.slice[0]);
    ASSERT_TRUE(QTest::qWaitFor([&] { return instances.table()->model()->rowCount() == 2; }, 60'000));
    ASSERT_TRUE(showsShares(instances.table()));
    const ReportModel *model = instances.table()->model();
    const auto tflops = [&](int row) { return model->index(row, model->columnOf("tflops")).data().toDouble(); };
    EXPECT_NEAR(tflops(0), 2147483648.0 / 20'000 / 1'000, 0.001);
    EXPECT_NEAR(tflops(1), 2147483648.0 / 30'000 / 1'000, 0.001);
    session.pane()->context().select(context->run()->ops.slice[0]);
    instances.showName(context->run()->timeline.name(context->run()->ops.slice[0]));
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return model->rowCount() == 2 && std::abs(tflops(0) - 2147483648.0 / 20'000 / 1'000) < 0.001; }, 5'000))
        << "of an operator's call, too";
}

TEST_F(LimitsWindow, modulesHaveThemWhereMostOfTheirTimeIsKnown)
{
    ModulePanel modules(session.pane());
    modules.resize(900, 400);
    modules.show();
    const std::string trace(productsTrace);
    const std::string module =
        R"json({"ph":"X","cat":"python_function","name":"nn.Module: Net_0","pid":1,"tid":1,"ts":0,"dur":60},)json";
    const size_t first = trace.find("{\"ph\"");
    open(trace.substr(0, first) + module + trace.substr(first));
    ModuleTreeModel *model = modules.treePane()->model();
    ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() == 1; }, 60'000));
    EXPECT_FALSE(modules.treePane()->areLimitsShown());
    EXPECT_TRUE(model->limits().empty()) << "not asked for";
    modules.treePane()->view()->setColumnHidden(ModuleTreeModel::FirstLimit + 2, false);
    emit modules.treePane()->limitsShown();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !model->limits().empty(); }, 60'000));
    const QModelIndex net = model->index(0, ModuleTreeModel::FirstLimit);
    EXPECT_NEAR(net.data().toDouble(), (2 * 2147483648.0 + 65536) / 55'000 / 1'000, 0.001);
    EXPECT_TRUE(net.siblingAtColumn(ModuleTreeModel::FirstLimit + 2).data().isValid());
    EXPECT_TRUE(modules.treePane()->csv().section(u'\n', 0, 0).endsWith(QStringLiteral("of_limit,bound_by")));
    modules.treePane()->view()->setColumnHidden(ModuleTreeModel::FirstLimit + 2, true);
    EXPECT_TRUE(modules.treePane()->csv().section(u'\n', 0, 0).endsWith(QStringLiteral(",trace")));
}

TEST_F(LimitsWindow, stagesHaveThoseOfTheirKernels)
{
    QTemporaryDir folder;
    StageController controller(&session, MappingLibrary(folder.path()));
    StagesPanel stages(&controller);
    stages.resize(1000, 400);
    stages.show();
    open(productsTrace);
    ASSERT_TRUE(QTest::qWaitFor([&] { return stages.table()->model()->rowCount() > 1; }, 60'000));
    EXPECT_FALSE(stages.table()->isAnyShown("tflops", "bound_by")) << "hidden until somebody asks for them";
    ASSERT_TRUE(showsShares(stages.table()));
    const ReportModel *model = stages.table()->model();
    const QVariant all = model->index(model->rowCount() - 1, model->columnOf("tflops")).data();
    EXPECT_NEAR(all.toDouble(), (2 * 2147483648.0 + 65536) / 55'000 / 1'000, 0.001);
}

} // namespace
} // namespace ws
