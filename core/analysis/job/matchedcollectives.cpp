#include "core/analysis/job/matchedcollectives.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/job/timematch.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ws {
namespace {

bool isPointToPoint(const CollectiveKind &kind)
{
    return kind.collective == "send" || kind.collective == "recv";
}

/// What tells a group from others in the files of all its ranks. A list of ranks that torch cut ("[0, 1, ...]") does
/// not, but the name beside it does.
std::string groupName(const CollectiveArgs &args)
{
    std::string name = args.group;
    for (const std::string &more : {args.groupDescription, args.ranks})
        if (!more.empty() && more != "undefined")
            name += (name.empty() ? "" : " ") + more;
    return name;
}

/// The collectives of one rank in one group.
struct Part
{
    uint32_t rank;
    std::vector<uint32_t> places; ///< in order of start
};

using Parts = std::map<std::string, std::vector<Part>>;

std::vector<std::string_view> foldersOf(std::string_view file)
{
    std::vector<std::string_view> folders;
    for (size_t end = file.find_first_of("/\\"); end != file.npos; end = file.find_first_of("/\\")) {
        folders.push_back(file.substr(0, end));
        file.remove_prefix(end + 1);
    }
    return folders;
}

/// Of ranks that repeat: the folder of each that tells the jobs apart, the outermost one in whose folders none repeats;
/// empty: there is none.
std::vector<std::string> jobFolders(const std::vector<RankDigestPtr> &ranks)
{
    std::vector<std::vector<std::string_view>> folders;
    size_t depth = SIZE_MAX;
    for (const RankDigestPtr &digest : ranks) {
        folders.push_back(foldersOf(digest->file));
        depth = std::min(depth, folders.back().size());
    }
    for (size_t at = 0; at < depth; ++at) {
        std::map<std::string, std::vector<RankDigestPtr>> jobs;
        std::vector<std::string> names;
        for (size_t rank = 0; rank < ranks.size(); ++rank) {
            names.emplace_back(folders[rank][at]);
            jobs[names.back()].push_back(ranks[rank]);
        }
        const bool areApart =
            std::ranges::none_of(jobs, [](const auto &job) { return !repeatedRanks(job.second).empty(); });
        if (areApart && std::ranges::all_of(jobs, [](const auto &job) { return job.second.size() > 1; }))
            return names;
    }
    return {};
}

/// The name without its numbers: "log_after_rank_.pt.trace.json".
std::string withoutNumbers(std::string_view name)
{
    std::string text(name);
    std::erase_if(text, [](char c) { return c >= '0' && c <= '9'; });
    return text;
}

/// Where ranks repeat in one folder: what their files are called but for numbers, and of those of one name how many of
/// the rank began before. Empty: none repeats, or that does not tell the jobs apart: ranks began other numbers of
/// times, or one began before the last rank had begun the time before.
std::vector<std::string> jobsByNameAndTime(const std::vector<RankDigestPtr> &ranks)
{
    std::map<std::string, std::map<int64_t, std::vector<uint32_t>>> byName; // and rank
    for (uint32_t rank = 0; rank < ranks.size(); ++rank)
        if (ranks[rank]->rank && ranks[rank]->hasClock)
            byName[withoutNumbers(ranks[rank]->file)][*ranks[rank]->rank].push_back(rank);
        else
            return {};
    std::vector<std::string> jobs(ranks.size());
    for (auto &[name, ofRank] : byName) {
        const size_t times = ofRank.begin()->second.size();
        if (ofRank.size() < 2)
            return {};
        for (auto &[number, own] : ofRank) {
            if (own.size() != times)
                return {};
            std::ranges::sort(own, {}, [&](uint32_t rank) { return ranks[rank]->originNs; });
        }
        int64_t lastNs = INT64_MIN; // of the time before
        for (size_t time = 0; time < times; ++time) {
            int64_t firstNs = INT64_MAX, nextLastNs = INT64_MIN;
            for (const auto &[number, own] : ofRank) {
                firstNs = std::min(firstNs, ranks[own[time]]->originNs);
                nextLastNs = std::max(nextLastNs, ranks[own[time]]->originNs);
                jobs[own[time]] = name + ' ' + std::to_string(time + 1);
            }
            if (firstNs <= lastNs)
                return {};
            lastNs = nextLastNs;
        }
    }
    return jobs;
}

/// Which job each rank is of, where ranks repeat; empty: that is not known, or none repeats.
std::vector<std::string> jobsOf(const std::vector<RankDigestPtr> &ranks)
{
    if (repeatedRanks(ranks).empty())
        return {};
    std::vector<std::string> jobs = jobFolders(ranks);
    return jobs.empty() ? jobsByNameAndTime(ranks) : jobs;
}

/// `jobs`: jobsOf().
Parts partsOf(const std::vector<RankDigestPtr> &ranks, const std::vector<std::string> &jobs)
{
    Parts parts;
    for (uint32_t rank = 0; rank < ranks.size(); ++rank) {
        const RankDigest &digest = *ranks[rank];
        std::vector<Part *> ofKind(digest.kinds.size());
        for (uint32_t place = 0; place < digest.collectives.size(); ++place) {
            const uint32_t kind = digest.collectives[place].kind;
            if (isPointToPoint(digest.kinds[kind]))
                continue;
            if (!ofKind[kind]) {
                const std::string name = groupName(digest.kinds[kind].args);
                std::vector<Part> &group = parts[jobs.empty() ? name : jobs[rank] + " · " + name];
                if (group.empty() || group.back().rank != rank)
                    group.push_back({rank, {}});
                ofKind[kind] = &group.back(); // only this rank adds to the group until the next one begins
            }
            ofKind[kind]->places.push_back(place);
        }
    }
    return parts;
}

class Matcher
{
public:
    /// `areApart`: groups hold ranks of one job each.
    Matcher(const std::vector<RankDigestPtr> &ranks, bool areApart, MatchedCollectives &found)
        : m_ranks(ranks), m_found(found), m_isRepeated(ranks.size())
    {
        for (const uint32_t rank : areApart ? std::vector<uint32_t>() : repeatedRanks(ranks))
            m_isRepeated[rank] = true;
    }

