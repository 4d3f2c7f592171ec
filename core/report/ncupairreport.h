#pragma once
// What Nsight Compute says of the same kernels in two runs, as a table and as JSON.

#include "core/analysis/ncu/ncupairs.h"
#include "core/report/reporttable.h"

namespace ws {

ReportTable ncuPairReport(const std::shared_ptr<const std::vector<NcuPair>> &pairs);

} // namespace ws
