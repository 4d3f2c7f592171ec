#pragma once
// The time of CPU threads in calls: every runtime and driver call, and Python functions that wait (locks, queues,
// polling), per thread and name, by self time, which is never counted twice.

#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/run.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ws {

struct CpuCalls
{
    uint32_t track = 0; ///< index into Timeline::tracks
    StringId name = 0;
    uint64_t calls = 0;
    int64_t selfNs = 0;  ///< without what is nested inside; those of one thread add up to at most its length
    int64_t totalNs = 0; ///< summed durations
    bool waits = false;  ///< waits for the device, for memory or for another thread; else works
};

/// By self time, descending. `within`: only what lies in these stretches of time, which are sorted and apart from each
/// other: a call counts when it reaches into one, with its time there; empty: everything. Nothing when cancelled.
/// O(slices of CPU threads × log stretches).
std::optional<std::vector<CpuCalls>> cpuCalls(const Run &run, const Progress *progress = nullptr,
                                              const std::vector<TimeRange> &within = {});

/// A Python function, as the profiler names it, in which a thread waits: "<built-in method acquire of _thread.lock …>",
/// "queue.py(154): get". Asking again and again is waiting, too: sched_yield, polls, reading of a shared buffer.
bool isWaitingFunction(std::string_view name);

/// A call or a Python function that asks whether something has happened and returns at once: "cudaEventQuery",
/// "torch/cuda/streams.py(221): query", "threading.py(536): is_set". `cpuCalls` takes a hundred of them in a row,
/// between which the thread neither launches nor computes, for waiting, and so the Python function that does nothing
/// else.
bool isAskingFunction(std::string_view name);

} // namespace ws
