#pragma once
// Which annotations name a step of an engine or a training loop, and what their text says of it. The patterns are a
// table, the most specific first: where annotations lie within one another, the earlier pattern names the step.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ws {

/// What a name says. Phases: prefill, decode, mixed (both kinds of requests), diffusion, capture (of a CUDA graph),
/// profiler (an iteration as torch counts them), section (a part of a training iteration), unknown, or an SGLang mode
/// that is none of these, in small letters ("target_verify").
struct StepName
{
    uint8_t rank = 0; ///< 0 is the most specific
    std::string phase;
    std::optional<int64_t> batch;  ///< requests, or the size of the batch
    std::optional<int64_t> tokens; ///< that the model computes in this step
};

/// Nothing when the text is no step's name. `annotation`: the slice is an annotation, not an operator; only those may
/// be steps whose pattern is not known (`execute_…`).
std::optional<StepName> stepName(std::string_view text, bool annotation = true);

/// True for phases that say what is computed; a phase without such content gives way to one with it.
bool isTellingPhase(std::string_view phase);

/// Order of phases in charts and lists: prefill, decode, mixed, … then others by name.
int phaseOrder(std::string_view phase);

} // namespace ws
