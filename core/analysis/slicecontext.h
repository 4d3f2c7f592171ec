#pragma once
// The context of one slice: its launch, the work that it launched, its callers. For the details view; linear in
// launches and GPU work, so not for loops over many slices.

#include "core/model/run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ws {

struct SliceContext
{
    EventRef launch;              ///< the call that launched it (of GPU work), or the slice itself when it launches
    std::vector<EventRef> work;   ///< GPU work of that launch, by start
    EventRef op;                  ///< innermost operator above the launch, or above a CPU slice
    std::vector<EventRef> python; ///< Python functions and modules above the launch or the CPU slice, outermost first
    std::vector<std::string> callStack;  ///< frames as an operator's arguments name them, innermost first
    std::optional<int64_t> queueDelayNs; ///< end of the launching call → start; negative: it began before that
    StringId grid = 0;                   ///< launch grid of GPU work; 0: not in the file
};

SliceContext sliceContext(const Run &run, EventRef slice);

/// Without a Python function above, fills the call stack from the arguments of the innermost operator that has one
/// (torch_npu: "Call stack"). Reads them from the file: a few milliseconds.
void readCallStack(const Run &run, EventRef slice, SliceContext &context);

/// Index into Run::gpu of a slice; none: it is not GPU work.
std::optional<size_t> gpuIndexOf(const Run &run, EventRef slice);

/// Slices of the same track that contain `slice`, outermost first, without itself.
std::vector<EventRef> enclosingSlices(const Timeline &timeline, EventRef slice);

} // namespace ws
