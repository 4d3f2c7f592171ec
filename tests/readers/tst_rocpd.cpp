// Databases of rocprofv3, made by the schemas 3.0.0 and 4.1.0: they hold what they were made from, and what is missing,
// damaged or foreign is said.

#include "core/model/eventtext.h"
#include "tests/support/database.h"
#include "tests/support/rocpdgen.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace tst_rocpd {

using namespace ws;
using namespace ws::test;

namespace {

RocpdProcess step()
{
    RocpdProcess process;
    process.calls = {{900, 950, 11, "hipLaunchKernel"},
                     {960, 980, 12, "hipMemcpyAsync"},
                     {985, 995, 13, "hipDeviceSynchronize"},
                     {800, 2500, 14, "roctxThreadRangeA", "MARKER_CORE_RANGE_API", "step 1"}};
    process.kernels = {{1000, 1500, 11, "gemm<float>(float*)", 0, 1, 3, 2048, 256, 64},
                       {1500, 1600, 99, "reduce", 1, 2, 0, 100, 64}};
    process.copies = {{1700, 1900, 12, 4096, false, 0, 3}, {1900, 2000, 0, 64, true, 1, 0}};
    process.marks = {{2100, "loss"}};
    return process;
}

std::string callOf(const Run &run, size_t i)
{
    if (run.gpu.launch[i] == noLaunch)
        return {};
    return text(run, run.timeline.name(run.launches.slice[run.gpu.launch[i]]));
}

std::string streamOf(const Run &run, size_t i)
{
    const GpuStream &stream = run.gpu.streams[run.gpu.stream[i]];
    return text(run, run.gpu.devices[stream.device]) + '/' + text(run, stream.stream);
}

class Rocpd : public testing::TestWithParam<RocpdSchema>
{
protected:
    RunResult load(const RocpdProcess &process, bool withViews = false) const
    {
        return Database(rocpdSql(process, GetParam(), withViews), QStringLiteral("1_results.db")).load();
    }
};

} // namespace

TEST_P(Rocpd, aDatabaseHoldsWhatItWasMadeFrom)
{
    const RunResult run = load(step());
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->info.format, "rocpd");
    ASSERT_EQ(run->diagnostics.all().size(), 1U);
    EXPECT_EQ(run->diagnostics.all().front().kind, "kernel-counters");
    ASSERT_EQ(run->gpu.size(), 4U);
    EXPECT_EQ(run->timeline.originNs, 800);
    EXPECT_EQ(run->gpu.start, (std::vector<int64_t>{200, 700, 900, 1100}));
    EXPECT_EQ(run->gpu.duration, (std::vector<int64_t>{500, 100, 200, 100}));
    EXPECT_EQ(text(*run, run->gpu.name[0]), "gemm<float>(float*)");
    EXPECT_EQ(text(*run, run->gpu.name[2]), "MEMORY_COPY_HOST_TO_DEVICE");
    EXPECT_EQ(run->gpu.kind[2], CategoryKind::Memcpy);
    EXPECT_EQ(text(*run, run->gpu.grid[0]), "grid [8,4,2] block [256,2,3]");
    EXPECT_EQ(text(*run, run->gpu.grid[1]), "grid [2,4,2] block [64,2,3]") << "the last block is not full";
    EXPECT_EQ(run->info.totalEvents, 10U) << "4 calls, 4 on GPUs, a mark, a counter";
}

TEST_P(Rocpd, workStandsOnTheDeviceAsHipCountsItAndOnItsStream)
{
    const RunResult run = load(step());
    ASSERT_TRUE(run);
    EXPECT_EQ(streamOf(*run, 0), "0/3");
    EXPECT_EQ(streamOf(*run, 1), "1/0");
    EXPECT_EQ(streamOf(*run, 2), "0/3") << "a copy to a GPU runs there";
    EXPECT_EQ(streamOf(*run, 3), "1/0") << "a copy from a GPU to the host, too";
}

TEST_P(Rocpd, queuesAreTheRowsWhereStreamsWereNotRecorded)
{
    RocpdProcess process = step();
    for (RocpdKernel &kernel : process.kernels)
        kernel.stream = 0;
    process.copies.clear();
    const RunResult run = load(process);
    ASSERT_TRUE(run);
    EXPECT_EQ(streamOf(*run, 0), "0/1");
    EXPECT_EQ(streamOf(*run, 1), "1/2");
}

TEST_P(Rocpd, workIsLinkedToItsCall)
{
    const RunResult run = load(step());
    ASSERT_TRUE(run);
    EXPECT_EQ(callOf(*run, 0), "hipLaunchKernel");
    EXPECT_EQ(callOf(*run, 1), "") << "its call is not in the file";
    EXPECT_EQ(callOf(*run, 2), "hipMemcpyAsync");
    EXPECT_EQ(callOf(*run, 3), "");
}

