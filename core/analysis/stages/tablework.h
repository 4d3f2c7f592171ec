#pragma once
// GPU work that a file gives as sums per kernel name, without a timeline: tables of torch's profiler and of nsys stats,
// layerwise profiles. Count and total time are the file's; overlaps are not known, so elapsed time equals the total.
// Rows are never merged by name: torch cuts names, and which makes different kernels look alike.

#include "core/analysis/stages/stagebreakdown.h"
#include "core/model/run.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ws {

struct NamedWork
{
    std::string title; ///< the table's report or title, or the phase; distinct within a document
    int table = -1;    ///< index into Run::tables
    int tree = -1;     ///< index into Run::layerwise
    std::shared_ptr<const NameSet> names;
    NameSums sums; ///< overlapKnown is false
};

/// The entries of a layerwise profile.
enum class TreeParts : uint8_t {
    Kernels, ///< the leaves
    Modules, ///< what lies directly in a module counts for it; sampler and logits processor are one entry each. Where
             ///< modules of one name have different parents the entry says which: "RowParallelLinear ‹ LlamaMLP"
};

/// One entry per kernel table and per phase, in the file's order. Copies (cuda_gpu_mem_time_sum) join the kernel table
/// above them. Identical tables count once. With `onlyTable` or `onlyTree` just that one.
std::vector<NamedWork> workWithoutTimeline(const Run &run, int onlyTable = -1, int onlyTree = -1,
                                           TreeParts parts = TreeParts::Kernels);

} // namespace ws
