#pragma once
// Tells ThreadSanitizer of an order that libraries make which it cannot see into: what a thread wrote before handOver()
// of an address is there for the thread that then calls takeOver() of it. Nothing in other builds, where it changes
// nothing: the library's order has to be a real one.

#ifdef __SANITIZE_THREAD__
extern "C" {
void __tsan_acquire(void *address);
void __tsan_release(void *address);
}
#endif

namespace ws {

inline void handOver([[maybe_unused]] void *address)
{
#ifdef __SANITIZE_THREAD__
    __tsan_release(address);
#endif
}

inline void takeOver([[maybe_unused]] void *address)
{
#ifdef __SANITIZE_THREAD__
    __tsan_acquire(address);
#endif
}

} // namespace ws