TEST_P(Rocpd, theCallOfWorkIsItsOwnItsParentsOrTheOneFromOutsideThatIsInTheFile)
{
    const RocpdProcess process = step();
    const auto link = [&](int event, int64_t own, int64_t parent, int64_t outside) {
        return "UPDATE \"rocpd_event" + process.uuid + "\" SET stack_id=" + std::to_string(own) +
               ",parent_stack_id=" + std::to_string(parent) + ",correlation_id=" + std::to_string(outside) +
               " WHERE id=" + std::to_string(event) + ";\n";
    };
    // events: four calls, a mark, two kernels, two copies
    const RunResult run = Database(rocpdSql(process, GetParam()) + link(6, 98, 11, 12) + link(7, 0, 99, 12) +
                                   link(8, 12, 11, 11) + link(9, 97, -1, 96))
                              .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 4U);
    EXPECT_EQ(callOf(*run, 0), "hipLaunchKernel") << "its parent's; call 98 is not in the file";
    EXPECT_EQ(callOf(*run, 1), "hipMemcpyAsync") << "the one from outside";
    EXPECT_EQ(callOf(*run, 2), "hipMemcpyAsync") << "its own comes first";
    EXPECT_EQ(callOf(*run, 3), "") << "none of the three is in the file";
}

TEST_P(Rocpd, aCallWithoutAnIdOfItsOwnHasTheOneFromOutside)
{
    const RocpdProcess process = step();
    const std::string events = "\"rocpd_event" + process.uuid + '"';
    const auto calls = [&](const std::string &change) {
        const RunResult run =
            Database(rocpdSql(process, GetParam()) + "UPDATE " + events + " SET " + change + " WHERE id=1;").load();
        EXPECT_TRUE(run) << run.error.text().toStdString();
        return std::pair(run->launches.size(), callOf(*run, 0));
    };
    EXPECT_EQ(calls("stack_id=0,correlation_id=11"), std::pair(size_t(3), std::string("hipLaunchKernel")));
    EXPECT_EQ(calls("stack_id=0,correlation_id=0"), std::pair(size_t(2), std::string())) << "no work can name it";
    EXPECT_EQ(calls("stack_id=1"), std::pair(size_t(3), std::string())) << "work names call 11";
}

TEST_P(Rocpd, markersAreCalledByTheirMessage)
{
    const RunResult run = load(step());
    ASSERT_TRUE(run);
    const Timeline &t = run->timeline;
    ASSERT_EQ(t.instants.size(), 1U);
    EXPECT_EQ(text(*run, t.instants.name[0]), "loss");
    EXPECT_EQ(t.instants.time[0], 1300);
    std::set<std::string> annotations;
    for (const Lane &lane : t.lanes)
        for (size_t i = 0; i < lane.size(); ++i)
            if (t.categories[lane.category[i]].kind == CategoryKind::UserAnnotation)
                annotations.insert(text(*run, lane.name[i]));
    EXPECT_EQ(annotations, std::set<std::string>{"step 1"});
}

TEST_P(Rocpd, threadsAndProcessesHaveTheNumbersOfTheSystem)
{
    const RunResult run = load(step());
    ASSERT_TRUE(run);
    const auto &tracks = run->timeline.tracks;
    const auto thread = std::find_if(tracks.begin(), tracks.end(),
                                     [](const Track &track) { return track.kind == TrackKind::CpuThread; });
    ASSERT_NE(thread, tracks.end());
    EXPECT_EQ(text(*run, thread->pid), "4242");
    EXPECT_EQ(text(*run, thread->tid), "4243");
    EXPECT_EQ(text(*run, thread->label), "thread 4243 (worker)");
}

TEST_P(Rocpd, countersOfAKernelLastAsLongAsItAndInstancesAddUp)
{
    const RunResult run = load(step());
    ASSERT_TRUE(run);
    ASSERT_EQ(run->timeline.counters.size(), 1U);
    const CounterSeries &waves = run->timeline.counters[0];
    EXPECT_EQ(text(*run, waves.name), "SQ_WAVES");
    EXPECT_EQ(text(*run, waves.pid), "0") << "the device";
    EXPECT_EQ(waves.time, (std::vector<int64_t>{200, 700}));
    EXPECT_EQ(waves.value, (std::vector<double>{64, 0}));
    EXPECT_TRUE(run->diagnostics.find("kernel-counters")) << "kernels ran one at a time";
}

