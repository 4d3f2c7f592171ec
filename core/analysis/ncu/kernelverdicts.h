#pragma once
// One row per kernel with its time and what Nsight Compute says of it: where the time is from a timeline, from sums per
// kernel (cuda_gpu_kern_sum), or from ncu's own durations, and the metrics are from any number of files of ncu, which
// usually hold one kernel each. The runs of the two tools share names only, so a kernel takes the rows of its
// signature, else of the signature without namespaces and casts, else, where one side has no template arguments, of the
// bare function's name; of several rows the one of the longest duration speaks for the kernel. (A launch's own row is
// joinNcu()'s.)

#include "core/analysis/limits/limits.h"
#include "core/base/progress.h"
#include "core/model/ncukernels.h"
#include "core/model/run.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace ws {

/// What a kernel does by the shapes of its operator in the timeline, of the device's peaks at the time that it takes
/// there.
struct WorkByShapes
{
    double ofLimit = 0;
    double memoryShare = 0;  ///< bytes of the operands, each once
    double computeShare = 0; ///< FLOP of the operation
    /// Bytes that Nsight Compute saw at the memory, beyond those of the operands; negative: fewer. Nothing: not
    /// counted.
    std::optional<double> memoryBeyond;
    double memoryRatio = 0; ///< these ÷ those of the operands; with memoryBeyond

    /// Shares this far apart are explained.
    static constexpr double clearlyApart = 0.1;
};

struct KernelVerdict
{
    std::string name;
    int64_t totalNs = 0;
    bool isTimed = true; ///< false: its time is not in the file
    uint64_t calls = 0;
    double share = 0;        ///< of the time of all kernels
    uint64_t ncuRows = 0;    ///< rows of ncu for it; 0: not measured
    std::string grid, block; ///< of the row that speaks for it
    std::string stage;       ///< label of the default mapping
    Severity severity = Severity::None;
    std::string finding;    ///< as in the table of ncu: all of it, ncu's own first
    NcuKernel metrics = {}; ///< of the row that speaks for it
    int64_t startNs = -1;   ///< of a launch in the timeline; -1: none
    /// Nothing: no shapes, several of them, an operator with several kernels, or a device whose peaks are not known.
    std::optional<WorkByShapes> byShapes = {};
    double weight() const { return double(totalNs) * double(severity); }
};

/// "L2 hit rate below 70 %": how many of the kernels that have the number.
struct VerdictCount
{
    /// LowSm: and not bound by memory.
    enum What : uint8_t { LowSm, LowL2, LowOccupancy, MemoryBound };
    What what = LowSm;
    uint64_t count = 0, of = 0;
    int64_t ns = 0; ///< their time
};

struct StageSum
{
    std::string stage;
    int64_t ns = 0;
    uint64_t kernels = 0;
    uint64_t untimed = 0; ///< of these, kernels whose time is not in the file
    uint64_t calls = 0;
    std::string name; ///< what the names of its kernels begin with, "nvjet_hsh"; empty: nothing, or one kernel
};

/// A rule of ncu, a threshold, or a finding of another tool: how many kernels it names.
struct FindingCount
{
    std::string name; ///< "SOLBottleneck", "low L2 hit rate", "L2缓存命中率低"
    uint64_t count = 0;
    int64_t ns = 0; ///< their time
};

struct KernelVerdicts
{
    std::vector<KernelVerdict> rows;    ///< by time × severity, then by time
    std::vector<VerdictCount> counts;   ///< those whose number is in the file
    std::vector<StageSum> stages;       ///< the largest first
    std::vector<FindingCount> findings; ///< by time
    /// Every row of `ncu` in its order, beside the launch of the timeline that it measured; empty where the rows
    /// themselves are launches.
    std::vector<KernelVerdict> launches;
    int64_t totalNs = 0;
    uint64_t untimed = 0;            ///< rows whose time is not in the file
    uint64_t measured = 0;           ///< rows with metrics
    uint64_t alone = 0;              ///< rows of ncu whose kernel has no time
    std::vector<std::string> doubts; ///< notes of ncu's tables: units that cannot be right
    std::vector<std::string> gaps;   ///< what files of ncu say of metrics without any value

    bool hasTimes() const { return untimed < rows.size(); } ///< of any kernel
};

/// `times`: a timeline, tables with sums per kernel, an integrated report, or null: ncu's own durations. `ncu`: runs
/// with tables of kind "ncu-kernels"; that of `times` counts too. Nothing when cancelled.
std::optional<KernelVerdicts> kernelVerdicts(const RunPtr &times, const std::vector<RunPtr> &ncu,
                                             const Progress *progress = nullptr);

/// Whether a run has a table of ncu's kernels, and nothing else that takes time.
bool isOnlyNcu(const Run &run);

} // namespace ws
