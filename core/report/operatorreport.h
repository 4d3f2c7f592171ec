#pragma once
// The table of operators: a row an operator, or an operator and its input shapes. Row k is row k of the analysis.

#include "core/analysis/kernels/operators.h"
#include "core/report/reporttable.h"

namespace ws {

/// `operators` null: the columns alone. `byShape`: what it was made with.
ReportTable operatorReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const OperatorTable> &operators,
                           bool byShape = false);

} // namespace ws
