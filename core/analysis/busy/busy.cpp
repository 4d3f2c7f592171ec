#include "core/analysis/busy/busy.h"

#include "core/analysis/busy/busyscope.h"

namespace ws {
std::optional<Busy> busySplit(const GpuWork &gpu, const std::vector<uint8_t> &isCommunication,
                              std::optional<TimeRange> range, const Progress *progress)
{
    BusyScope whole;
    std::vector<BusyScope> devices(gpu.devices.size()), streams(gpu.streams.size());
    const bool finished = forEachActivity(gpu, range, progress, [&](size_t i, int64_t start, int64_t end) {
        const auto workClass = BusyScope::classOf(gpu, i, isCommunication);
        whole.add(workClass, start, end);
        devices[gpu.device(i)].add(workClass, start, end);
        streams[gpu.stream[i]].add(workClass, start, end);
    });
    if (!finished)
        return std::nullopt;
    Busy busy;
    busy.whole = whole.finish(range);
    for (BusyScope &scope : devices)
        busy.devices.push_back(scope.finish(range));
    for (BusyScope &scope : streams)
        busy.streams.push_back(scope.finish(range));
    return busy;
}

} // namespace ws
