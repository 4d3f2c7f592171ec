// Rules of the Chrome trace reader, each with the smallest text that shows it.

#include "tests/support/support.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tst_chrometrace {

using namespace ws;
using namespace ws::test;

namespace {

uint64_t countOf(const Run &run, const char *kind)
{
    const Diagnostic *d = run.diagnostics.find(kind);
    return d ? d->count : 0;
}

/// The only slice named `name`.
EventRef sliceNamed(const Run &run, std::string_view name)
{
    EventRef found;
    for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l)
        for (uint32_t i = 0; i < run.timeline.lanes[l].size(); ++i)
            if (run.text(run.timeline.lanes[l].name[i]) == name) {
                EXPECT_FALSE(found.valid()) << "two slices named " << name;
                found = {l, i};
            }
    EXPECT_TRUE(found.valid()) << "no slice named " << name;
    return found;
}

} // namespace

TEST(ChromeTrace, objectBareArrayAndOpenArrayHoldTheSameEvents)
{
    const std::string events =
        R"({"ph":"X","name":"a","pid":1,"tid":2,"ts":10,"dur":5},{"ph":"i","name":"b","ts":12,"pid":1,"tid":2})";
    for (const std::string &text : {"{\"traceEvents\":[" + events + "]}", "[" + events + "]", "[" + events,
                                    "[" + events + ",", "\xEF\xBB\xBF[" + events + "]", "[" + events + ",]",
                                    "{\"other\":{\"x\":[1,{}]},\"traceEvents\":[" + events + "],\"after\":1}"}) {
        const auto run = runFromJson(text);
        ASSERT_TRUE(run) << text;
        EXPECT_EQ(run->info.totalEvents, 2u) << text;
        EXPECT_EQ(run->info.slices, 1u);
        EXPECT_EQ(run->timeline.instants.size(), 1u);
        EXPECT_EQ(run->info.complete, text != "[" + events && text != "[" + events + ",") << text;
        EXPECT_EQ(run->timeline.originNs, 10000);
        EXPECT_EQ(run->timeline.spanNs, 5000);
    }
}

TEST(ChromeTrace, headerKeysBeforeAndBehindTheEventsAreKeptInOrder)
{
    const auto run = runFromJson(
        R"({"schemaVersion":1,"traceEvents":[],"distributedInfo":{"rank":3},"baseTimeNanoseconds":1700000000000000000})");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.format, "kineto");
    EXPECT_EQ(run->info.baseTimeNs, 1700000000000000000);
    EXPECT_EQ(run->info.header->dump(),
              R"({"schemaVersion":1,"distributedInfo":{"rank":3},"baseTimeNanoseconds":1700000000000000000})");
}

TEST(ChromeTrace, absoluteTimeStampsKeepEveryNanosecond)
{
    const auto run = runFromJson(
        R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1712195495406752.797,"dur":0.003},
            {"ph":"X","name":"b","pid":1,"tid":1,"ts":"1712195495406752.801","dur":"1.5"}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->timeline.originNs, 1712195495406752797);
    const EventRef a = sliceNamed(*run.run, "a"), b = sliceNamed(*run.run, "b");
    EXPECT_EQ(run->timeline.duration(a), 3);
    EXPECT_EQ(run->timeline.start(b), 4);
    EXPECT_EQ(run->timeline.duration(b), 1500);
}

TEST(ChromeTrace, durationMayBeMissingNegativeOrLong)
{
    const auto run = runFromJson(R"([{"ph":"X","name":"missing","pid":1,"tid":1,"ts":0},
        {"ph":"X","name":"negative","pid":1,"tid":1,"ts":1,"dur":-4},
        {"ph":"X","name":"long","pid":1,"tid":1,"ts":2,"dur":43000000}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "missing")), 0);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "negative")), 0);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "long")), 43'000'000'000);
    EXPECT_EQ(countOf(*run.run, "negative-duration"), 1u);
}

