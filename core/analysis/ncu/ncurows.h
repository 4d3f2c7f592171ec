#pragma once
// The rows of Nsight Compute's tables ("ncu-kernels") as values again, and the launches that several files of it
// describe: sections are often exported one by one, and one file often holds one kernel.

#include "core/model/ncukernels.h"
#include "core/model/run.h"

#include <string>
#include <string_view>
#include <vector>

namespace ws {

struct NcuRow
{
    NcuKernel kernel; ///< without rules
    Severity severity = Severity::None;
    std::string finding; ///< all of the cell

    /// Metrics of a second file of the same launch fill those that are missing.
    void fill(const NcuRow &other);
};

/// Null: the run has no such table.
const Table *ncuTableOf(const Run &run);
/// The devices that a raw page names, each once, in the order of the rows.
std::vector<std::string> ncuDevices(const Run &run);
/// The rows of a table as ncuKernelTable() writes them.
std::vector<NcuRow> ncuRowsOf(const Table &table);

/// The launches of all files, in their order. Rows of different files with one ID, name, grid and block are one launch
/// unless a metric contradicts: files of one kernel each all begin with ID 0.
std::vector<NcuRow> ncuLaunches(const std::vector<RunPtr> &ncu);

/// The table of rows that were read from several files.
Table ncuTableOfRows(const std::vector<NcuRow> &rows);

/// "SOLBottleneck" of "[high] SOLBottleneck: This kernel …", "low L2 hit rate" of "[medium] low L2 hit rate (40.0 %)";
/// empty: a sentence without a name.
std::string nameOfFinding(std::string_view text);
/// The findings of a cell: "[high] …; [low] …", or of another tool "…; …".
std::vector<std::string> findingsOf(std::string_view cell);

} // namespace ws
