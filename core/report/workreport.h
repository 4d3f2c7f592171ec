#pragma once
// The table of kernels of a file that holds sums per kernel and no timeline: the columns of the kernel table that are
// known without one, and the part of the file that a row is from.

#include "core/analysis/stages/tablework.h"
#include "core/report/reporttable.h"

namespace ws {

/// Each part's rows by total, descending; shares are of the part's total.
ReportTable workReport(const std::shared_ptr<const Run> &run,
                       const std::shared_ptr<const std::vector<NamedWork>> &works);

/// What tables list the same work.
QStringList sameWorkNotes(const Run &run, const std::vector<NamedWork> &works);

} // namespace ws