TEST(ChromeTrace, eventsWithoutUsableTimeAreCountedButNotDrawn)
{
    const auto run = runFromJson(R"([{"ph":"X","name":"a","ts":"12abc","dur":1},{"ph":"X","name":"b","dur":1},{},
                                     {"ph":"X","name":"c","ts":1,"dur":1}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.totalEvents, 4u);
    EXPECT_EQ(run->info.slices, 1u);
    EXPECT_EQ(run->info.byPhase.at("None"), 1u);
    EXPECT_EQ(countOf(*run.run, "no-time"), 2u);
}

TEST(ChromeTrace, anEndClosesTheNewestBeginOfItsName)
{
    const auto run = runFromJson(R"([{"ph":"B","name":"outer","pid":1,"tid":1,"ts":0},
        {"ph":"B","name":"inner","pid":1,"tid":1,"ts":1},{"ph":"E","name":"outer","pid":1,"tid":1,"ts":2},
        {"ph":"E","pid":1,"tid":1,"ts":5},{"ph":"E","name":"stray","pid":1,"tid":1,"ts":6},
        {"ph":"B","name":"open","pid":1,"tid":1,"ts":7},{"ph":"B","name":"other thread","pid":1,"tid":2,"ts":0}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.slices, 2u);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "outer")), 2000);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "inner")), 4000);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "other thread")), 7000) << "drawn to the end of the trace";
    EXPECT_EQ(countOf(*run.run, "end-names-another"), 0u);
    EXPECT_EQ(countOf(*run.run, "stray-end"), 1u);
    EXPECT_EQ(countOf(*run.run, "unclosed-begin"), 2u);
}

TEST(ChromeTrace, anEndThatNamesNothingOpenClosesTheNewestBegin)
{
    const auto run = runFromJson(R"([{"ph":"B","name":"outer","pid":1,"tid":1,"ts":0},
        {"ph":"B","name":"inner","pid":1,"tid":1,"ts":1},{"ph":"E","name":"another","pid":1,"tid":1,"ts":2},
        {"ph":"E","name":"outer","pid":1,"tid":1,"ts":5}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "inner")), 1000);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "outer")), 5000);
    EXPECT_EQ(countOf(*run.run, "end-names-another"), 1u);
}

TEST(ChromeTrace, aBeginWithoutAnEndEndsWithTheSliceAroundIt)
{
    const auto run = runFromJson(R"([{"ph":"B","name":"outer","pid":1,"tid":1,"ts":0},
        {"ph":"B","name":"lost","pid":1,"tid":1,"ts":1},{"ph":"E","name":"outer","pid":1,"tid":1,"ts":5},
        {"ph":"X","name":"later","pid":1,"tid":1,"ts":50,"dur":1}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "outer")), 5000);
    EXPECT_EQ(run->timeline.duration(sliceNamed(*run.run, "lost")), 4000);
    EXPECT_EQ(countOf(*run.run, "unclosed-begin"), 1u);
}

TEST(ChromeTrace, ofBeginsAndEndsWithEqualTimesTheFirstBegunIsTheOuterOne)
{
    for (const char *ends : {R"("inner","outer")", R"("outer","inner")", R"("","")"}) {
        const std::string first(ends, std::string_view(ends).find(',')),
            second = std::string(ends).substr(std::string_view(ends).find(',') + 1, first.size());
        const auto run = runFromJson(R"([{"ph":"B","name":"outer","pid":1,"tid":1,"ts":0},
            {"ph":"B","name":"inner","pid":1,"tid":1,"ts":0},{"ph":"E","name":)" +
                                     first + R"(,"pid":1,"tid":1,"ts":9},{"ph":"E","name":)" + second +
                                     R"(,"pid":1,"tid":1,"ts":9}])");
        ASSERT_TRUE(run);
        const EventRef outer = sliceNamed(*run.run, "outer"), inner = sliceNamed(*run.run, "inner");
        EXPECT_LT(outer.lane, inner.lane) << ends;
        EXPECT_EQ(run->timeline.duration(outer), 9000);
        EXPECT_EQ(run->timeline.duration(inner), 9000);
        EXPECT_EQ(countOf(*run.run, "end-names-another"), 0u);
    }
}