    void add(const std::string &name, std::vector<Part> &parts)
    {
        CollectiveGroup group;
        group.name = name;
        for (const Part &part : parts)
            group.ranks.push_back(part.rank);
        group.size = sizeOf(parts);
        group.isWhole = group.size && int64_t(parts.size()) == *group.size;
        group.first = m_found.matches.size();
        // The k-th of another job is none of this one.
        const bool areSeveralJobs =
            std::ranges::any_of(parts, [this](const Part &part) { return m_isRepeated[part.rank]; });
        if (parts.size() > 1)
            group.basis = haveNumbers(parts)                            ? MatchBasis::Number
                          : !areSeveralJobs && areSequencesAlike(parts) ? MatchBasis::Order
                                                                        : MatchBasis::Time;
        if (group.basis == MatchBasis::Number)
            addByNumber(parts);
        else if (group.basis == MatchBasis::Order)
            addByOrder(parts);
        else if (group.basis == MatchBasis::None || !addByTime(parts, areSeveralJobs)) {
            group.basis = MatchBasis::None;
            for (const Part &part : parts)
                (parts.size() > 1 ? m_found.untold : m_found.unmatched) += part.places.size();
        }
        group.count = m_found.matches.size() - group.first;
        m_found.groups.push_back(std::move(group));
    }

private:
    const DigestCollective &at(const Part &part, size_t k) const
    {
        return m_ranks[part.rank]->collectives[part.places[k]];
    }
    const CollectiveKind &kindAt(const Part &part, size_t k) const
    {
        return m_ranks[part.rank]->kinds[at(part, k).kind];
    }

