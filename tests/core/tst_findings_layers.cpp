#include "tests/core/findingfixture.h"

#include <gtest/gtest.h>

namespace ws {
namespace {

using namespace test;

/// Ten layers of three kernels in one step, 300 µs each: the kernel `name` of layer `k` lasts `dur(k, name)`.
template <class Duration> FindingTrace layersOf(Duration dur, int grids = 0, int layers = 10)
{
    FindingTrace trace;
    trace.step(0, 1000);
    int at = 2000;
    for (int k = 0; k < layers; ++k)
        for (const char *name : {"qkv", "attn", "mlp"}) {
            const nlohmann::json args =
                grids ? nlohmann::json{{"grid", {k < grids ? 8 : 1, 1, 1}}, {"block", {32, 1, 1}}} : nlohmann::json();
            trace.work(name, at, dur(k, name), 10 + k, args);
            at += dur(k, name);
        }
    return trace;
}

const auto third = [](int k, std::string_view name) { return k == 3 && name == "attn" ? 600 : 100; };

TEST(FindOutlierLayers, areThoseThatComputeLongerThanOthersWithTheSameKernels)
{
    const FoundFindings found(layersOf(third));
    const Finding *finding = found.find("outlier-layers");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->kind, FindingKind::Note);
    EXPECT_EQ(finding->count, 1U);
    EXPECT_EQ(finding->of, 10U);
    EXPECT_EQ(finding->name, "3");
    EXPECT_EQ(finding->ns, 500'000);
    EXPECT_EQ(finding->medianNs, 300'000);
    EXPECT_EQ(finding->maxNs, 800'000);
    EXPECT_DOUBLE_EQ(finding->share, 500.0 / 3500.0);
    EXPECT_EQ(finding->winNs, 0);
    ASSERT_EQ(finding->places.size(), 1U);
    EXPECT_EQ(found.run->timeline.start(finding->places[0].slice), finding->places[0].range.begin);
    EXPECT_EQ(finding->places[0].range.length(), 800'000);
}

TEST(FindOutlierLayers, theGravestComesFirst)
{
    const FoundFindings found(layersOf([](int k, std::string_view name) {
        return name != "mlp" ? 100 : k == 0 ? 400 : k == 7 ? 900 : 100;
    }));
    const Finding *finding = found.find("outlier-layers");
    ASSERT_TRUE(finding) << found.ids();
    EXPECT_EQ(finding->name, "7, 0");
    EXPECT_EQ(finding->ns, 1'100'000);
}

TEST(FindOutlierLayers, areSilentBelowTheThresholds)
{
    const auto is = [](const FindingTrace &trace) { return FoundFindings(trace).find("outlier-layers") != nullptr; };
    EXPECT_FALSE(is(layersOf([](int, std::string_view) { return 100; })));
    EXPECT_FALSE(is(layersOf([](int k, std::string_view name) { return k == 3 && name == "attn" ? 240 : 100; })))
        << "1.47 times the median";
    EXPECT_FALSE(is(layersOf([](int k, std::string_view) { return k < 3 ? 300 : 100; }))) << "three of ten are slow";
    EXPECT_FALSE(is(layersOf(third, 0, 7))) << "seven are few";
    EXPECT_FALSE(is(layersOf([](int k, std::string_view name) {
                        return name == "mlp" ? 20000 : k == 3 ? 16000 : 100;
                    }) //
                        .work("head", 300000, 4000000, 50)))
        << "less than 2 % of the step";
}

TEST(FindOutlierLayers, areSilentForLayersOfAnotherKind)
{
    EXPECT_FALSE(FoundFindings(layersOf([](int k, std::string_view) { return k == 0 ? 400 : 100; }, 1)) //
                     .find("outlier-layers"))
        << "the first one has larger grids";
    EXPECT_TRUE(FoundFindings(layersOf([](int k, std::string_view) { return k == 0 ? 400 : 100; }, 10)) //
                    .find("outlier-layers"));
    FindingTrace other; // the last layer has a kernel of its own
    other.step(0, 1000);
    for (int k = 0; k < 10; ++k)
        for (const char *name : {"qkv", k == 9 ? "attn_last" : "attn", "mlp"})
            other.work(name,
                       2000 + 300 * k +
                           (name[0] == 'q'   ? 0
                            : name[0] == 'a' ? 100
                                             : 200),
                       k == 9 && name[0] == 'm' ? 900 : 100, 10);
    EXPECT_FALSE(FoundFindings(other).find("outlier-layers"));
}

TEST(FindOutlierLayers, areSilentForCommunicationThatWaits)
{
    const auto trace = [](const char *name) {
        FindingTrace all;
        all.step(0, 1000);
        int at = 2000;
        for (int k = 0; k < 10; ++k)
            for (const std::string each : {"qkv", name, "mlp"}) {
                const int dur = k == 3 && each == name ? 900 : 100;
                all.work(each, at, dur, 10);
                at += dur;
            }
        return all;
    };
    EXPECT_FALSE(FoundFindings(trace("ncclDevKernel_AllReduce_Sum_bf16_RING_LL")).find("outlier-layers"));
    EXPECT_TRUE(FoundFindings(trace("attn")).find("outlier-layers"));
}

} // namespace
} // namespace ws
