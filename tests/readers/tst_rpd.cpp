// Databases of rocmProfileData: operations, calls, links, sizes, clocks; what is missing or damaged is said.

#include "core/analysis/trust/checks.h"
#include "core/model/eventtext.h"
#include "tests/support/corpus.h"
#include "tests/support/database.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace tst_rpd {

using namespace ws;
using namespace ws::test;

namespace {

using Json = nlohmann::ordered_json;

const std::string strings =
    "CREATE TABLE rocpd_metadata (id INTEGER PRIMARY KEY, tag TEXT, value TEXT);"
    "INSERT INTO rocpd_metadata VALUES (1,'schema_version','2');"
    "CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY, string TEXT);"
    "INSERT INTO rocpd_string VALUES (1,''),(2,'KernelExecution'),(3,'CopyHostToDevice'),(4,'gemm'),"
    "(5,'hipLaunchKernel'),(6,'hipMemcpyAsync'),(7,'UserMarker'),(8,'step 1'),(9,'hipExtModuleLaunchKernel'),"
    "(10,'ApiTable::writeRows'),(11,'stream=0x0');";
const std::string ops = "CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER, queueId INTEGER, start INTEGER,"
                        "end INTEGER, description_id INTEGER, opType_id INTEGER);";
const std::string calls = "CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER,"
                          "end INTEGER, apiName_id INTEGER, args_id INTEGER);";
const std::string links = "CREATE TABLE rocpd_api_ops (id INTEGER PRIMARY KEY, api_id INTEGER, op_id INTEGER);";
const std::string launches =
    "CREATE TABLE rocpd_kernelapi (api_ptr_id INTEGER PRIMARY KEY, gridX INTEGER, gridY INTEGER, gridZ INTEGER,"
    "workgroupX INTEGER, workgroupY INTEGER, workgroupZ INTEGER, kernelName_id INTEGER);";
const std::string copies = "CREATE TABLE rocpd_copyapi (api_ptr_id INTEGER PRIMARY KEY, size INTEGER, kind INTEGER);";

/// Two kernels, a copy, their calls, a marker; ids as a merged database has them.
std::string step()
{
    const std::string base = "8589934592"; // 2 << 32
    return strings + ops + calls + links + launches + copies + "INSERT INTO rocpd_op VALUES (" + base +
           ",2,0,1000,1500,4,2),(" + base + "+1,2,0,1600,1700,4,2),(" + base + "+2,2,1,1500,1900,1,3);" +
           "INSERT INTO rocpd_api VALUES (" + base + ",42,43,900,950,5,11),(" + base + "+1,42,43,960,970,9,1),(" +
           base + "+2,42,43,980,990,6,1),(" + base + "+3,42,43,800,2000,7,8),(" + base + "+4,42,43,850,850,7,8),(" +
           base + "+5,42,43,2100,2200,10,1);" + "INSERT INTO rocpd_api_ops VALUES (1," + base + ',' + base + "),(2," +
           base + "+1," + base + "+1),(3," + base + "+2," + base + "+2);" + "INSERT INTO rocpd_kernelapi VALUES (" +
           base + ",8,2,1,256,1,1,4),(" + base + "+1,1024,3,1,256,1,1,4);" + "INSERT INTO rocpd_copyapi VALUES (" +
           base + "+2,4096,1);";
}

} // namespace

TEST(Rpd, operationsAreLinkedToTheirCallsByTheTableOfLinks)
{
    const Database db(step(), QStringLiteral("run.rpd"));
    const RunResult run = db.load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->info.format, "rpd");
    ASSERT_EQ(run->gpu.size(), 3U);
    EXPECT_EQ(text(*run, run->gpu.name[0]), "gemm");
    EXPECT_EQ(text(*run, run->gpu.name[1]), "CopyHostToDevice") << "named by its type where there is no description";
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
    EXPECT_EQ(run->gpu.kind[2], CategoryKind::Kernel);
    EXPECT_EQ(run->gpu.start[1], 1500 - 800);
    EXPECT_EQ(text(*run, run->gpu.devices[0]), "2");
    EXPECT_EQ(text(*run, run->gpu.streams[run->gpu.stream[1]].stream), "1");
    const auto callOf = [&](size_t i) {
        return text(*run, run->timeline.name(run->launches.slice[run->gpu.launch[i]]));
    };
    EXPECT_EQ(callOf(0), "hipLaunchKernel");
    EXPECT_EQ(callOf(1), "hipMemcpyAsync");
    EXPECT_EQ(callOf(2), "hipExtModuleLaunchKernel");
    EXPECT_EQ(run->info.totalEvents, 9U);
    EXPECT_EQ(run->info.slices, 8U);
}