    /// The group's size, else that of the world where the files name no group; nothing where they contradict.
    std::optional<int64_t> sizeOf(const std::vector<Part> &parts) const
    {
        std::optional<int64_t> size;
        for (const Part &part : parts) {
            const CollectiveKind &kind = kindAt(part, 0);
            const auto own =
                kind.groupSize || !kind.args.group.empty() ? kind.groupSize : m_ranks[part.rank]->worldSize;
            if (!own || (size && *size != *own))
                return std::nullopt;
            size = own;
        }
        return size;
    }

    bool haveNumbers(const std::vector<Part> &parts) const
    {
        return std::ranges::all_of(parts, [this](const Part &part) {
            return std::ranges::all_of(
                part.places, [&](uint32_t place) { return m_ranks[part.rank]->collectives[place].number >= 0; });
        });
    }

    bool areSequencesAlike(const std::vector<Part> &parts) const
    {
        const Part &first = parts.front();
        return std::ranges::all_of(parts, [&](const Part &part) {
            if (part.places.size() != first.places.size())
                return false;
            for (size_t k = 0; k < part.places.size(); ++k)
                if (!areAlike(kindAt(part, k), kindAt(first, k)))
                    return false;
            return true;
        });
    }

    void addMatch(int64_t number, size_t ranks)
    {
        m_found.matches.push_back({uint32_t(m_found.groups.size()), number, m_found.place.size()});
        m_found.place.resize(m_found.place.size() + ranks, MatchedCollectives::absent);
    }

    /// A number without two ranks says nothing. Several kernels of one number are one collective; its first kernel
    /// stands for it.
    void addByNumber(std::vector<Part> &parts)
    {
        std::map<int64_t, size_t> matchOf;
        for (const Part &part : parts)
            for (size_t k = 0; k < part.places.size(); ++k)
                matchOf.try_emplace(at(part, k).number);
        const size_t first = m_found.matches.size();
        for (auto &[number, match] : matchOf) {
            match = m_found.matches.size();
            addMatch(number, parts.size());
        }
        for (size_t p = 0; p < parts.size(); ++p)
            for (size_t k = 0; k < parts[p].places.size(); ++k) {
                const CollectiveMatch &match = m_found.matches[matchOf.at(at(parts[p], k).number)];
                if (uint32_t &place = m_found.place[match.first + p]; place == MatchedCollectives::absent)
                    place = parts[p].places[k];
            }
        dropContradictions(parts, first);
    }

    /// One number, different collectives: the files are not of one job, or not of the same time.
    void dropContradictions(const std::vector<Part> &parts, size_t first)
    {
        size_t kept = first;
        for (size_t m = first; m < m_found.matches.size(); ++m) {
            const CollectiveMatch match = m_found.matches[m];
            const CollectiveKind *kind = nullptr;
            bool isOne = true;
            uint64_t there = 0;
            for (size_t p = 0; p < parts.size(); ++p)
                if (const uint32_t place = m_found.placeOf(match, p); place != MatchedCollectives::absent) {
                    const RankDigest &digest = *m_ranks[parts[p].rank];
                    const CollectiveKind &own = digest.kinds[digest.collectives[place].kind];
                    isOne = isOne && (!kind || kind->collective == own.collective);
                    kind = &own;
                    ++there;
                }
            if (isOne && there > 1)
                m_found.matches[kept++] = match;
            else
                (isOne ? m_found.unmatched : m_found.untold) += there;
        }
        m_found.matches.resize(kept);
    }

    void addByOrder(const std::vector<Part> &parts)
    {
        for (size_t k = 0; k < parts.front().places.size(); ++k) {
            addMatch(int64_t(k), parts.size());
            for (size_t p = 0; p < parts.size(); ++p)
                m_found.place[m_found.matches.back().first + p] = parts[p].places[k];
        }
    }

