#pragma once
// The table of operators: one row per operator, or per operator and input shapes. Row k is row k of the analysis.

#include "core/analysis/kernels/operators.h"
#include "core/analysis/limits/limits.h"
#include "core/report/reporttable.h"

namespace ws {

/// `operators` null: only the columns. `byShape`: as it was made with. `limits`: of the same work;
/// null: what is reached of the device's limit stays empty, as in a table by shape.
ReportTable operatorReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const OperatorTable> &operators,
                           bool byShape = false, const std::shared_ptr<const Limits> &limits = nullptr);

} // namespace ws
