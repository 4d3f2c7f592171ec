// Nsight Systems sqlite exports: existing tables become a timeline, missing ones are reported, nothing is ever written.

#include "core/analysis/gaps/cpuwaits.h"
#include "core/analysis/limits/devicepeaks.h"
#include "core/model/devicewords.h"
#include "core/model/eventtext.h"
#include "core/readers/nsys/nsyssqlite.h"
#include "core/readers/toolkit/sqlitefile.h"
#include "tests/support/database.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <sqlite3.h>

#include <nlohmann/json.hpp>

namespace tst_nsyssqlite {

using namespace ws;
using namespace ws::test;

namespace {

constexpr int64_t pid = 4242, tid = 4243;
constexpr int64_t globalPid = pid << 24, globalTid = globalPid | tid;

const std::string strings = "CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
                            "INSERT INTO StringIds VALUES (1,'void gemm<float>(T1)'),(2,'gemm'),"
                            "(3,'cudaLaunchKernel_v7000'),(4,'cuMemcpyHtoDAsync_v2'),(5,'python3'),(6,'forward');";
const std::string kernels =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER NOT NULL, end INTEGER NOT NULL, deviceId INTEGER NOT NULL,"
    "contextId INTEGER, streamId INTEGER NOT NULL, correlationId INTEGER, globalPid INTEGER, demangledName INTEGER,"
    "shortName INTEGER, registersPerThread INTEGER, gridX INTEGER, gridY INTEGER, gridZ INTEGER, blockX INTEGER,"
    "blockY INTEGER, blockZ INTEGER, graphNodeId INTEGER);";
const std::string calls = "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER NOT NULL, end INTEGER NOT NULL,"
                          "eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER);";
const std::string copies =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER,"
    "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, copyKind INTEGER);";

std::string kernel(int64_t start, int64_t end, int64_t correlation, int64_t process = globalPid, int device = 0,
                   int stream = 7, const char *node = "NULL")
{
    return "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (" + std::to_string(start) + ',' + std::to_string(end) + ',' +
           std::to_string(device) + ",1," + std::to_string(stream) + ',' + std::to_string(correlation) + ',' +
           std::to_string(process) + ",1,2,32,8,1,1,128,1,1," + node + ");";
}

std::string call(int64_t start, int64_t end, int64_t correlation, int64_t thread = globalTid, int eventClass = 0,
                 int name = 3)
{
    return "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (" + std::to_string(start) + ',' + std::to_string(end) +
           ',' + std::to_string(eventClass) + ',' + std::to_string(thread) + ',' + std::to_string(correlation) + ',' +
           std::to_string(name) + ");";
}

const Track *trackNamed(const Run &run, TrackKind kind, std::string_view pidText, std::string_view tidText)
{
    for (const Track &track : run.timeline.tracks)
        if (track.kind == kind && run.text(track.pid) == pidText && run.text(track.tid) == tidText)
            return &track;
    return nullptr;
}

} // namespace

TEST(NsysSqlite, whatALaunchWaitsForRoomInTheQueueIsAWaitOfItsOwn)
{
    const Database db(strings + kernels + calls + kernel(1000, 1500, 11) + call(900, 990, 11) +
                      "INSERT INTO StringIds VALUES (9,'Command Buffer Full'),(10,'Buffer Flush');"
                      "CREATE TABLE CUPTI_ACTIVITY_KIND_OVERHEAD (start INTEGER NOT NULL, end INTEGER NOT NULL,"
                      "globalTid INTEGER, correlationId INTEGER, nameId INTEGER, overheadType INTEGER NOT NULL);"
                      "INSERT INTO CUPTI_ACTIVITY_KIND_OVERHEAD VALUES (910,985," +
                      std::to_string(globalTid) + ",11,9,8),(920,930," + std::to_string(globalTid) + ",11,10,3);");
    const RunResult run = db.load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    const auto waits = cpuCalls(*run.run);
    ASSERT_TRUE(waits);
    ASSERT_EQ(waits->size(), 2u) << "what CUPTI itself does is no call of the program";
    EXPECT_EQ(run->text(waits->at(0).name), "Command Buffer Full");
    EXPECT_TRUE(waits->at(0).waits);
    EXPECT_EQ(waits->at(0).selfNs, 75);
    EXPECT_FALSE(waits->at(1).waits);
    EXPECT_EQ(waits->at(1).selfNs, 15) << "what the launch itself takes";
}

TEST(NsysSqlite, kernelsCopiesAndCallsAreLinked)
{
    const Database db(strings + kernels + calls + copies + kernel(1000, 1500, 11) + call(900, 950, 11) +
                      call(960, 990, 12, globalTid, 1, 4) +
                      "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1600,1700,0,7,12," + std::to_string(globalPid) +
                      ",4096,1);");
    const RunResult run = db.load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->info.format, "nsys-sqlite");
    EXPECT_EQ(run->info.container, Container::Sqlite);
    EXPECT_EQ(run->info.slices, 4u);
    EXPECT_EQ(run->timeline.originNs, 900);
    ASSERT_EQ(run->gpu.size(), 2u);
    EXPECT_EQ(text(*run, run->gpu.name[0]), "void gemm<float>(T1)");
    EXPECT_EQ(text(*run, run->gpu.name[1]), "[CUDA memcpy HtoD]");
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
    EXPECT_EQ(text(*run, run->gpu.grid[0]), "grid [8,1,1] block [128,1,1]");
    ASSERT_NE(run->gpu.launch[0], noLaunch);
    ASSERT_NE(run->gpu.launch[1], noLaunch);
    const EventRef launch = run->launches.slice[run->gpu.launch[0]];
    EXPECT_EQ(text(*run, run->timeline.name(launch)), "cudaLaunchKernel") << "as nsys prints it, without _v7000";
    EXPECT_EQ(run->timeline.start(launch), 0);
    const EventRef driver = run->launches.slice[run->gpu.launch[1]];
    EXPECT_EQ(text(*run, run->timeline.name(driver)), "cuMemcpyHtoDAsync_v2");
    EXPECT_EQ(text(*run, run->timeline.category(driver).name), "cuda_driver");
    EXPECT_NE(trackNamed(*run, TrackKind::CpuThread, "4242", "4243"), nullptr);
    EXPECT_TRUE(run->diagnostics.empty());
}

