#include "core/analysis/busy/busy.h"
#include "core/analysis/gaps/gapevidence.h"
#include "core/analysis/gaps/waitingcalls.h"
#include "core/report/gapreport.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <string>

namespace ws {
namespace {

using test::runFromJson;

std::string call(const char *name, int ts, int dur, int correlation = 0, int tid = 1)
{
    return R"({"ph":"X","cat":"cuda_runtime","name":")" + std::string(name) + R"(","pid":1,"tid":)" +
           std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) +
           (correlation ? R"(,"args":{"correlation":)" + std::to_string(correlation) + "}}," : "},");
}
std::string kernel(int ts, int dur, int correlation = 0, int stream = 7, int device = 0)
{
    const std::string d = std::to_string(device), s = std::to_string(stream);
    return R"({"ph":"X","cat":"kernel","name":"k","pid":)" + d + R"(,"tid":)" + s + R"(,"ts":)" + std::to_string(ts) +
           R"(,"dur":)" + std::to_string(dur) + R"(,"args":{"device":)" + d + R"(,"stream":)" + s +
           (correlation ? R"(,"correlation":)" + std::to_string(correlation) : "") + "}},";
}
std::string cpuSlice(const char *category, const char *name, int ts, int dur)
{
    return R"({"ph":"X","cat":")" + std::string(category) + R"(","name":")" + name + R"(","pid":1,"tid":1,"ts":)" +
           std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "},";
}
std::string processName(const char *name)
{
    return R"({"ph":"M","name":"process_name","pid":1,"args":{"name":")" + std::string(name) + R"("}},)";
}
test::RunResult traceOf(std::string events)
{
    events.pop_back();
    return runFromJson(R"({"traceEvents":[)" + events + "]}");
}

std::string evidence(const Run &run, const Gap &gap)
{
    return gap.evidence.valid() ? std::string(run.text(run.timeline.name(gap.evidence))) : "none";
}

/// The one gap of a trace with kernels at 0 to 100 µs and from 200 µs on.
struct OneGap
{
    explicit OneGap(const std::string &events, int correlation = 5)
        : run(traceOf(events + kernel(0, 100) + kernel(200, 10, correlation)))
    {
        gaps = *findGaps(*run);
        EXPECT_EQ(gaps.gaps.size(), 1U);
        EXPECT_EQ(gaps.gaps.front().startNs, 100'000);
        EXPECT_EQ(gaps.gaps.front().durationNs, 100'000);
    }
    GapCause cause() const { return gaps.gaps.front().cause; }
    std::string why() const { return evidence(*run, gaps.gaps.front()); }
    std::string launcher() const { return std::string(run->text(run->timeline.name(launcherOf(*run, gaps.gaps[0])))); }
    std::string text() const { return gapEvidenceText(*run, gaps.gaps.front()).toStdString(); }
    test::RunResult run;
    Gaps gaps;
};

TEST(Gaps, aLaunchAfterTheGapsBeginIsLate)
{
    const OneGap gap(call("cudaLaunchKernel", 150, 5, 5));
    EXPECT_EQ(gap.cause(), GapCause::Late);
    EXPECT_EQ(gap.why(), "none") << "5 of 100 µs";
    EXPECT_EQ(gap.launcher(), "cudaLaunchKernel");
    EXPECT_EQ(OneGap(call("cudaLaunchKernel", 100, 5, 5)).cause(), GapCause::Late) << "at its very begin, too";
}

TEST(Gaps, aLaunchBeforeTheGapIsNoLateOne)
{
    const OneGap gap(call("cudaLaunchKernel", 99, 50, 5));
    EXPECT_EQ(gap.cause(), GapCause::Before);
    EXPECT_EQ(gap.why(), "cudaLaunchKernel");
}

TEST(Gaps, withoutALaunchNothingIsClaimed)
{
    const OneGap gap(call("cudaLaunchKernel", 150, 5, 6));
    EXPECT_EQ(gap.cause(), GapCause::Unknown);
    EXPECT_EQ(gap.why(), "none");
}

TEST(Gaps, aBlockingCallMustCoverMoreThanHalf)
{
    const std::string launch = call("cudaLaunchKernel", 190, 5, 5);
    const OneGap half(launch + call("cudaStreamSynchronize", 90, 60, 0, 2));
    EXPECT_EQ(half.cause(), GapCause::Late) << "50 of 100 µs";
    const OneGap more(launch + call("cudaStreamSynchronize", 90, 61, 0, 2));
    EXPECT_EQ(more.cause(), GapCause::Blocking);
    EXPECT_EQ(more.why(), "cudaStreamSynchronize");
}

TEST(Gaps, callsOfSeveralThreadsCoverTogetherButNeverTwice)
{
    const std::string launch = call("cudaLaunchKernel", 190, 5, 5);
    EXPECT_EQ(OneGap(launch + call("cudaFree", 100, 30, 0, 2) + call("cudaMalloc", 120, 40, 0, 3)).cause(),
              GapCause::Blocking);
    EXPECT_EQ(OneGap(launch + call("cudaFree", 100, 40, 0, 2) + call("cudaMalloc", 100, 40, 0, 3)).cause(),
              GapCause::Late);
}

TEST(Gaps, aCallThatWaitsTellsNothingWhereTheLaunchIsNotKnown)
{
    EXPECT_EQ(OneGap(call("hipMemcpyWithStream", 90, 200), 0).cause(), GapCause::Unknown);
}

TEST(Gaps, theOperatorElseTheFunctionLaunchesTheNextWork)
{
    const std::string launch = call("cudaLaunchKernel", 150, 5, 5);
    EXPECT_EQ(OneGap(launch + cpuSlice("cpu_op", "aten::mm", 140, 20)).launcher(), "aten::mm");
    EXPECT_EQ(OneGap(launch + cpuSlice("python_function", "model.py(1): f", 0, 300) +
                     cpuSlice("python_function", "model.py(2): g", 120, 60))
                  .launcher(),
              "model.py(2): g");
}

const std::string lateCopy = cpuSlice("cpu_op", "aten::copy_", 190, 10) + call("cudaMemcpyAsync", 195, 3, 5);

TEST(Gaps, theEvidenceOfALateLaunchIsTheInnermostSliceOverHalfOfTheGap)
{
    const OneGap prepared(lateCopy + cpuSlice("python_function", "app/engine.py(1): run", 0, 300) +
                          cpuSlice("python_function", "lib/python3.10/site-packages/torch/a.py(2): b", 105, 85) +
                          cpuSlice("python_function", "copy.py(3): deepcopy", 120, 65));
    EXPECT_EQ(prepared.why(), "copy.py(3): deepcopy");
    EXPECT_EQ(prepared.gaps.gaps[0].evidenceNs, 65'000);
    EXPECT_EQ(prepared.text(), "65.00\u202fµs in copy.py(3): deepcopy (app/engine.py:1), then aten::copy_");
    EXPECT_EQ(OneGap(lateCopy + cpuSlice("osrt", "pthread_cond_wait", 105, 80)).why(), "pthread_cond_wait")
        << "a call of a kind that is not known, too";
    EXPECT_EQ(OneGap(cpuSlice("cpu_op", "aten::mm", 120, 80) + call("cudaLaunchKernel", 195, 3, 5)).text(), "aten::mm")
        << "it launches itself";
    EXPECT_EQ(OneGap(call("cudaLaunchKernel", 99, 50, 5)).why(), "cudaLaunchKernel") << "launched before";
    EXPECT_EQ(OneGap(lateCopy + call("cudaStreamSynchronize", 90, 70, 0, 2)).why(), "cudaStreamSynchronize");
}

TEST(Gaps, withoutACallOverHalfOfItAGapSaysWhatItIsMadeOf)
{
    const OneGap gap(lateCopy + cpuSlice("cpu_op", "aten::a", 100, 30) + cpuSlice("cpu_op", "aten::b", 130, 35) +
                     cpuSlice("cpu_op", "aten::a", 165, 15));
    EXPECT_EQ(gap.why(), "none");
    const GapParts parts = gapParts(*gap.run, gap.gaps.gaps[0]);
    ASSERT_EQ(parts.parts.size(), 3U);
    EXPECT_EQ(parts.parts[0].ns, 45'000);
    EXPECT_EQ(parts.parts[0].count, 2U);
    EXPECT_EQ(parts.unrecordedNs, 10'000);
    EXPECT_EQ(gap.text(), "no one call in most of it: 45.00\u202fµs in 2 × aten::a, 35.00\u202fµs in aten::b, "
                          "10.00\u202fµs in aten::copy_; then aten::copy_");
    EXPECT_EQ(gapParts(*gap.run, OneGap(call("cudaLaunchKernel", 99, 50, 5)).gaps.gaps[0]).parts.size(), 0U)
        << "of late gaps only";
}

TEST(Gaps, aFunctionThatLastsHalfOfTheRunIsNoEvidence)
{
    const std::string whole = cpuSlice("python_function", "app/engine.py(1): run", 0, 300);
    const OneGap inside(lateCopy + whole + cpuSlice("python_function", "app/inputs.py(2): prepare", 120, 45));
    EXPECT_EQ(inside.why(), "none") << "something in it explains the gap";
    EXPECT_EQ(inside.text(), "app/engine.py(1): run: no one call in most of it: 45.00\u202fµs in app/inputs.py(2): "
                             "prepare, 10.00\u202fµs in aten::copy_; then aten::copy_");
    const OneGap nothing(lateCopy + whole);
    EXPECT_EQ(nothing.why(), "none");
    EXPECT_EQ(nothing.text(),
              "90.00\u202fµs within app/engine.py(1): run without a recorded call in it, then aten::copy_");
    const std::string own = cpuSlice("python_function", "app/engine.py(1): run", 60, 140);
    EXPECT_EQ(OneGap(lateCopy + own).why(), "app/engine.py(1): run") << "hardly more than the gap";
    EXPECT_EQ(
        OneGap(lateCopy + own + cpuSlice("cpu_op", "aten::a", 100, 40) + cpuSlice("cpu_op", "aten::b", 140, 40)).why(),
        "none")
        << "but two calls fill it";
}

TEST(Gaps, whatSpansAStepIsNoEvidence)
{
    const std::string far = kernel(5000, 10); // the run is long
    const auto why = [&](const std::string &events) {
        const auto run = traceOf(lateCopy + events + kernel(0, 100) + kernel(200, 10, 5) + far);
        return evidence(*run, findGaps(*run)->gaps.front());
    };
    const std::string frame = cpuSlice("python_function", "app/engine.py(1): step", 0, 300);
    EXPECT_EQ(why(frame), "app/engine.py(1): step") << "a twentieth of the run";
    EXPECT_EQ(why(frame + cpuSlice("user_annotation", "ProfilerStep#4", 10, 250)), "none");
    EXPECT_EQ(why(frame + cpuSlice("user_annotation", "ProfilerStep#4", 10, 80)), "none") << "before the gap, too";
    EXPECT_EQ(why(cpuSlice("user_annotation", "execute_context_0(0)_generation_4(4)", 99, 110)), "none")
        << "the step itself, however short";
    EXPECT_EQ(why(cpuSlice("user_annotation", "preprocess", 99, 80)), "preprocess") << "an annotation that is no step";
}

TEST(Gaps, rowsThatDoNotHoldAThreadsCallsTellNothing)
{
    EXPECT_EQ(OneGap(lateCopy + processName("CANN")).text(),
              "90.00\u202fµs without a recorded call on the launching thread, then aten::copy_");
    std::string open;
    for (int i = 0; i < 1100; ++i)
        open += cpuSlice("user_annotation", "open", 0, 5000 - i);
    const std::string launch = call("cudaLaunchKernel", 195, 3, 5);
    EXPECT_EQ(OneGap(open + launch).text(), "cudaLaunchKernel");
    EXPECT_EQ(OneGap(cpuSlice("user_annotation", "open", 0, 5000) + launch).text(),
              "97.00\u202fµs within open without a recorded call in it, then cudaLaunchKernel");
}

TEST(Gaps, workThatWasInTheQueueIsHeldBackByNoCall)
{
    const std::string wait = call("cudaDeviceSynchronize", 90, 200);
    EXPECT_EQ(OneGap(call("cudaGraphLaunch", 20, 60, 5) + wait).cause(), GapCause::Before);
    EXPECT_EQ(OneGap(call("cudaLaunchKernel", 195, 5, 5) + call("cudaDeviceSynchronize", 90, 100)).cause(),
              GapCause::Blocking)
        << "launched after the wait";
    EXPECT_EQ(OneGap(call("cudaMemcpy", 90, 200, 5)).cause(), GapCause::Before) << "its own launch";
    EXPECT_EQ(OneGap(wait, 0).cause(), GapCause::Unknown) << "no launch: not known";
}

TEST(Gaps, workThatWasLaunchedLongBeforeItBeganWasInTheQueue)
{
    // a gap from 100 µs to `end`, the launch of what ends it at 110
    const auto cause = [](int end, const std::string &more) {
        const auto run = traceOf(more + kernel(0, 100) + call("cudaLaunchKernel", 110, 5, 5) + kernel(end, 10, 5));
        return findGaps(*run)->gaps.front().cause;
    };
    const std::string wait = call("cudaMemcpy", 120, 4'000, 0, 1);
    EXPECT_EQ(cause(4'000, wait), GapCause::Before);
    EXPECT_EQ(cause(4'000, ""), GapCause::Before);
    EXPECT_EQ(cause(1'110, wait), GapCause::Blocking) << "1 ms: launching may take as long";
    EXPECT_EQ(cause(1'110, ""), GapCause::Late);
    EXPECT_EQ(cause(1'111, ""), GapCause::Before);
    const auto late = traceOf(kernel(0, 100) + call("cudaLaunchKernel", 2'500, 5, 5) + kernel(4'000, 10, 5));
    EXPECT_EQ(findGaps(*late)->gaps.front().cause, GapCause::Late) << "over 1 ms, but less than half of the gap";
}

TEST(Gaps, ofCannsCallsTheLaunchingThreadsOwnComeFirstThenItsOtherRowsThenTheOperators)
{
    const auto inRow = [](const char *pid, int tid, const char *name, int ts, int dur) {
        return std::string(R"({"ph":"X","cat":"cpu_op","name":")") + name + R"(","pid":)" + pid + R"(,"tid":)" +
               std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "},";
    };
    const std::string launch = processName("CANN") + call("cudaLaunchKernel", 195, 3, 5);
    EXPECT_EQ(OneGap(launch + inRow("1", 1, "AscendCL@aclopCompileAndExecute", 120, 70) +
                     inRow("2", 1, "Dequeue@Conv2D", 110, 85))
                  .why(),
              "AscendCL@aclopCompileAndExecute");
    EXPECT_EQ(OneGap(launch + inRow("1", 1, "short", 120, 7) + inRow("2", 1, "Dequeue@Conv2D", 110, 85)).why(),
              "Dequeue@Conv2D")
        << "another row of the same thread";
    EXPECT_EQ(OneGap(launch + inRow("2", 9, "another thread", 110, 85)).why(), "none");
}

/// The fill of the gap of OneGap.
GapFill fillOf(const std::string &events)
{
    return OneGap(events).gaps.gaps.front().fill;
}

TEST(GapFills, aLaunchingCallThatHasNotReturnedIsNoQueue)
{
    const OneGap loading(call("hipLaunchKernel", 99, 100, 5));
    EXPECT_EQ(loading.cause(), GapCause::Before);
    EXPECT_EQ(loading.gaps.gaps[0].fill, GapFill::LaunchCall);
    EXPECT_EQ(loading.text(), "99.00\u202fµs in hipLaunchKernel");
    EXPECT_EQ(gapCauseText(loading.gaps.gaps[0]), QStringLiteral("The launching call itself"));
    EXPECT_EQ(fillOf(call("hipLaunchKernel", 99, 52, 5)), GapFill::LaunchCall);
    EXPECT_EQ(fillOf(call("hipLaunchKernel", 99, 51, 5)), GapFill::None) << "half of the gap";
    EXPECT_EQ(fillOf(call("hipLaunchKernel", 40, 50, 5)), GapFill::None) << "it had returned";
}

/// The gap from 100 to 400 µs of a trace.
Gap longGap(const std::string &events)
{
    const auto run = traceOf(events + kernel(0, 100) + kernel(400, 10, 5));
    return findGaps(*run)->gaps.front();
}

TEST(GapFills, whatIsWaitedForAfterTheLaunchIsTheWorkItself)
{
    // The launch has returned at 126 µs.
    const std::string launch = call("cudaLaunchKernel", 121, 5, 5);
    const Gap gap = longGap(launch + call("cudaStreamSynchronize", 127, 275));
    EXPECT_EQ(gap.cause, GapCause::Blocking) << "by the order of causes";
    EXPECT_EQ(gap.fill, GapFill::Starting);
    EXPECT_EQ(gapCauseText(gap), QStringLiteral("Begins late after its launch"));
    EXPECT_EQ(longGap(launch + call("cudaStreamSynchronize", 127, 275, 0, 2)).fill, GapFill::Starting)
        << "of another thread, too";
    const std::string later = call("cudaLaunchKernel", 299, 2, 5);
    EXPECT_EQ(longGap(later + call("cudaStreamSynchronize", 90, 200)).fill, GapFill::None);
    EXPECT_EQ(OneGap(call("cudaMemcpy", 110, 95, 5)).gaps.gaps[0].fill, GapFill::None)
        << "the call that launches the work waits for it";
    EXPECT_EQ(OneGap(call("cudaLaunchKernel", 120, 9, 5) + call("cudaStreamSynchronize", 130, 75)).gaps.gaps[0].fill,
              GapFill::Starting)
        << "71 of 100 µs after the launch: however short, the wait has not caused them";
}

TEST(GapFills, workThatBeginsLongAfterItsLaunchHadReturnedWasNotLaunchedLate)
{
    const auto fill = [](int beginUs, int lengthUs) {
        const Gap gap = longGap(call("cudaLaunchKernel", beginUs, lengthUs, 5));
        EXPECT_EQ(gap.cause, beginUs < 100 ? GapCause::Before : GapCause::Late);
        return gap.fill;
    };
    EXPECT_EQ(fill(120, 20), GapFill::Starting) << "260 of 300 µs after its end";
    EXPECT_EQ(fill(120, 130), GapFill::None) << "half of them";
    EXPECT_EQ(fill(99, 290), GapFill::LaunchCall) << "it had begun before the gap";
    EXPECT_EQ(OneGap(call("cudaLaunchKernel", 101, 1, 5)).gaps.gaps[0].fill, GapFill::None)
        << "98 of 100 µs: a launch may take as long to begin";
}

TEST(GapFills, whatTheProfilerDoesInMostOfAGapExplainsIt)
{
    const auto flush = [](const char *name, int ts, int dur, const char *pid = "1") {
        return std::string(R"({"ph":"X","cat":"overhead","name":")") + name + R"(","pid":)" + pid +
               R"(,"tid":99,"ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "},";
    };
    const std::string late = call("cudaLaunchKernel", 190, 5, 5);
    const OneGap gap(late + flush("Buffer Flush", 105, 80));
    EXPECT_EQ(gap.gaps.gaps[0].fill, GapFill::Profiler);
    EXPECT_EQ(gap.cause(), GapCause::Late) << "the order of events stays what it is";
    EXPECT_EQ(gap.text(), "80.00\u202fµs in Buffer Flush");
    EXPECT_EQ(fillOf(late + flush("Buffer Flush", 105, 50)), GapFill::None) << "half of the gap";
    EXPECT_EQ(fillOf(late + flush("Lazy Function Loading", 105, 80)), GapFill::None) << "not the profiler's";
    const std::string launches = R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":2,"tid":1,)"
                                 R"("ts":1,"dur":1,"args":{"correlation":60}},)";
    EXPECT_EQ(fillOf(late + launches + flush("Buffer Flush", 105, 80, "2")), GapFill::None) << "another process'";
    EXPECT_EQ(fillOf(late + flush("Buffer Flush", 105, 80, "3")), GapFill::Profiler) << "a row of the profiler";
}

TEST(GapFills, theCaptureOfAGraphRunsNothing)
{
    const std::string late = call("cudaGraphLaunch", 190, 5, 5);
    const auto capture = [](int begin, int end, const char *first = "hipStreamBeginCapture") {
        return call(first, begin, 2, begin) + call("hipStreamEndCapture", end - 2, 2, end);
    };
    EXPECT_EQ(fillOf(late + capture(110, 170)), GapFill::Capture);
    EXPECT_EQ(fillOf(late + capture(110, 170, "cuStreamBeginCapture_v2")), GapFill::Capture);
    EXPECT_EQ(fillOf(late + capture(110, 160)), GapFill::None) << "half of the gap";
    EXPECT_EQ(fillOf(late + call("hipStreamBeginCapture", 110, 2, 110)), GapFill::None) << "it does not end";
    EXPECT_EQ(fillOf(late + capture(10, 90) + capture(192, 198)), GapFill::None) << "none between";
}

TEST(GapFills, aLaunchJustBeforeTheGapIsNoQueueWhereLaunchesTakeAsLong)
{
    // 30 late launches whose work starts 20 µs after them, then one that begins `ahead` before its work
    const auto fill = [](int ahead, int late) {
        std::string events = kernel(0, 5);
        for (int i = 1; i <= late; ++i)
            events += call("hipLaunchKernel", i * 100, 3, i) + kernel(i * 100 + 20, 5, i);
        const int last = late * 100 + 25;
        events += call("hipLaunchKernel", last + 15 - ahead, 3, 99) + kernel(last + 15, 5, 99);
        const auto run = traceOf(events);
        const Gaps gaps = *findGaps(*run);
        EXPECT_EQ(gaps.gaps.back().cause, GapCause::Before);
        return gaps.gaps.back().fill;
    };
    EXPECT_EQ(fill(22, 30), GapFill::Latency);
    EXPECT_EQ(fill(30, 30), GapFill::Latency) << "1.5 times what they take";
    EXPECT_EQ(fill(31, 30), GapFill::None);
    EXPECT_EQ(fill(22, 19), GapFill::None) << "too few launches tell what one takes";
}

TEST(Gaps, theEvidenceInWordsSaysWhenAnEarlyLaunchWas)
{
    const OneGap before(call("hipLaunchKernel", 90, 5, 5));
    EXPECT_EQ(gapEvidenceText(*before.run, before.gaps.gaps.front()).toStdString(),
              "hipLaunchKernel, 110.0\u202fµs before the work began");
    const OneGap late(call("cudaLaunchKernel", 195, 5, 5));
    EXPECT_EQ(gapEvidenceText(*late.run, late.gaps.gaps.front()).toStdString(),
              "95.00\u202fµs without a recorded call on the launching thread, then cudaLaunchKernel");
    const OneGap starting(call("cudaLaunchKernel", 120, 5, 5));
    EXPECT_EQ(gapEvidenceText(*starting.run, starting.gaps.gaps.front()).toStdString(),
              "cudaLaunchKernel, 80.00\u202fµs before the work began")
        << "late, but most of it passes after the launch";
    const OneGap unknown(call("cudaLaunchKernel", 150, 5, 6));
    EXPECT_EQ(gapEvidenceText(*unknown.run, unknown.gaps.gaps.front()).toStdString(),
              "the launch of the next work is not in the file");
}

TEST(Gaps, overlappingWorkAndOtherDevicesMakeNoGap)
{
    const auto run = traceOf(kernel(0, 100) + kernel(50, 10, 0, 8) + kernel(70, 100, 0, 9) + kernel(170, 5) +
                             kernel(500, 10, 0, 7, 1) + kernel(600, 10, 0, 7, 1));
    const Gaps gaps = *findGaps(*run);
    ASSERT_EQ(gaps.gaps.size(), 1U);
    EXPECT_EQ(run->text(run->gpu.devices[gaps.gaps[0].device]), "1");
    EXPECT_EQ(gaps.gaps[0].durationNs, 90'000);
}

TEST(Gaps, causesAddUpToTheIdleTimeOfTheBusySplit)
{
    std::string events;
    for (int i = 0; i < 200; ++i) {
        const int at = i * 37 + (i * i) % 23;
        events += call(i % 3 ? "cudaLaunchKernel" : "cudaMemcpy", at - (i % 5) * 9, 4 + i % 31, i % 7 ? i + 1 : 0);
        events += kernel(at, 5 + (i * 7) % 50, i % 11 ? i + 1 : 0, 7 + i % 3, i % 2);
    }
    const auto run = traceOf(events);
    const Gaps gaps = *findGaps(*run);
    const Busy busy = *busySplit(run->gpu, std::vector<uint8_t>(run->strings.size(), 0));
    ASSERT_EQ(gaps.devices.size(), 2U);
    for (size_t d = 0; d < gaps.devices.size(); ++d) {
        const DeviceIdle &idle = gaps.devices[d];
        EXPECT_EQ(idle.idleNs, busy.devices[d].idleNs);
        EXPECT_EQ(idle.byCause[0] + idle.byCause[1] + idle.byCause[2] + idle.byCause[3], idle.idleNs);
        EXPECT_GT(idle.count, 10U);
    }
}

TEST(Gaps, withinARangeOrASetAreSummedUpThere)
{
    const auto run = traceOf(kernel(0, 100) + kernel(200, 100) + kernel(400, 100)); // gaps of 100 µs each
    const Gaps all = *findGaps(*run);
    ASSERT_EQ(all.gaps.size(), 2U);
    const Gaps part = gapsWithin(*run, all, TimeRange{150'000, 320'000}, nullptr);
    EXPECT_EQ(part.devices[0].idleNs, 50'000 + 20'000);
    EXPECT_EQ(part.devices[0].count, 2U);
    EXPECT_EQ(part.byLength.size(), 2U);
    EXPECT_EQ(part.gaps[part.byLength[0]].durationNs, 100'000) << "listed whole";
    EXPECT_TRUE(gapsWithin(*run, all, TimeRange{200'000, 300'000}, nullptr).byLength.empty());
    const std::vector<uint32_t> rows{0, 1, 2};
    const auto last = ActivitySet::ofRows(*run, rows, {0, 0, 1});
    const Gaps before = gapsWithin(*run, all, {}, &*last);
    ASSERT_EQ(before.byLength.size(), 1U);
    EXPECT_EQ(before.gaps[before.byLength[0]].startNs, 300'000) << "the one that its work ends";
    EXPECT_EQ(before.devices[0].idleNs, 100'000);
    EXPECT_EQ(gapsWithin(*run, all, {}, nullptr).byLength, all.byLength);
}

TEST(Gaps, waitsOfAnotherProcessExplainNothing)
{
    const std::string elsewhere = R"({"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":2,"tid":1,)"
                                  R"("ts":100,"dur":100},)";
    EXPECT_NE(OneGap(elsewhere + call("cudaLaunchKernel", 190, 5, 5)).gaps.gaps.front().cause, GapCause::Blocking);
    EXPECT_EQ(
        OneGap(call("cudaDeviceSynchronize", 100, 80) + call("cudaLaunchKernel", 190, 5, 5)).gaps.gaps.front().cause,
        GapCause::Blocking)
        << "its own";
}

TEST(WaitingCalls, areKnownByNameWithAnyVersion)
{
    for (const char *name : {"cudaThreadSynchronize",
                             "cudaDeviceSynchronize",
                             "hipStreamSynchronize",
                             "cuEventSynchronize",
                             "cudaMemcpy",
                             "cuMemcpyHtoD_v2",
                             "cudaMalloc_v3020",
                             "cudaStreamSynchronize_ptsz",
                             "hipHostMalloc",
                             "cuMemcpyDtoH_v2_ptds",
                             "cudaMallocHost",
                             "cuMemFree_v2",
                             "hipFree",
                             "cuCtxSynchronize",
                             "Runtime@StreamSynchronize",
                             "AscendCL@aclrtSynchronizeDevice",
                             "cudaMemcpyFromSymbol_v3020",
                             "cudaMemcpy2D",
                             "hipMemcpyDtoH",
                             "zeEventHostSynchronize",
                             "zeCommandQueueSynchronize",
                             "urQueueFinish"})
        EXPECT_TRUE(isWaitingCall(name)) << name;
    for (const char *name : {"cudaMemcpyAsync", "cudaMemcpyFromSymbolAsync", "cudaMemcpy2DAsync", "cudaMallocAsync",
                             "cudaFreeAsync", "cuLaunchKernel", "malloc", "myFree", "cudaStreamSynchronize_later",
                             "cudaEventRecord", "hipMemcpyWithStreamAsync", "", "_v2", "Runtime@StreamSyncTaskFinish",
                             "AscendCL@aclrtMemcpyAsync", "zeEventQueryStatus", "zeCommandListAppendBarrier"})
        EXPECT_FALSE(isWaitingCall(name)) << name;
}

TEST(GapReport, isByLengthAndJsonHasEveryDevice)
{
    const auto run = traceOf(kernel(0, 10) + kernel(20, 10) + kernel(130, 10) + kernel(141, 1) + kernel(7, 1, 0, 3, 1));
    const auto gaps = std::make_shared<const Gaps>(*findGaps(*run));
    const ReportTable table = gapReport(run.run, gaps);
    const auto name = std::ranges::find(table.columns, CellKind::Name, &ReportColumn::kind);
    ASSERT_NE(name, table.columns.end());
    EXPECT_EQ(name->id, std::string_view("next")) << "the short names of the rows are those of the work";
    const auto length = static_cast<size_t>(table.columnOf("duration_ns"));
    ASSERT_EQ(table.rowCount, 3U);
    EXPECT_EQ(std::get<int64_t>(table.cell(0, length)), 100'000);
    EXPECT_EQ(std::get<int64_t>(table.cell(1, length)), 10'000);
    EXPECT_EQ(std::get<int64_t>(table.cell(2, length)), 1'000);
    const auto json = gapsJson(*run, *gaps);
    ASSERT_EQ(json["devices"].size(), 2U);
    EXPECT_EQ(json["devices"][0]["idleNs"], 111'000);
    EXPECT_EQ(json["devices"][0]["byCause"]["unknown"], 111'000);
    EXPECT_EQ(json["devices"][0]["rows"][0]["durationNs"], 100'000);
    EXPECT_TRUE(json["devices"][0]["rows"][0]["evidence"].is_null());
    EXPECT_EQ(json["devices"][1]["idleNs"], 0);
    EXPECT_TRUE(json["devices"][1]["rows"].empty());
}

} // namespace
} // namespace ws