TEST(Rpd, linksInAnyOrderAreFound)
{
    std::string unsorted = step();
    const std::string sorted = "(1,8589934592,8589934592),(2,8589934592+1,8589934592+1),(3,8589934592+2,8589934592+2)";
    const size_t at = unsorted.find(sorted);
    ASSERT_NE(at, unsorted.npos);
    unsorted.replace(at, sorted.size(),
                     "(1,8589934592+2,8589934592+2),(2,8589934592,8589934592),(3,8589934592+1,8589934592+1)");
    const Database inOrder(step(), QStringLiteral("a.rpd")), inAnyOrder(unsorted, QStringLiteral("b.rpd"));
    const RunResult a = inOrder.load(), b = inAnyOrder.load();
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->gpu.launch, b->gpu.launch);
    for (size_t i = 0; i < b->gpu.size(); ++i)
        EXPECT_NE(b->gpu.launch[i], noLaunch) << i;
}

TEST(Rpd, occupancyIsNotInTheFile)
{
    const RunResult run = Database(step()).load();
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 3U);
    EXPECT_TRUE(run->gpu.occupancy.empty() && run->gpu.blocksPerSm.empty());
}

TEST(Rpd, devicesOfOperationsAreCalledByTheirNumbers)
{
    const RunResult run = Database(step() + "INSERT INTO rocpd_op VALUES (77,0,0,2000,2100,4,2);").load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    std::map<std::string, std::string> labels;
    for (const Process &process : run->timeline.processes)
        labels[text(*run, process.pid)] = text(*run, process.labels);
    EXPECT_EQ(labels, (std::map<std::string, std::string>{{"0", "GPU 0"}, {"2", "GPU 2"}, {"42", ""}}));
}

TEST(Rpd, callsBeforeSchemaThreeAreKnownByTheBeginningsOfTheirNames)
{
    const RunResult run =
        Database(step() + "INSERT INTO rocpd_string VALUES (20,'hsa_signal_create'),(21,'cuLaunchKernel');"
                          "INSERT INTO rocpd_api VALUES (7,42,43,2300,2310,21,1);"
                          "CREATE TABLE rocpd_hsaApi (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER,"
                          "end INTEGER, apiName_id INTEGER, args_id INTEGER);"
                          "INSERT INTO rocpd_hsaApi VALUES (8589934592,42,43,2400,2410,20,1);")
            .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    const Timeline &t = run->timeline;
    std::map<std::string, std::pair<std::string, CategoryKind>> calls;
    for (const Lane &lane : t.lanes)
        for (size_t i = 0; i < lane.size(); ++i)
            if (const Category &category = t.categories[lane.category[i]]; !isGpuWork(category.kind))
                calls[text(*run, lane.name[i])] = {text(*run, category.name), category.kind};
    using Call = std::pair<std::string, CategoryKind>;
    EXPECT_EQ(calls["hipLaunchKernel"], (Call{"hip_api", CategoryKind::Launch}));
    EXPECT_EQ(calls["cuLaunchKernel"], (Call{"cu_api", CategoryKind::Launch}));
    EXPECT_EQ(calls["hsa_signal_create"], (Call{"hsa_api", CategoryKind::Launch}));
    EXPECT_EQ(calls["ApiTable::writeRows"], (Call{"call", CategoryKind::Other})) << "the tracer itself";
    EXPECT_EQ(run->launches.size(), 4U) << "three of operations and one without, whatever the ids of the others";
}

TEST(Rpd, sizesOfLaunchesInWorkItemsBecomeBlocks)
{
    const RunResult run = Database(step()).load();
    ASSERT_TRUE(run);
    EXPECT_EQ(text(*run, run->gpu.grid[0]), "grid [8,2,1] block [256,1,1]");
    EXPECT_EQ(text(*run, run->gpu.grid[2]), "grid [4,3,1] block [256,1,1]") << "hipExtModuleLaunchKernel";
}

TEST(Rpd, markersAreAnnotationsAndPointsInTime)
{
    const RunResult run = Database(step()).load();
    ASSERT_TRUE(run);
    const Timeline &t = run->timeline;
    ASSERT_EQ(t.instants.size(), 1U);
    EXPECT_EQ(text(*run, t.instants.name[0]), "step 1");
    bool found = false;
    for (const Lane &lane : t.lanes)
        for (size_t i = 0; i < lane.size(); ++i)
            found = found ||
                    (t.categories[lane.category[i]].kind == CategoryKind::UserAnnotation && lane.durationOf(i) == 1200);
    EXPECT_TRUE(found);
}

