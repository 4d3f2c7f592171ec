#include "core/analysis/stacks/ownframe.h"
#include "core/analysis/stacks/sourcelines.h"
#include "core/report/stackreport.h"
#include "tests/core/stepfixture.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <numeric>
#include <random>

using namespace ws;
using namespace ws::test;

namespace {

using Lines = std::vector<std::string>;

struct StackTrace : StepTrace
{
    StackTrace &frame(const std::string &name, int start, int duration, const char *tid = "1")
    {
        slice("python_function", name, "10", tid, start, duration);
        return *this;
    }
    StackTrace &work(int correlation, int launchedAt, int duration, const char *tid = "1")
    {
        launch(correlation, launchedAt, tid).kernel(correlation, 1000 * correlation, duration);
        return *this;
    }
    /// "outer | inner 5" per stack that launched work, then "no stack 5", "not linked 5" where there is such work. µs.
    Lines stacks() const
    {
        const auto run = this->run();
        const CallStacks found = *callStacks(*run);
        Lines lines;
        for (uint32_t i = 0; i < found.nodes.size(); ++i)
            if (found.nodes[i].self.activities) {
                std::string line;
                for (const std::string_view frame : framesOf(found, i))
                    line.append(line.empty() ? "" : " | ").append(frame);
                lines.push_back(line + ' ' + std::to_string(found.nodes[i].self.gpuNs / 1000));
            }
        if (found.notRecorded.activities)
            lines.push_back("no stack " + std::to_string(found.notRecorded.gpuNs / 1000));
        if (found.notLinked.activities)
            lines.push_back("not linked " + std::to_string(found.notLinked.gpuNs / 1000));
        return lines;
    }
    /// "line 5" per own line, then the rests.
    Lines lines() const
    {
        const auto run = this->run();
        const SourceLines found = sourceLines(*callStacks(*run));
        Lines lines;
        for (const SourceLine &line : found.rows)
            lines.push_back(std::string(line.name) + ' ' + std::to_string(line.sum.gpuNs / 1000));
        const auto rest = [&](const char *name, const StackSum &sum) {
            if (sum.activities)
                lines.push_back(name + std::to_string(sum.gpuNs / 1000));
        };
        rest("not own ", found.noFrame);
        rest("no stack ", found.notRecorded);
        rest("not linked ", found.notLinked);
        return lines;
    }
};

/// `truth` of all launches by correlation, which is their order: the stack as "outer;inner;", and the own line.
void expectTruth(const Run &run, const std::map<int, std::pair<std::string, std::string>> &truth)
{
    const CallStacks stacks = *callStacks(run);
    const SourceLines lines = sourceLines(stacks);
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        const auto &[stack, own] = std::next(truth.begin(), run.gpu.launch[i])->second;
        std::string found;
        if (stacks.ofActivity[i] < stacks.nodes.size())
            for (const std::string_view frame : framesOf(stacks, stacks.ofActivity[i]))
                found.append(frame) += ';';
        EXPECT_EQ(found, stack);
        const uint32_t row = lines.ofActivity[i];
        EXPECT_EQ(row < lines.rows.size() ? std::string(lines.rows[row].name) : std::string(), own);
    }
}

} // namespace

TEST(OwnFrame, theUsersOwnCodeIsOwn)
{
    for (const char *own :
         {"vllm/v1/worker.py(12): run", "/app/model/attention.py(3): forward",
          "transformers/models/vit/modeling_vit.py(252): forward", "/usr/lib/python3.12/site-packages/vllm/a.py(1): f",
          "/usr/lib/python3/dist-packages/x/a.py(1): f", "my/torch.py(1): f", "torches/a.py(1): f",
          "a/b (copy)/c.py(7): f", "a/x.py(1): <lambda>", "model/asyncio/events.py(3): f"})
        EXPECT_TRUE(isOwnFrame(own)) << own;
}

