#include "stagefixture.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

using namespace ws;
using namespace ws::test;

namespace {

// The published definition in another way: every nanosecond in which something runs belongs to the first activity (by
// start, then by place in the file) that runs at that time and whose own part of it no earlier one covers.
std::map<std::string, int64_t> elapsedByNanosecond(const StageFixture &run)
{
    std::map<std::string, int64_t> elapsed;
    std::set<int64_t> taken;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        int64_t &mine = elapsed[std::string(run.pool->view(run.gpu.name[i]))];
        for (int64_t t = run.gpu.start[i]; t < run.gpu.end(i); ++t)
            mine += taken.insert(t).second;
    }
    return elapsed;
}

int64_t unionOf(const StageFixture &run)
{
    int64_t sum = 0;
    for (const auto &[name, ns] : elapsedByNanosecond(run))
        sum += ns;
    return sum;
}

} // namespace

TEST(StageBreakdown, partialOverlapCountsWhatReachesBeyond)
{
    const StageFixture run{{{0, 10, "a"}, {5, 10, "b"}, {6, 2, "c"}, {20, 5, "d"}, {25, 5, "e"}}};
    const NameSums sums = run.sums();
    EXPECT_EQ(run.sumOf(sums, "a").elapsedNs, 10);
    EXPECT_EQ(run.sumOf(sums, "b").elapsedNs, 5);
    EXPECT_EQ(run.sumOf(sums, "b").totalNs, 10);
    EXPECT_EQ(run.sumOf(sums, "c").elapsedNs, 0);
    EXPECT_EQ(run.sumOf(sums, "d").elapsedNs, 5);
    EXPECT_EQ(run.sumOf(sums, "e").elapsedNs, 5);
    EXPECT_EQ(sums.all.elapsedNs, 25);
    EXPECT_EQ(sums.anyBusyNs, 25);
}

TEST(StageBreakdown, ofEqualStartsTheFirstInTheFileGetsTheTime)
{
    const StageFixture run{{{0, 5, "short"}, {0, 9, "long"}, {0, 9, "same"}}};
    const NameSums sums = run.sums();
    EXPECT_EQ(run.sumOf(sums, "short").elapsedNs, 5);
    EXPECT_EQ(run.sumOf(sums, "long").elapsedNs, 4);
    EXPECT_EQ(run.sumOf(sums, "same").elapsedNs, 0);
}

TEST(StageBreakdown, agreesWithCountingNanoseconds)
{
    std::mt19937 random(3);
    for (int round = 0; round < 50; ++round) {
        std::vector<Activity> activities;
        for (size_t k = random() % 60; k > 0; --k)
            activities.push_back({static_cast<int64_t>(random() % 200), static_cast<int64_t>(random() % 20),
                                  std::string(1, static_cast<char>('a' + random() % 5))});
        const StageFixture run(activities);
        const NameSums sums = run.sums();
        for (const auto &[name, ns] : elapsedByNanosecond(run))
            EXPECT_EQ(run.sumOf(sums, name).elapsedNs, ns);
        EXPECT_EQ(sums.all.elapsedNs, unionOf(run));
    }
}

TEST(StageBreakdown, perDeviceEachDeviceCountsByItself)
{
    const StageFixture run{{{0, 10, "a", 0}, {0, 10, "b", 1}, {5, 10, "a", 1}}};
    EXPECT_EQ(defaultSweep(run.gpu), Sweep::Device);
    const NameSums device = run.sums(Sweep::Device);
    EXPECT_EQ(run.sumOf(device, "a").elapsedNs, 15);
    EXPECT_EQ(run.sumOf(device, "b").elapsedNs, 10);
    EXPECT_EQ(device.anyBusyNs, 15);
    const NameSums whole = run.sums(Sweep::Whole);
    EXPECT_EQ(run.sumOf(whole, "a").elapsedNs, 15);
    EXPECT_EQ(run.sumOf(whole, "b").elapsedNs, 0);
    EXPECT_EQ(whole.anyBusyNs, 15);
}

TEST(StageBreakdown, aRangeClipsWhatCrossesItsEnds)
{
    const StageFixture run{{{0, 10, "a"}, {8, 4, "b"}, {20, 10, "c"}, {40, 5, "d"}}};
    const NameSums sums = run.sums(Sweep::Whole, TimeRange{9, 25});
    EXPECT_EQ(run.sumOf(sums, "a").totalNs, 1);
    EXPECT_EQ(run.sumOf(sums, "b").totalNs, 3);
    EXPECT_EQ(run.sumOf(sums, "b").elapsedNs, 2);
    EXPECT_EQ(run.sumOf(sums, "c").totalNs, 5);
    EXPECT_EQ(run.sumOf(sums, "d").count, 0u);
    EXPECT_EQ(sums.all.count, 3u);
}

