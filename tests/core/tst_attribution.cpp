#include "core/analysis/modules/attribution.h"

#include "tests/bench/tracegen.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <map>

using namespace ws;
using namespace ws::test;
using Mode = Attribution::Mode;
using How = Attribution::How;
using Reason = Attribution::Reason;

namespace {

/// Instances from the outside in, "A_0/B_1"; empty: none.
std::string pathOf(const Run &run, const Attribution &attribution, size_t activity)
{
    std::string path;
    for (uint32_t m = attribution.module(activity); m != noSlice; m = attribution.modules().parent(m)) {
        const std::string_view name = run.text(run.timeline.name(attribution.modules().slice(m)));
        path = std::string(name.substr(sizeof("nn.Module: ") - 1)) + (path.empty() ? "" : "/") + path;
    }
    return path;
}

/// Rule, module path, and how or why, of the only activity.
std::string only(const TraceText &trace, Mode mode)
{
    const auto run = runFromJson(trace.json());
    if (!run || run->gpu.size() != 1)
        return "no run";
    const Attribution a = *Attribution::make(*run, mode);
    static const char *const hows[] = {"exact", "inferred", "unknown"};
    static const char *const reasons[] = {"", "no launch", "graph", "outside"};
    std::string text = pathOf(*run, a, 0);
    text.append(text.empty() ? "" : " ").append(hows[int(a.how(0))]);
    return a.how(0) == How::Unknown ? text + ": " + reasons[int(a.reason(0))] : text;
}

TraceText forwardAndBackward()
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).module("Linear_0", 1, 10, 20);
    t.op("aten::linear", 1, 12, 10, R"("Sequence number":5,"Fwd thread id":0)");
    t.op("autograd: AddmmBackward0", 2, 200, 50, R"("Sequence number":5,"Fwd thread id":1)");
    t.op("aten::mm", 2, 210, 20);
    t.launch(2, 215, 7).kernel(7, 300, 10);
    return t;
}

} // namespace

TEST(Attribution, theInnermostModuleAroundTheLaunchOwnsTheKernel)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).module("Linear_0", 1, 10, 20).launch(1, 15, 7).kernel(7, 500, 10);
    EXPECT_EQ(only(t, Mode::Stack), "Net_0/Linear_0 exact");
    EXPECT_EQ(only(t, Mode::All), "Net_0/Linear_0 exact");
}

TEST(Attribution, aLaunchThatOutlastsItsModuleBelongsToIt)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).module("Linear_0", 1, 10, 6).launch(1, 15, 7, "cudaLaunchKernel", 30);
    EXPECT_EQ(only(t.kernel(7, 500, 10), Mode::Stack), "Net_0/Linear_0 exact");
}

TEST(Attribution, aLaunchAtTheEndOfAModuleIsOutside)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).module("Linear_0", 1, 10, 5).launch(1, 15, 7).kernel(7, 500, 10);
    EXPECT_EQ(only(t, Mode::Stack), "Net_0 exact");
}

TEST(Attribution, ofModulesWithEqualStartsTheShorterOneIsInside)
{
    TraceText t;
    t.module("Inner_0", 1, 0, 20).module("Outer_0", 1, 0, 100).launch(1, 0, 7, "cudaLaunchKernel", 2);
    EXPECT_EQ(only(t.kernel(7, 500, 10), Mode::Stack), "Outer_0/Inner_0 exact");
}

TEST(Attribution, recursionNests)
{
    TraceText t;
    t.module("Block_0", 1, 0, 100).module("Block_0", 1, 10, 50).module("Block_0", 1, 20, 10).launch(1, 22, 7);
    EXPECT_EQ(only(t.kernel(7, 500, 10), Mode::Stack), "Block_0/Block_0/Block_0 exact");
}

TEST(Attribution, aModuleOnAnotherThreadOwnsNothing)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).launch(2, 15, 7).kernel(7, 500, 10);
    EXPECT_EQ(only(t, Mode::Stack), "unknown: outside");
    EXPECT_EQ(only(t, Mode::All), "unknown: outside") << "time alone proves nothing";
}

TEST(Attribution, saysWhyAKernelHasNoModule)
{
    TraceText outside, noLaunchThere, graph;
    EXPECT_EQ(only(outside.launch(1, 15, 7).kernel(7, 50, 1), Mode::All), "unknown: outside");
    EXPECT_EQ(only(noLaunchThere.module("Net_0", 1, 0, 100).kernel(7, 50, 1), Mode::All), "unknown: no launch");
    EXPECT_EQ(only(graph.launch(1, 15, 7, "cudaGraphLaunch").kernel(7, 50, 1), Mode::All), "unknown: graph");
}