TEST(NsysSqlite, equalCorrelationsOfTwoProcessesAreKeptApart)
{
    constexpr int64_t other = int64_t(5000) << 24;
    const Database db(strings + kernels + calls + kernel(1000, 1500, 11) + kernel(1100, 1400, 11, other) +
                      call(900, 950, 11) + call(920, 960, 11, other | 5001));
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 2u);
    const auto launchStart = [&](size_t i) { return run->timeline.start(run->launches.slice[run->gpu.launch[i]]); };
    EXPECT_EQ(launchStart(0), 0);
    EXPECT_EQ(launchStart(1), 20);
    ASSERT_EQ(run->gpu.streams.size(), 2u) << "stream 7 of two processes";
    EXPECT_EQ(text(*run, run->gpu.streams[1].stream), "7 (pid 5000)");
}

TEST(NsysSqlite, visibleDevicesAreMappedToGpus)
{
    constexpr int64_t other = int64_t(5000) << 24;
    const Database db(strings + kernels + kernel(1000, 1500, 11) + kernel(1100, 1400, 11, other) +
                      "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
                      "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (0,0,4242),(1,0,5000);"
                      "CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT);"
                      "INSERT INTO TARGET_INFO_GPU VALUES (0,'A100'),(1,'H100');");
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.devices.size(), 2u) << "CUDA_VISIBLE_DEVICES: both processes call their GPU 0";
    EXPECT_EQ(text(*run, run->gpu.devices[1]), "1");
    EXPECT_EQ(text(*run, run->gpu.streams[1].stream), "7");
    EXPECT_EQ((*run->info.header)["TARGET_INFO_GPU"].size(), 2u);
    EXPECT_EQ(run->info.facts.at(1), (std::pair<std::string, std::string>("GPU 1", "H100")));
}

