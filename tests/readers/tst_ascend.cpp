// Traces of Ascend's profilers: events without categories, interpreted by their processes.

#include "core/analysis/busy/busy.h"
#include "core/analysis/job/rankdigest.h"
#include "core/analysis/modules/attribution.h"
#include "core/analysis/slicecontext.h"
#include "core/analysis/stages/communication.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/steps/steps.h"
#include "core/analysis/trust/trust.h"
#include "core/model/devicewords.h"
#include "core/report/overviewreport.h"
#include "core/report/stepreport.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include <cmath>
#include <map>
#include <random>
#include <set>

namespace tst_ascend {

using namespace ws;
using namespace ws::test;

namespace {

std::string process(const char *pid, const char *name, const char *label)
{
    return std::string(R"({"name":"process_name","ph":"M","pid":)") + pid + R"(,"tid":0,"args":{"name":")" + name +
           R"("}},{"name":"process_labels","ph":"M","pid":)" + pid + R"(,"tid":0,"args":{"labels":")" + label +
           R"("}},)";
}

std::string thread(const char *pid, int tid, const char *name)
{
    return std::string(R"({"name":"thread_name","ph":"M","pid":)") + pid + R"(,"tid":)" + std::to_string(tid) +
           R"(,"args":{"name":")" + name + R"("}},)";
}

/// `start` and `duration` in µs.
std::string slice(const char *pid, int tid, const std::string &name, double start, double duration,
                  const std::string &args, const char *category = nullptr)
{
    return R"({"ph":"X","name":")" + name + R"(","pid":)" + pid + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":")" +
           decimal(start) + R"(","dur":)" + decimal(duration) +
           (category ? std::string(R"(,"cat":")") + category + '"' : std::string()) + R"(,"args":{)" + args + "}},";
}

std::string task(const std::string &name, double start, double duration, const char *type, int stream = 2,
                 const char *pid = "20")
{
    return slice(pid, stream, name, start, duration, std::string(R"("Task Type":")") + type + '"');
}

std::string flow(const char *phase, const char *category, int id, const char *pid, int tid, double time)
{
    return std::string(R"({"ph":")") + phase + R"(","bp":"e","name":"f","cat":")" + category + R"(","id":)" +
           std::to_string(id) + R"(,"pid":)" + pid + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":")" + decimal(time) +
           R"("},)";
}

RunResult runOf(std::string events)
{
    events.pop_back(); // the comma
    return runFromJson("[" + events + "]");
}

const std::string hardware = process("20", "Ascend Hardware", "NPU") + thread("20", 2, "Stream 2");
const std::string hccl =
    process("30", "HCCL", "NPU") + thread("30", 0, "Group 0 Communication") + thread("30", 1, "Plane 0");
const std::string python = process("1", "Python", "CPU");
const std::string cann = process("10", "CANN", "CPU");

std::vector<std::string> workOf(const Run &run)
{
    std::vector<std::string> names;
    for (const StringId name : run.gpu.name)
        names.emplace_back(run.text(name));
    return names;
}

const Track *trackOf(const Run &run, TrackKind kind, std::string_view tid)
{
    for (const Track &track : run.timeline.tracks)
        if (track.kind == kind && run.text(track.tid) == tid)
            return &track;
    return nullptr;
}

BusySplit splitOf(const Run &run)
{
    return busySplit(run.gpu, defaultCommunication(run.gpu, run.strings))->whole;
}

/// Summed durations in ns of the slices of that name in the process that holds the vendor's own split.
int64_t vendorsSum(const Run &run, std::string_view name)
{
    int64_t sum = 0;
    for (const Lane &lane : run.timeline.lanes)
        for (size_t i = 0; i < lane.size(); ++i)
            if (run.text(lane.name[i]) == name)
                sum += lane.durationOf(i);
    return sum;
}

} // namespace

