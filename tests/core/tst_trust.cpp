#include "core/analysis/compare/compareruns.h"
#include "core/analysis/gaps/gaps.h"
#include "core/analysis/trust/filling.h"
#include "core/analysis/trust/trust.h"
#include "core/report/comparereport.h"
#include "core/report/fillreport.h"
#include "core/report/overviewreport.h"
#include "core/report/stepreport.h"
#include "core/report/trustreport.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace ws {
namespace {

using Findings = std::vector<TrustFinding>;
using test::Work;

std::string num(double value)
{
    return nlohmann::json(value).dump();
}
std::string slice(const char *category, const char *name, double ts, double dur, const std::string &args = {})
{
    return R"json({"ph":"X","cat":")json" + std::string(category) + R"json(","name":")json" + name +
           R"json(","pid":9,"tid":1,"ts":)json" + num(ts) + R"json(,"dur":)json" + num(dur) +
           (args.empty() ? "" : R"json(,"args":{)json" + args + "}") + "},";
}
std::string launch(double ts, int correlation, const char *name = "cudaLaunchKernel")
{
    return slice("cuda_runtime", name, ts, 1, R"json("correlation":)json" + std::to_string(correlation));
}
std::string kernel(double ts, double dur, int correlation = 0, const std::string &more = {})
{
    return R"json({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)json" + num(ts) + R"json(,"dur":)json" +
           num(dur) + R"json(,"args":{"device":0,"stream":7)json" +
           (correlation ? R"json(,"correlation":)json" + std::to_string(correlation) : "") + more + "}},";
}
std::string mark(const char *name, double ts)
{
    return R"json({"ph":"i","name":")json" + std::string(name) + R"json(","pid":9,"tid":1,"s":"g","ts":)json" +
           num(ts) + "},";
}
/// A recording that can be trusted: every kernel has a launch, and a later kernel ends it.
std::string sound()
{
    return launch(0, 1) + kernel(10, 5, 1) + launch(20, 2) + kernel(30, 5, 2);
}
test::RunResult runOf(std::string events)
{
    events.pop_back();
    return test::runFromJson(R"json({"traceEvents":[)json" + events + "]}");
}
Findings findingsOf(const Run &run)
{
    return *trustFindings(run, *findSteps(run));
}
Findings findingsOf(const std::string &events)
{
    return findingsOf(*runOf(events));
}
std::string idsOf(const Findings &findings)
{
    std::string ids;
    for (const TrustFinding &finding : findings)
        ids += finding.id + ' ';
    return ids;
}
uint64_t countOf(const Findings &findings, const char *id)
{
    const TrustFinding *finding = findTrust(findings, id);
    return finding ? finding->count : 0;
}

TEST(Trust, aSoundRecordingHasNoFinding)
{
    EXPECT_EQ(idsOf(findingsOf(sound())), "");
    EXPECT_TRUE(withheld(findingsOf(sound())).empty());
}

TEST(Trust, workThatRunsWithinOtherWorkOfItsStreamOverlaps)
{
    const auto findings = [](int64_t start, int64_t duration, const char *stream = "7") {
        return findingsOf(*test::runOfWork({{"0", "7", 0, 1001, "a"}, {"0", stream, start, duration, "b"}}));
    };
    const Findings inside = findings(100, 300);
    EXPECT_EQ(countOf(inside, "stream-overlap"), 1U);
    EXPECT_EQ(countOf(inside, "duration-over-next"), 0U);
    EXPECT_EQ(findTrust(inside, "stream-overlap")->ns, 300);
    EXPECT_EQ(countOf(findings(100, 300, "8"), "stream-overlap"), 0U) << "streams run side by side";
    EXPECT_EQ(countOf(findings(1001, 300), "stream-overlap"), 0U) << "it touches";
}

TEST(Trust, aDurationOverTheNextBeginIsTooLong)
{
    const auto findings = [](int64_t start) {
        return findingsOf(*test::runOfWork({{"0", "7", 0, 1001, "a"}, {"0", "7", start, 2000, "b"}}));
    };
    const Findings over = findings(901);
    EXPECT_EQ(countOf(over, "duration-over-next"), 1U);
    EXPECT_EQ(countOf(over, "stream-overlap"), 0U);
    EXPECT_EQ(findTrust(over, "duration-over-next")->places.at(0).amountNs, 100);
    EXPECT_EQ(countOf(findings(1001), "duration-over-next"), 0U);
    EXPECT_EQ(countOf(findings(999), "duration-over-next"), 0U) << "two nanoseconds are rounding";
}

TEST(Trust, aMicrosecondIsRoundingWhereTheClockHasNoMore)
{
    const auto count = [](double next) {
        return countOf(findingsOf(kernel(0, 11) + kernel(next, 20)), "duration-over-next");
    };
    EXPECT_EQ(count(10), 0U);
    EXPECT_EQ(count(9), 1U);
    EXPECT_EQ(count(10.5), 1U) << "this clock has more";
}

TEST(Trust, workWithoutDurationIsCounted)
{
    EXPECT_EQ(countOf(findingsOf(sound() + launch(50, 3) + kernel(60, 0, 3)), "zero-duration"), 1U);
    EXPECT_EQ(countOf(findingsOf(sound()), "zero-duration"), 0U);
}

TEST(Trust, negativeDurationsAreTheReadersFinding)
{
    const auto run = runOf(sound() + launch(50, 3) + kernel(60, -5, 3)); // the diagnostic is the run's
    const Findings findings = findingsOf(*run);
    const TrustFinding *finding = findTrust(findings, "negative-duration");
    ASSERT_TRUE(finding);
    EXPECT_TRUE(finding->diagnostic);
    EXPECT_EQ(finding->diagnostic->message.toStdString(), "negative durations; taken as 0");
    EXPECT_EQ(trustText(*finding).toStdString(), "Negative durations; taken as 0.") << "a sentence of its own";
}

