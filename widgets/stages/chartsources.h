#pragma once
// Makes the bars of a stage chart from runs: one per run, or several.

#include "widgets/stages/chartdata.h"

#include <QStringList>

namespace ws {

/// The bars of the controller's shown runs; of a comparison those of the compared parts, named by their sides. Runs
/// without GPU work or still being computed are omitted.
std::vector<ChartSource> chartSources(const StageController &controller);

/// Adds the bars that a run has by its state: one, or one bar per part, step, phase or rank. `several`: the chart shows
/// other runs, too, so the bars name theirs. `pickParts`: applies the state's bar choice to parts.
void addBars(std::vector<ChartSource> &sources, const ChartSource &run, bool several, bool pickParts);

/// Kinds of the phases of layerwise profiles among the bars, in their order: "prefill", "decode".
QStringList phaseKinds(const std::vector<ChartSource> &sources);
/// The phases of this kind.
std::vector<ChartSource> ofPhaseKind(const std::vector<ChartSource> &sources, const QString &kind);
/// The kind of phases that the chart shows; empty: all. Without a choice, where one kind has at least four phases, that
/// kind, so that a long prefill does not flatten the decodes.
QString shownKind(const std::vector<std::string> &phases, const ChartOptions &options);
/// Without the phases that the options leave out.
std::vector<ChartSource> shownPhases(std::vector<ChartSource> sources, const ChartOptions &options);

/// Puts phases and ranks of several runs side by side and distinguishes bars with the same name.
void arrangeBars(std::vector<ChartSource> &sources, BarsBy by);

} // namespace ws
