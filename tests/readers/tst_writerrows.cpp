// Chrome traces of writers other than Kineto and Ascend: what of them is GPU work, and what only repeats times.

#include "core/analysis/modules/attribution.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/analysis/steps/steps.h"
#include "core/model/devicewords.h"
#include "core/readers/chrome/writerrows.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tst_writerrows {

using namespace ws;
using namespace ws::test;

namespace {

std::string process(const char *pid, const std::string &name)
{
    return std::string(R"({"ph":"M","name":"process_name","pid":)") + pid + R"(,"args":{"name":")" + name + R"("}},)";
}

std::string thread(const char *pid, const char *tid, const std::string &name)
{
    return std::string(R"({"ph":"M","name":"thread_name","pid":)") + pid + R"(,"tid":)" + tid + R"(,"args":{"name":")" +
           name + R"("}},)";
}

/// `rest`: what stands before the closing brace, with its comma.
std::string slice(const char *pid, const char *tid, const std::string &name, const char *ts, const char *dur,
                  const std::string &rest = {})
{
    return std::string(R"({"ph":"X","pid":)") + pid + R"(,"tid":)" + tid + R"(,"ts":)" + ts + R"(,"dur":)" + dur +
           R"(,"name":")" + name + '"' + rest + "},";
}

RunResult runOf(std::string events, const std::string &header = {})
{
    events.pop_back();
    return runFromJson("{" + header + R"("traceEvents":[)" + events + "]}");
}

std::string writerOfRun(const Run &run)
{
    for (const auto &[name, value] : run.info.facts)
        if (name == "Written by")
            return value;
    return {};
}

/// "0/7 gemm 10+5": device, stream, name, start and duration in ns of each activity.
std::vector<std::string> workIn(const Run &run)
{
    std::vector<std::string> all;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        const GpuStream &stream = run.gpu.streams[run.gpu.stream[i]];
        all.push_back(std::string(run.text(run.gpu.devices[stream.device])) + '/' +
                      std::string(run.text(stream.stream)) + ' ' + std::string(run.text(run.gpu.name[i])) + ' ' +
                      std::to_string(run.gpu.start[i] + run.timeline.originNs) + '+' +
                      std::to_string(run.gpu.duration[i]));
    }
    return all;
}

using Texts = std::vector<std::string>;

std::string launchOf(const Run &run, size_t activity)
{
    const uint32_t launch = run.gpu.launch[activity];
    return launch == noLaunch ? "none" : std::string(run.text(run.timeline.name(run.launches.slice[launch])));
}

std::string operatorOf(const Run &run, size_t activity)
{
    const EventRef op = run.gpu.op[activity];
    return op.valid() ? std::string(run.text(run.timeline.name(op))) : "none";
}

/// Names of the slices on the row of that thread.
Texts rowOf(const Run &run, std::string_view tid, TrackKind kind = TrackKind::CpuThread)
{
    Texts names;
    for (const Track &track : run.timeline.tracks)
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
            for (size_t i = 0; i < run.timeline.lanes[l].size(); ++i)
                if (track.kind == kind && run.text(track.tid) == tid)
                    names.emplace_back(run.text(run.timeline.lanes[l].name[i]));
    return names;
}

std::string xlaDevice()
{
    return process("1", "/device:GPU:0") + thread("1", "14", "Stream #14(Kernel,MemcpyH2D)") +
           thread("1", "40", "XLA Ops") + thread("1", "41", "Steps") + process("701", "/host:CPU") +
           thread("701", "9", "python3");
}

std::string xlaKernel(const char *ts, const char *dur, const char *correlation, const char *op)
{
    return slice("1", "14", "loop_fusion", ts, dur,
                 std::string(R"(,"args":{"correlation_id":")") + correlation + R"(","hlo_module":"jit_f","hlo_op":")" +
                     op + R"(","kernel_details":"regs:32 grid:8,1,1 block:128,1,1 occ_pct:50"})");
}

} // namespace

TEST(XlaTraces, onlyStreamsAreWorkAndDerivedRowsRepeatIt)
{
    const auto run =
        runOf(xlaDevice() + xlaKernel("10", "2.1829999999999998", "5", "fusion.1") +
              slice("1", "14", "MemcpyH2D", "20", "3", R"(,"args":{"memcpy_details":"kind_src:pinned size:8"})") +
              slice("1", "40", "fusion.1", "10", "2") +
              slice("701", "9", "cuLaunchKernel", "4", "2", R"(,"args":{"correlation_id":"5"})") +
              slice("701", "9", "$api.py:1 f", "1", "8"));
    ASSERT_TRUE(run);
    EXPECT_EQ(writerOfRun(*run), "XLA (JAX, TensorFlow 2)");
    EXPECT_EQ(workIn(*run), (Texts{"0/14 loop_fusion 10000+2183", "0/14 MemcpyH2D 20000+3000"}));
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
    EXPECT_EQ(launchOf(*run, 0), "cuLaunchKernel");
    EXPECT_EQ(run->text(run->gpu.grid[0]), "grid [8,1,1] block [128,1,1]");
    EXPECT_EQ(rowOf(*run, "XLA Ops"), Texts{"fusion.1"});
    const auto derived = std::ranges::find_if(run->timeline.tracks,
                                              [&](const Track &track) { return run->text(track.tid) == "XLA Ops"; });
    EXPECT_TRUE(isUncountedRow(*run, *derived));
    EXPECT_EQ(run->info.slices, 5u);
}

