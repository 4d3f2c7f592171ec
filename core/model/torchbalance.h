#pragma once
// The sums of a table of torch's profiler: the own time of all rows on the CPU and that on the device, the call that
// held the CPU longest, and what is paid only once. How the two overlap is not in such a table: threads add up, and
// the CPU works ahead of the device or waits for it. Whether a call waits is known of some by their names.

#include "core/model/table.h"

#include <optional>
#include <string>
#include <vector>

namespace ws {

struct TorchBalance
{
    double cpuUs = 0, deviceUs = 0; ///< the file's "Self CPU time total" and "Self CUDA time total"; > 0
    std::string device = {};        ///< "CUDA", "XPU" …; empty: not known
    std::string call = {};          ///< the largest one; empty: no rows
    double callUs = 0;              ///< with the calls below it
    bool callWaits = false;         ///< by its name: a synchronisation, or a copy that blocks
    double listedCpuUs = 0;         ///< own time of the CPU in the rows; the row limit may have cut off the rest
    double moduleLoadingUs = 0;   ///< "Runtime Triggered Module Loading": once per process
    double functionLoadingUs = 0; ///< "Lazy Function Loading": once per process
    double profilerUs = 0;        ///< other overhead of the profiler

    double execution() const { return deviceUs / cpuUs; } ///< a ratio of two sums, no share of a time
    /// Rows are missing: what the largest call does, and whether another one is larger, is not in the table.
    bool isCut() const { return listedCpuUs < 0.99 * cpuUs; }
    double onceUs() const { return moduleLoadingUs + functionLoadingUs; }
};

/// Nothing where the table is not of torch, one of its totals is missing or 0, or a column has negative times (see
/// negativeTimes()). `table.rowKinds` must be known.
/// O(rows).
std::optional<TorchBalance> torchBalance(const Table &table);

/// Totals that a document prints without their table are rows of one table of this kind, after the others: the place in
/// the document, the CPU's total, the device's (µs; either may be blank).
inline constexpr std::string_view looseTotalsKind = "torch-totals";
struct LooseBalance
{
    std::string name;     ///< its place in the document
    TorchBalance balance; ///< only the totals
    int64_t line = 0;
    int table = -1; ///< the first table with the same totals; -1: none
};
/// The rows of that table with both totals, each pair of numbers once. O(rows × tables).
std::vector<LooseBalance> looseBalances(const std::vector<Table> &tables);

/// A run of a document: a table with its title, or totals without one.
struct NamedBalance
{
    std::string name;
    TorchBalance balance;
};
/// In the order of the document, identical tables once; totals that are those of a table add their place to its name.
/// `only`: these tables and nothing else; empty: all.
std::vector<NamedBalance> balancesOf(const std::vector<Table> &tables, const std::vector<int> &only = {});

/// For each table the first one with the same columns, rows and totals; -1: none before it. Of a document that quotes
/// itself: a table without times (sizes of copies) only where the table above it is quoted as well. O(cells).
std::vector<int> identicalTables(const std::vector<Table> &tables);
/// The same, and for tables of torch that print one profile again (sorted otherwise, cut at another row, divided by the
/// shapes of inputs) the table of it that is not divided and lists most time, which may stand behind them. Totals that
/// are equal to the digit and at least half of the names with as many calls
/// and as much time tell it.
std::vector<int> repeatedTables(const std::vector<Table> &tables);

} // namespace ws
