#include "core/analysis/layers/workunit.h"
#include "core/report/unitreport.h"
#include "tests/support/corpus.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <numeric>
#include <random>
#include <string>

namespace ws {
namespace {

using test::Work;

/// Kernels one after another on one stream; an idle pause before each step.
class Recording
{
public:
    explicit Recording(const char *device = "0", const char *stream = "7") : m_device(device), m_stream(stream) {}

    Recording &kernel(const char *name, int64_t ns = 1000)
    {
        m_work.push_back({m_device, m_stream, m_now, ns, name});
        m_now += ns + 100;
        return *this;
    }
    Recording &kernels(std::initializer_list<const char *> names)
    {
        for (const char *name : names)
            kernel(name);
        return *this;
    }
    Recording &pause(int64_t ns)
    {
        m_now += ns;
        return *this;
    }
    /// A forward pass of four layers.
    Recording &step()
    {
        kernel("embed");
        for (int layer = 0; layer < 4; ++layer)
            kernels({"qkv", "attention", "mlp"});
        return kernel("head", 3000).kernel("sample");
    }
    const std::vector<Work> &work() const { return m_work; }

private:
    const char *m_device, *m_stream;
    int64_t m_now = 0;
    std::vector<Work> m_work;
};

Recording steps(int count, int64_t pause = 500)
{
    Recording recording;
    while (count-- > 0)
        recording.step().pause(pause);
    return recording;
}

WorkUnit unitOf(std::vector<Work> work)
{
    return *findWorkUnit(*test::runOfWork(work));
}
WorkUnit unitOf(const Recording &recording)
{
    return unitOf(recording.work());
}
std::string anchorOf(const std::vector<Work> &work)
{
    const auto run = test::runOfWork(work);
    const WorkUnit unit = *findWorkUnit(*run);
    return unit.found() ? std::string(run->text(unit.anchor)) : "none";
}

TEST(WorkUnit, isTheStepAndNotTheLayer)
{
    const Recording recording = steps(8);
    EXPECT_EQ(anchorOf(recording.work()), "head") << "of the kernels that occur once, the one with the most work";
    const WorkUnit unit = unitOf(recording);
    ASSERT_EQ(unit.devices.size(), 1U);
    const UnitPeriods &periods = unit.devices.front();
    EXPECT_EQ(periods.beginNs.size(), 8U);
    EXPECT_EQ(periods.medianNs, 12 * 1100 + 1100 + 3100 + 1100 + 500);
    EXPECT_DOUBLE_EQ(periods.meanNs, double(periods.medianNs));
    EXPECT_EQ(periods.spreadNs, 0);
    EXPECT_TRUE(periods.lastIsCut) << "the last head is followed by nothing but a sample";
    EXPECT_GT(periods.coverage, 0.9);
}

TEST(WorkUnit, needsFourOccurrences)
{
    EXPECT_FALSE(unitOf(steps(1)).found());
    EXPECT_FALSE(unitOf(steps(2)).found());
    EXPECT_FALSE(unitOf(steps(3)).found());
    EXPECT_TRUE(unitOf(steps(4)).found());
    EXPECT_FALSE(unitOf(std::vector<Work>{}).found());
}

TEST(WorkUnit, randomOrderHasNone)
{
    for (uint32_t seed = 1; seed <= 30; ++seed) {
        std::vector<Work> work = steps(8).work();
        std::mt19937 random(seed);
        for (size_t i = work.size(); i > 1; --i)
            std::swap(work[i - 1].name, work[random() % i].name);
        EXPECT_EQ(anchorOf(work), "none") << seed;
    }
}

TEST(WorkUnit, twoModelsAtDifferentPacesHaveNone)
{
    for (const int64_t pause : {100, 1500, 2900, 4100, 7700}) {
        Recording a = steps(20), b("0", "8");
        while (b.work().empty() || b.work().back().start < a.work().back().start)
            b.kernels({"conv", "relu", "pool", "conv", "relu", "fc", "softmax", "topk"}).pause(pause);
        std::vector<Work> work = a.work();
        work.insert(work.end(), b.work().begin(), b.work().end());
        EXPECT_EQ(anchorOf(work), "none") << pause;
    }
}

TEST(WorkUnit, alternatingModelsAreOneUnit)
{
    Recording recording;
    for (int i = 0; i < 6; ++i)
        recording.step().kernels({"conv", "relu", "conv", "softmax"});
    EXPECT_EQ(unitOf(recording).count(), 6U);
}

TEST(WorkUnit, driftingPeriodsHaveNone)
{
    Recording slower, steady;
    for (int i = 0; i < 10; ++i) {
        slower.step().pause(4000 * i);
        steady.step().pause(100 * i);
    }
    EXPECT_FALSE(unitOf(slower).found());
    EXPECT_TRUE(unitOf(steady).found());
}

TEST(WorkUnit, layersOfOneForwardPassAreNone)
{
    Recording once;
    once.kernel("embed");
    for (int layer = 0; layer < 32; ++layer)
        once.kernels({"norm", "qkv", "attention", "mlp"});
    once.kernel("head").kernel("sample");
    EXPECT_FALSE(unitOf(once).found());
}

TEST(WorkUnit, stepsBetweenOtherWorkAreFoundByTheirLayers)
{
    Recording diffusion;
    diffusion.kernels({"text_encoder", "text_encoder"});
    for (int step = 0; step < 5; ++step) {
        diffusion.kernel("time_embedding");
        for (int block = 0; block < 6; ++block)
            diffusion.kernels({"qkv", "attention", "mlp"});
        diffusion.kernel("scheduler");
    }
    diffusion.kernels({"vae", "vae"});
    EXPECT_EQ(unitOf(diffusion).count(), 5U);
}

TEST(WorkUnit, anExtraKernelEveryThirdStepDoesNotMakeThreeStepsOne)
{
    Recording recording;
    for (int i = 0; i < 18; ++i) {
        recording.step();
        if (i % 3 == 0)
            recording.kernel("log", 10);
    }
    EXPECT_EQ(unitOf(recording).count(), 18U);
}

TEST(WorkUnit, theLastPeriodIsMeasuredByTheMostFrequentOne)
{
    Recording recording;
    recording.step().kernel("log", 10); // the first period has one kernel more
    for (int i = 0; i < 7; ++i)
        recording.step();
    recording.kernel("embed");
    for (int layer = 0; layer < 4; ++layer)
        recording.kernels({"qkv", "attention", "mlp"});
    const WorkUnit unit = unitOf(recording);
    ASSERT_EQ(unit.count(), 8U);
    EXPECT_FALSE(unit.devices.front().lastIsCut);
    const Work &last = recording.work().back();
    EXPECT_EQ(unit.devices.front().endNs, last.start + last.duration);
}

TEST(WorkUnit, oneKernelThatRepeatsIsNone)
{
    Recording recording;
    for (int i = 0; i < 50; ++i)
        recording.kernel("gemm");
    EXPECT_FALSE(unitOf(recording).found());
}

TEST(WorkUnit, aRepetitionInLessThanHalfOfTheWorkIsNone)
{
    Recording recording = steps(8);
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i)
        recording.kernel(random() % 3 ? "copy_weights" : random() % 2 ? "init" : "fill");
    EXPECT_FALSE(unitOf(recording).found());
}

TEST(WorkUnit, theSameKernelWithAnotherDurationIsNoAnchor)
{
    Recording recording;
    for (int i = 0; i < 6; ++i)
        recording.kernels({"a", "b", "c"}).kernel("flash", 9000).kernels({"d", "a", "e"}).kernel("flash", 200);
    EXPECT_EQ(anchorOf(recording.work()), "flash");
    const WorkUnit unit = unitOf(recording);
    EXPECT_EQ(unit.count(), 6U);
    const auto run = test::runOfWork(recording.work());
    const Steps found = unitSteps(*run, unit);
    for (const Step &step : found.steps)
        EXPECT_EQ(run->timeline.duration(step.slice), 9000);
}

TEST(WorkUnit, isFoundOnEveryDeviceWithTheAnchor)
{
    std::vector<Work> work = steps(6).work();
    const Recording slower = steps(6, 700);
    for (Work other : slower.work()) {
        other.device = "1";
        work.push_back(other);
    }
    work.push_back({"2", "7", 0, 5, "embed"});
    const WorkUnit unit = unitOf(work);
    ASSERT_EQ(unit.devices.size(), 2U);
    EXPECT_EQ(unit.devices[0].device, 0);
    EXPECT_EQ(unit.devices[1].device, 1);
    EXPECT_EQ(unit.devices[1].medianNs, unit.devices[0].medianNs + 200);
}

TEST(WorkUnit, stepsHoldAllWorkOfTheirPeriods)
{
    Recording recording = steps(6);
    std::vector<Work> work = recording.work();
    work.push_back({"0", "9", work[30].start, 50, "Memcpy HtoD"});
    const auto run = test::runOfWork(work);
    const Steps found = unitSteps(*run, *findWorkUnit(*run));
    ASSERT_EQ(found.steps.size(), 6U);
    int64_t all = found.outsideNs, expected = 0;
    uint64_t activities = found.outsideActivities;
    for (const Step &step : found.steps) {
        all += step.gpuNs;
        activities += step.activities;
        EXPECT_EQ(step.phase, "repetition");
        EXPECT_GE(step.gpuStartNs, step.wall.begin);
        EXPECT_GT(step.gpuBusyNs, 0);
        EXPECT_LE(step.gpuBusyNs, step.gpuNs) << "what runs at the same time counts once";
    }
    for (const Work &one : work)
        expected += one.duration;
    EXPECT_EQ(all, expected);
    EXPECT_EQ(activities, work.size());
    EXPECT_EQ(found.steps[1].activities,
              15U + (work[30].start >= found.steps[1].wall.begin && work[30].start < found.steps[1].wall.end));
    EXPECT_EQ(std::ranges::count(found.ofActivity, noStep), ptrdiff_t(found.outsideActivities));
}

/// Times in µs; every launch is a graph of several layers.
TEST(WorkUnit, layersOfAGraphAreNone)
{
    const auto trace = [](int kernelsPerLaunch) {
        std::string events;
        for (int i = 0; i < 60; ++i) {
            const std::string id = std::to_string(1 + i / kernelsPerLaunch);
            if (i % kernelsPerLaunch == 0)
                events += R"json({"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":9,"tid":1,"ts":)json" +
                          std::to_string(i) + R"json(,"dur":0.5,"args":{"correlation":)json" + id + "}},";
            const char *names[] = {"qkv", "attention", "mlp"};
            events += std::string(R"json({"ph":"X","cat":"kernel","name":")json") + names[i % 3] +
                      R"json(","pid":0,"tid":7,"ts":)json" + std::to_string(100 + 2 * i) +
                      R"json(,"dur":1,"args":{"device":0,"stream":7,"correlation":)json" + id + "}},";
        }
        events.pop_back();
        return test::runFromJson(R"json({"traceEvents":[)json" + events + "]}");
    };
    EXPECT_FALSE(findWorkUnit(*trace(30))->found());
    EXPECT_TRUE(findWorkUnit(*trace(3))->found()) << "one launch a period";
}

