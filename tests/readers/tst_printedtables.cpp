// What other profilers print or write as sums: unitrace, PaddlePaddle, DeepSpeed, TensorRT, Proton, rocprofv3.

#include "core/analysis/stages/tablework.h"
#include "core/model/eventtext.h"
#include "tests/support/support.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace tst_printedtables {

using namespace ws;
using namespace ws::test;
using testing::HasSubstr;

namespace {

const Table &tableOf(const RunResult &run, const char *report)
{
    static const Table none;
    EXPECT_TRUE(run) << run.error.message.toStdString();
    for (size_t i = 0; run && i < run->tables.size(); ++i)
        if (run->tables[i].report == report)
            return run->tables[i];
    ADD_FAILURE() << report;
    return none;
}

double number(const Table &table, size_t row, const char *column)
{
    return table.numberAt(row, table.columnIndex(column));
}

std::string_view name(const Table &table, size_t row, const char *column)
{
    return table.nameAt(row, table.columnIndex(column));
}

int64_t workNs(const RunResult &run)
{
    int64_t ns = 0;
    for (const NamedWork &work : workWithoutTimeline(*run))
        ns += work.sums.all.totalNs;
    return ns;
}

} // namespace

TEST(Unitrace, summariesAreReadWithAndWithoutQuotes)
{
    const RunResult run = runFromJson(R"T(
=== Device Timing Summary ===

                Total Execution Time (ns):            179716136
    Total Device Time for L0 backend (ns):            130

== L0 Backend ==

                              Kernel,        Calls,            Time (ns),     Time (%),         Average (ns),             Min (ns),             Max (ns)
            "run(float*, int)::{lambda()#1}",            4,                  100,    76.923077,                   25,                   20,                   30
        "zeCommandListAppendMemoryCopy(M2D)",            8,                   30,    23.076923,                    3,                    1,                    5


=== Kernel Properties ===

                              Kernel, Compiled, SIMD, Number of Arguments, SLM Per Work Group, Private Memory Per Thread, Spill Memory Per Thread, Register File Size Per Thread
            "run(float*, int)::{lambda()#1}",      JIT,  ANY,                   4,                  0,                         0,                       0,                       unknown

== CL GPU Backend ==

              Kernel,       Calls,           Time (ns),    Time (%),        Average (ns),            Min (ns),            Max (ns)
  add(float*, float*),           4,            44280640,       94.97,            11070160,             9633280,            12989120

=== API Timing Summary ===

== L0 Backend ==

                         Function,        Calls,            Time (ns),      Time (%),         Average (ns),             Min (ns),             Max (ns)
        zeCommandQueueSynchronize,            4,             29482351,     93.374870,              7370587,              7041115,              7765931
)T");
    const Table &device = tableOf(run, "device_timing");
    EXPECT_EQ(run->info.format, "unitrace");
    ASSERT_EQ(device.rows.size(), 2u);
    EXPECT_EQ(name(device, 0, "Kernel"), "run(float*, int)::{lambda()#1}");
    EXPECT_EQ(device.columns[2].unit, Unit::Nanoseconds);
    EXPECT_DOUBLE_EQ(number(device, 1, "Calls"), 8);
    EXPECT_EQ(device.title, "device_timing (L0 Backend)");
    EXPECT_EQ(name(tableOf(run, "kernel_properties"), 0, "SIMD"), "ANY");
    EXPECT_EQ(name(run->tables[2], 0, "Kernel"), "add(float*, float*)") << "OpenCL's names have no quotes";
    EXPECT_EQ(tableOf(run, "api_timing").rows.size(), 1u);
    EXPECT_EQ(workNs(run), 130 + 44280640);
    EXPECT_THAT(run->info.facts,
                testing::Contains(std::pair<std::string, std::string>("Total Device Time for L0 backend (ns)", "130")));
}