TEST_P(Rocpd, countersOfSamplesAreCurvesAtTheirTimesInTheirUnits)
{
    const RocpdProcess process = step();
    const auto table = [&](const char *name) { return "\"rocpd_" + (name + process.uuid) + '"'; };
    const RunResult run =
        Database(rocpdSql(process, GetParam()) + "INSERT INTO " + table("info_pmc") +
                 " VALUES (4,7,1,NULL,'power','W'); INSERT INTO " + table("pmc_event") + " VALUES (NULL,5,4,2.5);")
            .load(); // event 5 is the mark
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->timeline.counters.size(), 2U);
    const CounterSeries &power = run->timeline.counters[0], &waves = run->timeline.counters[1];
    EXPECT_EQ(text(*run, power.name), "power");
    EXPECT_EQ(text(*run, power.key), "W");
    EXPECT_EQ(text(*run, power.pid), "4242") << "of the process, no device is named";
    EXPECT_EQ(power.time, std::vector<int64_t>{1300});
    EXPECT_EQ(power.value, std::vector<double>{2.5});
    EXPECT_EQ(text(*run, waves.key), "");
    EXPECT_EQ(run->timeline.instants.size(), 0U) << "a sample with a value is no mark";
    EXPECT_EQ(run->info.counterEvents, 2U);
}

TEST_P(Rocpd, allocatedMemoryIsARunningTotalOfEachOwner)
{
    RocpdProcess process = step();
    process.allocations = {{950, "ALLOC", 0x3000, 1024, 0}, // not in the order of time
                           {850, "ALLOC", 0x1000, 4096, 0},
                           {900, "ALLOC", 0x2000, 512, 1},
                           {1000, "FREE", 0x1000, 0},
                           {1050, "FREE", 0x1000, 0}, // a second time
                           {1075, "FREE", 0x9000, 0}, // allocated before the recording
                           {1100, "ALLOC", 0x4000, 7, 0, "VIRTUAL"},
                           {1150, "FREE", 0x4000, 0, -1, "VIRTUAL"},
                           {1200, "ALLOC", 0x5000, 64},
                           {1300, "ALLOC", 0x1000, 16, 1}, // the address again
                           {1400, "FREE", 0x1000, 0}};
    const RunResult run = load(process);
    ASSERT_TRUE(run) << run.error.text().toStdString();
    using Curve = std::pair<std::vector<int64_t>, std::vector<double>>;
    std::map<std::string, Curve> curves;
    for (const CounterSeries &series : run->timeline.counters)
        if (text(*run, series.name) == "allocated memory")
            curves[text(*run, series.pid)] = {{series.time.begin(), series.time.end()},
                                              {series.value.begin(), series.value.end()}};
    const std::map<std::string, Curve> expected = {{"0", {{50, 150, 200}, {4096, 5120, 1024}}},
                                                   {"1", {{100, 500, 600}, {512, 528, 512}}},
                                                   {"4242", {{400}, {64}}}}; // the process: memory of the host
    EXPECT_EQ(curves, expected);
    EXPECT_EQ(run->info.counterEvents, 8U) << "and the counter of a kernel";
    EXPECT_EQ(run->info.slices, 8U);
    ASSERT_EQ(run->diagnostics.all().size(), 1U);
    EXPECT_EQ(run->diagnostics.all().front().kind, "kernel-counters");
}

TEST_P(Rocpd, memoryAtATimeThatCannotBeIsLeftOut)
{
    RocpdProcess process = step();
    process.allocations = {
        {850, "ALLOC", 0x1000, 4096, 0}, {INT64_MIN + 1, "ALLOC", 0x2000, 64, 0}, {INT64_MAX, "FREE", 0x1000, 0}};
    const RunResult run = load(process);
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->timeline.spanNs, load(step())->timeline.spanNs);
    ASSERT_TRUE(run->diagnostics.find("no-time"));
    EXPECT_EQ(run->diagnostics.find("no-time")->count, 2U);
}

TEST_P(Rocpd, occupancyIsNotInTheFile)
{
    const RunResult run = load(step());
    ASSERT_TRUE(run);
    EXPECT_TRUE(run->gpu.occupancy.empty() && run->gpu.blocksPerSm.empty());
}

TEST_P(Rocpd, detailsTellBytesArgumentsCountersAndTheSymbol)
{
    const Database db(rocpdSql(step(), GetParam()));
    const RunResult run = db.load();
    ASSERT_TRUE(run);
    const auto kernel = eventJson(*run, run->gpu.slice[0]);
    ASSERT_TRUE(kernel) << kernel.error().text().toStdString();
    EXPECT_EQ((*kernel)["kernel_name"], "gemm<float>(float*)_symbol.kd");
    EXPECT_EQ((*kernel)["agent"], "AMD Instinct MI300X");
    EXPECT_EQ((*kernel)["counters"]["SQ_WAVES"], 64.0);
    EXPECT_EQ((*kernel)["category"], "KERNEL_DISPATCH");
    const auto copy = eventJson(*run, run->gpu.slice[2]);
    ASSERT_TRUE(copy);
    EXPECT_EQ((*copy)["bytes"], 4096);
    EXPECT_EQ((*copy)["to"], "AMD Instinct MI300X");
    EXPECT_EQ((*copy)["from"], "EPYC");
    const auto call = eventJson(*run, run->launches.slice[run->gpu.launch[0]]);
    ASSERT_TRUE(call);
    EXPECT_EQ((*call)["args"]["stream"], "0x0");
    EXPECT_EQ((*call)["name"], "hipLaunchKernel");
}

