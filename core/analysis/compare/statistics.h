#pragma once
// When a difference counts. Durations of kernels and steps are skewed, with outliers that mean something else than a
// shifted median, so medians are compared: their error is s = 0.93·(p75 − p25)/√n, as for a normal distribution, and a
// difference counts beyond 4.5·√(sA² + sB²). Where many rows are tested at once, or where few samples make the spread
// itself uncertain, the factor is larger (noiseFactor). Rejected: a t-test of means (one outlier of a hundred
// decides it), percentages alone.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ws {

/// Of the median; smaller changes concern nobody.
constexpr double leastChange = 0.003;

constexpr uint64_t fewestSamples = 8; ///< of fewer nothing is said

struct SampleStats
{
    uint64_t count = 0;                         ///< independent samples, for the error
    int64_t medianNs = 0, p25Ns = 0, p75Ns = 0; ///< as core/base/quantiles.h has them
    int64_t minNs = 0, maxNs = 0;
    double meanNs = 0;
    double errorNs = 0; ///< of the median
};

/// Changes the order of `values`. `clockNs`: the resolution of the recording's times; the spread is at least that.
/// `independent`: number of independent samples among the values; 0: all. O(n).
SampleStats sampleStats(std::span<int64_t> values, int64_t clockNs = 1, uint64_t independent = 0);

struct Difference
{
    double deltaNs = 0; ///< of the medians, B − A
    double noiseNs = 0; ///< the threshold that it has to exceed
    bool tooFew = true; ///< fewer than fewestSamples on one side
    bool outsideNoise = false;
    /// The part of all pairs (one of A, one of B) in which B takes longer, ties half; only for units. Where most units
    /// are longer, a few long ones make the spread of the median so large that its noise hides that.
    std::optional<double> superiority = {};
    bool byRanks = false; ///< outside the noise by superiority alone
};

/// The factor before √(sA² + sB²): 4.5, more where `tests` differences are looked at together or the samples are few.
double noiseFactor(uint64_t countA, uint64_t countB, uint64_t tests);
Difference difference(const SampleStats &a, const SampleStats &b, uint64_t tests = 1);

/// The same with ranks: for units, of which there are few. Also outside the noise when 80 of 100 pairs say the same
/// and the rank sum is 3 standard deviations off (p < 0.003). Values in any order. O(n log n).
Difference differenceOfUnits(const SampleStats &a, const SampleStats &b, std::span<const int64_t> valuesA,
                             std::span<const int64_t> valuesB);

} // namespace ws
