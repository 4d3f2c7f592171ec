#pragma once
// The executions of a row of the module tree, by start.

#include "core/analysis/instances/instances.h"
#include "core/analysis/instances/moduleinstances.h"
#include "core/report/reporttable.h"

namespace ws {

/// `instances` null: only the columns. `context` tells the steps.
ReportTable moduleInstanceReport(const std::shared_ptr<const Run> &run,
                                 const std::shared_ptr<const std::vector<ModuleInstance>> &instances,
                                 const std::shared_ptr<const InstanceContext> &context,
                                 const std::shared_ptr<const Attribution> &attribution);

} // namespace ws
