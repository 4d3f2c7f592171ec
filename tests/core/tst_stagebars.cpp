#include "core/analysis/stages/stagebars.h"

#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

/// `count` decode steps of 100 µs; the k-th launches one kernel of k µs. One kernel is outside.
RunResult manySteps(int count)
{
    std::string events;
    const auto add = [&](const std::string &event) { events += (events.empty() ? "" : ",\n") + event; };
    const auto number = [](int n) { return std::to_string(n); };
    for (int k = 1; k <= count; ++k) {
        const int at = k * 200;
        add(R"({"ph":"X","cat":"user_annotation","name":"step[DECODE bs=)" + number(k % 3) +
            R"(]","pid":1,"tid":1,"ts":)" + number(at) + R"(,"dur":100})");
        add(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + number(at + 5) +
            R"(,"dur":1,"args":{"correlation":)" + number(k) + "}}");
        add(R"({"ph":"X","cat":"kernel","name":"k)" + number(k % 2) + R"(","pid":0,"tid":7,"ts":)" + number(at + 20) +
            R"(,"dur":)" + number(k) + R"(,"args":{"device":0,"stream":7,"correlation":)" + number(k) + "}}");
    }
    add(R"({"ph":"X","cat":"kernel","name":"k0","pid":0,"tid":7,"ts":0,"dur":3,"args":{"device":0,"stream":7}})");
    return runFromJson('[' + events + ']');
}

struct Case
{
    RunResult run;
    NameSet names;
    Steps steps;

    explicit Case(RunResult r) : run(std::move(r)), names(run->gpu, run->strings, run.run), steps(*findSteps(*run)) {}
    StageBars bars(const BarChoice &choice, std::optional<TimeRange> range = {}) const
    {
        return *stageBars(*run, names, &steps, choice, Sweep::Whole, range);
    }
};

std::vector<std::string> labels(const StageBars &bars)
{
    std::vector<std::string> all;
    for (const StageBar &bar : bars.bars)
        all.push_back(bar.label);
    return all;
}

using Labels = std::vector<std::string>;

} // namespace

TEST(StageBars, ofManyStepsTheCostliestTheFirstOrSomeOfAllAreTaken)
{
    const Case many(manySteps(9));
    EXPECT_EQ(labels(many.bars({BarsBy::Step, BarPick::Costliest, 2})),
              (Labels{"8 decode 2", "9 decode 0", "outside any step"}));
    EXPECT_EQ(labels(many.bars({BarsBy::Step, BarPick::First, 2})),
              (Labels{"1 decode 1", "2 decode 2", "outside any step"}));
    const StageBars spread = many.bars({BarsBy::Step, BarPick::Spread, 3});
    EXPECT_EQ(labels(spread), (Labels{"1 decode 1", "5 decode 2", "9 decode 0", "outside any step"}));
    EXPECT_EQ(spread.all, 9u);
    EXPECT_EQ(spread.shown, 3u);
    EXPECT_EQ(spread.shownNs, (1 + 5 + 9 + 3) * 1000);
    EXPECT_EQ(spread.allNs, (45 + 3) * 1000);
}

TEST(StageBars, sumsOfStepsAddUpToTheRun)
{
    const Case many(manySteps(9));
    const NameSums whole = *sumNames(many.run->gpu, many.names, Sweep::Whole);
    for (BarsBy by : {BarsBy::Step, BarsBy::Phase, BarsBy::Rank}) {
        NameSums sum;
        sum.names.resize(many.names.size());
        for (const StageBar &bar : many.bars({by}).bars) {
            sum.all.add(bar.sums.all);
            sum.anyBusyNs += bar.sums.anyBusyNs;
            for (size_t i = 0; i < sum.names.size(); ++i)
                sum.names[i].add(bar.sums.names[i]);
        }
        EXPECT_EQ(sum.all.elapsedNs, whole.all.elapsedNs);
        EXPECT_EQ(sum.anyBusyNs, whole.anyBusyNs);
        for (size_t i = 0; i < sum.names.size(); ++i) {
            EXPECT_EQ(sum.names[i].count, whole.names[i].count);
            EXPECT_EQ(sum.names[i].totalNs, whole.names[i].totalNs);
        }
    }
}

TEST(StageBars, inARangeOnlyBarsWithWorkThereAreShown)
{
    const Case many(manySteps(9));
    const StageBars bars = many.bars({BarsBy::Step}, TimeRange{421'000, 621'000});
    EXPECT_EQ(labels(bars), (Labels{"2 decode 2", "3 decode 0"}));
    EXPECT_EQ(bars.bars[0].sums.all.totalNs, 1000);
    EXPECT_EQ(bars.bars[1].sums.all.totalNs, 1000);
}

TEST(StageBars, aPhaseCountsItsSteps)
{
    const Case many(manySteps(4));
    const StageBars bars = many.bars({BarsBy::Phase});
    EXPECT_EQ(labels(bars), (Labels{"decode", "outside any step"}));
    EXPECT_EQ(bars.bars[0].steps, 4u);
}

TEST(StageBars, iterationsKeepTorchsOwnNumber)
{
    const Case one(runFromJson(R"([
        {"ph":"X","cat":"user_annotation","name":"ProfilerStep#7","pid":1,"tid":1,"ts":0,"dur":100},
        {"ph":"X","cat":"cuda_runtime","name":"l","pid":1,"tid":1,"ts":5,"dur":1,"args":{"correlation":1}},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":9,"dur":1,"args":{"device":0,"stream":7,"correlation":1}}
    ])"));
    const StageBars bars = one.bars({BarsBy::Step});
    EXPECT_EQ(labels(bars), (Labels{"ProfilerStep#7"}));
    EXPECT_EQ(bars.bars[0].shortLabel, "7");
}

TEST(StageBars, withoutStepsAllIsOutside)
{
    const Case none(manySteps(0));
    const StageBars bars = none.bars({BarsBy::Step});
    EXPECT_FALSE(bars.hasSteps);
    EXPECT_EQ(labels(bars), (Labels{"outside any step"}));
}

TEST(StageBars, everyDeviceHasABarOfItsOwn)
{
    const Case two(runFromJson(R"([
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":5,"args":{"device":0,"stream":7}},
        {"ph":"X","cat":"kernel","name":"k","pid":1,"tid":7,"ts":0,"dur":3,"args":{"device":1,"stream":7}},
        {"ph":"X","cat":"kernel","name":"k","pid":2,"tid":7,"ts":0,"dur":2,"args":{"device":2,"stream":7}}])"));
    const StageBars bars = two.bars({BarsBy::Rank, BarPick::First, 9});
    EXPECT_EQ(labels(bars), (Labels{"GPU 0", "GPU 1", "GPU 2"}));
    EXPECT_EQ(bars.allNs, 10'000);
}

TEST(StageBars, namesOfTheChoicesAreReadBack)
{
    for (BarsBy by : {BarsBy::Run, BarsBy::Step, BarsBy::Phase, BarsBy::Rank})
        EXPECT_EQ(barsByFromName(barsByName(by)), by);
    EXPECT_FALSE(barsByFromName("layer"));
}
