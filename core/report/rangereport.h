#pragma once
// What lies in a time range, a row a name. Row k is name k of the analysis.

#include "core/analysis/busy/rangestats.h"
#include "core/report/reporttable.h"

namespace ws {

/// `stats` null: the columns alone.
ReportTable rangeReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const RangeStats> &stats);

} // namespace ws
