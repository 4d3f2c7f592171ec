// A job of many ranks from digests: 1,024 ranks, 200 steps, ten all-reduces a step in groups of eight and one of all
// ranks. Prints a Markdown table: size of the digests, reading them, matching and fitting, frames of heatmap and
// strips. With a folder of traces: opening them as one job, as a share of loading each of them singly. usage:
// bench_ranks [RANKS [STEPS]] | bench_ranks FOLDER
#include "core/analysis/job/rankjob.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/readers/formats.h"
#include "core/session/digestfile.h"
#include "core/session/jobsources.h"
#include "tests/bench/eventloop.h"
#include "widgets/panels/ranks/rankheatmap.h"
#include "widgets/panels/ranks/rankstrips.h"
#include "widgets/toolkit/theme.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

using namespace ws;

namespace {

constexpr int inStep = 10;

RankDigestPtr digestOf(int rank, int ranks, int steps)
{
    std::mt19937 random(uint32_t(rank + 1));
    std::uniform_int_distribution<int64_t> jitter(0, 20'000);
    const auto digest = std::make_shared<RankDigest>();
    digest->file = "rank-" + std::to_string(rank) + ".json";
    digest->rank = rank;
    digest->worldSize = ranks;
    digest->activities = uint64_t(steps) * 400;
    for (const char *stage : {"gemm", "attention", "norm", "elementwise", "communication", "memory", "other"})
        digest->stages.push_back({stage, 1000, 1'000'000, 1'000'000});
    for (const auto &[group, size] :
         {std::pair("tp" + std::to_string(rank / 8), 8), std::pair(std::string("world"), ranks)}) {
        CollectiveKind kind;
        kind.collective = "allreduce";
        kind.args.name = "allreduce";
        kind.args.dtype = "BFloat16";
        kind.args.group = group;
        kind.args.inElements = kind.args.outElements = 1 << 19;
        kind.args.groupSize = size;
        kind.bytes = 1 << 20;
        kind.groupSize = size;
        digest->kinds.push_back(kind);
    }
    digest->hasOverlaps = true;
    const int64_t stepNs = 20'000'000, eachNs = stepNs / (inStep + 1);
    for (int step = 0; step < steps; ++step) {
        const int64_t begin = step * stepNs;
        digest->steps.push_back({"ProfilerStep#" + std::to_string(step),
                                 {begin, begin + stepNs - 100'000},
                                 stepNs * 6 / 10 + jitter(random),
                                 0,
                                 0,
                                 0,
                                 {}});
        DigestStep &last = digest->steps.back();
        last.exposedCommNs = last.work.length() * 2 / 10;
        last.idleNs = last.work.length() - last.computeNs - last.exposedCommNs;
        for (size_t stage = 0; stage < digest->stages.size(); ++stage)
            digest->stepStageNs.push_back(stepNs / 10 + jitter(random));
        for (int k = 0; k < inStep; ++k) {
            const int64_t late = jitter(random), at = begin + (k + 1) * eachNs;
            const bool isWorld = k + 1 == inStep;
            digest->collectives.push_back({at + late, eachNs / 4 - late, isWorld ? step : step * (inStep - 1) + k,
                                           isWorld ? 1u : 0u, uint32_t(step)});
            digest->overlaps.push_back({at + late + eachNs / 8, eachNs / 16, eachNs / 16});
        }
    }
    return digest;
}

long residentKb(const char *what)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[256];
    long kb = 0;
    while (status && fgets(line, sizeof line, status))
        if (std::string_view(line).starts_with(what))
            sscanf(line + std::string_view(what).size(), ": %ld", &kb);
    if (status)
        fclose(status);
    return kb;
}

double p99(QWidget &view, const std::function<void(int)> &change)
{
    std::vector<double> ms;
    QImage image(view.size(), QImage::Format_RGB32);
    for (int i = 0; i < 100; ++i) {
        change(i);
        const double begin = bench::threadMs();
        view.render(&image);
        ms.push_back(bench::threadMs() - begin);
    }
    std::ranges::sort(ms);
    return ms[98];
}

double nowMs()
{
    return double(std::chrono::steady_clock::now().time_since_epoch().count()) / 1e6;
}

/// Medians of five; in turns, because the machine's speed changes.
int compareWithSingly(const QString &folder)
{
    constexpr int times = 5;
    const QStringList traces = jobPaths({folder}).traces;
    std::vector<double> singly, asJob;
    for (int time = 0; time < times; ++time) {
        double begin = nowMs();
        for (const QString &trace : traces) {
            Progress progress;
            if (!loadRun(trace, progress))
                return 1;
        }
        singly.push_back(nowMs() - begin);
        begin = nowMs();
        Progress progress;
        const auto sources = loadJob({folder}, defaultMapping(), progress);
        if (!sources || sources->ranks.empty() || !makeRankJob(sources->ranks))
            return 1;
        asJob.push_back(nowMs() - begin);
    }
    std::ranges::sort(singly);
    std::ranges::sort(asJob);
    printf("| %d traces | ms (min, median, max) |\n|---|---|\n| loaded singly | %.0f, %.0f, %.0f |\n"
           "| opened as a job | %.0f, %.0f, %.0f |\n| ratio of the medians | %.2f |\n",
           int(traces.size()), singly.front(), singly[times / 2], singly.back(), asJob.front(), asJob[times / 2],
           asJob.back(), asJob[times / 2] / singly[times / 2]);
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    Theme::instance().install();
    if (argc > 1 && QFileInfo(QString::fromLocal8Bit(argv[1])).isDir())
        return compareWithSingly(QString::fromLocal8Bit(argv[1]));
    const int ranks = argc > 1 ? atoi(argv[1]) : 1024, steps = argc > 2 ? atoi(argv[2]) : 200;
    QTemporaryDir folder;
    qint64 bytes = 0;
    for (int rank = 0; rank < ranks; ++rank) {
        QFile file(folder.filePath(QStringLiteral("%1.wsd").arg(rank)));
        const std::string content = writeDigests({digestOf(rank, ranks, steps)});
        if (!file.open(QIODevice::WriteOnly) || file.write(content.data(), qint64(content.size())) < 0)
            return 1;
        bytes += file.size();
    }
    const long before = residentKb("VmRSS");
    QElapsedTimer clock;
    clock.start();
    Progress progress;
    const auto sources = loadJob({folder.path()}, StageMapping(), progress);
    const double readMs = double(clock.nsecsElapsed()) / 1e6;
    clock.restart();
    const auto job = std::make_shared<const RankJob>(*makeRankJob(sources->ranks));
    const double jobMs = double(clock.nsecsElapsed()) / 1e6;
    RankHeatmap heatmap;
    heatmap.resize(1920, 1080);
    heatmap.setJob(job);
    const double heatMs = p99(heatmap, [&](int i) { heatmap.setShows(RankHeatmap::Shows(i % 5)); });
    RankStrips strips;
    strips.resize(1920, 1080);
    strips.setJob(job);
    const TimeRange all = strips.visibleRange();
    const double stripsMs = p99(strips, [&](int i) {
        const int64_t length = all.length() / (1 + i);
        strips.showRange({all.begin + i * 1'000'000, all.begin + i * 1'000'000 + length});
    });
    printf("| %d ranks × %d steps × %d collectives | |\n|---|---|\n", ranks, steps, inStep);
    printf("| digests | %.1f MB |\n| reading them | %.0f ms |\n| matching, clocks, verdict | %.0f ms |\n",
           double(bytes) / 1e6, readMs, jobMs);
    printf("| memory | %.0f MB resident, %.0f MB peak |\n", double(residentKb("VmRSS") - before) / 1e3,
           double(residentKb("VmHWM")) / 1e3);
    printf("| heatmap, p99 of a frame | %.1f ms |\n| strips, p99 of a frame | %.1f ms |\n", heatMs, stripsMs);
    printf("| matched | %zu collectives, %zu found |\n", job->collectives.matches.size(), job->verdict.found.size());
}
