// Two jobs of ranks: what changed, and when that is not said.

#include "core/analysis/stages/mappinglibrary.h"
#include "core/report/jobcomparereport.h"
#include "tests/support/jobgen.h"
#include "tests/support/repetitions.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

using namespace ws;
using namespace ws::test;

namespace {

RankJobPtr jobOf(const JobOptions &options)
{
    std::vector<RankDigestPtr> ranks;
    for (const std::string &trace : JobGenerator(options).traces())
        ranks.push_back(digestsOf(*runFromJson(trace), defaultMapping())->front());
    return std::make_shared<const RankJob>(*makeRankJob(std::move(ranks)));
}

} // namespace

TEST(CompareJobs, aSlowerKernelOfOneRankMakesTheStepLonger)
{
    const RankJobPtr before = jobOf({.ranks = 4}),
                     now = jobOf({.ranks = 4, .slow = JobOptions::Slow::Kernel, .slowRank = 1, .seed = 2});
    const TwoJobsPtr jobs = compareJobs(before, now);
    const JobComparison &found = jobs->comparison;
    ASSERT_EQ(found.basis, JobComparison::Basis::Sufficient);
    EXPECT_TRUE(found.step.outsideNoise);
    EXPECT_NEAR(found.step.deltaNs, 6 * 30'000, 60'000) << "six layers, 30 µs each";
    EXPECT_NEAR(double(found.ranks[1].medianB.computeNs - found.ranks[1].medianA.computeNs), 6 * 30'000, 20'000);
    EXPECT_LT(std::abs(found.ranks[0].medianB.computeNs - found.ranks[0].medianA.computeNs), 30'000);
    const QStringList sentences = jobCompareSentences(*jobs);
    EXPECT_TRUE(sentences.front().startsWith(QStringLiteral("B takes longer: "))) << sentences.front().toStdString();
    EXPECT_TRUE(
        sentences.contains(QStringLiteral("Who holds the others up: in A nobody that can be shown, in B rank 1.")))
        << sentences.join(u'\n').toStdString();

    const JobComparison back = compareJobs(*now, *before);
    EXPECT_EQ(back.step.deltaNs, -found.step.deltaNs);
    EXPECT_EQ(jobVerdictId(back), "improvement");
}

TEST(CompareJobs, jobsThatDifferByChanceOnlyDoNotDiffer)
{
    const RankJobPtr first = jobOf({.ranks = 4, .layers = 3});
    for (uint32_t seed = 2; seed <= uint32_t(repetitions(20)); ++seed) {
        const TwoJobsPtr jobs = compareJobs(first, jobOf({.ranks = 4, .layers = 3, .seed = seed}));
        EXPECT_EQ(jobVerdictId(jobs->comparison), "neutral")
            << seed << ": " << jobCompareSentences(*jobs).join(u'\n').toStdString();
    }
}

TEST(CompareJobs, fewStepsAndOtherRanksDecideNothing)
{
    const RankJobPtr job = jobOf({.ranks = 4, .layers = 2});
    const JobComparison few = compareJobs(
        *job, *jobOf({.ranks = 4, .steps = 7, .layers = 2, .slow = JobOptions::Slow::Kernel, .slowRank = 1}));
    EXPECT_EQ(few.basis, JobComparison::Basis::TooFewSteps);
    EXPECT_EQ(jobVerdictId(few), "inconclusive");
    const TwoJobsPtr other = compareJobs(job, jobOf({.ranks = 6, .layers = 2}));
    EXPECT_EQ(other->comparison.basis, JobComparison::Basis::OtherRanks);
    EXPECT_TRUE(jobCompareSentences(*other).front().startsWith(QStringLiteral("Inconclusive: 2 rank")));
    ASSERT_EQ(other->comparison.ranks.size(), 6u);
    EXPECT_FALSE(other->comparison.ranks[5].a);
    const ReportTable table = jobCompareReport(other);
    EXPECT_TRUE(std::holds_alternative<std::monostate>(table.cell(5, size_t(table.columnOf("step_delta_ns")))));
}

TEST(CompareJobs, otherDevicesAreNamed)
{
    RankJob a = *jobOf({.ranks = 2, .layers = 1}), b = a;
    const auto setDevice = [](RankJob &job, const char *device) {
        for (RankDigestPtr &rank : job.ranks) {
            auto copy = std::make_shared<RankDigest>(*rank);
            copy->device = device;
            rank = copy;
        }
    };
    setDevice(a, "H100");
    const auto sentences = [&] {
        return jobCompareSentences(*compareJobs(std::make_shared<const RankJob>(a), std::make_shared<const RankJob>(b)))
            .join(u'\n');
    };
    setDevice(b, "H100");
    EXPECT_FALSE(sentences().contains(QStringLiteral("devices differ")));
    setDevice(b, "B200");
    EXPECT_TRUE(sentences().contains(QStringLiteral("The devices differ: H100 | B200.")));
}
