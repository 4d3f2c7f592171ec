#include "core/analysis/instances/durations.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr int64_t logarithmicFrom = 20; ///< ratio of the longest to the shortest

/// The smallest value that at least `percent` of all do not exceed; reorders the values.
int64_t percentile(std::vector<int64_t> &values, uint64_t percent)
{
    const size_t rank = (values.size() * percent + 99) / 100 - 1;
    const auto at = values.begin() + static_cast<ptrdiff_t>(rank);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

uint32_t firstOf(std::span<const int64_t> durations, int64_t ns)
{
    return static_cast<uint32_t>(std::ranges::find(durations, ns) - durations.begin());
}

/// A duration below 1 ns has no logarithm.
double place(int64_t ns, bool logarithmic)
{
    const auto value = static_cast<double>(ns);
    return logarithmic ? std::log(std::max(value, 1.0)) : value;
}

} // namespace

DurationStats durationStats(std::span<const int64_t> durations)
{
    DurationStats stats;
    if (durations.empty())
        return stats;
    std::vector<int64_t> values(durations.begin(), durations.end());
    stats.count = values.size();
    double sum = 0;
    for (const int64_t ns : values) {
        stats.totalNs = saturatingAdd(stats.totalNs, ns);
        sum += static_cast<double>(ns);
    }
    stats.meanNs = sum / static_cast<double>(stats.count);
    stats.p95Ns = percentile(values, 95);
    stats.p50Ns = percentile(values, 50);
    const auto [min, max] = std::ranges::minmax(values);
    stats.minNs = min;
    stats.maxNs = max;
    stats.fastest = firstOf(durations, min);
    stats.median = firstOf(durations, stats.p50Ns);
    stats.slowest = firstOf(durations, max);
    return stats;
}

DurationHistogram durationHistogram(std::span<const int64_t> durations, size_t bins)
{
    DurationHistogram histogram;
    if (durations.empty() || bins == 0)
        return histogram;
    const auto [min, max] = std::ranges::minmax(durations);
    const int64_t shortest = std::max<int64_t>(min, 1);
    histogram.logarithmic = max / shortest > logarithmicFrom || (max / shortest == logarithmicFrom && max % shortest);
    const auto widest = static_cast<uint64_t>(max) - static_cast<uint64_t>(min);
    const size_t count = std::clamp<uint64_t>(widest, 1, bins);
    const double from = place(min, histogram.logarithmic), to = place(max, histogram.logarithmic);
    const double width = (to - from) / static_cast<double>(count);
    for (size_t k = 0; k <= count; ++k) {
        const double edge = from + width * static_cast<double>(k);
        histogram.edges.push_back(histogram.logarithmic ? std::exp(edge) : edge);
    }
    histogram.edges.front() = static_cast<double>(min); // exactly, also where the logarithm rounds
    histogram.edges.back() = static_cast<double>(max);
    histogram.counts.resize(count);
    for (const int64_t ns : durations) {
        const double bin = width > 0 ? (place(ns, histogram.logarithmic) - from) / width : 0;
        ++histogram.counts[std::min(count - 1, static_cast<size_t>(std::max(bin, 0.0)))];
    }
    return histogram;
}

} // namespace ws
