#pragma once
// A set of GPU work in a session file.

#include "core/analysis/activityset.h"
#include "core/session/sessionfile.h"

namespace ws {

SavedWork savedWork(const Run &run, const ActivitySet &set);
/// Null: the run has not this work (another content under the same name).
std::shared_ptr<const ActivitySet> workOf(const Run &run, const SavedWork &saved);

} // namespace ws
