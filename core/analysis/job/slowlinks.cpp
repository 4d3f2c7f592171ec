#include "core/analysis/job/slowlinks.h"

#include "core/analysis/collectives/collectives.h"
#include "core/analysis/job/rankjob.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

namespace ws {
namespace {

constexpr double slower = 1.3;            // than the fastest group: no scatter of one machine
constexpr size_t fewestTransfers = 5;     // of a group
constexpr double leastShareOfStep = 0.02; // of a step

/// Transfers of one collective, size and number of ranks are comparable between groups.
using Class = std::tuple<std::string, int64_t, size_t>;

struct GroupTransfers
{
    uint32_t group;
    std::vector<double> ns; ///< of each match
    double median = 0;
};

std::map<Class, std::vector<GroupTransfers>> transfers(const RankJob &job)
{
    std::map<Class, std::vector<GroupTransfers>> classes;
    for (const CollectiveMatch &match : job.collectives.matches) {
        const CollectiveGroup &group = job.collectives.groups[match.group];
        const CollectiveKind &kind = job.collectives.kindOf(job.ranks, match);
        if (!group.isWhole || !kind.bytes || !synchronises(kind.collective))
            continue;
        auto &groups = classes[{kind.collective, *kind.bytes, group.ranks.size()}];
        if (groups.empty() || groups.back().group != match.group)
            groups.push_back({match.group, {}});
        groups.back().ns.push_back(double(match.transferNs));
    }
    for (auto &[key, groups] : classes) {
        std::erase_if(groups, [](const GroupTransfers &group) { return group.ns.size() < fewestTransfers; });
        for (GroupTransfers &group : groups)
            group.median = medianOf(group.ns);
    }
    return classes;
}

/// With its cost a step; nothing when that is too small to speak of.
std::optional<Straggler> finish(const RankJob &job, uint32_t rank, double excessNs, double ratio, uint32_t steps)
{
    const auto count = size_t(job.stepNames.size());
    const RankStep *median = medianStep(job, rank);
    const double length = median ? double(median->lengthNs) : 0, cost = excessNs / double(std::max<size_t>(count, 1));
    if (length <= 0 || cost < leastShareOfStep * length)
        return std::nullopt;
    Straggler found;
    found.rank = rank;
    found.kind = Straggler::Kind::SlowLink;
    found.costNs = found.excessNs = std::llround(cost);
    found.costShare = cost / length;
    found.steps = steps;
    found.ofSteps = uint32_t(count);
    found.ratio = ratio;
    return found;
}

std::optional<Straggler> byGroups(const RankJob &job)
{
    std::set<uint32_t> inAllSlow, inFast;
    std::set<std::vector<uint32_t>> slowGroups;
    double excessNs = 0;
    std::vector<double> ratios;
    for (const auto &[key, groups] : transfers(job)) {
        if (groups.size() < 2)
            continue;
        const double fastest = std::ranges::min_element(groups, {}, &GroupTransfers::median)->median;
        for (const GroupTransfers &group : groups) {
            const auto &ranks = job.collectives.groups[group.group].ranks;
            if (group.median < slower * fastest || fastest <= 0) {
                inFast.insert(ranks.begin(), ranks.end());
                continue;
            }
            std::set<uint32_t> common;
            for (const uint32_t rank : ranks)
                if (slowGroups.empty() || inAllSlow.contains(rank))
                    common.insert(rank);
            inAllSlow = std::move(common);
            slowGroups.insert(ranks);
            for (const double ns : group.ns)
                excessNs += std::max(ns - fastest, 0.0);
            ratios.push_back(group.median / fastest);
        }
    }
    std::erase_if(inAllSlow, [&](uint32_t rank) { return inFast.contains(rank); });
    if (inAllSlow.size() != 1)
        return std::nullopt;
    return finish(job, *inAllSlow.begin(), excessNs, medianOf(std::move(ratios)), uint32_t(job.stepNames.size()));
}

/// By rank: how much later than the median of the ranks each of the larger collectives ends on it.
std::optional<Straggler> byEnds(const RankJob &job)
{
    constexpr double most = 0.8; // of the collectives
    std::vector<double> sizes;
    for (const CollectiveMatch &match : job.collectives.matches)
        sizes.push_back(double(match.lastNs));
    if (sizes.empty())
        return std::nullopt;
    const double large = medianOf(std::move(sizes));
    std::vector<uint32_t> later(job.ranks.size()), seen(job.ranks.size());
    std::vector<double> excessNs(job.ranks.size());
    std::vector<std::vector<double>> ratios(job.ranks.size());
    for (const CollectiveMatch &match : job.collectives.matches) {
        const CollectiveGroup &group = job.collectives.groups[match.group];
        if (double(match.lastNs) < large || group.ranks.size() < 3 || !group.isWhole)
            continue; // of two, one is as early as the other is late
        std::vector<double> ends;
        int64_t uncertaintyNs = 0;
        for (size_t k = 0; k < group.ranks.size(); ++k) {
            const DigestCollective *one = job.collectives.at(job.ranks, match, k);
            const RankClock &clock = job.clocks[group.ranks[k]];
            if (!one || !clock.isFitted())
                break;
            ends.push_back(double(clock.jobTime(one->endNs())));
            uncertaintyNs = std::max(uncertaintyNs, clock.uncertaintyNs);
        }
        if (ends.size() != group.ranks.size())
            continue;
        const double usual = medianOf(ends), transfer = double(std::max<int64_t>(match.lastNs, 1));
        for (size_t k = 0; k < ends.size(); ++k) {
            const double more = ends[k] - usual;
            const uint32_t rank = group.ranks[k];
            ++seen[rank];
            if (more < std::max(2.0 * double(uncertaintyNs), (slower - 1) * transfer))
                continue;
            ++later[rank];
            excessNs[rank] += more;
            ratios[rank].push_back(1 + more / transfer);
        }
    }
    const auto rank = uint32_t(std::ranges::max_element(later) - later.begin());
    if (later[rank] < fewestTransfers || double(later[rank]) < most * double(seen[rank]))
        return std::nullopt;
    return finish(job, rank, excessNs[rank], medianOf(std::move(ratios[rank])), uint32_t(job.stepNames.size()));
}

} // namespace

std::optional<Straggler> findSlowLink(const RankJob &job)
{
    if (auto found = byGroups(job))
        return found;
    return byEnds(job);
}

} // namespace ws
