#include "widgets/session/stagecolours.h"

#include <algorithm>

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

QRgb shadeOf(QRgb colour, size_t n, size_t count)
{
    if (n == 0 || count < 2)
        return colour;
    const bool isLight = Palette::contrast(colour, 0xffffffff) < 1.8;
    const int max = isLight ? 90 : 150;
    const int share = max * static_cast<int>(n) / static_cast<int>(std::max<size_t>(3, count - 1));
    return Palette::mix(isLight ? 0xff000000 : 0xffffffff, colour, std::min(share, max));
}

QRgb stageColour(const Palette &palette, const StageColours &colours, std::string_view stage, uint32_t own)
{
    return own == noColour ? palette.tuned(0xff000000 | colours.stage(stage)) : 0xff000000 | own;
}

} // namespace ws
