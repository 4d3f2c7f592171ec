// Walks over the slices of a row advance at any width of the window: times on the edge of a pixel are rounded to either
// side. A walk that does not advance shows as a test that does not end.

#include "tests/widgets/timelineruns.h"
#include "widgets/timeline/highlighthits.h"
#include "widgets/timeline/navigation.h"
#include "widgets/timeline/timeaxis.h"

#include <gtest/gtest.h>

#include <random>

using namespace ws;
using namespace ws::test;

namespace {

constexpr int narrowest = 300, widest = 4000; ///< device pixels of windows

/// Kernels of one stream: long and short ones, some of no length, some close together.
TimelineDataPtr randomKernels(std::mt19937 &random, int count)
{
    RunMaker maker;
    int64_t at = 0;
    for (int i = 0; i < count; ++i) {
        const int64_t scale = int64_t(1) << random() % 20;
        const int64_t duration = static_cast<int64_t>(random() % 3) * scale / 2;
        maker.kernel("7", at, duration, i % 5 ? "a" : "b");
        at += duration + (random() % 4 ? static_cast<int64_t>(random()) % scale : 0);
    }
    return maker.data();
}

/// The view of a slice after F.
TimeRange fittedTo(const Lane &lane, size_t slice)
{
    return withMargin({lane.start[slice], lane.start[slice] + std::max<int64_t>(50, lane.durationOf(slice))}, 0.2);
}

/// Every slice in view has a mark at its pixel, and the marks are in order.
void expectAllDrawn(const Lane &lane, const TimeScale &scale, const std::vector<Mark> &marks)
{
    std::vector<uint8_t> covered(static_cast<size_t>(scale.width()) + 1);
    int last = 0;
    for (const Mark &mark : marks) {
        ASSERT_GE(mark.x, last);
        ASSERT_LE(mark.x + mark.width, scale.width());
        std::fill_n(covered.begin() + mark.x, mark.width, uint8_t(1));
        last = mark.x;
    }
    covered.back() = 1; // slices that begin at the right edge of the view are invisible
    for (size_t i = 0; i < lane.size(); ++i) {
        if (lane.start[i] <= scale.range().begin || lane.start[i] >= scale.range().end)
            continue;
        const auto pixel = static_cast<size_t>(scale.pixelAt(lane.start[i]));
        ASSERT_TRUE(covered[pixel]) << "slice " << i << ", width " << scale.width();
    }
}

} // namespace

TEST(MarkWalks, aSliceOnTheEdgeOfAPixelDoesNotStopThem)
{
    RunMaker maker;
    maker.kernel("7", 0, 1000, "a");
    maker.kernel("7", 1'000'000, 1405, "a");
    maker.kernel("7", 3'000'000, 1000, "a");
    const auto data = maker.data();
    const Lane &lane = data->run->timeline.lanes[0];
    for (int width = narrowest; width <= widest; ++width) {
        const TimeScale scale(fittedTo(lane, 1), width);
        ASSERT_EQ(marksOfLane(*data, 0, scale).marks.size(), 1u) << width;
    }
}

TEST(MarkWalks, allSlicesOfAnyViewAreDrawnAtAnyWidth)
{
    std::mt19937 random(1);
    for (int width = narrowest; width <= widest; ++width) {
        const auto data = randomKernels(random, 60);
        const Lane &lane = data->run->timeline.lanes[0];
        for (const TimeRange range : {fittedTo(lane, random() % lane.size()), data->whole()}) {
            const TimeScale scale(range, width);
            ASSERT_NO_FATAL_FAILURE(expectAllDrawn(lane, scale, marksOfLane(*data, 0, scale).marks)) << width;
        }
    }
}

TEST(MarkWalks, allSlicesAreDrawnWhereIdleTimeIsLeftOut)
{
    std::mt19937 random(2);
    for (int width = narrowest; width <= widest; ++width) {
        const auto data = randomKernels(random, 60);
        const Lane &lane = data->run->timeline.lanes[0];
        const RowLayout layout = layoutRows(*data, {});
        const TimeAxis axis(idleStretches(*data, layout, {}, data->whole(), 1000));
        for (const TimeRange range : {fittedTo(lane, random() % lane.size()), data->whole()}) {
            const TimeScale scale = axis.scale(range, width);
            ASSERT_NO_FATAL_FAILURE(expectAllDrawn(lane, scale, marksOfLane(*data, 0, scale).marks)) << width;
        }
    }
}

TEST(MarkWalks, summariesAndBusyCurvesGetAheadToo)
{
    std::mt19937 random(3);
    const auto data = randomKernels(random, 20'000);
    ASSERT_FALSE(data->summaries[0].levels.empty());
    const Lane &lane = data->run->timeline.lanes[0];
    const size_t half = lane.size() / 2;
    LayoutRow heading;
    heading.kind = LayoutRow::Heading;
    heading.device = true;
    for (int width = narrowest; width <= widest; width += 7) {
        const TimeScale scale({lane.start[random() % half], lane.start[half + random() % half]}, width);
        int last = -1;
        for (const Mark &mark : marksOfLane(*data, 0, scale).marks) {
            ASSERT_GE(mark.x, last) << width;
            last = mark.x;
        }
        ASSERT_EQ(marksOf(*data, heading, scale).curve.size(), size_t(width));
    }
}

TEST(MarkWalks, aTimeLiesInThePixelThatBeginsAtOrBeforeIt)
{
    std::mt19937_64 random(4);
    for (int i = 0; i < 200'000; ++i) {
        const int width = narrowest + static_cast<int>(random() % (widest - narrowest));
        const int64_t begin = static_cast<int64_t>(random() % 1'000'000);
        const TimeScale scale({begin, begin + 50 + static_cast<int64_t>(random() % (uint64_t(1) << (random() % 50)))},
                              width);
        const int64_t ns = begin + static_cast<int64_t>(random() % uint64_t(scale.range().length()));
        const int pixel = scale.pixelAt(ns);
        ASSERT_LE(scale.pixelBegin(pixel), ns) << width << ' ' << scale.range().length();
        ASSERT_GT(scale.pixelBegin(pixel + 1), ns) << width << ' ' << scale.range().length();
    }
}

TEST(MarkWalks, aHighlightedSliceLightsTheColumnThatItIsIn)
{
    RunMaker maker;
    for (int i = 0; i < 4000; ++i) // 3.7 slices and 36.8 ns a pixel: edges lie between whole nanoseconds
        maker.kernel("7", i * 10, 5, i % 61 ? "a" : "wanted");
    const auto data = maker.data();
    const ws::Run &run = *data->run;
    const Lane &lane = run.timeline.lanes[0];
    const TimeScale scale({0, 40'000}, 1087);
    std::vector<uint8_t> highlight(run.strings.size());
    highlight[run.strings.find("wanted")] = 1;
    HighlightHits hits;
    hits.reset(highlight);
    LayoutRow row;
    RowMarks marks = marksOf(*data, row, scale);
    hits.expect(row);
    hits.apply(*data, row, scale, marks);
    std::vector<int> wanted, lit;
    for (size_t i = 0; i < lane.size(); i += 61)
        wanted.push_back(scale.pixelAt(lane.start[i]));
    for (const Mark &mark : marks.marks)
        if (run.text(mark.name) == "wanted")
            lit.push_back(mark.x);
    EXPECT_EQ(lit, wanted);
}
