// Jobs whose ranks one file names, replayed beside a simulator that knows how their steps come about.

#include "core/analysis/job/rankjob.h"
#include "core/analysis/replay/replay.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/report/rankreport.h"
#include "tests/core/pipelinesimulator.h"
#include "tests/support/jobgen.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ws {
namespace {

using test::PipelineJob;
using test::PipelineSimulator;

Replay replayOfJob(const PipelineJob &job)
{
    const auto loaded = test::runFromJson(PipelineSimulator(job).json());
    EXPECT_TRUE(hasNamedRanks(*loaded));
    return *replayOf(std::make_shared<const ReplayModel>(*jobModel(loaded.run)));
}

int64_t predicted(const Replay &replay, const char *edit)
{
    const auto parsed = parseReplayEdit(QString::fromUtf8(edit));
    if (!parsed)
        return 0;
    const auto answer = predict(replay, {*parsed});
    return answer ? answer->ns : 0;
}

/// The job with every computation of a direction at the mean of all.
PipelineJob alike(PipelineJob job)
{
    double sum[2] = {0, 0};
    for (int direction : {0, 1})
        for (int step = 0; step < job.steps; ++step)
            for (int d = 0; d < job.dp; ++d)
                for (int s = 0; s < job.pp; ++s)
                    for (int m = 0; m < job.microbatches; ++m)
                        sum[direction] += job.computeMs(step, d, s, m, direction);
    const double count = double(job.steps) * job.dp * job.pp * job.microbatches;
    job.computeMs = [forward = sum[0] / count, backward = sum[1] / count](int, int, int, int, int direction) {
        return direction ? backward : forward;
    };
    return job;
}

void expectAlike(const PipelineJob &job)
{
    const Replay replay = replayOfJob(job);
    ASSERT_TRUE(replay.holds()) << replay.why.join(u'\n').toStdString();
    EXPECT_EQ(replay.recorded.size(), size_t(job.steps));
    EXPECT_LT(replay.errorShare, 0.005);
    const double truth = PipelineSimulator(alike(job)).meanStepMs() * 1e6;
    EXPECT_NEAR(double(predicted(replay, "rank:*=alike")), truth, truth * 0.01);
}

std::vector<std::string> placesOf(const PipelineJob &job)
{
    std::vector<std::string> places;
    for (const RankExcess &one : rankExcesses(replayOfJob(job)))
        places.push_back(one.ranks);
    return places;
}

PipelineJob plain()
{
    PipelineJob job;
    job.computeMs = [](int step, int d, int s, int m, int direction) {
        return (direction ? 120 : 60) * (1 + 0.01 * ((step * 7 + d * 5 + s * 3 + m) % 5));
    };
    return job;
}

} // namespace

TEST(ReplayJob, namesASlowWorkerAndSaysTheJobWithoutIt)
{
    PipelineJob job = plain();
    job.dp = 4;
    const auto usual = job.computeMs;
    job.computeMs = [usual](int step, int d, int s, int m, int direction) {
        return usual(step, d, s, m, direction) * (d == 2 && s == 1 ? 1.8 : 1);
    };
    expectAlike(job);
    EXPECT_EQ(placesOf(job), std::vector<std::string>{"DP 2 · PP 1 · TP 0"});
    const Replay replay = replayOfJob(job);
    PipelineJob healthy = job;
    healthy.computeMs = usual;
    const double truth = PipelineSimulator(healthy).meanStepMs() * 1e6;
    EXPECT_NEAR(double(predicted(replay, "rank:DP 2 · PP 1 · TP 0=median")), truth, truth * 0.01);
    EXPECT_NEAR(double(predicted(replay, "rank:dp=2 pp=1=median")), truth, truth * 0.01);
}

TEST(ReplayJob, namesASlowLastStage)
{
    PipelineJob job = plain();
    const auto usual = job.computeMs;
    job.computeMs = [usual](int step, int d, int s, int m, int direction) {
        return usual(step, d, s, m, direction) * (s == 3 ? 1.7 : 1);
    };
    expectAlike(job);
    EXPECT_EQ(placesOf(job), std::vector<std::string>{"PP 3"});
}

