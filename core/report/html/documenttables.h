#pragma once
// Tables of a report that no panel has as a ReportTable: stages and modules. Their numbers are those of `stages --json`
// and `modules --json`.

#include "core/analysis/stages/stagestate.h"
#include "core/model/moduletree.h"
#include "core/report/html/document.h"
#include "core/report/reporttable.h"

namespace ws {

/// One row per group of labels with time, the largest first; the last row is the sum. Shares are of the elapsed time.
ReportTable stageTable(const QString &title, const Classification &classes, const NameSums &sums);

/// Rows of the tree down to `maxDepth`, depth first, names indented by their depth; without rows of kernels.
ReportTable moduleTable(const QString &title, const std::shared_ptr<const ModuleTree> &tree, uint32_t maxDepth);

/// The table's first column of names has short ones: a page shows them, and the full ones folded.
void addShortNames(ReportTable &table);

/// The label of what a bar of stages merges.
QString smallerOnes();
/// The groups of labels, the largest first; those below one percent are one part.
DocumentBar stageBar(const QString &label, const Classification &classes, const NameSums &sums);
/// One bar per bar of the state, its parts the groups of labels, the largest first; groups below one percent of the bar
/// are one part.
std::vector<DocumentBar> stageChartBars(const QString &label, const StageState &state);

} // namespace ws
