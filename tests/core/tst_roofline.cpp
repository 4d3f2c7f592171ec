// The roofline's points, ceilings and axes, limits of a part of a run, and the columns that other tables have of them.

#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/kernels/operators.h"
#include "core/analysis/limits/roofline.h"
#include "core/report/kernelreport.h"
#include "core/report/operatorreport.h"
#include "core/report/tablewriters.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

const std::string mm = R"("Input Dims":[[1024,1024],[1024,1024]],"Input type":["c10::BFloat16","c10::BFloat16"])";
const std::string relu = R"("Input Dims":[[1048576]],"Input type":["float"])";
const std::string fill = R"("Input Dims":[[1048576],[]],"Input type":["float","Scalar"])";

/// A product of 20 µs, a relu of 30 µs, a fill of 8 µs on an A100.
RunResult threeOperators(const std::string &device = "NVIDIA A100-SXM4-80GB", int64_t productUs = 20)
{
    TraceText t;
    t.op("aten::mm", 1, 0, 10, mm).launch(1, 2, 1).kernel(1, 20, productUs, "gemm");
    t.op("aten::relu", 1, 20, 10, relu).launch(1, 22, 2).kernel(2, 100, 30, "clamp");
    t.op("aten::fill_", 1, 40, 10, fill).launch(1, 42, 3).kernel(3, 200, 8, "fill");
    return runFromJson(R"({"deviceProperties":[{"id":0,"name":")" + device + R"(","numSms":108}],"traceEvents":)" +
                       t.json() + "}");
}

struct PrintedKernel
{
    std::string trace, name;
    double us;
};

/// One module of the phase decode_1 with these kernels.
RunResult profile(const std::vector<PrintedKernel> &kernels)
{
    std::string children;
    for (const PrintedKernel &kernel : kernels)
        children += (children.empty() ? "" : ",") +
                    (R"({"entry":{"name":")" + kernel.name + R"(","cpu_time_us":0,"cuda_time_us":)") +
                    microseconds(kernel.us) + R"(,"pct_cuda_time":1,"trace":")" + kernel.trace + R"("},"children":[]})";
    return runFromJson(
        R"({"context":{},"decode_1":{"metadata":{"num_running_seqs":1},"summary_stats":[],"model_stats":[{"entry":{"name":"Module","cpu_time_us":1,"cuda_time_us":1,"pct_cuda_time":100,"trace":""},"children":[)" +
        children + "]}]}}");
}

Roofline rooflineOf(const RunResult &run)
{
    return ws::rooflineOf(*limitsOf(*run));
}

ReportCell cellOf(const ReportTable &table, size_t row, std::string_view column)
{
    return table.cell(row, static_cast<size_t>(table.columnOf(column)));
}

} // namespace

TEST(Roofline, pointsAreByHand)
{
    const Roofline roofline = rooflineOf(threeOperators());
    ASSERT_EQ(roofline.points.size(), 2u);
    const RooflinePoint &relu = roofline.points[0], &product = roofline.points[1];
    EXPECT_DOUBLE_EQ(relu.intensity, 1.0 / 8) << "one FLOP, four bytes read and four written";
    EXPECT_DOUBLE_EQ(relu.timeShare, 1);
    EXPECT_DOUBLE_EQ(product.timeShare, 20.0 / 30);
    EXPECT_DOUBLE_EQ(product.intensity, 2.0 * 1024 * 1024 * 1024 / (3.0 * 1024 * 1024 * 2));
    EXPECT_NEAR(product.tflops, 2.0 * 1024 * 1024 * 1024 / 20e-6 / 1e12, 1e-9);
}

