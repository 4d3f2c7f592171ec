// Each rule about idle time: a trace where it is right, and traces where it must be silent.

#include "core/report/findingtexts.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

using test::FindingTrace;
using test::FoundFindings;

/// 20 kernels of 10 µs, each launched 80 µs after the one before has ended.
FindingTrace lateKernels()
{
    return FindingTrace().step(0, 2000).series("gemm", 20, 100, 10, 90, 5);
}

TEST(Findings, whatTheDeviceWaitsForAfterItsLaunchIsToldBesideTheCall)
{
    // Two gaps in a step of 3.9 ms, each from the return of a wait on: the launch behind it, and `startUs` until the
    // work begins.
    const auto found = [](int startUs, int waitUs) {
        FindingTrace trace = FindingTrace().step(0, 4000).work("gemm", 100, 1000, 10);
        trace.slice("cuda_runtime", "cudaStreamSynchronize", 900, waitUs);
        trace.work("gemm", 1112 + startUs, 1000, 1110);
        trace.slice("cuda_runtime", "cudaStreamSynchronize", 1900 + startUs, 220);
        trace.work("gemm", 2127 + 2 * startUs, 1000, 2125 + startUs);
        trace.step(4000, 10, "ProfilerStep#2").work("next", 4000, 10, 3990);
        return FoundFindings(trace);
    };
    const FoundFindings late = found(150, 205);
    const Finding *finding = late.find("idle-after-call");
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->count, 2u);
    EXPECT_EQ(finding->sinceLaunchNs, 2 * 151'000);
    EXPECT_EQ(finding->ofParts[size_t(BudgetPart::IdleLate)], finding->ns);
    const FoundFindings usual = found(80, 205);
    ASSERT_TRUE(usual.find("idle-after-call"));
    EXPECT_EQ(usual.find("idle-after-call")->sinceLaunchNs, 0) << "a launch takes that long to begin";
}

