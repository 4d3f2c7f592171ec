#pragma once
// The launches of an Ascend device's work. Its files have no correlation ids but flows: HostToDevice from the call
// of CANN (profiler levels 1 and 2), async_npu from the operator on the Python thread (torch_npu).

#include "core/model/run.h"

namespace ws {

/// Fills launches, operators and their modules; once the timeline is finished. Without a call of CANN in the file, the
/// operator itself counts as the launch.
void linkAscend(Run &run);

} // namespace ws