TEST(NsysSqlite, gpusHaveTheNumbersOfCudaNotOfTheExport)
{
    const auto devices = [](const std::string &gpus) {
        const Database db(strings + kernels + kernel(1000, 1500, 11) +
                          "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
                          "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (1,0,4242),(0,1,4242);"
                          "CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT, cuDevice INTEGER);"
                          "INSERT INTO TARGET_INFO_GPU VALUES " +
                          gpus);
        const RunResult run = db.load();
        std::string facts;
        for (const auto &[name, value] : run ? run->info.facts : RunInfo().facts)
            if (name.starts_with("GPU"))
                facts += name + ' ' + value;
        return facts;
    };
    EXPECT_EQ(devices("(1,'A100',0),(0,'H100',1);"), "GPU 0 A100");
    EXPECT_EQ(devices("(1,'A100',3),(0,'H100',2);"), "GPU 3 A100") << "the process sees some of them";
    EXPECT_EQ(devices("(1,'A100',0),(0,'H100',0);"), "GPU 1 A100") << "two machines: ids tell them apart";
    EXPECT_EQ(devices("(1,'A100',NULL),(0,'H100',1);"), "GPU 1 A100");
}

TEST(NsysSqlite, multiprocessorsAreThoseOfTheDeviceByThatNumber)
{
    const Database db(strings + kernels + kernel(1000, 1500, 11) +
                      "CREATE TABLE TARGET_INFO_CUDA_DEVICE (gpuId INTEGER, cudaId INTEGER, pid INTEGER);"
                      "INSERT INTO TARGET_INFO_CUDA_DEVICE VALUES (1,0,4242);"
                      "CREATE TABLE TARGET_INFO_GPU (id INTEGER, name TEXT, cuDevice INTEGER, smCount INTEGER);"
                      "INSERT INTO TARGET_INFO_GPU VALUES (1,'NVIDIA A100-SXM4-80GB',0,108),(0,'NVIDIA T4',1,40);");
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    EXPECT_EQ(multiprocessorsOf(*run, run->gpu.devices.at(0)), 108);
    ASSERT_TRUE(peaksOf(*run).peaks) << peaksOf(*run).why.toStdString();
    EXPECT_DOUBLE_EQ(peaksOf(*run).peaks->of(PeakType::Tf32), 156);
}

TEST(NsysSqlite, oldExportsNameADeviceWhereNoOtherMayBeMeant)
{
    const auto factsWith = [](const std::string &tables) {
        const Database db(strings + kernels + kernel(1000, 1500, 11) + tables);
        const RunResult run = db.load();
        std::string facts;
        for (const auto &[name, value] : run ? run->info.facts : RunInfo().facts)
            if (name.starts_with("GPU"))
                facts += name + ' ' + value;
        return facts;
    };
    const std::string machine = "CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, deviceId INTEGER, name TEXT);"
                                "INSERT INTO TARGET_INFO_GPU VALUES ",
                      numbered = "CREATE TABLE TARGET_INFO_CUDA_GPU (name TEXT, deviceId INTEGER, pid INTEGER);"
                                 "INSERT INTO TARGET_INFO_CUDA_GPU VALUES ";
    EXPECT_EQ(factsWith(machine + "(1,0,'A100'),(1,1,'A100');"), "GPU 0 A100");
    EXPECT_EQ(factsWith(machine + "(1,0,'A100'),(1,1,'T4');"), "");
    EXPECT_EQ(factsWith(machine + "(1,0,'A100'),(1,1,'T4');" + numbered + "('T4',0,4242);"), "GPU 0 T4");
    EXPECT_EQ(factsWith(machine + "(1,0,'A100'),(1,1,'T4');" + numbered + "('T4',0,4242),('A100',0,5000);"), "");
}

