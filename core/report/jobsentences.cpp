#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/report/rankreport.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

class JobSentences
{
    Q_DECLARE_TR_FUNCTIONS(JobSentences)
public:
    static QString ofStraggler(const RankJob &job, const Straggler &found);
    static QString whyNone(const RankJob &job);
    static QString ofLast(const RankJob &job);
    static QString ofClocks(const RankJob &job);
    static QString ofCollectives(const RankJob &job);
};

QString JobSentences::ofStraggler(const RankJob &job, const Straggler &found)
{
    const QString rank = job.labels[found.rank];
    const QString cost = tr("%1 of a step (%2)").arg(formatRounded(found.costNs), formatPercent(found.costShare));
    switch (found.kind) {
    case Straggler::Kind::ComputesLonger: {
        if (!found.ranks.empty())
            return tr("%1 computes %2 times as long as the other ranks (%3 against %4 a step, in %5 of %6 steps), most "
                      "of the difference in %7. No collective tells what that costs the job; `replay` does.")
                .arg(QString::fromStdString(found.place), formatNumber(std::round(found.ratio * 100) / 100),
                     formatRounded(found.othersNs + found.excessNs), formatRounded(found.othersNs),
                     formatCount(int64_t(found.steps)), formatCount(int64_t(found.ofSteps)),
                     found.what.empty() ? tr("no single stage") : QString::fromStdString(found.what));
        QString text =
            tr("%1 holds the others up by %2: it computes %3 a step longer than they do, most of it in %4. It "
               "costs most in %5 of %6 steps.")
                .arg(rank, cost, formatRounded(found.excessNs),
                     found.what.empty() ? tr("no single stage") : QString::fromStdString(found.what))
                .arg(formatCount(int64_t(found.steps)))
                .arg(formatCount(int64_t(found.ofSteps)));
        if (!found.kernel.empty())
            text =
                sentences({text, tr("A call of %1 takes %2 times as long there.")
                                     .arg(QString::fromStdString(shortName(found.kernel)), formatNumber(found.ratio))});
        return text;
    }
    case Straggler::Kind::HostBound:
        return tr("%1 holds the others up by %2: its GPU waits %3 a step longer for its host (late launches, blocking "
                  "calls). It costs most in %4 of %5 steps.")
            .arg(rank, cost, formatRounded(found.excessNs))
            .arg(formatCount(int64_t(found.steps)))
            .arg(formatCount(int64_t(found.ofSteps)));
    case Straggler::Kind::SlowLink:
        return tr("The transfers of %1 take %2 times as long as those of the others: a slow link. That costs %3.")
            .arg(rank, formatNumber(found.ratio), cost);
    case Straggler::Kind::StartsLater:
        break;
    }
    return tr("%1 holds the others up by %2: it begins its collectives later; the recordings do not tell why. It costs "
              "most in %3 of %4 steps.")
        .arg(rank, cost)
        .arg(formatCount(int64_t(found.steps)))
        .arg(formatCount(int64_t(found.ofSteps)));
}

QString JobSentences::whyNone(const RankJob &job)
{
    using Basis = StragglerVerdict::Basis;
    switch (job.verdict.basis) {
    case Basis::Sufficient:
        return tr("No rank can be shown to hold the others up: none is last often enough, or costs 2 % of a step.");
    case Basis::OneRank:
        return tr("One rank: there is nothing to compare.");
    case Basis::NoSteps:
        return job.stepsMatch
                   ? tr("Which rank holds the others up is not known: that takes at least %n steps.", nullptr,
                        int(StragglerVerdict::minSteps))
                   : tr("Which rank holds the others up is not known: the ranks have different numbers of steps, so "
                        "that no step "
                        "of one belongs to one of another.");
    case Basis::NoCollectives:
        return tr(
            "Which rank holds the others up is not known: no collective that all ranks wait in could be matched.");
    case Basis::PartOfGroup:
        if (!repeatedRanks(job.ranks).empty())
            return tr(
                "Which rank holds the others up is not known: ranks have several traces, of several jobs or times.");
        return tr("Which rank holds the others up is not known: ranks of the groups are missing, and one of them may "
                  "be the last.");
    case Basis::NoClock:
        return tr("Which rank holds the others up is not known: the collectives do not tell how the clocks of all "
                  "ranks lie.");
    }
    return {};
}

/// Of too few steps for a verdict: which ranks came last in the collectives that are there.
QString JobSentences::ofLast(const RankJob &job)
{
    const StragglerVerdict &verdict = job.verdict;
    if (verdict.last.empty())
        return {};
    QStringList parts;
    for (const StragglerVerdict::Last &last : verdict.last)
        parts << tr("%1 in %2 (%3, %4)")
                     .arg(job.labels[last.rank], formatCount(int64_t(last.calls)), formatRounded(last.costNs),
                          formatPercent(double(last.costNs) / double(verdict.lastCostNs)));
    return tr("Of %1 collectives that all ranks of a group wait in, the last one was %2: so much sooner they could "
              "have "
              "ended had it come with the second-last. Fewer than %3 steps do not tell whether that is always so.")
        .arg(formatCount(int64_t(verdict.lastOf)), listed(parts), formatCount(StragglerVerdict::minSteps));
}

