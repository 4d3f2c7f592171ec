#include "core/model/rawtrack.h"

#include "core/base/platform.h"

#include <algorithm>
#include <new>

namespace ws {
namespace {

constexpr uint32_t firstChunk = 64;
constexpr uint32_t largestChunk = 1u << 16;
constexpr uint32_t growing = largestChunk - firstChunk; ///< slices in the chunks that still double
constexpr size_t slicedBytes = 26;                      ///< of a slice, but the upper bits of its text
constexpr size_t worthPages = size_t(256) << 10;        ///< bytes; smaller memory comes from the heap

/// Memory that the system has back at once when it is given back: the heap would keep it.
std::unique_ptr<std::byte[], RawTrack::Chunk::GiveBack> newMemory(size_t bytes)
{
    if (bytes >= worthPages) {
        void *pages = platform::newPages(bytes);
        if (!pages)
            throw std::bad_alloc();
        return {static_cast<std::byte *>(pages), {bytes}};
    }
    return {new std::byte[bytes], {bytes}};
}

} // namespace

RawTrack::Chunk::Chunk(uint32_t size) : memory(newMemory(size * slicedBytes)), capacity(size)
{
    std::byte *at = memory.get();
    const auto take = [&]<class T>(T *&column) {
        column = reinterpret_cast<T *>(at);
        at += size * sizeof(T);
    };
    take(start); // the widest first: all are aligned
    take(duration);
    take(name);
    take(textLow);
    take(extra);
    take(category);
}

void RawTrack::Chunk::GiveBack::operator()(std::byte *memory) const
{
    if (bytes >= worthPages) {
        platform::giveBackPages(memory, bytes);
        return;
    }
    delete[] memory;
}

void RawTrack::add(int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text, uint32_t extra)
{
    if (m_left == 0) {
        const uint32_t size = m_chunks.empty() ? firstChunk : std::min(m_chunks.back().capacity * 2, largestChunk);
        m_chunks.emplace_back(size);
        m_left = size;
    }
    Chunk &chunk = m_chunks.back();
    const uint32_t at = chunk.capacity - m_left--;
    chunk.start[at] = start;
    if (duration >= UINT32_MAX) {
        m_long.emplace_back(m_size, duration);
        chunk.duration[at] = UINT32_MAX;
    } else {
        chunk.duration[at] = static_cast<uint32_t>(duration);
    }
    chunk.name[at] = name;
    chunk.category[at] = category;
    chunk.textLow[at] = static_cast<uint32_t>(text);
    if (text >> 32 && !chunk.textHigh)
        chunk.textHigh = std::make_unique<uint8_t[]>(chunk.capacity);
    if (chunk.textHigh)
        chunk.textHigh[at] = static_cast<uint8_t>(text >> 32);
    m_largestName = std::max(m_largestName, name);
    m_largestCategory = std::max(m_largestCategory, category);
    m_largestText = std::max(m_largestText, text & ((uint64_t(1) << 40) - 1));
    chunk.extra[at] = extra;
    const bool isBehind = start > m_lastStart || (start == m_lastStart && duration <= m_lastDuration);
    if (!isBehind && m_runs.size() <= maxRuns)
        m_runs.push_back(m_size);
    m_lastStart = start;
    m_lastDuration = duration;
    ++m_size;
}

RawTrack::Place RawTrack::place(uint32_t index) const
{
    if (index >= growing)
        return {&m_chunks[10 + (index - growing) / largestChunk], (index - growing) % largestChunk};
    const uint32_t k = 31 - static_cast<uint32_t>(__builtin_clz(index / firstChunk + 1));
    return {&m_chunks[k], index - firstChunk * ((1u << k) - 1)};
}

int64_t RawTrack::startOf(uint32_t index) const
{
    const Place p = place(index);
    return p.chunk->start[p.at];
}

int64_t RawTrack::longDuration(uint32_t index) const
{
    auto found = std::lower_bound(m_long.begin(), m_long.end(), std::pair<uint32_t, int64_t>(index, 0));
    return found->second;
}

int64_t RawTrack::durationOf(uint32_t index) const
{
    const Place p = place(index);
    const uint32_t d = p.chunk->duration[p.at];
    return d != UINT32_MAX ? d : longDuration(index);
}

void RawTrack::release(size_t chunk)
{
    m_chunks[chunk].memory.reset();
    m_chunks[chunk].textHigh.reset();
}

void RawTrack::clear()
{
    *this = RawTrack();
}

} // namespace ws
