#pragma once
// Kernels of communication with what their arguments say of the collective. What is not in the file is blank.

#include "core/analysis/collectives/collectives.h"
#include "core/report/reporttable.h"

namespace ws {

/// `rows` null: only the columns.
ReportTable collectiveReport(const std::shared_ptr<const Run> &run,
                             const std::shared_ptr<const std::vector<CollectiveRow>> &rows);

} // namespace ws
