#pragma once
// The last actions, in memory that a signal handler may read: when the program under test has ended, nothing else is
// reliable. One thread writes, any thread reads.

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace ws::monkey {

class Journal
{
public:
    /// `command` repeats the run; it is printed first.
    explicit Journal(std::string command) : m_command(std::move(command)) {}

    void note(const char *format, ...) __attribute__((format(printf, 2, 3)));
    /// Notes that the event loop is running.
    void beat() { m_beats.fetch_add(1, std::memory_order_relaxed); }

    int64_t count() const { return m_count.load(std::memory_order_relaxed); }
    int64_t beats() const { return m_beats.load(std::memory_order_relaxed); }
    /// The command and the last actions; safe in a signal handler.
    void write(int descriptor) const;

private:
    static constexpr size_t kept = 40;
    static constexpr size_t length = 160;

    std::string m_command;
    std::array<std::array<char, length>, kept> m_lines{};
    std::atomic<int64_t> m_count{0};
    std::atomic<int64_t> m_beats{0};
};

/// Prints the journal when the program ends by a signal or by a sanitizer. The journal must live until the end.
void writeAtCrash(const Journal &journal);

/// Prints the stack of the calling thread; safe in a signal handler.
void writeStack(int descriptor);

} // namespace ws::monkey
