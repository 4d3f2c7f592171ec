#pragma once
// Which colour a stage or substage has, so that timeline, tree, table and chart agree. Labels of well-known mappings
// (vLLM's "attn", "gemm") share the colour of the stage they mean. A mapping that puts all GPU work into one stage, as
// vLLM's does, is coloured by its substages.

#include "core/stages/stageclassifier.h"
#include "widgets/theme/palette.h"

#include <string_view>
#include <vector>

namespace ws {

/// Palette::stageIndex() of the stage that a label means.
uint16_t colourClass(std::string_view label);

/// By group of the classification: what timeline and chart colour it by.
std::vector<uint16_t> groupClasses(const Classification &classes);

/// The n-th of `count` shades of a colour: 0 is the colour itself, the others are told apart from it.
QRgb shadeOf(QRgb colour, size_t n, size_t count);

/// Colour of a label without a rule's own: what an editor's chip shows.
QRgb labelColour(const Palette &palette, std::string_view label, uint32_t own);

} // namespace ws
