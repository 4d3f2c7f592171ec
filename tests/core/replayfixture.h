#pragma once
// Simulated programs, replayed: for the tests of replays.

#include "core/analysis/replay/replay.h"
#include "tests/support/replaysimulator.h"
#include "tests/support/support.h"

#include <cmath>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

namespace ws::test {

inline Replay replayOfJson(const std::string &json)
{
    const auto loaded = runFromJson(json);
    const auto model = std::make_shared<const ReplayModel>(*processModel(loaded.run, *findSteps(*loaded)));
    return *replayOf(model);
}

inline std::vector<ReplayEdit> edits(std::initializer_list<const char *> texts)
{
    std::vector<ReplayEdit> list;
    for (const char *text : texts)
        list.push_back(*parseReplayEdit(QString::fromUtf8(text)));
    return list;
}

inline std::string why(const Replay &replay)
{
    return replay.why.join(u'\n').toStdString();
}

inline SimulatedOp cpuWork(double us)
{
    return {SimulatedOp::Cpu, us};
}
inline SimulatedOp kernelLaunch(int name, double us, int stream = 7)
{
    return {SimulatedOp::Launch, us, stream, name};
}

enum class Shape : uint8_t { Eager, Graphs, Streams, Backward, Mixed };

/// A step of random work: from bound by launches to bound by the GPU.
inline std::vector<SimulatedOp> randomStep(Shape shape, std::mt19937 &random)
{
    const auto between = [&](double from, double to) {
        return std::uniform_real_distribution<double>(from, to)(random);
    };
    const auto number = [&](int to) { return int(between(0, to)); };
    const double mean = std::exp(between(std::log(3.0), std::log(120.0)));
    std::vector<SimulatedOp> step;
    const auto some = [&](std::vector<SimulatedOp> &ops, int count) {
        for (int i = 0; i < count; ++i) {
            ops.push_back(cpuWork(between(3, 20)));
            const int name = number(6);
            ops.push_back(kernelLaunch(name, mean * (0.3 + name * 0.3)));
        }
    };
    const auto graph = [&] {
        SimulatedOp op{SimulatedOp::Graph};
        for (int i = 0; i < 40; ++i)
            op.within.push_back(kernelLaunch(number(6), between(2, mean)));
        step.push_back(op);
    };
    const auto aside = [&] { // a second stream, joined again
        step.push_back({SimulatedOp::Record, 0, 7, 0, 1});
        step.push_back({SimulatedOp::WaitEvent, 0, 20, 0, 1});
        step.push_back(kernelLaunch(9, mean * between(2, 8), 20));
        some(step, 5);
        step.push_back({SimulatedOp::Record, 0, 20, 0, 2});
        step.push_back({SimulatedOp::WaitEvent, 0, 7, 0, 2});
        some(step, 3);
    };
    some(step, 15);
    if (shape == Shape::Graphs || shape == Shape::Mixed)
        graph();
    if (shape == Shape::Streams || shape == Shape::Mixed)
        for (int i = 0; i < 4; ++i)
            aside();
    if (shape == Shape::Backward || shape == Shape::Mixed) {
        SimulatedOp back{SimulatedOp::HandOver};
        some(back.within, 25);
        step.push_back(back);
    }
    some(step, 10);
    if (number(3)) {
        step.push_back({number(2) ? SimulatedOp::SyncDevice : SimulatedOp::SyncStream});
        step.push_back(cpuWork(between(20, 200)));
    }
    return step;
}

} // namespace ws::test
