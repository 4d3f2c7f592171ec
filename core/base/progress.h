#pragma once
// How a worker reports its progress, and how it is told to stop: plain atomics, written per window of input, polled
// by the GUI at 10 Hz and by the command line. Rejected: signals per window (they flood the event loop).

#include <atomic>
#include <cstdint>
#include <memory>

namespace ws {

class LoadPreview;

enum class Phase : int { Reading, Sorting, Linking, Analysing, Done };

class Progress
{
public:
    std::atomic<int64_t> bytesDone{0};  ///< bytes of the file on disk (compressed)
    std::atomic<int64_t> bytesTotal{0}; ///< size of the file
    std::atomic<int64_t> events{0};     ///< events, rows or records seen so far
    std::atomic<Phase> phase{Phase::Reading};
    std::shared_ptr<LoadPreview> preview; ///< null: nobody looks; set before the work begins

    void cancel() { m_cancelled.store(true, std::memory_order_relaxed); }
    bool isCancelled() const { return m_cancelled.load(std::memory_order_relaxed); }

private:
    std::atomic<bool> m_cancelled{false};
};

} // namespace ws
