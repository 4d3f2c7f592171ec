#include "stagefixture.h"

#include "core/analysis/stages/rangesums.h"

#include <gtest/gtest.h>

#include <random>

using namespace ws;
using namespace ws::test;

namespace {

void expectEqual(const NameSums &a, const NameSums &b)
{
    ASSERT_EQ(a.names.size(), b.names.size());
    EXPECT_EQ(a.sweep, b.sweep);
    EXPECT_EQ(a.anyBusyNs, b.anyBusyNs);
    const auto expectSame = [](const NameSum &x, const NameSum &y) {
        EXPECT_EQ(x.count, y.count);
        EXPECT_EQ(x.totalNs, y.totalNs);
        EXPECT_EQ(x.elapsedNs, y.elapsedNs);
    };
    expectSame(a.all, b.all);
    for (size_t i = 0; i < a.names.size(); ++i)
        expectSame(a.names[i], b.names[i]);
}

/// Times are few, so that many starts and ends are equal; some activities outlast whole blocks.
StageFixture randomRun(std::mt19937 &random, int devices, int names)
{
    std::vector<Activity> activities;
    for (size_t k = random() % 400; k > 0; --k) {
        int64_t duration = static_cast<int64_t>(random() % 6);
        if (random() % 50 == 0)
            duration = static_cast<int64_t>(random() % 300);
        activities.push_back({static_cast<int64_t>(random() % 500), duration,
                              std::string(1, static_cast<char>('a' + static_cast<int>(random()) % names)),
                              static_cast<uint16_t>(random() % static_cast<unsigned>(devices))});
    }
    return StageFixture(activities);
}

void expectEveryRangeAgrees(int devices, int names, Sweep sweep)
{
    std::mt19937 random(static_cast<unsigned>(devices * 10 + names));
    for (int round = 0; round < 40; ++round) {
        const StageFixture run = randomRun(random, devices, names);
        const auto ranges = RangeSums::make(run.gpu, run.names, sweep, nullptr, 1);
        expectEqual(ranges->of({}), run.sums(sweep));
        for (int k = 0; k < 200; ++k) {
            const auto begin = static_cast<int64_t>(random() % 560) - 30;
            const TimeRange range{begin, begin + static_cast<int64_t>(random() % (k % 2 ? 20 : 560))};
            expectEqual(ranges->of(range), run.sums(sweep, range));
            if (testing::Test::HasFailure())
                FAIL() << "range " << range.begin << " to " << range.end;
        }
    }
}

} // namespace

TEST(RangeSums, agreeWithOnePassOverTheRange)
{
    expectEveryRangeAgrees(1, 1, Sweep::Whole); // blocks of eight
    expectEveryRangeAgrees(1, 3, Sweep::Whole);
}

TEST(RangeSums, agreeOnSeveralDevicesWithEitherSweep)
{
    expectEveryRangeAgrees(2, 1, Sweep::Whole);
    expectEveryRangeAgrees(2, 1, Sweep::Device);
    expectEveryRangeAgrees(4, 2, Sweep::Device);
}

TEST(RangeSums, ofNothingAreNothing)
{
    const StageFixture run{{}};
    const auto ranges = RangeSums::make(run.gpu, run.names, Sweep::Whole);
    EXPECT_EQ(ranges->of({}).all.count, 0u);
    EXPECT_EQ(ranges->of(TimeRange{0, 10}).all.count, 0u);
}

TEST(RangeSums, takeLittleMemory)
{
    std::vector<Activity> activities;
    for (int i = 0; i < 20'000; ++i)
        activities.push_back({i * 10, 5, "name " + std::to_string(i % 5000)});
    const StageFixture run(activities);
    const auto ranges = RangeSums::make(run.gpu, run.names, Sweep::Whole, nullptr, 1);
    EXPECT_LE(ranges->memoryBytes(), activities.size() * 7); // one block, 24 bytes for each of 5,000 names
    expectEqual(ranges->of(TimeRange{5, 150'000}), run.sums(Sweep::Whole, TimeRange{5, 150'000}));
}

TEST(RangeSums, cancellingGivesNothing)
{
    const StageFixture run{{{0, 10, "a"}}};
    Progress progress;
    progress.cancel();
    EXPECT_EQ(RangeSums::make(run.gpu, run.names, Sweep::Whole, &progress), nullptr);
}
