#pragma once
// The texts around a stage chart: title, subtitle, axis.

#include "widgets/stages/chartdata.h"

namespace ws {

void writeTitles(ChartData &data, const std::vector<ChartSource> &sources, const ChartOptions &options);

/// True when the parts of this bar are the modules of a layerwise profile, not kernels.
bool showsModules(const ChartSource &source);

} // namespace ws
