#pragma once
// How a run's stages are computed: in any thread, from the run, what is known already, and what is asked for.

#include "widgets/session/stagecontroller.h"

namespace ws {

struct StageRequest
{
    StageMapping mapping;
    std::optional<TimeRange> range;
    SweepChoice sweep = SweepChoice::Automatic;
    BarChoice bars;
    TreeParts parts = TreeParts::Kernels; ///< of layerwise profiles
    Focus focus = {};
    bool operator==(const StageRequest &) const = default;
};

/// What `before` holds and still fits is used again. Without classes or sums when cancelled.
StageState stageState(const RunPtr &run, const StageState *before, const StageRequest &request,
                      const Progress *progress = nullptr);

/// "FILE", or "FILE#part".
QString runLabel(const Run &run);

} // namespace ws
