#pragma once
// Layers by repetition: where modules are lost (CUDA graphs, compiled code), the names of the kernels still repeat,
// once per layer of the model. They are inferred from names alone, and every view says so.
//
// A sequence is the GPU work of one step on one device in order of start, on several streams in order of launch where
// that is known; without steps, all work of a device. Its longest repetition is Layer 0 … N−1; what runs before and
// after is the step's prologue and epilogue.

#include "core/analysis/layers/repetition.h"
#include "core/analysis/steps/steps.h"

#include <optional>
#include <vector>

namespace ws {

struct Layer
{
    uint32_t index = 0; ///< within its step and device, from 0
    uint32_t step = noStep;
    uint16_t device = 0;
    uint32_t firstWork = 0, workCount = 0; ///< into Layers::work
    int64_t totalNs = 0;                   ///< summed durations
};

struct Layers
{
    std::vector<Layer> layers;  ///< by device, step and index
    std::vector<uint32_t> work; ///< indices into Run::gpu, each once
    int64_t prologueNs = 0;     ///< before the first layer of a step …
    int64_t epilogueNs = 0;     ///< … and after its last one
    int64_t outsideNs = 0;      ///< of steps without repetition, and outside any step
    double coverage = 0;        ///< of the summed duration of all GPU work in steps; without steps: of all
};

/// Empty when cancelled.
std::optional<Layers> findLayers(const Run &run, const Steps &steps, const Progress *progress = nullptr);

} // namespace ws
