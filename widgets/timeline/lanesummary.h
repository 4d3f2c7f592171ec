#pragma once
// A lane in blocks of 16 slices, and blocks of 16 blocks: marks() reads them where many slices share a pixel. 1.6 bytes
// per slice. Without it the worst zoom of ten million slices costs a cache miss per slice; with it the cost follows the
// pixels. Rejected: galloping to the next pixel by binary search (twice as slow, and does not give the busy time of the
// skipped part).

#include "core/model/timeline.h"

#include <cstdint>
#include <vector>

namespace ws {

constexpr uint32_t blockSlices = 16;

struct SliceBlock
{
    int64_t start;   ///< of the first slice
    float busyNs;    ///< sum of the durations
    float longestNs; ///< the longest slice …
    StringId name;   ///< … and what it is
    uint16_t category;
    uint16_t unused = 0;
};

struct LaneSummary
{
    /// levels[0]: one block per 16 slices, levels[1]: one per 256 … The last block of a level may be smaller.
    std::vector<std::vector<SliceBlock>> levels;
    int64_t end = 0; ///< of the last slice
};

/// Summarises any row of slices sorted by start that do not overlap (see slicerow.h). Short rows get no levels.
template <class Row> LaneSummary summarize(const Row &row)
{
    constexpr size_t worthwhile = 1024;
    LaneSummary summary;
    const size_t count = row.size();
    if (count == 0)
        return summary;
    summary.end = row.end(count - 1);
    if (count < worthwhile)
        return summary;
    std::vector<SliceBlock> blocks;
    blocks.reserve((count + blockSlices - 1) / blockSlices);
    for (size_t i = 0; i < count; ++i) {
        const auto duration = static_cast<float>(row.duration(i));
        if (i % blockSlices == 0)
            blocks.push_back({row.start(i), 0, -1, 0, 0});
        SliceBlock &block = blocks.back();
        block.busyNs += duration;
        if (duration > block.longestNs) {
            block.longestNs = duration;
            block.name = row.name(i);
            block.category = row.category(i);
        }
    }
    while (blocks.size() > worthwhile / 4) {
        std::vector<SliceBlock> next;
        next.reserve((blocks.size() + blockSlices - 1) / blockSlices);
        for (size_t i = 0; i < blocks.size(); ++i) {
            if (i % blockSlices == 0) {
                next.push_back(blocks[i]);
                continue;
            }
            SliceBlock &block = next.back();
            block.busyNs += blocks[i].busyNs;
            if (blocks[i].longestNs > block.longestNs) {
                block.longestNs = blocks[i].longestNs;
                block.name = blocks[i].name;
                block.category = blocks[i].category;
            }
        }
        summary.levels.push_back(std::move(blocks));
        blocks = std::move(next);
    }
    summary.levels.push_back(std::move(blocks));
    return summary;
}

} // namespace ws
