#include "core/analysis/stages/rangesums.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ws {

/// Adds activities in order of their starts.
class RangeSums::Walk
{
public:
    Walk(const GpuWork &gpu, const NameSet &names, Sweep sweep)
        : devices(sweep == Sweep::Device ? gpu.devices.size() : 0), m_gpu(gpu), m_names(names)
    {
        sums.sweep = sweep;
        sums.names.resize(names.size());
    }

    /// Returns the index of its name.
    uint32_t add(size_t i, int64_t start, int64_t end)
    {
        const uint32_t name = m_names.indexOf(m_gpu.nameForRules(i));
        NameSum &sum = sums.names[name];
        ++sum.count;
        sum.totalNs = saturatingAdd(sum.totalNs, end - start);
        const int64_t grown = any.add(start, end);
        sum.elapsedNs += devices.empty() ? grown : devices[m_gpu.device(i)].add(start, end);
        return name;
    }

    NameSums sums;
    RunningUnion any;
    std::vector<RunningUnion> devices; ///< only of Sweep::Device

private:
    const GpuWork &m_gpu;
    const NameSet &m_names;
};

RangeSums::RangeSums(const GpuWork &gpu, std::shared_ptr<const NameSet> names, Sweep sweep, size_t perBlock)
    : m_gpu(gpu), m_names(std::move(names)), m_sweep(sweep),
      m_perBlock(std::bit_ceil(std::max({perBlock, m_names->size() * 8, gpu.devices.size() * 8})))
{
}

std::shared_ptr<const RangeSums> RangeSums::make(const GpuWork &gpu, std::shared_ptr<const NameSet> names, Sweep sweep,
                                                 const Progress *progress, size_t perBlock)
{
    std::shared_ptr<RangeSums> made(new RangeSums(gpu, std::move(names), sweep, perBlock));
    return made->build(progress) ? made : nullptr;
}

bool RangeSums::build(const Progress *progress)
{
    Walk walk(m_gpu, *m_names, m_sweep);
    std::vector<uint32_t> found; // names of the block
    for (size_t from = 0; from < m_gpu.size(); from += m_perBlock) {
        if (progress && progress->isCancelled())
            return false;
        const size_t to = std::min(m_gpu.size(), from + m_perBlock);
        found.clear();
        for (size_t i = from; i < to; ++i) {
            const uint32_t name = walk.add(i, m_gpu.start[i], saturatingAdd(m_gpu.start[i], m_gpu.duration[i]));
            if (walk.sums.names[name].count == 1)
                found.push_back(name);
        }
        m_blocks.push_back({m_entries.size(), m_gpu.start[from], m_gpu.start[to - 1], walk.any.end, walk.any.length});
        for (uint32_t name : found) {
            const NameSum sum = std::exchange(walk.sums.names[name], {});
            m_entries.push_back({name, static_cast<uint32_t>(sum.count), sum.totalNs, sum.elapsedNs});
        }
        for (const RunningUnion &device : walk.devices)
            m_deviceEnds.push_back(device.end);
    }
    m_entries.shrink_to_fit();
    return true;
}

/// Adds blocks [first, last), which lie within the range as a whole.
void RangeSums::addBlocks(size_t first, size_t last, Walk &walk) const
{
    const size_t end = last < m_blocks.size() ? m_blocks[last].firstEntry : m_entries.size();
    for (size_t i = m_blocks[first].firstEntry; i < end; ++i) {
        const Entry &entry = m_entries[i];
        walk.sums.names[entry.name].add({entry.count, entry.totalNs, entry.elapsedNs});
    }
    walk.any.length += m_blocks[last - 1].anyLength - (first ? m_blocks[first - 1].anyLength : 0);
    walk.any.end = m_blocks[last - 1].anyEnd;
    for (size_t device = 0; device < walk.devices.size(); ++device)
        walk.devices[device].end = m_deviceEnds[(last - 1) * walk.devices.size() + device];
}

NameSums RangeSums::of(std::optional<TimeRange> range) const
{
    Walk walk(m_gpu, *m_names, m_sweep);
    const auto addEach = [&](size_t from, size_t to) {
        for (size_t i = from; i < to; ++i) {
            const int64_t start = m_gpu.start[i], end = saturatingAdd(start, m_gpu.duration[i]);
            if (intersects(*range, start, end))
                walk.add(i, std::max(start, range->begin), std::min(end, range->end));
        }
    };
    const auto firstBlock = [this](auto isBefore) {
        return static_cast<size_t>(std::partition_point(m_blocks.begin(), m_blocks.end(), isBefore) - m_blocks.begin());
    };
    size_t first = 0, last = m_blocks.size(); // the blocks within the range
    if (range) {
        const size_t head = firstBlock([&](const Block &b) { return b.anyEnd < range->begin; }); // may reach into it
        const size_t end = static_cast<size_t>(std::lower_bound(m_gpu.start.begin(), m_gpu.start.end(), range->end) -
                                               m_gpu.start.begin());
        first = firstBlock([&](const Block &b) { return b.firstStart < range->begin; });
        last = firstBlock([&](const Block &b) { return b.anyEnd <= range->end && b.lastStart < range->end; });
        addEach(head * m_perBlock, std::min(end, first * m_perBlock));
        if (first < last)
            addBlocks(first, last, walk);
        addEach(std::max(first, last) * m_perBlock, end);
    } else if (!m_blocks.empty()) {
        addBlocks(first, last, walk);
    }
    for (const NameSum &sum : walk.sums.names)
        walk.sums.all.add(sum);
    walk.sums.anyBusyNs = walk.any.length;
    return std::move(walk.sums);
}

size_t RangeSums::memoryBytes() const
{
    return m_blocks.capacity() * sizeof(Block) + m_entries.capacity() * sizeof(Entry) +
           m_deviceEnds.capacity() * sizeof(int64_t);
}

} // namespace ws
