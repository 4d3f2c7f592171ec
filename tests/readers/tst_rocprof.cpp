// JSON and CSV of rocprofv3.

#include "core/model/eventtext.h"
#include "core/report/overviewreport.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <set>

namespace tst_rocprof {

using namespace ws;
using namespace ws::test;

namespace {

std::string text(const Run &run, StringId id)
{
    return std::string(run.text(id));
}

class File
{
public:
    File(const std::string &content, const char *name) : m_path(m_dir.filePath(QString::fromUtf8(name)))
    {
        QFile file(m_path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(content.data(), static_cast<qint64>(content.size()));
    }
    const QString &path() const { return m_path; }
    RunResult load() const
    {
        Progress progress;
        auto loaded = loadRun(m_path, progress);
        if (!loaded)
            return {nullptr, loaded.error()};
        return {*loaded, {}};
    }

private:
    QTemporaryDir m_dir;
    QString m_path;
};

/// A kernel of 2,048 work items, a copy back, the calls of both and a marker. `stream` of the kernel.
std::string json(const std::string &stream = "3", const std::string &more = "")
{
    return R"json({"rocprofiler-sdk-tool": [{"metadata": {"node": {"id": 0, "hostname": "host-a"}, "pid": 908,
 "command": ["python3", "train.py"], "config": {"output_path": "/tmp"}},
 "agents": [{"id": {"handle": 100}, "type": 1, "node_id": 0, "logical_node_type_id": 0, "product_name": "EPYC"},
  {"id": {"handle": 101}, "type": 2, "node_id": 4, "logical_node_type_id": 1, "name": "gfx942", "product_name": "MI300X",
   "caches": [{"type": 9, "node_id": 77, "name": "L2"}]}],
 "counters": [{"id": {"handle": 55}, "name": "SQ_WAVES"}],
 "strings": {"callback_records": [{"kind": "NONE", "operations": []}],
  "buffer_records": [{"kind": "NONE", "operations": []}, {"kind": "HIP_RUNTIME_API", "operations": ["hipMalloc",
  "hipLaunchKernel", "hipMemcpy"]}, {"kind": "MARKER_CORE_RANGE_API", "operations": ["roctxThreadRangeA"]},
  {"kind": "MEMORY_COPY", "operations": ["MEMORY_COPY_NONE", "MEMORY_COPY_DEVICE_TO_HOST"]},
  {"kind": "KERNEL_DISPATCH", "operations": []}], "marker_api": [{"key": 9, "value": "step 1"}]},
 "kernel_symbols": [{"kernel_id": 7, "code_object_id": 1, "kernel_name": "_Z4gemmPf.kd", "formatted_kernel_name":
  "gemm(float*)"}],
 "callback_records": {"counter_collection": []},
 "buffer_records": {"kernel_dispatch": [{"size": 184, "kind": 4, "operation": 2, "thread_id": 910, "correlation_id":
  {"internal": 5, "external": 0}, "start_timestamp": 2000, "end_timestamp": 2500, "dispatch_info": {"agent_id":
  {"handle": 101}, "queue_id": {"handle": 16}, "kernel_id": 7, "dispatch_id": 1, "workgroup_size": {"x": 256, "y": 1,
  "z": 1}, "grid_size": {"x": 2048, "y": 1, "z": 1}}, "stream_id": {"handle": )json" +
           stream + R"json(}}],
  "hip_api": [{"kind": 1, "operation": 1, "thread_id": 910, "correlation_id": {"internal": 5, "external": 0},
   "start_timestamp": 1000, "end_timestamp": 1100},
   {"kind": 1, "operation": 2, "thread_id": 910, "correlation_id": {"internal": 6, "external": 0},
   "start_timestamp": 1200, "end_timestamp": 2900}],
  "marker_api": [{"kind": 2, "operation": 0, "thread_id": 910, "correlation_id": {"internal": 9, "external": 0},
   "start_timestamp": 900, "end_timestamp": 3000}],
  "memory_copy": [{"kind": 3, "operation": 1, "thread_id": 910, "correlation_id": {"internal": 6, "external": 0},
   "start_timestamp": 2600, "end_timestamp": 2800, "dst_agent_id": {"handle": 100}, "src_agent_id": {"handle": 101},
   "stream_id": {"handle": 3}, "bytes": 64}])json" +
           more + "}}]}\n";
}

std::string streamOf(const Run &run, size_t i)
{
    const GpuStream &stream = run.gpu.streams[run.gpu.stream[i]];
    return text(run, run.gpu.devices[stream.device]) + '/' + text(run, stream.stream);
}

} // namespace

TEST(RocprofJson, recordsBecomeATimelineWithTheirWords)
{
    const File file(json(), "1_results.json");
    const RunResult run = file.load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->info.format, "rocprof-json");
    EXPECT_TRUE(run->diagnostics.empty());
    ASSERT_EQ(run->gpu.size(), 2U);
    EXPECT_EQ(run->timeline.originNs, 900);
    EXPECT_EQ(run->gpu.start[0], 1100);
    EXPECT_EQ(run->gpu.duration[0], 500);
    EXPECT_EQ(text(*run, run->gpu.name[0]), "gemm(float*)");
    EXPECT_EQ(text(*run, run->gpu.grid[0]), "grid [8,1,1] block [256,1,1]");
    EXPECT_EQ(streamOf(*run, 0), "1/3") << "the second GPU";
    EXPECT_EQ(text(*run, run->gpu.name[1]), "MEMORY_COPY_DEVICE_TO_HOST");
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
    EXPECT_EQ(streamOf(*run, 1), "1/3") << "a copy to the host runs on the GPU it comes from";
    EXPECT_EQ(text(*run, run->timeline.name(run->launches.slice[run->gpu.launch[0]])), "hipLaunchKernel");
    EXPECT_EQ(text(*run, run->timeline.name(run->launches.slice[run->gpu.launch[1]])), "hipMemcpy");
    std::multiset<std::string> calls;
    for (const Lane &lane : run->timeline.lanes)
        for (size_t i = 0; i < lane.size(); ++i)
            if (const CategoryKind kind = run->timeline.categories[lane.category[i]].kind; !isGpuWork(kind))
                calls.insert(text(*run, lane.name[i]));
    EXPECT_EQ(calls, (std::multiset<std::string>{"hipLaunchKernel", "hipMemcpy", "step 1"}))
        << "a marker is called by its message, a call by its operation";
    EXPECT_EQ(run->info.totalEvents, 5U);
    const auto kernel = eventJson(*run, run->gpu.slice[0]);
    ASSERT_TRUE(kernel) << kernel.error().text().toStdString();
    EXPECT_EQ((*kernel)["kernel_name"], "_Z4gemmPf.kd");
    EXPECT_EQ((*kernel)["agent"], "MI300X");
    const auto copy = eventJson(*run, run->gpu.slice[1]);
    ASSERT_TRUE(copy);
    EXPECT_EQ((*copy)["bytes"], 64);
}

TEST(RocprofJson, countersLastAsLongAsTheirKernelAndInstancesAddUp)
{
    std::string text = json();
    const std::string none = "\"counter_collection\": []";
    text.replace(text.find(none), none.size(), R"json("counter_collection": [{"dispatch_data": {"dispatch_info":
        {"agent_id": {"handle": 101}, "queue_id": {"handle": 16}, "kernel_id": 7}, "start_timestamp": 2000,
        "end_timestamp": 2500}, "start_timestamp": 2000, "end_timestamp": 2500, "agent_id": {"handle": 101},
        "records": [{"counter_id": {"handle": 55}, "value": 40.0}, {"counter_id": {"handle": 55}, "value": 24}]}])json");
    const RunResult run = File(text, "1_results.json").load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 2U) << "the dispatch is not counted twice";
    ASSERT_EQ(run->timeline.counters.size(), 1U);
    const CounterSeries &waves = run->timeline.counters[0];
    EXPECT_EQ(std::string(run->text(waves.name)), "SQ_WAVES");
    EXPECT_EQ(waves.time, (std::vector<int64_t>{1100, 1600}));
    EXPECT_EQ(waves.value, (std::vector<double>{64, 0}));
    EXPECT_TRUE(run->diagnostics.find("kernel-counters")) << "kernels ran one at a time";
    const RunResult without = File(json(), "1_results.json").load();
    EXPECT_FALSE(without->diagnostics.find("kernel-counters"));
}

