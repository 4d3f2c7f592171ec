// Analyses of some of the GPU work only.

#include "core/analysis/activityset.h"

#include "core/analysis/kerneltable.h"
#include "core/analysis/operators.h"
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
    const auto slices = set->slicesOf(run->gpu.slice[0].lane);
    EXPECT_EQ(std::vector<uint32_t>(slices.begin(), slices.end()), (std::vector<uint32_t>{0, 2}));
    EXPECT_TRUE(set->slicesOf(run->gpu.slice[1].lane).empty());
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
