#pragma once
// Short texts of the Overview tab.

#include "core/report/overviewreport.h"

namespace ws {

QString durationAndShare(int64_t ns, double share); ///< "8.6 ms · 10.2 %"; the share alone without a time
QString durationAndShare(int64_t ns, int64_t ofNs);
QString findingsTitle(BudgetOf of);
QString unitsTitle(BudgetOf of, size_t count);
/// Count, median, mean and outliers; empty: not known.
QString rowDetail(const OverviewRow &row);

} // namespace ws
