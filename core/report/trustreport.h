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
/// How much of the recording it concerns, as a sentence; empty: it is of nothing that is counted.
QString trustExtent(const TrustFinding &finding);
/// The same in few words: "120 of 500 launches, in the first 6 ms".
QString trustHowMuch(const TrustFinding &finding);

/// The verdict in a short line; with a colon where reasons follow.
QString fitTitle(const Fit &fit);
/// Each reason with its extent and its consequence.
QStringList fitLines(const Fit &fit);
/// Which numbers a reason concerns.
QString fitConsequence(const TrustFinding &reason);
/// {"verdict": "limits", "reasons": [{"rule", "what", "howMuch", "consequence"}]}
nlohmann::ordered_json fitJson(const Fit &fit);

/// "Idle time", "Times of GPU work".
QString trustNumberText(TrustNumber number);
/// The word in files: "gpu-idle".
std::string_view trustNumberId(TrustNumber number);

/// Sentences for the numbers of a table (TrustNumbers, combined) that are withheld; none: all can be shown.
QStringList withheldNotes(const std::vector<TrustFinding> &findings, uint16_t numbers);
/// [{"number": "gpu-idle", "because": "whole-graphs"}]: numbers that must not be taken as they are.
nlohmann::ordered_json withheldJson(const std::vector<TrustFinding> &findings, uint16_t numbers);

/// A column of the table of steps: "begin", "end", "begin end", or "first" for a whole step that is the first one
/// recorded; hidden where there is neither. The numbers that it makes false are marked: of a cut step those of its GPU
/// work, and its time on the CPU if that is cut too; of the first one its times and rates.
void addCutColumn(ReportTable &steps, std::vector<StepCut> cuts);

} // namespace ws
