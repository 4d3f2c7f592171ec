#include "widgets/panels/ranks/rankcollectives.h"

#include "core/base/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace ws {
namespace {

class Texts
{
    Q_DECLARE_TR_FUNCTIONS(RankCollectives)
};

} // namespace

void RankCollectives::setJob(std::shared_ptr<const RankJob> job)
{
    m_job = std::move(job);
    m_rank.reset();
    m_matches.clear();
}

const DigestCollective *RankCollectives::of(uint32_t match, uint32_t rank) const
{
    const CollectiveMatch &one = m_job->collectives.matches[match];
    const auto &ranks = m_job->collectives.groups[one.group].ranks;
    const auto found = std::ranges::lower_bound(ranks, rank);
    return found == ranks.end() || *found != rank
               ? nullptr
               : m_job->collectives.at(m_job->ranks, one, size_t(found - ranks.begin()));
}

const std::vector<uint32_t> &RankCollectives::matchesOf(uint32_t rank)
{
    if (m_rank == rank)
        return m_matches;
    m_rank = rank;
    m_matches.clear();
    for (const CollectiveGroup &group : m_job->collectives.groups)
        if (std::ranges::binary_search(group.ranks, rank))
            for (auto match = uint32_t(group.first); match < group.first + group.count; ++match)
                if (of(match, rank))
                    m_matches.push_back(match);
    std::ranges::sort(m_matches, {}, [&](uint32_t match) { return of(match, rank)->startNs; });
    return m_matches;
}

std::optional<uint32_t> RankCollectives::near(uint32_t rank, int64_t ns, int64_t within)
{
    if (!m_job || !m_job->clocks[rank].isKnown())
        return std::nullopt;
    const auto begin = [&](uint32_t match) { return m_job->clocks[rank].jobTime(of(match, rank)->startNs); };
    const auto &matches = matchesOf(rank);
    const auto after = std::ranges::lower_bound(matches, ns, {}, begin);
    std::optional<uint32_t> best;
    int64_t distance = within;
    for (auto one = after == matches.begin() ? after : after - 1; one != matches.end() && one <= after; ++one)
        if (const int64_t away = std::abs(begin(*one) - ns); away <= distance) {
            best = *one;
            distance = away;
        }
    return best;
}

std::optional<uint32_t> RankCollectives::at(uint32_t rank, int64_t ns)
{
    if (!m_job || !m_job->clocks[rank].isKnown())
        return std::nullopt;
    const RankClock &clock = m_job->clocks[rank];
    const auto &matches = matchesOf(rank);
    const auto after = std::ranges::upper_bound(
        matches, ns, {}, [&](uint32_t match) { return clock.jobTime(of(match, rank)->startNs); });
    return after != matches.begin() && ns < clock.jobTime(of(after[-1], rank)->endNs()) ? std::optional(after[-1])
                                                                                        : std::nullopt;
}

std::optional<uint32_t> RankCollectives::next(uint32_t rank, std::optional<uint32_t> match, int by)
{
    if (!m_job)
        return std::nullopt;
    const auto &matches = matchesOf(rank);
    if (matches.empty())
        return std::nullopt;
    const DigestCollective *now = match ? of(*match, rank) : nullptr;
    if (!now)
        return by > 0 ? matches.front() : matches.back();
    const auto begin = [&](uint32_t one) { return of(one, rank)->startNs; };
    const auto at = std::ranges::lower_bound(matches, now->startNs, {}, begin);
    if (by > 0)
        return at + 1 < matches.end() ? std::optional(at[1]) : std::nullopt;
    return at > matches.begin() ? std::optional(at[-1]) : std::nullopt;
}

TimeRange RankCollectives::span(uint32_t match) const
{
    TimeRange span;
    int known = 0;
    for (const uint32_t rank : m_job->collectives.groups[m_job->collectives.matches[match].group].ranks)
        if (const DigestCollective *one = of(match, rank); one && m_job->clocks[rank].isKnown()) {
            const TimeRange own{m_job->clocks[rank].jobTime(one->startNs), m_job->clocks[rank].jobTime(one->endNs())};
            span = known++ ? TimeRange{std::min(span.begin, own.begin), std::max(span.end, own.end)} : own;
        }
    return known > 1 ? span : TimeRange();
}

QString RankCollectives::text(uint32_t match, uint32_t rank) const
{
    const DigestCollective *one = of(match, rank);
    if (!one)
        return {};
    const CollectiveMatch &of = m_job->collectives.matches[match];
    const CollectiveGroup &group = m_job->collectives.groups[of.group];
    const CollectiveKind &kind = m_job->collectives.kindOf(m_job->ranks, of);
    QStringList lines{QStringList{QString::fromStdString(kind.collective), QString::fromStdString(group.name),
                                  QString::number(of.number)}
                          .join(QStringLiteral(" · "))};
    lines << (of.isTransferKnown ? Texts::tr("%1 waits %2 for the last rank, the transfer takes %3")
                                 : Texts::tr("%1 waits %2 for the last rank, the transfer takes at most %3"))
                 .arg(m_job->labels[int(rank)], formatRounded(one->durationNs - of.lastNs),
                      formatRounded(of.transferNs));
    if (const TimeRange all = span(match); all.length() > 0 && m_job->clocks[rank].isKnown())
        lines << Texts::tr("begins %1 behind the first of %2 ranks")
                     .arg(formatRounded(m_job->clocks[rank].jobTime(one->startNs) - all.begin))
                     .arg(formatCount(int64_t(group.ranks.size())));
    if (kind.bytes)
        lines << formatBytes(*kind.bytes);
    return lines.join(u'\n');
}

} // namespace ws
