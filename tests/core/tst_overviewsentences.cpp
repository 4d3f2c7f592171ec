// Sentences of the overview that depend on a condition: each once where it is right, and once where it must be silent.

#include "core/model/ncukernels.h"
#include "core/report/findingtexts.h"
#include "core/report/overviewreport.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

using namespace test;

bool says(const QString &text, const char *part)
{
    return QString(text).replace(QChar(0x202f), u' ').contains(QString::fromUtf8(part));
}

constexpr const char *reduce = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL";

TEST(Sentences, headlineNamesCommunicationOfATenthThatNothingHides)
{
    const auto headline = [](int alone, int stream) {
        FindingTrace trace = FindingTrace().step(0, 1000).work("gemm", 2000, 1000 - alone, 10);
        trace.work(reduce, stream == 7 ? 3000 - alone : 2000, alone, 11, {}, stream);
        return overviewOf(trace).headline;
    };
    EXPECT_TRUE(
        says(headline(300, 7),
             "Computation takes 70.0 % of this step of 1.000 ms; 30.0 % is communication that no computation hides."));
    EXPECT_FALSE(says(headline(50, 7), "communication"));
    EXPECT_FALSE(says(headline(300, 8), "communication")) << "computation hides it";
}

TEST(Sentences, headlineOfWorkThatWasLaunchedBeforeSaysWhatIsKnownOfIt)
{
    const auto headline = [](int callUs) { // 2 ms idle behind a launch that begins before them
        return overviewOf(FindingTrace()
                              .step(0, 3300)
                              .work("gemm", 100, 200, 50)
                              .slice("cuda_runtime", "hipLaunchKernel", 290, callUs, 1, {{"correlation", 77}})
                              .work("gemm", 2300, 700, -1, {{"correlation", 77}}))
            .headline;
    };
    EXPECT_TRUE(says(headline(1990), "while the call that launches its next work runs, mostly hipLaunchKernel"));
    EXPECT_FALSE(says(headline(1990), "what it waits for"));
    EXPECT_TRUE(says(headline(20), "although its next work was launched already: what it waits for is not in the "
                                   "recording"));
    EXPECT_FALSE(says(headline(20), "while the call"));
}

TEST(Sentences, waitsThatTakeAPartOfTheGapsAreSaidAsThatPart)
{
    const auto overview = [](int waitUs) { // a gap of 1.8 ms, and the launch itself takes what the wait leaves
        return overviewOf(
            FindingTrace()
                .step(0, 2400)
                .work("gemm", 100, 100, 50)
                .slice("cuda_runtime", "cudaFree", 210, waitUs)
                .slice("cuda_runtime", "cudaLaunchKernel", 215 + waitUs, 1780 - waitUs, 1, {{"correlation", 77}})
                .work("gemm", 2000, 100, -1, {{"correlation", 77}}));
    };
    const Overview part = overview(1000), most = overview(1700);
    EXPECT_TRUE(says(part.headline, ", in gaps of which calls that wait take 55.6 %, mostly cudaFree"));
    EXPECT_TRUE(says(most.headline, "while the CPU waits, mostly in cudaFree"));
    const auto finding = [](const Overview &of) {
        for (const OverviewFinding &shown : of.findings)
            if (shown.finding.id == "blocking-call")
                return shown.text;
        return QString();
    };
    EXPECT_TRUE(says(finding(part), "The GPU is idle in gaps of which the CPU waits 1.000 ms in cudaFree"));
    EXPECT_TRUE(says(finding(part), "The calls that launch the next work take 780.000 µs of them."));
    EXPECT_TRUE(says(finding(most), "The GPU is idle while the CPU waits in cudaFree"));
}

TEST(Sentences, headlineNamesTheDataLoaderOrTheCallOnlyWhereItTakesMostOfTheIdleTime)
{
    const auto loading = [](int loader) { // 1.7 ms idle, launched late
        return overviewOf(FindingTrace()
                              .step(0, 3000)
                              .slice("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
                                     1050, loader)
                              .work("gemm", 100, 200, 50)
                              .work("gemm", 2000, 900, 1990))
            .headline;
    };
    EXPECT_TRUE(says(loading(900), "of this step of 2.800 ms, mostly while the DataLoader gets the next batch; "));
    EXPECT_TRUE(
        says(loading(300), "The GPU waits for launches in 60.7 % of this step of 2.800 ms; 39.3 % is computation."));
    const auto waiting = [](const char *first, const char *second) {
        return overviewOf(FindingTrace()
                              .step(0, 3300)
                              .slice("cuda_runtime", first, 200, 1280)
                              .slice("cuda_runtime", second, 1600, 1280)
                              .work("gemm", 100, 100, 50)
                              .work("gemm", 1500, 100, 1490)
                              .work("gemm", 3000, 100, 2990))
            .headline;
    };
    EXPECT_TRUE(says(waiting("cudaDeviceSynchronize", "cudaDeviceSynchronize"),
                     "while the CPU waits, mostly in cudaDeviceSynchronize; 10.0 % is computation."));
    EXPECT_TRUE(says(waiting("cudaDeviceSynchronize", "cudaMalloc"),
                     "while the CPU is in calls that wait; 10.0 % is computation."));
}