TEST(XlaTraces, modulesAndOperatorsAreRowsOfTheModuleTree)
{
    const auto run = runOf(xlaDevice() + xlaKernel("10", "2", "5", "fusion.1") + xlaKernel("20", "3", "6", "fusion.2"));
    const auto built = buildModuleTree(*run, *Attribution::make(*run, Attribution::Mode::All));
    ASSERT_TRUE(built);
    Texts rows;
    for (const ModuleNode &node : built->tree.nodes)
        rows.push_back(std::string(node.name) + ' ' + std::to_string(node.totalNs));
    EXPECT_EQ(std::ranges::count(rows, "jit_f 5000"), 1);
    EXPECT_EQ(std::ranges::count(rows, "fusion.1 2000"), 1);
    EXPECT_EQ(std::ranges::count(rows, "fusion.2 3000"), 1);
}

TEST(XlaTraces, stepsOfTheDeviceHaveTheWorkThatRunsInThem)
{
    const auto run =
        runOf(xlaDevice() + slice("1", "41", "7", "10", "9") + slice("1", "41", "8", "20", "9") +
              xlaKernel("10", "2", "5", "a") + xlaKernel("21", "3", "6", "b") + xlaKernel("24", "4", "7", "c") +
              slice("701", "9", "cuLaunchKernel", "4", "2", R"(,"args":{"correlation_id":"5"})"));
    const auto steps = findSteps(*run);
    ASSERT_EQ(steps->steps.size(), 2u);
    EXPECT_EQ(run->text(steps->steps[0].name), "XLA step 7");
    EXPECT_EQ(steps->steps[0].gpuNs, 2000);
    EXPECT_EQ(steps->steps[1].gpuNs, 7000);
    EXPECT_EQ(steps->outsideNs, 0);
}

TEST(XlaTraces, aTpuWithoutStreamsWorksInItsOperatorsButNotInTheLoopsAroundThem)
{
    const auto run = runOf(process("3", "/device:TPU:1") + thread("3", "2", "XLA Ops") +
                           thread("3", "1", "XLA Modules") + slice("3", "2", "while.1", "10", "20") +
                           slice("3", "2", "fusion.1", "10", "5") + slice("3", "2", "fusion.2", "16", "14") +
                           slice("3", "2", "copy.1", "40", "1") + slice("3", "1", "jit_f(1)", "10", "31"));
    EXPECT_EQ(workIn(*run), (Texts{"1/XLA Ops fusion.1 10000+5000", "1/XLA Ops fusion.2 16000+14000",
                                   "1/XLA Ops copy.1 40000+1000"}));
    EXPECT_EQ(rowOf(*run, "XLA Ops around others"), Texts{"while.1"});
    EXPECT_EQ(deviceWord(*run), "TPU");
}

TEST(XlaTraces, theCategoryOfATpusOperatorTellsCollectivesAndProducts)
{
    const auto op = [](const std::string &name, const char *at, const std::string &category,
                       const std::string &frameworkOp = {}) {
        return slice("3", "2", name, at, "5",
                     R"(,"args":{"hlo_category":")" + category + R"(","tf_op":")" + frameworkOp + R"("})");
    };
    const auto run = runOf(process("3", "/device:TPU:0") + thread("3", "2", "XLA Ops") +
                           op("all-reduce.1", "10", "all-reduce") + op("fusion.7", "20", "all-gather fusion") +
                           op("fusion.8", "30", "convolution fusion", "jit(f)/layer/mn,pn->mp/dot_general:") +
                           op("fusion.9", "40", "convolution fusion", "jit(f)/conv_general_dilated:") +
                           op("RPA-bq_32.1", "50", "custom-call", "jit(f)/jit(ragged_paged_attention)/pallas_call") +
                           slice("3", "2", "fusion.10", "60", "5") + op("sendable.1", "70", "sendable"));
    Texts names;
    for (size_t i = 0; i < run->gpu.size(); ++i)
        names.push_back(std::string(run->text(run->gpu.nameForRules(i))));
    EXPECT_EQ(names, (Texts{"all-reduce.1|collective=allreduce", "fusion.7|collective=allgather",
                            "fusion.8|hlo=convolution fusion:mn,pn->mp/dot_general",
                            "fusion.9|hlo=convolution fusion:jit(f)/conv_general_dilated",
                            "RPA-bq_32.1|hlo=custom-call:jit(ragged_paged_attention)/pallas_call", "fusion.10",
                            "sendable.1|hlo=sendable"}));
}

