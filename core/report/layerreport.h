#pragma once
// The table of layers by repetition, and its JSON.

#include "core/analysis/layers/layers.h"
#include "core/analysis/layers/treelayers.h"
#include "core/report/reporttable.h"

#include <nlohmann/json_fwd.hpp>

namespace ws {

/// `steps`: those that findLayers() was given.
ReportTable layerReport(const std::shared_ptr<const Run> &run, const std::shared_ptr<const Steps> &steps,
                        const std::shared_ptr<const Layers> &layers);
/// {"schema": 1, "layers": [{"index", "kernels", "totalNs", "step", "device"}], "prologueNs", "epilogueNs",
/// "outsideNs", "coverage", "layerShare"}; coverage: the part of the work in steps that runs from the first layer of a
/// step on; layerShare: in layers alone; step: index into the steps, null without.
nlohmann::ordered_json layersJson(const Run &run, const Layers &layers);

/// The layers of a layerwise profile, phase by phase, with their GPU time and what the file says of the CPU.
ReportTable treeLayerReport(const std::shared_ptr<const Run> &run, std::vector<PhaseLayers> phases);

} // namespace ws
