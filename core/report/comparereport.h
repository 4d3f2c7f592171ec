#pragma once
// A comparison of two runs as tables, JSON and Markdown. Every number comes from the Comparison; nothing is judged
// here.

#include "core/analysis/compare/compareruns.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// One row per row of the differences, in their order; what is not known of any row is in optional columns.
ReportTable differenceReport(const Comparison &comparison, const std::shared_ptr<const DiffTable> &table);
/// Rows of GPU work in two timelines: limits can be asked for.
bool hasLimits(const Comparison &comparison, DiffBy by);
/// Of a table with limits: whether the work or its efficiency changed, as a whole, or why that is not said.
QStringList workChangeNotes(const DiffTable &table);
/// The conditions, field by field.
ReportTable comparabilityReport(const Comparison &comparison);
/// What a mean unit is made of: A, B and Δ of each part, the last row is the sum. Without a unit the whole recordings.
ReportTable explanationReport(const Comparison &comparison);

/// Above everything: whether both recordings can be relied on, one short line where they are; else what limits
/// each, or both where it is the same, with the extent of what makes one unfit. Empty: both are tables.
QStringList fitLines(const Comparison &comparison);
/// Sentences for what is not known in full of either run: idle time, causes of gaps, sums of GPU work. None: all is.
QStringList withheldNotes(const Comparison &comparison);
/// Columns of differenceReport() that lead from a row to its places.
QString diffStatusText(DiffRow::Status status);
/// The part of a file that the row is of, "torch · operators" or the name of a table.
QString diffPartText(std::string_view part);
/// "kernels", "API calls"; of other times what they are in the file.
QString countedTimeText(CountedTime of, std::string_view part);
QString diffMatchText(DiffRow::Match match);
/// "by stage": what the rows are.
QString diffByText(DiffBy by);
QString fieldStateText(ComparedField::State state);
/// "slower", "too few" …: the badge beside the headline.
QString verdictText(Verdict verdict);

/// The document of `compare --json`, see docs/cli.md.
nlohmann::ordered_json comparisonJson(const Comparison &comparison, const DiffTable &table);
/// For the discussion of a change: headline, reasons, the parts of a unit, the first `rows` differences, the conditions
/// folded up.
QString comparisonMarkdown(const Comparison &comparison, const std::shared_ptr<const DiffTable> &table,
                           size_t rows = 20);
/// The same for a terminal. `maxWidth`: as tableTerminalText().
std::string comparisonText(const Comparison &comparison, const std::shared_ptr<const DiffTable> &table, int maxWidth);

} // namespace ws
