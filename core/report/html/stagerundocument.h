#pragma once
// gputrc2graph's result.html: the chart of several runs, its pivot, and its table of kernels. The numbers are exact
// where result.csv rounds as the script does.

#include "core/report/html/provenance.h"
#include "core/report/stageexport.h"

namespace ws {

struct StageRunsRequest
{
    QString title; ///< empty: a plain one
    std::vector<StageExportRun> runs;
    std::vector<ProvenanceRun> sources; ///< parallel to runs
    std::string language = "en";
};
Document stageRunsDocument(const StageRunsRequest &request);

/// Substage × run, elapsed times, CPU(non-GPU) included; the last row is the sum.
ReportTable pivotTable(const std::vector<StageExportRun> &runs);
/// One row per run and kernel name, as result.csv has them.
ReportTable resultTable(const std::vector<StageExportRun> &runs);

} // namespace ws
