#include "core/analysis/busy/rangestats.h"
#include "core/analysis/gaps/cpuwaits.h"
#include "core/report/waitreport.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

using namespace ws;

namespace {

using Sums = std::map<std::tuple<uint32_t, StringId>, std::tuple<uint64_t, int64_t, int64_t>>; ///< by thread and name

/// Calls inside calls, operators and Python functions, on three threads; some cross the end of what they are in.
RunPtr nestedCalls(unsigned seed)
{
    std::mt19937 chance(seed);
    std::string json = "[";
    const auto slice = [&](int tid, int64_t ts, int64_t dur) {
        constexpr const char *kinds[][2] = {{"cuda_runtime", "cudaLaunchKernel"},
                                            {"cuda_runtime", "cudaStreamSynchronize"},
                                            {"cpu_op", "aten::mm"},
                                            {"python_function", "queue.py(154): get"},
                                            {"python_function", "model.py(3): forward"},
                                            {"cuda_driver", "cuLaunchKernel"}};
        const auto &kind = kinds[chance() % std::size(kinds)];
        json += std::string(json.size() > 1 ? "," : "") + R"({"ph":"X","cat":")" + kind[0] + R"(","name":")" + kind[1] +
                R"(","pid":1,"tid":)" + std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) + R"(,"dur":)" +
                std::to_string(dur) + "}";
    };
    for (int tid = 1; tid <= 3; ++tid)
        for (int64_t at = 0; at < 4'000; at += 100) {
            slice(tid, at, 60 + int64_t(chance() % 40));
            for (int64_t inner = at; inner < at + 60; inner += 20) {
                slice(tid, inner, int64_t(chance() % 20));
                if (chance() % 2)
                    slice(tid, inner + 1, int64_t(chance() % 30));
            }
        }
    return test::runFromJson(json + "]").run;
}

} // namespace

TEST(CpuCalls, areTheSumsOfTheSelfTimesOfTheirSlices)
{
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const RunPtr run = nestedCalls(seed);
        const Timeline &timeline = run->timeline;
        Sums expected, found;
        for (uint32_t lane = 0; lane < timeline.lanes.size(); ++lane)
            for (uint32_t i = 0; i < timeline.lanes[lane].size(); ++i) {
                const EventRef slice{lane, i};
                const std::string_view name = run->text(timeline.name(slice));
                if (name == "aten::mm" || name == "model.py(3): forward")
                    continue;
                auto &[calls, self, total] = expected[{timeline.lanes[lane].track, timeline.name(slice)}];
                ++calls;
                self += selfTime(timeline, slice);
                total += timeline.duration(slice);
            }
        const auto calls = cpuCalls(*run);
        ASSERT_TRUE(calls);
        for (const CpuCalls &call : *calls) {
            EXPECT_TRUE(found.try_emplace({call.track, call.name}, call.calls, call.selfNs, call.totalNs).second);
            const std::string_view name = run->text(call.name);
            EXPECT_EQ(call.waits, name == "cudaStreamSynchronize" || name == "queue.py(154): get") << name;
        }
        ASSERT_EQ(found, expected) << "seed " << seed;
        EXPECT_EQ(found.size(), 12U);
        EXPECT_TRUE(std::ranges::is_sorted(*calls, std::ranges::greater(), &CpuCalls::selfNs));
    }
}

