// Analyses of a subset of the GPU work.

#include "core/analysis/activityset.h"

#include "core/analysis/busy/rangestats.h"
#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/kernels/operators.h"
#include "core/analysis/stages/stagebars.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

using namespace ws;
using ws::test::runFromJson;
using ws::test::runOfWork;
using ws::test::TraceText;

namespace {

std::shared_ptr<const ActivitySet> setOf(const Run &run, std::vector<size_t> members)
{
    std::vector<uint32_t> row(run.gpu.size(), UINT32_MAX);
    for (const size_t member : members)
        row[member] = 1;
    return std::make_shared<const ActivitySet>(*ActivitySet::ofRows(run, row, {0, 1}));
}

} // namespace

TEST(ActivitySet, knowsItsMembersByActivityAndByLane)
{
    const auto run =
        runOfWork({{"0", "7", 0, 1, "a"}, {"0", "8", 5, 1, "a"}, {"0", "7", 10, 1, "a"}, {"0", "7", 20, 1, "b"}});
    const auto set = setOf(*run, {0, 3});
    EXPECT_EQ(set->count(), 2U);
    EXPECT_TRUE(set->contains(0));
    EXPECT_FALSE(set->contains(2));
    const auto spans = set->spansOf(run->gpu.slice[0].lane);
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_EQ(spans[0].last, 1U);
    EXPECT_EQ(spans[1].first, 2U);
    EXPECT_TRUE(set->isLit(run->gpu.slice[3]));
    EXPECT_FALSE(set->isLit(run->gpu.slice[2]));
    EXPECT_TRUE(set->spansOf(run->gpu.slice[1].lane).empty());
}

TEST(ActivitySet, neighboursAreOneSpan)
{
    const auto run = runOfWork({{"0", "7", 0, 1, "a"}, {"0", "7", 5, 1, "a"}, {"0", "7", 10, 1, "a"}});
    EXPECT_EQ(setOf(*run, {0, 1, 2})->spansOf(run->gpu.slice[0].lane).size(), 1U);
}

TEST(ActivitySet, aCallIsLitWithAllThatIsNestedInIt)
{
    TraceText t;
    t.module("Net", 1, 0, 100).module("Linear", 1, 10, 20).op("mm", 1, 12, 10).launch(1, 15, 1).kernel(1, 100, 7);
    t.module("Norm", 1, 40, 20).op("norm", 1, 42, 10).launch(1, 45, 2).kernel(2, 200, 9);
    t.op("mm", 2, 12, 10);
    const auto run = runFromJson(t.json());
    ASSERT_TRUE(run);
    const auto litNames = [&](const ActivitySet &set) {
        std::string names;
        for (uint32_t lane = 0; lane < run->timeline.lanes.size(); ++lane)
            for (uint32_t i = 0; i < run->timeline.lanes[lane].size(); ++i)
                if (set.isLit({lane, i}))
                    (names += run->text(run->timeline.lanes[lane].name[i])) += ' ';
        return names;
    };
    const EventRef call = run->launches.module[0];
    ASSERT_EQ(run->text(run->timeline.name(call)), "nn.Module: Linear");
    const auto set = ActivitySet::ofRows(*run, std::vector<uint32_t>{0, 1}, {1, 0}, std::vector{call});
    ASSERT_TRUE(set);
    EXPECT_EQ(litNames(*set), "nn.Module: Linear mm cudaLaunchKernel gemm ");
    EXPECT_EQ(set->count(), 1U) << "of GPU work";
    EXPECT_EQ(litNames(*setOf(*run, {1})), "norm cudaLaunchKernel gemm ")
        << "launch and operator are lit without a call";
}

