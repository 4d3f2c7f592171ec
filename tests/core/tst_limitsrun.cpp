// Which work belongs to which operator, and what is said of the device's limit.

#include "core/analysis/gaps/gaps.h"
#include "core/analysis/limits/limits.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/report/html/rundocument.h"
#include "core/report/limitsreport.h"
#include "tests/core/modulefixture.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace ws;
using namespace ws::test;

namespace {

std::string deviceText(const std::string &name, int units, const std::string &more = R"("totalGlobalMem":85e9)")
{
    return R"({"id":0,"name":")" + name + R"(","numSms":)" + std::to_string(units) + "," + more + "}";
}

const std::string a100 = deviceText("NVIDIA A100-SXM4-80GB", 108);

/// Args of an operator: `types` as "float,float".
std::string inputsOf(const std::string &dims, const std::string &types, const std::string &texts = {})
{
    std::string quoted;
    for (size_t begin = 0; begin <= types.size();) {
        const size_t end = std::min(types.find(',', begin), types.size());
        quoted += (quoted.empty() ? "\"" : ",\"") + types.substr(begin, end - begin) + '"';
        begin = end + 1;
    }
    return R"("Input Dims":)" + dims + R"(,"Input type":[)" + quoted + "]" +
           (texts.empty() ? "" : R"(,"Concrete Inputs":)" + texts);
}

const std::string smallMm = inputsOf("[[2,3],[3,4]]", "float,float");
const std::string bigMm = inputsOf("[[1024,1024],[1024,1024]]", "c10::BFloat16,c10::BFloat16");
const std::string relu = inputsOf("[[8]]", "float");

RunResult runWith(const TraceText &trace, const std::string &properties = {})
{
    return runFromJson(R"({"deviceProperties":[)" + properties + R"(],"traceEvents":)" + trace.json() + "}");
}

/// "aten::mm f32[2,3] f32[3,4]: 1 × 48 104, 5 µs", then "covered 5 of 7".
std::vector<std::string> limitRowsOf(const Run &run)
{
    std::vector<std::string> lines;
    const Limits limits = *limitsOf(run);
    for (const LimitRow &row : limits.rows)
        lines.push_back(std::string(run.text(row.name)) + ' ' + row.shape + ": " + std::to_string(row.calls) + " × " +
                        std::to_string(row.work.flop) + ' ' + std::to_string(row.work.bytes) + ", " +
                        std::to_string(row.gpuNs / 1000) + " µs");
    lines.push_back("covered " + std::to_string(limits.sum.coveredNs / 1000) + " of " +
                    std::to_string(limits.sum.ofNs / 1000));
    return lines;
}

std::vector<std::string> limitRowsOf(const TraceText &trace)
{
    return limitRowsOf(*runFromJson(trace.json()));
}

using Rows = std::vector<std::string>;

/// A product that runs for so long, on such a device, by such a kernel.
Limits oneProduct(int64_t us, const std::string &properties, const std::string &kernel = "gemm",
                  const std::string &args = bigMm, const LimitOptions &options = {})
{
    TraceText t;
    t.op("aten::mm", 1, 0, 10, args).launch(1, 2, 1).kernel(1, 20, us, kernel);
    return *limitsOf(*runWith(t, properties), options);
}

std::string notesOf(const TraceText &trace, const std::string &properties)
{
    const RunResult run = runWith(trace, properties);
    const auto limits = std::make_shared<const Limits>(*limitsOf(*run));
    return limitsReport(run.run, limits).notes.join(QLatin1Char('\n')).toStdString();
}

bool notesSay(const std::string &text, const char *words)
{
    return text.find(words) != text.npos;
}

} // namespace

TEST(Limits, theOutermostOperatorWithNumbersOwnsAllOfItsWork)
{
    TraceText t;
    t.op("aten::relu", 1, 0, 100, relu);
    t.op("aten::clamp_min", 1, 5, 80, relu).launch(1, 10, 1).kernel(1, 200, 5);
    t.op("aten::copy_", 1, 50, 20, inputsOf("[[8],[8]]", "float,float")).launch(1, 55, 2).kernel(2, 300, 3);
    EXPECT_EQ(limitRowsOf(t), (Rows{"aten::relu f32[8]: 1 × 8 64, 8 µs", "covered 8 of 8"}));
}

TEST(Limits, anOperatorWithoutNumbersLeavesTheWorkToThoseInside)
{
    TraceText t;
    t.op("vllm::moe_forward", 1, 0, 100, relu);
    t.op("aten::mm", 1, 5, 20, smallMm).launch(1, 10, 1).kernel(1, 200, 5);
    t.op("aten::relu", 1, 30, 20, relu).launch(1, 35, 2).kernel(2, 300, 3);
    t.launch(1, 90, 3).kernel(3, 400, 2);
    EXPECT_EQ(limitRowsOf(t), (Rows{"aten::mm f32[2,3] f32[3,4]: 1 × 48 104, 5 µs", "aten::relu f32[8]: 1 × 8 64, 3 µs",
                                    "covered 8 of 10"}));
}

