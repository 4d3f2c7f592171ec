#pragma once
// The user's own source line around a call: the innermost own frame (ownframe.h) that is open when the call begins.
// Where no Python function was recorded at all, the innermost own one of the call stack in the arguments of the nearest
// operator around the call that has one.

#include "core/analysis/stacks/ownframe.h"
#include "core/model/run.h"

#include <span>
#include <string>
#include <vector>

namespace ws {

/// Frames as the file has them, parallel to the calls; empty: none is open, or none was recorded.
/// O(calls × depth × log n), with stacks in arguments also O(operators).
std::vector<std::string> ownLinesAround(const Run &run, std::span<const EventRef> calls);
std::string ownLineAround(const Run &run, EventRef call);

} // namespace ws
