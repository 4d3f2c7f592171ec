// How the exposed communication of a rank divides into waits and transfers, and where that is not said.

#include "core/analysis/gpuscan.h"
#include "core/analysis/job/commsplit.h"
#include "core/analysis/job/rankjob.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/report/jobcomparereport.h"
#include "core/report/rankreport.h"
#include "core/session/digestfile.h"
#include "tests/support/jobgen.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <map>

using namespace ws;
using namespace ws::test;

namespace ws::rankwaits {
namespace {

struct Work
{
    const char *name;
    int start, duration, stream; ///< µs
};

const char *allReduce = "ncclDevKernel_AllReduce_Sum_f32_RING_LL";

/// One step; collectives are those of a group of `world` ranks.
RankDigestPtr rankOf(int rank, const std::vector<Work> &works, int world = 2)
{
    std::string events =
        R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":0,"dur":50})";
    int correlation = 0;
    for (const Work &work : works) {
        const std::string id = std::to_string(++correlation), stream = std::to_string(work.stream);
        const bool isNccl = std::string_view(work.name).starts_with("nccl");
        const std::string collective = !isNccl ? ""
                                               : R"(,"Collective name":"allreduce","Group size":)" +
                                                     std::to_string(world) + R"(,"Process Group Name":"world","Seq":)" +
                                                     std::to_string(work.start < 300 ? 1 : 2);
        events += R"(,{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" + id +
                  R"(,"dur":1,"args":{"correlation":)" + id + R"(}},{"ph":"X","cat":"kernel","name":")" + work.name +
                  R"(","pid":0,"tid":)" + stream + R"(,"ts":)" + std::to_string(work.start) + R"(,"dur":)" +
                  std::to_string(work.duration) + R"(,"args":{"device":0,"stream":)" + stream + R"(,"correlation":)" +
                  id + collective + "}}";
    }
    const std::string json = R"({"distributedInfo":{"backend":"nccl","rank":)" + std::to_string(rank) +
                             R"(,"world_size":)" + std::to_string(world) + R"(},"traceEvents":[)" + events + "]}";
    return digestsOf(*runFromJson(json), defaultMapping())->front();
}

std::vector<RankDigestPtr> digestsOfJob(const JobOptions &options)
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

bool isBlank(const ReportTable &table, size_t row, const char *column)
{
    return std::holds_alternative<std::monostate>(table.cell(row, size_t(table.columnOf(column))));
}

int64_t cellOf(const ReportTable &table, size_t row, const char *column)
{
    return std::get<int64_t>(table.cell(row, size_t(table.columnOf(column))));
}

RankJobPtr shared(RankJob job)
{
    return std::make_shared<const RankJob>(std::move(job));
}

/// Rank 0 waits in 100 … 160, transfers in 160 … 200, and computes in 20 … 90, 120 … 150 and 170 … 180.
const std::vector<Work> early{
    {"gemm", 20, 70, 7}, {"gemm", 120, 30, 7}, {"gemm", 170, 10, 7}, {allReduce, 100, 100, 9}};
const std::vector<Work> late{{"gemm", 20, 130, 7}, {allReduce, 160, 40, 9}};

} // namespace

