// A job of several ranks: collectives matched, clocks fitted, and the rank that holds the others up, or nobody.

#include "core/analysis/job/rankjob.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/report/overviewreport.h"
#include "core/report/rankreport.h"
#include "core/session/jobsources.h"
#include "tests/support/corpus.h"
#include "tests/support/jobgen.h"
#include "tests/support/repetitions.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

using namespace ws;
using namespace ws::test;

namespace {

/// As msprof wrote an iteration until 2023; times in µs.
std::string iterationOfMsprof(int begin)
{
    const auto slice = [&](int pid, int tid, const char *name, int at, int duration, const char *type) {
        return R"({"ph":"X","name":")" + std::string(name) + R"(","pid":)" + std::to_string(pid) + R"(,"tid":)" +
               std::to_string(tid) + R"(,"ts":)" + std::to_string(begin + at) + R"(,"dur":)" +
               std::to_string(duration) + R"(,"args":{)" + type + "}},";
    };
    return R"([{"ph":"M","name":"process_name","pid":3,"tid":0,"args":{"name":"Ascend Hardware"}},)"
           R"({"ph":"M","name":"process_name","pid":30,"tid":0,"args":{"name":"HCCL"}},)" +
           slice(3, 2, "MatMul-op3", 0, 10, R"("Task Type":"AI_CORE")") +
           slice(30, 70000, "Default/AllReduce-op534_0", 10, 20, R"("transport type":"SDMA")") +
           R"({"ph":"M","name":"thread_name","pid":30,"tid":70000,"args":{"name":"Communication Kernel"}}])";
}

RankDigestPtr digestOf(const std::string &trace)
{
    return digestsOf(*runFromJson(trace), defaultMapping())->front();
}

std::vector<RankDigestPtr> digestsOfJob(const JobOptions &options)
{
    std::vector<RankDigestPtr> ranks;
    for (const std::string &trace : JobGenerator(options).traces())
        ranks.push_back(digestOf(trace));
    return ranks;
}

RankJob jobOf(const JobOptions &options)
{
    return *makeRankJob(digestsOfJob(options));
}

std::vector<RankDigestPtr> corpusRanks(std::initializer_list<const char *> files)
{
    std::vector<RankDigestPtr> ranks;
    for (const char *file : files)
        if (const QString path = corpusPath(file); !path.isEmpty()) {
            const auto digests = *digestsOf(*corpusRun(path), defaultMapping());
            ranks.insert(ranks.end(), digests.begin(), digests.end());
        }
    return ranks;
}

RankDigestPtr changed(const RankDigestPtr &digest, const std::function<void(RankDigest &)> &change)
{
    auto copy = std::make_shared<RankDigest>(*digest);
    change(*copy);
    return copy;
}

} // namespace

