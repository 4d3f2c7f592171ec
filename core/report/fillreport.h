#pragma once
// The table of what fills a file.

#include "core/analysis/trust/filling.h"
#include "core/report/reporttable.h"

namespace ws {

/// Shares are of all events of the file; Python files are a part of their categories and no further events. `rows`
/// null: only the columns.
ReportTable fillReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const std::vector<Filling>> &rows);

} // namespace ws
