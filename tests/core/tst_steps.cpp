#include "core/analysis/trust/trust.h"
#include "core/report/stepreport.h"
#include "tests/core/stepfixture.h"

#include "tests/support/corpus.h"

#include <gtest/gtest.h>

#include <QDir>

#include <chrono>

using namespace ws;
using namespace ws::test;

namespace {

using Lines = std::vector<std::string>;

std::string said(std::string_view name)
{
    const auto found = stepName(name);
    if (!found)
        return "no step";
    const auto number = [](const std::optional<int64_t> &n) { return n ? std::to_string(*n) : std::string("-"); };
    return found->phase + ' ' + number(found->batch) + '/' + number(found->tokens);
}

} // namespace

TEST(StepNames, requestsTellThePhase)
{
    EXPECT_EQ(said("execute_8192_context_9(sq8155sk8430sqsq7475785sqsk7671310)_generation_37(sq37sk41sqsq1sqsk2)"),
              "mixed 46/8192");
    EXPECT_EQ(said("execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk32800sqsq32sqsk32800)"), "decode 32/32");
    EXPECT_EQ(said("execute_context_1(888_788544)_generation_0(0)"), "prefill 1/888");
    EXPECT_EQ(said("execute_context_0(0)_generation_4(4)"), "decode 4/4");
    EXPECT_EQ(said("execute_context_0(0)_generation_0(0)"), "unknown 0/0");
}

TEST(StepNames, aStepWithoutNewRequestsMayStillPrefill)
{
    EXPECT_EQ(said("execute_new_3_cached_0"), "prefill 3/-");
    EXPECT_EQ(said("execute_new_1_cached_7"), "mixed 8/-");
    EXPECT_EQ(said("execute_new_0_cached_8"), "unknown 8/-");
}

TEST(StepNames, modesOfSglang)
{
    EXPECT_EQ(said("step[DECODE bs=32]"), "decode 32/-");
    EXPECT_EQ(said("step[EXTEND bs=2 toks=4096]"), "prefill 2/4096");
    EXPECT_EQ(said("step[MIXED bs=3 toks=77 x=1]"), "mixed 3/77");
    EXPECT_EQ(said("step[TARGET_VERIFY bs=4]"), "target_verify 4/-");
    EXPECT_EQ(said("step[what is this]"), "unknown -/-");
}

TEST(StepNames, modesOfSglangInAnyCaseWithTheirSums)
{
    EXPECT_EQ(said("step[decode bs=32]"), "decode 32/-");
    EXPECT_EQ(said("step[DRAFT_EXTEND_V2 bs=1]"), "draft_extend_v2 1/-");
    EXPECT_EQ(said("step[DECODE bs=64 g_sq=128 g_sqsq=256 g_sqsk=262144 g_sk=131072]"), "decode 64/128");
    EXPECT_EQ(said("step[MIXED bs=5 c=2 g=3 c_sq=6144 c_sk=7144 c_sqsq=20971520 c_sqsk=23019520 g_sq=3 g_sk=6144]"),
              "mixed 5/6147");
    EXPECT_EQ(said("step[MIXED bs=1 c=1 g=0 c_sq=3 c_sk=3 c_sqsq=9 c_sqsk=9 g_sq=0]"), "prefill 1/3");
    EXPECT_EQ(said("step[EXTEND bs=2 toks=14721 c_sq=14721 c_sqsq=108745533]"), "prefill 2/14721");
}

TEST(StepNames, ofAtom)
{
    EXPECT_EQ(said("prefill[bs=2 tok=14721 ctx=[7803, 6918]]"), "prefill 2/14721");
    EXPECT_EQ(said("prefill[bs=6 tok=17408 ctx=[4096, 4096, 4096]...+3 sqsq=59768832 sk=17408 tbo=1]"),
              "prefill 6/17408");
    EXPECT_EQ(said("prefill[bs=1]"), "prefill 1/-");
    EXPECT_EQ(said("decode[bs=117/128 tok=117 d=117]"), "decode 117/117") << "padded to 128";
    EXPECT_EQ(said("decode[bs=32 tok=128 d=32 spec=3 sqsq=512]"), "decode 32/128");
    EXPECT_EQ(said("decode[bs=128 tok=384 p=2 d=126 tbo=1]"), "mixed 128/384");
    EXPECT_EQ(said("decode[bs=4]"), "decode 4/-");
    EXPECT_EQ(said("eager_decode[bs=32 tok=32 ctx=[9, 8]]"), "decode 32/32");
    EXPECT_EQ(said("draft[0/3 bs=64]"), "draft 64/-");
    for (const char *name : {"prefill", "decode[", "prefill[what]", "decode[bs=x]", "draft[1]"})
        EXPECT_EQ(said(name), "no step") << name;
}

