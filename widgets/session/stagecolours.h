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

/// What a chart shows beside stages, in a theme.
QRgb themed(const Palette &palette, ThemedColour colour);

/// An entry of a chart's legend and the colour it has elsewhere, or a name alone, which no stage claims.
struct LegendWish
{
    QRgb colour = 0;
    bool isNameAlone = false;
};
/// Colours that differ as DistinctColours does. Those of stages and substages are what they are in every other view;
/// names alone have colours that no stage has. `shades`: a colour that occurs again gives way to a shade of it.
std::vector<QRgb> legendColours(const std::vector<LegendWish> &wishes, bool shades, const Palette &palette);

/// Colour of a whole stage: a rule's own, or from the label.
QRgb stageColour(const Palette &palette, const StageColours &colours, std::string_view stage, uint32_t own);

} // namespace ws
