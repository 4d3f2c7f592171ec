#pragma once
// The running sums behind busySplit().

#include "core/analysis/busy/busy.h"
#include "core/analysis/gpuscan.h"

namespace ws {

/// One group of work; add() in order of start.
struct BusyScope
{
    enum Class : size_t { Compute, Communication, Copy };

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

    static Class classOf(const GpuWork &gpu, size_t i, const std::vector<uint8_t> &isCommunication)
    {
        if (gpu.kind[i] == CategoryKind::Memcpy)
            return Copy;
        return gpu.kind[i] == CategoryKind::Kernel && isCommunication[gpu.nameForRules(i)] ? Communication : Compute;
    }
};

} // namespace ws
