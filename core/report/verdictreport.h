#pragma once
// The table of kernels with their times and what Nsight Compute says of them, and the sentences over all of them.

#include "core/analysis/ncu/kernelverdicts.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// Row k is row k of the verdicts.
ReportTable verdictReport(const std::shared_ptr<const KernelVerdicts> &verdicts);
/// Doubts about units first, then "L2 hit rate below 70 %: 12 of 13 kernels, 96.4 % of the time" and the time by stage.
QStringList verdictSentences(const KernelVerdicts &verdicts);
/// {"schema": 1, "rows": […], "counts": […], "stages": […], "doubts": […]}
nlohmann::ordered_json verdictsJson(const std::shared_ptr<const KernelVerdicts> &verdicts);

/// "high" in the user's language; empty: none.
QString severityText(Severity severity);
/// A severity of a table's cell, or its findings "[high] …; [low] …", in the user's words.
QString withSeverities(std::string_view text);

} // namespace ws
