#include "widgets/session/stagecolours.h"

#include "core/analysis/stages/distinctcolours.h"

#include <set>

namespace ws {

std::vector<QRgb> themedGroupColours(const Classification &classes, const Palette &palette)
{
    std::vector<QRgb> colours;
    for (const uint32_t colour : groupColours(classes)) {
        const bool own = classes.groups[colours.size()].colour != noColour;
        colours.push_back(own ? 0xff000000 | colour : palette.tuned(0xff000000 | colour));
    }
    return colours;
}

QRgb ruleColour(const Palette &palette, const StageColours &colours, const StageRule &rule)
{
    if (rule.colour != noColour)
        return 0xff000000 | rule.colour;
    if (rule.substage.empty()) // a list of stages alone
        return stageColour(palette, colours, rule.stage, noColour);
    return palette.tuned(0xff000000 | colours.substage(rule.stage, rule.substage));
}

QRgb themed(const Palette &palette, ThemedColour colour)
{
    return 0xff000000 | (palette.isDark() ? colour.dark : colour.light);
}

std::vector<QRgb> legendColours(const std::vector<LegendWish> &wishes, bool shades, const Palette &palette)
{
    DistinctColours legend(DistinctColours::Shown::AsTheyAre);
    for (const QRgb colour : {themed(palette, nonGpuColour), themed(palette, smallPartsColour), palette.base})
        legend.reserve(colour);
    bool anyAlone = false;
    for (const LegendWish &wish : wishes) {
        anyAlone |= wish.isNameAlone;
        if (!wish.isNameAlone)
            legend.reserve(wish.colour);
    }
    if (anyAlone)
        for (const std::string_view stage : knownStages())
            legend.reserve(palette.stage(stage));
    std::vector<QRgb> colours;
    std::set<QRgb> given;
    size_t alone = 0;
    for (const LegendWish &wish : wishes) {
        if (wish.isNameAlone)
            colours.push_back(0xff000000 | legend.take(palette.tuned(nameColour(alone++))));
        else if (given.insert(wish.colour).second || !shades)
            colours.push_back(wish.colour);
        else
            colours.push_back(0xff000000 | legend.take(wish.colour));
    }
    return colours;
}

QRgb stageColour(const Palette &palette, const StageColours &colours, std::string_view stage, uint32_t own)
{
    return own == noColour ? palette.tuned(0xff000000 | colours.stage(stage)) : 0xff000000 | own;
}

} // namespace ws
