#pragma once
// The colour of a stage, the same in timeline, module tree, charts and reports. From Paul Tol's colour-blind-safe sets,
// fixed by the stage's name, so that two runs and two mappings agree. What the mapping says goes first.

#include "core/analysis/stages/stageclassifier.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ws {

/// 0xRRGGBB. Known are the stages of the built-in mappings; another name always gets the same one of their colours.
uint32_t stageColour(std::string_view stage);

/// Of a substage whose rules say no colour of their own: a shade of the colour of its stage.
uint32_t substageColour(const StageMapping &mapping, std::string_view stage, std::string_view substage);

/// Parallel to Classification::groups. Substages of one stage are shades of its colour, in the order of the mapping's
/// rules (not of the run's groups, so that runs agree); a mapping whose stages say nothing ("layer", "gpu") is coloured
/// by substage.
std::vector<uint32_t> groupColours(const Classification &classes);

} // namespace ws
