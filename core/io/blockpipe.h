#pragma once
// A ByteSource read ahead by a thread of its own, in blocks of 256 KiB (they stay in the cache) with room in front for
// the rest of the block before, so that a scanner sees every event in one piece. Several threads may take blocks. Small
// contents (what fits the head) need no thread. A waiting thread sleeps until there is work for a while: a quarter of
// the system calls, the same wall time.

#include "core/io/bytesource.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ws {

class BlockPipe
{
public:
    static constexpr size_t usualSize = size_t(1) << 18;
    static constexpr size_t headroom = size_t(256) << 10; ///< longest rest that is carried over without a copy of all
    static constexpr size_t padding = 64;                 ///< zero bytes after the data

    struct Block
    {
        std::unique_ptr<char[]> memory; ///< headroom, then the data, then the padding
        size_t size = 0;
        char *data() const { return memory.get() + headroom; }
        /// Copies a rest, of up to `headroom` bytes, to before the data.
        void carry(std::string_view rest) const;
    };

    /// `readers`: threads that will take blocks. 0: take() reads the source itself. `blockSize` in bytes.
    BlockPipe(ByteSource &source, Progress &progress, size_t readers, size_t blockSize = usualSize);
    ~BlockPipe(); ///< stops and joins

    /// The next block, filled to its size unless the content ends there; null at the end and after stop(). It is the
    /// caller's until release(). Throws what reading threw.
    Block *take();
    /// Gives a block back for reuse; any thread.
    void release(Block *block);
    /// take() returns from now on, also where it waits.
    void stop();
    size_t blockCount() const { return m_blocks.size(); }

private:
    void fill(Block &block);
    void fillLoop();

    ByteSource &m_source;
    Progress &m_progress;
    const size_t m_blockSize;
    std::vector<Block> m_blocks;
    std::vector<Block *> m_free;
    std::deque<Block *> m_filled; ///< oldest first
    std::mutex m_mutex;
    std::condition_variable m_roomCame, m_dataCame;
    std::exception_ptr m_failure; ///< what reading threw; take() throws it
    bool m_ended = false;
    bool m_stop = false;
    std::thread m_thread; ///< last: starts when all else exists
};

} // namespace ws