TEST(Attribution, theModuleThatLaunchesAGraphIsItsInferredOwner)
{
    for (const char *call : {"cudaGraphLaunch", "hipGraphLaunch", "cuGraphLaunch_ptsz"}) {
        TraceText t;
        t.module("Net_0", 1, 0, 100).launch(1, 15, 7, call).kernel(7, 500, 10);
        EXPECT_EQ(only(t, Mode::Stack), "Net_0 inferred");
        EXPECT_EQ(only(t, Mode::All), "Net_0 inferred");
    }
}

TEST(Attribution, backwardWorkGoesToTheForwardModule)
{
    EXPECT_EQ(only(forwardAndBackward(), Mode::Stack), "unknown: outside");
    EXPECT_EQ(only(forwardAndBackward(), Mode::All), "Net_0/Linear_0 inferred");
}

TEST(Attribution, theLatestForwardOperatorWithTheNumberIsMeant)
{
    TraceText t = forwardAndBackward();
    t.module("Late_0", 1, 50, 20).op("aten::relu", 1, 55, 5, R"("Sequence number":5,"Fwd thread id":0)");
    EXPECT_EQ(only(t, Mode::All), "Net_0/Late_0 inferred");
    t.module("NextStep_0", 1, 600, 20).op("aten::relu", 1, 605, 5, R"("Sequence number":5,"Fwd thread id":0)");
    EXPECT_EQ(only(t, Mode::All), "Net_0/Late_0 inferred") << "the next step's comes after the backward operator";
}

TEST(Attribution, aFlowDecidesOverTheSequenceNumber)
{
    TraceText t = forwardAndBackward();
    t.module("Flow_0", 1, 50, 20).flow("fwdbwd", 3, 1, 55, 2, 200);
    EXPECT_EQ(only(t, Mode::All), "Net_0/Flow_0 inferred");
}

TEST(Attribution, aThreadNumberMeansTheThreadThatHasItsSequenceNumbers)
{
    TraceText t;
    for (int thread : {1, 2}) { // both count from 0; thread 2 has one number more
        t.module(thread == 1 ? "First_0" : "Second_0", thread, 0, 100);
        for (int k = 0; k < 1 + thread; ++k)
            t.op("aten::mm", thread, 10 + k * 10 - thread, 5,
                 R"("Fwd thread id":0,"Sequence number":)" + std::to_string(k));
    }
    for (int k = 2; k >= 0; --k)
        t.op("MmBackward0", 9, 250 - k * 20, 15, R"("Fwd thread id":4,"Sequence number":)" + std::to_string(k));
    t.launch(9, 255, 7).kernel(7, 500, 10); // k = 0
    EXPECT_EQ(only(t, Mode::All), "Second_0 inferred") << "thread 1 used number 0 later, but has no number 2";
}

TEST(Attribution, anOperatorByExternalIdStandsInForAMissingLaunch)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).op("aten::mm", 1, 10, 5, R"("External id":42)");
    t.kernel(7, 50, 1, "gemm", R"("External id":42)");
    EXPECT_EQ(only(t, Mode::Stack), "unknown: no launch");
    EXPECT_EQ(only(t, Mode::All), "Net_0 inferred");
}

TEST(Attribution, aFlowStandsInForAMissingLaunch)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).flow("ac2g", 7, 1, 15, 0, 50).kernel(7, 50, 1);
    t.op("aten::mm", 1, 12, 5);
    EXPECT_EQ(only(t, Mode::Stack), "unknown: no launch");
    EXPECT_EQ(only(t, Mode::All), "Net_0 inferred");
}

TEST(Attribution, aCancelledOneIsNone)
{
    Progress progress;
    progress.cancel();
    const auto run = runFromJson(forwardAndBackward().json());
    EXPECT_FALSE(Attribution::make(*run, Mode::All, &progress));
}

