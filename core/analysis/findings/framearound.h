#pragma once
// The user's own source line around a call: the innermost own frame (ownframe.h) that is open when the call begins.
// Where no Python function was recorded at all, the innermost own one of the call stack in the arguments of the nearest
// operator around the call that has one.

#include "core/analysis/stacks/ownframe.h"
#include "core/model/run.h"

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ws {

/// For many calls one by one. Not at the same time from several threads.
class LinesAround
{
public:
    explicit LinesAround(const Run &run);
    /// The frame as the file has it; empty: none is open, or none was recorded. O(depth × log n).
    std::string of(EventRef call) const;

private:
    std::string ofArguments(EventRef call) const;

    const Run &m_run;
    bool m_hasFrames = false;
    OwnFrames m_own;
    std::unordered_map<uint64_t, StringId> m_stacks; ///< by operator, where there are no frames
};

/// Frames as the file has them, parallel to the calls; empty: none is open, or none was recorded.
/// O(names + calls × depth × log n), with stacks in arguments also O(operators).
std::vector<std::string> ownLinesAround(const Run &run, std::span<const EventRef> calls);
std::string ownLineAround(const Run &run, EventRef call);

} // namespace ws