TEST(OwnFrame, frameworksGeneratedCodeAndPythonsLibraryAreNot)
{
    for (const char *other : {"torch/nn/modules/module.py(1501): _call_impl",
                              "/x/site-packages/torch/a.py(1): f",
                              "a/triton/b.py(1): f",
                              "torch_npu/a.py(1): f",
                              "torchvision/a.py(1): f",
                              "functorch/a.py(1): f",
                              "numpy/core/a.py(1): f",
                              "/tmp/torchinductor_root/ab/cab.py(80): call",
                              "<frozen importlib._bootstrap>(1007): _find_and_load",
                              "<string>(1): f",
                              "<built-in method mm of type object at 0x7f>",
                              "nn.Module: Linear_0",
                              "nn.Module: a/b.py(1): f",
                              "threading.py(973): run",
                              "main.py(1): f",
                              "asyncio/events.py(84): _run",
                              "/usr/lib/python3.10/threading.py(973): run",
                              "multiprocessing/process.py(108): run",
                              "PyTorch Profiler (0)",
                              "a/b.py(x): f",
                              "a/b.py(): f",
                              "a/b.py(12)",
                              ""})
        EXPECT_FALSE(isOwnFrame(other)) << other;
}

TEST(CallStacks, workHasTheFramesOpenWhenItWasLaunched)
{
    StackTrace t;
    t.frame("a/main.py(1): main", 0, 100).frame("torch/nn.py(2): call", 10, 50).frame("a/model.py(3): f", 20, 10);
    t.work(1, 25, 5).work(2, 40, 7).work(3, 90, 11);
    EXPECT_EQ(t.stacks(), (Lines{"a/main.py(1): main 11", "a/main.py(1): main | torch/nn.py(2): call 7",
                                 "a/main.py(1): main | torch/nn.py(2): call | a/model.py(3): f 5"}));
    EXPECT_EQ(t.lines(), (Lines{"a/main.py(1): main 18", "a/model.py(3): f 5"}));
}

TEST(CallStacks, aFrameIsOpenFromItsBeginUntilBeforeItsEnd)
{
    StackTrace t;
    t.frame("a/m.py(1): f", 10, 10).frame("a/m.py(2): g", 20, 10);
    t.work(1, 9, 1).work(2, 10, 2).work(3, 20, 4).work(4, 30, 8);
    EXPECT_EQ(t.stacks(), (Lines{"a/m.py(1): f 2", "a/m.py(2): g 4", "no stack 9"}));
}

TEST(CallStacks, ofFramesWithOneBeginTheLongerIsOutside)
{
    StackTrace t;
    t.frame("a/m.py(2): inner", 10, 10).frame("a/m.py(1): outer", 10, 30).work(1, 10, 1).work(2, 25, 2);
    EXPECT_EQ(t.stacks(), (Lines{"a/m.py(1): outer 2", "a/m.py(1): outer | a/m.py(2): inner 1"}));
}

TEST(CallStacks, framesThatCrossAreOpenOnlyUntilTheirEnd)
{
    StackTrace t;
    t.frame("a/m.py(1): a", 0, 100).frame("a/m.py(2): b", 10, 20).frame("a/m.py(3): c", 20, 30);
    t.work(1, 25, 1).work(2, 40, 2).work(3, 45, 4).work(4, 22, 8);
    EXPECT_EQ(t.stacks(), (Lines{"a/m.py(1): a | a/m.py(2): b | a/m.py(3): c 9", "a/m.py(1): a | a/m.py(3): c 6"}));
}

TEST(CallStacks, framesOfOtherThreadsAndProcessesDoNotCount)
{
    StackTrace t;
    t.frame("a/m.py(1): f", 0, 100).work(1, 10, 1, "2").work(2, 10, 2);
    EXPECT_EQ(t.stacks(), (Lines{"a/m.py(1): f 2", "no stack 1"}));
}

TEST(CallStacks, workWithoutALaunchIsASumOfItsOwn)
{
    StackTrace t;
    t.frame("torch/m.py(1): f", 0, 100).work(1, 10, 3).kernel(99, 500, 5).kernel(0, 600, 7);
    EXPECT_EQ(t.lines(), (Lines{"not own 3", "not linked 12"}));
}

