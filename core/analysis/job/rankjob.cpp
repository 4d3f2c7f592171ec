#include "core/analysis/job/rankjob.h"

#include "core/analysis/collectives/collectives.h"
#include "core/analysis/job/commsplit.h"
#include "core/base/parallel.h"
#include "core/base/quantiles.h"
#include "core/base/texts.h"
#include "core/model/runlabel.h"

#include <QFileInfo>

#include <algorithm>
#include <map>
#include <set>

namespace ws {
namespace {

/// Numbers in texts by their value: "stage 2" before "stage 10".
bool isBefore(const std::string &a, const std::string &b)
{
    return a.size() != b.size() && a.find_first_not_of("0123456789") == a.npos &&
                   b.find_first_not_of("0123456789") == b.npos
               ? a.size() < b.size()
               : a < b;
}

bool isBeforeInJob(const RankDigestPtr &a, const RankDigestPtr &b)
{
    if (a->stage != b->stage)
        return isBefore(a->stage, b->stage);
    if (a->rank != b->rank)
        return a->rank && (!b->rank || *a->rank < *b->rank);
    if (a->host != b->host)
        return isBefore(a->host, b->host);
    return a->file < b->file; // parts of one file keep their order
}

QStringList labelsOf(const std::vector<RankDigestPtr> &ranks)
{
    std::vector<Labelled> things;
    for (const RankDigestPtr &digest : ranks) {
        QStringList words;
        if (!digest->stage.empty())
            words << Core::tr("stage %1").arg(QString::fromStdString(digest->stage));
        if (!digest->part.empty())
            words << QString::fromStdString(digest->part);
        else if (digest->rank)
            words << Core::tr("rank %1").arg(*digest->rank);
        const QString path = QString::fromStdString(digest->file);
        if (words.isEmpty())
            words << QFileInfo(path).fileName();
        things.push_back({words.join(QStringLiteral(" · ")), {}, path});
    }
    return distinctLabels(things);
}

uint32_t missingRanks(const std::vector<RankDigestPtr> &ranks)
{
    std::set<int64_t> there;
    int64_t world = 0;
    for (const RankDigestPtr &digest : ranks) {
        world = std::max(world, digest->worldSize.value_or(0));
        if (digest->rank)
            there.insert(*digest->rank);
    }
    return uint32_t(std::clamp<int64_t>(world - int64_t(there.size()), 0, UINT32_MAX));
}

/// The steps of each rank under the steps of the job. By their names where these are unique in each rank
/// ("ProfilerStep#12"), else by their order where all ranks have equally many.
class StepTable
{
public:
    explicit StepTable(const std::vector<RankDigestPtr> &ranks) : of(ranks.size()), m_ranks(ranks)
    {
        const bool areUnique = std::ranges::all_of(ranks, [](const RankDigestPtr &digest) {
            std::set<std::string_view> seen;
            return std::ranges::all_of(digest->steps,
                                       [&](const DigestStep &step) { return seen.insert(step.name).second; });
        });
        areUnique ? byName() : byOrder();
    }

    QStringList names;
    bool areMatched = true;
    std::vector<std::vector<uint32_t>> of; ///< by rank and step of the job

private:
    void byName()
    {
        std::map<std::string_view, size_t> place;
        for (const RankDigestPtr &digest : m_ranks)
            for (const DigestStep &step : digest->steps)
                if (place.try_emplace(step.name, place.size()).second)
                    names << QString::fromStdString(step.name);
        for (size_t rank = 0; rank < m_ranks.size(); ++rank) {
            of[rank].assign(place.size(), UINT32_MAX);
            for (uint32_t step = 0; step < m_ranks[rank]->steps.size(); ++step)
                of[rank][place.at(m_ranks[rank]->steps[step].name)] = step;
        }
    }

    void byOrder()
    {
        size_t most = 0;
        const RankDigest *longest = nullptr;
        for (const RankDigestPtr &digest : m_ranks) {
            areMatched = areMatched && digest->steps.size() == m_ranks.front()->steps.size();
            if (!longest || digest->steps.size() > most)
                longest = digest.get();
            most = longest->steps.size();
        }
        for (const DigestStep &step : longest->steps)
            names << QString::fromStdString(step.name);
        for (size_t rank = 0; rank < m_ranks.size(); ++rank) {
            of[rank].assign(most, UINT32_MAX);
            for (uint32_t step = 0; step < m_ranks[rank]->steps.size(); ++step)
                of[rank][step] = step;
        }
    }