TEST(Ascend, communicationOf2023IsAThreadOfItsOwnAndItsCopiesArePartsOfIt)
{
    const std::string hccl2023 =
        process("30", "HCCL", "NPU") + thread("30", 70000, "Communication Kernel") + thread("30", 1, "Plane 1");
    const auto run =
        runOf(hardware + thread("20", 12, "Stream 12") + hccl2023 + task("Default/MatMul-op3", 10, 5, "AI_CORE") +
              task("NOTIFY_WAIT", 20, 5, "NOTIFY_WAIT", 12) + task("REDUCE_ASYNC_V2", 25, 5, "REDUCE_ASYNC_V2", 12) +
              task("MEMCPY_ASYNC", 30, 9, "MEMCPY_ASYNC", 12) + task("MEMCPY_ASYNC", 50, 2, "MEMCPY_ASYNC") +
              slice("30", 70000, "Default/AllReduce-op534_0", 20, 25, "") +
              slice("30", 1, "Notify_Wait", 20, 25, R"("transport type":"SDMA")"));
    EXPECT_EQ(workOf(*run),
              (std::vector<std::string>{"Default/MatMul-op3", "Default/AllReduce-op534_0", "MEMCPY_ASYNC"}));
    EXPECT_EQ(run->text(run->gpu.nameForRules(1)), "Default/AllReduce-op534_0|collective=allreduce");
    EXPECT_EQ(run->gpu.kind[2], CategoryKind::Memcpy) << "a copy on a stream without tasks of HCCL";
    EXPECT_EQ(splitOf(*run).exposedCommNs, 25'000);
}

TEST(Ascend, mindSporesOwnTimelineHasADeviceForAProcess)
{
    const auto run = runFromJson(
        R"([{"name":"InitData","ph":"X","tid":"0","ts":0.0,"dur":159.9,"pid":9000},)"
        R"({"name":"AssignAdd-op142","ph":"X","tid":"519","ts":604.5,"dur":3.1,"pid":1,"args":{"type":"AssignAdd","fullname":"Default/AssignAdd-op142"}}])");
    ASSERT_EQ(run->gpu.size(), 1u);
    EXPECT_EQ(run->text(run->gpu.devices[0]), "1");
    EXPECT_EQ(run->text(run->gpu.streams[0].stream), "519");
    EXPECT_EQ(deviceWord(*run), "NPU");
}

TEST(Ascend, withoutARowOfCollectivesTheirTasksWithholdIdleTime)
{
    const auto withheld = [](const ws::Run &run) {
        const auto trust = trustFindings(run, {});
        const TrustFinding *parts = findTrust(*trust, "collective-parts");
        return parts && (parts->withholds & GpuIdle) ? parts->count : 0;
    };
    const std::string tasks =
        hardware + thread("20", 12, "Stream 12") + task("Default/MatMul-op3", 10, 5, "AI_CORE") +
        task("NOTIFY_WAIT", 15, 5, "NOTIFY_WAIT", 12) + task("REDUCE_ASYNC_V2", 20, 5, "REDUCE_ASYNC_V2", 12) +
        task("MEMCPY_ASYNC", 25, 10, "MEMCPY_ASYNC", 12) + task("MEMCPY_ASYNC", 50, 2, "MEMCPY_ASYNC");
    const auto run = runOf(tasks); // task_time_0_2_3.json
    EXPECT_EQ(workOf(*run), (std::vector<std::string>{"Default/MatMul-op3", "MEMCPY_ASYNC"}));
    EXPECT_EQ(withheld(*run), 2u) << "a copy on a stream without tasks of HCCL is none";
    const auto whole = runOf(tasks + process("30", "HCCL", "NPU") + thread("30", 70000, "Communication Kernel") +
                             slice("30", 70000, "Default/AllReduce-op534_0", 15, 20, ""));
    EXPECT_EQ(whole->gpu.size(), 3u) << "the parts of a collective that has a row of its own do not count twice";
    EXPECT_EQ(splitOf(*whole).exposedCommNs, 20'000);
    EXPECT_EQ(withheld(*whole), 0u);
}

TEST(Ascend, allReducesOfMindSporesOwnTimelineCountWhereItHasOperators)
{
    const auto op = [](const char *pid, double start) {
        return slice(pid, 519, "MatMul-op1", start, 10, R"("type":"MatMul","fullname":"Default/MatMul-op1")");
    };
    const std::string reduces = slice("10000", 540, "stream_540_parallel_0", 10, 30, "") +
                                slice("10000", 540, "stream_540_parallel_0", 200, 30, "");
    const auto run = runOf(op("1", 0) + op("1", 100) + reduces);
    EXPECT_EQ(workOf(*run), (std::vector<std::string>{"MatMul-op1", "stream_540_parallel_0", "MatMul-op1"}));
    EXPECT_EQ(splitOf(*run).exposedCommNs, 30'000);
    ASSERT_EQ(run->gpu.devices.size(), 1u);
    ASSERT_TRUE(run->diagnostics.find("collectives-alone"));
    EXPECT_EQ(run->diagnostics.find("collectives-alone")->count, 1u) << "what is behind the operators";
    const auto two = runOf(op("1", 0) + op("2", 100) + reduces);
    EXPECT_EQ(two->gpu.size(), 2u) << "of two devices, nothing says whose they are";
    const auto other = runOf(op("1", 0) + op("1", 100) + slice("10000", 540, "my range", 10, 30, ""));
    EXPECT_EQ(other->gpu.size(), 2u);
}

TEST(Ascend, anIterationOfMsprofIsAStepAndWhatIsBehindItIsTold)
{
    const auto recording = [](const std::string &first, double next) {
        return first + slice("20", 10036, "Iteration 3", 100, 30, R"("Iteration ID":3)", "Iteration Time") +
               task("MatMul", 105, 10, "AI_CORE") + flow("s", "Data_aug Bound", 3, "20", 10036, 130) +
               flow("t", "Data_aug Bound", 3, "20", 10036, next);
    };
    const auto run = runOf(recording(hardware + thread("20", 10036, "Step Trace(Model ID:2)"), 200));
    const auto steps = findSteps(*run);
    ASSERT_EQ(steps->steps.size(), 1u);
    EXPECT_EQ(run->text(steps->steps[0].name), "Iteration 3");
    EXPECT_EQ(steps->steps[0].activities, 1u);
    EXPECT_TRUE(inputWaitNote(*run, *steps).startsWith(QStringLiteral("Behind it 70.00")))
        << inputWaitNote(*run, *steps).toStdString();
    EXPECT_TRUE(stepWorkNote(*run, *steps).startsWith(QStringLiteral("A step is an iteration as msprof tells it")));
    const auto busy = runOf(recording(hardware, 130.2));
    EXPECT_EQ(inputWaitNote(*busy, *findSteps(*busy)), QString()) << "the next one follows at once";
    const auto other = runOf(slice("1", 1, "Iteration 3", 100, 30, R"("x":3)", "mine"));
    EXPECT_TRUE(findSteps(*other)->steps.empty()) << "a label of whatever";
}

TEST(Ascend, aWaitForDataThatIsTheLargestPartComesFirst)
{
    const auto headline = [](double next) {
        const auto run =
            runOf(hardware + thread("20", 10036, "Step Trace(Model ID:2)") +
                  slice("20", 10036, "Iteration 3", 100, 30, R"("Iteration ID":3)", "Iteration Time") +
                  task("MatMul", 100, 10, "AI_CORE") + task("Cast", 110, 20, "AI_CORE") +
                  flow("s", "Data_aug Bound", 3, "20", 10036, 130) + flow("t", "Data_aug Bound", 3, "20", 10036, next));
        return makeOverview({run.run})->headline.replace(QChar(0x202f), u' ').toStdString();
    };
    EXPECT_TRUE(headline(200).starts_with("Waiting for the next data (msprof's Data_aug Bound) takes 70.0 % of the "
                                          "time from the begin of an iteration to "
                                          "that of the next, 70.00 µs in all. Computation takes 100.0 % of this step"))
        << headline(200);
    EXPECT_TRUE(headline(140).starts_with("Computation takes 100.0 % of this step")) << headline(140);
}

TEST(Ascend, whatHcclsPlanesDoTellsTransferFromWaiting)
{
    const auto with = [](const std::string &planes) {
        return runOf(hardware + hccl + thread("30", 2, "Plane 1") + task("MatMul", 0, 10, "AI_CORE") +
                     slice("30", 0, "hcom_allReduce__1_0", 10, 40, "") + planes);
    };
    const auto planesNs = [&](const std::string &planes) {
        return digestsOf(*with(planes).run, defaultMapping())->front()->collectives.at(0).planesNs;
    };
    const auto said = [&](const std::string &planes) {
        const auto run = with(planes);
        const auto overview = makeOverview({run.run});
        std::string text = overview->headline.toStdString();
        for (const OverviewFinding &finding : overview->findings)
            text += '\n' + finding.text.toStdString();
        return text;
    };
    const auto plane = [](int number, const char *name, double start, double duration) {
        return slice("30", number, name, start, duration, R"("transport type":"SDMA")");
    };
    const std::string told =
        "While communication runs, HCCL's planes transfer for 12.00 µs, and do nothing but wait for "
        "notifications for 24.00 µs.";
    const std::string tasks = plane(1, "Notify_Wait", 10, 30) + plane(1, "Memcpy", 40, 6) +
                              plane(1, "Notify_Record", 46, 4) + plane(2, "Reduce_Inline", 30, 6);
    const std::string both = said(tasks);
    EXPECT_EQ(planesNs(tasks), 12'000) << "for the comparison of ranks";
    const auto plain = [](std::string text) {
        return QString::fromStdString(text).replace(QChar(0x202f), u' ').toStdString();
    };
    const size_t first = plain(both).find(told);
    EXPECT_NE(first, std::string::npos) << both;
    EXPECT_NE(plain(both).find(told, first + 1), std::string::npos) << "in the finding, too";
    EXPECT_EQ(both.find("cannot be told apart"), std::string::npos) << both;
    for (const std::string &few : {std::string(), plane(1, "Notify_Wait", 10, 5), plane(1, "Notify_Record", 10, 40)}) {
        EXPECT_EQ(said(few).find("planes"), std::string::npos) << said(few);
        EXPECT_NE(said(few).find("cannot be told apart"), std::string::npos) << said(few);
        EXPECT_EQ(planesNs(few), DigestCollective::unrecordedPlanes);
    }
}

TEST(Ascend, tasksCountByTheirType)
{
    std::string events = hardware;
    double at = 10;
    for (const char *type :
         {"AI_CORE", "AI_VECTOR_CORE", "AIV", "AI_CPU", "DSA_SQE", "MIX_AIC", "MIX_AIV", "KERNEL_AICPU"})
        events += task(std::string("work ") + type, at += 10, 5, type);
    for (const char *type : {"EVENT_RECORD_SQE", "EVENT_WAIT_SQE", "Notify Wait", "Write Value", "PLACE_HOLDER_SQE",
                             "SDMA", "PROFILING_ENABLE"})
        events += task(type, at += 10, 5, type);
    events += task("MEMCPY_ASYNC", at + 10, 5, "PCIE_DMA_SQE");
    events += task("MEMCPY_ASYNC", at + 20, 5, "SDMA_SQE");
    events += task("REDUCE_ASYNC", at + 30, 5, "SDMA_SQE");
    const auto run = runOf(events);
    ASSERT_TRUE(run);
    EXPECT_EQ(run->info.format, "ascend");
    EXPECT_EQ(deviceWord(*run), "NPU");
    ASSERT_EQ(run->gpu.size(), 10u);
    EXPECT_EQ(run->gpu.kind[7], CategoryKind::Kernel);
    EXPECT_EQ(run->gpu.kind[8], CategoryKind::Memcpy);
    EXPECT_EQ(run->gpu.kind[9], CategoryKind::Memcpy);
    EXPECT_EQ(run->info.slices, 18u) << "the others are shown";
    const Track *stream = trackOf(*run, TrackKind::GpuStream, "2");
    ASSERT_TRUE(stream);
    EXPECT_EQ(stream->sliceCount, 10u);
    const Track *beside = trackOf(*run, TrackKind::CpuThread, "2 (not counted)");
    ASSERT_TRUE(beside && isUncountedRow(*run, *beside));
    EXPECT_EQ(beside->sliceCount, 8u);
    EXPECT_EQ(run->text(beside->label), "Stream 2");
    EXPECT_EQ(run->text(stream->label), "Stream 2");
    EXPECT_EQ(run->text(run->gpu.devices[0]), "0") << "the label has no number";
}

TEST(Ascend, ofAnUnknownTypeTheNameTellsWhatATaskIs)
{
    std::string events = hardware + thread("20", 12, "Stream 12");
    double at = 10;
    for (const char *name : {"aclnnMm_MatMulCommon_MatMulV2", "Conv2DBackpropFilter6", "Default/network/MatMul-op3",
                             "triton_poi_fused_add_0"})
        events += task(name, at += 10, 5, "Other");
    for (const char *name : {"EVENT_RECORD", "EVENT_WAIT", "NOTIFY_WAIT", "PROFILING_ENABLE", "Notify Wait",
                             "Notify_Wait", "Write Value", "PLACE_HOLDER_SQE", "SDMA", "REDUCE_ASYNC_V2"})
        events += task(name, at += 10, 5, "Other", 12);
    events += task("MEMCPY_ASYNC", at + 10, 5, "Other");
    events += task("MEMCPY_ASYNC", at + 20, 5, "Other", 12); // a part of a collective, as its stream tells
    events += hccl + slice("30", 0, "hcom_allReduce__586_0_1", at + 30, 5, "");
    const auto run = runOf(events);
    ASSERT_TRUE(run);
    EXPECT_EQ(workOf(*run), (std::vector<std::string>{"aclnnMm_MatMulCommon_MatMulV2", "Conv2DBackpropFilter6",
                                                      "Default/network/MatMul-op3", "triton_poi_fused_add_0",
                                                      "MEMCPY_ASYNC", "hcom_allReduce__586_0_1"}));
    ASSERT_EQ(run->gpu.size(), 6u);
    EXPECT_EQ(run->gpu.kind[3], CategoryKind::Kernel);
    EXPECT_EQ(run->gpu.kind[4], CategoryKind::Memcpy);
    EXPECT_EQ(run->info.slices, 17u) << "the others are shown";
    EXPECT_EQ(splitOf(*run).computeNs, 20'000) << "as in the profiler's own Overlap Analysis of such files";
}

TEST(Ascend, whatTheProfilerHasSummedUpIsALabelOverTheWork)
{
    const std::string summary = process("40", "Overlap Analysis", "NPU") + thread("40", 0, "Computing");
    const auto kindOf = [](const auto &run) {
        return run.timeline.category({trackOf(run, TrackKind::CpuThread, "0")->firstLane, 0}).kind;
    };
    const auto run =
        runOf(hardware + summary + task("MatMul", 10, 5, "AI_CORE") + slice("40", 0, "Computing", 10, 5, {}));
    ASSERT_TRUE(run);
    EXPECT_EQ(workOf(*run), std::vector<std::string>{"MatMul"});
    EXPECT_EQ(kindOf(*run), CategoryKind::GpuAnnotation);
    const auto other = runOf(summary + slice("40", 0, "Computing", 10, 5, {}));
    ASSERT_TRUE(other);
    EXPECT_EQ(kindOf(*other), CategoryKind::Other) << "no trace of Ascend";
}

TEST(Ascend, namesOfProcessesMayStandBehindTheirEvents)
{
    const auto run = runOf(task("MatMul", 10, 5, "AI_CORE") + task("EVENT_WAIT", 20, 5, "EVENT_WAIT_SQE", 3) +
                           slice("30", 0, "hcom_allReduce__1", 12, 9, R"("connection_id":7)") +
                           slice("30", 1, "Reduce_Inline", 12, 3, R"("transport type":"SDMA")") +
                           process("20", "Ascend Hardware", "NPU 5") + thread("20", 2, "Stream 2") +
                           process("30", "Communication", "NPU 5") + thread("30", 0, "Group 0 Communication") +
                           thread("30", 1, "Plane 0"));
    ASSERT_TRUE(run);
    EXPECT_EQ(workOf(*run), (std::vector<std::string>{"MatMul", "hcom_allReduce__1"}));
    EXPECT_EQ(run->text(run->gpu.devices[0]), "5");
    EXPECT_EQ(run->gpu.devices.size(), 1u);
    EXPECT_TRUE(trackOf(*run, TrackKind::GpuStream, "Group 0 Communication"));
    EXPECT_TRUE(isUncountedRow(*run, *trackOf(*run, TrackKind::CpuThread, "3")))
        << "a stream that only waits does not count";
    EXPECT_TRUE(isUncountedRow(*run, *trackOf(*run, TrackKind::CpuThread, "Plane 0 (1)")));
}

TEST(Ascend, devicesAreToldByTheNumbersInTheirLabels)
{
    const auto run = runOf(process("20", "Ascend Hardware", "NPU 0") + process("21", "Ascend Hardware", "NPU 1") +
                           task("a", 10, 5, "AI_CORE", 2, "20") + task("b", 12, 5, "AI_CORE", 2, "21"));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.devices.size(), 2u);
    EXPECT_EQ(run->text(run->gpu.devices[1]), "1");
    EXPECT_EQ(run->gpu.streams.size(), 2u);
    const BusySplit whole = splitOf(*run);
    EXPECT_EQ(whole.busyNs, 7000);
}

TEST(Ascend, whatAGroupDoesIsCommunicationWhateverItIsCalled)
{
    const auto run = runOf(hardware + hccl + task("MatMul", 10, 10, "AI_CORE") +
                           slice("30", 0, "my own exchange", 15, 10, R"("connection_id":7)") +
                           slice("30", 1, "Notify_Wait", 15, 9, R"("transport type":"SDMA")"));
    ASSERT_TRUE(run);
    const BusySplit split = splitOf(*run);
    EXPECT_EQ(split.activities, 2u) << "the parts on a plane are shown only";
    EXPECT_EQ(split.computeNs, 10000);
    EXPECT_EQ(split.exposedCommNs, 5000);
}

TEST(Ascend, flowsLeadToTheCallTheOperatorAndTheModule)
{
    const auto run =
        runOf(hardware + python + cann +
              slice("1", 1, "nn.Module: Linear_0", 1, 50, R"("Python id":1,"Python module id":0)", "python_function") +
              slice("1", 1, "aten::linear", 2, 20, R"("Sequence number":-1)", "cpu_op") +
              slice("1", 1, "aten::addmm", 4, 10, R"("Sequence number":-1)", "cpu_op") +
              slice("10", 7, "AscendCL@aclnnAddmm", 60, 30, R"("connection_id":3)") +
              slice("10", 7, "Node@launch", 70, 5, R"("connection_id":3)") + task("MatMul", 100, 5, "AI_CORE") +
              flow("s", "async_npu", 9, "1", 1, 4) + flow("f", "async_npu", 9, "20", 2, 100) +
              flow("s", "HostToDevice", 3, "10", 7, 70) + flow("f", "HostToDevice", 3, "20", 2, 100));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 1u);
    ASSERT_NE(run->gpu.launch[0], noLaunch);
    const EventRef launch = run->launches.slice[run->gpu.launch[0]];
    EXPECT_EQ(run->text(run->timeline.name(launch)), "Node@launch");
    EXPECT_EQ(run->timeline.category(launch).kind, CategoryKind::Launch);
    EXPECT_EQ(run->text(run->timeline.name(run->gpu.op[0])), "aten::addmm");
    const Attribution attribution = *Attribution::make(*run.run, Attribution::Mode::Stack);
    ASSERT_TRUE(attribution.moduleSlice(0).valid());
    EXPECT_EQ(run->text(run->timeline.name(attribution.moduleSlice(0))), "nn.Module: Linear_0");
}

namespace {

/// Two steps on thread 1 of Python; a call of CANN on its own thread or on torch_npu's (7).
std::string stepsAndCall(int callThread, double call, const std::string &more)
{
    return hardware + python + cann + slice("1", 1, "ProfilerStep#4", 0, 50, "", "cpu_op") +
           slice("1", 1, "ProfilerStep#5", 50, 50, "", "cpu_op") + slice("1", 7, "Dequeue", 0, 100, "", "dequeue") +
           slice("10", callThread, "Node@launch", call, 5, R"("connection_id":3)") + task("MatMul", 200, 5, "AI_CORE") +
           flow("s", "HostToDevice", 3, "10", callThread, call) + flow("f", "HostToDevice", 3, "20", 2, 200) + more;
}

std::string stepWithWork(const RunResult &run)
{
    const Steps steps = *findSteps(*run);
    return steps.of(0) == noStep ? "none" : std::string(run->text(steps.steps[steps.of(0)].name));
}

} // namespace

TEST(Ascend, aCallOfCannBelongsToTheStepThatIsOpenOnItsThread)
{
    EXPECT_EQ(stepWithWork(runOf(stepsAndCall(1, 60, ""))), "ProfilerStep#5");
    EXPECT_EQ(stepWithWork(runOf(stepsAndCall(7, 20, ""))), "ProfilerStep#4"); // another thread of the process
    EXPECT_EQ(stepWithWork(runOf(stepsAndCall(8, 20, ""))), "none");           // of no process with steps
    EXPECT_EQ(stepWithWork(runOf(stepsAndCall(1, 150, ""))), "none");
}

TEST(Ascend, ofAnOperatorThatIsCalledLaterTheStepIsTheOperators)
{
    const std::string op = slice("1", 1, "aten::mm", 40, 5, R"("Sequence number":-1)", "cpu_op") +
                           flow("s", "async_npu", 9, "1", 1, 40) + flow("f", "async_npu", 9, "20", 2, 200);
    EXPECT_EQ(stepWithWork(runOf(stepsAndCall(7, 60, op))), "ProfilerStep#4");
}

TEST(Ascend, aCallWhoseClockIsAheadOfTheDeviceIsTheLaunchToo)
{
    const auto run = runOf(hardware + process("10", "CANN", "CPU") +
                           slice("10", 7, "AscendCL@aclnnMatMul", 110, 20, R"("Mode":"ACL_OP")") +
                           task("MatMulV2", 100, 10, "AI_CORE") + task("Add", 300, 10, "AI_CORE") +
                           flow("s", "HostToDevice", 3, "10", 7, 115) + flow("f", "HostToDevice", 3, "20", 2, 100));
    ASSERT_TRUE(run);
    ASSERT_EQ(run->gpu.size(), 2u);
    ASSERT_NE(run->gpu.launch[0], noLaunch);
    EXPECT_EQ(run->text(run->timeline.name(run->launches.slice[run->gpu.launch[0]])), "AscendCL@aclnnMatMul");
    EXPECT_EQ(run->gpu.launch[1], noLaunch);
}

TEST(Ascend, withoutCallsOfCannTheOperatorIsTheLaunch)
{
    const auto run = runOf(hardware + python + slice("1", 1, "aten::mm", 4, 10, R"("Sequence number":-1)", "cpu_op") +
                           task("MatMul", 100, 5, "AI_CORE") + task("Add", 110, 5, "AI_CORE") +
                           flow("s", "async_npu", 9, "1", 1, 4) + flow("f", "async_npu", 9, "20", 2, 100));
    ASSERT_TRUE(run);
    ASSERT_NE(run->gpu.launch[0], noLaunch);
    EXPECT_EQ(run->launches.slice[run->gpu.launch[0]], run->gpu.op[0]);
    EXPECT_EQ(run->gpu.launch[1], noLaunch);
}

TEST(Ascend, theCallStackOfAnOperatorStandsWherePythonFunctionsLack)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("trace_view.json")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    std::string events =
        hardware + python +
        slice("1", 1, "aten::linear", 2, 20, R"("Call stack":"a.py(1): inner;\r\nb.py(2): outer")", "cpu_op") +
        slice("1", 1, "aten::mm", 4, 10, R"("Sequence number":-1)", "cpu_op") + task("MatMul", 100, 5, "AI_CORE") +
        flow("s", "async_npu", 9, "1", 1, 4) + flow("f", "async_npu", 9, "20", 2, 100);
    events.back() = ']';
    file.write(QByteArray::fromStdString("[" + events));
    file.close();
    const auto run = corpusRun(file.fileName());
    ASSERT_TRUE(run);
    SliceContext context = sliceContext(*run, run->gpu.slice[0]);
    readCallStack(*run, run->gpu.slice[0], context);
    EXPECT_EQ(context.callStack, (std::vector<std::string>{"a.py(1): inner", "b.py(2): outer"}));
}

TEST(Ascend, otherToolsMayNameTheirProcessesAndArgumentsAsTheyLike)
{
    const auto run = runOf(process("20", "my scheduler", "CPU") + task("a", 10, 5, "AI_CORE") +
                           process("30", "Communication", "CPU") + slice("30", 0, "b", 10, 5, R"("x":1)"));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->gpu.size(), 0u);
    EXPECT_EQ(run->info.format, "chrome");
    EXPECT_TRUE(trackOf(*run, TrackKind::CpuThread, "2"));
    EXPECT_TRUE(trackOf(*run, TrackKind::CpuThread, "0"));
}

TEST(Ascend, partsOfNanosecondsAreNotLostInSums)
{
    std::string events = hardware;
    for (int i = 0; i < 64; ++i)
        events += R"({"ph":"X","name":"op","pid":20,"tid":2,"ts":")" + std::to_string(10 * i) +
                  R"(.000","dur":1.00003125,"args":{"Task Type":"AIV"}},)";
    const auto run = runOf(events);
    ASSERT_TRUE(run);
    EXPECT_EQ(splitOf(*run).computeNs, 64'002) << "64 × 1000.03125 ns";
    for (const int64_t duration : run->gpu.duration)
        EXPECT_TRUE(duration == 1000 || duration == 1001) << duration;
}