TEST(Rpd, detailsTellTheSizeOfTheCopyAndOfTheLaunch)
{
    const Database db(step());
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    const auto copy = eventJson(*run, run->gpu.slice[1]);
    ASSERT_TRUE(copy) << copy.error().text().toStdString();
    EXPECT_EQ((*copy)["table"], "rocpd_op");
    EXPECT_EQ((*copy)["opType"], "CopyHostToDevice");
    EXPECT_EQ((*copy)["bytes"], 4096);
    const auto kernel = eventJson(*run, run->gpu.slice[0]);
    ASSERT_TRUE(kernel);
    EXPECT_EQ((*kernel)["gridX"], 8);
    EXPECT_EQ((*kernel)["kernelName"], "gemm");
    const auto call = eventJson(*run, run->launches.slice[run->gpu.launch[0]]);
    ASSERT_TRUE(call);
    EXPECT_EQ((*call)["args"], "stream=0x0");
}

TEST(Rpd, detailsTellTheStackOfTheCallAndTheCountersOfTheOperation)
{
    const Database db(step() + "INSERT INTO rocpd_string VALUES (20,'main'),(21,'forward'),(22,'SQ_WAVES');"
                               "CREATE TABLE rocpd_stackframe (id INTEGER PRIMARY KEY, api_ptr_id INTEGER,"
                               "depth INTEGER, name_id INTEGER);"
                               "INSERT INTO rocpd_stackframe VALUES (1,8589934592,1,20),(2,8589934592,0,21),(3,5,0,4);"
                               "CREATE TABLE rocpd_counter (id INTEGER PRIMARY KEY, op_id INTEGER, name_id INTEGER,"
                               "value REAL);"
                               "INSERT INTO rocpd_counter VALUES (1,8589934592,22,64.5),(2,5,22,7);");
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    const auto kernel = eventJson(*run, run->gpu.slice[0]), copy = eventJson(*run, run->gpu.slice[1]);
    ASSERT_TRUE(kernel && copy);
    EXPECT_EQ((*kernel)["counters"], (Json{{"SQ_WAVES", 64.5}}));
    EXPECT_FALSE(copy->contains("counters"));
    const auto call = eventJson(*run, run->launches.slice[run->gpu.launch[0]]),
               other = eventJson(*run, run->launches.slice[run->gpu.launch[1]]);
    ASSERT_TRUE(call && other);
    EXPECT_EQ((*call)["stack"], (Json{"forward", "main"})) << "the innermost first";
    EXPECT_FALSE(other->contains("stack"));
}

TEST(Rpd, monitorsAreCurvesThatLastUntilTheirEnd)
{
    for (const char *rows : {"(1,'gpu',0,'sclk',700,900,'800'),(2,'gpu',0,'sclk',900,2500,'1700')",
                             "(1,'gpu',0,'sclk',900,2500,'1700'),(2,'gpu',0,'sclk',700,900,'800')"}) {
        SCOPED_TRACE(rows);
        const RunResult run =
            Database(step() +
                     "CREATE TABLE rocpd_monitor (id INTEGER PRIMARY KEY, deviceType TEXT, deviceId INTEGER,"
                     "monitorType TEXT, start INTEGER, end INTEGER, value TEXT);"
                     "INSERT INTO rocpd_monitor VALUES " +
                     rows + ";")
                .load();
        ASSERT_TRUE(run);
        ASSERT_EQ(run->timeline.counters.size(), 1U);
        const CounterSeries &clock = run->timeline.counters[0];
        EXPECT_EQ(text(*run, clock.name), "sclk");
        EXPECT_EQ(text(*run, clock.pid), "0") << "the device";
        EXPECT_EQ(clock.time, (std::vector<int64_t>{0, 200, 1800}));
        EXPECT_EQ(clock.value, (std::vector<double>{800, 1700, 1700}));
        EXPECT_EQ(run->info.counterEvents, 2U);
    }
}

TEST(Rpd, schemaThreeKeepsArgumentsAndDomainsApart)
{
    const RunResult run =
        Database(strings + ops +
                 "CREATE TABLE rocpd_ustring (id INTEGER PRIMARY KEY, string TEXT);"
                 "INSERT INTO rocpd_ustring VALUES (1,'forward');"
                 "INSERT INTO rocpd_string VALUES (20,'hip'),(21,'KERNEL_DISPATCH_COMPLETE');"
                 "CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER, tid INTEGER, start INTEGER, end INTEGER,"
                 "apiName_id BIGINT, category_id BIGINT, domain_id BIGINT, args_id BIGINT);"
                 "INSERT INTO rocpd_api VALUES (1,42,43,0,10,5,1,20,1),(2,42,43,0,100,7,1,7,1);" +
                 links + launches +
                 "INSERT INTO rocpd_op VALUES (1,0,3,20,30,4,21); INSERT INTO rocpd_api_ops VALUES (1,1,1);"
                 "INSERT INTO rocpd_kernelapi VALUES (1,512,1,1,256,1,1,4);")
            .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->launches.size(), 1U);
    EXPECT_EQ(text(*run, run->timeline.category(run->launches.slice[0]).name), "hip_api");
    EXPECT_EQ(text(*run, run->gpu.grid[0]), "grid [2,1,1] block [256,1,1]") << "rocprofiler-sdk counts work items";
    EXPECT_NE(run->strings.find("forward"), UINT32_MAX);
}

