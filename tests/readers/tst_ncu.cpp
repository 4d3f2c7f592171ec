// Nsight Compute: details and raw pages as CSV, console text, and the row per kernel made of them.

#include "core/analysis/ncu/ncurows.h"
#include "core/model/ncukernels.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>

namespace tst_ncu {

using namespace ws;
using namespace ws::test;
using testing::HasSubstr;

namespace {

const char *const details =
    R"csv("ID","Process ID","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value","Rule Name","Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","GPU Speed Of Light Throughput","Elapsed Cycles","cycle","13,485",
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","GPU Speed Of Light Throughput","Duration","us","6.75",
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","GPU Speed Of Light Throughput","Memory Throughput","%","19.66",
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","GPU Speed Of Light Throughput","Compute (SM) Throughput","%","9.15",
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","Command line profiler metrics","flop_count_hp.sum","","n/a",
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","SchedulerStats","","","","IssueSlotUtilization","OPT","Every scheduler can issue. This is the rest.","local","80.34"
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","SpeedOfLight_RooflineChart","","","","SOLFPRoofline","INF","The ratio is 64:1.","",""
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","Memory Workload Analysis","Memory Throughput","Gbyte/s","345.14",
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","Memory Workload Analysis","L2 Hit Rate","%","27.66",
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","Occupancy","Theoretical Occupancy","%","16.67",
"0","7","gemm<int, float>(T1)","1","7","(32, 4, 1)","(224, 1, 1)","0","12.0","Occupancy","Achieved Occupancy","%","11.32",
"1","7","copy","1","7","(1, 1, 1)","(1, 1, 1)","0","12.0","GPU Speed Of Light Throughput","Duration","ms","1.5",
)csv";

const char *const console = R"(==PROF== Profiling "square_kernel" - 0: 0%....50%....100% - 10 passes
==PROF== Disconnected from process 185098
[185098] python3.8@127.0.0.1
  square_kernel<(int)4, f(a, b)>(T1) (1823, 1, 1)x(128, 1, 1), Context 1, Stream 7, Device 0, CC 8.0
    Section: GPU Speed Of Light Throughput
    ----------------------- ------------- ------------
    Metric Name               Metric Unit Metric Value
    ----------------------- ------------- ------------
    Elapsed Cycles                  cycle        11618
    Memory Throughput                   %        34.72
    Duration                      usecond        10.85
    Compute (SM) Throughput             %        10.24
    ----------------------- ------------- ------------
    OPT   Estimated Speedup: 50%
          A wave of thread blocks is the maximum number of blocks that can be
          executed in parallel. More text.
    Section: Launch Statistics
    -------------------------------- --------------- ---------------
    Metric Name                          Metric Unit    Metric Value
    -------------------------------- --------------- ---------------
    Function Cache Configuration                     CachePreferNone
    Registers Per Thread             register/thread              18
    -------------------------------- --------------- ---------------

  other (1, 1, 1)x(64, 1, 1), Context 1, Stream 7, Device 0, CC 8.0
    Section: Occupancy
    ------------------------------- ----------- ------------
    Metric Name                     Metric Unit Metric Value
    ------------------------------- ----------- ------------
    Theoretical Occupancy                     %          100
    Achieved Occupancy                        %        60.71
    ------------------------------- ----------- ------------
    WRN   This kernel has low occupancy.
)";

std::string text(const Table &table, size_t row, const char *column)
{
    const auto *value =
        std::get_if<std::string>(&table.rows.at(row).at(static_cast<size_t>(table.columnIndex(column))));
    return value ? *value : std::string();
}

double number(const Table &table, size_t row, const char *column)
{
    const auto *value = std::get_if<double>(&table.rows.at(row).at(static_cast<size_t>(table.columnIndex(column))));
    return value ? *value : -1;
}

} // namespace

