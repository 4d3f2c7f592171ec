#pragma once
// The slices in a time range, one row per name. Row k is name k of the analysis.

#include "core/analysis/busy/rangestats.h"
#include "core/report/reporttable.h"

namespace ws {

/// `stats` null: only the columns.
ReportTable rangeReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const RangeStats> &stats);

} // namespace ws