TEST(RocprofJson, queuesAreTheRowsWhereThereAreNoStreams)
{
    std::string text = json("0");
    const std::string stream = "\"stream_id\": {\"handle\": 3}"; // of the copy
    text.replace(text.find(stream), stream.size(), "\"stream_id\": {\"handle\": 0}");
    const std::string kernel =
        R"({"kind": 4, "operation": 2, "correlation_id": {"internal": 0}, "start_timestamp": 2550,
        "end_timestamp": 2560, "dispatch_info": {"agent_id": {"handle": 101}, "queue_id": {"handle": 17}, "kernel_id": 8}})";
    text.replace(text.find("\"kernel_dispatch\": [") + 20, 0, kernel + ',');
    const RunResult run = File(text, "1_results.json").load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(streamOf(*run, 0), "1/16");
    EXPECT_EQ(streamOf(*run, 1), "1/17");
    EXPECT_NE(run->diagnostics.find("missing-name"), nullptr) << "kernel 8 has no symbol";
}

TEST(RocprofJson, aCutFileKeepsTheRecordsBeforeTheCut)
{
    const std::string whole = json();
    const RunResult run = File(whole.substr(0, whole.find("\"marker_api\": [{\"kind\"")), "1_results.json").load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 1U);
    EXPECT_FALSE(run->info.complete);
    EXPECT_NE(run->diagnostics.find("truncated"), nullptr);
}

