// What stands in front of a finding, which findings are one entry, and which units count.

#include "core/analysis/stages/stageclassifier.h"
#include "core/report/overviewreport.h"
#include "core/report/trustreport.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

using namespace test;

bool holds(const QString &text, const char *part)
{
    return QString(text).replace(QChar(0x202f), u' ').contains(QString::fromUtf8(part));
}

TEST(OverviewFindings, aLastStepThatDoesNotCountIsSaidAndIsInNoDistribution)
{
    const auto of = [](int steps) { // of 100 µs on the GPU each, the last one of 50
        FindingTrace trace;
        for (int i = 0; i < steps; ++i)
            trace.step(i * 100, 90, "ProfilerStep#" + std::to_string(i)).work("gemm", i * 100 + 20, 50, i * 100 + 10);
        return overviewOf(trace);
    };
    const Overview three = of(3), two = of(2);
    EXPECT_TRUE(holds(three.unitText, "The last step does not count in this: no next step ends it."))
        << three.unitText.toStdString();
    EXPECT_EQ(three.units.stats.count, 2U);
    EXPECT_EQ(three.units.walls.size(), 3U) << "there they are";
    EXPECT_EQ(three.units.stats.p50Ns, three.bars.front().budget.wallNs) << "one median";
    EXPECT_FALSE(holds(two.unitText, "does not count"));
    EXPECT_EQ(two.units.stats.count, 2U);
}

TEST(OverviewFindings, aFindingBeginsWithWhatCouldBeWonWhereTheTitlePromisesThat)
{
    Overview overview;
    overview.of = BudgetOf::Step;
    OverviewFinding shown;
    shown.text = QStringLiteral("One kernel.");
    shown.limit = QStringLiteral("At most 500 ns of it can be won.");
    shown.finding.id = "one-kernel";
    shown.finding.ns = 1000;
    shown.finding.winNs = 500;
    shown.finding.share = 0.2;
    const FindingSize won = findingSize(overview, shown);
    EXPECT_EQ(won.ns, 500);
    EXPECT_NEAR(won.share, 0.1, 1e-9);
    EXPECT_TRUE(holds(won.more, "It takes 1.000 µs (20.0 %) in all; this is the most that could be won of it."))
        << won.more.toStdString();
    overview.of = BudgetOf::Span;
    EXPECT_EQ(findingSize(overview, shown).ns, 1000) << "“What takes time”";
    EXPECT_EQ(findingSize(overview, shown).more, shown.limit);
    overview.of = BudgetOf::Step;
    shown.finding.winNs = 0;
    EXPECT_EQ(findingSize(overview, shown).ns, 1000) << "hidden by the launch limit";
}

TEST(OverviewFindings, longPausesThatNoFindingNamesAreCounted)
{
    const auto rest = [](int pause) {
        FindingTrace trace;
        int at = 100;
        for (int i = 0; i < 400; ++i, at += i % 14 ? 25 : pause)
            trace.work("k" + std::to_string(i), at, 10, at - 5);
        for (const OverviewRest &part : overviewOf(trace).rests)
            if (part.part == BudgetPart::IdleLate)
                return part.text;
        return QString();
    };
    EXPECT_TRUE(holds(rest(2600), "in gaps that no rule names. In all: 28 ×, the longest 2.590 ms"))
        << rest(2600).toStdString();
    EXPECT_TRUE(rest(400).isEmpty()) << "the launches' finding names them all";
}

