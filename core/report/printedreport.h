#pragma once
// A table that a profiler printed: on the screen with one time unit per column and percentages as shares, in files with
// the printed numbers. A table of torch has one more column, the kind of each row, because labels, operators, device
// work and overhead overlap and must never be added up together. A table of ncu has two more when a timeline holds its
// kernels: the start and the duration of each one there.

#include "core/analysis/ncu/ncujoin.h"
#include "core/report/reporttable.h"

#include <optional>

namespace ws {

/// A timeline that the rows of a table of ncu were found in.
struct PrintedLink
{
    std::shared_ptr<const Run> timeline; ///< null: none
    std::shared_ptr<const NcuJoin> join;
};

/// Row k of the report is `rows[k]` of run->tables[table]. The columns of the file come first, in its order; those that
/// are empty in all rows are optional. Torch's FLOPs get a column of TFLOP/s, and with the user's `peakTflops` (> 0)
/// one of their share of it.
ReportTable printedReport(const std::shared_ptr<const Run> &run, size_t table, std::vector<size_t> rows,
                          const PrintedLink &link = {}, double peakTflops = 0);
/// All rows, or those of a kind.
std::vector<size_t> printedRows(const Table &table, std::optional<RowKind> kind = {});

/// The column of the names; 0 if none is found.
int printedNameColumn(const Table &table);
QString rowKindTitle(RowKind kind);
/// torch cut the row's name; it stands for several kernels.
bool isAmbiguous(const Table &table, size_t row);

} // namespace ws