TEST(RocprofJson, aFileWithoutRecordsSaysWhatToRecord)
{
    const RunResult run = File(R"({"rocprofiler-sdk-tool": [{"metadata": {"pid": 1}}]})", "1_results.json").load();
    ASSERT_FALSE(run);
    EXPECT_TRUE(run.error.message.contains(QStringLiteral("--runtime-trace"))) << run.error.message.toStdString();
}

TEST(RocprofJson, aRealFileHoldsAllItsDispatches)
{
    CORPUS_FILE(path, "other/tl_rocprof_908_results.json.gz");
    const auto run = corpusRun(path);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 43915U);
    EXPECT_TRUE(run->diagnostics.empty());
    EXPECT_EQ(text(*run, run->gpu.devices[0]), "0");
    std::set<StringId> names(run->gpu.name.begin(), run->gpu.name.end());
    EXPECT_EQ(names.size(), 80U);
    EXPECT_EQ(run->timeline.spanNs, 15122023494) << "from the first start to the last end";
}

TEST(RocprofCsv, kernelsAreATimeline)
{
    const File file(R"("Kind","Agent_Id","Queue_Id","Stream_Id","Thread_Id","Dispatch_Id","Kernel_Id",)"
                    R"("Kernel_Name","Correlation_Id","Start_Timestamp","End_Timestamp","LDS_Block_Size",)"
                    R"("Workgroup_Size_X","Workgroup_Size_Y","Workgroup_Size_Z","Grid_Size_X",)"
                    R"("Grid_Size_Y","Grid_Size_Z")"
                    "\n"
                    R"csv("KERNEL_DISPATCH","Agent 4",1,7,910,1,3,"gemm<float, 4>(float*)",5,2000,2500,0,256,1,)csv"
                    R"(1,2048,1,1)"
                    "\n"
                    R"csv("KERNEL_DISPATCH","Agent 4",1,7,910,2,3,"gemm<float, 4>(float*)",6,)csv"
                    "\n",
                    "1_kernel_trace.csv");
    const RunResult run = file.load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->info.stamp, FileStamp::of(file.path())) << "else a change of the file goes unseen";
    EXPECT_EQ(run->info.format, "rocprof-csv");
    ASSERT_EQ(run->gpu.size(), 1U);
    EXPECT_EQ(text(*run, run->gpu.name[0]), "gemm<float, 4>(float*)");
    EXPECT_EQ(streamOf(*run, 0), "4/7");
    EXPECT_EQ(text(*run, run->gpu.grid[0]), "grid [8,1,1] block [256,1,1]");
    EXPECT_NE(run->diagnostics.find("odd-row"), nullptr) << "a row without times";
}

