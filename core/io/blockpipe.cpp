#include "core/io/blockpipe.h"

#include <cstring>

namespace ws {
namespace {

constexpr size_t blockCount = 16;
constexpr size_t worthWaking = 6; ///< free blocks; readers hold at most ten at a time

/// Fills the block to its size unless the source ends.
void fill(ByteSource &source, BlockPipe::Block &block)
{
    block.size = 0;
    while (block.size < BlockPipe::blockSize) {
        const size_t got = source.read(block.data() + block.size, BlockPipe::blockSize - block.size);
        if (got == 0)
            break;
        block.size += got;
    }
    std::memset(block.data() + block.size, 0, BlockPipe::padding);
}

} // namespace

BlockPipe::BlockPipe(ByteSource &source, Progress &progress) : m_source(source), m_progress(progress)
{
    const bool small = source.head().bytes.size() < ByteSource::headSize;
    m_blocks.resize(small ? 2 : blockCount);
    for (Block &block : m_blocks) {
        block.memory = std::make_unique_for_overwrite<char[]>(headroom + blockSize + padding);
        m_free.push_back(&block);
    }
    if (!small)
        m_thread = std::thread([this] { fillLoop(); });
}

BlockPipe::~BlockPipe()
{
    if (!m_thread.joinable())
        return;
    {
        std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_roomCame.notify_all();
    m_thread.join();
}

void BlockPipe::fillLoop()
{
    for (;;) {
        Block *block = nullptr;
        {
            std::unique_lock lock(m_mutex);
            if (m_free.empty())
                m_roomCame.wait(lock, [this] { return m_stop || m_free.size() >= worthWaking; });
            if (m_stop)
                return;
            block = m_free.back();
            m_free.pop_back();
        }
        std::exception_ptr failure; // no memory
        try {
            fill(m_source, *block);
        } catch (...) {
            failure = std::current_exception();
            block->size = 0;
        }
        m_progress.bytesDone = m_source.packedPosition();
        std::lock_guard lock(m_mutex);
        m_failure = failure;
        if (block->size == 0)
            m_ended = true;
        else
            m_filled.push_back(block);
        m_dataCame.notify_one();
        if (m_ended)
            return;
    }
}

BlockPipe::Block *BlockPipe::takeFilled()
{
    if (!m_thread.joinable()) {
        Block *block = m_free.back();
        fill(m_source, *block);
        m_progress.bytesDone = m_source.packedPosition();
        if (block->size == 0)
            return nullptr;
        m_free.pop_back();
        return block;
    }
    std::unique_lock lock(m_mutex);
    m_dataCame.wait(lock, [this] { return m_ended || !m_filled.empty(); });
    if (m_filled.empty() && m_failure)
        std::rethrow_exception(m_failure);
    if (m_filled.empty())
        return nullptr;
    Block *block = m_filled.front();
    m_filled.erase(m_filled.begin());
    return block;
}

BlockPipe::Block *BlockPipe::next(std::string_view carry)
{
    Block *block = takeFilled();
    if (!block)
        return nullptr;
    if (carry.size() <= headroom && !carry.empty())
        std::memcpy(block->data() - carry.size(), carry.data(), carry.size());
    return block;
}

void BlockPipe::release(Block *block)
{
    std::lock_guard lock(m_mutex);
    m_free.push_back(block);
    if (m_free.size() == worthWaking)
        m_roomCame.notify_one();
}

} // namespace ws
