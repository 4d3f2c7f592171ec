#include "core/model/rawtrack.h"

#include <algorithm>

namespace ws {
namespace {

constexpr uint32_t firstChunk = 64;
constexpr uint32_t largestChunk = 1u << 16;
constexpr uint32_t growing = largestChunk - firstChunk; ///< slices in the chunks that still double

} // namespace

RawTrack::Chunk::Chunk(uint32_t size)
    : start(new int64_t[size]), duration(new uint32_t[size]), name(new uint32_t[size]), textLow(new uint32_t[size]),
      extra(new uint32_t[size]), category(new uint16_t[size]), textHigh(new uint8_t[size]), capacity(size)
{
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
    chunk.textHigh[at] = static_cast<uint8_t>(text >> 32);
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

void RawTrack::clear()
{
    *this = RawTrack();
}

} // namespace ws
