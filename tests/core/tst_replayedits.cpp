// Edits that change which work waits for which, or take away single stretches, beside a simulator that knows the truth.

#include "core/analysis/replay/replayanswer.h"
#include "tests/core/replayfixture.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ws {

using namespace test;

namespace {

/// The program in which the kernels of a name run in a stream of their own, behind what was launched before them.
std::vector<SimulatedOp> withOwnStream(const std::vector<SimulatedOp> &ops, int name, int level = 0)
{
    constexpr int own = 30, fork = 11, join = 12;
    std::vector<SimulatedOp> moved;
    bool isLast = false;
    for (const SimulatedOp &op : ops) {
        const bool isMoved = op.what == SimulatedOp::Launch && op.name == name;
        if (isMoved && !isLast) {
            moved.push_back({SimulatedOp::Record, 0, op.stream, 0, fork});
            moved.push_back({SimulatedOp::WaitEvent, 0, own, 0, fork});
        }
        isLast = isMoved || (isLast && op.what != SimulatedOp::Launch);
        moved.push_back(op);
        moved.back().within = withOwnStream(op.within, name, op.what == SimulatedOp::Graph ? 1 : 0);
        if (isMoved)
            moved.back().stream = own;
        if (op.what == SimulatedOp::SyncStream)
            moved.push_back({SimulatedOp::SyncStream, 0, own});
    }
    if (level) { // a graph joins its branches
        moved.push_back({SimulatedOp::Record, 0, own, 0, join});
        moved.push_back({SimulatedOp::WaitEvent, 0, 7, 0, join});
    }
    return moved;
}

} // namespace

TEST(ReplayedEdits, predictsWorkInAStreamOfItsOwn)
{
    int asked = 0, near = 0, faster = 0;
    for (unsigned seed = 0; seed < 36; ++seed) {
        std::mt19937 random(seed);
        const Shape shapes[] = {Shape::Eager, Shape::Graphs, Shape::Backward};
        const std::vector<SimulatedOp> step = randomStep(shapes[seed % 3], random);
        const Replay replay = replayOfJson(ReplaySimulator(step, 6, {}, seed).json());
        ASSERT_TRUE(replay.holds()) << seed << ' ' << why(replay);
        const int name = int(random() % 6);
        const auto edit = parseReplayEdit(QStringLiteral("kernel:^kernel_%1$=stream").arg(name));
        ASSERT_TRUE(edit);
        const auto answer = predict(replay, {*edit});
        ASSERT_TRUE(answer) << seed;
        const double truth = ReplaySimulator(withOwnStream(step, name), 6, {}, seed + 1000).meanStepUs() * 1000;
        const double off = std::abs(double(answer->ns) - truth) / truth;
        ++asked;
        near += off <= 0.01;
        faster += double(answer->ns) < 0.97 * double(replay.recordedNs);
        EXPECT_LE(off, 0.05) << seed << ": " << answer->ns << " for " << truth << ", was " << replay.recordedNs;
        EXPECT_GE(answer->highNs, std::min(answer->ns, replay.recordedNs)) << "the device may have no room for two";
        EXPECT_EQ(answer->notes.size(), 1) << "who needs its result is not known";
    }
    EXPECT_GE(near, asked * 95 / 100) << near << " of " << asked;
    EXPECT_GE(faster, asked / 5) << "else nothing was tried";
}

TEST(ReplayedEdits, workInAStreamOfItsOwnIsStillWaitedFor)
{
    // A copy at the end of a step, for which the CPU waits, and one in the middle, behind which kernels go on.
    for (const bool isLast : {false, true}) {
        std::vector<SimulatedOp> step;
        for (int i = 0; i < 20; ++i) {
            step.push_back(cpuWork(2));
            step.push_back(kernelLaunch(i == (isLast ? 19 : 5) ? 2 : 1, i == (isLast ? 19 : 5) ? 200 : 40));
        }
        step.push_back({SimulatedOp::SyncDevice});
        const Replay replay = replayOfJson(ReplaySimulator(step, 8, {}, 1).json());
        ASSERT_TRUE(replay.holds()) << why(replay);
        const auto both = predict(replay, edits({"kernel:^kernel_2$=stream", "kernel:^kernel_1$*0.5"}));
        const auto alone = predict(replay, edits({"kernel:^kernel_2$=stream"}));
        ASSERT_TRUE(alone && both);
        EXPECT_NEAR(double(replay.recordedNs - alone->ns), isLast ? 0 : 200'000, 5'000)
            << "nothing comes after the last one";
        EXPECT_GE(alone->highNs, replay.recordedNs);
        ASSERT_EQ(both->wins.size(), 2U);
        EXPECT_EQ(both->wins[0].ns + both->wins[1].ns, replay.recordedNs - both->ns);
        const double truth =
            ReplaySimulator(withOwnStream(step, 2), 8, {.name = 1, .factor = 0.5}, 3).meanStepUs() * 1000;
        EXPECT_NEAR(double(both->ns), truth, truth * 0.01);
    }
}