TEST(Unitrace, onetracesSubmissionsHaveACommaAtTheEnd)
{
    const RunResult run = runFromJson(R"T(=== Kernel Submission Results: ===

                            Kernel,       Calls,         Append (ns),  Append (%),         Submit (ns),  Submit (%),        Execute (ns), Execute (%),
                              GEMM,           4,              553087,       10.79,            12441082,        3.03,           169770832,       97.24,
   clEnqueueReadBuffer[4 bytes],       4      2225152,      1.25
)T");
    const Table &table = tableOf(run, "kernel_submission");
    ASSERT_EQ(table.rows.size(), 1u);
    EXPECT_EQ(table.columns.size(), 8u);
    EXPECT_DOUBLE_EQ(number(table, 0, "Execute (ns)"), 169770832);
    EXPECT_TRUE(run->diagnostics.find("odd-row"));
    EXPECT_EQ(workNs(run), 0) << "intervals of submissions are no sums of kernels";
}

TEST(Unitrace, aDeviceTimelineIsATimeline)
{
    const RunResult run = runFromJson(
        R"T(the program prints
Thread 42 Device 597 : "zeCommandListAppendMemoryCopy(M2D)[64]" [ns] 100 (append) 150 (submit) 1000 (start) 1500 (end)
Thread 42 Device 597 : "GEMM[SIMD32 {1; 1024; 1} {256; 1; 1}]" [ns] 110 (append) 150 (submit) 1600 (start) 2600 (end)
Thread 43 Device 0x44e4920 : add(float*, [ns] int) [ns] 110 (append) 150 (submit) 1700 (start) 1800 (end)
Device Timeline (queue: 0x55a9): clEnqueueWriteBuffer [ns] = 10 (queued) 20 (submit) 3000 (start) 3100 (end)
Thread 42 Device 597 : "lost" [ns] 110 (append) 150 (sub
Thread 42 Device 597 : "zeCommandListAppendBarrier" [ns] 110 (append) 150 (submit) 4000 (start) 4010 (end))T");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.format, "unitrace-timeline");
    ASSERT_EQ(run->gpu.size(), 5u);
    EXPECT_EQ(run->gpu.kind[0], CategoryKind::Memcpy);
    EXPECT_EQ(run->text(run->gpu.name[1]), "GEMM[SIMD32 {1; 1024; 1} {256; 1; 1}]");
    EXPECT_EQ(run->text(run->gpu.grid[1]), "grid [1,1024,1] block [256,1,1]");
    EXPECT_EQ(run->gpu.duration[1], 1000);
    EXPECT_EQ(run->text(run->gpu.name[2]), "add(float*, [ns] int)");
    EXPECT_EQ(run->gpu.kind[3], CategoryKind::Memcpy);
    EXPECT_EQ(run->gpu.devices.size(), 3u) << "two handles, and onetrace's queue";
    EXPECT_EQ(run->diagnostics.find("odd-row")->count, 1u);
    EXPECT_TRUE(run->info.complete) << "the last line lacks only its end";
}

TEST(Paddle, cellsOfFiveNumbersAreFiveColumns)
{
    const RunResult run = runFromJson(R"T(- **Operator Summary**

  ```plain
  -------------------Operator Summary-------------------
  Time unit: ms
  -------------------------  ------  ----------------------------------------  ----------------------------------------
  Name                       Calls   CPU Total / Avg / Max / Min / Ratio(%)    GPU Total / Avg / Max / Min / Ratio(%)
  -------------------------  ------  ----------------------------------------  ----------------------------------------
  -------------------Thread: All threads merged-------------------
  conv2d_grad                296     53.70 / 0.18 / 0.40 / 0.14 / 4.34         679.11 / 2.29 / 5.75 / 0.24 / 24.11
    maxwell_scudnn_128x...   8       - / - / - / - / -                         15.70 / 1.96 / 1.97 / 1.96 / 2.44
  Others                     -       0.66 / - / - / -/ -                       0.49 / - / - / - / 3.96
  ```
)T");
    const Table &table = tableOf(run, "operator_summary");
    EXPECT_EQ(run->info.format, "framework-tables");
    ASSERT_EQ(table.rows.size(), 3u);
    EXPECT_EQ(table.columns[7].name, "GPU Total");
    EXPECT_EQ(table.columns[7].unit, Unit::Milliseconds);
    EXPECT_DOUBLE_EQ(number(table, 0, "GPU Ratio(%)"), 24.11);
    EXPECT_DOUBLE_EQ(number(table, 1, "GPU Max"), 1.97);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(table.rows[1][2]));
    EXPECT_DOUBLE_EQ(number(table, 1, "Level"), 1) << "what the operator launched";
    EXPECT_EQ(name(table, 1, "Name"), "maxwell_scudnn_128x...");
    EXPECT_EQ(workNs(run), 0) << "operators repeat the times of their kernels";
}