TEST(OverviewFindings, twoFindingsOfOneWorkAreOneEntry)
{
    Overview overview;
    overview.of = BudgetOf::Step;
    const auto add = [&overview](const char *id, int64_t ns, uint32_t slice) {
        OverviewFinding &shown = overview.findings.emplace_back();
        shown.text = QString::fromLatin1(id) + u'.';
        shown.advice = QStringLiteral("Try: ") + QString::fromLatin1(id) + u'.';
        shown.finding.id = id;
        shown.finding.ns = shown.finding.winNs = ns;
        shown.finding.places = {{{0, slice}, {}}};
    };
    add("one-kernel", 1000, 3);
    add("far-from-limit", 1000, 3);
    add("skinny-products", 1000, 4);
    add("small-grid", 900, 3);
    const std::vector<OverviewFinding> once = findingsByWork(overview);
    ASSERT_EQ(once.size(), 3U);
    EXPECT_EQ(once[0].text, QStringLiteral("one-kernel. far-from-limit."));
    EXPECT_EQ(once[0].advice, QStringLiteral("Try: one-kernel. Try: far-from-limit."));
    EXPECT_EQ(once[1].text, QStringLiteral("skinny-products.")) << "other activities";
    EXPECT_EQ(once[2].text, QStringLiteral("small-grid.")) << "another time";
}

/// The headline of a file of that content, with plain blanks.
std::string headlineOfText(const std::string &text)
{
    const test::RunResult run = test::runFromJson(text);
    if (!run)
        return "refused: " + run.error.message.toStdString();
    return QString(overviewOf(run.run).headline).replace(QChar(0x202f), u' ').toStdString();
}

TEST(OverviewTables, callsAreNamedWhereNoWorkOfTheDeviceIsListed)
{
    const std::string head = "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n";
    EXPECT_EQ(headlineOfText(head + "\"hipMemcpy\",3,6000000,2000000,75\n\"hipFree\",1,2000000,2000000,25\n"),
              "The file lists calls of the CPU, not the work of the device. The most time goes to hipMemcpy: 6.000 ms "
              "(3 ×), 75.0 %.");
    EXPECT_EQ(headlineOfText(head + "\"MEMORY_ALLOCATION_FREE\",3,6000000,2000000,75\n"
                                    "\"MEMORY_ALLOCATION_ALLOCATE\",1,2000000,2000000,25\n"),
              "The file lists calls of the CPU, not the work of the device. The most time goes to "
              "MEMORY_ALLOCATION_FREE: 6.000 ms (3 ×), 75.0 %.")
        << "timed on the CPU, no kernels";
    EXPECT_TRUE(headlineOfText(head + "\"gemm\",3,6000000,2000000,75\n\"add\",1,2000000,2000000,25\n")
                    .starts_with("The largest part of the 8.000 ms of GPU time"));
    EXPECT_EQ(headlineOfText(head + "\"KERNEL_DISPATCH\",3,6000000,2000000,100\n"),
              "All kernels together take 6.000 ms in 3 dispatches; of single ones nothing is in the file.");
}

TEST(OverviewTables, callsOfAscendAddUpWithinALevel)
{
    const std::string head = "Level,API Name,Time(us),Count,Avg(us),Min(us),Max(us),Variance\n";
    EXPECT_EQ(headlineOfText(head + "acl,outer,300,3,100,100,100,0\nruntime,inner,290,3,96,96,96,0\n"
                                    "acl,other,100,1,100,100,100,0\n"),
              "The file lists calls of the CPU, not the work of the device. The most time goes to outer: 300.0 µs "
              "(3 ×), 75.0 %.");
}

TEST(OverviewTables, aTraceOfCallsAloneNamesTheFileWithTheRest)
{
    const auto of = [](const char *columns, const char *row) {
        return headlineOfText(std::string(columns) + ",\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n" +
                              row + ",1,1000,4000\n");
    };
    constexpr const char *rest = "The file lists calls of the CPU alone. What the GPU did stands in other files of the "
                                 "same recording: kernel_trace.csv, memory_copy_trace.csv. The most time goes to ";
    EXPECT_EQ(of(R"("Domain","Function","Process_Id","Thread_Id")", R"("HIP_RUNTIME_API","hipMemcpy",1,1)"),
              rest + std::string("hipMemcpy: 3.000 µs (1 ×), 100.0 %."));
    EXPECT_EQ(of(R"("Kind","Operation","Agent_Id")", R"("MEMORY_ALLOCATION","MEMORY_ALLOCATION_FREE","Agent 0")"),
              rest + std::string("MEMORY_ALLOCATION_FREE: 3.000 µs (1 ×), 100.0 %."));
    EXPECT_EQ(of(R"("Kind","Agent_Id","Kernel_Name")", R"("KERNEL_DISPATCH","Agent 0","gemm")"),
              "The GPU has a single activity: gemm, 3.000 µs.");
}

