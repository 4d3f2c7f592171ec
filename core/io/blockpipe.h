#pragma once
// A ByteSource read ahead by a thread of its own, in blocks of 256 KiB (they stay in the cache) with room in front for
// the rest of the block before, so that a scanner on the other core sees every event in one piece. Small contents (what
// fits the head) need no thread. A waiting thread sleeps until there is work for a while: a quarter of the system
// calls, the same wall time.

#include "core/io/bytesource.h"

#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ws {

class BlockPipe
{
public:
    static constexpr size_t blockSize = size_t(1) << 18;
    static constexpr size_t headroom = size_t(256) << 10; ///< longest rest that is carried over without a copy of all
    static constexpr size_t padding = 64;                 ///< zero bytes after the data

    struct Block
    {
        std::unique_ptr<char[]> memory; ///< headroom + blockSize + padding
        size_t size = 0;
        char *data() const { return memory.get() + headroom; }
    };

    BlockPipe(ByteSource &source, Progress &progress);
    ~BlockPipe(); ///< stops and joins

    /// The next block with `carry` copied in front of it when it fits the headroom; null at the end. It is the caller's
    /// until release().
    Block *next(std::string_view carry);
    /// Gives a block back for reuse; any thread.
    void release(Block *block);
    /// False: the content is small and inflated by next() itself.
    bool isThreaded() const { return m_thread.joinable(); }

private:
    void fillLoop();
    Block *takeFilled();

    ByteSource &m_source;
    Progress &m_progress;
    std::vector<Block> m_blocks;
    std::vector<Block *> m_free, m_filled; ///< m_filled: oldest first
    std::mutex m_mutex;
    std::condition_variable m_roomCame, m_dataCame;
    std::exception_ptr m_failure; ///< what reading threw; next() throws it
    bool m_ended = false;
    bool m_stop = false;
    std::thread m_thread; ///< last: starts when all else exists
};

} // namespace ws
