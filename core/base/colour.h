#pragma once
// What a person sees of a colour: how much two of them differ, and what can be read on one. All colours are sRGB,
// 0xRRGGBB; other bits are ignored.

#include <cstdint>
#include <optional>

namespace ws {

/// CIELAB with white D65.
struct Lab
{
    double l = 0, a = 0, b = 0;
};
Lab labOf(uint32_t colour);
/// Nothing where sRGB has no such colour.
std::optional<uint32_t> colourOf(const Lab &lab);

/// CIE76 ΔE (CIE 15:2004): about 2 is just noticeable side by side.
double colourDifference(const Lab &a, const Lab &b);
inline double colourDifference(uint32_t a, uint32_t b)
{
    return colourDifference(labOf(a), labOf(b));
}

/// WCAG 2 contrast, 1 to 21.
double contrast(uint32_t a, uint32_t b);
/// Black or white, whichever has the higher contrast; that is at least 4.5 on any colour.
uint32_t textColourOn(uint32_t background);

/// A colour as the dark theme shows it: 10 % lighter.
uint32_t onDark(uint32_t colour);

} // namespace ws