TEST(Rpd, operationsAloneAreATimeline)
{
    const RunResult run = Database(strings + ops + "INSERT INTO rocpd_op VALUES (1,0,0,5,9,4,2);").load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 1U);
    EXPECT_EQ(run->gpu.launch[0], noLaunch);
}

TEST(Rpd, operationsWithoutALinkHaveNoCall)
{
    const RunResult run = Database(strings + ops + calls + links +
                                   "INSERT INTO rocpd_op VALUES (1,0,0,20,30,4,2),(2,0,0,40,50,4,2);"
                                   "INSERT INTO rocpd_api VALUES (1,42,43,0,10,5,1);"
                                   "INSERT INTO rocpd_api_ops VALUES (1,1,1);")
                              .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.launch, (std::vector<uint32_t>{0, noLaunch}));
    EXPECT_TRUE(run->gpu.grid.empty()) << "no sizes were recorded";
}

TEST(Rpd, anEmptyDatabaseIsRefusedWithWhatToRecord)
{
    const RunResult run = Database(strings + ops + calls + links).load();
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error.kind, ErrorKind::Unsupported);
    EXPECT_TRUE(run.error.message.contains(QStringLiteral("runTracer.sh"))) << run.error.message.toStdString();
}

TEST(Rpd, aTableWithoutTimesIsSaid)
{
    const RunResult run = Database(strings + calls + "INSERT INTO rocpd_api VALUES (1,42,43,0,10,5,1);" +
                                   "CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, begin INTEGER);")
                              .load();
    ASSERT_TRUE(run);
    ASSERT_NE(run->diagnostics.find("missing-column"), nullptr);
    EXPECT_NE(run->diagnostics.find("no-gpu-work"), nullptr);
}

TEST(Rpd, aCutDatabaseIsRefusedOrReadInPart)
{
    const Database db(step());
    const QByteArray whole = db.bytes();
    for (const int part : {1, 2, 3}) {
        db.overwrite(whole.left(whole.size() * part / 4));
        const RunResult run = db.load();
        if (run)
            EXPECT_FALSE(run->info.complete);
        else
            EXPECT_FALSE(run.error.message.isEmpty());
    }
}

TEST(Rpd, theDatabaseEqualsTheTraceThatItsOwnConverterMade)
{
    CORPUS_FILE(path, "rocm/matmul_result.rpd");
    CORPUS_FILE(converted, "rocm/matmul_result.json");
    const auto loaded = corpusRun(path);
    ASSERT_TRUE(loaded);
    QFile file(converted);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    using Slice = std::tuple<std::string, std::string, std::string, int64_t, int64_t>; // pid, tid, name, µs, µs
    std::vector<Slice> expected, got;
    for (const Json &event : Json::parse(file.readAll().toStdString()))
        if (event.value("ph", "") == "X")
            expected.emplace_back(event["pid"].get<std::string>(), event["tid"].get<std::string>(),
                                  event["name"].get<std::string>(), std::stoll(event["ts"].get<std::string>()),
                                  std::stoll(event["dur"].get<std::string>()));
    const ws::Run &run = *loaded;
    const Timeline &t = run.timeline;
    for (const Lane &lane : t.lanes)
        for (size_t i = 0; i < lane.size(); ++i)
            got.emplace_back(text(run, t.tracks[lane.track].pid), text(run, t.tracks[lane.track].tid),
                             text(run, lane.name[i]), (t.originNs + lane.start[i]) / 1000, lane.durationOf(i) / 1000);
    std::sort(expected.begin(), expected.end());
    std::sort(got.begin(), got.end());
    EXPECT_EQ(got.size(), 210U);
    EXPECT_EQ(got, expected);
}

TEST(Rpd, aLaunchWithoutAnOperationIsALaunchAllTheSame)
{
    const std::string more = "INSERT INTO rocpd_string VALUES (20,'hipStreamBeginCapture'),(21,'hipStreamEndCapture');"
                             "INSERT INTO rocpd_api VALUES (50,42,43,810,815,5,1),(51,42,43,820,825,6,1),"
                             "(52,42,43,830,835,20,1),(53,42,43,840,845,5,1),(54,42,43,850,855,21,1);";
    const RunResult run = Database(step() + more, QStringLiteral("run.rpd")).load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->launches.size(), 7U) << "a copy may have none";
    const LostLaunches lost = lostLaunches(*run.run);
    EXPECT_EQ(lost.before.size(), 1U) << "what a capture records does not run";
    EXPECT_EQ(lostLaunches(*Database(step(), QStringLiteral("run.rpd")).load().run).before.size(), 0U);
}

} // namespace tst_rpd
