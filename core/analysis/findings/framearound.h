#pragma once
// The user's own source line around a call: the innermost own frame (ownframe.h) that is open when the call begins.

#include "core/analysis/stacks/ownframe.h"
#include "core/model/run.h"

namespace ws {

/// Invalid: none is open when the call begins, or none was recorded. O(depth of the stack × log n).
EventRef ownFrameAround(const Run &run, EventRef call);

} // namespace ws