TEST(NcuCsv, detailsPageKeepsItsRowsAndGivesARowPerKernel)
{
    const RunResult run = runFromJson(details);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.format, "ncu-csv");
    ASSERT_EQ(run->tables.size(), 2U);
    const Table &rows = run->tables[0];
    EXPECT_EQ(rows.kind, "ncu");
    EXPECT_EQ(rows.report, "details");
    ASSERT_EQ(rows.rows.size(), 12U);
    EXPECT_DOUBLE_EQ(number(rows, 0, "Metric Value"), 13485);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(rows.rows[4][12])); // n/a
    EXPECT_EQ(rows.rows[0].size(), rows.columns.size());
    const Table &kernels = run->tables[1];
    EXPECT_EQ(kernels.kind, "ncu-kernels");
    ASSERT_EQ(kernels.rows.size(), 2U);
    EXPECT_EQ(text(kernels, 0, "Kernel"), "gemm<int, float>(T1)");
    EXPECT_EQ(text(kernels, 0, "Grid"), "(224, 1, 1)");
    EXPECT_DOUBLE_EQ(number(kernels, 0, "Duration (us)"), 6.75);
    EXPECT_DOUBLE_EQ(number(kernels, 1, "Duration (us)"), 1500);
    EXPECT_DOUBLE_EQ(number(kernels, 0, "SM (%)"), 9.15);
    EXPECT_DOUBLE_EQ(number(kernels, 0, "Memory (%)"), 19.66);
    EXPECT_DOUBLE_EQ(number(kernels, 0, "DRAM (GB/s)"), 345.14);
    EXPECT_DOUBLE_EQ(number(kernels, 0, "L2 hit (%)"), 27.66);
    EXPECT_DOUBLE_EQ(number(kernels, 0, "Achieved occupancy (%)"), 11.32);
    EXPECT_DOUBLE_EQ(number(kernels, 0, "Theoretical occupancy (%)"), 16.67);
}

TEST(NcuCsv, bottlenecksAreTheRulesWholeThenTheThresholds)
{
    const RunResult run = runFromJson(details);
    ASSERT_TRUE(run);
    const Table &kernels = run->tables[1];
    EXPECT_EQ(text(kernels, 0, "Severity"), "medium");
    const std::string list = text(kernels, 0, "Bottlenecks");
    EXPECT_THAT(list, testing::StartsWith(
                          "[medium] IssueSlotUtilization: Every scheduler can issue. This is the rest. (estimated"));
    EXPECT_THAT(list, HasSubstr("[medium] low SM efficiency (9.2 %)"));
    EXPECT_THAT(list, HasSubstr("low L2 hit rate (27.7 %)"));
    EXPECT_THAT(list, HasSubstr("low occupancy efficiency (67.9 % of the theoretical)"));
    EXPECT_THAT(list, testing::Not(HasSubstr("DRAM"))); // 345 GB/s
    EXPECT_THAT(list, testing::Not(HasSubstr("SOLFPRoofline")));
    EXPECT_EQ(text(kernels, 1, "Severity"), "");
}

TEST(NcuCsv, noiseMayStandBeforeAndInsideTheTable)
{
    std::string text = details;
    const size_t second = text.find("\"1\",\"7\",\"copy\"");
    text.insert(second, "==WARNING== Found outstanding GPU clock reset\n");
    const RunResult run =
        runFromJson("$ ncu --csv ./a.out\n==PROF== Connected to process 7 (/a.out)\n==PROF== Profiling \"x, y\" - "
                    "0: 0%\n" +
                    text);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->tables.at(0).rows.size(), 12U);
    EXPECT_EQ(run->tables[1].rows.size(), 2U);
}

TEST(NcuCsv, rawPageHasARowPerKernelAndUnitsInItsSecondRow)
{
    const RunResult run = runFromJson(
        R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC","gpu__time_duration.sum","sm__throughput.avg.pct_of_peak_sustained_elapsed","dram__bytes.sum.per_second","lts__t_sector_hit_rate.pct","dram__bytes_read.sum"
"","","","","","","","","","","","nsecond","%","Gbyte/second","%","Mbyte"
"0","7","a","h","gemm","1","7","(32, 1, 1)","(8, 1, 1)","0","9.0","12,500","55.5","812.5","91.2","2.5"
"1","7","a","h","norm","1","7","(32, 1, 1)","(8, 1, 1)","0","9.0","2,000","5.5","12.5","61.2","n/a"
)csv");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->tables.size(), 2U);
    EXPECT_EQ(run->tables[0].report, "raw");
    EXPECT_EQ(run->tables[0].rows.size(), 2U);
    EXPECT_EQ(run->tables[0].columns[11].name, "gpu__time_duration.sum (nsecond)");
    const Table &kernels = run->tables[1];
    ASSERT_EQ(kernels.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(number(kernels, 0, "Duration (us)"), 12.5);
    EXPECT_DOUBLE_EQ(number(kernels, 0, "DRAM (GB/s)"), 812.5);
    EXPECT_EQ(text(kernels, 0, "Severity"), "");
    EXPECT_EQ(text(kernels, 1, "Severity"), "medium");
}

TEST(NcuCsv, aRawPageNamesItsDevice)
{
    const auto namesOf = [](const std::string &column, const std::string &value) {
        return ncuDevices(*runFromJson(
            R"csv("ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC",")csv" +
            column + R"csv(","gpu__time_duration.sum"
"","","","","","","","","","","","","ns"
"0","7","a.out","host","gemm","1","7","(1, 1, 1)","(1, 1, 1)","0","10.0",")csv" +
            value +
            R"csv(","640"
"1","7","a.out","host","gemm","1","7","(1, 1, 1)","(1, 1, 1)","0","10.0",")csv" +
            value + "\",\"650\"\n"));
    };
    EXPECT_EQ(namesOf("device__attribute_display_name", "NVIDIA B200"), std::vector<std::string>{"NVIDIA B200"});
    EXPECT_TRUE(namesOf("device__attribute_device_index", "0").empty());
}

