#pragma once
// The table of kernels with their times and what Nsight Compute says of them, and the sentences over all of them.

#include "core/analysis/ncu/kernelverdicts.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// Row k is row k of the verdicts.
ReportTable verdictReport(const std::shared_ptr<const KernelVerdicts> &verdicts);
/// Every row of ncu in its order, beside the launch that it measured; JSON's key is "launches".
ReportTable launchReport(const std::shared_ptr<const KernelVerdicts> &verdicts);
ReportTable stageSumReport(const std::shared_ptr<const KernelVerdicts> &verdicts);
ReportTable findingCountReport(const std::shared_ptr<const KernelVerdicts> &verdicts);

/// All times are whole µs, as in files that round to them: further digits are none of theirs.
bool hasWholeMicroseconds(const KernelVerdicts &verdicts);
/// With the digits that the file has: "46 µs" where all its times are whole µs.
QString verdictTime(const KernelVerdicts &verdicts, int64_t ns);
/// "222 µs of kernel time, kernels: 13. linear · cublas (nvjet_hsh …) 79.7 %, …."
QString verdictHeadline(const KernelVerdicts &verdicts);
/// "L2 hit rate below 70 %: 12 of 13 kernels, 96.4 % of the time", each.
QStringList countSentences(const KernelVerdicts &verdicts);
/// "Named most: L2缓存命中率低 12 of 13 (98.6 %), …", by time; empty: no finding has a name.
QString findingsSentence(const KernelVerdicts &verdicts);
/// How much of the time was measured, and what was measured in vain; empty: all of it.
QStringList coverageSentences(const KernelVerdicts &verdicts);
/// All of them: doubts about units first, then "L2 hit rate below 70 %: 12 of 13 kernels, 96.4 % of the time" and the
/// time by stage.
QStringList verdictSentences(const KernelVerdicts &verdicts);
/// {"schema": 1, "rows": […], "counts": […], "stages": […], "findings": […], "launches": […], "doubts": […], "alone":
/// 0}
nlohmann::ordered_json verdictsJson(const std::shared_ptr<const KernelVerdicts> &verdicts);

/// "high" in the user's language; empty: none.
QString severityText(Severity severity);
/// A severity of a table's cell, or its findings "[high] …; [low] …" or "… (high); … (low)", in the user's words.
QString withSeverities(std::string_view text);

} // namespace ws
