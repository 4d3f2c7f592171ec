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

/// A simulation: it sets up its fields, steps, and sums up at the end.
Recording solver(int count, std::initializer_list<const char *> step = {"flux", "pressure", "advect_x", "halo"})
{
    Recording recording;
    recording.kernels({"build_field", "init_chunk", "summary"});
    while (count-- > 0)
        recording.kernels(step);
    return recording.kernel("summary");
}

TEST(WorkUnit, stepsOfASolverBetweenItsSetUpAndItsSummaryAreTheUnit)
{
    const WorkUnit unit = unitOf(solver(12));
    EXPECT_GE(unit.count(), 11U); // what follows the set-up differs from what follows a step
    EXPECT_EQ(unit.doubted.why, UnitDoubt::None);
    EXPECT_FALSE(unitOf(solver(3)).found()) << "too few";
}

TEST(WorkUnit, theSameOfANetworkMayBeLayersAndIsSaidToRepeat)
{
    const WorkUnit unit = unitOf(solver(12, {"rmsnorm", "qkv_gemm", "attention", "mlp_gemm"}));
    EXPECT_FALSE(unit.found());
    EXPECT_EQ(unit.doubted.why, UnitDoubt::Layers);
    EXPECT_GE(unit.doubted.count, 11U);
    EXPECT_EQ(unit.doubted.medianNs, 4400);
    EXPECT_EQ(unitOf(solver(3)).doubted.why, UnitDoubt::None) << "too few to repeat";
    EXPECT_TRUE(unitOf(solver(12, {"property_kernel", "amoeba_force", "prelude", "norm2"})).found())
        << "words of networks within others";
}

/// The same few kernels again and again, with pauses between that no timer would call regular.
Recording program(std::initializer_list<const char *> step, int count, bool spoilt = false)
{
    Recording recording;
    recording.kernel("init");
    for (int i = 0; i < count; ++i)
        recording.kernels(step)
            .kernels(spoilt && i * i % 7 == 4 ? std::initializer_list<const char *>{"other", "third"}
                                              : std::initializer_list<const char *>{})
            .pause(i % 3 == 0   ? 500
                   : i % 3 == 1 ? 4000
                                : 8000);
    return recording;
}

TEST(WorkUnit, theSameKernelsInTheSameOrderAreAPeriodHoweverLongThePausesAre)
{
    const WorkUnit unit = unitOf(program({"forward", "loss", "gradients", "update"}, 60));
    ASSERT_TRUE(unit.found());
    EXPECT_GE(unit.count(), 59U);
    EXPECT_FALSE(unitOf(program({"forward", "loss", "gradients", "update"}, 60, true)).found()) << "not the same";
    EXPECT_FALSE(unitOf(program({"forward", "loss", "gradients", "update"}, 30)).found()) << "too few to tell";
    const WorkUnit two = unitOf(program({"fan1", "fan2"}, 60));
    ASSERT_TRUE(two.found());
    EXPECT_GE(two.count(), 59U);
    EXPECT_FALSE(unitOf(program({"fan1", "fan2"}, 60, true)).found());
}

TEST(WorkUnit, oneKernelAloneTellsNoStepAndThatIsSaid)
{
    const WorkUnit unit = unitOf(program({"solve"}, 50));
    EXPECT_FALSE(unit.found());
    EXPECT_EQ(unit.doubted.why, UnitDoubt::OneKernel);
    EXPECT_EQ(unit.doubted.count, 50U);
    EXPECT_EQ(unit.doubted.medianNs, 1000 + 100 + 4000);
    EXPECT_TRUE(noUnitText(unit).contains(QStringLiteral("one kernel makes nearly all launches (50")))
        << noUnitText(unit).toStdString();
    EXPECT_EQ(unitOf(program({"solve"}, 3)).doubted.why, UnitDoubt::None);
    EXPECT_EQ(unitOf(Recording().kernels({"a", "b", "c", "a", "d", "a", "e"})).doubted.why, UnitDoubt::None);
}