TEST(Ascend, theBusySplitIsTheVendorsOnRandomWork)
{
    std::mt19937 random(20261122);
    const auto below = [&](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    for (int round = 0; round < 8; ++round) {
        constexpr int length = 400; // µs, so that a µs is a place in the arrays
        std::vector<bool> computes(length), communicates(length);
        std::string events = hardware + hccl;
        for (int i = 0; i < 30; ++i) {
            const int start = below(length - 40), duration = 1 + below(15);
            const bool isWork = below(2);
            events +=
                task("op" + std::to_string(i), start, duration, isWork ? "MIX_AIC" : "EVENT_WAIT_SQE", 2 + below(2));
            for (int t = start; isWork && t < start + duration; ++t)
                computes[static_cast<size_t>(t)] = true;
        }
        for (int start = below(50); start < length - 40; start += 40 + below(50)) {
            const int duration = 10 + below(30);
            events += slice("30", 0, "hcom_allGather__1", start, duration, R"("connection_id":1)");
            events += slice("30", 1, "Notify_Wait", start, 5, R"("transport type":"SDMA")");
            for (int t = start; t < start + duration; ++t)
                communicates[static_cast<size_t>(t)] = true;
        }
        int64_t compute = 0, exposed = 0;
        for (size_t t = 0; t < length; ++t) {
            compute += computes[t];
            exposed += communicates[t] && !computes[t];
        }
        const auto run = runOf(events);
        ASSERT_TRUE(run);
        const BusySplit split = splitOf(*run);
        EXPECT_EQ(split.computeNs, compute * 1000) << round;
        EXPECT_EQ(split.exposedCommNs, exposed * 1000) << round;
    }
}

/// The real files of every rank in the corpus.
class AscendFile : public testing::TestWithParam<const char *>
{
protected:
    static QString folder()
    {
        return QStringLiteral("ascend/level1/%1_ascend_pt/ASCEND_PROFILER_OUTPUT/").arg(QLatin1String(GetParam()));
    }
    static QString path(const char *file) { return corpusPath((folder() + QLatin1String(file)).toUtf8().constData()); }
};

TEST_P(AscendFile, theBusySplitIsTheVendorsOwn)
{
    SKIP_WITHOUT_CORPUS(path("trace_view.json").isEmpty());
    const auto run = corpusRun(path("trace_view.json"));
    ASSERT_TRUE(run);
    const BusySplit split = splitOf(*run);
    constexpr double tolerance = 100; // ns
    EXPECT_NEAR(double(split.computeNs), double(vendorsSum(*run, "Computing")), tolerance);
    EXPECT_NEAR(double(split.exposedCommNs), double(vendorsSum(*run, "Communication(Not Overlapped)")), tolerance);
}

TEST_P(AscendFile, theStepHasTheWorkThatItLaunched)
{
    SKIP_WITHOUT_CORPUS(path("trace_view.json").isEmpty());
    const auto run = corpusRun(path("trace_view.json"));
    ASSERT_TRUE(run);
    const Steps steps = *findSteps(*run);
    ASSERT_EQ(steps.steps.size(), 1u);
    EXPECT_FALSE(steps.isByTime);
    EXPECT_EQ(steps.steps[0].activities, 215u);
    EXPECT_EQ(steps.outsideActivities, 0u);
}

TEST_P(AscendFile, everyRowOfKernelDetailsIsInTheTimeline)
{
    SKIP_WITHOUT_CORPUS(path("trace_view.json").isEmpty() || path("kernel_details.csv").isEmpty());
    const auto run = corpusRun(path("trace_view.json")), details = corpusRun(path("kernel_details.csv"));
    ASSERT_TRUE(run && details);
    ASSERT_EQ(details->tables.size(), 1u);
    const Table &table = details->tables.front();
    EXPECT_EQ(table.report, "kernel_details");
    const int name = table.columnIndex("Name"), time = table.columnIndex("Duration(us)");
    ASSERT_TRUE(name >= 0 && time >= 0);
    std::multimap<std::string, int64_t> left;
    for (size_t i = 0; i < run->gpu.size(); ++i)
        if (run->gpu.kind[i] == CategoryKind::Kernel)
            left.emplace(run->text(run->gpu.name[i]), run->gpu.duration[i]);
    EXPECT_EQ(table.rows.size(), left.size());
    for (const auto &row : table.rows) {
        const auto *text = std::get_if<std::string>(&row[static_cast<size_t>(name)]);
        const auto *micros = std::get_if<double>(&row[static_cast<size_t>(time)]);
        ASSERT_TRUE(text && micros);
        const auto [first, last] = left.equal_range(*text);
        const auto found = std::find_if(first, last, [&](const auto &entry) {
            return std::abs(double(entry.second) - *micros * 1000) < 1.5; // the table is cut to ns, not rounded
        });
        ASSERT_NE(found, last) << *text << ' ' << *micros;
        left.erase(found);
    }
}

INSTANTIATE_TEST_SUITE_P(Ranks, AscendFile, testing::Values("rank0", "rank1"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace tst_ascend
