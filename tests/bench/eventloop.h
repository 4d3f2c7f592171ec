#pragma once
// The event loop for the benchmarks of the window: the time it was blocked, and waiting while it runs.

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <ctime>

namespace ws::bench {

/// CPU time of this thread, which other programs do not lengthen.
inline double threadMs()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// Ticks every 2 ms; a late tick gives the time the event loop was blocked.
class Heartbeat : public QObject
{
public:
    Heartbeat()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(2);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_longest = std::max(m_longest, static_cast<double>(m_since.nsecsElapsed()) / 1e6 - 2);
            m_longestCpu = std::max(m_longestCpu, threadMs() - m_cpu);
            m_cpu = threadMs();
            m_since.start();
        });
    }
    void start()
    {
        m_longest = m_longestCpu = 0;
        m_cpu = threadMs();
        m_since.start();
        m_timer.start();
    }
    double longestMs() const { return m_longest; }
    double longestCpuMs() const { return m_longestCpu; } ///< of this thread between two ticks

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longest = 0, m_longestCpu = 0, m_cpu = 0;
};

/// Handles events until the condition holds or the time is over; returns the time it took.
template <class Condition> double waitFor(Condition condition, int limitMs = 60'000)
{
    QElapsedTimer clock;
    clock.start();
    while (!condition() && clock.elapsed() < limitMs)
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

} // namespace ws::bench
