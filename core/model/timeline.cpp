#include "core/model/timeline.h"

#include "core/model/gpuwork.h"

#include <algorithm>

namespace ws {

int64_t Lane::longDuration(size_t i) const
{
    auto found = std::lower_bound(longDurations.begin(), longDurations.end(), std::pair<uint32_t, int64_t>(i, 0));
    return found == longDurations.end() ? int64_t(UINT32_MAX) : found->second;
}

size_t Lane::firstEndingAfter(int64_t ns) const
{
    if (overflow) {
        for (size_t i = 0; i < size(); ++i)
            if (endOf(i) > ns)
                return i;
        return size();
    }
    size_t low = 0, high = size();
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (endOf(middle) > ns)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

size_t Lane::firstStartingFrom(int64_t ns) const
{
    return static_cast<size_t>(std::lower_bound(start.begin(), start.end(), ns) - start.begin());
}

namespace {

template <class T> size_t bytesOf(const std::vector<T> &v)
{
    return v.capacity() * sizeof(T);
}

} // namespace

size_t Timeline::memoryBytes() const
{
    size_t bytes = bytesOf(lanes) + bytesOf(tracks) + bytesOf(processes) + bytesOf(categories);
    for (const Lane &lane : lanes)
        bytes += bytesOf(lane.start) + bytesOf(lane.duration) + bytesOf(lane.name) + bytesOf(lane.category) +
                 bytesOf(lane.textLow) + bytesOf(lane.textHigh) + bytesOf(lane.longDurations);
    for (const CounterSeries &series : counters)
        bytes += sizeof(series) + bytesOf(series.time) + bytesOf(series.value);
    bytes += bytesOf(instants.time) + bytesOf(instants.name) + bytesOf(instants.category) + bytesOf(instants.track) +
             bytesOf(instants.text);
    bytes +=
        bytesOf(flows.id) + bytesOf(flows.time) + bytesOf(flows.track) + bytesOf(flows.category) + bytesOf(flows.kind);
    return bytes;
}

size_t GpuWork::memoryBytes() const
{
    return bytesOf(start) + bytesOf(duration) + bytesOf(name) + bytesOf(stream) + bytesOf(kind) + bytesOf(slice) +
           bytesOf(launch) + bytesOf(op) + bytesOf(grid) + bytesOf(occupancy) + bytesOf(blocksPerSm) +
           bytesOf(graphNode) + bytesOf(matchName) + bytesOf(collective) + bytesOf(collectiveNumber);
}

} // namespace ws
