// Findings that hold work against the device's limit.

#include "core/report/findingtexts.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

const nlohmann::json knownDevice{{"id", 0}, {"name", "NVIDIA A100-SXM4-80GB"}, {"numSms", 108}};
const nlohmann::json otherDevice{{"id", 0}, {"name", "NVIDIA GeForce RTX 5090"}, {"numSms", 170}};

/// 2³¹ FLOP: at 312 TFLOP/s 6.9 µs.
const nlohmann::json squares = {{"Input Dims", {{1024, 1024}, {1024, 1024}}},
                                {"Input type", {"c10::BFloat16", "c10::BFloat16"}}};
/// 32 MiB of weights for 8 rows: at 2039 GB/s 16.6 µs; 268 MFLOP: 0.9 µs.
const nlohmann::json skinny = {{"Input Dims", {{8, 4096}, {4096, 4096}}},
                               {"Input type", {"c10::BFloat16", "c10::BFloat16"}}};
nlohmann::json typed(const char *type)
{
    return {{"Input Dims", {{1024, 1024}, {1024, 1024}}}, {"Input type", {type, type}}};
}

/// A step of `count` products of `dur` each, with nothing between, each launched long before.
struct Products
{
    FindingTrace trace;
    int at = 1000, launch = 10;

    explicit Products(const nlohmann::json &device) { trace.device(device).step(0, 900); }
    Products &add(int count, int dur, const nlohmann::json &inputs, const std::string &kernel = "gemm_bf16",
                  const nlohmann::json &args = nlohmann::json::object())
    {
        for (int i = 0; i < count; ++i, at += dur, launch += 10) {
            trace.slice("cpu_op", "aten::mm", launch - 2, 5, 1, inputs);
            trace.work(kernel, at, dur, launch, args);
        }
        return *this;
    }
    FoundFindings found() const { return FoundFindings(trace); }
};

} // namespace

