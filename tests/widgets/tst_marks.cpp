#include "widgets/timeline/highlighthits.h"

#include "tests/widgets/timelineruns.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace ws;
using namespace ws::test;

namespace {

std::vector<Mark> marksOfFirstLane(const TimelineDataPtr &data, TimeRange range, int width)
{
    return marksOfLane(*data, 0, TimeScale(range, width)).marks;
}

} // namespace

TEST(Marks, wideSlicesBecomeBoxesAtTheirPixels)
{
    RunMaker maker;
    maker.kernel("7", 0, 100, "a");
    maker.kernel("7", 200, 300, "b");
    const auto data = maker.data();
    const auto marks = marksOfFirstLane(data, {0, 1000}, 1000);
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[0].x, 0);
    EXPECT_EQ(marks[0].width, 100);
    EXPECT_EQ(marks[1].x, 200);
    EXPECT_EQ(marks[1].width, 300);
    EXPECT_EQ(data->run->text(marks[1].name), "b");
    EXPECT_EQ(marks[1].index, 1u);
}

TEST(Marks, aBoxIsFreeUntilTheNextOneIsDrawnOverIt)
{
    const std::vector<Mark> marks{{0, 100}, {90, 60}, {150, 20}, {200, 10}};
    EXPECT_EQ(freeUntil(marks, 0), 90);
    EXPECT_EQ(freeUntil(marks, 1), 150);
    EXPECT_EQ(freeUntil(marks, 2), 170);
    EXPECT_EQ(freeUntil(marks, 3), 210);
}

TEST(Marks, slicesThatReachOutOfViewAreCut)
{
    RunMaker maker;
    maker.kernel("7", 0, 1000, "a");
    const auto marks = marksOfFirstLane(maker.data(), {400, 600}, 100);
    ASSERT_EQ(marks.size(), 1u);
    EXPECT_EQ(marks[0].x, 0);
    EXPECT_EQ(marks[0].width, 100);
    EXPECT_FALSE(marks[0].beginsHere);
}

TEST(Marks, narrowSlicesMergeIntoAColumnThatSaysHowBusyItIs)
{
    RunMaker maker;
    for (int i = 0; i < 5; ++i)
        maker.kernel("7", i * 20, 10, i == 3 ? "a" : "b");
    maker.kernel("7", 105, 11, "long");
    const auto data = maker.data();
    const auto marks = marksOfFirstLane(data, {0, 1000}, 10); // 100 ns a pixel
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[0].width, 1);
    EXPECT_EQ(marks[0].index, mergedMark);
    EXPECT_NEAR(marks[0].fill, 255 / 2, 1);
    EXPECT_EQ(marks[1].x, 1);
    EXPECT_EQ(marks[1].index, 5u); // alone in its pixel: still a slice
}

TEST(Marks, aColumnShowsWhatTookLongest)
{
    RunMaker maker;
    maker.kernel("7", 0, 5, "short");
    maker.kernel("7", 10, 30, "long");
    maker.kernel("7", 50, 5, "short");
    const auto data = maker.data();
    const auto marks = marksOfFirstLane(data, {0, 1000}, 10);
    ASSERT_EQ(marks.size(), 1u);
    EXPECT_EQ(data->run->text(marks[0].name), "long");
}

TEST(Marks, zeroLengthSlicesAreVisible)
{
    RunMaker maker;
    maker.kernel("7", 0, 100, "other");
    maker.kernel("7", 500, 0, "empty");
    maker.kernel("7", 1000, 0, "last");
    const auto marks = marksOfFirstLane(maker.data(), {0, 1000}, 100);
    ASSERT_EQ(marks.size(), 2u);
    EXPECT_EQ(marks[1].x, 50);
    EXPECT_GE(marks[1].fill, 1);
}

