#pragma once
// Divides independent pieces of work between the calling thread and one more. For the parts of loading that one thread
// does alone; the machines it is measured on have two cores.

#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>

namespace ws {

/// Calls `work(i)` for all i below `count`, those with small i first; on two threads when `parallel`. The pieces may
/// not touch what another one writes. What a piece throws is thrown when both threads have ended.
template <class Work> void onTwoThreads(size_t count, bool parallel, Work work)
{
    std::atomic<size_t> next{0};
    const auto loop = [&] {
        for (size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;)
            work(i);
    };
    if (!parallel || count < 2) {
        loop();
        return;
    }
    std::exception_ptr failure; // of the other thread
    {
        const std::jthread other([&] {
            try {
                loop();
            } catch (...) {
                failure = std::current_exception();
            }
        });
        loop();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace ws
