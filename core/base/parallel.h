#pragma once
// Divides independent pieces of work between all cores. The calling thread works too; threads that have nothing to do
// help whichever division has pieces left, so work may be divided again inside a piece without waiting for a free
// thread. Where a thread cannot be started, fewer do the work. Rejected: QThreadPool (waits forever for a thread that
// cannot be started), OpenMP and std::execution (a further library, no cancelling).

#include "core/base/progress.h"

#include <cstddef>
#include <functional>
#include <string_view>

namespace ws {

/// [begin, end).
struct IndexRange
{
    size_t begin = 0;
    size_t end = 0;
    size_t size() const { return end > begin ? end - begin : 0; }
};

/// How many threads can work at once: the cores that the system lets this process use (taskset, Slurm, a container's
/// quota), at least 1. Of the first call.
size_t coreCount();
/// Of the cgroup's `cpu.max`, "400000 100000": 4 cores, begun ones are whole; SIZE_MAX: it has no quota.
size_t coresOfQuota(std::string_view cpuMax);

/// Calls `work(i)` for all i in `range`, small i first. A thread takes `grain` neighbours at a time, which should be
/// worth some 20 µs: a range that is not longer than that stays in the calling thread. A call for one i must not touch
/// what the call for another one writes. What `work` throws ends the division and is thrown to the caller. False:
/// cancelled, and not all calls were made.
template <class Work>
bool parallelFor(IndexRange range, size_t grain, const Work &work, const Progress *progress = nullptr);

namespace parallel {
bool runPieces(IndexRange range, size_t grain, const std::function<void(IndexRange)> &work, const Progress *progress);
} // namespace parallel

template <class Work> bool parallelFor(IndexRange range, size_t grain, const Work &work, const Progress *progress)
{
    return parallel::runPieces(
        range, grain,
        [&work](IndexRange piece) {
            for (size_t i = piece.begin; i < piece.end; ++i)
                work(i);
        },
        progress);
}

} // namespace ws
