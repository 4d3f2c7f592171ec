#include "core/analysis/budget/runbudget.h"
#include "core/analysis/stages/communication.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDirIterator>

#include <string>

namespace ws {
namespace {

RunBudget budgetOf(const Run &run)
{
    const Steps steps = *findSteps(run);
    const WorkUnit unit = steps.steps.empty() ? *findWorkUnit(run) : WorkUnit();
    return *runBudget({run, steps, unit, *findGaps(run), defaultCommunication(run.gpu, run.strings)});
}

/// A step on the CPU from `ts` on, and kernels that it launches: (start, duration) on the device, in µs.
struct StepText
{
    std::string events;
    int correlation = 0;

    void step(const std::string &name, int ts, int dur, const std::vector<std::pair<int, int>> &kernels, int device = 0)
    {
        const std::string pid = std::to_string(100 + device), d = std::to_string(device);
        events += R"({"ph":"X","cat":"user_annotation","name":")" + name + R"(","pid":)" + pid + R"(,"tid":1,"ts":)" +
                  std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "},";
        for (const auto &[start, duration] : kernels) {
            const std::string id = std::to_string(++correlation);
            events += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":)" + pid + R"(,"tid":1,"ts":)" +
                      std::to_string(ts + 1) + R"(,"dur":1,"args":{"correlation":)" + id + "}},";
            events += R"({"ph":"X","cat":"kernel","name":"gemm","pid":)" + d + R"(,"tid":7,"ts":)" +
                      std::to_string(start) + R"(,"dur":)" + std::to_string(duration) + R"(,"args":{"device":)" + d +
                      R"(,"stream":7,"correlation":)" + id + "}},";
        }
    }
    test::RunResult run() const
    {
        return test::runFromJson(R"({"traceEvents":[)" + events.substr(0, events.size() - 1) + "]}");
    }
};

TEST(RunBudget, takesTheStepOfMedianWallTheLowerOfTwo)
{
    StepText text; // walls: 100, 140, 300, 400, and 50 for the last one
    text.step("ProfilerStep#1", 0, 10, {{1000, 10}});
    text.step("ProfilerStep#2", 20, 10, {{1100, 10}, {1150, 20}});
    text.step("ProfilerStep#3", 40, 10, {{1240, 10}});
    text.step("ProfilerStep#4", 60, 10, {{1540, 20}});
    text.step("ProfilerStep#5", 80, 15, {{1940, 50}});
    const auto run = text.run();
    const RunBudget budget = budgetOf(*run);
    EXPECT_EQ(budget.of, BudgetOf::Step);
    const DeviceBudget &device = budget.mainDevice();
    ASSERT_EQ(device.units.size(), 5U);
    EXPECT_EQ(device.step, 1U) << "100, 140, 300, 400: the lower one of the two in the middle";
    EXPECT_EQ(device.budget.wallNs, 140'000);
    EXPECT_EQ(device.budget.computeNs, 30'000);
    EXPECT_EQ(device.p95Ns, 400'000);
    EXPECT_TRUE(device.isLastLeftOut);
    EXPECT_EQ(device.comparedUnits(), 4U);
    EXPECT_EQ(budget.cpuNs, 10'000);
}

TEST(RunBudget, isNotOfALastStepWhoseEndIsNotInTheFile)
{
    const auto chosenWith = [](int lastCpu, int lastWork) {
        StepText text; // the CPU takes 700 of each 750 before the work, which lasts 50
        text.step("ProfilerStep#1", 0, 750, {{700, 50}});
        text.step("ProfilerStep#2", 750, 750, {{1450, 50}});
        text.step("ProfilerStep#3", 1500, lastCpu, {{2200, lastWork}});
        const auto run = text.run();
        return budgetOf(*run).mainDevice().step;
    };
    EXPECT_EQ(chosenWith(750, 50), 0U) << "750, 750 and 50, which is no length of a step";
    EXPECT_EQ(chosenWith(60, 50), 0U) << "a short step on the CPU as well";
    StepText two;
    two.step("ProfilerStep#1", 0, 750, {{700, 50}});
    two.step("ProfilerStep#2", 750, 750, {{1450, 50}});
    const auto run = two.run();
    EXPECT_EQ(budgetOf(*run).mainDevice().step, 0U) << "750 and 50";
    EXPECT_EQ(budgetOf(*run).mainDevice().budget.wallNs, 750'000);
    StepText warm; // the first step is a warm-up, the last one as long on the CPU as on the device
    warm.step("ProfilerStep#1", 0, 2000, {{10, 50}});
    warm.step("ProfilerStep#2", 2000, 60, {{2010, 50}});
    const auto warmed = warm.run();
    EXPECT_EQ(budgetOf(*warmed).mainDevice().step, 1U);
}

TEST(RunBudget, isNotOfALastStepThatKeepsWhatTheOthersLose)
{
    const auto budgetWith = [](int work) {
        StepText text; // every step's last work runs on while the next one's begins
        for (int i = 0; i < 5; ++i)
            text.step("ProfilerStep#" + std::to_string(i), i * 200, 190,
                      {{i * 200 + 100 + i, 10}, {i * 200 + 190, work}});
        const auto run = text.run();
        return budgetOf(*run).mainDevice();
    };
    EXPECT_EQ(budgetWith(260).p95Ns, 201'000) << "not the 346 of the last one";
    EXPECT_EQ(budgetWith(260).units.size(), 5U);
}

TEST(RunBudget, theLastOfThreeStepsIsNoMeasureHoweverLongItIs)
{
    const auto chosenOf = [](int steps) {
        StepText text; // the last one waits for the end of the profiler after its work
        for (int i = 0; i < steps; ++i)
            text.step("ProfilerStep#" + std::to_string(i), i * 200, i + 1 == steps ? 400 : 190,
                      {{i * 200 + 100 + i * i, 90}});
        const auto run = text.run();
        return budgetOf(*run);
    };
    EXPECT_EQ(chosenOf(5).mainDevice().step, 1U) << "of 201, 203, 205 and 207, and without the 90 of the last one";
    EXPECT_EQ(chosenOf(5).cpuNs, 190'000) << "without the end of the profiler";
    EXPECT_EQ(chosenOf(3).mainDevice().step, 0U) << "201 and 203, without the 90";
}

TEST(RunBudget, isOfTheChosenStepOrPhase)
{
    StepText text;
    text.step("execute_context_1(100)_generation_0(0)", 0, 10, {{1000, 10}});
    text.step("execute_context_0(0)_generation_4(4)", 20, 10, {{1300, 10}});
    text.step("execute_context_0(0)_generation_4(4)", 40, 10, {{1400, 10}});
    text.step("execute_context_0(0)_generation_4(4)", 60, 10, {{1450, 20}});
    const auto run = text.run();
    const Steps steps = *findSteps(*run);
    const WorkUnit none;
    const Gaps gaps = *findGaps(*run);
    const auto communication = defaultCommunication(run->gpu, run->strings);
    const auto main = [&](const ChosenSteps &chosen) {
        return runBudget({*run, steps, none, gaps, communication, chosen})->mainDevice();
    };
    const DeviceBudget second = main({1});
    EXPECT_TRUE(second.isChosen);
    EXPECT_EQ(second.step, 1U);
    EXPECT_EQ(second.budget.wallNs, 100'000);
    EXPECT_FALSE(second.endsWithItself) << "the next step does";
    EXPECT_TRUE(main({3}).endsWithItself);
    const DeviceBudget decode = main({noStep, "decode"});
    EXPECT_EQ(decode.units.size(), 3U);
    EXPECT_EQ(decode.budget.wallNs, 50'000) << "50 and 100, without the last one";
    EXPECT_FALSE(main({noStep, "diffusion"}).isChosen) << "as if nothing were chosen";
    EXPECT_FALSE(main({}).isChosen);
}

TEST(RunBudget, theLastStepEndsWithItsOwnWork)
{
    StepText text;
    text.step("ProfilerStep#1", 0, 10, {{1000, 10}, {1060, 40}});
    const auto run = text.run();
    const RunBudget budget = budgetOf(*run);
    EXPECT_EQ(budget.mainDevice().budget.wallNs, 100'000);
    EXPECT_EQ(budget.mainDevice().budget.idleNs(), 50'000);
}

TEST(RunBudget, workOfTheNextStepThatBeginsEarlyEndsTheFirst)
{
    StepText text;
    text.step("ProfilerStep#1", 0, 10, {{1000, 300}});
    text.step("ProfilerStep#2", 20, 10, {{1200, 10}, {1300, 900}});
    const auto run = text.run();
    const RunBudget budget = budgetOf(*run);
    EXPECT_EQ(budget.mainDevice().budget.wallNs, 200'000) << "the first kernel is clipped";
    EXPECT_EQ(budget.mainDevice().budget.computeNs, 200'000);
}

TEST(RunBudget, eachDeviceHasItsOwnMedian)
{
    StepText text;
    text.step("ProfilerStep#1", 0, 10, {{1000, 10}});
    text.step("ProfilerStep#2", 20, 10, {{1500, 10}});
    text.step("ProfilerStep#1", 0, 10, {{1000, 10}, {1090, 10}}, 1);
    const auto run = text.run();
    const RunBudget budget = budgetOf(*run);
    ASSERT_EQ(budget.devices.size(), 2U);
    EXPECT_EQ(budget.main, 0U);
    EXPECT_EQ(budget.devices[0].budget.wallNs, 10'000);
    EXPECT_EQ(budget.devices[1].budget.wallNs, 100'000);
    EXPECT_EQ(budget.sum.wallNs, 110'000);
}

TEST(RunBudget, aCaptureOfGraphsIsNoStepBesideOthers)
{
    StepText text;
    text.step("capture_8_PIECEWISE", 0, 10, {{100, 500}});
    text.step("execute_new_1_cached_0", 20, 10, {{1000, 10}, {1090, 10}});
    const auto run = text.run();
    const RunBudget budget = budgetOf(*run);
    ASSERT_EQ(budget.mainDevice().units.size(), 1U);
    EXPECT_EQ(budget.mainDevice().step, 1U);
    StepText alone;
    alone.step("capture_8_PIECEWISE", 0, 10, {{100, 500}});
    EXPECT_EQ(budgetOf(*alone.run()).of, BudgetOf::Step);
}

TEST(RunBudget, sectionsOfAnIterationAreOneUnitFromTheFirstOnToTheNext)
{
    StepText text;
    for (int i = 0; i < 3; ++i) {
        text.step("## forward ##", 100 * i, 10, {{1000 + 100 * i, 10}});
        text.step("## backward ##", 100 * i + 20, 10, {{1020 + 100 * i, 10}});
    }
    const auto run = text.run();
    const RunBudget budget = budgetOf(*run);
    EXPECT_EQ(budget.mainDevice().budget.wallNs, 100'000);
    EXPECT_EQ(budget.mainDevice().budget.computeNs, 20'000);
}

TEST(RunBudget, withoutStepsTheSpanIsTheUnit)
{
    const auto run = test::runOfWork({{"0", "7", 100, 50, "a"}, {"0", "7", 200, 50, "b"}});
    const RunBudget budget = budgetOf(*run);
    EXPECT_EQ(budget.of, BudgetOf::Span);
    EXPECT_EQ(budget.mainDevice().budget.wallNs, 150);
    EXPECT_TRUE(budgetOf(*test::runFromJson(R"({"traceEvents":[{"ph":"X","name":"a","ts":1,"dur":1}]})")).empty());
}

TEST(RunBudget, withoutStepsTheRepetitionIsTheUnit)
{
    std::vector<test::Work> work;
    for (int i = 0; i < 20; ++i)
        for (const auto &[name, at] : {std::pair("embed", 0), {"attention", 300}, {"mlp", 600}, {"head", 900}})
            work.push_back({"0", "7", 2'000'000 * int64_t(i) + at * 1000, 250'000, name});
    const auto run = test::runOfWork(work);
    const RunBudget budget = budgetOf(*run);
    EXPECT_EQ(budget.of, BudgetOf::Repetition);
    EXPECT_EQ(budget.mainDevice().budget.wallNs, 2'000'000);
    EXPECT_EQ(budget.mainDevice().budget.computeNs, 1'000'000);
    EXPECT_EQ(budget.mainDevice().step, noStep);
}

TEST(RunBudget, addsUpForEveryDeviceOfTheWholeCorpus)
{
    const QString folder = test::corpusPath("");
    SKIP_WITHOUT_CORPUS(folder.isEmpty());
    int devices = 0;
    QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        Progress progress;
        const auto run = loadRun(path, progress);
        if (!run || (*run)->gpu.size() == 0)
            continue;
        const RunBudget budget = budgetOf(**run);
        WallBudget sum;
        for (const DeviceBudget &device : budget.devices) {
            const WallBudget &b = device.budget;
            EXPECT_EQ(b.wallNs, device.range.length()) << path.toStdString();
            EXPECT_EQ(b.computeNs + b.exposedCommNs + b.exposedCopyNs + b.idleNs(), b.wallNs) << path.toStdString();
            for (const int64_t part :
                 {b.computeNs, b.exposedCommNs, b.exposedCopyNs, b.idle[0], b.idle[1], b.idle[2], b.idle[3]})
                EXPECT_GE(part, 0) << path.toStdString();
            sum += b;
            ++devices;
        }
        EXPECT_EQ(sum, budget.sum);
    }
    EXPECT_GE(devices, 40);
}

} // namespace
} // namespace ws
