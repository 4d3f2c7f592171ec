// A recording replayed by its dependencies, and what edits bring, beside a simulator that knows the truth.

#include "core/analysis/replay/replayanswer.h"
#include "core/report/replayreport.h"
#include "tests/core/replayfixture.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <QRegularExpression>

#include <cmath>

namespace ws {

using namespace test;

namespace {

TEST(ReplayEdits, aLoaderIsKnownByItsNextBatch)
{
    EXPECT_TRUE(isLoaderCall("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__"));
    EXPECT_FALSE(isLoaderCall("DataLoader.__init__"));
    EXPECT_FALSE(isLoaderCall("iterator.__next__"));
    const auto with = [](const char *name) {
        return hasLoader(*test::runFromJson(std::string(R"({"traceEvents":[{"ph":"X","name":")") + name +
                                            R"(","pid":1,"tid":1,"ts":1,"dur":1}]})")
                              .run);
    };
    EXPECT_TRUE(with("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__"));
    EXPECT_FALSE(with("aten::mm"));
}

} // namespace

TEST(Replay, predictsWhatASimulatedProgramTakesWithTheEdit)
{
    int answered = 0, near = 0, asked = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        const auto shape = Shape(seed % 5);
        const std::vector<SimulatedOp> step = randomStep(shape, random);
        const Replay replay = replayOfJson(ReplaySimulator(step, 6, {}, seed).json());
        EXPECT_TRUE(replay.holds()) << seed << ' ' << why(replay);
        for (int e = 0; e < 5; ++e) {
            SimulatedEdit edit;
            QString text;
            const double factor = std::uniform_real_distribution<double>(0.2, e == 4 ? 3 : 1)(random);
            if (e == 0) {
                edit.cpu = factor;
                text = QStringLiteral("cpu*%1").arg(factor);
            } else {
                edit.name = int(random() % 6);
                edit.factor = factor;
                text = QStringLiteral("kernel:^kernel_%1$*%2").arg(edit.name).arg(factor);
            }
            ++asked;
            const auto parsed = parseReplayEdit(text);
            ASSERT_TRUE(parsed) << text.toStdString();
            const auto answer = predict(replay, {*parsed});
            if (!replay.holds() || !answer)
                continue;
            ++answered;
            const double truth = ReplaySimulator(step, 6, edit, seed + 1000).meanStepUs() * 1000;
            const double off = std::abs(double(answer->ns) - truth) / truth;
            near += off <= 0.01;
            EXPECT_LE(off, 0.05) << "seed " << seed << ", " << text.toStdString() << ": " << answer->ns << " for "
                                 << truth;
            EXPECT_LE(double(answer->lowNs), truth * 1.01) << seed << ' ' << text.toStdString();
            EXPECT_GE(double(answer->highNs), truth * 0.99) << seed << ' ' << text.toStdString();
        }
    }
    EXPECT_GE(answered, asked * 95 / 100);
    EXPECT_GE(near, answered * 95 / 100) << near << " of " << answered;
}

TEST(Replay, isTheRecordingWithoutEditsAndItsWinsAddUpExactly)
{
    std::mt19937 random(7);
    const Replay replay = replayOfJson(ReplaySimulator(randomStep(Shape::Mixed, random), 5, {}, 7).json());
    ASSERT_TRUE(replay.holds()) << why(replay);
    EXPECT_LT(replay.errorShare, 0.01);
    EXPECT_LT(replay.otherHalfError, 0.01);
    EXPECT_EQ(predict(replay, {})->ns, replay.recordedNs);
    const auto answer =
        predict(replay, edits({"kernel:^kernel_3$*0.2", "cpu*0.5", "kernel:kernel_[0-5]*0.7", "launches=graph"}));
    ASSERT_TRUE(answer);
    int64_t sum = 0;
    for (const ReplayWin &win : answer->wins)
        sum += win.ns;
    EXPECT_EQ(sum, replay.recordedNs - answer->ns);
    EXPECT_LT(answer->ns, replay.recordedNs);
    EXPECT_LE(answer->lowNs, answer->ns);
    EXPECT_GE(answer->highNs, answer->ns);
    const CriticalPath &path = answer->path;
    int64_t parts = path.cpuNs + path.latencyNs + path.unexplainedNs;
    for (const int64_t ns : path.byKind)
        parts += ns;
    EXPECT_EQ(parts, path.lengthNs);
}

