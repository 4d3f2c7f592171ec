// Collectives without sequence numbers, of which some ranks lack some: their ends say which are one, or they do not.

#include "core/analysis/job/rankjob.h"
#include "core/analysis/job/timematch.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/report/rankreport.h"
#include "tests/support/jobgen.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace ws;
using namespace ws::test;

namespace ws::timematch {
namespace {

/// With the numbers that the made-up files have, for comparison.
std::vector<RankDigestPtr> numbered(const JobOptions &options)
{
    std::vector<RankDigestPtr> ranks;
    for (const std::string &trace : JobGenerator(options).traces())
        ranks.push_back(digestsOf(*runFromJson(trace), defaultMapping())->front());
    return ranks;
}

RankDigestPtr changed(const RankDigestPtr &digest, const std::function<void(RankDigest &)> &change)
{
    auto copy = std::make_shared<RankDigest>(*digest);
    change(*copy);
    return copy;
}

std::vector<RankDigestPtr> withoutNumbers(std::vector<RankDigestPtr> ranks)
{
    for (RankDigestPtr &rank : ranks)
        rank = changed(rank, [](RankDigest &digest) {
            for (DigestCollective &one : digest.collectives)
                one.number = -1;
        });
    return ranks;
}

/// How many pairs are matched as their numbers say, of `numbers`; a pair that these contradict is a failure.
size_t rightPairs(const std::vector<RankDigestPtr> &numbers, const MatchedCollectives &matched)
{
    size_t right = 0;
    for (const CollectiveMatch &match : matched.matches) {
        std::optional<int64_t> number;
        for (size_t k = 0; k < matched.groups[match.group].ranks.size(); ++k)
            if (const uint32_t place = matched.placeOf(match, k); place != MatchedCollectives::absent) {
                const int64_t own = numbers[matched.groups[match.group].ranks[k]]->collectives[place].number;
                EXPECT_EQ(number.value_or(own), own);
                right += number.has_value();
                number = own;
            }
    }
    return right;
}

void drop(std::vector<RankDigestPtr> &ranks, size_t rank, size_t from, size_t count)
{
    ranks[rank] = changed(ranks[rank], [&](RankDigest &digest) {
        const auto first = digest.collectives.begin() + std::ptrdiff_t(from);
        digest.collectives.erase(first, first + std::ptrdiff_t(count));
    });
}

} // namespace

TEST(TimeMatch, whatOneRankLacksLeavesTheOthersTheirPartners)
{
    for (const bool hasClockError : {false, true})
        for (const int lost : {0, 1, 2, 3}) { // the first, the last, one in the middle, all of these
            const JobOptions options{.slow = JobOptions::Slow::Kernel, .hasClockError = hasClockError};
            std::vector<RankDigestPtr> numbers = numbered(options);
            const size_t own = numbers[3]->collectives.size();
            if (lost == 1 || lost == 3)
                drop(numbers, 3, own - 10, 10);
            if (lost == 2 || lost == 3)
                drop(numbers, 3, own / 2, 1);
            if (lost == 0 || lost == 3)
                drop(numbers, 3, 0, 10);
            const auto ranks = withoutNumbers(numbers);
            const MatchedCollectives matched = matchCollectives(ranks);
            const MatchedCollectives byNumber = matchCollectives(numbers);
            const size_t right = rightPairs(numbers, matched), all = rightPairs(numbers, byNumber);
            if (hasClockError) { // of ten steps of nearly one length not always enough to tell them
                EXPECT_GE(double(right), 0.9 * double(all)) << lost;
                EXPECT_LE(matched.unmatched, byNumber.unmatched) << lost;
            } else {
                EXPECT_EQ(right, all) << lost;
                EXPECT_EQ(matched.unmatched, byNumber.unmatched) << lost;
                EXPECT_EQ(matched.untold, 0u) << lost;
            }
            const RankJob job = *makeRankJob(ranks);
            ASSERT_EQ(job.verdict.found.size(), 1u) << jobSentences(job).join(u'\n').toStdString();
            EXPECT_EQ(job.verdict.found.front().rank, 5u);
            EXPECT_TRUE(jobSentences(job).join(u' ').contains(QStringLiteral(" by group and time")));
        }
}

TEST(TimeMatch, onlyWhatIsMissingIsWithoutPartner)
{
    std::vector<RankDigestPtr> numbers = numbered({.ranks = 4, .layers = 2, .hasClockError = false});
    drop(numbers, 1, 0, 3);
    const auto ranks = withoutNumbers(numbers);
    const MatchedCollectives matched = matchCollectives(ranks);
    EXPECT_EQ(matched.unmatched, 3u) << "those of groups of two; the other one of each has them";
    rightPairs(numbers, matched);
}

TEST(TimeMatch, collectivesOfEqualDistanceOnUnknownClocksAreNotMatched)
{
    CollectiveKind kind;
    kind.collective = "allreduce";
    const auto rank = [&](int64_t shiftNs, uint32_t from, uint32_t to, int64_t jitterNs, uint32_t seed) {
        std::mt19937 random(7); // the same of all ranks
        std::mt19937 own(seed);
        std::vector<TimedCollective> list;
        int64_t at = 0;
        for (uint32_t k = 0; k < to; ++k) {
            at += 1'000'000 + std::uniform_int_distribution<int64_t>(0, jitterNs)(random);
            const int64_t end = at + shiftNs + std::uniform_int_distribution<int64_t>(0, 2'000)(own);
            if (k >= from)
                list.push_back({end, 50'000, &kind, k});
        }
        return list;
    };
    const auto matches = [&](int64_t shiftNs, int64_t jitterNs) {
        const TimeMatches found =
            matchByTime({rank(0, 0, 100, jitterNs, 1), rank(shiftNs, 1, 100, jitterNs, 2)}, false);
        for (size_t k = 0; k < found.count; ++k)
            EXPECT_EQ(found.place[2 * k], found.place[2 * k + 1]);
        return found.count;
    };
    EXPECT_EQ(matches(5'000'000'000, 0), 0u) << "each shift by a step fits as well";
    EXPECT_EQ(matches(0, 0), 99u) << "one clock";
    EXPECT_EQ(matches(40'000, 0), 99u) << "clocks that are synchronised";
    EXPECT_EQ(matches(5'000'000'000, 100'000), 99u) << "the distances tell";
    const TimeMatches other = matchByTime({rank(0, 0, 100, 900'000, 1), {{1'500'000, 50'000, &kind, 0}}}, false);
    EXPECT_EQ(other.count, 0u);
}

TEST(TimeMatch, rankOfNothingInCommonStaysOut)
{
    CollectiveKind kind, other;
    kind.collective = "allreduce";
    other.collective = "allgather";
    std::vector<TimedCollective> a, b, c;
    for (uint32_t k = 0; k < 20; ++k) {
        a.push_back({int64_t(k) * k * 100'000, 40'000, &kind, k});
        b.push_back({int64_t(k) * k * 100'000 + 3'000, 50'000, &kind, k});
        c.push_back({int64_t(k) * k * 100'000, 40'000, &other, k});
    }
    b.erase(b.begin());
    const TimeMatches found = matchByTime({a, b, c}, false);
    EXPECT_EQ(found.count, 19u);
    EXPECT_EQ(found.alone, 1u);
    EXPECT_EQ(found.untold, 20u);
    for (size_t k = 0; k < found.count; ++k)
        EXPECT_EQ(found.place[3 * k + 2], UINT32_MAX);
}

TEST(TimeMatch, jobsInFoldersOfTheirOwnAreApartEvenAtTheSameTime)
{
    std::vector<RankDigestPtr> ranks;
    for (const char *name : {"before", "after"})
        for (const RankDigestPtr &rank : withoutNumbers(numbered({.ranks = 4, .seed = 1, .hasClockError = false})))
            ranks.push_back(changed(rank, [&](RankDigest &digest) {
                digest.file = "/runs/" + std::string(name) + "/rank" + std::to_string(*digest.rank) + "/trace.json";
            }));
    const RankJob both = *makeRankJob(ranks);
    EXPECT_EQ(both.collectives.unmatched, 0u);
    ASSERT_FALSE(both.collectives.matches.empty());
    for (const CollectiveMatch &match : both.collectives.matches) {
        const CollectiveGroup &group = both.collectives.groups[match.group];
        for (const uint32_t rank : group.ranks)
            EXPECT_EQ(both.ranks[rank]->file.substr(0, 9), both.ranks[group.ranks[0]]->file.substr(0, 9)) << group.name;
        EXPECT_EQ(group.basis, MatchBasis::Order);
    }
}

TEST(TimeMatch, jobsInOneFolderAreToldByTheirNamesAndWhenTheyBegan)
{
    const auto jobsOf = [](int64_t laterNs) { // two names, each twice
        std::vector<RankDigestPtr> ranks;
        for (const char *name : {"before", "after"})
            for (const int64_t later : {int64_t(0), laterNs})
                for (const RankDigestPtr &rank :
                     withoutNumbers(numbered({.ranks = 4, .seed = 1, .hasClockError = false})))
                    ranks.push_back(changed(rank, [&](RankDigest &digest) {
                        digest.originNs += later + *digest.rank * 1000;
                        digest.file = std::string(name) + "_rank" + std::to_string(*digest.rank) + '.' +
                                      std::to_string(digest.originNs) + ".json";
                    }));
        return makeRankJob(ranks);
    };
    const auto apart = jobsOf(300'000'000'000);
    ASSERT_FALSE(apart->collectives.matches.empty());
    for (const CollectiveMatch &match : apart->collectives.matches) {
        const CollectiveGroup &group = apart->collectives.groups[match.group];
        const RankDigest &first = *apart->ranks[group.ranks[0]];
        EXPECT_EQ(group.basis, MatchBasis::Order) << group.name;
        for (const uint32_t rank : group.ranks) {
            EXPECT_EQ(apart->ranks[rank]->file.substr(0, 5), first.file.substr(0, 5)) << group.name;
            EXPECT_LT(std::abs(apart->ranks[rank]->originNs - first.originNs), 1'000'000'000) << group.name;
        }
    }
    const auto together = jobsOf(1'500); // the second time begins within the first
    for (const CollectiveGroup &group : together->collectives.groups)
        EXPECT_NE(group.basis, MatchBasis::Order) << group.name;
}

TEST(TimeMatch, tracesOfTwoJobsInOneFolderAreNotMixed)
{
    const auto job = [](uint32_t seed, int64_t laterNs) {
        auto ranks = withoutNumbers(numbered({.ranks = 4, .seed = seed, .hasClockError = false}));
        for (RankDigestPtr &rank : ranks)
            rank = changed(rank, [&](RankDigest &digest) {
                digest.originNs += laterNs;
                digest.file = std::to_string(seed) + digest.file;
            });
        return ranks;
    };
    std::vector<RankDigestPtr> ranks = job(1, 0);
    for (const RankDigestPtr &rank : job(2, 265'000'000'000))
        ranks.push_back(rank);
    const RankJob both = *makeRankJob(ranks);
    EXPECT_EQ(repeatedRanks(both.ranks).size(), 4u);
    EXPECT_FALSE(both.collectives.matches.empty());
    EXPECT_EQ(both.collectives.unmatched, 0u);
    for (const CollectiveMatch &match : both.collectives.matches) {
        std::set<char> jobs;
        for (size_t k = 0; k < both.collectives.groups[match.group].ranks.size(); ++k)
            if (both.collectives.at(both.ranks, match, k))
                jobs.insert(both.ranks[both.collectives.groups[match.group].ranks[k]]->file[0]);
        EXPECT_EQ(jobs.size(), 1u);
    }
    const QString all = jobSentences(both).join(u' ');
    EXPECT_TRUE(all.contains(QStringLiteral("ranks have several traces"))) << all.toStdString();
    EXPECT_FALSE(all.contains(QStringLiteral("ranks of the groups are missing")));
    EXPECT_FALSE(jobSentences(*makeRankJob(job(1, 0))).join(u' ').contains(QStringLiteral("several traces")));
    for (size_t rank = 0; rank < both.ranks.size(); ++rank)
        EXPECT_TRUE(both.step(rank, 3).isSplit()) << "the ranks of its own job are all there";
}

} // namespace ws::timematch