TEST(RocprofCsv, countersOfADispatchAreNoFurtherRunsOfIt)
{
    std::string rows = "\"Correlation_Id\",\"Dispatch_Id\",\"Agent_Id\",\"Queue_Id\",\"Process_Id\",\"Kernel_Name\","
                       "\"Counter_Name\",\"Counter_Value\",\"Start_Timestamp\",\"End_Timestamp\"\n";
    const auto row = [&](int dispatch, const char *counter, double value, int start) {
        rows += "1," + std::to_string(dispatch) + ",\"Agent 1\",1,9,\"add\",\"" + counter + "\"," +
                std::to_string(value) + ',' + std::to_string(start) + ',' + std::to_string(start + 500) + '\n';
    };
    for (int dispatch = 1; dispatch <= 3; ++dispatch) {
        row(dispatch, "SQ_WAVES", 10 * dispatch, 1000 * dispatch);
        row(dispatch, "TCC_HIT", dispatch, 1000 * dispatch);
        row(dispatch, "TCC_HIT", 100, 1000 * dispatch);
    }
    row(3, "SQ_WAVES", 7, 9000); // the dispatch of another recording in one file
    const RunResult run = File(rows, "1_counter_collection.csv").load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 4U);
    EXPECT_EQ(run->info.totalEvents, 10U);
    ASSERT_EQ(run->tables.size(), 1U);
    const Table &table = run->tables.front();
    ASSERT_EQ(table.rows.size(), 4U);
    ASSERT_EQ(table.columns.size(), 4U);
    EXPECT_EQ(table.columns[3].name, "TCC_HIT");
    EXPECT_DOUBLE_EQ(std::get<double>(table.rows[1][2]), 20);
    EXPECT_DOUBLE_EQ(std::get<double>(table.rows[1][3]), 102) << "instances of a counter add up";
    EXPECT_DOUBLE_EQ(std::get<double>(table.rows[3][2]), 7);
    EXPECT_TRUE(run->diagnostics.find("kernel-counters"));
    EXPECT_FALSE(run->diagnostics.find("missing-dispatches"));
    for (int dispatch = 100; dispatch < 104; ++dispatch)
        row(dispatch, "SQ_WAVES", 1, 1000 * dispatch);
    EXPECT_TRUE(File(rows.substr(0, rows.find("1,3,")) + rows.substr(rows.find("1,100,")), "1_counter_collection.csv")
                    .load()
                    ->diagnostics.find("missing-dispatches"));
}

TEST(RocprofCsv, theFirstVersionSaysWhenADispatchWasQueued)
{
    const auto load = [](const char *dispatched) {
        return File(std::string("Index,KernelName,gpu-id,queue-id,pid,tid,DispatchNs,BeginNs,EndNs,CompleteNs\n"
                                "0,\"add.kd\",0,0,9,10,1000,1500,2500,2600\n1,\"mul.kd\",0,0,9,10,") +
                        dispatched + ",9000,9500,9600\n",
                    "results.csv")
            .load();
    };
    const RunResult run = load("2600");
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 2U);
    ASSERT_EQ(run->launches.slice.size(), 2U);
    ASSERT_NE(run->gpu.launch[1], noLaunch);
    EXPECT_EQ(run->timeline.start(run->launches.slice[run->gpu.launch[1]]), 1600) << "since the first one";
    for (const char *none : {"0", "9001", ""}) {
        const RunResult without = load(none);
        EXPECT_TRUE(without->gpu.launch.empty() || without->gpu.launch[1] == noLaunch) << none;
    }
}

TEST(RocprofCsv, aKernelThatIsCompletedBeforeItBeginsHasNoDispatch)
{
    const auto launches = [](const char *completed) {
        const RunResult run =
            File(std::string("Index,KernelName,gpu-id,queue-id,pid,tid,DispatchNs,BeginNs,EndNs,CompleteNs\n"
                             "0,\"add.kd\",0,0,9,10,1000,900000,901000,") +
                     completed + "\n",
                 "results.csv")
                .load();
        return run->launches.size();
    };
    EXPECT_EQ(launches("902000"), 1u);
    EXPECT_EQ(launches("5000"), 0u) << "by another clock";
}

