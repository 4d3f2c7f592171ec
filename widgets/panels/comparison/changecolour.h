#pragma once
// Slower is orange, faster is blue, what is not decided is grey: never red and green.

#include "widgets/toolkit/palette.h"

namespace ws {

inline QRgb colourOfUndecided()
{
    return Palette::mix(Palette::current().muted, Palette::current().base, 90);
}

/// `delta`: B − A.
inline QRgb colourOfChange(double delta)
{
    const Palette &palette = Palette::current();
    return delta > 0 ? palette.stage("quantize") : delta < 0 ? palette.stage("training") : colourOfUndecided();
}

} // namespace ws
