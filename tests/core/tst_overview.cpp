#include "core/report/findingtexts.h"
#include "core/report/overviewreport.h"
#include "core/report/trustreport.h"
#include "tests/core/findingfixture.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QRegularExpression>

namespace ws {
namespace {

using test::FindingTrace;
using test::overviewOf;

/// With plain blanks between numbers and units.
QString plain(QString text)
{
    return text.replace(QChar(0x202f), u' ');
}

std::string headline(const FindingTrace &trace)
{
    return plain(overviewOf(trace).headline).toStdString();
}

FindingTrace lateKernels()
{
    return FindingTrace().step(0, 2000).series("gemm", 20, 100, 10, 90, 5);
}

TEST(Overview, headlineNamesTheCauseOfMostIdleTime)
{
    EXPECT_EQ(headline(lateKernels()),
              "The GPU waits for launches in 88.4 % of this step of 1.720 ms; 11.6 % is computation.");
    EXPECT_EQ(
        headline(FindingTrace()
                     .step(0, 1100)
                     .slice("cuda_runtime", "cudaStreamSynchronize", 210, 680)
                     .work("gemm", 100, 100, 50)
                     .work("gemm", 900, 100, 890)),
        "The GPU is idle in 77.8 % of this step of 900.0 µs while the CPU waits, mostly in cudaStreamSynchronize; "
        "22.2 % is computation.");
    EXPECT_EQ(headline(FindingTrace().step(0, 100).work("a", 200, 50, 10).work("b", 250, 50, 11)),
              "Computation takes 100.0 % of this step of 100.0 µs.");
}

TEST(Overview, absurdTimesOverflowNowhere)
{
    const int64_t far = INT64_MAX / 2; // two devices with a gap of nearly all time each, whose sum does not fit
    const auto run = test::runOfWork({{"0", "7", 1, 10, "gemm"},
                                      {"0", "7", far, 10, "gemm"},
                                      {"1", "7", 1, 10, "gemm"},
                                      {"1", "7", far, 10, "gemm"},
                                      {"2", "7", 1, 10, "gemm"},
                                      {"2", "7", far, 10, "gemm"}});
    const Overview overview = overviewOf(run);
    ASSERT_EQ(overview.bars.size(), 3U);
    for (const OverviewBar &bar : overview.bars)
        EXPECT_EQ(bar.budget.busyNs() + bar.budget.idleNs(), bar.budget.wallNs);
    EXPECT_EQ(overview.sum.wallNs, INT64_MAX) << "the sum stops at the largest number";
    EXPECT_FALSE(overviewMarkdown(overview).isEmpty());
}

TEST(Overview, headlineNamesNoCauseWithoutOne)
{
    EXPECT_EQ(
        headline(FindingTrace().step(0, 500).work("a", 100, 100, 50).work("b", 300, 100, 60).work("c", 500, 100, 490)),
        "Computation takes 60.0 % of this step of 500.0 µs; 20.0 % is idle time before late launches.")
        << "half of the idle time is late, half was launched before: idle time is no part of the bar, its causes are";
}

TEST(Overview, headlineSaysNothingOfTimeThatGraphsHide)
{
    FindingTrace trace = lateKernels();
    nlohmann::json json = nlohmann::json::parse(trace.text());
    json["traceEvents"].push_back({{"ph", "X"},
                                   {"cat", "cuda_runtime"},
                                   {"name", "cudaGraphLaunch"},
                                   {"pid", 100},
                                   {"tid", 1},
                                   {"ts", 300},
                                   {"dur", 1},
                                   {"args", {{"correlation", 999}}}});
    const Overview overview = overviewOf(test::runFromJson(json.dump()).run);
    EXPECT_EQ(overview.headline, QStringLiteral("How much of the time the GPU works cannot be said. Graph launches "
                                                "whose kernels are not in the file: 1. Record graphs as nodes."));
    EXPECT_NE(std::ranges::find(overview.withheld, "gpu-idle"), overview.withheld.end());
}

TEST(Overview, anOnlyStepWithMuchTimeOnTheCpuSaysSo)
{
    EXPECT_EQ(
        headline(FindingTrace().step(0, 400).work("a", 300, 100, 290)),
        "This step takes 400.0 µs on the CPU; the GPU works 100.0 µs of it, 25.0 %. The GPU's first work in it begins "
        "300.0 µs after the step. Computation takes 100.0 % of the 100.0 µs from the GPU's first work to its last.");
    const auto prepared = [](int dur) {
        return headline(FindingTrace()
                            .step(0, 400)
                            .slice("python_function", "video.py(129): preprocess", 5, dur)
                            .work("a", 300, 100, 290));
    };
    EXPECT_NE(prepared(270).find("begins 300.0 µs after the step; for 270.0 µs of that the CPU is in "),
              std::string::npos)
        << prepared(270);
    EXPECT_EQ(prepared(100).find("the CPU is in"), std::string::npos) << "it takes a third of that time";
    EXPECT_EQ(headline(FindingTrace().step(0, 400).work("a", 30, 100, 10)).find("first work in it"), std::string::npos);
    EXPECT_EQ(headline(FindingTrace().step(0, 400, "capture_8_PIECEWISE").work("a", 300, 4, 290)),
              "This step captures graphs, so most of what it launches is recorded, not run: of its 400.0 µs on the CPU "
              "the GPU works 4.000 µs, 1.0 %.");
    EXPECT_EQ(
        headline(FindingTrace()
                     .step(0, 400)
                     .work("a", 300, 100, 290)
                     .step(400, 90, "ProfilerStep#2")
                     .work("b", 700, 500, 410)),
        "The GPU is idle in 75.0 % of this step of 400.0 µs, mostly although its next work was launched already: what "
        "it waits for is not in the recording; 25.0 % is computation.");
    EXPECT_EQ(headline(FindingTrace().step(0, 100).work("a", 200, 100, 10).work("b", 500, 100, 20)),
              "Computation takes 50.0 % of this step of 400.0 µs; 50.0 % is idle time before work whose launch had "
              "begun.");
    EXPECT_EQ(headline(FindingTrace().step(0, 400).work("a", 395, 150, 390).work("a", 545, 50, 391)),
              "Computation takes 100.0 % of this step of 200.0 µs.")
        << "it works after the step's time on the CPU";
}

TEST(Overview, aWaitForWorkThatIsInTheQueueIsNotWhatTheRestIsSpentFor)
{
    const auto waiting = [](int second) {
        return FindingTrace()
            .step(0, 700)
            .work("a", 200, 100, 10)
            .slice("cuda_runtime", "cudaDeviceSynchronize", 210, 600, 2)
            .work("b", 700, 100, second);
    };
    EXPECT_EQ(headline(waiting(20)),
              "The GPU is idle in 66.7 % of this step of 600.0 µs although its next work was launched already: what it "
              "waits for is not in the recording; 33.3 % is computation.");
    EXPECT_EQ(
        headline(waiting(690)),
        "The GPU is idle in 66.7 % of this step of 600.0 µs while the CPU waits, mostly in cudaDeviceSynchronize; "
        "33.3 % is computation.");
}

TEST(Overview, theUnitSaysWhichItIs)
{
    EXPECT_EQ(plain(overviewOf(lateKernels()).unitText).toStdString(),
              "Shown is the only step, 1.720 ms on the GPU. On the CPU the step takes 2.000 ms.");
    EXPECT_TRUE(plain(overviewOf(FindingTrace().work("a", 0, 100, -1)).unitText)
                    .startsWith(QStringLiteral("Of the whole 100.0 µs from the first work")));
}

TEST(Overview, workOutsideOfStepsIsNamed)
{
    const auto text = [](int outside) {
        return overviewOf(FindingTrace().step(0, 100).work("a", 200, 100, 10).work("b", 400, outside, 350)).unitText;
    };
    EXPECT_TRUE(plain(text(100)).contains(QStringLiteral("50.0 % of the GPU work is outside any step.")));
    EXPECT_FALSE(text(10).contains(QStringLiteral("outside any step")));
}

TEST(Overview, nothingIsAnAnswer)
{
    const Overview overview = overviewOf(FindingTrace().step(0, 100).work("a", 200, 50, 10).work("b", 250, 50, 11));
    EXPECT_TRUE(overview.findings.empty());
    EXPECT_EQ(overview.nothing, QStringLiteral("Nothing that the rules know takes 2 % of a step."));
    EXPECT_TRUE(overviewOf(lateKernels()).nothing.isEmpty());
}

TEST(Overview, nothingIsNotClaimedWhereTheTimeHasNoName)
{
    const auto nothing = [](const FindingTrace &trace) { return plain(overviewOf(trace).nothing).toStdString(); };
    EXPECT_EQ(nothing(FindingTrace().work("a", 100, 100, 50).work("b", 850, 100, 840)),
              "No finding: without steps or periods nothing says whether there was work to do in the idle time.");
    EXPECT_EQ(nothing(FindingTrace().step(0, 100).work("a", 200, 100, 10).work("b", 500, 100, 20)),
              "No rule names what takes the idle time.");
    EXPECT_EQ(
        nothing(FindingTrace().step(0, 2000, "capture_8_PIECEWISE").work("a", 100, 10, 90).work("b", 900, 9, 890)),
        "This step captures graphs: what it launches is recorded, not run.");
}

TEST(Overview, aSpanDoesNotWait)
{
    EXPECT_EQ(
        headline(FindingTrace().work("a", 100, 100, 50).work("b", 850, 100, 840)),
        "The GPU is idle in 76.5 % of the 850.0 µs from the GPU's first work to its last because its next work was "
        "not launched yet; 23.5 % is computation.");
}

TEST(Overview, aSmallPartOfTheRecordingIsNotTakenForIt)
{
    FindingTrace tiny = FindingTrace().work("a", 100, 10, 50);
    EXPECT_EQ(headline(tiny),
              "The GPU has a single activity: a, 10.00 µs. The file's events span 60.00 µs; the GPU works "
              "16.7 % of it.");
    EXPECT_EQ(headline(FindingTrace().work("a", 10, 100, 5)), "The GPU has a single activity: a, 100.0 µs.");
    EXPECT_EQ(headline(tiny.work("b", 110, 10, 55)),
              "Computation takes 100.0 % of the 20.00 µs from the GPU's first work to its last. The file's events span "
              "70.00 µs; the GPU works 28.6 % of it.");
}

TEST(Overview, idleTimeBeforeMigrationsOfUnifiedMemoryHasNoMissingLaunch)
{
    const auto with = [](const std::string &next) {
        return overviewOf(FindingTrace().work("add", 100, 40, 90).work(next, 240, 10, -1).work(next, 350, 10, -1));
    };
    const Overview managed = with("Memcpy Unified HtoD");
    EXPECT_TRUE(
        plain(managed.headline)
            .startsWith(QStringLiteral("The GPU is idle in 76.9 % of the 260.0 µs from the GPU's first work to its "
                                       "last before unified memory is migrated, which no call launches")))
        << managed.headline.toStdString();
    ASSERT_FALSE(managed.rests.empty());
    EXPECT_TRUE(managed.rests.front().text.startsWith(QStringLiteral("Idle before unified memory is migrated")));
    EXPECT_EQ(managed.fit.verdict, FitVerdict::Yes) << "a migration has no launch that could be missing";
    const Overview missing = with("Memcpy HtoD");
    EXPECT_TRUE(missing.headline.contains(QStringLiteral("why is not known: the launch of its next work is not in")));
    EXPECT_NE(missing.fit.verdict, FitVerdict::Yes);
}

TEST(Overview, listsTellOutliersApart)
{
    FindingTrace trace = FindingTrace().step(0, 100);
    int at = 200;
    for (int i = 0; i < 9; ++i, at += 10)
        trace.work("gemm", at, 10, 10 + i);
    trace.work("gemm", at, 1000, 30);
    const Overview overview = overviewOf(trace);
    const OverviewRow &row = overview.lists.back().rows.front();
    EXPECT_EQ(overview.lists.back().id, "kernels");
    EXPECT_EQ(row.medianNs, 10'000);
    EXPECT_EQ(row.meanNs, 109'000);
    EXPECT_EQ(row.outliers, 1U);
    EXPECT_EQ(row.outlierNs, 1'000'000);
    EXPECT_EQ(row.place.range.length(), 1'000'000);
}

TEST(Overview, kernelsOfOneShortNameAreToldApart)
{
    const Overview overview = overviewOf(FindingTrace()
                                             .step(0, 100)
                                             .work("void cutlass::Kernel2<cutlass_80_a>(Params)", 200, 100, 10)
                                             .work("void cutlass::Kernel2<cutlass_80_b>(Params)", 300, 100, 11));
    const auto &rows = overview.lists.back().rows;
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_NE(rows[0].name, rows[1].name);
}

TEST(Overview, jsonAddsUpPerDeviceAndInAll)
{
    FindingTrace trace = lateKernels();
    nlohmann::json json = nlohmann::json::parse(trace.text());
    json["traceEvents"].push_back({{"ph", "X"},
                                   {"cat", "kernel"},
                                   {"name", "k"},
                                   {"pid", 1},
                                   {"tid", 7},
                                   {"ts", 500},
                                   {"dur", 40},
                                   {"args", {{"device", 1}, {"stream", 7}}}});
    const auto document = overviewJson(overviewOf(test::runFromJson(json.dump()).run));
    const auto &budget = document["budget"];
    EXPECT_EQ(budget["of"], "step");
    ASSERT_EQ(budget["devices"].size(), 2U);
    int64_t walls = 0;
    for (const auto &device : budget["devices"]) {
        int64_t sum = device["computeNs"].get<int64_t>() + device["exposedCommNs"].get<int64_t>() +
                      device["exposedMemcpyNs"].get<int64_t>();
        for (const auto &[cause, ns] : device["idle"].items())
            sum += ns.get<int64_t>();
        EXPECT_EQ(sum, device["wallNs"].get<int64_t>());
        walls += sum;
    }
    EXPECT_EQ(walls, budget["wallNs"].get<int64_t>());
    ASSERT_FALSE(document["findings"].empty());
    EXPECT_EQ(document["findings"][0]["id"], "launch-bound");
    EXPECT_EQ(document["findings"][0]["evidence"].size(), 5U);
}

TEST(Overview, namesThatAreMarkupStayText)
{
    const QString text = overviewMarkdown(
        overviewOf(FindingTrace().step(0, 100).work("<b>|*k*_[x](y)", 200, 100, 10).work("other", 300, 50, 11)));
    EXPECT_TRUE(text.contains(QStringLiteral("\\<b>\\|\\*k\\*\\_\\[x](y)"))) << text.toStdString();
}

TEST(Overview, everySentenceHasItsNumbers)
{
    const auto run = test::runFromJson(lateKernels().text()).run;
    for (const char *id : {"launch-bound",         "cpu-pause",       "launch-call",
                           "data-loader",          "blocking-call",   "allocating-call",
                           "idle-after-call",      "outlier-call",    "exposed-communication",
                           "exposed-copies",       "one-kernel",      "tiny-kernels",
                           "small-grid",           "small-block",     "old-architecture",
                           "single-precision",     "plain-fp32",      "elementwise",
                           "one-time-costs",       "outlier-units",   "outlier-layers",
                           "table-one-time-costs", "table-plain-fp32"})
        for (const BudgetOf of : {BudgetOf::Step, BudgetOf::Repetition, BudgetOf::Span}) {
            Finding finding;
            finding.id = id;
            finding.name = "kernel %1 %2";
            finding.bytesOf = 1;
            finding.bytesNs = 1;
            finding.everyNs = 1;
            const FindingWords words{*run, of};
            QString text = findingText(finding, words);
            text.remove(QStringLiteral("kernel %1 %2"));
            EXPECT_FALSE(text.contains(QRegularExpression(QStringLiteral("%[0-9]"))))
                << id << ": " << text.toStdString();
            EXPECT_NE(text, QString::fromLatin1(id));
            EXPECT_EQ(findingAdvice(finding, words).isEmpty(), finding.id == "outlier-units") << id;
        }
}

TEST(Overview, sourceLinesAreShort)
{
    EXPECT_EQ(sourceLine("/a/b/vllm/worker.py(33): run"), QStringLiteral("vllm/worker.py:33"));
    EXPECT_EQ(sourceLine("worker.py(33): run"), QStringLiteral("worker.py:33"));
    EXPECT_EQ(sourceLine("no frame"), QStringLiteral("no frame"));
}

TEST(Overview, limitsSayWhatRemains)
{
    Finding finding;
    finding.ns = 1000;
    finding.winNs = 1000;
    EXPECT_TRUE(findingLimit(finding).isEmpty());
    finding.winNs = 500;
    EXPECT_EQ(plain(findingLimit(finding)), QStringLiteral("At most 500 ns of it can be won."));
    finding.winNs = 0;
    EXPECT_TRUE(findingLimit(finding).startsWith(QStringLiteral("Hidden by the launch limit")));
    finding.kind = FindingKind::Note;
    EXPECT_TRUE(findingLimit(finding).isEmpty());
}

TEST(Overview, aTableOfTheCpuAloneHasItsRowsByTheirOwnTime)
{
    const auto table = [](const char *column) {
        const std::string text = std::string("-------------------------  ------------  ------------  ------------\n"
                                             "                     Name      Self CPU  ") +
                                 column +
                                 "    # of Calls\n"
                                 "-------------------------  ------------  ------------  ------------\n"
                                 "             aten::conv2d       2.000ms       9.000ms             1\n"
                                 "                 aten::mm       6.000ms       6.000ms             3\n"
                                 "-------------------------  ------------  ------------  ------------\n"
                                 "Self CPU time total: 10.000ms\n";
        return overviewOf(test::runFromJson(text).run);
    };
    const Overview alone = table("   CPU total");
    EXPECT_EQ(alone.headline, QStringLiteral("Only times of the CPU are in the file, none of a device."));
    ASSERT_EQ(alone.lists.size(), 1u);
    ASSERT_EQ(alone.lists[0].rows.size(), 2u);
    EXPECT_EQ(alone.lists[0].rows[0].name, QStringLiteral("aten::mm"));
    EXPECT_DOUBLE_EQ(alone.lists[0].rows[0].share, 0.6) << "of the table's own total, with what the row limit cut off";
    EXPECT_NE(table("   Self CUDA").headline, alone.headline);
}

TEST(Overview, countersOfKernelsTakeTheAnswerAwayForKernelsRanOneAtATime)
{
    const std::string header = "Dispatch_ID,GPU_ID,Kernel_Name,Start_Timestamp,End_Timestamp",
                      rows = "0,0,add,1000,3000";
    const auto fitOfText = [](const std::string &text) { return overviewOf(test::runFromJson(text).run).fit; };
    const Fit counted = fitOfText(header + ",SQ_WAVES\n" + rows + ",64\n");
    EXPECT_EQ(counted.verdict, FitVerdict::No);
    EXPECT_EQ(counted.reasons.front().id, "kernel-counters");
    EXPECT_EQ(fitOfText(header + "\n" + rows + "\n").verdict, FitVerdict::Limits);
}

TEST(Overview, tablesSayWhatTheyCan)
{
    const auto table = [](const char *loading) {
        const std::string text = "-------------------------  ------------  ------------  ------------  ------------\n"
                                 "                     Name    Self CPU %      Self CPU     Self CUDA    # of Calls\n"
                                 "-------------------------  ------------  ------------  ------------  ------------\n"
                                 "    Lazy Function Loading        40.00%      " +
                                 std::string(loading) +
                                 "       0.000us             4\n"
                                 "                   kernel         0.00%       0.000us       1.000ms             4\n"
                                 "-------------------------  ------------  ------------  ------------  ------------\n"
                                 "Self CPU time total: 10.000ms\nSelf CUDA time total: 1.000ms\n";
        return overviewOf(test::runFromJson(text).run);
    };
    const Overview found = table("4.000ms");
    ASSERT_EQ(found.findings.size(), 1U);
    EXPECT_EQ(
        plain(found.findings.front().text),
        QStringLiteral("Lazy Function Loading takes 40.0 % of the CPU time in the table: a cost of the first run."));
    EXPECT_TRUE(found.bars.empty());
    ASSERT_FALSE(found.lists.empty());
    EXPECT_EQ(found.lists.front().rows.front().ns, 1'000'000);
    EXPECT_TRUE(table("0.100ms").findings.empty()) << "1 % of the CPU time";
}

TEST(Overview, sumsSayWhatTheyAreOf)
{
    const auto of = [](const std::string &text) { return overviewOf(test::runFromJson(text).run); };
    const std::string sums = "Kernel_Name,Count,Sum(ns),Mean(ns),Median(ns),Pct\ngemm,1,3000,3000,3000,";
    const QString without = QStringLiteral("in kernels, without copies and sets");
    const Overview kernels = of(sums + "100\n"),
                   fills = of(sums + "75\n__amd_rocclr_fillBufferAligned,1,1000,1000,1000,25\n");
    ASSERT_FALSE(kernels.lists.empty() || fills.lists.empty());
    EXPECT_TRUE(plain(kernels.lists[0].title).endsWith(without)) << kernels.lists[0].title.toStdString();
    EXPECT_FALSE(plain(fills.lists[0].title).contains(without));
    EXPECT_TRUE(plain(fills.lists[0].title).endsWith(QStringLiteral("in kernels, some of which copy or set memory")));
    const Overview ascend = of("OP Type,Core Type,Count,Total Time(us)\nMatMulV2,AI_CORE,2,7.5\nAdd,AIV,3,1\n");
    ASSERT_FALSE(ascend.lists.empty());
    EXPECT_TRUE(plain(ascend.lists[0].title).endsWith(QStringLiteral("of NPU time")));
    ASSERT_FALSE(ascend.fit.reasons.empty());
    EXPECT_TRUE(trustText(ascend.fit.reasons[0]).contains(QStringLiteral("when the NPU works")));
    EXPECT_TRUE(trustText(kernels.fit.reasons[0]).contains(QStringLiteral("when the GPU works")));
}

TEST(Overview, theProfilersOwnSumsOfStepsAreSaid)
{
    const auto headline = [](const std::string &text) {
        return plain(overviewOf(test::runFromJson(text).run).headline).toStdString();
    };
    const std::string columns = "Computing,Communication(Not Overlapped),Overlapped,Communication,Free";
    EXPECT_EQ(headline("Step,Type,Index," + columns +
                       "\n,rank,0,10,40,1,41,50\n,rank,1,10,10,1,11,80\n,stage,\"(0, 1)\",10,40,1,41,80\n"),
              "By the profiler's own sums for 2 ranks or steps the NPU computes in 10.0 % of the time, communicates "
              "while nothing computes in 10.0 % (rank 1) to 40.0 % (rank 0), and is free in 50.0 % (rank 0) to 80.0 % "
              "(rank 1).");
    EXPECT_EQ(
        headline("Step," + columns + "\n50,100,200,0,200,700\n"),
        "By the profiler's own sums the NPU computes in 10.0 % of 1.000 ms, communicates while nothing computes in "
        "20.0 %, and is free in 70.0 %.");
    const std::string none = headline("Step," + columns + "\n50,N/A,200,0,200,700\n");
    EXPECT_EQ(none.find("own sums"), std::string::npos) << none;
}

TEST(Overview, kernelsOfOneCutNameStayApartAndWholeNamesAreWhole)
{
    const auto rowsOf = [](const std::string &first, const std::string &second) {
        const std::string rule = "----------------------------------------  ------------  ------------  ------------\n";
        const std::string text =
            rule + "                                    Name      Self CPU     Self CUDA    # of Calls\n" + rule +
            first + "       0.000us      30.000us             3\n" + second +
            "       0.000us      20.000us             2\n" + rule +
            "Self CPU time total: 1.000ms\nSelf CUDA time total: 50.000us\n";
        const Overview overview = overviewOf(test::runFromJson(text).run);
        return overview.lists.empty() ? std::vector<OverviewRow>() : overview.lists.front().rows;
    };
    const std::string cut = "             gemm_kernel_very_long_na...";
    const std::vector<OverviewRow> apart = rowsOf(cut, cut);
    ASSERT_EQ(apart.size(), 2U);
    EXPECT_EQ(apart[0].ns, 30'000);
    EXPECT_EQ(apart[1].count, 2U);
    const std::vector<OverviewRow> whole =
        rowsOf("       gemm_kernel_very_long<float, 128>", "         gemm_kernel_very_long<half, 64>");
    ASSERT_EQ(whole.size(), 2U);
    EXPECT_EQ(whole[0].name, QStringLiteral("gemm_kernel_very_long<float, 128>"));
    EXPECT_EQ(rowsOf("                                  kernel", "                                  kernel").size(),
              1U);
}

TEST(Overview, workOfATableThatIsNotKnownIsNotSaidToBeMissing)
{
    const auto run = std::const_pointer_cast<ws::Run>(
        test::runFromJson(R"json({"traceEvents":[{"ph":"X","cat":"cuda_runtime","name":"a","pid":1,"tid":1,"ts":1,)json"
                          R"json("dur":2,"args":{"correlation":1}}]})json")
            .run);
    const auto saysNone = [&] {
        const Overview overview = overviewOf(run);
        return overview.trust.join(QString()).contains(QStringLiteral("No GPU work was recorded")) ||
               overview.headline.contains(QStringLiteral("has no GPU work"));
    };
    EXPECT_TRUE(saysNone());
    run->diagnostics.add("unread-table", QStringLiteral("The table X was not read"));
    EXPECT_FALSE(saysNone());
    EXPECT_TRUE(overviewOf(run).headline.startsWith(QStringLiteral("No GPU work could be read")));
}

TEST(Overview, aTraceWithoutARowThatIsKnownToBeAGpusHasNoBudgetAndSaysOnlyThat)
{
    for (const char *category : {"", R"("cat":"tpu_op",)"}) {
        const auto run =
            test::runFromJson(std::string(R"json({"traceEvents":[{"ph":"X",)json") + category +
                              R"json("name":"a","pid":1,"tid":1,"ts":1,"dur":2},)json" + R"json({"ph":"X",)json" +
                              category + R"json("name":"b","pid":1,"tid":2,"ts":1,"dur":2}]})json")
                .run;
        const Overview overview = overviewOf(run);
        EXPECT_TRUE(overview.bars.empty());
        EXPECT_TRUE(overviewJson(overview)["budget"].is_null());
        EXPECT_EQ(overview.headline, QStringLiteral("None of the file’s 2 rows is known to be a GPU’s."));
        EXPECT_FALSE(overviewMarkdown(overview).contains(QStringLiteral("no GPU work"), Qt::CaseInsensitive));
    }
}

TEST(Overview, kernelsThatNsightComputeCouldNotMeasureTakeNoTimeThatIsKnown)
{
    const auto overviewWith = [](const char *error, const char *duration) {
        return overviewOf(test::runFromJson(std::string(error) +
                                            "  render(int) (1, 1, 1)x(8, 8, 1), Context 1, Stream 7, Device 0, CC 8.6\n"
                                            "    Section: GPU Speed Of Light Throughput\n"
                                            "    ------------- ----------- ------------\n"
                                            "    Metric Name   Metric Unit Metric Value\n"
                                            "    ------------- ----------- ------------\n"
                                            "    Duration          usecond " +
                                            duration +
                                            "\n"
                                            "    ------------- ----------- ------------\n")
                              .run);
    };
    const Overview failed = overviewWith("==ERROR== LaunchFailed\n", "     (!) nan");
    EXPECT_EQ(failed.headline, QStringLiteral("Single kernels, and not how long any of them took."));
    EXPECT_TRUE(failed.lists.empty()) << "no time of 0 ns";
    EXPECT_EQ(failed.fit.verdict, FitVerdict::No);
    EXPECT_TRUE(failed.trust.join(u' ').contains(QStringLiteral("LaunchFailed")));
    const Overview measured = overviewWith("", "       10.85");
    EXPECT_TRUE(measured.headline.startsWith(QStringLiteral("Single kernels in detail")));
    EXPECT_FALSE(measured.trust.join(u' ').contains(QStringLiteral("Nsight Compute reports")));
}

TEST(Overview, aRecordingWithoutAnyEventSaysThatNothingWasRecorded)
{
    const auto headlineOf = [](const std::string &mark) {
        return overviewOf(test::runFromJson(R"({"traceEvents":[{"ph":"M","name":"thread_name","pid":1,"tid":2,)"
                                            R"("args":{"name":"thread 2"}},{"ph":"i","s":"g","ts":5,"name":")" +
                                            mark + R"("}],"schemaVersion":1})")
                              .run)
            .headline;
    };
    EXPECT_TRUE(headlineOf("Record Window End").startsWith(QStringLiteral("The profiler recorded nothing")));
    EXPECT_EQ(headlineOf("a user's own"), QStringLiteral("The file’s only row is not known to be a GPU’s."));
}

TEST(Overview, aRecordingOfTheCpuAloneHasItsOperatorsByTheirOwnTime)
{
    const auto event = [](const std::string &category, const std::string &name, int begin, int length,
                          const std::string &more = {}) {
        return R"({"ph":"X","cat":")" + category + R"(","name":")" + name + R"(","pid":1,"tid":1,"ts":)" +
               std::to_string(begin) + R"(,"dur":)" + std::to_string(length) + more + "},";
    };
    const std::string operators = event("Trace", "PyTorch Profiler (0)", 0, 90) +
                                  event("cpu_op", "aten::linear", 10, 40) + event("cpu_op", "aten::mm", 15, 30) +
                                  event("cpu_op", "aten::mm", 60, 20) + event("user_annotation", "forward", 5, 80);
    const auto overviewWith = [&](const std::string &more) {
        std::string events = operators + more;
        events.pop_back();
        return overviewOf(test::runFromJson(R"({"traceEvents":[)" + events + "]}").run);
    };
    const Overview alone = overviewWith({});
    EXPECT_EQ(alone.headline,
              QStringLiteral("Only the CPU is in the file (calls of operators: 3), and nothing that a GPU did."));
    ASSERT_EQ(alone.lists.size(), 1u);
    EXPECT_TRUE(alone.lists[0].title.startsWith(QStringLiteral("Operators by self time, of 60")));
    ASSERT_EQ(alone.lists[0].rows.size(), 2u);
    EXPECT_EQ(alone.lists[0].rows[0].name, QStringLiteral("aten::mm"));
    EXPECT_EQ(alone.lists[0].rows[0].ns, 50'000);
    EXPECT_EQ(alone.lists[0].rows[0].count, 2u);
    EXPECT_EQ(alone.lists[0].rows[1].ns, 10'000);
    // A category that may be another device's, or none, leaves open what else the file has.
    for (const char *category : {"mtia_ccp_events", "privateuse1_op", ""}) {
        const Overview other = overviewWith(event(category, "work", 20, 5));
        EXPECT_TRUE(other.headline.contains(QStringLiteral("known to be a GPU’s"))) << category;
        EXPECT_TRUE(other.lists.empty()) << category;
    }
    // What a profiler asks for itself gives no work.
    const Overview asked =
        overviewWith(event("cuda_runtime", "cudaGetDeviceCount", 1, 2, R"(,"args":{"correlation":7})") +
                     event("cuda_runtime", "cudaDeviceSynchronize", 85, 2, R"(,"args":{"correlation":8})"));
    EXPECT_EQ(asked.headline,
              QStringLiteral("Only the CPU is in the file (calls of operators: 3), and nothing that a GPU "
                             "did: none of the calls of a GPU’s interface (2) gives it work."));
    EXPECT_EQ(asked.lists.size(), 1u);
    // Calls without their work are said as such.
    const Overview calls =
        overviewWith(event("cuda_runtime", "cudaLaunchKernel", 20, 5, R"(,"args":{"correlation":7})"));
    EXPECT_EQ(
        calls.headline,
        QStringLiteral("The file has calls of a GPU’s interface (1), and nothing that the GPU did: the profiler got "
                       "no activity of the device, as where it has no permission to, or another profiler is at "
                       "work."));
    EXPECT_EQ(calls.lists.size(), 1u) << "its operators";
    EXPECT_TRUE(overviewWith(event("kernel", "k", 30, 5, R"(,"args":{"device":0,"stream":7})"))
                    .headline.contains(QStringLiteral("GPU works")))
        << overviewWith(event("kernel", "k", 30, 5, R"(,"args":{"device":0,"stream":7})")).headline.toStdString();
}

TEST(Overview, aCutFileDoesNotSayThatItHasNoGpuWork)
{
    const Overview overview = overviewOf(
        test::runFromJson(R"json({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2},{"na)json").run);
    EXPECT_EQ(overview.headline, QStringLiteral("No GPU work is in what is here of the file; the rest is missing."));
    EXPECT_EQ(trustTitle(overview), QStringLiteral("What may not be trusted"));
}

TEST(Overview, whatAListLeavesOutMakesItAddUp)
{
    FindingTrace trace = FindingTrace().step(0, 2000);
    for (int k = 0; k < 12; ++k)
        trace.work("kernel" + std::string(1, char('a' + k)), 3000 + 100 * k, 50 - k, 10 + k);
    const Overview overview = overviewOf(trace);
    for (const OverviewList &list : overview.lists) {
        int64_t ns = list.restNs;
        for (const OverviewRow &row : list.rows)
            ns += row.ns;
        if (list.id == "kernels") {
            EXPECT_EQ(list.rows.size() + list.restRows, 12U);
            EXPECT_EQ(ns, list.ofNs);
        }
        EXPECT_NE(list.restRows, 1U) << "one more is listed itself";
    }
}

TEST(Overview, isOfTheChosenStepAndSaysSo)
{
    const auto run = test::runFromJson(FindingTrace()
                                           .step(0, 100)
                                           .work("gemm", 200, 50, 10)
                                           .step(300, 100)
                                           .work("gemm", 500, 80, 310)
                                           .step(600, 100)
                                           .work("gemm", 800, 20, 610)
                                           .text())
                         .run;
    OverviewSources sources{run};
    sources.chosen.step = 1;
    const Overview chosen = *makeOverview(sources);
    EXPECT_TRUE(chosen.isOfChosen);
    EXPECT_EQ(chosen.bars.front().budget.wallNs, 300'000);
    EXPECT_EQ(chosen.bars.front().budget.computeNs, 80'000);
    EXPECT_TRUE(plain(chosen.unitText).contains(QStringLiteral("only step 2"))) << chosen.unitText.toStdString();
    const Overview usual = *makeOverview({run});
    EXPECT_FALSE(usual.isOfChosen);
    EXPECT_FALSE(usual.unitText.contains(QStringLiteral("chosen")));
    sources.chosen.step = 99;
    EXPECT_FALSE(makeOverview(sources)->isOfChosen) << "there is none";
}

TEST(Overview, theFirstWorkOfAStreamMayBeBehindWhatWasLaunchedBefore)
{
    // the second kernel is launched at once and begins 4 ms later, on a stream of its own or on that of the first
    const auto said = [](int stream, int firstUs) {
        return headline(FindingTrace()
                            .step(0, 5000)
                            .work("copy", firstUs, 10, firstUs - 5, {}, 7)
                            .work("gemm", firstUs + 4000, 100, firstUs - 2, {}, stream)
                            .slice("cpu_op", "aten::x", 0, 9000));
    };
    EXPECT_NE(
        said(8, 20).find("is the first of its stream in the recording, which may still work off what was launched "
                         "before"),
        std::string::npos)
        << said(8, 20);
    EXPECT_EQ(said(7, 20).find("first of its stream"), std::string::npos);
    EXPECT_EQ(said(8, 3000).find("first of its stream"), std::string::npos) << "long after the recording began";
}

TEST(Overview, aKernelCountsInTheUnitInWhichMostOfItLies)
{
    // the first kernel ends 10 µs within the second step, which begins with the second kernel
    OverviewSources sources{test::runFromJson(FindingTrace()
                                                  .step(0, 100)
                                                  .work("gemm", 200, 810, 10, {}, 8)
                                                  .step(300, 100, "ProfilerStep#2")
                                                  .work("gemm", 1000, 400, 310)
                                                  .step(600, 100, "ProfilerStep#3")
                                                  .work("gemm", 1500, 100, 610)
                                                  .text())
                                .run};
    sources.chosen.step = 1;
    const Overview overview = *makeOverview(sources);
    const auto kernels = std::ranges::find(overview.lists, "kernels", &OverviewList::id);
    ASSERT_NE(kernels, overview.lists.end());
    ASSERT_EQ(kernels->rows.size(), 1u);
    EXPECT_EQ(kernels->rows[0].count, 1u);
    EXPECT_EQ(kernels->rows[0].meanNs, 400'000);
    EXPECT_EQ(kernels->rows[0].ns, 410'000) << "its time within the step is of the step";
}

TEST(Overview, sumsOfKernelsTellProductsInFp32)
{
    const auto findings = [](const std::string &rows) {
        const Overview overview = overviewOf(test::runFromJson(" Time (%)  Total Time (ns)  Instances   Name\n"
                                                               " --------  ---------------  ---------  ------\n" +
                                                               rows)
                                                 .run);
        return overview.findings.empty() ? std::string() : plain(overview.findings[0].text).toStdString();
    };
    const std::string single = "     75.0          3000000         12  ampere_sgemm_128x64_tn\n";
    EXPECT_EQ(findings(single + "     25.0          1000000          7  add\n"),
              "75.0 % of the GPU time in these rows are matrix products in FP32 without tensor cores, for example "
              "ampere_sgemm_128x64_tn. Their kernels are made for devices that have TF32.");
    EXPECT_EQ(findings("     75.0          3000000         12  volta_sgemm_128x64_tn\n"
                       "     25.0          1000000          7  add\n"),
              "")
        << "the device may have no TF32";
    EXPECT_EQ(findings(single + "     25.0         18000000          7  add\n"), "") << "14 % of the work";
    EXPECT_EQ(findings(single + "     25.0          3000000          7  ampere_bf16_s16816gemm_bf16_128x64\n"), "")
        << "a model of 16 bit";
    EXPECT_EQ(findings("     75.0          3000000         12  sm80_xmma_gemm_tf32f32_tf32f32_f32_tn_n\n"), "")
        << "TF32";
}

TEST(Overview, ofAnEngineOfTensorRtTellsTheMeanRunOfItsLayers)
{
    const auto of = [](const char *text) { return overviewOf(test::runFromJson(text).run); };
    const Overview engine = of(R"([ { "count" : 200 }
, { "name" : "conv1 + relu", "timeMs" : 600, "averageMs" : 3, "percentage" : 75 }
, { "name" : "fc", "timeMs" : 200, "averageMs" : 1, "percentage" : 25 }
])");
    EXPECT_EQ(plain(engine.headline), QStringLiteral("A run of the engine takes 4.000 ms in its layers, in the mean of "
                                                     "200 runs. The largest is conv1 + relu: 3.000 ms (75.0 %)."));
    ASSERT_EQ(engine.lists.size(), 1U);
    EXPECT_EQ(engine.lists[0].ofNs, 4'000'000);
    EXPECT_EQ(engine.lists[0].rows[1].name, QStringLiteral("fc"));
    const Overview one = of(R"([ { "count" : 1 }
, { "name" : "whole", "timeMs" : 4, "averageMs" : 4, "percentage" : 100 } ])");
    EXPECT_EQ(plain(one.headline), QStringLiteral("A run of the engine takes 4.000 ms in its layers."))
        << "one run, and nothing to compare its layer with";
    const Overview cut = of("[I] === Profile (2094 iterations ) ===\n"
                            "[I]    Time(ms)     Avg.(ms)   Median(ms)   Time(%)   Layer\n"
                            "[I]       16.15       0.0077       0.0075       0.5   a\n"
                            "[I]       47.82       0.0228       0.0225       1.6   b\n");
    EXPECT_EQ(plain(cut.headline), QStringLiteral("A run of the engine takes about 1.452 ms in its layers, by the "
                                                  "file's own shares, of which 2.1 % are in its rows. The largest in "
                                                  "its rows is b: 22.80 µs (1.6 %)."));
    const Overview uneven = of(R"([ { "name" : "a", "timeMs" : 600, "averageMs" : 3 }
, { "name" : "b", "timeMs" : 101, "averageMs" : 1 } ])");
    EXPECT_FALSE(uneven.headline.contains(QStringLiteral("mean of"))) << "no whole number of runs";
    const Overview timeless = of(R"([ { "name" : "a", "timeMs" : 0, "averageMs" : 0 } ])");
    EXPECT_EQ(timeless.headline, QStringLiteral("The file has tables, but no list of kernels with their times."));
    const Overview unread = of("Time,Total Time,Instances,Name\n48.30%,102.664 s,267576,moe\n0.00%,much,1,scan\n");
    EXPECT_EQ(unread.headline, QStringLiteral("The file lists kernels, but their times could not be read."));
}

TEST(Overview, ofInferencesOfTensorRtTellsTheirMedian)
{
    const auto headline = [](const std::string &latency) {
        std::string text = "[ ";
        for (const char *compute : {"1.5", "1", "9"})
            text += std::string(text.size() > 2 ? ", " : "") + R"({ "startComputeMs" : 1, "endComputeMs" : 2, )" +
                    latency + R"("computeMs" : )" + compute + " }\n";
        return plain(overviewOf(test::runFromJson(text + "]").run).headline).toStdString();
    };
    EXPECT_EQ(headline(R"("latencyMs" : 2, )"),
              "An inference computes for 1.500 ms on the GPU, at the median of 3. With "
              "the copies of inputs and results it takes 2.000 ms.");
    EXPECT_EQ(headline(""), "An inference computes for 1.500 ms on the GPU, at the median of 3.");
}

} // namespace
} // namespace ws