TEST(NcuCsv, unitsOfTheRawPageAreThoseOfItsColumns)
{
    const std::pair<const char *, Unit> units[] = {{"%", Unit::Percent},
                                                   {"ns", Unit::Nanoseconds},
                                                   {"nsecond", Unit::Nanoseconds},
                                                   {"us", Unit::Microseconds},
                                                   {"usecond", Unit::Microseconds},
                                                   {"ms", Unit::Milliseconds},
                                                   {"msecond", Unit::Milliseconds},
                                                   {"byte", Unit::Bytes},
                                                   {"Mbyte", Unit::Number},
                                                   {"Gbyte/second", Unit::Number},
                                                   {"register/thread", Unit::Number},
                                                   {"", Unit::Number}};
    std::string header = R"("ID","Process ID","Kernel Name")", second = R"("","","")", row = R"("0","7","gemm")";
    for (size_t i = 0; i < std::size(units); ++i) {
        header += ",\"metric_" + std::to_string(i) + '"';
        second += std::string(",\"") + units[i].first + '"';
        row += ",\"" + std::to_string(i) + ".5\"";
    }
    const RunResult run = runFromJson(header + '\n' + second + '\n' + row + '\n');
    ASSERT_TRUE(run) << run.error.message.toStdString();
    const Table &table = run->tables.at(0);
    ASSERT_EQ(table.columns.size(), 3 + std::size(units));
    ASSERT_EQ(table.rows.size(), 1U) << "the units are no kernel";
    EXPECT_EQ(table.columns[0].unit, Unit::Text) << "the kernel's number";
    for (size_t i = 0; i < std::size(units); ++i) {
        const auto &[unit, expected] = units[i];
        const std::string metric = "metric_" + std::to_string(i);
        const Column &column = table.columns[3 + i];
        EXPECT_EQ(column.unit, expected) << unit;
        EXPECT_EQ(column.name, *unit ? metric + " (" + unit + ')' : metric);
        EXPECT_DOUBLE_EQ(number(table, 0, column.name.c_str()), double(i) + 0.5);
    }
}

