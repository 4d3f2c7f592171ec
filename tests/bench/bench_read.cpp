// Processor time by stage while a Chrome trace is opened: threads are told apart by their names, and what the calling
// thread and the helpers of parallelFor() do by the phase of the loading.
// usage: bench_read FILE [ROUNDS]      prints Markdown; the round of the least processor time
// The clocks of the threads are read every millisecond: what a thread does in its last one counts for no stage.

#include "core/base/parallel.h"
#include "core/readers/formats.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ws;
using Clock = std::chrono::steady_clock;

namespace {

enum Stage : size_t { Inflate, Parse, Join, Lanes, Links, stageCount };
constexpr const char *stageNames[] = {"inflate (one thread)", "find events and parse", "join (one thread)",
                                      "sort, lanes", "links"};

struct Measured
{
    double stages[stageCount] = {};
    double wall = 0, user = 0, system = 0, peak = 0, events = 0;
    double processor() const { return user + system; }
};

/// Seconds on a processor so far, by the scheduler's own clock of a thread.
double processorTime(const std::filesystem::path &task)
{
    std::ifstream file(task / "schedstat");
    double ns = 0;
    file >> ns;
    return ns / 1e9;
}

Stage stageOf(const std::string &thread, Phase phase)
{
    if (thread.starts_with("inflate"))
        return Inflate;
    if (thread == "parse")
        return Parse;
    return phase == Phase::Reading ? Join : phase == Phase::Sorting ? Lanes : Links;
}

/// Adds what each thread has done since the last call to its stage.
class Watch
{
public:
    void look(Phase phase, double *stages)
    {
        for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
            std::string name;
            std::ifstream(task.path() / "comm") >> name;
            if (name == "watch")
                continue;
            const double now = processorTime(task.path());
            double &before = m_before[task.path().filename().string()];
            stages[stageOf(name, phase)] += std::max(0.0, now - before);
            before = std::max(before, now);
        }
    }

private:
    std::map<std::string, double> m_before;
};

Measured openHere(const char *path)
{
    Measured result;
    Progress progress;
    Watch watch;
    double ignored[stageCount] = {};
    watch.look(Phase::Reading, ignored);
    std::atomic<bool> isOpen{false};
    std::thread watching([&] {
        std::ofstream("/proc/thread-self/comm") << "watch";
        while (!isOpen) {
            watch.look(progress.phase, result.stages);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        watch.look(progress.phase, result.stages);
    });
    const auto start = Clock::now();
    const auto loaded = loadRun(QString::fromLocal8Bit(path), progress);
    result.wall = std::chrono::duration<double>(Clock::now() - start).count();
    isOpen = true;
    watching.join();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval &t) { return double(t.tv_sec) + double(t.tv_usec) / 1e6; };
    result.user = seconds(usage.ru_utime);
    result.system = seconds(usage.ru_stime);
    result.peak = double(usage.ru_maxrss) * 1024;
    if (loaded)
        result.events = double((*loaded)->info.totalEvents);
    return result;
}

Measured openInChild(const char *path)
{
    int ends[2];
    if (pipe(ends) != 0)
        std::exit(1);
    if (fork() == 0) {
        const Measured result = openHere(path);
        _exit(write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
    }
    Measured result;
    const bool read = ::read(ends[0], &result, sizeof result) == sizeof result;
    close(ends[0]);
    close(ends[1]);
    wait(nullptr);
    if (!read || result.events == 0)
        std::exit(1);
    return result;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_read FILE [ROUNDS]\n");
        return 2;
    }
    Measured best;
    double wall = 0;
    for (int i = 0, rounds = argc > 2 ? std::atoi(argv[2]) : 5; i < rounds; ++i) {
        const Measured round = openInChild(argv[1]);
        wall = i ? std::min(wall, round.wall) : round.wall;
        if (i == 0 || round.processor() < best.processor())
            best = round;
    }
    double sum = 0;
    for (const double stage : best.stages)
        sum += stage;
    std::printf(
        "%.0f events, %zu cores: %.2f s at best, %.2f s of processor time (%.2f s in the kernel), peak %.0f MB\n\n",
        best.events, coreCount(), wall, best.processor(), best.system, best.peak / 1e6);
    std::printf("| stage | CPU s | share |\n|---|---|---|\n");
    for (size_t stage = 0; stage < stageCount; ++stage)
        std::printf("| %s | %.2f | %.0f %% |\n", stageNames[stage], best.stages[stage], 100 * best.stages[stage] / sum);
    return 0;
}
