#include "core/analysis/steps/stepplaces.h"

#include "core/report/stepreport.h"
#include "tests/core/stepfixture.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;

namespace {

/// Two steps on a CPU thread, the first within an annotation of another kind and with a GPU label; the first one's
/// kernels run when the second has begun.
constexpr const char *trace = R"({"traceEvents":[
{"ph":"X","cat":"user_annotation","name":"step[PREFILL bs=1]","pid":10,"tid":1,"ts":0,"dur":50},
{"ph":"X","cat":"user_annotation","name":"warm up","pid":10,"tid":1,"ts":10,"dur":5},
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":10,"tid":1,"ts":20,"dur":1,"args":{"correlation":1}},
{"ph":"X","cat":"user_annotation","name":"step[DECODE bs=2]","pid":10,"tid":1,"ts":60,"dur":40},
{"ph":"X","cat":"user_annotation","name":"step[DECODE bs=3]","pid":10,"tid":1,"ts":110,"dur":40},
{"ph":"X","cat":"gpu_user_annotation","name":"step[PREFILL bs=1]","pid":0,"tid":7,"ts":70,"dur":30,
 "args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":70,"dur":30,
 "args":{"device":0,"stream":7,"correlation":1}}
]})";

class StepPlaces : public testing::Test
{
protected:
    StepPlaces() : run(test::runFromJson(trace)), steps(*findSteps(*run)) {}
    EventRef slice(std::string_view name, TrackKind kind) const
    {
        for (uint32_t lane = 0; lane < run->timeline.lanes.size(); ++lane)
            for (uint32_t i = 0; i < run->timeline.lanes[lane].size(); ++i)
                if (run->text(run->timeline.lanes[lane].name[i]) == name && run->timeline.track({lane, i}).kind == kind)
                    return {lane, i};
        ADD_FAILURE() << name;
        return {};
    }
    uint32_t stepOf(std::string_view name, TrackKind kind) const { return stepOfSlice(*run, steps, slice(name, kind)); }

    test::RunResult run;
    Steps steps;
};

TEST_F(StepPlaces, aStepsWorkIsWhereItsKernelsRanAndItsExtentHoldsTheAnnotationToo)
{
    ASSERT_EQ(steps.steps.size(), 3u);
    EXPECT_EQ(workRange(steps.steps[0]), (TimeRange{70'000, 100'000}));
    EXPECT_EQ(extentOf(run->timeline, steps.steps[0]), (TimeRange{0, 100'000}));
    EXPECT_EQ(workRange(steps.steps[1]), (TimeRange{60'000, 100'000})) << "without GPU work, its time on the CPU";
    EXPECT_EQ(workRange(Step{}).length(), 1) << "never empty";
}

TEST_F(StepPlaces, theNextStepMayBeOfAnyPhaseOrOfOne)
{
    EXPECT_EQ(nextStep(steps, {}), 0u);
    EXPECT_EQ(nextStep(steps, {}, 0), 1u);
    EXPECT_EQ(nextStep(steps, {}, 2), noStep);
    EXPECT_EQ(nextStep(steps, "decode"), 1u);
    EXPECT_EQ(nextStep(steps, "decode", 1), 2u);
    EXPECT_EQ(nextStep(steps, "prefill", 0), noStep);
    EXPECT_EQ(nextStep(steps, "decode", 2, true), 1u);
    EXPECT_EQ(nextStep(steps, "decode", 1, true), noStep);
    EXPECT_EQ(nextStep(steps, {}, noStep, true), 2u);
    EXPECT_EQ(nextStep(Steps{}, {}), noStep);
}

TEST_F(StepPlaces, annotationsOnCpuAndGpuLeadToTheirStep)
{
    EXPECT_EQ(stepOf("step[DECODE bs=2]", TrackKind::CpuThread), 1u);
    EXPECT_EQ(stepOf("step[PREFILL bs=1]", TrackKind::CpuThread), 0u);
    EXPECT_EQ(stepOf("step[PREFILL bs=1]", TrackKind::GpuAnnotation), 0u) << "by the work below, not by time";
    EXPECT_EQ(stepOf("gemm", TrackKind::GpuStream), noStep);
    EXPECT_EQ(stepOf("warm up", TrackKind::CpuThread), noStep);
    EXPECT_EQ(stepOfSlice(*run, steps, {}), noStep);
    EXPECT_TRUE(namesStep(*run, slice("step[PREFILL bs=1]", TrackKind::GpuAnnotation)));
    EXPECT_FALSE(namesStep(*run, slice("gemm", TrackKind::GpuStream)));
}

TEST(StepDevices, rowsOfSeveralDevicesAreToldApart)
{
    const auto devices = [](const std::vector<int> &ofStep, bool isBoth = false) {
        test::StepTrace trace;
        for (int k = 0; k < int(ofStep.size()); ++k) {
            const std::string pid = std::to_string(10 + ofStep[size_t(k)]), n = std::to_string(k + 1);
            const std::string device = std::to_string(ofStep[size_t(k)]);
            trace.step("ProfilerStep#" + n, 100 * k, 90, "1", pid.c_str());
            if (ofStep[size_t(k)] < 0)
                continue;
            trace.launch(k + 1, 100 * k + 1, "1", pid.c_str());
            trace.slice("kernel", "k", device.c_str(), "7", 100 * k + 5, 20,
                        R"("device":)" + device + R"(,"stream":7,"correlation":)" + n);
            if (isBoth)
                trace.launch(k + 101, 100 * k + 2, "1", pid.c_str())
                    .slice("kernel", "k", "5", "7", 100 * k + 5, 20,
                           R"("device":5,"stream":7,"correlation":)" + std::to_string(k + 101));
        }
        const auto run = trace.run().run;
        const ReportTable table = stepReport(run, std::make_shared<const Steps>(*findSteps(*run)));
        QStringList cells;
        const int column = table.columnOf("device");
        for (size_t row = 0; row < table.rowCount && column >= 0; ++row) {
            const ReportCell cell = table.cell(row, size_t(column));
            const auto *text = std::get_if<QString>(&cell);
            cells << (text ? *text : QStringLiteral("-"));
        }
        return cells.join(u' ');
    };
    EXPECT_EQ(devices({0, 1, 0}), QStringLiteral("GPU 0 GPU 1 GPU 0 -")) << "the last row is outside of steps";
    EXPECT_EQ(devices({0, 1}, true), QStringLiteral("GPU 0, GPU 5 GPU 1, GPU 5 -"));
    EXPECT_EQ(devices({0, 0, 0}), QString()) << "one device for all";
    EXPECT_EQ(devices({0, 0, 0}, true), QString()) << "the same two for all";
}

} // namespace
