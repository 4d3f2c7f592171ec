#pragma once
// Which captured graph each graph launch replays: of all ways to give launches graphs the one with the max sum of
// scores, less a little for each launch whose graph is not the next one (Viterbi). Between steps nothing is lost. A
// launch that fits no graph may have the next one (some of its events are missing) or be foreign to the capture.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ws {

struct GraphPathInput
{
    std::vector<uint32_t> step; ///< by launch
    size_t graphs = 0;
    /// Kernels that launch and graph have in common; 0: they do not fit.
    std::function<uint32_t(size_t launch, size_t graph)> score;
};

/// Where several ways are equally good, `last` takes later graphs, else earlier ones: what differs between the two is
/// not certain. Time O(launches × graphs), memory at most 32 MB (longer ones are divided).
std::vector<uint32_t> graphPath(const GraphPathInput &input, bool last);

} // namespace ws
