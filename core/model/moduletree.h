#pragma once
// A tree of nn.Module classes (or of a layerwise profile's rows) with what they cost. Nodes lie in breadth-first order:
// the children of a node are contiguous, so row, parent and child are O(1) for an item model.

#include <cstdint>
#include <string>
#include <vector>

namespace ws {

struct ModuleNode
{
    enum Kind : uint8_t { Module, Kernel, Unattributed };
    enum Attribution : uint8_t { Exact, Inferred, Unknown };

    std::string name;   ///< class ("LlamaDecoderLayer"), kernel, or the reason of an unattributed row
    std::string detail; ///< layerwise: the trace "op(args) <- parent"; instances: the instance's name
    uint32_t parent = UINT32_MAX;
    uint32_t firstChild = 0;
    uint32_t childCount = 0;
    uint32_t depth = 0;
    uint64_t calls = 0;
    uint64_t instances = 0;  ///< merged instances of the class (×32); 0: not known
    int64_t totalNs = 0;     ///< GPU time of everything below
    int64_t selfNs = 0;      ///< GPU time launched directly by it
    int64_t cpuNs = -1;      ///< wall time on the CPU; -1: not in the file
    double filePercent = -1; ///< percentage printed in the file; -1: none
    Kind kind = Module;
    Attribution attribution = Exact;
};

struct ModuleTree
{
    std::string phase;  ///< "prefill", "decode_1"; empty for traces
    std::string view;   ///< "summary" or "model"
    std::string source; ///< "layerwise" or "kineto"
    int64_t totalNs = 0;
    double totalUs = 0;            ///< layerwise: the sum as the file has it, full precision
    int64_t runningSeqs = -1;      ///< layerwise metadata.num_running_seqs; -1: none
    std::vector<ModuleNode> nodes; ///< breadth-first; the roots come first
    uint32_t rootCount = 0;
};

} // namespace ws
