// The window while it opens a file: time to the first picture, the longest time the GUI thread did not answer, the time
// a Cancel takes. usage: bench_window FILE      (offscreen unless QT_QPA_PLATFORM says otherwise)

#include "app/window/mainwindow.h"
#include "tests/bench/eventloop.h"
#include "widgets/panels/overview/overviewpage.h"
#include "widgets/session/session.h"
#include "widgets/timeline/fillingtimeline.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using ws::bench::Heartbeat;
using ws::bench::threadMs;
using ws::bench::waitFor;

namespace {

/// Knows which events took the GUI thread's time, on a machine where others run, too.
class Application : public QApplication
{
public:
    using QApplication::QApplication;
    bool notify(QObject *receiver, QEvent *event) override
    {
        const std::string what = std::string(receiver->metaObject()->className()) + " " + std::to_string(event->type());
        const double begin = threadMs();
        ++m_depth;
        const bool result = QApplication::notify(receiver, event);
        if (--m_depth == 0)
            m_events.emplace_back(threadMs() - begin, what);
        return result;
    }
    void print()
    {
        std::sort(m_events.rbegin(), m_events.rend());
        for (size_t i = 0; i < std::min<size_t>(5, m_events.size()); ++i)
            std::printf("|   CPU of one event: %s | %.1f ms |\n", m_events[i].second.c_str(), m_events[i].first);
        m_events.clear();
    }

private:
    int m_depth = 0;
    std::vector<std::pair<double, std::string>> m_events;
};

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_window FILE\n");
        return 2;
    }
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QElapsedTimer clock;
    clock.start();
    QTemporaryDir settings;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    Application application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("warpscope"));
    QSettings().setValue(QStringLiteral("reopen/cacheGiB"), 0); // the file itself is read
    ws::MainWindow window;
    window.resize(1920, 1080);
    window.show();
    window.grab();
    std::printf("| start to first window | %.0f ms |\n", clock.nsecsElapsed() / 1e6);

    const QString file = QString::fromLocal8Bit(argv[1]);
    Heartbeat heartbeat;
    heartbeat.start();
    window.open({file});
    const auto isOpen = [&] { return window.session()->pane()->run() != nullptr; };
    const auto *filling = window.findChild<ws::FillingTimeline *>();
    double opened = waitFor([&] { return filling->isVisible() || isOpen(); }, 120'000);
    if (filling->isVisible()) {
        opened += waitFor([begin = clock.elapsed(), &clock] { return clock.elapsed() - begin > 20; }); // painted, too
        std::printf("| first rows of the timeline | %.0f ms |\n", opened);
    }
    opened += waitFor(isOpen, 120'000);
    std::printf("| open in the window | %.2f s |\n", opened / 1000);
    std::printf("| GUI thread held up at most while loading | %.0f ms, CPU %.0f ms |\n", heartbeat.longestMs(),
                heartbeat.longestCpuMs());
    application.print();
    heartbeat.start();
    const auto *overview = window.findChild<ws::OverviewPage *>();
    const double said = waitFor([&] { return overview->shown() != nullptr; }, 60'000);
    std::printf("| overview behind the timeline | %.0f ms |\n", said);
    waitFor([&, t = clock.elapsed()] { return clock.elapsed() - t > 3000; }, 4000);
    std::printf("| GUI thread held up at most in the 3 s behind it (first pictures, tables) | %.0f ms, CPU %.0f ms |\n",
                heartbeat.longestMs(), heartbeat.longestCpuMs());
    application.print();

    ws::MainWindow other;
    other.show();
    bool settled = false;
    QObject::connect(&other, &ws::MainWindow::settled, &other, [&] { settled = true; });
    other.open({file});
    QTimer::singleShot(static_cast<int>(opened / 2), &other, [&] {
        clock.start();
        other.cancelLoading();
    });
    waitFor([&] { return settled; }, 120'000);
    std::printf("| Cancel in the middle of loading | %.0f ms |\n", clock.nsecsElapsed() / 1e6);
    return 0;
}