TEST(RankJob, filesOfIterationsAreStepsOfTheirRank)
{
    const QTemporaryDir root;
    const auto put = [&](int device, int iteration, const std::string &text) {
        const QString path = QStringLiteral("%1/PROF_%2/device_%2/timeline/msprof_%2_0_%3.json")
                                 .arg(root.path())
                                 .arg(device)
                                 .arg(iteration);
        EXPECT_TRUE(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(text));
    };
    for (const int device : {0, 1})
        for (const int iteration : {2, 9, 10})
            put(device, iteration, iterationOfMsprof(1000 + 100 * iteration + device));
    Progress progress;
    const auto sources = loadJob({root.path()}, defaultMapping(), progress);
    ASSERT_TRUE(sources);
    ASSERT_EQ(sources->ranks.size(), 2u) << "six files of two devices";
    const RankDigest &rank = *sources->ranks[0];
    ASSERT_EQ(rank.steps.size(), 3u);
    EXPECT_EQ(rank.steps[0].name, "iteration 2");
    EXPECT_EQ(rank.steps[0].work.length(), 700'000) << "to the begin of the next one";
    EXPECT_EQ(rank.steps[0].idleNs, 670'000);
    EXPECT_EQ(rank.steps[2].name, "iteration 10");
    EXPECT_EQ(rank.steps[2].work.length(), 30'000);
    EXPECT_EQ(rank.activities, 6u);
    EXPECT_EQ(rank.busy.computeNs, 30'000);
    EXPECT_EQ(rank.busy.spanNs, 830'000);
    EXPECT_EQ(rank.collectives.size(), 3u);
    EXPECT_EQ(rank.collectives[2].step, 2u);
    EXPECT_EQ(rank.kinds.size(), 1u);
    const RankJob job = *makeRankJob(sources->ranks);
    EXPECT_EQ(job.collectives.matches.size(), 3u) << "an iteration meets the same one of the other rank";
}

TEST(RankJob, filesWithOtherNamesAreRanks)
{
    const QTemporaryDir root;
    for (const char *name : {"msprof_1.json", "msprof_2.json"}) {
        QFile file(root.filePath(QString::fromLatin1(name)));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(iterationOfMsprof(1000)));
    }
    Progress progress;
    EXPECT_EQ(loadJob({root.path()}, defaultMapping(), progress)->ranks.size(), 2u);
}

TEST(RankJob, aSlowKernelIsNamedWithItsRank)
{
    const RankJob job = jobOf({.slow = JobOptions::Slow::Kernel});
    ASSERT_EQ(job.verdict.basis, StragglerVerdict::Basis::Sufficient);
    ASSERT_EQ(job.verdict.found.size(), 1u);
    const Straggler &found = job.verdict.found.front();
    EXPECT_EQ(found.rank, 5u);
    EXPECT_EQ(found.kind, Straggler::Kind::ComputesLonger);
    EXPECT_EQ(found.what, "linear");
    EXPECT_EQ(found.kernel, "ampere_bf16_s16816gemm_bf16_128x256");
    EXPECT_NEAR(found.ratio, 1.6, 0.05);
    EXPECT_NEAR(double(found.excessNs), 6 * 30'000, 20'000) << "six layers, 30 µs each";
    EXPECT_NEAR(double(found.costNs), 6 * 30'000, 40'000) << "once, though two groups wait for it";
    EXPECT_TRUE(jobSentences(job).front().startsWith(QStringLiteral("rank 5 holds the others up")));
}

TEST(RankJob, aLateHostIsNamedWithItsRank)
{
    const RankJob job = jobOf({.slow = JobOptions::Slow::Host, .slowRank = 2});
    ASSERT_EQ(job.verdict.found.size(), 1u) << jobSentences(job).join(u'\n').toStdString();
    EXPECT_EQ(job.verdict.found.front().rank, 2u);
    EXPECT_EQ(job.verdict.found.front().kind, Straggler::Kind::HostBound);
}

TEST(RankJob, workThatWasQueuedLongBeforeItBeganIsNoMatterOfTheHost)
{
    // two kernels and between them 10 ms, in which the second is launched; `launch`: in µs
    const auto idle = [](int launch) {
        const auto slice = [](const std::string &rest) { return R"({"ph":"X","pid":0,)" + rest + "}"; };
        const std::string kernel = R"("cat":"kernel","name":"k","tid":7,"dur":100,)";
        return digestOf(R"({"traceEvents":[)" +
                        slice(R"("cat":"user_annotation","name":"ProfilerStep#1","tid":1,"ts":0,"dur":12000)") + ',' +
                        slice(R"("cat":"cuda_runtime","name":"cudaLaunchKernel","tid":1,"ts":50,"dur":5,)"
                              R"("args":{"correlation":1})") +
                        ',' +
                        slice(R"("cat":"cuda_runtime","name":"cudaLaunchKernel","tid":1,"ts":)" +
                              std::to_string(launch) + R"(,"dur":5,"args":{"correlation":2})") +
                        ',' + slice(kernel + R"("ts":100,"args":{"device":0,"stream":7,"correlation":1})") + ',' +
                        slice(kernel + R"("ts":10200,"args":{"device":0,"stream":7,"correlation":2})") + "]}")
            ->steps.front()
            .idleByCause;
    };
    EXPECT_EQ(idle(10'190)[size_t(GapCause::Late)], 10'000'000);
    EXPECT_EQ(idle(300)[size_t(GapCause::Late)], 0);
    EXPECT_EQ(idle(300)[size_t(GapCause::Before)], 10'000'000);
}

TEST(RankJob, aSlowLinkIsNamedWithItsRank)
{
    const RankJob job = jobOf({.slow = JobOptions::Slow::Link, .slowRank = 6});
    ASSERT_EQ(job.verdict.found.size(), 1u) << jobSentences(job).join(u'\n').toStdString();
    EXPECT_EQ(job.verdict.found.front().rank, 6u);
    EXPECT_EQ(job.verdict.found.front().kind, Straggler::Kind::SlowLink);
    EXPECT_NEAR(job.verdict.found.front().ratio, 2.5, 0.2);
}

TEST(RankJob, nobodyIsNamedWhereNobodyIsSlow)
{
    for (uint32_t seed = 1; seed <= uint32_t(repetitions(20)); ++seed) {
        const RankJob job = jobOf({.seed = seed});
        EXPECT_EQ(job.verdict.basis, StragglerVerdict::Basis::Sufficient) << seed;
        EXPECT_TRUE(job.verdict.found.empty()) << seed << ": " << jobSentences(job).join(u'\n').toStdString();
    }
}

TEST(RankJob, oneClockOfAllRanksIsShownAsOne)
{
    const auto shown = [](bool hasClockError) {
        const auto job = std::make_shared<const RankJob>(jobOf({.steps = 40, .hasClockError = hasClockError}));
        const ReportTable table = rankReport(job);
        int64_t most = 0;
        int drifts = 0, fitted = 0;
        for (size_t rank = 0; rank < job->ranks.size(); ++rank) {
            const ReportCell behind = table.cell(rank, size_t(table.columnOf("clock_behind_ns")));
            if (const auto *ns = std::get_if<int64_t>(&behind)) {
                ++fitted;
                most = std::max(most, std::abs(*ns));
            }
            drifts += std::holds_alternative<double>(table.cell(rank, size_t(table.columnOf("clock_drift_ppm"))));
        }
        EXPECT_EQ(fitted, 7) << "all but the reference";
        return std::pair(most, drifts);
    };
    const auto [sameNs, sameDrifts] = shown(false);
    EXPECT_LE(sameNs, 60'000) << "although the files begin at different times";
    EXPECT_EQ(sameDrifts, 0);
    EXPECT_GE(shown(true).first, 100'000'000);
}

TEST(RankJob, clocksAreFittedToWhatTheyAre)
{
    const RankJob job = jobOf({.steps = 40});
    for (size_t rank = 0; rank < job.ranks.size(); ++rank) {
        ASSERT_TRUE(job.clocks[rank].isKnown()) << rank;
        EXPECT_LE(job.clocks[rank].uncertaintyNs, 60'000) << rank;
    }
    // All ranks of a collective end it together, on the job's clock.
    for (const CollectiveMatch &match : job.collectives.matches) {
        int64_t first = INT64_MAX, last = INT64_MIN;
        const auto &ranks = job.collectives.groups[match.group].ranks;
        for (size_t k = 0; k < ranks.size(); ++k) {
            const DigestCollective *one = job.collectives.at(job.ranks, match, k);
            ASSERT_TRUE(one);
            const int64_t end = job.clocks[ranks[k]].jobTime(one->endNs());
            first = std::min(first, end);
            last = std::max(last, end);
        }
        EXPECT_LE(last - first, 30'000) << "their clocks are apart by seconds";
    }
}

TEST(RankJob, withoutNumbersTheOrderMatches)
{
    const RankJob job = jobOf({.slow = JobOptions::Slow::Kernel, .hasNumbers = false});
    for (const CollectiveGroup &group : job.collectives.groups)
        EXPECT_EQ(group.basis, MatchBasis::Order);
    ASSERT_EQ(job.verdict.found.size(), 1u);
    EXPECT_EQ(job.verdict.found.front().rank, 5u);
}

TEST(RankJob, oneCollectiveLessWithNumbersShiftsNothing)
{
    auto ranks = digestsOfJob({});
    ranks[3] = changed(ranks[3], [](RankDigest &digest) { digest.collectives.erase(digest.collectives.begin()); });
    const MatchedCollectives matched = matchCollectives(ranks);
    for (const CollectiveMatch &match : matched.matches)
        for (size_t k = 0; k < matched.groups[match.group].ranks.size(); ++k)
            if (const DigestCollective *one = matched.at(ranks, match, k)) {
                EXPECT_EQ(one->number, match.number);
            }
    EXPECT_EQ(matched.unmatched, 0u);
}

TEST(RankJob, nothingIsSaidWhereRanksAreMissing)
{
    auto ranks = digestsOfJob({.slow = JobOptions::Slow::Kernel});
    ranks.erase(ranks.begin() + 1, ranks.begin() + 5); // of each group one is missing at least, but for a pair
    ranks.erase(ranks.begin());
    const RankJob job = *makeRankJob(ranks);
    EXPECT_TRUE(job.verdict.found.empty());
    EXPECT_EQ(job.verdict.basis, StragglerVerdict::Basis::PartOfGroup);
    EXPECT_EQ(job.missingRanks, 5u);
}

TEST(RankJob, nothingIsSaidOfFewSteps)
{
    const RankJob job = jobOf({.steps = 4, .slow = JobOptions::Slow::Kernel});
    EXPECT_TRUE(job.verdict.found.empty());
    EXPECT_EQ(job.verdict.basis, StragglerVerdict::Basis::NoSteps);
}

/// Of what is told the sentence in front, numbers left out.
TEST(RankJob, theVerdictSaysWhatCanBeShownAndNoMore)
{
    const auto front = [](const RankJob &job) { return jobSentences(job).front(); };
    const auto verdict = [&](const JobOptions &options) { return front(jobOf(options)); };
    constexpr auto begins = [](const QString &text, const char *with) {
        return text.startsWith(QLatin1String(with)) ? testing::AssertionSuccess()
                                                    : testing::AssertionFailure() << text.toStdString();
    };
    using Slow = JobOptions::Slow;
    const QString host = verdict({.slow = Slow::Host, .slowRank = 2});
    EXPECT_TRUE(begins(host, "rank 2 holds the others up by "));
    EXPECT_TRUE(host.contains(QLatin1String(": its GPU waits ")));
    EXPECT_FALSE(host.contains(QLatin1String("computes")) || host.contains(QLatin1String("slow link")));
    const QString kernel = verdict({.slow = Slow::Kernel});
    EXPECT_TRUE(kernel.contains(QLatin1String(": it computes ")) &&
                kernel.contains(QLatin1String("most of it in linear.")));
    EXPECT_FALSE(kernel.contains(QLatin1String("its GPU waits")));
    const QString link = verdict({.slow = Slow::Link, .slowRank = 6});
    EXPECT_TRUE(begins(link, "The transfers of rank 6 take "));
    EXPECT_FALSE(link.contains(QLatin1String("holds the others up")));
    EXPECT_TRUE(begins(verdict({}), "No rank can be shown to hold the others up: "));
    constexpr const char *notSaid = "Which rank holds the others up is not known: ";
    const QString few = verdict({.steps = 4, .slow = Slow::Kernel});
    EXPECT_EQ(few, QLatin1String(notSaid) + QLatin1String("that takes at least 5 steps."));
    EXPECT_FALSE(verdict({.steps = 5}).contains(QLatin1String("at least 5 steps")));
    std::vector<RankDigestPtr> waiting = digestsOfJob({.steps = 4}); // all but rank 2 wait a millisecond in each
    for (RankDigestPtr &digest : waiting)
        if (digest->rank != 2) {
            auto copy = std::make_shared<RankDigest>(*digest);
            for (DigestCollective &one : copy->collectives) {
                one.startNs -= 1'000'000;
                one.durationNs += 1'000'000;
            }
            digest = copy;
        }
    const QString late = front(*makeRankJob(waiting));
    EXPECT_TRUE(late.contains(QLatin1String("the last one was rank 2 in "))) << late.toStdString();
    EXPECT_TRUE(late.endsWith(QLatin1String("Fewer than 5 steps do not tell whether that is always so.")));
    EXPECT_FALSE(verdict({.steps = 4}).contains(QLatin1String("the last one was"))) << "each in turn";

    auto ranks = digestsOfJob({.slow = Slow::Kernel});
    EXPECT_EQ(front(*makeRankJob({ranks[0]})), QStringLiteral("One rank: there is nothing to compare."));
    auto part = ranks;
    part.erase(part.begin() + 1, part.begin() + 5);
    part.erase(part.begin());
    EXPECT_TRUE(begins(front(*makeRankJob(part)), notSaid));
    EXPECT_TRUE(front(*makeRankJob(part)).contains(QLatin1String("ranks of the groups are missing")));
    auto uneven = ranks;
    for (RankDigestPtr &rank : uneven) // names that do not tell steps apart: their number decides
        rank = changed(rank, [&](RankDigest &digest) {
            for (DigestStep &step : digest.steps)
                step.name = "step";
        });
    EXPECT_TRUE(begins(front(*makeRankJob(uneven)), "rank 5 holds the others up by "));
    uneven[1] = changed(uneven[1], [](RankDigest &digest) {
        digest.steps.pop_back();
        std::erase_if(digest.collectives, [&](const auto &one) { return one.step >= digest.steps.size(); });
    });
    EXPECT_TRUE(front(*makeRankJob(uneven)).contains(QLatin1String("different numbers of steps")))
        << front(*makeRankJob(uneven)).toStdString();
    for (RankDigestPtr &rank : ranks)
        rank = changed(rank, [](RankDigest &digest) { digest.collectives.clear(); });
    EXPECT_EQ(front(*makeRankJob(ranks)), QLatin1String(notSaid) + QLatin1String("no collective that all ranks wait in "
                                                                                 "could be matched."));
}

TEST(RankJob, aClockThatWasSetIsRefused)
{
    auto ranks = digestsOfJob({.slow = JobOptions::Slow::Kernel});
    ranks[4] = changed(ranks[4], [](RankDigest &digest) {
        for (size_t k = digest.collectives.size() / 2; k < digest.collectives.size(); ++k)
            digest.collectives[k].startNs += 2'000'000;
    });
    const RankJob job = *makeRankJob(ranks);
    EXPECT_EQ(job.clocks[4].state, RankClock::State::Contradictory);
    EXPECT_TRUE(jobSentences(job).join(u' ').contains(QStringLiteral("7 of 8 ranks")));
    for (const Straggler &found : job.verdict.found)
        EXPECT_NE(found.rank, 4u);
}

TEST(RankJob, aClockIsNotKnownByAFewLongCollectives)
{
    // Two ranks with `count` all-reduces, which end 33 ms later on the second one's clock; the first rank waits.
    const auto clockOf = [](int count, int us, int waitUs = 0) {
        std::vector<RankDigestPtr> ranks;
        for (int rank = 0; rank < 2; ++rank) {
            std::string events;
            for (int k = 0; k < count; ++k)
                events +=
                    std::string(k ? "," : "") +
                    R"({"ph":"X","cat":"kernel","name":"ncclDevKernel_AllReduce_Sum_f32_RING_LL","pid":0,"tid":7,)" +
                    R"("ts":)" + std::to_string(100'000 + k * 300'000 + (rank ? 33'000 : -waitUs)) + R"(,"dur":)" +
                    std::to_string(us + (rank ? 0 : waitUs)) + R"(,"args":{"device":0,"stream":7}})";
            ranks.push_back(digestOf(R"({"distributedInfo":{"rank":)" + std::to_string(rank) +
                                     R"(,"world_size":2},"traceEvents":[)" + events + "]}"));
        }
        return *makeRankJob(ranks);
    };
    const RankJob one = clockOf(1, 78'000);
    ASSERT_EQ(one.clocks.size(), 2u);
    EXPECT_EQ(one.clocks[1].state, RankClock::State::Unknown) << "not 33 ms ± 78 ms";
    EXPECT_TRUE(jobSentences(one).join(u' ').contains(QStringLiteral("The clocks of the ranks are not calibrated")));
    EXPECT_TRUE(clockOf(1, 90).clocks[1].isKnown()) << "± 90 µs";
    const RankJob eight = clockOf(8, 9'000);
    EXPECT_EQ(eight.clocks[1].state, RankClock::State::Coarse) << "eight agree, on ± 9 ms";
    EXPECT_TRUE(eight.clocks[1].isFitted());
    const auto said = [](const RankJob &job) {
        return jobSentences(job).join(u' ').replace(QChar(0x202f), u' ').replace(QChar(0x2009), u' ');
    };
    EXPECT_TRUE(said(eight).contains(
        QStringLiteral("no times of two ranks are compared. Collectives tell other clocks only ± 9.000 ms, which is "
                       "more than half of what these collectives last at the median.")))
        << said(eight).toStdString();
    const ReportTable table = rankReport(std::make_shared<const RankJob>(eight));
    EXPECT_EQ(table.fileCell(1, size_t(table.columnOf("clock"))), ReportCell(std::string_view("coarse")));
    EXPECT_EQ(table.cell(1, size_t(table.columnOf("clock_offset_ns"))), ReportCell());
    const RankJob waiting = clockOf(8, 9'000, 27'000);
    EXPECT_TRUE(waiting.clocks[1].isKnown()) << "what waits 27 ms is placed by ± 9 ms";
    EXPECT_TRUE(said(waiting).contains(QStringLiteral("All clocks are known, ± 9.000 ms.")))
        << said(waiting).toStdString();
}

TEST(RankJob, aStepAddsUp)
{
    const RankJob job = jobOf({.slow = JobOptions::Slow::Host});
    ASSERT_EQ(job.stepNames.size(), 12);
    for (size_t rank = 0; rank < job.ranks.size(); ++rank)
        for (size_t step = 0; step < 12; ++step) {
            const RankStep &one = job.step(rank, step);
            EXPECT_EQ(one.computeNs + one.communicationNs + one.copyNs + one.idleNs, one.lengthNs);
            EXPECT_EQ(one.waitNs + one.transferNs, one.communicationNs) << "all collectives are matched";
        }
}

TEST(RankJob, theRowOfARankIsOneStepWhosePartsAddUpToTheOverviewsLength)
{
    // walls 100, 300, 200 and 50 µs: to the begin of the next step, of the last one to the end of its work: no measure
    std::string events;
    const int starts[] = {1000, 1100, 1400, 1600};
    for (int k = 0; k < 4; ++k) {
        const std::string n = std::to_string(k + 1);
        events += R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#)" + n + R"(","pid":1,"tid":1,"ts":)" +
                  std::to_string(k * 20) + R"(,"dur":10},{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel",)" +
                  R"("pid":1,"tid":1,"ts":)" + std::to_string(k * 20 + 1) + R"(,"dur":1,"args":{"correlation":)" + n +
                  R"(}},{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(starts[k]) +
                  R"(,"dur":50,"args":{"device":0,"stream":7,"correlation":)" + n + "}}" + (k < 3 ? "," : "");
    }
    const std::string json = R"({"traceEvents":[)" + events + "]}";
    const auto job = std::make_shared<const RankJob>(*makeRankJob({digestOf(json)}));
    const RankStep *median = medianStep(*job, 0);
    ASSERT_TRUE(median);
    EXPECT_EQ(median->lengthNs, 200'000) << "100, 200, 300";
    EXPECT_EQ(median->computeNs, 50'000);
    EXPECT_EQ(median->idleNs, 150'000);
    const ReportTable table = rankReport(job);
    const auto cell = [&](const char *id) { return std::get<int64_t>(table.cell(0, size_t(table.columnOf(id)))); };
    EXPECT_EQ(cell("compute_ns") + cell("communication_ns") + cell("copy_ns") + cell("idle_ns"), cell("step_ns"));
    EXPECT_EQ(cell("step_ns"), makeOverview({test::runFromJson(json).run})->bars.front().budget.wallNs);
}

TEST(RankJob, filesAreShownWithoutTheFolderThatAllAreIn)
{
    std::vector<RankDigestPtr> ranks;
    for (const std::string &trace : JobGenerator({.ranks = 2}).traces()) {
        auto digest = std::make_shared<RankDigest>(*digestOf(trace));
        digest->file = "/data/job/" + std::to_string(ranks.size()) + "/rank.json";
        ranks.push_back(digest);
    }
    const auto job = std::make_shared<const RankJob>(*makeRankJob(ranks));
    const ReportTable table = rankReport(job);
    const auto file = size_t(table.columnOf("file"));
    EXPECT_EQ(textOf(table.cell(0, file)), QStringLiteral("0/rank.json"));
    EXPECT_EQ(textOf(table.cell(1, file)), QStringLiteral("1/rank.json"));
    EXPECT_EQ(textOf(table.fileCell(1, file)), QStringLiteral("/data/job/1/rank.json"));
    const auto alone = std::make_shared<const RankJob>(*makeRankJob({ranks[1]}));
    EXPECT_EQ(textOf(rankReport(alone).cell(0, file)), QStringLiteral("/data/job/1/rank.json"));
}

TEST(RankJob, namesOfManyLettersAreCut)
{
    std::vector<RankDigestPtr> ranks;
    const std::string longName(70'000, 'x');
    for (std::string trace : JobGenerator({.slow = JobOptions::Slow::Kernel}).traces()) {
        for (const std::string &name :
             {std::string("ampere_bf16_s16816gemm_bf16_128x256"), std::string("ProfilerStep")})
            for (size_t at = trace.find(name); at != std::string::npos; at = trace.find(name, at + longName.size()))
                trace.insert(at + name.size(), longName);
        ranks.push_back(digestOf(trace));
    }
    const RankJob job = *makeRankJob(ranks);
    for (const DigestSum &kernel : job.ranks[0]->kernels)
        EXPECT_LE(kernel.name.size(), RankDigest::maxKernelName + 3);
    for (const QString &step : job.stepNames)
        EXPECT_LE(step.size(), qsizetype(RankDigest::maxName));
    EXPECT_LE(jobSentences(job).join(u' ').size(), 2'000);
}

TEST(RankJob, twoOfManyRanksAccuseNobody)
{
    const auto ranks = corpusRanks(
        {"kineto/multirank_sampled/sampled_rank-1.json.gz", "kineto/multirank_sampled/sampled_rank-0.json.gz"});
    if (ranks.empty())
        GTEST_SKIP() << "no corpus";
    const RankJob job = *makeRankJob(ranks);
    EXPECT_EQ(job.labels, (QStringList{QStringLiteral("rank 0"), QStringLiteral("rank 1")}));
    EXPECT_EQ(job.missingRanks, 126u);
    EXPECT_TRUE(job.verdict.found.empty());
    EXPECT_NE(job.verdict.basis, StragglerVerdict::Basis::Sufficient);
    EXPECT_FALSE(job.clocks[1].isKnown());
}

TEST(RankJob, ascendsAllReducesAreMatched)
{
    const auto ranks = corpusRanks({"ascend/level1/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
                                    "ascend/level1/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"});
    if (ranks.empty())
        GTEST_SKIP() << "no corpus";
    const RankJob job = *makeRankJob(ranks);
    EXPECT_EQ(job.labels, (QStringList{QStringLiteral("rank 0"), QStringLiteral("rank 1")}));
    ASSERT_EQ(job.collectives.groups.size(), 1u);
    EXPECT_EQ(job.collectives.groups[0].basis, MatchBasis::Number);
    ASSERT_EQ(job.collectives.matches.size(), 4u);
    int64_t waits[2] = {};
    for (const CollectiveMatch &match : job.collectives.matches) {
        EXPECT_EQ(job.collectives.kindOf(job.ranks, match).collective, "allreduce");
        for (size_t k = 0; k < 2; ++k)
            waits[k] += job.collectives.at(job.ranks, match, k)->durationNs - match.transferNs;
    }
    // step_trace_time.csv, "Communication(Not Overlapped)": 101,963 µs of rank 0, 96,359 µs of rank 1
    EXPECT_GT(waits[0], waits[1]);
    EXPECT_NEAR(double(waits[0] - waits[1]), (105'991.878 - 100'375.286) * 1000, 10'000) << "of all communication";
    EXPECT_TRUE(job.verdict.found.empty());
}

TEST(RankJob, ranksNamedInOneFileAreRanks)
{
    const auto ranks = corpusRanks({"other/straggler_timeline-ST.json.gz"});
    if (ranks.empty())
        GTEST_SKIP() << "no corpus";
    const RankJob job = *makeRankJob(ranks);
    ASSERT_EQ(job.ranks.size(), 8u);
    EXPECT_EQ(job.labels[0], QStringLiteral("DP 0 · PP 0 · TP 0"));
    EXPECT_EQ(job.labels[1], QStringLiteral("DP 1 · PP 0 · TP 0")) << "neighbours in the pipeline stand together";
    EXPECT_EQ(job.stepNames.size(), 32);
    EXPECT_TRUE(job.stepsMatch);
    for (const RankDigestPtr &digest : job.ranks) {
        const auto forward = std::ranges::find(digest->stages, "forward-compute", &DigestSum::name);
        ASSERT_NE(forward, digest->stages.end());
        EXPECT_EQ(forward->count, 128u);
        int64_t ns = 0;
        for (size_t step = 0; step < digest->steps.size(); ++step)
            ns += digest->stageNs(step, size_t(forward - digest->stages.begin()));
        EXPECT_EQ(ns, forward->totalNs);
    }
    for (const RankClock &clock : job.clocks)
        EXPECT_TRUE(clock.isKnown()) << "one file, one clock";
}
