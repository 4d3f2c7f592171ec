#include "core/analysis/job/clockfit.h"

#include "core/analysis/collectives/collectives.h"
#include "core/analysis/gpuscan.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr int64_t shortestNs = 1'000; // below, a duration says nothing of how exact the clocks were read
constexpr size_t fewestForDrift = 8;
constexpr double contradictoryShare = 0.05;
constexpr size_t fewReadings = 8;         // of which none proves that the others are matched rightly …
constexpr int64_t maxOfFewNs = 1'000'000; // … and which tell nothing of a clock where they are longer
constexpr int64_t fineNs = 100'000;       // a clock that is known so exactly places work in any step …
constexpr double coarseShare = 0.5;       // … else it must place a collective by less than half of what one lasts

/// At the time `own` of a rank it is own + apart in the job, ± within.
struct Reading
{
    double own, apart, within;
    double lasts; ///< on the rank on which the collective lasts longer: its waiting, too
};

struct Line
{
    double offset = 0, slope = 0;
    double at(double own) const { return offset + slope * own; }
};

Line fit(const std::vector<Reading> &readings)
{
    double weight = 0, own = 0, apart = 0;
    for (const Reading &one : readings) {
        const double w = 1 / (one.within * one.within);
        weight += w;
        own += w * one.own;
        apart += w * one.apart;
    }
    own /= weight;
    apart /= weight;
    double square = 0, product = 0;
    for (const Reading &one : readings) {
        const double w = 1 / (one.within * one.within);
        square += w * (one.own - own) * (one.own - own);
        product += w * (one.own - own) * (one.apart - apart);
    }
    Line line;
    line.slope = readings.size() >= fewestForDrift && square > 0 ? product / square : 0;
    line.offset = apart - line.slope * own;
    return line;
}

/// Whether the clock is as uncertain as the collectives are long that it is to place.
bool isCoarse(const std::vector<Reading> &readings, int64_t uncertaintyNs)
{
    std::vector<double> lasting;
    for (const Reading &one : readings)
        lasting.push_back(one.lasts);
    const auto middle = lasting.begin() + std::ptrdiff_t(lowerMiddle(lasting.size()));
    std::ranges::nth_element(lasting, middle);
    return uncertaintyNs > fineNs && double(uncertaintyNs) > coarseShare * *middle;
}

RankClock clockOf(std::vector<Reading> readings, int64_t anchorUncertaintyNs)
{
    RankClock clock;
    clock.collectives = readings.size();
    std::ranges::stable_sort(readings, {}, &Reading::within);
    const Line line = fit(readings);
    // The longer half may end apart where a link is slow; the shorter one decides.
    const size_t half = (readings.size() + 1) / 2;
    double low = -INFINITY, high = INFINITY;
    size_t contradictions = 0;
    for (size_t i = 0; i < half; ++i) {
        const double rest = readings[i].apart - line.at(readings[i].own);
        if (std::abs(rest) > readings[i].within) {
            ++contradictions;
            continue;
        }
        low = std::max(low, rest - readings[i].within);
        high = std::min(high, rest + readings[i].within);
    }
    const bool isFitted = double(contradictions) <= contradictoryShare * double(half);
    clock.state = isFitted ? RankClock::State::Fitted : RankClock::State::Contradictory;
    if (!isFitted)
        return clock;
    clock.offsetNs = std::llround(line.offset + (low + high) / 2);
    clock.driftPpm = line.slope * 1e6;
    clock.uncertaintyNs = std::max<int64_t>(std::llround((high - low) / 2), shortestNs) + anchorUncertaintyNs;
    if (isCoarse(readings, clock.uncertaintyNs))
        clock.state = RankClock::State::Coarse;
    return clock;
}

class Fitter
{
public:
    Fitter(const std::vector<RankDigestPtr> &ranks, const MatchedCollectives &matched)
        : clocks(ranks.size()), m_ranks(ranks), m_matched(matched), m_groupsOf(ranks.size())
    {
        for (const CollectiveGroup &group : matched.groups)
            for (size_t k = 0; group.count && k < group.ranks.size(); ++k)
                m_groupsOf[group.ranks[k]].push_back({&group, k});
    }

