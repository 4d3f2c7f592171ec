#pragma once
// The table of steps, by begin. Its last row is the GPU work outside any step, so that gpu_ns adds up to all of it.

#include "core/analysis/busy/stepsplits.h"
#include "core/analysis/steps/steps.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// `steps` null: only the columns.
ReportTable stepReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Steps> &steps);

/// What tells which step GPU work belongs to, where it is not its launch; else empty.
QString stepWorkNote(const Run &run, const Steps &steps);

/// Columns with the split of each step's time on its devices, added up.
void addSplitColumns(ReportTable &steps, const std::vector<StepSplit> &splits);
/// Adds "devices" to the rows of tableRowsJson() of steps.
void addSplitsJson(nlohmann::ordered_json &rows, const Run &run, const std::vector<StepSplit> &splits);

} // namespace ws
