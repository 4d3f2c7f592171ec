#pragma once
// Call stacks as a picture needs them: the children of each node, the largest first, in arrays of their own so that a
// view walks down without looking at the whole tree.

#include "core/analysis/stacks/callstacks.h"

#include <span>

namespace ws {

struct StackPicture
{
    std::shared_ptr<const CallStacks> stacks;
    std::vector<uint32_t> begin;    ///< by node, the last two are the outermost frames'; into children
    std::vector<uint32_t> children; ///< with GPU time; by parent and time, of equal times the first

    /// noStackNode: the outermost frames.
    std::span<const uint32_t> childrenOf(uint32_t node) const;
    /// Of all GPU work for noStackNode.
    const StackSum &sumOf(uint32_t node) const;
};

/// O(nodes × log nodes).
StackPicture stackPicture(std::shared_ptr<const CallStacks> stacks);

} // namespace ws
