#include "watchdog.h"

#include <csignal>
#include <cstdio>

#include <pthread.h>
#include <unistd.h>

namespace ws::monkey {

using Clock = std::chrono::steady_clock;

Watchdog::Watchdog(const Journal &journal, std::chrono::seconds limit)
    : m_journal(journal), m_limit(limit), m_watched(pthread_self()), m_thread(&Watchdog::watch, this)
{
    std::signal(SIGUSR2, [](int) { writeStack(STDERR_FILENO); });
}

Watchdog::~Watchdog()
{
    m_done = true;
    m_thread.join();
}

void Watchdog::watch()
{
    int64_t beats = m_journal.beats();
    Clock::time_point since = Clock::now();
    while (!m_done) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (const int64_t now = m_journal.beats(); now != beats) {
            beats = now;
            since = Clock::now();
        } else if (Clock::now() - since > m_limit) {
            report();
        }
    }
}

/// Prints the stack twice, to distinguish a loop from one slow call.
void Watchdog::report() const
{
    std::fprintf(stderr, "The window has not answered for %lld seconds.\n", static_cast<long long>(m_limit.count()));
    for (int look = 0; look < 2; ++look) {
        pthread_kill(m_watched, SIGUSR2);
        std::this_thread::sleep_for(std::chrono::seconds(3));
    }
    m_journal.write(STDERR_FILENO);
    _exit(3);
}

} // namespace ws::monkey