TEST(ReplayJob, namesNobodyWhereSequencesAreUneven)
{
    for (const int pp : {1, 2, 4}) {
        PipelineJob job;
        job.dp = 16;
        job.pp = pp;
        job.computeMs = [](int step, int d, int, int m, int direction) {
            std::mt19937 random(unsigned(step * 1000 + d * 10 + m));
            return (direction ? 2 : 1) * std::exp(std::normal_distribution<double>(4, 0.4)(random));
        };
        expectAlike(job);
        EXPECT_EQ(placesOf(job), std::vector<std::string>{}) << pp;
    }
}

TEST(ReplayJob, ranksNamesTheStageThatComputesLonger)
{
    PipelineJob job = plain();
    const auto usual = job.computeMs;
    job.computeMs = [usual](int step, int d, int s, int m, int direction) {
        return usual(step, d, s, m, direction) * (s == 3 ? 1.7 : 1);
    };
    const auto sentencesOf = [](const PipelineJob &of) {
        const auto loaded = test::runFromJson(PipelineSimulator(of).json());
        return jobSentences(*makeRankJob(*digestsOf(*loaded, {}))).front();
    };
    EXPECT_TRUE(sentencesOf(job).startsWith(QLatin1String("PP 3 computes 1.6"))) << sentencesOf(job).toStdString();
    EXPECT_TRUE(sentencesOf(plain()).contains(QLatin1String("is not said"))) << sentencesOf(plain()).toStdString();
}

namespace {

/// Ranks in a file each, each with a clock of its own.
Replay replayOfRanks(const test::JobOptions &options)
{
    std::vector<RankRun> ranks;
    for (const std::string &trace : test::JobGenerator(options).traces()) {
        const auto loaded = test::runFromJson(trace);
        ranks.push_back({loaded.run, *findSteps(*loaded), digestsOf(*loaded, defaultMapping())->front()});
    }
    return *replayOf(std::make_shared<const ReplayModel>(*ranksModel(ranks)));
}

} // namespace

TEST(ReplayRanks, ofSeveralFilesWaitForEachOtherInTheirCollectives)
{
    using Slow = test::JobOptions::Slow;
    for (const Slow slow : {Slow::Kernel, Slow::Host}) {
        test::JobOptions options;
        options.slow = slow;
        const Replay replay = replayOfRanks(options);
        ASSERT_TRUE(replay.holds()) << replay.why.join(u'\n').toStdString();
        EXPECT_EQ(replay.recorded.size(), 12U);
        options.slow = Slow::Nobody;
        const auto truth = double(replayOfRanks(options).recordedNs);
        EXPECT_GT(double(replay.recordedNs), truth * 1.1);
        EXPECT_NEAR(double(predicted(replay, "rank:rank 5=median")), truth, truth * 0.02);
        // A rank alone that is faster changes nothing while another one is as slow as before.
        EXPECT_NEAR(double(predicted(replay, "rank:rank 2=median")), double(replay.recordedNs),
                    double(replay.recordedNs) * 0.01);
    }
}

TEST(ReplayRanks, areRefusedWithoutCollectivesThatMatch)
{
    const auto loaded = test::runFromJson(
        R"({"traceEvents":[
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":1,"args":{"correlation":7}},
{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":20,"dur":10,"args":{"device":0,"stream":7,"correlation":7}}]})");
    std::vector<RankRun> ranks;
    for (int rank = 0; rank < 2; ++rank)
        ranks.push_back({loaded.run, *findSteps(*loaded), digestsOf(*loaded, defaultMapping())->front()});
    const Replay replay = *replayOf(std::make_shared<const ReplayModel>(*ranksModel(ranks)));
    EXPECT_FALSE(replay.holds());
}

} // namespace ws
