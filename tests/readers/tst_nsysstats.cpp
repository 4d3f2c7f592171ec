// Summary reports of nsys stats, as text and as CSV.

#include "core/analysis/stages/tablework.h"
#include "core/readers/nsys/nsystables.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>

namespace tst_nsysstats {

using namespace ws;
using namespace ws::test;

namespace {

const char *const apiTable =
    R"( Time (%)  Total Time (ns)  Num Calls   Avg (ns)   Med (ns)  Min (ns)  Max (ns)  StdDev (ns)          Name
 --------  ---------------  ---------  ----------  ---------  --------  --------  -----------  --------------------
     54.8       1558000756        842   1850357.2  2964458.0      2131  30823067    1721285.5  cudaFree
      0.0             8613          2      4306.5     4306.5      3129      5484       1665.2  cuModuleGetLoadingMode
)";

const char *const kernelTable = R"( Time (%)  Total Time (ns)  Instances  Avg (ns)                         Name
 --------  ---------------  ---------  --------  ------------------------------------------
     33.7        868195826      14112   61521.8  void flashinfer::Batch<(bool)1, (unsign…
     20.7        531656812      14112   37674.1  matmul13_kernel
)";

std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view part : parts)
        text.append(part);
    return text;
}

std::string cell(const Table &table, size_t row, size_t column)
{
    return std::get<std::string>(table.rows.at(row).at(column));
}

double number(const Table &table, size_t row, size_t column)
{
    return std::get<double>(table.rows.at(row).at(column));
}

} // namespace

