#pragma once
// The table of kernels: a row a kernel name, or a name and launch grid or input shape. Row k is row k of the analysis.

#include "core/analysis/kernels/kerneltable.h"
#include "core/report/reporttable.h"

namespace ws {

/// `kernels` null: the columns alone. `options`: what it was made with; decides which cells are known.
ReportTable kernelReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const KernelTable> &kernels,
                         const KernelTableOptions &options = {});

} // namespace ws