TEST(FindLaunchBound, namesTheTimeAndTheLaunches)
{
    const FoundFindings found(lateKernels());
    const Finding *finding = found.find("launch-bound");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->ns, 19 * 80'000);
    EXPECT_EQ(finding->winNs, finding->ns);
    EXPECT_EQ(finding->count, 19U);
    EXPECT_EQ(finding->of, 20U);
    EXPECT_EQ(finding->medianNs, 10'000);
    EXPECT_EQ(finding->everyNs, 90'000);
    EXPECT_FALSE(finding->isGraph);
    EXPECT_FALSE(finding->isSlowedByProfiler);
    ASSERT_EQ(finding->places.size(), 5U);
    EXPECT_EQ(finding->places.front().range.length(), 80'000);
}

TEST(FindLaunchBound, namesTheKernelBeforeWhichNearlyAllOfItsGapsAre)
{
    const auto found = [](bool alternate, int gap) {
        FindingTrace trace = FindingTrace().step(0, 30 * (gap + 60));
        for (int i = 0; i < 30; ++i) {
            const int start = i * (gap + 60) + gap;
            trace.work(alternate && i % 2 ? "other" : "custom", start, 10, start - 5);
            for (int k = 0; k < 5; ++k)
                trace.work("small", start + 10 + 10 * k, 10, start - 4 + k);
        }
        return FoundFindings(trace);
    };
    const auto advice = [](const FoundFindings &findings, const Finding &finding) {
        return findingAdvice(finding, {*findings.run, BudgetOf::Step}).toStdString();
    };
    const FoundFindings one = found(false, 440);
    const Finding *finding = one.find("launch-bound");
    ASSERT_TRUE(finding) << one.ids();
    EXPECT_EQ(finding->name, "custom");
    EXPECT_EQ(finding->nameCount, 29U);
    EXPECT_EQ(finding->nameNs, 29 * 440'000);
    EXPECT_EQ(advice(one, *finding), "Try: look at what the CPU does before it launches custom.");
    const FoundFindings two = found(true, 440);
    ASSERT_TRUE(two.find("launch-bound"));
    EXPECT_EQ(two.find("launch-bound")->name, "") << "half of them are before another";
    const FoundFindings usual(lateKernels());
    ASSERT_TRUE(usual.find("launch-bound"));
    EXPECT_EQ(usual.find("launch-bound")->name, "") << "there is no other kernel";
}

TEST(FindLaunchBound, leavesPausesFarLongerThanLaunchesTake)
{
    const auto found = [](bool isStep, int pause) {
        FindingTrace trace;
        int at = 100;
        for (int i = 0; i < 400; ++i, at += i % 14 ? 25 : pause)
            trace.work("k" + std::to_string(i), at, 10, at - 5);
        if (isStep)
            trace.step(0, at);
        return FoundFindings(trace);
    };
    const FoundFindings step = found(true, 2600); // 28 of them, each 3 % of the step
    const Finding *launches = step.find("launch-bound"), *pauses = step.find("cpu-pause");
    ASSERT_TRUE(launches && pauses) << step.ids();
    EXPECT_EQ(launches->maxNs, 15'000);
    EXPECT_TRUE(launches->hasPauses);
    EXPECT_EQ(pauses->count, 28U);
    EXPECT_EQ(pauses->maxNs, 2'590'000);
    const FoundFindings span = found(false, 2600);
    ASSERT_TRUE(span.find("launch-bound")) << span.ids();
    EXPECT_EQ(span.find("launch-bound")->maxNs, 15'000);
    EXPECT_FALSE(span.find("cpu-pause")) << "nothing says that the GPU was to work";
    const FoundFindings shorter = found(true, 1900);
    ASSERT_TRUE(shorter.find("launch-bound"));
    EXPECT_EQ(shorter.find("launch-bound")->maxNs, 1'890'000) << "under 2 ms a launch may take so long";
    EXPECT_FALSE(shorter.find("cpu-pause"));
}

TEST(FindLaunchBound, isSilentWhenTheQueueIsFull)
{
    const FoundFindings found(FindingTrace().step(0, 2000).series("gemm", 20, 3000, 10, 90, 2950));
    EXPECT_FALSE(found.find("launch-bound")) << "the same gaps, but launched before";
}

TEST(FindLaunchBound, isSilentForFewGaps)
{
    EXPECT_FALSE(FoundFindings(FindingTrace().step(0, 2000).series("gemm", 9, 100, 10, 90, 5)).find("launch-bound"));
}

TEST(FindLaunchBound, saysThatTheProfilerMakesItWorse)
{
    EXPECT_TRUE(FoundFindings(lateKernels().slice("python_function", "app/model.py(1): f", 0, 1))
                    .find("launch-bound")
                    ->isSlowedByProfiler);
}

TEST(FindLaunchBound, leavesGapsThatBeginInABlockingCallToIt)
{
    FindingTrace trace = FindingTrace().step(0, 4000);
    for (int i = 0; i < 20; ++i)
        trace.work("gemm", 100 + i * 100, 50, 90 + i * 100)
            .slice("cuda_runtime", "cudaStreamSynchronize", 120 + i * 100, 35);
    const FoundFindings found(trace);
    EXPECT_FALSE(found.find("launch-bound")) << found.ids();
    EXPECT_FALSE(found.find("blocking-call")) << "the bar has no such time";
    const Finding *after = found.find("idle-after-call");
    ASSERT_TRUE(after) << found.ids();
    EXPECT_EQ(after->ns, 19 * 50'000);
    EXPECT_EQ(after->ofParts[size_t(BudgetPart::IdleLate)], after->ns);
}

TEST(FindLaunchBound, isSilentInACaptureOfGraphs)
{
    EXPECT_FALSE(FoundFindings(FindingTrace().step(0, 2000, "capture_8_PIECEWISE").series("gemm", 20, 100, 10, 90, 5))
                     .find("launch-bound"));
}

TEST(FindLaunchBound, isSilentWhereGraphsHideTheirKernels)
{
    FindingTrace trace = lateKernels();
    for (int i = 0; i < 3; ++i)
        trace.slice("cuda_runtime", "cudaGraphLaunch", 200 + i, 1);
    nlohmann::json json = nlohmann::json::parse(trace.text());
    int correlation = 1000;
    for (auto &event : json["traceEvents"])
        if (event["name"] == "cudaGraphLaunch")
            event["args"]["correlation"] = ++correlation;
    const auto run = test::runFromJson(json.dump()).run;
    const Steps steps = *findSteps(*run);
    const auto trust = *trustFindings(*run, steps);
    ASSERT_TRUE(findTrust(trust, "lost-graphs"));
    const Gaps gaps = *findGaps(*run);
    const auto communication = defaultCommunication(run->gpu, run->strings);
    const RunBudget budget = *runBudget({*run, steps, {}, gaps, communication});
    const auto findings = *findFindings({*run, steps, gaps, budget, communication, trust});
    for (const Finding &finding : findings)
        EXPECT_NE(finding.id, "launch-bound");
}

TEST(FindLaunchBound, isSilentForASpanThatLongGapsInterrupt)
{
    FindingTrace trace; // no step: kernels of different names, and a pause in which nothing was asked for
    for (int i = 0; i < 20; ++i)
        trace.work("k" + std::to_string(i), 100 + i * 90, 10, 95 + i * 90);
    EXPECT_TRUE(FoundFindings(trace).find("launch-bound"));
    trace.work("last", 50'000, 10, 49'990);
    EXPECT_FALSE(FoundFindings(trace).find("launch-bound"));
}

TEST(FindLaunchCalls, areOneLongCallNotMany)
{
    const auto found = [](int count, int dur, bool hasOneName = false) {
        FindingTrace all;
        for (int i = 0, at = 0; i < count; ++i, at += dur + 500)
            all.work("before" + std::to_string(i), at + 100, 100, at + 90)
                .work(hasOneName ? "k" : "k" + std::to_string(i), at + 300 + dur, 100, at + 205)
                .launching(dur + 90);
        return FoundFindings(all);
    };
    const FoundFindings one = found(1, 20'000);
    const Finding *finding = one.find("launch-call");
    ASSERT_TRUE(finding) << one.ids();
    EXPECT_EQ(finding->name, "cudaLaunchKernel");
    EXPECT_EQ(finding->count, 1U);
    EXPECT_TRUE(found(6, 2'000).find("launch-call")) << "each is the first of its kernel";
    EXPECT_FALSE(found(6, 2'000, true).find("launch-call")) << "that is what they take";
    EXPECT_FALSE(found(1, 700).find("launch-call"));
    const auto first = [](int dur) {
        return FoundFindings(FindingTrace().work("before", 100, 100, 90).work("k", 210 + dur, 100, 195).launching(dur));
    };
    EXPECT_TRUE(first(700).find("launch-call")) << "the first launch of the kernel, where others take some µs";
    EXPECT_FALSE(first(50).find("launch-call"));
}

TEST(FindPauses, nameTheOperatorThatLaunchesAfterIt)
{
    FindingTrace trace = FindingTrace()
                             .step(0, 1000)
                             .slice("python_function", "app/model.py(42): forward", 0, 900)
                             .slice("cpu_op", "aten::mm", 800, 50)
                             .work("gemm", 100, 100, 50)
                             .work("gemm", 850, 100, 840);
    const FoundFindings found(trace);
    const Finding *finding = found.find("cpu-pause");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->ns, 650'000);
    EXPECT_EQ(finding->count, 1U);
    EXPECT_EQ(finding->line, "app/model.py(42): forward");
}

TEST(FindPauses, areToldWithoutStepsWhereTheOperatorThatLaunchesTakesMostOfThem)
{
    const auto trace = [](int begin) {
        return FindingTrace()
            .slice("cpu_op", "aten::topk", begin, 850 - begin)
            .work("a", 100, 100, 50)
            .work("b", 860, 100, 845);
    };
    const FoundFindings found(trace(300));
    const Finding *finding = found.find("cpu-pause");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->ns, 660'000);
    EXPECT_EQ(finding->name, "aten::topk");
    EXPECT_FALSE(FoundFindings(trace(525)).find("cpu-pause")) << "325 of 660 µs: nothing says what the rest was for";
    const auto within = [](const char *inner) { return FindingTrace().slice(inner, "aten::sub", 843, 5); };
    EXPECT_TRUE(
        FoundFindings(
            within("cpu_op").slice("cpu_op", "scripted", 300, 550).work("a", 100, 100, 50).work("b", 860, 100, 845))
            .find("cpu-pause"))
        << "an operator around that which launches";
    EXPECT_FALSE(
        FoundFindings(
            within("cpu_op").slice("cpu_op", "scripted", 300, 540).work("a", 100, 100, 50).work("b", 860, 100, 845))
            .find("cpu-pause"))
        << "it has ended before";
    EXPECT_FALSE(
        FoundFindings(
            FindingTrace().slice("user_annotation", "serve", 0, 1000).work("a", 100, 100, 50).work("b", 860, 100, 845))
            .find("cpu-pause"))
        << "an annotation is no work";
}

TEST(FindPauses, theSetUpOfCommunicatorsIsToldWithoutSteps)
{
    const auto trace = [](const char *range, int begin) {
        return FindingTrace()
            .slice("user_annotation", range, begin, 990 - begin)
            .work("a", 100, 100, 50)
            .work("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 1000, 100, 995);
    };
    const FoundFindings found(trace("ncclCommInitRank", 10));
    const Finding *finding = found.find("cpu-pause");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->ns, 800'000);
    EXPECT_EQ(findingAdvice(*finding, {*found.run, BudgetOf::Span}),
              QStringLiteral("Try: record after the first collective: communicators are set up once."));
    EXPECT_FALSE(FoundFindings(trace("ncclCommInitRank", 700)).find("cpu-pause")) << "290 of 800 µs";
    EXPECT_FALSE(FoundFindings(trace("serve", 10)).find("cpu-pause")) << "any other range";
}

TEST(FindLaunchBound, graphsAreNotAdvisedWhereMostOfTheGpusTimeIsFromThem)
{
    const auto adviceWith = [](int graph) {
        const FoundFindings found(FindingTrace()
                                      .step(0, 4000)
                                      .series("gemm", 20, 100, 10, 90, 5)
                                      .work("many", 1900, graph, 1895, {}, 7, "hipGraphLaunch"));
        const Finding *finding = found.find("launch-bound");
        return finding ? findingAdvice(*finding, {*found.run, BudgetOf::Step}) : QString();
    };
    EXPECT_TRUE(adviceWith(600).startsWith(QStringLiteral("Graphs launch 75.0"))) << adviceWith(600).toStdString();
    EXPECT_TRUE(adviceWith(600).endsWith(QStringLiteral(" of the GPU time. Try: fewer launches outside of them, or "
                                                        "larger graphs.")));
    EXPECT_TRUE(adviceWith(100).contains(QStringLiteral("graphs"))) << adviceWith(100).toStdString();
    EXPECT_FALSE(adviceWith(100).contains(QStringLiteral("Graphs launch"))) << "100 of 300 µs";
}

TEST(FindLaunchBound, ofASpanIsToldBesidePausesOfOperators)
{
    const auto trace = [](int begin) {
        return FindingTrace()
            .series("gemm", 20, 100, 10, 90, 5)
            .slice("cpu_op", "aten::topk", begin, 2400 - begin)
            .work("b", 2405, 100, 2395);
    };
    EXPECT_TRUE(FoundFindings(trace(1900)).find("launch-bound"));
    EXPECT_FALSE(FoundFindings(trace(2380)).find("launch-bound")) << "a pause in which nothing may have been to do";
}

TEST(FindPauses, areSilentWithoutStepsAndForWorkLaunchedBefore)
{
    EXPECT_FALSE(FoundFindings(FindingTrace().work("a", 100, 100, 50).work("b", 850, 100, 840)).find("cpu-pause"))
        << "nothing says that the GPU was to work";
    EXPECT_FALSE(
        FoundFindings(FindingTrace().step(0, 1000).work("a", 100, 100, 50).work("b", 850, 100, 60)).find("cpu-pause"));
}

TEST(FindDataLoader, takesIdleTimeWhileTheNextBatchIsGot)
{
    const auto trace = [](int loadFrom, int loadFor) {
        return FindingTrace()
            .step(0, 2000)
            .slice("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__", loadFrom,
                   loadFor)
            .work("gemm", 100, 100, 50)
            .work("gemm", 900, 100, 890);
    };
    const FoundFindings found(trace(300, 500));
    ASSERT_TRUE(found.find("data-loader")) << found.ids();
    EXPECT_EQ(found.find("data-loader")->ns, 700'000);
    EXPECT_FALSE(found.find("cpu-pause")) << "a gap is one rule's only";
    EXPECT_FALSE(FoundFindings(trace(300, 340)).find("data-loader")) << "less than half of the gap";
    EXPECT_FALSE(FoundFindings(FindingTrace()
                                   .step(0, 2000)
                                   .slice("user_annotation", "enumerate(DataLoader)#x.__next__", 100, 800)
                                   .work("gemm", 100, 900, 50))
                     .find("data-loader"))
        << "the GPU works meanwhile";
}

FindingTrace blocked(int tid)
{
    return FindingTrace()
        .step(0, 2000)
        .slice("python_function", "app/serve.py(7): run", 0, 1900)
        .slice("python_function", "/usr/lib/python3.10/threading.py(3): wait", 150, 700)
        .slice("cpu_op", "aten::item", 200, 500)
        .slice("cuda_runtime", "cudaStreamSynchronize", 210, 480, tid)
        .work("gemm", 100, 100, 50)
        .work("gemm", 750, 100, 740);
}

TEST(FindBlockingCalls, nameOperatorAndOwnLine)
{
    const FoundFindings found(blocked(1));
    const Finding *finding = found.find("blocking-call");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->name, "cudaStreamSynchronize");
    EXPECT_EQ(finding->ns, 550'000);
    EXPECT_EQ(found.run->text(found.run->timeline.name(finding->op)), "aten::item");
    EXPECT_EQ(finding->line, "app/serve.py(7): run");
}

/// Two waits of 600 µs in one operator, called from two lines as its arguments say; `frames`: Python functions, too.
FindingTrace blockedWithArguments(const char *second, bool frames)
{
    const auto stack = [](const std::string &own) {
        return nlohmann::json{{"Call stack", "/x/lib/python3.8/site-packages/torch/_tensor.py(9): item;" + own}};
    };
    FindingTrace trace = FindingTrace()
                             .step(0, 3000)
                             .slice("cpu_op", "outer", 190, 620, 1, stack("train.py(51): <module>"))
                             .slice("cpu_op", "aten::item", 200, 600)
                             .slice("cuda_runtime", "cudaStreamSynchronize", 210, 580)
                             .slice("cpu_op", "aten::item", 950, 600, 1, stack(second))
                             .slice("cuda_runtime", "cudaStreamSynchronize", 960, 580)
                             .work("gemm", 100, 100, 50)
                             .work("gemm", 800, 100, 795)
                             .work("gemm", 1600, 100, 1590);
    if (frames)
        trace.slice("python_function", "elsewhere.py(1): f", 2900, 10);
    return trace;
}

TEST(FindBlockingCalls, takeTheirLineFromArgumentsWhereNoPythonFunctionIs)
{
    const FoundFindings same(blockedWithArguments("train.py(51): <module>", false));
    const Finding *finding = same.find("blocking-call");
    ASSERT_TRUE(finding) << same.ids();
    EXPECT_EQ(finding->line, "train.py(51): <module>") << "also of the operator around one without a stack";
    EXPECT_EQ(finding->count, 2U);
    const FoundFindings two(blockedWithArguments("train.py(60): <module>", false));
    EXPECT_EQ(two.ids(), "blocking-call blocking-call") << "two lines are two matters";
    const FoundFindings frames(blockedWithArguments("train.py(51): <module>", true));
    ASSERT_TRUE(frames.find("blocking-call"));
    EXPECT_EQ(frames.find("blocking-call")->line, "") << "frames were recorded, and none was open";
}

TEST(FindBlockingCalls, areSilentForAnotherThread)
{
    EXPECT_FALSE(FoundFindings(blocked(2)).find("blocking-call"))
        << "what one thread waits for need not hold back another one";
}

TEST(FindBlockingCalls, areSilentForWorkThatWasInTheQueueWhenTheWaitBegan)
{
    const auto trace = [](int launch) {
        return FindingTrace()
            .step(0, 2000)
            .work("gemm", 100, 100, 50)
            .slice("cuda_runtime", "cudaDeviceSynchronize", 110, 700)
            .work("gemm", 750, 100, launch);
    };
    EXPECT_FALSE(FoundFindings(trace(60)).find("blocking-call")) << "as between the kernels of a graph";
    EXPECT_FALSE(FoundFindings(trace(60)).find("launch-bound"));
}

/// A gap of 10.3 ms; the work behind it is launched at `launch` µs, the gap begins at 200.
FindingTrace longGap(int launch, bool waits)
{
    FindingTrace trace = FindingTrace().step(0, 12'000).work("gemm", 100, 100, 50).work("gemm", 10'500, 1'000, launch);
    if (waits)
        trace.slice("cuda_runtime", "cudaMemcpy", 240, 10'240);
    return trace;
}

TEST(FindBlockingCalls, areSilentForWorkThatWasLaunchedLongBeforeItBegan)
{
    EXPECT_EQ(FoundFindings(longGap(10'490, true)).ids(), "blocking-call") << "launched behind the call";
    EXPECT_EQ(FoundFindings(longGap(9'000, true)).ids(), "blocking-call") << "launched in the call, by another thread";
    const FoundFindings queued(longGap(220, true));
    EXPECT_EQ(queued.ids(), "") << "the work waits for something that is not in the file, and the call for the work";
    EXPECT_EQ(queued.ids(), FoundFindings(longGap(220, false)).ids()) << "launched late, but not by 10 ms";
    EXPECT_NE(FoundFindings(longGap(10'490, false)).ids(), "");
    const Overview overview = test::overviewOf(longGap(220, true));
    EXPECT_TRUE(overview.headline.contains(QStringLiteral("although its next work was launched already")))
        << overview.headline.toStdString();
}

TEST(FindBlockingCalls, areSilentWhileTheGpuWorks)
{
    EXPECT_FALSE(FoundFindings(FindingTrace()
                                   .step(0, 2000)
                                   .slice("cuda_runtime", "cudaStreamSynchronize", 110, 880)
                                   .work("gemm", 100, 900, 50))
                     .find("blocking-call"));
}

TEST(FindBlockingCalls, adviseToWaitLessOnlyWhereNothingWasRead)
{
    const auto advice = [](const std::string &last, const std::string &call) {
        const FoundFindings found(FindingTrace()
                                      .step(0, 2000)
                                      .work("gemm", 100, 100, 50)
                                      .work(last, 200, 100, 60)
                                      .slice("cuda_runtime", call, 70, 760)
                                      .work("gemm", 850, 100, 840));
        const Finding *finding = found.find("blocking-call");
        EXPECT_TRUE(finding) << found.ids();
        return finding ? findingAdvice(*finding, {*found.run, BudgetOf::Step}) : QString();
    };
    const QString less = QStringLiteral("wait later or less often"), read = QStringLiteral("keep the value on the GPU");
    EXPECT_TRUE(advice("norm", "cudaEventSynchronize").contains(less));
    EXPECT_TRUE(
        advice("Memcpy HtoD (Pinned -> Device)", "cudaStreamSynchronize").contains(QStringLiteral("to the GPU")));
    EXPECT_TRUE(advice("Memcpy DtoH (Device -> Pinned)", "cudaStreamSynchronize").contains(read));
    EXPECT_TRUE(advice("__amd_rocclr_copyBuffer", "hipStreamSynchronize").contains(read)) << "AMD copies by a kernel";
    EXPECT_TRUE(advice("norm", "cudaMemcpy").contains(read)) << "the call itself copies";
    const FoundFindings upload(FindingTrace()
                                   .step(0, 2000)
                                   .work("gemm", 100, 100, 50)
                                   .work("Memcpy HtoD (Pageable -> Device)", 820, 5, 210, {}, 7, "cudaMemcpyAsync")
                                   .slice("cuda_runtime", "cudaStreamSynchronize", 211, 600)
                                   .work("gemm", 950, 100, 940));
    EXPECT_FALSE(upload.find("blocking-call") &&
                 findingAdvice(*upload.find("blocking-call"), {*upload.run, BudgetOf::Step}).contains(read));
}

/// Ten kernels; before each of them a call of the runtime that takes 90 of 100 µs of idle time, within it an ioctl().
FindingTrace behindCalls(const std::string &call)
{
    FindingTrace trace;
    trace.step(0, 3000);
    for (int i = 0; i < 10; ++i)
        trace.work("gemm", 200 + i * 200, 100, 195 + i * 200)
            .slice("cuda_runtime", call, 103 + i * 200, 90)
            .slice("osrt", "ioctl", 104 + i * 200, 88);
    return trace;
}

TEST(FindAllocatingCalls, nameTheCallNotWhatRunsWithinIt)
{
    const FoundFindings found(behindCalls("cudaMallocAsync"));
    const Finding *finding = found.find("allocating-call");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->name, "cudaMallocAsync");
    EXPECT_EQ(finding->count, 9U);
    EXPECT_EQ(finding->ns, 900'000);
    const FindingWords words{*found.run, BudgetOf::Step};
    EXPECT_TRUE(findingAdvice(*finding, words).contains(QStringLiteral("cudaMemPoolAttrReleaseThreshold")));
    const FoundFindings mapped(behindCalls("cuMemMap"));
    ASSERT_TRUE(mapped.find("allocating-call")) << mapped.ids();
    EXPECT_FALSE(findingAdvice(*mapped.find("allocating-call"), words).contains(QStringLiteral("Threshold")));
}

TEST(FindAllocatingCalls, addUpWithinAGap)
{
    const auto with = [](const char *first) {
        FindingTrace trace = FindingTrace().step(0, 3000);
        for (int i = 0; i < 10; ++i)
            trace.work("gemm", 200 + i * 200, 100, 195 + i * 200)
                .slice("cuda_runtime", first, 103 + i * 200, 40)
                .slice("cuda_runtime", "cudaMallocArray", 145 + i * 200, 35);
        return FoundFindings(trace);
    };
    const FoundFindings both = with("cudaMallocPitch");
    ASSERT_TRUE(both.find("allocating-call")) << both.ids();
    EXPECT_EQ(both.find("allocating-call")->name, "cudaMallocPitch");
    EXPECT_FALSE(with("cudaFuncSetAttribute").find("allocating-call")) << "35 of 100 µs";
}

TEST(FindAllocatingCalls, areSilentForOtherCallsAndWhileTheGpuWorks)
{
    EXPECT_FALSE(FoundFindings(behindCalls("cudaFuncSetAttribute")).find("allocating-call"));
    EXPECT_FALSE(
        FoundFindings(behindCalls("cudaMallocAsync").work("other", 150, 2000, 149, {}, 8)).find("allocating-call"));
}

TEST(FindIdleAfterCalls, ofASpanAreManyShortOnes)
{
    const auto found = [](int count, int gap) {
        FindingTrace trace; // no step, and no name repeats
        for (int i = 0, at = 100; i < count; ++i, at += 50 + gap)
            trace.work("k" + std::to_string(i), at, 50, at - 10)
                .slice("cuda_runtime", "cudaStreamSynchronize", at + 20, 35);
        return FoundFindings(trace);
    };
    const FoundFindings many = found(20, 50);
    const Finding *finding = many.find("idle-after-call");
    ASSERT_TRUE(finding) << many.ids();
    EXPECT_EQ(finding->count, 19U);
    EXPECT_EQ(finding->ns, 19 * 50'000);
    EXPECT_FALSE(found(10, 50).find("idle-after-call")) << "nine of them";
    EXPECT_FALSE(found(40, 1200).find("idle-after-call")) << "so long a pause may be the program's own";
}

TEST(FindBlockingCalls, areSilentForAPauseAfterASynchronisationOfABenchmark)
{
    const FoundFindings found(FindingTrace()
                                  .slice("cuda_runtime", "cudaDeviceSynchronize", 60, 150)
                                  .work("a", 100, 100, 50)
                                  .work("b", 5000, 100, 4990));
    EXPECT_FALSE(found.find("blocking-call")) << "the call covers 10 µs of 4.8 ms, and nothing says what came then";
}

TEST(FindOneTimeCosts, sayWhichStepsLoadCode)
{
    const auto trace = [](const char *name, int gpuFrom) {
        FindingTrace all;
        for (int i = 0; i < 6; ++i)
            all.step(i * 1000, 900, "ProfilerStep#" + std::to_string(i))
                .work("gemm", i * 1000 + 100, gpuFrom, i * 1000 + 50)
                .work("gemm", i * 1000 + 800, 200, i * 1000 + 790);
        return all.slice("overhead", name, 300, 400);
    };
    const FoundFindings found(trace("Lazy Function Loading", 100));
    const Finding *finding = found.find("one-time-costs");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->kind, FindingKind::Note);
    EXPECT_EQ(finding->count, 1U);
    EXPECT_EQ(finding->of, 6U);
    EXPECT_EQ(finding->ns, 400'000);
    EXPECT_EQ(finding->winNs, 0);
    EXPECT_FALSE(FoundFindings(trace("Lazy Function Loading", 700)).find("one-time-costs"))
        << "the GPU works meanwhile";
    EXPECT_FALSE(FoundFindings(trace("Activity Buffer Request", 100)).find("one-time-costs"));
}

FindingTrace stepsOf(const std::vector<int> &walls, const std::string &name = "ProfilerStep#1")
{
    FindingTrace trace;
    int at = 0;
    for (const int wall : walls) {
        trace.step(at, wall - 10, name).work("gemm", at + 100, 100, at + 50);
        at += wall;
    }
    return trace;
}

TEST(FindOutlierUnits, areStepsOfMoreThanOneAndAHalfMedians)
{
    const FoundFindings found(stepsOf({3000, 1000, 1000, 1000, 1000, 1000, 1000}));
    const Finding *finding = found.find("outlier-units");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->count, 1U);
    EXPECT_EQ(finding->of, 6U) << "not the last one, which no next one ends";
    EXPECT_EQ(finding->ns, 2'000'000);
    EXPECT_EQ(finding->medianNs, 1'000'000);
    EXPECT_EQ(finding->winNs, 0);
}

TEST(FindOutlierUnits, areCountedAmongAllAlikeAlsoTheShortOnes)
{
    const FoundFindings found(stepsOf({3000, 900, 1000, 1100, 950, 1050, 1000, 1000}));
    const Finding *finding = found.find("outlier-units");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->of, 7U);
    EXPECT_NEAR(finding->share, 2000.0 / 9000, 1e-6);
}

TEST(FindOutlierUnits, areAWarmUpOnlyWhereTheyComeFirst)
{
    EXPECT_TRUE(FoundFindings(stepsOf({3000, 1000, 1000, 1000, 1000, 1000, 1000})).find("outlier-units")->isFirst);
    EXPECT_FALSE(FoundFindings(stepsOf({1000, 3000, 1000, 1000, 1000, 1000, 1000})).find("outlier-units")->isFirst);
    const std::vector<int> warm(10, 1000);
    std::vector<int> both{3000};
    both.insert(both.end(), warm.begin(), warm.end());
    both.insert(both.begin() + 5, 3000);
    EXPECT_FALSE(FoundFindings(stepsOf(both)).find("outlier-units")->isFirst) << "another one is slow later";
}

TEST(FindOutlierUnits, areSilentForTwoKindsOfSteps)
{
    EXPECT_FALSE(FoundFindings(stepsOf({3000, 3000, 1000, 1000, 1000, 1000, 1000})).find("outlier-units"));
    EXPECT_FALSE(FoundFindings(stepsOf({1400, 1000, 1000, 1000, 1000, 1000, 1000})).find("outlier-units"));
    FindingTrace prefill = stepsOf({1000, 1000, 1000, 1000, 1000, 1000}, "execute_context_0(0)_generation_8(8)");
    prefill.step(6000, 2900, "execute_context_1(900)_generation_0(0)").work("gemm", 6100, 100, 6050);
    prefill.step(9000, 900, "execute_context_0(0)_generation_8(8)").work("gemm", 9100, 100, 9050);
    EXPECT_FALSE(FoundFindings(prefill).find("outlier-units")) << "a prefill is no slow decode";
    const std::vector<int> walls{3000, 1000, 1000, 1000, 1000, 1000, 1000};
    EXPECT_FALSE(FoundFindings(stepsOf(walls).work("flash_prefill", 300, 1900, 290)).find("outlier-units"))
        << "what it takes longer are kernels that no other step runs";
    EXPECT_TRUE(FoundFindings(stepsOf(walls).work("flash_prefill", 300, 700, 290)).find("outlier-units"))
        << "only a part of it";
    EXPECT_TRUE(FoundFindings(stepsOf(walls).work("gemm", 300, 1900, 290)).find("outlier-units"));
}

/// `batches` of eight kernels of 5 µs: launched one every 10 µs from just before the end of the batch before on, they
/// begin only `held` after that end.
FindingTrace heldBatches(int batches, int held, int every = 1000)
{
    FindingTrace trace;
    for (int batch = 0; batch < batches; ++batch)
        for (int k = 0; k < 8; ++k)
            trace.work("gemm_" + std::to_string((batch * 7 + k * k) % 31), 1000 + batch * every + held + k * 5, 5,
                       995 + batch * every + k * 10);
    return trace;
}

TEST(Overview, launchesThatAreHeldBackAreBatchesOfTheDriver)
{
    const auto said = [](const FindingTrace &trace) {
        const Overview overview = overviewOf(trace);
        QString text = overview.headline;
        for (const OverviewRest &rest : overview.rests)
            text += u'\n' + rest.text;
        return text.replace(QChar(0x202f), u' ').toStdString();
    };
    const std::string text = said(heldBatches(10, 960));
    EXPECT_NE(text.find("with five and more launches held back, as drivers of Windows do"), std::string::npos) << text;
    EXPECT_NE(text.find(" of it five and more launches are held back"), std::string::npos) << text;
    for (const auto &[trace, why] : {std::pair(heldBatches(4, 960), "four gaps"),
                                     {heldBatches(10, 75, 120), "held for less than 50 µs"},
                                     {FindingTrace().series("gemm", 40, 1000, 5, 1000, 990), "one launch each"}})
        EXPECT_EQ(said(trace).find("held back"), std::string::npos) << why << ": " << said(trace);
}

TEST(Findings, aStepWithoutLossesHasNone)
{
    EXPECT_EQ(FoundFindings(FindingTrace().step(0, 100).work("a", 200, 50, 10).work("b", 250, 50, 11)).ids(), "");
}

} // namespace
} // namespace ws