TEST(Paddle, kernelsAreGpuWorkInTheUnitOfTheTable)
{
    const RunResult run = runFromJson(R"T(
---------Kernel Summary---------
Time unit: us
--------------  ------  ----------------------------------------
Name            Calls   GPU Total / Avg / Max / Min / Ratio(%)
--------------  ------  ----------------------------------------
gemm            2       3.00 / 1.50 / 2.00 / 1.00 / 75.00
relu            1       1.00 / 1.00 / 1.00 / 1.00 / 25.00
--------------  ------  ----------------------------------------

---------Overview Summary---------
Time unit: us
--------------  --------------  --------------  --------------
Event Type      Calls           CPU Time        Ratio (%)
--------------  --------------  --------------  --------------
ProfileStep     8               4945.15         100.00
--------------  --------------  --------------  --------------
                Calls           GPU Time        Ratio (%)
--------------  --------------  --------------  --------------
  Kernel        13              4.00            55.50
--------------  --------------  --------------  --------------
)T");
    EXPECT_EQ(tableOf(run, "kernel_summary").rows.size(), 2u);
    EXPECT_EQ(tableOf(run, "overview_summary").rows.size(), 1u);
    const Table &gpu = tableOf(run, "overview_summary_gpu");
    ASSERT_EQ(gpu.rows.size(), 1u);
    EXPECT_EQ(name(gpu, 0, "Event Type"), "Kernel");
    EXPECT_DOUBLE_EQ(number(gpu, 0, "GPU Time"), 4);
    EXPECT_EQ(workNs(run), 4000);
}

TEST(Paddle, withoutItsUnitATableHasNoTimes)
{
    const RunResult run = runFromJson(R"T(
---------Kernel Summary---------
--------------  ------  ----------------------------------------
Name            Calls   GPU Total / Avg / Max / Min / Ratio(%)
--------------  ------  ----------------------------------------
gemm            2       3.00 / 1.50 / 2.00 / 1.00 / 75.00
--------------  ------  ----------------------------------------
)T");
    EXPECT_EQ(tableOf(run, "kernel_summary").columns[2].unit, Unit::Number);
    EXPECT_TRUE(run->diagnostics.find("no-units"));
    EXPECT_EQ(workNs(run), 0);
}

TEST(Paddle, theSummaryOfStepsIsRead)
{
    const RunResult run = runFromJson(R"T(
============================================Perf Summary============================================
Reader Ratio: 53.514%
Time Unit: s, IPS Unit: steps/s
|                 |       avg       |       max       |       min       |
|   reader_cost   |     0.01367     |     0.01407     |     0.01310     |
|       ips       |     39.13907    |     45.03588    |     41.99930    |
)T");
    const Table &table = tableOf(run, "perf_summary");
    ASSERT_EQ(table.rows.size(), 1u) << "steps per second are no time";
    EXPECT_EQ(table.columns[1].unit, Unit::Seconds);
    EXPECT_DOUBLE_EQ(number(table, 0, "max"), 0.01407);
    EXPECT_THAT(run->info.facts,
                testing::Contains(std::pair<std::string, std::string>("ips (steps/s), avg", "39.13907")));
}

