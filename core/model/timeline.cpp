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

template <class... Columns>
size_t bytesOf(const Columns &...columns) requires(... &&requires { columns.memoryBytes(); })
{
    return (size_t(0) + ... + columns.memoryBytes());
}

} // namespace

size_t Timeline::memoryBytes() const
{
    size_t bytes = bytesOf(lanes) + bytesOf(tracks) + bytesOf(processes) + bytesOf(categories);
    for (const Lane &lane : lanes)
        bytes += bytesOf(lane.start, lane.duration, lane.name, lane.category, lane.text) + bytesOf(lane.longDurations);
    for (const CounterSeries &series : counters)
        bytes += sizeof(series) + bytesOf(series.time, series.value);
    bytes += bytesOf(instants.time, instants.name, instants.category, instants.track, instants.text);
    bytes += bytesOf(flows.id, flows.time, flows.track, flows.category, flows.kind);
    return bytes;
}

size_t GpuWork::memoryBytes() const
{
    return bytesOf(start, duration, name, stream, kind, slice, launch, op, grid, occupancy, blocksPerSm, graphNode,
                   annotation, matchName, collective, collectiveNumber);
}

} // namespace ws
