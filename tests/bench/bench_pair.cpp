// Frame time of two linked timelines side by side: bench_pair A [B] opens both in the window (A twice without B), then
// zooms and pans one and paints both. Prints a Markdown table; the limit is one frame of 60 Hz for both together.
#include "app/window/centre.h"
#include "app/window/mainwindow.h"
#include "eventloop.h"
#include "widgets/compare/pairview.h"
#include "widgets/timeline/timelinecanvas.h"
#include "widgets/timeline/timelineview.h"
#include "widgets/toolkit/theme.h"

#include <QApplication>
#include <QElapsedTimer>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <string>
#include <time.h>
#include <vector>

using namespace ws;

namespace {

double cpuMs()
{
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) / 1e6;
}

double at(std::vector<double> ms, double share)
{
    std::sort(ms.begin(), ms.end());
    return ms.empty() ? 0 : ms[std::min(ms.size() - 1, static_cast<size_t>(share * double(ms.size())))];
}

/// MB.
double residentMb()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:"))
            return std::stod(line.substr(6)) / 1024;
    return 0;
}

std::vector<TimeRange> journey(TimeRange whole)
{
    std::vector<TimeRange> views;
    for (double length = double(whole.length()); length > 2000; length /= 1.5)
        for (int k = 0; k < 8; ++k) {
            const auto begin = whole.begin + static_cast<int64_t>((double(whole.length()) - length) * (0.1 + 0.1 * k));
            views.push_back({begin, begin + static_cast<int64_t>(length)});
        }
    return views;
}

void measure(const char *name, const std::vector<TimelineView *> &views)
{
    for (const size_t moved : {size_t(0), views.size() - 1}) {
        std::vector<double> cpu, wall;
        for (int round = 0; round < 2; ++round)
            for (const TimeRange range : journey(views[moved]->state()->limits())) {
                QElapsedTimer timer;
                timer.start();
                const double before = cpuMs();
                views[moved]->state()->setVisible(range, TimelineState::Change::Steady);
                for (TimelineView *view : views)
                    view->repaint();
                if (round > 0) { // labels are rendered once
                    cpu.push_back(cpuMs() - before);
                    wall.push_back(double(timer.nsecsElapsed()) / 1e6);
                }
                QApplication::processEvents();
            }
        std::printf("| %s, %s moved | %zu | %.2f | %.2f | %.2f | %.2f |\n", name, moved ? "B" : "A", cpu.size(),
                    at(cpu, 0.5), at(cpu, 0.99), at(wall, 0.5), at(wall, 0.99));
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("warpscope-bench"));
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_pair A [B]\n");
        return 2;
    }
    Theme::instance().install();
    MainWindow window;
    window.resize(1920, 1080);
    window.show();
    const QString a = QString::fromLocal8Bit(argv[1]), b = argc > 2 ? QString::fromLocal8Bit(argv[2]) : a;
    const double emptyMb = residentMb();
    window.open({a});
    bench::waitFor([&] { return !window.isLoading() && window.timeline()->state()->data(); });
    const double oneMb = residentMb();
    window.open({a, b});
    const auto views = [&] {
        std::vector<TimelineView *> shown;
        for (auto *view : window.findChildren<TimelineView *>())
            if (view->isVisible() && view->state()->data() && view->state()->when())
                shown.push_back(view);
        return shown;
    };
    bench::waitFor([&] { return !window.isLoading() && views().size() == 2; });
    if (views().size() != 2) {
        std::fprintf(stderr, "no comparison\n");
        return 1;
    }
    std::printf("memory: empty %.0f MB, one run %.0f MB, both %.0f MB\n\n", emptyMb, oneMb, residentMb());
    std::printf(
        "| both panes | frames | p50 cpu ms | p99 cpu ms | p50 wall ms | p99 wall ms |\n|---|---|---|---|---|---|\n");
    measure("side by side", views());
    window.centre()->view()->setStacked(true);
    QApplication::processEvents();
    measure("stacked", views());
    return 0;
}
