#pragma once
// The colours of core/analysis/stages/stagepalette.h as a theme shows them, so that timeline, tree, table and chart
// agree. A rule's own colour is shown unchanged, the rest follows the theme.

#include "core/analysis/stages/stagepalette.h"
#include "widgets/toolkit/palette.h"

#include <string_view>
#include <vector>

namespace ws {

/// By group of the classification: the colour of a substage in every view.
std::vector<QRgb> themedGroupColours(const Classification &classes, const Palette &palette);

/// The chip of a rule in the editor: the colour of the names that it takes.
QRgb ruleColour(const Palette &palette, const StageColours &colours, const StageRule &rule);

/// The n-th of `count` shades of a colour: 0 is the colour itself, the others differ from it.
QRgb shadeOf(QRgb colour, size_t n, size_t count);

/// Colour of a whole stage: a rule's own, or from the label.
QRgb stageColour(const Palette &palette, const StageColours &colours, std::string_view stage, uint32_t own);

} // namespace ws
