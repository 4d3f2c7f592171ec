#include "tests/core/stepfixture.h"

#include "core/analysis/layers/layers.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/stages/stagestate.h"
#include "core/analysis/trust/trust.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

using Lines = std::vector<std::string>;

StepSource pattern(const char *text)
{
    return {StepSource::Pattern, QString::fromUtf8(text)};
}

StepSource anchor(const char *text)
{
    return {StepSource::Anchor, QString::fromUtf8(text)};
}

/// A loop that no annotation of a known form names.
StepTrace loop()
{
    StepTrace t;
    t.slice("user_annotation", "iteration 1 bs=4", "10", "1", 0, 50);
    t.slice("user_annotation", "iteration 2 bs=8", "10", "1", 60, 20);
    t.slice("python_function", "a/train.py(3): main", "10", "1", 0, 100);
    t.slice("cpu_op", "aten::mm", "10", "1", 5, 10).slice("cuda_runtime", "iterationLaunch", "10", "1", 95, 2);
    t.launch(1, 10).launch(2, 61).launch(3, 90);
    t.kernel(1, 200, 5).kernel(2, 300, 7).kernel(3, 400, 11);
    return t;
}

} // namespace

TEST(StepSource, annotationsThatTheRegexMatchesAreTheSteps)
{
    EXPECT_EQ(loop().steps(), Lines{"outside 23"}) << "no known name";
    EXPECT_EQ(loop().steps(pattern("^ITERATION \\d")),
              (Lines{"iteration 1 bs=4 unknown -/- 50 5x1", "iteration 2 bs=8 unknown -/- 20 7x1", "outside 11"}))
        << "a call of that name is none, and the case does not matter";
}

TEST(StepSource, namedGroupsOfTheRegexGiveTheDetails)
{
    EXPECT_EQ(loop().steps(pattern("^(?P<phase>Iter)ation (?P<tokens>\\d+) bs=(?P<batch>\\d+)")),
              (Lines{"iteration 1 bs=4 iter 4/1 50 5x1", "iteration 2 bs=8 iter 8/2 20 7x1", "outside 11"}));
    EXPECT_EQ(loop().steps(pattern("^iteration 1 (?P<batch>bs)")).front(), "iteration 1 bs=4 unknown -/- 50 5x1")
        << "no number";
}

TEST(StepSource, knownNamesAmongTheMatchesKeepTheirPhase)
{
    StepTrace t;
    t.step("execute_context_1(8)_generation_0(0)", 0, 50).step("execute_context_0(0)_generation_1(1)", 60, 20);
    t.launch(1, 10).kernel(1, 70, 5);
    EXPECT_EQ(t.steps(pattern("generation_1")),
              (Lines{"execute_context_0(0)_generation_1(1) decode 1/1 20 0x0", "outside 5"}));
}

TEST(StepSource, pythonFunctionsCanBeStepsAndOfNestedOnesTheOutermostIs)
{
    StepTrace t;
    for (const int begin : {0, 100}) {
        t.slice("python_function", "run.py(1): step", "10", "1", begin, 80);
        t.slice("python_function", "run.py(9): step", "10", "1", begin + 10, 20);
    }
    t.launch(1, 15).launch(2, 170).kernel(1, 300, 3).kernel(2, 310, 4);
    EXPECT_EQ(t.steps(pattern("run\\.py.*step")),
              (Lines{"run.py(1): step unknown -/- 80 3x1", "run.py(1): step unknown -/- 80 4x1", "outside 0"}));
}

TEST(StepSource, labelsOnTheGpuAreStepsWhereNothingElseHasTheName)
{
    StepTrace t;
    t.label("turn a", 0, 50).label("turn b", 50, 50).kernel(0, 10, 5).kernel(0, 60, 7).kernel(0, 200, 1);
    EXPECT_EQ(t.steps(pattern("^turn")), (Lines{"turn a unknown -/- 0 5x1", "turn b unknown -/- 0 7x1", "outside 1"}));
}

TEST(StepSource, anAnchorBeginsAStepThatLastsUntilTheNextOne)
{
    StepTrace t;
    for (int i = 0; i < 3; ++i)
        t.slice("kernel", "embed(int)", "0", "7", 10 + 100 * i, 5, R"("device":0,"stream":7)")
            .slice("kernel", "mlp", "0", "8", 50 + 100 * i, 20, R"("device":0,"stream":8)");
    t.slice("kernel", "warmup", "0", "7", 1, 2, R"("device":0,"stream":7)");
    t.slice("kernel", "mlp", "1", "7", 60, 4, R"("device":1,"stream":7)");
    const Lines expected{"embed(int) repetition -/- 100 25x2", "embed(int) repetition -/- 100 25x2",
                         "embed(int) repetition -/- 60 25x2", "outside 6"};
    EXPECT_EQ(t.steps(anchor("embed(int)")), expected) << "a name, not a regex";
    EXPECT_EQ(t.steps(anchor("^EMB")), expected);
    const auto run = t.run();
    const Steps steps = *findSteps(*run, anchor("embed(int)"));
    const auto cuts = cutSteps(*run, steps);
    ASSERT_EQ(cuts.size(), 3U);
    EXPECT_FALSE(cuts[0]);
    EXPECT_FALSE(cuts[1]);
    EXPECT_TRUE(cuts[2].atEnd) << "nobody knows when the next one had begun";
}

