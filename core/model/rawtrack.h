#pragma once
// Slices of one track in the order found, in chunks (27 bytes per slice) that are freed track by track while the lanes
// are filled, so that the peak stays under 64 bytes an event even when one thread holds them all.

#include "core/base/stringpool.h"

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
        std::unique_ptr<int64_t[]> start;
        std::unique_ptr<uint32_t[]> duration, name, textLow, extra;
        std::unique_ptr<uint16_t[]> category;
        std::unique_ptr<uint8_t[]> textHigh;
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
    int64_t longDuration(uint32_t index) const;
    void clear();

private:
    std::vector<Chunk> m_chunks;
    std::vector<std::pair<uint32_t, int64_t>> m_long; ///< (index, ns), ascending index
    std::vector<uint32_t> m_runs;
    uint32_t m_size = 0;
    uint32_t m_left = 0;
    int64_t m_lastStart = INT64_MAX; ///< the first slice begins a run
    int64_t m_lastDuration = 0;
};

} // namespace ws