TEST(Trust, workWithoutALaunchIsCounted)
{
    const Findings findings = findingsOf(sound() + kernel(50, 5, 77) + kernel(60, 5));
    EXPECT_EQ(countOf(findings, "no-launch"), 2U);
    EXPECT_EQ(countOf(findingsOf(sound()), "no-launch"), 0U);
}

TEST(Trust, workBeforeItsLaunchTellsOfTwoClocks)
{
    const Findings findings = findingsOf(sound() + launch(60, 3) + kernel(50, 5, 3));
    EXPECT_EQ(countOf(findings, "before-launch"), 1U);
    EXPECT_EQ(findTrust(findings, "before-launch")->ns, 10'000);
    EXPECT_EQ(countOf(findingsOf(sound() + launch(50, 3) + kernel(50, 5, 3)), "before-launch"), 0U);
}

TEST(Trust, workOutsideTheMarksOfTheRecordingIsCounted)
{
    const std::string begin = mark("Iteration Start: PyTorch Profiler", 5);
    EXPECT_EQ(countOf(findingsOf(sound() + begin + mark("Record Window End", 32)), "outside-window"), 1U);
    EXPECT_EQ(countOf(findingsOf(sound() + begin + mark("Record Window End", 35)), "outside-window"), 0U);
    EXPECT_EQ(countOf(findingsOf(sound() + mark("Iteration Start: PyTorch Profiler", 12)), "outside-window"), 1U);
    EXPECT_EQ(countOf(findingsOf(sound() + mark("step 12", 12)), "outside-window"), 0U) << "any other mark";
}

TEST(Trust, aMissingEndMarkIsOnlyMissedWhereTheBeginIsMarked)
{
    const std::string begin = mark("Iteration Start: PyTorch Profiler", 5);
    EXPECT_EQ(countOf(findingsOf(sound() + begin), "no-end-mark"), 1U);
    EXPECT_EQ(countOf(findingsOf(sound() + begin + mark("Record Window End", 35)), "no-end-mark"), 0U);
    EXPECT_EQ(countOf(findingsOf(sound()), "no-end-mark"), 0U);
}

TEST(Trust, externalIdsThatRepeatTheCorrelationNameNothing)
{
    const std::string op = slice("cpu_op", "aten::mm", -5, 1, R"json("External id":42)json");
    const auto count = [&](const char *id) {
        return countOf(findingsOf(op + launch(0, 1) + kernel(10, 5, 1, id)), "copied-external-id");
    };
    EXPECT_EQ(count(R"json(,"External id":1)json"), 1U);
    EXPECT_EQ(count(R"json(,"External id":42)json"), 0U) << "it names the operator";
    EXPECT_EQ(count(""), 0U);
    const std::string copied = launch(0, 1) + kernel(10, 5, 1, R"json(,"External id":1)json"),
                      named = launch(2, 2) + kernel(20, 5, 2, R"json(,"External id":42)json");
    EXPECT_EQ(countOf(findingsOf(op + copied + named), "copied-external-id"), 0U) << "some name operators";
}

TEST(Trust, anOpenStepAtTheEndIsCut)
{
    const std::string step =
        R"json({"ph":"B","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":0},)json";
    const std::string end =
        R"json({"ph":"E","cat":"user_annotation","name":"ProfilerStep#1","pid":9,"tid":1,"ts":40},)json";
    const auto open = runOf(step + sound());
    const auto cuts = cutSteps(*open, *findSteps(*open));
    ASSERT_EQ(cuts.size(), 1U);
    EXPECT_TRUE(cuts[0].atEnd);
    EXPECT_FALSE(cuts[0].atBegin);
    EXPECT_EQ(countOf(findingsOf(*open), "cut-step"), 1U);
    EXPECT_EQ(countOf(findingsOf(step + sound() + end), "cut-step"), 0U);
}

TEST(Trust, aStepWhoseLastLaunchesHaveNoWorkIsCut)
{
    const std::string first = slice("user_annotation", "ProfilerStep#1", -1, 20),
                      second = slice("user_annotation", "ProfilerStep#2", 19.5, 30);
    const auto cut = runOf(first + second + sound() + launch(40, 3));
    const auto cuts = cutSteps(*cut, *findSteps(*cut));
    ASSERT_EQ(cuts.size(), 2U);
    EXPECT_FALSE(cuts[0]);
    EXPECT_TRUE(cuts[1].atEnd);
    EXPECT_EQ(countOf(findingsOf(first + second + sound() + launch(40, 3, "cudaStreamSynchronize")), "cut-step"), 0U)
        << "a call that starts no work";
    EXPECT_EQ(countOf(findingsOf(first + second + sound() + launch(12, 3)), "cut-step"), 0U)
        << "work that is lost in the middle is no cut";
    EXPECT_EQ(countOf(findingsOf(first + second + sound() + launch(38, 4, "cudaStreamBeginCapture") + launch(40, 3)),
                      "cut-step"),
              0U)
        << "a captured launch starts no work";
}

TEST(Trust, aStepWhoseFirstLaunchesHaveNoWorkIsCutAtItsBegin)
{
    const auto run = runOf(slice("user_annotation", "ProfilerStep#1", -10, 25) + launch(-5, 3) + sound());
    const auto cuts = cutSteps(*run, *findSteps(*run));
    ASSERT_EQ(cuts.size(), 1U);
    EXPECT_TRUE(cuts[0].atBegin);
    EXPECT_FALSE(cuts[0].atEnd);
}

TEST(Trust, aStepOverTheMarksOfTheRecordingIsCut)
{
    const std::string step = slice("user_annotation", "ProfilerStep#1", 2, 38);
    const std::string begin = mark("Iteration Start: PyTorch Profiler", 1);
    EXPECT_EQ(countOf(findingsOf(step + sound() + begin + mark("Record Window End", 39)), "cut-step"), 1U);
    EXPECT_EQ(countOf(findingsOf(step + sound() + begin + mark("Record Window End", 40)), "cut-step"), 0U);
}

TEST(Trust, theProfilersOwnTimeIsSummedWhereTheGpuIsIdle)
{
    const Findings findings =
        findingsOf(sound() + slice("overhead", "Activity Buffer Request", 16, 3) +
                   slice("overhead", "Lazy Function Loading", 23, 5) + slice("overhead", "Buffer Flush", 20, 2));
    EXPECT_EQ(countOf(findings, "profiler-overhead"), 2U) << "code would be loaded without a profiler, too";
    EXPECT_EQ(findTrust(findings, "profiler-overhead")->ns, 5000);
    EXPECT_EQ(findTrust(findings, "profiler-overhead")->ofNs, 15'000);
    EXPECT_EQ(countOf(findingsOf(sound() + slice("cpu_op", "overhead", 1, 3)), "profiler-overhead"), 0U);
}

TEST(Trust, recordedCallStacksSlowTheCpu)
{
    const Findings findings = findingsOf(sound() + slice("python_function", "a.py(1): f", 1, 3));
    EXPECT_EQ(countOf(findings, "call-stacks"), 1U);
    EXPECT_TRUE(findTrust(findings, "call-stacks")->marks & GapCauses);
    EXPECT_EQ(countOf(findingsOf(sound() + slice("cpu_op", "a.py(1): f", 1, 3)), "call-stacks"), 0U);
}

TEST(Trust, callStacksInTheArgumentsOfOperatorsSlowTheCpuToo)
{
    const auto withStack = [](const char *stack) {
        return findingsOf(sound() + slice("cpu_op", "aten::mm", 1, 3, stack));
    };
    EXPECT_EQ(countOf(withStack(R"json("Call stack":"a.py(1): f;b.py(2): g")json"), "call-stacks"), 1U);
    EXPECT_EQ(countOf(withStack(R"json("Call stack":"")json"), "call-stacks"), 0U);
}

/// A metadata event: the name of thread 1 of process 9.
std::string named(const std::string &name, const char *event = "thread_name")
{
    return R"json({"ph":"M","name":")json" + std::string(event) +
           R"json(","pid":9,"tid":1,"ts":0,"args":{"name":")json" + name + R"json("}},)json";
}

