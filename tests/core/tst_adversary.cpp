// Recordings made by someone who wants the first sentence to be false: each looks like one thing and is another.

#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

#include <functional>

namespace ws::test {
namespace {

using Json = nlohmann::json;

struct Adversary
{
    const char *name; ///< of the test
    std::function<std::string()> trace;
    std::vector<const char *> says;   ///< parts of the first sentence
    std::vector<const char *> silent; ///< what must not be in it
};

void PrintTo(const Adversary &adversary, std::ostream *out)
{
    *out << adversary.name;
}

/// Steps of `wall` µs, one after the other; `fill(trace, begin)` adds what happens in each.
FindingTrace steps(int count, int wall, const std::function<void(FindingTrace &, int)> &fill)
{
    FindingTrace trace;
    for (int i = 0; i < count; ++i) {
        const int begin = 1000 + i * wall;
        trace.step(begin, wall, "ProfilerStep#" + std::to_string(i));
        fill(trace, begin);
    }
    return trace;
}

/// Ten kernels of 80 µs in a step of 1 ms, each launched 5 µs before it begins: 20 % idle.
void launchBound(FindingTrace &trace, int begin)
{
    for (int k = 0; k < 10; ++k)
        trace.work("gemm", begin + 10 + k * 100, 80, begin + 5 + k * 100);
}

/// Computation without a pause.
void busy(FindingTrace &trace, int begin)
{
    for (int k = 0; k < 10; ++k)
        trace.work("gemm", begin + 50 + k * 100, 100, begin + 1 + k);
}

std::string with(const FindingTrace &trace, const std::function<void(Json &events)> &change)
{
    Json json = Json::parse(trace.text());
    change(json["traceEvents"]);
    return json.dump();
}

Json kernel(const char *name, double start, double duration, int correlation = 0, int device = 0)
{
    return {{"ph", "X"},       {"cat", "kernel"},
            {"name", name},    {"pid", device},
            {"tid", 7},        {"ts", start},
            {"dur", duration}, {"args", {{"device", device}, {"stream", 7}, {"correlation", correlation}}}};
}

/// Two ranks in one file, the processes of each with its own number: the first works without a pause, the second a
/// fifth of the time. Both count correlations from 1.
std::string mergedRanks()
{
    Json events = Json::array();
    const FindingTrace traces[] = {steps(5, 1000, busy), steps(5, 1000, [](FindingTrace &t, int begin) {
                                       for (int k = 0; k < 2; ++k)
                                           t.work("rank_gemm", begin + 10 + k * 500, 100, begin + 5 + k * 500);
                                   })};
    for (int rank = 0; rank < 2; ++rank) {
        const Json own = Json::parse(traces[rank].text());
        for (Json event : own["traceEvents"]) {
            const bool onGpu = event["cat"] == "kernel";
            event["pid"] = rank * 1000 + (onGpu ? 0 : 500);
            events.push_back(event);
        }
    }
    return Json{{"traceEvents", events}}.dump();
}

const std::vector<Adversary> adversaries = {
    {"aCallThatWaitsForAQueueExplainsNoPauseWithinIt",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          for (int k = 0; k < 10; ++k)
                              t.work("gemm", begin + 30 + k * 97, 30, begin + 1 + k);
                          t.slice("cuda_runtime", "cudaDeviceSynchronize", begin + 20, 970);
                      })
             .text();
     },
     {"was launched already"},
     {"wait for", "waits for launches", "cudaDeviceSynchronize", "calls that wait"}},
    {"aLabelThatCoversTheStepIsNoWork",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          t.slice("gpu_user_annotation", "forward", begin, 990, 7, {{"device", 0}, {"stream", 7}});
                          t.work("gemm", begin + 10, 50, begin + 5).work("gemm", begin + 900, 50, begin + 895);
                      })
             .text();
     },
     {"waits for launches"},
     {"Computation takes 9"}},
    {"copiesBesideComputationBoundNothing",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          busy(t, begin);
                          t.work("Memcpy HtoD (Pinned -> Device)", begin + 60, 900, begin + 12, {}, 20);
                      })
             .text();
     },
     {"Computation takes"},
     {"Copies", "copies that"}},
    {"copiesAloneAreTheBoundThoughTheDeviceIsNeverIdle",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          t.work("Memcpy HtoD (Pageable -> Device)", begin + 10, 960, begin + 5);
                          t.work("gemm", begin + 970, 40, begin + 6);
                      })
             .text();
     },
     {"Copies take 96"},
     {"Computation takes"}},
    {"communicationThatComputationHidesIsNotTheBound",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          busy(t, begin);
                          t.work("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", begin + 60, 940, begin + 12, {}, 20);
                      })
             .text();
     },
     {"Computation takes"},
     {"Communication takes"}},
    {"communicationWithoutNcclInItsNameIsCommunication",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          t.work("void deep_ep::internode::dispatch<false, 8, true>(float*)", begin + 10, 700,
                                 begin + 1);
                          t.work("gemm", begin + 710, 300, begin + 2);
                      })
             .text();
     },
     {"Communication takes 70"},
     {"Computation takes"}},
    {"oneCollectiveThatPollsFromTheBeginIsNotTheWork",
     [] {
         FindingTrace t;
         t.work("ncclDevKernel_AllGather_RING_LL", 100, 5'000'000, 50, {}, 20);
         for (int k = 0; k < 63; ++k) {
             t.work("gemm", 5'000'200 + k * 200, 150, 5'000'100 + k * 200);
             t.work("ncclDevKernel_AllGather_RING_LL", 5'000'350 + k * 200, 14, 5'000'120 + k * 200, {}, 20);
         }
         return t.text();
     },
     {"ne call of", "of the 64"},
     {"Communication takes"}},
    {"workBeforeItsLaunchSaysNothingOfWaits",
     [] {
         return with(steps(5, 1000,
                           [](FindingTrace &t, int begin) {
                               for (int k = 0; k < 5; ++k)
                                   t.work("gemm", begin + 10 + k * 200, 60, begin + 5 + k * 200);
                           }),
                     [](Json &events) { // the GPU's clock is 5 ms behind
                         for (Json &event : events)
                             if (event["cat"] == "kernel")
                                 event["ts"] = event["ts"].get<int>() - 5000 + 4000;
                     });
     },
     {"why cannot be said"},
     {"waits for launches", "was not launched yet"}},
    {"oneKernelBeforeItsLaunchSpoilsNoCause",
     [] {
         return with(steps(5, 1000,
                           [](FindingTrace &t, int begin) {
                               for (int k = 0; k < 5; ++k)
                                   t.work("gemm", begin + 10 + k * 200, 60, begin + 5 + k * 200);
                           }),
                     [](Json &events) {
                         for (Json &event : events)
                             if (event["cat"] == "kernel") {
                                 event["ts"] = event["ts"].get<int>() - 15;
                                 return;
                             }
                     });
     },
     {"waits for launches"},
     {"cannot be said"}},
    {"graphsWithoutTheirKernelsAreNoIdleTime",
     [] {
         return with(steps(5, 1000, launchBound), [](Json &events) {
             for (int g = 0; g < 20; ++g)
                 events.push_back({{"ph", "X"},
                                   {"cat", "cuda_runtime"},
                                   {"name", "cudaGraphLaunch"},
                                   {"pid", 100},
                                   {"tid", 1},
                                   {"ts", 1090 + g * 200},
                                   {"dur", 4},
                                   {"args", {{"correlation", 9000 + g}}}});
         });
     },
     {"cannot be said"},
     {"waits for launches", "Computation takes"}},
    {"workThatRunsAfterAllStepsIsNotIdleWithinThem",
     [] {
         FindingTrace t;
         for (int i = 0; i < 6; ++i) {
             t.step(1000 + i * 100, 100, "ProfilerStep#" + std::to_string(i));
             for (int k = 0; k < 4; ++k)
                 t.work("gemm", 5000 + i * 400 + k * 100, 100, 1010 + i * 100 + k);
         }
         return t.text();
     },
     {"Computation takes 100"},
     {"idle", "waits"}},
    {"aStepWithinAStepIsNotASecondOne",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          t.slice("user_annotation", "execute_context_0(0)_generation_8(8)", begin + 2, 990);
                          busy(t, begin);
                      })
             .text();
     },
     {"Computation takes", "this step of 1.0"},
     {"2.0"}},
    {"aFirstStepThatWarmsUpIsNotTheStep",
     [] {
         FindingTrace t;
         t.step(1000, 100'000, "ProfilerStep#0").work("gemm", 2000, 100, 1990).work("gemm", 99'000, 100, 98'990);
         for (int i = 0; i < 6; ++i) {
             t.step(101'000 + i * 1000, 1000, "ProfilerStep#" + std::to_string(i + 1));
             busy(t, 101'000 + i * 1000);
         }
         return t.text();
     },
     {"Computation takes", "this step of 1.0"},
     {"waits for launches", "99"}},
    {"aLongRecordingBeforeTheFirstWorkIsNotItsIdleTime",
     [] {
         FindingTrace t;
         t.slice("cpu_op", "aten::load", 0, 9'000'000);
         for (int k = 0; k < 10; ++k)
             t.work(("k" + std::to_string(k * k % 7)).c_str(), 9'000'100 + k * 1000, 1000, 9'000'000 + k);
         return t.text();
     },
     {"Computation takes 100"},
     {"waits for launches", "is idle in"}},
    {"aTimeOfZeroMakesNoYears",
     [] {
         return with(steps(5, 1000, launchBound), [](Json &events) {
             for (Json &event : events)
                 event["ts"] = 1'700'000'000'000'000.0 + event["ts"].get<double>();
             events.push_back(kernel("lost", 0, 0));
             events.push_back(kernel("lost", 0, 12));
         });
     },
     {"Computation takes 8", "this step of 1.0"},
     {"1 700", "h "}},
    {"aKernelHoursAwayIsNotTheEnd",
     [] {
         FindingTrace t;
         for (int k = 0; k < 40; ++k)
             t.work(("k" + std::to_string(k * k % 11)).c_str(), 1000 + k * 1000, 1000, 900 + k);
         return with(t, [](Json &events) { events.push_back(kernel("init", 5.0 * 3600e6, 20)); });
     },
     {"Computation takes 100"},
     {"idle", "< 0.1"}},
    {"anImpossibleDurationHidesNoIdleTime",
     [] {
         return with(steps(8, 1000, launchBound), [](Json &events) {
             for (Json &event : events)
                 if (event["cat"] == "kernel") {
                     event["dur"] = 4'000'000; // the first of its stream would end after all others
                     break;
                 }
         });
     },
     {"Computation takes 8"},
     {"100"}},
    {"ranksInOneFileAreToldApart", mergedRanks, {"GPU"}, {"waits for launches in 0"}},
    {"aDeviceWithOneCopyIsNotTheMainOne",
     [] {
         FindingTrace t = steps(5, 1000, busy);
         t.work("Memcpy HtoD (Pageable -> Device)", 1100, 20, 1050, {{"device", 1}}, 30);
         t.work("Memcpy HtoD (Pageable -> Device)", 5100, 20, 5050, {{"device", 1}}, 30);
         return t.text();
     },
     {"GPU 0", "Computation takes"},
     {"GPU 1", "Copies", "idle"}},
    {"aDataLoaderOnAnotherThreadIsNotWhatTheLaunchesWaitFor",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          t.slice("user_annotation", "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
                                  begin + 1, 990, 77);
                          t.slice("cpu_op", "aten::prepare", begin + 120, 770);
                          t.work("gemm", begin + 10, 100, begin + 5).work("gemm", begin + 900, 100, begin + 895);
                      })
             .text();
     },
     {"waits for launches"},
     {"DataLoader"}},
    {"withoutLaunchesNoCauseIsNamed",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          t.work("gemm", begin + 10, 20, begin + 5);
                          for (int k = 1; k < 5; ++k)
                              t.work("orphan", begin + 10 + k * 200, 20, -1);
                      })
             .text();
     },
     {"why is not known"},
     {"waits for launches", "launched already"}},
    {"aStepThatNeverEndedIsNoStepOfNothing",
     [] {
         FindingTrace t = steps(4, 1000, busy);
         t.step(5000, 0, "ProfilerStep#9");
         for (int k = 0; k < 3; ++k)
             t.work("gemm", 5100 + k * 10, 5, 5010 + k);
         return t.text();
     },
     {"Computation takes", "this step of 1.0"},
     {"of 0"}},
    {"stepsThatOverlapByRoundingAreNeighbours",
     [] {
         return with(steps(6, 1000, busy), [](Json &events) {
             for (Json &event : events)
                 if (event["cat"] == "user_annotation")
                     event["dur"] = 1000.4;
         });
     },
     {"Computation takes", "this step of 1.0"},
     {"of 6"}},
    {"oneLongKernelAmongShortOnesIsStillComputation",
     [] {
         return steps(5, 1000,
                      [](FindingTrace &t, int begin) {
                          t.work("attention", begin + 10, 900, begin + 1);
                          for (int k = 0; k < 5; ++k)
                              t.work("gemm", begin + 910 + k * 18, 18, begin + 2 + k);
                      })
             .text();
     },
     {"Computation takes"},
     {"ne call of"}},
};

class FirstSentence : public testing::TestWithParam<Adversary>
{
};

TEST_P(FirstSentence, isNotFalse)
{
    const RunResult run = runFromJson(GetParam().trace());
    ASSERT_TRUE(run) << run.error.message.toStdString();
    const std::string said = QString(overviewOf(run.run).headline).replace(QChar(0x202f), u' ').toStdString();
    for (const char *part : GetParam().says)
        EXPECT_NE(said.find(part), said.npos) << "“" << part << "” is missing in: " << said;
    for (const char *part : GetParam().silent)
        EXPECT_EQ(said.find(part), said.npos) << "“" << part << "” is in: " << said;
    EXPECT_FALSE(said.empty());
}

INSTANTIATE_TEST_SUITE_P(Adversary, FirstSentence, testing::ValuesIn(adversaries),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace ws::test
