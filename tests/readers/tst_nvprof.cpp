// nvprof and pgprof: summaries, counters and traces, as text and as CSV.

#include "core/analysis/stages/tablework.h"
#include "core/model/eventtext.h"
#include "core/readers/formats.h"
#include "core/report/overviewlists.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>

#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

namespace tst_nvprof {

using namespace ws;
using namespace ws::test;
using testing::HasSubstr;

namespace {

const char *const summary = R"T(==71== NVPROF is profiling process 71, command: ./train 8
loss 0.5
==71== Profiling application: ./train 8
==71== Profiling result:
            Type  Time(%)      Time     Calls       Avg       Min       Max  Name
 GPU activities:   75.00%  3.0000ms         2  1.5000ms  1.0000ms  2.0000ms  void gemm<float, int=8>(float*, int)
                   25.00%  1.0000ms         4  250.00us     200ns  300.00us  [CUDA memcpy HtoD]
      API calls:  100.00%  2.50000s         6  416.67ms     100ns  2.50000s  cudaLaunchKernel (old form)
 OpenACC (excl):  100.00%  2.4e+03s         1  2.4e+03s  2.4e+03s  2.4e+03s  acc_wait@layers.c:85
No events were profiled.

==71== Unified Memory profiling result:
Device "Tesla T4 (0)"
   Count  Avg Size  Min Size  Max Size  Total Size  Total Time  Name
       2  256.00KB  256.00KB  256.00KB  512.0000KB  50.11200us  Host To Device
       1         -         -         -           -  228.1900us  Gpu page fault groups
Total CPU Page faults: 9
)T";

const char *const traceHeader =
    "   Start  Duration            Grid Size      Block Size     Regs*    SSMem*    DSMem*      Size  Throughput  "
    "         Device   Context    Stream  Name\n";
const char *const traceRows =
    "133.81ms  135.78us                    -               -         -         -         -  409.60KB 0.91674GB/s  "
    "GeForce GT 640M         1         2  [CUDA memcpy HtoD]\n"
    "134.90ms  3.7037ms            (20 10 1)       (32 32 1)        29  8.1920KB        0B         -           -  "
    "GeForce GT 640M         1         7  void mul<int=32>(float*, int) [94]\n";

const char *const csvHeader =
    R"T("Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Device","Context","Stream","Name","Correlation_ID")T"
    "\n";

const Table &tableOf(const RunResult &run, const char *report)
{
    static const Table none;
    for (const Table &table : run->tables)
        if (table.report == report)
            return table;
    ADD_FAILURE() << report;
    return none;
}

double number(const Table &table, size_t row, const char *column)
{
    return table.numberAt(row, table.columnIndex(column));
}

} // namespace

TEST(Nvprof, aSummaryIsATableForEachTypeInMicroseconds)
{
    const RunResult run = runFromJson(summary);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.format, "nvprof-tables");
    const Table &gpu = tableOf(run, "gpu_activities");
    ASSERT_EQ(gpu.rows.size(), 2u);
    EXPECT_EQ(gpu.nameAt(0, gpu.columnIndex("Name")), "void gemm<float, int=8>(float*, int)");
    EXPECT_DOUBLE_EQ(number(gpu, 0, "Time"), 3000);
    EXPECT_EQ(gpu.columns[2].unit, Unit::Microseconds);
    EXPECT_DOUBLE_EQ(number(gpu, 1, "Min"), 0.2);
    EXPECT_EQ(gpu.nameAt(1, 0), "GPU activities") << "the type stands only in the first row of its group";
    EXPECT_EQ(gpu.title, "gpu_activities (./train 8, process 71)");
    EXPECT_DOUBLE_EQ(number(tableOf(run, "api_calls"), 0, "Time"), 2.5e6);
    EXPECT_DOUBLE_EQ(number(tableOf(run, "openacc_excl"), 0, "Time"), 2.4e9) << "nvprof's way to write 2400 s";
    const Table &memory = tableOf(run, "unified_memory");
    ASSERT_EQ(memory.rows.size(), 2u);
    EXPECT_DOUBLE_EQ(number(memory, 0, "Total Size"), 512 * 1024);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(memory.rows[1][1]));
    EXPECT_THAT(memory.title, HasSubstr("Tesla T4 (0)"));
}