TEST(NsysStats, aDecimalCommaInTheSharesSaysThatPointsGroupDigits)
{
    const RunResult run = runFromJson(R"(CUDA API Statistics:

 Time(%)  Total Time (ns)  Num Calls    Average      Minimum     Maximum        Name
 -------  ---------------  ---------  ------------  ----------  ----------  --------------
    55,0       25.369.833      1.934  25.369.833,5  25.369.833  25.369.833  cuMemHostAlloc
    45,0           22.601          1      22.601,0      22.601      22.601  cuStreamCreate

CUDA Memory Operation Statistics (by size in KiB):

 Total (KB)  Operations  Average  Minimum  Maximum      Operation
 ----------  ----------  -------  -------  -------  ------------------
    540,000       1.955    1,000    0,000  540,000  [CUDA memcpy HtoD]
)");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    const Table &table = run->tables.at(0);
    EXPECT_EQ(table.report, "cuda_api_sum");
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(number(table, 0, 0), 55);
    EXPECT_EQ(number(table, 0, 1), 25'369'833);
    EXPECT_EQ(number(table, 0, 2), 1'934);
    EXPECT_EQ(number(table, 0, 3), 25'369'833.5);
    EXPECT_EQ(number(table, 1, 5), 22'601);
    ASSERT_EQ(run->tables.size(), 2u);
    EXPECT_LT(number(run->tables.at(1), 0, 0), 541 * 1024) << "by the list above it no point groups digits";
    EXPECT_EQ(number(run->tables.at(1), 0, 1), 1'955);
    const RunResult point = runFromJson(R"( Time(%)  Total Time (ns)  Num Calls  Average  Name
 -------  ---------------  ---------  -------  ----
    55.0       25,369,833      1,934    1.934  cuMemHostAlloc
)");
    EXPECT_EQ(number(point->tables.at(0), 0, 1), 25'369'833);
    EXPECT_EQ(number(point->tables.at(0), 0, 3), 1.934) << "a share with a point";
}

TEST(NsysStats, reportIsNamedByTheLineAbove)
{
    const std::pair<const char *, const char *> headings[] = {
        {"[6/8] Executing 'cuda_gpu_kern_sum' stats report\n\n", "cuda_gpu_kern_sum"},
        {" ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):\n\n", "cuda_gpu_kern_sum"},
        {"Running [/opt/nvidia/reports/gpukernsum.py x.sqlite]... \n\n", "cuda_gpu_kern_sum"},
        {"Processing [x.sqlite] with [/opt/nsys/reports/cuda_gpu_kern_sum.py]... \n\n", "cuda_gpu_kern_sum"},
        {"[5/8] Executing 'cuda_gpu_kern_sum:base' stats report\n\n", "cuda_gpu_kern_sum"},
    };
    for (const auto &[heading, report] : headings) {
        const RunResult run = runFromJson(joined({heading, kernelTable}));
        ASSERT_TRUE(run) << heading << run.error.message.toStdString();
        ASSERT_EQ(run->tables.size(), 1U);
        EXPECT_EQ(run->info.format, "nsys-stats");
        EXPECT_EQ(run->tables[0].report, report) << heading;
        EXPECT_TRUE(run->tables[0].reportNamedInFile);
    }
}

TEST(NsysStats, numbersStandAsPrintedInTheHeadersUnit)
{
    const RunResult run = runFromJson(apiTable);
    ASSERT_TRUE(run);
    const Table &table = run->tables.at(0);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(number(table, 0, 1), 1558000756);
    EXPECT_DOUBLE_EQ(number(table, 0, 3), 1850357.2);
    EXPECT_EQ(cell(table, 1, 8), "cuModuleGetLoadingMode");
    EXPECT_EQ(table.columns[0].unit, Unit::Percent);
    EXPECT_EQ(table.columns[1].unit, Unit::Nanoseconds);
    EXPECT_EQ(table.columns[2].unit, Unit::Count);
    EXPECT_EQ(table.columns[8].unit, Unit::Text);
}

TEST(NsysStats, reportWithoutATitleIsInferred)
{
    const auto reportOf = [](std::string text) {
        const RunResult run = runFromJson(text);
        EXPECT_TRUE(run);
        EXPECT_FALSE(run->tables.at(0).reportNamedInFile);
        return run->tables.at(0).report;
    };
    EXPECT_EQ(reportOf(apiTable), "cuda_api_sum");
    EXPECT_EQ(reportOf(kernelTable), "cuda_gpu_kern_sum");
    std::string os = apiTable;
    os.replace(os.find("cudaFree"), 8, "poll    ");
    os.replace(os.find("cuModuleGetLoadingMode"), 22, "curl_global_init      ");
    EXPECT_EQ(reportOf(os), "osrt_sum");
    EXPECT_EQ(reportOf(" Total (MB)  Count  Operation\n ----------  -----  ------------\n   3790.828   7929  [CUDA "
                       "memcpy Host-to-Device]\n"),
              "cuda_gpu_mem_size_sum");
    EXPECT_EQ(
        reportOf(" Time (%)  Total Time (ns)  Count  Operation\n --------  ---------------  -----  ---------\n     "
                 "99.1        469053982   7929  [CUDA memcpy]\n"),
        "cuda_gpu_mem_time_sum");
}

TEST(NsysStats, thousandsCommasAndClippedNamesAreRead)
{
    const RunResult run = runFromJson(R"( ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

 Time (%)  Total Time (ns)  Instances  Avg (ns)                    Name
 --------  ---------------  ---------  --------  ------------------------------------
     33.7      868,195,826     14,112  61,521.8  void flashinfer::BatchDecode<(bool)…
)");
    ASSERT_TRUE(run);
    const Table &table = run->tables.at(0);
    EXPECT_DOUBLE_EQ(number(table, 0, 1), 868195826);
    EXPECT_DOUBLE_EQ(number(table, 0, 2), 14112);
    EXPECT_DOUBLE_EQ(number(table, 0, 3), 61521.8);
    EXPECT_EQ(cell(table, 0, 4), "void flashinfer::BatchDecode<(bool)…");
}

/// A locale may group digits by four, as those of Taiwan do.
TEST(NsysStats, digitsThatAreGroupedByFourAreRead)
{
    const RunResult run = runFromJson(R"( ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

 Time (%)  Total Time (ns)  Instances  Avg (ns)  Min (ns)  Name
 --------  ---------------  ---------  --------  --------  --------------
     14.1      8,4521,1450     3,8928  2,1712.2      9120  conv<1,2345>
     10.8            1,23,      1,038   6216.60    -1,920  1,2345
)");
    ASSERT_TRUE(run);
    const Table &table = run->tables.at(0);
    EXPECT_DOUBLE_EQ(number(table, 0, 1), 845211450);
    EXPECT_DOUBLE_EQ(number(table, 0, 2), 38928);
    EXPECT_DOUBLE_EQ(number(table, 0, 3), 21712.2);
    EXPECT_EQ(cell(table, 0, 5), "conv<1,2345>");
    EXPECT_EQ(cell(table, 1, 1), "1,23,") << "no number";
    EXPECT_DOUBLE_EQ(number(table, 1, 2), 1038) << "by three";
    EXPECT_EQ(cell(table, 1, 5), "1,2345") << "a name";
    const RunResult sizes = runFromJson(R"(
 Total (MB)  Count   Avg (MB)      Operation
 ----------  ------  --------  ------------------
 2,6959.009  1,2981     2.077  [CUDA memcpy HtoD]
)");
    EXPECT_DOUBLE_EQ(number(sizes->tables.at(0), 0, 0), 26959.009);
    EXPECT_FALSE(sizes->diagnostics.find("odd-row"));
}

TEST(NsysStats, theTitleOfTheReportsOf2020HasTheUnit)
{
    const RunResult run = runFromJson(R"(Generating CUDA Kernel Statistics...
CUDA Kernel Statistics (nanoseconds)

Time(%)      Total Time   Instances         Average         Minimum         Maximum  Name
-------  --------------  ----------  --------------  --------------  --------------  ----------------
   66.7           58366           6          9727.7            2784           17215  void norm<float>()
   33.3           29184          30           972.8             960             993  void add<float>()

CUDA Memory Operation Statistics (nanoseconds)

Time(%)      Total Time  Operations         Average         Minimum         Maximum  Name
-------  --------------  ----------  --------------  --------------  --------------  ------------------
  100.0          279581         215          1300.4             831            6240  [CUDA memcpy HtoD]

CUDA Memory Operation Statistics (KiB)

              Total      Operations              Average            Minimum              Maximum  Name
-------------------  --------------  -------------------  -----------------  -------------------  ------------------
            365.188              56                6.521              0.094               57.656  [CUDA memcpy HtoD]
)");
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 3U);
    EXPECT_EQ(run->tables[0].report, "cuda_gpu_kern_sum");
    EXPECT_EQ(run->tables[0].columns.at(1).unit, Unit::Nanoseconds);
    EXPECT_EQ(run->tables[1].report, "cuda_gpu_mem_time_sum");
    EXPECT_EQ(run->tables[2].report, "cuda_gpu_mem_size_sum");
    EXPECT_EQ(run->tables[2].columns.at(0).name, "Total (KiB)");
    int64_t ns = 0;
    for (const NamedWork &work : workWithoutTimeline(*run))
        for (const NameSum &sum : work.sums.names)
            ns += sum.totalNs;
    EXPECT_EQ(ns, 58'366 + 29'184 + 279'581);
}

TEST(NsysStats, aTableInABoxIsRead)
{
    const RunResult run = runFromJson(R"( ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum):

+----------+-----------------+-----------+-----------+---------------------+
| Time (%) | Total Time (ns) | Instances | Avg (ns)  |        Name         |
+----------+-----------------+-----------+-----------+---------------------+
|     75.0 |       119950688 |       100 | 1199506.9 | void gemm<(int)1>(… |
|     25.0 |        39036896 |       512 |   76243.9 | a|b                 |
+----------+-----------------+-----------+-----------+---------------------+

 ** CUDA API Summary (cuda_api_sum):

+----------+-----------------+-----------+-----------+---------------------+
| Time (%) | Total Time (ns) | Num Calls | Avg (ns)  |        Name         |
+----------+-----------------+-----------+-----------+---------------------+
|    100.0 |            1000 |         2 |     500.0 | cudaFree            |
+----------+-----------------+-----------+-----------+---------------------+
)");
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->tables.size(), 2U);
    const Table &kernels = run->tables[0];
    EXPECT_EQ(kernels.report, "cuda_gpu_kern_sum");
    ASSERT_EQ(kernels.rows.size(), 2U);
    EXPECT_EQ(number(kernels, 0, 1), 119'950'688);
    EXPECT_EQ(cell(kernels, 0, 4), "void gemm<(int)1>(…");
    EXPECT_EQ(cell(kernels, 1, 4), "a|b");
    EXPECT_EQ(run->tables[1].report, "cuda_api_sum");
    EXPECT_TRUE(run->info.complete);
    const RunResult cut = runFromJson(R"(+----------+-----------------+-----------+----------+
| Time (%) | Total Time (ns) | Instances |   Name   |
+----------+-----------------+-----------+----------+
|     75.0 |       119950688 |       100 | gemm     |
|     25.0 |      3903)");
    ASSERT_TRUE(cut);
    EXPECT_FALSE(cut->info.complete);
    EXPECT_EQ(cut->tables.at(0).rows.size(), 1U);
}

TEST(NsysStats, copiesOfTheReportsOf2021AreWorkWithTheirTimes)
{
    const RunResult run = runFromJson(R"(CUDA Kernel Statistics:

 Time(%)  Total Time (ns)  Instances  Average   Minimum  Maximum  Name
 -------  ---------------  ---------  --------  -------  -------  ----------------
   100.0        1,053,475         30  35,115.8   17,532   51,771  add(float const*)

CUDA Memory Operation Statistics (by time):

 Time(%)  Total Time (ns)  Operations   Average   Minimum  Maximum      Operation
 -------  ---------------  ----------  ---------  -------  -------  ------------------
    67.1        7,891,763          60  131,529.4   65,920  194,239  [CUDA memcpy HtoD]

CUDA Memory Operation Statistics (by size in KiB):

    Total     Operations   Average    Minimum    Maximum        Operation
 -----------  ----------  ---------  ---------  ----------  ------------------
 491,520.000          60  8,192.000  4,096.000  12,288.000  [CUDA memcpy HtoD]
)");
    ASSERT_TRUE(run);
    ASSERT_GE(run->tables.size(), 2U);
    const Table &copies = run->tables.at(1);
    EXPECT_EQ(copies.report, "cuda_gpu_mem_time_sum");
    EXPECT_EQ(copies.columns.at(2).unit, Unit::Count);
    EXPECT_EQ(copies.columns.at(3).unit, Unit::Nanoseconds);
    int64_t ns = 0;
    for (const NamedWork &work : workWithoutTimeline(*run))
        for (const NameSum &sum : work.sums.names)
            ns += sum.totalNs;
    EXPECT_EQ(ns, 1'053'475 + 7'891'763) << "neither lost nor, as sizes, taken for times";
    ASSERT_EQ(run->tables.size(), 3U);
    const Table &sizes = run->tables.at(2);
    EXPECT_EQ(sizes.report, "cuda_gpu_mem_size_sum");
    EXPECT_EQ(sizes.columns.at(0).name, "Total (KiB)");
    EXPECT_EQ(number(sizes, 0, 0), 491'520);
    const RunResult alone = runFromJson(R"(CUDA Memory Operation Statistics (by size in KiB):

    Total     Operations   Average    Minimum    Maximum        Operation
 -----------  ----------  ---------  ---------  ----------  ------------------
 491,520.000          60  8,192.000  4,096.000  12,288.000  [CUDA memcpy HtoD]
)");
    ASSERT_TRUE(alone) << alone.error.message.toStdString();
    const RunResult later = runFromJson(R"(CUDA Memory Operation Statistics (by size):

 Total (MB)  Count  Avg (MB)      Operation
 ----------  -----  --------  ------------------
    503.316     60     8.389  [CUDA memcpy HtoD]
)");
    ASSERT_TRUE(later);
    EXPECT_EQ(later->tables.at(0).columns.at(0).name, "Total (MB)") << "its head has the unit";
}

TEST(NsysStats, tablesOfTheWindowHaveTheirUnitsInTheCells)
{
    const auto timesOf = [](const char *text) {
        const RunResult run = runFromJson(text);
        std::vector<int64_t> times;
        for (const NamedWork &work : workWithoutTimeline(*run))
            for (const NameSum &sum : work.sums.names)
                times.push_back(sum.totalNs);
        return times;
    };
    EXPECT_THAT(timesOf("Time,Total Time,Instances,Avg,Name\n"
                        "48.30%,102.664 s,267576,383.682 \u03BCs,fused_moe_kernel\n"
                        "0.00%,75.794 ms,13024,5.819 \u00B5s,\"void combine<(int)128, (int)64>\"\n"),
                testing::ElementsAre(102'664'000'000, 75'794'000))
        << "exported";
    EXPECT_THAT(timesOf("# forward pass\nTime\tTotal Time\tInstances\tAvg\tMed\tName\n"
                        "60,9%\t1,5 min\t2.175\t41,379 ms\t363,905 \u03BCs\tsgemm_tn\n"
                        "39,1%\t152,942 ms\t540\t283,225 \u03BCs\t241 ns\tscan\n"),
                testing::ElementsAre(90'000'000'000, 152'942'000))
        << "copied in a locale with a decimal comma";
    const RunResult sizes = runFromJson("Total,Count,Avg,Med,Min,Max,StdDev,Operation\n"
                                        "12.000 MiB,3,4.000 MiB,4.000 MiB,512 B,8.000 KiB,0 B,[CUDA memcpy HtoD]\n");
    ASSERT_TRUE(sizes);
    EXPECT_EQ(sizes->tables.at(0).report, "cuda_gpu_mem_size_sum");
    EXPECT_EQ(sizes->tables[0].columns[0].name, "Total (MB)");
    EXPECT_DOUBLE_EQ(number(sizes->tables[0], 0, 0), 12 * 1024 * 1024 / 1e6);
    EXPECT_THAT(timesOf("Time,Total Time,Instances,Name\n48.30%,102.664 s,267576,moe\n0.00%,much,1,scan\n"),
                testing::IsEmpty())
        << "a cell without a unit";
}

TEST(NsysStats, oldHeadersWithoutBlanksAreKnown)
{
    const RunResult run = runFromJson(R"(CUDA Kernel Statistics:

 Time(%)  Total Time (ns)  Instances  Average    Minimum  Maximum  Name
 -------  ---------------  ---------  ---------  -------  -------  --------------------
    57.2          1234567         12   102880.6     1000   200000  vecAdd(float*, int)
)");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables.at(0).report, "cuda_gpu_kern_sum");
    EXPECT_EQ(cell(run->tables[0], 0, 6), "vecAdd(float*, int)");
}

TEST(NsysStats, tableEndsAtABlankLineAFenceOrTheNextReport)
{
    const std::string document = joined({"### On the desktop\n```\n", kernelTable, "```\nSome prose here.\n\n",
                                         "[5/8] Executing 'cuda_api_sum' stats report\n\n", apiTable,
                                         "[6/8] Executing 'cuda_gpu_kern_sum' stats report\nSKIPPED: no kernels.\n"});
    const RunResult run = runFromJson(document);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 2U);
    EXPECT_EQ(run->tables[0].rows.size(), 2U);
    EXPECT_EQ(run->tables[0].title, "cuda_gpu_kern_sum (On the desktop)");
    EXPECT_EQ(run->tables[1].rows.size(), 2U);
    EXPECT_TRUE(run->tables[1].reportNamedInFile);
}

TEST(NsysStats, meansOfKernelsByThreadAreTheirSums)
{
    const char *const executions =
        "PID,TID,DevId,Count,QCount,TAvg (ns),AAvg (ns),QAvg (ns),KAvg (ns),API Name,Kernel Name\n"
        "5,5,0,6,6,654819.0,13428.7,102732.8,538657.5,cuLaunchKernel,\"norm(int, float*)\"\n"
        "5,6,0,2,2,654819.0,13428.7,102732.8,400000.0,cuLaunchKernel,\"norm(int, float*)\"\n"
        "5,6,0,3,3,654819.0,13428.7,102732.8,1000.0,cudaLaunchKernel,scan\n";
    const RunResult run = runFromJson(executions);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->tables.at(0).report, "cuda_kern_exec_sum");
    const std::vector<NamedWork> works = workWithoutTimeline(*run);
    ASSERT_EQ(works.size(), 1U);
    ASSERT_EQ(works[0].names->size(), 2U) << "both threads launch norm";
    EXPECT_EQ(works[0].names->text(0), "norm(int, float*)");
    EXPECT_EQ(works[0].sums.names[0].count, 8U);
    EXPECT_EQ(works[0].sums.names[0].totalNs, 3'231'945 + 800'000);
    EXPECT_EQ(works[0].sums.all.totalNs, 3'231'945 + 800'000 + 3'000);
    const RunResult both = runFromJson(joined({executions, "\n", kernelTable}));
    ASSERT_EQ(both->tables.size(), 2U);
    ASSERT_EQ(workWithoutTimeline(*both).size(), 1U) << "the same kernels";
    EXPECT_EQ(workWithoutTimeline(*both)[0].title, "cuda_gpu_kern_sum");
    EXPECT_TRUE(workWithoutTimeline(*runFromJson(apiTable)).empty());
}

TEST(NsysStats, wordsRightBelowATableAreNoRows)
{
    const auto isOdd = [](const char *below) {
        const RunResult run = runFromJson(joined({kernelTable, below}));
        EXPECT_EQ(run->tables.at(0).rows.size(), 2U);
        return run->diagnostics.find("odd-row") != nullptr;
    };
    EXPECT_FALSE(isOdd("Report file moved to \"/home/a/report1.qdrep\"\nReport file moved to \"/b\"\n\nTEST = 1\n"));
    EXPECT_FALSE(isOdd("Generated:\n"));
    EXPECT_TRUE(isOdd("     [ 40 more rows ]\n")) << "it stands where rows do";
    EXPECT_TRUE(isOdd("int)\n     12.1        312345678      14112   22121.8  scan_kernel\n")) << "a name that wraps";
}

TEST(NsysStats, aSentenceThatHoldsTheWordsOfItsHeadingNamesTheTable)
{
    const RunResult run =
        runFromJson(joined({"### Profiling\n\nProfiling on the desktop, one run.\n\n```\n", kernelTable,
                            "```\n### On the laptop\n\nThe same again.\n\n```\n", kernelTable, "```\n"}));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 2U);
    EXPECT_EQ(run->tables[0].title, "cuda_gpu_kern_sum (Profiling on the desktop, one run.)");
    EXPECT_EQ(run->tables[1].title, "cuda_gpu_kern_sum (On the laptop)");
}

TEST(NsysStats, csvIsReadWithQuotesAndNoticesAbove)
{
    const RunResult run = runFromJson("NOTICE: Existing SQLite export found: x.sqlite\n"
                                      "Processing [x.sqlite] with [/opt/nsys/reports/cuda_gpu_kern_sum.py]... \n"
                                      "Time (%),Total Time (ns),Instances,Avg (ns),Name\n"
                                      "24.9,1231822285,329035,3743.7,\"kernel<int, \"\"a\"\">\"\n"
                                      "5.0,1792,1,1792.0,plain\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    const Table &table = run->tables.at(0);
    EXPECT_EQ(table.report, "cuda_gpu_kern_sum");
    EXPECT_TRUE(table.reportNamedInFile);
    EXPECT_EQ(table.line, 3);
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(cell(table, 0, 4), "kernel<int, \"a\">");
    EXPECT_DOUBLE_EQ(number(table, 1, 1), 1792);
}

TEST(NsysStats, severalCsvReportsInOneOutputAreSeparateTables)
{
    const RunResult run = runFromJson("Time (%),Total Time (ns),Num Calls,Name\n1.0,2,3,cudaFree\n\n"
                                      "Total (MB),Count,Operation\n1.5,2,[CUDA memcpy Host-to-Device]\n");
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 2U);
    EXPECT_EQ(run->tables[0].report, "cuda_api_sum");
    EXPECT_EQ(run->tables[1].report, "cuda_gpu_mem_size_sum");
}

TEST(NsysStats, semicolonsAndTabsAreDelimitersToo)
{
    const RunResult semicolons = runFromJson("Time (%);Total Time (ns);Instances;Avg (ns);Name\n"
                                             "24,9;1231822285;329035;3743,7;gemm\n");
    ASSERT_TRUE(semicolons);
    EXPECT_DOUBLE_EQ(number(semicolons->tables.at(0), 0, 0), 24.9);
    EXPECT_DOUBLE_EQ(number(semicolons->tables[0], 0, 3), 3743.7);
    const RunResult tabs = runFromJson("Time (%)\tTotal Time (ns)\tInstances\tName\n24.9\t12\t3\tgemm\n");
    ASSERT_TRUE(tabs);
    EXPECT_DOUBLE_EQ(number(tabs->tables.at(0), 0, 1), 12);
}

TEST(NsysStats, rangesOfNvtxKeepTheirNesting)
{
    const RunResult run =
        runFromJson("Start (ns),End (ns),Duration (ns),DurChild (ns),DurNonChild (ns),Name,PID,TID,Lvl,"
                    "NumChild,RangeId,ParentId,RangeStack,NameTree\n"
                    "982845927,1987944256,1005098329,397831233,607267096,main,12,12,0,30,1,,:1,main\n"
                    "1589900254,1794736550,204836296,0,204836296,malloc,12,12,1,0,2,1,:1:2,--malloc\n");
    ASSERT_TRUE(run);
    const Table &table = run->tables.at(0);
    EXPECT_EQ(table.report, "nvtx_pushpop_trace");
    EXPECT_TRUE(std::holds_alternative<std::monostate>(table.rows[0][11]));
    EXPECT_DOUBLE_EQ(number(table, 1, 11), 1);
    EXPECT_EQ(cell(table, 1, 12), ":1:2");
}

TEST(NsysStats, timelineCsvIsNoSummary)
{
    EXPECT_FALSE(isNsysCsvHeader("Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,Device,Ctx,Strm,Name"));
    EXPECT_TRUE(isNsysCsvHeader("Time (%),Total Time (ns),Instances,Name"));
    EXPECT_FALSE(isNsysCsvHeader("name,total,count"));
}

TEST(NsysStatsCorpus, markdownDocumentHoldsTenTables)
{
    CORPUS_FILE(path, "report/seed002_mlc_nsys.md");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 10U);
    for (size_t i = 0; i < 10; ++i)
        EXPECT_EQ(run->tables[i].reportNamedInFile, i % 5 != 0) << i;
    EXPECT_EQ(run->tables[0].report, "osrt_sum");
    EXPECT_EQ(run->tables[5].report, "osrt_sum");
    EXPECT_NE(run->tables[0].title, run->tables[5].title);
}

} // namespace tst_nsysstats