    void fitAll()
    {
        if (m_ranks.empty())
            return;
        const auto matches = [](const std::vector<Membership> &groups) {
            size_t count = 0;
            for (const Membership &one : groups)
                count += one.group->count;
            return count;
        };
        size_t reference = 0;
        for (size_t rank = 1; rank < m_ranks.size(); ++rank)
            if (matches(m_groupsOf[rank]) > matches(m_groupsOf[reference]))
                reference = rank;
        clocks[reference].state = RankClock::State::Reference;
        for (size_t rank = 0; rank < m_ranks.size(); ++rank)
            placeByOrigin(rank, reference);
        for (bool isNew = true; isNew;) { // each round fits those who share a group with one that is known
            isNew = false;
            std::vector<std::pair<size_t, RankClock>> round;
            for (size_t rank = 0; rank < m_ranks.size(); ++rank)
                if (clocks[rank].state == RankClock::State::Unknown)
                    if (const auto clock = fitOne(rank))
                        round.emplace_back(rank, *clock);
            for (auto &[rank, clock] : round) {
                if (clock.state == RankClock::State::Contradictory)
                    clock.offsetNs = clocks[rank].offsetNs;
                clocks[rank] = clock;
                isNew = isNew || clock.isFitted();
            }
        }
    }

    std::vector<RankClock> clocks;

private:
    struct Membership
    {
        const CollectiveGroup *group;
        size_t k; ///< in its ranks
    };

    void placeByOrigin(size_t rank, size_t reference)
    {
        const RankDigest &own = *m_ranks[rank], &other = *m_ranks[reference];
        if (rank == reference)
            return;
        if (own.hasClock && other.hasClock &&
            __builtin_sub_overflow(own.originNs, other.originNs, &clocks[rank].offsetNs))
            clocks[rank].offsetNs = 0;
        if (!own.part.empty() && own.file == other.file)
            clocks[rank].state = RankClock::State::SameFile;
    }

    /// Nothing where no rank of its groups is known yet, or a few long collectives are all that there is.
    std::optional<RankClock> fitOne(size_t rank) const
    {
        std::vector<Reading> readings;
        int64_t uncertaintyNs = 0;
        for (const Membership &one : m_groupsOf[rank]) {
            size_t anchor = SIZE_MAX;
            for (size_t k = 0; k < one.group->ranks.size(); ++k)
                if (const RankClock &clock = clocks[one.group->ranks[k]];
                    clock.isFitted() &&
                    (anchor == SIZE_MAX || clock.uncertaintyNs < clocks[one.group->ranks[anchor]].uncertaintyNs))
                    anchor = k;
            if (anchor == SIZE_MAX)
                continue;
            const RankClock &known = clocks[one.group->ranks[anchor]];
            uncertaintyNs = std::max(uncertaintyNs, known.uncertaintyNs);
            for (size_t m = one.group->first; m < one.group->first + one.group->count; ++m) {
                const CollectiveMatch &match = m_matched.matches[m];
                const DigestCollective *own = m_matched.at(m_ranks, match, one.k);
                const DigestCollective *other = m_matched.at(m_ranks, match, anchor);
                if (!own || !other || !synchronises(m_matched.kindOf(m_ranks, match).collective))
                    continue;
                const double within = double(std::max(match.lastNs, shortestNs));
                readings.push_back({double(own->endNs()), double(known.jobTime(other->endNs())) - double(own->endNs()),
                                    within, double(std::max(own->durationNs, other->durationNs))});
            }
        }
        if (readings.empty())
            return std::nullopt;
        const RankClock clock = clockOf(std::move(readings), uncertaintyNs);
        const bool isGuess = clock.isFitted() && clock.collectives < fewReadings && clock.uncertaintyNs > maxOfFewNs;
        return isGuess ? std::nullopt : std::optional(clock);
    }

    const std::vector<RankDigestPtr> &m_ranks;
    const MatchedCollectives &m_matched;
    std::vector<std::vector<Membership>> m_groupsOf; ///< by rank
};

} // namespace

int64_t RankClock::jobTime(int64_t ns) const
{
    const double drift = std::clamp(driftPpm * 1e-6 * double(ns), -9e18, 9e18);
    return saturatingAdd(saturatingAdd(ns, offsetNs), std::llround(drift));
}

int64_t RankClock::ownTime(int64_t jobNs) const
{
    const double own = (double(jobNs) - double(offsetNs)) / (1 + driftPpm * 1e-6);
    const int64_t near = std::llround(std::clamp(own, -9e18, 9e18));
    return saturatingAdd(near, jobNs - jobTime(near)); // doubles of ns since an origin are not exact
}

std::vector<RankClock> fitClocks(const std::vector<RankDigestPtr> &ranks, const MatchedCollectives &matched)
{
    Fitter fitter(ranks, matched);
    fitter.fitAll();
    return std::move(fitter.clocks);
}

} // namespace ws