TEST(Nvprof, copiesOfUnifiedMemoryAreSaidBesideTheWork)
{
    ws::Run run;
    EXPECT_EQ(unifiedMemoryText(run), QString());
    Table table;
    table.kind = "nvprof";
    table.report = "unified_memory";
    table.columns = {{"Total Time", Unit::Microseconds}, {"Name", Unit::Text}};
    table.rows = {{2000.0, std::string("Host To Device")},
                  {1000.0, std::string("Device To Host")},
                  {9000.0, std::string("Gpu page fault groups")}};
    run.tables = {table};
    EXPECT_EQ(
        unifiedMemoryText(run).replace(QChar(0x202f), u' ').toStdString(),
        "Beside it pages of unified memory are copied for 3.000 ms: 2.000 ms to the device, 1.000 ms to the host.");
}

TEST(Nvprof, aSummaryWorksLikeATableOfKernels)
{
    const RunResult run = runFromJson(summary);
    ASSERT_TRUE(run);
    const std::vector<NamedWork> works = workWithoutTimeline(*run);
    ASSERT_EQ(works.size(), 1u) << "API calls and OpenACC are no GPU work";
    EXPECT_EQ(works[0].sums.all.totalNs, 4'000'000);
    EXPECT_EQ(works[0].sums.all.count, 6u);
}

TEST(Nvprof, theOldFormIsNamedByTheLineAboveOrByItsNames)
{
    const std::string header = "Time(%)      Time     Calls       Avg       Min       Max  Name\n";
    const std::string row = "100.00%  1.0000ms         1  1.0000ms  1.0000ms  1.0000ms  ";
    const std::tuple<std::string, const char *, const char *> cases[] = {
        {"==5== Profiling result:\n", "gemm", "gpu_activities"},
        {"==5== API calls:\n", "cudaMalloc", "api_calls"},
        {"======== API calls:\n", "cuMemAlloc", "api_calls"},
        {"======== OpenACC (excl):\n", "acc_wait@a.f:3", "openacc_excl"},
        {"pasted without a title\n", "cudaFree", "api_calls"},
        {"pasted without a title\n", "custom_kernel", "gpu_activities"},
    };
    for (const auto &[above, name, report] : cases) {
        const RunResult run = runFromJson(above + header + row + name + "\n");
        ASSERT_TRUE(run) << above;
        EXPECT_EQ(run->tables.front().report, report) << above << name;
    }
}

TEST(Nvprof, gpuWorkOfARangeIsNotCountedAgain)
{
    const RunResult run = runFromJson(std::string(summary) + R"T(
==71== NVTX result:
==71==   Thread "<unnamed>" (id = 290832)
==71==     Domain "<unnamed>"
==71==       Range "step"
            Type  Time(%)      Time     Calls       Avg       Min       Max  Name
          Range:  100.00%  32.868us         1  32.868us  32.868us  32.868us  step
 GPU activities:  100.00%  3.0000ms         2  1.5000ms  1.0000ms  2.0000ms  void gemm<float, int=8>(float*, int)
)T");
    ASSERT_TRUE(run);
    EXPECT_THAT(tableOf(run, "gpu_activities_of_range").title, HasSubstr("step"));
    EXPECT_DOUBLE_EQ(number(tableOf(run, "range_of_range"), 0, "Time"), 32.868);
    EXPECT_EQ(workWithoutTimeline(*run).size(), 1u);
}

TEST(Nvprof, eachProcessHasTablesOfItsOwn)
{
    std::string second = summary;
    for (size_t at = second.find("71"); at != second.npos; at = second.find("71", at + 2))
        second.replace(at, 2, "72");
    const RunResult run = runFromJson(summary + second);
    ASSERT_TRUE(run);
    std::vector<std::string> titles;
    for (const Table &table : run->tables)
        if (table.report == "gpu_activities")
            titles.push_back(table.title);
    EXPECT_THAT(titles, testing::ElementsAre(HasSubstr("process 71"), HasSubstr("process 72")));
}

