#pragma once
// Execution against waiting as a table: runs of torch's tables one below the other, with what each paid once. For
// overviews, comparisons and reports.

#include "core/model/torchbalance.h"
#include "core/report/reporttable.h"

namespace ws {

/// One row a run, in the order given; what is known of none is in optional columns.
ReportTable balanceReport(std::vector<NamedBalance> balances);

} // namespace ws
