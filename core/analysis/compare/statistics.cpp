#include "core/analysis/compare/statistics.h"

#include "core/base/quantiles.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ws {
namespace {

constexpr double leastFactor = 4.5;
constexpr double familyError = 0.005;     ///< probability that any of the tests is wrong
constexpr double spreadEfficiency = 0.37; ///< what an interquartile range tells of the spread, of n samples
constexpr double leastSuperiority = 0.8, leastRankDeviations = 3;

/// Upper quantile of the normal distribution (Abramowitz and Stegun 26.2.23; error below 0.0005).
double normalQuantile(double p)
{
    const double t = std::sqrt(-2 * std::log(p));
    return t -
           (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
}

/// Of Student's t, from the normal one by Hill's expansion; good to some percent beyond 3 degrees of freedom.
double studentQuantile(double p, double freedom)
{
    const double z = normalQuantile(p), z2 = z * z;
    const double f = std::max(freedom, 3.0);
    const double g1 = (z2 + 1) * z / 4, g2 = ((5 * z2 + 16) * z2 + 3) * z / 96,
                 g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
    return z + g1 / f + g2 / (f * f) + g3 / (f * f * f);
}

} // namespace

SampleStats sampleStats(std::span<int64_t> values, int64_t clockNs, uint64_t independent)
{
    SampleStats stats;
    stats.count = independent ? independent : values.size();
    if (values.empty())
        return stats;
    double sum = 0;
    stats.minNs = stats.maxNs = values.front();
    for (const int64_t value : values) {
        sum += double(value);
        stats.minNs = std::min(stats.minNs, value);
        stats.maxNs = std::max(stats.maxNs, value);
    }
    stats.meanNs = sum / double(values.size());
    stats.medianNs = ws::medianNs(values);
    stats.p25Ns = percentileNs(values, 25);
    stats.p75Ns = percentileNs(values, 75);
    stats.errorNs =
        0.93 * std::max(double(stats.p75Ns) - double(stats.p25Ns), double(clockNs)) / std::sqrt(double(stats.count));
    return stats;
}

double noiseFactor(uint64_t countA, uint64_t countB, uint64_t tests)
{
    if (tests < 2)
        return leastFactor;
    const double freedom = spreadEfficiency * double(std::max<uint64_t>(countA + countB, 2) - 2);
    return std::max(leastFactor, studentQuantile(familyError / 2 / double(tests), freedom));
}

Difference difference(const SampleStats &a, const SampleStats &b, uint64_t tests)
{
    Difference result;
    result.deltaNs = double(b.medianNs) - double(a.medianNs);
    result.tooFew = a.count < fewestSamples || b.count < fewestSamples;
    result.noiseNs = noiseFactor(a.count, b.count, tests) * std::hypot(a.errorNs, b.errorNs);
    result.outsideNoise = !result.tooFew && std::abs(result.deltaNs) > result.noiseNs &&
                          std::abs(result.deltaNs) > leastChange * double(std::min(a.medianNs, b.medianNs));
    return result;
}

Difference differenceOfUnits(const SampleStats &a, const SampleStats &b, std::span<const int64_t> valuesA,
                             std::span<const int64_t> valuesB)
{
    Difference result = difference(a, b);
    if (valuesA.empty() || valuesB.empty())
        return result;
    std::vector<int64_t> sorted(valuesA.begin(), valuesA.end());
    std::sort(sorted.begin(), sorted.end());
    double wins = 0;
    for (const int64_t value : valuesB) {
        const auto [from, to] = std::equal_range(sorted.begin(), sorted.end(), value);
        wins += double(from - sorted.begin()) + double(to - from) / 2;
    }
    result.superiority = wins / (double(valuesA.size()) * double(valuesB.size()));
    if (result.tooFew || result.outsideNoise)
        return result;
    const double nA = double(a.count), nB = double(b.count);
    const double deviations = (*result.superiority - 0.5) * std::sqrt(12 * nA * nB / (nA + nB + 1));
    const double sure = std::max(*result.superiority, 1 - *result.superiority);
    result.byRanks = sure >= leastSuperiority && std::abs(deviations) >= leastRankDeviations &&
                     (deviations > 0) == (result.deltaNs > 0) && result.deltaNs != 0 &&
                     std::abs(result.deltaNs) > leastChange * double(std::min(a.medianNs, b.medianNs));
    result.outsideNoise = result.byRanks;
    return result;
}

} // namespace ws
