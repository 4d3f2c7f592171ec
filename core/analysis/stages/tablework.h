#pragma once
// GPU work that a file gives as sums per kernel name, without a timeline: tables of torch's profiler and of nsys stats,
// layerwise profiles. Count and total time are the file's; overlaps are not known, so elapsed time equals the total,
// but for the tables that gputrc2graph writes: they have elapsed times (and its result no others). Rows are never
// merged by name: torch cuts names, and which makes different kernels look alike.

#include "core/analysis/stages/stagebreakdown.h"
#include "core/model/run.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ws {

/// Which GPU work is in the sums: a report of kernels alone lacks the copies that the run had.
enum class WorkKinds : uint8_t { All, Kernels, Copies };

/// A report of Nsight Systems with a row for each kernel that a thread launches: mean times of the call, in the queue
/// and of the kernel. Its kernels count where no other report has their sums.
inline constexpr std::string_view kernelExecReport = "cuda_kern_exec_sum";

/// True for a table of nvprof, unitrace, PaddlePaddle, Proton or rocprofv3 whose rows are sums of GPU work.
bool holdsGpuWork(const Table &table);

/// What the rows of a table are a part of: its own sum, or more, where it lists its largest rows alone.
struct WorkWhole
{
    enum class Of : uint8_t {
        Rows,
        OwnShares, ///< by the file's own percentages; rows are missing in it
        Total,     ///< by the file's own total; rows are missing in it
    };
    int64_t ns = 0;
    Of of = Of::Rows;
    double rowsShare = 1; ///< of `ns`, in the rows
    bool isCut() const { return of != Of::Rows; }
};

/// "Its rows hold 50.0 % of 100 ms …"; `title`: of the table. Empty: the rows are the whole.
QString missingRowsText(const std::string &title, const WorkWhole &whole);

/// By name, from the default mapping: rows of tables have no kind of their own.
std::vector<CategoryKind> kindsOfNames(const std::shared_ptr<const NameSet> &names);

struct NamedWork
{
    std::string title; ///< the table's report or title, or the phase; distinct within a document
    WorkKinds kinds = WorkKinds::All;
    int table = -1; ///< index into Run::tables
    int tree = -1;  ///< index into Run::layerwise
    std::shared_ptr<const NameSet> names;
    NameSums sums;                     ///< overlapKnown is false but for gputrc2graph's tables
    std::vector<uint8_t> isAgain = {}; ///< by name: an earlier entry has this work, too; empty: none
    std::vector<int> alsoIn = {};      ///< tables that list nothing else, and have no entry
    WorkWhole whole = {};
    bool adds(size_t name) const { return isAgain.empty() || !isAgain[name]; }
};

/// The entries of a layerwise profile.
enum class TreeParts : uint8_t {
    Kernels, ///< the leaves
    Modules, ///< what lies directly in a module counts for it. Where modules of one name have different parents the
             ///< entry says which: "RowParallelLinear ‹ LlamaMLP"
};

/// What of a layerwise profile counts, and under which names.
struct TreeChoice
{
    TreeParts parts = TreeParts::Kernels;
    /// Names of nodes that count as one with all below them, see isFolded(). Not set: of modules the sampler and the
    /// logits processor, as in vLLM's script; of kernels none, so that each operation has all of its time.
    std::optional<std::vector<std::string>> folded = {};
    std::string phase = {}; ///< a phase, or a kind of phases: "decode"; empty: all
    uint32_t every = 1;     ///< of each kind the first phase, every n-th after it, and the last
    bool operator==(const TreeChoice &) const = default;
};

std::vector<std::string> foldedNames(const TreeChoice &choice);

/// An entry of a tree: a leaf, or a module with what lies directly in it.
struct TreeEntry
{
    uint32_t node = 0;
    int64_t ns = 0;
};
/// In the order of the tree; they add up to its leaves.
std::vector<TreeEntry> treeEntries(const ModuleTree &tree, const TreeChoice &choice);

/// What of the choice the run does not have: a phase, or a node to fold, or any tree at all. Empty: nothing.
QString misfit(const Run &run, const TreeChoice &choice);

/// One entry per kernel table and per phase, in the file's order. Copies (cuda_gpu_mem_time_sum) join the kernel table
/// above them, and its title says so. Identical tables count once, and so does a table whose rows another one has;
/// where two have work in common (one summary sorted in two ways, each cut at a limit) the later entry knows which.
/// Kernels of a phase are one by name. With `onlyTable` or `onlyTree` just that one.
std::vector<NamedWork> workWithoutTimeline(const Run &run, int onlyTable = -1, int onlyTree = -1,
                                           const TreeChoice &choice = {});

} // namespace ws
