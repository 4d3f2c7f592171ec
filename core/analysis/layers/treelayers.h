#pragma once
// Layers of a layerwise profile: the instances of modules as it numbers them, in the order of the calls. Nothing is
// inferred here, other than in layers.h.

#include "core/model/run.h"

#include <string>
#include <vector>

namespace ws {

struct TreeLayer
{
    std::string name;    ///< of the module
    int64_t totalNs = 0; ///< GPU time of all below it
    int64_t cpuNs = -1;  ///< -1: not in the file
};

/// Of one phase, or the mean of the steps of a kind of phases.
struct PhaseLayers
{
    std::string phase;
    size_t steps = 0;
    int64_t totalNs = 0; ///< of the phase
    std::vector<TreeLayer> layers;
    int64_t inLayersNs() const;
};

/// The children of one module that hold modules themselves and whose class is there twice; of several such modules the
/// one whose children take most of the time. Phases without any are left out. `wanted` as for chosenPhases().
std::vector<PhaseLayers> treeLayers(const Run &run, const std::string &wanted = {});

} // namespace ws
