// How long analyses of one opened trace take, next to opening it.
// usage: bench_analyses FILE [ROUNDS]      prints Markdown; figures are medians
//        BENCH_CPU=1: CPU time of the process instead, for a machine that others use as well
#include "core/analysis/gaps/cpuwaits.h"
#include "core/analysis/gaps/gaps.h"
#include "core/analysis/instances/durations.h"
#include "core/analysis/instances/instances.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/workunit.h"
#include "core/analysis/limits/limits.h"
#include "core/analysis/replay/replayanswer.h"
#include "core/analysis/stacks/sourcelines.h"
#include "core/analysis/trust/filling.h"
#include "core/analysis/trust/trust.h"
#include "core/readers/formats.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <vector>

using namespace ws;

namespace {

double now()
{
    static const bool isCpu = std::getenv("BENCH_CPU");
    if (isCpu)
        return double(std::clock()) / CLOCKS_PER_SEC;
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double medianSeconds(int rounds, const std::function<void()> &work)
{
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
        const double start = now();
        work();
        seconds.push_back(now() - start);
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
}

using Row = std::function<void(const char *name, double seconds)>;

/// The name of the GPU work that takes longest in all, as an edit's pattern.
QString longestName(const Run &run)
{
    std::map<StringId, int64_t> sums;
    for (size_t i = 0; i < run.gpu.size(); ++i)
        sums[run.gpu.name[i]] += run.gpu.duration[i];
    const auto most = std::ranges::max_element(sums, {}, [](const auto &sum) { return sum.second; });
    return most == sums.end() ? QString() : exactPattern(run.text(most->first));
}

/// What a factor that is dragged waits for: the work is found before, its factor is another one each time.
void benchEdits(const Replay &replay, int rounds, const Row &row)
{
    EditTargets targets;
    const PictureOf of = pictureOf(replay);
    int asked = 0;
    const QString longest = longestName(replay.model->runOf(0));
    const auto edits = [&](int count) {
        QStringList texts{QStringLiteral("kernel:%1*%2").arg(longest).arg(0.5 + 0.001 * (++asked % 100))};
        for (const char *more : {"cpu*0.9", "copies=hidden", "kernel:gemm*0.8"})
            if (texts.size() < count)
                texts << QString::fromLatin1(more);
        return texts;
    };
    const auto parsed = [&](int count) {
        std::vector<ReplayEdit> list;
        for (const QString &text : edits(count))
            list.push_back(*parseReplayEdit(text));
        return list;
    };
    static_cast<void>(predict(replay, parsed(4), &targets));
    row("one edit predicted", medianSeconds(rounds, [&] { static_cast<void>(predict(replay, parsed(1), &targets)); }));
    row("four edits predicted",
        medianSeconds(rounds, [&] { static_cast<void>(predict(replay, parsed(4), &targets)); }));
    const auto moved = parseReplayEdit(QStringLiteral("kernel:%1=stream").arg(longest));
    if (moved) { // the graph with other edges is made anew, as for a first answer; later ones have it
        row("work moved to a stream, first", medianSeconds(rounds, [&] {
                EditTargets none;
                static_cast<void>(predict(replay, {*moved}, &none));
            }));
        row("work moved to a stream, again",
            medianSeconds(rounds, [&] { static_cast<void>(predict(replay, {*moved}, &targets)); }));
    }
    row("one edit answered for the window",
        medianSeconds(rounds, [&] { answerEdits(replay, of, edits(1), &targets); }));
    row("four edits answered for the window",
        medianSeconds(rounds, [&] { answerEdits(replay, of, edits(4), &targets); }));
}

void benchReplay(const RunPtr &run, const Steps &steps, int rounds, const Row &row)
{
    std::shared_ptr<const ReplayModel> model;
    row("replay: graph",
        medianSeconds(rounds, [&] { model = std::make_shared<const ReplayModel>(*processModel(run, steps)); }));
    if (model->activities == 0)
        return;
    Replay replay;
    row("replay: with its proof", medianSeconds(rounds, [&] { replay = *replayOf(model); }));
    if (!replay.weights.duration.empty())
        benchEdits(replay, rounds, row);
    std::printf("\n%zu nodes, %zu edges, %zu steps, %s\n", model->graph.size(), model->graph.edges(),
                model->stepNames.size(), replay.holds() ? "holds" : replay.why.join(u'\n').toStdString().c_str());
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2)
        return std::fprintf(stderr, "usage: bench_analyses FILE [ROUNDS]\n"), 1;
    const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 3;
    RunPtr run;
    const double opening = medianSeconds(rounds, [&] {
        run.reset();
        Progress progress;
        if (auto loaded = loadRun(QString::fromLocal8Bit(argv[1]), progress))
            run = *loaded;
    });
    if (!run)
        return std::fprintf(stderr, "%s cannot be read\n", argv[1]), 1;
    std::printf("| analysis | s | of opening |\n| --- | ---: | ---: |\n");
    const auto row = [&](const char *name, double seconds) {
        std::printf("| %s | %.3f | %.1f %% |\n", name, seconds, 100 * seconds / opening);
    };
    row("opening", opening);
    Steps steps;
    row("steps", medianSeconds(rounds, [&] { steps = *findSteps(*run); }));
    row("gaps with causes", medianSeconds(rounds, [&] { findGaps(*run); }));
    row("layers", medianSeconds(rounds, [&] { findLayers(*run, steps); }));
    row("CPU calls", medianSeconds(rounds, [&] { cpuCalls(*run); }));
    std::vector<TrustFinding> findings;
    row("trust", medianSeconds(rounds, [&] { findings = *trustFindings(*run, steps); }));
    row("work unit", medianSeconds(rounds, [&] { findWorkUnit(*run); }));
    row("what fills the file", medianSeconds(rounds, [&] { fillings(*run); }));
    CallStacks stacks;
    row("call stacks", medianSeconds(rounds, [&] { stacks = *callStacks(*run); }));
    row("source lines", medianSeconds(rounds, [&] { sourceLines(stacks); }));
    row("stacks from the innermost frame", medianSeconds(rounds, [&] { fromInnermost(stacks); }));
    benchReplay(run, steps, rounds, row);
    LimitOptions limits;
    limits.steps = &steps;
    row("limits", medianSeconds(rounds, [&] { limitsOf(*run, limits); }));
    Instances instances;
    const NamePattern all(QStringLiteral("."), true);
    row("all instances", medianSeconds(rounds, [&] { instances = *findInstances(*run, all); }));
    row("their statistics", medianSeconds(rounds, [&] {
            const auto durations = durationsOf(*run, instances);
            durationStats(durations);
            durationHistogram(durations);
        }));
    std::printf("\n%zu GPU activities, %zu instances\n", run->gpu.size(), instances.rows.size());
    for (const TrustFinding &finding : findings)
        std::printf("%s: %llu\n", finding.id.c_str(), static_cast<unsigned long long>(finding.count));
}
