#include "journal.h"

#include <algorithm>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include <execinfo.h>
#include <unistd.h>

extern "C" {
// Present only in a program that was built with a sanitizer.
__attribute__((weak)) void __sanitizer_set_death_callback(void (*callback)());
__attribute__((weak)) void __sanitizer_print_stack_trace();
}

namespace ws::monkey {
namespace {

const Journal *journalAtCrash = nullptr;

void put(int descriptor, const char *text)
{
    [[maybe_unused]] const ssize_t written = ::write(descriptor, text, std::strlen(text));
}

void writeJournal()
{
    if (journalAtCrash)
        journalAtCrash->write(STDERR_FILENO);
}

void onSignal(int signal)
{
    writeStack(STDERR_FILENO);
    writeJournal();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace

void Journal::note(const char *format, ...)
{
    const int64_t count = m_count.load(std::memory_order_relaxed);
    auto &line = m_lines[static_cast<size_t>(count) % kept];
    va_list arguments;
    va_start(arguments, format);
    const int used = std::snprintf(line.data(), length, "%lld ", static_cast<long long>(count));
    std::vsnprintf(line.data() + used, length - static_cast<size_t>(used), format, arguments);
    va_end(arguments);
    m_count.store(count + 1, std::memory_order_relaxed);
}

void Journal::write(int descriptor) const
{
    put(descriptor, "\nTo repeat: ");
    put(descriptor, m_command.c_str());
    put(descriptor, "\nThe last actions:\n");
    const int64_t end = count();
    for (int64_t i = std::max<int64_t>(0, end - static_cast<int64_t>(kept)); i < end; ++i) {
        put(descriptor, m_lines[static_cast<size_t>(i) % kept].data());
        put(descriptor, "\n");
    }
}

void writeStack(int descriptor)
{
    if (__sanitizer_print_stack_trace) {
        __sanitizer_print_stack_trace();
        return;
    }
    std::array<void *, 100> frames{};
    backtrace_symbols_fd(frames.data(), backtrace(frames.data(), static_cast<int>(frames.size())), descriptor);
}

void writeAtCrash(const Journal &journal)
{
    journalAtCrash = &journal;
    std::signal(SIGABRT, onSignal);
    if (__sanitizer_set_death_callback) {
        __sanitizer_set_death_callback(writeJournal);
        return;
    }
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
        std::signal(signal, onSignal);
}

} // namespace ws::monkey
