#include "core/analysis/gaps/gaps.h"
#include "core/analysis/trust/filling.h"
#include "core/analysis/trust/trust.h"
#include "core/report/fillreport.h"
#include "core/report/stepreport.h"
#include "core/report/trustreport.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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

TEST(Trust, theProfilersOwnTimeIsSummed)
{
    const Findings findings = findingsOf(sound() + slice("overhead", "Activity Buffer Request", 1, 3) +
                                         slice("overhead", "Lazy Function Loading", 5, 2));
    EXPECT_EQ(countOf(findings, "profiler-overhead"), 2U);
    EXPECT_EQ(findTrust(findings, "profiler-overhead")->ns, 5000);
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
