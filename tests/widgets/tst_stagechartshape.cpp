// The look of the chart: texts, legend, tool tips, labels of runs, and the table next to it.

#include "tests/widgets/stagecharttest.h"
#include "widgets/stages/pivotpane.h"

#include <QHeaderView>
#include <QToolButton>

using namespace ws;
using namespace ws::test::chart;
using test::RunMaker;

namespace {

TEST_F(StageChartTest, theTableEndsWithTheTotal)
{
    open(chartRun());
    PivotModel model;
    const test::ModelTester tester(&model);
    model.setData(data());
    const int last = model.rowCount() - 1;
    EXPECT_EQ(model.index(last, PivotModel::Label).data().toString(), QLatin1String("Total"));
    EXPECT_EQ(model.index(last, PivotModel::FirstBar).data().toLongLong(), 100'000);
}

TEST_F(StageChartTest, textsStandOnlyInSegmentsThatAreHighEnough)
{
    open(chartRun());
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
    open(chartRun());
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
    open(chartRun());
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
    open(chartRun());
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
    const auto stands = [&layout](const char *text, const QRectF &beside) {
        for (const ChartText &shown : layout.texts)
            if (shown.text.startsWith(QString::fromUtf8(text)))
                return shown.box.center().y() > beside.top() && shown.box.center().y() < beside.bottom() &&
                       shown.box.left() > beside.right() && shown.box.left() < beside.right() + 10;
        return false;
    };
    EXPECT_TRUE(stands("+30.0 (+50.0 %)", layout.segment(two, segmentNamed(two, "linear"), 1)));
    EXPECT_TRUE(stands("0 (0.0 %)", layout.segment(two, segmentNamed(two, "attention"), 1)));
    EXPECT_TRUE(stands("−10.0", layout.segment(two, segmentNamed(two, "other"), 0))) << "where it was";
    EXPECT_TRUE(stands("+20.0", layout.bar(two, 1).adjusted(0, -30, 0, 0)));
    EXPECT_TRUE(two.describe(segmentNamed(two, "linear"), 1).contains(QStringLiteral("+30.0 (+50.0 %)")));
    options.hidden = {{"linear", {}, {}}};
    const ChartData without = data(options);
    EXPECT_TRUE(without.change(segmentNamed(without, "linear")).isEmpty());
    const RunPtr second = session.pane()->run();
    controller.setTotal(second, {NonGpu::Given, 250'000});
    EXPECT_TRUE(data().change(SIZE_MAX).isEmpty()) << "one total has time without GPU work in it, the other not";
}

TEST_F(StageChartTest, ofManyChangesTheLargestHaveTheirNumbersBesideTheirSegments)
{
    for (const int run : {0, 1}) {
        RunMaker maker;
        for (int i = 0; i < 24; ++i) { // every second one changes much
            const int64_t duration = 1'000'000 + (run && i % 2 ? i * 100'000 : run * 20'000);
            maker.kernel("7", i * 10'000'000, duration, "kernel_" + std::to_string(i));
        }
        open(maker.finish());
    }
    ChartOptions options;
    options.level = ChartLevel::Kernels;
    options.threshold = 0;
    const ChartData two = data(options);
    const ChartLayout layout = chartLayout(two, {900, 300}, QFont());
    const auto isChange = [&two](const ChartText &shown, size_t segment) {
        return shown.text == two.change(segment) || shown.text == two.change(segment, true);
    };
    size_t found = 0;
    for (size_t segment = 0; segment < two.segments.size(); ++segment) {
        const double changed = two.height(segment, 1) - two.height(segment, 0);
        for (const ChartText &shown : layout.texts)
            if (changed > 1 && isChange(shown, segment)) {
                const QRectF box = layout.segment(two, segment, 1);
                EXPECT_LT(shown.box.top(), box.bottom());
                EXPECT_GT(shown.box.bottom(), box.top());
                ++found;
            }
    }
    EXPECT_GE(found, 4u);
    const auto largest = std::ranges::max_element(
        two.segments, {}, [](const ChartSegment &segment) { return std::abs(segment.ns[1] - segment.ns[0]); });
    const auto at = static_cast<size_t>(largest - two.segments.begin());
    EXPECT_TRUE(std::ranges::any_of(layout.texts, [&](const ChartText &shown) { return isChange(shown, at); }));
}

TEST_F(StageChartTest, namesBelowBarsThatBeginAlikeKeepWhereTheyDiffer)
{
    open(chartRun());
    open(chartRun());
    ChartData two = data();
    two.bars[0].label = QStringLiteral("trace_of_a_model_h100_eager.json.gz");
    two.bars[1].label = QStringLiteral("trace_of_a_model_h100_compiled.json.gz");
    const ChartLayout layout = chartLayout(two, {420, 300}, QFont());
    QStringList names;
    for (const ChartText &text : layout.texts)
        if (text.box.top() > layout.plot.bottom())
            names << text.text;
    ASSERT_EQ(names.size(), 2);
    EXPECT_TRUE(names[0].startsWith(QStringLiteral("…eager"))) << names[0].toStdString();
    EXPECT_TRUE(names[1].startsWith(QStringLiteral("…compiled"))) << names[1].toStdString();
    for (ChartBar &bar : two.bars) { // one table of two files
        bar.label.prepend(QStringLiteral("a "));
        bar.shortLabel = QStringLiteral("cuda_gpu_kern_sum");
    }
    for (const ChartText &text : chartLayout(two, {420, 300}, QFont()).texts)
        EXPECT_NE(text.text, QStringLiteral("cuda_gpu_kern_sum"));
}

TEST_F(StageChartTest, theHeadOfTheNamesSaysWhatTheyAre)
{
    open(chartRun());
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
    open(chartRun());
    const RunPtr first = session.pane()->run();
    open(chartRun());
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
    open(chartRun());
    StageMapping other = controller.document()->draft();
    other.engine = "zzz";
    controller.setOwnMapping(session.pane()->run(), other);
    open(chartRun());
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
    int headings = 0, columns = 0;
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
        for (const ChartLegendEntry &entry : layout.legend)
            if (entry.swatch.left() > entry.box.left()) { // a part of a heading
                ++columns;
                EXPECT_TRUE(std::ranges::any_of(layout.texts,
                                                [&](const ChartText &text) {
                                                    return text.text == chart.segments[entry.segment].group &&
                                                           text.box.left() == entry.box.left() &&
                                                           text.box.bottom() <= entry.box.top() + 1;
                                                }))
                    << "its heading stands in its column, height " << height;
            }
    }
    EXPECT_GT(headings, 60);
    EXPECT_GT(columns, 60);
}

TEST_F(StageChartTest, aToolTipStaysWhileTheMouseRests)
{
    open(chartRun());
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
    open(chartRun());
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
    for (const ChartBar &bar : data().bars)
        EXPECT_GE(model.columnOf((bar.label.toStdString() + " (ns)").c_str()), 0) << "the unit of a CSV's numbers";
    controller.setShown(session.pane()->run(), false);
    model.setData(data());
    EXPECT_EQ(model.columnOf("difference_ns"), -1);
}

TEST_F(StageChartTest, columnsOfTheTableHaveRoomForTheirNumbers)
{
    open(chartRun());
    open(chartRun());
    ChartData two = data();
    for (ChartSegment &segment : two.segments)
        segment.ns = {987'654'321'987'654, 0};
    two.bars[0].wholeNs = 987'654'321'987'654;
    two.unit = TimeUnit::Microseconds;
    PivotPane pane;
    pane.resize(700, 300);
    pane.show();
    pane.setData(two);
    const QAbstractItemView *cells = pane.view();
    for (int column = PivotModel::FirstBar; column < pane.model()->columnCount(); ++column)
        EXPECT_GE(pane.view()->columnWidth(column), cells->sizeHintForColumn(column)) << column;
    pane.resize(300, 300);
    pane.resize(1'200, 300);
    for (int column = PivotModel::FirstBar; column < pane.model()->columnCount(); ++column)
        EXPECT_GE(pane.view()->columnWidth(column), pane.view()->horizontalHeader()->sectionSizeHint(column)) << column;
}

TEST_F(StageChartTest, unitsStandBelowTheTitlesOnlyWhereTheTableIsNarrow)
{
    open(chartRun());
    PivotPane pane;
    pane.resize(900, 300);
    pane.show();
    pane.setData(data());
    const QHeaderView *header = pane.view()->horizontalHeader();
    const int low = header->height();
    pane.resize(260, 300);
    EXPECT_GT(header->height(), low);
    pane.resize(900, 300);
    EXPECT_EQ(header->height(), low);
    for (int column = PivotModel::FirstBar; column < pane.model()->columnCount(); ++column)
        EXPECT_GE(pane.view()->columnWidth(column), header->sectionSizeHint(column)) << column;
}

TEST_F(StageChartTest, itsControlsStandInOneLineOfASmallWindow)
{
    open(chartRun());
    StagesPanel panel(&controller);
    panel.resize(800, 300);
    panel.show();
    int lowest = 0;
    for (const auto *button : panel.findChildren<QToolButton *>())
        if (button->isVisible() && button->mapTo(&panel, QPoint()).y() < panel.chart()->mapTo(&panel, QPoint()).y())
            lowest = std::max(lowest, button->mapTo(&panel, QPoint()).y());
    EXPECT_LT(lowest, 20);
}

TEST_F(StageChartTest, aFileIsNeverReplacedUnlessAllowed)
{
    open(chartRun());
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    ASSERT_TRUE(exportChart(data(), {}, path, Existing::Refuse));
    EXPECT_FALSE(exportChart(data(), {}, path, Existing::Refuse));
    EXPECT_TRUE(exportChart(data(), {}, path, Existing::Replace));
    EXPECT_FALSE(exportChart(data(), {}, folder.filePath(QStringLiteral("chart.doc")), Existing::Refuse));
}

} // namespace
