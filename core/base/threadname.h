#pragma once
// Names of threads, as debuggers, profilers and benches show them.

#include <pthread.h>

namespace ws {

/// Up to 15 characters.
inline void nameThisThread(const char *name)
{
    pthread_setname_np(pthread_self(), name);
}

} // namespace ws
