#pragma once
// The module tree of a trace: nn.Module slices nested by time, merged by the path of their classes (32 calls of
// "nn.Module: LlamaDecoderLayer_7" and its siblings are one row, ×32) or one row per instance; the GPU work of each
// with its kernels as leaves; work that belongs to no module as rows of its own, by reason. The self times of modules
// and the unattributed rows add up to the summed duration of all GPU work, to the nanosecond.

#include "core/analysis/activityset.h"
#include "core/analysis/modules/attribution.h"
#include "core/analysis/modules/graphannotations.h"
#include "core/base/timerange.h"
#include "core/model/moduletree.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace ws {

struct ModuleTreeOptions
{
    bool instances = false; ///< list each instance instead of merging those of one class
    /// GPU work that intersects it, clipped to it. Calls then count when they own such work, with their whole CPU time.
    std::optional<TimeRange> range = {};
    /// Only this GPU work; null: all. Calls count as with a range.
    std::shared_ptr<const ActivitySet> only = {};
    /// Kernels of CUDA graphs get a row of this name, inferred, below the module that launched the graph; null: none.
    std::shared_ptr<const GraphAnnotations> annotations = {};
    bool operator==(const ModuleTreeOptions &) const = default;
};

struct BuiltModuleTree
{
    ModuleTree tree;
    std::vector<uint32_t> leaf; ///< by GPU activity: the kernel row that counts it; UINT32_MAX: not counted
    std::vector<uint32_t> call; ///< by index into Attribution::modules(): its row; UINT32_MAX: not counted
};

/// Nothing when cancelled. Node names: the class, the kernel, or the reason (translated); ModuleNode::detail is the
/// instance's name when instances are listed. A kernel row repeats time that its module's self time already holds.
std::optional<BuiltModuleTree> buildModuleTree(const Run &run, const Attribution &attribution,
                                               const ModuleTreeOptions &options = {},
                                               const Progress *progress = nullptr);

/// "nn.Module: LlamaDecoderLayer_7" → "LlamaDecoderLayer_7"
std::string_view moduleInstance(std::string_view sliceName);
/// "nn.Module: LlamaDecoderLayer_7" → "LlamaDecoderLayer"
std::string_view moduleClass(std::string_view sliceName);

} // namespace ws