TEST(Nvprof, tablesInProseKeepTheirNeighbours)
{
    std::string indented;
    for (const char *at = summary; *at; ++at)
        indented += at == summary || at[-1] == '\n' ? std::string("    ") + *at : std::string(1, *at);
    const RunResult run = runFromJson("# Before\n\n" + indented + R"T(
# After, with nsys

 Time (%)  Total Time (ns)  Instances   Name
 --------  ---------------  ---------  ------
     33.7        868195826      14112  gemm
)T");
    ASSERT_TRUE(run);
    EXPECT_EQ(tableOf(run, "gpu_activities").rows.size(), 2u);
    EXPECT_EQ(tableOf(run, "cuda_gpu_kern_sum").rows.size(), 1u);
    EXPECT_EQ(tableOf(run, "unified_memory").rows.size(), 2u);
}

TEST(Nvprof, aCsvHasTheUnitsOfItsSecondRow)
{
    const RunResult run = runFromJson(R"T(======== Profiling result:
"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"
,%,ms,,us,ns,s,
"GPU activities",60.5,12.25,2,6125.0,900.0,0.012,"gemm(float*, ""a"")"
"API calls",100.0,1.0,1,1000.0,5.0,0.001,"cudaMalloc"
)T");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    const Table &gpu = tableOf(run, "gpu_activities");
    EXPECT_DOUBLE_EQ(number(gpu, 0, "Time"), 12250);
    EXPECT_DOUBLE_EQ(number(gpu, 0, "Avg"), 6125);
    EXPECT_DOUBLE_EQ(number(gpu, 0, "Min"), 0.9);
    EXPECT_DOUBLE_EQ(number(gpu, 0, "Max"), 12000);
    EXPECT_EQ(gpu.nameAt(0, gpu.columnIndex("Name")), "gemm(float*, \"a\")");
    EXPECT_EQ(tableOf(run, "api_calls").rows.size(), 1u);
}

TEST(Nvprof, aCsvWithoutItsRowOfUnitsHasNoTimes)
{
    const RunResult run = runFromJson(R"T("Time(%)","Time","Calls","Avg","Min","Max","Name"
60.5,12.25,2,6125.0,900.0,0.012,"gemm"
)T");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables.front().columns[1].unit, Unit::Number);
    EXPECT_TRUE(run->diagnostics.find("no-units"));
    EXPECT_TRUE(workWithoutTimeline(*run).empty());
}