TEST(NcuCsv, aWarningBeforeTheUnitsOfARawPageIsNoRow)
{
    const RunResult run = runFromJson("\"ID\",\"Process ID\",\"Kernel Name\",\"m\"\n"
                                      "==WARNING== something\n"
                                      "\"\",\"\",\"\",\"%\"\n"
                                      "\"0\",\"7\",\"gemm\",\"1.5\"\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->tables.at(0).rows.size(), 1U);
    EXPECT_EQ(run->tables[0].columns.at(3).unit, Unit::Percent);
}

TEST(NcuCsv, aRawPageMayBeginWithAKernelOrWithUnitsOfItsFirstColumnsOnly)
{
    const std::string header = "\"ID\",\"Process ID\",\"Kernel Name\",\"Grid Size\",\"m\"\n",
                      kernel = "\"0\",\"7\",\"gemm\",\"(8, 1, 1)\",\"1.5\"\n";
    const auto rowsWith = [&](const std::string &first) {
        const RunResult run = runFromJson(header + first + kernel);
        EXPECT_TRUE(run) << run.error.message.toStdString();
        EXPECT_EQ(run->tables.at(0).columns.at(4).name, "m") << first;
        return run->tables[0].rows.size();
    };
    EXPECT_EQ(rowsWith(""), 1U);
    EXPECT_EQ(rowsWith("\"\",\"\"\n"), 1U);
    EXPECT_EQ(rowsWith("\"1\",\"7\"\n"), 1U) << "quoted numbers of the program name no kernel";
    EXPECT_EQ(rowsWith("\"\",\"7\",\"norm\"\n"), 2U) << "what has a name, too";
    EXPECT_EQ(rowsWith(kernel), 2U);
}

TEST(NcuCsv, fieldsBehindTheLastColumnAreSaid)
{
    const RunResult whole = runFromJson(details);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->diagnostics.empty());
    const std::string header = "\"ID\",\"Process ID\",\"Kernel Name\",\"m\"\n", row = "\"0\",\"7\",\"gemm\",\"1\"";
    const RunResult comma = runFromJson(header + row + ",\n");
    ASSERT_TRUE(comma);
    EXPECT_TRUE(comma->diagnostics.empty()) << "a comma at the end is usual";
    const RunResult more = runFromJson(header + row + ",\"2\",\"3\"\n" + row + '\n' + row + ",,\n");
    ASSERT_TRUE(more);
    const Diagnostic *odd = more->diagnostics.find("odd-row");
    ASSERT_TRUE(odd);
    EXPECT_EQ(odd->count, 2U);
    ASSERT_EQ(more->tables.at(0).rows.size(), 3U);
    EXPECT_EQ(more->tables[0].rows[0].size(), 4U);
}

