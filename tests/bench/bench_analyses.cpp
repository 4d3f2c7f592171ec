// How long analyses of one opened trace take, next to opening it.
// usage: bench_analyses FILE [ROUNDS]      prints Markdown; figures are medians
#include "core/analysis/gaps/cpuwaits.h"
#include "core/analysis/gaps/gaps.h"
#include "core/analysis/instances/durations.h"
#include "core/analysis/instances/instances.h"
#include "core/analysis/layers/layers.h"
#include "core/analysis/limits/limits.h"
#include "core/analysis/layers/workunit.h"
#include "core/analysis/stacks/sourcelines.h"
#include "core/analysis/trust/filling.h"
#include "core/analysis/trust/trust.h"
#include "core/readers/formats.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

using namespace ws;
using Clock = std::chrono::steady_clock;

namespace {

double medianSeconds(int rounds, const std::function<void()> &work)
{
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
        const auto start = Clock::now();
        work();
        seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count());
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds[seconds.size() / 2];
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
