#pragma once
// The table of CPU calls, with waits and work as separate kinds.

#include "core/analysis/compare/printedrows.h"
#include "core/analysis/gaps/cpuwaits.h"
#include "core/report/reporttable.h"

namespace ws {

ReportTable waitReport(const std::shared_ptr<const Run> &run,
                       const std::shared_ptr<const std::vector<CpuCalls>> &calls);
/// The same of files with tables instead of a timeline.
ReportTable printedWaitReport(std::vector<PrintedCall> calls);

} // namespace ws