TEST(Trust, metadataThatRepeatsItselfIsCounted)
{
    const auto repeated = [](int events) {
        std::string all = sound();
        for (int i = 0; i < events; ++i)
            all += named("main");
        return findingsOf(all);
    };
    EXPECT_EQ(countOf(repeated(101), "repeated-metadata"), 100U);
    EXPECT_EQ(findTrust(repeated(101), "repeated-metadata")->marks, 0) << "no number is false";
    EXPECT_EQ(idsOf(repeated(100)), "") << "every recorder repeats some";
    EXPECT_EQ(countOf(repeated(101), "renamed-row"), 0U);
    std::string others = sound();
    for (int i = 0; i < 300; ++i)
        others += R"json({"ph":"M","name":"thread_name","pid":9,"tid":)json" + std::to_string(i) +
                  R"json(,"args":{"name":"main"}},)json";
    EXPECT_EQ(idsOf(findingsOf(others)), "") << "300 threads of one name";
}

TEST(Trust, aRowThatGetsAnotherNameIsCounted)
{
    EXPECT_EQ(countOf(findingsOf(sound() + named("main") + named("worker")), "renamed-row"), 1U);
    EXPECT_EQ(idsOf(findingsOf(sound() + named("main") + named("main"))), "");
    EXPECT_EQ(idsOf(findingsOf(sound() + named("main") + named("python", "process_name"))), "");
    EXPECT_EQ(idsOf(findingsOf(sound() + named("") + named("main"))), "") << "the first one says nothing";
}

TEST(Trust, endsThatNameAnotherSliceAreCounted)
{
    const auto pair = [](const char *end) {
        return sound() + R"json({"ph":"B","name":"a","pid":9,"tid":1,"ts":1},{"ph":"E","name":")json" + end +
               R"json(","pid":9,"tid":1,"ts":3},)json";
    };
    EXPECT_EQ(countOf(findingsOf(pair("b")), "end-names-another"), 1U);
    EXPECT_TRUE(findTrust(findingsOf(pair("b")), "end-names-another")->marks & CpuTimes);
    EXPECT_EQ(idsOf(findingsOf(pair("a"))), "");
}

TEST(Trust, gpuWorkAfterHalfOfTheRecordingIsLate)
{
    EXPECT_EQ(countOf(findingsOf(slice("cpu_op", "import", -100, 20) + sound()), "late-start"), 1U);
    EXPECT_EQ(countOf(findingsOf(slice("cpu_op", "import", -10, 5) + sound()), "late-start"), 0U);
}

TEST(Trust, launchesWithoutAnyWorkAreAnEmptyCapture)
{
    const Findings findings = findingsOf(launch(0, 1) + launch(5, 2));
    EXPECT_EQ(countOf(findings, "empty-capture"), 1U);
    EXPECT_TRUE(findTrust(findings, "empty-capture")->withholds & GpuIdle);
    EXPECT_EQ(countOf(findingsOf(sound()), "empty-capture"), 0U);
    EXPECT_EQ(countOf(findingsOf(slice("other", "no profile of a GPU", 0, 5)), "empty-capture"), 0U);
}

