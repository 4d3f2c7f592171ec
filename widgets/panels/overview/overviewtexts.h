#pragma once
// Short texts of the Overview tab.

#include "core/report/overviewreport.h"

namespace ws {

/// "8.6 ms · 10.2 %" in the unit of the largest time beside it; the share alone without a time.
QString durationAndShare(int64_t ns, double share, int64_t largestNs);
QString durationAndShare(int64_t ns, int64_t ofNs); ///< beside the whole
QString unitsTitle(BudgetOf of, size_t count);
/// Count, median, mean and outliers; empty: not known.
QString rowDetail(const OverviewRow &row);

/// "12 more": the name of what a list leaves out.
QString restText(const OverviewList &list);
/// What the row of them is, for its tool tip.
QString restToolTip(const OverviewList &list);

} // namespace ws
