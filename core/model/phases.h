#pragma once
// The phases of a layerwise profile: one prefill, and a phase for every step that decodes, "decode_1", "decode_2" … .

#include "core/model/moduletree.h"

#include <string_view>

namespace ws {

/// "decode" of "decode_12": the name without its number.
std::string_view phaseKind(std::string_view phase);

/// Names of the phases of these trees, in their order: those that `wanted` names (a phase, a kind of phases, or the
/// 1-based number of one; empty: all), and of each kind the first, every n-th after it, and the last.
std::vector<std::string> chosenPhases(const std::vector<ModuleTree> &trees, std::string_view wanted = {},
                                      uint32_t every = 1);

} // namespace ws