TEST(Nvprof, anOldCsvHasAUnitInEachCellAndNamesWithoutQuotes)
{
    const RunResult run = runFromJson("Time(%),Time,Calls,Avg,Min,Max,Name\n"
                                      "47.79%,542.36ms,45,12.052ms,12.007ms,12.110ms,[CUDA memcpy HtoD]\n"
                                      "20.92%,1.5s,150,1.5829us,960ns,2.1174ms,red(float*, int, int)");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    const Table &gpu = tableOf(run, "gpu_activities");
    EXPECT_DOUBLE_EQ(number(gpu, 0, "Time"), 542'360);
    EXPECT_DOUBLE_EQ(number(gpu, 0, "Time(%)"), 47.79);
    EXPECT_DOUBLE_EQ(number(gpu, 1, "Time"), 1'500'000);
    EXPECT_DOUBLE_EQ(number(gpu, 1, "Min"), 0.96);
    EXPECT_EQ(gpu.nameAt(1, gpu.columnIndex("Name")), "red(float*, int, int)");
    EXPECT_FALSE(run->diagnostics.find("no-units"));
    EXPECT_FALSE(run->diagnostics.find("odd-row"));
    EXPECT_FALSE(workWithoutTimeline(*run).empty());
}

TEST(Nvprof, aCsvThatASpreadsheetSavedAgainIsRead)
{
    const RunResult run = runFromJson("Type;Time(%);Time;Calls;Avg;Min;Max;Name\n;%;ms;;us;us;us;\n"
                                      "GPU activities;60,5;1.012,25;2;1,5;1;2;gemm\n");
    ASSERT_TRUE(run);
    EXPECT_DOUBLE_EQ(number(tableOf(run, "gpu_activities"), 0, "Time"), 1'012'250);
}

TEST(Nvprof, metricsAndEventsNameTheirKernelAndUnit)
{
    const RunResult run = runFromJson(R"T(==6== Event result:
Invocations                                Event Name         Min         Max         Avg       Total
Device "TITAN Xp (0)"
    Kernel: void mul<int=32>(float*, int)
        301                            warps_launched        6400        6400        6400     1926400
==6== Metric result:
Invocations                               Metric Name                        Metric Description         Min         Max         Avg
Device "TITAN Xp (0)"
    Kernel: void mul<int=32>(float*, int)
        301                             sm_efficiency                   Multiprocessor Activity      25.58%      99.36%      83.26%
        301                          dram_utilization                 Device Memory Utilization     Low (2)     Mid (5)     Low (3)
)T");
    ASSERT_TRUE(run);
    const Table &events = tableOf(run, "events"), &metrics = tableOf(run, "metrics");
    EXPECT_DOUBLE_EQ(number(events, 0, "Total"), 1926400);
    EXPECT_EQ(metrics.nameAt(0, metrics.columnIndex("Kernel")), "void mul<int=32>(float*, int)");
    EXPECT_EQ(metrics.nameAt(0, metrics.columnIndex("Device")), "TITAN Xp (0)");
    EXPECT_DOUBLE_EQ(number(metrics, 0, "Avg"), 83.26);
    EXPECT_EQ(metrics.nameAt(0, metrics.columnIndex("Unit")), "%");
    EXPECT_EQ(metrics.nameAt(1, metrics.columnIndex("Max")), "Mid (5)");
}

TEST(Nvprof, countersAsCsvAreRead)
{
    const RunResult run = runFromJson(R"T(==6== Metric result:
"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"
"Tesla K20c (0)","mul(float*, int)",3,"sm_efficiency","Multiprocessor Activity",25.5%,99.3%,83.2%
"Tesla K20c (0)","mul(float*, int)",3,"gld_transactions","Global Load Transactions",0,4,2
)T");
    ASSERT_TRUE(run);
    const Table &metrics = tableOf(run, "metrics");
    EXPECT_DOUBLE_EQ(number(metrics, 0, "Max"), 99.3);
    EXPECT_DOUBLE_EQ(number(metrics, 1, "Max"), 4);
    EXPECT_EQ(metrics.nameAt(0, metrics.columnIndex("Unit")), "%");
}

TEST(Nvprof, damagedRowsAreFindingsAndTheOthersStay)
{
    const RunResult run = runFromJson(R"T(==5== Profiling result:
            Type  Time(%)      Time     Calls       Avg       Min       Max  Name
 GPU activities:   75.00%  3.0000ms         2  1.5000ms  1.0000ms  2.0000ms  gemm
                   20.00%  3.0000ms         x  1.5000ms
the program prints a line
                   25.00%  1.0000ms         4  250.00us  200.00us  300.00us  relu
)T");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables.front().rows.size(), 2u);
    ASSERT_TRUE(run->diagnostics.find("odd-row"));
    EXPECT_EQ(run->diagnostics.find("odd-row")->count, 1u);
}

TEST(Nvprof, warningsOfNvprofAreFindings)
{
    const RunResult run = runFromJson(
        "==71== Warning: 376746 records have invalid timestamps due to insufficient device buffer space.\n" +
        std::string(summary));
    ASSERT_TRUE(run);
    ASSERT_TRUE(run->diagnostics.find("nvprof-warning"));
    EXPECT_TRUE(run->diagnostics.find("nvprof-warning")->message.contains(QStringLiteral("invalid timestamps")));
}

TEST(Nvprof, aGpuTraceIsATimelineWithDevicesAndStreams)
{
    const RunResult run =
        runFromJson("==8== NVPROF is profiling process 8, command: mul\n==8== Profiling result:\n" +
                    std::string(traceHeader) + traceRows + "\nRegs: Number of registers used per CUDA thread.\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.format, "nvprof-trace");
    ASSERT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(run->gpu.start[1], 1'090'000);
    EXPECT_EQ(run->gpu.duration[0], 135'780);
    EXPECT_EQ(run->gpu.duration[1], 3'703'700);
    EXPECT_EQ(run->gpu.kind[0], CategoryKind::Memcpy);
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Kernel);
    EXPECT_EQ(run->text(run->gpu.name[1]), "void mul<int=32>(float*, int)") << "without the number of its launch";
    EXPECT_EQ(run->text(run->gpu.grid[1]), "grid [20,10,1] block [32,32,1]");
    EXPECT_EQ(run->text(run->gpu.streams[run->gpu.stream[1]].stream), "7");
    ASSERT_TRUE(run->diagnostics.find("rounded-times")) << "starts are multiples of 10 us";
    EXPECT_TRUE(run->diagnostics.find("rounded-times")->message.contains(QStringLiteral("10")));
    EXPECT_FALSE(run->diagnostics.find("odd-row"));
}

TEST(Nvprof, theLineOfAnActivityIsReadAgainFromTheFile)
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("trace.txt")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(traceHeader) + traceRows);
    file.close();
    Progress progress;
    const auto run = loadRun(file.fileName(), progress);
    ASSERT_TRUE(run.ok());
    const auto json = eventJson(**run, (*run)->gpu.slice[1]);
    ASSERT_TRUE(json.ok()) << json.error().message.toStdString();
    EXPECT_THAT(json->at("line").get<std::string>(), HasSubstr("29  8.1920KB"));
}