TEST(ChromeTrace, asyncSlicesPairByIdAndCategory)
{
    const auto run = runFromJson(R"([{"ph":"b","cat":"io","id":"0x1","name":"read","pid":1,"tid":1,"ts":0},
        {"ph":"b","cat":"io","id":"0x2","name":"read","pid":1,"tid":1,"ts":1},
        {"ph":"e","cat":"io","id":"0x1","name":"read","pid":1,"tid":2,"ts":4},
        {"ph":"e","cat":"io","id":"0x2","name":"read","pid":1,"tid":1,"ts":9},
        {"ph":"S","cat":"old","id":7,"name":"task","pid":1,"tid":1,"ts":2},
        {"ph":"F","cat":"old","id":7,"name":"task","pid":1,"tid":1,"ts":3}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.slices, 0u);
    std::vector<int64_t> durations;
    for (const Lane &lane : run->timeline.lanes)
        for (size_t i = 0; i < lane.size(); ++i)
            durations.push_back(lane.durationOf(i));
    std::sort(durations.begin(), durations.end());
    EXPECT_EQ(durations, (std::vector<int64_t>{1000, 4000, 8000}));
}

TEST(ChromeTrace, overlappingKernelsOfAStreamGetSubLanes)
{
    const auto run = runFromJson(R"([
        {"ph":"X","cat":"kernel","name":"k1","pid":0,"tid":7,"ts":0,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
        {"ph":"X","cat":"kernel","name":"k2","pid":0,"tid":7,"ts":5,"dur":10,"args":{"device":0,"stream":7,"correlation":2}},
        {"ph":"X","cat":"kernel","name":"k3","pid":0,"tid":7,"ts":12,"dur":1,"args":{"device":0,"stream":7,"correlation":3}},
        {"ph":"X","cat":"gpu_user_annotation","name":"step","pid":0,"tid":7,"ts":0,"dur":20}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 3u);
    EXPECT_EQ(run->info.gpuAnnotations, 1u);
    ASSERT_EQ(run->timeline.tracks.size(), 2u);
    const Track &stream = run->timeline.tracks[0];
    EXPECT_EQ(stream.kind, TrackKind::GpuStream);
    EXPECT_EQ(stream.laneCount, 2u);
    EXPECT_EQ(sliceNamed(*run.run, "k2").lane, stream.firstLane + 1);
    EXPECT_EQ(sliceNamed(*run.run, "k3").lane, stream.firstLane);
    EXPECT_EQ(run->timeline.tracks[1].kind, TrackKind::GpuAnnotation);
}

TEST(ChromeTrace, cpuSlicesNestByDepthAndCrossingOnesAreKept)
{
    const auto run = runFromJson(R"([{"ph":"X","name":"child","pid":1,"tid":1,"ts":2,"dur":3},
        {"ph":"X","name":"crossing","pid":1,"tid":1,"ts":8,"dur":5},
        {"ph":"X","name":"parent","pid":1,"tid":1,"ts":0,"dur":10},
        {"ph":"X","name":"next","pid":1,"tid":1,"ts":11,"dur":1}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(sliceNamed(*run.run, "parent").lane, 0u);
    EXPECT_EQ(sliceNamed(*run.run, "child").lane, 1u);
    EXPECT_EQ(sliceNamed(*run.run, "crossing").lane, 1u);
    EXPECT_EQ(sliceNamed(*run.run, "next").lane, 2u);
}

TEST(ChromeTrace, launchesOfRocmNameTheirKernels)
{
    const auto run = runFromJson(R"([
        {"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":9,"tid":9,"ts":25,"dur":4,"args":{"kernel":"add<\u003e","correlation":8}},
        {"ph":"X","cat":"cuda_runtime","name":"hipFree","pid":9,"tid":9,"ts":15,"dur":4,"args":{"correlation":6}},
        {"ph":"X","cat":"cuda_runtime","name":"hipLaunchKernel","pid":9,"tid":9,"ts":5,"dur":4,"args":{"correlation":7,"kernel":"gemm"}}])");
    const Launches &launches = run->launches;
    ASSERT_EQ(launches.kernel.size(), 3u);
    EXPECT_EQ(launches.kernel[0], 0u);
    EXPECT_EQ(run->text(launches.kernel[1]), "gemm");
    EXPECT_EQ(run->text(launches.kernel[2]), "add<>");
    const auto nvidia = runFromJson(
        R"([{"ph":"X","cat":"cuda_runtime","name":"cudaFree","pid":9,"tid":9,"ts":5,"dur":4,"args":{"correlation":7}}])");
    EXPECT_EQ(nvidia->launches.size(), 1u);
    EXPECT_TRUE(nvidia->launches.kernel.empty());
}

TEST(ChromeTrace, kernelFindsItsLaunchItsOperatorAndItsModule)
{
    const auto run = runFromJson(R"([
        {"ph":"X","cat":"python_function","name":"nn.Module: Linear_0","pid":9,"tid":9,"ts":0,"dur":100,"args":{}},
        {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":9,"tid":9,"ts":10,"dur":50,"args":{"External id":5}},
        {"ph":"X","cat":"cpu_op","name":"aten::addmm","pid":9,"tid":9,"ts":20,"dur":30,"args":{"External id":6,"Input Dims":[[2, 3],[3,4]],"Sequence number":8,"Fwd thread id":0}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":25,"dur":4,"args":{"correlation":77,"External id":77}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":90,"dur":40,"args":{"device":0,"stream":7,"correlation":77,"External id":77,"grid":[8, 1, 1],"block":[128, 1, 1],"blocks per SM":0.5,"est. achieved occupancy %":25}},
        {"ph":"X","cat":"kernel","name":"orphan","pid":0,"tid":7,"ts":140,"dur":4,"args":{"device":0,"stream":7,"correlation":99}}])");
    ASSERT_TRUE(run);
    const ws::Run &r = *run.run;
    ASSERT_EQ(r.gpu.size(), 2u);
    ASSERT_NE(r.gpu.launch[0], noLaunch);
    EXPECT_EQ(r.launches.slice[r.gpu.launch[0]], sliceNamed(r, "cudaLaunchKernel"));
    EXPECT_EQ(r.gpu.op[0], sliceNamed(r, "aten::addmm"));
    EXPECT_EQ(r.launches.module[r.gpu.launch[0]], sliceNamed(r, "nn.Module: Linear_0"));
    EXPECT_EQ(r.text(r.gpu.grid[0]), "grid [8,1,1] block [128,1,1]");
    EXPECT_EQ(r.gpu.occupancy[0], 25.0f);
    EXPECT_EQ(r.gpu.launch[1], noLaunch);
    ASSERT_EQ(r.ops.size(), 2u);
    EXPECT_EQ(r.text(r.ops.shape[1]), "[[2, 3],[3,4]]");
    EXPECT_EQ(r.ops.sequence[1], 8);
    EXPECT_EQ(r.ops.module[1], sliceNamed(r, "nn.Module: Linear_0"));
}

TEST(ChromeTrace, withoutLaunchADifferentExternalIdNamesTheOperator)
{
    const auto run = runFromJson(R"([
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":10,"dur":50,"args":{"External id":5}},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":90,"dur":40,"args":{"correlation":77,"External id":5}}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.op[0], sliceNamed(*run.run, "aten::mm"));
}