TEST(ReplayedEdits, oneGapGoneLeavesTheOthers)
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 20; ++i) {
        if (i == 10)
            step.push_back({SimulatedOp::Pause, 500});
        step.push_back(cpuWork(60));
        step.push_back(kernelLaunch(1, 40));
    }
    const std::string json = ReplaySimulator(step, 5, {}, 1).json();
    const auto loaded = test::runFromJson(json);
    const Replay replay =
        *replayOf(std::make_shared<const ReplayModel>(*processModel(loaded.run, *findSteps(*loaded))));
    ASSERT_TRUE(replay.holds()) << why(replay);
    const GpuWork &gpu = loaded->gpu;
    int64_t begin = 0, longest = 0;
    for (size_t i = 1; i < gpu.size(); ++i)
        if (gpu.start[i] - gpu.end(i - 1) > longest) {
            longest = gpu.start[i] - gpu.end(i - 1);
            begin = gpu.end(i - 1);
        }
    EXPECT_GT(longest, 500'000);
    const auto edit = parseReplayEdit(gapEdit(begin)), middle = parseReplayEdit(gapEdit(begin + longest / 2));
    ASSERT_TRUE(edit && middle);
    const auto answer = predict(replay, {*edit});
    ASSERT_TRUE(answer);
    EXPECT_NEAR(double(replay.recordedNs - answer->ns), double(longest) / 5, 1'000)
        << "of the mean of five steps, but for what a stream takes from kernel to kernel";
    EXPECT_EQ(predict(replay, {*middle})->ns, answer->ns);
    const Replay inThird = *replayOf(replay.model, 2);
    EXPECT_NEAR(double(inThird.recordedNs - predict(inThird, {*edit})->ns), double(longest), 5'000);
    // Together with a CPU that takes half, what is left of the others goes.
    const auto both = predict(replay, {*edit, *parseReplayEdit(QStringLiteral("cpu*0.5"))});
    ASSERT_TRUE(both);
    EXPECT_EQ(both->wins[0].ns + both->wins[1].ns, replay.recordedNs - both->ns);
    EXPECT_FALSE(predict(replay, {*parseReplayEdit(gapEdit(gpu.start[0] + 1))})) << "the device works then";
    EXPECT_FALSE(predict(replay, edits({"gap:0=0"}))) << "before the first work there is no gap";
    EXPECT_FALSE(parseReplayEdit(QStringLiteral("gap:soon=0")));
    EXPECT_FALSE(parseReplayEdit(QStringLiteral("gap:5ms*0.5")));
    EXPECT_EQ(replayEditText(*edit), edit->text);
}

TEST(ReplayedEdits, theProfilersOwnWorkGoesWhereTheFileTellsIt)
{
    enum Where { SameThread, OtherThread, Unknown, UnknownFlush, Loading };
    for (const Where where : {SameThread, OtherThread, Unknown, UnknownFlush, Loading}) {
        std::string json = R"({"traceEvents":[)";
        const auto slice = [&](const char *category, const char *name, int pid, int tid, int ts, int us,
                               const std::string &args) {
            json += R"({"ph":"X","cat":")" + std::string(category) + R"(","name":")" + name + R"(","pid":)" +
                    std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) +
                    R"(,"dur":)" + std::to_string(us) + R"(,"args":{)" + args + "}},";
        };
        for (int step = 0, correlation = 0; step < 5; ++step) {
            const int begin = 1000 + step * 3000;
            slice("user_annotation", ("ProfilerStep#" + std::to_string(step)).c_str(), 1, 1, begin, 2900, "");
            for (int k = 0; k < 14; ++k) {
                const std::string ids = R"("device":0,"stream":7,"correlation":)" + std::to_string(++correlation);
                slice("cuda_runtime", "cudaLaunchKernel", 1, 1, begin + k * 200, 5, ids);
                slice("kernel", "k", 0, 7, begin + 8 + k * 200, 60, ids);
            }
            const char *name = where == UnknownFlush ? "Buffer Flush"
                               : where == Loading    ? "Lazy Function Loading"
                                                     : "Activity Buffer Request";
            const bool isKnown = where != Unknown && where != UnknownFlush;
            slice("overhead", name, isKnown ? 1 : -1, where == OtherThread ? 9 : 1, begin + 1010, 100, "");
        }
        json.back() = ']';
        const Replay replay = replayOfJson(json + '}');
        ASSERT_TRUE(replay.holds()) << why(replay);
        EXPECT_EQ(hasProfilersWork(*replay.model->parts.front().run), where != Loading);
        const auto answer = predict(replay, edits({"profiler=0"}));
        const bool isTaken = where == SameThread || where == Unknown;
        EXPECT_EQ(answer.ok(), isTaken) << where;
        if (answer) {
            EXPECT_NEAR(double(replay.recordedNs - answer->ns), 100'000, 500) << where;
        }
    }
}

} // namespace ws