/// Of a file of JSON in which apostrophes stand for quotes.
std::string headlineOfJson(std::string text)
{
    std::ranges::replace(text, '\'', '"');
    return headlineOfText(text);
}

/// A collective's part of Ascend's communication.json, times in ms.
std::string hcclTimes(const std::string &elapsed, const std::string &waiting, const std::string &moving)
{
    return "{'Communication Time Info': {'Elapse Time(ms)': " + elapsed + ", 'Wait Time(ms)': " + waiting +
           ", 'Transit Time(ms)': " + moving + "}}";
}

TEST(OverviewTables, collectivesOfAscendTellWaitingFromMovingData)
{
    EXPECT_EQ(headlineOfJson("{'step1': {'collective': {'hcom_allReduce__1_0_1@7': " + hcclTimes("6", "4", "1") +
                             ", 'hcom_send__1_1_1@7': " + hcclTimes("2", "0", "2") +
                             ", 'Total Op Info': " + hcclTimes("8", "4", "3") + "}}}"),
              "By the profiler's own times 2 collectives and transfers take 8.000 ms, added up: 4.000 ms (50.0 %) is "
              "waiting for other ranks, 3.000 ms (37.5 %) is moving data. 1.000 ms (12.5 %) is neither, which it calls "
              "idle. The largest is hcom_allReduce: 6.000 ms (75.0 %).");
    EXPECT_EQ(
        headlineOfJson("{'step1': {'collective': {'hcom_allReduce__1_0_1@7': " + hcclTimes("6", "0", "0") + "}}}"),
        "By the profiler's own times 1 collectives and transfers take 6.000 ms, added up; it does not tell waiting "
        "from moving data in them.");
    EXPECT_EQ(
        headlineOfJson("{'(0, 1)': {'step1': {'hcom_send__1_1_1@7': {'0': " + hcclTimes("2", "0", "2") +
                       ", '1': " + hcclTimes("2", "1", "1") + "}}}}"),
        "By the profiler's own times the ranks together spend 4.000 ms in collectives and transfers (1 ×): rank 1 "
        "waits longest for others, 1.000 ms, rank 0 least, 0 ns.")
        << "of a cluster, rank by rank";
}

TEST(OverviewTables, linksOperatorsAndMemoryOfAscend)
{
    const auto link = [](const char *ranks, const char *transport, const char *size, const char *speed) {
        return std::string("'") + ranks + "': {'Transport Type': '" + transport + "', 'Transit Size(MB)': " + size +
               ", 'Transit Time(ms)': 1, 'Bandwidth(GB/s)': " + speed + "}";
    };
    EXPECT_EQ(headlineOfJson("{'step1': {'collective': {'Total Op Info': {" + link("0-0", "LOCAL", "500", "700") + "," +
                             link("0-1", "HCCS", "100", "19") + "," + link("0-2", "RDMA", "90", "24") + "," +
                             link("0-3", "RDMA", "0.1", "0.5") + "}}}}"),
              "Links between ranks move data at 19 GB/s (0-1, HCCS) to 24 GB/s (0-2, RDMA).");
    EXPECT_EQ(headlineOfText("Name,Input Shapes,Call Stack,Host Self Duration(us),Host Total Duration(us),Device Self "
                             "Duration(us),Device Total Duration(us)\n"
                             "aten::mm,,,1,1,300,300\nHcclAllreduce,,,1,1,900,900\naten::mm,,,1,1,100,100\n"),
              "Operators take 1.300 ms of self time on the device. The largest is HcclAllreduce: "
              "900.0 µs (69.2 %).");
    EXPECT_EQ(headlineOfText("Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n"
                             "PTA,1,512,2048,NPU:0\nPTA,2,1024,1024,NPU:0\n"),
              "At most the allocator reserves 2.0 GiB of the device's memory, and has given out 1.0 GiB.");
}