TEST(Replay, gapsGoneLeavesTheWorkInItsOrder)
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 20; ++i) {
        step.push_back(cpuWork(60));
        step.push_back(kernelLaunch(1, 40));
    }
    const Replay replay = replayOfJson(ReplaySimulator(step, 4, {}, 1).json());
    ASSERT_TRUE(replay.holds()) << why(replay);
    EXPECT_EQ(boundWord(replay.path), "cpu");
    const auto answer = predict(replay, edits({"gaps=0"}));
    EXPECT_NEAR(double(answer->ns), 20 * 40'000.0, 1000);
    EXPECT_EQ(answer->boundBy, "compute");
    EXPECT_EQ(predict(replay, edits({"collectives=hidden"})).ok(), false); // there are none
}

TEST(Replay, refusesAWaitThatTheFileDoesNotShow)
{
    for (const double kernelUs : {60.0, 200.0}) { // a program that spins on memory until the GPU is done
        std::vector<SimulatedOp> step;
        for (int i = 0; i < 10; ++i) {
            step.push_back(cpuWork(10));
            step.push_back(kernelLaunch(1, kernelUs));
        }
        step.push_back({SimulatedOp::Spin});
        const Replay replay = replayOfJson(ReplaySimulator(step, 4, {}, 1).json());
        EXPECT_FALSE(replay.holds()) << kernelUs;
        EXPECT_GT(replay.unexplainedShare, maxUnexplained);
    }
}

TEST(Replay, seesThatAFullQueueMadeLaunchesWait)
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 1500; ++i) {
        step.push_back(cpuWork(2));
        step.push_back(kernelLaunch(i % 2, 20));
    }
    ReplaySimulator::Costs costs;
    costs.queue = 1000;
    const Replay replay = replayOfJson(ReplaySimulator(step, 4, {}, 1, costs).json());
    ASSERT_TRUE(replay.holds()) << why(replay);
    EXPECT_EQ(boundWord(replay.path), "compute");
    for (const double factor : {0.7, 0.2}) { // with 0.2, launches bound it
        SimulatedEdit edit;
        edit.name = 1;
        edit.factor = factor;
        const double truth = ReplaySimulator(step, 4, edit, 2, costs).meanStepUs() * 1000;
        const auto parsed = parseReplayEdit(QStringLiteral("kernel:^kernel_1$*%1").arg(factor));
        EXPECT_NEAR(double(predict(replay, {*parsed})->ns), truth, truth * 0.01) << factor;
    }
}

TEST(Replay, refusesWorkThatSlowsOtherStreamsDown)
{
    std::string json = R"({"traceEvents":[)";
    int correlation = 0;
    const auto launched = [&](const char *name, int stream, int call, int start, int us) {
        const std::string ids =
            R"("stream":)" + std::to_string(stream) + R"(,"correlation":)" + std::to_string(++correlation) + "}},";
        json += R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" +
                std::to_string(call) + R"(,"dur":4,"args":{)" + ids;
        json += R"({"ph":"X","cat":"kernel","name":")" + std::string(name) + R"(","pid":0,"tid":)" +
                std::to_string(stream) + R"(,"ts":)" + std::to_string(start) + R"(,"dur":)" + std::to_string(us) +
                R"(,"args":{)" + ids;
    };
    for (int i = 0, at = 0; i < 40; ++i, at += 400) { // every second time one of a stream of higher priority cuts in
        const bool isCut = i % 2;
        launched("long", 7, at, at + 10, isCut ? 300 : 150);
        if (isCut)
            launched("urgent", 20, at + 50, at + 60, 150);
    }
    json.back() = ']';
    const Replay replay = replayOfJson(json + '}');
    EXPECT_FALSE(replay.holds());
    EXPECT_GT(replay.contendedShare, maxContended);
}

TEST(Replay, holdsWhereTheSameWaitIsACall)
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 10; ++i) {
        step.push_back(cpuWork(10));
        step.push_back(kernelLaunch(1, 100));
    }
    step.push_back({SimulatedOp::SyncStream});
    const Replay replay = replayOfJson(ReplaySimulator(step, 4, {}, 1).json());
    EXPECT_TRUE(replay.holds()) << why(replay);
}