TEST(StepNames, ofGraphCapturesInAnyCase)
{
    EXPECT_EQ(said("capture_128_decode"), "capture 128/-");
    EXPECT_EQ(said("capture_256_mixed_prefill"), "capture -/256");
    EXPECT_EQ(said("capture_32_draft_FULL"), "capture -/32");
    EXPECT_EQ(said("capture_16_draft_FULL_DECODE_ONLY"), "capture 16/-");
    EXPECT_EQ(said("capture_graph_bs_64"), "capture 64/-");
    EXPECT_EQ(said("capture_begin"), "no step");
}

TEST(StepNames, ofTensorRt)
{
    EXPECT_EQ(said("[Executor] _forward_step 12: 0 ctx reqs, 64 gen reqs"), "decode 64/-");
    EXPECT_EQ(said("[Executor] _forward_step: 2 ctx reqs, 0 gen reqs"), "prefill 2/-");
    EXPECT_EQ(said("[Executor] _forward_step 7: 1 ctx reqs, 300 ctx tokens, 3 gen reqs"), "mixed 4/-");
    EXPECT_EQ(said("[Executor] _schedule"), "no step");
}

TEST(Steps, partsOfTheRunnerAreStepsOnlyOnTheirOwn)
{
    EXPECT_EQ(StepTrace()
                  .step("gpu_model_runner: preprocess", 0, 10)
                  .step("gpu_model_runner: forward", 20, 100)
                  .step("gpu_model_runner: draft", 130, 50)
                  .launch(1, 30)
                  .kernel(1, 40, 10)
                  .launch(2, 140)
                  .kernel(2, 150, 20)
                  .steps(),
              (Lines{"gpu_model_runner: forward unknown -/- 100 10x1", "gpu_model_runner: draft draft -/- 50 20x1",
                     "outside 0"}));
    EXPECT_EQ(StepTrace()
                  .step("execute_new_0_cached_8", 0, 200)
                  .step("gpu_model_runner: forward", 20, 100)
                  .step("gpu_model_runner: draft", 130, 50)
                  .launch(1, 30)
                  .kernel(1, 40, 10)
                  .launch(2, 140)
                  .kernel(2, 150, 20)
                  .steps(),
              (Lines{"execute_new_0_cached_8 unknown 8/- 200 30x2", "outside 0"}))
        << "once, and the draft model does not tell what the step is";
    EXPECT_EQ(StepTrace()
                  .step("ProfilerStep#3", 0, 200)
                  .step("gpu_model_runner: forward", 20, 100)
                  .step("gpu_model_runner: draft", 130, 50)
                  .launch(1, 30)
                  .kernel(1, 40, 10)
                  .steps(),
              (Lines{"ProfilerStep#3 profiler -/- 200 10x1", "outside 0"}));
}

namespace {

/// Asynchronous slices, as nsys' start/end ranges are.
std::string range(const std::string &name, int begin, int end, int id, const char *category = "nvtx")
{
    const std::string common = R"("cat":")" + std::string(category) + R"(","name":")" + name +
                               R"(","pid":10,"tid":1,"id":)" + std::to_string(id);
    return R"({"ph":"b",)" + common + R"(,"ts":)" + std::to_string(begin) + R"(},{"ph":"e",)" + common + R"(,"ts":)" +
           std::to_string(end) + "},\n";
}

Lines stepsWith(const std::string &ranges, StepTrace trace, const StepSource &source = {})
{
    trace.events = ranges + trace.events;
    return trace.steps(source);
}

StepTrace twoLaunches()
{
    return StepTrace().launch(1, 10).kernel(1, 40, 10).launch(2, 60).kernel(2, 70, 20);
}

} // namespace