TEST(CpuCalls, anAsynchronousCopyThatReturnsOnlyBehindItsCopyWaits)
{
    const auto run = test::runFromJson(R"x([
{"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":0,"dur":5,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":10,"dur":500,"args":{"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaMemcpyAsync","pid":1,"tid":1,"ts":600,"dur":70,"args":{"correlation":3}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy DtoH (Device -> Pinned)","pid":0,"tid":7,"ts":400,"dur":5,"args":{"correlation":1,"device":0,"stream":7}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy DtoH (Device -> Pageable)","pid":0,"tid":7,"ts":500,"dur":5,"args":{"correlation":2,"device":0,"stream":7}},
{"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pageable -> Device)","pid":0,"tid":7,"ts":640,"dur":5,"args":{"correlation":3,"device":0,"stream":7}}])x");
    const auto calls = cpuCalls(*run);
    ASSERT_TRUE(calls);
    ASSERT_EQ(calls->size(), 2U);
    EXPECT_TRUE(calls->at(0).waits);
    EXPECT_EQ(calls->at(0).calls, 1U);
    EXPECT_EQ(calls->at(0).selfNs, 500'000);
    EXPECT_FALSE(calls->at(1).waits) << "the CPU fills the copies to the device itself";
    EXPECT_EQ(calls->at(1).calls, 2U);
    EXPECT_EQ(calls->at(1).selfNs, 75'000);
}

TEST(CpuCalls, aCallThatIsRecordedTwiceCountsOnce)
{
    const auto run = test::runFromJson(R"x([
{"ph":"X","cat":"cuda_runtime","name":"cudaMemcpy","pid":1,"tid":1,"ts":0,"dur":300},
{"ph":"X","cat":"cuda_runtime","name":"cudaMemcpy","pid":1,"tid":1,"ts":0.2,"dur":299.5},
{"ph":"X","cat":"cuda_runtime","name":"cudaMemcpy","pid":1,"tid":1,"ts":400,"dur":300},
{"ph":"X","cat":"cuda_runtime","name":"cudaMemcpy","pid":1,"tid":1,"ts":500,"dur":20}])x");
    EXPECT_EQ(cpuCalls(*run)->at(0).calls, 4U) << "no other profiler does so";
    std::const_pointer_cast<ws::Run>(run.run)->info.format = "nsys-sqlite";
    const auto calls = cpuCalls(*run);
    ASSERT_TRUE(calls);
    ASSERT_EQ(calls->size(), 1U);
    EXPECT_EQ(calls->at(0).calls, 3U) << "the last one is a call of its own";
    EXPECT_EQ(calls->at(0).selfNs, 600'000);
    EXPECT_EQ(calls->at(0).totalNs, 620'000);
}

TEST(CpuCalls, anAllocationWaitsOnlyWhereTheDeviceHasWork)
{
    const auto run = test::runFromJson(R"x([
{"ph":"X","cat":"cuda_runtime","name":"cudaMalloc","pid":1,"tid":1,"ts":0,"dur":300,"args":{"correlation":1}},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":310,"dur":5,"args":{"correlation":2}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":320,"dur":100,"args":{"device":0,"stream":7,"correlation":2}},
{"ph":"X","cat":"cuda_runtime","name":"cudaMalloc","pid":1,"tid":1,"ts":330,"dur":95,"args":{"correlation":3}},
{"ph":"X","cat":"cuda_runtime","name":"cudaDeviceSynchronize","pid":1,"tid":1,"ts":500,"dur":20,"args":{"correlation":4}}])x");
    const auto calls = cpuCalls(*run);
    ASSERT_TRUE(calls);
    ASSERT_EQ(calls->size(), 4U);
    EXPECT_EQ(calls->at(0).selfNs, 300'000);
    EXPECT_FALSE(calls->at(0).waits) << "nothing ran that it could wait for";
    EXPECT_EQ(calls->at(1).selfNs, 95'000);
    EXPECT_TRUE(calls->at(1).waits);
    EXPECT_TRUE(calls->at(2).waits) << "a synchronisation is one, also of an idle device";
    const ReportTable table = waitReport(run.run, std::make_shared<const std::vector<CpuCalls>>(*calls));
    const auto kind = size_t(table.columnOf("kind"));
    EXPECT_EQ(textOf(table.cell(0, kind)), QStringLiteral("Memory")) << "it blocks the thread all the same";
    EXPECT_EQ(textOf(table.fileCell(0, kind)), QStringLiteral("work"));
    EXPECT_EQ(textOf(table.cell(1, kind)), QStringLiteral("Wait"));
    EXPECT_EQ(textOf(table.cell(3, kind)), QStringLiteral("Work")) << "a launch";
    const auto alone =
        test::runFromJson(R"([{"ph":"X","cat":"cuda_runtime","name":"cudaMalloc","pid":1,"tid":1,"ts":0,"dur":300}])");
    EXPECT_TRUE(cpuCalls(*alone)->at(0).waits) << "without GPU work in the file it is not known";
}

TEST(CpuCalls, aLaunchBehindAFullQueueWaits)
{
    const auto waitsBehind = [](int ahead) {
        std::string json;
        const auto launch = [&](int id, int ts, int dur, int work) {
            json += (json.empty() ? "[" : ",") +
                    std::string(R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel",)") +
                    R"("pid":1,"tid":1,"ts":)" + std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) +
                    R"(,"args":{"correlation":)" + std::to_string(id) +
                    R"(}},{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(work) +
                    R"(,"dur":90,"args":{"device":0,"stream":7,"correlation":)" + std::to_string(id) + "}}";
        };
        for (int i = 0; i < ahead; ++i)
            launch(i + 1, i * 5, 4, 50'000 + i * 100);
        launch(ahead + 1, ahead * 5, 400, 50'000 + ahead * 100);
        const auto run = test::runFromJson(json + "]");
        uint64_t waiting = 0;
        const auto calls = *cpuCalls(*run);
        for (const CpuCalls &call : calls)
            waiting += call.waits ? call.calls : 0;
        return waiting;
    };
    EXPECT_EQ(waitsBehind(1'100), 1U);
    EXPECT_EQ(waitsBehind(200), 0U) << "it is slow, and nothing says why";
}

TEST(CpuCalls, ofManyNamesAreSummedByName)
{
    std::string json;
    for (int at = 0; at < 4'000; ++at)
        json += std::string(json.empty() ? "[" : ",") + R"({"ph":"X","cat":"cuda_runtime","name":"call)" +
                std::to_string(at % 1'000) + R"(","pid":1,"tid":)" + std::to_string(at / 200 % 2) + R"(,"ts":)" +
                std::to_string(10 * at) + R"(,"dur":)" + std::to_string(at % 1'000 % 7 + 1) + "}";
    const auto run = test::runFromJson(json + "]");
    const auto calls = cpuCalls(*run);
    ASSERT_TRUE(calls);
    EXPECT_EQ(calls->size(), 2'000U) << "of two threads: every name once in each";
    for (const CpuCalls &call : *calls) {
        const int number = std::stoi(std::string(run->text(call.name).substr(4)));
        EXPECT_EQ(call.calls, 2U) << number;
        EXPECT_EQ(call.totalNs, 2 * 1'000 * (number % 7 + 1)) << number;
    }
}

TEST(CpuCalls, countWhatLiesInTheStretchesOfTime)
{
    const auto run = test::runFromJson(R"([
{"ph":"X","cat":"cuda_runtime","name":"outer","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"cuda_runtime","name":"inner","pid":1,"tid":1,"ts":40,"dur":20},
{"ph":"X","cat":"cuda_runtime","name":"later","pid":1,"tid":1,"ts":200,"dur":50}])");
    const auto sums = [&](const std::vector<TimeRange> &within) {
        std::map<std::string, std::tuple<uint64_t, int64_t, int64_t>> found;
        const auto calls = *cpuCalls(*run, nullptr, within);
        for (const CpuCalls &call : calls)
            found[std::string(run->text(call.name))] = {call.calls, call.selfNs, call.totalNs};
        return found;
    };
    using Found = std::map<std::string, std::tuple<uint64_t, int64_t, int64_t>>;
    EXPECT_EQ(sums({{0, 50'000}}), (Found{{"outer", {1, 40'000, 50'000}}, {"inner", {1, 10'000, 10'000}}}));
    EXPECT_EQ(sums({{0, 10'000}, {50'000, 70'000}, {240'000, 300'000}}),
              (Found{{"outer", {1, 20'000, 30'000}}, {"inner", {1, 10'000, 10'000}}, {"later", {1, 10'000, 10'000}}}));
    EXPECT_EQ(sums({{110'000, 190'000}}), Found());
    EXPECT_EQ(sums({{0, 250'000}}), sums({})) << "all of it";
}

TEST(CpuCalls, askingAgainAndAgainIsWaiting)
{
    for (const char *waits :
         {"<built-in method sched_yield of module object at 0x7f00>",
          "<built-in method sleep of module object at 0x7f>", "<built-in function sched_yield>",
          "vllm/distributed/device_communicators/shm_broadcast.py(461): acquire_read", "shm_broadcast.py(570): dequeue",
          "vllm/distributed/utils.py(40): sched_yield", "zmq/sugar/poll.py(80): poll",
          "multiprocessing/connection.py(253): poll", "<built-in method get of _queue.SimpleQueue object at 0x7f00>",
          "queue.py(154): get", "<built-in method acquire of _thread.lock object at 0x7f00>"})
        EXPECT_TRUE(isWaitingFunction(waits)) << waits;
    for (const char *works :
         {"<built-in method get of _contextvars.ContextVar object at 0x7f00>",
          "<built-in method get of dict object at 0x7>", "<built-in method get of ContextVar object at 0x7f00>",
          "<built-in method get of mappingproxy object at 0x7f00>", "vllm/config.py(461): get",
          "shm_broadcast.py(100): enqueue", "vllm/distributed/utils.py(40): divide", "app/poll.py(3): send"})
        EXPECT_FALSE(isWaitingFunction(works)) << works;
}

/// Of 200 asks, each within the call above: what waits, in µs by name. `between` is what else the loop does.
std::map<std::string, int64_t> waitsOfALoop(std::string_view ask, std::string_view between)
{
    std::string json =
        R"([{"ph":"X","cat":"python_function","name":"serve.py(10): run","pid":1,"tid":1,"ts":0,"dur":9000},
{"ph":"X","cat":"python_function","name":"serve.py(20): until_done","pid":1,"tid":1,"ts":100,"dur":4000})";
    for (int i = 0; i < 200; ++i)
        for (const auto &[name, begin] : {std::pair(ask, 0), std::pair(between, 12)})
            if (!name.empty())
                json += R"(,{"ph":"X","pid":1,"tid":1,"dur":5,"ts":)" + std::to_string(100 + 20 * i + begin) + ',' +
                        std::string(name) + '}';
    const RunPtr run = test::runFromJson(json + "]").run;
    std::map<std::string, int64_t> waits;
    const std::vector<CpuCalls> calls = *cpuCalls(*run);
    for (const CpuCalls &call : calls)
        if (call.waits)
            waits[std::string(run->text(call.name))] += call.selfNs / 1'000;
    return waits;
}

TEST(CpuCalls, aLoopThatOnlyAsksWaits)
{
    using Waits = std::map<std::string, int64_t>;
    const std::string query = R"("cat":"cuda_runtime","name":"cudaEventQuery")";
    EXPECT_EQ(waitsOfALoop(query, ""), (Waits{{"cudaEventQuery", 1'000}, {"serve.py(20): until_done", 3'000}}));
    const std::string isSet = R"("cat":"python_function","name":"threading.py(536): is_set")";
    EXPECT_EQ(waitsOfALoop(isSet, ""),
              (Waits{{"threading.py(536): is_set", 1'000}, {"serve.py(20): until_done", 3'000}}));
    EXPECT_EQ(waitsOfALoop(isSet, R"("cat":"python_function","name":"<built-in function sleep>")"),
              (Waits{{"threading.py(536): is_set", 1'000},
                     {"<built-in function sleep>", 1'000},
                     {"serve.py(20): until_done", 2'000}}));
    EXPECT_EQ(waitsOfALoop(isSet, R"("cat":"python_function","name":"serve.py(30): handle")"),
              (Waits{{"threading.py(536): is_set", 1'000}}))
        << "the loop does something between the asks, too";
    EXPECT_EQ(waitsOfALoop(query, R"("cat":"cuda_runtime","name":"cudaLaunchKernel")"), Waits())
        << "it launches between them";
    EXPECT_EQ(waitsOfALoop(isSet, R"("cat":"cpu_op","name":"aten::add")"), Waits());
    EXPECT_EQ(waitsOfALoop(R"("cat":"python_function","name":"serve.py(40): tokenize")", ""), Waits())
        << "frames that repeat without launching may work";
}

TEST(CpuCalls, whatAsksIsKnownByName)
{
    for (const char *asks :
         {"cudaEventQuery", "cudaEventQuery_v3020", "hipStreamQuery", "torch/cuda/streams.py(221): query",
          "<built-in method query of Event object at 0x7f00>", "<built-in method is_completed of Work object at 0x7f>",
          "queue.py(103): empty", "concurrent/futures/_base.py(400): done"})
        EXPECT_TRUE(isAskingFunction(asks)) << asks;
    for (const char *others :
         {"cudaEventSynchronize", "cudaEventRecord", "<built-in method query of Session object at 0x7f00>",
          "<built-in method done of Progress object at 0x7f>", "app/db.py(3): query", "torch/empty.py(1): empty"})
        EXPECT_FALSE(isAskingFunction(others)) << others;
}

TEST(CpuCalls, endWhenCancelled)
{
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(cpuCalls(*nestedCalls(1), &progress));
}