TEST(WorkUnit, layersWithinOneModuleAreNone)
{
    const auto trace = [](bool inModule) {
        std::string events;
        if (inModule)
            events +=
                R"json({"ph":"X","cat":"python_function","name":"nn.Module: Model_0","pid":9,"tid":1,"ts":0,"dur":90},)json";
        for (int i = 0; i < 30; ++i) {
            const std::string id = std::to_string(1 + i);
            events += R"json({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":1,"ts":)json" +
                      std::to_string(1 + i) + R"json(,"dur":0.5,"args":{"correlation":)json" + id + "}},";
            const char *names[] = {"qkv", "attention", "mlp"};
            events += std::string(R"json({"ph":"X","cat":"kernel","name":")json") + names[i % 3] +
                      R"json(","pid":0,"tid":7,"ts":)json" + std::to_string(100 + 2 * i) +
                      R"json(,"dur":1,"args":{"device":0,"stream":7,"correlation":)json" + id + "}},";
        }
        events.pop_back();
        return test::runFromJson(R"json({"traceEvents":[)json" + events + "]}");
    };
    EXPECT_FALSE(findWorkUnit(*trace(true))->found());
    EXPECT_TRUE(findWorkUnit(*trace(false))->found());
}

TEST(WorkUnit, cancelledGivesNothing)
{
    const auto run = test::runOfWork(steps(8).work());
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(findWorkUnit(*run, &progress));
}

