#include "tests/widgets/stagecharttest.h"

#include <QAbstractAxis>
#include <QBarSet>
#include <QComboBox>
#include <QLabel>

#include <algorithm>

using namespace ws;
using namespace ws::test::chart;
using test::RunMaker;

namespace {

TEST_F(StageChartTest, barHeightsAreTheNumbers)
{
    open(chartRun());
    const ChartData chart = data();
    ASSERT_EQ(chart.segments.size(), 4u);
    EXPECT_EQ(chart.segments[segmentNamed(chart, "cublas")].ns[0], 60'000);
    EXPECT_EQ(chart.bars[0].wholeNs, 100'000);
    const ChartLayout layout = chartLayout(chart, {900, 600}, QFont());
    const double perNs = layout.bar(chart, 0).height() / 100'000;
    double top = layout.plot.bottom();
    for (size_t i = 0; i < chart.segments.size(); ++i) {
        const QRectF box = layout.segment(chart, i, 0);
        EXPECT_NEAR(box.height(), perNs * static_cast<double>(chart.segments[i].ns[0]), 1e-6);
        EXPECT_NEAR(box.bottom(), top, 1e-6) << "segments stand on each other";
        top = box.top();
    }
    EXPECT_LE(layout.plot.top(), top + 1e-6);
}

TEST_F(StageChartTest, aFocusIsAllThatTheCurrentRunsBarShows)
{
    open(chartRun());
    const RunPtr other = session.pane()->run();
    open(chartRun());
    const auto only = [&](std::vector<uint8_t> wanted) {
        return std::make_shared<const ActivitySet>(
            *ActivitySet::ofRows(*session.pane()->run(), std::vector<uint32_t>{0, 1, 0, 0}, wanted));
    };
    session.pane()->context().setFocus({QStringLiteral("Layer"), only({0, 1})});
    settle();
    ChartData chart = data();
    ASSERT_EQ(chart.bars.size(), 2u);
    EXPECT_EQ(chart.bars[0].wholeNs, 100'000) << "another run has no such focus";
    EXPECT_EQ(chart.bars[1].wholeNs, 20'000);
    EXPECT_TRUE(chart.bars[1].note.contains(QLatin1String("only Layer")));
    EXPECT_EQ(controller.current()->state->sums->all.totalNs, 100'000) << "a mapping is judged by all";
    EXPECT_EQ(controller.current()->nonGpu().source, NonGpu::None);
    session.pane()->context().setFocus({QStringLiteral("Other"), only({1, 0})});
    settle();
    EXPECT_EQ(data().bars[1].wholeNs, 80'000);
    session.pane()->context().showEverything();
    settle();
    EXPECT_EQ(data().bars[1].wholeNs, 100'000);
}

TEST_F(StageChartTest, qtChartsDrawsTheSameNumbersWhereTheLayoutSays)
{
    open(chartRun());
    ChartScene scene;
    scene.setData(data(), {900, 600}, QFont());
    const auto *series = qobject_cast<QStackedBarSeries *>(scene.chart()->series().constFirst());
    ASSERT_EQ(series->count(), 4);
    for (int i = 0; i < 4; ++i)
        EXPECT_DOUBLE_EQ(series->barSets().at(i)->at(0), scene.data().height(static_cast<size_t>(i), 0));
    EXPECT_EQ(scene.chart()->plotArea(), scene.layout().plot);
    const QPointF top = const_cast<QChart *>(scene.chart())->mapToPosition({0, scene.data().total(0)});
    EXPECT_NEAR(top.y(), scene.layout().bar(scene.data(), 0).top(), 0.5);
}

/// Qt Charts lays all its texts out as rich text, those of a hidden legend too.
TEST_F(StageChartTest, namesFromTheFileAndTheMappingDoNotReachTheTextsOfQtCharts)
{
    open(chartRun());
    ChartData named = data();
    for (ChartSegment &segment : named.segments)
        segment.label = QStringLiteral("<img src='/dev/zero'>");
    named.axis = QStringLiteral("share of <b>");
    ChartScene scene;
    scene.setData(named, {900, 600}, QFont());
    const auto *series = qobject_cast<QStackedBarSeries *>(scene.chart()->series().constFirst());
    for (const QBarSet *set : series->barSets())
        EXPECT_FALSE(set->label().contains(u'<')) << set->label().toStdString();
    for (const QAbstractAxis *axis : scene.chart()->axes())
        EXPECT_FALSE(axis->titleText().contains(u'<')) << axis->titleText().toStdString();
}

TEST_F(StageChartTest, aStageStandsTogetherInShadesOfItsColour)
{
    open(chartRun());
    const ChartData chart = data();
    const size_t forward = segmentNamed(chart, "forward"), backward = segmentNamed(chart, "backward");
    EXPECT_EQ(forward + 1, backward);
    EXPECT_EQ(chart.segments[forward].colour, Palette(false).stage("attention"));
    EXPECT_NE(chart.segments[forward].colour, chart.segments[backward].colour);
}

TEST_F(StageChartTest, aRulesOwnColourIsTheSameInChartAndTimeline)
{
    StageMapping mapping = controller.document()->draft();
    auto rules = mapping.joined();
    rules[2].colour = 0x123456; // "backward"
    mapping.setJoined(rules);
    controller.document()->load(mapping);
    const RunPtr run = chartRun();
    open(run);
    const ChartData chart = data();
    EXPECT_EQ(chart.segments[segmentNamed(chart, "backward")].colour, 0xff123456);
    for (StringId id = 0; id < session.pane()->context().colourOfName().size(); ++id)
        if (const uint32_t name = controller.current()->state->classes->names->indexOf(id); name != noName) {
            const Classification &classes = *controller.current()->state->classes;
            const std::string &substage = classes.groups[classes.group[name]].substage;
            EXPECT_EQ(session.pane()->context().colourOfName()[id],
                      chart.segments[segmentNamed(chart, substage.c_str())].colour);
        }
}

TEST_F(StageChartTest, sharesAreOfTheWholeBarAlsoWhenAPartIsHidden)
{
    open(chartRun());
    ChartOptions options;
    options.percent = true;
    options.hidden.insert({"linear", "cublas", {}});
    const ChartData chart = data(options);
    EXPECT_DOUBLE_EQ(chart.total(0), 40);
    EXPECT_DOUBLE_EQ(chart.height(segmentNamed(chart, "forward"), 0), 20);
    EXPECT_DOUBLE_EQ(chart.height(segmentNamed(chart, "cublas"), 0), 0);
}

TEST_F(StageChartTest, aChartOfInstancesCountsThemAndSaysSo)
{
    open(chartRun());
    const ChartData times = data();
    ChartOptions options;
    options.calls = true;
    options.threshold = 0;
    const ChartData chart = data(options);
    double all = 0;
    for (size_t i = 0; i < chart.segments.size(); ++i) {
        EXPECT_DOUBLE_EQ(chart.height(i, 0), double(chart.segments[i].count[0]))
            << chart.segments[i].label.toStdString();
        EXPECT_TRUE(chart.describe(i, 0).contains(QStringLiteral("%1 instances").arg(chart.segments[i].count[0])));
        all += double(chart.segments[i].count[0]);
    }
    EXPECT_GT(all, 1);
    EXPECT_DOUBLE_EQ(chart.total(0), all);
    EXPECT_EQ(chart.text(all), QString::number(int(all)));
    EXPECT_EQ(chart.axis, QStringLiteral("instances"));
    EXPECT_EQ(chart.title.left(18), QStringLiteral("Instances by stage"));
    EXPECT_NE(times.total(0), chart.total(0));
}

TEST_F(StageChartTest, smallPartsBecomeOneAndNothingIsLost)
{
    open(chartRun());
    ChartOptions options;
    options.threshold = 0.15;
    const ChartData chart = data(options);
    ASSERT_EQ(chart.segments.size(), 3u);
    EXPECT_EQ(chart.segments[2].kind, ChartSegment::Other);
    EXPECT_EQ(chart.segments[2].merged, 2u);
    EXPECT_EQ(chart.segments[2].ns[0], 20'000);
    EXPECT_EQ(chart.bars[0].wholeNs, 100'000);
}

TEST_F(StageChartTest, goingIntoAStageAndASubstageShowsTheirParts)
{
    open(chartRun());
    ChartOptions options;
    options.path = {"attention", {}, {}};
    EXPECT_EQ(data(options).segments.size(), 2u);
    EXPECT_EQ(data(options).bars[0].wholeNs, 30'000);
    options.path = {"attention", "forward", {}};
    ASSERT_EQ(data(options).segments.size(), 1u);
    EXPECT_EQ(data(options).segments[0].key.name, "attn_fwd");
}

TEST_F(StageChartTest, aTableOfTheLargestRowsAloneSaysWhatTheyHold)
{
    const auto subtitle = [&](double first) {
        Table table;
        table.kind = "nsys";
        table.report = table.title = "cuda_gpu_kern_sum";
        table.columns = {{"Time (%)", Unit::Percent},
                         {"Total Time (ns)", Unit::Nanoseconds},
                         {"Instances", Unit::Count},
                         {"Name", Unit::Text}};
        table.rows = {{first, 600'000.0, 3.0, std::string("gemm")}, {first / 3, 200'000.0, 2.0, std::string("relu")}};
        const auto run = std::make_shared<ws::Run>();
        run->tables = {table};
        open(run);
        return data().subtitle.replace(QChar(0x202f), u' ');
    };
    EXPECT_FALSE(subtitle(75).contains(QLatin1String("the rows hold")));
    EXPECT_TRUE(subtitle(60).contains(QLatin1String("the rows hold 80.0 % of 1.000 ms")));
}

TEST_F(StageChartTest, timeThatIsNotGpuWorkNamesItsSourceAndIsNeverNegative)
{
    open(chartRun());
    controller.setTotal(session.pane()->run(), {NonGpu::Given, 250'000});
    ChartData chart = data();
    EXPECT_EQ(chart.segments.back().kind, ChartSegment::NonGpuTime);
    EXPECT_EQ(chart.segments.back().ns[0], 150'000);
    EXPECT_TRUE(chart.subtitle.contains(QLatin1String("CPU(non-GPU) from entered seconds")));
    controller.setTotal(session.pane()->run(), {NonGpu::Given, 50'000});
    EXPECT_EQ(data().segments.back().ns[0], 0);
    EXPECT_TRUE(data().subtitle.contains(QLatin1String("less than the GPU time")));
    controller.setTotal(session.pane()->run(), {NonGpu::TraceSpan, 0});
    EXPECT_EQ(data().segments.back().ns[0], 50'000);
}

TEST_F(StageChartTest, editingARuleChangesTimelineChartAndTableTogetherAndUndoRestoresThem)
{
    open(chartRun());
    StagesPanel panel(&controller);
    MappingModel model(&controller);
    const auto *pivot = static_cast<PivotModel *>(panel.table()->model());
    const auto linearInTable = [&] {
        return pivot->index(segmentNamed(pivot->chart(), "cublas"), PivotModel::FirstBar).data().toLongLong();
    };
    EXPECT_EQ(colourOf("attn_fwd"), Palette(false).stage("attention"));
    EXPECT_EQ(linearInTable(), 60'000);

    int changes = 0;
    QObject::connect(&controller, &StageController::changed, &panel, [&] {
        ++changes;
        EXPECT_EQ(colourOf("attn_fwd"), Palette(false).stage("linear"))
            << "colours are in place before views hear of it";
    });
    model.setData(model.index(0, MappingModel::Regex), QStringLiteral("gemm|attn_fwd"));
    settle();
    EXPECT_EQ(changes, 1);
    EXPECT_EQ(colourOf("attn_fwd"), Palette(false).stage("linear"));
    EXPECT_EQ(panel.chart()->data().segments[segmentNamed(panel.chart()->data(), "cublas")].ns[0], 80'000);
    EXPECT_EQ(linearInTable(), 80'000);
    QObject::disconnect(&controller, nullptr, &panel, nullptr);
    QObject::connect(&controller, &StageController::changed, &panel, [&panel] { panel.setOptions(panel.options()); });

    controller.document()->undoStack()->undo();
    settle();
    EXPECT_EQ(colourOf("attn_fwd"), Palette(false).stage("attention"));
    EXPECT_EQ(panel.chart()->data().segments[segmentNamed(panel.chart()->data(), "cublas")].ns[0], 60'000);
    EXPECT_EQ(linearInTable(), 60'000);
}

TEST_F(StageChartTest, aRangeChangesTheCurrentRunOnly)
{
    open(chartRun());
    open(chartRun());
    session.pane()->context().setRange(TimeRange{0, 30'000});
    QTest::qWait(30); // the Session reports at most once per frame
    settle();
    const ChartData chart = data();
    ASSERT_EQ(chart.bars.size(), 2u);
    EXPECT_EQ(chart.bars[0].wholeNs, 100'000);
    EXPECT_EQ(chart.bars[1].wholeNs, 30'000);
    EXPECT_FALSE(chart.bars[1].note.isEmpty());
}

TEST_F(StageChartTest, aRunMayHaveAMappingOfItsOwn)
{
    open(chartRun());
    StageMapping own{"own", "flat", MappingForm::Flat, {{".*", "gpu"}}, {{".*", "all"}}};
    controller.setOwnMapping(session.pane()->run(), own);
    settle();
    EXPECT_EQ(data().segments.size(), 1u);
    EXPECT_TRUE(data().bars[0].note.contains(QLatin1String("own/flat")));
    EXPECT_EQ(controller.document()->draft().name(), "own/test");
}

TEST_F(StageChartTest, aStageStandsOutInTheTimeline)
{
    open(chartRun());
    controller.highlight({"attention", {}, {}}, session.active());
    const auto standsOut = [this](const char *name) {
        return session.pane()->context().highlight().names[session.pane()->run()->strings.find(name)] != 0;
    };
    ASSERT_FALSE(session.pane()->context().highlight().names.empty());
    EXPECT_TRUE(standsOut("attn_fwd"));
    EXPECT_TRUE(standsOut("attn_bwd"));
    EXPECT_FALSE(standsOut("gemm_a"));
}

} // namespace