TEST(NsysSqlite, nvtxRangesMarksAndThreadNames)
{
    const std::string thread = std::to_string(globalTid);
    const Database db(strings +
                      "CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, text TEXT,"
                      "globalTid INTEGER, textId INTEGER);"
                      "INSERT INTO NVTX_EVENTS VALUES (100,900,59,NULL," +
                      thread + ",6),(200,300,59,'inner'," + thread + ",NULL),(150,1200,60,'request'," + thread +
                      ",NULL),(400,NULL,34,'mark'," + thread + ",NULL),(500,NULL,59,'open'," + thread +
                      ",NULL),(0,NULL,33,'category'," + thread +
                      ",NULL);"
                      "CREATE TABLE ThreadNames (nameId INTEGER, priority INTEGER, globalTid INTEGER);"
                      "INSERT INTO ThreadNames VALUES (5,0," +
                      thread +
                      ");"
                      "CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT);"
                      "INSERT INTO PROCESSES VALUES (1,4242,'vllm'),(2,1,'init');");
    const RunResult run = db.load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    const Track *cpu = trackNamed(*run, TrackKind::CpuThread, "4242", "4243");
    ASSERT_NE(cpu, nullptr);
    EXPECT_EQ(text(*run, cpu->label), "thread 4243 (python3)");
    ASSERT_EQ(cpu->laneCount, 2u);
    const Lane &outer = run->timeline.lanes[cpu->firstLane];
    EXPECT_EQ(text(*run, outer.name[0]), "forward");
    EXPECT_EQ(run->timeline.categories[outer.category[0]].kind, CategoryKind::UserAnnotation);
    EXPECT_EQ(text(*run, run->timeline.lanes[cpu->firstLane + 1].name[0]), "inner");
    const Track *async = trackNamed(*run, TrackKind::Async, "4242", "NVTX start/end ranges");
    ASSERT_NE(async, nullptr);
    EXPECT_EQ(async->sliceCount, 1u);
    ASSERT_EQ(run->timeline.instants.size(), 2u);
    EXPECT_EQ(text(*run, run->timeline.instants.name[0]), "mark");
    EXPECT_EQ(run->diagnostics.find("open-range")->count, 1u);
    EXPECT_NE(run->diagnostics.find("no-gpu-work"), nullptr);
    ASSERT_EQ(run->timeline.processes.size(), 1u);
    EXPECT_EQ(text(*run, run->timeline.processes[0].name), "vllm");
    EXPECT_EQ(run->timeline.originNs, 100) << "definitions of categories have no time";
}

TEST(NsysSqlite, copiesAreNamedAsTheExportNamesThem)
{
    const Database db(copies + "CREATE TABLE ENUM_CUDA_MEMCPY_OPER (id INTEGER PRIMARY KEY, name TEXT, label TEXT);"
                               "INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (2,'CUDA_MEMCPY_KIND_DTOH','Device-to-Host');"
                               "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1,2,0,7,1,0,1,2),(3,4,0,7,2,0,1,8),"
                               "(5,6,0,7,3,0,1,99),(7,8,0,7,4,0,1,11);");
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    EXPECT_EQ(text(*run, run->gpu.name[0]), "[CUDA memcpy Device-to-Host]");
    EXPECT_EQ(text(*run, run->gpu.name[1]), "[CUDA memcpy DtoD]");
    EXPECT_EQ(text(*run, run->gpu.name[2]), "[CUDA memcpy 99]");
    EXPECT_EQ(text(*run, run->gpu.name[3]), "[CUDA memcpy Unified HtoD]");
}

TEST(NsysSqlite, wholeGraphsAreGpuWorkAndSaidSo)
{
    const Database db(
        strings + calls + call(10, 20, 5) +
        "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INTEGER, end INTEGER, deviceId INTEGER,"
        "graphId INTEGER, graphExecId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (100,900,0,12,3,7,5," +
        std::to_string(globalPid) + ");");
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 1u);
    EXPECT_EQ(text(*run, run->gpu.name[0]), "[CUDA graph 12]");
    EXPECT_NE(run->gpu.launch[0], noLaunch);
    EXPECT_NE(run->diagnostics.find("whole-graphs"), nullptr);
}

TEST(NsysSqlite, graphNodesAndSynchronisationAreKept)
{
    const Database db(strings + kernels + kernel(1000, 1500, 11, globalPid, 0, 7, "51539607553") +
                      "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INTEGER, end INTEGER, deviceId INTEGER,"
                      "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, syncType INTEGER);"
                      "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (1000,2000,0,4294967295,1,0,4);");
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.graphNode.at(0), 51539607553u);
    EXPECT_EQ(run->gpu.size(), 1u) << "waiting is no GPU work";
    EXPECT_NE(trackNamed(*run, TrackKind::GpuAnnotation, "0", "context"), nullptr);
}

