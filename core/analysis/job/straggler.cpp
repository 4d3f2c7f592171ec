#include "core/analysis/job/straggler.h"

#include "core/analysis/collectives/collectives.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/job/longcompute.h"
#include "core/analysis/job/rankjob.h"
#include "core/analysis/job/slowlinks.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ws {
namespace {

constexpr double chance = 0.001; // of naming a rank of a job in which the last one is drawn by lot
constexpr double leastCostShare = 0.02;

/// That the same of `ranks` comes out in at least `hits` of `draws`.
double chanceOf(size_t ranks, size_t hits, size_t draws)
{
    const double p = 1 / double(ranks);
    double tail = 0;
    for (size_t k = hits; k <= draws; ++k)
        tail +=
            std::exp(std::lgamma(double(draws) + 1) - std::lgamma(double(k) + 1) - std::lgamma(double(draws - k) + 1) +
                     double(k) * std::log(p) + double(draws - k) * std::log1p(-p));
    return std::min(1.0, tail * double(ranks));
}

/// The exposed waits of a step that are shortest among the ranks, with what may be a wait: more cannot be won for all.
class ShortestWaits
{
public:
    ShortestWaits(const RankJob &job, size_t step)
    {
        for (size_t rank = 0; rank < job.ranks.size(); ++rank) {
            const RankStep &one = job.step(rank, step);
            if (one.step == UINT32_MAX)
                continue;
            const int64_t ns = one.waitNs + one.unsplitNs();
            if (ns < m_shortestNs) {
                m_nextNs = std::exchange(m_shortestNs, ns);
                m_rank = rank;
            } else {
                m_nextNs = std::min(m_nextNs, ns);
            }
        }
    }

    /// Among the others; 0: there are none.
    int64_t around(size_t rank) const
    {
        const int64_t ns = rank == m_rank ? m_nextNs : m_shortestNs;
        return ns == INT64_MAX ? 0 : ns;
    }

private:
    size_t m_rank = SIZE_MAX; ///< with the shortest
    int64_t m_shortestNs = INT64_MAX, m_nextNs = INT64_MAX;
};

class Finder
{
public:
    explicit Finder(const RankJob &job)
        : m_job(job), m_steps(size_t(job.stepNames.size())), m_costNs(job.ranks.size() * m_steps)
    {
    }

    StragglerVerdict find()
    {
        using Basis = StragglerVerdict::Basis;
        if (m_job.ranks.size() < 2)
            return {Basis::OneRank, {}};
        if (!m_job.stepsMatch || m_steps < StragglerVerdict::minSteps) {
            StragglerVerdict verdict{Basis::NoSteps, {}};
            if (m_job.stepsMatch && repeatedRanks(m_job.ranks).empty())
                addLastRanks(verdict);
            return verdict;
        }
        if (!repeatedRanks(m_job.ranks).empty()) // the k-th step of one job is none of another
            return {Basis::PartOfGroup, {}};
        const Basis basis = addCosts();
        if (basis == Basis::NoCollectives)
            return {basis, longRanks()};
        if (basis != Basis::Sufficient)
            return {basis, {}};
        StragglerVerdict verdict{basis, {}};
        const auto link = findSlowLink(m_job);
        if (link)
            verdict.found.push_back(*link);
        // A slow link makes all ranks of its groups late: lateness without a reason of its own is no other finding.
        if (const auto late = lateRank(); late && !(link && late->kind == Straggler::Kind::StartsLater))
            verdict.found.push_back(*late);
        std::ranges::stable_sort(verdict.found, std::greater(), &Straggler::costNs);
        return verdict;
    }

private:
    double &cost(size_t rank, size_t step) { return m_costNs[rank * m_steps + step]; }