/// Other work of `share` times that of the periods, of which a part is of their own kernels.
Recording behindAStart(int periods, int startKernels, int64_t startNs)
{
    std::mt19937 random(7);
    const char *names[] = {"tune_a", "tune_b", "fill", "head", "mlp", "copy_weights"};
    Recording recording;
    for (int i = 0; i < startKernels; ++i)
        recording.kernel(names[random() % 6], startNs).pause(int64_t(random() % 50'000));
    while (periods-- > 0)
        recording.step().pause(500);
    return recording;
}

TEST(WorkUnit, aSteadyStretchBehindALongStartIsTheUnit)
{
    const Recording recording = behindAStart(30, 60, 20'000); // 1.2 ms of work, then 0.5 ms
    const WorkUnit unit = unitOf(recording);
    ASSERT_GE(unit.count(), 29U);
    EXPECT_LE(unit.count(), 30U);
    const UnitPeriods &periods = unit.devices.front();
    EXPECT_GE(periods.beginNs.front(), recording.work()[60].start);
    EXPECT_LT(periods.coverage, 0.5);
    EXPECT_EQ(periods.medianNs, 12 * 1100 + 1100 + 3100 + 1100 + 500);
}

TEST(WorkUnit, aStretchThatIsNotSteadyLongOrLastIsNone)
{
    EXPECT_FALSE(unitOf(behindAStart(7, 60, 20'000)).found()) << "seven periods";
    EXPECT_FALSE(unitOf(behindAStart(30, 60, 100'000)).found()) << "a twelfth of the work";
    EXPECT_FALSE(unitOf(behindAStart(0, 60, 20'000)).found()) << "the start alone";
    Recording more = behindAStart(30, 30, 20'000);
    std::mt19937 random(3);
    for (int i = 0; i < 30; ++i)
        more.kernel(random() % 2 ? "export_a" : "export_b", 20'000).pause(int64_t(random() % 50'000));
    EXPECT_FALSE(unitOf(more).found()) << "as much work behind as before";
}

TEST(WorkUnit, layersOfTheLastOfSomePassesAreNone)
{
    Recording recording;
    for (const int64_t pause : {1000, 900'000, 40'000}) {
        recording.kernel("embed").pause(pause);
        for (int layer = 0; layer < 36; ++layer)
            recording.kernels({"norm", "qkv", "attention", "mlp"});
    }
    EXPECT_EQ(anchorOf(recording.work()), "none");
}

TEST(WorkUnit, aStartWithinTheFirstPeriodIsLeftOut)
{
    Recording recording;
    recording.step().pause(20'000'000);
    for (int i = 0; i < 12; ++i)
        recording.step().pause(500);
    const WorkUnit unit = unitOf(recording);
    ASSERT_EQ(unit.count(), 12U);
    EXPECT_GT(unit.devices.front().beginNs.front(), 20'000'000);
    Recording inTheMiddle = steps(12);
    inTheMiddle.pause(20'000'000);
    for (int i = 0; i < 12; ++i)
        inTheMiddle.step().pause(500);
    EXPECT_EQ(unitOf(inTheMiddle).count(), 24U) << "a long interval that is no start is one of them";
}

TEST(WorkUnit, aFewSlowPeriodsDoNotMakeTheOthersIrregular)
{
    const auto withSlow = [](std::initializer_list<int> slow) {
        Recording recording;
        for (int i = 0; i < 24; ++i)
            recording.step().pause(std::ranges::count(slow, i) ? 60'000 : 500);
        return unitOf(recording);
    };
    EXPECT_EQ(withSlow({5, 11, 12, 18}).count(), 24U);
    EXPECT_FALSE(withSlow({1, 3, 5, 8, 11, 12, 15, 18, 21}).found()) << "more than a fifth";
}

TEST(WorkUnit, equalKernelsAtIrregularTimesAreNone)
{
    Recording alternating, random;
    std::mt19937 dice(11);
    for (int i = 0; i < 24; ++i) {
        alternating.step().pause(i % 2 ? 500 : 60'000);
        random.step().pause(int64_t(dice() % 200'000));
    }
    EXPECT_FALSE(unitOf(alternating).found()) << "of two lengths in turn neither is the unit";
    EXPECT_FALSE(unitOf(random).found());
}

TEST(WorkUnit, aKernelInBurstsIsNone)
{
    Recording recording;
    for (int burst = 0; burst < 12; ++burst) {
        for (int i = 0; i < 20; ++i)
            recording.kernel("stencil");
        recording.pause(100'000);
    }
    EXPECT_FALSE(unitOf(recording).found());
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

TEST(WorkUnit, isTheDoubleStepOfARealSolverAndTheIterationBehindALongStart)
{
    const auto unit = [](const QString &path) { return *findWorkUnit(*test::corpusRun(path)); };
    CORPUS_FILE(solver, "nsys/cloverleaf_perlmutter_a100.sqlite");
    CORPUS_FILE(table, "nsys/derived_cloverleaf_cuda_gpu_trace.csv");
    CORPUS_FILE(training, "other/tl_rocprof_908_results.json.gz");
    for (const QString &path : {solver, table}) {
        const WorkUnit found = unit(path);
        ASSERT_EQ(found.count(), 5U);
        EXPECT_NEAR(double(found.devices.front().medianNs), 65.0e6, 0.2e6);
    }
    const WorkUnit found = unit(training);
    ASSERT_EQ(found.count(), 50U);
    EXPECT_NEAR(double(found.devices.front().medianNs), 39.4e6, 0.2e6);
    EXPECT_GT(found.devices.front().beginNs.front(), 12'400'000'000) << "the start is left out";
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
    EXPECT_EQ(noUnitText(*findWorkUnit(*run)), QStringLiteral("none can be inferred from kernels that repeat"));
}

TEST(UnitReport, whatMayBeLayersIsSaidToRepeat)
{
    const auto text = [](std::initializer_list<const char *> names) { return noUnitText(unitOf(solver(12, names))); };
    const QString layers = text({"rmsnorm", "qkv_gemm", "attention", "mlp_gemm"});
    EXPECT_TRUE(layers.contains(QStringLiteral("repeat regularly (12")));
    EXPECT_TRUE(layers.contains(QStringLiteral("may be layers of one pass"))) << layers.toStdString();
    EXPECT_FALSE(text({"rmsnorm"}).contains(QStringLiteral("layers"))) << "one kernel is no layer";
}

} // namespace
} // namespace ws
