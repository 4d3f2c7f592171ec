#pragma once
// How durations of equal things are distributed: percentiles (core/base/quantiles.h) and a histogram.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ws {

/// Indices are into the durations given; of equally long ones the first.
struct DurationStats
{
    uint64_t count = 0;
    int64_t totalNs = 0; ///< saturates
    int64_t minNs = 0, p50Ns = 0, p95Ns = 0, maxNs = 0;
    double meanNs = 0;
    uint32_t fastest = 0, median = 0,
             slowest = 0; ///< median: the first that lasts as long as the middle one, of two the shorter
};

/// Without durations all is 0. O(n).
DurationStats durationStats(std::span<const int64_t> durations);

/// Bin k counts durations from edges[k] on and below edges[k + 1]; the last bin includes its upper edge.
struct DurationHistogram
{
    bool logarithmic = false;
    std::vector<double> edges;    ///< ns, ascending, one more than there are bins; empty without durations
    std::vector<uint64_t> counts; ///< they add up to all durations
};

/// Bins of equal width; of equal ratio when the longest is more than 20 times the shortest (but 1 ns). Fewer than
/// `bins` where those would be narrower than 1 ns. O(n).
DurationHistogram durationHistogram(std::span<const int64_t> durations, size_t bins = 40);
/// Two histograms with the same edges: those of all durations together.
std::pair<DurationHistogram, DurationHistogram> durationHistograms(std::span<const int64_t> a,
                                                                   std::span<const int64_t> b, size_t bins = 40);

} // namespace ws