TEST(WorkUnit, isTheLongAttentionOfTwoRealRecordings)
{
    const auto unit = [](const QString &path) {
        const auto run = test::corpusRun(path);
        EXPECT_TRUE(findSteps(*run)->steps.empty());
        return unitJson(*run, {}, *findWorkUnit(*run));
    };
    CORPUS_FILE(before, "nsys/nsysai_mfu_2gpu_before.sqlite");
    CORPUS_FILE(after, "nsys/nsysai_mfu_2gpu_after.sqlite");
    const auto a = unit(before), b = unit(after);
    EXPECT_NE(a["name"].get<std::string>().find("flash_fwd"), std::string::npos);
    EXPECT_EQ(a["count"], 17);
    EXPECT_NEAR(a["meanNs"].get<double>(), 17.53e6, 5e3);
    EXPECT_EQ(b["name"], a["name"]);
    EXPECT_EQ(b["count"], 15);
    EXPECT_NEAR(b["meanNs"].get<double>(), 19.95e6, 5e3);
}

TEST(UnitReport, saysThatThePeriodsAreInferred)
{
    const auto run = test::runOfWork(steps(6).work());
    const WorkUnit unit = *findWorkUnit(*run);
    const auto found = std::make_shared<const Steps>(unitSteps(*run, unit));
    const ReportTable table = unitReport(run, found, unit);
    EXPECT_EQ(table.rowCount, 7U) << "and what is outside";
    EXPECT_NE(table.notes.join(u' ').indexOf(QStringLiteral("inferred")), -1);
    EXPECT_EQ(textOf(table.cell(0, size_t(table.columnOf("device")))), QStringLiteral("0"));
    EXPECT_EQ(textOf(table.cell(0, size_t(table.columnOf("phase")))), QStringLiteral("repetition"));
}

TEST(UnitReport, withoutAUnitTheKindIsNone)
{
    const auto run = test::runOfWork(steps(2).work());
    EXPECT_EQ(unitJson(*run, {}, *findWorkUnit(*run))["kind"], "none");
}

} // namespace
} // namespace ws
