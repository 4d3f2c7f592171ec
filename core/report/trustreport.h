#pragma once
// What may not be trusted in a recording, for the user; and the marks of it in other tables.

#include "core/analysis/trust/trust.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// One row for each finding, with its gravest place.
ReportTable trustReport(const std::shared_ptr<const Run> &run,
                        const std::shared_ptr<const std::vector<TrustFinding>> &findings);

/// One sentence: what the finding means for the numbers.
QString trustText(const TrustFinding &finding);
/// "Idle time", "Times of GPU work".
QString trustNumberText(TrustNumber number);
/// The word in files: "gpu-idle".
std::string_view trustNumberId(TrustNumber number);

/// Sentences for the numbers of a table (TrustNumbers, combined) that are withheld; none: all can be shown.
QStringList withheldNotes(const std::vector<TrustFinding> &findings, uint16_t numbers);
/// [{"number": "gpu-idle", "because": "whole-graphs"}]: numbers that must not be taken as they are.
nlohmann::ordered_json withheldJson(const std::vector<TrustFinding> &findings, uint16_t numbers);

/// A column of the table of steps, "begin", "end" or "begin and end"; hidden where no step is cut.
void addCutColumn(ReportTable &steps, std::vector<StepCut> cuts);

} // namespace ws