TEST(StageBreakdown, activitiesWithoutDurationCountInsideOnly)
{
    const StageFixture run{{{0, 0, "a"}, {5, 0, "b"}, {10, 0, "c"}}};
    EXPECT_EQ(run.sums().all.count, 3u);
    const NameSums sums = run.sums(Sweep::Whole, TimeRange{5, 10});
    EXPECT_EQ(run.sumOf(sums, "b").count, 1u);
    EXPECT_EQ(sums.all.count, 1u);
    EXPECT_EQ(sums.all.totalNs, 0);
}

TEST(StageBreakdown, anActivityThatEndsWhereTheRangeBeginsIsOutside)
{
    const StageFixture run{{{0, 5, "a"}, {10, 5, "b"}}};
    EXPECT_EQ(run.sums(Sweep::Whole, TimeRange{5, 10}).all.count, 0u);
    EXPECT_EQ(run.sums(Sweep::Whole, TimeRange{7, 7}).all.count, 0u);
}

TEST(StageBreakdown, stagesAreSumsOfNames)
{
    const StageFixture run{{{0, 10, "gemm"}, {20, 5, "flash"}, {30, 1, "gemm2"}, {40, 2, "?"}}};
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(flatMapping({{"flash", "attn"}, {"unused", "none"}, {"gemm", "gemm"}}));
    const std::vector<StageRow> rows = stageRows(*classes, run.sums());
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0].substage, "attn");
    EXPECT_EQ(rows[1].substage, "gemm");
    EXPECT_EQ(rows[1].sum.count, 2u);
    EXPECT_EQ(rows[1].sum.elapsedNs, 11);
    EXPECT_EQ(rows[2].substage, unmatchedLabel);
}

TEST(StageBreakdown, namesThatNoRuleTakesCanBeRowsOfTheirOwn)
{
    const StageFixture run{
        {{0, 10, "gemm"}, {20, 500, "silu"}, {600, 300, "rotary"}, {1000, 1, "tiny"}, {1010, 2, "small"}}};
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(flatMapping({{"gemm", "gemm"}}));
    const std::vector<StageRow> rows = stageRowsWithNames(*classes, run.sums(), 0.01);
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[0].substage, "gemm");
    EXPECT_EQ(rows[1].substage, "rotary");
    EXPECT_EQ(rows[1].stage, unmatchedLabel);
    EXPECT_EQ(rows[1].sum.elapsedNs, 300);
    EXPECT_EQ(rows[2].substage, "silu");
    EXPECT_EQ(rows[3].substage, unmatchedLabel);
    EXPECT_EQ(rows[3].sum.elapsedNs, 3) << "what is too small stays one row";
    int64_t all = 0;
    for (const StageRow &row : rows)
        all += row.sum.elapsedNs;
    EXPECT_EQ(all, run.sums().all.elapsedNs);
    const auto matched = classifier.classify(flatMapping({{".*", "all"}}));
    EXPECT_EQ(stageRowsWithNames(*matched, run.sums()).size(), 1u);
}

TEST(StageBreakdown, twoRulesWithOneLabelAreOneRow)
{
    const StageFixture run{{{0, 10, "gemm"}, {20, 5, "nvjet"}}};
    StageClassifier classifier(run.names);
    const auto classes = classifier.classify(flatMapping({{"gemm", "gemm"}, {"nvjet", "gemm"}}));
    EXPECT_EQ(stageRows(*classes, run.sums()).size(), 1u);
}

TEST(StageBreakdown, nonGpuTimeIsNeverNegativeAndNamesItsSource)
{
    const StageFixture run{{{0, 10, "a"}, {20, 10, "b"}}};
    EXPECT_EQ(nonGpuOf(run.sums(), NonGpu::Given, 50).ns, 30);
    EXPECT_EQ(nonGpuOf(run.sums(), NonGpu::Given, 15).ns, 0);
    EXPECT_EQ(nonGpuOf(run.sums(), NonGpu::TraceSpan, 30).source, NonGpu::TraceSpan);
    EXPECT_EQ(nonGpuOf(run.sums(), NonGpu::None, 99).ns, 0);
}

TEST(StageBreakdown, withTwoDevicesNonGpuTimeIsWhenNoDeviceWorks)
{
    const StageFixture run{{{0, 10, "a", 0}, {5, 10, "b", 1}}};
    EXPECT_EQ(nonGpuOf(run.sums(Sweep::Device), NonGpu::Given, 20).ns, 5);
}

TEST(StageBreakdown, cancellingGivesNothing)
{
    const StageFixture run{{{0, 10, "a"}}};
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(sumNames(run.gpu, *run.names, Sweep::Whole, {}, &progress));
}