TEST(Sentences, headlineNamesWhatBoundsTheStep)
{
    const auto headline = [](const char *name, int alone) {
        return overviewOf(
                   FindingTrace().step(0, 100).work("gemm", 200, 1000 - alone, 10).work(name, 1200 - alone, alone, 11))
            .headline;
    };
    EXPECT_TRUE(says(headline("Memcpy HtoD (Pageable -> Device)", 968),
                     "Copies take 96.8 % of this step of 1.000 ms while nothing else runs, mostly Memcpy HtoD"));
    EXPECT_FALSE(says(headline("Memcpy HtoD (Pageable -> Device)", 968), "; ")) << "3.2 % is not told";
    EXPECT_TRUE(says(headline(reduce, 710), "Communication takes 71.0 % of this step of 1.000 ms with nothing computed "
                                            "beside it, mostly "));
    EXPECT_TRUE(says(headline(reduce, 710), "; 29.0 % is computation. Transfer and waiting for other ranks cannot be "
                                            "told apart in one rank."));
    EXPECT_FALSE(says(headline(reduce, 490), "Transfer")) << "computation is more";
    const QString unknown = overviewOf(FindingTrace().work("a", 200, 100, 10).work("b", 900, 100, -1)).headline;
    EXPECT_TRUE(says(unknown, "why is not known")) << unknown.toStdString();
}

TEST(Sentences, headlineNamesWhatTheCpuDoesInMostOfTheLateTime)
{
    const auto headline = [](int first, int second) {
        return overviewOf(FindingTrace()
                              .step(0, 2500)
                              .slice("cpu_op", "aten::nonzero", 250, first)
                              .slice("cpu_op", "aten::topk", 1250, second)
                              .work("gemm", 100, 100, 50)
                              .work("gemm", 1100, 100, 1090)
                              .work("gemm", 2100, 100, 2090))
            .headline;
    };
    EXPECT_TRUE(says(headline(600, 100), "The GPU waits for launches in 85.7 %"));
    EXPECT_FALSE(says(headline(600, 600), "mostly")) << "two operators, one third each";
    EXPECT_FALSE(says(headline(600, 100), "mostly")) << "in one of two gaps";
    EXPECT_TRUE(says(overviewOf(FindingTrace()
                                    .step(0, 2500)
                                    .slice("cpu_op", "aten::nonzero", 250, 700)
                                    .work("gemm", 100, 100, 50)
                                    .work("gemm", 1100, 100, 1090))
                         .headline,
                     ", mostly while the CPU is in aten::nonzero; "));
}

/// 64 all-reduces of 14 µs between kernels of 3.8 ms; `longest` µs for some of them.
FindingTrace polling(const std::vector<std::pair<int, int>> &longest, int stream = 7)
{
    FindingTrace trace;
    int at = 100;
    for (int i = 0; i < 64; ++i) {
        int duration = 14;
        for (const auto &[index, length] : longest)
            if (index == i)
                duration = length;
        trace.work(reduce, at, duration, at - 50, {}, stream);
        at += stream == 7 ? duration : 0;
        for (const char *name : {"gemm_a", "gemm_b", "gemm_c"}) {
            trace.work(name + std::to_string(i), at, 1000, at - 40);
            at += 1000;
        }
    }
    return trace;
}

