#pragma once
// The table of kernels: one row per name, or per name and launch grid or input shape. Row k is row k of the analysis.

#include "core/analysis/kernels/kerneltable.h"
#include "core/report/reporttable.h"

namespace ws {

/// `kernels` null: only the columns. `options`: those it was made with; they decide which cells are known.
ReportTable kernelReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const KernelTable> &kernels,
                         const KernelTableOptions &options = {});

} // namespace ws
