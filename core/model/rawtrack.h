#pragma once
// Slices of one track in the order found, in chunks (26 bytes per slice, 27 in content of more than 4 GiB) whose memory
// goes back to the system one by one while the lanes are filled, so that a track never needs much more memory than it
// has in one of the two forms.

#include "core/base/stringpool.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ws {

class RawTrack
{
public:
    struct Chunk
    {
        explicit Chunk(uint32_t size);
        uint64_t textAt(uint32_t at) const { return (textHigh ? uint64_t(textHigh[at]) << 32 : 0) | textLow[at]; }

        struct GiveBack
        {
            size_t bytes = 0;
            void operator()(std::byte *memory) const;
        };
        std::unique_ptr<std::byte[], GiveBack> memory; ///< of all columns but the last
        int64_t *start;
        uint32_t *duration, *name, *textLow, *extra;
        uint16_t *category;
        std::unique_ptr<uint8_t[]> textHigh; ///< null: all are 0
        uint32_t capacity;
    };
    struct Place
    {
        const Chunk *chunk;
        uint32_t at;
    };

    void add(int64_t start, int64_t duration, StringId name, uint16_t category, uint64_t text, uint32_t extra);
    uint32_t size() const { return m_size; }
    Place place(uint32_t index) const;
    int64_t startOf(uint32_t index) const;
    int64_t durationOf(uint32_t index) const;
    static constexpr size_t maxRuns = 8;
    /// Where each run of slices in order (start, longest first) begins; the first is 0. With more than maxRuns, others
    /// follow the last.
    const std::vector<uint32_t> &runs() const { return m_runs; }
    bool isSorted() const { return m_runs.size() < 2; }
    const std::vector<Chunk> &chunks() const { return m_chunks; }
    uint32_t sizeOf(size_t chunk) const
    {
        return m_chunks[chunk].capacity - (chunk + 1 == m_chunks.size() ? m_left : 0);
    }
    /// No name, category or text is greater.
    StringId largestName() const { return m_largestName; }
    uint16_t largestCategory() const { return m_largestCategory; }
    uint64_t largestText() const { return m_largestText; }
    /// Gives a chunk's memory back; its slices must not be read again. Different threads may release different ones.
    void release(size_t chunk);
    int64_t longDuration(uint32_t index) const;
    void clear();

private:
    std::vector<Chunk> m_chunks;
    std::vector<std::pair<uint32_t, int64_t>> m_long; ///< (index, ns), ascending index
    std::vector<uint32_t> m_runs;
    uint32_t m_size = 0;
    uint32_t m_left = 0;
    StringId m_largestName = 0;
    uint16_t m_largestCategory = 0;
    uint64_t m_largestText = 0;
    int64_t m_lastStart = INT64_MAX; ///< the first slice begins a run
    int64_t m_lastDuration = 0;
};

} // namespace ws