TEST(NsysSqlite, aWaitIsOfTheDeviceOfItsContext)
{
    const auto syncOf = [](int64_t correlation, int device, int64_t process = globalPid) {
        return "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (1000,2000," + std::to_string(device) +
               ",4294967295," + std::to_string(correlation) + ',' + std::to_string(process) + ",4);";
    };
    const Database db(strings + kernels + calls + kernel(1000, 1500, 11) + kernel(1000, 1500, 12, globalPid, 1) +
                      call(900, 950, 11) + call(900, 950, 12) + call(1000, 2000, 21) + call(1000, 2000, 22) +
                      call(1000, 2000, 23) +
                      "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INTEGER, end INTEGER, deviceId INTEGER,"
                      "streamId INTEGER, correlationId INTEGER, globalPid INTEGER, syncType INTEGER);" +
                      syncOf(21, 1) + syncOf(22, 0) + syncOf(22, 1) + syncOf(11, 0, int64_t(5000) << 24));
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    std::vector<std::string> devices;
    for (const StringId device : run->launches.waitsFor)
        devices.push_back(text(*run, device));
    EXPECT_EQ(devices, (std::vector<std::string>{"", "", "1", "", ""}))
        << "22 waits for both, 23 is not known, and 11 is of another process";
}

TEST(NsysSqlite, itsOwnWarningsAndErrorsAreKeptByTheNamesOfTheirSeverities)
{
    const std::string said = "CREATE TABLE DIAGNOSTIC_EVENT (timestamp INTEGER, severity INTEGER, text TEXT);"
                             "INSERT INTO DIAGNOSTIC_EVENT VALUES (1,1,'Profiling has started.'),"
                             "(2,2,'Not all CUDA events were collected'),(3,3,'No space'),(4,7,'Odd');";
    const auto kept = [&](const std::string &more) {
        const Database db(strings + kernels + kernel(1000, 1500, 11) + said + more);
        const RunResult run = db.load();
        return run ? (*run->info.header).value("DIAGNOSTIC_EVENT", nlohmann::ordered_json()).dump() : std::string();
    };
    const std::string warning = R"({"severity":"warning","text":"Not all CUDA events were collected"})";
    EXPECT_EQ(kept(""), "[" + warning + R"(,{"severity":"error","text":"No space"}])");
    EXPECT_EQ(kept("CREATE TABLE ENUM_DIAGNOSTIC_SEVERITY_LEVEL (id INTEGER, name TEXT, label TEXT);"
                   "INSERT INTO ENUM_DIAGNOSTIC_SEVERITY_LEVEL VALUES (1,'Info','Info'),(2,'Warning','Warning'),"
                   "(3,'Verbose','Verbose'),(7,'Error','Error');"),
              "[" + warning + R"(,{"severity":"error","text":"Odd"}])");
    const Database none(strings + kernels + kernel(1000, 1500, 11));
    EXPECT_FALSE((*none.load()->info.header).contains("DIAGNOSTIC_EVENT"));
}

TEST(NsysSqlite, processesWithoutEventsAreNoLossWhereAnotherHasSome)
{
    const auto kept = [&](const std::string &rows) {
        const Database db(strings + kernels + kernel(1000, 1500, 11) +
                          "CREATE TABLE DIAGNOSTIC_EVENT (timestamp INTEGER, severity INTEGER, text TEXT, globalPid "
                          "INTEGER);" +
                          rows + ";");
        const RunResult run = db.load();
        return run ? (*run->info.header).value("DIAGNOSTIC_EVENT", nlohmann::ordered_json()).dump() : std::string();
    };
    constexpr const char *none = R"([{"severity":"warning","text":"No CUDA events collected."}])";
    EXPECT_EQ(kept("INSERT INTO DIAGNOSTIC_EVENT VALUES (1,1,'Number of CUDA events collected: 7',11),"
                   "(2,2,'No CUDA events collected.',12),(3,2,'CUDA profiling might have not been started correctly.',"
                   "12),(4,2,'No NVTX events collected.',12)"),
              "null");
    EXPECT_EQ(kept("INSERT INTO DIAGNOSTIC_EVENT VALUES (2,2,'No CUDA events collected.',12)"), none);
    EXPECT_EQ(kept("INSERT INTO DIAGNOSTIC_EVENT VALUES (1,1,'Number of CUDA events collected: 7',11),"
                   "(2,2,'No CUDA events collected.',11)"),
              none);
    EXPECT_EQ(kept("INSERT INTO DIAGNOSTIC_EVENT VALUES (1,1,'Number of CUDA events collected: 7',11),"
                   "(2,2,'No CUDA events collected.',NULL)"),
              none);
    EXPECT_EQ(kept("INSERT INTO DIAGNOSTIC_EVENT VALUES (1,1,'Number of CUDA events collected: 7',11),"
                   "(2,2,'Not all CUDA events might have been collected.',12)"),
              R"([{"severity":"warning","text":"Not all CUDA events might have been collected."}])");
}

