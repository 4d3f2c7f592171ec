#include "core/report/overviewreport.h"
#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

using namespace test;

const nlohmann::json onOther{{"device", 1}};

/// A step of 1 ms on two devices; what else the other one does is up to the test.
FindingTrace twoDevices()
{
    return FindingTrace().step(0, 1000).work("gemm", 200, 1000, 10);
}

std::string textsOf(const Overview &overview)
{
    std::string all;
    for (const OverviewFinding &shown : overview.findings)
        all += shown.text.toStdString() + '\n' + shown.advice.toStdString() + '\n';
    return all;
}

TEST(FindingsOfDevices, anotherDevicesFindingSaysWhichDevice)
{
    const Overview overview =
        overviewOf(twoDevices().work("gemm", 200, 700, 20, onOther).work(pageableCopy, 900, 300, 21, onOther));
    ASSERT_EQ(overview.bars.size(), 2U);
    ASSERT_EQ(overview.findings.size(), 1U);
    const OverviewFinding &shown = overview.findings[0];
    EXPECT_EQ(shown.finding.id, "exposed-copies");
    EXPECT_EQ(shown.finding.device, 1U);
    EXPECT_EQ(shown.finding.ns, 300'000);
    EXPECT_DOUBLE_EQ(shown.finding.share, 0.3) << "of that device's step";
    EXPECT_EQ(shown.device, QStringLiteral("GPU 1"));
    EXPECT_TRUE(shown.text.startsWith(QStringLiteral("GPU 1: "))) << shown.text.toStdString();
    EXPECT_TRUE(overview.nothing.isEmpty());
}

TEST(FindingsOfDevices, aMatterOfSeveralDevicesIsOneFinding)
{
    const Overview overview = overviewOf(FindingTrace()
                                             .step(0, 1000)
                                             .work("gemm", 200, 800, 10)
                                             .work(pageableCopy, 1000, 200, 11)
                                             .work("gemm", 200, 700, 20, onOther)
                                             .work(pageableCopy, 900, 300, 21, onOther));
    ASSERT_EQ(overview.findings.size(), 1U) << textsOf(overview);
    const OverviewFinding &shown = overview.findings[0];
    EXPECT_EQ(shown.finding.device, 0U);
    EXPECT_EQ(shown.finding.ns, 200'000);
    EXPECT_TRUE(shown.device.isEmpty());
    ASSERT_EQ(shown.others.size(), 1U);
    EXPECT_EQ(shown.others[0].device, QStringLiteral("GPU 1"));
    EXPECT_EQ(shown.others[0].ns, 300'000);
    EXPECT_TRUE(shown.text.contains(QStringLiteral("Also on GPU 1"))) << shown.text.toStdString();
}

TEST(FindingsOfDevices, manyDevicesAreCounted)
{
    FindingTrace trace = FindingTrace().step(0, 1000).work("gemm", 200, 800, 10).work(pageableCopy, 1000, 200, 11);
    for (int device = 1; device < 6; ++device) {
        const nlohmann::json on{{"device", device}};
        trace.work("gemm", 200, 800 - 10 * device, 20 + device, on);
        trace.work(pageableCopy, 1000 - 10 * device, 200 + 10 * device, 30 + device, on);
    }
    const Overview overview = overviewOf(trace);
    ASSERT_EQ(overview.findings.size(), 1U) << textsOf(overview);
    EXPECT_EQ(overview.findings[0].others.size(), 5U);
    EXPECT_TRUE(overview.findings[0].text.contains(QStringLiteral("Also on 5 other devices"))) << textsOf(overview);
    EXPECT_EQ(overviewJson(overview)["findings"][0]["otherDevices"].size(), 5U);
}

TEST(FindingsOfDevices, otherCallsAndKernelsAreOtherMatters)
{
    FindingTrace trace = FindingTrace().step(0, 1000);
    for (int i = 0; i < 10; ++i) {
        trace.work("gemm_a", 2000 + 100 * i, 100, 10 + i);
        trace.work("gemm_b", 2000 + 100 * i, 100, 30 + i, onOther);
    }
    const Overview overview = overviewOf(trace);
    ASSERT_EQ(overview.findings.size(), 2U) << textsOf(overview);
    EXPECT_EQ(overview.findings[0].finding.name, "gemm_a");
    EXPECT_EQ(overview.findings[1].finding.name, "gemm_b");
    EXPECT_TRUE(overview.findings[1].text.startsWith(QStringLiteral("GPU 1: ")));
}

TEST(FindingsOfDevices, areSilentWhereTheDeviceHasNoUnitOrNothingToWin)
{
    const Overview noUnit = overviewOf(twoDevices().work(pageableCopy, 900, 300, -1, onOther));
    EXPECT_TRUE(noUnit.findings.empty()) << "not launched in a step: " << textsOf(noUnit);
    const Overview hidden = overviewOf(twoDevices()
                                           .work(pageableCopy, 200, 300, 20, onOther)
                                           .work("gemm", 1100, 10, 1090, onOther) // late: the copy wins nothing
                                           .slice("cuda_runtime", "cudaStreamSynchronize", 1150, 5));
    for (const OverviewFinding &shown : hidden.findings)
        EXPECT_NE(shown.finding.id, "exposed-copies") << textsOf(hidden);
}

TEST(FindingsOfDevices, oneDeviceIsNeverSaidToWaitForAnother)
{
    const char *reduce = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL";
    const Overview overview = overviewOf(FindingTrace()
                                             .step(0, 1000)
                                             .work("gemm", 200, 900, 10)
                                             .work(reduce, 1100, 100, 11)
                                             .work("gemm", 200, 400, 20, onOther)
                                             .work(reduce, 600, 600, 21, onOther));
    ASSERT_FALSE(overview.findings.empty());
    EXPECT_EQ(overview.findings[0].finding.id, "exposed-communication");
    const std::string texts = textsOf(overview);
    EXPECT_EQ(texts.find("waits for GPU"), std::string::npos);
    EXPECT_NE(texts.find("of calls that belong together"), std::string::npos) << texts;
}

} // namespace
} // namespace ws