TEST(Limits, soDoesAModelledOneWhoseInputsAreNotEnough)
{
    TraceText t; // a softmax without concrete inputs
    t.op("aten::_softmax", 1, 0, 100, inputsOf("[[8],[],[]]", "float,Scalar,Scalar"));
    t.op("aten::copy_", 1, 5, 20, inputsOf("[[8],[8]]", "float,float")).launch(1, 10, 1).kernel(1, 200, 5);
    EXPECT_EQ(limitRowsOf(t), (Rows{"aten::copy_ f32[8] f32[8]: 1 × 0 64, 5 µs", "covered 5 of 5"}));
}

TEST(Limits, aLaunchBelongsToWhatIsOpenAtItsBeginOnItsThread)
{
    TraceText t;
    t.op("aten::relu", 1, 0, 10, relu).launch(1, 0, 1).kernel(1, 100, 1); // at the begin: inside
    t.launch(1, 10, 2).kernel(2, 110, 2);                                 // at the end: outside
    t.op("aten::mm", 2, 20, 10, smallMm).launch(1, 25, 3).kernel(3, 120, 4);
    EXPECT_EQ(limitRowsOf(t), (Rows{"aten::relu f32[8]: 1 × 8 64, 1 µs", "covered 1 of 7"}));
}

TEST(Limits, operatorsThatOverlapOwnWhatTheyContain)
{
    TraceText t; // the second one outlasts the first
    t.op("aten::relu", 1, 0, 10, relu).op("aten::mm", 1, 5, 20, smallMm);
    t.launch(1, 7, 1).kernel(1, 100, 1).launch(1, 15, 2).kernel(2, 110, 2);
    EXPECT_EQ(limitRowsOf(t), (Rows{"aten::mm f32[2,3] f32[3,4]: 1 × 48 104, 2 µs", "aten::relu f32[8]: 1 × 8 64, 1 µs",
                                    "covered 3 of 3"}));
}

TEST(Limits, onlyWorkThatTheDeviceAloneBoundsIsCounted)
{
    const auto run = runOfWork({{"0", "7", 0, 1000, "Memcpy HtoD (Pinned -> Device)"},
                                {"0", "7", 2000, 2000, "Memcpy DtoD (Device -> Device)"},
                                {"0", "7", 5000, 4000, "Memset (Device)"},
                                {"0", "7", 10000, 8000, "Memcpy PtoP (Device -> Device)"},
                                {"0", "7", 20000, 16000, "k"}});
    EXPECT_EQ(limitsOf(*run)->sum.ofNs, 22000);
    EXPECT_FALSE(isBoundByDevice(*run, 0));
    EXPECT_TRUE(isBoundByDevice(*run, 1));
    EXPECT_FALSE(isBoundByDevice(*run, 3));
}

TEST(Limits, callsOfOneShapeWithOtherTypesAreOtherRows)
{
    TraceText t;
    const char *types[] = {"float,c10::BFloat16", "c10::BFloat16,float", "float,c10::BFloat16"};
    for (int i = 0; i < 3; ++i)
        t.op("aten::copy_", 1, 20 * i, 10, inputsOf("[[8],[8]]", types[i]))
            .launch(1, 20 * i + 2, i + 1)
            .kernel(i + 1, 100 + 20 * i, i + 1);
    t.op("aten::copy_", 1, 90, 5, inputsOf("[[8],[8]]", "float,float")); // without GPU work
    EXPECT_EQ(limitRowsOf(t), (Rows{"aten::copy_ f32[8] bf16[8]: 2 × 0 48, 4 µs",
                                    "aten::copy_ bf16[8] f32[8]: 1 × 0 48, 2 µs", "covered 6 of 6"}));
}

TEST(Limits, oldKinetosSpellingIsRead)
{
    TraceText t;
    t.op("aten::mm", 1, 0, 10, R"("Input dims":[[2,3],[3,4]],"Input type":["float","float"])");
    t.launch(1, 2, 1).kernel(1, 100, 5);
    EXPECT_EQ(limitRowsOf(t), (Rows{"aten::mm f32[2,3] f32[3,4]: 1 × 48 104, 5 µs", "covered 5 of 5"}));
}

TEST(Limits, aRunWithoutInputsHasNoRowsAndSaysSo)
{
    TraceText t;
    t.op("aten::mm", 1, 0, 10).launch(1, 2, 1).kernel(1, 100, 5);
    EXPECT_EQ(limitRowsOf(t), Rows{"covered 0 of 5"});
    EXPECT_TRUE(notesSay(notesOf(t, a100), "record_shapes=True"));
    TraceText with;
    with.op("aten::mm", 1, 0, 10, smallMm).launch(1, 2, 1).kernel(1, 100, 5);
    EXPECT_FALSE(notesSay(notesOf(with, a100), "record_shapes=True"));
}

