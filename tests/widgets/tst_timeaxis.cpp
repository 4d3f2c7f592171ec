// The axis with idle time left out.
#include "widgets/timeline/marks.h"
#include "widgets/timeline/timeaxis.h"

#include "tests/widgets/timelineruns.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

constexpr int64_t ms = 1'000'000;

TimeAxis twoBreaks()
{
    return TimeAxis({{100 * ms, 1'100 * ms}, {1'200 * ms, 9'200 * ms}});
}

} // namespace

TEST(TimeAxis, breaksAreNarrowAndWorkSharesTheRest)
{
    const TimeRange all{0, 9'300 * ms};
    const TimeScale scale = twoBreaks().scale(all, 1000);
    EXPECT_DOUBLE_EQ(scale.x(0), 0);
    EXPECT_NEAR(scale.x(all.end), 1000, 1e-6);
    EXPECT_NEAR(scale.x(1'100 * ms) - scale.x(100 * ms), 10, 1e-6);
    EXPECT_NEAR(scale.x(9'200 * ms) - scale.x(1'200 * ms), 10, 1e-6);
    EXPECT_NEAR(scale.x(100 * ms), scale.x(1'200 * ms) - scale.x(1'100 * ms), 1e-6);
    EXPECT_EQ(scale.breakAt(scale.x(600 * ms)), (TimeRange{100 * ms, 1'100 * ms}));
    EXPECT_FALSE(scale.breakAt(scale.x(50 * ms)));
    EXPECT_EQ(twoBreaks().shownNs(all), 300 * ms);
}

TEST(TimeAxis, everyPixelMeansARealTimeAndBack)
{
    const TimeScale scale = twoBreaks().scale({50 * ms, 9'250 * ms}, 1000);
    int64_t before = INT64_MIN;
    for (int x = 0; x <= 1000; ++x) {
        const int64_t ns = scale.ns(x);
        EXPECT_GT(ns, before);
        EXPECT_NEAR(scale.x(ns), x, 0.01);
        EXPECT_GE(scale.x(scale.pixelBegin(x)), x - 1e-6);
        before = ns;
    }
}

TEST(TimeAxis, zoomingKeepsTheTimeUnderTheCursorAcrossBreaks)
{
    const TimeAxis axis = twoBreaks();
    const TimeRange all{0, 9'300 * ms};
    for (int64_t anchor : {10 * ms, 600 * ms, 1'150 * ms, 9'250 * ms}) {
        const TimeRange near = axis.zoomed(all, 3, anchor);
        EXPECT_NEAR(axis.scale(near, 1000).x(anchor), axis.scale(all, 1000).x(anchor), 0.01) << anchor;
        const TimeRange back = axis.zoomed(near, 1.0 / 3, anchor);
        EXPECT_NEAR(double(back.begin), double(all.begin), 100);
        EXPECT_NEAR(double(back.end), double(all.end), 100);
    }
}

TEST(TimeAxis, panningKeepsTheScaleAndPassesBreaks)
{
    const TimeAxis axis = twoBreaks();
    const TimeRange before{0, 90 * ms};
    const TimeRange after = axis.panned(before, 0.5);
    const TimeScale a = axis.scale(before, 1000), b = axis.scale(after, 1000);
    EXPECT_NEAR(b.pixelsPerNs() / a.pixelsPerNs(), 1, 1e-6);
    EXPECT_NEAR(b.x(60 * ms), a.x(60 * ms) - 500, 0.01);
    EXPECT_GT(after.end, 1'100 * ms) << "what lies behind the break comes into view";
    EXPECT_NEAR(double(axis.panned(after, -0.5).end), 90e6, 10);
}

TEST(TimeAxis, centringAndFittingWorkOnWhatIsShown)
{
    const TimeAxis axis = twoBreaks();
    const TimeRange limits{0, 9'300 * ms};
    const TimeRange middle = axis.centred({0, 80 * ms}, 1'150 * ms);
    EXPECT_NEAR(axis.scale(middle, 1000).x(1'150 * ms), 500, 0.01);
    const TimeRange right = axis.fitted(axis.panned({9'210 * ms, 9'290 * ms}, 0.5), limits);
    EXPECT_EQ(right.end, limits.end);
    EXPECT_NEAR(double(right.length()), 80e6, 10);
    EXPECT_EQ(axis.fitted({-5'000 * ms, 50'000 * ms}, limits), limits);
    EXPECT_EQ(axis.fitted({20, 30}, limits), ws::fitted({20, 30}, limits));
}

TEST(TimeAxis, aViewWithinABreakShowsItAsItIs)
{
    const TimeAxis axis = twoBreaks();
    const TimeRange inside{200 * ms, 300 * ms};
    EXPECT_TRUE(axis.scale(inside, 1000).pieces().empty());
    EXPECT_EQ(axis.shownNs(inside), 100 * ms);
    EXPECT_EQ(axis.zoomed(inside, 2, 250 * ms), ws::zoomed(inside, 2, 250 * ms));
}

TEST(TimeAxis, manyBreaksLeaveMostOfTheViewToWork)
{
    std::vector<TimeRange> breaks;
    for (int64_t i = 0; i < 5'000; ++i)
        breaks.push_back({i * 10 * ms + ms, i * 10 * ms + 9 * ms});
    const TimeAxis axis(std::move(breaks));
    const TimeScale scale = axis.scale({0, 50'000 * ms}, 1000);
    EXPECT_NEAR(double(axis.shownNs(scale.range())) * scale.pixelsPerNs(), 750, 1);
    EXPECT_NEAR(scale.x(50'000 * ms), 1000, 1e-3);
}

TEST(TimeAxis, ticksStandOnlyWhereTimeIsShown)
{
    const TimeScale scale = twoBreaks().scale({0, 9'300 * ms}, 1000);
    const Ticks ticks = ticksOf(scale, 90);
    EXPECT_LE(ticks.times.size(), 15u);
    for (int64_t t : ticks.times)
        EXPECT_TRUE(t <= 100 * ms || (t >= 1'100 * ms && t <= 1'200 * ms) || t >= 9'200 * ms) << t;
}

TEST(TimeAxis, boxesOnACollapsedAxisAreWhereTheScaleSays)
{
    RunMaker maker;
    for (int64_t i = 0; i < 5'000; ++i) // dense work on both sides of one second of nothing
        maker.kernel("7", i * 20'000 + (i >= 2'500 ? 1'000 * ms : 0), 15'000, "gemm");
    const TimelineDataPtr data = maker.data();
    const RowLayout layout = layoutRows(*data, {});
    const auto idle = idleStretches(*data, layout, {}, data->whole(), 10 * ms);
    ASSERT_EQ(idle.size(), 1u);
    EXPECT_EQ(idle[0], (TimeRange{2'499 * 20'000 + 15'000, 1'050 * ms}));
    const TimeAxis axis(idle);
    for (const TimeRange range : {data->whole(), TimeRange{49 * ms, 1'051 * ms}}) {
        const TimeScale scale = axis.scale(range, 1000);
        const auto marks = marksOfLane(*data, 0, scale).marks;
        ASSERT_FALSE(marks.empty());
        const double left = scale.x(idle[0].begin), right = scale.x(idle[0].end);
        int covered = 0;
        for (const Mark &mark : marks) {
            EXPECT_FALSE(mark.x > left && mark.x + mark.width < right) << "a box in the break";
            covered += mark.width;
        }
        EXPECT_GT(covered, 700);
        EXPECT_GE(marks.back().x + marks.back().width, 995);
    }
}

TEST(TimeAxis, idleIsWhatNoShownStreamWorks)
{
    RunMaker maker;
    maker.op("1", 0, 1'000 * ms, "aten::mm");
    maker.kernel("7", 0, 10 * ms, "a");
    maker.kernel("7", 100 * ms, 10 * ms, "a");
    maker.kernel("7", 990 * ms, 10 * ms, "a");
    maker.kernel("20", 40 * ms, 10 * ms, "b");
    maker.kernel("0", 500 * ms, 10 * ms, "c", 0, "1");
    const TimelineDataPtr data = maker.data();
    LayoutChoices choices;
    const auto idle = [&](int64_t min) {
        return idleStretches(*data, layoutRows(*data, choices), choices, data->whole(), min);
    };
    EXPECT_EQ(idle(20 * ms), (std::vector<TimeRange>{
                                 {10 * ms, 40 * ms}, {50 * ms, 100 * ms}, {110 * ms, 500 * ms}, {510 * ms, 990 * ms}}));
    EXPECT_EQ(idle(100 * ms).size(), 2u);
    for (uint32_t t = 0; t < data->run->timeline.tracks.size(); ++t)
        if (data->run->text(data->run->timeline.tracks[t].tid) == "20")
            choices.hidden.insert(SectionId{SectionId::Track, t}.key());
    EXPECT_EQ(idle(20 * ms).front(), (TimeRange{10 * ms, 100 * ms}));
}

TEST(TimeAxis, withoutGpuWorkEveryShownRowCounts)
{
    RunMaker maker;
    maker.op("1", 0, 10 * ms, "aten::mm");
    maker.op("1", 500 * ms, 10 * ms, "aten::mm");
    const TimelineDataPtr data = maker.data();
    EXPECT_EQ(idleStretches(*data, layoutRows(*data, {}), {}, data->whole(), ms),
              (std::vector<TimeRange>{{10 * ms, 500 * ms}}));
}
