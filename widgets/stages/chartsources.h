#pragma once
// From runs to the bars of a stage chart: one a run, or several.

#include "widgets/stages/chartdata.h"

namespace ws {

/// What the controller's shown runs have to show. Runs without GPU work or still being computed are left out.
std::vector<ChartSource> chartSources(const StageController &controller);

/// Adds the bars that a run with a timeline has by its state: one, or a bar a step, phase or rank. `several`: the
/// chart shows other runs, too, so the bars name theirs.
void addTimelineBars(std::vector<ChartSource> &sources, ChartSource run, bool several);

/// Phases and ranks of several runs side by side, and what tells bars with the same name apart.
void arrangeBars(std::vector<ChartSource> &sources, BarsBy by);

} // namespace ws