TEST(Sentences, oneCallThatPollsFromTheBeginIsNotTakenForTheWork)
{
    const Overview overview = overviewOf(polling({{0, 5'000'000}}));
    EXPECT_TRUE(says(overview.headline, "One call of ")) << overview.headline.toStdString();
    EXPECT_TRUE(says(overview.headline, "the first of the 64, takes 96.3 % of "));
    EXPECT_TRUE(says(overview.headline, "Without it, 99.5 % of the other 192.9 ms is computation."))
        << overview.headline.toStdString();
    ASSERT_FALSE(overview.findings.empty());
    EXPECT_EQ(overview.findings[0].finding.id, "outlier-call");
    EXPECT_EQ(overview.findings[0].finding.ns, 5'000'000'000);
    EXPECT_TRUE(says(overview.findings[0].text, "One of 64 calls of communication lasts "));
    for (const OverviewFinding &shown : overview.findings)
        EXPECT_NE(shown.finding.id, "exposed-communication") << "what is left is 0.9 ms";
    EXPECT_TRUE(says(overviewOf(polling({{7, 5'000'000}})).headline, "of 64 that are alike, takes 96.3 % of "))
        << "whichever it is";
}

TEST(Sentences, severalLongCallsAreTheWork)
{
    const auto isTold = [](const FindingTrace &trace) { return says(overviewText(overviewOf(trace)), "One of 64"); };
    EXPECT_TRUE(isTold(polling({{0, 5'000'000}})));
    EXPECT_FALSE(isTold(polling({{0, 5'000'000}, {9, 4'000'000}}))) << "two long calls";
    EXPECT_FALSE(isTold(polling({{0, 5'000'000}, {9, 600'000}}))) << "a second one of an eighth";
    EXPECT_FALSE(isTold(polling({{0, 100}}))) << "a long first call that is not the time";
    EXPECT_FALSE(isTold(polling({{0, 150'000}}, 9))) << "computation hides it";
    EXPECT_TRUE(says(overviewOf(polling({{0, 5'000'000}, {9, 4'000'000}})).headline, "Communication takes 97.9 % of "));
}

TEST(Sentences, everyPartOfTwoPercentIsAFindingOrSaidToBeUnexplained)
{
    const auto rests = [](const FindingTrace &trace) {
        std::string ids;
        const Overview overview = overviewOf(trace);
        for (const OverviewRest &rest : overview.rests)
            ids += (ids.empty() ? "" : " ") + std::string(budgetPartId(rest.part)) + '=' + std::to_string(rest.ns);
        return ids;
    };
    const FindingTrace before = FindingTrace().step(0, 100).work("a", 200, 100, 10).work("b", 500, 100, 20);
    EXPECT_EQ(rests(before), "idle-before=200000");
    EXPECT_TRUE(says(overviewText(overviewOf(before)),
                     "Idle although the next work was launched already: what it waits "
                     "for is not in the recording. In all: 1 ×, the longest 200.0"));
    EXPECT_EQ(rests(FindingTrace().step(0, 100).work("a", 200, 100, 10).work("b", 301, 100, 20)), "") << "1 of 201 µs";
    EXPECT_EQ(rests(FindingTrace().step(0, 2000).series("gemm", 20, 100, 10, 90, 5)), "")
        << "launch-bound has all of the late time, one-kernel the rest";
    EXPECT_EQ(rests(FindingTrace().work("a", 100, 100, 50).work("b", 850, 100, 840)), "idle-late=650000")
        << "nothing says that there was work to do";
}

TEST(Sentences, nothingIsHiddenByALaunchLimitThatIsNone)
{
    const auto limit = [](int lateBy) { // 40 kernels of 100 µs, each launched `lateBy` µs after the one before ended
        return overviewOf(FindingTrace().step(0, 10'000).series("gemm", 40, 100, 100, 100 + lateBy, 0)).findings;
    };
    bool hasKernel = false;
    for (const OverviewFinding &shown : limit(1)) {
        hasKernel |= shown.finding.id == "one-kernel";
        EXPECT_TRUE(shown.limit.isEmpty()) << shown.limit.toStdString();
    }
    EXPECT_TRUE(hasKernel);
    bool isHidden = false;
    for (const OverviewFinding &shown : limit(50))
        isHidden |= shown.finding.id == "one-kernel" && says(shown.limit, "nothing is won");
    EXPECT_TRUE(isHidden) << "a third of the time it waits";
}

TEST(Sentences, whatNoFindingNamesTellsNoGapThatAFindingNames)
{
    const auto lateRest = [](bool hasLoader) { // without steps: pauses of 1 ms and of 100 µs, all launched late
        FindingTrace trace;
        for (int k = 0; k < 4; ++k) {
            const int begin = 100 + k * k * 7 + k * 3000;
            if (hasLoader)
                trace.slice("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
                            begin + 510, 980);
            trace.work("a" + std::to_string(k), begin, 500, begin - 5)
                .work("b" + std::to_string(k * k % 3), begin + 1500, 400, begin + 1495)
                .work("c" + std::to_string(k), begin + 2000, 900, begin + 1995);
        }
        QString text;
        for (const OverviewRest &rest : overviewOf(trace).rests)
            if (rest.part == BudgetPart::IdleLate)
                text = rest.text;
        return text;
    };
    EXPECT_TRUE(says(lateRest(true), "in gaps that no rule names."));
    EXPECT_FALSE(says(lateRest(true), "the longest")) << "that is one of the DataLoader's";
    EXPECT_TRUE(says(lateRest(false), "In all: 11 ×, the longest 1.000 ms")) << lateRest(false).toStdString();
}

bool hasFact(const Overview &overview, const char *part)
{
    return says(overview.facts.join(QStringLiteral(" · ")), part);
}

TEST(Sentences, theModelIsTheModuleAroundMostOfTheWork)
{
    const auto facts = [](int inModule) {
        return overviewOf(FindingTrace()
                              .step(0, 1000)
                              .slice("python_function", "nn.Module: LlamaForCausalLM_0", 5, 100)
                              .work("gemm", 2000, inModule, 10)
                              .work("gemm", 3000, 500, 200));
    };
    EXPECT_TRUE(hasFact(facts(600), "LlamaForCausalLM"));
    EXPECT_FALSE(hasFact(facts(100), "LlamaForCausalLM")) << "most of the work is not its";
}

TEST(Sentences, factsAreOfWhatTheFileSays)
{
    FindingTrace trace;
    trace.step(0, 100, "execute_context_1(888)_generation_0(0)").work("a", 200, 50, 10);
    nlohmann::json json = nlohmann::json::parse(trace.text());
    const auto facts = [&] { return overviewOf(runFromJson(json.dump()).run); };
    EXPECT_TRUE(hasFact(facts(), "batch 1, 888 tokens"));
    EXPECT_FALSE(hasFact(facts(), "rank"));
    json["distributedInfo"] = {{"rank", 3}};
    EXPECT_TRUE(hasFact(facts(), "rank 3"));
    EXPECT_FALSE(hasFact(facts(), "rank 3 of"));
    json["distributedInfo"]["world_size"] = 1;
    EXPECT_FALSE(hasFact(facts(), "rank")) << "nothing to tell it from";
    json["distributedInfo"]["world_size"] = 8;
    EXPECT_TRUE(hasFact(facts(), "rank 3 of 8"));
    EXPECT_FALSE(hasFact(facts(), "devices"));
    json["traceEvents"].push_back({{"ph", "X"},
                                   {"cat", "kernel"},
                                   {"name", "b"},
                                   {"pid", 1},
                                   {"tid", 7},
                                   {"ts", 200},
                                   {"dur", 50},
                                   {"args", {{"device", 1}, {"stream", 7}}}});
    EXPECT_TRUE(hasFact(facts(), "2 devices"));
}

TEST(Sentences, theProfilersOwnCostIsInTheFactsWhereItWasRecorded)
{
    const auto facts = [](const char *category, const char *name) {
        return overviewOf(
            FindingTrace().step(0, 1000).slice(category, name, 20, 400).work("a", 200, 50, 10).work("a", 500, 50, 12));
    };
    EXPECT_TRUE(hasFact(facts("python_function", "a.py(1): f"), "recorded with call stacks, which slows launches"));
    EXPECT_FALSE(hasFact(facts("python_function", "a.py(1): f"), "the profiler itself works"));
    EXPECT_TRUE(hasFact(facts("overhead", "Activity Buffer Request"),
                        "the profiler itself works in 170.0 µs of the idle time"));
    EXPECT_FALSE(hasFact(facts("cpu_op", "aten::mm"), "slows launches"));
    EXPECT_FALSE(hasFact(facts("cpu_op", "aten::mm"), "profiler"));
}

/// 20 periods of four kernels, `idle` µs between periods.
std::shared_ptr<const Run> periods(int idle)
{
    std::vector<Work> work;
    for (int i = 0; i < 20; ++i)
        for (const auto &[name, at] : {std::pair("embed", 0), {"attention", 250}, {"mlp", 500}, {"head", 750}})
            work.push_back({"0", "7", (1000 + idle) * 1000 * int64_t(i) + at * 1000, 250'000, name});
    return runOfWork(work);
}

TEST(Sentences, aPeriodIsSaidToBeInferred)
{
    const Overview overview = overviewOf(periods(10));
    ASSERT_EQ(overview.of, BudgetOf::Repetition);
    EXPECT_TRUE(says(overview.unitText, "Shown is the period of median length, 1.010 ms. There are "));
    EXPECT_TRUE(says(overview.unitText, "No step is named: periods are inferred from kernels that repeat."));
    EXPECT_TRUE(says(overview.headline, "of a period of 1.010 ms"));
    const Overview steps = overviewOf(FindingTrace().step(0, 100).work("a", 200, 50, 10));
    EXPECT_FALSE(says(steps.unitText, "inferred"));
    EXPECT_FALSE(says(steps.headline, "period"));
}

TEST(Sentences, aStretchOfPeriodsSaysWhereItLiesAndHowLongItIs)
{
    const auto behind = [](int64_t startUs) {
        std::vector<Work> work{{"0", "7", 0, 1000, "load"}};
        for (int i = 0; i < 20; ++i)
            for (const auto &[name, at] : {std::pair("embed", 0), {"attention", 250}, {"mlp", 500}, {"head", 750}})
                work.push_back({"0", "7", (startUs + 1'010 * int64_t(i) + at) * 1000, 250'000, name});
        return overviewOf(runOfWork(work));
    };
    const Overview late = behind(80'000);
    EXPECT_TRUE(says(late.headline, "of a period of 1.010 ms (one of 19 in the 19.18 ms from 81.")) // of 19 whole ones
        << late.headline.toStdString();
    EXPECT_TRUE(
        says(late.unitText, "They take 19.18 ms of the 100.2 ms from the GPU's first work to its last, from 81."))
        << late.unitText.toStdString();
    EXPECT_TRUE(says(late.unitText, "What runs before them (81."));
    const Overview soon = behind(10);
    EXPECT_EQ(soon.of, BudgetOf::Repetition);
    EXPECT_FALSE(says(soon.headline, "one of"));
    EXPECT_FALSE(says(soon.unitText, "left out")) << "nearly all";
}

TEST(Sentences, kernelsThatMayBeLayersAreNotSaidToBeIrregular)
{
    std::vector<Work> work{{"0", "7", 0, 1000, "embedding"}};
    for (int i = 0; i < 32; ++i)
        for (const auto &[name, at] : {std::pair("norm", 1), {"qkv_gemm", 3}, {"attention", 5}, {"mlp_gemm", 7}})
            work.push_back({"0", "7", (8 * int64_t(i) + at) * 1000, 1000, name});
    work.push_back({"0", "7", 300'000, 1000, "sample"});
    const Overview overview = overviewOf(runOfWork(work));
    EXPECT_EQ(overview.of, BudgetOf::Span);
    EXPECT_TRUE(says(overview.unitText,
                     "the file names no step, and the kernels that repeat regularly (32 ×, 8.000 µs at "
                     "the median) may be layers of one pass: others run before and after them."))
        << overview.unitText.toStdString();
}

TEST(Sentences, thePeriodIsNoLayerOfItself)
{
    const auto layersOf = [](int layers) {
        std::vector<Work> work;
        int64_t now = 0;
        for (int i = 0; i < 8; ++i) {
            work.push_back({"0", "7", now += 1000, 1000, "embed"});
            for (int layer = 0; layer < layers; ++layer)
                for (const char *name : {"norm", "attention", "mlp"})
                    work.push_back({"0", "7", now += 1000, 1000, name});
            work.push_back({"0", "7", now += 1000, 1000, "head"});
        }
        uint64_t count = 0;
        const Overview overview = overviewOf(runOfWork(work));
        EXPECT_EQ(overview.of, BudgetOf::Repetition);
        for (const OverviewList &list : overview.lists)
            if (list.id == "layers")
                count = list.rows.front().count;
        return count;
    };
    EXPECT_EQ(layersOf(1), 0U);
    EXPECT_EQ(layersOf(6), 6U);
}

TEST(Sentences, fewRepetitionsAreNoPeriods)
{
    const auto unit = [](int count) {
        std::vector<Work> work;
        for (int i = 0; i < count; ++i)
            for (const auto &[name, at] : {std::pair("embed", 0), {"attention", 250}, {"mlp", 500}, {"head", 750}})
                work.push_back({"0", "7", (1'010 * int64_t(i) + at) * 1000, 250'000, name});
        return overviewOf(runOfWork(work));
    };
    EXPECT_TRUE(says(unit(3).unitText, "none can be inferred from kernels that repeat"));
    EXPECT_EQ(unit(3).of, BudgetOf::Span);
    EXPECT_TRUE(says(unit(4).unitText, "There are 3 periods;")) << unit(4).unitText.toStdString();
}

TEST(Sentences, theListOfFindingsSaysWhatTheyAreOf)
{
    constexpr const char *ofStep = "\nWhat a step could win at most\n",
                         *ofPeriod = "\nWhat a period could win at most\n", *ofSpan = "\nWhat takes time\n";
    const auto titles = [&](const Overview &overview) {
        const QString text = overviewText(overview);
        return std::vector<bool>{says(text, ofStep), says(text, ofPeriod), says(text, ofSpan)};
    };
    EXPECT_EQ(titles(overviewOf(FindingTrace().step(0, 100).work("a", 200, 50, 10))),
              (std::vector<bool>{true, false, false}));
    EXPECT_EQ(titles(overviewOf(periods(10))), (std::vector<bool>{false, true, false}));
    EXPECT_EQ(titles(overviewOf(FindingTrace().work("a", 200, 50, 10))), (std::vector<bool>{false, false, true}));
    EXPECT_EQ(titles(overviewOf(FindingTrace().step(0, 100))), (std::vector<bool>(3))) << "no work, no list";
}

TEST(Sentences, whatMayNotBeTrustedSaysOfHowMuchThatIsSo)
{
    const auto trust = [](int withoutLaunch) {
        FindingTrace trace;
        trace.step(0, 1000);
        for (int k = 0; k < 10; ++k)
            trace.work("gemm", 100 * k, 90, k < withoutLaunch ? -1 : 100 * k);
        return overviewOf(trace).trust.join(u' ');
    };
    EXPECT_TRUE(says(trust(3), "gaps before it have no cause. That is so for 3 of 10 activities."));
    EXPECT_FALSE(says(trust(0), "That is so for"));
}

TEST(Sentences, partsOfASumHaveItsUnit)
{
    const QString text =
        overviewText(overviewOf(FindingTrace().step(0, 30000).work("gemm", 0, 20'000, 0).work("add", 24'000, 50, 10)));
    EXPECT_TRUE(says(text, "GPU 0, 24.050 ms: Computation 20.050 ms, 83.4 %")) << text.toStdString();
    EXPECT_TRUE(says(text, "0.2 % 0.050 ms: add (1 ×, median 50.00 µs, mean 50.00 µs)")) << text.toStdString();
    EXPECT_FALSE(says(text, "of them"));
    const QString little =
        overviewText(overviewOf(FindingTrace().work("gemm", 0, 20'000, 0).work("add", 20'000, 0, 1)));
    EXPECT_FALSE(says(little, " 0.000 ms")) << little.toStdString();
}

TEST(Sentences, nothingIsSaidOfTheUnitThatThereIs)
{
    const Overview period = overviewOf(periods(10));
    for (const OverviewFinding &shown : period.findings)
        EXPECT_NE(shown.finding.kind, FindingKind::Win);
    if (period.findings.empty()) {
        EXPECT_EQ(period.nothing, QStringLiteral("Nothing that the rules know takes 2 % of a period."));
    }
    EXPECT_FALSE(says(overviewOf(periods(1000)).nothing, "of a period")) << "half of it is idle";
    const Overview span = overviewOf(runOfWork({{"0", "7", 0, 100'000, "a"}, {"0", "7", 100'000, 100'000, "b"}}));
    EXPECT_EQ(span.nothing, QStringLiteral("Nothing that the rules know takes 2 % of the time."));
    EXPECT_TRUE(says(span.unitText, "the file names no step, and none can be inferred from kernels that repeat"));
}

TEST(Sentences, theSpanSaysWhetherTheFileNamesSteps)
{
    const QString outside = overviewOf(FindingTrace().step(0, 100).work("a", 300, 50, 200)).unitText;
    EXPECT_TRUE(says(outside, "Of the whole 50.00"));
    EXPECT_TRUE(says(outside, "no work of a device belongs to a step that the file names"));
    EXPECT_FALSE(says(outside, "the file names no step"));
    const QString none = overviewOf(FindingTrace().work("a", 300, 50, 200)).unitText;
    EXPECT_TRUE(says(none, "the file names no step"));
    EXPECT_FALSE(says(none, "belongs to a step"));
    EXPECT_FALSE(says(overviewOf(FindingTrace().step(0, 100).work("a", 300, 50, 20)).unitText, "Of the whole"));
}

TEST(Sentences, ofStepsWithoutLinksIsSaidThatTimeDecides)
{
    constexpr const char *byTime = "a step has the work that begins in its time on the CPU";
    EXPECT_TRUE(says(overviewOf(FindingTrace().step(0, 100).work("a", 20, 50, -1)).unitText, byTime));
    EXPECT_FALSE(says(overviewOf(FindingTrace().step(0, 100).work("a", 20, 50, 10)).unitText, byTime));
}

TEST(Sentences, longerGapsThatAreFindingsOfTheirOwnAreNotAmongTheLaunches)
{
    FindingTrace launches = FindingTrace().step(0, 4000).series("gemm", 20, 100, 10, 90, 5);
    const auto text = [](const FindingTrace &trace) {
        for (const OverviewFinding &shown : overviewOf(trace).findings)
            if (shown.finding.id == "launch-bound")
                return shown.text;
        return QString();
    };
    EXPECT_TRUE(says(text(launches), "The next work is launched after"));
    launches.work("late", 3500, 50, 3490);
    EXPECT_TRUE(says(text(launches), "Apart from the long pauses, the next work is launched after"));
    EXPECT_TRUE(says(text(launches), "the longest of these"));
}

TEST(Sentences, the95thPercentileIsOfSeveralSteps)
{
    FindingTrace several;
    for (int i = 0; i < 4; ++i)
        several.step(i * 1000, 900).work("a", i * 1000 + 50, 100, i * 1000 + 10);
    EXPECT_TRUE(says(overviewOf(several).unitText, "Shown is the step of median length"));
    EXPECT_TRUE(says(overviewOf(several).unitText, "There are 4 steps; the longest takes 1.000 ms."));
    const QString one = overviewOf(FindingTrace().step(0, 100).work("a", 200, 50, 10)).unitText;
    EXPECT_TRUE(says(one, "Shown is the only step"));
    EXPECT_FALSE(says(one, "95 %"));
    several.step(4000, 900);
    EXPECT_TRUE(says(overviewOf(several).unitText, ", of 4 of the file's 5 steps: ")) << "one has no work";
    FindingTrace many;
    for (int i = 0; i < 20; ++i)
        many.step(i * 1000, 900).work("a", i * 1000 + 50, 100, i * 1000 + 10);
    EXPECT_TRUE(says(overviewOf(many).unitText, "There are 20 steps; 95 % of them take at most"));
    const FindingTrace withoutWork = FindingTrace().step(0, 100).work("a", 200, 50, 10).step(300, 100);
    EXPECT_TRUE(says(overviewOf(withoutWork).unitText, "Shown is the only one of the file's 2 steps"));
}

TEST(Sentences, aRuleOfNsightComputeIsSaidWithItsEstimate)
{
    const auto text = [](std::optional<double> speedup) {
        NcuKernel kernel;
        kernel.name = "gemm";
        kernel.durationUs = 10;
        kernel.rules = {{"SOLBottleneck", "OPT", "Low", 5.0}, {"Stall", "OPT", "Warps wait. Look there.", speedup}};
        auto run = std::make_shared<ws::Run>();
        run->tables.push_back(ncuKernelTable({kernel}));
        const Overview overview = overviewOf(std::shared_ptr<const ws::Run>(run));
        return overview.findings.empty() ? std::string() : overview.findings.front().text.toStdString();
    };
    EXPECT_TRUE(text(33.3).ends_with("Stall: Warps wait. (estimated speedup 33.3 %)")) << text(33.3);
    EXPECT_TRUE(text({}).ends_with("Stall: Warps wait.")) << text({});
    EXPECT_NE(text(1.0).find("SOLBottleneck: Low (estimated speedup 5.0 %)"), std::string::npos) << text(1.0);
}

std::shared_ptr<const Run> table(const char *name, const char *device)
{
    const std::string text = "---------------------  ------------  ------------  ------------  ------------\n"
                             "                 Name    Self CPU %      Self CPU     Self CUDA    # of Calls\n"
                             "---------------------  ------------  ------------  ------------  ------------\n"
                             "             " +
                             std::string(name) + "         0.00%       0.000us       " + device +
                             "             4\n"
                             "---------------------  ------------  ------------  ------------  ------------\n"
                             "Self CPU time total: 10.000ms\nSelf CUDA time total: 1.000ms\n";
    return runFromJson(text).run;
}

TEST(Sentences, theOnlyListOfSumsSaysFirstWhatTakesMost)
{
    const auto headlineOf = [](const std::string &more) {
        const std::string report = " Time (%)  Total Time (ns)  Instances   Name\n"
                                   " --------  ---------------  ---------  ------\n"
                                   "     75.0          3000000         12  gemm\n" +
                                   more;
        return overviewOf(runFromJson(report).run).headline.replace(QChar(0x202F), u' ').toStdString();
    };
    const std::string rest = "The file has sums, no timeline: where time is lost between kernels is not known.";
    EXPECT_EQ(headlineOf("     25.0          1000000          7  add\n"),
              "The largest part of the 4.000 ms of GPU time in its rows is gemm: 75.0 %, 12 ×. " + rest);
    EXPECT_EQ(headlineOf(""), rest) << "one row is all of it";
    EXPECT_EQ(headlineOf("     25.0          1000000          7  add\n\n"
                         " Time (%)  Total Time (ns)  Instances   Name\n"
                         " --------  ---------------  ---------  ------\n"
                         "     60.0          6000000         12  conv\n"
                         "     40.0          4000000         12  pool\n"),
              "cuda_gpu_kern_sum · 1: 4.000 ms, of which gemm takes 75.0 %. cuda_gpu_kern_sum · 6: 10.00 ms, of which "
              "conv takes 60.0 %. " +
                  rest);
    EXPECT_EQ(headlineOf("     25.0          1000000          7  add\n\n"
                         " Time (%)  Total Time (ns)  Instances   Name\n"
                         " --------  ---------------  ---------  ------\n"
                         "     75.0          3000000         12  gemm\n"
                         "     25.0          1000000         12  pool\n"),
              rest)
        << "two of the same length: they may be of one run";
}

TEST(Sentences, tablesSayWhatTheyCannotTell)
{
    const Overview kernels = overviewOf(table("kernel_a", "1.000ms"));
    EXPECT_EQ(kernels.headline,
              QStringLiteral("The file has sums, no timeline: where time is lost between kernels is not known."));
    EXPECT_TRUE(says(kernels.unitText, "It cannot tell when they ran"));
    EXPECT_FALSE(says(kernels.unitText, "layerwise"));
    EXPECT_FALSE(says(kernels.unitText, "Nsight Compute"));
    EXPECT_EQ(overviewJson(kernels)["limits"].get<std::string>(), kernels.unitText.toStdString());
    EXPECT_TRUE(overviewText(kernels).contains(kernels.unitText));
    const Overview operators = overviewOf(table("aten::mm", "0.000us"));
    EXPECT_EQ(operators.headline, QStringLiteral("The file has tables, but no list of kernels with their times."));
    const Overview trace = overviewOf(FindingTrace().step(0, 100).work("a", 200, 50, 10));
    EXPECT_FALSE(says(trace.unitText, "cannot tell"));
    EXPECT_TRUE(overviewJson(trace)["limits"].is_null());
}

TEST(Sentences, layerwiseProfilesSayWhatTheyCannotTell)
{
    const Overview overview = overviewOf(
        runFromJson(
            R"json({"context":{},"prefill":{"metadata":{"num_running_seqs":1},"summary_stats":[],"model_stats":[
        {"entry":{"name":"Model","cpu_time_us":1,"cuda_time_us":2,"pct_cuda_time":100,"trace":""},"children":[]}]}})json")
            .run);
    EXPECT_TRUE(says(overview.unitText, "A layerwise profile tells"));
    EXPECT_FALSE(says(overview.unitText, "Such a table"));
}

TEST(Sentences, aKernelOfSeveralModulesIsOneRow)
{
    const auto entry = [](const char *name, int us, const std::string &children) {
        return R"({"entry":{"name":")" + std::string(name) + R"(","cuda_time_us":)" + std::to_string(us) +
               R"(,"pct_cuda_time":1,"invocations":2},"children":[)" + children + "]}";
    };
    const std::string text = R"({"context":{},"prefill":{"metadata":{"num_running_seqs":1},"summary_stats":[)" +
                             entry("A", 40, entry("gemm", 30, "") + "," + entry("copy", 10, "")) + "," +
                             entry("B", 15, entry("gemm", 15, "")) + R"(],"model_stats":[]}})";
    const Overview overview = overviewOf(runFromJson(text).run);
    ASSERT_GE(overview.lists.size(), 2u);
    EXPECT_EQ(overview.lists[0].id, "modules");
    EXPECT_EQ(overview.lists[0].rows[0].name, QStringLiteral("A"));
    EXPECT_TRUE(says(overview.headline, "prefill: A takes 72.7 % of 55.00 µs of GPU time."));
    const auto &rows = overview.lists[1].rows;
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0].name, QStringLiteral("gemm"));
    EXPECT_EQ(rows[0].ns, 45'000);
    EXPECT_EQ(rows[0].count, 4u);
    EXPECT_EQ(rows[1].ns, 10'000);
}

TEST(Sentences, ofARuleOfNsightComputeTheOneThatTellsIsShown)
{
    const auto said = [](const std::string &rule) {
        const std::string csv =
            R"csv("ID","Process ID","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"
"0","7","gemm","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","GPU Speed Of Light Throughput","Duration","us","6.75",
"0","7","gemm","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","Launch",,,,"Launch","OPT",")csv" +
            rule + "\",\"local\",\"20\"\n";
        const Overview overview = overviewOf(runFromJson(csv).run);
        return overview.findings.size() == 1 ? overview.findings[0].text : QString();
    };
    const QString wave = said("A wave of thread blocks is defined as what runs at once. It depends on the registers. "
                              "This launch results in 2 full waves. Try more.");
    EXPECT_TRUE(says(wave, "This launch results in 2 full waves.")) << wave.toStdString();
    EXPECT_TRUE(says(wave, "[")) << "its severity";
    EXPECT_FALSE(says(wave, "defined"));
    const QString limit =
        said("The theoretical occupancy is not impacted by any block limit. The difference between 100.0% and 64.6% "
             "comes from imbalance.");
    EXPECT_TRUE(says(limit, "64.6%")) << limit.toStdString();
    EXPECT_FALSE(says(limit, "not impacted"));
    EXPECT_TRUE(says(said("Registers limit the occupancy of this kernel. At most 3 blocks fit."), "Registers limit"));
}

TEST(Sentences, singleKernelsAreOfNsightCompute)
{
    const char *const csv =
        R"csv("ID","Process ID","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","GPU Speed Of Light Throughput","Duration","us","6.75",
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","Occupancy",,,,"Occupancy","OPT","Registers limit the warps. Use fewer.","local","20"
"1","7","copy","1","7","(1, 1, 1)","(1, 1, 1)","0","12.0","GPU Speed Of Light Throughput","Duration","ms","1.5",
)csv";
    const auto run = runFromJson(csv).run;
    ASSERT_FALSE(run->tables.empty());
    const Overview overview = overviewOf(run);
    EXPECT_TRUE(says(overview.unitText, "Nsight Compute measures kernels one at a time"));
    EXPECT_EQ(overview.headline,
              QStringLiteral("Single kernels in detail: what runs between them is not in the file."));
    EXPECT_FALSE(says(overviewOf(table("kernel_a", "1.000ms")).headline, "Single kernels"));
    ASSERT_EQ(overview.lists.front().rows.size(), 2u);
    EXPECT_EQ(overview.lists.front().rows[1].name, QStringLiteral("gemm")) << "and nothing of the rule";
    ASSERT_EQ(overview.findings.size(), 1u) << "of the copy no rule says anything";
    EXPECT_TRUE(says(overview.findings[0].text, "gemm: ")) << overview.findings[0].text.toStdString();
    EXPECT_TRUE(says(overview.findings[0].text, "Registers limit the warps."));
    EXPECT_EQ(overview.findings[0].finding.ns, 6'750);
}

TEST(Sentences, launchesOfAKernelOnOneGridAreOneKernelOfNsightCompute)
{
    std::string csv =
        R"csv("ID","Process ID","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"
)csv";
    const auto add = [&](int id, const std::string &grid, const std::string &us, const std::string &dram) {
        const std::string launch = '"' + std::to_string(id) + R"x(","7","gemm","1","7","(32, 1, 1)",")x" + grid +
                                   R"x(","0","9.0","GPU Speed Of Light Throughput",)x";
        csv += launch + R"x("Duration","us",")x" + us + "\",,,,,\n";
        csv += launch + R"x("DRAM Throughput","%",")x" + dram + "\",,,,,\n";
        csv += launch + R"x(,,,"Occupancy","OPT","The achieved occupancy is low.","local","30")x" + '\n';
    };
    add(0, "(8, 1, 1)", "10", "90.6");
    add(1, "(8, 1, 1)", "12", "90.7");
    add(2, "(8, 1, 1)", "11", "90.5");
    add(3, "(4, 1, 1)", "2", "40");
    const Overview overview = overviewOf(runFromJson(csv).run);
    EXPECT_TRUE(says(overview.facts.join(u' '), "launches in Nsight Compute: 4, of kernels by name and grid: 2"))
        << overview.facts.join(u' ').toStdString();
    ASSERT_EQ(overview.findings.size(), 2u);
    EXPECT_TRUE(says(overview.findings[0].text, "gemm, 3 ×: ")) << overview.findings[0].text.toStdString();
    EXPECT_TRUE(says(overview.findings[0].text, "near the memory bandwidth (90.5 %): faster only with fewer bytes"));
    EXPECT_FALSE(says(overview.findings[0].text, "occupancy")) << "what bounds it comes first";
    EXPECT_EQ(overview.findings[0].finding.ns, 33'000);
    EXPECT_TRUE(says(overview.findings[1].text, "(estimated local speedup 30.0 %: of what the rule measures, not of "
                                                "the kernel)"))
        << overview.findings[1].text.toStdString();
    ASSERT_EQ(overview.lists.front().rows.size(), 2u);
    EXPECT_EQ(overview.lists.front().rows[0].count, 3u);
    EXPECT_EQ(overview.lists.front().rows[1].count, 0u);
}

struct Texts
{
    std::shared_ptr<const Run> run = runFromJson(FindingTrace().work("a", 5, 10, 1).text()).run;
    QString text(const Finding &finding) const { return findingText(finding, {*run, BudgetOf::Step}); }
    QString advice(const Finding &finding) const { return findingAdvice(finding, {*run, BudgetOf::Step}); }
    static Finding of(const char *id, const char *name = "")
    {
        Finding finding;
        finding.id = id;
        finding.name = name;
        finding.count = 3;
        return finding;
    }
};

TEST(Sentences, oneKernelIsNotSeveral)
{
    const Texts texts;
    for (const char *id : {"small-grid", "old-architecture", "single-precision"}) {
        Finding finding = Texts::of(id, "gemm");
        EXPECT_TRUE(texts.text(finding).startsWith(u'3')) << id;
        finding.count = 1;
        EXPECT_TRUE(texts.text(finding).startsWith(QStringLiteral("A "))) << texts.text(finding).toStdString();
        EXPECT_TRUE(says(texts.text(finding), "gemm"));
    }
}

TEST(Sentences, adviceFitsWhatWasFound)
{
    const Texts texts;
    Finding launch = Texts::of("launch-bound");
    EXPECT_TRUE(says(texts.advice(launch), "CUDA graphs, torch.compile"));
    launch.isGraph = true;
    EXPECT_TRUE(says(texts.advice(launch), "larger graphs"));
    EXPECT_FALSE(says(texts.advice(launch), "torch.compile")) << "the launches are graphs already";
    EXPECT_TRUE(says(texts.advice(Texts::of("blocking-call", "cudaMalloc")), "allocate before the loop"));
    EXPECT_FALSE(says(texts.advice(Texts::of("blocking-call", "cudaStreamSynchronize")), "allocate"));
    Finding often = Texts::of("blocking-call", "cudaFree");
    often.ns = 300;
    often.maxNs = 100;
    EXPECT_FALSE(says(texts.advice(often), "If only the first run"));
    Finding once = Texts::of("blocking-call", "cudaMalloc");
    once.count = 1;
    EXPECT_TRUE(says(texts.advice(once), "If only the first run has it"));
    Finding mostlyOnce = Texts::of("blocking-call", "cudaMalloc");
    mostlyOnce.ns = 1000;
    mostlyOnce.maxNs = 950;
    EXPECT_TRUE(says(texts.advice(mostlyOnce), "If only the first run has it")) << "one of three makes the time";
    mostlyOnce.maxNs = 500;
    EXPECT_FALSE(says(texts.advice(mostlyOnce), "If only the first run"));
    EXPECT_TRUE(says(texts.advice(Texts::of("exposed-copies", "Memcpy HtoD (Pageable -> Device)")), "pinned memory"));
    EXPECT_FALSE(says(texts.advice(Texts::of("exposed-copies", "Memcpy DtoD (Device -> Device)")), "pinned"));
    Finding outlier = Texts::of("outlier-units");
    EXPECT_TRUE(texts.advice(outlier).isEmpty());
    EXPECT_FALSE(says(texts.text(outlier), "before all others"));
    outlier.isFirst = true;
    EXPECT_TRUE(says(texts.advice(outlier), "warm-up"));
    EXPECT_TRUE(says(texts.text(outlier), "They come before all others of their kind."));
}

TEST(Sentences, theProfilerIsBlamedOnlyWhereItWasRecorded)
{
    const Texts texts;
    Finding finding = Texts::of("launch-bound");
    EXPECT_FALSE(says(texts.text(finding), "slowed the CPU down"));
    finding.isSlowedByProfiler = true;
    EXPECT_TRUE(says(texts.text(finding), "The profiler slowed the CPU down; without it this is less."));
}

TEST(Sentences, bytesOfCopiesOnlyWhereTheFileHasThem)
{
    const Texts texts;
    Finding copies = Texts::of("exposed-copies", "Memcpy DtoD (Device -> Device)");
    EXPECT_FALSE(says(texts.text(copies), "GB/s"));
    copies.bytes = 1'000'000;
    copies.bytesNs = 1'000;
    copies.bytesOf = 1;
    EXPECT_TRUE(says(texts.text(copies), "GB/s")) << texts.text(copies).toStdString();
}

} // namespace
} // namespace ws
