#include "core/analysis/budget/budget.h"
#include "core/analysis/busy/busy.h"
#include "core/analysis/stages/communication.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <random>

namespace ws {
namespace {

struct Budgets
{
    explicit Budgets(std::shared_ptr<const Run> of)
        : run(std::move(of)), gaps(*findGaps(*run)), communication(defaultCommunication(run->gpu, run->strings))
    {
    }
    WallBudget of(TimeRange range, uint16_t device = 0) const
    {
        const DeviceWindow window{device, range};
        return wallBudgets(*run, gaps, communication, {&window, 1})->front();
    }
    std::shared_ptr<const Run> run;
    Gaps gaps;
    std::vector<uint8_t> communication;
};

int64_t sum(const WallBudget &budget)
{
    return budget.busyNs() + budget.idleNs();
}

constexpr const char *allReduce = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL";

TEST(Budget, workCountsOnceComputationFirst)
{
    const Budgets budgets(test::runOfWork({{"0", "7", 0, 100, "gemm"},
                                           {"0", "8", 50, 100, allReduce},
                                           {"0", "9", 120, 60, "Memcpy HtoD (Pinned -> Device)"},
                                           {"0", "7", 200, 50, "gemm"}}));
    const WallBudget budget = budgets.of({0, 250});
    EXPECT_EQ(budget.computeNs, 150);
    EXPECT_EQ(budget.exposedCommNs, 50);
    EXPECT_EQ(budget.exposedCopyNs, 30);
    EXPECT_EQ(budget.idleBy(GapCause::Unknown), 20);
    EXPECT_EQ(sum(budget), 250);
}

TEST(Budget, aWindowCutsWorkAndGaps)
{
    const Budgets budgets(test::runOfWork({{"0", "7", 0, 100, "gemm"}, {"0", "7", 200, 100, "gemm"}}));
    const WallBudget budget = budgets.of({60, 230});
    EXPECT_EQ(budget.computeNs, 70);
    EXPECT_EQ(budget.idleNs(), 100);
    const WallBudget inGap = budgets.of({120, 150});
    EXPECT_EQ(inGap.busyNs(), 0);
    EXPECT_EQ(inGap.idleNs(), 30);
    EXPECT_EQ(budgets.of({40, 40}), WallBudget{});
}

TEST(Budget, timeOutsideTheDevicesWorkHasNoCause)
{
    const Budgets budgets(test::runOfWork({{"0", "7", 100, 100, "gemm"}, {"1", "7", 0, 1000, "gemm"}}));
    const WallBudget budget = budgets.of({0, 1000});
    EXPECT_EQ(budget.computeNs, 100);
    EXPECT_EQ(budget.idleBy(GapCause::Unknown), 900);
    EXPECT_EQ(budgets.of({0, 1000}, 1).computeNs, 1000);
}

TEST(Budget, aCutGapKeepsItsCauseOnBothSides)
{
    const auto run = test::runFromJson(R"json({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"dur":10,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":20,"dur":1,"args":{"correlation":5}},
        {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":30,"dur":10,"args":{"device":0,"stream":7,"correlation":5}}
    ]})json");
    const Budgets budgets(run.run);
    EXPECT_EQ(budgets.of({0, 15'000}).idleBy(GapCause::Late), 5'000);
    EXPECT_EQ(budgets.of({15'000, 40'000}).idleBy(GapCause::Late), 15'000);
    EXPECT_EQ(budgets.of({15'000, 40'000}).idleBy(GapCause::Unknown), 0);
}

TEST(Budget, theWholeSpanIsTheBusySplitOfTheDevice)
{
    std::mt19937 random(7);
    std::vector<test::Work> work;
    const char *names[] = {"gemm", allReduce, "Memcpy DtoD (Device -> Device)", "Memset (Device)"};
    for (int i = 0; i < 2000; ++i)
        work.push_back({random() % 2 ? "0" : "1", random() % 2 ? "7" : "8", int64_t(random() % 100'000),
                        int64_t(random() % 60), names[random() % 4]});
    const Budgets budgets(test::runOfWork(work));
    const auto busy = *busySplit(budgets.run->gpu, budgets.communication);
    const auto spans = deviceSpans(budgets.run->gpu);
    for (uint16_t d = 0; d < 2; ++d) {
        const WallBudget budget = budgets.of(*spans[d], d);
        EXPECT_EQ(budget.wallNs, busy.devices[d].spanNs);
        EXPECT_EQ(budget.computeNs, busy.devices[d].computeNs);
        EXPECT_EQ(budget.exposedCommNs, busy.devices[d].exposedCommNs);
        EXPECT_EQ(budget.exposedCopyNs, busy.devices[d].exposedCopyNs);
        EXPECT_EQ(budget.idle, budgets.gaps.devices[d].byCause);
    }
}

TEST(Budget, manyWindowsAgreeWithTheSplitOfEach)
{
    std::mt19937 random(11);
    std::vector<test::Work> work;
    for (int i = 0; i < 500; ++i)
        work.push_back({"0", random() % 2 ? "7" : "8", int64_t(random() % 10'000), int64_t(random() % 40),
                        random() % 2 ? "gemm" : allReduce});
    const Budgets budgets(test::runOfWork(work));
    std::vector<DeviceWindow> windows;
    for (int i = 0; i < 300; ++i) {
        const auto begin = int64_t(random() % 9'000);
        windows.push_back({0, {begin, begin + 1 + int64_t(random() % 1'000)}});
    }
    const auto all = *wallBudgets(*budgets.run, budgets.gaps, budgets.communication, windows);
    WallBudget total;
    for (size_t w = 0; w < windows.size(); ++w) {
        const auto split = *busySplit(budgets.run->gpu, budgets.communication, windows[w].range);
        EXPECT_EQ(all[w].computeNs, split.devices[0].computeNs);
        EXPECT_EQ(all[w].exposedCommNs, split.devices[0].exposedCommNs);
        EXPECT_EQ(all[w].idleNs(), split.devices[0].idleNs);
        EXPECT_EQ(sum(all[w]), all[w].wallNs);
        total += all[w];
    }
    EXPECT_EQ(sum(total), total.wallNs);
}

} // namespace
} // namespace ws
