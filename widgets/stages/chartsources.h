#pragma once
// Makes the bars of a stage chart from runs: one per run, or several.

#include "widgets/stages/chartdata.h"

namespace ws {

/// The bars of the controller's shown runs. Runs without GPU work or still being computed are omitted.
std::vector<ChartSource> chartSources(const StageController &controller);

/// Adds the bars that a run has by its state: one, or one bar per part, step, phase or rank. `several`: the chart shows
/// other runs, too, so the bars name theirs. `pickParts`: applies the state's bar choice to parts.
void addBars(std::vector<ChartSource> &sources, const ChartSource &run, bool several, bool pickParts);

/// Puts phases and ranks of several runs side by side and distinguishes bars with the same name.
void arrangeBars(std::vector<ChartSource> &sources, BarsBy by);

} // namespace ws