TEST(Limits, ofShapesInATableOfMsprofSaysThatTheyAreNotRead)
{
    const auto said = [](const char *shapes) {
        const RunResult run = runFromJson(std::string("Name,Type,Accelerator Core,Start Time(us),Duration(us),") +
                                          shapes + "\nMatMulV2,MatMulV2,AI_CORE,1736413971510000.000,10.000,x\n");
        EXPECT_TRUE(run) << run.error.message.toStdString();
        const auto limits = std::make_shared<const Limits>(*limitsOf(*run));
        return limitsReport(run.run, limits).notes.join(QLatin1Char('\n')).toStdString();
    };
    EXPECT_TRUE(notesSay(said("Input Shapes"), "The shapes in the table (Input Shapes) are not read here"));
    EXPECT_FALSE(notesSay(said("Input Shapes"), "record_shapes"));
    EXPECT_FALSE(notesSay(said("Block Dim"), "The shapes in the table"));
}

TEST(Limits, theLongerOfArithmeticAndTrafficIsTheLimit)
{
    // 2³¹ FLOP at 312 TFLOP/s: 6883 ns; 6 MiB at 2039 GB/s: 3086 ns
    const Limits limits = oneProduct(10, a100);
    ASSERT_TRUE(limits.rows[0].limit);
    EXPECT_NEAR(limits.rows[0].limit->ns, 6883, 1);
    EXPECT_NEAR(limits.rows[0].limit->memoryNs, 3086, 1);
    EXPECT_EQ(limits.rows[0].limit->by, BoundBy::Compute);
    EXPECT_NEAR(*limits.rows[0].share(), 0.688, 0.001);
    EXPECT_NEAR(limits.rows[0].flopPerNs() / 1000, 214.7, 0.1);
    EXPECT_NEAR(limits.sum.limitNs, 6883, 1);
    TraceText t; // 4 MB copied: bytes alone
    t.op("aten::copy_", 1, 0, 10, inputsOf("[[1000000],[1000000]]", "c10::Half,c10::Half"))
        .launch(1, 2, 1)
        .kernel(1, 20, 4);
    const Limits copy = *limitsOf(*runWith(t, a100));
    EXPECT_NEAR(copy.rows[0].limit->ns, 1962, 1);
    EXPECT_EQ(copy.rows[0].limit->by, BoundBy::Memory);
}

TEST(Limits, aDeviceIsKnownByItsNameAndItsUnits)
{
    const auto bf16 = [](const std::string &properties) {
        const auto peaks = oneProduct(10, properties).device.peaks;
        return peaks ? peaks->of(PeakType::Bf16) : 0;
    };
    EXPECT_EQ(bf16(deviceText("NVIDIA A100-SXM4-40GB", 108, R"("totalGlobalMem":42297524224)")), 312);
    EXPECT_EQ(bf16(deviceText("NVIDIA H100 80GB HBM3", 132)), 989.4);
    EXPECT_EQ(bf16(deviceText("NVIDIA H200", 132)), 989.4);
    EXPECT_EQ(bf16(deviceText("NVIDIA H200 NVL", 132)), 835.5);
    EXPECT_EQ(bf16(deviceText("NVIDIA L40S", 142)), 362.05);
    EXPECT_EQ(bf16(deviceText("AMD Instinct MI300X VF", 304)), 1307.4);
    EXPECT_EQ(bf16(deviceText("", 304, R"("computeMajor":9,"computeMinor":4,"totalGlobalMem":206141652992)")), 1307.4);
    EXPECT_EQ(bf16(deviceText("AMD Radeon Graphics", 104,
                              R"("computeMajor":9,"computeMinor":0,"totalGlobalMem":68702699520)")),
              181);
    EXPECT_EQ(bf16(deviceText("NVIDIA H20", 78)), 148);
    // parts of devices, and others whose names only look alike
    EXPECT_EQ(bf16(deviceText("NVIDIA A100-SXM4-80GB MIG 1g.10gb", 14)), 0);
    EXPECT_EQ(bf16(deviceText("NVIDIA GH200 480GB", 132)), 0);
    EXPECT_EQ(bf16(deviceText("NVIDIA L40", 142)), 0);
    EXPECT_EQ(bf16(deviceText("NVIDIA H800 PCIe", 132)), 0);
    EXPECT_EQ(bf16(deviceText("NVIDIA H20-3e", 78)), 0);
    EXPECT_EQ(bf16(deviceText("NVIDIA GeForce RTX 5090", 170)), 0);
    EXPECT_EQ(
        bf16(deviceText("AMD Radeon Graphics", 40, R"("computeMajor":11,"computeMinor":0,"totalGlobalMem":16e9)")), 0);
    EXPECT_EQ(bf16(""), 0);
}

TEST(Limits, withoutAKnownDeviceThereAreRatesAndNoShares)
{
    const Limits unknown = oneProduct(10, deviceText("NVIDIA GeForce RTX 5090", 170));
    EXPECT_FALSE(unknown.rows[0].limit);
    EXPECT_EQ(unknown.sum.limitedNs, 0);
    EXPECT_NEAR(unknown.rows[0].flopPerNs() / 1000, 214.7, 0.1);
    EXPECT_TRUE(notesSay(unknown.device.why.toStdString(), "RTX 5090"));
    const Limits part = oneProduct(10, deviceText("NVIDIA A100-SXM4-80GB MIG 1g.10gb", 14));
    EXPECT_TRUE(notesSay(part.device.why.toStdString(), "14 units"));
    TraceText t;
    t.op("aten::mm", 1, 0, 10, bigMm).launch(1, 2, 1).kernel(1, 20, 10);
    EXPECT_TRUE(notesSay(notesOf(t, deviceText("NVIDIA GeForce RTX 5090", 170)), "No shares and no sums"));
    EXPECT_FALSE(notesSay(notesOf(t, a100), "No shares"));
}

