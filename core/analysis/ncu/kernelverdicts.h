#pragma once
// One row per kernel with its time and what Nsight Compute says of it: where the time is from a timeline, from sums per
// kernel (cuda_gpu_kern_sum), or from ncu's own durations, and the metrics are from any number of files of ncu, which
// usually hold one kernel each. The runs of the two tools share names only, so a kernel takes the rows of its
// signature, else of the signature without namespaces and casts, else, where one side has no template arguments, of the
// bare function's name; of several rows the one of the longest duration speaks for the kernel. (A launch's own row is
// joinNcu()'s.)

#include "core/base/progress.h"
#include "core/model/ncukernels.h"
#include "core/model/run.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace ws {

struct KernelVerdict
{
    std::string name;
    int64_t totalNs = 0;
    uint64_t calls = 0;
    double share = 0;        ///< of the time of all kernels
    uint64_t ncuRows = 0;    ///< rows of ncu for it; 0: not measured
    std::string grid, block; ///< of the row that speaks for it
    std::string stage;       ///< label of the default mapping
    Severity severity = Severity::None;
    std::string finding;    ///< as in the table of ncu: all of it, ncu's own first
    NcuKernel metrics = {}; ///< of the row that speaks for it
    double weight() const { return double(totalNs) * double(severity); }
};

/// "L2 hit rate below 70 %": how many of the kernels that have the number.
struct VerdictCount
{
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
};

struct KernelVerdicts
{
    std::vector<KernelVerdict> rows;  ///< by time × severity, then by time
    std::vector<VerdictCount> counts; ///< those whose number is in the file
    std::vector<StageSum> stages;     ///< the largest first
    int64_t totalNs = 0;
    uint64_t measured = 0;           ///< rows with metrics
    uint64_t alone = 0;              ///< rows of ncu whose kernel has no time
    std::vector<std::string> doubts; ///< notes of ncu's tables: units that cannot be right
};

/// `times`: a timeline, tables with sums per kernel, an integrated report, or null: ncu's own durations. `ncu`: runs
/// with tables of kind "ncu-kernels"; that of `times` counts too. Nothing when cancelled.
std::optional<KernelVerdicts> kernelVerdicts(const RunPtr &times, const std::vector<RunPtr> &ncu,
                                             const Progress *progress = nullptr);

/// Whether a run has a table of ncu's kernels, and nothing else that takes time.
bool isOnlyNcu(const Run &run);

} // namespace ws
