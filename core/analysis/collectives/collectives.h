#pragma once
// Kernels of communication by what they communicate: collective, message size, type of the elements and group, as the
// arguments of the kernel say (torch writes them), else those of an operator around its launch. Where neither does, the
// collective is taken from the NVTX range or annotation around the launch that names one (ncclAllReduce,
// nccl:all_reduce); what nobody says is not known. Sizes are never guessed from names or grids.
//
// The bandwidths are those of nccl-tests (doc/PERFORMANCE.md): the algorithm's is size ÷ time, the bus' that times a
// factor for what each link carries: allreduce 2(n−1)/n; allgather, reduce-scatter, all-to-all, gather and scatter
// (n−1)/n; broadcast, reduce, send and receive 1. The size is the larger one of input and output. A kernel also waits
// for the other ranks, so both are lower bounds of what the links did.

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
};

struct CollectiveRow
{
    StringId name = 0;      ///< of the kernel
    std::string collective; ///< allreduce, allgather, reducescatter, alltoall, broadcast, reduce, gather, scatter,
                            ///< send, recv, or as in the file; empty: not known
    std::string algorithm;  ///< of NCCL, from the kernel's name: "RING_LL"; empty: not known
    CollectiveArgs args;
    std::optional<int64_t> bytes;     ///< of one message
    std::optional<int64_t> groupSize; ///< ranks
    uint64_t count = 0;
    int64_t totalNs = 0; ///< summed durations
    int64_t minNs = 0;
    std::vector<uint32_t> activities; ///< indices into Run::gpu, ascending

    /// GB/s (10^9); nothing without a size or time.
    std::optional<double> algorithmBandwidth() const;
    /// Nothing without a known collective and group either.
    std::optional<double> busBandwidth() const;
};

/// One row for all kernels of equal name, collective, size, type and group; by time, the largest first.
/// `isCommunication`: by StringId, as for busySplit(); a kernel whose arguments name a collective counts too. The
/// arguments are read from the file again, on all cores: milliseconds for each kernel of a packed trace. Nothing when
/// cancelled.
std::optional<std::vector<CollectiveRow>> collectives(const Run &run, const std::vector<uint8_t> &isCommunication,
                                                      const Progress *progress = nullptr);

/// torch's and NCCL's words for one collective: "_allgather_base", "nccl:all_gather", "ncclAllGather" → "allgather"; a
/// word that is not known as it is. `name` without a collective's word (ncclGroupEnd): empty if `strict`.
std::string collectiveWord(std::string_view name, bool strict = false);
/// Bytes of one element of torch's dtype; 0: not known.
int elementBytes(std::string_view dtype);
/// "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(…)" → "RING_LL"
std::string ncclAlgorithm(std::string_view kernel);

} // namespace ws
