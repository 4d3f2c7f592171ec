#include "core/analysis/stacks/stackpicture.h"

#include <algorithm>
#include <numeric>

namespace ws {

std::span<const uint32_t> StackPicture::childrenOf(uint32_t node) const
{
    const size_t at = node == noStackNode ? stacks->nodes.size() : node;
    return std::span(children).subspan(begin[at], begin[at + 1] - begin[at]);
}

const StackSum &StackPicture::sumOf(uint32_t node) const
{
    return node == noStackNode ? stacks->all : stacks->nodes[node].total;
}

StackPicture stackPicture(std::shared_ptr<const CallStacks> stacks)
{
    StackPicture picture;
    picture.stacks = std::move(stacks);
    const std::vector<StackNode> &nodes = picture.stacks->nodes;
    const auto placeOf = [&](uint32_t i) {
        return nodes[i].parent == noStackNode ? nodes.size() : size_t(nodes[i].parent);
    };
    picture.begin.assign(nodes.size() + 2, 0);
    for (uint32_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].total.gpuNs > 0) {
            ++picture.begin[placeOf(i) + 1];
            picture.children.push_back(i);
        }
    std::partial_sum(picture.begin.begin(), picture.begin.end(), picture.begin.begin());
    std::ranges::stable_sort(picture.children, [&](uint32_t a, uint32_t b) {
        return placeOf(a) != placeOf(b) ? placeOf(a) < placeOf(b) : nodes[a].total.gpuNs > nodes[b].total.gpuNs;
    });
    return picture;
}

} // namespace ws