TEST(StepSource, eachDeviceHasItsOwnPeriods)
{
    StepTrace t;
    for (const char *device : {"0", "1"})
        for (int i = 0; i < 2; ++i)
            t.slice("kernel", "a", device, "7", 100 * i + (*device == '1' ? 30 : 0), 10,
                    std::string(R"("stream":7,"device":)") + device);
    EXPECT_EQ(t.steps(anchor("a")), (Lines{"a repetition -/- 100 10x1", "a repetition -/- 100 10x1",
                                           "a repetition -/- 10 10x1", "a repetition -/- 10 10x1", "outside 0"}));
}

TEST(StepSource, anAnchorMayBeTheReadableFormOfAMangledName)
{
    StepTrace t;
    t.slice("kernel", "_Z4gemmPf", "0", "7", 10, 5, R"("device":0,"stream":7)");
    EXPECT_EQ(t.steps(anchor("gemm(float*)")), (Lines{"_Z4gemmPf repetition -/- 5 5x1", "outside 0"}));
}

TEST(StepSource, anInstantKernelAtTheEndIsStillAStep)
{
    StepTrace t;
    t.slice("kernel", "a", "0", "7", 10, 0, R"("device":0,"stream":7)");
    EXPECT_EQ(t.steps(anchor("a")), (Lines{"a repetition -/- 0 0x1", "outside 0"}));
}

TEST(StepSource, whatMatchesNothingIsAnErrorThatSaysSo)
{
    const auto error = [](const StepSource &source) { return loop().steps(source).front(); };
    EXPECT_NE(error(pattern("iterationLaunch")).find("“iterationLaunch” matches, so there are no steps"),
              std::string::npos)
        << "calls are no steps";
    EXPECT_NE(error(anchor("gemm")).find("no kernel of the file has the name “gemm”"), std::string::npos);
    EXPECT_NE(error(anchor("ge(mm")).find("it is no regular expression"), std::string::npos);
    EXPECT_NE(error(pattern("ite(ration")).find("“ite(ration” is no regular expression: missing"), std::string::npos);
    EXPECT_NE(error(pattern("")).find("empty"), std::string::npos);
    EXPECT_NE(error(anchor("")).find("empty"), std::string::npos);
    EXPECT_TRUE(sourceError(anchor("ge(mm")).isEmpty()) << "a kernel may be called so";
    EXPECT_TRUE(sourceError({}).isEmpty());
}

TEST(StepSource, aRegexThatTakesTooLongGivesUpAndSaysOnHowManyNames)
{
    StepTrace t;
    t.step(std::string(60, 'a') + "b", 0, 10).step("turn", 20, 10).launch(1, 21).kernel(1, 50, 3);
    const auto run = t.run();
    const auto slow = pattern("^(a+)+$|turn");
    const Result<Steps> steps = findSteps(*run, slow);
    ASSERT_TRUE(steps) << steps.error().text().toStdString();
    EXPECT_EQ(steps->steps.size(), 1U);
    EXPECT_NE(steps->problem.indexOf(QLatin1String("given up on 1")), -1);
    EXPECT_NE(t.steps(pattern("^(a+)+$")).front().find("given up on 1"), std::string::npos);
}

TEST(StepSource, barsOfStagesFollowTheChoice)
{
    const auto run = loop().run();
    StageRequest request;
    request.mapping = defaultMapping();
    request.bars.by = BarsBy::Step;
    const auto labels = [&](const StageState &state) {
        std::vector<std::string> all;
        for (const StageBarView &bar : barsOf(state).bars)
            all.push_back(bar.label);
        return all;
    };
    const StageState named = stageState(run.run, nullptr, request);
    EXPECT_EQ(labels(named).size(), 1U) << "all of it is outside any step";
    request.steps = pattern("^iteration");
    const StageState chosen = stageState(run.run, &named, request);
    EXPECT_EQ(labels(chosen).size(), 3U);
    request.steps = pattern("iteration 2");
    EXPECT_EQ(labels(stageState(run.run, &chosen, request)).size(), 2U);
    request.steps = pattern("nothing");
    EXPECT_EQ(labels(stageState(run.run, &chosen, request)).size(), 1U);
}
