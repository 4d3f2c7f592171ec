#pragma once
// GPU work by the source line that caused it: the innermost own frame (ownframe.h) of its call stack, else the
// innermost one of the script that was started; or the operator around its launch; where there is neither, what its
// event says that its CUDA graph was captured from. Work without such a frame, without a stack and without a launch are
// sums of their own, so that everything adds up to the GPU work.

#include "core/analysis/stacks/callstacks.h"

namespace ws {

struct SourceLine
{
    std::string_view name; ///< "a/model.py(410): forward", or the operator
    StackSum sum;
    bool isOfScript = false; ///< OwnFrames::isOfScript()
};

struct SourceLines
{
    std::vector<SourceLine> rows;     ///< by time, the largest first; equal ones by name
    std::vector<uint32_t> ofActivity; ///< index into rows, or one of those of CallStacks, or noOwnFrame
    static constexpr uint32_t noOwnFrame = UINT32_MAX - 3;
    StackSum noFrame;     ///< linked, with a stack, but none of its frames is own; operators: linked, without operator
    StackSum notRecorded; ///< linked, without a stack
    StackSum notLinked;
    StackSum all; ///< Σ rows + the three above
};

/// O(nodes + GPU work + rows × log rows).
SourceLines sourceLines(const CallStacks &stacks);

/// By innermost operator. Nothing when cancelled. O(GPU work + rows × log rows).
std::optional<SourceLines> operatorLines(const Run &run, const StackOptions &options = {},
                                         const Progress *progress = nullptr);

} // namespace ws
