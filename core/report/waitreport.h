#pragma once
// The table of CPU calls, waits told apart from work.

#include "core/analysis/gaps/cpuwaits.h"
#include "core/report/reporttable.h"

namespace ws {

ReportTable waitReport(const std::shared_ptr<const Run> &run,
                       const std::shared_ptr<const std::vector<CpuCalls>> &calls);

} // namespace ws
