// Kinds of recordings of which a sentence would be false: where the profiler itself works, processes of which one ends
// first, steps that own hardly any work, files that a tool has filtered, several ranks, devices of every vendor.

#include "core/base/format.h"
#include "core/model/devicewords.h"
#include "core/report/findingtexts.h"
#include "core/report/gapreport.h"
#include "core/report/overviewfacts.h"
#include "core/report/trustreport.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace wrongsentences {
namespace {

using namespace test;
using Json = nlohmann::json;

bool says(const QString &text, const char *part)
{
    return QString(text).replace(QChar(0x202f), u' ').contains(QString::fromUtf8(part));
}

Json slice(const char *category, const std::string &name, double ts, double dur, int pid = 100, int tid = 1,
           Json args = Json::object())
{
    return {{"ph", "X"},  {"cat", category}, {"name", name}, {"pid", pid},
            {"tid", tid}, {"ts", ts},        {"dur", dur},   {"args", std::move(args)}};
}
Json launch(double ts, int correlation, int pid = 100, int tid = 1, const char *call = "cudaLaunchKernel")
{
    return slice("cuda_runtime", call, ts, 1, pid, tid, {{"correlation", correlation}});
}
Json kernel(const std::string &name, double ts, double dur, int correlation = 0, int device = 0)
{
    const bool isCopy = name.starts_with("Memcpy");
    Json args = {{"device", device}, {"stream", 7}};
    if (correlation)
        args["correlation"] = correlation;
    return slice(isCopy ? "gpu_memcpy" : "kernel", name, ts, dur, device, 7, args);
}

/// A file of its events.
class Events
{
public:
    Events &add(const Json &event)
    {
        m_events.push_back(event);
        return *this;
    }
    /// A kernel of 15 µs and its launch 2 µs before.
    Events &work(const std::string &name, double ts, int correlation, int device = 0, int pid = 100, int tid = 1)
    {
        return add(launch(ts - 2, correlation, pid, tid)).add(kernel(name, ts, 15, correlation, device));
    }
    /// Kept to the end of the program: findings point into its diagnostics.
    std::shared_ptr<const Run> run() const
    {
        static std::vector<std::shared_ptr<const Run>> kept;
        return kept.emplace_back(runFromJson(Json{{"traceEvents", m_events}}.dump()).run);
    }
    std::vector<TrustFinding> trust() const
    {
        const auto of = run();
        return *trustFindings(*of, *findSteps(*of));
    }
    Fit fit() const
    {
        const auto of = run();
        return fitOf(*of, *trustFindings(*of, *findSteps(*of)));
    }
    Overview overview() const { return overviewOf(run()); }

private:
    Json m_events = Json::array();
};

/// Kernels of 15 µs every 100 µs: 85 µs idle between two.
Events kernels(int count)
{
    Events events;
    for (int i = 0; i < count; ++i)
        events.work("gemm" + std::to_string(i), 1000 + 100 * i, i + 1);
    return events;
}

TEST(ProfilersOwnWork, isAReasonOnlyWhereItCoversIdleTimeOfTheGpu)
{
    const auto with = [](double ts, double dur) {
        return kernels(20).add(slice("overhead", "Buffer Flush", ts, dur, -1, 0)).fit();
    };
    EXPECT_EQ(with(100, 850).verdict, FitVerdict::Yes) << "before the first work";
    EXPECT_EQ(with(2920, 850).verdict, FitVerdict::Yes) << "behind the last";
    EXPECT_EQ(with(1001, 13).verdict, FitVerdict::Yes) << "while a kernel runs";
    EXPECT_EQ(with(1016, 10).verdict, FitVerdict::Yes) << "0.6 % of the idle time";
    const Fit fit = with(1015, 170); // 155 of 1,615 µs
    ASSERT_EQ(fit.verdict, FitVerdict::Limits);
    EXPECT_EQ(fit.reasons[0].id, "profiler-overhead");
    EXPECT_EQ(fit.reasons[0].ns, 155'000);
    EXPECT_EQ(fit.reasons[0].ofNs, 19 * 85'000);
    EXPECT_TRUE(says(trustHowMuch(fit.reasons[0]), "155.0 µs of 1.615 ms of idle time"))
        << trustHowMuch(fit.reasons[0]).toStdString();
}

TEST(ProfilersOwnWork, besideTheWorkIsANoteAtMost)
{
    const Overview before = kernels(20).add(slice("overhead", "Buffer Flush", 100, 850, -1, 0)).overview();
    EXPECT_TRUE(before.trust.isEmpty()) << before.trust.join(u'\n').toStdString();
    EXPECT_FALSE(before.facts.join(u' ').contains(QStringLiteral("profiler")));
    const Overview within = kernels(20).add(slice("overhead", "Buffer Flush", 1015, 170, -1, 0)).overview();
    EXPECT_TRUE(says(within.facts.join(u' '), "the profiler itself works in 155.0 µs of the idle time"));
    EXPECT_TRUE(says(within.trust.join(u' '), "The profiler itself worked while the GPU was idle"));
}

TEST(ProfilersOwnWork, ofOneProcessIsNoMatterOfTheDeviceOfAnother)
{
    const auto trace = [](int pid) {
        Events events;
        for (int i = 0; i < 20; ++i)
            events.work("gemm", 1000 + 100 * i, i + 1, 0, 100).work("gemm", 1000 + 15 * i, 101 + i, 1, 200);
        return events.add(slice("overhead", "Buffer Flush", 2015, 485, pid)).trust();
    };
    const auto own = trace(100), other = trace(200);
    EXPECT_EQ(findTrust(own, "profiler-overhead")->ns, 5 * 85'000);
    EXPECT_EQ(findTrust(other, "profiler-overhead")->ns, 0) << "that GPU has no gap then";
}

TEST(ProfilersOwnWork, isInAFindingOnlyWhereItLiesInTheGapsOfTheUnit)
{
    const auto slowed = [](int pieces, int first) { // of 30 µs, each in a gap of 80 µs where that is in the unit
        FindingTrace trace = FindingTrace().step(0, 2000).series("gemm", 20, 100, 10, 90, 5);
        for (int i = 0; i < pieces; ++i)
            trace.slice("overhead", "Buffer Flush", first + 90 * i, 30, 99);
        const FoundFindings found(trace);
        return found.find("launch-bound")->isSlowedByProfiler;
    };
    EXPECT_TRUE(slowed(10, 120));
    EXPECT_FALSE(slowed(10, 2100)) << "behind the unit";
    EXPECT_FALSE(slowed(1, 20)) << "before its first work";
    EXPECT_FALSE(slowed(2, 120)) << "4 % of the gaps";
}

/// Two processes with a GPU each; the second one's queue is so far behind that its last launches have no work.
Events twoProcesses(int secondsPid, int secondsThread)
{
    Events events;
    for (int i = 0; i < 100; ++i) {
        events.work("gemm", 1000 + 20 * i, i + 1, 0, 100, 1);
        if (i < 80)
            events.work("gemm", 1001 + 20 * i, 201 + i, 1, secondsPid, secondsThread);
        else if (i < 98)
            events.add(launch(1001 + 20 * i, 201 + i, secondsPid, secondsThread));
    }
    return events;
}

TEST(LostLaunches, areJudgedWithinTheQueueOfTheirProcessOrDevice)
{
    for (const auto &[pid, thread] : {std::pair(200, 1), std::pair(100, 2)}) {
        const auto found = twoProcesses(pid, thread).trust();
        EXPECT_FALSE(findTrust(found, "lost-launches")) << pid;
        const TrustFinding *tail = findTrust(found, "lost-tail");
        ASSERT_TRUE(tail) << pid;
        EXPECT_EQ(tail->count, 18U);
    }
    const auto one = twoProcesses(100, 1).trust(); // one thread feeds both
    EXPECT_TRUE(findTrust(one, "lost-launches")) << "others of the same process have work before and after them";
    EXPECT_FALSE(findTrust(one, "lost-tail"));
}

TEST(LostLaunches, betweenOthersOfTheirOwnQueueAreLost)
{
    Events events = twoProcesses(200, 1);
    events.add(launch(1305.5, 901, 200)).add(launch(1325.5, 902, 200));
    const auto found = events.trust();
    const TrustFinding *lost = findTrust(found, "lost-launches");
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->count, 2U);
}

TEST(LostLaunches, graphsAtTheEndOfOneProcessAreNotLost)
{
    const auto graphs = [](int pid) {
        Events events;
        for (int i = 0; i < 40; ++i) {
            events.work("gemm", 1000 + 20 * i, i + 1, 0, 100);
            if (i < 20)
                events.work("gemm", 1001 + 20 * i, 201 + i, 1, 200);
        }
        return events.add(launch(1500, 901, pid, 1, "cudaGraphLaunch")).trust();
    };
    EXPECT_FALSE(findTrust(graphs(200), "lost-graphs"));
    EXPECT_TRUE(findTrust(graphs(100), "lost-graphs"));
}

/// A step of 500 µs with one kernel of 4 µs, and ten of 15 µs whose launches are not in the file.
Events cutLaunches(bool hasLaunches, double ownDur = 4)
{
    Events events;
    events.add(slice("user_annotation", "ProfilerStep#7", 5000, 500))
        .add(launch(5010, 1))
        .add(kernel("add", 5020, ownDur, 1));
    for (int i = 0; i < 10; ++i)
        if (hasLaunches)
            events.work("gemm" + std::to_string(i), 1000 + 300 * i, i + 2);
        else
            events.add(kernel("gemm" + std::to_string(i), 1000 + 300 * i, 15, i + 2));
    return events;
}

TEST(Unit, isTheSpanWhereMostWorkHasNoLaunchToSayOfWhichStepItIs)
{
    const Overview blind = cutLaunches(false).overview();
    EXPECT_EQ(blind.of, BudgetOf::Span);
    EXPECT_FALSE(says(blind.headline, "this step")) << blind.headline.toStdString();
    EXPECT_TRUE(says(blind.headline, "The GPU is idle in 63.")) << blind.headline.toStdString();
    EXPECT_TRUE(says(blind.unitText, "97.4 % of the GPU work is outside any step")) << blind.unitText.toStdString();
    EXPECT_EQ(cutLaunches(false, 400).overview().of, BudgetOf::Step) << "most work is in the step";
}

TEST(Unit, aStepWithLittleOfTheWorkSaysSoInTheFirstSentence)
{
    const Overview little = cutLaunches(true).overview();
    EXPECT_EQ(little.of, BudgetOf::Step);
    EXPECT_TRUE(says(little.headline, "Only 2.6 % of the GPU work belongs to steps.")) << little.headline.toStdString();
    EXPECT_FALSE(says(cutLaunches(true, 400).overview().headline, "Only"));
}

TEST(Unit, stepsWithMoreWorkThanTheShownOneAreSaid)
{
    const auto headline = [](int heavy) { // 10 steps, of which some have a kernel of 900 µs, the others of 100 µs
        Events events;
        for (int i = 0; i < 10; ++i)
            events.add(slice("user_annotation", "execute_model", 1000 * i, 990))
                .add(launch(1000 * i + 5, i + 1))
                .add(kernel("gemm", 1000 * i + 20, i < heavy ? 900 : 100, i + 1));
        return events.overview().headline;
    };
    EXPECT_TRUE(says(headline(2),
                     "2 of the 10 steps have at least 1.5 × the GPU work of this one, together 69.2 % of that of all"))
        << headline(2).toStdString();
    EXPECT_FALSE(says(headline(0), "steps have at least")) << "all are alike";
    EXPECT_FALSE(says(headline(1), "steps have at least")) << "half of the work is in those that are alike";
}

/// 60 kernels; ids of calls advance by `ids`.
Events calls(int ids, bool hasSync = false)
{
    Events events;
    for (int i = 0; i < 60; ++i)
        events.work("gemm" + std::to_string(i % 7 * i), 1000 + 100 * i, 1 + i * ids);
    for (int i = 0; hasSync && i < 5; ++i)
        events.add(launch(1050 + 100 * i, 2 + i * ids, 100, 1, "cudaEventRecord"));
    return events;
}

TEST(FilteredFile, hasNoCausesOfIdleTime)
{
    const auto events = calls(200);
    const Fit fit = events.fit();
    ASSERT_EQ(fit.verdict, FitVerdict::Limits);
    EXPECT_EQ(fit.reasons[0].id, "filtered-calls");
    EXPECT_TRUE(says(trustText(fit.reasons[0]), "Most calls are not in the file"));
    const Overview overview = events.overview();
    EXPECT_TRUE(says(overview.headline, "and why cannot be said")) << overview.headline.toStdString();
    EXPECT_TRUE(says(overview.headline, "Most calls are not in the file")) << overview.headline.toStdString();
    for (const OverviewFinding &shown : overview.findings)
        EXPECT_NE(shown.finding.id, "launch-bound");
}

TEST(FilteredFile, isToldFromAWholeRecording)
{
    EXPECT_EQ(calls(1).fit().verdict, FitVerdict::Yes);
    EXPECT_EQ(calls(8).fit().verdict, FitVerdict::Yes) << "profilers leave some calls out";
    EXPECT_FALSE(findTrust(calls(200, true).trust(), "filtered-calls")) << "calls without work are there";
    Events few;
    for (int i = 0; i < 20; ++i)
        few.work("gemm", 1000 + 100 * i, 1 + i * 500);
    EXPECT_FALSE(findTrust(few.trust(), "filtered-calls")) << "few calls say nothing";
}

Events onlyOf(const char *name, bool hasCalls)
{
    Events events;
    for (int i = 0; i < 20; ++i)
        if (hasCalls)
            events.work(name, 1000 + 100 * i, i + 1);
        else
            events.add(kernel(name, 1000 + 100 * i, 15));
    if (hasCalls)
        events.add(launch(3000, 99, 100, 1, "cudaDeviceSynchronize"));
    return events;
}

TEST(OnlyCommunication, leavesIdleTimeUnknown)
{
    for (const char *name : {"ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "Memcpy HtoD (Pageable -> Device)"}) {
        const auto events = onlyOf(name, false);
        EXPECT_EQ(events.fit().verdict, FitVerdict::No) << name;
        const Overview overview = events.overview();
        EXPECT_TRUE(
            says(overview.headline, "How much of the time the GPU works cannot be said. All GPU work in the file"))
            << overview.headline.toStdString();
        EXPECT_TRUE(overview.findings.empty());
        const QString bar = budgetLines(overview.bars[0]).join(u' ');
        EXPECT_FALSE(says(bar, "Exposed")) << bar.toStdString();
        EXPECT_FALSE(says(bar, "Idle")) << bar.toStdString();
        EXPECT_TRUE(says(bar, "Not known")) << bar.toStdString();
        EXPECT_EQ(onlyOf(name, true).fit().verdict, FitVerdict::Yes) << "a computation would have had a call";
    }
    EXPECT_NE(onlyOf("gemm", false).fit().verdict, FitVerdict::No);
}

constexpr const char *reduce = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL";

TEST(Communication, isOfOneRankOnlyWhereTheFileHasOne)
{
    const auto trace = [](bool hasSecond) {
        Events events;
        for (int i = 0; i < 10; ++i) {
            events.work(reduce, 1000 + 20 * i, 2 * i + 1).work("gemm", 1500 + 20 * i, 2 * i + 2);
            events.work(hasSecond ? reduce : "gemm", 1000 + 20 * i, 101 + i, 1, 200);
        }
        const Overview overview = events.overview();
        for (const OverviewFinding &shown : overview.findings)
            if (shown.finding.id == "exposed-communication")
                return shown.text + shown.advice + overview.headline;
        return QString();
    };
    EXPECT_TRUE(says(trace(false), "in the recording of one rank")) << trace(false).toStdString();
    EXPECT_TRUE(says(trace(true), "Communication of other devices is in the file, too"));
    EXPECT_TRUE(says(trace(true), "compare the devices"));
    EXPECT_FALSE(says(trace(true), "one rank"));
}

TEST(Communication, ofSeveralRanksNamesTheCommandThatComparesThem)
{
    auto run = std::const_pointer_cast<ws::Run>(kernels(3).run());
    run->gpu.ranks = {run->gpu.devices[0]};
    Finding finding;
    finding.id = "exposed-communication";
    finding.isOfSeveral = true;
    EXPECT_TRUE(says(findingText(finding, {*run, BudgetOf::Span}), "ranks FILE"));
    finding.isOfSeveral = false;
    EXPECT_FALSE(says(findingText(finding, {*run, BudgetOf::Span}), "ranks FILE"));
}

TEST(Communication, ofSeveralRanksIsComparedByThem)
{
    EXPECT_FALSE(says(kernels(3).overview().unitText, "ranks"));
    const auto run = std::const_pointer_cast<ws::Run>(twoProcesses(200, 1).run());
    run->gpu.ranks = {run->strings.intern("rank 0"), run->strings.intern("rank 1")};
    EXPECT_TRUE(says(overviewOf(run).unitText, "The file holds 2 ranks: ranks FILE compares them."));
}

QString adviceFor(const std::shared_ptr<const Run> &run)
{
    QString all;
    for (const char *id : {"launch-bound", "tiny-kernels", "one-kernel", "single-precision"}) {
        Finding finding;
        finding.id = id;
        all += findingAdvice(finding, {*run, BudgetOf::Step}) + u'\n';
    }
    return all;
}

/// One kernel that this call launches; `word`: of the process of its rows.
std::shared_ptr<const Run> madeBy(const char *category, const char *call, const std::string &model = {},
                                  const char *word = nullptr)
{
    Json events = Json::array({slice(category, call, 0, 1, 100, 1, {{"correlation", 1}}), kernel("k", 10, 5, 1)});
    if (word)
        events.push_back({{"ph", "M"}, {"name", "process_labels"}, {"pid", 0}, {"args", {{"labels", word}}}});
    Json json = {{"traceEvents", events}};
    if (!model.empty())
        json["deviceProperties"] = Json::array({{{"id", 0}, {"name", model}}});
    return runFromJson(json.dump()).run;
}

TEST(Advice, namesToolsOfTheDevicesVendor)
{
    struct Case
    {
        std::shared_ptr<const ws::Run> run;
        DeviceMaker maker;
        const char *graphs, *tool;
    };
    const Case cases[] = {
        {madeBy("cuda_runtime", "cudaLaunchKernel"), DeviceMaker::Nvidia, "CUDA graphs", "Nsight Compute"},
        {madeBy("cuda_runtime", "hipLaunchKernel"), DeviceMaker::Amd, "HIP graphs", "rocprof"},
        {madeBy("cuda_runtime", "x", "AMD Instinct MI300X"), DeviceMaker::Amd, "HIP graphs", "rocprof"},
        {madeBy("cuda_runtime", "x", "Tesla V100-SXM2-16GB"), DeviceMaker::Nvidia, "CUDA graphs", "Nsight Compute"},
        {madeBy("xpu_runtime", "urEnqueueKernelLaunch", {}, "XPU 0"), DeviceMaker::Intel, "SYCL graphs", "VTune"},
        {madeBy("cuda_runtime", "x", {}, "NPU 0"), DeviceMaker::Ascend, "graph mode", "msprof"},
        {madeBy("privateuse1_runtime", "cudaLaunchKernel"), DeviceMaker::Unknown, "graphs of launches", "a profiler"},
        {madeBy("cuda_runtime", "cudaLaunchKernel", {}, "MTIA 0"), DeviceMaker::Unknown, "graphs of launches",
         "a profiler"},
    };
    constexpr const char *all[] = {"CUDA graphs", "HIP graphs", "SYCL graphs", "graph mode", "graphs of launches"};
    for (const Case &one : cases) {
        EXPECT_EQ(deviceMaker(*one.run), one.maker) << one.graphs;
        const QString advice = adviceFor(one.run);
        EXPECT_TRUE(says(advice, one.tool)) << advice.toStdString();
        for (const char *graphs : all)
            EXPECT_EQ(says(advice, graphs), graphs == std::string_view(one.graphs)) << advice.toStdString();
        EXPECT_EQ(says(advice, "TF32"), one.maker == DeviceMaker::Nvidia);
        EXPECT_TRUE(says(advice, "torch.compile"));
    }
}

TEST(Advice, ofCopiesFitsTheMemoryAndWhatTheProgramDoesAlready)
{
    const auto adviceOf = [](const char *name, bool isPageable, const char *call) {
        Finding finding;
        finding.id = "exposed-copies";
        finding.name = name;
        finding.isPageable = isPageable;
        return findingAdvice(finding, {*madeBy("cuda_runtime", call), BudgetOf::Span}).toStdString();
    };
    EXPECT_NE(adviceOf("[CUDA memcpy Host-to-Device]", true, "cudaMemcpy").find("pinned memory"), std::string::npos);
    EXPECT_EQ(adviceOf("[CUDA memcpy Host-to-Device]", false, "cudaMemcpy").find("pinned memory"), std::string::npos);
    const char *migration = "[CUDA memcpy Unified Host-to-Device]";
    EXPECT_NE(adviceOf(migration, false, "cudaLaunchKernel").find("cudaMemAdvise"), std::string::npos);
    EXPECT_EQ(adviceOf(migration, false, "cudaMemPrefetchAsync_v8000").find("cudaMemAdvise"), std::string::npos);
}

TEST(Advice, ofTorchIsForTorchOnly)
{
    auto run = std::const_pointer_cast<ws::Run>(madeBy("cuda_runtime", "cudaLaunchKernel"));
    run->info.format = "nsys-sqlite";
    EXPECT_FALSE(isOfTorch(*run));
    EXPECT_FALSE(says(adviceFor(run), "torch")) << adviceFor(run).toStdString();
    EXPECT_TRUE(says(adviceFor(run), "CUDA graphs"));
    run->info.format = "kineto";
    EXPECT_TRUE(isOfTorch(*run));
    run->info.facts.emplace_back("Written by", "TensorFlow 1 (timeline)");
    EXPECT_FALSE(isOfTorch(*run)) << "it has operators as well";
    EXPECT_FALSE(says(adviceFor(run), "torch")) << adviceFor(run).toStdString();
}

TEST(ExposedCopies, areMostlyAKindOnlyWhereItsCountSaysSoToo)
{
    const auto text = [](int largeDur, int smallDur) {
        FindingTrace trace = FindingTrace().step(0, 1000);
        trace.work("Memcpy HtoD (Pageable -> Device)", 1000, largeDur, 10);
        for (int i = 0; i < 6; ++i)
            trace.work("Memcpy DtoH (Device -> Pageable)", 3000 + 20 * i, smallDur, 20 + i);
        const Overview overview = overviewOf(trace.work("gemm", 4000, 100, 900));
        for (const OverviewFinding &shown : overview.findings)
            if (shown.finding.id == "exposed-copies")
                return shown.text;
        return QString();
    };
    EXPECT_FALSE(says(text(1500, 2), "mostly")) << text(1500, 2).toStdString();
    EXPECT_TRUE(says(text(1500, 2), "All copies: 7; 2.000 µs at the median"));
    EXPECT_TRUE(says(text(1500, 2), "1.500 ms of these 1.512 ms are of 1 × Memcpy HtoD (Pageable -> Device)."))
        << text(1500, 2).toStdString();
    EXPECT_TRUE(says(text(15, 18), "All copies: 7, mostly Memcpy DtoH")) << text(15, 18).toStdString();
    EXPECT_FALSE(says(text(15, 18), " of these "));
}

TEST(OneKernel, ofUnlikeInstancesIsNoMedian)
{
    const auto text = [](int first, int second) {
        FindingTrace trace =
            FindingTrace().step(0, 1000).work("attention", 1000, first, 10).work("attention", 2000, second, 11);
        for (int i = 0; i < 10; ++i)
            trace.work("k" + std::to_string(i), 3000 + 10 * i, 10, 20 + i);
        const Overview overview = overviewOf(trace);
        for (const OverviewFinding &shown : overview.findings)
            if (shown.finding.id == "one-kernel")
                return shown.text;
        return QString();
    };
    EXPECT_TRUE(says(text(150, 800), "attention, of 2 instances one alone for 800.000 µs"))
        << text(150, 800).toStdString();
    EXPECT_TRUE(says(text(400, 400), "2 × attention, 400.000 µs at the median"));
}

TEST(WithheldCauses, areShownAsOneInBarAndGaps)
{
    const auto trace = [](double lead) {
        Events events;
        for (int i = 0; i < 20; ++i)
            events.add(launch(1000 + 100 * i + lead, i + 1)).add(kernel("gemm", 1000 + 100 * i, 15, i + 1));
        return events;
    };
    const auto run = trace(20).run();
    const Gaps gaps = *findShownGaps(*run);
    for (const Gap &gap : gaps.gaps) {
        EXPECT_EQ(gap.cause, GapCause::Unknown);
        EXPECT_FALSE(gap.evidence.valid());
        EXPECT_TRUE(gapEvidenceText(*run, gap).isEmpty());
    }
    EXPECT_EQ(gaps.devices[0].byCause[size_t(GapCause::Unknown)], gaps.devices[0].idleNs);
    EXPECT_EQ(gaps.devices[0].idleNs, 19 * 85'000);
    EXPECT_EQ(gapCauseReport(run, std::make_shared<const Gaps>(gaps)).rowCount, 1U);
    const auto known = trace(-2).run();
    EXPECT_EQ(gapCauseReport(known, std::make_shared<const Gaps>(*findShownGaps(*known))).rowCount, 4U);
    const QString bar = budgetLines(overviewOf(run).bars[0]).join(u' ');
    EXPECT_TRUE(says(bar, "Idle, cause unknown")) << bar.toStdString();
    EXPECT_FALSE(says(bar, "launched")) << bar.toStdString();
    const QString sound = budgetLines(trace(-2).overview().bars[0]).join(u' ');
    EXPECT_TRUE(says(sound, "Idle, launched late")) << sound.toStdString();
}

TEST(Recording, endsAtItsMarkAndNotWithAnAnnotationThatNobodyEnded)
{
    const auto headline = [](bool hasMark, bool hasSpan) {
        Events events = kernels(3);
        events.add(slice("user_annotation", "of another process", 900, 50'000, 300));
        if (hasMark)
            events.add(
                {{"ph", "i"}, {"name", "Record Window End"}, {"pid", 100}, {"tid", 1}, {"s", "g"}, {"ts", 2500}});
        if (hasSpan) {
            Json span = slice("Trace", "PyTorch Profiler (0)", 500, 1500);
            span["pid"] = "Spans";
            span["tid"] = "PyTorch Profiler";
            events.add(span);
        }
        return events.overview().headline;
    };
    EXPECT_TRUE(says(headline(true, false), "The file's events span 1.600 ms")) << headline(true, false).toStdString();
    EXPECT_TRUE(says(headline(false, true), "The file's events span 1.500 ms")) << headline(false, true).toStdString();
    EXPECT_TRUE(says(headline(false, false), "The file's events span 50.00 ms"))
        << headline(false, false).toStdString();
}

TEST(Bars, nameADeviceWithoutANumberByItsWord)
{
    const auto run = std::const_pointer_cast<ws::Run>(kernels(2).run());
    EXPECT_EQ(deviceTitle(*run, 0), QStringLiteral("GPU 0"));
    for (const char *number : {"", "-1"}) {
        run->gpu.devices[0] = run->strings.intern(number);
        EXPECT_EQ(deviceTitle(*run, 0), QStringLiteral("GPU")) << number;
    }
}

TEST(Bars, smallPartsAreNeverNothing)
{
    WallBudget budget;
    budget.wallNs = 100'000;
    budget.computeNs = 9'960;
    budget.exposedCommNs = 89'960;
    budget.exposedCopyNs = 60;
    budget.idle[size_t(GapCause::Late)] = 20;
    for (const BudgetPart part :
         {BudgetPart::Compute, BudgetPart::Communication, BudgetPart::Copies, BudgetPart::IdleLate})
        EXPECT_NE(formatPercent(partShares(budget)[size_t(part)]), formatPercent(0.0));
}

TEST(NsysWarnings, ofCallsBesideCudaTouchNoNumberOfGpuWork)
{
    const auto marksOf = [](const char *text) {
        const auto run = std::const_pointer_cast<ws::Run>(kernels(2).run());
        run->info.format = "nsys-sqlite";
        nlohmann::ordered_json header;
        header["DIAGNOSTIC_EVENT"].push_back({{"severity", "warning"}, {"text", text}});
        *run->info.header = header;
        const auto found = trustFindings(*run, {});
        const TrustFinding *warning = findTrust(*found, "nsys-warning");
        return warning ? int(warning->marks) : -1;
    };
    for (const char *text : {"cuDNN profiling might have not been started correctly.",
                             "cuBLAS profiling might have not been started correctly.",
                             "OpenGL profiling might have not been started correctly.",
                             "OpenACC profiling might have not been started correctly."})
        EXPECT_EQ(marksOf(text), 0) << text;
    EXPECT_GT(marksOf("CUDA profiling might have not been started correctly."), 0);
    EXPECT_GT(marksOf("Not all CUDA events might have been collected, of cuDNN too."), 0);
}

TEST(NsysWarnings, ofUnifiedMemoryTouchIdleTimeWhereTheProgramHasSuchMemory)
{
    const auto marksOf = [](const char *call, const char *text) {
        FindingTrace trace;
        trace.work("k", 100, 50, 90);
        if (call)
            trace.slice("cuda_runtime", call, 10, 20);
        const auto run = std::const_pointer_cast<ws::Run>(runFromJson(trace.text()).run);
        run->info.format = "nsys-sqlite";
        nlohmann::ordered_json header;
        header["DIAGNOSTIC_EVENT"].push_back({{"severity", "error"}, {"text", text}});
        *run->info.header = header;
        const auto found = trustFindings(*run, {});
        const TrustFinding *error = findTrust(*found, "nsys-error");
        return error ? int(error->marks) : -1;
    };
    const char *untraced = "CUDA device 0: Unified Memory cannot be traced on devices that don't support peer-to-peer.";
    EXPECT_EQ(marksOf("cudaMalloc", untraced), 0) << "shown, though it concerns no number";
    EXPECT_EQ(marksOf("cudaMallocManaged", untraced), int(GpuIdle));
    EXPECT_GT(marksOf("cudaMalloc", "CUDA device 0: events were lost"), int(GpuIdle));
}

} // namespace
} // namespace wrongsentences
} // namespace ws
