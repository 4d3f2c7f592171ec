#pragma once
// The table of kernels: one row per name, or per name and launch grid or input shape. Row k is row k of the analysis.

#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/limits/limits.h"
#include "core/report/reporttable.h"

namespace ws {

/// `kernels` null: only the columns. `options`: those it was made with; they decide which cells are known.
/// `limits`: of the same work; null: what is reached of the device's limit stays empty, as in a table that is split.
ReportTable kernelReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const KernelTable> &kernels,
                         const KernelTableOptions &options = {}, const std::shared_ptr<const Limits> &limits = nullptr);

} // namespace ws
