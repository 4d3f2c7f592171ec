#include "core/analysis/compare/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ws {
namespace {

SampleStats statsOf(std::vector<int64_t> values)
{
    return sampleStats(values);
}

/// `count` durations around `mean` with 8 % jitter.
std::vector<int64_t> jittered(std::mt19937_64 &random, size_t count, double mean = 100'000)
{
    std::normal_distribution<double> jitter(mean, 0.08 * mean);
    std::vector<int64_t> values;
    while (values.size() < count)
        values.push_back(std::llround(jitter(random)));
    return values;
}

TEST(CompareStatistics, quantilesLieBetweenTheSamples)
{
    const SampleStats stats = statsOf({40, 10, 30, 20});
    EXPECT_EQ(stats.medianNs, 25);
    EXPECT_EQ(stats.p25Ns, 15);
    EXPECT_EQ(stats.p75Ns, 35);
    EXPECT_EQ(stats.minNs, 10);
    EXPECT_EQ(stats.maxNs, 40);
    EXPECT_DOUBLE_EQ(stats.meanNs, 25);
    EXPECT_DOUBLE_EQ(stats.errorNs, 0.93 * 20 / 2);
}

TEST(CompareStatistics, equalTimesHaveTheErrorOfTheClock)
{
    std::vector<int64_t> values(100, 5000);
    EXPECT_DOUBLE_EQ(sampleStats(values, 1000).errorNs, 0.93 * 1000 / 10);
    EXPECT_DOUBLE_EQ(sampleStats(values, 1).errorNs, 0.93 / 10);
}

TEST(CompareStatistics, devicesThatRunInStepAreNoIndependentSamples)
{
    std::vector<int64_t> values{10, 20, 30, 40, 10, 20, 30, 40};
    EXPECT_GT(sampleStats(values, 1, 4).errorNs, sampleStats(values, 1, 8).errorNs);
    EXPECT_EQ(sampleStats(values, 1, 4).count, 4u);
}

TEST(CompareStatistics, nothingIsSaidOfSevenSamples)
{
    const SampleStats seven = statsOf({1, 1, 1, 1, 1, 1, 1}), eight = statsOf({9, 9, 9, 9, 9, 9, 9, 9});
    EXPECT_TRUE(difference(seven, eight).tooFew);
    EXPECT_FALSE(difference(seven, eight).outsideNoise);
    EXPECT_TRUE(difference(statsOf({1, 1, 1, 1, 1, 1, 1, 1}), eight).outsideNoise);
}

TEST(CompareStatistics, theThresholdIsFourAndAHalfErrors)
{
    SampleStats a = statsOf({1000}), b = a;
    a.count = b.count = 100;
    a.errorNs = 3;
    b.errorNs = 4;
    b.medianNs = 1022;
    EXPECT_DOUBLE_EQ(difference(a, b).noiseNs, 22.5);
    EXPECT_FALSE(difference(a, b).outsideNoise);
    b.medianNs = 1023;
    EXPECT_TRUE(difference(a, b).outsideNoise);
    EXPECT_DOUBLE_EQ(difference(b, a).deltaNs, -23);
    EXPECT_TRUE(difference(b, a).outsideNoise);
}

TEST(CompareStatistics, manyTestsAndFewSamplesRaiseTheThreshold)
{
    EXPECT_DOUBLE_EQ(noiseFactor(20, 20, 1), 4.5);
    EXPECT_DOUBLE_EQ(noiseFactor(1000, 1000, 10), 4.5);
    EXPECT_GT(noiseFactor(20, 20, 500), 6);
    EXPECT_GT(noiseFactor(200, 200, 500), 4.5);
    EXPECT_LT(noiseFactor(200, 200, 500), 5);
}

TEST(CompareStatistics, ofManyRowsOfNoiseHardlyAnyCounts)
{
    std::mt19937_64 random(1);
    for (const size_t samples : {8, 20, 200}) {
        int wrong = 0;
        for (int row = 0; row < 20'000; ++row)
            wrong +=
                difference(statsOf(jittered(random, samples)), statsOf(jittered(random, samples)), 500).outsideNoise;
        EXPECT_LE(wrong, 2) << samples; // 40 tables of 500 rows
    }
}

TEST(CompareStatistics, sevenPercentAreFoundBehindEightPercentOfJitter)
{
    std::mt19937_64 random(2);
    int missed = 0;
    for (int row = 0; row < 2000; ++row)
        missed +=
            !difference(statsOf(jittered(random, 200)), statsOf(jittered(random, 200, 107'000)), 500).outsideNoise;
    EXPECT_LE(missed, 2000 * 5 / 100);
}

TEST(CompareStatistics, unitsMayDifferByRanksWhereAFewLongOnesHideIt)
{
    // Nearly every unit is longer, but the upper half of them by far.
    const std::vector<int64_t> a{165, 166, 166, 167, 165, 166, 168, 167, 166, 165, 179, 180, 166, 167, 165, 166};
    const std::vector<int64_t> b{179, 181, 182, 181, 180, 186, 189, 191, 199, 200, 211, 216, 219, 276};
    SampleStats statsA = statsOf(a), statsB = statsOf(b);
    EXPECT_FALSE(difference(statsA, statsB).outsideNoise);
    const Difference units = differenceOfUnits(statsA, statsB, a, b);
    EXPECT_TRUE(units.outsideNoise);
    EXPECT_TRUE(units.byRanks);
    EXPECT_GT(*units.superiority, 0.95);
    EXPECT_NEAR(*differenceOfUnits(statsB, statsA, b, a).superiority, 1 - *units.superiority, 1e-12);
}

TEST(CompareStatistics, ranksSayNothingWhereHalfOfTheUnitsAreShorter)
{
    std::vector<int64_t> a, b;
    for (int64_t k = 0; k < 40; ++k) {
        a.push_back(1000 + k);
        b.push_back(k % 2 ? 1000 + k : 1020 + k);
    }
    const Difference units = differenceOfUnits(statsOf(a), statsOf(b), a, b);
    EXPECT_FALSE(units.outsideNoise);
}

TEST(CompareStatistics, unitsOfNoiseAreNeutral)
{
    std::mt19937_64 random(3);
    int wrong = 0;
    for (int pair = 0; pair < 2000; ++pair) {
        const std::vector<int64_t> a = jittered(random, 15), b = jittered(random, 17);
        wrong += differenceOfUnits(statsOf(a), statsOf(b), a, b).outsideNoise;
    }
    EXPECT_LE(wrong, 10);
}

} // namespace
} // namespace ws