TEST(CallStacks, aCallOnAThreadWithoutFramesHasTheStackOfItsOperator)
{
    const std::string frames = R"json({"traceEvents":[
{"ph":"X","cat":"python_function","name":"a/m.py(1): f","pid":1,"tid":1,"ts":0,"dur":100},
{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":5,"args":{"External id":77}},
{"ph":"X","cat":"cuda_runtime","name":"launch","pid":1,"tid":2,"ts":50,"dur":1,"args":{"correlation":5}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":200,"dur":9,"args":{"device":0,"stream":7,"correlation":5,"External id":77}})json";
    const auto without = runFromJson(frames + "]}");
    EXPECT_EQ(sourceLines(*callStacks(*without)).rows.size(), 1U);
    const auto with = runFromJson(
        frames +
        R"json(,{"ph":"X","cat":"python_function","name":"a/m.py(2): g","pid":1,"tid":2,"ts":0,"dur":9}]})json");
    EXPECT_EQ(callStacks(*with)->notRecorded.gpuNs, 9'000) << "that thread records its own stacks";
}

TEST(CallStacks, theArgumentsOfOperatorsReplaceFramesWhereTheRunHasNone)
{
    const std::string stack = R"("Call stack":"torch/f.py(3): mm;\r\na/model.py(2): f;\r\na/main.py(1): main;\r\n")";
    StackTrace t;
    t.slice("cpu_op", "outer", "10", "1", 0, 50, stack).slice("cpu_op", "aten::mm", "10", "1", 10, 20);
    t.work(1, 15, 3).work(2, 60, 4);
    EXPECT_EQ(t.stacks(), (Lines{"a/main.py(1): main | a/model.py(2): f | torch/f.py(3): mm 3", "no stack 4"}));
    EXPECT_EQ(t.lines(), (Lines{"a/model.py(2): f 3", "no stack 4"}));
    EXPECT_TRUE(callStacks(*t.run())->fromOperators);
    t.frame("a/elsewhere.py(9): g", 200, 1);
    EXPECT_EQ(t.stacks(), (Lines{"no stack 7"})) << "frames were recorded, and none was open";
    EXPECT_FALSE(callStacks(*t.run())->fromOperators);
}

TEST(CallStacks, emptyArgumentsAreNoStack)
{
    StackTrace t;
    t.slice("cpu_op", "outer", "10", "1", 0, 50, R"("Call stack":"; \r\n;")");
    t.slice("cpu_op", "aten::mm", "10", "1", 10, 20, R"("Call stack":"")");
    t.work(1, 15, 3);
    EXPECT_EQ(t.stacks(), (Lines{"no stack 3"}));
    EXPECT_EQ(t.lines(), (Lines{"no stack 3"}));
}

TEST(CallStacks, anArgumentBeforeOrBesideTheLaunchIsNotItsStack)
{
    StackTrace t;
    t.slice("cpu_op", "before", "10", "1", 0, 10, R"("Call stack":"a/before.py(1): f")");
    t.slice("cpu_op", "aten::mm", "10", "1", 10, 20);
    t.slice("cpu_op", "elsewhere", "10", "2", 0, 90, R"("Call stack":"a/elsewhere.py(1): f")");
    t.work(1, 15, 3);
    EXPECT_EQ(t.stacks(), (Lines{"no stack 3"}));
}

TEST(CallStacks, argumentsHaveWholePathsSoAFileWithoutAFolderIsTheScript)
{
    StackTrace t;
    t.slice(
        "cpu_op", "aten::mm", "10", "1", 10, 20,
        R"("Call stack":"/x/lib/python3.7/threading.py(9): run;/x/site-packages/torch/a.py(2): g;train.py(51): <module>")");
    t.work(1, 15, 3);
    EXPECT_EQ(t.lines(), (Lines{"train.py(51): <module> 3"}));
    EXPECT_FALSE(isOwnFrame("train.py(51): <module>")) << "python functions lose the folders of sys.path";
    EXPECT_TRUE(isOwnFrame("email/send.py(1): f", true));
    EXPECT_FALSE(isOwnFrame("email/send.py(1): f"));
    EXPECT_FALSE(isOwnFrame("/x/lib/python3.7/queue.py(9): get", true));
}

TEST(CallStacks, filesBesideTheScriptThatWasStartedAreOwn)
{
    const auto lines = [](const char *outermost) {
        StackTrace t;
        t.slice("python_function", outermost, "10", "1", 0, 100);
        t.slice("python_function", "train.py(4): main", "10", "1", 1, 90);
        t.slice("python_function", "model.py(7): forward", "10", "1", 2, 40);
        t.slice("python_function", "torch/nn/functional.py(3): linear", "10", "1", 3, 30);
        t.slice("python_function", "contextlib.py(3): __enter__", "10", "1", 50, 30);
        return t.work(1, 5, 3).work(2, 55, 4).work(3, 95, 1).lines();
    };
    EXPECT_EQ(lines("train.py(9): <module>"), (Lines{"train.py(4): main 4", "model.py(7): forward 3", "not own 1"}))
        << "the program as a whole is no line";
    EXPECT_EQ(lines("lightning/loop.py(5): fit"), (Lines{"lightning/loop.py(5): fit 8"})) << "no script is known";
    EXPECT_EQ(lines("threading.py(9): run"), (Lines{"not own 8"})) << "no script: a path of sys.path was cut off";
    EXPECT_EQ(lines("queue.py(9): <module>"), (Lines{"not own 8"})) << "an import of the library";
}

/// Random operators on three threads, some with a stack in their arguments, and the truth about each launch.
TEST(SourceLines, generatedArgumentsGiveTheKnownStackAndLineOfEveryKernel)
{
    std::mt19937 random(11);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const char *names[] = {"/a/model.py(1): f", "/x/torch/nn.py(2): call", "main.py(3): g",
                           "/lib/python3.9/os.py(4): h"};
    for (int round = 0; round < 20; ++round) {
        StackTrace t;
        t.slice("cpu_op", "first", "10", "9", 0, 1, R"("Call stack":"a/b.py(1): f")"); // at least one
        std::map<int, std::pair<std::string, std::string>> truth; // by correlation: stack outermost first, own line
        int correlation = 0;
        for (const char *tid : {"1", "2", "3"}) {
            struct Open
            {
                int begin;
                std::vector<const char *> frames; // outermost first
            };
            std::vector<Open> open;
            int now = below(10);
            const auto close = [&] {
                std::string args;
                for (const char *frame : open.back().frames)
                    args.insert(0, std::string(frame) + (args.empty() ? "" : ";"));
                t.slice("cpu_op", "op", "10", tid, open.back().begin, now - open.back().begin,
                        below(4) || !args.empty() ? R"("Call stack":")" + args + "\"" : std::string());
                open.pop_back();
            };
            for (int event = 0; event < 60; ++event, now += 2 + below(3)) {
                const int what = below(3);
                if (what == 0 && open.size() < 5) {
                    open.push_back({now, {}});
                    for (int depth = below(4); depth > 0; --depth)
                        open.back().frames.push_back(names[below(4)]);
                } else if (what == 1 && !open.empty()) {
                    close();
                } else {
                    std::string stack, own;
                    const auto with =
                        std::find_if(open.rbegin(), open.rend(), [](const Open &o) { return !o.frames.empty(); });
                    for (const char *frame : with == open.rend() ? std::vector<const char *>() : with->frames) {
                        stack += std::string(frame) + ';';
                        own = isOwnFrame(frame, true) ? frame : own;
                    }
                    truth[++correlation] = {stack, own};
                    t.work(correlation, now, 1 + below(9), tid);
                }
            }
            for (; !open.empty(); ++now)
                close();
        }
        expectTruth(*t.run(), truth);
    }
}

TEST(CallStacks, theTreeFromTheInnermostFrameHasTheSameTimes)
{
    StackTrace t;
    t.frame("a/main.py(1): main", 0, 100).frame("a/f.py(1): f", 10, 20).frame("a/g.py(1): g", 40, 20);
    t.frame("torch/mm.py(1): mm", 12, 5).frame("torch/mm.py(1): mm", 45, 5);
    t.work(1, 13, 1).work(2, 46, 2).work(3, 50, 4).kernel(0, 50000, 8);
    const auto run = t.run();
    const CallStacks down = *callStacks(*run), up = fromInnermost(down);
    Lines roots;
    for (const StackNode &node : up.nodes)
        if (node.parent == noStackNode)
            roots.push_back(std::string(node.frame) + ' ' + std::to_string(node.total.gpuNs / 1000));
    EXPECT_EQ(roots, (Lines{"torch/mm.py(1): mm 3", "a/g.py(1): g 4"}));
    EXPECT_EQ(down.nodes[0].frame, "a/main.py(1): main");
    EXPECT_EQ(down.nodes[0].total, (StackSum{7'000, 3}));
    EXPECT_EQ(down.nodes[0].self, StackSum());
    EXPECT_EQ(up.notLinked, (StackSum{8'000, 1}));
    EXPECT_EQ(framesOf(up, 2).size(), 3U) << "mm, f, main";
}

TEST(CallStacks, aRangeAndASetOfWorkLimitThem)
{
    StackTrace t;
    t.frame("a/m.py(1): f", 0, 100).work(1, 10, 100).work(2, 20, 100);
    const auto run = t.run();
    const int64_t begin = run->gpu.start[0];
    EXPECT_EQ(callStacks(*run, {TimeRange{begin + 40'000, begin + 60'000}, {}})->all, (StackSum{20'000, 1}));
    const CallStacks one = *callStacks(*run, {TimeRange{begin, begin + 60'000}, {}});
    EXPECT_EQ(one.ofActivity, (std::vector<uint32_t>{0, StackNotCounted}));
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(callStacks(*run, {}, &progress));
}

TEST(SourceLines, everyActivityKnowsItsRow)
{
    StackTrace t;
    t.frame("a/small.py(1): f", 0, 10).frame("a/big.py(1): g", 20, 10).frame("torch/x.py(1): h", 40, 10);
    t.work(1, 5, 1).work(2, 25, 100).work(3, 45, 7).work(4, 99, 3).kernel(0, 90000, 1);
    const auto run = t.run();
    const SourceLines lines = sourceLines(*callStacks(*run));
    EXPECT_EQ(lines.ofActivity,
              (std::vector<uint32_t>{1, 0, SourceLines::noOwnFrame, StackNotRecorded, StackNotLinked}));
}

TEST(SourceLines, operatorsAddUpToo)
{
    StackTrace t;
    t.slice("cpu_op", "aten::linear", "10", "1", 0, 50).slice("cpu_op", "aten::mm", "10", "1", 10, 20);
    t.work(1, 15, 3).work(2, 40, 5).work(3, 70, 7).kernel(0, 50000, 11);
    const auto run = t.run();
    const SourceLines lines = *operatorLines(*run);
    ASSERT_EQ(lines.rows.size(), 2U);
    EXPECT_EQ(lines.rows[0].name, "aten::linear");
    EXPECT_EQ(lines.rows[0].sum.gpuNs, 5'000);
    EXPECT_EQ(lines.noFrame.gpuNs, 7'000);
    EXPECT_EQ(lines.notLinked.gpuNs, 11'000);
    EXPECT_EQ(lines.all.gpuNs, 26'000);
}

/// Random stacks on three threads, and the truth about each launch.
TEST(SourceLines, generatedTracesHaveTheKnownStackAndLineOfEveryKernel)
{
    std::mt19937 random(7);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    const char *names[] = {"a/model.py(1): f",     "torch/nn.py(2): call", "a/layer.py(3): g",
                           "threading.py(4): run", "nn.Module: Linear_0",  "<built-in method mm>"};
    for (int round = 0; round < 20; ++round) {
        StackTrace t;
        std::map<int, std::pair<std::string, std::string>> truth; // by correlation: stack, own line
        int correlation = 0;
        for (const char *tid : {"1", "2", "3"}) {
            std::vector<std::pair<std::string, int>> open; // and its begin
            int now = below(10);
            for (int event = 0; event < 60; ++event, now += 2 + below(3)) {
                const int what = below(3);
                if (what == 0 && open.size() < 7) {
                    open.emplace_back(names[below(6)], now);
                } else if (what == 1 && !open.empty()) {
                    t.frame(open.back().first, open.back().second, now - open.back().second, tid);
                    open.pop_back();
                } else {
                    std::string stack, own;
                    for (const auto &[name, begin] : open) {
                        stack += name + ';';
                        own = isOwnFrame(name) ? name : own;
                    }
                    truth[++correlation] = {stack, own};
                    t.work(correlation, now, 1 + below(9), tid);
                }
            }
            for (; !open.empty(); open.pop_back(), ++now)
                t.frame(open.back().first, open.back().second, now - open.back().second, tid);
        }
        expectTruth(*t.run(), truth);
    }
}

TEST(StackReport, tablesJsonAndFoldedStacksAddUp)
{
    StackTrace t;
    t.frame("a/m.py(1): f;g", 0, 100).frame("torch/x.py(2): h", 40, 10);
    t.work(1, 5, 1).work(2, 45, 100).work(3, 200, 7).kernel(0, 90000, 3);
    const auto run = t.run();
    const auto stacks = std::make_shared<const CallStacks>(*callStacks(*run));
    const auto lines = std::make_shared<const SourceLines>(sourceLines(*stacks));
    EXPECT_EQ(foldedStacks(*stacks), "a/m.py(1): f,g;torch/x.py(2): h 100000\na/m.py(1): f,g 1000\n"
                                     "(no stack recorded) 7000\n(no known launch) 3000\n");
    for (const ReportTable &table : {lineReport(run.run, lines), stackReport(run.run, stacks)}) {
        int64_t sum = 0;
        for (size_t row = 0; row < table.rowCount; ++row)
            sum += std::get<int64_t>(table.cell(row, size_t(table.columnOf("gpu_ns"))));
        EXPECT_EQ(sum, 111'000);
        EXPECT_EQ(table.restRows, 2U);
    }
    const nlohmann::json json = linesJson(*lines, StackBy::Line);
    EXPECT_EQ(json["rows"], (nlohmann::json{{{"frames", {"a/m.py(1): f;g"}}, {"gpuNs", 101'000}, {"activities", 2}}}));
    EXPECT_EQ(json["noOwnFrameNs"], 7'000);
    EXPECT_EQ(json["unlinkedNs"], 3'000);
    EXPECT_EQ(nlohmann::json(stacksJson(*stacks))["rows"][0]["frames"],
              (nlohmann::json{"a/m.py(1): f;g", "torch/x.py(2): h"}));
}

TEST(CorpusStacks, linesStacksAndOperatorsAddUpToTheGpuWorkOfEveryTrace)
{
    SKIP_WITHOUT_CORPUS(corpusPath("kineto").isEmpty());
    size_t traces = 0;
    for (const char *name :
         {"tl_b200_eager_trace.json.gz", "tl_sglang_Qwen3-8B_decode.json.gz", "tl_h100_bert-small.json.gz",
          "kineto2021_v100_resnet50_workers0.pt.trace.json.gz", "hta_nccl_data.json.gz"}) {
        const QString path = corpusPath((std::string("kineto/") + name).c_str());
        if (path.isEmpty())
            continue;
        const auto run = corpusRun(path);
        const int64_t all = std::accumulate(run->gpu.duration.begin(), run->gpu.duration.end(), int64_t(0));
        const CallStacks stacks = *callStacks(*run);
        int64_t sum = stacks.notRecorded.gpuNs + stacks.notLinked.gpuNs;
        for (const StackNode &node : stacks.nodes)
            sum += node.self.gpuNs;
        EXPECT_EQ(sum, all) << name;
        for (const SourceLines &lines : {sourceLines(stacks), *operatorLines(*run)}) {
            int64_t rows = lines.noFrame.gpuNs + lines.notRecorded.gpuNs + lines.notLinked.gpuNs;
            for (const SourceLine &line : lines.rows)
                rows += line.sum.gpuNs;
            EXPECT_EQ(rows, all) << name;
        }
        ++traces;
    }
    EXPECT_GE(traces, 3U);
}