TEST(NsysSqlite, callsThatReturnAnErrorAreSaid)
{
    const auto failedWith = [](const std::string &work, const std::string &rows) {
        const Database db(strings +
                          "INSERT INTO StringIds VALUES (801,'cudaLaunchKernel_v7000'),"
                          "(802,'cudaStreamSynchronize_v3020'),(803,'cudaEventQuery_v3020');" +
                          work +
                          "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER,"
                          "correlationId INTEGER, nameId INTEGER, returnValue INTEGER);"
                          "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES " +
                          rows + ";");
        const RunResult run = db.load();
        const Diagnostic *failed = run ? run->diagnostics.find("failed-calls") : nullptr;
        if (run && run->gpu.size() == 0) {
            EXPECT_NE(callsWithoutWork(*run).contains(QStringLiteral("permission")), failed != nullptr);
        }
        return failed ? failed->message.toStdString() + ' ' + std::to_string(failed->count) : std::string();
    };
    const std::string thread = std::to_string(globalTid);
    const std::string launch = "(900,950," + thread + ",11,801,", query = "(960,970," + thread + ",12,803,",
                      wait = "(980,990," + thread + ",13,802,";
    const std::string none = failedWith(kernels, launch + "222)," + wait + "0)");
    EXPECT_NE(none.find("cudaLaunchKernel_v7000 returned error 222"), std::string::npos) << none;
    EXPECT_TRUE(none.ends_with(" 1"));
    EXPECT_EQ(failedWith(kernels, launch + "0)," + wait + "0)"), "");
    const std::string some = kernels + kernel(1000, 1500, 11);
    EXPECT_NE(failedWith(some, launch + "0)," + wait + "700)").find("error 700"), std::string::npos);
    EXPECT_EQ(failedWith(some, launch + "0)," + query + "600)," + wait + "0)"), "");
    EXPECT_EQ(failedWith(some, launch + "0)," + wait + "600)"), "") << "not ready is an answer";
    EXPECT_EQ(failedWith(some, launch + "0)," + wait + "709)"), "") << "an exit handler waits after the context's end";
    EXPECT_NE(failedWith(some, launch + "709)," + wait + "709)").find("cudaLaunchKernel_v7000 returned error 709"),
              std::string::npos)
        << "work that was to run did not";
}

TEST(NsysSqlite, missingColumnsAndNullsCostWhatTheyMust)
{
    const Database bare("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER,"
                        "streamId INTEGER, shortName INTEGER);"
                        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10,20,0,7,3),(NULL,30,0,7,3),(40,35,0,7,3),"
                        "(50,NULL,0,7,3),(9223372036854775807,9223372036854775807,0,7,3),('text',60,NULL,NULL,NULL);");
    const RunResult run = bare.load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 4u);
    EXPECT_EQ(run->info.slices, 4u);
    EXPECT_EQ(run->diagnostics.find("no-time")->count, 2u);
    EXPECT_EQ(run->diagnostics.find("negative-duration")->count, 1u);
    EXPECT_NE(run->diagnostics.find("missing-name"), nullptr) << "there is no StringIds";
    const Database blind(
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, deviceId INTEGER, streamId INTEGER);" + strings +
        calls + call(1, 2, 3));
    const RunResult left = blind.load();
    ASSERT_TRUE(left);
    EXPECT_EQ(left->gpu.size(), 0u);
    EXPECT_NE(left->diagnostics.find("missing-column"), nullptr);
}