TEST(ChromeTrace, oldKinetoCategoriesAndStreamNamesAreTheSameStream)
{
    const auto run = runFromJson(R"([
        {"ph":"X","cat":"Kernel","name":"k","pid":0,"tid":"stream 7","ts":1,"dur":4,"args":{"device":0,"stream":7,"correlation":1}},
        {"ph":"X","cat":"Memcpy","name":"Memcpy HtoD","pid":0,"tid":"stream 7","ts":6,"dur":4,"args":{"correlation":2}},
        {"ph":"M","name":"thread_name","pid":0,"tid":"stream 7","args":{"name":"stream 7 "}},
        {"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 2u);
    ASSERT_EQ(run->timeline.tracks.size(), 1u);
    EXPECT_EQ(run->text(run->timeline.tracks[0].tid), "7");
    EXPECT_EQ(run->text(run->timeline.tracks[0].label), "stream 7 ");
    ASSERT_EQ(run->timeline.processes.size(), 1u);
    EXPECT_EQ(run->text(run->timeline.processes[0].labels), "GPU 0");
    EXPECT_EQ(run->timeline.originNs, 1000) << "metadata has no say in the origin";
}

TEST(ChromeTrace, countersAndMemoryInstantsBecomeCurves)
{
    const auto run = runFromJson(R"([
        {"ph":"C","name":"mem","pid":1,"ts":2,"args":{"used":5,"free":"7"}},{"ph":"C","name":"mem","pid":1,"ts":1,"args":{"used":3}},
        {"ph":"i","s":"t","name":"[memory]","pid":1,"tid":1,"ts":3,"args":{"Total Allocated":1024,"Total Reserved":4096,"Device Id":0,"Device Type":1}}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.counterEvents, 2u);
    ASSERT_EQ(run->timeline.counters.size(), 4u);
    const CounterSeries &used = run->timeline.counters[0];
    EXPECT_EQ(used.time, (std::vector<int64_t>{0, 1000}));
    EXPECT_EQ(used.value, (std::vector<double>{3, 5}));
    EXPECT_EQ(run->text(run->timeline.counters[2].name), "[memory] (GPU 0)");
    EXPECT_EQ(run->timeline.instants.size(), 0u);
}

TEST(ChromeTrace, flowsAreCountedByPhaseAlsoWithoutStart)
{
    const auto run = runFromJson(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":5},
        {"ph":"s","cat":"ac2g","id":4,"pid":1,"tid":1,"ts":1},{"ph":"f","cat":"ac2g","id":4,"pid":1,"tid":1,"ts":3,"bp":"e"},
        {"ph":"f","cat":"ac2g","id":5,"pid":8,"tid":8,"ts":3}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->timeline.flows.counts[Flows::Start], 1u);
    EXPECT_EQ(run->timeline.flows.counts[Flows::End], 2u);
    const auto &tracks = run->timeline.flows.track;
    ASSERT_EQ(tracks.size(), 3u);
    EXPECT_EQ((std::vector{tracks[0], tracks[1], tracks[2]}), (std::vector<uint32_t>{0, 0, UINT32_MAX}));
}

TEST(ChromeTrace, namesKeepEscapesUnicodeAndStrangeCharacters)
{
    const std::string longName(5000, 'x');
    const auto run =
        runFromJson("[{\"ph\":\"X\",\"name\":\"\\u4e2d\\ud83d\\ude00 \\\"q\\\" \\q \\/\",\"ts\":0,\"dur\":1},"
                    "{\"ph\":\"X\",\"name\":\"tab\there\x01\",\"ts\":1,\"dur\":1},"
                    "{\"ph\":\"X\",\"name\":\"bad \xff utf8\",\"ts\":2,\"dur\":1},"
                    "{\"ph\":\"X\",\"name\":\"" +
                    longName + "\",\"ts\":3,\"dur\":1}]");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.slices, 4u);
    sliceNamed(*run.run, "中😀 \"q\" \\q /");
    sliceNamed(*run.run, "tab\there\x01");
    sliceNamed(*run.run, longName);
    EXPECT_EQ(countOf(*run.run, "invalid-utf8"), 1u);
}

TEST(ChromeTrace, pidAndTidMayBeStringsNegativeOrMissing)
{
    const auto run = runFromJson(R"([{"ph":"X","name":"a","pid":"Spans","tid":"","ts":0,"dur":1},
        {"ph":"X","name":"b","pid":-1,"tid":-2,"ts":0,"dur":1},{"ph":"X","name":"c","ts":0,"dur":1},
        {"ph":"X","name":"d","pid":"-1","tid":"-2","ts":5,"dur":1}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(run->timeline.tracks.size(), 3u);
    EXPECT_EQ(sliceNamed(*run.run, "b").lane, sliceNamed(*run.run, "d").lane);
}

TEST(ChromeTrace, otherJsonIsRefusedInOneSentence)
{
    for (const char *text : {R"({"nodes":[],"schema":"1.0"})", R"([{"bs":32,"mode":"x"},{"bs":16}])", R"([1,2,3])",
                             R"({"profiles":[{"name":"x"}]})", R"({"a":)"}) {
        const auto run = runFromJson(text);
        ASSERT_FALSE(run) << text;
        EXPECT_EQ(run.error.kind, ErrorKind::UnknownFormat) << text;
        EXPECT_TRUE(run.error.message.contains(QStringLiteral("traceEvents"))) << text;
    }
    for (const char *text : {"hello world", "\x01\x02\x03\x00zzz", ""}) {
        const auto run = runFromJson(text);
        EXPECT_FALSE(run);
        EXPECT_EQ(run.error.kind, ErrorKind::UnknownFormat) << text;
    }
}

TEST(ChromeTrace, workWithoutAnExternalIdBelongsToNoOperator)
{
    const RunResult run = runFromJson(R"([
        {"ph":"X","cat":"cpu_op","name":"aten::first","pid":9,"tid":9,"ts":10,"dur":5,"args":{"External id":1}},
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":9,"tid":9,"ts":20,"dur":5,"args":{"External id":5}},
        {"ph":"X","cat":"kernel","name":"nameless","pid":0,"tid":7,"ts":90,"dur":4,"args":{"device":0,"stream":7,"correlation":70}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":99,"dur":4,"args":{"device":0,"stream":7,"correlation":71,"External id":5}}])");
    ASSERT_TRUE(run) << run.error.message.toStdString();
    ASSERT_EQ(run->gpu.size(), 2U);
    EXPECT_FALSE(run->gpu.op[0].valid());
    ASSERT_TRUE(run->gpu.op[1].valid());
    EXPECT_EQ(run->text(run->timeline.name(run->gpu.op[1])), "aten::mm");
}

TEST(ChromeTrace, copiesAndSetsThatAreOnlyCalledSoHaveTheNamesOfKineto)
{
    const auto nameOf = [](const char *category, const char *name, const std::string &args) {
        const RunResult run =
            runFromJson(R"([{"ph":"X","cat":")" + std::string(category) + R"(","name":")" + name +
                        R"(","pid":0,"tid":7,"ts":1,"dur":2,"args":{"device":0,"stream":7)" + args + "}}]");
        EXPECT_EQ(run->text(run->timeline.name(run->gpu.slice[0])), run->text(run->gpu.name[0]));
        return std::string(run->text(run->gpu.name[0]));
    };
    const auto copy = [&](const std::string &args) { return nameOf("gpu_memcpy", "Memcpy", args); };
    EXPECT_EQ(copy(R"(,"copy kind":"HtoD","src kind":"pinned","dst kind":"device")"), "Memcpy HtoD (Pinned -> Device)");
    EXPECT_EQ(copy(R"(,"copy kind":"DtoH","src kind":"device_static","dst kind":"pageable")"),
              "Memcpy DtoH (Device Static -> Pageable)");
    EXPECT_EQ(copy(R"(,"copy kind":10,"src kind":3,"dst kind":"3")"), "Memcpy PtoP (Device -> Device)");
    EXPECT_EQ(copy(R"(,"copy kind":"dtod")"), "Memcpy DtoD");
    EXPECT_EQ(copy(R"(,"copy kind":0,"src kind":"Pageable","dst kind":"Device")"), "Memcpy HtoD (Pageable -> Device)")
        << "unknown: the kinds of memory tell it";
    EXPECT_EQ(copy(R"(,"src kind":"host","dst kind":"pinned")"), "Memcpy HtoH (Pageable -> Pinned)");
    EXPECT_EQ(copy(R"(,"copy kind":99,"src kind":"managed","dst kind":"device")"), "Memcpy (Managed -> Device)")
        << "managed memory may be anywhere";
    EXPECT_EQ(copy(""), "Memcpy");
    EXPECT_EQ(nameOf("gpu_memcpy", "Memcpy DtoD (Device -> Device)", R"(,"copy kind":"HtoD")"),
              "Memcpy DtoD (Device -> Device)");
    EXPECT_EQ(nameOf("gpu_memset", "Memset", R"(,"memory kind":3)"), "Memset (Device)");
    EXPECT_EQ(nameOf("gpu_memset", "Memset", R"(,"memory kind":"unheard")"), "Memset");
    EXPECT_EQ(nameOf("kernel", "Memcpy", R"(,"copy kind":"HtoD")"), "Memcpy") << "a kernel may be called so";
}

