#pragma once
// What a job of many ranks needs to know of one rank, in at most 2 MB: steps and how their time divides, time by stage,
// collectives with their times, gaps by cause, layers, the costliest kernels. A thousand digests fit into memory where
// one trace would; every analysis across ranks works on digests, whether they were made from a trace just now or read
// from a file (core/session/digestfile.h).

#include "core/analysis/busy/busy.h"
#include "core/analysis/collectives/collectivekernels.h"
#include "core/analysis/gaps/gaps.h"
#include "core/analysis/stages/stagemapping.h"
#include "core/base/progress.h"
#include "core/base/timerange.h"
#include "core/model/run.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ws {

/// Of one step; all times in ns. GPU times are of the rank's main device: the one with most work.
struct DigestStep
{
    std::string name;      ///< as in the file: "ProfilerStep#12"
    /// Since the rank's origin, as the overview has a step: from the first start of its GPU work to that of the next
    /// step, of the last one to the end of its own work.
    TimeRange work;
    int64_t computeNs = 0; ///< computeNs + exposedCommNs + exposedCopyNs + idleNs = work.length()
    int64_t exposedCommNs = 0;
    int64_t exposedCopyNs = 0;
    int64_t idleNs = 0;
    std::array<int64_t, gapCauseCount> idleByCause{}; ///< by GapCause; adds up to idleNs
    /// False: cut by the recording, a capture, a section, or a last one as of isLastLeftOut(): the median is not of
    /// these.
    bool isTypical = true;
    bool operator==(const DigestStep &) const = default;
};

/// One kernel of communication.
struct DigestCollective
{
    int64_t startNs = 0; ///< since the rank's origin
    int64_t durationNs = 0;
    int64_t number = -1;        ///< as the file counts the collectives of its group; -1: not in the file
    uint32_t kind = 0;          ///< index into RankDigest::kinds
    uint32_t step = UINT32_MAX; ///< index into RankDigest::steps; UINT32_MAX: outside of steps
    /// How long planes of Ascend's HCCL copy or reduce in it, else one of these: it has no planes, as NCCL, or they are
    /// not recorded. A collective of HCCL waits for notifications of other ranks also after its last rank has begun.
    static constexpr int64_t noPlanes = -1, unrecordedPlanes = -2;
    int64_t planesNs = noPlanes;
    int64_t endNs() const { return startNs + durationNs; }
    bool operator==(const DigestCollective &) const = default;
};

/// A time in which collectives of the digest and computation run together: computation runs in `hiddenNs` of it. That
/// is less than its length where pauses between kernels were too many to keep.
struct DigestOverlap
{
    int64_t startNs = 0; ///< since the rank's origin
    int64_t durationNs = 0;
    int64_t hiddenNs = 0;
    int64_t endNs() const { return startNs + durationNs; }
    bool operator==(const DigestOverlap &) const = default;
};

struct DigestSum
{
    std::string name;
    uint64_t count = 0;
    int64_t totalNs = 0;   ///< summed durations
    int64_t elapsedNs = 0; ///< without what earlier work covers; 0 where it is not known
    bool operator==(const DigestSum &) const = default;
};

struct RankDigest
{
    static constexpr size_t maxSteps = 4'096;
    static constexpr size_t maxCollectives = 60'000;
    static constexpr size_t maxOverlaps = 100'000;
    static constexpr size_t maxKernels = 32;
    static constexpr size_t maxLayers = 256;
    static constexpr size_t maxName = 200;        ///< characters of names of steps and stages
    static constexpr size_t maxKernelName = 1000; ///< characters
    static constexpr size_t maxKinds = 512;       ///< of collectives; beyond, they lose their sizes

    std::string file; ///< of the trace, as it was opened
    uint64_t fileBytes = 0;
    std::string part; ///< of a file with several ranks: "DP rank 0, PP rank 1, TP rank 0"; empty: the whole file
    std::optional<int64_t> rank, worldSize;
    std::string stage, host; ///< empty: not known
    std::string device;      ///< its model; empty: not in the file
    std::string mapping;     ///< of the stages
    bool isComplete = true;  ///< false: the trace is cut
    bool hasClock = false;   ///< originNs is a wall clock's, else an arbitrary one
    int64_t originNs = 0;    ///< absolute time of the rank's 0
    uint64_t activities = 0;
    BusySplit busy;                   ///< of the main device
    std::vector<DigestSum> stages;    ///< of the whole recording, in the order of the rules
    std::vector<DigestStep> steps;    ///< by begin
    std::vector<int64_t> stepStageNs; ///< elapsed; steps × stages, a row a step
    std::vector<CollectiveKind> kinds;
    std::vector<DigestCollective> collectives; ///< by start
    bool hasOverlaps = false;                  ///< `overlaps` is told; digests of version 3 lack it
    std::vector<DigestOverlap> overlaps;       ///< by start, disjoint; none goes beyond a step's begin or end
    std::vector<DigestSum> kernels;            ///< the costliest, without communication
    std::vector<int64_t> layerNs;              ///< by index of the layer: mean time in a step
    uint64_t leftOut = 0;                      ///< steps and collectives beyond the limits

    /// Elapsed in the step, by index into stages.
    int64_t stageNs(size_t step, size_t index) const { return stepStageNs[step * stages.size() + index]; }
};
using RankDigestPtr = std::shared_ptr<const RankDigest>;

/// One digest a rank of the file, usually one; without a rank or stage where the file says none. Nothing when
/// cancelled. Without timeline: one digest without steps.
std::optional<std::vector<RankDigestPtr>> digestsOf(const Run &run, const StageMapping &mapping,
                                                    const Progress *progress = nullptr);

/// One digest of the iterations of one rank that stand in files of their own, on one clock; `file` is the first's. A
/// step ends where the next one begins, the time between being idle. `iterations`: not empty, of one rank.
RankDigestPtr joinedDigest(std::vector<RankDigestPtr> iterations);

} // namespace ws
