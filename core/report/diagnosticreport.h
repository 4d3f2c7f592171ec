#pragma once
// What the reader could not take as it stood, a row a kind. Row k is diagnostic k of the run.

#include "core/report/reporttable.h"

namespace ws {

/// Null: the columns alone.
ReportTable diagnosticReport(const std::shared_ptr<const Run> &run);

} // namespace ws