TEST(Steps, startEndRangesAreSteps)
{
    const StepSource pattern{StepSource::Pattern, QStringLiteral("^turn")};
    EXPECT_EQ(stepsWith(range("turn 1", 0, 50, 1) + range("turn 2", 55, 100, 2), twoLaunches(), pattern),
              (Lines{"turn 1 unknown -/- 50 10x1", "turn 2 unknown -/- 45 20x1", "outside 0"}));
    EXPECT_EQ(stepsWith(range("execute_new_1_cached_0", 0, 50, 1), twoLaunches()),
              (Lines{"execute_new_1_cached_0 prefill 1/- 50 10x1", "outside 20"}));
    EXPECT_EQ(stepsWith(range("execute_other", 0, 50, 1, "app"), twoLaunches()), (Lines{"outside 30"}))
        << "no annotation";
}

TEST(Steps, startEndRangesThatOverlapAreSideBySideAndSaid)
{
    const StepSource pattern{StepSource::Pattern, QStringLiteral("^turn")};
    StepTrace trace = twoLaunches();
    const std::string ranges = range("turn 1", 0, 80, 1) + range("turn 2", 50, 100, 2) + range("turn 3", 200, 300, 3);
    EXPECT_EQ(stepsWith(ranges, trace, pattern), (Lines{"turn 1 unknown -/- 80 10x1", "turn 2 unknown -/- 50 20x1",
                                                        "turn 3 unknown -/- 100 0x0", "outside 0"}));
    trace.events = ranges + trace.events;
    const auto run = trace.run();
    const auto steps = findSteps(*run, pattern);
    EXPECT_TRUE(steps->problem.startsWith(QStringLiteral("2 of the 3 start/end ranges")))
        << steps->problem.toStdString();
    EXPECT_EQ(stepsWith(range("turn 1", 0, 100, 1) + range("turn 2", 50, 90, 2), twoLaunches(), pattern),
              (Lines{"turn 1 unknown -/- 100 10x1", "turn 2 unknown -/- 40 20x1", "outside 0"}))
        << "one within the other in time is not nested either";
}

TEST(Steps, startEndRangesAndAnnotationsOfThreadsAreOneStep)
{
    const auto trace = [] { return twoLaunches().step("execute_new_1_cached_0", 5, 90); };
    EXPECT_EQ(stepsWith(range("ProfilerStep#1", 0, 100, 1), trace()),
              (Lines{"execute_new_1_cached_0 prefill 1/- 100 30x2", "outside 0"}))
        << "the range around it";
    EXPECT_EQ(stepsWith(range("ProfilerStep#1", 20, 80, 1), trace()),
              (Lines{"execute_new_1_cached_0 prefill 1/- 90 30x2", "outside 0"}))
        << "the range within it";
    EXPECT_EQ(stepsWith(range("ProfilerStep#1", 0, 100, 1),
                        twoLaunches().step("execute_new_1_cached_0", 5, 20).step("execute_new_0_cached_1", 55, 20)),
              (Lines{"ProfilerStep#1 profiler -/- 100 0x0", "execute_new_1_cached_0 prefill 1/- 20 10x1",
                     "execute_new_0_cached_1 unknown 1/- 20 20x1", "outside 0"}))
        << "one of several calls";
    EXPECT_EQ(stepsWith(range("ProfilerStep#1", 0, 100, 1) + range("execute_new_1_cached_0", 5, 95, 2), twoLaunches()),
              (Lines{"execute_new_1_cached_0 prefill 1/- 100 30x2", "outside 0"}))
        << "ranges whose names say which is within which";
}

TEST(StepNames, othersAndNone)
{
    EXPECT_EQ(said("execute_diffusion_1_256x256"), "diffusion 1/-");
    EXPECT_EQ(said("capture_32_DECODE"), "capture 32/-");
    EXPECT_EQ(said("capture_8192_PIECEWISE"), "capture -/8192");
    EXPECT_EQ(said("ProfilerStep#134"), "profiler -/-");
    EXPECT_EQ(said("## forward ##"), "section -/-");
    EXPECT_EQ(said("execute_something_new(3)"), "unknown -/-");
    EXPECT_FALSE(stepName("execute_something_new(3)", false));
    EXPECT_EQ(said("aten::linear"), "no step");
    EXPECT_EQ(said("## anything else ##"), "no step");
    EXPECT_EQ(said("execute_new_99999999999999999999_cached_0"), "unknown -/-");
}

