#pragma once
// Tables as profilers print them, and layerwise profiles, row by row: each table pairs with its counterpart (kernels,
// API, OS runtime, copies). Only for differences().

#include "core/analysis/compare/comparedrun.h"
#include "core/analysis/compare/comparison.h"

namespace ws {

/// Times are what the table is about: total time, of torch's tables self device time of the device's work and self CPU
/// time of operators and overhead; labels are left out, because they repeat the time of what they cover. Rows of one
/// (cut) name are never merged: the first pairs with the first, and so on. `counted`: units by which sums are divided.
DiffTable printedDifferences(const ComparedRun &a, const ComparedRun &b, DiffBy by, const CountedUnit &counted);

/// Calls of the kernel of this name, else of those with the text in their names if they are equally many. `rows`: by
/// DiffBy::Row, whose kernels are no copies.
CountedUnit countUnits(const DiffTable &kernels, const DiffTable &rows, std::string_view name);

/// A call of the CPU as a table has it: API calls and those of the OS.
struct PrintedCall
{
    std::string table, name;
    uint64_t calls = 0;
    int64_t ns = 0;      ///< the sum
    bool isSelf = false; ///< the sum is without the calls inside
    bool waits = false;  ///< for the device, for memory, another thread or the OS
};
/// Table by table, by time; identical tables once.
std::vector<PrintedCall> printedCalls(const Run &run);

} // namespace ws