TEST(ChromeTrace, statesOfAThreadLieBesideItsCallsAndEndWithTheRecording)
{
    const auto run =
        runFromJson(R"([{"ph":"X","name":"call","pid":1,"tid":2,"ts":1,"dur":9},)"
                    R"({"ph":"T","cat":"thread_state","name":"S","pid":1,"tid":2,"ts":2,"dur":3},)"
                    R"({"ph":"T","cat":"thread_state","pid":1,"tid":2,"ts":8,"dur":1000,"args":{"state":"Running"}},)"
                    R"({"ph":"T","cat":"x","name":"step","id":"5","pid":1,"tid":2,"ts":9}])");
    ASSERT_EQ(run->timeline.tracks.size(), 2u);
    const Track &states = run->timeline.tracks[1];
    EXPECT_EQ(run->text(states.tid), "2 (state)");
    const Lane &lane = run->timeline.lanes[states.firstLane];
    ASSERT_EQ(lane.size(), 2u);
    EXPECT_EQ(run->text(lane.name[0]), "S");
    EXPECT_EQ(lane.durationOf(0), 3000);
    EXPECT_EQ(run->text(lane.name[1]), "Running");
    EXPECT_EQ(lane.durationOf(1), 2000);
    EXPECT_EQ(run->timeline.spanNs, 9000);
    EXPECT_EQ(run->timeline.instants.size(), 1u) << "without a duration it is a step of an async event";
}

TEST(ChromeTrace, sumsThatAreNoTimesAreATable)
{
    const auto run = runFromJson(
        R"({"traceEvents":[{"pid":1,"tid":1,"ph":"X","ts":10,"dur":40,"name":"Frontend","args":{"detail":""}},)"
        R"({"pid":1,"tid":3,"ph":"X","ts":0,"dur":900,"name":"Total Frontend","args":{"count":3,"avg ms":0.3}},)"
        R"({"pid":1,"tid":4,"ph":"X","ts":0,"dur":5,"name":"Total work","args":{"detail":"mine"}}],"beginningOfTime":1})");
    ASSERT_EQ(run->tables.size(), 1u);
    ASSERT_EQ(run->tables[0].rows.size(), 1u);
    EXPECT_EQ(run->tables[0].nameAt(0, 0), "Frontend");
    EXPECT_EQ(run->tables[0].numberAt(0, 1), 900'000);
    EXPECT_EQ(run->timeline.tracks.size(), 2u) << "no row for the sum; another slice of such a name stays";
    EXPECT_EQ(run->timeline.spanNs, 50'000);
}

} // namespace tst_chrometrace