TEST(FindLimits, oneKernelSaysWhatItWouldTakeAtTheLimit)
{
    const auto found = [](int dur, const nlohmann::json &device) {
        return Products(device).add(12, dur, squares).found();
    };
    const FoundFindings half = found(14, knownDevice);
    const Finding *finding = half.find("one-kernel");
    ASSERT_TRUE(finding) << half.ids();
    EXPECT_NEAR(finding->ofLimit, 0.4916, 0.001);
    EXPECT_NEAR(double(finding->winNs), 168'000 * (1 - 0.4916), 200);
    EXPECT_TRUE(findingText(*finding, {*half.run}).contains(QStringLiteral("49.2")));
    EXPECT_FALSE(found(7, knownDevice).find("one-kernel")) << "98 % of the limit";
    const FoundFindings unknown = found(7, otherDevice);
    ASSERT_TRUE(unknown.find("one-kernel"));
    EXPECT_EQ(unknown.find("one-kernel")->winNs, 84'000);
    EXPECT_EQ(unknown.find("one-kernel")->ofLimit, 0);
    const FoundFindings impossible = found(5, knownDevice); // 138 %: nothing is concluded from it
    ASSERT_TRUE(impossible.find("one-kernel"));
    EXPECT_EQ(impossible.find("one-kernel")->ofLimit, 0);
}

TEST(FindLimits, farFromTheLimitAreLongCallsWithAKnownLimit)
{
    const auto found = [](int count, int dur, const nlohmann::json &device, const char *kernel = "gemm_bf16",
                          const nlohmann::json &inputs = squares) {
        return Products(device).add(count, dur, inputs, kernel).found();
    };
    const FoundFindings far = found(12, 20, knownDevice);
    const Finding *finding = far.find("far-from-limit");
    ASSERT_TRUE(finding) << far.ids();
    EXPECT_EQ(finding->name, "aten::mm");
    EXPECT_EQ(finding->shape, "bf16[1024,1024] bf16[1024,1024]");
    EXPECT_EQ(finding->count, 12U);
    EXPECT_NEAR(finding->ofLimit, 0.344, 0.001);
    EXPECT_NEAR(finding->rate, 107.4, 0.1);
    EXPECT_NEAR(double(finding->winNs), 240'000 * (1 - 0.344), 200);
    EXPECT_FALSE(found(12, 17, knownDevice).find("far-from-limit")) << "40.5 % of the limit";
    EXPECT_FALSE(found(12, 20, otherDevice).find("far-from-limit")) << "of an unknown device";
    EXPECT_FALSE(found(1, 20, knownDevice, "gemm_f32", typed("float")).find("far-from-limit"))
        << "the arithmetic is not known";
}

TEST(FindLimits, shortOrSmallPartsAreNotFarFromTheLimit)
{
    const nlohmann::json tiny = {{"Input Dims", {{64, 64}, {64, 64}}},
                                 {"Input type", {"c10::BFloat16", "c10::BFloat16"}}};
    EXPECT_FALSE(Products(knownDevice).add(20, 9, tiny).found().find("far-from-limit")) << "a call of 9 µs";
    EXPECT_TRUE(Products(knownDevice).add(20, 11, tiny).found().find("far-from-limit"));
    EXPECT_FALSE(Products(knownDevice).add(1, 20, squares).add(60, 40, {}, "other").found().find("far-from-limit"))
        << "less than 5 % of the unit";
}

TEST(FindLimits, skinnyProductsAreBoundByTheirWeights)
{
    const FoundFindings found = Products(knownDevice).add(12, 20, skinny).found();
    const Finding *finding = found.find("skinny-products");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->shape, "bf16[8,4096] bf16[4096,4096]");
    EXPECT_NEAR(finding->ofLimit, 0.826, 0.001); // 33,685,504 bytes: 16.52 µs
    const auto advice = [](const FoundFindings &of) {
        return findingAdvice(*of.find("skinny-products"), {*of.run, BudgetOf::Step});
    };
    EXPECT_TRUE(advice(found).contains(QStringLiteral("larger batch")));
    const auto shaped = [&](const nlohmann::json &dims) {
        return Products(knownDevice)
            .add(12, 20, {{"Input Dims", dims}, {"Input type", {"c10::BFloat16", "c10::BFloat16"}}})
            .found();
    };
    const FoundFindings rows = shaped({{65'536, 128}, {128, 64}}); // 25 MB of rows, 16 kB of weights
    ASSERT_TRUE(rows.find("skinny-products")) << rows.ids();
    EXPECT_FALSE(advice(rows).contains(QStringLiteral("batch"))) << "the weights are not what is read";
    EXPECT_FALSE(Products(knownDevice).add(12, 17, skinny).found().find("skinny-products")) << "97 % of the limit";
    EXPECT_FALSE(Products(knownDevice).add(12, 20, squares).found().find("skinny-products"));
    EXPECT_FALSE(Products(otherDevice).add(12, 20, skinny).found().find("skinny-products"));
    EXPECT_FALSE(Products(knownDevice).add(1, 20, skinny).add(12, 40, squares).found().find("skinny-products"))
        << "4 % of the unit";
}

TEST(FindLimits, aSlowerTypeBesideAFasterOne)
{
    const auto found = [](int fast, const char *slowType, const char *slowKernel,
                          const nlohmann::json &device = knownDevice) {
        return Products(device).add(fast, 20, squares).add(4, 40, typed(slowType), slowKernel).found();
    };
    const FoundFindings mixed = found(12, "float", "gemm_tf32f32");
    const Finding *finding = mixed.find("slower-type");
    ASSERT_TRUE(finding) << mixed.ids();
    EXPECT_EQ(finding->built, "tf32");
    EXPECT_EQ(finding->architecture, "bf16");
    EXPECT_EQ(finding->count, 4U);
    EXPECT_NEAR(double(finding->winNs), 160'000 - 4 * 6'883, 100);
    EXPECT_FALSE(found(4, "float", "gemm_tf32f32").find("slower-type")) << "most products have it";
    EXPECT_FALSE(found(12, "c10::Half", "gemm_f16").find("slower-type")) << "as fast";
    EXPECT_FALSE(found(12, "float", "gemm").find("slower-type")) << "the arithmetic is not known";
    EXPECT_FALSE(found(12, "float", "gemm_tf32f32", otherDevice).find("slower-type"));
}

TEST(FindLimits, aSmallGridWinsWhatTheLimitLeaves)
{
    const nlohmann::json few = {{"blocks per SM", 0.25}};
    const auto found = [&](int dur) { return Products(knownDevice).add(12, dur, squares, "gemm_bf16", few).found(); };
    const FoundFindings slow = found(11); // 62.6 %: 37 % at most, less than the three quarters that idle
    ASSERT_TRUE(slow.find("small-grid")) << slow.ids();
    EXPECT_NEAR(double(slow.find("small-grid")->winNs), 132'000 * (1 - 0.6257), 300);
    const FoundFindings slower = found(30);
    ASSERT_TRUE(slower.find("small-grid"));
    EXPECT_EQ(slower.find("small-grid")->winNs, 270'000) << "three quarters of the multiprocessors idle";
}