TEST(ActivitySet, aStepIsLitOnTheThreadThatRunsItsBackwardPassToo)
{
    TraceText t;
    t.annotation("ProfilerStep#5", 1, 0, 100);
    t.op("evaluate_function", 2, 10, 50).op("MmBackward0", 2, 12, 40).op("mm", 2, 14, 20).launch(2, 16, 1);
    t.op("the next step's", 2, 90, 50).op("relu", 2, 95, 40).launch(2, 96, 2);
    t.kernel(1, 200, 7).kernel(2, 300, 9);
    const auto run = runFromJson(
        "[" + t.json().substr(1, t.json().size() - 2) +
        R"(,{"ph":"X","cat":"gpu_user_annotation","name":"backward","pid":0,"tid":7,"ts":200,"dur":7,"args":{}})"
        R"(,{"ph":"X","cat":"gpu_user_annotation","name":"later","pid":0,"tid":7,"ts":250,"dur":70,"args":{}}])");
    ASSERT_TRUE(run);
    const Timeline &timeline = run->timeline;
    const auto named = [&](std::string_view name) {
        for (uint32_t lane = 0; lane < timeline.lanes.size(); ++lane)
            for (uint32_t i = 0; i < timeline.lanes[lane].size(); ++i)
                if (run->text(timeline.lanes[lane].name[i]) == name)
                    return EventRef{lane, i};
        return EventRef{};
    };
    const auto set =
        ActivitySet::ofRows(*run, std::vector<uint32_t>{0, 1}, {1, 0}, std::vector{named("ProfilerStep#5")});
    ASSERT_TRUE(set);
    for (const char *name : {"evaluate_function", "MmBackward0", "mm", "backward"})
        EXPECT_TRUE(named(name).valid() && set->isLit(named(name))) << name;
    for (const char *name : {"the next step's", "relu", "later"})
        EXPECT_FALSE(!named(name).valid() || set->isLit(named(name))) << name;
}

TEST(ActivitySet, aRangeSumsOnlyWhatIsLit)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "a"}, {"0", "7", 20, 10, "a"}, {"0", "7", 40, 10, "b"}});
    const auto set = setOf(*run, {1});
    const std::vector<uint32_t> lanes{run->gpu.slice[0].lane};
    const RangeStats stats = *rangeStats(run->timeline, lanes, {0, 25}, nullptr, set.get());
    EXPECT_EQ(stats.count, 1U);
    EXPECT_EQ(stats.totalNs, 5);
    EXPECT_EQ(stats.unionNs, 5);
    EXPECT_EQ(rangeStats(run->timeline, lanes, {0, 25})->count, 2U);
}

TEST(ActivitySet, stagesCountOnlyItsMembers)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "a"}, {"0", "8", 5, 10, "a"}, {"0", "7", 40, 10, "b"}});
    const auto set = setOf(*run, {1, 2});
    const NameSet names(run->gpu, run->strings, run);
    const NameSums sums = *sumNames(run->gpu, names, Sweep::Whole, TimeRange{0, 45}, nullptr, set.get());
    EXPECT_EQ(sums.all.count, 2U);
    EXPECT_EQ(sums.all.totalNs, 15);
    EXPECT_EQ(sums.all.elapsedNs, 15) << "what other work covers is not taken away";
    const StageBars bars = *stageBars(*run, names, nullptr, {BarsBy::Rank}, Sweep::Whole, {}, nullptr, set.get());
    ASSERT_EQ(bars.bars.size(), 1U);
    EXPECT_EQ(bars.bars[0].sums.all.count, 2U);
}

TEST(ActivitySet, theKernelTableCountsOnlyItsMembers)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "a"}, {"0", "7", 10, 20, "a"}, {"0", "7", 50, 5, "b"}});
    KernelTableOptions options;
    options.details = true;
    options.only = setOf(*run, {1});
    const KernelTable table = *kernelTable(*run, options);
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0].totalNs, 20);
    EXPECT_EQ(table.rows[0].share, 1);
    EXPECT_EQ(table.rows[0].idleBeforeNs, 0) << "the work before it is no gap, member or not";
    EXPECT_EQ(kernelInstances(*run, table.rows[0], options), (std::vector<uint32_t>{1}));
}

TEST(ActivitySet, theOperatorTableCountsOnlyCallsThatLaunchedItsMembers)
{
    TraceText t;
    t.op("linear", 1, 0, 20).op("mm", 1, 2, 10).launch(1, 5, 1).kernel(1, 100, 7);
    t.op("linear", 1, 30, 20).op("mm", 1, 32, 11).launch(1, 35, 2).kernel(2, 200, 9);
    t.op("idle", 1, 60, 20);
    const auto run = runFromJson(t.json());
    ASSERT_TRUE(run);
    OperatorOptions options;
    options.only = setOf(*run, {1});
    const OperatorTable table = *operatorTable(*run, options);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(run->text(table.rows[0].name), "mm");
    EXPECT_EQ(table.rows[0].calls, 1U);
    EXPECT_EQ(table.rows[0].selfDeviceNs, 9'000);
    EXPECT_EQ(table.rows[0].totalCpuNs, 11'000);
    EXPECT_EQ(table.rows[1].calls, 1U);
    EXPECT_EQ(table.rows[1].selfCpuNs, 9'000);
    EXPECT_EQ(table.deviceNs, 9'000);
}
