#pragma once
// Kernels that may mark the begin of a repeating unit of work on one device: the occurrences of one name with one
// launch grid, because the same kernel often runs several times in a step, on other sizes. Where the file has no grids,
// the occurrences of a name are also divided where their durations fall apart.

#include "core/base/progress.h"
#include "core/model/run.h"

#include <vector>

namespace ws {

/// The kernels of a device in order of start, without copies and sets.
struct DeviceKernels
{
    uint16_t device = 0;
    std::vector<uint32_t> activity; ///< indices into Run::gpu
    std::vector<uint32_t> follows;  ///< by kernel: a number for (name before on its stream, name)
    std::vector<int64_t> workNs;    ///< one more than kernels: summed durations up to there
    uint32_t followsCount = 0;

    size_t size() const { return activity.size(); }
    StringId name(const GpuWork &gpu, size_t kernel) const { return gpu.name[activity[kernel]]; }
    int64_t work(size_t from, size_t to) const { return workNs[to] - workNs[from]; }
};

DeviceKernels kernelsOf(const GpuWork &gpu, uint16_t device);

struct Anchor
{
    StringId name = 0;
    StringId grid = 0;                    ///< 0: any
    int64_t minNs = 0, maxNs = INT64_MAX; ///< its durations
    std::vector<uint32_t> places;         ///< indices into DeviceKernels::activity, ascending
    int64_t medianNs = 0;                 ///< between two begins
    int64_t totalNs = 0;                  ///< summed durations
};

/// Anchors with at least `minPlaces` occurrences, most of which are equally far apart (half to twice the median); the
/// longest period first. Empty when cancelled. O(kernels × log kernels).
std::vector<Anchor> regularAnchors(const GpuWork &gpu, const DeviceKernels &kernels, size_t minPlaces,
                                   const Progress *progress = nullptr);

/// The occurrences of an anchor of another device on this one.
Anchor sameAnchor(const GpuWork &gpu, const DeviceKernels &kernels, const Anchor &anchor);

} // namespace ws