TEST(Limits, devicesOfDifferentKindsHaveNoShares)
{
    TraceText t;
    t.op("aten::mm", 1, 0, 10, bigMm).launch(1, 2, 1).kernel(1, 20, 10);
    const std::string events = t.json();
    const std::string other =
        R"(,{"ph":"X","cat":"kernel","name":"k","pid":1,"tid":7,"ts":50,"dur":1,"args":{"device":1,"stream":7}}])";
    const auto run = [&](const std::string &second) {
        return runFromJson(R"({"deviceProperties":[)" + a100 + R"(,{"id":1,"name":")" + second +
                           R"(","numSms":108,"totalGlobalMem":85e9}],"traceEvents":)" +
                           events.substr(0, events.size() - 1) + other + "}");
    };
    EXPECT_FALSE(limitsOf(*run("NVIDIA A100 80GB PCIe"))->device.peaks);
    EXPECT_TRUE(limitsOf(*run("NVIDIA A100-SXM4-80GB"))->device.peaks);
}

TEST(Limits, theUsersFiguresReplaceThoseOfTheTable)
{
    LimitOptions options;
    EXPECT_EQ(options.peaks.add(QStringLiteral("BF16=500.5")), QString());
    EXPECT_EQ(options.peaks.setBandwidth(QStringLiteral("1000")), QString());
    EXPECT_NEAR(oneProduct(10, {}, "gemm", bigMm, options).rows[0].limit->ns, 6291, 1); // bytes: 6 MiB at 1 TB/s
    EXPECT_NEAR(oneProduct(10, a100, "gemm", bigMm, options).rows[0].limit->computeNs, 4291, 1);
    for (const char *wrong : {"bf16", "bf16=", "bf16=-1", "bf16=0", "bf17=3", "bf16=1,5", "=3", "bf16=inf"})
        EXPECT_NE(options.peaks.add(QString::fromLatin1(wrong)), QString()) << wrong;
    EXPECT_NE(options.peaks.setBandwidth(QStringLiteral("fast")), QString());
    LimitOptions onlyPeak; // of an unknown device: the bandwidth is missing
    EXPECT_EQ(onlyPeak.peaks.add(QStringLiteral("bf16=500")), QString());
    EXPECT_FALSE(oneProduct(10, {}, "gemm", bigMm, onlyPeak).rows[0].limit);
}

TEST(Limits, theKernelsNameSaysHowFloatIsComputed)
{
    const std::string floats = inputsOf("[[4096,4096],[4096,4096]]", "float,float");
    const auto peak = [&](const std::string &kernel, const std::string &properties) {
        const CallLimit limit = *oneProduct(9000, properties, kernel, floats).rows[0].limit;
        return std::string(limit.isPeakAtMost ? "≤ " : "") + std::string(nameOf(limit.peak));
    };
    EXPECT_EQ(peak("sm80_xmma_gemm_f32f32_tf32f32_f32_nn", a100), "tf32");
    EXPECT_EQ(peak("cutlass_80_tensorop_s1688gemm_128x128", a100), "tf32");
    EXPECT_EQ(peak("ampere_sgemm_128x64_nn", a100), "fp32");
    EXPECT_EQ(peak("cutlass_80_simt_sgemm_128x64", a100), "fp32");
    for (const char *vector : {"void gemv2T_kernel_val<int, int, float>", "gemvx::kernel<int, int, float>", "gemmk1_kernel",
                               "ampere_scudnn_128x64_relu"})
        EXPECT_EQ(peak(vector, a100), "fp32") << vector;
    EXPECT_EQ(peak("mystery", a100), "≤ tf32");
    EXPECT_EQ(peak("mystery", deviceText("Tesla V100-SXM2-32GB", 80)), "fp32"); // has no TF32
    const std::string mi210 = deviceText("AMD Instinct MI210", 104);
    EXPECT_EQ(peak("Cijk_Ailk_Bljk_SB_MT64x64", mi210), "fp32Matrix");
    EXPECT_EQ(peak("mystery", mi210), "≤ fp32Matrix");
    EXPECT_EQ(peak("Cijk_Ailk_Bljk_S_B_Bias_HA_S_SAV_MT64x64", mi210), "fp32Matrix");
    const std::string mi300 = deviceText("AMD Instinct MI300X", 304);
    EXPECT_EQ(peak("Cijk_Ailk_Bljk_SB_MT64x64", mi300), "fp32");
    EXPECT_EQ(peak("Cijk_Ailk_Bljk_S_MX_B_Bias_HA_S_SAV_MT64x64", mi300), "tf32");
    const std::string vectors = inputsOf("[[1,4096],[4096,1]]", "float,float");
    const LimitRow row = oneProduct(9, a100, "mystery", vectors).rows[0];
    EXPECT_TRUE(row.limit->isPeakAtMost);
    EXPECT_FALSE(row.limit->isAtLeast()) << "memory bounds it by every arithmetic";
}

