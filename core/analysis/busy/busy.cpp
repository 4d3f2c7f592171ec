#include "core/analysis/busy/busy.h"

#include "core/analysis/gpuscan.h"

namespace ws {
namespace {

enum Class : size_t { Compute, Communication, Copy };

struct Scope
{
    BusySplit split;
    RunningUnion unions[3]; ///< C, C ∪ M, C ∪ M ∪ Y

    void add(Class workClass, int64_t start, int64_t end)
    {
        if (split.activities++ == 0)
            split.firstNs = start;
        split.durationNs = saturatingAdd(split.durationNs, end - start);
        split.lastEndNs = std::max(split.lastEndNs, end);
        for (size_t i = workClass; i < 3; ++i)
            unions[i].add(start, end);
    }

    BusySplit finish(const std::optional<TimeRange> &range)
    {
        if (range)
            split.spanNs = range->length();
        else if (split.activities)
            split.spanNs = split.lastEndNs - split.firstNs;
        split.computeNs = unions[Compute].length;
        split.exposedCommNs = unions[Communication].length - unions[Compute].length;
        split.exposedCopyNs = unions[Copy].length - unions[Communication].length;
        split.busyNs = unions[Copy].length;
        split.idleNs = split.spanNs - split.busyNs;
        return split;
    }
};

Class classOf(const GpuWork &gpu, size_t i, const std::vector<uint8_t> &isCommunication)
{
    if (gpu.kind[i] == CategoryKind::Memcpy)
        return Copy;
    return gpu.kind[i] == CategoryKind::Kernel && isCommunication[gpu.nameForRules(i)] ? Communication : Compute;
}

} // namespace

std::optional<Busy> busySplit(const GpuWork &gpu, const std::vector<uint8_t> &isCommunication,
                              std::optional<TimeRange> range, const Progress *progress)
{
    Scope whole;
    std::vector<Scope> devices(gpu.devices.size()), streams(gpu.streams.size());
    const bool finished = forEachActivity(gpu, range, progress, [&](size_t i, int64_t start, int64_t end) {
        const Class workClass = classOf(gpu, i, isCommunication);
        whole.add(workClass, start, end);
        devices[gpu.device(i)].add(workClass, start, end);
        streams[gpu.stream[i]].add(workClass, start, end);
    });
    if (!finished)
        return std::nullopt;
    Busy busy;
    busy.whole = whole.finish(range);
    for (Scope &scope : devices)
        busy.devices.push_back(scope.finish(range));
    for (Scope &scope : streams)
        busy.streams.push_back(scope.finish(range));
    return busy;
}

} // namespace ws