TEST(NsysSqlite, nothingIsWrittenBesideTheDatabase)
{
    const Database db("PRAGMA user_version=1;" + strings + kernels + kernel(1, 2, 3));
    sqlite3 *writer = nullptr;
    sqlite3_open(db.path().toUtf8().constData(), &writer);
    sqlite3_exec(writer, "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr);
    sqlite3_close(writer);
    const QByteArray before = db.bytes();
    ASSERT_TRUE(db.load());
    EXPECT_EQ(db.files(), QStringList{QStringLiteral("run.sqlite")});
    EXPECT_EQ(db.bytes(), before);
}

TEST(NsysSqlite, changesThatWaitBesideTheDatabaseAreSaid)
{
    const Database db(strings + kernels + kernel(1, 2, 3));
    QFile wal(db.path() + QStringLiteral("-wal"));
    ASSERT_TRUE(wal.open(QIODevice::WriteOnly));
    wal.write("x");
    wal.close();
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    EXPECT_NE(run->diagnostics.find("unread-changes"), nullptr);
}

TEST(NsysSqlite, namesOfFilesMayHoldAnything)
{
    const Database db(strings + kernels + kernel(1, 2, 3), QStringLiteral("a b%20#1?mode=rwc&\u00e9\u4e2d.sqlite"));
    EXPECT_TRUE(db.load());
}

TEST(NsysSqlite, otherDatabasesAreRefusedWithWhatTheyHold)
{
    const Database db("CREATE TABLE bookmarks (id INTEGER); INSERT INTO bookmarks VALUES (1);");
    const RunResult run = db.load();
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error.kind, ErrorKind::Unsupported);
    EXPECT_TRUE(run.error.message.contains(QStringLiteral("bookmarks"))) << run.error.text().toStdString();
}

TEST(NsysSqlite, anExportWithoutATimelineSaysWhatItHolds)
{
    const Database db(strings + "CREATE TABLE SCHED_EVENTS (start INTEGER); INSERT INTO SCHED_EVENTS VALUES (1);");
    const RunResult run = db.load();
    ASSERT_FALSE(run);
    EXPECT_TRUE(run.error.message.contains(QStringLiteral("SCHED_EVENTS"))) << run.error.text().toStdString();
    EXPECT_TRUE(run.error.message.contains(QStringLiteral("nsys profile"))) << run.error.text().toStdString();
}

TEST(NsysSqlite, cutAndDamagedDatabasesAreSaidOrKeptInPart)
{
    std::string many = strings + kernels;
    for (int i = 0; i < 5000; ++i)
        many += kernel(1000 + i * 10, 1005 + i * 10, i + 1);
    const Database db(many);
    const QByteArray good = db.bytes();
    int refused = 0, partial = 0;
    for (const qsizetype size : {qsizetype(0), qsizetype(50), qsizetype(100), qsizetype(4096), good.size() / 3,
                                 good.size() / 2, good.size() - 4096, good.size() - 1}) {
        db.overwrite(good.left(size));
        const RunResult run = db.load();
        if (!run) {
            EXPECT_FALSE(run.error.message.isEmpty());
            ++refused;
        } else if (!run->info.complete) {
            EXPECT_FALSE(run->diagnostics.empty());
            EXPECT_LE(run->gpu.size(), 5000u);
            ++partial;
        }
    }
    EXPECT_GE(refused, 3);
    EXPECT_EQ(refused + partial, 8) << "a cut file is never taken for a whole one";
    QByteArray noise = good;
    for (qsizetype i = good.size() / 2; i < good.size() / 2 + 8192; ++i)
        noise[i] = static_cast<char>(i * 31);
    db.overwrite(noise);
    const RunResult run = db.load();
    EXPECT_TRUE(!run || !run->info.complete || run->gpu.size() <= 5000u);
    db.overwrite("SQLite format 3\0" + QByteArray(5000, 'x'));
    EXPECT_FALSE(db.load());
}

TEST(NsysSqlite, cancellingStops)
{
    const Database db(strings + kernels + kernel(1, 2, 3));
    Progress progress;
    progress.cancel();
    const auto loaded = loadRun(db.path(), progress);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, ErrorKind::Cancelled);
}

