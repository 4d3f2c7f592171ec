#pragma once
// Kernels of communication by what they communicate: collective, message size, type of the elements and group, as far
// as they are known (collectivekernels.h).
//
// The bandwidths are those of nccl-tests (doc/PERFORMANCE.md): the algorithm's is size ÷ time, the bus' that times a
// factor for what each link carries: allreduce 2(n−1)/n; allgather, reduce-scatter, all-to-all, gather and scatter
// (n−1)/n; broadcast, reduce, send and receive 1. The size is the larger one of input and output. A kernel also waits
// for the other ranks, so both are lower bounds of what the links did.

#include "core/analysis/activityset.h"
#include "core/analysis/collectives/collectivekernels.h"
#include "core/base/timerange.h"

namespace ws {

struct CollectiveRow : CollectiveKind
{
    StringId name = 0;          ///< of the kernel
    std::string algorithm = {}; ///< of NCCL, from the kernel's name: "RING_LL"; empty: not known
    uint64_t count = 0;
    int64_t totalNs = 0; ///< summed durations
    int64_t minNs = 0;
    std::vector<uint32_t> activities = {}; ///< indices into Run::gpu, ascending

    /// GB/s (10^9); nothing without a size or time.
    std::optional<double> algorithmBandwidth() const;
    /// Nothing without a known collective and group either.
    std::optional<double> busBandwidth() const;
};

/// One row for all kernels of equal name, collective, size, type and group; by time, the largest first.
/// `isCommunication`: as for collectiveKernels(). `within`: those that intersect it, each with its whole duration, on
/// which the bandwidths rest. `only`: null: all. Nothing when cancelled.
std::optional<std::vector<CollectiveRow>> collectives(const Run &run, const std::vector<uint8_t> &isCommunication,
                                                      const Progress *progress = nullptr,
                                                      std::optional<TimeRange> within = {},
                                                      const ActivitySet *only = nullptr);

/// What each link carries, as a part of the size; nothing: not known.
std::optional<double> busFactor(std::string_view collective, std::optional<int64_t> ranks);

/// No rank can finish it before all have begun it.
bool synchronises(std::string_view collective);

/// torch's and NCCL's words for one collective: "_allgather_base", "nccl:all_gather", "ncclAllGather" → "allgather"; a
/// word that is not known as it is. `name` without a collective's word (ncclGroupEnd): empty if `strict`.
std::string collectiveWord(std::string_view name, bool strict = false);
/// What a kernel of NCCL, RCCL or vLLM is called after: "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)" and
/// "vllm::cross_device_reduce_1stage" → "allreduce"; empty: it does not say (SendRecv, Generic).
std::string collectiveOfKernel(std::string_view kernel);
/// What a kernel of NCCL or RCCL does, whatever its algorithm and the version's way to name it:
/// "ncclKernel_AllReduce_RING_LL_Sum_float(…)" and "ncclDevKernel_AllReduce_Sum_f32_TREE_LL" → "AllReduce sum f32"; of
/// what only moves data the operation alone, "AllGather". Empty: another kernel, or its name does not say it all.
std::string ncclOperation(std::string_view kernel);
/// Bytes of one element of torch's or HCCL's type; 0: not known.
int elementBytes(std::string_view dtype);
/// "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(…)" → "RING_LL"
std::string ncclAlgorithm(std::string_view kernel);

} // namespace ws
