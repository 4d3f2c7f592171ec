// The look of the chart: texts, legend, tool tips, labels of runs, and the table next to it.

#include "tests/widgets/stagecharttest.h"

using namespace ws;
using namespace ws::test::chart;
using test::RunMaker;

namespace {

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
            EXPECT_EQ(any, box.height() >= minTextHeight) << chart.segments[i].label.toStdString() << " at " << height;
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

/// The picture's parsed content; an empty string: not valid.
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

TEST_F(StageChartTest, twoRunsShowWhatChangesFromOneToTheOther)
{
    open(smallRun());
    EXPECT_FALSE(data().isPair());
    EXPECT_TRUE(data().change(0).isEmpty());
    RunMaker maker; // gemm 90 µs in place of 60, no copy
    maker.kernel("7", 0, 90'000, "gemm_a");
    maker.kernel("7", 90'000, 20'000, "attn_fwd");
    maker.kernel("7", 130'000, 10'000, "attn_bwd");
    open(maker.finish());
    ChartOptions options;
    options.level = ChartLevel::Stages;
    const ChartData two = data(options);
    ASSERT_TRUE(two.isPair());
    EXPECT_EQ(two.change(segmentNamed(two, "linear")), QStringLiteral("+30.0 (+50.0 %)"));
    EXPECT_EQ(two.change(segmentNamed(two, "attention")), QStringLiteral("0 (0.0 %)"));
    EXPECT_EQ(two.change(segmentNamed(two, "other")), QStringLiteral("−10.0 (−100.0 %)"));
    const QString picture = textOfSvg(chartSvg(two, {}));
    EXPECT_TRUE(picture.contains(QStringLiteral("+30.0 (+50.0 %)"))) << picture.toStdString();
    EXPECT_TRUE(picture.contains(QStringLiteral("−10.0 (−100.0 %)"))) << "it has no bar left, and changes much";
    const ChartLayout layout = chartLayout(two, {900, 600}, QFont());
    std::vector<double> middles; // of what changed, from the bottom up
    for (const char *text : {"+30.0 (+50.0 %)", "0 (0.0 %)", "−10.0", "+20.0"})
        for (const ChartText &shown : layout.texts)
            if (shown.text.startsWith(QString::fromUtf8(text)))
                middles.push_back(shown.box.center().y());
    ASSERT_EQ(middles.size(), 4u);
    EXPECT_TRUE(std::is_sorted(middles.rbegin(), middles.rend()));
    EXPECT_GT(middles.back(), layout.bar(two, 1).top() - 30);
    EXPECT_LT(middles.front(), layout.plot.bottom());
    EXPECT_TRUE(two.describe(segmentNamed(two, "linear"), 1).contains(QStringLiteral("+30.0 (+50.0 %)")));
    options.hidden = {{"linear", {}, {}}};
    const ChartData without = data(options);
    EXPECT_TRUE(without.change(segmentNamed(without, "linear")).isEmpty());
    const RunPtr second = session.pane()->run();
    controller.setTotal(second, {NonGpu::Given, 250'000});
    EXPECT_TRUE(data().change(SIZE_MAX).isEmpty()) << "one total has time without GPU work in it, the other not";
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
        maker.run->info.stamp.path = QString::fromLatin1(path);
        return maker.finish();
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