TEST(Trust, arrowsWithOneSideAreCounted)
{
    const auto flow = [](const char *phase, int id, double ts, const char *category = "fwdbwd",
                         const char *place = "9") {
        return R"json({"ph":")json" + std::string(phase) + R"json(","cat":")json" + category +
               R"json(","name":"x","pid":)json" + place + R"json(,"tid":)json" + (*place == '9' ? "1" : "7") +
               R"json(,"id":)json" + std::to_string(id) + R"json(,"ts":)json" + num(ts) + R"json(,"bp":"e"},)json";
    };
    const auto count = [&](const std::string &flows) { return countOf(findingsOf(sound() + flows), "half-flow"); };
    EXPECT_EQ(count(flow("s", 1, 0) + flow("f", 1, 20) + flow("f", 2, 20)), 1U);
    EXPECT_EQ(count(flow("s", 1, 0) + flow("s", 2, 0) + flow("f", 2, 20)), 1U);
    EXPECT_EQ(count(flow("s", 1, 0) + flow("f", 1, 20)), 0U);
    EXPECT_EQ(count(flow("s", 1, 0) + flow("f", 1, 20, "ac2g")), 1U) << "the same number in two categories";
    EXPECT_EQ(count(flow("s", 1, 0) + flow("f", 1, 20) + flow("s", 1'000'000'000, 0)), 1U) << "numbers far apart";
    EXPECT_EQ(count(flow("f", 2, 20, "ac2g")), 0U) << "Kineto's end at a call";
    EXPECT_EQ(count(flow("f", 2, 10, "ac2g", "0")), 1U) << "at GPU work";
}

TEST(Trust, ofManyPlacesTheTwentyGravestAreKept)
{
    std::string events = sound();
    for (int i = 0; i < 50; ++i)
        events += kernel(100 + 100 * i, 1 + (i * 7) % 50);
    const Findings findings = findingsOf(events);
    const TrustFinding *finding = findTrust(findings, "no-launch");
    ASSERT_TRUE(finding);
    EXPECT_EQ(finding->count, 50U);
    ASSERT_EQ(finding->places.size(), 20U);
    for (size_t i = 0; i < 20; ++i)
        EXPECT_EQ(finding->places[i].amountNs, int64_t(50 - i) * 1000);
}

TEST(Trust, cancelledGivesNothing)
{
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(trustFindings(*runOf(sound()), {}, &progress));
}

/// A graph is recorded as one block of 10 µs.
std::string wholeGraph(double ts)
{
    return R"json({"ph":"X","cat":"cuda_graph","name":"[CUDA graph 1]","pid":0,"tid":7,"ts":)json" + num(ts) +
           R"json(,"dur":10,"args":{"device":0,"stream":7}},)json";
}

TEST(Trust, idleTimeWithinWholeGraphsIsWithheld)
{
    const auto run = runOf(sound() + wholeGraph(50));
    const Findings findings = findingsOf(*run);
    EXPECT_EQ(countOf(findings, "whole-graphs"), 1U);
    EXPECT_EQ(wholeGraphNs(*run), std::vector<int64_t>{10'000});
    const auto list = withheld(findings);
    const auto idle = std::ranges::find(list, GpuIdle, &Withheld::number);
    ASSERT_NE(idle, list.end());
    EXPECT_FALSE(idle->isMarkOnly);
    EXPECT_EQ(idle->because, "whole-graphs");
    EXPECT_EQ(withheldJson(findings, GpuIdle).dump(), R"json([{"number":"gpu-idle","because":"whole-graphs"}])json");
    EXPECT_EQ(withheldNotes(findings, GpuIdle).size(), 1);
    EXPECT_TRUE(withheldNotes(findings, LaunchDelays).isEmpty());
    EXPECT_TRUE(withheldNotes(findingsOf(sound()), GpuIdle).isEmpty());
    EXPECT_EQ(wholeGraphNs(*runOf(sound())), std::vector<int64_t>{0});
}

TEST(Trust, graphsWhoseKernelsAreNotInTheFileAreLost)
{
    const auto lost = [](const std::string &graph) {
        const auto run =
            runOf(launch(0, 1) + kernel(10, 5, 1) + graph + slice("cuda_runtime", "cudaDeviceSynchronize", 17, 60) +
                  launch(80, 2) + kernel(90, 5, 2));
        return countOf(findingsOf(*run), "lost-graphs");
    };
    EXPECT_EQ(lost(launch(16, 9, "cudaGraphLaunch")), 1U);
    EXPECT_EQ(lost(launch(-5, 9, "cudaGraphLaunch")), 1U);
    EXPECT_EQ(lost(""), 0U);
    EXPECT_EQ(lost(launch(85, 9, "cudaGraphLaunch")), 0U) << "the last launch may have run after the recording";
}

std::string ruleOf(const Fit &fit)
{
    std::string rules(fitVerdictId(fit.verdict));
    for (const TrustFinding &reason : fit.reasons)
        rules += ' ' + reason.id;
    return rules;
}
/// The verdict and its rules.
std::string fitText(const std::string &events)
{
    const auto run = runOf(events);
    return ruleOf(fitOf(*run, findingsOf(*run)));
}
/// `count` kernels each with its launch, one in 20 µs; launches of which `lost` says so have none.
std::string launches(int count, const std::function<bool(int)> &lost, const char *call = "cudaLaunchKernel")
{
    std::string events;
    for (int i = 0; i < count; ++i) {
        events += launch(20 * i, i + 1, call);
        if (!lost(i))
            events += kernel(20 * i + 2, 15, i + 1);
    }
    return events;
}
bool none(int)
{
    return false;
}

TEST(Fit, aSoundRecordingIsFit)
{
    EXPECT_EQ(fitText(sound()), "yes");
    EXPECT_EQ(fitText(launches(50, none)), "yes");
    const Fit fit = fitOf(*runOf(sound()), {});
    EXPECT_EQ(fitJson(fit).dump(), R"json({"verdict":"yes","reasons":[]})json");
    EXPECT_EQ(fitTitle(fit).toStdString(), "The recording can be relied on.");
}

TEST(Fit, firstLaunchesWithoutWorkAreCountedWithTheirTime)
{
    const auto run = runOf(launches(50, [](int i) { return i < 12; }));
    const Fit fit = fitOf(*run, findingsOf(*run));
    ASSERT_EQ(ruleOf(fit), "limits lost-head");
    EXPECT_EQ(trustHowMuch(fit.reasons[0]).toStdString(), "12 of 50 launches, in the first 221.0\xE2\x80\xAFµs");
    EXPECT_EQ(fit.reasons[0].withholds, 0) << "the rest is known";
    EXPECT_EQ(fitText(launches(50, [](int i) { return i >= 45; })), "limits lost-tail");
    EXPECT_EQ(fitText(launches(300, [](int i) { return i < 2; })), "yes") << "less than one of a hundred";
    EXPECT_EQ(countOf(findingsOf(launches(300, [](int i) { return i < 2; })), "lost-head"), 2U) << "said all the same";
}

TEST(Fit, launchesWithoutWorkInTheMiddleTakeTheAnswerAwayWhereTheyAreMany)
{
    EXPECT_EQ(fitText(launches(100, [](int i) { return i % 5 == 2; })), "no lost-launches");
    EXPECT_EQ(fitText(launches(100, [](int i) { return i == 50 || i == 60; })), "limits lost-launches");
    EXPECT_EQ(fitText(launches(300, [](int i) { return i == 50; })), "yes");
}

TEST(Fit, callsThatLaunchNothingAreNoLostLaunches)
{
    for (const char *call : {"cudaStreamSynchronize", "cudaEventRecord", "cudaLaunchHostFunc", "cudaMemsetAsync",
                             "cudaMemcpyAsync", "cudaStreamWaitEvent", "cudaMalloc"})
        EXPECT_EQ(fitText(launch(-50, 991, call) + launches(20, none) + launch(30, 992, call)), "yes") << call;
    for (const char *call : {"cudaLaunchKernelExC", "cuLaunchKernel", "hipExtModuleLaunchKernel",
                             "urEnqueueKernelLaunch", "hipLaunchCooperativeKernel"})
        EXPECT_EQ(fitText(launch(-50, 991, call) + launches(20, none)), "limits lost-head") << call;
    EXPECT_EQ(fitText(launch(-50, 991, "cudaGraphLaunch") + launches(20, none)), "no lost-graphs");
}

TEST(Fit, capturedLaunchesAreNotLost)
{
    const std::string lost = launch(100, 901) + launch(102, 902) + launch(104, 903);
    const std::string rest = launches(5, none) + kernel(190, 5, 950) + launch(180, 950);
    EXPECT_EQ(fitText(rest + lost), "no lost-launches");
    EXPECT_EQ(fitText(rest + launch(99, 900, "cudaStreamBeginCapture") + lost + launch(110, 904, "hipStreamEndCapture")),
              "yes");
    EXPECT_EQ(fitText(rest + launch(107, 900, "cudaStreamBeginCapture") + lost), "no lost-launches") << "it begins later";
}

TEST(Fit, aCallAroundALaunchIsThatLaunchOnceMore)
{
    const std::string inner = slice("cuda_driver", "cuLaunchKernel", 51, 2, R"json("correlation":70)json"),
                      outer = slice("cuda_runtime", "cudaLaunchKernel", 50, 5, R"json("correlation":71)json");
    EXPECT_EQ(fitText(sound() + outer + inner + kernel(60, 5, 70) + launch(80, 80) + kernel(85, 5, 80)), "yes");
}

TEST(Fit, workWithoutLinksIsNoLostWork)
{
    std::string events;
    for (int i = 0; i < 10; ++i)
        events += launch(20 * i, 0) + launch(20 * i, 500 + i) + kernel(20 * i + 5, 5, 900 + i);
    EXPECT_EQ(fitText(events), "limits no-launch");
}

TEST(Fit, kernelsThatWereNotRecordedAtAllTakeTheAnswerAway)
{
    const std::string copy = R"json({"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD","pid":0,"tid":7,"ts":30,"dur":5,
        "args":{"device":0,"stream":7,"correlation":9}},)json" + launch(25, 9, "cudaMemcpyAsync");
    EXPECT_EQ(fitText(launch(0, 1) + launch(5, 2) + copy), "no lost-kind");
    EXPECT_EQ(fitText(launch(0, 1) + kernel(2, 3, 1) + launch(5, 2) + kernel(7, 3, 2) + copy), "yes");
}

TEST(Fit, launchesWithoutAnyWorkAndFilesWithoutAGpuAreToldApart)
{
    EXPECT_EQ(fitText(launch(0, 1) + launch(5, 2)), "no empty-capture");
    EXPECT_EQ(fitText(slice("cpu_op", "aten::mm", 0, 5)), "no cpu-alone");
    const auto run = runOf(slice("cpu_op", "aten::mm", 0, 5) + slice("any_op", "work", 0, 5));
    const Fit fit = fitOf(*run, findingsOf(*run));
    EXPECT_EQ(ruleOf(fit), "no no-known-gpu") << "whether there was GPU work the file does not say";
    EXPECT_TRUE(fit.isWithoutGpu);
}

TEST(Fit, workWithoutLaunchesIsALimitWhereItIsMuch)
{
    EXPECT_EQ(fitText(launches(20, none) + kernel(900, 15) + kernel(920, 15)), "limits no-launch");
    EXPECT_EQ(fitText(launches(200, none) + kernel(5000, 15)), "yes");
}

TEST(Fit, kernelsBeforeTheirLaunchAreALimit)
{
    const auto early = [](double by) { return launches(20, none) + launch(500, 99) + kernel(500 - by, 5, 99); };
    EXPECT_EQ(fitText(early(4)), "limits before-launch");
    EXPECT_EQ(fitText(early(0)), "yes");
}

/// A wait for stream 7 as CUPTI records it.
std::string streamSync(double ts, double dur, const char *stream = "7")
{
    return R"json({"ph":"X","cat":"cuda_sync","name":"Stream Sync","pid":0,"tid":)json" + std::string(stream) +
           R"json(,"ts":)json" + num(ts) + R"json(,"dur":)json" + num(dur) + R"json(,"args":{"stream":)json" + stream +
           R"json(,"device":0,"cuda_sync_kind":"Stream Sync"}},)json";
}

TEST(Fit, aWaitThatEndsWhileItsWorkRunsIsALimit)
{
    const std::string work = launches(20, none) + launch(500, 99) + kernel(505, 100, 99);
    EXPECT_EQ(fitText(work + streamSync(510, 20)), "limits sync-before-end");
    EXPECT_EQ(fitText(work + streamSync(510, 96)), "yes") << "it ends with the work";
    EXPECT_EQ(fitText(work + streamSync(510, 94.5)), "yes") << "half a microsecond is rounding";
    EXPECT_EQ(fitText(work + streamSync(510, 20, "8")), "yes") << "another stream";
    EXPECT_EQ(fitText(work + streamSync(400, 115)), "yes") << "it was launched while the wait went on";
    EXPECT_EQ(fitText(work + slice("cuda_runtime", "cudaDeviceSynchronize", 510, 20, R"json("correlation":77)json")),
              "limits sync-before-end");
    EXPECT_EQ(fitText(work + slice("cuda_runtime", "cudaDeviceSynchronize", 510, 99, R"json("correlation":77)json")),
              "yes");
}

TEST(Fit, waitsForARecordThatTheFileLacksAreALimit)
{
    const auto wait = [](const char *record, const char *kind = "Stream Wait Event") {
        return fitText(launches(20, none) + launch(100, 70, "cudaEventRecord") +
                       slice("cuda_sync", kind, 120, 1,
                             R"json("stream":7,"device":0,"cuda_sync_kind":")json" + std::string(kind) +
                                 R"json(","wait_on_cuda_event_record_corr_id":)json" + record));
    };
    EXPECT_EQ(wait("-1"), "limits wait-without-record");
    EXPECT_EQ(wait("71"), "limits wait-without-record") << "no call has this correlation";
    EXPECT_EQ(wait("3"), "limits wait-without-record") << "a launch is no record";
    EXPECT_EQ(wait("70"), "yes");
    EXPECT_EQ(wait("-1", "Event Sync"), "limits wait-without-record");
    EXPECT_EQ(wait("-1", "Context Sync"), "yes") << "it waits for everything";
}

TEST(Fit, collectivesWithoutWhatTheyAreAreALimit)
{
    const char *whole = R"json("Collective name":"allreduce","dtype":"Float","In msg nelems":4,"Out msg nelems":4,"Group size":2)json";
    const char *part = R"json("Collective name":"allreduce","dtype":"Float","In msg nelems":4,"Out msg nelems":4)json";
    const auto text = [](const char *args) { return fitText(sound() + slice("cpu_op", "record_param_comms", 1, 3, args)); };
    EXPECT_EQ(text(whole), "yes");
    EXPECT_EQ(text(part), "limits bare-collectives");
    EXPECT_EQ(text(R"json("External id":4)json"), "limits bare-collectives");
    EXPECT_EQ(fitText(sound() + slice("cpu_op", "c10d::allreduce_", 1, 3)), "yes");
}

TEST(Fit, oneSequenceNumberWithTwoBackwardsIsALimit)
{
    const auto backward = [](const char *name, double ts, int sequence, int thread) {
        return slice("cpu_op", (std::string("autograd::engine::evaluate_function: ") + name).c_str(), ts, 1,
                     R"json("Sequence number":)json" + std::to_string(sequence) + R"json(,"Fwd thread id":)json" +
                         std::to_string(thread));
    };
    const std::string one = backward("MmBackward0", 1, 12, 1);
    EXPECT_EQ(fitText(sound() + one + backward("AddBackward0", 3, 12, 1)), "limits two-backwards");
    EXPECT_EQ(fitText(sound() + one + backward("AddBackward0", 3, 13, 1)), "yes");
    EXPECT_EQ(fitText(sound() + one + backward("MmBackward0", 3, 12, 1)), "yes") << "once more";
    EXPECT_EQ(fitText(sound() + one + backward("AddBackward0", 3, 12, 2)), "yes") << "each thread has its own numbers";
}

TEST(Fit, callStacksAreALimitOnlyWhereTheGpuMayWaitForThem)
{
    const std::string stack = slice("python_function", "a.py(1): f", 1, 3);
    EXPECT_EQ(fitText(launches(20, none) + stack), "limits call-stacks");
    EXPECT_EQ(fitText(launch(0, 1) + kernel(10, 400, 1) + launch(20, 2) + kernel(411, 400, 2) + stack), "yes");
}

TEST(Fit, workWithoutDurationsTakesTheAnswerAway)
{
    EXPECT_EQ(fitText(launch(0, 1) + kernel(5, 0, 1) + launch(10, 2) + kernel(15, 0, 2)), "no zero-duration");
    EXPECT_EQ(fitText(launches(30, none) + launch(900, 99) + kernel(905, 0, 99)), "yes");
}

TEST(Fit, fewGraphsWithoutKernelsLeaveTheAnswerWithLimits)
{
    const auto graphs = [](int count, int lost) {
        return fitText(launches(count, [lost](int i) { return i > 0 && i <= lost; }, "cudaGraphLaunch"));
    };
    EXPECT_EQ(graphs(40, 20), "no lost-graphs");
    EXPECT_EQ(graphs(40, 2), "limits lost-graphs");
    EXPECT_EQ(graphs(40, 0), "yes");
}

TEST(Fit, stepsThatTheRecordingCutsAreALimitWhereTheyAreMany)
{
    const auto steps = [](int whole, int cut) {
        std::string events;
        for (int i = 0; i < whole + cut; ++i)
            events += slice("user_annotation", ("ProfilerStep#" + std::to_string(i)).c_str(), 40 * i, 39) +
                      launch(40 * i + 1, 2 * i + 1) + kernel(40 * i + 3, 10, 2 * i + 1);
        const double end = 40 * whole + 2;
        return events + mark("Iteration Start: PyTorch Profiler", -1) + mark("Record Window End", cut ? end : 40 * whole);
    };
    EXPECT_EQ(fitText(steps(10, 1)).find("cut-step"), std::string::npos) << "nine are whole";
    EXPECT_NE(fitText(steps(2, 2)).find("cut-step"), std::string::npos);
}

std::shared_ptr<const Run> nsysRun(const nlohmann::ordered_json &header)
{
    const auto run = std::const_pointer_cast<Run>(runOf(sound()).run); // nobody else has it
    run->info.format = "nsys-sqlite";
    *run->info.header = header;
    return run;
}
Fit nsysFit(const nlohmann::ordered_json &header)
{
    const auto run = nsysRun(header);
    return fitOf(*run, findingsOf(*run));
}
nlohmann::ordered_json nsysSays(const char *severity, const char *text)
{
    nlohmann::ordered_json header;
    header["DIAGNOSTIC_EVENT"].push_back({{"severity", severity}, {"text", text}});
    return header;
}

TEST(Fit, whatNsightSystemsSaysOfItsRecordingIsSaid)
{
    const auto said = [](const char *severity, const char *text) { return ruleOf(nsysFit(nsysSays(severity, text))); };
    EXPECT_EQ(said("warning", "Not all CUDA events might have been collected."), "limits nsys-warning");
    EXPECT_EQ(said("warning", "CUDA trace of one process was stopped early"), "limits nsys-warning");
    EXPECT_EQ(said("error", "Something went wrong"), "limits nsys-error");
    EXPECT_EQ(said("error", "Collection of CPU IP/backtrace samples was disabled."), "yes");
    EXPECT_EQ(said("warning", "No NVTX events collected. Does the process use NVTX?"), "yes");
    EXPECT_EQ(said("warning", "Not all CPU samples were collected"), "yes") << "not shown here";
    EXPECT_EQ(said("warning", "Failed to load symbols for VMA 0x1-0x2 from '/opt/cuda/lib/libm.so'"), "yes");
    EXPECT_EQ(makeOverview({nsysRun(nsysSays("warning", "No NVTX events collected."))})->trust.size(), 1)
        << "shown, though it concerns no number";
}

TEST(Fit, aLaterSchemaOfAnExportIsALimit)
{
    const auto version = [](const char *text) {
        nlohmann::ordered_json header;
        header["META_DATA_EXPORT"]["EXPORT_SCHEMA_VERSION"] = text;
        return ruleOf(nsysFit(header));
    };
    EXPECT_EQ(version("4.0.1"), "limits newer-export");
    for (const char *known : {"3.25.0", "2.9", "unknown"})
        EXPECT_EQ(version(known), "yes") << known;
}

/// One computation of 100 µs on an NPU, and what the profiler has summed up of it.
std::string npuTrace(double computing)
{
    return R"json([{"ph":"M","name":"process_name","pid":1,"args":{"name":"Ascend Hardware"}},
        {"ph":"M","name":"process_name","pid":2,"args":{"name":"Overlap Analysis"}},
        {"ph":"X","name":"MatMul","pid":1,"tid":7,"ts":"10.000","dur":100,"args":{"Task Type":"AI_CORE"}},
        {"ph":"X","name":"MatMul","pid":1,"tid":7,"ts":"200.000","dur":100,"args":{"Task Type":"AI_CORE"}},
        {"ph":"X","name":"Computing","pid":2,"tid":0,"ts":"10.000","dur":)json" +
           num(computing) + R"json(},{"ph":"X","name":"Computing","pid":2,"tid":0,"ts":"200.000","dur":100}])json";
}

TEST(Fit, aSplitOtherThanTheFilesOwnIsSaidWithBothNumbers)
{
    const auto fit = [](double computing) {
        const auto run = test::runFromJson(npuTrace(computing));
        return fitOf(*run, findingsOf(*run));
    };
    EXPECT_EQ(ruleOf(fit(100)).find("own-sums"), std::string::npos);
    EXPECT_EQ(ruleOf(fit(100.002)).find("own-sums"), std::string::npos) << "rounding";
    const Fit other = fit(110);
    const TrustFinding *reason = findTrust(other.reasons, "own-sums");
    ASSERT_TRUE(reason);
    EXPECT_EQ(trustHowMuch(*reason).toStdString(), "210.0\xE2\x80\xAFµs in the file, 200.0\xE2\x80\xAFµs here");
    EXPECT_NE(trustText(*reason).indexOf(QStringLiteral("Computing")), -1);
    EXPECT_EQ(other.verdict, FitVerdict::Limits);
    EXPECT_EQ(fit(190).verdict, FitVerdict::No) << "another share of the time in which the device works";
}

TEST(Fit, theVerdictStandsFirstInEveryFormOfTheOverview)
{
    const auto run = runOf(launches(50, [](int i) { return i < 12; }));
    const Overview overview = *makeOverview({run.run});
    const std::string text = overviewText(overview).toStdString(), markdown = overviewMarkdown(overview).toStdString();
    EXPECT_TRUE(text.starts_with("The recording can be relied on, with limits:\n  The first launches have")) << text;
    EXPECT_LT(text.find("12 of 50 launches"), text.find("The GPU works"));
    EXPECT_TRUE(markdown.starts_with("**The recording can be relied on, with limits:**\n\n- ")) << markdown;
    EXPECT_EQ(overviewJson(overview)["fit"]["verdict"], "limits");
    EXPECT_EQ(overviewJson(overview)["fit"]["reasons"][0]["rule"], "lost-head");
    for (const char *key : {"what", "howMuch", "consequence"})
        EXPECT_FALSE(overviewJson(overview)["fit"]["reasons"][0][key].get<std::string>().empty()) << key;
    EXPECT_TRUE(overviewText(*makeOverview({runOf(sound()).run})).startsWith(QLatin1String("The recording can be re")));
}

TEST(Fit, findingsWhoseNumbersAreWithheldAreLeftOutWithTheReason)
{
    const Overview overview = *makeOverview({runOf(launches(100, [](int i) { return i % 5 == 2; })).run});
    EXPECT_TRUE(overview.leftOut.contains(QStringLiteral("Launches have no GPU work"))) << overview.leftOut.toStdString();
    EXPECT_TRUE(overview.nothing.isEmpty());
    EXPECT_NE(overviewText(overview).indexOf(overview.leftOut), -1);
    EXPECT_EQ(overviewJson(overview)["leftOut"], overview.leftOut.toStdString());
    EXPECT_TRUE(makeOverview({runOf(launches(100, none)).run})->leftOut.isEmpty());
}

TEST(Fit, aRecordingThatIsNotFitIsNotCompared)
{
    const auto side = [](const std::string &events) { return comparedRun({runOf(events).run}); };
    const auto lost = side(launches(100, [](int i) { return i % 5 == 2; })), whole = side(launches(100, none)),
               other = side(launches(101, none));
    const ComparedPair pair = *compareRuns(whole, lost);
    EXPECT_EQ(pair.comparison.verdict, Verdict::NotComparable);
    EXPECT_EQ(pair.comparison.headline.toStdString(), "Not comparable: a recording cannot be relied on.");
    ASSERT_FALSE(pair.comparison.reasons.isEmpty());
    EXPECT_TRUE(pair.comparison.reasons[0].contains(u'B'));
    const auto json = comparisonJson(pair.comparison, pair.kernels);
    EXPECT_EQ(json["fit"]["verdict"], "no");
    EXPECT_EQ(json["fit"]["a"]["verdict"], "yes");
    EXPECT_EQ(json["fit"]["reasons"][0]["side"], "b");
    EXPECT_EQ(json["fit"]["reasons"][0]["rule"], "lost-launches");
    EXPECT_NE(compareRuns(whole, other)->comparison.verdict, Verdict::NotComparable);
    const ComparedPair reversed = *compareRuns(lost, whole);
    EXPECT_EQ(reversed.comparison.verdict, Verdict::NotComparable);
}

TEST(TrustReport, hasARowAFindingAndTextsForAll)
{
    const auto run =
        runOf(sound() + kernel(50, 5, 77) + kernel(60, 0, 77) + slice("python_function", "a.py(1): f", 1, 3));
    const auto findings = std::make_shared<const Findings>(findingsOf(*run));
    const ReportTable table = trustReport(run.run, findings);
    EXPECT_EQ(table.rowCount, findings->size());
    ASSERT_GE(findings->size(), 3U);
    for (const TrustFinding &finding : *findings)
        EXPECT_NE(trustText(finding), QString::fromStdString(finding.id));
    EXPECT_EQ(textOf(table.forFile(0, size_t(table.columnOf("marks")))), QStringLiteral("gpu-times"));
    EXPECT_EQ(trustNumberText(GpuIdle), QStringLiteral("Idle time"));
    EXPECT_EQ(trustNumberId(SpanShares), "span-shares");
}

TEST(TrustReport, cutStepsAreNamedInTheTableOfSteps)
{
    const auto run = runOf(slice("user_annotation", "ProfilerStep#1", -1, 20) +
                           slice("user_annotation", "ProfilerStep#2", 19.5, 30) + sound() + launch(40, 3));
    const auto steps = std::make_shared<const Steps>(*findSteps(*run));
    ReportTable table = stepReport(run.run, steps);
    addCutColumn(table, cutSteps(*run, *steps));
    const auto cut = static_cast<size_t>(table.columnOf("cut"));
    EXPECT_EQ(textOf(table.forFile(0, cut)), QStringLiteral("first"));
    EXPECT_EQ(textOf(table.forFile(1, cut)), QStringLiteral("end"));
    EXPECT_EQ(table.cell(2, cut).index(), 0U) << "what is outside any step";
}

TEST(Filling, countsCategoriesAndPythonFiles)
{
    const auto run = runOf(
        sound() + slice("python_function", "a/b.py(12): f", 1, 5) + slice("python_function", "a/b.py(30): g", 2, 1) +
        slice("python_function", "<built-in method mm of type object at 0x7f>", 3, 1) + mark("x", 4));
    const auto rows = std::make_shared<const std::vector<Filling>>(*fillings(*run));
    std::string text;
    for (const Filling &row : *rows)
        text += std::to_string(row.kind) + ' ' + row.name + ' ' + std::to_string(row.events) + '\n';
    EXPECT_EQ(text, "0 python_function 3\n0 cuda_runtime 2\n0 kernel 2\n1  1\n4 a/b.py 2\n4 <built-in> 1\n");
    const ReportTable table = fillReport(run.run, rows);
    EXPECT_EQ(textOf(table.forFile(0, 0)), QStringLiteral("slices"));
    EXPECT_DOUBLE_EQ(std::get<double>(table.cell(0, 3)), 3.0 / 8);
}

TEST(Filling, readsFilesOutOfFrames)
{
    EXPECT_EQ(pythonFile("/opt/x (1)/a.py(12): f(x)"), "/opt/x (1)/a.py");
    EXPECT_EQ(pythonFile("a.py(-1): f"), "a.py");
    EXPECT_EQ(pythonFile("<built-in function len>"), "<built-in>");
    EXPECT_EQ(pythonFile("f(x): y"), "<built-in>") << "no line number";
    EXPECT_EQ(pythonFile("nn.Module: Linear_0"), "nn.Module");
    EXPECT_EQ(pythonFile(""), "<built-in>");
    EXPECT_EQ(pythonFile("(1): f"), "<built-in>");
}

} // namespace
} // namespace ws