TEST(Nvprof, contextsTellGpusApartWhoseNamesAreCut)
{
    std::string rows = traceRows;
    rows.replace(rows.find("         1         7"), 20, "         2        18");
    const RunResult run = runFromJson(std::string(traceHeader) + rows);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.devices.size(), 2u);
    EXPECT_TRUE(run->diagnostics.find("cut-devices"));
}

TEST(Nvprof, faultsOfUnifiedMemoryAreNoGpuWork)
{
    const RunResult run =
        runFromJson("   Start  Duration            Grid Size      Block Size     Regs*    SSMem*    DSMem*           "
                    "Device   Context    "
                    "Stream        Unified Memory  Virtual Address  Name\n"
                    "488.05ms         -                    -               -         -         -         -             "
                    "   -         -    "
                    "     -         PC 0x46de3225   0x7612d2000000  [Unified Memory CPU page faults]\n"
                    "491.48ms  25.952us                    -               -         -         -         -     Tesla "
                    "T4 (0)         -    "
                    "     -             256.00KB   0x7612d2000000  [Unified Memory Memcpy HtoD]\n"
                    "520.22ms  519.71us             (64 1 1)      (1024 1 1)        16        0B        0B     Tesla "
                    "T4 (0)         1    "
                    "     7                     -                -  add(int*) [114]\n"
                    "521.22ms  19.710us                    -               -         -         -         -     Tesla "
                    "T4 (0)         -    "
                    "     -                     1   0x7612d2000000  [Unified Memory GPU page faults]\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(run->gpu.kind[0], CategoryKind::Memcpy);
    EXPECT_EQ(run->gpu.devices.size(), 1u);
    EXPECT_EQ(run->info.totalEvents, 4u);
}

TEST(Nvprof, anApiTraceHasCallsThatLaunchTheirKernels)
{
    const RunResult run = runFromJson("==8== Profiling result:\n" + std::string(traceHeader) + traceRows + R"T(
==8== Profiling result:
   Start  Duration  Name
108.38ms  6.2130us  cuDeviceGetCount
     0ns     840ns  cudaMalloc
134.80ms  2.7070us  cudaLaunch (void mul<int=32>(float*, int) [94])
)T");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_TRUE(run->others.empty()) << "one process, one recording";
    ASSERT_EQ(run->gpu.size(), 2u);
    ASSERT_NE(run->gpu.launch[1], noLaunch);
    EXPECT_EQ(run->gpu.launch[0], noLaunch);
    EXPECT_EQ(run->timeline.duration(run->launches.slice[run->gpu.launch[1]]), 2707);
}

TEST(Nvprof, aCsvTraceTakesTheUnitsOfItsSecondRow)
{
    const std::string rows = "0.5,20.25,,,,,,,\"Tesla K20c (1)\",\"1\",\"7\",\"[CUDA memset]\",5\n"
                             "0.6,1.5,2,3,1,64,1,1,\"Tesla K20c (1)\",\"1\",\"13\",\"axpy(float*) [6]\",6\n";
    const std::tuple<const char *, int64_t, int64_t> units[] = {{"us,us", 100, 20250},
                                                                {"ms,us", 100'000, 20250},
                                                                {"ms,ms", 100'000, 20'250'000},
                                                                {"s,ms", 100'000'000, 20'250'000}};
    for (const auto &[unit, gap, duration] : units) {
        const RunResult run =
            runFromJson("==1== Profiling result:\n" + std::string(csvHeader) + unit + ",,,,,,,,,,,\n" + rows);
        ASSERT_TRUE(run) << unit << run.error.message.toStdString();
        ASSERT_EQ(run->gpu.size(), 2u);
        EXPECT_EQ(run->gpu.start[1], gap) << unit;
        EXPECT_EQ(run->gpu.duration[0], duration) << unit;
        EXPECT_EQ(run->gpu.kind[0], CategoryKind::Memset);
        EXPECT_EQ(run->text(run->gpu.devices[0]), "1");
        EXPECT_EQ(run->text(run->gpu.streams[run->gpu.stream[1]].stream), "13");
        EXPECT_EQ(run->text(run->gpu.grid[1]), "grid [2,3,1] block [64,1,1]");
        EXPECT_FALSE(run->diagnostics.find("rounded-times"));
    }
}

TEST(Nvprof, aCsvTraceWithoutItsRowOfUnitsIsRefused)
{
    const RunResult run = runFromJson(std::string(csvHeader) +
                                      "0.6,1.5,2,3,1,64,1,1,\"Tesla K20c (1)\",\"1\",\"13\",\"axpy(float*)\",6\n");
    ASSERT_FALSE(run);
    EXPECT_TRUE(run.error.message.contains(QStringLiteral("units"))) << run.error.message.toStdString();
}

TEST(Nvprof, bothTracesTogetherKeepCallsOffTheGpu)
{
    const RunResult run =
        runFromJson(std::string(csvHeader) + "us,us,,,,,,,,,,,\n"
                                             "1,2,,,,,,,,,,\"cudaLaunchKernel\",6\n"
                                             "5,3,2,3,1,64,1,1,\"T4 (0)\",\"1\",\"13\",\"axpy(float*) [6]\",6\n");
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 1u);
    EXPECT_NE(run->gpu.launch[0], noLaunch);
}

TEST(Nvprof, tracesOfSeveralProcessesAreRecordings)
{
    const std::string one = std::string(traceHeader) + traceRows;
    const RunResult run =
        runFromJson("==8== NVPROF is profiling process 8, command: a\n==8== Profiling result:\n" + one +
                    "\n==9== NVPROF is profiling process 9, command: b\n==9== Profiling result:\n" + one);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.recording, 1u);
    ASSERT_EQ(run->others.size(), 1u);
    EXPECT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(run->others[0]->gpu.size(), 2u);
}

TEST(Nvprof, aTraceBehindALongLogIsFound)
{
    std::string log = "==8== NVPROF is profiling process 8, command: a\n";
    for (int i = 0; i < 20'000; ++i)
        log += "step " + std::to_string(i) + "\n";
    const RunResult run = runFromJson(log + "==8== Profiling result:\n" + traceHeader + traceRows);
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->gpu.size(), 2u);
}

TEST(Nvprof, aCutOrDamagedTraceKeepsItsRows)
{
    const std::string whole = std::string(traceHeader) + traceRows;
    const RunResult cut = runFromJson(whole + "140.00ms  3.7037ms         (20 1");
    ASSERT_TRUE(cut);
    EXPECT_EQ(cut->gpu.size(), 2u);
    EXPECT_FALSE(cut->info.complete);
    const RunResult damaged = runFromJson(whole + "140.00ms  what?\n" + traceRows);
    ASSERT_TRUE(damaged);
    EXPECT_EQ(damaged->gpu.size(), 4u);
    EXPECT_TRUE(damaged->diagnostics.find("odd-row"));
    EXPECT_TRUE(damaged->info.complete);
}

TEST(Nvprof, aTableOfStartsAndDurationsOfAnotherToolIsNoTrace)
{
    const RunResult run = runFromJson("start\n   Start  Duration  Name\n5967.1  82        self\n");
    EXPECT_FALSE(run);
}

} // namespace tst_nvprof
