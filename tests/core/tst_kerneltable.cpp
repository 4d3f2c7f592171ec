#include "core/analysis/kernels/kerneltable.h"

#include "core/analysis/stages/communication.h"

#include "core/analysis/busy/busy.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace ws;
using ws::test::runFromJson;
using ws::test::runOfWork;
using ws::test::Work;

namespace {

const KernelRow *find(const Run &run, const KernelTable &table, std::string_view name, std::string_view split = {})
{
    for (const KernelRow &row : table.rows)
        if (run.text(row.name) == name && run.text(row.split) == split)
            return &row;
    return nullptr;
}

/// Two launches of one kernel with different grids and shapes; the first waits 20 µs, the second 5 µs.
const char *const launched = R"({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":12,"args":{"External id":1,"Input Dims":[[2,3],[3,4]]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":3,"args":{"correlation":11,"External id":1}},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":40,"dur":12,"args":{"External id":2,"Input Dims":[[8,3],[3,4]]}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":42,"dur":3,"args":{"correlation":12,"External id":2}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":25,"dur":10,"args":{"device":0,"stream":7,"correlation":11,"External id":1,"grid":[1,1,1],"block":[64,1,1],"blocks per SM":0.5,"est. achieved occupancy %":20}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":50,"dur":30,"args":{"device":0,"stream":7,"correlation":12,"External id":2,"grid":[2,1,1],"block":[64,1,1],"blocks per SM":1.5,"est. achieved occupancy %":40}},
{"ph":"X","cat":"kernel","name":"orphan","pid":0,"tid":7,"ts":90,"dur":1,"args":{"device":0,"stream":7,"correlation":99}}
]})";

} // namespace

TEST(KernelTable, countsSumsAndExtremesPerName)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "a"}, {"0", "7", 20, 30, "a"}, {"0", "7", 100, 100, "b"}});
    const KernelTable table = *kernelTable(*run);
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(run->text(table.rows[0].name), "b") << "the longest total comes first";
    const KernelRow &a = table.rows[1];
    EXPECT_EQ(a.count, 2u);
    EXPECT_EQ(a.totalNs, 40);
    EXPECT_EQ(a.minNs, 10);
    EXPECT_EQ(a.maxNs, 30);
    EXPECT_DOUBLE_EQ(a.meanNs, 20);
    EXPECT_DOUBLE_EQ(a.share, 40.0 / 140);
    EXPECT_EQ(table.activities, 3u);
    EXPECT_EQ(table.totalNs, 140);
}

TEST(KernelTable, elapsedLeavesOutWhatAnEarlierActivityCovers)
{
    const auto run = runOfWork({{"0", "7", 0, 100, "long"},
                                {"0", "8", 20, 30, "covered"},
                                {"0", "9", 90, 30, "partly"},
                                {"1", "7", 200, 10, "apart"}});
    const KernelTable table = *kernelTable(*run);
    EXPECT_EQ(find(*run, table, "long")->elapsedNs, 100);
    EXPECT_EQ(find(*run, table, "covered")->elapsedNs, 0);
    EXPECT_EQ(find(*run, table, "partly")->elapsedNs, 20);
    EXPECT_EQ(find(*run, table, "apart")->elapsedNs, 10);
    EXPECT_EQ(table.busyNs, 130);
}

TEST(KernelTable, elapsedSumsToTheBusyTimeAndSharesToOne)
{
    std::mt19937 random(3);
    std::vector<Work> work;
    const char *names[] = {"a", "b", "nccl", "Memcpy x"};
    for (int i = 0; i < 500; ++i)
        work.push_back({i % 2 ? "0" : "1", i % 3 ? "7" : "9", int64_t(random() % 5000), int64_t(random() % 50),
                        names[random() % 4]});
    const auto run = runOfWork(work);
    for (const std::optional<TimeRange> &range : {std::optional<TimeRange>(), std::optional(TimeRange{1000, 2000})}) {
        const KernelTable table = *kernelTable(*run, {range});
        int64_t elapsed = 0;
        double share = 0;
        for (const KernelRow &row : table.rows) {
            elapsed += row.elapsedNs;
            share += row.share;
        }
        EXPECT_EQ(elapsed, table.busyNs);
        EXPECT_EQ(elapsed, busySplit(run->gpu, defaultCommunication(run->gpu, run->strings), range)->whole.busyNs);
        EXPECT_NEAR(share, 1, 1e-12);
    }
}

TEST(KernelTable, percentilesBetweenTwoDurationsAreTheirMean)
{
    std::vector<Work> work;
    for (int i = 1; i <= 100; ++i)
        work.push_back({"0", "7", i * 1000, (i * 37) % 101, "a"}); // each of 1 … 100 once
    const auto run = runOfWork(work);
    const KernelRow row = kernelTable(*run)->rows.front();
    EXPECT_EQ(row.p50Ns, 51) << "50.5";
    EXPECT_EQ(row.p95Ns, 96) << "95.5";
    const auto two = runOfWork({{"0", "7", 0, 10, "a"}, {"0", "7", 100, 20, "a"}});
    EXPECT_EQ(kernelTable(*two)->rows.front().p50Ns, 15);
}

