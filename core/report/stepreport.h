#pragma once
// The table of steps, by begin. Its last row is the GPU work outside any step, so that gpu_ns adds up to all of it.

#include "core/analysis/steps/steps.h"
#include "core/report/reporttable.h"

namespace ws {

ReportTable stepReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Steps> &steps);

} // namespace ws
