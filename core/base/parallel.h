#pragma once
// Divides independent pieces of work between all cores. The calling thread works too; threads that have nothing to do
// help whichever division has pieces left, so work may be divided again inside a piece without waiting for a free
// thread. Where a thread cannot be made, fewer do the work. Rejected: QThreadPool (a thread that cannot be made is
// waited for without end), OpenMP and std::execution (a further library, no cancelling).

#include "core/base/progress.h"

#include <cstddef>
#include <functional>

namespace ws {

/// [begin, end).
struct IndexRange
{
    size_t begin = 0;
    size_t end = 0;
    size_t size() const { return end > begin ? end - begin : 0; }
};

/// How many threads can work at once; at least 1.
size_t coreCount();

/// Calls `work(i)` for all i in `range`, those with small i first. A thread takes `grain` neighbours at a time, as many
/// as are worth some 20 µs: a range that is not longer than that stays in the calling thread. What is called for one i
/// may not touch what is written for another one. What `work` throws ends the division and is thrown to the caller.
/// False: cancelled, and not all calls were made.
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