QString JobSentences::ofClocks(const RankJob &job)
{
    int known = 0;
    int64_t uncertaintyNs = 0, coarseNs = 0;
    for (const RankClock &clock : job.clocks) {
        known += clock.isKnown();
        uncertaintyNs = std::max(uncertaintyNs, clock.isKnown() ? clock.uncertaintyNs : 0);
        coarseNs = std::max(coarseNs, clock.state == RankClock::State::Coarse ? clock.uncertaintyNs : 0);
    }
    if (job.ranks.size() < 2)
        return {};
    const QString coarse = coarseNs ? tr("Collectives tell other clocks only ± %1, which is more than half of what "
                                         "these collectives last at the median.")
                                          .arg(formatRounded(coarseNs))
                                    : QString();
    const auto all = int(job.ranks.size());
    if (known < 2)
        return sentences(
            {tr("The clocks of the ranks are not calibrated: no times of two ranks are compared."), coarse});
    if (known < all)
        return sentences({tr("The clocks of %1 of %2 ranks are known (± %3); times of the others are not compared.")
                              .arg(formatCount(int64_t(known)))
                              .arg(formatCount(int64_t(all)))
                              .arg(formatRounded(uncertaintyNs)),
                          coarse});
    return uncertaintyNs ? tr("All clocks are known, ± %1.").arg(formatRounded(uncertaintyNs))
                         : tr("All ranks have one clock.");
}

QString JobSentences::ofCollectives(const RankJob &job)
{
    uint64_t byNumber = 0, byOrder = 0, byTime = 0;
    for (const CollectiveGroup &group : job.collectives.groups)
        (group.basis == MatchBasis::Number ? byNumber
         : group.basis == MatchBasis::Time ? byTime
                                           : byOrder) += group.count;
    QStringList parts;
    if (byNumber)
        parts << tr("%1 by group and sequence number").arg(formatCount(int64_t(byNumber)));
    if (byOrder)
        parts << tr("%1 by group and order").arg(formatCount(int64_t(byOrder)));
    if (byTime)
        parts << tr("%1 by group and time").arg(formatCount(int64_t(byTime)));
    QStringList all;
    if (!parts.isEmpty())
        all << tr("Collectives matched: %1.").arg(listed(parts));
    if (job.collectives.unmatched)
        all << tr("%n collective(s) of single ranks without a partner.", nullptr, int(job.collectives.unmatched));
    if (job.collectives.untold)
        all << tr("%n collective(s) could not be matched with those of other ranks.", nullptr,
                  int(job.collectives.untold));
    return sentences(all);
}

} // namespace

QStringList jobSentences(const RankJob &job)
{
    QStringList sentences;
    for (const Straggler &found : job.verdict.found)
        sentences << JobSentences::ofStraggler(job, found);
    if (const QString last = JobSentences::ofLast(job); !last.isEmpty())
        sentences << last;
    else if (sentences.isEmpty())
        sentences << JobSentences::whyNone(job);
    if (job.missingRanks)
        sentences << JobSentences::tr("%1 of the %2 ranks of the job are missing.")
                         .arg(formatCount(int64_t(job.missingRanks)))
                         .arg(formatCount(int64_t(job.missingRanks + job.ranks.size())));
    if (!repeatedRanks(job.ranks).empty() && job.verdict.basis != StragglerVerdict::Basis::PartOfGroup)
        sentences << JobSentences::tr("Ranks have several traces, of several jobs or times.");
    sentences << JobSentences::ofClocks(job) << JobSentences::ofCollectives(job);
    const auto cut =
        std::ranges::count(job.ranks, false, [](const RankDigestPtr &digest) { return digest->isComplete; });
    if (cut)
        sentences << JobSentences::tr("The traces of %n rank(s) are cut: what is missing may hold more.", nullptr,
                                      int(cut));
    sentences.removeAll(QString());
    return sentences;
}

QString clockStateText(RankClock::State state)
{
    const QString texts[] = {JobSentences::tr("unknown"),   JobSentences::tr("contradictory"),
                             JobSentences::tr("coarse"),    JobSentences::tr("reference"),
                             JobSentences::tr("same file"), JobSentences::tr("fitted")};
    return texts[size_t(state)];
}

std::string_view clockStateId(RankClock::State state)
{
    constexpr std::string_view ids[] = {"unknown", "contradictory", "coarse", "reference", "same file", "fitted"};
    return ids[size_t(state)];
}

std::string_view matchBasisId(MatchBasis basis)
{
    constexpr std::string_view ids[] = {"number", "order", "time", "none"};
    return ids[size_t(basis)];
}

std::string_view stragglerKindId(Straggler::Kind kind)
{
    constexpr std::string_view ids[] = {"computes longer", "host bound", "starts later", "slow link"};
    return ids[size_t(kind)];
}

std::string_view verdictBasisId(StragglerVerdict::Basis basis)
{
    constexpr std::string_view ids[] = {"sufficient",     "one rank",      "no steps",
                                        "no collectives", "part of group", "no clock"};
    return ids[size_t(basis)];
}

} // namespace ws
