#include "core/analysis/instances/moduleinstances.h"
#include "core/report/moduleinstancereport.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

/// Two calls of a model of two layers with a linear each; the head is a layer's class too.
TraceText model()
{
    TraceText t;
    for (int64_t i = 0; i < 2; ++i) {
        const int64_t at = 1000 * i;
        const int n = 10 * static_cast<int>(i);
        t.module("Net_0", 1, at, 500).module("Layer_0", 1, at + 10, 100).module("Layer_1", 1, at + 200, 100);
        t.module("Linear_0", 1, at + 20, 50).module("Linear_1", 1, at + 210, 50);
        t.launch(1, at + 30, n + 1).launch(1, at + 90, n + 2).launch(1, at + 220, n + 3).launch(1, at + 450, n + 4);
        t.kernel(n + 1, at + 5000, 1).kernel(n + 2, at + 5100, 2).kernel(n + 3, at + 5200, 4 + 10 * i);
        t.kernel(n + 4, at + 5300, 8);
    }
    t.module("Linear_9", 1, 3000, 10);
    return t;
}

/// "instance gpu/self×activities", in µs.
std::string found(const char *path)
{
    const auto run = runFromJson(model().json());
    const Attribution attribution = *Attribution::make(*run, Attribution::Mode::All);
    std::string text;
    const auto calls = callsOfModule(*run, attribution, QString::fromUtf8(path));
    const std::vector<ModuleInstance> rows = *moduleInstances(*run, attribution, calls);
    for (const ModuleInstance &row : rows)
        text += std::string(run->text(run->timeline.name(row.slice))).substr(11) + ' ' +
                std::to_string(row.gpuNs / 1000) + '/' + std::to_string(row.selfGpuNs / 1000) + "x" +
                std::to_string(row.activities) + "; ";
    return text;
}

} // namespace

TEST(ModuleInstances, everyCallOfTheRowIsOneByStart)
{
    EXPECT_EQ(found("Net/Layer"), "Layer_0 3/2x2; Layer_1 4/0x1; Layer_0 3/2x2; Layer_1 14/0x1; ");
    EXPECT_EQ(found("Net"), "Net_0 15/8x4; Net_0 25/8x4; ");
}

TEST(ModuleInstances, aPartMayNameAnInstance)
{
    EXPECT_EQ(found("Net/Layer_1"), "Layer_1 4/0x1; Layer_1 14/0x1; ");
    EXPECT_EQ(found("Net/Layer_1/Linear"), "Linear_1 4/4x1; Linear_1 14/14x1; ");
}

TEST(ModuleInstances, theWholePathIsTakenBeforeTheEndOfOthers)
{
    EXPECT_EQ(found("Linear"), "Linear_9 0/0x0; ") << "the one outside the model";
    EXPECT_EQ(found("Layer/Linear"), "Linear_0 1/1x1; Linear_1 4/4x1; Linear_0 1/1x1; Linear_1 14/14x1; ");
    EXPECT_EQ(found("Net/Linear"), "");
    EXPECT_EQ(found("Conv"), "");
    EXPECT_EQ(found(""), "");
    EXPECT_EQ(found("/"), "");
}

TEST(ModuleInstances, theTableHasTheirTimesStepsAndPaths)
{
    TraceText t = model();
    t.annotation("step[DECODE bs=1]", 1, 990, 600);
    const auto run = runFromJson(t.json());
    const auto attribution = std::make_shared<const Attribution>(*Attribution::make(*run, Attribution::Mode::All));
    const auto rows = std::make_shared<const std::vector<ModuleInstance>>(
        *moduleInstances(*run, *attribution, callsOfModule(*run, *attribution, QStringLiteral("Net"))));
    const auto steps = std::make_shared<const Steps>(*findSteps(*run));
    const auto context = std::make_shared<const InstanceContext>(run.run, steps, nullptr, attribution);
    const ReportTable table = moduleInstanceReport(run.run, rows, context, attribution);
    const auto cell = [&](size_t row, const char *id) { return table.cell(row, size_t(table.columnOf(id))); };
    ASSERT_EQ(table.rowCount, 2U);
    EXPECT_EQ(textOf(cell(1, "name")), QStringLiteral("Net_0"));
    EXPECT_EQ(std::get<int64_t>(cell(1, "duration_ns")), 500'000);
    EXPECT_EQ(std::get<int64_t>(cell(1, "gpu_ns")), 25'000);
    EXPECT_EQ(std::get<int64_t>(cell(1, "gpu_start_ns")), 6'000'000);
    EXPECT_EQ(std::get<int64_t>(cell(1, "step")), 1) << "the first, as in the list of steps";
    EXPECT_EQ(cell(0, "step").index(), 0U);
    EXPECT_EQ(textOf(cell(1, "path")), QStringLiteral("Net"));
}

TEST(ModuleInstances, cancelledGivesNothing)
{
    const auto run = runFromJson(model().json());
    const Attribution attribution = *Attribution::make(*run, Attribution::Mode::All);
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(moduleInstances(*run, attribution, {0}, &progress));
}
