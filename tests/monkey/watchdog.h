#pragma once
// Ends the program when the event loop is blocked for too long, with the stack of the blocking thread.

#include "journal.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace ws::monkey {

class Watchdog
{
public:
    /// Watches the calling thread until the end of this object.
    Watchdog(const Journal &journal, std::chrono::seconds limit);
    ~Watchdog();
    Watchdog(const Watchdog &) = delete;
    Watchdog &operator=(const Watchdog &) = delete;

private:
    void watch();
    [[noreturn]] void report() const;

    const Journal &m_journal;
    std::chrono::seconds m_limit;
    pthread_t m_watched;
    std::atomic<bool> m_done{false};
    std::thread m_thread;
};

} // namespace ws::monkey