TEST(Replay, refusesWorkWithoutItsLaunches)
{
    std::string json = R"({"traceEvents":[)";
    for (int i = 0; i < 20; ++i)
        json += R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":)" + std::to_string(i * 100) +
                R"(,"dur":50,"args":{"device":0,"stream":7}},)";
    json.back() = ']';
    const Replay replay = replayOfJson(json + '}');
    EXPECT_FALSE(replay.holds());
    EXPECT_NE(why(replay).find("no launch in the file"), std::string::npos);
}

TEST(Replay, refusesARecordingWithoutManyOfItsKernels)
{
    std::vector<SimulatedOp> step{kernelLaunch(1, 300)};
    for (int i = 0; i < 10; ++i) {
        step.push_back(kernelLaunch(2, 150)); // lost by the profiler
        step.push_back(kernelLaunch(1, 150));
    }
    step.push_back({SimulatedOp::SyncDevice});
    std::string json = ReplaySimulator(step, 4, {}, 1).json();
    for (size_t at; (at = json.find(R"({"ph":"X","cat":"kernel","name":"kernel_2")")) != json.npos;)
        json.erase(at, json.find("}},", at) + 3 - at);
    const Replay replay = replayOfJson(json);
    EXPECT_FALSE(replay.holds());
}

TEST(Replay, readsEditsAndSaysWhatIsNone)
{
    EXPECT_EQ(parseReplayEdit(QStringLiteral("kernel:a*b*0.5"))->target, QStringLiteral("a*b"));
    EXPECT_EQ(parseReplayEdit(QStringLiteral("stage:attention=limit"))->to, ReplayEdit::To::Limit);
    EXPECT_EQ(parseReplayEdit(QStringLiteral("copies=bandwidth*2"))->factor, 0.5);
    EXPECT_EQ(parseReplayEdit(QStringLiteral("rank:*=alike"))->target, QStringLiteral("*"));
    for (const char *wrong : {"", "kernel", "kernel:*0.5", "kernel:a", "kernel:a*x", "kernel:a*-1", "kernel:(*0.5",
                              "gaps=1", "cpu=0", "cpu:a*2", "rank:PP 3*0.5", "copies=bandwidth*0", "kernels:a*1"})
        EXPECT_FALSE(parseReplayEdit(QString::fromUtf8(wrong))) << wrong;
}

TEST(Replay, takesALoopOfQuestionsForAWait)
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 20; ++i) {
        step.push_back(cpuWork(8));
        step.push_back(kernelLaunch(i % 2, 60));
    }
    step.push_back({SimulatedOp::Poll});
    step.push_back(cpuWork(100));
    const Replay replay = replayOfJson(ReplaySimulator(step, 5, {}, 1).json());
    ASSERT_TRUE(replay.holds()) << why(replay);
    SimulatedEdit edit;
    edit.name = 1;
    edit.factor = 0.4;
    const double truth = ReplaySimulator(step, 5, edit, 2).meanStepUs() * 1000;
    EXPECT_NEAR(double(predict(replay, edits({"kernel:^kernel_1$*0.4"}))->ns), truth, truth * 0.02);
}

