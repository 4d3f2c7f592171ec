// Jobs whose ranks one file names, replayed beside a simulator that knows how their steps come about.

#include "core/analysis/job/rankjob.h"
#include "core/analysis/replay/replayanswer.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/report/rankreport.h"
#include "core/report/replayreport.h"
#include "tests/core/pipelinesimulator.h"
#include "tests/support/jobgen.h"
#include "tests/support/support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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
    EXPECT_TRUE(sentencesOf(plain()).contains(QLatin1String("is not known"))) << sentencesOf(plain()).toStdString();
}

namespace {

std::vector<RankRun> ranksOf(const test::JobOptions &options)
{
    std::vector<RankRun> ranks;
    for (const std::string &trace : test::JobGenerator(options).traces()) {
        const auto loaded = test::runFromJson(trace);
        ranks.push_back({loaded.run, *findSteps(*loaded), digestsOf(*loaded, defaultMapping())->front()});
    }
    return ranks;
}

/// Ranks in a file each, each with a clock of its own.
Replay replayOfRanks(const test::JobOptions &options)
{
    return *replayOf(std::make_shared<const ReplayModel>(*ranksModel(ranksOf(options))));
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

TEST(ReplayRanks, aLabelMeansItsRankAloneWhateverNumbersAreInIt)
{
    std::vector<RankRun> ranks = ranksOf({.ranks = 4, .steps = 4, .layers = 2});
    const char *const labels[] = {"1.json", "0.json", "node 2", "node 3"};
    for (size_t rank = 0; rank < ranks.size(); ++rank)
        ranks[rank].label = QString::fromLatin1(labels[rank]);
    const ReplayModel model = *ranksModel(ranks);
    EXPECT_EQ(model.ranks[0].label, "1.json");
    const auto meant = [&](const char *text) {
        ReplayWeights weights;
        weights.duration = model.graph.durations();
        weights.lead.resize(model.graph.size());
        const auto edit = parseReplayEdit(QString::fromLatin1(text));
        const auto effect = applyReplayEdit(model, *edit, weights);
        return effect ? (*effect).nodes : 0;
    };
    EXPECT_EQ(meant("rank:1.json=alike"), meant("rank:rank 0=alike")) << "that of rank 0";
    EXPECT_GT(meant("rank:1.json=alike"), 0U);
    EXPECT_EQ(meant("rank:nobody=alike"), 0U);
}

TEST(ReplayRanks, anEditsTitleSaysRankOnce)
{
    const auto title = [](const char *edit) { return editTitle(*parseReplayEdit(QString::fromUtf8(edit))); };
    EXPECT_EQ(title("rank:rank 5=median"), QStringLiteral("Rank 5"));
    EXPECT_EQ(title("rank:DP 0 · PP 1=alike"), QStringLiteral("Rank DP 0 · PP 1"));
    EXPECT_EQ(title("rank:*=alike"), QStringLiteral("All ranks"));
}

TEST(ReplayRanks, pictureAndPathAreOfTheRankThatComputesLongest)
{
    test::JobOptions options{.ranks = 4, .steps = 6, .layers = 2};
    options.slow = test::JobOptions::Slow::Kernel;
    options.slowRank = 2;
    const Replay replay = replayOfRanks(options);
    const PictureOf of = pictureOf(replay);
    EXPECT_EQ(of.item, 2U);
    const DependencyGraph &graph = replay.model->graph;
    const StepPicture picture = pictureOf(replay, of, graph.starts(), graph.durations(), replay.recordedNs);
    int64_t computeNs = 0;
    for (uint32_t node = 0; node < graph.size(); ++node)
        if (graph.kind(node) == NodeKind::Compute && replay.model->rankOf(node) == 2)
            computeNs += graph.duration(node);
    EXPECT_NEAR(double(picture.parts[0]), double(computeNs) / 6, 6) << "of no other rank";
    const ReportTable path = pathTable(replay, PathBy::Rank, nullptr);
    EXPECT_EQ(textOf(path.cell(0, 0)), QStringLiteral("rank 2"));
    int64_t sum = 0;
    for (size_t row = 0; row < path.rowCount; ++row)
        sum += std::get<int64_t>(path.cell(row, size_t(path.columnOf("time_ns"))));
    EXPECT_EQ(sum, replay.path.lengthNs);
}

TEST(ReplayRanks, timesOfTheGraphLeadBackToTheClockOfTheirFile)
{
    const Replay replay = replayOfRanks({.ranks = 4, .steps = 4, .layers = 2});
    for (const ReplayPart &part : replay.model->parts)
        for (const int64_t start : part.run->gpu.start)
            EXPECT_NEAR(double(part.clock.ownTime(part.clock.jobTime(start))), double(start), 1);
}

namespace {

/// A slow host that is in `call` for most of what it does between its launches.
Replay replayOfWaitingHost(int slowRank, const char *call)
{
    test::JobOptions options{.ranks = 4, .steps = 6, .layers = 2};
    options.slow = test::JobOptions::Slow::Host;
    options.slowRank = slowRank;
    std::vector<RankRun> ranks;
    for (const std::string &trace : test::JobGenerator(options).traces()) {
        nlohmann::json json = nlohmann::json::parse(trace);
        nlohmann::json more = nlohmann::json::array();
        for (const auto &event : json["traceEvents"])
            if (event["name"] == "cudaLaunchKernel" && int(ranks.size()) == slowRank)
                more.push_back({{"ph", "X"},
                                {"cat", "cpu_op"},
                                {"name", call},
                                {"pid", 100},
                                {"tid", 100},
                                {"ts", event["ts"].get<double>() + 3},
                                {"dur", 60}});
        for (auto &event : more)
            json["traceEvents"].push_back(std::move(event));
        const auto loaded = test::runFromJson(json.dump());
        ranks.push_back({loaded.run, *findSteps(*loaded), digestsOf(*loaded, defaultMapping())->front()});
    }
    return *replayOf(std::make_shared<const ReplayModel>(*ranksModel(ranks)));
}

} // namespace

TEST(ReplayRanks, waitsOfAnyRankAreFoundWhateverItsClock)
{
    for (const int rank : {0, 1, 3}) {
        const Replay waits = replayOfWaitingHost(rank, "sem_wait");
        EXPECT_FALSE(waits.holds());
        EXPECT_TRUE(waits.why.join(u'\n').contains(QStringLiteral("(sem_wait)")))
            << rank << waits.why.join(u'\n').toStdString();
        EXPECT_TRUE(replayOfWaitingHost(rank, "aten::add").holds()) << rank;
    }
}

TEST(ReplayRanks, theLoaderOfAnyRankIsFoundWhateverItsClock)
{
    for (const int rank : {0, 1, 3}) {
        const Replay replay = replayOfWaitingHost(rank, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__");
        ASSERT_TRUE(replay.holds()) << replay.why.join(u'\n').toStdString();
        EXPECT_LT(predicted(replay, "loader=hidden"), replay.recordedNs * 9 / 10) << rank;
        EXPECT_GT(predicted(replay, "loader=hidden"), 0) << rank;
    }
}

} // namespace ws