    /// False: their times do not tell.
    bool addByTime(const std::vector<Part> &parts, bool isOneClock)
    {
        std::vector<std::vector<TimedCollective>> timed;
        for (const Part &part : parts) {
            const RankDigest &digest = *m_ranks[part.rank];
            std::vector<TimedCollective> &own = timed.emplace_back();
            for (const uint32_t place : part.places) {
                const DigestCollective &one = digest.collectives[place];
                const int64_t endNs = saturatingAdd(one.startNs, one.durationNs);
                own.push_back({saturatingAdd(digest.originNs, endNs), one.durationNs, &digest.kinds[one.kind], place});
            }
        }
        const TimeMatches found = matchByTime(std::move(timed), isOneClock);
        for (size_t k = 0; k < found.count; ++k) {
            addMatch(int64_t(k), parts.size());
            std::copy_n(found.place.begin() + std::ptrdiff_t(k * parts.size()), parts.size(),
                        m_found.place.end() - std::ptrdiff_t(parts.size()));
        }
        if (found.count) {
            m_found.unmatched += found.alone;
            m_found.untold += found.untold;
        }
        return found.count > 0;
    }

    const std::vector<RankDigestPtr> &m_ranks;
    MatchedCollectives &m_found;
    std::vector<bool> m_isRepeated; ///< by rank
};

} // namespace

bool areAlike(const CollectiveKind &a, const CollectiveKind &b, bool isSizeCompared)
{
    if (a.collective != b.collective || (a.collective.empty() && a.args.name != b.args.name))
        return false;
    return a.bytes == b.bytes || (!isSizeCompared && (!a.bytes || !b.bytes || a.collective.starts_with("alltoall")));
}

std::vector<uint32_t> repeatedRanks(const std::vector<RankDigestPtr> &ranks)
{
    using Key = std::tuple<std::string_view, std::string_view, std::string_view, int64_t>;
    std::map<Key, uint32_t> first;
    std::vector<uint32_t> repeated;
    for (uint32_t rank = 0; rank < ranks.size(); ++rank) {
        const RankDigest &digest = *ranks[rank];
        if (digest.rank && !first.try_emplace({digest.stage, digest.host, digest.part, *digest.rank}, rank).second)
            repeated.push_back(rank);
    }
    return repeated;
}

const DigestCollective *MatchedCollectives::at(const std::vector<RankDigestPtr> &ranks, const CollectiveMatch &match,
                                               size_t k) const
{
    const uint32_t found = placeOf(match, k);
    return found == absent ? nullptr : &ranks[groups[match.group].ranks[k]]->collectives[found];
}

const CollectiveKind &MatchedCollectives::kindOf(const std::vector<RankDigestPtr> &ranks,
                                                 const CollectiveMatch &match) const
{
    static const CollectiveKind unknown;
    for (size_t k = 0; k < groups[match.group].ranks.size(); ++k)
        if (const DigestCollective *one = at(ranks, match, k))
            return ranks[groups[match.group].ranks[k]]->kinds[one->kind];
    return unknown;
}

MatchedCollectives matchCollectives(const std::vector<RankDigestPtr> &ranks)
{
    MatchedCollectives found;
    const std::vector<std::string> jobs = jobsOf(ranks);
    Parts parts = partsOf(ranks, jobs);
    Matcher matcher(ranks, !jobs.empty(), found);
    for (auto &[name, group] : parts)
        matcher.add(name, group);
    for (CollectiveMatch &match : found.matches) {
        match.lastNs = match.transferNs = INT64_MAX;
        for (size_t k = 0; k < found.groups[match.group].ranks.size(); ++k)
            if (const DigestCollective *one = found.at(ranks, match, k)) {
                match.lastNs = std::min(match.lastNs, one->durationNs);
                match.transferNs = std::min(match.transferNs, one->planesNs < 0 ? one->durationNs : one->planesNs);
                match.isTransferKnown &= one->planesNs != DigestCollective::unrecordedPlanes;
            }
        match.transferNs = std::min(match.transferNs, match.lastNs);
    }
    return found;
}

} // namespace ws