TEST(Limits, aTypeThatTheDeviceLacksHasNoShare)
{
    const Limits limits = oneProduct(10, deviceText("Tesla V100-SXM2-32GB", 80));
    EXPECT_FALSE(limits.rows[0].limit);
    EXPECT_TRUE(notesSay(withheldLimits(limits).join(QLatin1Char('\n')).toStdString(), "for their type"));
    EXPECT_FALSE(
        notesSay(withheldLimits(oneProduct(10, a100)).join(QLatin1Char('\n')).toStdString(), "for their type"));
}

TEST(Limits, sharesAboveTheLimitSayWhy)
{
    const auto notes = [](int64_t us) {
        TraceText t;
        t.op("aten::mm", 1, 0, 10, bigMm).launch(1, 2, 1).kernel(1, 20, us);
        return notesOf(t, a100);
    };
    EXPECT_FALSE(notesSay(notes(7), "100 %")); // 98 %
    EXPECT_TRUE(notesSay(notes(6), "100 %"));  // 115 %
    EXPECT_FALSE(notesSay(notes(6), "120 %"));
    EXPECT_TRUE(notesSay(notes(5), "120 %")); // 138 %
    EXPECT_FALSE(notesSay(notes(5), "100 %"));
}

TEST(Limits, aSumIsOfTheRunOnlyWhereFourFifthsAreCovered)
{
    const auto limits = [](int64_t otherUs, const std::string &other) {
        TraceText t;
        t.op("aten::mm", 1, 0, 10, bigMm)
            .launch(1, 2, 1)
            .kernel(1, 20, 80)
            .launch(1, 12, 2)
            .kernel(2, 200, otherUs, other);
        return *limitsOf(*runWith(t, a100));
    };
    const auto withheld = [&](const Limits &all) { return withheldLimits(all).join(QLatin1Char('\n')).toStdString(); };
    EXPECT_TRUE(limits(20, "other").sum.isOfWhole());
    EXPECT_FALSE(notesSay(withheld(limits(20, "other")), "No sum"));
    EXPECT_FALSE(limits(21, "other").sum.isOfWhole());
    EXPECT_TRUE(notesSay(withheld(limits(21, "other")), "There is no such sum of the whole run: 20.8"));
    EXPECT_TRUE(limits(500, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL").sum.isOfWhole()); // has other limits
    TraceText t; // half of what is no communication is covered, and 5 % of all
    t.op("aten::mm", 1, 0, 10, bigMm).launch(1, 2, 1).kernel(1, 20, 80).launch(1, 12, 2).kernel(2, 200, 80, "other");
    t.launch(1, 14, 3).kernel(3, 300, 1440, "ncclDevKernel_AllReduce_Sum_bf16_RING_LL");
    EXPECT_FALSE(limitsOf(*runWith(t, a100))->sum.isOfWhole());
    EXPECT_DOUBLE_EQ(limitsOf(*runWith(t, a100))->sum.uncoveredShare(), 0.5);
}

TEST(Limits, callsWithoutATimeHaveNoShareAndSaySo)
{
    TraceText t;
    t.op("aten::mm", 1, 0, 10, bigMm).launch(1, 2, 1).kernel(1, 20, 80);
    t.op("aten::relu", 1, 10, 10, relu).launch(1, 12, 2).kernel(2, 200, 0, "clamp");
    const RunResult run = runWith(t, a100);
    const auto limits = std::make_shared<const Limits>(*limitsOf(*run));
    ASSERT_EQ(limits->rows.size(), 2u);
    EXPECT_FALSE(limits->rows[1].limit);
    EXPECT_DOUBLE_EQ(limits->sum.limitNs, limits->rows[0].limitNs()) << "beside no time";
    const ReportTable table = limitsReport(run.run, limits);
    const auto note = static_cast<size_t>(table.columnOf("note"));
    EXPECT_EQ(textOf(table.cell(1, note)), QStringLiteral("0 ns in the file"));
    EXPECT_EQ(textOf(table.cell(0, note)), QString());
    EXPECT_FALSE(notesSay(table.notes.join(QLatin1Char('\n')).toStdString(), "for their type"));
}

TEST(Limits, noCacheMakesAProductFasterThanItsArithmetic)
{
    const auto noteOf = [](const char *op, const std::string &dims, const char *types, int dur) {
        TraceText t;
        t.op(op, 1, 0, 10, inputsOf(dims, types)).launch(1, 2, 1).kernel(1, 20, dur, "kernel");
        const RunResult run = runWith(t, a100);
        const ReportTable table = limitsReport(run.run, std::make_shared<const Limits>(*limitsOf(*run)));
        return textOf(table.cell(0, static_cast<size_t>(table.columnOf("note")))).toStdString();
    };
    EXPECT_EQ(noteOf("aten::mm", "[[4096,4096],[4096,4096]]", "c10::BFloat16,c10::BFloat16", 400),
              "clock above the device’s usual one, or another peak");
    EXPECT_EQ(noteOf("aten::relu", "[[2000000]]", "float", 7), "cache");
}

TEST(Limits, farAboveTheLimitACacheIsPossibleWhereItHasRoom)
{
    const auto noteOf = [](const std::string &dims) {
        TraceText t;
        t.op("aten::relu", 1, 0, 10, inputsOf(dims, "float")).launch(1, 2, 1).kernel(1, 20, 5, "clamp");
        const RunResult run = runWith(t, a100);
        const ReportTable table = limitsReport(run.run, std::make_shared<const Limits>(*limitsOf(*run)));
        return textOf(table.cell(0, static_cast<size_t>(table.columnOf("note")))).toStdString();
    };
    EXPECT_EQ(noteOf("[[2000000]]"), "cache, or device, clock, shapes or times are not what they seem"); // 157 %
    EXPECT_EQ(noteOf("[[200000000]]"), "device, clock, shapes or times are not what they seem");          // 1.6 GB
    EXPECT_EQ(noteOf("[[1000000]]"), "");                                                                 // 78 %
}

TEST(Limits, aRowsNeedIsDividedAmongItsKernels)
{
    TraceText t;
    t.op("aten::mm", 1, 0, 10, smallMm)
        .launch(1, 2, 1)
        .launch(1, 4, 2)
        .kernel(1, 20, 3, "gemm")
        .kernel(2, 30, 1, "reduce");
    t.op("aten::mm", 1, 50, 10, bigMm).launch(1, 52, 3).kernel(3, 70, 10, "gemm");
    const auto run = runWith(t, a100);
    const Limits limits = *limitsOf(*run);
    ASSERT_EQ(limits.kernels.size(), 2u);
    EXPECT_EQ(run->text(limits.kernels[0].name), "gemm");
    EXPECT_EQ(limits.kernels[0].gpuNs, 13'000);
    EXPECT_EQ(limits.kernels[0].activities, 2u);
    EXPECT_NEAR(limits.kernels[0].flop, 36 + 2147483648.0, 0.1);
    EXPECT_NEAR(limits.kernels[1].flop, 12, 0.001);
    EXPECT_EQ(limits.kernels[1].limitedNs, 1'000);
}

TEST(Limits, anActivityDoesItsPartOfItsCall)
{
    TraceText t; // of two calls of one row the second takes a quarter of the time of the first
    t.op("aten::mm", 1, 0, 10, bigMm).launch(1, 2, 1).launch(1, 4, 2);
    t.kernel(1, 20, 12, "gemm").kernel(2, 40, 4, "reduce");
    t.op("aten::mm", 1, 50, 10, bigMm).launch(1, 52, 3).kernel(3, 70, 4, "gemm");
    t.launch(1, 100, 4).kernel(4, 110, 9, "alone");
    const auto run = runWith(t, a100);
    const Limits limits = *limitsOf(*run);
    ASSERT_EQ(limits.calls.size(), 2u);
    EXPECT_EQ(limits.calls[0].gpuNs, 16'000);
    EXPECT_EQ(run->timeline.start(run->ops.slice[limits.calls[1].op]), 50'000);
    const auto reached = [&](size_t activity) {
        NamedLimit sum;
        addWork(sum, limits, activity, run->gpu.duration[activity]);
        return sum.gpuNs ? sum.flop / double(sum.gpuNs) : 0;
    };
    EXPECT_NEAR(reached(0), 2147483648.0 / 16'000, 0.01);
    EXPECT_EQ(reached(0), reached(1)) << "of the call that both work for";
    EXPECT_NEAR(reached(2), 2147483648.0 / 4'000, 0.01);
    EXPECT_EQ(reached(3), 0) << "without an operator";
    NamedLimit all;
    for (size_t i = 0; i < 4; ++i)
        addWork(all, limits, i, run->gpu.duration[i]);
    EXPECT_NEAR(all.flop, 2 * 2147483648.0, 0.1) << "calls are whole together";
    EXPECT_NEAR(*all.share(), *limits.rows[0].share(), 1e-9);
}

TEST(Limits, workThatTheDeviceWaitsForLongerThanItWorksIsBoundByItsLaunches)
{
    const auto rowOf = [](int64_t launchOfSecond, int64_t us, bool withGaps = true) {
        TraceText t;
        t.op("aten::relu", 1, 0, 10, relu).launch(1, 2, 1).kernel(1, 5, 25, "first");
        t.op("aten::mm", 1, launchOfSecond - 2, 10, bigMm).launch(1, launchOfSecond, 2).kernel(2, 100, us, "gemm");
        const auto run = runWith(t, a100);
        const Gaps gaps = *findGaps(*run);
        LimitOptions options;
        options.gaps = withGaps ? &gaps : nullptr;
        const Limits limits = *limitsOf(*run, options);
        if (limits.rows.size() != 2)
            throw std::runtime_error("a relu and a product");
        return *std::ranges::find(limits.rows, WorkClass::Gemm, [](const LimitRow &row) { return row.work.kind; });
    };
    EXPECT_EQ(rowOf(90, 20).lateNs, 70'000);
    EXPECT_TRUE(rowOf(90, 20).isBoundByLaunch());
    EXPECT_FALSE(rowOf(90, 70).isBoundByLaunch()) << "it works as long as the device waits";
    EXPECT_FALSE(rowOf(20, 20).isBoundByLaunch()) << "launched before the gap";
    EXPECT_FALSE(rowOf(90, 20, false).isBoundByLaunch()) << "nobody asked";
}

TEST(Limits, aReportSaysWhatBindsWorkAsTheTabDoes)
{
    const auto boundBy = [](int64_t launchOfSecond) {
        TraceText t;
        t.op("aten::relu", 1, 0, 10, relu).launch(1, 2, 1).kernel(1, 5, 25, "first");
        t.op("aten::mm", 1, launchOfSecond - 2, 10, bigMm).launch(1, launchOfSecond, 2).kernel(2, 100, 20, "gemm");
        const auto run = runWith(t, a100);
        const ReportedRun reported{run.run, -1, -1, QStringLiteral("run"), {}, QStringLiteral("default/any")};
        const auto document = runDocument({{reported}, {}, {}});
        for (const Section &section : document ? document->sections : std::vector<Section>())
            for (const Block &block : section.blocks)
                if (const auto *shown = std::get_if<TableBlock>(&block);
                    shown && shown->table.id == QLatin1String("limits"))
                    for (size_t row = 0; row < shown->table.rowCount; ++row)
                        if (textOf(shown->table.cell(row, 0)) == QLatin1String("aten::mm"))
                            return textOf(shown->table.cell(row, size_t(shown->table.columnOf("bound_by"))))
                                .toStdString();
        return std::string("no row");
    };
    EXPECT_EQ(boundBy(90), "launch");
    EXPECT_EQ(boundBy(20), "compute") << "launched before the gap";
}

TEST(Limits, aSumSaysNothingWhereMostOfItIsNotKnown)
{
    NamedLimit sum{.gpuNs = 79, .limitedNs = 79, .limitNs = 10};
    EXPECT_FALSE(ofMost(sum, 100));
    sum.gpuNs = 80;
    ASSERT_TRUE(ofMost(sum, 100));
    EXPECT_FALSE(ofMost(sum, 100)->share()) << "a fifth and more has rates alone";
    sum.limitedNs = 80;
    EXPECT_EQ(ofMost(sum, 100)->share(), 0.125);
    EXPECT_FALSE(ofMost({}, 0));
}

TEST(Limits, aModuleHasThoseOfAllBelowIt)
{
    TraceText t;
    t.module("Net_0", 1, 0, 100).module("Linear_0", 1, 10, 30).module("Tail_0", 1, 60, 30);
    t.op("aten::mm", 1, 12, 10, bigMm).launch(1, 14, 1).kernel(1, 200, 12, "gemm");
    t.op("aten::mm", 1, 62, 10, bigMm).launch(1, 64, 2).kernel(2, 220, 8, "gemm");
    t.launch(1, 80, 3).kernel(3, 240, 12, "other");
    const auto run = runWith(t, a100);
    const auto built = buildModuleTree(*run, *Attribution::make(*run, Attribution::Mode::All));
    const Limits limits = *limitsOf(*run);
    const std::vector<NamedLimit> sums = limitsByNode(*run, limits, built->tree, built->leaf);
    const auto of = [&](const char *name) {
        const auto &nodes = built->tree.nodes;
        const auto node = std::ranges::find(nodes, name, &ModuleNode::name);
        return std::pair(sums[size_t(node - nodes.begin())], node->totalNs);
    };
    const auto [linear, linearNs] = of("Linear");
    EXPECT_NEAR(linear.flop, 2147483648.0, 0.1);
    EXPECT_TRUE(ofMost(linear, linearNs));
    const auto [tail, tailNs] = of("Tail");
    EXPECT_EQ(tail.gpuNs, 8'000);
    EXPECT_FALSE(ofMost(tail, tailNs)) << "12 of its 20 µs are of a kernel without an operator";
    const auto [net, netNs] = of("Net");
    EXPECT_NEAR(net.flop, 2 * 2147483648.0, 0.1);
    EXPECT_EQ(net.limitedNs, 20'000);
}

TEST(Limits, stepsHaveTheirOwnSums)
{
    TraceText t;
    for (int i = 0; i < 2; ++i) {
        t.annotation("ProfilerStep#" + std::to_string(i), 1, 100 * i, 100);
        t.op("aten::mm", 1, 100 * i + 1, 10, bigMm)
            .launch(1, 100 * i + 2, 2 * i + 1)
            .kernel(2 * i + 1, 100 * i + 20, 50);
        if (i == 1)
            t.launch(1, 150, 4).kernel(4, 171, 20, "other");
    }
    const auto run = runWith(t, a100);
    const Steps steps = *findSteps(*run);
    LimitOptions options;
    options.steps = &steps;
    const Limits limits = *limitsOf(*run, options);
    ASSERT_EQ(limits.steps.size(), 2u);
    EXPECT_NEAR(*limits.steps[0].mfu, 0.06883, 0.0001); // 6883 ns of 100 µs
    EXPECT_NEAR(*limits.steps[0].mbu, 0.03086, 0.0001);
    EXPECT_FALSE(limits.steps[0].isAtLeast);
    EXPECT_TRUE(limits.steps[0].sum.isOfWhole());
    EXPECT_TRUE(limits.steps[1].isAtLeast); // 20 of 70 µs are not covered
    EXPECT_FALSE(limits.steps[1].sum.isOfWhole());
    EXPECT_NEAR(*limits.steps[1].mfu, 0.06883, 0.0001);
}

TEST(Limits, noUtilisationWhereLessThanHalfIsCovered)
{
    TraceText t;
    t.annotation("ProfilerStep#0", 1, 0, 200).op("aten::mm", 1, 1, 10, bigMm).launch(1, 2, 1).kernel(1, 20, 50);
    t.launch(1, 50, 2).kernel(2, 80, 51, "other");
    const auto run = runWith(t, a100);
    const Steps steps = *findSteps(*run);
    LimitOptions options;
    options.steps = &steps;
    const Limits limits = *limitsOf(*run, options);
    EXPECT_FALSE(limits.steps.at(0).mfu);
    EXPECT_TRUE(notesSay(withheldLimits(limits).join(QLatin1Char('\n')).toStdString(), "No MFU"));
}

TEST(Limits, shapesInTheNamesOfRangesAreNoMissingInputs)
{
    const auto notes = [](const char *range) {
        TraceText t;
        t.annotation(range, 1, 0, 20).launch(1, 2, 1).kernel(1, 20, 50);
        return notesOf(t, a100);
    };
    const std::string shapes = notes("aten::bmm, op_id = 22, sizes = [[1, 8, 4], [1, 4, 4]], input_op_ids = [(16,0)]");
    EXPECT_TRUE(notesSay(shapes, "Shapes of operators stand in the names of its NVTX ranges (emit_nvtx)")) << shapes;
    EXPECT_FALSE(notesSay(shapes, "no inputs of operators"));
    EXPECT_TRUE(notesSay(notes("aten::bmm, op_id = 22"), "no inputs of operators")) << "no shapes";
    EXPECT_TRUE(notesSay(notes("step, sizes = [[1]]"), "no inputs of operators"));
}

TEST(Limits, aForwardPassWithinABackwardPassIsComputedAgain)
{
    const std::string addmm = inputsOf("[[4],[2,3],[3,4],[],[]]", "float,float,float,Scalar,Scalar");
    const auto limits = [&](bool isAgain) {
        TraceText t;
        t.op("aten::addmm", 1, 0, 10, addmm).launch(1, 2, 1).kernel(1, 20, 5);
        if (isAgain)
            t.op("autograd::engine::evaluate_function: CheckpointFunctionBackward", 2, 100, 50);
        t.op("aten::addmm", 2, 110, 10, addmm).launch(2, 112, 2).kernel(2, 130, 5);
        return *limitsOf(*runFromJson(t.json()));
    };
    EXPECT_TRUE(limits(true).hasRecomputation);
    EXPECT_FALSE(limits(false).hasRecomputation);
}

TEST(Limits, jsonHoldsIntegersPerCallAndWhatIsWithheld)
{
    TraceText t;
    t.op("aten::mm", 1, 0, 10, bigMm).launch(1, 2, 1).kernel(1, 20, 10).launch(1, 12, 2).kernel(2, 40, 90, "other");
    const auto run = runWith(t, a100);
    const auto limits = std::make_shared<const Limits>(*limitsOf(*run));
    const auto json = limitsJson(*run, limitsReport(run.run, limits), *limits, nullptr);
    EXPECT_EQ(json["rows"][0]["operator"], "aten::mm");
    EXPECT_EQ(json["rows"][0]["shape"], "bf16[1024,1024] bf16[1024,1024]");
    EXPECT_EQ(json["rows"][0]["class"], "gemm");
    EXPECT_TRUE(json["rows"][0]["flop"].is_number_integer());
    EXPECT_EQ(json["rows"][0]["bytes"], 6291456);
    EXPECT_EQ(json["rows"][0]["gpuNs"], 10'000);
    EXPECT_EQ(json["rows"][0]["boundBy"], "compute");
    EXPECT_EQ(json["covered"]["gpuNs"], 10'000);
    EXPECT_EQ(json["covered"]["ofNs"], 100'000);
    EXPECT_EQ(json["sum"]["of"], "covered");
    EXPECT_EQ(json["device"]["peaks"]["bf16"], 312);
    EXPECT_EQ(json["notCovered"][0]["operator"], nullptr);
    EXPECT_EQ(json["withheld"].size(), 2u); // the sum of the run, and the utilisation without steps
}

TEST(Limits, hostileInputsEndInNoRow)
{
    TraceText t;
    const char *args[] = {R"("Input Dims":[[99999999999999999999,3],[3,4]],"Input type":["float","float"])",
                          R"("Input Dims":"x","Input type":7)",
                          R"("Input Dims":[[[[2]]],[]],"Input type":["float","float"])"};
    for (int i = 0; i < 3; ++i)
        t.op("aten::mm", 1, 20 * i, 10, args[i]).launch(1, 20 * i + 2, i + 1).kernel(i + 1, 500 + 20 * i, 1);
    EXPECT_EQ(limitRowsOf(t), Rows{"covered 0 of 3"});
}