TEST(NcuCsv, linesOfTheProgramAndFurtherHeadersAreNoKernels)
{
    const std::string header =
        "\"ID\",\"Process ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
    const auto row = [](const char *id, const char *process, const char *name, const char *us) {
        return '"' + std::string(id) + "\",\"" + process + "\",\"" + name + "\",\"Duration\",\"us\",\"" + us + "\"\n";
    };
    const RunResult run = runFromJson("loss, step, \"epoch\"\n" + header + row("0", "11", "a", "1") +
                                      "step 1 done, loss=0.5\n\n1, 2, 3, 4, 5, 6\n\"quoted\", text\n\"unclosed\n" +
                                      row("1", "11", "b", "2") + "done\n==PROF== Connected to process 12\n" + header +
                                      row("0", "12", "c", "4") + "Done.\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->tables.size(), 2U);
    ASSERT_EQ(run->tables[0].rows.size(), 3U);
    const Table &kernels = run->tables[1];
    ASSERT_EQ(kernels.rows.size(), 3U);
    EXPECT_EQ(text(kernels, 0, "Kernel"), "a");
    EXPECT_EQ(text(kernels, 1, "Kernel"), "b");
    EXPECT_EQ(text(kernels, 2, "Kernel"), "c") << "number 0 of another process";
    EXPECT_EQ(number(kernels, 2, "Duration (us)"), 4);
}

TEST(NcuCsv, textOfTheProgramBeforeALineOfNcuOrLikeOneIsNoLoss)
{
    const std::string header =
        "\"ID\",\"Process ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";
    const auto row = [](const char *id, const char *name, const char *us) {
        return '"' + std::string(id) + "\",\"11\",\"" + name + "\",\"Duration\",\"us\",\"" + us + "\"\n";
    };
    const RunResult run =
        runFromJson("Loading: " + header + row("0", "a", "1") + "50%|#### | 5/10 [00:01, 4.9it/s]" +
                    row("1", "b", "2") + "say \"7\", \"8\" " + row("2", "c", "4") +
                    "\"0\",\"1\"\n\"5\",\"6\",\"7\",\"8\",\"9\",\"10\"\n" + "\"5\",\"run\",\"x\",\"y\",\"z\",\"1\"\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->tables.size(), 2U);
    const Table &kernels = run->tables[1];
    ASSERT_EQ(kernels.rows.size(), 3U);
    for (size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(text(kernels, i, "Kernel"), std::string(1, char('a' + i)));
        EXPECT_EQ(number(kernels, i, "Duration (us)"), 1 << i);
    }
}

TEST(NcuCsv, aFurtherHeaderMayHaveOtherColumnsAndUnits)
{
    const RunResult details =
        runFromJson("\"ID\",\"Process ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                    "\"0\",\"1\",\"a\",\"Duration\",\"us\",\"10\"\n"
                    "\"ID\",\"Process ID\",\"Host Name\",\"Kernel Name\",\"Device\",\"Metric Name\",\"Metric "
                    "Unit\",\"Metric Value\"\n"
                    "\"0\",\"2\",\"h\",\"b\",\"1\",\"Duration\",\"us\",\"20\"\n");
    ASSERT_TRUE(details);
    ASSERT_EQ(details->tables.size(), 2U);
    EXPECT_EQ(details->tables[0].rows.at(0).size(), 8U) << "rows before have empty cells";
    EXPECT_EQ(text(details->tables[1], 1, "Kernel"), "b");
    EXPECT_EQ(text(details->tables[1], 1, "Device"), "1");
    EXPECT_EQ(number(details->tables[1], 1, "Duration (us)"), 20);
    const RunResult raw =
        runFromJson("\"ID\",\"Process ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n\"\",\"\",\"\",\"us\"\n"
                    "\"0\",\"1\",\"a\",\"10\"\nhello\n"
                    "\"ID\",\"Process ID\",\"Kernel Name\",\"gpu__time_duration.sum\"\n\"\",\"\",\"\",\"ms\"\n"
                    "\"0\",\"2\",\"b\",\"2\"\n");
    ASSERT_TRUE(raw);
    const Table &kernels = raw->tables.back();
    ASSERT_EQ(kernels.rows.size(), 2U);
    EXPECT_EQ(number(kernels, 0, "Duration (us)"), 10);
    EXPECT_EQ(number(kernels, 1, "Duration (us)"), 2000);
}

TEST(NcuCsv, aHeadingBetweenTwoReportsDividesThem)
{
    const std::string csv = "\"ID\",\"Process ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                            "\"0\",\"1\",\"a\",\"Duration\",\"us\",\"10\"\n";
    const RunResult run = runFromJson("## Before\n" + csv + "## After\n" + csv);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables.size(), 4U);
}

TEST(NcuKernels, bandwidthFollowsFromBytesWhereNcuPrintedNone)
{
    NcuKernel kernel;
    kernel.setMetric("dram__bytes_read.sum", "Mbyte", 2);
    kernel.setMetric("dram__bytes_write.sum", "byte", 0);
    kernel.setMetric("gpu__time_duration.sum", "us", 10);
    const Table table = ncuKernelTable({kernel});
    EXPECT_DOUBLE_EQ(number(table, 0, "DRAM (GB/s)"), 200);
}

TEST(NcuKernels, aRuleIsAsGraveAsTheSpeedupThatItPromises)
{
    const auto severityOf = [](double speedup) {
        NcuKernel kernel;
        kernel.rules = {{"Rule", "OPT", "Do it.", speedup}};
        return bottlenecks(kernel).at(0).severity;
    };
    EXPECT_EQ(severityOf(19.9), Severity::Low);
    EXPECT_EQ(severityOf(20), Severity::Medium);
    EXPECT_EQ(severityOf(49.9), Severity::Medium);
    EXPECT_EQ(severityOf(50), Severity::High);
}

TEST(NcuKernels, theRuleThatPromisesMostComesFirst)
{
    NcuKernel kernel;
    kernel.rules = {{"A", "OPT", "a.", 21.0}, {"B", "OPT", "b.", {}},  {"C", "OPT", "c.", 49.0},
                    {"D", "INF", "d.", 90.0}, {"E", "OPT", "e.", 5.0}, {"F", "OPT", "f.", 60.0}};
    std::string order;
    for (const Bottleneck &found : bottlenecks(kernel))
        order += found.text.front();
    EXPECT_EQ(order, "FCABE") << "without an estimate a rule is behind those of its severity";
    const std::string first = bottlenecks(kernel).front().text;
    EXPECT_EQ(speedupOf(first), " (estimated speedup 60.0 %)");
    EXPECT_EQ(speedupOf("B: b."), "");
    EXPECT_EQ(speedupOf("x (estimated speedup 60.0 %) and more"), "");
}

TEST(NcuKernels, ncusOwnVerdictComesFirstAndMemoryBoundKernelsAreNotLowOnSm)
{
    NcuKernel kernel;
    kernel.smPercent = 12.1;
    kernel.memoryPercent = 93.99;
    kernel.l2HitPercent = 20;
    kernel.rules = {{"SOLBottleneck", "OPT", "Memory is more heavily utilized than compute. Look at it.", 10}};
    std::vector<Bottleneck> found = bottlenecks(kernel);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_THAT(found[0].text, testing::StartsWith("near the limit of a cache or the memory (94.0 %)"));
    EXPECT_EQ(found[1].severity, Severity::Low);
    EXPECT_THAT(found[1].text,
                testing::StartsWith("SOLBottleneck: Memory is more heavily utilized than compute. Look"));
    EXPECT_THAT(found[2].text, HasSubstr("L2")) << "though it is graver";
    EXPECT_EQ(worstOf(found), Severity::Medium);
    kernel.dramPercent = 40;
    EXPECT_EQ(bottlenecks(kernel).size(), 2u) << "more hits in the L2 win nothing where the DRAM is not the limit";
    kernel.dramPercent.reset();
    kernel.memoryPercent = 20;
    found = bottlenecks(kernel);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_THAT(found[1].text, HasSubstr("low SM efficiency"));
    kernel.smPercent = 79.9;
    EXPECT_THAT(bottlenecks(kernel).front().text, testing::StartsWith("SOLBottleneck"));
    kernel.smPercent = 80;
    EXPECT_THAT(bottlenecks(kernel).front().text,
                testing::StartsWith("near the limit of a unit of the multiprocessors (80.0 %)"));
}

TEST(NcuKernels, whatNcuSaysOfItsOwnMeasurementIsNoFindingOfTheKernel)
{
    NcuKernel kernel;
    kernel.rules = {{"PMSamplingData", "WRN", "Sampling interval is 6.3x of the workload duration.", {}},
                    {"CPIStall", "WRN", "The optional metric smsp__pcsamp_sample_count could not be found.", {}}};
    EXPECT_TRUE(bottlenecks(kernel).empty());
    kernel.rules = {{"MemoryL2Compression", "OPT", "Out of the 811200.0 bytes only 0.00% were compressed.", 78.7},
                    {"SOLBottleneck", "OPT", "Memory is more heavily utilized.", 21}};
    EXPECT_THAT(bottlenecks(kernel).front().text, testing::StartsWith("SOLBottleneck"));
    kernel.rules = {{"CPIStall", "WRN", "On average each warp spends 12 cycles stalled.", {}}};
    EXPECT_EQ(bottlenecks(kernel).size(), 1u);
}

TEST(NcuText, aNameMayStandAboveItsGrid)
{
    const RunResult run = runFromJson("  first(float *, int) \n"
                                      "  (63, 63, 1)x(16, 16, 1), Context 1, Stream 7, Device 0, CC 8.6\n"
                                      "    Section: GPU Speed Of Light Throughput\n"
                                      "    ----------------------- ----------- ------------\n"
                                      "    Metric Name             Metric Unit Metric Value\n"
                                      "    ----------------------- ----------- ------------\n"
                                      "    Duration                         us        99.68\n"
                                      "    ----------------------- ----------- ------------\n\n"
                                      "    OPT   Look at the memory.\n\n"
                                      "  second(float *) \n"
                                      "  (1, 1, 1)x(16, 16, 1), Context 1, Stream 7, Device 0, CC 8.6\n"
                                      "    Section: GPU Speed Of Light Throughput\n"
                                      "    ----------------------- ----------- ------------\n"
                                      "    Metric Name             Metric Unit Metric Value\n"
                                      "    ----------------------- ----------- ------------\n"
                                      "    Duration                         us        42.88\n"
                                      "    ----------------------- ----------- ------------\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    const Table &kernels = run->tables.at(1);
    ASSERT_EQ(kernels.rows.size(), 2u);
    EXPECT_EQ(text(kernels, 0, "Kernel"), "first(float *, int)");
    EXPECT_EQ(text(kernels, 1, "Kernel"), "second(float *)");
    EXPECT_DOUBLE_EQ(number(kernels, 1, "Duration (us)"), 42.88);
    EXPECT_EQ(text(kernels, 0, "Bottlenecks").find("second"), std::string::npos) << "no part of the rule above it";
}

TEST(NcuText, consoleOutputGivesSectionsRulesAndKernels)
{
    const RunResult run = runFromJson(console);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.format, "ncu-text");
    ASSERT_EQ(run->tables.size(), 2U);
    const Table &rows = run->tables[0];
    ASSERT_EQ(rows.rows.size(), 10U);
    EXPECT_EQ(text(rows, 0, "Kernel Name"), "square_kernel<(int)4, f(a, b)>(T1)");
    EXPECT_EQ(text(rows, 0, "Grid Size"), "(1823, 1, 1)");
    EXPECT_EQ(text(rows, 0, "CC"), "8.0");
    EXPECT_EQ(text(rows, 0, "Metric Name"), "Elapsed Cycles");
    EXPECT_DOUBLE_EQ(number(rows, 0, "Metric Value"), 11618);
    EXPECT_EQ(text(rows, 4, "Rule Type"), "OPT");
    EXPECT_THAT(text(rows, 4, "Rule Description"), testing::EndsWith("executed in parallel. More text."));
    EXPECT_DOUBLE_EQ(number(rows, 4, "Estimated Speedup"), 50);
    EXPECT_EQ(text(rows, 5, "Metric Value"), "CachePreferNone");
    const Table &kernels = run->tables[1];
    ASSERT_EQ(kernels.rows.size(), 2U);
    EXPECT_EQ(text(kernels, 0, "Severity"), "high");
    EXPECT_DOUBLE_EQ(number(kernels, 0, "Duration (us)"), 10.85);
    EXPECT_THAT(text(kernels, 1, "Bottlenecks"), HasSubstr("low occupancy efficiency (60.7 %"));
    EXPECT_THAT(text(kernels, 1, "Bottlenecks"), HasSubstr("[medium] This kernel has low occupancy."));
}

/// The kernel could not be launched again: no figure is one, and rules end with errors of their own.
TEST(NcuText, errorsOfNcuAndOfItsRulesAreNoVerdictsOnAKernel)
{
    const RunResult run = runFromJson("==ERROR== LaunchFailed\n"
                                      "  render(int) (150, 1, 1)x(8, 8, 1), Context 1, Stream 7, Device 0, CC 8.6\n"
                                      "    Section: GPU Speed Of Light Throughput\n"
                                      "    ------------- ----------- ------------\n"
                                      "    Metric Name   Metric Unit Metric Value\n"
                                      "    ------------- ----------- ------------\n"
                                      "    Duration           second      (!) nan\n"
                                      "    ------------- ----------- ------------\n"
                                      "    ERR   Rule Bottleneck returned an error: Metric x not found\n"
                                      "    ----- --------------------------------------------------\n"
                                      "    ERR   division by zero\n"
                                      "          /opt/SpeedOfLight.py:78\n"
                                      "    WRN   This kernel has low occupancy.\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    const Table &rows = run->tables[0];
    ASSERT_EQ(rows.rows.size(), 2U);
    EXPECT_EQ(text(rows, 1, "Rule Description"), "This kernel has low occupancy.");
    const Diagnostic *rule = run->diagnostics.find("ncu-rule"), *error = run->diagnostics.find("ncu-error");
    ASSERT_TRUE(rule && error);
    EXPECT_EQ(rule->count, 2);
    EXPECT_TRUE(error->message.contains(QStringLiteral("LaunchFailed")));
    const RunResult healthy = runFromJson(console);
    EXPECT_FALSE(healthy->diagnostics.find("ncu-error") || healthy->diagnostics.find("ncu-rule"));
}

TEST(NcuText, oldConsoleOutputIsKnown)
{
    const RunResult run = runFromJson("  vecAdd(float*, int), 2021-Aug-10 12:00:00, Context 1, Stream 7\n"
                                      "    Section: GPU Speed Of Light\n"
                                      "    --------------------------- --------------- ---------------\n"
                                      "    SOL SM                                    %           12.50\n"
                                      "    Duration                            msecond            2.00\n"
                                      "    --------------------------- --------------- ---------------\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    const Table &kernels = run->tables.at(1);
    EXPECT_EQ(text(kernels, 0, "Kernel"), "vecAdd(float*, int)");
    EXPECT_DOUBLE_EQ(number(kernels, 0, "SM (%)"), 12.5);
    EXPECT_DOUBLE_EQ(number(kernels, 0, "Duration (us)"), 2000);
}

TEST(NcuCorpus, seventeenKernelsOfTheConsoleLog)
{
    CORPUS_FILE(path, "ncu/gpumode_ncu_logs.txt");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    ASSERT_EQ(run->tables.size(), 2U);
    ASSERT_EQ(run->tables[1].rows.size(), 17U);
    EXPECT_EQ(text(run->tables[1], 1, "Kernel"), "square_kernel_0d1d234");
    EXPECT_DOUBLE_EQ(number(run->tables[1], 0, "SM (%)"), 56.42);
    EXPECT_DOUBLE_EQ(number(run->tables[1], 0, "Theoretical occupancy (%)"), 75);
    const auto &rows = run->tables[0].rows;
    const auto metrics = std::count_if(rows.begin(), rows.end(), [](const auto &row) {
        return std::get<std::string>(row[0]) == "0" && std::holds_alternative<std::string>(row[9]);
    });
    EXPECT_EQ(metrics, 28);
}

namespace {

std::string consoleWith(const std::string &first, const std::string &second)
{
    return "  scan(int) (1, 1, 1)x(64, 1, 1), Context 1, Stream 7, Device 0, CC 8.9\n"
           "    Section: Command line profiler metrics\n"
           "    ---------------- ----------- ------------\n"
           "    Metric Name      Metric Unit Metric Value\n"
           "    ---------------- ----------- ------------\n"
           "    sm_warps_act.avg             " +
           first +
           "\n"
           "    l1text_bytes.sum        byte " +
           second +
           "\n"
           "    ---------------- ----------- ------------\n";
}

} // namespace

TEST(Ncu, whatIsNotMeasuredIsAnEmptyCell)
{
    for (const char *none : {"     (!) n/a", "     (!) nan", "         n/a", "         nan"}) {
        const RunResult run = runFromJson(consoleWith(none, "          12"));
        ASSERT_TRUE(run) << run.error.message.toStdString();
        EXPECT_EQ(run->tables[0].rows[0][size_t(run->tables[0].columnIndex("Metric Value"))], Cell()) << none;
        EXPECT_DOUBLE_EQ(number(run->tables[0], 1, "Metric Value"), 12);
        EXPECT_FALSE(run->diagnostics.find("no-metric-values")) << "one has a value";
    }
}

TEST(Ncu, metricsOfWhichNoneHasAValueAreNamed)
{
    const auto said = [](const std::string &text) {
        const RunResult run = runFromJson(text);
        const Diagnostic *line = run ? run->diagnostics.find("no-metric-values") : nullptr;
        return line ? line->message.toStdString() : std::string();
    };
    const std::string none = consoleWith("     (!) n/a", "     (!) n/a");
    EXPECT_THAT(said(none),
                HasSubstr("no value of any metric that it was asked for: sm_warps_act.avg, l1text_bytes.sum."));
    EXPECT_THAT(said(none), HasSubstr("where the name is misspelt"));
    const std::string failed = consoleWith("     (!) nan", "     (!) nan");
    EXPECT_THAT(said(failed), HasSubstr("no value of any metric"));
    EXPECT_THAT(said(failed), testing::Not(HasSubstr("misspelt")));
    EXPECT_THAT(said("==ERROR== LaunchFailed\n" + none), testing::Not(HasSubstr("misspelt")));
    const std::string csv = "\"ID\",\"Process ID\",\"Kernel Name\",\"Context\",\"Stream\",\"sm_warps.avg\"\n"
                            "\"\",\"\",\"\",\"\",\"\",\"\"\n\"0\",\"7\",\"scan\",\"1\",\"7\",\"";
    EXPECT_THAT(said(csv + "n/a\"\n"), HasSubstr("asked for: sm_warps.avg."));
    EXPECT_EQ(said(csv + "3\"\n"), "");
    const RunResult beside = runFromJson(" Time (%)  Total Time (ns)  Instances   Name\n"
                                         " --------  ---------------  ---------  ------\n"
                                         "    100.0        868195826      14112  gemm\n\n"
                                         "Kernels\n" +
                                         none);
    ASSERT_TRUE(beside);
    ASSERT_EQ(beside->tables.size(), 3u);
    EXPECT_FALSE(beside->diagnostics.find("no-metric-values")) << "the other table stands";
    EXPECT_EQ(beside->tables[1].notes.size(), 1u);
}

TEST(NcuCorpus, detailsFilesGiveTheirKernel)
{
    CORPUS_FILE(path, "ncu/dsocr_kernel_0001_details.csv");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables.at(0).rows.size(), 48U);
    ASSERT_EQ(run->tables.at(1).rows.size(), 1U);
    EXPECT_DOUBLE_EQ(number(run->tables[1], 0, "DRAM (GB/s)"), 345.14);
    EXPECT_EQ(text(run->tables[1], 0, "Severity"), "high");
}

} // namespace tst_ncu