namespace {

/// Compares both rules with what the generator knows; returns how many activities had a module under each.
std::pair<size_t, size_t> checkGenerated(const tracegen::Options &options)
{
    tracegen::Truth truth;
    const std::string text = tracegen::generateText(options, &truth);
    const auto run = runFromJson(text);
    EXPECT_TRUE(run);
    const Attribution stack = *Attribution::make(*run, Mode::Stack), all = *Attribution::make(*run, Mode::All);
    const auto join = [](const std::vector<std::string> &names) {
        std::string path;
        for (const std::string &name : names)
            path += (path.empty() ? "" : "/") + name;
        return path;
    };
    using Key = std::tuple<int64_t, int64_t, std::string, std::string>; // start, duration, stream, name
    std::map<Key, const tracegen::Activity *> known;
    for (const tracegen::Activity &a : truth.activities)
        known[{a.startNs - run->timeline.originNs, a.durNs, std::to_string(a.stream), a.name}] = &a;
    EXPECT_EQ(known.size(), run->gpu.size());
    std::pair<size_t, size_t> count;
    for (size_t i = 0; i < run->gpu.size(); ++i) {
        const GpuWork &gpu = run->gpu;
        const auto found =
            known.find({gpu.start[i], gpu.duration[i], std::string(run->text(gpu.streams[gpu.stream[i]].stream)),
                        std::string(run->text(gpu.name[i]))});
        if (found == known.end()) {
            ADD_FAILURE() << "an activity that was not written";
            continue;
        }
        EXPECT_EQ(pathOf(*run, stack, i), join(found->second->modules)) << found->second->name;
        EXPECT_EQ(pathOf(*run, all, i), join(found->second->modulesAll)) << found->second->name;
        count.first += stack.module(i) != noSlice;
        count.second += all.module(i) != noSlice;
        EXPECT_TRUE(stack.module(i) == noSlice || stack.module(i) == all.module(i));
    }
    return count;
}

} // namespace

TEST(Attribution, isTheTruthOfAGeneratedDecode)
{
    tracegen::Options options;
    options.steps = 6;
    options.layers = 3;
    EXPECT_GT(checkGenerated(options).first, 0u);
    options.threads = 3;
    options.devices = 2;
    EXPECT_GT(checkGenerated(options).first, 0u);
}

TEST(Attribution, isTheTruthOfAGeneratedTraining)
{
    for (const int threads : {1, 2, 3})
        for (const bool flows : {true, false}) {
            tracegen::Options options;
            options.steps = 4;
            options.layers = 3;
            options.backward = true;
            options.threads = threads;
            options.flows = flows;
            const auto [stack, all] = checkGenerated(options);
            EXPECT_GT(all, stack) << "backward work is found by `all` only";
        }
}

TEST(Attribution, workWithoutLaunchesBelongsToNothing)
{
    tracegen::Options options;
    options.steps = 2;
    options.kernelsOnly = true;
    EXPECT_EQ(checkGenerated(options), std::make_pair(size_t(0), size_t(0)));
}

TEST(Attribution, whereModulesCrossTheFilesNumbersOfCallsDecide)
{
    const auto pathWith = [](int caller, const char *frame) {
        const auto module = [](const char *name, double ts, double duration, int id, const std::string &parent) {
            return std::string(R"({"ph":"X","cat":"python_function","name":")") + name + R"(","pid":9,"tid":1,"ts":)" +
                   decimal(ts) + R"(,"dur":)" + decimal(duration) + R"(,"args":{"Python id":)" + std::to_string(id) +
                   R"(,"Python parent id":)" + parent + "}},";
        };
        const std::string json = "[" + module("nn.Module: Model_0", 0, 900, 1, "null") +
                                 module("nn.Module: Linear_0", 100, 250, 2, "1") + frame +
                                 module("nn.Module: ReLU_0", 340, 250, 3, std::to_string(caller)) +
                                 R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":400,
                                    "dur":5,"args":{"correlation":1}},
                                    {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":450,"dur":9,
                                    "args":{"correlation":1}}])";
        const QTemporaryDir folder; // the numbers are read from the file when they are needed
        QFile file(folder.filePath(QStringLiteral("trace.json")));
        if (!file.open(QIODevice::WriteOnly))
            return std::string("no file");
        file.write(json.data(), qint64(json.size()));
        file.close();
        Progress progress;
        const auto run = loadRun(file.fileName(), progress);
        return run ? pathOf(**run, *Attribution::make(**run, Mode::Stack), 0) : std::string("no run");
    };
    EXPECT_EQ(pathWith(1, ""), "Model_0/ReLU_0");
    EXPECT_EQ(pathWith(2, ""), "Model_0/Linear_0/ReLU_0");
    EXPECT_EQ(pathWith(77, ""), "Model_0/ReLU_0") << "of a call that is not there: what it crosses it is not within";
    const char *frame = R"({"ph":"X","cat":"python_function","name":"_call_impl","pid":9,"tid":1,"ts":95,"dur":500,
        "args":{"Python id":5,"Python parent id":1}},)";
    EXPECT_EQ(pathWith(5, frame), "Model_0/ReLU_0") << "called by a frame that began before the first";
}