    /// Only of ranks that one file names: their rows are all there is of the job, and their times are of one clock.
    std::vector<Straggler> longRanks() const
    {
        const std::string &file = m_job.ranks.front()->file;
        if (!std::ranges::all_of(m_job.ranks, [&](const RankDigestPtr &rank) {
                return rank->hasClock && !rank->part.empty() && rank->file == file;
            }))
            return {};
        std::vector<std::string> labels;
        std::vector<double> computeNs, lengths;
        for (size_t rank = 0; rank < m_job.ranks.size(); ++rank) {
            labels.push_back(m_job.labels[int(rank)].toStdString());
            for (size_t step = 0; step < m_steps; ++step) {
                const RankStep &one = m_job.step(rank, step);
                computeNs.push_back(one.step == UINT32_MAX ? -1 : double(one.computeNs));
                if (one.step != UINT32_MAX)
                    lengths.push_back(double(one.lengthNs));
            }
        }
        std::vector<Straggler> found;
        for (LongCompute &one : longComputations(labels, computeNs, m_steps, medianOf(lengths))) {
            Straggler straggler;
            straggler.rank = one.ranks.front();
            straggler.kind = Straggler::Kind::ComputesLonger;
            straggler.ratio = one.ratio();
            straggler.excessNs = std::llround(one.ownNs - one.othersNs);
            straggler.othersNs = std::llround(one.othersNs);
            straggler.steps = one.steps;
            straggler.ofSteps = uint32_t(m_steps);
            straggler.ranks = std::move(one.ranks);
            straggler.place = std::move(one.place);
            nameStage(straggler);
            found.push_back(std::move(straggler));
        }
        return found;
    }

    /// What each rank costs in each step: how much sooner the second-last rank was there, summed over the collectives
    /// of a group at which it is last, in the group where that is most; without what it waited itself, because a rank
    /// that is late after it waited hands on the lateness of another one.
    StragglerVerdict::Basis addCosts()
    {
        using Basis = StragglerVerdict::Basis;
        const std::vector<uint32_t> stepOf = jobSteps();
        Basis basis = Basis::NoCollectives;
        for (const CollectiveGroup &group : m_job.collectives.groups) {
            const Basis own = basisOf(group);
            basis = std::max(basis, own, worse);
            if (own == Basis::Sufficient)
                addCosts(group, stepOf);
        }
        for (size_t step = 0; step < m_steps; ++step) {
            const ShortestWaits waits(m_job, step);
            for (size_t rank = 0; rank < m_job.ranks.size(); ++rank) {
                const double most = std::min(cost(rank, step), double(waits.around(rank)));
                cost(rank, step) = std::max(0.0, most - double(m_job.step(rank, step).waitedNs));
            }
        }
        return basis;
    }

    StragglerVerdict::Basis basisOf(const CollectiveGroup &group) const
    {
        using Basis = StragglerVerdict::Basis;
        bool synchronise = false;
        for (size_t m = group.first; m < group.first + group.count; ++m)
            synchronise = synchronise ||
                          synchronises(m_job.collectives.kindOf(m_job.ranks, m_job.collectives.matches[m]).collective);
        if (!synchronise || group.ranks.size() < 2)
            return Basis::NoCollectives;
        if (!group.isWhole)
            return Basis::PartOfGroup;
        return std::ranges::all_of(group.ranks, [this](uint32_t rank) { return m_job.clocks[rank].isFitted(); })
                   ? Basis::Sufficient
                   : Basis::NoClock;
    }

    /// How much of a verdict is possible, the least first.
    static bool worse(StragglerVerdict::Basis a, StragglerVerdict::Basis b)
    {
        const auto order = [](StragglerVerdict::Basis basis) {
            using Basis = StragglerVerdict::Basis;
            return basis == Basis::Sufficient ? 3 : basis == Basis::NoClock ? 2 : basis == Basis::PartOfGroup ? 1 : 0;
        };
        return order(a) < order(b);
    }

    void addLastRanks(StragglerVerdict &verdict) const
    {
        constexpr double nearlyAll = 0.8, leastPart = 0.05;
        constexpr size_t mostRanks = 3;
        std::vector<StragglerVerdict::Last> ranks(m_job.ranks.size());
        for (uint32_t rank = 0; rank < ranks.size(); ++rank)
            ranks[rank].rank = rank;
        int64_t allNs = 0;
        for (const CollectiveGroup &group : m_job.collectives.groups) {
            if (basisOf(group) != StragglerVerdict::Basis::Sufficient)
                continue;
            for (size_t m = group.first; m < group.first + group.count; ++m) {
                const CollectiveMatch &match = m_job.collectives.matches[m];
                if (!synchronises(m_job.collectives.kindOf(m_job.ranks, match).collective))
                    continue;
                std::vector<std::pair<int64_t, uint32_t>> lengths;
                for (size_t k = 0; k < group.ranks.size(); ++k)
                    if (const DigestCollective *one = m_job.collectives.at(m_job.ranks, match, k))
                        lengths.emplace_back(one->durationNs, group.ranks[k]);
                if (lengths.size() < group.ranks.size())
                    continue;
                std::ranges::sort(lengths);
                StragglerVerdict::Last &last = ranks[lengths[0].second];
                ++last.calls;
                last.costNs += lengths[1].first - lengths[0].first;
                verdict.lastCostNs += lengths[1].first - lengths[0].first;
                allNs += lengths.back().first;
                ++verdict.lastOf;
            }
        }
        if (double(verdict.lastCostNs) < leastPart * double(allNs) || verdict.lastCostNs <= 0)
            return;
        std::ranges::stable_sort(ranks, std::greater(), &StragglerVerdict::Last::costNs);
        int64_t ns = 0;
        size_t count = 0;
        while (double(ns) < nearlyAll * double(verdict.lastCostNs))
            ns += ranks[count++].costNs;
        if (count <= mostRanks && 2 * count <= ranks.size())
            verdict.last.assign(ranks.begin(), ranks.begin() + ptrdiff_t(count));
    }