TEST(DeepSpeed, bothFormsOfTheTreeHaveTheSameRows)
{
    const char *const begin = R"T(-------------------------- DeepSpeed Flops Profiler --------------------------
Profile Summary at step 10:
fwd latency:                                                  76.67 ms

----------------------------- Aggregated Profile per GPU -----------------------------
Top 1 modules in terms of params, MACs or fwd latency at different model depths:
depth 0:
    params      - {'Net': '1.05 k'}
    MACs        - {'Net': '2 MMACs'}
    fwd latency - {'Net': '1.5 ms''}

------------------------------ Detailed Profile per GPU ------------------------------
Each module profile is listed after its name in the following order:
params, percentage of total params, MACs, percentage of total MACs, fwd latency, percentage of total fwd latency, fwd FLOPS

)T";
    const char *const trees[] = {R"T(Net(
  1.05 k, 100.00% Params, 2 MMACs, 100.00% MACs, 1.5 ms, 100.00% latency, 1.33 GFLOPS,
  (fc): Linear(1 k, 95.00% Params, 2 MMACs, 100.00% MACs, 700.5 us, 46.70% latency, 2.86 GFLOPS, in_features=8, out_features=8)
  (drop): Dropout(...)
)
------------------------------------------------------------------------------
)T",
                                 R"T(Net(
  1.05 K = 100% Params, 2 MMACs = 100% MACs, 1.5 ms = 100% latency, 1.33 GFLOPS
  (fc): Linear(1 K = 95% Params, 2 MMACs = 100% MACs, 700.5 us = 46.7% latency, 2.86 GFLOPS, in_features=8, out_features=8)
)
------------------------------------------------------------------------------
)T"};
    for (const char *tree : trees) {
        const RunResult run = runFromJson(std::string(begin) + tree);
        const Table &table = tableOf(run, "flops_detailed");
        ASSERT_EQ(table.rows.size(), 2u);
        EXPECT_EQ(name(table, 1, "Module"), "Linear");
        EXPECT_EQ(name(table, 1, "Name"), "fc");
        EXPECT_DOUBLE_EQ(number(table, 0, "Params"), 1050);
        EXPECT_DOUBLE_EQ(number(table, 1, "MACs"), 2e6);
        EXPECT_DOUBLE_EQ(number(table, 1, "Fwd latency"), 700.5);
        EXPECT_DOUBLE_EQ(number(table, 1, "Latency %"), 46.7);
        EXPECT_DOUBLE_EQ(number(table, 1, "FLOPS"), 2.86e9);
        EXPECT_TRUE(run->info.complete);
        const Table &depths = tableOf(run, "flops_by_depth");
        ASSERT_EQ(depths.rows.size(), 1u);
        EXPECT_DOUBLE_EQ(number(depths, 0, "Fwd latency"), 1500) << "before a stray quote";
        EXPECT_EQ(workNs(run), 0) << "latencies of modules are no GPU work";
    }
}

