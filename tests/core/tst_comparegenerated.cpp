// Pairs of generated recordings: with a planted slowdown it is found, without one nothing is.

#include "tests/core/comparefixture.h"
#include "tests/support/repetitions.h"

#include <cmath>

namespace ws::test {
namespace {

constexpr int kernels = 500;
constexpr int units = 200;
constexpr int runsOfNoise = isSanitized ? 5 : 15; // 105 pairs
constexpr int plantedRuns = isSanitized ? 2 : 7;  // against 15: 105 pairs

/// A step of 500 different kernels, of 5 to 150 µs, with 8 % jitter.
Recording workload(uint64_t seed, int count, int slowKernel = -1, double by = 1)
{
    std::mt19937_64 random(seed);
    std::normal_distribution<double> jitter(1, 0.08);
    Recording recording;
    for (int unit = 0; unit < count; ++unit) {
        for (int k = 0; k < kernels; ++k) {
            const double ns = 5000 * std::pow(30.0, double(k * 7919 % kernels) / kernels);
            const double factor = std::max(0.5, jitter(random)) * (k == slowKernel ? by : 1);
            recording.kernel("layer" + std::to_string(k / 20) + "_kernel" + std::to_string(k),
                             std::llround(ns * factor));
        }
        recording.pause(50'000);
    }
    return recording;
}

std::shared_ptr<const ComparedRun> workloadRun(uint64_t seed, int count = units, int slowKernel = -1, double by = 1)
{
    return workload(seed, count, slowKernel, by).run("run" + std::to_string(seed));
}

const std::vector<std::shared_ptr<const ComparedRun>> &noiseRuns()
{
    static const std::vector<std::shared_ptr<const ComparedRun>> runs = [] {
        std::vector<std::shared_ptr<const ComparedRun>> made;
        for (int k = 0; k < runsOfNoise; ++k)
            made.push_back(workloadRun(100 + uint64_t(k)));
        return made;
    }();
    return runs;
}

bool showsAnything(const ComparedPair &pair)
{
    return pair.comparison.verdict != Verdict::Neutral || !pair.comparison.explanation.readings.empty() ||
           std::any_of(pair.kernels.rows.begin(), pair.kernels.rows.end(), [](const DiffRow &row) {
               return row.notable || row.call.outsideNoise || row.status != DiffRow::Same;
           });
}

} // namespace

TEST(CompareGenerated, ofHundredPairsOfNoiseAtMostOneShowsAnything)
{
    int pairs = 0, wrong = 0;
    for (size_t a = 0; a < noiseRuns().size(); ++a)
        for (size_t b = a + 1; b < noiseRuns().size(); ++b, ++pairs)
            wrong += showsAnything(compared(noiseRuns()[a], noiseRuns()[b]));
    EXPECT_EQ(pairs, runsOfNoise * (runsOfNoise - 1) / 2);
    EXPECT_LE(wrong, pairs / 100);
}

TEST(CompareGenerated, ofHundredPlantedSlowdownsAtMostFiveAreMissed)
{
    int pairs = 0, missed = 0, alone = 0;
    for (int k = 0; k < plantedRuns; ++k) {
        const int slow = 31 + 67 * k;
        const auto b = workloadRun(900 + uint64_t(k), units, slow, 1.07);
        for (const auto &a : noiseRuns()) {
            const ComparedPair pair = compared(a, b);
            const DiffRow &first = pair.kernels.rows.front();
            const bool found = first.call.outsideNoise && first.status == DiffRow::Slower &&
                               first.key.ends_with("_kernel" + std::to_string(slow));
            missed += !found;
            alone += found && !pair.kernels.rows[1].call.outsideNoise;
            ++pairs;
        }
    }
    EXPECT_EQ(pairs, plantedRuns * runsOfNoise);
    EXPECT_LE(missed, pairs / 20);
    EXPECT_GE(alone, pairs - missed - 2);
}

TEST(CompareGenerated, aSlowerUnitIsSlowerBeyondTheNoise)
{
    std::mt19937_64 random(7);
    std::normal_distribution<double> jitter(1, 0.02);
    const auto run = [&](double by) {
        Recording recording;
        for (int unit = 0; unit < 30; ++unit) {
            recording.kernel("embed", std::llround(20'000 * jitter(random)));
            for (int layer = 0; layer < 6; ++layer)
                recording.kernel("attention", std::llround(by * 50'000 * jitter(random)))
                    .kernel("mlp", std::llround(80'000 * jitter(random)));
            recording.kernel("head", 30'000).pause(10'000);
        }
        return recording.run();
    };
    const ComparedPair pair = compared(run(1), run(1.3));
    EXPECT_EQ(pair.comparison.verdict, Verdict::Slower);
    EXPECT_NEAR(*pair.comparison.change(), 90.0 / 840, 0.02);
    EXPECT_EQ(pair.kernels.rows.front().key, "attention");
    EXPECT_TRUE(hasReading(pair.comparison, "kernel"));
    EXPECT_FALSE(hasReading(pair.comparison, "all-slower"));
    EXPECT_EQ(partsOf(pair.comparison.explanation.delta), pair.comparison.explanation.delta.wallNs);
    EXPECT_EQ(compared(pair.b, pair.a).comparison.verdict, Verdict::Faster);
}

TEST(CompareGenerated, recordingsOfOneWorkloadWithOtherLengthsAreNeutral)
{
    const auto shorter = workloadRun(11, 60), longer = workloadRun(12, 160);
    const ComparedPair pair = compared(shorter, longer);
    EXPECT_EQ(pair.comparison.verdict, Verdict::Neutral) << pair.comparison.headline.toStdString();
    EXPECT_FALSE(showsAnything(pair));
}

TEST(CompareGenerated, windowsCutAtRandomAreNeutral)
{
    const Recording recording = workload(13, 120);
    std::mt19937_64 random(14);
    const int64_t all = recording.now();
    for (int pair = 0; pair < 4; ++pair) {
        const auto cut = [&] {
            const auto from = int64_t(random() % uint64_t(all / 3));
            return recording.between(from, from + all / 2, "cut");
        };
        const auto a = cut(), b = cut();
        const ComparedPair found = compared(a, b);
        EXPECT_EQ(found.comparison.verdict, Verdict::Neutral) << found.comparison.headline.toStdString();
        EXPECT_FALSE(showsAnything(found));
    }
}

} // namespace ws::test