TEST(RocprofCsv, beginsBeforeTheirDispatchAreNoTimes)
{
    const auto early = [](const char *begin) {
        const RunResult run =
            File(std::string("Dispatch_ID,KernelName,gpu-id,queue-id,pid,tid,DispatchNs,BeginNs,EndNs\n"
                             "0,\"fill.kd\",0,0,9,10,5000000,") +
                     begin + ",8000000\n1,\"mul.kd\",0,0,9,10,8100000,8200000,8300000\n",
                 "SQ_LEVEL_WAVES.csv")
                .load();
        return run->diagnostics.find("before-dispatch") != nullptr;
    };
    EXPECT_TRUE(early("4000000"));
    EXPECT_FALSE(early("4999000")) << "1 µs: two clocks";
    EXPECT_FALSE(early("5000100"));
}

TEST(RocprofCsv, timesWithExponentsOrThousandsAreTimes)
{
    const RunResult run = File(R"("Kind","Agent_Id","Queue_Id","Kernel_Name","Start_Timestamp","End_Timestamp")"
                               "\n\"KERNEL_DISPATCH\",\"Agent 4\",1,\"a\",1.000100000e+09,1.00014e9\n"
                               "\"KERNEL_DISPATCH\",\"Agent 4\",1,\"b\",\"1,000,200,000\",\"1,000,230,000\"\n",
                               "1_kernel_trace.csv")
                              .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 2U);
    EXPECT_EQ(run->gpu.duration[0], 40'000);
    EXPECT_EQ(run->gpu.duration[1], 30'000);
    EXPECT_EQ(run->diagnostics.find("odd-row"), nullptr);
}

TEST(RocprofCsv, timesThatASpreadsheetHasRoundedAreNone)
{
    const auto load = [](std::string_view begin, std::string_view end) {
        return File("Dispatch_ID,GPU_ID,Queue_ID,Kernel_Name,Start_Timestamp,End_Timestamp\n1,2,1,\"a\"," +
                        std::string(begin) + "," + std::string(end) + "\n2,2,1,\"b\"," + std::string(begin) + "," +
                        std::string(end) + "\n",
                    "pmc_perf.csv")
            .load();
    };
    const auto fitOfRun = [](const RunResult &run) {
        const auto findings = trustFindings(*run, {});
        return fitOf(*run, *findings);
    };
    const RunResult rounded = load("8.1097E+14", "8.1097E+14");
    ASSERT_TRUE(rounded) << rounded.error.text().toStdString();
    const Diagnostic *lost = rounded->diagnostics.find("rounded-durations");
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->count, 2u);
    EXPECT_TRUE(
        lost->message.startsWith(QStringLiteral("Begins and ends are written with too few digits (“8.1097E+14”)")))
        << lost->message.toStdString();
    const Fit fit = fitOfRun(rounded);
    EXPECT_EQ(fit.verdict, FitVerdict::No);
    ASSERT_FALSE(fit.reasons.empty());
    EXPECT_EQ(fit.reasons.front().id, "rounded-durations");
    EXPECT_FALSE(findTrust(fit.reasons, "zero-duration")) << "the clock is no cause";

    for (const auto &[begin, end] : {std::pair("810974407127141", "810974407127141"),
                                     {"8.10974407127141e+14", "8.10974407127141e+14"},
                                     {"5e-05", "5e-05"}}) {
        const RunResult exact = load(begin, end);
        EXPECT_FALSE(exact && exact->diagnostics.find("rounded-durations")) << begin;
    }
    EXPECT_TRUE(findTrust(fitOfRun(load("810974407127141", "810974407127141")).reasons, "zero-duration"));
}

