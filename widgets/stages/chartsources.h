#pragma once
// From runs to the bars of a stage chart: one a run, or several.

#include "widgets/stages/chartdata.h"

namespace ws {

/// What the controller's shown runs have to show. Runs without GPU work or still being computed are left out.
std::vector<ChartSource> chartSources(const StageController &controller);

/// Adds the bars that a run has by its state: one, or a bar a part, step, phase or rank. `several`: the chart shows
/// other runs, too, so the bars name theirs. `pickParts`: parts are chosen among as the state's bar choice says.
void addBars(std::vector<ChartSource> &sources, const ChartSource &run, bool several, bool pickParts);

/// Phases and ranks of several runs side by side, and what tells bars with the same name apart.
void arrangeBars(std::vector<ChartSource> &sources, BarsBy by);

} // namespace ws