TEST(DeepSpeed, aCutTreeSaysSo)
{
    const RunResult run = runFromJson(R"T(-------------------------- DeepSpeed Flops Profiler --------------------------
------------------------------ Detailed Profile per GPU ------------------------------
Net(
  1.05 K = 100% Params, 2 MMACs = 100% MACs, 1.5 ms = 100% latency, 1.33 GFLOPS
  (fc): Linear(1 K = 95% Params, 2 MM)T");
    EXPECT_EQ(tableOf(run, "flops_detailed").rows.size(), 1u);
    EXPECT_FALSE(run->info.complete);
}

TEST(TensorRt, layersOfAnExportedProfileAreATable)
{
    const RunResult run = runFromJson(R"T([
  { "count" : 512 }
, { "name" : "conv \"a\"", "timeMs" : 41.2, "averageMs" : 0.08, "medianMs" : 0.07, "percentage" : 52.1 }
, { "name" : "fc", "timeMs" : 0, "averageMs" : 0, "medianMs" : 0, "percentage" : 47.9 }
]
)T");
    const Table &table = tableOf(run, "layers");
    EXPECT_EQ(run->info.format, "tensorrt-json");
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(name(table, 0, "name"), "conv \"a\"");
    EXPECT_EQ(table.columns[1].unit, Unit::Milliseconds);
    EXPECT_DOUBLE_EQ(number(table, 0, "medianMs"), 0.07);
    EXPECT_THAT(run->info.facts, testing::Contains(testing::Pair(testing::_, "512")));
    EXPECT_EQ(workNs(run), 0) << "layers are no kernels";
}

TEST(TensorRt, whatIsNoJsonIsReadLineByLine)
{
    const RunResult run = runFromJson(R"T([
  { "count" : 1 }
, { "name" : "say "hi" + relu", "timeMs" : 1.5, "averageMs" : 1.5, "percentage" : -nan }
, { "name" : "fc", "timeMs" : 2.5, "averageMs" : 2.5, "percentage" : nan }
, { "name" : "cut", "timeMs" :)T");
    const Table &table = tableOf(run, "layers");
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_EQ(name(table, 0, "name"), "say \"hi\" + relu");
    EXPECT_DOUBLE_EQ(number(table, 1, "timeMs"), 2.5);
    EXPECT_FALSE(run->info.complete);
    EXPECT_TRUE(run->diagnostics.find("bad-row"));
}

TEST(TensorRt, timesOfInferencesAreATable)
{
    const RunResult run = runFromJson(R"T([
  { "startEnqMs" : 0.1, "endEnqMs" : 0.2, "startComputeMs" : 0.3, "endComputeMs" : 1.4, "computeMs" : 1.1 }
, { "startEnqMs" : 1.1, "endEnqMs" : 1.2, "startComputeMs" : 1.5, "endComputeMs" : 2.7, "computeMs" : 1.2 }
])T");
    const Table &table = tableOf(run, "inferences");
    ASSERT_EQ(table.rows.size(), 2u);
    EXPECT_DOUBLE_EQ(number(table, 1, "computeMs"), 1.2);
    EXPECT_DOUBLE_EQ(number(table, 1, "#"), 2);
}

TEST(TensorRt, layersInLogsOfTrtexecAreFound)
{
    const RunResult run = runFromJson(R"T([01/20/2024-20:25:39] [I] === Profile (290 iterations ) ===
[01/20/2024-20:25:39] [I]    Time(ms)     Avg.(ms)   Median(ms)   Time(%)   Layer
[01/20/2024-20:25:39] [I]       29.17       0.1006       0.0973       1.7   Reformatting CopyNode for Input Tensor 0 to {ForeignNode[a...b]}
[01/20/2024-20:25:40] [I]     1667.74       5.7508       5.7308      97.7   {ForeignNode[a + b.../c]}
[01/20/2024-20:25:40] [I]     1696.91       5.8873       5.8619     100.0   Total
[01/20/2024-20:25:40] [I] 
)T");
    const Table &table = tableOf(run, "layers");
    ASSERT_EQ(table.rows.size(), 2u) << "the total is no layer";
    EXPECT_EQ(name(table, 0, "Layer"), "Reformatting CopyNode for Input Tensor 0 to {ForeignNode[a...b]}");
    EXPECT_DOUBLE_EQ(number(table, 1, "Time(ms)"), 1667.74);
    const RunResult old = runFromJson(R"T(=== Profile (10 iterations ) ===
       Layer   Time (ms)   Avg. Time (ms)   Time %
 conv1 + relu       1.50           0.1500     75.0
           fc       0.50           0.0500     25.0
        Total       2.00           0.2000    100.0
)T");
    ASSERT_EQ(tableOf(old, "layers").rows.size(), 2u);
    EXPECT_EQ(name(tableOf(old, "layers"), 0, "Layer"), "conv1 + relu");
    EXPECT_DOUBLE_EQ(number(tableOf(old, "layers"), 1, "Avg. Time (ms)"), 0.05);
}

namespace {

const char *const hatchet = R"T([{"children":[
 {"children":[{"children":[],"frame":{"name":"gemm","type":"function"},
               "metrics":{"count":4,"device_id":"0","device_type":"CUDA","time (ns)":1500}}],
  "frame":{"name":"scope","type":"function"},"metrics":{"flops":8000}},
 {"children":[],"frame":{"name":"relu","type":"function"},"metrics":{"count":2,"time (ns)":500,"list":[1,2]}}],
 "frame":{"name":"ROOT","type":"function"},"metrics":{"count":0,"time (ns)":0}},
 {"CUDA":{"0":{"arch":"90","num_sms":132}}}])T";

} // namespace

TEST(Proton, aTreeOfSumsIsATableOfItsNames)
{
    const RunResult run = runFromJson(hatchet);
    const Table &table = tableOf(run, "tree");
    EXPECT_EQ(run->info.format, "proton-tree");
    ASSERT_EQ(table.rows.size(), 4u);
    EXPECT_EQ(name(table, 2, "Name"), "gemm");
    EXPECT_EQ(name(table, 2, "Within"), "ROOT › scope");
    EXPECT_DOUBLE_EQ(number(table, 2, "Depth"), 2);
    EXPECT_DOUBLE_EQ(number(table, 2, "time (ns)"), 1500);
    EXPECT_DOUBLE_EQ(number(table, 1, "flops"), 8000);
    EXPECT_EQ(workNs(run), 2000);
    EXPECT_THAT(run->info.facts, testing::Contains(testing::Pair("CUDA 0", HasSubstr("arch 90"))));
}