TEST_P(Rocpd, viewsBesideTheTablesCountNothingTwice)
{
    const RunResult run = load(step(), true);
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 4U);
    EXPECT_EQ(run->launches.size(), 3U);
}

TEST_P(Rocpd, tablesWithoutAProcessInTheirNamesAreReadToo)
{
    RocpdProcess process = step();
    process.uuid.clear();
    const RunResult run = load(process);
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_EQ(run->gpu.size(), 4U);
    EXPECT_EQ(callOf(*run, 0), "hipLaunchKernel");
}

TEST_P(Rocpd, processesOfAMergedDatabaseStayApart)
{
    RocpdProcess first = step(), second = step();
    second.uuid = "_0198c2bb_2222";
    second.pid = 5252;
    second.calls[0].name = "hipExtLaunchKernel";
    const RunResult run = Database(rocpdSql(first, GetParam()) + rocpdSql(second, GetParam())).load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    ASSERT_EQ(run->gpu.size(), 8U);
    std::set<std::string> rows, calls;
    for (size_t i = 0; i < run->gpu.size(); ++i) {
        rows.insert(streamOf(*run, i));
        calls.insert(callOf(*run, i));
    }
    EXPECT_EQ(rows, (std::set<std::string>{"0/3", "1/0", "0/3 (pid 5252)", "1/0 (pid 5252)"}));
    EXPECT_EQ(calls, (std::set<std::string>{"", "hipLaunchKernel", "hipExtLaunchKernel", "hipMemcpyAsync"}));
}

TEST_P(Rocpd, aDatabaseWithoutRowsIsRefusedWithWhatToRecord)
{
    const RunResult run = load(RocpdProcess());
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error.kind, ErrorKind::Unsupported);
    EXPECT_TRUE(run.error.message.contains(QStringLiteral("rocprofv3 --runtime-trace")));
}

TEST_P(Rocpd, aDatabaseCutAnywhereIsReadInPartOrRefusedInOneSentence)
{
    const Database db(rocpdSql(step(), GetParam()));
    const QByteArray whole = db.bytes();
    for (qsizetype size = 4096; size < whole.size(); size += 4096) {
        db.overwrite(whole.left(size));
        const RunResult run = db.load();
        if (run) {
            EXPECT_FALSE(run->info.complete) << size;
        } else {
            EXPECT_FALSE(run.error.message.isEmpty()) << size;
            EXPECT_FALSE(run.error.message.contains(u'\n')) << size;
        }
    }
}

TEST(RocpdDatabases, foreignOnesAreRefusedByWhatTheyHold)
{
    const RunResult run = Database("CREATE TABLE friends (name TEXT); INSERT INTO friends VALUES ('a');").load();
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error.kind, ErrorKind::Unsupported);
    EXPECT_TRUE(run.error.message.contains(QStringLiteral("friends")));
    EXPECT_TRUE(run.error.message.contains(QStringLiteral("rocprofv3")));
}

TEST(RocpdDatabases, tablesWithOtherColumnsAreSaid)
{
    const RunResult run = Database("CREATE TABLE rocpd_region_1 (id INTEGER PRIMARY KEY, begin INTEGER);"
                                   "CREATE TABLE rocpd_kernel_dispatch_1 (id INTEGER PRIMARY KEY, start INTEGER,"
                                   "end INTEGER, kernel_id INTEGER); INSERT INTO rocpd_kernel_dispatch_1 VALUES "
                                   "(1,5,9,77);")
                              .load();
    ASSERT_TRUE(run) << run.error.text().toStdString();
    EXPECT_NE(run->diagnostics.find("missing-column"), nullptr);
    ASSERT_EQ(run->gpu.size(), 1U);
    EXPECT_EQ(text(*run, run->gpu.name[0]), "kernel 77");
}

INSTANTIATE_TEST_SUITE_P(Schemas, Rocpd, testing::Values(RocpdSchema::V3, RocpdSchema::V4),
                         [](const auto &info) { return info.param == RocpdSchema::V3 ? "v3" : "v4"; });

} // namespace tst_rocpd
