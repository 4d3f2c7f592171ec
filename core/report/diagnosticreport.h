#pragma once
// The reader's diagnostics, one row per kind. Row k is diagnostic k of the run.

#include "core/report/reporttable.h"

namespace ws {

/// Null: only the columns.
ReportTable diagnosticReport(const std::shared_ptr<const Run> &run);

} // namespace ws
