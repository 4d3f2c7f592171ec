#include "core/analysis/layers/unitstretch.h"

#include "core/base/quantiles.h"

#include <algorithm>
#include <unordered_map>

namespace ws {
namespace {

constexpr size_t minKernels = 3;
constexpr double alikePart = 0.9, minCoverage = 0.5, maxSpread = 0.5;
constexpr size_t minSteadyIntervals = 7;  ///< of a stretch at the end of the work
constexpr double minSteadyCoverage = 0.2; ///< … its part of the work
constexpr double maxBehind = 0.1;         ///< … the work behind it, of its own
constexpr int64_t startFactor = 10;       ///< × the median: an interval that belongs to the start
constexpr size_t startPart = 5;           ///< at most a fifth of the intervals
constexpr size_t manyIntervals = 10;      ///< of so many, a fifth on either side may be outliers
constexpr size_t manyExact = 40;          ///< so many intervals with the same kernels in the same order …
constexpr double exactPart = 0.95;        ///< … nearly all of them, prove a period however long the pauses are
constexpr size_t minExactKernels = 2;

class AlikeStretch
{
public:
    AlikeStretch(const GpuWork &gpu, const DeviceKernels &kernels)
        : m_gpu(gpu), m_kernels(kernels), m_count(kernels.followsCount)
    {
    }

    std::optional<UnitStretch> find(const Anchor &anchor)
    {
        std::optional<UnitStretch> stretch = alike(anchor);
        return stretch && measure(anchor, *stretch) ? std::move(stretch) : std::nullopt;
    }

private:
    size_t length(const Anchor &anchor, size_t k) const { return anchor.places[k + 1] - anchor.places[k]; }

    /// The longest run of intervals for which `isAlike(k)`, by work: [first, last) of places.
    template <class IsAlike> std::pair<size_t, size_t> longestRun(const Anchor &anchor, IsAlike isAlike) const
    {
        std::pair<size_t, size_t> best;
        for (size_t k = 0; k + 1 < anchor.places.size(); ++k) {
            const size_t from = k;
            while (k + 1 < anchor.places.size() && isAlike(k))
                ++k;
            if (work(anchor, from, k) > work(anchor, best.first, best.second))
                best = {from, k};
        }
        return best;
    }
    int64_t work(const Anchor &anchor, size_t from, size_t to) const
    {
        return m_kernels.work(anchor.places[from], anchor.places[to]);
    }
    bool coversEnough(const Anchor &anchor, std::pair<size_t, size_t> run) const
    {
        const size_t count = run.second - run.first;
        if (count < minUnitIntervals)
            return false;
        const double withLast = double(count + 1) / double(count); // the last period is behind the last interval
        const double covered = double(work(anchor, run.first, run.second)) * withLast;
        return covered >= minCoverage * double(m_kernels.workNs.back()) || isSteadyEnd(anchor, run, covered);
    }
    /// The device's work ends with these periods.
    bool isSteadyEnd(const Anchor &anchor, std::pair<size_t, size_t> run, double covered) const
    {
        const double all = double(m_kernels.workNs.back());
        const double behind = double(m_kernels.work(anchor.places[run.first], m_kernels.size())) - covered;
        return run.second - run.first >= minSteadyIntervals && covered >= minSteadyCoverage * all &&
               behind <= maxBehind * covered;
    }