TEST(KernelTable, percentilesOfOneInstanceAreThatInstance)
{
    const auto run = runOfWork({{"0", "7", 0, 42, "a"}});
    const KernelRow row = kernelTable(*run)->rows.front();
    EXPECT_EQ(row.p50Ns, 42);
    EXPECT_EQ(row.p95Ns, 42);
}

TEST(KernelTable, anActivityThatIntersectsTheRangeCountsWithItsClippedTime)
{
    const auto run = runOfWork({{"0", "7", 0, 100, "a"}, {"0", "7", 100, 50, "a"}, {"0", "7", 300, 10, "b"}});
    const KernelTable table = *kernelTable(*run, {TimeRange{40, 120}});
    ASSERT_EQ(table.rows.size(), 1u);
    EXPECT_EQ(table.rows[0].count, 2u);
    EXPECT_EQ(table.rows[0].totalNs, 80);
    EXPECT_EQ(table.rows[0].minNs, 20);
    EXPECT_EQ(table.rows[0].maxNs, 60);
}

TEST(KernelTable, anEmptyRangeGivesNoRows)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "a"}});
    EXPECT_TRUE(kernelTable(*run, {TimeRange{50, 60}})->rows.empty());
    EXPECT_TRUE(kernelTable(*runOfWork({}))->rows.empty());
}

TEST(KernelTable, zeroLengthKernelsCount)
{
    const auto run = runOfWork({{"0", "7", 5, 0, "a"}});
    const KernelRow row = kernelTable(*run)->rows.front();
    EXPECT_EQ(row.count, 1u);
    EXPECT_EQ(row.share, 0);
}

TEST(KernelTable, splitsByGridAndByInputShape)
{
    const auto run = runFromJson(launched);
    ASSERT_TRUE(run);
    EXPECT_EQ(kernelTable(*run)->rows.size(), 2u);
    const KernelTable byGrid = *kernelTable(*run, {{}, KernelSplit::Grid});
    EXPECT_EQ(byGrid.rows.size(), 3u);
    EXPECT_NE(byGrid.rows[0].split, byGrid.rows[1].split);
    const KernelTable byShape = *kernelTable(*run, {{}, KernelSplit::Shape});
    ASSERT_EQ(byShape.rows.size(), 3u);
    EXPECT_EQ(run->text(byShape.rows[0].split), "[[8,3],[3,4]]");
    EXPECT_EQ(byShape.rows[0].totalNs, 30'000);
    EXPECT_EQ(byShape.rows[2].split, 0u) << "without an operator there is no shape";
}

TEST(KernelTable, delaysGoFromTheEndOfTheCallToTheStartOfTheKernel)
{
    const auto run = runFromJson(launched);
    ASSERT_TRUE(run);
    const KernelTable table = *kernelTable(*run, {{}, KernelSplit::None, true});
    const KernelRow *gemm = find(*run, table, "gemm");
    EXPECT_EQ(gemm->linked, 2u);
    EXPECT_EQ(gemm->delayP50Ns, 12'500) << "of 5 and 20 µs";
    EXPECT_EQ(gemm->delayMaxNs, 20'000);
    EXPECT_EQ(find(*run, table, "orphan")->linked, 0u);
}

TEST(KernelTable, idleBeforeIsTheGapOnTheSameStream)
{
    const auto run = runFromJson(launched);
    ASSERT_TRUE(run);
    const KernelTable table = *kernelTable(*run, {{}, KernelSplit::None, true});
    EXPECT_EQ(find(*run, table, "gemm")->idleBeforeNs, 15'000) << "no gap before the stream's first activity";
    EXPECT_EQ(find(*run, table, "orphan")->idleBeforeNs, 10'000);
    const KernelTable part = *kernelTable(*run, {TimeRange{45'000, 60'000}, KernelSplit::None, true});
    EXPECT_EQ(find(*run, part, "gemm")->idleBeforeNs, 5'000) << "clipped to the range";
}

TEST(KernelTable, meansOfOccupancyAndBlocksLeaveOutWhatTheFileLacks)
{
    const auto run = runFromJson(launched);
    ASSERT_TRUE(run);
    const KernelTable table = *kernelTable(*run, {{}, KernelSplit::None, true});
    EXPECT_DOUBLE_EQ(find(*run, table, "gemm")->occupancy, 30);
    EXPECT_DOUBLE_EQ(find(*run, table, "gemm")->blocksPerSm, 1);
    EXPECT_LT(find(*run, table, "orphan")->occupancy, 0);
}

TEST(KernelTable, findsTheInstancesOfARow)
{
    const auto run = runFromJson(launched);
    ASSERT_TRUE(run);
    const KernelTableOptions byGrid{{}, KernelSplit::Grid};
    const KernelTable table = *kernelTable(*run, byGrid);
    EXPECT_EQ(kernelInstances(*run, table.rows[0], byGrid), std::vector<uint32_t>{1});
    const KernelTable plain = *kernelTable(*run);
    EXPECT_EQ(kernelInstances(*run, plain.rows[0]), (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(kernelInstances(*run, plain.rows[0], {TimeRange{0, 40'000}}), std::vector<uint32_t>{0});
}

TEST(KernelTable, aCancelledTableIsNoTable)
{
    const auto run = runOfWork({{"0", "7", 0, 1, "a"}});
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(kernelTable(*run, {}, &progress));
}