TEST(Steps, gpuWorkBelongsToTheStepThatLaunchedItHoweverLateItRuns)
{
    StepTrace t;
    t.step("execute_context_1(8)_generation_0(0)", 0, 50).step("execute_context_0(0)_generation_1(1)", 60, 20);
    t.launch(1, 10).launch(2, 49).launch(3, 60).launch(4, 90);
    t.kernel(1, 70, 5).kernel(2, 200, 7).kernel(3, 300, 11).kernel(4, 400, 13);
    EXPECT_EQ(t.steps(), (Lines{"execute_context_1(8)_generation_0(0) prefill 1/8 50 12x2",
                                "execute_context_0(0)_generation_1(1) decode 1/1 20 11x1", "outside 13"}));
    const auto run = t.run();
    const Steps steps = *findSteps(*run);
    EXPECT_EQ(steps.steps[0].gpuStartNs, 70'000);
    EXPECT_EQ(steps.steps[0].gpuEndNs, 207'000);
    EXPECT_EQ(steps.ofActivity, (std::vector<uint32_t>{0, 0, 1, noStep}));
}

TEST(Steps, nestedAnnotationsAreOneStepWithTheMostSpecificName)
{
    StepTrace t;
    t.step("execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk9sqsq1sqsk2)", 0, 100);
    t.step("step[DECODE bs=33 toks=34]", 10, 80).launch(1, 5).launch(2, 20).kernel(1, 200, 3).kernel(2, 210, 4);
    t.step("ProfilerStep#134", 300, 100).step("capture_16_DECODE", 310, 80).launch(3, 305).kernel(3, 500, 5);
    EXPECT_EQ(t.steps(), (Lines{"execute_32_context_0(sq0sk0sqsq0sqsk0)_generation_32(sq32sk9sqsq1sqsk2) decode 32/32 "
                                "100 7x2",
                                "capture_16_DECODE capture 16/- 100 5x1", "outside 0"}));
}

TEST(Steps, attributesOfTheOuterAnnotationAreKept)
{
    StepTrace t;
    t.step("execute_new_0_cached_8", 0, 100).step("step[EXTEND bs=2 toks=64]", 0, 100);
    EXPECT_EQ(t.steps(), (Lines{"execute_new_0_cached_8 prefill 8/64 100 0x0", "outside 0"}));
}

TEST(Steps, anIterationOfSeveralCallsKeepsWhatLiesBetweenThem)
{
    StepTrace t;
    t.step("ProfilerStep#1", 0, 100).step("execute_context_1(8)_generation_0(0)", 10, 30);
    t.step("execute_context_0(0)_generation_1(1)", 50, 30);
    t.launch(1, 5).launch(2, 20).launch(3, 60).kernel(1, 200, 1).kernel(2, 210, 2).kernel(3, 220, 4);
    EXPECT_EQ(t.steps(),
              (Lines{"ProfilerStep#1 profiler -/- 100 1x1", "execute_context_1(8)_generation_0(0) prefill 1/8 30 2x1",
                     "execute_context_0(0)_generation_1(1) decode 1/1 30 4x1", "outside 0"}));
}

TEST(Steps, sectionsOfAnIterationAreNoStepsOfTheirOwn)
{
    StepTrace t;
    t.step("ProfilerStep#1", 0, 100).step("## forward ##", 0, 40).step("## backward ##", 50, 40);
    t.step("## zero_grad ##", 110, 5).launch(1, 20).launch(2, 112).kernel(1, 200, 3).kernel(2, 210, 4);
    EXPECT_EQ(t.steps(),
              (Lines{"ProfilerStep#1 profiler -/- 100 3x1", "## zero_grad ## section -/- 5 4x1", "outside 0"}));
}

TEST(Steps, otherThreadsOfTheProcessLaunchForTheStepThatIsOpen)
{
    StepTrace t;
    t.step("ProfilerStep#1", 0, 100, "1").launch(1, 50, "2").kernel(1, 60, 5);
    t.launch(2, 50, "2", "11").kernel(2, 70, 7); // another process
    EXPECT_EQ(t.steps(), (Lines{"ProfilerStep#1 profiler -/- 100 5x1", "outside 7"}));
}

TEST(Steps, ofTwoThreadsEachLaunchesForItsOwnStep)
{
    StepTrace t;
    t.step("execute_new_1_cached_0", 0, 100, "1").step("execute_new_2_cached_0", 10, 100, "2");
    t.launch(1, 50, "1").launch(2, 50, "2").kernel(1, 60, 3).kernel(2, 70, 4);
    EXPECT_EQ(t.steps(), (Lines{"execute_new_1_cached_0 prefill 1/- 100 3x1",
                                "execute_new_2_cached_0 prefill 2/- 100 4x1", "outside 0"}));
}

TEST(Steps, profilerStepOfOldKinetoIsAnOperator)
{
    StepTrace t;
    t.slice("Operator", "ProfilerStep#5", "10", "1", 0, 100).slice("Operator", "execute_me", "10", "1", 10, 10);
    t.launch(1, 15).kernel(1, 60, 5);
    EXPECT_EQ(t.steps(), (Lines{"ProfilerStep#5 profiler -/- 100 5x1", "outside 0"}));
}

TEST(Steps, workWithoutALaunchBelongsToTheLabelOnItsStream)
{
    StepTrace t;
    t.step("execute_context_0(0)_generation_1(1)", 0, 10).step("execute_context_0(0)_generation_1(1)", 20, 10);
    t.label("execute_context_0(0)_generation_1(1)", 100, 50).label("execute_context_0(0)_generation_1(1)", 200, 50);
    t.kernel(0, 110, 1).kernel(0, 210, 2).kernel(0, 220, 4, "8").kernel(0, 300, 8);
    EXPECT_EQ(t.steps(), (Lines{"execute_context_0(0)_generation_1(1) decode 1/1 10 1x1",
                                "execute_context_0(0)_generation_1(1) decode 1/1 10 2x1", "outside 12"}));
}

TEST(Steps, launchedWorkTellsWhoseLabelItIs)
{
    StepTrace t;
    for (int i = 0; i < 3; ++i) // three steps of one name, one label left of the second
        t.step("execute_new_0_cached_8", i * 20, 10);
    t.launch(5, 25).kernel(5, 200, 1).label("execute_new_0_cached_8", 200, 50).kernel(0, 210, 2);
    EXPECT_EQ(t.steps()[1], "execute_new_0_cached_8 unknown 8/- 10 3x2");
}

TEST(Steps, aLaunchOutsideAnyStepIsOutsideAlsoUnderALabel)
{
    StepTrace t;
    t.step("ProfilerStep#1", 0, 10).label("ProfilerStep#1", 20, 100).launch(1, 15).kernel(1, 30, 5);
    EXPECT_EQ(t.steps(), (Lines{"ProfilerStep#1 profiler -/- 10 0x0", "outside 5"}));
}

TEST(Steps, labelsOfTheGpuAloneAreStepsToo)
{
    StepTrace t;
    t.label("execute_new_1_cached_0", 0, 50).label("execute_new_1_cached_0", 10, 50, "8");
    t.label("execute_new_1_cached_0", 100, 50).label("execute_new_2_cached_0", 200, 50);
    t.kernel(0, 10, 1).kernel(0, 20, 2, "8").kernel(0, 110, 4);
    EXPECT_EQ(t.steps(), (Lines{"execute_new_1_cached_0 prefill 1/- 0 3x2", "execute_new_1_cached_0 prefill 1/- 0 4x1",
                                "outside 0"}));
}

TEST(Steps, withoutStepsEverythingIsOutside)
{
    StepTrace t;
    t.launch(1, 5).kernel(1, 10, 3).kernel(0, 20, 4);
    EXPECT_EQ(t.steps(), (Lines{"outside 7"}));
    EXPECT_EQ(findSteps(*t.run())->outsideActivities, 2u);
}

TEST(Steps, withoutAnyLinkWorkBelongsToTheStepInWhichItBeginsAndThatIsSaid)
{
    StepTrace t;
    t.step("ProfilerStep#1", 0, 10).step("ProfilerStep#2", 20, 10);
    t.kernel(0, 5, 8).kernel(0, 15, 1).kernel(0, 29, 2);
    EXPECT_EQ(t.steps(),
              (Lines{"ProfilerStep#1 profiler -/- 10 8x1", "ProfilerStep#2 profiler -/- 10 2x1", "outside 1"}));
    const auto run = t.run();
    const auto note = [&](const Steps &steps) { return stepWorkNote(*run, steps).toStdString(); };
    EXPECT_EQ(note(*findSteps(*run)), "Nothing in the file links GPU work to the step that launched it: a step has the "
                                      "work that begins in its time on the CPU.");
    EXPECT_EQ(stepReport(run.run, std::make_shared<Steps>(*findSteps(*run))).notes.size(), 1);
    t.launch(1, 5).kernel(1, 40, 4); // one link tells that the others are missing
    EXPECT_EQ(t.steps(),
              (Lines{"ProfilerStep#1 profiler -/- 10 4x1", "ProfilerStep#2 profiler -/- 10 0x0", "outside 11"}));
    EXPECT_EQ(note(*findSteps(*t.run())), "");
}

TEST(Steps, anOperatorOfAnExternalIdTellsTheStepWhereNoLaunchDoes)
{
    StepTrace t;
    t.step("ProfilerStep#1", 0, 100).step("ProfilerStep#2", 100, 100);
    t.slice("cpu_op", "aten::mm", "10", "1", 50, 10, R"("External id":77)");
    t.slice("kernel", "k", "0", "7", 120, 5, R"("device":0,"stream":7,"External id":77)");
    EXPECT_EQ(t.steps(),
              (Lines{"ProfilerStep#1 profiler -/- 100 5x1", "ProfilerStep#2 profiler -/- 100 0x0", "outside 0"}));
    EXPECT_EQ(stepWorkNote(*t.run(), *findSteps(*t.run())), QString());
    t.kernel(0, 130, 2);
    EXPECT_EQ(t.steps().back(), "outside 2") << "one link tells that the others are missing";
}

TEST(Steps, ofTwoProcessesTimeDoesNotTellWhoseTheWorkIs)
{
    StepTrace t;
    t.step("ProfilerStep#1", 0, 10).step("ProfilerStep#1", 0, 10, "2", "11").kernel(0, 5, 8);
    EXPECT_EQ(t.steps().back(), "outside 8");
}

TEST(Steps, oneGpuBusyTimeCountsOverlapsOnce)
{
    StepTrace t;
    t.step("ProfilerStep#1", 0, 10).launch(1, 1).launch(2, 2).kernel(1, 20, 10).kernel(2, 25, 10, "8");
    const auto run = t.run();
    const Steps steps = *findSteps(*run);
    EXPECT_EQ(steps.steps[0].gpuNs, 20'000);
    EXPECT_EQ(steps.steps[0].gpuBusyNs, 15'000);
}

TEST(Steps, timesOfStepsAndOutsideAddUpInEveryRealTrace)
{
    CORPUS_FILE(folder, "kineto");
    for (const QFileInfo &file : QDir(folder).entryInfoList(QDir::Files)) {
        const auto run = corpusRun(file.filePath());
        ASSERT_TRUE(run) << file.fileName().toStdString();
        const Steps steps = *findSteps(*run);
        int64_t all = 0, sum = steps.outsideNs;
        uint64_t count = steps.outsideActivities;
        for (int64_t ns : run->gpu.duration)
            all += ns;
        for (const Step &step : steps.steps) {
            sum += step.gpuNs;
            count += step.activities;
            EXPECT_LE(step.gpuBusyNs, std::min(step.gpuNs, step.gpuEndNs - step.gpuStartNs));
        }
        EXPECT_EQ(sum, all) << file.fileName().toStdString();
        EXPECT_EQ(count, run->gpu.size()) << file.fileName().toStdString();
    }
}

TEST(Steps, theWorkOfAStepThatRanLongAfterItIsFound)
{
    CORPUS_FILE(path, "kineto/tl_vllm_prefilldecode_piecewise.json.gz");
    const auto run = corpusRun(path);
    const Steps steps = *findSteps(*run);
    ASSERT_EQ(steps.steps.size(), 1u);
    EXPECT_EQ(steps.steps[0].phase, "mixed");
    EXPECT_GT(steps.steps[0].gpuStartNs, steps.steps[0].wall.end);
    EXPECT_GT(steps.steps[0].gpuNs, 100'000'000);
}

TEST(Steps, areFoundWhereTheFileBeginsWithThem)
{
    const auto run =
        runFromJson(R"json([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":1,"tid":1,"ts":0,
"dur":90,"args":{}},{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":5,"dur":5,"args":
{"correlation":1}},{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":5,"args":{"correlation":1,
"device":0,"stream":7}}])json")
            .run;
    EXPECT_EQ(findSteps(*run)->steps.size(), 1U);
}

TEST(Steps, thatOverlapByRoundingAreNeighbours)
{
    std::string events;
    for (int i = 0; i < 6; ++i) {
        const std::string at = std::to_string(1000 + i * 200), id = std::to_string(i + 1);
        events += R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" + id + R"(","pid":10,"tid":1,"ts":)" +
                  at + R"(,"dur":200.9},)" +
                  R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":10,"tid":1,"ts":)" + at +
                  R"(.2,"dur":3,"args":{"correlation":)" + id + R"(}},)" +
                  R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + at +
                  R"(.9,"dur":3,"args":{"correlation":)" + id + "}},";
    }
    events.back() = ']';
    const auto run = ws::test::runFromJson("[" + events);
    ASSERT_TRUE(run);
    const Steps steps = *findSteps(*run);
    ASSERT_EQ(steps.steps.size(), 6u);
    for (const Step &step : steps.steps) {
        EXPECT_EQ(step.activities, 1u);
        EXPECT_EQ(step.wall.length(), 200'900);
    }
}

TEST(Steps, thatCrossByMoreAreStepsOfTheirOwn)
{
    for (const char *name : {"ProfilerStep#1", "step[DECODE bs=8]", "execute_context_0(0)_generation_8(8)"}) {
        ws::test::StepTrace trace;
        for (int i = 0; i < 6; ++i) {
            const std::string number = name[0] == 'P' ? "ProfilerStep#" + std::to_string(i) : name;
            trace.step(number, 1000 + 200 * i, 202).launch(i + 1, 1050 + 200 * i).kernel(i + 1, 1100 + 200 * i, 10);
        }
        const Steps steps = *findSteps(*trace.run());
        ASSERT_EQ(steps.steps.size(), 6u) << name;
        for (const Step &step : steps.steps) {
            EXPECT_EQ(step.activities, 1u);
            EXPECT_EQ(step.wall.length(), 202'000);
        }
    }
    ws::test::StepTrace nested; // names of one step, of which the inner one ends a µs late
    nested.step("ProfilerStep#1", 0, 100).step("step[DECODE bs=8]", 10, 91).launch(1, 20).kernel(1, 40, 10);
    EXPECT_EQ(findSteps(*nested.run())->steps.size(), 1u);
}

TEST(Steps, anAnnotationThatNeverEndedIsOpenToTheEndOfTheRecording)
{
    ws::test::StepTrace trace;
    trace.step("ProfilerStep#1", 0, 90).launch(1, 10).kernel(1, 20, 10);
    trace.step("ProfilerStep#2", 100, 0).launch(2, 110).kernel(2, 120, 10).launch(3, 150).kernel(3, 160, 10);
    const auto run = trace.run();
    const Steps steps = *findSteps(*run);
    ASSERT_EQ(steps.steps.size(), 2u);
    EXPECT_FALSE(steps.steps[0].isOpen);
    EXPECT_TRUE(steps.steps[1].isOpen);
    EXPECT_EQ(steps.steps[1].activities, 2u);
    EXPECT_EQ(steps.steps[1].wall.length(), 70'000);
    const auto cuts = cutSteps(*run, steps);
    EXPECT_FALSE(cuts[0].atEnd);
    EXPECT_TRUE(cuts[1].atEnd);
    EXPECT_TRUE(cuts[1].wall);
}

TEST(Steps, annotationsThatNeverEndedAreOpenToTheNextOne)
{
    ws::test::StepTrace trace;
    trace.step("ProfilerStep#1", 0, 0).launch(1, 10).kernel(1, 20, 10).step("ProfilerStep#2", 100, 0);
    trace.launch(2, 110).kernel(2, 120, 10);
    const Steps found = *findSteps(*trace.run());
    ASSERT_EQ(found.steps.size(), 2u);
    for (const Step &step : found.steps) {
        EXPECT_TRUE(step.isOpen);
        EXPECT_EQ(step.activities, 1u);
    }
    EXPECT_EQ(found.steps[0].wall.length(), 100'000);
}

TEST(Steps, anEnginesStepThatNeverEndedIsOpenToTheEndOfTheOneAroundIt)
{
    ws::test::StepTrace trace;
    trace.step("ProfilerStep#1", 0, 500);
    for (int i = 0; i < 3; ++i)
        trace.step("step[DECODE bs=8]", 10 + 100 * i, i < 2 ? 90 : 0)
            .launch(i + 1, 20 + 100 * i)
            .kernel(i + 1, 40 + 100 * i, 10);
    trace.slice("cpu_op", "save", "10", "1", 900, 10);
    const Steps found = *findSteps(*trace.run());
    ASSERT_EQ(found.steps.size(), 4u);
    EXPECT_FALSE(found.steps[0].isOpen) << "ProfilerStep has an end";
    EXPECT_FALSE(found.steps[2].isOpen);
    EXPECT_TRUE(found.steps[3].isOpen);
    EXPECT_EQ(found.steps[3].wall.length(), 290'000);
    EXPECT_EQ(found.steps[3].activities, 1u);
}

TEST(Steps, whatLiesInAnOpenStepIsAPartOfIt)
{
    ws::test::StepTrace trace;
    trace.step("ProfilerStep#1", 0, 90).step("step[DECODE bs=8]", 5, 80).launch(1, 10).kernel(1, 20, 10);
    trace.step("ProfilerStep#2", 100, 0).step("step[DECODE bs=8]", 105, 0).launch(2, 110).kernel(2, 120, 10);
    const Steps found = *findSteps(*trace.run());
    ASSERT_EQ(found.steps.size(), 2u);
    EXPECT_TRUE(found.steps[1].isOpen);
    EXPECT_EQ(found.steps[1].activities, 1u);
    EXPECT_EQ(found.steps[1].phase, "decode");
}

TEST(Steps, aBeginWithoutAnEndWithinASliceIsCut)
{
    const auto event = [](const char *phase, const char *name, int ts) {
        return std::string(R"({"ph":")") + phase + R"(","cat":"user_annotation","name":")" + name +
               R"(","pid":10,"tid":1,"ts":)" + std::to_string(ts) + "},";
    };
    const std::string later = R"({"ph":"X","cat":"cpu_op","name":"save","pid":10,"tid":1,"ts":900,"dur":9}])";
    const auto cutsOf = [&](const std::string &events) {
        const auto run = ws::test::runFromJson("[" + events + later);
        return cutSteps(*run, *findSteps(*run));
    };
    const std::string first = event("B", "main", 0) + event("B", "ProfilerStep#1", 10) +
                              event("E", "ProfilerStep#1", 90) + event("B", "ProfilerStep#2", 100);
    const auto open = cutsOf(first + event("E", "main", 200));
    ASSERT_EQ(open.size(), 2u);
    EXPECT_FALSE(open[0].atEnd);
    EXPECT_TRUE(open[1].atEnd);
    const auto closed = cutsOf(first + event("E", "ProfilerStep#2", 190) + event("E", "main", 200));
    EXPECT_FALSE(closed[1].atEnd);
}

TEST(Steps, labelsThatOverlapByRoundingAreStepsOfTheirOwn)
{
    std::string events;
    for (int i = 0; i < 4; ++i)
        events += R"({"ph":"X","cat":"gpu_user_annotation","name":"ProfilerStep#1","pid":0,"tid":7,"ts":)" +
                  std::to_string(i * 100) + R"(,"dur":100.4},)" +
                  R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(i * 100 + 9) +
                  R"(,"dur":50},)";
    events.back() = ']';
    EXPECT_EQ(findSteps(*ws::test::runFromJson("[" + events))->steps.size(), 4u);
}