TEST(Roofline, rowsWithoutArithmeticAreCountedAndNoPoints)
{
    const Roofline roofline = rooflineOf(threeOperators());
    EXPECT_EQ(roofline.pointless, 1u);
    EXPECT_EQ(roofline.pointlessNs, 8'000);
    EXPECT_EQ(roofline.leftOut, 0u);
}

TEST(Roofline, ceilingsAreOfTheTypesThatAreUsed)
{
    const Roofline roofline = rooflineOf(threeOperators());
    ASSERT_EQ(roofline.ceilings.size(), 2u) << "neither fp16, which is as fast as bf16, nor fp64 is used";
    EXPECT_EQ(roofline.ceilings[0].types, std::vector{PeakType::Bf16});
    EXPECT_EQ(roofline.ceilings[0].tflops, 312);
    EXPECT_EQ(roofline.ceilings[1].types, std::vector{PeakType::Fp32});
    EXPECT_EQ(roofline.bandwidth, 2039);
}

TEST(Roofline, ofAnUnknownDeviceHasPointsAndNoCeilings)
{
    const Roofline roofline = rooflineOf(threeOperators("NVIDIA Something"));
    EXPECT_EQ(roofline.points.size(), 2u);
    EXPECT_TRUE(roofline.ceilings.empty());
    EXPECT_EQ(roofline.bandwidth, 0);
}

TEST(Roofline, axesHoldEverythingAndHaveADecadeAtLeast)
{
    const Roofline roofline = rooflineOf(threeOperators());
    for (const RooflinePoint &point : roofline.points) {
        EXPECT_GE(std::log10(point.intensity), roofline.intensity.from);
        EXPECT_LE(std::log10(point.intensity), roofline.intensity.to);
        EXPECT_GE(std::log10(point.tflops), roofline.tflops.from);
    }
    EXPECT_EQ(roofline.tflops.to, 3) << "above 312";
    EXPECT_EQ(ws::rooflineOf(Limits()).tflops.to, 1);
}

TEST(Roofline, aSlowRowOfNextToNoTimeIsLeftOutAndCounted)
{
    Limits limits;
    const auto add = [&](int64_t flop, int64_t ns) {
        LimitRow row;
        row.work = {WorkClass::Gemm, flop, 1'000, ElementType::Bf16};
        row.calls = 1;
        row.gpuNs = ns;
        limits.rows.push_back(row);
    };
    add(1'000'000'000, 1'000'000);
    add(10, 2'000);
    Roofline roofline = ws::rooflineOf(limits);
    EXPECT_EQ(roofline.points.size(), 1u);
    EXPECT_EQ(roofline.leftOut, 1u);
    EXPECT_EQ(roofline.leftOutNs, 2'000);
    EXPECT_EQ(roofline.tflops.from, 0);
    limits.rows[1].gpuNs = 20'000; // two percent of the time is something
    roofline = ws::rooflineOf(limits);
    EXPECT_EQ(roofline.points.size(), 2u);
    EXPECT_LT(roofline.tflops.from, -5);
}

TEST(Roofline, pointsEightDecadesBelowTheCeilingDoNotSqueezeTheOthers)
{
    const auto withSlow = [](int64_t ns) {
        Limits limits = *limitsOf(*threeOperators());
        LimitRow row;
        row.work = {WorkClass::Elementwise, 1, 1'000, ElementType::F32};
        row.calls = 1;
        row.gpuNs = ns;
        limits.rows.push_back(row);
        return ws::rooflineOf(limits);
    };
    const Roofline without = rooflineOf(threeOperators());
    Roofline roofline = withSlow(2'000); // four percent of the time
    EXPECT_EQ(roofline.points.size(), without.points.size());
    EXPECT_EQ(roofline.leftOutNs, 2'000);
    EXPECT_EQ(roofline.tflops.from, without.tflops.from);
    roofline = withSlow(6'000);
    EXPECT_EQ(roofline.points.size(), without.points.size() + 1);
}

TEST(Roofline, hasAtMostTwoThousandPoints)
{
    Limits limits;
    for (int i = 0; i < 2'500; ++i) {
        LimitRow row;
        row.work = {WorkClass::Gemm, 1'000'000, 1'000, ElementType::Bf16};
        row.calls = 1;
        row.gpuNs = 10'000 - i;
        limits.rows.push_back(row);
    }
    const Roofline roofline = ws::rooflineOf(limits);
    EXPECT_EQ(roofline.points.size(), Roofline::maxPoints);
    EXPECT_EQ(roofline.leftOut, 500u);
}

TEST(LimitsWithin, aRangeHasItsWorkAndNoSteps)
{
    const RunResult run = threeOperators();
    const Limits part = *limitsWithin(*run, {}, TimeRange{90'000, 150'000}, nullptr);
    ASSERT_EQ(part.rows.size(), 1u);
    EXPECT_EQ(run->text(part.rows[0].name), "aten::relu");
    EXPECT_EQ(part.sum.ofNs, 30'000);
    EXPECT_TRUE(part.isOfPart);
    EXPECT_EQ(part.rowOf, (std::vector<uint32_t>{noLimitRow, 0, noLimitRow})) << "by activity of the run";
    const Limits whole = *limitsWithin(*run, {}, std::nullopt, nullptr);
    EXPECT_FALSE(whole.isOfPart);
    EXPECT_EQ(whole.rowOf, (std::vector<uint32_t>{1, 0, 2})) << "rows are by time";
}

TEST(LimitColumns, ofKernelsAreThoseOfTheirCalls)
{
    const RunResult run = threeOperators();
    const auto kernels = std::make_shared<const KernelTable>(*kernelTable(*run));
    const auto limits = std::make_shared<const Limits>(*limitsOf(*run));
    const ReportTable table = kernelReport(run.run, kernels, {}, limits);
    ASSERT_EQ(cellOf(table, 1, "name"), ReportCell(std::string_view("gemm")));
    const double tflops = 2.0 * 1024 * 1024 * 1024 / 20e-6 / 1e12;
    EXPECT_NEAR(std::get<double>(cellOf(table, 1, "tflops")), tflops, 1e-9);
    EXPECT_NEAR(std::get<double>(cellOf(table, 1, "of_limit")), tflops / 312, 1e-9);
    EXPECT_EQ(cellOf(table, 1, "bound_by"), ReportCell(std::string_view("compute")));
    EXPECT_EQ(cellOf(table, 0, "bound_by"), ReportCell(std::string_view("memory")));
    const ReportTable unknown = kernelReport(run.run, kernels);
    EXPECT_EQ(cellOf(unknown, 1, "tflops"), ReportCell());
    EXPECT_EQ(tableCsv(wholeTable(unknown)).find("tflops"), std::string::npos)
        << "a column without a value is not written";
}

TEST(LimitColumns, ofAnUnknownDeviceAreRatesWithoutShares)
{
    const RunResult run = threeOperators("NVIDIA Something");
    const auto operators = std::make_shared<const OperatorTable>(*operatorTable(*run, {}));
    const ReportTable table =
        operatorReport(run.run, operators, false, std::make_shared<const Limits>(*limitsOf(*run)));
    size_t withRate = 0;
    for (size_t row = 0; row < table.rowCount; ++row) {
        withRate += cellOf(table, row, "gbs").index() != 0;
        EXPECT_EQ(cellOf(table, row, "of_limit"), ReportCell());
        EXPECT_EQ(cellOf(table, row, "bound_by"), ReportCell());
    }
    EXPECT_EQ(withRate, 3u);
}

TEST(ProfileLimits, aCallIsOfTheOutermostOperatorWithNumbers)
{
    const RunResult run = profile({{"mm(bfloat16[2048, 4096], bfloat16[4096, 6144]) <- matmul(bfloat16[2048, 4096], "
                                    "bfloat16[4096, 6144]) <- linear(bfloat16[2048, 4096], bfloat16[6144, 4096], None)",
                                    "gemm", 150.3},
                                   {"index_select(bfloat16[128, 64], 0, int64[16]) <- embedding(bfloat16[128, 64], "
                                    "int64[16], -1, False, False)",
                                    "gather", 2}});
    const Limits limits = limitsOfProfile(*run);
    ASSERT_EQ(limits.rows.size(), 2u);
    EXPECT_EQ(limits.rows[0].nameIn(*run), "aten::mm");
    EXPECT_EQ(limits.rows[0].shape, "bf16[2048,4096] bf16[4096,6144]");
    EXPECT_NEAR(limits.rows[0].flopPerNs() * 1e-3, 2.0 * 2048 * 4096 * 6144 / 150.3e-6 / 1e12, 1e-6); // 686 TFLOP/s
    EXPECT_EQ(limits.rows[1].nameIn(*run), "aten::embedding");
    EXPECT_EQ(limits.rows[1].work.bytes, 16 * 8 + 2 * 16 * 64 * 2);
    EXPECT_FALSE(limits.rows[0].limit) << "the profile names no device";
}

TEST(ProfileLimits, kernelsOfOneCallAreOneCall)
{
    const std::string mm = "mm(bfloat16[8, 16], bfloat16[16, 32])";
    const Limits split = limitsOfProfile(*profile({{mm, "gemm_splitK", 3}, {mm, "reduce_splitK", 1}}));
    ASSERT_EQ(split.rows.size(), 1u);
    EXPECT_EQ(split.rows[0].calls, 1u);
    EXPECT_EQ(split.rows[0].gpuNs, 4'000);
    const Limits twice = limitsOfProfile(*profile({{mm, "gemm", 3}, {mm, "gemm", 3}}));
    EXPECT_EQ(twice.rows[0].calls, 2u);
    const Limits both = limitsOfProfile(*profile({{mm, "a", 3}, {mm, "b", 1}, {mm, "a", 3}, {mm, "b", 1}}));
    EXPECT_EQ(both.rows[0].calls, 2u);
}

TEST(ProfileLimits, whatHasNoNumbersIsNamedAndNotCovered)
{
    const RunResult run = profile({{"_vllm_fa3_C::fwd(bfloat16[16, 1, 32, 128], None, 128)", "fa3", 7},
                                   {"relu(float32[1024])", "clamp", 3},
                                   {"", "mystery", 1},
                                   {"copy_(int64[16], int64[16], True)", "Memcpy HtoD (Pinned -> Device)", 5}});
    const Limits limits = limitsOfProfile(*run);
    EXPECT_EQ(limits.sum.ofNs, 11'000) << "copies from the host have other limits";
    EXPECT_EQ(limits.sum.coveredNs, 3'000);
    ASSERT_EQ(limits.uncovered.size(), 2u);
    EXPECT_EQ(limits.uncovered[0].printedName, "_vllm_fa3_C::fwd");
    EXPECT_EQ(limits.uncovered[1].printedName, "");
}

TEST(ProfileLimits, damagedTextsAreNoCalls)
{
    for (const char *text :
         {"mm(", "mm)", "(float32[2, 2])", "mm(float32[2, float32[3)", "mm(float32[2, 3], nosuch[3, 4])", " <- <- ",
          "mm(float32[99999999999999999999, 3], float32[3, 4])", "mm()"})
        EXPECT_TRUE(limitsOfProfile(*profile({{text, "k", 1}})).rows.empty()) << text;
}

TEST(ProfileLimits, ofOnePhase)
{
    const RunResult run = profile({{"relu(float32[1024])", "clamp", 3}});
    EXPECT_EQ(limitsOfProfile(*run, "decode").rows.size(), 1u);
    EXPECT_EQ(limitsOfProfile(*run, "prefill").rows.size(), 0u);
    EXPECT_TRUE(hasPrintedCalls(*run));
    EXPECT_FALSE(hasPrintedCalls(*threeOperators()));
}