    void addCosts(const CollectiveGroup &group, const std::vector<uint32_t> &stepOf)
    {
        std::vector<double> ofGroup(group.ranks.size() * m_steps);
        for (size_t m = group.first; m < group.first + group.count; ++m) {
            const CollectiveMatch &match = m_job.collectives.matches[m];
            int64_t shortest = INT64_MAX, second = INT64_MAX;
            size_t last = SIZE_MAX;
            bool areAll = synchronises(m_job.collectives.kindOf(m_job.ranks, match).collective);
            for (size_t k = 0; areAll && k < group.ranks.size(); ++k) {
                const DigestCollective *one = m_job.collectives.at(m_job.ranks, match, k);
                areAll = one && one->step != UINT32_MAX; // else its begin is outside of a recording
                if (!areAll)
                    break;
                second = std::min(second, std::max(shortest, one->durationNs));
                if (one->durationNs < shortest) {
                    shortest = one->durationNs;
                    last = k;
                }
            }
            if (!areAll || last == SIZE_MAX)
                continue;
            const uint32_t rank = group.ranks[last];
            const uint32_t step = stepOf[m_firstStep[rank] + m_job.collectives.at(m_job.ranks, match, last)->step];
            if (step != UINT32_MAX)
                ofGroup[last * m_steps + step] += double(second - shortest);
        }
        for (size_t k = 0; k < group.ranks.size(); ++k)
            for (size_t step = 0; step < m_steps; ++step)
                cost(group.ranks[k], step) = std::max(cost(group.ranks[k], step), ofGroup[k * m_steps + step]);
    }

    /// By the ranks' own steps, one rank behind the other; see m_firstStep.
    std::vector<uint32_t> jobSteps()
    {
        std::vector<uint32_t> stepOf;
        for (size_t rank = 0; rank < m_job.ranks.size(); ++rank) {
            m_firstStep.push_back(stepOf.size());
            stepOf.resize(stepOf.size() + m_job.ranks[rank]->steps.size(), UINT32_MAX);
            for (uint32_t step = 0; step < m_steps; ++step)
                if (const uint32_t own = m_job.step(rank, step).step; own != UINT32_MAX)
                    stepOf[m_firstStep[rank] + own] = step;
        }
        return stepOf;
    }

    std::optional<Straggler> lateRank()
    {
        std::vector<uint32_t> wins(m_job.ranks.size());
        uint32_t drawn = 0;
        for (size_t step = 0; step < m_steps; ++step) {
            size_t costliest = 0;
            for (size_t rank = 1; rank < m_job.ranks.size(); ++rank)
                if (cost(rank, step) > cost(costliest, step))
                    costliest = rank;
            if (cost(costliest, step) > 0) {
                ++wins[costliest];
                ++drawn;
            }
        }
        const auto rank = size_t(std::ranges::max_element(wins) - wins.begin());
        if (drawn < StragglerVerdict::minSteps || chanceOf(m_job.ranks.size(), wins[rank], drawn) > chance)
            return std::nullopt;
        Straggler found;
        found.rank = uint32_t(rank);
        found.steps = wins[rank];
        found.ofSteps = uint32_t(m_steps);
        std::vector<double> costs, lengths;
        for (size_t step = 0; step < m_steps; ++step)
            if (const RankStep &one = m_job.step(rank, step); one.step != UINT32_MAX) {
                costs.push_back(cost(rank, step));
                lengths.push_back(double(one.lengthNs));
            }
        found.costNs = std::llround(medianOf(costs));
        const double length = medianOf(lengths);
        found.costShare = length > 0 ? double(found.costNs) / length : 0;
        if (found.costShare < leastCostShare)
            return std::nullopt;
        giveReason(found); // on its own clock
        if (found.kind == Straggler::Kind::StartsLater && found.costNs <= uncertainty())
            return std::nullopt;
        return found;
    }

