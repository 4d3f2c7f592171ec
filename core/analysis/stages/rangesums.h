#pragma once
// Sums per name of any range of a run, fast: it keeps the sums of blocks of activities and walks only over the two
// blocks at the range's ends. A block's sums hold for every range that contains the block: an earlier activity that
// reaches into the block reaches into such a range too, so it covers the same time. 24 bytes per block and name that
// occurs in it, at most 3 bytes an activity.

#include "core/analysis/stages/stagebreakdown.h"

#include <memory>

namespace ws {

class RangeSums
{
public:
    static constexpr size_t smallestBlock = 1 << 14;

    /// One pass over all activities. `gpu` must live as long as the names' owner (both are a Run's); a block has at
    /// least `perBlock` activities. Null when cancelled.
    static std::shared_ptr<const RangeSums> make(const GpuWork &gpu, std::shared_ptr<const NameSet> names, Sweep sweep,
                                                 const Progress *progress = nullptr, size_t perBlock = smallestBlock);

    /// The result of sumNames() for the range.
    NameSums of(std::optional<TimeRange> range) const;
    Sweep sweep() const { return m_sweep; }
    size_t memoryBytes() const;

private:
    struct Entry
    {
        uint32_t name;
        uint32_t count;
        int64_t totalNs;
        int64_t elapsedNs;
    };
    struct Block
    {
        size_t firstEntry; ///< its entries end where those of the next block begin
        int64_t firstStart, lastStart;
        int64_t anyEnd;    ///< last end of all activities up to the end of the block
        int64_t anyLength; ///< union of all devices up to there
    };
    class Walk;

    RangeSums(const GpuWork &gpu, std::shared_ptr<const NameSet> names, Sweep sweep, size_t perBlock);
    bool build(const Progress *progress);
    void addBlocks(size_t first, size_t last, Walk &walk) const;

    const GpuWork &m_gpu;
    std::shared_ptr<const NameSet> m_names;
    Sweep m_sweep;
    size_t m_perBlock;
    std::vector<Block> m_blocks;
    std::vector<Entry> m_entries;
    std::vector<int64_t> m_deviceEnds; ///< as Block::anyEnd, a row of devices a block; only of Sweep::Device
};

} // namespace ws