TEST(RocprofCsv, workFromZeroToZeroHasNoTime)
{
    std::string rows = R"("Kind","Agent_Id","Queue_Id","Stream_Id","Kernel_Name","Correlation_Id",)"
                       R"("Start_Timestamp","End_Timestamp")"
                       "\n";
    for (const char *times : {"81234000000000,81234000040000", "0,0", "81234000100000,81234000140000"})
        rows += std::string(R"("KERNEL_DISPATCH","Agent 4",1,7,"gemm",5,)") + times + "\n";
    const RunResult run = File(rows, "1_kernel_trace.csv").load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 2U);
    EXPECT_EQ(run->gpu.untimed.size(), 1U);
    EXPECT_EQ(run->timeline.originNs, 81'234'000'000'000);
    EXPECT_EQ(run->timeline.spanNs, 140'000);
}

TEST(RocprofCsv, detailsAreTheColumnsOfTheRow)
{
    const File file("\"Kind\",\"Agent_Id\",\"Kernel_Name\",\"Start_Timestamp\",\"End_Timestamp\",\"VGPR_Count\"\n"
                    "\"KERNEL_DISPATCH\",1,\"a\",10,20,32\n\"KERNEL_DISPATCH\",1,\"b, c\",30,40,64\n",
                    "1_kernel_trace.csv");
    const RunResult run = file.load();
    ASSERT_TRUE(run);
    const auto row = eventJson(*run, run->gpu.slice[1]);
    ASSERT_TRUE(row) << row.error().text().toStdString();
    EXPECT_EQ((*row)["Kernel_Name"], "b, c");
    EXPECT_EQ((*row)["VGPR_Count"], "64");
}

TEST(RocprofCsv, copiesStandOnTheirGpu)
{
    const RunResult run =
        File("\"Kind\",\"Direction\",\"Stream_Id\",\"Source_Agent_Id\",\"Destination_Agent_Id\",\"Correlation_Id\","
             "\"Start_Timestamp\",\"End_Timestamp\"\n"
             "\"MEMORY_COPY\",\"MEMORY_COPY_HOST_TO_DEVICE\",2,0,4,1,10,20\n"
             "\"MEMORY_COPY\",\"MEMORY_COPY_DEVICE_TO_HOST\",2,5,0,2,30,40\n",
             "1_memory_copy_trace.csv")
            .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 2U);
    EXPECT_EQ(run->gpu.kind[0], CategoryKind::Memcpy);
    EXPECT_EQ(streamOf(*run, 0), "4/2");
    EXPECT_EQ(streamOf(*run, 1), "5/2");
}

TEST(RocprofCsv, callsStandOnTheirThread)
{
    const RunResult run = File("\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Correlation_Id\","
                               "\"Start_Timestamp\",\"End_Timestamp\"\n"
                               "\"HIP_RUNTIME_API\",\"hipMalloc\",42,43,1,10,20\n",
                               "1_hip_api_trace.csv")
                              .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 0U);
    ASSERT_EQ(run->launches.size(), 1U);
    EXPECT_EQ(text(*run, run->timeline.name(run->launches.slice[0])), "hipMalloc");
    EXPECT_EQ(text(*run, run->timeline.track(run->launches.slice[0]).tid), "43");
}

TEST(RocprofCsv, statisticsAreATableOfKernels)
{
    const RunResult run = File("\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\",\"MinNs\"\n"
                               "\"gemm(float*, int)\",3,3000,1000.000000,75.00,900\n\"copy\",1,1000,1000.0,25.0,1000\n",
                               "1_kernel_stats.csv")
                              .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->info.format, "rocprof-stats");
    ASSERT_EQ(run->tables.size(), 1U);
    const Table &table = run->tables[0];
    EXPECT_EQ(table.report, "kernel_stats");
    ASSERT_EQ(table.rows.size(), 2U);
    EXPECT_EQ(std::get<std::string>(table.rows[0][0]), "gemm(float*, int)");
    EXPECT_EQ(std::get<double>(table.rows[0][2]), 3000);
    EXPECT_EQ(table.columns[2].unit, Unit::Nanoseconds);
}

