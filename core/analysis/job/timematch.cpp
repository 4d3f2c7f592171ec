#include "core/analysis/job/timematch.h"

#include "core/analysis/job/matchedcollectives.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace ws {
namespace {

constexpr uint32_t noPartner = UINT32_MAX;
constexpr int64_t readingNs = 2'000;       // how exact clocks are read
constexpr int64_t farthestEndNs = 200'000; // of short ones: a rank ends it once it has its own data
constexpr double driftOfClocks = 100e-6;
constexpr double leastMatched = 0.9;
constexpr size_t fewestOnOneClock = 3, fewestShifted = 5;
constexpr double clearly = 3; // ends agree as much better

constexpr int64_t farthestNs = INT64_MAX / 4; // a sum of two cannot overflow

/// a − b, of times of any file.
int64_t difference(int64_t a, int64_t b)
{
    int64_t result = 0;
    if (__builtin_sub_overflow(a, b, &result))
        return a > b ? farthestNs : -farthestNs;
    return std::clamp(result, -farthestNs, farthestNs);
}

int64_t middleOf(std::vector<int64_t> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

/// A collective of the ranks so far.
struct Entry
{
    int64_t endNs;
    int64_t withinNs; ///< the shortest of its durations
    const CollectiveKind *kind;
    size_t row;
};

/// Between two that follow each other.
template <class T> int64_t usualIntervalNs(const std::vector<T> &list)
{
    std::vector<int64_t> between;
    for (size_t k = 1; k < list.size(); ++k)
        between.push_back(difference(list[k].endNs, list[k - 1].endNs));
    return middleOf(std::move(between));
}

/// How far two clocks are apart at a time.
struct Apart
{
    int64_t atNs, ns;
};

int64_t middleOf(std::span<const Apart> list, int64_t Apart::*member)
{
    std::vector<int64_t> values;
    for (const Apart &one : list)
        values.push_back(one.*member);
    return middleOf(std::move(values));
}

/// Median distance from the line through the middles of the first and the last third: clocks drift.
int64_t unevenNs(std::span<const Apart> list)
{
    const size_t third = list.size() / 3;
    if (third == 0)
        return 0;
    const auto first = list.first(third), last = list.last(third);
    const int64_t at = middleOf(first, &Apart::atNs), from = middleOf(first, &Apart::ns);
    const int64_t lengthNs = difference(middleOf(last, &Apart::atNs), at);
    const double slope = double(difference(middleOf(last, &Apart::ns), from)) / double(std::max<int64_t>(lengthNs, 1));
    std::vector<int64_t> rest;
    for (const Apart &one : list) {
        const double line = double(from) + slope * double(difference(one.atNs, at));
        rest.push_back(
            std::abs(difference(one.ns, std::llround(std::clamp(line, -double(farthestNs), double(farthestNs))))));
    }
    return middleOf(std::move(rest));
}

/// A rank beside the entries.
struct Alignment
{
    std::vector<uint32_t> entryOf; ///< noPartner: it is not among them
    size_t matched = 0;
    size_t possible = 0;  ///< of the time that both recorded
    int64_t apartNs = 0;  ///< median of entry − own end
    int64_t unevenNs = 0; ///< how far that is from a line, at the median
};

class TimeMatcher
{
public:
    TimeMatcher(std::vector<std::vector<TimedCollective>> ranks, bool isOneClock)
        : m_ranks(std::move(ranks)), m_isOneClock(isOneClock)
    {
        for (auto &rank : m_ranks) {
            for (TimedCollective &one : rank)
                one.endNs = std::clamp(one.endNs, -farthestNs, farthestNs);
            std::ranges::stable_sort(rank, {}, &TimedCollective::endNs);
        }
    }

    TimeMatches match()
    {
        size_t longest = 0;
        for (size_t rank = 1; rank < m_ranks.size(); ++rank)
            if (m_ranks[rank].size() > m_ranks[longest].size())
                longest = rank;
        m_nearNs = std::clamp(usualIntervalNs(m_ranks[longest]) / 4, readingNs, farthestEndNs);
        add(longest, Alignment{std::vector<uint32_t>(m_ranks[longest].size(), noPartner)});
        TimeMatches found;
        for (size_t rank = 0; rank < m_ranks.size(); ++rank) {
            if (rank == longest)
                continue;
            if (const auto alignment = alignmentOf(m_ranks[rank]))
                add(rank, *alignment);
            else
                found.untold += m_ranks[rank].size();
        }
        for (const Entry &entry : m_entries) {
            const auto first = m_place.begin() + std::ptrdiff_t(entry.row * m_ranks.size());
            const auto last = first + std::ptrdiff_t(m_ranks.size());
            if (last - first - std::count(first, last, noPartner) < 2) {
                ++found.alone;
                continue;
            }
            ++found.count;
            found.place.insert(found.place.end(), first, last);
        }
        return found;
    }

private:
    using Rank = std::vector<TimedCollective>;

    /// How far apart the two end; nothing: they are not one. `shiftNs` is added to the own time.
    std::optional<int64_t> apart(const Rank &rank, size_t i, size_t k, int64_t shiftNs, int64_t driftNs) const
    {
        if (i >= rank.size() || k >= m_entries.size() || !areAlike(*rank[i].kind, *m_entries[k].kind, false))
            return {};
        const int64_t ns = std::abs(difference(m_entries[k].endNs, difference(rank[i].endNs, -shiftNs)));
        const int64_t within = std::max(std::min(rank[i].durationNs, m_entries[k].withinNs), m_nearNs);
        return ns <= within + driftNs ? std::optional(ns) : std::nullopt;
    }

    /// With `shiftNs` added to the rank's times, which follows their drift; in order on both sides. One that has a
    /// partner is left to a nearer one where that costs none its own.
    Alignment align(const Rank &rank, int64_t shiftNs) const
    {
        constexpr int64_t mostFollowedNs = 200'000, mostDriftNs = 1'000'000;
        Alignment result;
        result.entryOf.assign(rank.size(), noPartner);
        std::vector<Apart> all;
        int64_t last = rank.front().endNs;
        size_t k = 0;
        for (size_t i = 0; i < rank.size() && k < m_entries.size();) {
            const auto driftNs =
                std::min(int64_t(driftOfClocks * double(difference(rank[i].endNs, last))), mostDriftNs);
            const auto own = apart(rank, i, k, shiftNs, driftNs);
            if (!own) {
                difference(m_entries[k].endNs, rank[i].endNs) < shiftNs ? ++k : ++i;
                continue;
            }
            const auto nextEntry = apart(rank, i, k + 1, shiftNs, driftNs),
                       nextOwn = apart(rank, i + 1, k, shiftNs, driftNs);
            if (const bool isNextOne = apart(rank, i + 1, k + 1, shiftNs, driftNs).has_value(); !isNextOne) {
                if (nextEntry && *nextEntry < *own && !nextOwn) {
                    ++k;
                    continue;
                }
                if (nextOwn && *nextOwn < *own) {
                    ++i;
                    continue;
                }
            }
            result.entryOf[i] = uint32_t(k);
            last = rank[i].endNs;
            all.push_back({rank[i].endNs, difference(m_entries[k].endNs, rank[i].endNs)});
            shiftNs += std::clamp(all.back().ns - shiftNs, -mostFollowedNs, mostFollowedNs) / 4;
            ++i;
            ++k;
        }
        result.matched = all.size();
        result.apartNs = middleOf(all, &Apart::ns);
        result.unevenNs = unevenNs(all);
        result.possible = possible(rank, result.apartNs);
        return result;
    }

    /// How many collectives the one of both has less of in the time that both recorded.
    size_t possible(const Rank &rank, int64_t shiftNs) const
    {
        const auto at = [&](const TimedCollective &one) { return difference(one.endNs, -shiftNs); };
        const int64_t begin = std::max(m_entries.front().endNs, at(rank.front())) - readingNs;
        const int64_t end = std::min(m_entries.back().endNs, at(rank.back())) + readingNs;
        const auto own =
            std::ranges::count_if(rank, [&](const auto &one) { return at(one) >= begin && at(one) <= end; });
        const auto entries = std::ranges::upper_bound(m_entries, end, {}, &Entry::endNs) -
                             std::ranges::lower_bound(m_entries, begin, {}, &Entry::endNs);
        return size_t(std::max<std::ptrdiff_t>(0, std::min<std::ptrdiff_t>(own, entries)));
    }

    /// Shifts by which a collective of the begin, the middle or the end would be one of the entries.
    std::vector<int64_t> shiftsOf(const Rank &rank) const
    {
        constexpr size_t around = 8, most = 128;
        std::vector<int64_t> shifts{0};
        const size_t more = m_entries.size() > rank.size() ? m_entries.size() - rank.size() : 0;
        for (const size_t own : {size_t(0), rank.size() / 2, rank.size() - 1}) {
            const size_t from = own > around ? own - around : 0;
            const size_t to = std::min({m_entries.size(), own + more + around + 1, from + most});
            for (size_t k = from; k < to; ++k)
                if (areAlike(*rank[own].kind, *m_entries[k].kind, false))
                    shifts.push_back(difference(m_entries[k].endNs, rank[own].endNs));
        }
        return shifts;
    }

    bool isGood(const Alignment &one, size_t all) const
    {
        return one.matched >= fewestOnOneClock && double(one.matched) >= leastMatched * double(one.possible) &&
               2 * one.matched >= std::min(all, m_entries.size());
    }

    /// As the files' own times have it.
    bool isOnOneClock(const Alignment &one) const
    {
        constexpr int64_t synchronisedNs = 1'000'000;
        return std::abs(one.apartNs) <= std::min(synchronisedNs, usualIntervalNs(m_entries) / 10);
    }

    static bool areSame(const Alignment &a, const Alignment &b)
    {
        size_t same = 0;
        for (size_t i = 0; i < a.entryOf.size(); ++i)
            same += a.entryOf[i] != noPartner && a.entryOf[i] == b.entryOf[i];
        return 2 * same > std::min(a.matched, b.matched);
    }

    std::optional<Alignment> alignmentOf(const Rank &rank) const
    {
        if (m_isOneClock) {
            Alignment whole = align(rank, 0);
            const bool isOfAnotherTime = whole.possible == 0;
            return isOfAnotherTime || (isGood(whole, rank.size()) && isOnOneClock(whole))
                       ? std::optional(std::move(whole))
                       : std::nullopt;
        }
        constexpr size_t sampled = 512;
        const Rank sample(rank.begin(), rank.begin() + std::ptrdiff_t(std::min(rank.size(), sampled)));
        std::vector<Alignment> good;
        for (const int64_t shiftNs : shiftsOf(sample))
            if (Alignment one = align(sample, shiftNs); isGood(one, sample.size()))
                good.push_back(std::move(one));
        if (good.empty())
            return std::nullopt;
        const auto best = std::ranges::min_element(good, {}, &Alignment::unevenNs);
        const auto agree = [](const Alignment &one) { return clearly * double(std::max(one.unevenNs, readingNs / 4)); };
        const auto nearest = std::ranges::min_element(good, {}, [](const auto &one) { return std::abs(one.apartNs); });
        const Alignment *chosen = &*best;
        if (isOnOneClock(*nearest) && double(nearest->unevenNs) <= agree(*best))
            chosen = &*nearest;
        else if (best->matched < fewestShifted || std::ranges::any_of(good, [&](const Alignment &one) {
                     return !areSame(one, *best) && double(one.unevenNs) < agree(*best);
                 }))
            return std::nullopt;
        Alignment whole = align(rank, chosen->apartNs);
        return isGood(whole, rank.size()) ? std::optional(std::move(whole)) : std::nullopt;
    }

    void add(size_t rank, const Alignment &alignment)
    {
        for (size_t i = 0; i < m_ranks[rank].size(); ++i) {
            const TimedCollective &own = m_ranks[rank][i];
            if (const uint32_t known = alignment.entryOf[i]; known != noPartner) {
                m_entries[known].withinNs = std::min(m_entries[known].withinNs, own.durationNs);
                m_place[m_entries[known].row * m_ranks.size() + rank] = own.place;
                continue;
            }
            m_new.push_back(
                {difference(own.endNs, -alignment.apartNs), own.durationNs, own.kind, m_place.size() / m_ranks.size()});
            m_place.resize(m_place.size() + m_ranks.size(), noPartner);
            m_place[m_new.back().row * m_ranks.size() + rank] = own.place;
        }
        if (m_new.empty())
            return;
        m_entries.insert(m_entries.end(), m_new.begin(), m_new.end());
        m_new.clear();
        std::ranges::stable_sort(m_entries, {}, &Entry::endNs);
    }

    std::vector<Rank> m_ranks;
    bool m_isOneClock;
    int64_t m_nearNs = readingNs;        ///< so near two may end whatever they last
    std::vector<Entry> m_entries, m_new; ///< the first by end
    std::vector<uint32_t> m_place;       ///< rows × ranks
};

} // namespace

TimeMatches matchByTime(std::vector<std::vector<TimedCollective>> ranks, bool isOneClock)
{
    return TimeMatcher(std::move(ranks), isOneClock).match();
}

} // namespace ws
