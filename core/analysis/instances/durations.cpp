#include "core/analysis/instances/durations.h"

#include "core/analysis/gpuscan.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ws {
namespace {

constexpr int64_t logarithmicFrom = 20; ///< ratio of the longest to the shortest

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

/// Where the bins lie, made from the durations that they have to hold.
class Bins
{
public:
    /// `durations` not empty, `bins` not 0. Gives the histogram its edges, and empty bins.
    Bins(std::span<const int64_t> durations, size_t bins, DurationHistogram &histogram)
    {
        const auto [min, max] = std::ranges::minmax(durations);
        const int64_t shortest = std::max<int64_t>(min, 1);
        m_logarithmic = max / shortest > logarithmicFrom || (max / shortest == logarithmicFrom && max % shortest);
        const auto widest = static_cast<uint64_t>(max) - static_cast<uint64_t>(min);
        const size_t count = std::clamp<uint64_t>(widest, 1, bins);
        m_from = place(min, m_logarithmic);
        m_width = (place(max, m_logarithmic) - m_from) / static_cast<double>(count);
        for (size_t k = 0; k <= count; ++k) {
            const double edge = m_from + m_width * static_cast<double>(k);
            histogram.edges.push_back(m_logarithmic ? std::exp(edge) : edge);
        }
        histogram.edges.front() = static_cast<double>(min); // exactly, also where the logarithm rounds
        histogram.edges.back() = static_cast<double>(max);
        histogram.logarithmic = m_logarithmic;
        histogram.counts.resize(count);
    }

    void count(std::span<const int64_t> durations, DurationHistogram &histogram) const
    {
        const size_t last = histogram.counts.size() - 1;
        for (const int64_t ns : durations) {
            const double bin = m_width > 0 ? (place(ns, m_logarithmic) - m_from) / m_width : 0;
            ++histogram.counts[std::min(last, static_cast<size_t>(std::max(bin, 0.0)))];
        }
    }

private:
    bool m_logarithmic = false;
    double m_from = 0, m_width = 0;
};

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
    std::tie(stats.p50Ns, stats.p95Ns) = medianAndP95Ns(values);
    const auto middle = values.begin() + static_cast<ptrdiff_t>(lowerMiddle(values.size()));
    std::nth_element(values.begin(), middle, values.end());
    const int64_t middleNs = *middle;
    const auto [min, max] = std::ranges::minmax(values);
    stats.minNs = min;
    stats.maxNs = max;
    stats.fastest = firstOf(durations, min);
    stats.median = firstOf(durations, middleNs);
    stats.slowest = firstOf(durations, max);
    return stats;
}

DurationHistogram durationHistogram(std::span<const int64_t> durations, size_t bins)
{
    DurationHistogram histogram;
    if (durations.empty() || bins == 0)
        return histogram;
    const Bins made(durations, bins, histogram);
    made.count(durations, histogram);
    return histogram;
}

std::pair<DurationHistogram, DurationHistogram> durationHistograms(std::span<const int64_t> a,
                                                                   std::span<const int64_t> b, size_t bins)
{
    std::vector<int64_t> all(a.begin(), a.end());
    all.insert(all.end(), b.begin(), b.end());
    std::pair<DurationHistogram, DurationHistogram> both;
    if (all.empty() || bins == 0)
        return both;
    const Bins made(all, bins, both.first);
    both.second = both.first;
    made.count(a, both.first);
    made.count(b, both.second);
    return both;
}

} // namespace ws
