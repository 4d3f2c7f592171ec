#pragma once
// The command line that makes Nsight Compute profile a kernel of a recording: by the function's name, which is what ncu
// filters by (it writes template arguments otherwise than other tools), and the place of one launch among those of that
// name on its device, since --launch-skip counts the launches that match. It counts from where the recording begins: a
// program that ran before has launched more.

#include "core/model/run.h"

#include <QString>

namespace ws {

/// `activity`: the launch; SIZE_MAX: the one of median duration of the name. Empty: not of NVIDIA, or no kernel has the
/// name. O(GPU work).
QString ncuCommand(const Run &run, StringId kernel, size_t activity = SIZE_MAX);

} // namespace ws
