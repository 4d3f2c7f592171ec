// Attribution, module tree and operators of a trace against opening it.
// usage: bench_modules FILE [ROUNDS]      prints Markdown; figures are medians

#include "core/analysis/kernels/operators.h"
#include "core/analysis/modules/attribution.h"
#include "core/analysis/modules/moduletree_build.h"
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
    for (int i = 0; i < rounds; ++i) {
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
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_modules FILE [ROUNDS]\n");
        return 2;
    }
    const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 3;
    std::shared_ptr<const Run> run;
    const double open = medianSeconds(rounds, [&] {
        run.reset();
        Progress progress;
        const auto loaded = loadRun(QString::fromLocal8Bit(argv[1]), progress);
        if (!loaded) {
            std::fprintf(stderr, "%s\n", qPrintable(loaded.error().text()));
            std::exit(1);
        }
        run = *loaded;
    });
    std::printf("%llu events, %zu GPU activities, %zu operators, open %.2f s, %d rounds\n\n| step | s | of opening "
                "|\n|---|---|---|\n",
                static_cast<unsigned long long>(run->info.totalEvents), run->gpu.size(), run->ops.size(), open, rounds);
    const auto report = [&](const char *step, const std::function<void()> &work) {
        const double seconds = medianSeconds(rounds, work);
        std::printf("| %s | %.3f | %.1f %% |\n", step, seconds, 100 * seconds / open);
    };
    std::optional<Attribution> attribution;
    std::optional<BuiltModuleTree> tree;
    report("attribution, stack", [&] { attribution = Attribution::make(*run, Attribution::Mode::Stack); });
    report("attribution, all", [&] { attribution = Attribution::make(*run, Attribution::Mode::All); });
    report("module tree, merged", [&] { tree = buildModuleTree(*run, *attribution); });
    report("module tree, instances", [&] { tree = buildModuleTree(*run, *attribution, {true, {}}); });
    report("operators", [&] { operatorTable(*run); });
    report("operators by shape", [&] { operatorTable(*run, {true, {}}); });
    std::printf("\n%zu module calls, %zu rows with instances\n", attribution->modules().size(),
                tree->tree.nodes.size());
    return 0;
}
