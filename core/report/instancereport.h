#pragma once
// The table of the instances of a kernel or operator, by start, and what their durations are.

#include "core/analysis/instances/durations.h"
#include "core/analysis/instances/instances.h"
#include "core/analysis/limits/limits.h"
#include "core/report/reporttable.h"

namespace ws {

/// `instances` null: only the columns. `limits`: of the whole run, for what each instance reaches; null: not known.
ReportTable instanceReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Instances> &instances,
                           const std::shared_ptr<const InstanceContext> &context,
                           const std::shared_ptr<const Limits> &limits = nullptr);
/// One row: count, sums, percentiles, and where the slowest, the median and the fastest one begin.
ReportTable instanceStatsReport(const std::shared_ptr<const Run> &run, const Instances &instances,
                                const DurationStats &stats);
/// {"schema": 1, "rows": […], "stats": {…}}, as text: there may be a million rows.
std::string instancesJson(const ReportTable &instances, const DurationStats &stats);

} // namespace ws
