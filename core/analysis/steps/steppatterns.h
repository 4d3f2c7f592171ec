#pragma once
// Recognises annotations that name a step of an engine or a training loop, and reads their text. The patterns are a
// table, the most specific first: where annotations are nested, the earlier pattern names the step.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ws {

/// The content of a name. Phases: prefill, decode, mixed (both kinds of requests), diffusion, capture (of a CUDA
/// graph), draft (the model that proposes tokens, on its own), profiler (an iteration as torch counts them), section (a
/// part of a training iteration), unknown, or another SGLang mode in lower case ("target_verify").
struct StepName
{
    uint8_t rank = 0; ///< 0 is the most specific
    std::string phase;
    std::optional<int64_t> batch;  ///< requests, or the size of the batch
    std::optional<int64_t> tokens; ///< computed by the model in this step
};

/// Nothing for other texts. `annotation`: the slice is an annotation, not an operator; only those may
/// be steps whose pattern is not known (`execute_…`).
std::optional<StepName> stepName(std::string_view text, bool annotation = true);

/// True for phases that describe the computation; they replace a phase that does not.
bool isTellingPhase(std::string_view phase);

/// Order of phases in charts and lists: prefill, decode, mixed, … then others by name.
int phaseOrder(std::string_view phase);

} // namespace ws
