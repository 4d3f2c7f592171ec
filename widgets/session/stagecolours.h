#pragma once
// The colours of core/analysis/stages/stagepalette.h as a theme shows them, so that timeline, tree, table and chart
// agree. What a rule says itself is shown as it is, the rest follows the theme.

#include "core/analysis/stages/stagepalette.h"
#include "widgets/toolkit/palette.h"

#include <string_view>
#include <vector>

namespace ws {

/// By group of the classification: the one colour of a substage in every view.
std::vector<QRgb> themedGroupColours(const Classification &classes, const Palette &palette);

/// What an editor's chip shows for a rule: the colour of the names that it takes.
QRgb ruleColour(const Palette &palette, const StageColours &colours, const StageRule &rule);

/// The n-th of `count` shades of a colour: 0 is the colour itself, the others are told apart from it.
QRgb shadeOf(QRgb colour, size_t n, size_t count);

/// Colour of a stage as a whole: a rule's own, or by the label.
QRgb stageColour(const Palette &palette, const StageColours &colours, std::string_view stage, uint32_t own);

} // namespace ws