TEST(Proton, theMessagePackFormHasTheSameRows)
{
    const nlohmann::json json = nlohmann::json::parse(hatchet);
    const std::vector<uint8_t> bytes = nlohmann::json::to_msgpack(json);
    const RunResult run = runFromJson(std::string_view(reinterpret_cast<const char *>(bytes.data()), bytes.size()));
    const RunResult text = runFromJson(hatchet);
    const Table &table = tableOf(run, "tree"), &same = tableOf(text, "tree");
    ASSERT_EQ(table.rows.size(), same.rows.size());
    for (size_t row = 0; row < table.rows.size(); ++row) {
        EXPECT_EQ(name(table, row, "Name"), name(same, row, "Name"));
        EXPECT_EQ(name(table, row, "Within"), name(same, row, "Within"));
        EXPECT_EQ(number(table, row, "time (ns)"), number(same, row, "time (ns)"));
    }
    for (const size_t size : {bytes.size() / 2, bytes.size() - 1}) {
        const RunResult cut = runFromJson(std::string_view(reinterpret_cast<const char *>(bytes.data()), size));
        if (cut) {
            EXPECT_FALSE(cut->info.complete) << size;
        }
    }
}

TEST(Proton, depthCostsNoStack)
{
    std::string deep = "[";
    for (int i = 0; i < 200'000; ++i)
        deep += R"T({"frame":{"name":"f"},"metrics":{},"children":[)T";
    const RunResult run = runFromJson(deep);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->tables.front().rows.size(), 200'000u);
    EXPECT_FALSE(run->info.complete);
}

TEST(RocprofText, dispatchesOfBothVersionsAreATimeline)
{
    const RunResult run = runFromJson(R"T(ROCPROFILER: input from "input.xml"
dispatch[0], gpu-id(1), queue-id(2), queue-index(0), pid(9), tid(9), grd(1024), wgr(256), lds(0), scr(0), vgpr(8), sgpr(16), fbar(0), sig(0x7f), obj(0x7e), kernel-name("add(float*, (anonymous))"), time(90,100,250,300)
  SQ_WAVES (16)
Dispatch_ID(1), GPU_ID(1), Queue_ID(3), Process_ID(9), Grid_Size(512), Workgroup_Size(64), Kernel_Name("mul(float*)"), Begin_Timestamp(400), End_Timestamp(450), Correlation_ID(5)
dispatch[2], gpu-id(1), queue-id(2), kernel-name("untimed")
)T");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.format, "rocprof-text");
    ASSERT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(run->text(run->gpu.name[0]), "add(float*, (anonymous))");
    EXPECT_EQ(run->gpu.duration[0], 150) << "from begin to end, not from dispatch to completion";
    EXPECT_EQ(run->text(run->gpu.grid[0]), "grid [4,1,1] block [256,1,1]") << "work items become blocks";
    EXPECT_EQ(run->text(run->gpu.streams[run->gpu.stream[1]].stream), "3");
    EXPECT_EQ(run->diagnostics.find("odd-row")->count, 1u);
}

TEST(RocprofText, countersBehindADispatchWithholdIdleTimeAndAreATable)
{
    const std::string line = "Dispatch_ID(1), GPU_ID(1), Queue_ID(3), Kernel_Name(\"mul(float*)\"), "
                             "Begin_Timestamp(400), End_Timestamp(450), Correlation_ID(5)";
    const RunResult counted = runFromJson(line + ", GRBM_COUNT(499551.000000)\n"), plain = runFromJson(line + "\n");
    ASSERT_TRUE(counted && plain);
    EXPECT_TRUE(counted->diagnostics.find("kernel-counters"));
    EXPECT_DOUBLE_EQ(number(tableOf(counted, "counters"), 0, "GRBM_COUNT"), 499551);
    EXPECT_FALSE(plain->diagnostics.find("kernel-counters"));
    std::string many;
    for (int i = 0; i < 3500; ++i)
        many += line + ", TCC_HIT" + std::to_string(i) + "_sum(1)\n";
    const RunResult hostile = runFromJson(many);
    ASSERT_TRUE(hostile);
    EXPECT_EQ(hostile->gpu.size(), 3500u);
    EXPECT_TRUE(hostile->tables.empty());
    EXPECT_TRUE(hostile->diagnostics.find("many-counters"));
    EXPECT_TRUE(plain->tables.empty());
}

TEST(RocprofText, aLogThatSpeaksOfDispatchesIsNoTimeline)
{
    EXPECT_FALSE(runFromJson("dispatch[0] of kernel-name(a) failed\ndispatch[1], gpu-id(0), kernel-name(\"a\")\n"));
}

TEST(RocprofCompute, countersOfDispatchesAreATableBesideTheTimeline)
{
    const RunResult run = runFromJson(
        "Dispatch_ID,GPU_ID,Queue_ID,PID,TID,Grid_Size,Workgroup_Size,LDS_Per_Workgroup,Scratch_Per_Workitem,Arch_VGPR,"
        "Accum_VGPR,SGPR,wave_size,Kernel_Name,Start_Timestamp,End_Timestamp,Kernel_ID,SQ_WAVES,SQ_INSTS_VALU\n"
        "0,4,1,9,9,1024,256,0,0,8,8,24,64,\"add(double*)\",1000000,1020000,1,16384.0,1000.5\n"
        "1,5,1,9,9,1024,256,0,0,8,8,24,64,\"add(double*)\",1030000,1050000,2,16384.0,\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(run->gpu.devices.size(), 2u) << "GPU_ID";
    const Table &table = tableOf(run, "counters");
    ASSERT_EQ(table.columns.size(), 4u) << "registers and sizes are no counters";
    EXPECT_DOUBLE_EQ(number(table, 0, "SQ_INSTS_VALU"), 1000.5);
    EXPECT_EQ(name(table, 1, "Kernel"), "add(double*)");
    const RunResult plain =
        runFromJson("Kind,Agent_Id,Kernel_Name,Start_Timestamp,End_Timestamp\nKERNEL_DISPATCH,4,add,1,2\n");
    ASSERT_TRUE(plain);
    EXPECT_TRUE(plain->tables.empty());
    EXPECT_TRUE(run->diagnostics.find("kernel-counters")) << "kernels ran one at a time";
    EXPECT_FALSE(plain->diagnostics.find("kernel-counters"));
}

TEST(RocprofCompute, aColumnThatIsNotKnownIsNoCounter)
{
    const auto read = [](const std::string &more, const std::string &values) {
        return runFromJson("Index,KernelName,gpu-id,BeginNs,EndNs," + more + "\n0,add,0,1000,2000," + values + "\n");
    };
    const RunResult sizes = read("grd0,grd1,wgr0,CorrelationId,Occupancy_Limit,GRID_SIZE,Duration_us,name2,Bytes",
                                 "1024,1,256,7,8,1024,1.0,5,64");
    ASSERT_TRUE(sizes);
    EXPECT_EQ(sizes->gpu.size(), 1u);
    EXPECT_FALSE(sizes->diagnostics.find("kernel-counters"));
    EXPECT_TRUE(sizes->tables.empty());
    for (const char *counter : {"SQ_WAVES", "TCC_HIT[3]", "TCC_HIT_sum", "GRBM_GUI_ACTIVE", "TA_BUSY_avr", "L2CacheHit",
                                "VALUUtilization", "FetchSize", "Wavefronts", "Counter_Value"})
        EXPECT_TRUE(read(counter, "5")->diagnostics.find("kernel-counters")) << counter;
    const RunResult both = read("SQ_WAVES,MyOwnMetric", "5,6");
    EXPECT_EQ(tableOf(both, "counters").columns.size(), 4u) << "beside a counter, others may be, too";
}

TEST(RocprofCompute, twoThousandCountersFitIntoTheHeadersLine)
{
    std::string header = "Dispatch_ID,GPU_ID,Kernel_Name,Kernel_ID", row = "0,0,add,10";
    for (int i = 0; i < 2000; ++i) {
        header += ",TCC_EA0_WRREQ_STALL[" + std::to_string(i) + "]";
        row += ",7.5";
    }
    const RunResult run = runFromJson(header + ",Kernel_ID_12,Start_Timestamp,End_Timestamp\n" + row +
                                      ",10,41551895758129.766,41551895787070.08\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->gpu.size(), 1u);
    EXPECT_EQ(run->gpu.duration[0], 28'940) << "means over several runs of the program have decimals";
    EXPECT_EQ(tableOf(run, "counters").columns.size(), 2002u) << "a repeated number of the kernel is no counter";
}

TEST(RocprofStats, copiesOfTheFirstRocprofAreNoKernels)
{
    const std::string header = "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n",
                      copy = "\"CopyDeviceToHost\",1,885690,885690,100\n";
    EXPECT_EQ(runFromJson(header + copy)->tables.front().report, "memory_copy_stats");
    EXPECT_EQ(runFromJson(header + "\"async-copy\",6,35520,5920,100\n")->tables.front().report, "memory_copy_stats");
    EXPECT_EQ(runFromJson(header + "\"my_async-copy(int)\",6,35520,5920,100\n")->tables.front().report, "kernel_stats");
    EXPECT_EQ(runFromJson(header + copy + "\"CopyOfWeights\",1,5,5,0\n")->tables.front().report, "kernel_stats");
}

TEST(RocprofCompute, itsKernelsByTimeAreATableOfGpuWork)
{
    const RunResult run =
        runFromJson("Kernel_Name,Count,Sum(us),Mean(us),Median(us),Pct\n"
                    "\"gemm<4, 5>(float*)\",150,4358.035,29.05,28.9,83.8\nfill,2,843.5,5.6,5.5,16.2\n");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    EXPECT_EQ(run->info.format, "rocprof-stats");
    const auto work = workWithoutTimeline(*run);
    ASSERT_EQ(work.size(), 1u);
    EXPECT_EQ(work[0].sums.all.totalNs, 5'201'535);
}

TEST(RocprofSummary, eachDomainIsATableAndTheWholeRepeatsThem)
{
    const std::string header =
        "|        NAME        |     DOMAIN      |      CALLS      | DURATION (usec) | AVERAGE (usec)  | "
        "PERCENT (INC) |   MIN (usec)    |   MAX (usec)    |     STDDEV      |\n"
        "|--------------------|-----------------|-----------------|-----------------|-----------------|"
        "---------------|-----------------|-----------------|-----------------|\n";
    const std::string kernel =
        "| add<a|b>(float*)   | KERNEL_DISPATCH | 8 | 184.5 | 2.304e+01 | 40.681542 | 11.2 | 98.8 | 3.062e+01 |\n";
    const std::string call = "| hipMalloc          | HIP_API         | 3 | 20 | 6.6 | 100.0 | 1 | 9 | 0.000e+00 |\n";
    const RunResult run =
        runFromJson("ROCPROFV3 HIP_API SUMMARY:\n\n" + header + call + "\nROCPROFV3 KERNEL_DISPATCH SUMMARY:\n\n" +
                    header + kernel + "\nROCPROFV3 SUMMARY:\n\n" + header + kernel + call);
    const Table &table = tableOf(run, "kernel_stats");
    EXPECT_EQ(name(table, 0, "NAME"), "add<a|b>(float*)");
    EXPECT_EQ(table.columns[3].unit, Unit::Microseconds);
    EXPECT_DOUBLE_EQ(number(table, 0, "AVERAGE"), 23.04);
    EXPECT_EQ(tableOf(run, "api_stats").rows.size(), 1u);
    EXPECT_EQ(tableOf(run, "summary").rows.size(), 2u);
    EXPECT_EQ(workNs(run), 184'500) << "the summary of all domains repeats the kernels";
    const RunResult alone = runFromJson("ROCPROFV3 SUMMARY:\n\n" + header + kernel + call);
    EXPECT_EQ(workNs(alone), 184'500) << "alone, its calls are no GPU work";
}

} // namespace tst_printedtables