TEST(NsysSqlite, theRowBehindASliceIsFetchedWithItsNames)
{
    const Database db(strings + kernels + calls + copies +
                      "CREATE TABLE ENUM_CUDA_MEMCPY_OPER (id INTEGER PRIMARY KEY, name TEXT, label TEXT);"
                      "INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES (1,'CUDA_MEMCPY_KIND_HTOD','Host-to-Device');" +
                      kernel(1000, 1500, 11) + call(900, 950, 11) + call(960, 990, 12, globalTid, 1, 4) +
                      "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1600,1700,0,7,12," + std::to_string(globalPid) +
                      ",4096,1);");
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    const auto row = eventJson(*run, run->gpu.slice[0]);
    ASSERT_TRUE(row) << row.error().text().toStdString();
    EXPECT_EQ((*row)["table"], "CUPTI_ACTIVITY_KIND_KERNEL");
    EXPECT_EQ((*row)["demangledName"], "void gemm<float>(T1)");
    EXPECT_EQ((*row)["registersPerThread"], 32);
    EXPECT_FALSE(row->contains("graphNodeId")) << "NULL";
    const auto copy = sqliteRowJson(*run, run->gpu.slice[1]);
    ASSERT_TRUE(copy);
    EXPECT_EQ((*copy)["copyKind"], "Host-to-Device");
    EXPECT_EQ((*copy)["bytes"], 4096);
    const auto launch = sqliteRowJson(*run, run->launches.slice[run->gpu.launch[1]]);
    ASSERT_TRUE(launch);
    EXPECT_EQ((*launch)["nameId"], "cuMemcpyHtoDAsync_v2");
    db.overwrite(db.bytes() + "more");
    const auto changed = sqliteRowJson(*run, run->gpu.slice[0]);
    ASSERT_FALSE(changed);
    EXPECT_TRUE(changed.error().message.contains(QStringLiteral("F5")));
}

namespace {

std::string renamed(std::string sql, const std::string &from, const std::string &to)
{
    for (size_t at = 0; (at = sql.find(from, at)) != sql.npos; at += to.size())
        sql.replace(at, from.size(), to);
    return sql;
}

} // namespace

TEST(NsysSqlite, aTableThatANewerVersionRenamedIsReadByItsColumns)
{
    const std::string all = strings + kernels + calls + copies + kernel(1000, 1500, 11) + kernel(2000, 2500, 12) +
                            call(900, 950, 11) + call(1900, 1950, 12) +
                            "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1600,1700,0,7,12,1,4096,1);";
    for (const char *kernelTable : {"CUPTI_ACTIVITY_KIND_KERNEL_V3", "CUPTI_ACTIVITY_KIND_KERNEL9"}) {
        const Database db(
            renamed(renamed(renamed(all, "CUPTI_ACTIVITY_KIND_KERNEL", kernelTable), "KIND_MEMCPY", "KIND_MEMCPY_V2"),
                    "KIND_RUNTIME", "KIND_RUNTIME_V2"));
        const RunResult run = db.load();
        ASSERT_TRUE(run) << run.error.text().toStdString();
        ASSERT_EQ(run->gpu.size(), 3U) << kernelTable;
        EXPECT_EQ(run->launches.size(), 2U);
        EXPECT_EQ(run->diagnostics.find("no-gpu-work"), nullptr);
        const auto event = run->eventText->event(*run, run->gpu.slice[0]);
        ASSERT_TRUE(event) << event.error().text().toStdString();
    }
}

TEST(NsysSqlite, aTableOfWorkWhoseColumnsDoNotFitIsNamed)
{
    const Database db(renamed(renamed(strings + kernels + calls + kernel(1000, 1500, 11) + call(900, 950, 11),
                                      "CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_KERNEL_V4"),
                              "deviceId", "gpuIndex"));
    const RunResult run = db.load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 0U);
    EXPECT_FALSE(run->info.complete);
    const Diagnostic *unread = run->diagnostics.find("unread-table");
    ASSERT_TRUE(unread);
    EXPECT_TRUE(unread->message.contains(QStringLiteral("CUPTI_ACTIVITY_KIND_KERNEL_V4")));
    EXPECT_EQ(run->diagnostics.find("no-gpu-work"), nullptr) << "there may be some";
    const Database none(strings + calls + call(900, 950, 11) +
                        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL_V4 (start, end);");
    const RunResult empty = none.load();
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty->diagnostics.find("unread-table"), nullptr) << "an empty table lacks nothing";
    EXPECT_TRUE(empty->diagnostics.find("no-gpu-work"));
}

} // namespace tst_nsyssqlite