TEST(OverviewTables, spansOfLabelsInTorchsTotalAreNoWork)
{
    const auto of = [](const char *total) {
        const std::string rule = "----------------  ----------  ---------  ----------  ---------  ----------\n";
        return headlineOfText(rule +
                              "            Name    Self CPU   CPU total   Self CUDA  CUDA total  # of Calls\n" + rule +
                              "       my_region     0.000us     0.000us     9.000ms     9.000ms           1\n"
                              "       my_region     1.000ms     9.500ms     0.000us     2.000ms           1\n"
                              "        aten::mm     5.000ms     7.000ms     1.500ms     1.500ms           4\n"
                              "       aten::add     1.000ms     1.500ms     0.400ms     0.400ms           4\n" +
                              rule + "Self CPU time total: 9.500ms\nSelf CUDA time total: " + total + "\n");
    };
    EXPECT_TRUE(of("11.000ms").find("75.0 % of the 2.000 ms of GPU time") != std::string::npos) << of("11.000ms");
    EXPECT_TRUE(of("2.000ms").find("75.0 % of the 2.000 ms of GPU time") != std::string::npos) << of("2.000ms");
    EXPECT_TRUE(of("12.000ms").find("12.5 % of the 12.00 ms of GPU time") != std::string::npos)
        << "not the label and its work: " << of("12.000ms");
}

TEST(OverviewTables, theFirstVersionsOfNsightSystemsCountedInNanoseconds)
{
    const std::string table =
        "\n\nTime(%)      Total Time   Instances         Average         Minimum         Maximum  Name\n"
        "-------  --------------  ----------  --------------  --------------  --------------  ----\n"
        "   75.0         6000000           3       2000000.0         1000000         3000000  gemm\n"
        "   25.0         2000000           3       2000000.0         1000000         3000000  add\n";
    EXPECT_TRUE(
        headlineOfText("CUDA Kernel Statistics:" + table).starts_with("The largest part of the 8.000 ms of GPU time"));
    EXPECT_FALSE(headlineOfText("Whatever Statistics:" + table).find("8.000") != std::string::npos)
        << "of no known unit";
}

TEST(OverviewFindings, whereAPartOfTheIdleTimeIsNamedAllOfItIsSaid)
{
    // 100 µs of work, 600 idle before a late launch, and further gaps of a blocking call.
    FindingTrace trace;
    trace.step(0, 2000).work("a", 100, 100, 50).work("b", 800, 100, 790);
    const QString one = overviewOf(trace).headline;
    EXPECT_FALSE(holds(one, "In all it is idle in")) << one.toStdString();
    trace.slice("cuda_runtime", "cudaStreamSynchronize", 850, 400).work("c", 1300, 100, 1290);
    const QString two = overviewOf(trace).headline;
    EXPECT_TRUE(holds(two, "In all it is idle in 76.9 %.")) << two.toStdString();
}

const OverviewList *listOf(const Overview &overview, std::string_view id)
{
    const auto found = std::ranges::find(overview.lists, id, &OverviewList::id);
    return found == overview.lists.end() ? nullptr : &*found;
}

TEST(OverviewLists, stagesAreThoseOfTheMappingInForce)
{
    const auto run = test::runOfWork({{"0", "7", 0, 100, "gemm"}, {"0", "7", 200, 300, "flash_fwd"}});
    const auto first = [&](const OverviewSources &sources) {
        const auto overview = makeOverview(sources);
        const OverviewList *stages = listOf(*overview, "stages");
        return stages ? stages->rows.front().name.toStdString() : "none";
    };
    EXPECT_TRUE(first({run}).starts_with("attention")) << first({run});
    const auto mapping = readMappings(R"({"own": {"rules": {"flash": "mine", "gemm": "theirs"}}})").value().mappings[0];
    OverviewSources sources{run};
    sources.classes =
        StageClassifier(std::make_shared<const NameSet>(run->gpu, run->strings, nullptr)).classify(mapping);
    EXPECT_EQ(first(sources), "gpu · mine");
}

