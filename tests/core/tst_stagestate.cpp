#include "core/analysis/stages/stagestate.h"

#include "core/analysis/stages/mappinglibrary.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;
using ws::test::runOfWork;

namespace {

Table kernelTable(const char *report, const char *title, std::vector<std::pair<std::string, double>> rows)
{
    Table table;
    table.kind = "nsys";
    table.report = report;
    table.title = title;
    table.columns = {{"Total Time (ns)", Unit::Nanoseconds}, {"Instances", Unit::Count}, {"Name", Unit::Text}};
    for (const auto &[name, ns] : rows)
        table.rows.push_back({ns, 1.0, name});
    return table;
}

std::shared_ptr<const Run> runOfTables(std::vector<Table> tables)
{
    auto run = std::make_shared<Run>();
    run->tables = std::move(tables);
    return run;
}

StageRequest requestFor(int table = -1)
{
    StageRequest request;
    request.mapping = defaultMapping();
    request.table = table;
    return request;
}

} // namespace

TEST(StageState, oneTableIsTakenAloneWhereItIsNamed)
{
    const auto run = runOfTables({kernelTable("cuda_gpu_kern_sum", "", {{"gemm", 100}}),
                                  kernelTable("cuda_gpu_mem_time_sum", "", {{"[CUDA memcpy HtoD]", 30}})});
    const StageState all = stageState(run, nullptr, requestFor());
    ASSERT_EQ(all.parts.size(), 1u);
    EXPECT_EQ(all.parts[0].sums.all.totalNs, 130) << "copies belong to the kernels above them";
    const StageState kernels = stageState(run, nullptr, requestFor(0));
    ASSERT_EQ(kernels.parts.size(), 1u);
    EXPECT_EQ(kernels.parts[0].sums.all.totalNs, 100);
    EXPECT_EQ(barsOf(kernels).bars[0].sums->all.totalNs, 100);
}

TEST(StageState, aNameOfSeveralPartsIsOneNameAndWorkOfTwoTablesCountsOnce)
{
    const auto other = runOfTables({kernelTable("cuda_gpu_kern_sum", "a", {{"gemm", 100}, {"flash", 50}, {"norm", 5}}),
                                    kernelTable("cuda_gpu_kern_sum", "b", {{"gemm", 101}, {"flash", 50}})});
    const StageState state = stageState(other, nullptr, requestFor());
    EXPECT_EQ(state.names->size(), 3u);
    EXPECT_EQ(state.sums->all.totalNs, 306) << "two recordings";
    ASSERT_EQ(state.parts.size(), 2u);
    EXPECT_EQ(state.parts[1].sums.all.totalNs, 151);
    const auto same = runOfTables({kernelTable("cuda_gpu_kern_sum", "a", {{"gemm", 100}, {"flash", 50}, {"norm", 5}}),
                                   kernelTable("cuda_gpu_kern_sum", "b", {{"gemm", 100}, {"flash", 50}, {"copy", 7}})});
    const StageState once = stageState(same, nullptr, requestFor());
    EXPECT_EQ(once.names->size(), 4u);
    EXPECT_EQ(once.sums->all.totalNs, 162);
    ASSERT_EQ(once.parts.size(), 2u);
    EXPECT_EQ(once.parts[1].sums.all.totalNs, 157) << "a part is one table";
}

TEST(StageState, partsOfOneNameHaveDifferentLabels)
{
    const auto run = runOfTables({kernelTable("cuda_gpu_kern_sum", "kernels on jetson", {{"gemm", 100}}),
                                  kernelTable("cuda_gpu_kern_sum", "kernels on 3090", {{"gemm", 30}})});
    const StageState state = stageState(run, nullptr, requestFor());
    const StageBarViews views = barsOf(state);
    ASSERT_EQ(views.bars.size(), 2u);
    EXPECT_EQ(views.bars[0].label, "cuda_gpu_kern_sum · jetson");
    EXPECT_EQ(views.bars[1].label, "cuda_gpu_kern_sum · 3090");
}