    std::optional<UnitStretch> alike(const Anchor &anchor)
    {
        std::vector<size_t> lengths(anchor.places.size() - 1);
        for (size_t k = 0; k < lengths.size(); ++k)
            lengths[k] = length(anchor, k);
        const auto middle = lengths.begin() + ptrdiff_t(lengths.size() / 2); // one of them, with which all are compared
        std::nth_element(lengths.begin(), middle, lengths.end());
        const size_t median = *middle;
        if (median < minExactKernels)
            return std::nullopt;
        const auto isAsLong = [&](size_t k) { // nothing alike can differ more
            const size_t n = length(anchor, k);
            return double(std::min(n, median)) >= alikePart * alikePart * double(std::max(n, median));
        };
        const auto asLong = longestRun(anchor, isAsLong);
        if (!coversEnough(anchor, asLong))
            return std::nullopt;
        const size_t typical = typicalInterval(anchor, asLong);
        count(anchor, typical, 1);
        const auto isAlikeAt = [&](size_t k) {
            return isAsLong(k) && isAlike(anchor.places[k], anchor.places[k + 1], length(anchor, typical));
        };
        const auto run = withoutStart(anchor, longestRun(anchor, isAlikeAt));
        std::optional<UnitStretch> stretch;
        if (coversEnough(anchor, run)) {
            stretch = UnitStretch{run.first, run.second, 0, typical, false, isExact(anchor, run, typical), {}};
            endLast(anchor, *stretch);
            if (median < minKernels && !(stretch->isExact && coversHalf(anchor, *stretch))) {
                count(anchor, typical, -1);
                return std::nullopt;
            }
            if (!coversHalf(anchor, *stretch)) {
                size_t before = 0;
                for (size_t k = 0; k < run.first; ++k)
                    before += isAlikeAt(k);
                if (2 * before > run.second - run.first)
                    stretch.reset();
            }
        }
        count(anchor, typical, -1);
        return stretch;
    }

    /// Without the first intervals up to one of ten times the median, where the rest covers enough: the start of a
    /// program lies in them.
    std::pair<size_t, size_t> withoutStart(const Anchor &anchor, std::pair<size_t, size_t> run) const
    {
        const size_t count = run.second - run.first;
        if (count < minUnitIntervals)
            return run;
        std::vector<int64_t> intervals;
        for (size_t k = run.first; k < run.second; ++k)
            intervals.push_back(startOf(anchor.places[k + 1]) - startOf(anchor.places[k]));
        std::vector<int64_t> sorted = intervals;
        const int64_t median = medianNs(sorted);
        size_t start = 0;
        for (size_t k = 0; k < count / startPart; ++k)
            if (intervals[k] / startFactor >= std::max<int64_t>(median, 1))
                start = k + 1;
        const std::pair rest(run.first + start, run.second);
        return start && coversEnough(anchor, rest) ? rest : run;
    }

    bool coversHalf(const Anchor &anchor, const UnitStretch &stretch) const
    {
        return double(m_kernels.work(anchor.places[stretch.first], stretch.end)) >=
               minCoverage * double(m_kernels.workNs.back());
    }

    /// The last period ends where as much has run as in the others, with the next occurrence, or with the first kernel
    /// that the others do not have.
    void endLast(const Anchor &anchor, UnitStretch &stretch) const
    {
        const auto own = namesIn(m_gpu, m_kernels, anchor.places[stretch.typical], anchor.places[stretch.typical + 1]);
        const size_t begin = anchor.places[stretch.last], whole = begin + length(anchor, stretch.typical);
        size_t limit = std::min(whole, m_kernels.size());
        if (stretch.last + 1 < anchor.places.size())
            limit = std::min<size_t>(limit, anchor.places[stretch.last + 1]);
        stretch.end = begin;
        while (stretch.end < limit && own.contains(m_kernels.name(m_gpu, stretch.end)))
            ++stretch.end;
        stretch.lastIsCut = stretch.end == m_kernels.size() && stretch.end < whole;
    }

    /// Of the kernels of an interval, whatever the order of the streams.
    uint64_t contentOf(const Anchor &anchor, size_t k) const
    {
        uint64_t sum = 0;
        for (size_t i = anchor.places[k]; i < anchor.places[k + 1]; ++i)
            sum += (m_kernels.follows[i] + 1) * 0x9E3779B97F4A7C15ULL ^ (m_kernels.follows[i] * 0xC2B2AE3D27D4EB4FULL);
        return sum;
    }

    bool isExact(const Anchor &anchor, std::pair<size_t, size_t> run, size_t typical) const
    {
        const uint64_t content = contentOf(anchor, typical);
        size_t same = 0;
        for (size_t k = run.first; k < run.second; ++k)
            same += contentOf(anchor, k) == content;
        const size_t all = run.second - run.first;
        return all >= manyExact && double(same) >= exactPart * double(all);
    }

