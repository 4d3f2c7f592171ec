#include "core/io/blockpipe.h"

#include "core/base/platform.h"

#include <cstring>

namespace ws {
namespace {

constexpr size_t blocksPerReader = 4; ///< one is parsed, one waits behind it, two are read ahead
constexpr size_t blocksBesides = 8;
constexpr size_t worthWaking = 6; ///< free blocks; less than there are besides the readers'

} // namespace

void BlockPipe::Block::carry(std::string_view rest) const
{
    if (!rest.empty())
        std::memcpy(data() - rest.size(), rest.data(), rest.size());
}

BlockPipe::BlockPipe(ByteSource &source, Progress &progress, size_t readers, size_t blockSize)
    : m_source(source), m_progress(progress), m_blockSize(blockSize)
{
    m_blocks.resize(readers ? blocksBesides + blocksPerReader * readers : 2);
    for (Block &block : m_blocks) {
        block.memory = std::make_unique_for_overwrite<char[]>(headroom + blockSize + padding);
        m_free.push_back(&block);
    }
    if (readers)
        m_thread = std::thread([this] { fillLoop(); });
}

BlockPipe::~BlockPipe()
{
    stop();
    if (m_thread.joinable())
        m_thread.join();
}

void BlockPipe::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_roomCame.notify_all();
    m_dataCame.notify_all();
}

/// Fills the block to its size unless the source ends.
void BlockPipe::fill(Block &block)
{
    block.size = 0;
    while (block.size < m_blockSize) {
        const size_t got = m_source.read(block.data() + block.size, m_blockSize - block.size);
        if (got == 0)
            break;
        block.size += got;
    }
    std::memset(block.data() + block.size, 0, padding);
    m_progress.bytesDone = m_source.packedPosition();
}

void BlockPipe::fillLoop()
{
    platform::nameThisThread("inflate");
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
            fill(*block);
        } catch (...) {
            failure = std::current_exception();
            block->size = 0;
        }
        const std::lock_guard lock(m_mutex);
        m_failure = failure;
        if (block->size == 0) {
            m_ended = true;
            m_dataCame.notify_all();
            return;
        }
        m_filled.push_back(block);
        m_dataCame.notify_one();
    }
}

BlockPipe::Block *BlockPipe::take()
{
    if (!m_thread.joinable()) {
        Block *block = m_free.back();
        fill(*block);
        if (block->size == 0)
            return nullptr;
        m_free.pop_back();
        return block;
    }
    std::unique_lock lock(m_mutex);
    m_dataCame.wait(lock, [this] { return m_stop || m_ended || !m_filled.empty(); });
    if (m_stop)
        return nullptr;
    if (m_filled.empty() && m_failure)
        std::rethrow_exception(m_failure);
    if (m_filled.empty())
        return nullptr;
    Block *block = m_filled.front();
    m_filled.pop_front();
    return block;
}

void BlockPipe::release(Block *block)
{
    const std::lock_guard lock(m_mutex);
    m_free.push_back(block);
    if (m_free.size() == worthWaking)
        m_roomCame.notify_one();
}

} // namespace ws
