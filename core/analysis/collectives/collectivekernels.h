#pragma once
// The kernels of communication of a run, each with what is known of its collective: what its own arguments say (torch
// writes them), else those of an operator around its launch, else the collective that the innermost NVTX range or
// annotation around the launch names (ncclAllReduce, nccl:all_reduce). Sizes are never guessed from names or grids.

#include "core/base/progress.h"
#include "core/model/run.h"

#include <optional>
#include <string>
#include <vector>

namespace ws {

/// What the arguments say; empty and -1: not in the file.
struct CollectiveArgs
{
    std::string name;  ///< "Collective name": allreduce, _allgather_base …
    std::string dtype; ///< as torch has it: Float, BFloat16 …
    std::string group, groupDescription;
    std::string ranks; ///< "[0, 1]"
    int64_t inElements = -1, outElements = -1;
    int64_t groupSize = -1;
    bool operator==(const CollectiveArgs &) const = default;
};

struct CollectiveKind
{
    std::string collective; ///< allreduce, allgather, reducescatter, alltoall, broadcast, reduce, gather, scatter,
                            ///< send, recv, or as in the file; empty: not known
    CollectiveArgs args;
    std::optional<int64_t> bytes;     ///< of one message: the larger one of input and output
    std::optional<int64_t> groupSize; ///< ranks
};

/// The last three are parallel.
struct CollectiveKernels
{
    std::vector<CollectiveKind> kinds; ///< no two alike but for the wording of their arguments
    std::vector<uint32_t> activities;  ///< indices into Run::gpu, ascending
    std::vector<uint32_t> kind;        ///< index into kinds
    std::vector<int64_t> number;       ///< GpuWork::collectiveNumber; -1: not in the file

    size_t size() const { return activities.size(); }
};

/// What a kernel's own arguments say (GpuWork::collective).
CollectiveKind collectiveKindOf(const Run &run, StringId args);

/// `isCommunication`: by StringId, as for busySplit(); a kernel whose arguments name a collective counts too. Nothing
/// when cancelled. O(GPU work + operators).
std::optional<CollectiveKernels> collectiveKernels(const Run &run, const std::vector<uint8_t> &isCommunication,
                                                   const Progress *progress = nullptr);

} // namespace ws
