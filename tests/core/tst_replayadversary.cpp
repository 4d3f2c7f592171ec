// Recordings in which something is at work that the file does not show. The program is simulated with it, the file is
// written without it, and an edit that it makes false is asked for: the replay refuses, or is right all the same.

#include "core/analysis/replay/replay.h"
#include "tests/support/replaysimulator.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <functional>

namespace ws::test {
namespace {

using Ops = std::vector<SimulatedOp>;
using Costs = ReplaySimulator::Costs;

enum class Answer : uint8_t { Refused, Right };

struct HiddenThing
{
    const char *name; ///< of the test
    Ops step;
    Costs costs;
    std::function<void(std::string &)> hide; ///< from the file
    const char *edit;
    SimulatedEdit truth;                   ///< what the edit is to the simulator
    Answer answer;                         ///< of the recording in which it is hidden
    std::optional<uint32_t> onlyStep = {}; ///< index; that step alone is asked for
};

void PrintTo(const HiddenThing &thing, std::ostream *out)
{
    *out << thing.name;
}

SimulatedOp cpu(double us)
{
    return {SimulatedOp::Cpu, us};
}
SimulatedOp launch(int name, double us, int stream = 7)
{
    return {SimulatedOp::Launch, us, stream, name};
}
SimulatedOp sync()
{
    return {SimulatedOp::SyncDevice};
}

Ops operator+(Ops a, const Ops &b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
Ops times(int count, const Ops &ops)
{
    Ops all;
    for (int i = 0; i < count; ++i)
        all = std::move(all) + ops;
    return all;
}

/// Launches of a kernel each, of two kinds in turn.
Ops layer(double us, int kernels = 10, int firstName = 0)
{
    Ops ops;
    for (int i = 0; i < kernels; ++i)
        ops = std::move(ops) + Ops{cpu(4), launch(firstName + i % 2, us)};
    return ops;
}

SimulatedEdit kernels(int name, double factor)
{
    SimulatedEdit edit;
    edit.name = name;
    edit.factor = factor;
    return edit;
}

SimulatedEdit cpus(double factor)
{
    SimulatedEdit edit;
    edit.cpu = factor;
    return edit;
}

Costs costs(const std::function<void(Costs &)> &set)
{
    Costs all;
    set(all);
    return all;
}
const Costs varied = costs([](Costs &c) { c.work = 0.15; });

/// Slices of this name out of the file, or the ones of which `isOut` is true by number.
std::function<void(std::string &)> without(const char *category, const char *name,
                                           const std::function<bool(int)> &isOut = {})
{
    return [=](std::string &json) {
        const std::string begin = R"({"ph":"X","cat":")" + std::string(category) + R"(","name":")" + name;
        int number = 0;
        for (size_t at = 0; (at = json.find(begin, at)) != json.npos;)
            if (!isOut || isOut(number++))
                json.erase(at, json.find("}},", at) + 3 - at);
            else
                ++at;
        if (json[json.size() - 3] == ',')
            json.erase(json.size() - 3, 1);
    };
}

std::function<void(std::string &)> renamed(const std::string &from, const std::string &to)
{
    return [=](std::string &json) {
        for (size_t at = 0; (at = json.find(from, at)) != json.npos; at += to.size())
            json.replace(at, from.size(), to);
    };
}

void nothing(std::string &) {}

/// A second stream beside the first, which waits for it in the end.
Ops forked(double asideUs)
{
    return Ops{{SimulatedOp::Record, 0, 7, 0, 1}, {SimulatedOp::WaitEvent, 0, 20, 0, 1}, launch(5, asideUs, 20)} +
           layer(20, 4) + Ops{{SimulatedOp::Record, 0, 20, 0, 2}, {SimulatedOp::WaitEvent, 0, 7, 0, 2}} + layer(20, 4);
}

/// A collective on its own stream with computation beside it.
Ops overlapped(double communicationUs)
{
    return Ops{cpu(5), launch(ReplaySimulator::communication, communicationUs, 20)} + layer(40) +
           Ops{{SimulatedOp::Record, 0, 20, 0, 2}, {SimulatedOp::WaitEvent, 0, 7, 0, 2}};
}

const std::vector<HiddenThing> hiddenThings = {
    {"aWaitThatTheFileDoesNotShow",
     layer(60) + Ops{sync(), cpu(40)},
     {},
     without("cuda_runtime", "cudaDeviceSynchronize"),
     "kernel:^kernel_1$*0.3",
     kernels(1, 0.3),
     Answer::Refused},
    {"aCpuThatSpinsOnMemory",
     layer(60) + Ops{{SimulatedOp::Spin}, cpu(40)},
     {},
     nothing,
     "kernel:^kernel_0$*0.3",
     kernels(0, 0.3),
     Answer::Refused},
    {"aCpuThatSpinsOnQueriesThatAreNotRecorded",
     layer(60) + Ops{{SimulatedOp::Poll}, cpu(40)},
     {},
     without("cuda_runtime", "cudaEventQuery"),
     "kernel:^kernel_0$*0.3",
     kernels(0, 0.3),
     Answer::Refused},
    {"aCpuThatSpinsOnQueries",
     layer(60) + Ops{{SimulatedOp::Poll}, cpu(40)},
     {},
     nothing,
     "kernel:^kernel_0$*0.3",
     kernels(0, 0.3),
     Answer::Right},
    {"manyShortWaitsThatAreNotRecorded",
     times(12, layer(25, 4) + Ops{sync(), cpu(8)}),
     {},
     without("cuda_runtime", "cudaDeviceSynchronize"),
     "kernel:^kernel_.$*0.3",
     kernels(SimulatedEdit::all, 0.3),
     Answer::Refused},
    {"aStreamOfHigherPriorityThatAlwaysCutsIn",
     times(4, layer(5, 4) + Ops{cpu(5), launch(3, 200), cpu(30), {SimulatedOp::Urgent, 150, 20, 4}, cpu(250)}) +
         Ops{sync()},
     {},
     nothing,
     "kernel:^kernel_4$*0.2",
     kernels(4, 0.2),
     Answer::Refused},
    {"kernelsThatTheProfilerLost", times(4, layer(40)), varied,
     without("kernel", "kernel_1", [](int number) { return number % 3 == 0; }), "kernel:^kernel_1$*0.3",
     kernels(1, 0.3), Answer::Refused},
    {"launchesThatTheProfilerLost",
     times(4, layer(10)) + Ops{sync(), cpu(30)},
     {},
     without("cuda_runtime", "cudaLaunchKernel", [](int number) { return number % 4 == 0; }),
     "cpu*0.3",
     cpus(0.3),
     Answer::Refused},
    {"aGpuClockThatIsLate", layer(60) + Ops{sync(), cpu(200)}, costs([](Costs &c) { c.gpuClock = 90; }), nothing,
     "cpu*0.3", cpus(0.3), Answer::Refused},
    {"aGpuClockThatDrifts", layer(60) + Ops{sync(), cpu(200)}, costs([](Costs &c) { c.gpuDrift = 0.03; }), nothing,
     "cpu*0.3", cpus(0.3), Answer::Refused},
    {"functionsOfTheHostInAStream",
     times(4, layer(20, 6) + Ops{{SimulatedOp::HostFunc, 90}}) + Ops{sync()},
     {},
     nothing,
     "cpu*0.3",
     cpus(0.3),
     Answer::Refused},
    {"anotherProcessThatHasTheDeviceNowAndThen", times(3, layer(60)) + Ops{sync(), cpu(20)}, costs([](Costs &c) {
         c.sliceEvery = 4100;
         c.slice = 1500;
     }),
     nothing, "kernel:^kernel_.$*0.3", kernels(SimulatedEdit::all, 0.3), Answer::Refused},
    {"aLockBetweenThreads",
     times(3, layer(20, 6) + Ops{{SimulatedOp::Lock, 60, 7, 0, 0,
                                  Ops{cpu(80), launch(6, 400), {SimulatedOp::SyncStream}, cpu(50)}}}),
     varied, nothing, "kernel:^kernel_6$*0.2", kernels(6, 0.2), Answer::Refused},
    {"aLoaderOfAFixedRate", Ops{{SimulatedOp::Pace, 2000}} + layer(120) + Ops{sync()}, varied, nothing,
     "kernel:^kernel_.$*0.5", kernels(SimulatedEdit::all, 0.5), Answer::Refused},
    {"copiesToPageableMemory",
     times(3, layer(60, 6) + Ops{{SimulatedOp::Copy, 20}, cpu(30)}),
     {},
     nothing,
     "kernel:^kernel_.$*0.3",
     kernels(SimulatedEdit::all, 0.3),
     Answer::Right},
    {"copiesOfWhichTheFileSaysNoMemory",
     times(3, layer(60, 6) + Ops{{SimulatedOp::Copy, 20}, cpu(30)}),
     {},
     renamed("Memcpy DtoH (Device -> Pageable)", "Memcpy DtoH"),
     "kernel:^kernel_.$*0.3",
     kernels(SimulatedEdit::all, 0.3),
     Answer::Right},
    {"aClockThatThrottlesInHalfOfTheSteps", times(3, layer(60)) + Ops{sync(), cpu(20)},
     costs([](Costs &c) { c.throttled = 1.4; }), nothing, "kernel:^kernel_0$*0.4", kernels(0, 0.4), Answer::Right},
    {"pagesOfManagedMemoryThatTheCpuTouches", layer(60) + Ops{{SimulatedOp::Spin, 90}, cpu(20)}, varied, nothing,
     "kernel:^kernel_.$*0.3", kernels(SimulatedEdit::all, 0.3), Answer::Refused},
    {"branchesOfAGraphWithoutItsEdges",
     layer(20, 4) + Ops{{SimulatedOp::Graph, 0, 7, 0, 0, layer(20, 6) + forked(150) + forked(150) + layer(20, 4)}} +
         layer(20, 4) + Ops{sync()},
     {},
     nothing,
     "kernel:^kernel_5$*0.3",
     kernels(5, 0.3),
     Answer::Refused},
    {"eventsThatAreRecordedButNotWaitedFor",
     layer(20, 4) + forked(300) + forked(300) + Ops{sync()},
     {},
     without("cuda_runtime", "cudaStreamWaitEvent"),
     "kernel:^kernel_5$*0.3",
     kernels(5, 0.3),
     Answer::Refused},
    {"anAllocationThatWaitsForTheStream",
     times(3, layer(60, 6) + Ops{{SimulatedOp::SyncStream}, cpu(30)}),
     {},
     renamed("cudaStreamSynchronize", "cudaMallocAsync"),
     "kernel:^kernel_.$*0.3",
     kernels(SimulatedEdit::all, 0.3),
     Answer::Refused},
    {"aPauseOfTheCpuThatCollectsGarbage",
     times(2, layer(60)) + Ops{sync(), {SimulatedOp::Pause, 6000}} + layer(60) + Ops{sync()},
     {},
     nothing,
     "kernel:^kernel_.$*0.4",
     kernels(SimulatedEdit::all, 0.4),
     Answer::Right},
    {"communicationThatTakesPowerFromComputation", times(3, overlapped(450) + layer(40, 6)) + Ops{sync()},
     costs([](Costs &c) { c.crowded = 1.5; }), nothing, "collectives=hidden",
     kernels(ReplaySimulator::communication, 0), Answer::Refused},
    {"communicationThatAlwaysTakesPowerFromComputation", times(3, overlapped(650)) + Ops{sync()},
     costs([](Costs &c) { c.crowded = 1.5; }), nothing, "collectives=hidden",
     kernels(ReplaySimulator::communication, 0), Answer::Refused},
    {"aBeginAndAnEndThatAreCutOff",
     times(2, layer(60)) + Ops{sync(), cpu(60)},
     {},
     without("cuda_runtime", "cuda", [](int number) { return number < 6 || number >= 6 * 21 - 4; }),
     "kernel:^kernel_.$*0.3",
     kernels(SimulatedEdit::all, 0.3),
     Answer::Right,
     2},
};

class ReplayAdversary : public testing::TestWithParam<HiddenThing>
{
};

TEST_P(ReplayAdversary, isRefusedOrRight)
{
    const HiddenThing &thing = GetParam();
    constexpr int steps = 6;
    for (unsigned seed = 1; seed <= 3; ++seed) {
        std::string json = ReplaySimulator(thing.step, steps, {}, seed, thing.costs).json();
        thing.hide(json);
        const RunResult loaded = runFromJson(json);
        ASSERT_TRUE(loaded) << loaded.error.message.toStdString();
        const auto model = std::make_shared<const ReplayModel>(*processModel(loaded.run, *findSteps(*loaded)));
        const Replay replay = *replayOf(model, thing.onlyStep);
        const std::string why = replay.why.join(u'\n').toStdString();
        EXPECT_EQ(replay.holds(), thing.answer == Answer::Right) << seed << ' ' << why;
        if (replay.weights.duration.empty())
            continue; // nothing to show
        const auto answer = predict(replay, {*parseReplayEdit(QString::fromUtf8(thing.edit))});
        ASSERT_TRUE(answer);
        const ReplaySimulator edited(thing.step, steps, thing.truth, seed, thing.costs);
        const double truth = (thing.onlyStep ? edited.stepUs(*thing.onlyStep) : edited.meanStepUs()) * 1000;
        const double off = (double(answer->ns) - truth) / truth;
        if (replay.holds()) {
            EXPECT_NEAR(off, 0, 0.05) << "seed " << seed << ", recorded " << replay.recordedNs << ", predicted "
                                      << answer->ns << " for " << truth;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Hidden, ReplayAdversary, testing::ValuesIn(hiddenThings),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
} // namespace ws::test