TEST(RankWaits, onlyWhatIsExposedCounts)
{
    const RankJob job = *makeRankJob({rankOf(0, early), rankOf(1, late)});
    const RankStep &waiting = job.step(0, 0), &last = job.step(1, 0);
    EXPECT_EQ(waiting.communicationNs, 60'000);
    EXPECT_EQ(waiting.waitNs, 30'000) << "60 µs, of which 30 beside a kernel";
    EXPECT_EQ(waiting.transferNs, 30'000) << "40 µs, of which 10 beside a kernel";
    EXPECT_EQ(last.waitNs, 0);
    EXPECT_EQ(last.transferNs, 40'000);
    const ReportTable table = rankReport(shared(job));
    EXPECT_EQ(cellOf(table, 0, "wait_ns"), 30'000);
    EXPECT_EQ(cellOf(table, 0, "communication_ns"), 30'000);
    EXPECT_TRUE(isBlank(table, 0, "unsplit_ns"));
}

TEST(RankWaits, ofTwoCollectivesAtOnceTheOneThatTransfersCounts)
{
    // the first waits in 100 … 180 and transfers to 200; the second, which is not matched, runs in 150 … 260
    const auto other = [](std::vector<Work> works, const char *name) {
        works.push_back({name, 150, 110, 10});
        return works;
    };
    const std::vector<Work> waits{{"gemm", 20, 70, 7}, {allReduce, 100, 100, 9}},
        comes{{"gemm", 20, 150, 7}, {allReduce, 180, 20, 9}};
    const RankJob job = *makeRankJob({rankOf(0, other(waits, "ncclDevKernel_SendRecv")), rankOf(1, comes)});
    const RankStep &step = job.step(0, 0);
    EXPECT_EQ(step.communicationNs, 160'000);
    EXPECT_EQ(step.waitNs, 50'000) << "100 … 150: then the other one may transfer";
    EXPECT_EQ(step.transferNs, 20'000);
    EXPECT_EQ(step.unsplitNs(), 90'000);
}

TEST(RankWaits, collectivesOfAscendTransferAsLongAsTheirPlanesDo)
{
    const auto jobOf = [](int64_t planesOfFirst, int64_t planesOfSecond) {
        const auto with = [](const RankDigestPtr &digest, int64_t ns) {
            return changed(digest, [ns](RankDigest &one) {
                one.collectives[0].planesNs = ns;
                one.kinds[one.collectives[0].kind].bytes = 4'000'000;
            });
        };
        return shared(*makeRankJob({with(rankOf(0, early), planesOfFirst), with(rankOf(1, late), planesOfSecond)}));
    };
    const RankJobPtr planes = jobOf(12'000, 10'000);
    EXPECT_EQ(planes->step(0, 0).waitNs, 30'000) << "until the last rank begins";
    EXPECT_EQ(planes->step(0, 0).transferNs, 10'000);
    EXPECT_EQ(planes->step(0, 0).unsplitNs(), 20'000);
    EXPECT_EQ(planes->step(1, 0).transferNs, 10'000);
    EXPECT_EQ(planes->step(1, 0).unsplitNs(), 30'000) << "it is the last one, and its planes wait";
    const ReportTable collectives = rankCollectiveReport(planes);
    EXPECT_EQ(cellOf(collectives, 0, "wait_ns"), 60'000);
    EXPECT_EQ(cellOf(collectives, 0, "transfer_ns"), 10'000);
    EXPECT_EQ(cellOf(collectives, 0, "unsplit_ns"), 30'000);
    EXPECT_DOUBLE_EQ(std::get<double>(collectives.cell(0, size_t(collectives.columnOf("algorithm_bandwidth_GBs")))),
                     400);
    const RankJobPtr unrecorded = jobOf(DigestCollective::unrecordedPlanes, DigestCollective::unrecordedPlanes);
    EXPECT_EQ(unrecorded->step(1, 0).transferNs, 0);
    EXPECT_EQ(unrecorded->step(1, 0).unsplitNs(), 40'000);
    EXPECT_TRUE(isBlank(rankCollectiveReport(unrecorded), 0, "transfer_ns"));
    EXPECT_TRUE(isBlank(rankCollectiveReport(unrecorded), 0, "algorithm_bandwidth_GBs"));
    const RankJobPtr none = jobOf(DigestCollective::noPlanes, DigestCollective::noPlanes);
    EXPECT_EQ(cellOf(rankCollectiveReport(none), 0, "transfer_ns"), 40'000) << "NCCL";
    EXPECT_TRUE(isBlank(rankCollectiveReport(none), 0, "unsplit_ns"));
}

TEST(RankWaits, whatNothingTellsIsNeitherWaitNorTransfer)
{
    const RankJobPtr alone = shared(*makeRankJob({rankOf(0, early)}));
    EXPECT_EQ(alone->step(0, 0).unsplitNs(), 60'000);
    for (const ReportTable &table : {rankReport(alone), rankStepReport(alone)}) {
        EXPECT_TRUE(isBlank(table, 0, "wait_ns"));
        EXPECT_TRUE(isBlank(table, 0, "communication_ns"));
        EXPECT_EQ(cellOf(table, 0, "unsplit_ns"), 60'000);
    }
    const RankJobPtr two = shared(*makeRankJob({rankOf(0, early, 4), rankOf(1, late, 4)}));
    EXPECT_EQ(two->step(0, 0).waitNs, 30'000) << "that long at least";
    EXPECT_EQ(two->step(0, 0).transferNs, 0) << "the last of the four may not be there";
    EXPECT_EQ(two->step(0, 0).unsplitNs(), 30'000);
    EXPECT_TRUE(isBlank(rankReport(two), 0, "communication_ns"));
    EXPECT_EQ(cellOf(rankReport(two), 0, "wait_ns"), 30'000);
    const RankJobPtr none = shared(*makeRankJob({rankOf(0, {{"gemm", 20, 70, 7}})}));
    EXPECT_EQ(cellOf(rankReport(none), 0, "wait_ns"), 0) << "without communication nobody waits in it";
    EXPECT_TRUE(isBlank(rankReport(none), 0, "unsplit_ns"));
}

TEST(RankWaits, addUpAndAreThoseOfTheKernels)
{
    for (const bool overlaps : {false, true}) {
        const JobOptions options{.ranks = 4,
                                 .steps = 6,
                                 .slow = JobOptions::Slow::Kernel,
                                 .slowRank = 1,
                                 .hasClockError = false,
                                 .overlaps = overlaps};
        const std::vector<std::string> traces = JobGenerator(options).traces();
        std::vector<RankDigestPtr> ranks;
        for (const std::string &trace : traces)
            ranks.push_back(digestsOf(*runFromJson(trace), defaultMapping())->front());
        const RankJob job = *makeRankJob(ranks);
        int64_t hidden = 0;
        for (size_t rank = 0; rank < 4; ++rank) {
            // by the end of each collective its transfer, by time what runs
            std::map<int64_t, int64_t> transferOf;
            for (const CollectiveMatch &match : job.collectives.matches)
                for (size_t k = 0; k < job.collectives.groups[match.group].ranks.size(); ++k)
                    if (job.collectives.groups[match.group].ranks[k] == rank)
                        transferOf[job.collectives.at(job.ranks, match, k)->endNs()] = match.transferNs;
            const auto run = runFromJson(traces[rank]).run;
            for (size_t step = 0; step < 6; ++step) {
                const RankStep &one = job.step(rank, step);
                EXPECT_EQ(one.computeNs + one.communicationNs + one.copyNs + one.idleNs, one.lengthNs);
                EXPECT_TRUE(one.isSplit());
                const TimeRange window = ranks[rank]->steps[one.step].work;
                std::vector<uint8_t> what(
                    size_t(window.length() / 100 + 1)); // by 100 ns: 1 waits, 2 transfers, 3 computes
                for (size_t i = 0; i < run->gpu.size(); ++i) {
                    const bool isComm = run->text(run->gpu.name[i]).starts_with("nccl");
                    for (int64_t t = std::max(run->gpu.start[i], window.begin) + 50;
                         t < std::min(run->gpu.end(i), window.end); t += 100) {
                        const uint8_t now = !isComm ? 3 : t < run->gpu.end(i) - transferOf.at(run->gpu.end(i)) ? 1 : 2;
                        uint8_t &at = what[size_t((t - window.begin) / 100)];
                        at = std::max(at, now);
                    }
                }
                EXPECT_NEAR(double(one.waitNs), 100.0 * double(std::ranges::count(what, 1)), 6'000);
                EXPECT_NEAR(double(one.transferNs), 100.0 * double(std::ranges::count(what, 2)), 6'000);
                hidden += one.waitedNs - one.waitNs;
            }
        }
        EXPECT_EQ(hidden > 0, overlaps);
    }
}

TEST(RankWaits, aWaitBesideComputationHoldsNobodyUp)
{
    // Rank 3 comes 30 µs late to a collective of 40 µs in each of eight steps; beside it the others compute or not.
    const auto job = [](bool computes) {
        std::vector<RankDigestPtr> ranks;
        for (int rank = 0; rank < 4; ++rank) {
            auto digest = std::make_shared<RankDigest>();
            digest->rank = rank;
            digest->worldSize = 4;
            CollectiveKind kind;
            kind.collective = "allreduce";
            digest->kinds.push_back(kind);
            digest->hasOverlaps = true;
            for (int step = 0; step < 8; ++step) {
                const int64_t begin = step * 200'000, wait = rank == 3 ? 0 : 30'000 + rank * 100;
                const int64_t hidden = computes && rank < 3 ? wait : 0;
                digest->steps.push_back({"ProfilerStep#" + std::to_string(step), {begin, begin + 200'000}});
                DigestStep &last = digest->steps.back();
                last.exposedCommNs = 40'000 + wait - hidden;
                last.computeNs = 130'000 - (rank == 3 ? 0 : 30'000) + hidden;
                last.idleNs = 200'000 - last.exposedCommNs - last.computeNs;
                digest->collectives.push_back({begin + 140'000 - wait, 40'000 + wait, step, 0, uint32_t(step)});
                if (hidden)
                    digest->overlaps.push_back({begin + 140'000 - wait, hidden, hidden});
            }
            ranks.push_back(digest);
        }
        return *makeRankJob(ranks);
    };
    const RankJob exposed = job(false), hidden = job(true);
    ASSERT_EQ(exposed.verdict.found.size(), 1u) << jobSentences(exposed).join(u'\n').toStdString();
    EXPECT_EQ(exposed.verdict.found[0].rank, 3u);
    EXPECT_NEAR(double(exposed.verdict.found[0].costNs), 30'000, 200);
    EXPECT_TRUE(hidden.verdict.found.empty()) << jobSentences(hidden).join(u'\n').toStdString();
    EXPECT_EQ(hidden.step(0, 0).waitNs, 0);
    EXPECT_EQ(hidden.step(0, 0).transferNs, 40'000);
}

TEST(RankWaits, anOldDigestTellsThemWhereNothingIsHidden)
{
    const auto old = [](const RankDigestPtr &digest) {
        return changed(digest, [](RankDigest &d) {
            d.hasOverlaps = false;
            d.overlaps.clear();
        });
    };
    const RankJob hidden = *makeRankJob({old(rankOf(0, early)), old(rankOf(1, late))});
    EXPECT_EQ(hidden.step(0, 0).unsplitNs(), 60'000) << "a part of 100 µs, nobody knows which";
    EXPECT_EQ(hidden.step(1, 0).transferNs, 40'000) << "nothing of it is hidden";
    EXPECT_TRUE(isBlank(rankReport(shared(hidden)), 0, "wait_ns"));
    auto ranks = digestsOfJob({.ranks = 4, .steps = 6});
    const RankJob now = *makeRankJob(ranks);
    for (RankDigestPtr &rank : ranks)
        rank = old(rank);
    const RankJob before = *makeRankJob(ranks);
    for (size_t rank = 0; rank < 4; ++rank)
        for (size_t step = 0; step < 6; ++step) {
            EXPECT_EQ(before.step(rank, step).waitNs, now.step(rank, step).waitNs);
            EXPECT_EQ(before.step(rank, step).transferNs, now.step(rank, step).transferNs);
        }
}

TEST(RankWaits, manyPausesAreTakenIntoLongerOverlaps)
{
    RankDigest digest;
    digest.kinds.emplace_back();
    digest.steps.push_back({"a", {0, 1'000'000}});
    digest.steps.push_back({"b", {1'000'000, 2'000'000}});
    digest.collectives.push_back({100'000, 1'800'000, 1, 0, 0});
    OverlapFinder finder(digest);
    int64_t hidden[2] = {};
    for (int64_t t = 0; t < 2'000'000; t += 1'000) {
        finder.add({t, t + 900});
        if (t >= 100'000 && t < 1'900'000)
            hidden[t / 1'000'000] += 900;
    }
    digest.overlaps = finder.finish();
    digest.hasOverlaps = true;
    EXPECT_LE(digest.overlaps.size(), 72u);
    for (size_t k = 0; k < 2; ++k)
        digest.steps[k].exposedCommNs = 900'000 - hidden[k];
    const std::vector<CommSplit> splits = splitCommunication(digest, {{700'000, CommPhase::Known}});
    EXPECT_EQ(splits[0].waitNs, 90'000) << "a tenth of what is exposed: up to the step's end it is exact";
    EXPECT_EQ(splits[0].transferNs, 0);
    EXPECT_NEAR(double(splits[1].waitNs), 20'000, 1'000);
    EXPECT_EQ(splits[1].waitNs + splits[1].transferNs, 90'000);

    OverlapFinder exact(digest);
    for (int64_t t = 0; t < 2'000'000; t += 100'000)
        exact.add({t, t + 30'000});
    for (const DigestOverlap &one : exact.finish())
        EXPECT_EQ(one.hiddenNs, one.durationNs);
}

TEST(RankWaits, ofAnotherJobThatAreNotKnownAreNoDifference)
{
    const RankJobPtr known = shared(*makeRankJob({rankOf(0, early), rankOf(1, late)}));
    const auto without = [](const RankDigestPtr &digest) { // those of different groups have no partner
        return changed(digest, [&](RankDigest &d) { d.kinds[0].args.group = "of " + std::to_string(*d.rank); });
    };
    const RankJobPtr unknown = shared(*makeRankJob({without(rankOf(0, early)), without(rankOf(1, late))}));
    const TwoJobsPtr jobs = compareJobs(unknown, known);
    const ReportTable table = jobCompareReport(jobs);
    for (const char *column : {"wait_a_ns", "wait_delta_ns", "communication_a_ns", "communication_delta_ns"})
        EXPECT_TRUE(isBlank(table, 0, column)) << column;
    EXPECT_EQ(cellOf(table, 0, "wait_b_ns"), 30'000);
    EXPECT_EQ(cellOf(table, 0, "exposed_communication_a_ns"), 60'000);
    EXPECT_EQ(cellOf(table, 0, "exposed_communication_delta_ns"), 0);
    EXPECT_FALSE(jobs->comparison.areSplit);
    const ReportTable both = jobCompareReport(compareJobs(known, known));
    EXPECT_EQ(cellOf(both, 0, "wait_delta_ns"), 0);
    EXPECT_EQ(cellOf(both, 0, "communication_delta_ns"), 0);
}

} // namespace ws::rankwaits