TEST(OverviewLists, instancesOfAnOperatorOfATpuAreOneKernel)
{
    const auto event = [](const char *name, int at, int us) {
        return std::string(R"(,{"ph":"X","pid":3,"tid":2,"ts":)") + std::to_string(at) + R"(,"dur":)" +
               std::to_string(us) + R"(,"name":")" + name + R"(","args":{"hlo_category":"loop fusion"}})";
    };
    const auto run =
        test::runFromJson(R"({"traceEvents":[{"ph":"M","pid":3,"name":"process_name","args":{"name":"/device:TPU:0"}},)"
                          R"({"ph":"M","pid":3,"tid":2,"name":"thread_name","args":{"name":"XLA Ops"}},)"
                          R"({"ph":"M","pid":701,"name":"process_name","args":{"name":"/host:CPU"}})" +
                          event("fusion.1", 0, 10) + event("fusion.22", 20, 30) + event("copy.v2", 60, 35) + "]}");
    ASSERT_TRUE(run);
    const Overview overview = overviewOf(run.run);
    const OverviewList *kernels = listOf(overview, "kernels");
    ASSERT_TRUE(kernels && kernels->rows.size() == 2U);
    EXPECT_EQ(kernels->rows[0].name, QStringLiteral("fusion"));
    EXPECT_EQ(kernels->rows[0].count, 2U);
    EXPECT_EQ(kernels->rows[1].name, QStringLiteral("copy.v2")) << "no number";
}

TEST(OverviewTables, whereTheFileBreaksOffTheRestIsMissingAndNotTheGpu)
{
    const std::string op = R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":5,"args":{}})";
    const auto whole = test::runFromJson("[" + op + "]"),
               cut = test::runFromJson("[" + op + R"(,{"ph":"X","cat":"cpu_)");
    ASSERT_TRUE(whole && cut);
    const Overview complete = overviewOf(whole.run);
    EXPECT_TRUE(holds(complete.headline, "Only the CPU is in the file")) << complete.headline.toStdString();
    EXPECT_EQ(fitTitle(complete.fit), QStringLiteral("Nothing can be said of a GPU from this recording:"));
    const Overview rest = overviewOf(cut.run);
    EXPECT_TRUE(holds(rest.headline, "No GPU work is in what is here of the file; the rest is missing."))
        << rest.headline.toStdString();
    EXPECT_EQ(fitTitle(rest.fit), QStringLiteral("The recording cannot be relied on:"));
}

TEST(OverviewTables, rangesThatTheProgramMarkedCountWithoutWhatLiesInThem)
{
    const std::string head = "\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Correlation_Id\","
                             "\"Start_Timestamp\",\"End_Timestamp\"\n";
    const std::string marked = headlineOfText(head + "\"MARKER_CORE_API\",\"step\",1,1,1,1000,11000\n"
                                                     "\"MARKER_CORE_API\",\"copy\",1,1,2,2000,9000\n");
    EXPECT_TRUE(marked.starts_with("The file lists ranges that the program has marked.")) << marked;
    EXPECT_TRUE(marked.ends_with("The most time goes to copy: 7.000 µs (1 ×), 70.0 %.")) << marked;
    const std::string call = headlineOfText(head + "\"MARKER_CORE_API\",\"step\",1,1,1,1000,11000\n"
                                                   "\"HIP_RUNTIME_API\",\"hipMemcpy\",1,1,2,2000,9000\n");
    EXPECT_TRUE(call.starts_with("The file lists calls of the CPU alone.")) << call;
}

TEST(OverviewTables, totalsOfClangAreNoTableInPlaceOfATimeline)
{
    const std::string row = R"({"ph":"X","name":"Source","pid":1,"tid":1,"ts":5,"dur":50},)",
                      total = R"({"ph":"X","name":"Total Source","pid":1,"tid":2,"ts":0,"dur":50,)"
                              R"("args":{"count":1,"avg ms":0.05}})";
    const auto run = test::runFromJson(R"({"traceEvents":[)" + row + total + "]}");
    ASSERT_TRUE(run && run->tables.size() == 1U);
    const Overview overview = overviewOf(run.run);
    EXPECT_TRUE(holds(overview.headline, "only row is not known to be a GPU")) << overview.headline.toStdString();
    EXPECT_EQ(overview.fit.reasons.front().id, "no-known-gpu");
    EXPECT_FALSE(holds(overview.unitText, "Sums tell")) << overview.unitText.toStdString();
}

