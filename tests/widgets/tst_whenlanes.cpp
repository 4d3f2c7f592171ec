#include "tests/support/support.h"
#include "widgets/timeline/marks.h"
#include "widgets/timeline/whenlanes.h"

#include <gtest/gtest.h>

#include <random>

namespace ws {
namespace {

/// Gaps of one device, (start, duration, cause).
std::shared_ptr<const Gaps> gapsOf(const std::vector<std::tuple<int64_t, int64_t, GapCause>> &gaps)
{
    auto result = std::make_shared<Gaps>();
    result->devices.resize(1);
    for (const auto &[start, duration, cause] : gaps)
        result->gaps.push_back({start, duration, 0, 0, cause, {}});
    return result;
}

WhenLanes lanesOf(const std::vector<std::tuple<int64_t, int64_t, GapCause>> &gaps)
{
    return WhenLanes(nullptr, nullptr, gapsOf(gaps));
}

TEST(WhenLanes, aWideGapIsABoxInTheColourOfItsCause)
{
    const WhenLanes lanes = lanesOf({{100, 200, GapCause::Late}, {600, 300, GapCause::Blocking}});
    const auto marks = lanes.gapMarks(0, TimeScale({0, 1000}, 100));
    ASSERT_EQ(marks.size(), 2U);
    EXPECT_EQ(marks[0].x, 10);
    EXPECT_EQ(marks[0].width, 20);
    EXPECT_EQ(marks[0].category, static_cast<uint16_t>(GapCause::Late));
    EXPECT_EQ(marks[0].index, 0U);
    EXPECT_EQ(marks[1].category, static_cast<uint16_t>(GapCause::Blocking));
}

TEST(WhenLanes, gapsInOnePixelAreAColumnOfTheirShareAndTheLargestCause)
{
    const WhenLanes lanes =
        lanesOf({{100, 20, GapCause::Late}, {130, 10, GapCause::Before}, {150, 20, GapCause::Before}});
    const TimeScale scale({0, 10'000}, 100);
    const auto marks = lanes.gapMarks(0, scale);
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_EQ(marks[0].x, 1);
    EXPECT_EQ(marks[0].index, mergedMark);
    EXPECT_EQ(marks[0].category, static_cast<uint16_t>(GapCause::Before));
    EXPECT_EQ(marks[0].fill, 127) << "half of the pixel";
    const WhenLanes::Column column = lanes.columnAt(0, scale, 1.5);
    EXPECT_EQ(column.count, 3U);
    EXPECT_EQ(column.byCause, (IdleByCause{0, 20, 30, 0}));
    EXPECT_EQ(column.longest->startNs, 100);
    EXPECT_EQ(lanes.columnAt(0, scale, 2.5).count, 0U);
}

TEST(WhenLanes, aGapAcrossTwoPixelsIsSharedOutBetweenThem)
{
    const WhenLanes lanes = lanesOf({{180, 40, GapCause::Late}});
    const auto marks = lanes.gapMarks(0, TimeScale({0, 10'000}, 100));
    ASSERT_EQ(marks.size(), 2U);
    EXPECT_EQ(marks[0].fill, 50); // 20 of 100 ns
    EXPECT_EQ(marks[1].x, 2);
    EXPECT_EQ(marks[1].fill, 50);
}

TEST(WhenLanes, whereTheDeviceWorksThereIsNoGap)
{
    const WhenLanes lanes = lanesOf({{100, 200, GapCause::Late}});
    EXPECT_EQ(lanes.gapAt(0, 99), nullptr);
    EXPECT_NE(lanes.gapAt(0, 100), nullptr);
    EXPECT_NE(lanes.gapAt(0, 299), nullptr);
    EXPECT_EQ(lanes.gapAt(0, 300), nullptr);
    EXPECT_EQ(lanes.gapAt(1, 100), nullptr) << "no such device";
    EXPECT_TRUE(lanes.gapMarks(1, TimeScale({0, 1000}, 100)).empty());
}

/// The marks add up to the idle time at every zoom.
TEST(WhenLanes, theRowIsTrueAtEveryZoom)
{
    std::mt19937 random(7);
    const auto upTo = [&](int64_t n) { return static_cast<int64_t>(random() % static_cast<uint64_t>(n)); };
    for (int round = 0; round < 200; ++round) {
        std::vector<std::tuple<int64_t, int64_t, GapCause>> all;
        int64_t at = upTo(50);
        for (int i = 0; i < 300; ++i) {
            const int64_t length = 1 + (upTo(20) ? upTo(60) : upTo(5'000));
            all.emplace_back(at, length, GapCause(upTo(4)));
            at += length + 1 + upTo(100);
        }
        const WhenLanes lanes = lanesOf(all);
        const int64_t begin = upTo(at / 2), length = 200 + upTo(at / 2);
        const TimeScale scale({begin, begin + length}, 100 + int(upTo(1'500)));
        int free = 0;
        for (const Mark &mark : lanes.gapMarks(0, scale)) {
            ASSERT_GE(mark.x, free) << "marks overlap";
            free = mark.x + mark.width;
            ASSERT_LE(free, scale.width());
            if (mark.width > 1) {
                const auto &[start, duration, cause] = all[mark.index];
                EXPECT_EQ(mark.category, static_cast<uint16_t>(cause));
                EXPECT_EQ(free, std::min(scale.pixelAt(start + duration), scale.width()));
                continue;
            }
            const int64_t from = scale.pixelBegin(mark.x), to = std::max(from + 1, scale.pixelBegin(mark.x + 1));
            int64_t idle = 0;
            for (const auto &[start, duration, cause] : all)
                idle += std::max<int64_t>(0, std::min(to, start + duration) - std::max(from, start));
            const double share = double(idle) / double(to - from);
            if (mark.fill < 255) {
                EXPECT_NEAR(mark.fill, std::clamp(share * 254, 1.0, 254.0), 1.0);
            }
        }
        for (const auto &[start, duration, cause] : all) { // and none is left out
            const int pixel = scale.pixelAt(start);
            if (start < begin || start >= begin + length)
                continue;
            const auto marks = lanes.gapMarks(0, scale);
            EXPECT_TRUE(std::any_of(marks.begin(), marks.end(),
                                    [&](const Mark &m) { return m.x <= pixel && pixel < m.x + m.width; }) ||
                        pixel >= scale.width())
                << start << ' ' << duration;
        }
    }
}

std::shared_ptr<const Run> runWithSteps()
{
    return test::runFromJson(R"json({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_4(4)","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":10,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":500,"dur":50,"args":{"correlation":1,"device":0,"stream":7}},
{"ph":"X","cat":"user_annotation","name":"execute_context_0(0)_generation_4(4)","pid":1,"tid":1,"ts":200,"dur":100}
]})json")
        .run;
}

TEST(WhenLanes, stepsStandWhereTheCpuIsAndWhereTheirWorkRuns)
{
    const auto run = runWithSteps();
    const auto steps = std::make_shared<const Steps>(*findSteps(*run));
    ASSERT_EQ(steps->steps.size(), 2U);
    const WhenLanes lanes(run, steps, nullptr);
    const TimeScale scale({0, 1'000'000}, 1'000);
    const auto cpu = lanes.stepMarks(StepsRow::Cpu, scale), gpu = lanes.stepMarks(StepsRow::Gpu, scale);
    ASSERT_EQ(cpu.size(), 2U);
    EXPECT_EQ(cpu[1].x, 200);
    EXPECT_EQ(cpu[1].width, 100);
    ASSERT_EQ(gpu.size(), 1U) << "the second step has no work";
    EXPECT_EQ(gpu[0].x, 500);
    EXPECT_EQ(lanes.stepAt(StepsRow::Gpu, scale, 520), 0U);
    EXPECT_EQ(lanes.stepAt(StepsRow::Gpu, scale, 600), noStep);
    EXPECT_EQ(lanes.stepAt(StepsRow::Cpu, scale, 250), 1U);
}

} // namespace
} // namespace ws
