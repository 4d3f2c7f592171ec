// Colours and groups of a chart's legend.

#include "tests/widgets/stagecharttest.h"

#include "core/analysis/stages/distinctcolours.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;
using namespace ws::test::chart;

namespace {

RunPtr manyKernels()
{
    RunMaker maker;
    for (int i = 0; i < 14; ++i)
        maker.kernel("7", i * 10'000, 9'000 - i * 100, "gemm_" + std::to_string(i));
    for (int i = 0; i < 6; ++i)
        maker.kernel("7", 200'000 + i * 10'000, 8'000 - i * 100, "copy_" + std::to_string(i));
    return maker.finish();
}

void expectToldApart(const ChartData &chart)
{
    for (size_t i = 0; i < chart.segments.size(); ++i) {
        const QRgb colour = chart.segments[i].colour;
        EXPECT_GE(colourDifference(colour, Palette(chart.dark).base), DistinctColours::least)
            << chart.segments[i].label.toStdString() << " looks like idle time";
        for (size_t k = 0; k < i; ++k)
            EXPECT_GE(colourDifference(colour, chart.segments[k].colour), DistinctColours::least)
                << chart.segments[i].label.toStdString() << " and " << chart.segments[k].label.toStdString();
    }
}

} // namespace

TEST_F(StageChartTest, everyEntryOfALegendHasAColourOfItsOwn)
{
    open(manyKernels());
    for (const ChartLevel level : {ChartLevel::Stages, ChartLevel::Substages, ChartLevel::Kernels})
        for (const bool dark : {false, true}) {
            ChartOptions options;
            options.level = level;
            options.dark = dark;
            options.max = 16;
            const ChartData chart = data(options);
            EXPECT_GE(chart.segments.size(), level == ChartLevel::Kernels ? 17u : 2u);
            expectToldApart(chart);
        }
}

TEST_F(StageChartTest, timeOutsideOfTheGpuIsClearlySeen)
{
    for (const bool dark : {false, true}) {
        const QRgb colour = dark ? nonGpuColour.dark : nonGpuColour.light;
        EXPECT_GE(Palette::contrast(colour, Palette(dark).base), 3) << "WCAG 2.1, 1.4.11";
    }
}

TEST_F(StageChartTest, aStageWithOnePartOfItsNameIsAGroupOfItsOwn)
{
    open(chartRun());
    ChartData chart = data();
    const auto partIn = [&](const char *group, const char *label) {
        ChartSegment segment = chart.segments[0];
        segment.group = QLatin1String(group);
        segment.label = QLatin1String(label);
        return segment;
    };
    chart.segments = {partIn("linear", "gemm"), partIn("linear", "split"), partIn("other", "other"),
                      partIn("conv", "conv"), partIn("conv", "layout")};
    const ChartLayout layout = chartLayout(chart, {900, 600}, QFont());
    const auto has = [&](const char *text) {
        return std::ranges::any_of(layout.texts, [&](const ChartText &t) { return t.text == QLatin1String(text); });
    };
    ASSERT_EQ(layout.legend.size(), 5u);
    std::map<size_t, double> left;
    for (const ChartLegendEntry &entry : layout.legend)
        left[entry.segment] = entry.swatch.left() - entry.box.left();
    EXPECT_TRUE(has("linear"));
    EXPECT_EQ(left[2], 0) << "other stands at the edge, not below a heading";
    EXPECT_GT(left[0], 0);
    EXPECT_GT(left[3], 0) << "conv has two parts, and so a heading";
}
