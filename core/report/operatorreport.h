#pragma once
// The table of operators: one row per operator, or per operator and input shapes. Row k is row k of the analysis.

#include "core/analysis/kernels/operators.h"
#include "core/report/reporttable.h"

namespace ws {

/// `operators` null: only the columns. `byShape`: as it was made with.
ReportTable operatorReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const OperatorTable> &operators,
                           bool byShape = false);

} // namespace ws
