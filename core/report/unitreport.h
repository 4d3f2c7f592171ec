#pragma once
// The unit of work that is inferred where no step is named: the table of its periods, and the unit itself in JSON.

#include "core/analysis/layers/workunit.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// The table of steps with the periods as rows, and their devices; a note says that they are inferred. `steps` are
/// unitSteps().
ReportTable unitReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Steps> &steps,
                       const WorkUnit &unit);
/// Why there is no unit, as a clause: that none can be inferred, or that those which do may be layers.
QString noUnitText(const WorkUnit &unit);
/// "17 × 17.529 ms": number of periods and mean time between their begins.
QString unitText(const UnitPeriods &periods);
/// {"kind": "step|repetition|none", "name": …, "count": …, "medianNs": …, "meanNs": …, "spreadNs": …}: of named steps
/// their number and wall times, else of the periods on the first device of the unit.
nlohmann::ordered_json unitJson(const Run &run, const Steps &steps, const WorkUnit &unit);

} // namespace ws