    const std::vector<RankDigestPtr> &m_ranks;
};

/// The splits of all ranks, by rank and its own step.
class CommSplits
{
public:
    explicit CommSplits(const RankJob &job) : m_job(job), m_matchOf(job.ranks.size())
    {
        for (size_t rank = 0; rank < job.ranks.size(); ++rank)
            m_matchOf[rank].assign(job.ranks[rank]->collectives.size(), noMatch);
        const MatchedCollectives &found = job.collectives;
        for (uint32_t m = 0; m < found.matches.size(); ++m) {
            const CollectiveMatch &match = found.matches[m];
            const CollectiveGroup &group = found.groups[match.group];
            uint32_t present = 0;
            const bool isMeeting = synchronises(found.kindOf(job.ranks, match).collective);
            for (size_t k = 0; k < group.ranks.size() && isMeeting; ++k)
                if (const uint32_t place = found.placeOf(match, k); place != MatchedCollectives::absent) {
                    m_matchOf[group.ranks[k]][place] = m;
                    ++present;
                }
            m_isWhole.push_back(int64_t(present) >= group.size.value_or(int64_t(group.ranks.size())));
        }
    }

    std::vector<CommSplit> of(size_t rank) const
    {
        const RankDigest &digest = *m_job.ranks[rank];
        std::vector<CommPhase> phases(digest.collectives.size());
        for (size_t k = 0; k < phases.size(); ++k)
            if (const uint32_t m = m_matchOf[rank][k]; m != noMatch) {
                const CollectiveMatch &match = m_job.collectives.matches[m];
                phases[k] = {match.lastNs,
                             m_isWhole[m] && match.isTransferKnown ? CommPhase::Known : CommPhase::WaitKnown,
                             match.transferNs};
            }
        return splitCommunication(digest, phases);
    }

private:
    static constexpr uint32_t noMatch = UINT32_MAX;

    const RankJob &m_job;
    std::vector<std::vector<uint32_t>> m_matchOf; ///< by rank and collective
    std::vector<uint8_t> m_isWhole;               ///< by match: no rank of its group lacks it
};

void fillSteps(RankJob &job, const StepTable &table)
{
    const CommSplits splits(job);
    job.stepNames = table.names;
    job.steps.resize(job.ranks.size() * size_t(table.names.size()));
    parallelFor({0, job.ranks.size()}, 8, [&](size_t rank) {
        const std::vector<CommSplit> split = splits.of(rank);
        for (size_t step = 0; step < size_t(table.names.size()); ++step) {
            const uint32_t own = table.of[rank][step];
            if (own == UINT32_MAX)
                continue;
            const DigestStep &from = job.ranks[rank]->steps[own];
            job.steps[rank * size_t(table.names.size()) + step] = {own,
                                                                   from.work.length(),
                                                                   from.computeNs,
                                                                   from.exposedCommNs,
                                                                   split[own].waitNs,
                                                                   split[own].transferNs,
                                                                   from.exposedCopyNs,
                                                                   from.idleNs,
                                                                   split[own].waitedNs};
        }
    });
}

} // namespace

const RankStep *medianStep(const RankJob &job, size_t rank)
{
    std::vector<const RankStep *> steps, typical;
    for (size_t k = 0; k < size_t(job.stepNames.size()); ++k)
        if (const RankStep &step = job.step(rank, k); step.step != UINT32_MAX) {
            steps.push_back(&step);
            if (job.ranks[rank]->steps[step.step].isTypical)
                typical.push_back(&step);
        }
    std::vector<const RankStep *> &compared = typical.empty() ? steps : typical;
    std::ranges::stable_sort(compared, {}, [](const RankStep *step) { return step->lengthNs; });
    return compared.empty() ? nullptr : compared[lowerMiddle(compared.size())];
}

std::optional<RankJob> makeRankJob(std::vector<RankDigestPtr> ranks, const Progress *progress)
{
    RankJob job;
    job.ranks = std::move(ranks);
    std::ranges::stable_sort(job.ranks, isBeforeInJob);
    job.labels = labelsOf(job.ranks);
    job.missingRanks = missingRanks(job.ranks);
    job.collectives = matchCollectives(job.ranks);
    if (progress && progress->isCancelled())
        return std::nullopt;
    job.clocks = fitClocks(job.ranks, job.collectives);
    if (progress && progress->isCancelled())
        return std::nullopt;
    if (!job.ranks.empty()) {
        const StepTable table(job.ranks);
        job.stepsMatch = table.areMatched;
        fillSteps(job, table);
    }
    job.verdict = findStragglers(job);
    return job;
}

} // namespace ws