TEST(RocprofCsv, namesWithoutQuotesKeepTheirCommas)
{
    const RunResult run = File("\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
                               "void loop<int, float, 2>(View<int*, 4u>),3,3000,1000,75.0\n"
                               "\"copy(int, int)\",1,900,900,22.5\nfill,1,100,100,2.5\n",
                               "results.stats.csv")
                              .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    const Table &table = run->tables.at(0);
    ASSERT_EQ(table.rows.size(), 3U);
    EXPECT_EQ(std::get<std::string>(table.rows[0][0]), "void loop<int, float, 2>(View<int*, 4u>)");
    EXPECT_EQ(std::get<double>(table.rows[0][1]), 3);
    EXPECT_EQ(std::get<double>(table.rows[0][2]), 3000);
    EXPECT_EQ(std::get<double>(table.rows[0][4]), 75);
    EXPECT_EQ(std::get<std::string>(table.rows[1][0]), "copy(int, int)");
    EXPECT_EQ(std::get<double>(table.rows[2][2]), 100);
}

TEST(RocprofCsv, percentagesWithTheirSignAreNumbersAndTellOfMissingRows)
{
    const auto load = [](const std::string &gemm, const std::string &norm) {
        return File("\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
                    "\"gemm\",42,\"45670\",\"100\",\"" +
                        gemm + "\"\n\"norm\",80,\"9650\",\"100\",\"" + norm + "\"\n",
                    "1_kernel_stats.csv")
            .load();
    };
    const RunResult part = load("45.67%", "9.65%");
    ASSERT_TRUE(part) << part.error.text().toStdString();
    const Table &table = part->tables.at(0);
    EXPECT_DOUBLE_EQ(std::get<double>(table.rows[0][4]), 45.67);
    ASSERT_EQ(table.notes.size(), 1u);
    EXPECT_NE(table.notes[0].find("add up to 55.3\u202f%: rows are missing in the file"), std::string::npos)
        << table.notes[0];
    const auto overview = makeOverview({part.run});
    ASSERT_FALSE(overview->lists.empty());
    EXPECT_NEAR(overview->lists[0].rows[0].share, 0.4567, 1e-6) << "as the file has it";
    EXPECT_EQ(overview->lists[0].ofNs, 100'000);
    const RunResult whole = load("82.56", "17.44");
    EXPECT_TRUE(whole->tables.at(0).notes.empty());
    EXPECT_EQ(makeOverview({whole.run})->lists[0].ofNs, 55'320);
    EXPECT_TRUE(load("0.4567", "0.0965")->tables.at(0).notes.empty()) << "shares, or percentages of something else";
    EXPECT_TRUE(load("40", "30")->tables.at(0).notes.empty()) << "no shares of these times";
}

TEST(RocprofJson, callsAloneTellTheOptionsThatRecordTheRest)
{
    auto record = nlohmann::json::parse(json());
    auto &records = record["rocprofiler-sdk-tool"][0]["buffer_records"];
    records["kernel_dispatch"] = records["memory_copy"] = nlohmann::json::array();
    const RunResult calls = File(record.dump(), "1_results.json").load();
    ASSERT_TRUE(calls) << calls.error.text().toStdString();
    ASSERT_EQ(calls->gpu.size(), 0U);
    const QString option = QStringLiteral("rocprofv3 records that with --kernel-trace and --memory-copy-trace");
    EXPECT_TRUE(makeOverview({calls.run})->headline.contains(option))
        << makeOverview({calls.run})->headline.toStdString();
    const RunResult cuda = runFromJson(R"([{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,)"
                                       R"("ts":0,"dur":5,"args":{"correlation":1}}])");
    ASSERT_TRUE(cuda);
    EXPECT_FALSE(makeOverview({cuda.run})->headline.contains(option));
}

TEST(RocprofStats, rangesAreToldFromKernelsByTheFileAlone)
{
    const std::string sums = "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
                             "\"train\",3,6000000,2000000,75\n\"step\",1,2000000,2000000,25\n";
    EXPECT_EQ(File(sums, "7_marker_api_stats.csv").load()->tables.at(0).report, "marker_api_stats");
    EXPECT_EQ(File(sums, "7_kernel_stats.csv").load()->tables.at(0).report, "kernel_stats");
}

} // namespace tst_rocprof