TEST(XlaTraces, anOperatorThatEndsAsTheNextOneBeginsEnclosesNothing)
{
    const auto run = runOf(process("3", "/device:TPU:1") + thread("3", "2", "XLA Ops") +
                           slice("3", "2", "all-reduce.1", "10", "20.0004") +
                           slice("3", "2", "copy-done", "29.9996", "0.0003") + slice("3", "2", "call.1", "40", "9") +
                           slice("3", "2", "custom-call.1", "40", "0") + slice("3", "2", "fusion.1", "41", "8") +
                           slice("3", "2", "fusion.2", "50", "8") + slice("3", "2", "copy-start", "50", "0"));
    EXPECT_EQ(workIn(*run), (Texts{"1/XLA Ops all-reduce.1 10000+20000", "1/XLA Ops copy-done 30000+0",
                                   "1/XLA Ops custom-call.1 40000+0", "1/XLA Ops fusion.1 41000+8000",
                                   "1/XLA Ops fusion.2 50000+8000", "1/XLA Ops copy-start 50000+0"}));
}

TEST(XlaTraces, namesBehindTheEventsAreFoundInASecondReading)
{
    const auto run = runOf(xlaKernel("10", "2", "5", "a") + slice("1", "40", "a", "10", "2") + xlaDevice());
    EXPECT_EQ(workIn(*run), Texts{"0/14 loop_fusion 10000+2000"});
    EXPECT_EQ(run->info.totalEvents, 8u);
    const std::string filler = slice("701", "9", std::string(70'000, 'x'), "1", "1");
    const auto late = runOf(filler + xlaKernel("10", "2", "5", "a") + xlaDevice());
    EXPECT_EQ(workIn(*late), Texts{"0/14 loop_fusion 10000+2000"}) << "the head has no names at all";
}

TEST(XlaTraces, hostsWithoutADeviceAndOtherPlanesAreNoGpus)
{
    const auto run = runOf(process("501", "/device:CUSTOM:Megascale Trace") + process("701", "/host:CPU") +
                           slice("501", "1", "a", "1", "1") + slice("701", "1", "b", "1", "1"));
    EXPECT_EQ(run->gpu.size(), 0u);
    EXPECT_EQ(writerOfRun(*run), "XLA (JAX, TensorFlow 2)");
    EXPECT_EQ(rowsWithoutGpu(*run), 2u);
}

TEST(XlaTraces, aMillionEventsAreAllThatXlaWritesOfALongerRecording)
{
    const auto noted = [](size_t events) {
        std::string text = process("701", "/host:CPU");
        const std::string one = R"({"ph":"X","pid":701,"ts":1},)";
        text.reserve(text.size() + events * one.size());
        for (size_t i = 0; i < events; ++i)
            text += one;
        return runOf(std::move(text))->diagnostics.find("cut-by-writer") != nullptr;
    };
    EXPECT_TRUE(noted(1'000'000));
    EXPECT_FALSE(noted(999'999));
}

namespace {

std::string op(const char *pid, const char *tid, const char *type, const char *node, const char *ts, const char *dur)
{
    return slice(pid, tid, type, ts, dur,
                 std::string(R"(,"cat":"Op","args":{"name":")") + node + R"(","op":")" + type + R"("})");
}

} // namespace

TEST(Tensorflow1Timelines, streamsAreWorkAndTheirSumsAreNot)
{
    for (const char *gpu : {"/gpu:0", "/device:GPU:0"}) {
        const std::string device = gpu;
        const auto run = runOf(
            process("0", "Allocators") + process("1", "/job:localhost/replica:0/task:0" + device + " Compute") +
            process("3", device + "/stream:all Compute") + process("5", device + "/stream:12 Compute") +
            process("7", device + "/memcpy Compute") + process("9", device + "/stream:13 Compute") +
            op("1", "2", "MatMul", "layer/MatMul", "100", "9") + op("3", "0", "MatMul", "layer/MatMul", "120", "7") +
            op("5", "0", "MatMul", "layer/MatMul", "120", "7") + op("7", "0", "MEMCPYHtoD", "edge_5", "110", "2") +
            op("9", "0", "MEMCPYHtoD", "edge_5", "110", "2") +
            R"({"ph":"C","cat":"Memory","name":"GPU_0_bfc","pid":0,"tid":0,"ts":99,"args":{"GPU_0_bfc":5}},)");
        EXPECT_EQ(writerOfRun(*run), "TensorFlow 1 (timeline)");
        EXPECT_FALSE(isOfTorch(*run));
        EXPECT_EQ(workIn(*run), (Texts{"0/13 MEMCPYHtoD 110000+2000", "0/12 MatMul 120000+7000"})) << gpu;
        EXPECT_EQ(run->gpu.kind[0], CategoryKind::Memcpy);
        EXPECT_EQ(operatorOf(*run, 1), "MatMul");
        EXPECT_EQ(rowOf(*run, "stream:all"), Texts{"MatMul"});
        EXPECT_EQ(rowOf(*run, "memcpy"), Texts{"MEMCPYHtoD"});
        EXPECT_EQ(run->text(run->timeline.counters[0].pid), "Allocators") << "0 is the GPU's number";
    }
}

TEST(Tensorflow1Timelines, theGpusOfTwoTasksAreTwoDevices)
{
    const auto run = runOf(process("1", "/job:worker/task:0/device:GPU:0/stream:3 Compute") +
                           process("2", "/job:worker/task:1/device:GPU:0/stream:3 Compute") +
                           op("1", "0", "Add", "a", "10", "1") + op("2", "0", "Add", "a", "10", "1"));
    EXPECT_EQ(workIn(*run), (Texts{"0/3 Add 10000+1000", "/job:worker/task:1 0/3 Add 10000+1000"}));
}

TEST(Tensorflow1Timelines, eventsThatFurtherProcessesOfTheSameNameRepeatCountOnce)
{
    const std::string cpu = "/job:localhost/replica:0/task:0/cpu:0 Compute";
    const std::string twice = process("1", cpu) + process("4", cpu) + op("1", "0", "MatMul", "a", "10", "5") +
                              op("4", "0", "MatMul", "a", "10", "5");
    const auto once = runOf(twice);
    EXPECT_EQ(once->ops.size(), 1u);
    ASSERT_TRUE(once->diagnostics.find("repeated-tasks"));
    EXPECT_EQ(once->diagnostics.find("repeated-tasks")->count, 1u);
    const auto more = runOf(twice + op("4", "0", "MatMul", "a", "20", "5") + op("4", "0", "MatMul", "b", "10", "5"));
    EXPECT_EQ(more->ops.size(), 3u) << "at another time, and of another node";
    const auto apart = runOf(process("1", cpu) + process("4", "/job:localhost/replica:0/task:1/cpu:0 Compute") +
                             op("1", "0", "MatMul", "a", "10", "5") + op("4", "0", "MatMul", "a", "10", "5"));
    EXPECT_EQ(apart->ops.size(), 2u) << "of two tasks";
    EXPECT_FALSE(apart->diagnostics.find("repeated-tasks"));
}

namespace {

std::string onnx(const char *category, const char *pid, const char *name, const char *ts, const char *dur,
                 const std::string &args)
{
    return slice(pid, pid, name, ts, dur, std::string(R"(,"cat":")") + category + R"(","args":{)" + args + "}");
}

} // namespace

TEST(OnnxRuntimeProfiles, kernelsBelongToTheNodeOfTheirRunThatTheyName)
{
    const std::string node = R"("op_name":"Add","provider":"CUDAExecutionProvider","input_type_shape":[{"float":[8]}])";
    const std::string kernel = R"("stream":"7","grid_x":"19","grid_y":"1","grid_z":"1","block_x":"128","block_y":"1",)"
                               R"("block_z":"1","parent_name":"Add_0_kernel_time")";
    const auto run = runOf(
        onnx("Session", "9", "model_run", "5", "60", "") + onnx("Node", "9", "Add_0_kernel_time", "10", "5", node) +
        onnx("Kernel", "-1", "add<float>", "12", "1", kernel) +
        onnx("Kernel", "-1", "MemcpyHostToDevice", "13", "1", R"("stream":"9","grid_x":"-1")") +
        onnx("Session", "9", "model_run", "70", "30", "") + onnx("Node", "9", "Add_0_kernel_time", "80", "5", node) +
        onnx("Kernel", "-1", "add<float>", "90", "2", kernel) +
        onnx("Node", "9", "Add_0_fence_before", "79", "1", node));
    EXPECT_EQ(writerOfRun(*run), "ONNX Runtime");
    EXPECT_EQ(workIn(*run),
              (Texts{"0/7 add<float> 12000+1000", "0/9 MemcpyHostToDevice 13000+1000", "0/7 add<float> 90000+2000"}));
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
    EXPECT_EQ(run->text(run->gpu.grid[0]), "grid [19,1,1] block [128,1,1]");
    EXPECT_EQ(operatorOf(*run, 0), "Add");
    EXPECT_EQ(run->timeline.start(run->gpu.op[2]), 75'000) << "of the second run";
    EXPECT_EQ(operatorOf(*run, 1), "none");
    EXPECT_EQ(run->ops.size(), 2u);
    const auto steps = findSteps(*run);
    ASSERT_EQ(steps->steps.size(), 2u) << "each run of the model";
    EXPECT_EQ(steps->steps[1].gpuNs, 2000);
}

TEST(OnnxRuntimeProfiles, nodesOfTheCpuAreOperatorsAndNothingIsAGpu)
{
    const auto run = runOf(
        onnx("Session", "9", "model_run", "5", "60", "") +
        onnx("Node", "9", "Relu_0_kernel_time", "10", "5", R"("op_name":"Relu","provider":"CPUExecutionProvider")"));
    EXPECT_EQ(run->gpu.size(), 0u);
    EXPECT_EQ(run->ops.size(), 1u);
    EXPECT_EQ(noKnownGpu(*run),
              QStringLiteral("Only the CPU is in the file (calls of operators: 1), and nothing that a GPU did."));
}

TEST(OnnxRuntimeProfiles, kernelsOfWebGpuAreCalledApi)
{
    const auto run = runOf(onnx("Session", "9", "model_run", "5", "60", "") +
                           onnx("Api", "-1", "MatMul|MatMul", "12", "1", R"("shapes":"x","cache_key":"k")") +
                           onnx("Api", "9", "hipLaunchKernel", "11", "1", ""));
    EXPECT_EQ(workIn(*run), Texts{"0/0 MatMul|MatMul 12000+1000"});
}

TEST(PaddleTraces, namesHaveNoDurationsAndThreadsOneRow)
{
    const char *header = R"("schemaVersion":"1.0.0","displayTimeUnit":"ms","span_indx":"0",)";
    const auto run = runOf(
        slice("72", R"j("72(Python)")j", "ProfileStep#3[9.100 ms]", "10", "9100", R"(,"cat":"ProfileStep","args":{})") +
            slice("72", R"j("72(C++)")j", "conv2d[87.077 us]", "20", "87.077", R"(,"cat":"Operator","args":{})") +
            slice("72", R"j("72(C++)")j", "conv2d::compute[0.050 ms]", "30", "50",
                  R"(,"cat":"OperatorInner","args":{})") +
            slice("72", R"j("72(C++)")j", "cudaLaunchKernel[5.000 us]", "40", "5",
                  R"(,"cat":"CudaRuntime","args":{"correlation id": 8})") +
            R"j({"name":"launch","id":8,"pid":72,"tid":"72(C++)","ts":42,"ph":"s","cat":"async"},)j" +
            slice(
                "0", "13", "void gemm<int>(float)[0.123 ms]", "200", "123.4",
                R"(,"cat":"Kernel","args":{"device":0,"context":1,"stream":13,"correlation id":8,"grid":[4,1,1],"block":[64,1,1],"x %":nan})") +
            slice("0", "13", "MEMCPY_HtoD[1.000 us]", "400", "1",
                  R"(,"cat":"Memcpy","args":{"stream":13,"correlation id":9})") +
            thread("72", R"j("72(C++)")j", "thread 72(C++)"),
        header);
    EXPECT_EQ(writerOfRun(*run), "PaddlePaddle");
    EXPECT_EQ(workIn(*run), (Texts{"0/13 void gemm<int>(float) 200000+123400", "0/13 MEMCPY_HtoD 400000+1000"}));
    EXPECT_EQ(launchOf(*run, 0), "cudaLaunchKernel");
    EXPECT_EQ(operatorOf(*run, 0), "conv2d");
    EXPECT_EQ(run->text(run->gpu.grid[0]), "grid [4,1,1] block [64,1,1]");
    EXPECT_EQ(rowOf(*run, "72").size(), 4u) << "both languages";
    const auto steps = findSteps(*run);
    ASSERT_EQ(steps->steps.size(), 1u);
    EXPECT_EQ(run->text(steps->steps[0].name), "ProfileStep#3");
    EXPECT_EQ(steps->steps[0].gpuNs, 123'400);
}

TEST(PaddleTraces, bracketsThatAreNoDurationStay)
{
    const auto run = runOf(slice("0", "1", "kernel[a us]", "1", "1", R"(,"cat":"Kernel")") +
                           slice("0", "1", "k[4]", "3", "1", R"(,"cat":"Kernel")") +
                           slice("1", "1", "x", "3", "1", R"(,"cat":"OperatorInner")"));
    EXPECT_EQ(workIn(*run), (Texts{"0/1 kernel[a us] 1000+1000", "0/1 k[4] 3000+1000"}));
}

TEST(ProtonTraces, lanesOfTheNewFormAreStreamsAndArrowsAreLaunches)
{
    const std::string stack = R"(,"args":{"call_stack":["ROOT","layer","gemm"]})";
    const auto run =
        runOf(process("0", "Trace") + thread("0", "3", "CPU Thread 3") + thread("0", "200013", "GPU Stream 13") +
              thread("0", "100013", "Graph: Stream 13") + slice("0", "3", "layer", "1", "9", R"(,"cat":"scope")") +
              slice("0", "3", "gemm", "2", "1", R"(,"cat":"scope")") +
              slice("0", "100013", "graph", "20", "9", R"(,"cat":"scope")") +
              R"({"ph":"s","cat":"flow","name":"launch->kernel","id":1,"pid":0,"tid":3,"ts":2.0,"bp":"e"},)"
              R"({"ph":"f","cat":"flow","name":"launch->kernel","id":1,"pid":0,"tid":200013,"ts":20.0,"bp":"e"},)" +
              slice("0", "200013", "gemm", "20", "5", R"(,"cat":"kernel")" + stack) +
              slice("0", "200013", "gemm", "30", "5", R"(,"cat":"kernel")" + stack));
    EXPECT_EQ(writerOfRun(*run), "Triton's Proton");
    EXPECT_EQ(workIn(*run), (Texts{"0/13 gemm 20000+5000", "0/13 gemm 30000+5000"}));
    EXPECT_EQ(launchOf(*run, 0), "gemm");
    EXPECT_EQ(launchOf(*run, 1), "none");
    EXPECT_EQ(run->text(run->gpu.annotation[0]), "layer");
    EXPECT_EQ(rowOf(*run, "13", TrackKind::GpuAnnotation), Texts{"graph"});
    EXPECT_EQ(run->timeline.flows.counts[Flows::Start], 1u);
}

TEST(ProtonTraces, linesOfTheOldFormAreStreamsOfOneDevice)
{
    const auto line = [](const char *tid, const char *ts) {
        return std::string(
                   R"({"displayTimeUnit":"us","traceEvents":[{"args":{"call_stack":["ROOT","k"]},"cat":"kernel","dur":2,"name":"k","ph":"X","tid":)") +
               tid + R"(,"ts":)" + ts + "}]}\n";
    };
    const auto run = runFromJson(line("0", "1") + line("7", "2"));
    EXPECT_EQ(workIn(*run), (Texts{"0/0 k 1000+2000", "0/7 k 2000+2000"}));
}

TEST(TorchWithoutKineto, cudaFunctionsAreWorkOfTheOperatorBeforeThem)
{
    const auto run = runFromJson(
        R"([{"name": "aten::mm", "ph": "X", "ts": 10.5, "dur": 4.0, "tid": 1, "pid": "CPU functions", "args": {}}, )"
        R"({"name": "aten::mm", "ph": "s", "ts": 10.5, "tid": 1, "pid": "CPU functions", "id": 0, "cat": "cpu_to_cuda", "args": {}}, )"
        R"({"name": "sgemm", "ph": "f", "ts": 12, "tid": 0, "pid": "CUDA functions", "id": 0, "cat": "cpu_to_cuda", "args": {}}, )"
        R"({"name": "sgemm", "ph": "X", "ts": 12, "dur": 3, "tid": 0, "pid": "CUDA functions", "args": {}}])");
    ASSERT_TRUE(run);
    EXPECT_EQ(writerOfRun(*run), "PyTorch without Kineto");
    EXPECT_EQ(workIn(*run), Texts{"0/0 sgemm 12000+3000"});
    EXPECT_EQ(operatorOf(*run, 0), "aten::mm");
    EXPECT_EQ(run->diagnostics.find("event-intervals"), nullptr);
}

TEST(TorchWithoutKineto, intervalsOfOperatorsAreSaidToHoldOneAnother)
{
    const auto run = runFromJson(
        R"([{"name": "aten::mm", "ph": "X", "ts": 10, "dur": 4, "tid": 1, "pid": "CPU functions", "args": {}}, )"
        R"({"name": "aten::mm", "ph": "X", "ts": 12, "dur": 3, "tid": 0, "pid": "CUDA functions", "args": {}}])");
    ASSERT_NE(run->diagnostics.find("event-intervals"), nullptr);
}

TEST(TorchWithoutKineto, ofOperatorsWithinEachOtherThoseAreWorkThatTheTimeIsIn)
{
    const auto both = [](const char *name, const char *ts, const char *dur) {
        const std::string times = R"(,"ph":"X","ts":)" + std::string(ts) + R"(,"dur":)" + dur;
        return R"({"name":")" + std::string(name) + '"' + times + R"(,"tid":1,"pid":"CPU functions","args":{}},)" +
               R"({"name":")" + name + '"' + times + R"(,"tid":0,"pid":"CUDA functions","args":{}},)";
    };
    std::string json = "[" + both("block", "10", "100") + both("aten::conv2d", "20", "40") +
                       both("aten::cudnn_convolution", "20", "40") + both("aten::contiguous", "21", "1") +
                       both("aten::add", "70", "35") + both("aten::relu", "120", "9");
    json.back() = ']';
    const auto run = runFromJson(json);
    ASSERT_TRUE(run);
    EXPECT_EQ(workIn(*run), (Texts{"0/0 aten::cudnn_convolution 20000+40000", "0/0 aten::add 70000+35000",
                                   "0/0 aten::relu 120000+9000"}));
    EXPECT_EQ(rowOf(*run, "operators around others"), (Texts{"block", "aten::conv2d", "aten::contiguous"}))
        << "the time of the last is in the operator around it";
    EXPECT_EQ(operatorOf(*run, 0), "aten::cudnn_convolution");
}

TEST(TorchWithoutKineto, capitalFunctionsAreOfTheCpu)
{
    const auto run =
        runFromJson(R"([{"name":"mm","ph":"X","ts":10,"dur":4,"tid":1,"pid":"CUDA Functions","args":{}}])");
    EXPECT_EQ(run->gpu.size(), 0u) << "RecordProfile has times of the CPU only";
    EXPECT_EQ(run->ops.size(), 1u);
}

namespace {

std::string rocprof(const char *pid, const char *tid, const char *name, const char *us, const char *begin,
                    const char *end, const std::string &more = {})
{
    return std::string(R"({"ph":"X","name":")") + name + R"(","pid":")" + pid + R"(","tid":")" + tid + R"(","ts":")" +
           us + R"(","dur":"1","args":{"BeginNs":")" + begin + R"(","EndNs":")" + end + '"' + more + "}},";
}

std::string rocprofHead()
{
    return "{}," + process("0", "Markers and Ranges") + process("2", "CPU HIP API") + process("1", "COPY") +
           process("6", "GPU0") + process("518", "GPU Barriers0") + process("7", "GPU1");
}

std::string dep(const char *phase, const char *id, const char *pid, const char *tid, const char *us)
{
    return std::string(R"({"ts":)") + us + R"(,"ph":")" + phase + R"(","cat":"DataFlow","id":)" + id + R"(,"pid":)" +
           pid + R"(,"tid":)" + tid + R"(,"name":"dep"},)";
}

} // namespace

TEST(RocprofOfRocm6, timesAreExactAndBarriersNoWork)
{
    const std::string gpu = R"(,"dev-id":"0","queue-id":"2","stream-id":"1")",
                      other = R"(,"dev-id":"1","stream-id":"3")";
    const auto run = runOf(rocprofHead() + rocprof("6", "1", "gemm.kd", "20", "20500", "20900", gpu) +
                           rocprof("1", "3", "CopyHostToDevice", "30", "30001", "32000", other) +
                           rocprof("518", "1", "<barrier packet>", "25", "25000", "26000", gpu) +
                           rocprof("2", "99", "hipLaunchKernel", "10", "10100", "14200") +
                           rocprof("2", "99", "hipDeviceSynchronize", "15", "15100", "15200") +
                           rocprof("0", "0", "range", "9", "9100", "15200") + dep("s", "1", "2", "99", "12") +
                           dep("t", "1", "6", "1", "20"));
    EXPECT_EQ(writerOfRun(*run), "rocprof (ROCm until 6)");
    EXPECT_EQ(workIn(*run), (Texts{"0/1 gemm.kd 20500+400", "1/3 CopyHostToDevice 30001+1999"}));
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
    EXPECT_EQ(launchOf(*run, 0), "hipLaunchKernel");
    EXPECT_EQ(launchOf(*run, 1), "none");
    EXPECT_EQ(rowOf(*run, "barriers 1"), Texts{"<barrier packet>"});
    EXPECT_EQ(run->timeline.originNs, 9100);
    EXPECT_EQ(run->timeline.flows.counts[Flows::Step], 1u);
}

TEST(RocprofOfRocm6, kernelsWithoutAnApiTraceHaveTheirGpusNumber)
{
    const auto run = runOf("{}," + process("1", "COPY") + process("8", "GPU2") +
                           rocprof("8", "55", "gemm", "20", "20500", "20900", R"(,"gpu-id":"2","queue-id":"0")") +
                           rocprof("1", "4", "async-copy", "22", "22000", "22010"));
    EXPECT_EQ(workIn(*run), (Texts{"2/0 gemm 20500+400", "2/4 async-copy 22000+10"})) << "the only GPU";
}

TEST(RocprofOfRocm6, arrowsOfRebasedTimesStillFindTheirEnds)
{
    const std::string gpu = R"(,"dev-id":"0","stream-id":"1")";
    const auto run = runOf(rocprofHead() + rocprof("6", "1", "gemm", "20", "1020500", "1020900", gpu) +
                           rocprof("2", "99", "hipLaunchKernel", "10", "1010100", "1014200") +
                           dep("s", "1", "2", "99", "12") + dep("t", "1", "6", "1", "20"));
    EXPECT_EQ(launchOf(*run, 0), "hipLaunchKernel");
    EXPECT_EQ(workIn(*run), Texts{"0/1 gemm 1020500+400"});
    EXPECT_EQ(run->timeline.spanNs, 10'800);
}

TEST(IntelTraces, unitracesGpuOpsAreWorkAndItsCpuOpsCalls)
{
    const auto run =
        runOf(process("10", "HOST<box>") +
              process("4294967295", "DEVICE<box>[Intel Data Center GPU Max 1550] 0:18:0:0 #0.1") +
              thread("4294967295", "4294967294", "Thread 11 Compute<0,0>") +
              slice("10", "11", "zeCommandListAppendLaunchKernel", "1", "4", R"(,"cat":"cpu_op","id":5)") +
              R"({"ph":"s","tid":11,"pid":10,"name":"dep","cat":"Flow_H2D_17_0","ts":2,"id":17},)" +
              slice("10", "11", "MPI_Send", "6", "1", R"(,"cat":"cpu_op","id":0)") +
              slice("4294967295", "4294967294", "gemm[SIMD32 {8; 1; 1}]", "20.25", "5.5",
                    R"(,"cat":"gpu_op","args":{"id":"17"})") +
              R"({"ph":"t","tid":4294967294,"pid":4294967295,"name":"dep","cat":"Flow_H2D_17_0","ts":20.25,"id":17},)" +
              slice("4294967295", "4294967294", "zeCommandListAppendMemoryCopy(M2D)[64 bytes]", "30", "1",
                    R"(,"cat":"gpu_op","args":{"id":"18"})") +
              slice("4294967295", "4294967294", "zeCommandListAppendBarrier", "31", "9",
                    R"(,"cat":"gpu_op","args":{"id":"19"})"));
    EXPECT_EQ(rowOf(*run, "4294967294 (waits)"), Texts{"zeCommandListAppendBarrier"}) << "it is no work";
    EXPECT_EQ(writerOfRun(*run), "unitrace (Intel)");
    EXPECT_EQ(workIn(*run), (Texts{"0.1/4294967294 gemm[SIMD32 {8; 1; 1}] 20250+5500",
                                   "0.1/4294967294 zeCommandListAppendMemoryCopy(M2D)[64 bytes] 30000+1000"}));
    EXPECT_EQ(run->gpu.kind[1], CategoryKind::Memcpy);
    EXPECT_EQ(launchOf(*run, 0), "zeCommandListAppendLaunchKernel");
    EXPECT_EQ(run->ops.size(), 0u) << "a call of Level Zero is no operator";
    EXPECT_EQ(run->timeline.flows.size(), 2u);
    Texts categories;
    for (const Category &category : run->timeline.categories)
        categories.emplace_back(run->text(category.name));
    EXPECT_EQ(std::ranges::count(categories, "Flow_H2D"), 1) << "not one for each arrow";
}

TEST(IntelTraces, onetracesStagesAreWorkOnlyWhereTheyRun)
{
    const auto run = runFromJson(
        R"j([{"ph":"M","name":"process_name","pid":"10","args":{"name":"app"}},)j"
        R"j({"ph":"M","name":"start_time","pid":"10","args":{"CLOCK_MONOTONIC_RAW":"1"}},)j"
        R"j({"ph":"X","pid":"10","tid":"11","name":"zeCommandQueueExecuteCommandLists","ts":1,"dur":2},)j"
        R"j({"ph":"X","pid":"10","tid":"1.0x5581","name":"gemm (Appended)","ts":2,"dur":2,"args":{"id":"1"}},)j"
        R"j({"ph":"X","pid":"10","tid":"1.0x5581","name":"gemm (Submitted)","ts":4,"dur":2,"args":{"id":"1"}},)j"
        R"j({"ph":"X","pid":"10","tid":"1.0x5581","name":"gemm (Executed)","ts":6,"dur":3,"args":{"id":"1"}},)j"
        R"j({"ph":"X","pid":"10","tid":"1.0x5581","name":"zeCommandListAppendBarrier (Executed)","ts":9,"dur":1},)j"
        R"j({"ph":"X","pid":"10","tid":"0x5581","name":"relu","ts":10,"dur":1,"args":{"id":"2"}},)j");
    EXPECT_EQ(writerOfRun(*run), "onetrace (Intel)");
    EXPECT_EQ(workIn(*run), (Texts{"0/1.0x5581 gemm 6000+3000", "0/0x5581 relu 10000+1000"}));
    EXPECT_EQ(rowOf(*run, "1.0x5581 (waits)").size(), 3u) << "two stages, and a barrier";
}

TEST(KnownWriters, kinetosTracesAndOthersHaveNone)
{
    for (
        const char *json :
        {R"({"schemaVersion":1,"traceEvents":[{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0,"stream":7}}]})",
         R"([{"ph":"X","cat":"Kernel","name":"k","pid":0,"tid":"stream 7","ts":1,"dur":1},{"ph":"X","cat":"Operator","name":"o","pid":1,"tid":1,"ts":1,"dur":1}])",
         R"([{"ph":"M","name":"process_name","pid":1,"args":{"name":"GPU0"}},{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])",
         R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])"}) {
        const auto run = runFromJson(json);
        EXPECT_EQ(writerOfRun(*run), "") << json;
    }
}

} // namespace tst_writerrows