TEST(Replay, isRightOrRefusesWhereWaitsOfStreamsAreNotInTheFile)
{
    int answered = 0, wrong = 0;
    for (unsigned seed = 0; seed < 24; ++seed) {
        std::mt19937 random(seed);
        const std::vector<SimulatedOp> step = randomStep(Shape::Streams, random);
        std::string json = ReplaySimulator(step, 5, {}, seed).json();
        for (const char *call : {"cudaStreamWaitEvent", "cudaEventRecord"})
            for (size_t at;
                 (at = json.find(R"({"ph":"X","cat":"cuda_runtime","name":")" + std::string(call))) != json.npos;)
                json.erase(at, json.find("}},", at) + 3 - at);
        const Replay replay = replayOfJson(json);
        if (!replay.holds())
            continue;
        for (int name = 0; name < 10; name += 3) {
            SimulatedEdit edit;
            edit.name = name;
            edit.factor = 0.5;
            const auto parsed = parseReplayEdit(QStringLiteral("kernel:^kernel_%1$*0.5").arg(name));
            const auto answer = predict(replay, {*parsed});
            if (!answer)
                continue;
            const double truth = ReplaySimulator(step, 5, edit, seed).meanStepUs() * 1000;
            ++answered;
            wrong += std::abs(double(answer->ns) - truth) > truth * 0.05;
        }
    }
    EXPECT_GT(answered, 20);
    EXPECT_LE(wrong, answered / 20) << wrong << " of " << answered;
}

TEST(Replay, workMayTakeLongerByItsSlackAndNoMore)
{
    std::mt19937 random(3);
    const Replay replay = replayOfJson(ReplaySimulator(randomStep(Shape::Mixed, random), 2, {}, 3).json());
    const DependencyGraph &graph = replay.model->graph;
    ReplayWeights weights = replay.weights;
    weights.lag = replay.lags;
    std::vector<int64_t> start;
    const auto lastEnd = [&] {
        ws::replay(graph, weights, start);
        int64_t last = 0;
        for (uint32_t node = 0; node < graph.size(); ++node)
            last = std::max(last, start[node] + weights.duration[node]);
        return last;
    };
    const int64_t usual = lastEnd();
    std::vector<uint32_t> ends;
    for (uint32_t node = 0; node < graph.size(); ++node)
        if (start[node] + weights.duration[node] == usual)
            ends.push_back(node);
    const std::vector<int64_t> slack = slackOf(graph, weights, start, ends);
    for (uint32_t node = replay.model->parts.front().firstActivity; node < replay.model->activities; node += 7) {
        if (slack[node] == INT64_MAX)
            continue;
        const int64_t own = weights.duration[node];
        weights.duration[node] = own + slack[node];
        EXPECT_EQ(lastEnd(), usual) << node;
        weights.duration[node] = own + slack[node] + 500;
        EXPECT_EQ(lastEnd(), usual + 500) << node;
        weights.duration[node] = own;
    }
}

TEST(Replay, isRightOrRefusesWhereTheCpuSpins)
{
    int answered = 0, wrong = 0, refused = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        std::mt19937 random(seed);
        std::vector<SimulatedOp> step = randomStep(Shape(seed % 5), random);
        step.insert(step.begin() + 12, {SimulatedOp::Spin});
        step.push_back({SimulatedOp::Spin});
        step.push_back(cpuWork(30));
        const Replay replay = replayOfJson(ReplaySimulator(step, 5, {}, seed).json());
        refused += !replay.holds();
        if (!replay.holds())
            continue;
        for (int name = 0; name < 6; ++name) {
            SimulatedEdit edit;
            edit.name = name;
            edit.factor = 0.3;
            const auto parsed = parseReplayEdit(QStringLiteral("kernel:^kernel_%1$*0.3").arg(name));
            const auto answer = predict(replay, {*parsed});
            if (!answer)
                continue;
            const double truth = ReplaySimulator(step, 5, edit, seed).meanStepUs() * 1000;
            ++answered;
            wrong += std::abs(double(answer->ns) - truth) > truth * 0.05;
        }
    }
    EXPECT_LE(wrong * 20, answered) << wrong << " of " << answered << ", refused " << refused << " of 40";
}

/// A recording of one launch and one kernel has no error, whatever it waited for.
TEST(Replay, refusesARecordingTooShortToProveAnything)
{
    const auto recorded = [](int launches) {
        std::vector<SimulatedOp> step;
        for (int i = 0; i < launches; ++i) {
            step.push_back(cpuWork(20));
            step.push_back(kernelLaunch(1, 30));
        }
        return replayOfJson(ReplaySimulator(step, 1, {}, 1).json());
    };
    for (const int launches : {1, 2, 15}) {
        const Replay replay = recorded(launches);
        EXPECT_LT(replay.errorShare, maxReplayError) << launches;
        ASSERT_EQ(replay.why.size(), 1) << launches;
        EXPECT_NE(why(replay).find("too little work for a proof"), std::string::npos) << why(replay);
        EXPECT_TRUE(replay.how.isEmpty()) << "nothing is wrong with what was recorded";
    }
    EXPECT_TRUE(recorded(40).holds()) << why(recorded(40));
}

TEST(Replay, patternsOfNamesMeanThatNameAlone)
{
    for (const char *name : {"gemm", "void f<float, (int)3>(T*)", "a*0.5", "x=limit", "aten::mm", "back\\slash^$"}) {
        const auto edit = parseReplayEdit(QStringLiteral("kernel:%1*0.25").arg(exactPattern(name)));
        ASSERT_TRUE(edit) << name;
        EXPECT_EQ(edit->factor, 0.25) << name;
        EXPECT_EQ(editTitle(*edit).toStdString(), std::string("Kernel ") + name);
        EXPECT_TRUE(QRegularExpression(edit->target).match(QString::fromUtf8(name)).hasMatch()) << name;
        EXPECT_FALSE(QRegularExpression(edit->target).match(QString::fromUtf8(name) + u'x').hasMatch()) << name;
        EXPECT_EQ(replayEditText(*edit), edit->text);
    }
    EXPECT_EQ(editTitle(*parseReplayEdit(QStringLiteral("kernel:^a.c$*2"))), QStringLiteral("Kernels /^a.c$/"));
    EXPECT_EQ(editTitle(*parseReplayEdit(QStringLiteral("kernel:^a\\d$*2"))), QStringLiteral("Kernels /^a\\d$/"));
    const QRegularExpression all(modulePattern("Mlp")), one(modulePattern("Mlp_7"));
    EXPECT_TRUE(all.match(QStringLiteral("nn.Module: Mlp_7")).hasMatch());
    EXPECT_TRUE(all.match(QStringLiteral("Mlp")).hasMatch());
    EXPECT_FALSE(all.match(QStringLiteral("nn.Module: MlpGate_7")).hasMatch());
    EXPECT_TRUE(one.match(QStringLiteral("nn.Module: Mlp_7")).hasMatch());
    EXPECT_FALSE(one.match(QStringLiteral("nn.Module: Mlp_70")).hasMatch());
    EXPECT_EQ(editTitle(*parseReplayEdit(QStringLiteral("module:%1*2").arg(modulePattern("Mlp")))),
              QStringLiteral("Module Mlp"));
    for (const char *text : {"gaps=0", "launches=graph", "loader=hidden", "loader*0.5", "copies=hidden",
                             "collectives*0.5", "stage:moe=limit", "rank:PP 3=median", "rank:*=alike", "cpu*0.5"}) {
        const auto edit = parseReplayEdit(QString::fromUtf8(text));
        ASSERT_TRUE(edit) << text;
        EXPECT_EQ(replayEditText(*edit).toStdString(), text);
        EXPECT_FALSE(editTitle(*edit).isEmpty());
        EXPECT_NE(editOutcome(*edit).isEmpty(), !hasFactor(*edit)) << text;
    }
}

TEST(Replay, thePartsOfAStepAddUpToItBeforeAndAfter)
{
    std::mt19937 random(11);
    const Replay replay = replayOfJson(ReplaySimulator(randomStep(Shape::Streams, random), 5, {}, 11).json());
    ASSERT_TRUE(replay.holds()) << why(replay);
    const DependencyGraph &graph = replay.model->graph;
    const PictureOf of = pictureOf(replay);
    const StepPicture before = pictureOf(replay, of, graph.starts(), graph.durations(), replay.recordedNs);
    const auto sum = [](const StepPicture &picture) {
        int64_t ns = 0;
        for (const int64_t part : picture.parts)
            ns += part;
        return ns;
    };
    EXPECT_EQ(sum(before), replay.recordedNs);
    EXPECT_GT(before.parts[size_t(StepPart::Compute)], 0);
    const EditAnswer answer = answerEdits(
        replay, of,
        {QStringLiteral("kernel:kernel_[0-5]*0.5"), QStringLiteral("kernel:none*2"), QStringLiteral("bad")});
    ASSERT_TRUE(answer.prediction);
    EXPECT_EQ(answer.after.ns, answer.prediction->ns);
    EXPECT_EQ(sum(answer.after), answer.after.ns);
    EXPECT_LT(answer.after.parts[0], before.parts[0]);
    ASSERT_EQ(answer.winNs.size(), 3U);
    EXPECT_EQ(answer.winNs[0], replay.recordedNs - answer.prediction->ns);
    EXPECT_FALSE(answer.winNs[1] || answer.winNs[2]);
    EXPECT_TRUE(answer.problems[0].isEmpty());
    EXPECT_FALSE(answer.problems[1].isEmpty() || answer.problems[2].isEmpty());
    double filled = 0;
    for (const auto &stretch : before.lane) {
        EXPECT_LE(stretch[0] + stretch[1] + stretch[2], 1.001);
        filled += double(stretch[0]);
    }
    EXPECT_GT(filled, 0);
}

TEST(Replay, isOfferedWhereTheFileHasLaunchesOrRanks)
{
    const auto may = [](const char *json) { return mayReplay(*test::runFromJson(json).run); };
    EXPECT_TRUE(may(R"({"traceEvents":[
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1,"dur":1,"args":{"correlation":7}},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":3,"dur":3,"args":{"stream":7,"correlation":7}}]})"));
    EXPECT_FALSE(may(R"({"traceEvents":[
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":3,"dur":3,"args":{"stream":7}}]})"));
    EXPECT_FALSE(may(R"({"traceEvents":[
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":3,"dur":3}]})"));
}

