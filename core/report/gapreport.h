#pragma once
// The table of gaps, longest first, and the idle time of each cause per device.

#include "core/analysis/findings/framearound.h"
#include "core/analysis/gaps/gaps.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

#include <limits>

namespace ws {

/// Rows as Gaps::byLength, the longest `maxRows`; null: only the columns.
ReportTable gapReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Gaps> &gaps,
                      size_t maxRows = std::numeric_limits<size_t>::max());
/// One row per device and cause; the rows of a device add up to its idle time.
ReportTable gapCauseReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Gaps> &gaps);
/// {"schema": 1, "devices": [{"device": …, "idleNs": …, "byCause": {…}, "rows": […]}]}, rows by length.
nlohmann::ordered_json gapsJson(const Run &run, const Gaps &gaps);

/// Why in detail: "290 µs without a recorded call on the launching thread, then aten::copy_". Empty: nothing is known.
QString gapEvidenceText(const Run &run, const Gap &gap);
/// The same with source lines that are known already; null: without them, which costs nothing per name of the run.
QString gapEvidenceText(const Run &run, const Gap &gap, const LinesAround *lines);
/// The name of a cause on the screen: "Blocking call".
QString gapCauseText(GapCause cause);
/// What fills it where that is known, else its cause.
QString gapCauseText(const Gap &gap);
/// Within a sentence or behind a comma: "blocking call".
QString gapCauseInText(GapCause cause);
QString gapCauseInText(const Gap &gap);

} // namespace ws
