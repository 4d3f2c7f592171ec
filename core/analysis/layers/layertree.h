#pragma once
// Layers by repetition as a module tree, for traces whose modules are lost (CUDA graphs, compiled code): a row for the
// layers, merged or one by one, rows for what runs before and after them in a step, and one for all work of steps that
// do not repeat; kernels below. Everything in layers is inferred. The self times add up to the summed duration of all
// GPU work, to the nanosecond, as in moduletree_build.h.

#include "core/analysis/layers/layers.h"
#include "core/analysis/modules/moduletree_build.h"

#include <optional>

namespace ws {

/// `steps` are those that the layers were found in. BuiltModuleTree::call is empty. With `options.instances` one row
/// per layer number, else one for all of them; annotations are not used. Nothing when cancelled. O(GPU work).
std::optional<BuiltModuleTree> buildLayerTree(const Run &run, const Steps &steps, const Layers &layers,
                                              const ModuleTreeOptions &options = {},
                                              const Progress *progress = nullptr);

} // namespace ws