TEST(Marks, busyTimeIsTheSameWithAndWithoutSummaries)
{
    RunMaker maker;
    uint32_t seed = 1;
    int64_t at = 0, busy = 0;
    for (int i = 0; i < 200'000; ++i) {
        seed = seed * 1664525u + 1013904223u;
        const int64_t duration = 10 + (seed >> 24);
        maker.kernel("7", at, duration, i % 7 ? "a" : "b");
        busy += duration;
        at += duration + (seed >> 20) % 200 + (i % 5000 == 0 ? 100'000 : 0);
    }
    const auto data = maker.data();
    ASSERT_FALSE(data->summaries[0].levels.empty());
    for (int width : {50, 500, 1900, 16000}) {
        const TimeScale scale({0, at}, width);
        double pixels = 0;
        int lastX = -1;
        for (const Mark &mark : marksOfLane(*data, 0, scale).marks) {
            pixels += mark.width * (mark.fill / 255.0);
            EXPECT_GE(mark.x, lastX);
            lastX = mark.x;
        }
        EXPECT_NEAR(pixels * scale.nsPerPixel() / double(busy), 1, 0.01) << width;
    }
}

TEST(Marks, aMillionSlicesBecomeNoMoreBoxesThanPixels)
{
    RunMaker maker;
    for (int i = 0; i < 1'000'000; ++i)
        maker.kernel("7", i * 100, 50, "a");
    const auto data = maker.data();
    const TimeScale scale({0, 100'000'000}, 1000);
    EXPECT_LE(marksOfLane(*data, 0, scale).marks.size(), 1000u);
}

TEST(Marks, mutuallyOverlappingSlicesYieldNoMoreBoxesThanPixels)
{
    RunMaker maker;
    for (int i = 0; i < 40'000; ++i)
        maker.kernel("7", i, 1'000'000, "a");
    const auto data = maker.data();
    const TimeScale scale({0, 1'040'000}, 1920);
    size_t max = 0;
    for (uint32_t lane = 0; lane < data->run->timeline.lanes.size(); ++lane)
        max = std::max(max, marksOfLane(*data, lane, scale).marks.size());
    EXPECT_LE(max, 1920u);
    EXPECT_GE(data->run->timeline.lanes.size(), 1024u);
}

TEST(Marks, foldedThreadsLeaveOutPythonAndKeepModules)
{
    RunMaker maker;
    maker.python("1", 0, 1000, "main.py(1): main");
    maker.python("1", 10, 900, "nn.Module: Linear_0");
    maker.python("1", 20, 800, "linear.py(5): forward");
    maker.op("1", 100, 300, "aten::linear");
    maker.op("1", 150, 100, "aten::mm");
    const auto data = maker.data();
    ASSERT_TRUE(data->folded[0].hasPython);
    ASSERT_EQ(data->folded[0].lanes.size(), 3u);
    const Timeline &timeline = data->run->timeline;
    EXPECT_EQ(data->run->text(timeline.name(data->folded[0].lanes[0].refs[0])), "nn.Module: Linear_0");
    EXPECT_EQ(data->run->text(timeline.name(data->folded[0].lanes[2].refs[0])), "aten::mm");
}

TEST(Marks, countersKeepTheirExtremesInEachPixel)
{
    RunMaker maker;
    const StringId pid = maker.id("10"), name = maker.id("memory");
    maker.builder.addCounter(0, pid, name, 0, 10);
    for (int i = 0; i < 100; ++i)
        maker.builder.addCounter(500 + i, pid, name, 0, i == 50 ? 100 : 20);
    maker.builder.addCounter(1000, pid, name, 0, 0);
    const auto data = maker.data();
    LayoutRow row;
    row.kind = LayoutRow::Counter;
    const auto curve = marksOf(*data, row, TimeScale({0, 1000}, 10)).curve;
    ASSERT_EQ(curve.size(), 10u);
    EXPECT_FLOAT_EQ(curve[1].high, 0.1f);
    EXPECT_FLOAT_EQ(curve[5].high, 1.0f);
    EXPECT_FLOAT_EQ(curve[5].low, 0.1f);
    EXPECT_FLOAT_EQ(curve[7].high, 0.2f);
}

TEST(Marks, deviceBusyIsTheUnionOfItsStreams)
{
    RunMaker maker;
    maker.kernel("7", 0, 400, "a");
    maker.kernel("20", 200, 400, "b");
    maker.kernel("7", 800, 100, "c");
    const auto data = maker.data();
    ASSERT_EQ(data->devices.size(), 1u);
    EXPECT_EQ(data->devices[0].start, (std::vector<int64_t>{0, 800}));
    EXPECT_EQ(data->devices[0].end, (std::vector<int64_t>{600, 900}));
    EXPECT_EQ(data->gpuExtent, (TimeRange{0, 900}));
}

TEST(Marks, theSliceUnderTheMouseIsFoundAlsoNextToIt)
{
    RunMaker maker;
    maker.kernel("7", 0, 100, "a");
    maker.kernel("7", 300, 1, "thin");
    const auto data = maker.data();
    LayoutRow row;
    const TimeScale scale({0, 1000}, 1000);
    EXPECT_EQ(sliceAt(*data, row, scale, 50), (EventRef{0, 0}));
    EXPECT_EQ(sliceAt(*data, row, scale, 299), (EventRef{0, 1}));
    EXPECT_FALSE(sliceAt(*data, row, scale, 200).valid());
}

TEST(Marks, highlightedSlicesWinTheirColumn)
{
    RunMaker maker;
    for (int i = 0; i < 1000; ++i)
        maker.kernel("7", i * 100, i == 500 ? 10 : 50, i == 500 ? "wanted" : "a");
    const auto data = maker.data();
    const ws::Run &run = *data->run;
    const TimeScale scale({0, 100'000}, 100);
    LayoutRow row;
    RowMarks marks = marksOf(*data, row, scale);
    std::vector<uint8_t> highlight(run.strings.size());
    highlight[run.strings.find("wanted")] = 1;
    HighlightHits hits;
    hits.reset(highlight);
    hits.expect(row);
    hits.apply(*data, row, scale, marks);
    for (const Mark &mark : marks.marks)
        EXPECT_EQ(run.text(mark.name) == "wanted", mark.x == 50);
}

TEST(Marks, onlyTheInstancesOfTheFocusStayLit)
{
    RunMaker maker;
    for (int i = 0; i < 1000; ++i)
        maker.kernel("7", i * 100, 50, "a");
    maker.kernel("7", 200'000, 20'000, "a");
    maker.kernel("7", 230'000, 20'000, "a");
    const auto data = maker.data();
    const ws::Run &run = *data->run;
    std::vector<uint32_t> rows(run.gpu.size());
    rows[500] = rows[1001] = 1;
    const auto set = std::make_shared<const ActivitySet>(*ActivitySet::ofRows(run, rows, {0, 1}));
    const TimeScale scale({0, 300'000}, 300);
    LayoutRow row;
    RowMarks marks = marksOf(*data, row, scale);
    HighlightHits hits;
    hits.reset({}, set);
    hits.expect(row);
    hits.apply(*data, row, scale, marks);
    for (const Mark &mark : marks.marks)
        EXPECT_EQ(mark.dimmed, mark.x != 50 && mark.x != 230) << mark.x;
    hits.reset({}, nullptr);
    EXPECT_FALSE(hits.isActive());
}

TEST(Marks, aModulesOwnCallsStayLitOnItsThreadFoldedOrNot)
{
    RunMaker maker;
    maker.python("1", 0, 1000, "main.py(1): main");
    for (int i = 0; i < 2; ++i) {
        maker.python("1", 100 + i * 400, 300, i ? "nn.Module: Norm_0" : "nn.Module: Linear_0");
        maker.op("1", 150 + i * 400, 100, "aten::mm");
    }
    maker.kernel("7", 0, 10, "gemm");
    const auto data = maker.data();
    const Timeline &timeline = data->run->timeline;
    const EventRef call = data->folded[0].lanes[0].refs[0];
    ASSERT_EQ(data->run->text(timeline.name(call)), "nn.Module: Linear_0");
    HighlightHits hits;
    hits.reset({}, std::make_shared<const ActivitySet>(
                       *ActivitySet::ofRows(*data->run, std::vector<uint32_t>{0}, {0}, std::vector{call})));
    const TimeScale scale({0, 1000}, 1000);
    const auto lit = [&](LayoutRow::Kind kind, uint32_t item) {
        LayoutRow row;
        row.kind = kind;
        row.track = 0;
        row.item = item;
        RowMarks marks = marksOf(*data, row, scale);
        hits.expect(row);
        hits.apply(*data, row, scale, marks);
        std::string text;
        for (const Mark &mark : marks.marks)
            text += mark.dimmed ? '0' : '1';
        return text;
    };
    EXPECT_EQ(lit(LayoutRow::Folded, 0), "10");
    EXPECT_EQ(lit(LayoutRow::Folded, 1), "10");
    EXPECT_EQ(lit(LayoutRow::Lane, timeline.tracks[0].firstLane), "0") << "what encloses it";
    EXPECT_EQ(lit(LayoutRow::Lane, call.lane), "10");
    EXPECT_EQ(lit(LayoutRow::Lane, call.lane + 1), "10");
}

TEST(Marks, theMainActivityLeavesOutAFarAwayOutlier)
{
    RunMaker maker;
    maker.kernel("7", 0, 10, "early");
    for (int i = 0; i < 1000; ++i)
        maker.kernel("7", 10'000'000 + i * 100, 90, "a");
    const auto data = maker.data();
    EXPECT_EQ(data->gpuExtent.begin, 0);
    EXPECT_GT(data->mainActivity.begin, 9'900'000);
    EXPECT_LE(data->mainActivity.begin, 10'000'000);
    EXPECT_EQ(data->mainActivity.end, data->gpuExtent.end);
}

TEST(Marks, theMainActivityKeepsAFewLongCopiesFarFromManyKernels)
{
    RunMaker maker;
    maker.kernel("7", 0, 150'000, "copy");
    maker.kernel("7", 200'000, 150'000, "copy");
    for (int i = 0; i < 1000; ++i)
        maker.kernel("7", 10'000'000 + i * 100, 90, "a");
    const auto data = maker.data();
    EXPECT_EQ(data->mainActivity, data->gpuExtent);
}

TEST(Marks, evenlySpreadActivityIsShownAsAWhole)
{
    RunMaker maker;
    for (int i = 0; i < 10; ++i)
        maker.kernel("7", i * 1'000'000, 10, "a");
    const auto data = maker.data();
    EXPECT_EQ(data->mainActivity, data->gpuExtent);
}

TEST(Marks, busySharesOfTracksCountOverlapOnce)
{
    RunMaker maker;
    maker.kernel("7", 0, 100, "a");
    maker.kernel("7", 50, 100, "b");
    maker.kernel("20", 900, 100, "c");
    const RunPtr run = maker.finish();
    const auto busy = busyOfTracks(*run, {0, 1000});
    EXPECT_FLOAT_EQ(busy[0], 0.15f);
    EXPECT_FLOAT_EQ(busy[1], 0.1f);
    EXPECT_FLOAT_EQ(busyOfTracks(*run, {100, 200})[0], 0.5f);
}