TEST(StageState, aTotalIsAWholeRunsNotOfItsParts)
{
    const TotalTime total{NonGpu::Given, 500};
    const auto several = runOfTables({kernelTable("cuda_gpu_kern_sum", "a", {{"gemm", 100}}),
                                      kernelTable("cuda_gpu_kern_sum", "b", {{"gemm", 30}})});
    const StageState parts = stageState(several, nullptr, requestFor());
    EXPECT_FALSE(takesTotal(parts));
    EXPECT_EQ(nonGpuOf(*several, parts, total).source, NonGpu::None);
    const StageState one = stageState(several, nullptr, requestFor(0));
    EXPECT_EQ(nonGpuOf(*several, one, total).ns, 400);
    EXPECT_EQ(nonGpuOf(*several, one, {NonGpu::TraceSpan, 0}).source, NonGpu::None) << "a table has no length";

    const auto run = runOfWork({{"0", "7", 0, 100, "gemm"}});
    StageRequest byRank = requestFor();
    EXPECT_EQ(nonGpuOf(*run, stageState(run, nullptr, byRank), total).ns, 400);
    byRank.bars.by = BarsBy::Rank;
    EXPECT_EQ(nonGpuOf(*run, stageState(run, nullptr, byRank), total).source, NonGpu::None);
}

TEST(StageState, partsAreChosenAmongLikeSteps)
{
    const auto run = runOfTables({kernelTable("cuda_gpu_kern_sum", "a", {{"gemm", 100}}),
                                  kernelTable("cuda_gpu_kern_sum", "b", {{"gemm", 300}}),
                                  kernelTable("cuda_gpu_kern_sum", "c", {{"gemm", 200}})});
    StageRequest request = requestFor();
    request.bars.max = 2;
    const StageState state = stageState(run, nullptr, request);
    EXPECT_EQ(barsOf(state, false).bars.size(), 3u);
    const StageBarViews views = barsOf(state, true);
    ASSERT_EQ(views.bars.size(), 2u);
    EXPECT_EQ(views.bars[0].sums->all.totalNs, 300);
    EXPECT_EQ(views.bars[1].sums->all.totalNs, 200);
    EXPECT_EQ(views.all, 3u);
    EXPECT_EQ(views.shown, 2u);
}

TEST(StageState, whatIsCommunicationFollowsTheMapping)
{
    const auto run = runOfWork({{"0", "7", 0, 10, "my_send"}, {"0", "7", 10, 10, "ncclDevKernel_AllReduce"}});
    StageRequest request = requestFor();
    const auto isCommunication = [&](const StageState &state, size_t i) {
        return (*state.communication)[run->gpu.nameForRules(i)];
    };
    const StageState before = stageState(run, nullptr, request);
    EXPECT_FALSE(isCommunication(before, 0));
    EXPECT_TRUE(isCommunication(before, 1));
    request.mapping = {"own", "m", MappingForm::Nested, {}, {}};
    request.mapping.setJoined(std::vector<StageRule>{{"send", "communication", "a"}, {".*", "other", "b"}});
    const StageState after = stageState(run, &before, request);
    EXPECT_TRUE(isCommunication(after, 0));
    EXPECT_TRUE(isCommunication(after, 1)) << "the catch-all leaves it to the default mapping";
}

TEST(StageState, aTotalIsSecondsOrTheLengthOfTheRecording)
{
    EXPECT_EQ(parseTotalTime({}), TotalTime());
    EXPECT_EQ(parseTotalTime(QStringLiteral("1.5")), (TotalTime{NonGpu::Given, 1'500'000'000}));
    EXPECT_EQ(parseTotalTime(QStringLiteral("span")), (TotalTime{NonGpu::TraceSpan, 0}));
    for (const char *text : {"-1", "x", "nan", "inf", "1e300", "1,5"})
        EXPECT_FALSE(parseTotalTime(QString::fromLatin1(text))) << text;
}