TEST(Replay, winsOfEditsAloneAreSaidWhereItHolds)
{
    std::vector<SimulatedOp> step;
    for (int i = 0; i < 30; ++i) {
        step.push_back(cpuWork(60));
        step.push_back(kernelLaunch(1, 40));
    }
    const auto winsOf = [](const std::string &json) {
        const auto run = test::runFromJson(json).run;
        return *replayedWins(run, *findSteps(*run),
                             {QStringLiteral("launches=graph"), QStringLiteral("kernel:none*0.5")});
    };
    const ReplayedWins wins = winsOf(ReplaySimulator(step, 4, {}, 1).json());
    EXPECT_EQ(wins.steps, 4U);
    ASSERT_TRUE(wins.ns[0]);
    EXPECT_FALSE(wins.ns[1]) << "it means nothing";
    EXPECT_NEAR(double(*wins.ns[0]), double(wins.recordedNs) - 30 * 41'000.0, 80'000);
    const ReplayEdit graph = *parseReplayEdit(QStringLiteral("launches=graph"));
    EXPECT_EQ(
        replayedWinText(graph, 250'000, 1'000'000, 4),
        QStringLiteral("Replayed (All launches as one graph): a step, in the mean of 4, takes 250.0\u202fµs less, "
                       "25.0\u202f%."));
    EXPECT_EQ(replayedWinText(graph, 0, 1'000'000, 1),
              QStringLiteral("Replayed (All launches as one graph): the recording is hardly shorter."));
    step.resize(2);
    EXPECT_FALSE(winsOf(ReplaySimulator(step, 1, {}, 1).json()).ns[0]) << "refused: too little work";
}

TEST(Replay, whatIsLateOnThePathIsListedFromTheLatestOn)
{
    std::mt19937 random(3);
    const Replay replay = replayOfJson(ReplaySimulator(randomStep(Shape::Mixed, random), 4, {}, 3).json());
    const std::vector<uint32_t> late = latestOnPath(replay, 5);
    ASSERT_FALSE(late.empty());
    EXPECT_LE(late.size(), 5U);
    EXPECT_TRUE(std::ranges::is_sorted(late, std::ranges::greater(), [&](uint32_t n) { return replay.lags[n]; }));
    const ReportTable table = pathTable(replay, PathBy::Late, nullptr);
    EXPECT_EQ(std::get<int64_t>(table.cell(0, size_t(table.columnOf("late_ns")))), replay.lags[late[0]]);
}

TEST(Replay, lengthsThatAreKeptAreThoseThatAreFoundAnew)
{
    std::mt19937 random(5);
    std::vector<SimulatedOp> step;
    while (step.size() < 3000) // so that subsets of the edits are answered side by side
        for (const SimulatedOp &op : randomStep(Shape::Eager, random))
            step.push_back(op);
    const Replay replay = replayOfJson(ReplaySimulator(step, 20, {}, 5).json());
    ASSERT_TRUE(replay.holds()) << why(replay);
    EXPECT_GT(replay.model->graph.size(), 50'000U);
    EditTargets kept;
    for (const char *factor : {"0.5", "0.25", "0.5"}) {
        auto four = edits({"cpu*0.9", "kernel:kernel_[1-4]$*0.8", "gaps=0"});
        four.push_back(*parseReplayEdit(QStringLiteral("kernel:^kernel_5$*") + QString::fromLatin1(factor)));
        const auto answer = predict(replay, four, &kept), anew = predict(replay, four);
        ASSERT_TRUE(answer && anew);
        EXPECT_EQ(answer->ns, anew->ns);
        EXPECT_EQ(answer->lowNs, anew->lowNs);
        EXPECT_EQ(answer->highNs, anew->highNs);
        int64_t sum = 0;
        for (size_t e = 0; e < answer->wins.size(); ++e) {
            EXPECT_EQ(answer->wins[e].ns, anew->wins[e].ns) << factor << ' ' << e;
            sum += answer->wins[e].ns;
        }
        EXPECT_EQ(sum, replay.recordedNs - answer->ns);
    }
}

TEST(Replay, withAndWithoutLagsInOnePassIsTheSameAsInTwo)
{
    std::mt19937 random(9);
    const Replay replay = replayOfJson(ReplaySimulator(randomStep(Shape::Mixed, random), 5, {}, 9).json());
    ReplayWeights weights = replay.weights;
    std::vector<int64_t> with, without, both, bothWithout;
    ws::replay(replay.model->graph, weights, without);
    weights.lag = replay.lags;
    ws::replay(replay.model->graph, weights, with);
    replayBoth(replay.model->graph, weights, both, bothWithout);
    EXPECT_EQ(both, with);
    EXPECT_EQ(bothWithout, without);
}

/// A loader that works in the launching thread, then in processes of its own.
TEST(Replay, aLoaderThatIsHiddenLeavesTheRestOfThePause)
{
    std::string json = R"({"traceEvents":[)";
    const auto slice = [&](const char *category, const char *name, int pid, int tid, int ts, int us,
                           const std::string &args) {
        json += R"({"ph":"X","cat":")" + std::string(category) + R"(","name":")" + name + R"(","pid":)" +
                std::to_string(pid) + R"(,"tid":)" + std::to_string(tid) + R"(,"ts":)" + std::to_string(ts) +
                R"(,"dur":)" + std::to_string(us) + R"(,"args":{)" + args + "}},";
    };
    for (int step = 0, correlation = 0; step < 5; ++step) {
        const int begin = 1000 + step * 3000;
        slice("user_annotation", ("ProfilerStep#" + std::to_string(step)).c_str(), 1, 1, begin, 3000, "");
        slice("user_annotation", "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 1, 1, begin + 10, 1500,
              "");
        for (int k = 0; k < 14; ++k) {
            const std::string ids = R"("device":0,"stream":7,"correlation":)" + std::to_string(++correlation);
            slice("cuda_runtime", "cudaLaunchKernel", 1, 1, begin + 1600 + k * 100, 5, ids);
            slice("kernel", "k", 0, 7, begin + 1608 + k * 100, 60, ids);
        }
    }
    json.back() = ']';
    const Replay replay = replayOfJson(json + '}');
    ASSERT_TRUE(replay.holds()) << why(replay);
    EXPECT_NEAR(double(replay.recordedNs), 2'672'000, 1000) << "the last step ends with its work";
    const auto hidden = predict(replay, edits({"loader=hidden"}));
    ASSERT_TRUE(hidden);
    EXPECT_NEAR(double(hidden->ns), 1'472'000, 1000) << "four pauses of five are between the works of two steps";
    EXPECT_NEAR(double(predict(replay, edits({"loader*0.5"}))->ns), 2'072'000, 1000);
    EXPECT_FALSE(predict(replayOfJson(ReplaySimulator({cpuWork(5), kernelLaunch(1, 9)}, 40, {}, 1).json()),
                         edits({"loader=hidden"})));
}

/// Kineto's own samples with 0 and 4 workers of a loader. Of two recordings with 4 workers, a step takes 121.4 and
/// 133.6 ms in the mean (128.0 ms in the median of the second).
TEST(Replay, predictsAPublishedLoaderWithWorkersFromTheRecordingWithoutThem)
{
    CORPUS_FILE(path, "kineto/kineto2021_v100_resnet50_workers0.pt.trace.json.gz");
    const RunPtr run = test::corpusRun(path);
    ASSERT_TRUE(run);
    const Replay replay = *replayOf(std::make_shared<const ReplayModel>(*processModel(run, *findSteps(*run))));
    ASSERT_TRUE(replay.holds()) << why(replay);
    EXPECT_NEAR(double(replay.recordedNs), 166.1e6, 0.1e6);
    const auto hidden = predict(replay, edits({"loader=hidden"}));
    ASSERT_TRUE(hidden);
    EXPECT_NEAR(double(hidden->ns), 121.4e6, 121.4e6 * 0.03);
    EXPECT_EQ(hidden->boundBy, "compute");
}

/// HTA's path of the second annotation, at its lengths: 36,025 and 242,625 µs, of which its edges' weights are 35,834
/// and 241,724. Ours ends with the same kernel and leaves no time out.
TEST(Replay, thePathOfAnAnnotationOfHtasTracesLeavesNoTimeOut)
{
    struct Window
    {
        const char *file;
        double us, weightUs, cpuUs, computeUs; ///< HTA's
    };
    for (const Window &window :
         {Window{"kineto/hta_critical_path_alexnet.json.gz", 36'025, 35'834, 32'042, 3'712},
          Window{"kineto/hta_critical_path_simple_add.json.gz", 242'625, 241'724, 241'190, 508}}) {
        CORPUS_FILE(path, window.file);
        const RunPtr run = test::corpusRun(path);
        ASSERT_TRUE(run);
        const Replay replay = *replayOf(std::make_shared<const ReplayModel>(*processModel(run, *findSteps(*run))));
        const DependencyGraph &graph = replay.model->graph;
        TimeRange annotation{INT64_MIN, 0};
        for (const Lane &lane : run->timeline.lanes)
            for (size_t i = 0; i < lane.size(); ++i)
                if (run->text(lane.name[i]).ends_with("|measure|forward]") && lane.start[i] > annotation.begin)
                    annotation = {lane.start[i], lane.endOf(i)};
        uint32_t last = noReplayNode;
        for (uint32_t node = 0; node < run->gpu.size(); ++node)
            if (graph.end(node) <= annotation.end && (last == noReplayNode || graph.end(node) > graph.end(last)))
                last = node;
        const CriticalPath own =
            criticalPath(graph, replay.weights, graph.starts(), replay.lags, last, annotation.begin);
        int64_t sum = own.cpuNs + own.latencyNs + own.unexplainedNs;
        for (const int64_t ns : own.byKind)
            sum += ns;
        EXPECT_EQ(sum, own.lengthNs);
        const double lengthUs = double(own.lengthNs) / 1000;
        EXPECT_NEAR(lengthUs, window.us, 100) << "from the annotation's begin on";
        EXPECT_NEAR(double(own.byKind[size_t(NodeKind::Compute)] + own.byKind[size_t(NodeKind::Copy)]) / 1000,
                    window.computeUs, 1);
        const double cpuUs = double(own.cpuNs + own.byKind[size_t(NodeKind::Call)]) / 1000;
        EXPECT_NEAR(cpuUs - window.cpuUs, lengthUs - window.weightUs, 50) << "what its edges without weight leave out";
    }
}

TEST(Replay, findingsOfferTheEditOfTheirAdvice)
{
    Finding finding;
    finding.id = "launch-bound";
    EXPECT_EQ(findingEdit(finding), QStringLiteral("launches=graph"));
    finding.id = "data-loader";
    EXPECT_EQ(findingEdit(finding), QStringLiteral("loader=hidden"));
    finding.id = "one-kernel";
    EXPECT_TRUE(findingEdit(finding).isEmpty()) << "without a name";
    finding.name = "gemm(x)";
    EXPECT_EQ(parseReplayEdit(findingEdit(finding))->of, ReplayEdit::Of::Kernel);
    finding.id = "far-from-limit";
    EXPECT_EQ(parseReplayEdit(findingEdit(finding))->to, ReplayEdit::To::Limit);
    finding.id = "tiny-kernels";
    EXPECT_TRUE(findingEdit(finding).isEmpty());
    finding.id = "launch-bound";
    finding.kind = FindingKind::Note;
    EXPECT_TRUE(findingEdit(finding).isEmpty());
}

} // namespace ws
