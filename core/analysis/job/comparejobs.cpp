#include "core/analysis/job/comparejobs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>
#include <string>

namespace ws {
namespace {

constexpr int64_t RankStep::*times[] = {&RankStep::lengthNs, &RankStep::computeNs,  &RankStep::communicationNs,
                                        &RankStep::waitNs,   &RankStep::transferNs, &RankStep::copyNs,
                                        &RankStep::idleNs};

using Key = std::pair<std::string, std::string>;

/// Two ranks with equal ones are partners; of several in one job, the first.
Key keyOf(const RankJob &job, uint32_t rank)
{
    const RankDigest &digest = *job.ranks[rank];
    return {digest.stage,
            digest.rank ? std::to_string(*digest.rank) + ' ' + digest.part : job.labels[int(rank)].toStdString()};
}

/// Fills in how many steps the rank has.
RankStep medianStep(const RankJob &job, uint32_t rank, uint64_t &steps)
{
    steps = 0;
    for (size_t step = 0; step < size_t(job.stepNames.size()); ++step)
        steps += job.step(rank, step).step != UINT32_MAX;
    const RankStep *median = ws::medianStep(job, rank);
    return median ? *median : RankStep();
}

/// The length of each step that all ranks have: that of its longest rank.
std::vector<int64_t> stepLengths(const RankJob &job)
{
    std::vector<int64_t> lengths;
    for (size_t step = 0; step < size_t(job.stepNames.size()) && job.stepsMatch; ++step) {
        int64_t longest = 0;
        const bool haveAll = std::ranges::all_of(std::views::iota(size_t(0), job.ranks.size()), [&](size_t rank) {
            longest = std::max(longest, job.step(rank, step).lengthNs);
            return job.step(rank, step).step != UINT32_MAX;
        });
        if (haveAll && !job.ranks.empty())
            lengths.push_back(longest);
    }
    return lengths;
}

std::vector<ComparedRank> pairRanks(const RankJob &a, const RankJob &b)
{
    std::map<Key, uint32_t> ofB;
    for (uint32_t rank = 0; rank < b.ranks.size(); ++rank)
        ofB.try_emplace(keyOf(b, rank), rank);
    std::vector<ComparedRank> pairs;
    std::vector<bool> isTaken(b.ranks.size());
    for (uint32_t rank = 0; rank < a.ranks.size(); ++rank) {
        ComparedRank &pair = pairs.emplace_back();
        pair.a = rank;
        pair.medianA = medianStep(a, rank, pair.stepsA);
        const auto found = ofB.find(keyOf(a, rank));
        if (found == ofB.end() || isTaken[found->second])
            continue;
        pair.b = found->second;
        pair.medianB = medianStep(b, *pair.b, pair.stepsB);
        isTaken[*pair.b] = true;
    }
    for (uint32_t rank = 0; rank < b.ranks.size(); ++rank)
        if (!isTaken[rank]) {
            ComparedRank &pair = pairs.emplace_back();
            pair.b = rank;
            pair.medianB = medianStep(b, rank, pair.stepsB);
        }
    return pairs;
}

/// Means over the ranks of both.
RankStep meanOf(const std::vector<ComparedRank> &pairs, RankStep ComparedRank::*side)
{
    RankStep mean;
    const auto count = std::ranges::count_if(pairs, [](const ComparedRank &pair) { return pair.a && pair.b; });
    for (const auto time : times) {
        double sum = 0;
        for (const ComparedRank &pair : pairs)
            if (pair.a && pair.b)
                sum += double(pair.*side.*time);
        mean.*time = count ? std::llround(sum / double(count)) : 0;
    }
    return mean;
}

} // namespace

JobComparison compareJobs(const RankJob &a, const RankJob &b)
{
    JobComparison result;
    result.ranks = pairRanks(a, b);
    result.meanA = meanOf(result.ranks, &ComparedRank::medianA);
    result.meanB = meanOf(result.ranks, &ComparedRank::medianB);
    for (const ComparedRank &pair : result.ranks)
        result.areSplit = result.areSplit && (!pair.a || !pair.b || pair.areSplit());
    std::vector<int64_t> lengthsA = stepLengths(a), lengthsB = stepLengths(b);
    result.stepA = sampleStats(lengthsA);
    result.stepB = sampleStats(lengthsB);
    if (!std::ranges::all_of(result.ranks, [](const ComparedRank &pair) { return pair.a && pair.b; }))
        result.basis = JobComparison::Basis::OtherRanks;
    else if (std::min(lengthsA.size(), lengthsB.size()) < fewestSamples)
        result.basis = JobComparison::Basis::TooFewSteps;
    else
        result.step = differenceOfUnits(result.stepA, result.stepB, lengthsA, lengthsB);
    return result;
}

} // namespace ws
