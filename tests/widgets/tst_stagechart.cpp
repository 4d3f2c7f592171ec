#include "widgets/mapping/mappingmodel.h"
#include "widgets/session/stagecolours.h"
#include "widgets/stages/chartexport.h"
#include "widgets/stages/chartscene.h"
#include "widgets/stages/chartsources.h"
#include "widgets/stages/pivotmodel.h"
#include "widgets/stages/stagechart.h"
#include "widgets/stages/stagespanel.h"
#include "widgets/toolkit/celldelegate.h"
#include "widgets/toolkit/tablepane.h"

#include "tests/support/modeltester.h"
#include "timelineruns.h"

#include <QApplication>
#include <QBarSet>
#include <QChart>
#include <QHelpEvent>
#include <QLineF>
#include <QStackedBarSeries>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QXmlStreamReader>

#include <gtest/gtest.h>

using namespace ws;
using test::RunMaker;

namespace {

/// 60 µs of gemm, 30 of attention, 10 of a copy; 150 µs long.
RunPtr smallRun()
{
    RunMaker maker;
    maker.kernel("7", 0, 60'000, "gemm_a");
    maker.kernel("7", 60'000, 20'000, "attn_fwd");
    maker.kernel("7", 100'000, 10'000, "attn_bwd");
    maker.kernel("7", 140'000, 10'000, "copy");
    return maker.finish();
}

class StageChartTest : public testing::Test
{
protected:
    StageChartTest() : controller(&session, MappingLibrary(folder.path()))
    {
        StageMapping mapping{"own", "test", MappingForm::Nested, {}, {}};
        mapping.setJoined(std::vector<StageRule>{{"gemm", "linear", "cublas"},
                                                 {"attn_fwd", "attention", "forward"},
                                                 {"attn", "attention", "backward"},
                                                 {".*", "other", "rest"}});
        controller.document()->load(mapping);
    }
    void open(RunPtr run)
    {
        session.add(std::move(run));
        settle();
    }
    void settle()
    {
        ASSERT_TRUE(QTest::qWaitFor([this] { return !controller.isBusy(); }));
        QCoreApplication::processEvents();
    }
    ChartData data(const ChartOptions &options = {}) const { return chartData(chartSources(controller), options); }
    QRgb colourOf(const char *name) const
    {
        const StringId id = session.pane()->run()->strings.find(name);
        return id < session.pane()->context().colourOfName().size() ? session.pane()->context().colourOfName()[id] : 0;
    }

    QTemporaryDir folder;
    Session session;
    StageController controller;
};

size_t segmentNamed(const ChartData &data, const char *label)
{
    for (size_t i = 0; i < data.segments.size(); ++i)
        if (data.segments[i].label == QLatin1String(label))
            return i;
    ADD_FAILURE() << "no segment " << label;
    return 0;
}

TEST_F(StageChartTest, barHeightsAreTheNumbers)
{
    open(smallRun());
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
    open(smallRun());
    const RunPtr other = session.pane()->run();
    open(smallRun());
    const auto only = [&](std::vector<uint8_t> wanted) {
        return std::make_shared<const ActivitySet>(*ActivitySet::ofRows(*session.pane()->run(), {0, 1, 0, 0}, wanted));
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
    open(smallRun());
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

TEST_F(StageChartTest, aStageStandsTogetherInShadesOfItsColour)
{
    open(smallRun());
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
    const RunPtr run = smallRun();
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
    open(smallRun());
    ChartOptions options;
    options.percent = true;
    options.hidden.insert({"linear", "cublas", {}});
    const ChartData chart = data(options);
    EXPECT_DOUBLE_EQ(chart.total(0), 40);
    EXPECT_DOUBLE_EQ(chart.height(segmentNamed(chart, "forward"), 0), 20);
    EXPECT_DOUBLE_EQ(chart.height(segmentNamed(chart, "cublas"), 0), 0);
}

TEST_F(StageChartTest, smallPartsBecomeOneAndNothingIsLost)
{
    open(smallRun());
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
    open(smallRun());
    ChartOptions options;
    options.path = {"attention", {}, {}};
    EXPECT_EQ(data(options).segments.size(), 2u);
    EXPECT_EQ(data(options).bars[0].wholeNs, 30'000);
    options.path = {"attention", "forward", {}};
    ASSERT_EQ(data(options).segments.size(), 1u);
    EXPECT_EQ(data(options).segments[0].key.name, "attn_fwd");
}

TEST_F(StageChartTest, timeThatIsNotGpuWorkNamesItsSourceAndIsNeverNegative)
{
    open(smallRun());
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
    open(smallRun());
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
    open(smallRun());
    open(smallRun());
    session.pane()->context().setRange(TimeRange{0, 30'000});
    QTest::qWait(30); // the Session tells at most once a frame
    settle();
    const ChartData chart = data();
    ASSERT_EQ(chart.bars.size(), 2u);
    EXPECT_EQ(chart.bars[0].wholeNs, 100'000);
    EXPECT_EQ(chart.bars[1].wholeNs, 30'000);
    EXPECT_FALSE(chart.bars[1].note.isEmpty());
}

TEST_F(StageChartTest, aRunMayHaveAMappingOfItsOwn)
{
    open(smallRun());
    StageMapping own{"own", "flat", MappingForm::Flat, {{".*", "gpu"}}, {{".*", "all"}}};
    controller.setOwnMapping(session.pane()->run(), own);
    settle();
    EXPECT_EQ(data().segments.size(), 1u);
    EXPECT_TRUE(data().bars[0].note.contains(QLatin1String("own/flat")));
    EXPECT_EQ(controller.document()->draft().name(), "own/test");
}

TEST_F(StageChartTest, aStageStandsOutInTheTimeline)
{
    open(smallRun());
    controller.highlight({"attention", {}, {}}, session.active());
    const auto standsOut = [this](const char *name) {
        return session.pane()->context().highlight().names[session.pane()->run()->strings.find(name)] != 0;
    };
    ASSERT_FALSE(session.pane()->context().highlight().names.empty());
    EXPECT_TRUE(standsOut("attn_fwd"));
    EXPECT_TRUE(standsOut("attn_bwd"));
    EXPECT_FALSE(standsOut("gemm_a"));
}

TEST_F(StageChartTest, theTableEndsWithTheTotal)
{
    open(smallRun());
    PivotModel model;
    const test::ModelTester tester(&model);
    model.setData(data());
    const int last = model.rowCount() - 1;
    EXPECT_EQ(model.index(last, PivotModel::Label).data().toString(), QLatin1String("Total"));
    EXPECT_EQ(model.index(last, PivotModel::FirstBar).data().toLongLong(), 100'000);
}

TEST_F(StageChartTest, textsStandOnlyInSegmentsThatAreHighEnough)
{
    open(smallRun());
    const ChartData chart = data();
    for (const double height : {160.0, 300.0, 900.0}) {
        const ChartLayout layout = chartLayout(chart, {500, height}, QFont());
        for (size_t i = 0; i < chart.segments.size(); ++i) {
            const QRectF box = layout.segment(chart, i, 0);
            const auto inside = [&](const ChartText &text) { return box.adjusted(-1, -1, 1, 1).contains(text.box); };
            const bool any = std::any_of(layout.texts.begin(), layout.texts.end(), inside);
            EXPECT_EQ(any, box.height() >= leastTextHeight)
                << chart.segments[i].label.toStdString() << " at " << height;
        }
    }
}

TEST_F(StageChartTest, aPointOnASegmentOrLegendEntryFindsIt)
{
    open(smallRun());
    const ChartData chart = data();
    const ChartLayout layout = chartLayout(chart, {900, 600}, QFont());
    EXPECT_EQ(chartHit(layout, chart, layout.segment(chart, 2, 0).center()), (ChartHit{2, 0}));
    EXPECT_EQ(chartHit(layout, chart, layout.legend[1].swatch.center()), (ChartHit{layout.legend[1].segment, {}}));
    EXPECT_FALSE(chartHit(layout, chart, {1, 1}));
}

TEST_F(StageChartTest, vllmsLabelsHaveTheColoursOfTheStagesTheyMean)
{
    const Palette palette(false);
    StageMapping mapping{"e", "m", MappingForm::Flat, {}, {}};
    mapping.setJoined(std::vector<StageRule>{{"a", "gpu", "attn"}, {"b", "gpu", "gemm"}});
    const StageColours colours(mapping);
    EXPECT_EQ(ruleColour(palette, colours, {"a", "gpu", "attn"}), palette.stage("attention"));
    EXPECT_EQ(ruleColour(palette, colours, {"b", "gpu", "gemm"}), palette.stage("linear"));
    EXPECT_EQ(ruleColour(palette, colours, {"a", "gpu", "attn", true, 0x123456}), 0xff123456);
}

/// The picture as a parser sees it; an empty string: it accepts none.
QString textOfSvg(const QByteArray &svg)
{
    QXmlStreamReader xml(svg);
    QString text;
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::Characters)
            text += xml.text();
        else if (xml.isStartElement() && xml.name() == QLatin1String("script"))
            return {};
    return xml.hasError() ? QString() : text;
}

TEST_F(StageChartTest, namesWithMarkupAreTextInAPicture)
{
    open(smallRun());
    StageMapping mapping = controller.document()->draft();
    mapping.model = "\"><script>alert(1)</script>\x01";
    controller.document()->load(mapping);
    controller.setLabel(session.pane()->run(), QStringLiteral("prefill & decode <7B>.json"));
    settle();
    const QString text = textOfSvg(chartSvg(data(), {}));
    EXPECT_TRUE(text.contains(QLatin1String("prefill & decode <7B>.json"))) << text.left(300).toStdString();
    EXPECT_TRUE(text.contains(QLatin1String("<script>alert(1)</script>"))) << text.left(300).toStdString();
}

TEST_F(StageChartTest, theHeadOfTheNamesSaysWhatTheyAre)
{
    open(smallRun());
    PivotModel model;
    const auto head = [&](ChartOptions options) {
        model.setData(data(options));
        return model.headerData(PivotModel::Label, Qt::Horizontal).toString();
    };
    ChartOptions options;
    EXPECT_EQ(head(options), QLatin1String("Substage"));
    options.level = ChartLevel::Stages;
    EXPECT_EQ(head(options), QLatin1String("Stage"));
    options.path.stage = "attention";
    EXPECT_EQ(head(options), QLatin1String("Substage"));
    options.path.substage = "forward";
    EXPECT_EQ(head(options), QLatin1String("Kernel"));
}

TEST_F(StageChartTest, whereOneRunHasNoTotalNothingIsSaidOfItsTimeWithoutGpuWork)
{
    open(smallRun());
    const RunPtr first = session.pane()->run();
    open(smallRun());
    controller.setTotal(first, {NonGpu::Given, 250'000});
    PivotModel model;
    model.setData(data());
    const int row = model.rowCount() - 2, total = model.rowCount() - 1;
    ASSERT_EQ(model.index(row, PivotModel::Label).data().toString(), QLatin1String("CPU(non-GPU)"));
    const int difference = PivotModel::FirstBar + 2;
    EXPECT_EQ(model.index(row, PivotModel::FirstBar).data().toLongLong(), 150'000);
    for (const QModelIndex &index :
         {model.index(row, PivotModel::FirstBar + 1), model.index(row, difference), model.index(total, difference)}) {
        EXPECT_FALSE(index.data().isValid());
        EXPECT_EQ(cellText(index), QStringLiteral("–"));
    }
    EXPECT_TRUE(model.index(0, difference).data().isValid());
}

TEST_F(StageChartTest, runsOfOneFileNameHaveDifferentLabelsUntilThePersonNamesThem)
{
    auto named = [](const char *path) {
        RunMaker maker;
        maker.kernel("7", 0, 60'000, "gemm_a");
        auto run = std::make_shared<Run>(*maker.finish());
        run->info.stamp.path = QString::fromLatin1(path);
        return run;
    };
    open(named("/tmp/run1/report1.sqlite"));
    EXPECT_EQ(data().bars[0].label, QLatin1String("report1.sqlite"));
    open(named("/tmp/run2/report1.sqlite"));
    ASSERT_EQ(data().bars.size(), 2u);
    EXPECT_EQ(data().bars[0].label, QLatin1String("run1/report1.sqlite"));
    EXPECT_EQ(data().bars[1].label, QLatin1String("run2/report1.sqlite"));
    controller.setLabel(session.pane()->run(), QStringLiteral("after"));
    EXPECT_EQ(data().bars[1].label, QLatin1String("after"));
    controller.setLabel(session.pane()->run(), {});
    EXPECT_EQ(data().bars[1].label, QLatin1String("run2/report1.sqlite"));
}

TEST_F(StageChartTest, mappingsAreNamedInTheOrderOfTheBars)
{
    open(smallRun());
    StageMapping other = controller.document()->draft();
    other.engine = "zzz";
    controller.setOwnMapping(session.pane()->run(), other);
    open(smallRun());
    const QString subtitle = data().subtitle;
    EXPECT_LT(subtitle.indexOf(QLatin1String("mapping zzz/test")), subtitle.indexOf(QLatin1String("mapping own/test")));
    EXPECT_GE(subtitle.indexOf(QLatin1String("mapping zzz/test")), 0);
}

TEST_F(StageChartTest, theLegendOfALowChartKeepsTheLargestParts)
{
    RunMaker maker;
    for (int i = 0; i < 24; ++i)
        maker.kernel("7", i * 1'000'000, (i + 1) * 10'000, (i % 2 ? "gemm_" : "attn_") + std::to_string(i));
    open(maker.finish());
    ChartOptions options;
    options.level = ChartLevel::Kernels;
    options.threshold = 0;
    const ChartData chart = data(options);
    ASSERT_EQ(chart.segments.size(), 24u);
    for (const QSizeF size : {QSizeF(500, 150), QSizeF(746, 220), QSizeF(900, 600)}) {
        const ChartLayout layout = chartLayout(chart, size, QFont());
        ASSERT_FALSE(layout.legend.empty());
        EXPECT_EQ(layout.legend.back().segment, 0u) << "the largest stands last, at the foot of the bar";
        for (const ChartLegendEntry &entry : layout.legend) {
            EXPECT_LE(entry.box.bottom(), size.height());
            EXPECT_LE(entry.box.right(), size.width());
        }
        const bool saysMore = std::any_of(layout.texts.begin(), layout.texts.end(), [&](const ChartText &text) {
            return text.text == QStringLiteral("%1 more").arg(24 - layout.legend.size());
        });
        EXPECT_EQ(saysMore, layout.legend.size() < 24) << size.width();
    }
}

TEST_F(StageChartTest, aHeadingOfTheLegendStandsAboveItsFirstPart)
{
    RunMaker maker;
    for (int i = 0; i < 12; ++i)
        maker.kernel("7", i * 1'000'000, (i + 1) * 10'000, "kernel_" + std::to_string(i));
    open(maker.finish());
    ChartOptions options;
    options.level = ChartLevel::Kernels;
    options.threshold = 0;
    ChartData chart = data(options);
    ASSERT_EQ(chart.segments.size(), 12u);
    for (size_t i = 0; i < chart.segments.size(); ++i)
        chart.segments[i].group = QStringLiteral("group %1").arg(i / 2);
    int headings = 0;
    for (int height = 160; height < 460; height += 9) {
        const ChartLayout layout = chartLayout(chart, QSizeF(1600, height), QFont());
        for (const ChartText &text : layout.texts)
            if (text.text.startsWith(QLatin1String("group "))) {
                ++headings;
                EXPECT_TRUE(std::any_of(layout.legend.begin(), layout.legend.end(),
                                        [&](const ChartLegendEntry &entry) {
                                            return QLineF(entry.box.topLeft(), text.box.bottomLeft()).length() < 1;
                                        }))
                    << text.text.toStdString() << " at height " << height;
            }
    }
    EXPECT_GT(headings, 60);
}

TEST_F(StageChartTest, aToolTipStaysWhileTheMouseRests)
{
    open(smallRun());
    StagesPanel panel(&controller);
    panel.resize(1000, 500);
    panel.show();
    StageChart &chart = *panel.chart();
    const QPoint at = chart.chartScene().layout().segment(chart.data(), 0, 0).center().toPoint();
    QHelpEvent event(QEvent::ToolTip, at, chart.viewport()->mapToGlobal(at));
    QApplication::sendEvent(chart.viewport(), &event);
    EXPECT_TRUE(QToolTip::text().contains(QLatin1String("instances"))) << QToolTip::text().toStdString();
    const QPoint beside(1, 1);
    QHelpEvent other(QEvent::ToolTip, beside, chart.viewport()->mapToGlobal(beside));
    QApplication::sendEvent(chart.viewport(), &other);
    EXPECT_TRUE(QTest::qWaitFor([] { return !QToolTip::isVisible(); }));
}

TEST_F(StageChartTest, ofTwoRunsTheTableTellsTheDifference)
{
    open(smallRun());
    RunMaker slower;
    slower.kernel("7", 0, 75'000, "gemm_a");
    open(slower.finish());
    PivotModel model;
    const test::ModelTester tester(&model);
    model.setData(data());
    const int difference = model.columnOf("difference_ns");
    ASSERT_GE(difference, 0);
    EXPECT_EQ(model.index(0, difference).data().toLongLong(), 15'000);
    EXPECT_EQ(model.index(model.rowCount() - 1, difference).data().toLongLong(), -25'000);
    controller.setShown(session.pane()->run(), false);
    model.setData(data());
    EXPECT_EQ(model.columnOf("difference_ns"), -1);
}

TEST_F(StageChartTest, aFileIsNeverReplacedUnlessAllowed)
{
    open(smallRun());
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    ASSERT_TRUE(exportChart(data(), {}, path, Existing::Refuse));
    EXPECT_FALSE(exportChart(data(), {}, path, Existing::Refuse));
    EXPECT_TRUE(exportChart(data(), {}, path, Existing::Replace));
    EXPECT_FALSE(exportChart(data(), {}, folder.filePath(QStringLiteral("chart.doc")), Existing::Refuse));
}

} // namespace