    /// The most frequent one; of equally frequent ones the first.
    size_t typicalInterval(const Anchor &anchor, std::pair<size_t, size_t> run) const
    {
        std::unordered_map<uint64_t, std::pair<size_t, size_t>> counts; // content → (count, first)
        size_t best = run.first, most = 0;
        for (size_t k = run.first; k < run.second; ++k) {
            auto &[n, first] = counts.try_emplace(contentOf(anchor, k), 0, k).first->second;
            if (++n > most || (n == most && first < best)) {
                most = n;
                best = first;
            }
        }
        return best;
    }

    void count(const Anchor &anchor, size_t k, int32_t by)
    {
        for (size_t i = anchor.places[k]; i < anchor.places[k + 1]; ++i)
            m_count[m_kernels.follows[i]] += by;
    }

    /// Whether the kernels [from, to) are those counted, `length` of them. Leaves the counts unchanged.
    bool isAlike(size_t from, size_t to, size_t length)
    {
        size_t common = 0;
        for (size_t i = from; i < to; ++i)
            common += m_count[m_kernels.follows[i]]-- > 0;
        for (size_t i = from; i < to; ++i)
            ++m_count[m_kernels.follows[i]];
        return double(2 * common) >= alikePart * double(to - from + length);
    }

    int64_t startOf(size_t place) const { return m_gpu.start[m_kernels.activity[place]]; }

    /// False: the periods are not regular, or they are too little of the work.
    bool measure(const Anchor &anchor, UnitStretch &stretch) const
    {
        UnitPeriods &periods = stretch.periods;
        periods.device = m_kernels.device;
        std::vector<int64_t> intervals;
        for (size_t k = stretch.first; k <= stretch.last; ++k) {
            periods.beginNs.push_back(startOf(anchor.places[k]));
            if (k > stretch.first)
                intervals.push_back(periods.beginNs.back() - periods.beginNs[k - stretch.first - 1]);
        }
        periods.medianNs = medianNs(intervals);
        periods.meanNs = double(periods.beginNs.back() - periods.beginNs.front()) / double(intervals.size());
        periods.spreadNs = percentileNs(intervals, 90) - percentileNs(intervals, 10);
        periods.lastIsCut = stretch.lastIsCut;
        for (size_t i = anchor.places[stretch.last]; i < stretch.end; ++i)
            periods.endNs = std::max(periods.endNs, m_gpu.end(m_kernels.activity[i]));
        periods.coverage = double(m_kernels.work(anchor.places[stretch.first], stretch.end)) /
                           double(std::max<int64_t>(m_kernels.workNs.back(), 1));
        const bool isEnough = periods.coverage >= minCoverage ||
                              isSteadyEnd(anchor, {stretch.first, stretch.last},
                                          double(m_kernels.work(anchor.places[stretch.first], stretch.end)));
        const int64_t regularNs = intervals.size() < manyIntervals
                                      ? periods.spreadNs
                                      : percentileNs(intervals, 80) - percentileNs(intervals, 20);
        return periods.medianNs > 0 && isEnough &&
               (stretch.isExact || double(regularNs) <= maxSpread * double(periods.medianNs));
    }

    const GpuWork &m_gpu;
    const DeviceKernels &m_kernels;
    std::vector<int32_t> m_count; ///< by DeviceKernels::follows, for the typical interval
};

} // namespace

std::map<StringId, uint64_t> namesIn(const GpuWork &gpu, const DeviceKernels &kernels, size_t from, size_t to)
{
    std::map<StringId, uint64_t> counts;
    for (size_t i = from; i < to; ++i)
        ++counts[kernels.name(gpu, i)];
    return counts;
}

std::optional<UnitStretch> alikeStretch(const GpuWork &gpu, const DeviceKernels &kernels, const Anchor &anchor)
{
    return anchor.places.size() > minUnitIntervals ? AlikeStretch(gpu, kernels).find(anchor) : std::nullopt;
}

} // namespace ws
