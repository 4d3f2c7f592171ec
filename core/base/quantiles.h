#pragma once
// The program's one definition of medians and percentiles. Of n values in ascending order, the p-th percentile is the
// first value that at least p % of all do not exceed; where exactly p % do not, the mean of that value and the next
// one. So the median of an even number of values is the mean of the two in the middle, and of fewer than twenty values
// the 95th percentile is the longest. Definition 2 of R. Hyndman and Y. Fan, "Sample Quantiles in Statistical
// Packages", The American Statistician 50 (1996), and SAS' default. Rejected: the nearest rank (the median of two
// values is the shorter one), and interpolation between all values (definition 7, NumPy's default: "95 % take at most
// that long" is false for most n).
//
// Where one of the things has to be shown (the step of median length), there is no mean: that is the thing in the
// middle, of two the shorter one (lowerMiddle()).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ws {

/// Where the percentile lies among n > 0 sorted values: the mean of the values at both places.
struct PercentilePlaces
{
    size_t lower = 0, upper = 0;

    PercentilePlaces(size_t n, unsigned percent)
    {
        const size_t hundredths = n * percent; // below 2^64 for all n that fit into memory
        upper = std::min(hundredths / 100, n - 1);
        lower = hundredths % 100 == 0 && hundredths > 0 ? hundredths / 100 - 1 : upper;
    }
};

/// The place of the middle one of n > 0 sorted things, of two the first.
constexpr size_t lowerMiddle(size_t n)
{
    return (n - 1) / 2;
}

/// The value at `places` of the sorted values, to the nearest ns (halves away from 0); changes the order of `values`:
/// those before the lower place are not larger, those behind it not smaller. O(n).
inline int64_t valueAt(std::span<int64_t> values, PercentilePlaces places)
{
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(places.lower);
    std::nth_element(values.begin(), at, values.end());
    if (places.upper == places.lower)
        return *at;
    const double between =
        (static_cast<double>(*std::min_element(at + 1, values.end())) - static_cast<double>(*at)) / 2;
    return *at + std::llround(std::min(between, 9.2e18));
}

/// 0 without values.
inline int64_t percentileNs(std::span<int64_t> values, unsigned percent)
{
    return values.empty() ? 0 : valueAt(values, {values.size(), percent});
}

inline int64_t medianNs(std::span<int64_t> values)
{
    return percentileNs(values, 50);
}

/// Median and 95th percentile: the larger one first, so that only a part is searched for the smaller one.
inline std::pair<int64_t, int64_t> medianAndP95Ns(std::span<int64_t> values)
{
    if (values.empty())
        return {};
    const PercentilePlaces median(values.size(), 50), high(values.size(), 95);
    const int64_t p95 = valueAt(values, high);
    return {valueAt(values.first(std::max(high.lower, median.upper) + 1), median), p95};
}

/// 0 without values.
inline double medianOf(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const PercentilePlaces places(values.size(), 50);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(places.lower);
    std::nth_element(values.begin(), at, values.end());
    return places.upper == places.lower ? *at : (*at + *std::min_element(at + 1, values.end())) / 2;
}

} // namespace ws
