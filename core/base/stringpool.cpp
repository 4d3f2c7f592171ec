#include "core/base/stringpool.h"

#include <cstring>

namespace ws {
namespace {

constexpr size_t blockSize = 256 * 1024;

/// 64-bit multiply-and-fold over 8-byte words: good enough for a table that also compares the text. Kernel names have
/// some 250 characters, so it takes two independent words at a time.
uint64_t hashOf(std::string_view text)
{
    constexpr uint64_t k = 0x9E3779B97F4A7C15ull;
    const char *p = text.data();
    size_t n = text.size();
    uint64_t h = n * k, other = k;
    const auto mixInto = [](uint64_t &sum, uint64_t word) {
        sum = (sum ^ word) * 0xD6E8FEB86659FD93ull;
        sum ^= sum >> 32;
    };
    const auto mix = [&](uint64_t word) { mixInto(h, word); };
    for (; n >= 16; p += 16, n -= 16) {
        uint64_t words[2];
        std::memcpy(words, p, sizeof words);
        mixInto(h, words[0]);
        mixInto(other, words[1]);
    }
    mix(other);
    if (n >= 8) {
        uint64_t word;
        std::memcpy(&word, p, 8);
        mix(word);
        p += 8;
        n -= 8;
    }
    if (n) {
        uint64_t word = 0;
        std::memcpy(&word, p, n);
        mix(word);
    }
    return h ^ (h >> 29);
}

} // namespace

StringPool::StringPool() : m_slots(1024)
{
    m_views.emplace_back(); // id 0 is the empty text; it is not in the table
}

StringId StringPool::find(std::string_view text) const
{
    if (text.empty())
        return 0;
    const uint64_t hash = hashOf(text);
    const uint64_t tag = hash >> 32 << 32;
    const size_t mask = m_slots.size() - 1;
    for (size_t i = hash & mask; m_slots[i]; i = (i + 1) & mask) {
        const auto id = static_cast<StringId>(m_slots[i]) - 1;
        if ((m_slots[i] >> 32 << 32) == tag && m_views[id] == text)
            return id;
    }
    return UINT32_MAX;
}

StringId StringPool::intern(std::string_view text)
{
    if (text.empty())
        return 0;
    const uint64_t hash = hashOf(text);
    const uint64_t tag = hash >> 32 << 32;
    size_t mask = m_slots.size() - 1;
    size_t i = hash & mask;
    for (; m_slots[i]; i = (i + 1) & mask) {
        const auto id = static_cast<StringId>(m_slots[i]) - 1;
        if ((m_slots[i] >> 32 << 32) == tag && m_views[id] == text)
            return id;
    }
    const auto id = static_cast<StringId>(m_views.size());
    m_views.push_back(store(text));
    m_slots[i] = tag | (uint64_t(id) + 1);
    if (m_views.size() * 2 > m_slots.size())
        grow();
    return id;
}

std::string_view StringPool::store(std::string_view text)
{
    if (text.size() > m_left) {
        const size_t size = std::max(blockSize, text.size());
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(size));
        m_blockBytes += size;
        m_next = m_blocks.back().get();
        m_left = size;
    }
    std::memcpy(m_next, text.data(), text.size());
    const std::string_view stored(m_next, text.size());
    m_next += text.size();
    m_left -= text.size();
    return stored;
}

void StringPool::grow()
{
    std::vector<uint64_t> table(m_slots.size() * 2);
    const size_t mask = table.size() - 1;
    for (size_t id = 1; id < m_views.size(); ++id) {
        const uint64_t hash = hashOf(m_views[id]);
        size_t i = hash & mask;
        while (table[i])
            i = (i + 1) & mask;
        table[i] = (hash >> 32 << 32) | (id + 1);
    }
    m_slots = std::move(table);
}

size_t StringPool::memoryBytes() const
{
    return m_blockBytes + m_views.capacity() * sizeof(std::string_view) + m_slots.capacity() * sizeof(uint64_t);
}

} // namespace ws