TEST(OverviewTables, eventsOfWhichNoTimeCanBeUsedAreNotNothing)
{
    const auto headline = [](const char *events) {
        return headlineOfText(R"({"traceEvents":[)" + std::string(events) + "]}");
    };
    EXPECT_EQ(headline(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":13984392629999074,"dur":5})"),
              "No event of the file has a time that can be used.");
    EXPECT_EQ(headline(""), "The profiler recorded nothing: not one event with a time is in the file.");
}

TEST(OverviewTables, memoryIsOfTheAllocatorAndOfTheProcess)
{
    const std::string head = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\n";
    EXPECT_EQ(headlineOfText(head + "PTA,1,1000,1400,NPU:0\nPTA+GE,2,1024,1536,NPU:0\nAPP,3,0,2048,NPU:0\n"),
              "At most the allocator reserves 1.5 GiB of the device's memory, and has given out 1.0 GiB. The process "
              "holds up to 2.0 GiB.");
    EXPECT_EQ(headlineOfText(head + "APP,3,0,2048,NPU:0\n"), "At most 2.0 GiB of the device's memory are reserved.");
}

TEST(OverviewTables, aCollectiveOfSeveralRanksIsOne)
{
    const auto headline = [](bool isOfRanks) {
        Table table;
        table.kind = "ascend";
        table.report = "communication";
        table.columns = {{"Name", Unit::Text},
                         {"Elapse Time(ms)", Unit::Milliseconds},
                         {"Wait Time(ms)", Unit::Milliseconds},
                         {"Transit Time(ms)", Unit::Milliseconds}};
        table.rows = {{std::string("hcom_broadcast__501_0"), 10.0, 8.0, 1.0},
                      {std::string("hcom_broadcast__501_0"), 3.0, 1.0, 1.0}};
        if (isOfRanks) {
            table.columns.push_back({"Rank", Unit::Number});
            table.rows[0].emplace_back(0.0);
            table.rows[1].emplace_back(1.0);
        }
        const auto run = std::make_shared<ws::Run>();
        run->tables = {table};
        return QString(overviewOf(run).headline).replace(QChar(0x202f), u' ').toStdString();
    };
    EXPECT_EQ(headline(true),
              "By the profiler's own times the ranks together spend 13.00 ms in collectives and transfers (1 ×): "
              "rank 0 waits longest for others, 8.000 ms, rank 1 least, 1.000 ms.");
    EXPECT_TRUE(headline(false).starts_with("By the profiler's own times 2 collectives and transfers take 13.00 ms"));
}

TEST(OverviewTables, packetsThatWaitAreNoWorkAndFillsAreNoKernels)
{
    const std::string head = "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n";
    EXPECT_TRUE(headlineOfText(head + "\"<barrier packet>\",3,6000000,2000000,60\n\"gemm\",1,3000000,3000000,30\n"
                                      "\"barrier_kernel(int)\",1,1000000,1000000,10\n")
                    .starts_with("The largest part of the 4.000 ms of GPU time in its rows is gemm: 75.0 %"));
    const auto run = test::runFromJson(head + "\"CopyHostToDevice\",3,6000000,2000000,75\n"
                                              "\"FillBuffer\",1,2000000,2000000,25\n");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables.front().report, "memory_copy_stats");
}

TEST(OverviewTables, theRunsOfAnEngineAreThoseThatTheLogStates)
{
    const std::string table = "       Layer   Time (ms)   Avg. Time (ms)   Time %\n"
                              " conv1 + relu       1.50           0.0050     75.0\n"
                              "           fc       0.50           0.0017     25.0\n";
    EXPECT_TRUE(holds(QString::fromStdString(headlineOfText("=== Profile (298 iterations ) ===\n" + table)),
                      "in the mean of 298 runs"));
}

} // namespace
} // namespace ws