    int64_t uncertainty() const
    {
        int64_t ns = 0;
        for (const RankClock &clock : m_job.clocks)
            ns = std::max(ns, clock.isFitted() ? clock.uncertaintyNs : 0);
        return ns;
    }

    /// Median over the steps of what the rank has more than the median of the others.
    template <class Value> double excess(size_t rank, Value value) const
    {
        std::vector<double> steps;
        for (size_t step = 0; step < m_steps; ++step) {
            std::vector<double> others;
            for (size_t other = 0; other < m_job.ranks.size(); ++other)
                if (other != rank && m_job.step(other, step).step != UINT32_MAX)
                    others.push_back(value(other, m_job.step(other, step).step));
            if (const uint32_t own = m_job.step(rank, step).step; own != UINT32_MAX && !others.empty())
                steps.push_back(value(rank, own) - medianOf(std::move(others)));
        }
        return medianOf(std::move(steps));
    }

    void giveReason(Straggler &found) const
    {
        const auto &ranks = m_job.ranks;
        const double compute =
            excess(found.rank, [&](size_t rank, uint32_t step) { return double(ranks[rank]->steps[step].computeNs); });
        const double host = excess(found.rank, [&](size_t rank, uint32_t step) {
            const auto &idle = ranks[rank]->steps[step].idleByCause;
            return double(idle[size_t(GapCause::Late)]) + double(idle[size_t(GapCause::Blocking)]);
        });
        const double half = double(found.costNs) / 2;
        if (compute >= half && compute >= host) {
            found.kind = Straggler::Kind::ComputesLonger;
            found.excessNs = std::llround(compute);
            nameStage(found);
            nameKernel(found);
        } else if (host >= half) {
            found.kind = Straggler::Kind::HostBound;
            found.excessNs = std::llround(host);
        }
    }

    void nameStage(Straggler &found) const
    {
        double most = 0;
        for (const DigestSum &stage : m_job.ranks[found.rank]->stages) {
            const double more = excess(found.rank, [&](size_t rank, uint32_t step) {
                const RankDigest &digest = *m_job.ranks[rank];
                const auto own = std::ranges::find(digest.stages, stage.name, &DigestSum::name);
                return own == digest.stages.end() ? 0.0
                                                  : double(digest.stageNs(step, size_t(own - digest.stages.begin())));
            });
            if (more > most && stage.name != "communication") {
                most = more;
                found.what = stage.name;
            }
        }
    }

    /// The kernel whose calls take most of the excess, if they take longer than on the other ranks by a twentieth.
    void nameKernel(Straggler &found) const
    {
        constexpr double longer = 1.05;
        std::map<std::string_view, std::vector<double>> others;
        for (size_t rank = 0; rank < m_job.ranks.size(); ++rank)
            if (rank != found.rank)
                for (const DigestSum &kernel : m_job.ranks[rank]->kernels)
                    others[kernel.name].push_back(double(kernel.totalNs) / double(std::max<uint64_t>(kernel.count, 1)));
        double most = 0;
        for (const DigestSum &kernel : m_job.ranks[found.rank]->kernels) {
            const auto same = others.find(kernel.name);
            if (same == others.end() || kernel.count == 0)
                continue;
            const double usual = medianOf(same->second), own = double(kernel.totalNs) / double(kernel.count);
            const double more = (own - usual) * double(kernel.count);
            if (usual > 0 && own >= longer * usual && more > most) {
                most = more;
                found.kernel = kernel.name;
                found.ratio = own / usual;
            }
        }
    }

    const RankJob &m_job;
    size_t m_steps;
    std::vector<double> m_costNs;    ///< ranks × steps
    std::vector<size_t> m_firstStep; ///< by rank: where its own steps begin in jobSteps()
};

} // namespace

StragglerVerdict findStragglers(const RankJob &job)
{
    return Finder(job).find();
}

} // namespace ws
