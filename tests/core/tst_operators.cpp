#include "core/analysis/kernels/operators.h"

#include "tests/bench/tracegen.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

#include <map>

using namespace ws;
using namespace ws::test;

namespace {

/// "name shape: calls, self/total CPU, self/total device, activities", times in µs.
std::vector<std::string> rows(const Run &run, const OperatorOptions &options = {})
{
    std::vector<std::string> text;
    const OperatorTable table = *operatorTable(run, options);
    for (const OperatorRow &row : table.rows) {
        std::string name(run.text(row.name));
        if (row.shape)
            name.append(" ").append(run.text(row.shape));
        const auto pair = [](int64_t a, int64_t b) {
            return std::to_string(a / 1000) + '/' + std::to_string(b / 1000);
        };
        text.push_back(name + ": " + std::to_string(row.calls) + ", " + pair(row.selfCpuNs, row.totalCpuNs) + ", " +
                       pair(row.selfDeviceNs, row.totalDeviceNs) + ", " + std::to_string(row.activities));
    }
    return text;
}

using Rows = std::vector<std::string>;

TraceText linear()
{
    TraceText t;
    t.op("aten::linear", 1, 0, 100, R"("Input Dims":[[2,3]])").op("aten::addmm", 1, 10, 60);
    t.launch(1, 20, 1, "cudaLaunchKernel", 30).launch(1, 80, 2, "cudaLaunchKernel", 5);
    return t.kernel(1, 200, 40).kernel(2, 300, 7);
}

} // namespace

TEST(Operators, selfTimesLeaveOutWhatIsDirectlyInside)
{
    const auto run = runFromJson(linear().json());
    ASSERT_TRUE(run);
    EXPECT_EQ(rows(*run), (Rows{"aten::addmm: 1, 30/60, 40/40, 1", "aten::linear: 1, 35/100, 7/47, 1"}));
}

TEST(Operators, pythonFramesAndModulesDoNotCountAsInside)
{
    TraceText t = linear();
    t.module("Linear_0", 1, 1, 98);
    EXPECT_EQ(rows(*runFromJson(t.json())),
              (Rows{"aten::addmm: 1, 30/60, 40/40, 1", "aten::linear: 1, 35/100, 7/47, 1"}));
}

TEST(Operators, aCallInsideACallOfItsNameCountsOnceInTheTotal)
{
    TraceText t;
    t.op("f", 1, 0, 100).op("f", 1, 10, 50).launch(1, 20, 1, "cudaLaunchKernel", 10).kernel(1, 200, 5);
    EXPECT_EQ(rows(*runFromJson(t.json())), Rows{"f: 2, 90/100, 5/5, 1"});
}

TEST(Operators, soDoesOneThatAnotherOperatorLiesBetween)
{
    TraceText t;
    t.op("f", 1, 0, 100).op("g", 1, 10, 60).op("f", 1, 20, 30).launch(1, 25, 1, "cudaLaunchKernel", 10);
    t.kernel(1, 200, 5).op("f", 1, 300, 10);
    EXPECT_EQ(rows(*runFromJson(t.json())), (Rows{"f: 3, 70/110, 5/5, 1", "g: 1, 30/60, 0/5, 0"}));
}

TEST(Operators, aChildThatOutlastsItsParentTakesOnlyWhatLiesInside)
{
    TraceText t;
    t.op("parent", 1, 0, 100).op("child", 1, 90, 30);
    EXPECT_EQ(rows(*runFromJson(t.json())), (Rows{"parent: 1, 90/100, 0/0, 0", "child: 1, 30/30, 0/0, 0"}));
}

TEST(Operators, anOperatorThatCrossesAnotherIsNotInItsTotal)
{
    TraceText t; // by 2 µs
    t.op("a", 1, 0, 102).op("b", 1, 100, 100).launch(1, 50, 1).launch(1, 150, 2).kernel(1, 300, 20).kernel(2, 400, 7);
    EXPECT_EQ(rows(*runFromJson(t.json())), (Rows{"a: 1, 99/102, 20/20, 1", "b: 1, 99/100, 7/7, 1"}));
    TraceText rounded; // by 1 µs, as writers round
    rounded.op("outer", 1, 0, 100).op("in", 1, 60, 41).launch(1, 70, 1).kernel(1, 300, 20);
    EXPECT_EQ(rows(*runFromJson(rounded.json())), (Rows{"in: 1, 40/41, 20/20, 1", "outer: 1, 60/100, 0/20, 0"}));
}

TEST(Operators, splitByInputShapes)
{
    TraceText t = linear();
    t.op("aten::linear", 1, 400, 10, R"("Input Dims":[[8,3]])").op("aten::linear", 1, 420, 20);
    const auto run = runFromJson(t.json());
    EXPECT_EQ(rows(*run, {true, {}}),
              (Rows{"aten::addmm: 1, 30/60, 40/40, 1", "aten::linear [[2,3]]: 1, 35/100, 7/47, 1",
                    "aten::linear: 1, 20/20, 0/0, 0", "aten::linear [[8,3]]: 1, 10/10, 0/0, 0"}));
    EXPECT_EQ(rows(*run).back(), "aten::linear: 3, 65/130, 7/47, 1");
}

TEST(Operators, workWithoutAnOperatorIsCountedOutside)
{
    TraceText t = linear();
    t.launch(1, 150, 3).kernel(3, 400, 11).kernel(99, 500, 2);
    const OperatorTable table = *operatorTable(*runFromJson(t.json()));
    EXPECT_EQ(table.outsideNs, 13'000);
    EXPECT_EQ(table.outsideActivities, 2u);
    EXPECT_EQ(table.deviceNs, 60'000);
}

TEST(Operators, aRangeClipsSlicesAndGpuWork)
{
    const auto run = runFromJson(linear().json());
    EXPECT_EQ(rows(*run, {false, TimeRange{15'000, 30'000}}),
              (Rows{"aten::addmm: 1, 5/15, 0/0, 0", "aten::linear: 1, 0/15, 0/0, 0"}));
    EXPECT_EQ(rows(*run, {false, TimeRange{210'000, 220'000}}),
              (Rows{"aten::addmm: 0, 0/0, 10/10, 1", "aten::linear: 0, 0/0, 0/10, 0"}));
    EXPECT_TRUE(rows(*run, {false, TimeRange{900'000, 920'000}}).empty());
}

TEST(Operators, selfDeviceTimesAddUpToTheGpuWork)
{
    tracegen::Options options;
    options.steps = 3;
    options.layers = 2;
    options.backward = true;
    tracegen::Truth truth;
    const auto run = runFromJson(tracegen::generateText(options, &truth));
    const OperatorTable table = *operatorTable(*run);
    std::map<std::string, int64_t> known, found;
    for (const tracegen::Activity &activity : truth.activities)
        known[activity.op] += activity.durNs;
    int64_t sum = table.outsideNs;
    for (const OperatorRow &row : table.rows) {
        sum += row.selfDeviceNs;
        EXPECT_LE(row.selfCpuNs, row.totalCpuNs);
        if (row.selfDeviceNs)
            found[std::string(run->text(row.name))] = row.selfDeviceNs;
    }
    if (table.outsideNs)
        found[""] = table.outsideNs;
    EXPECT_EQ(found, known);
    EXPECT_EQ(sum, truth.gpuTotalNs);
}

TEST(Operators, aCancelledTableIsNoTable)
{
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(operatorTable(*runFromJson(linear().json()), {}, &progress));
}
