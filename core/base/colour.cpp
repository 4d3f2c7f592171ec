#include "core/base/colour.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ws {
namespace {

constexpr double whiteX = 0.95047, whiteZ = 1.08883; // D65, Y = 1

double toLinear(uint32_t channel)
{
    static const std::array<double, 256> linear = [] {
        std::array<double, 256> all{};
        for (size_t i = 0; i < all.size(); ++i) {
            const double c = double(i) / 255;
            all[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        }
        return all;
    }();
    return linear[channel];
}

double labCurve(double t)
{
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

double inverseCurve(double f)
{
    return f * f * f > 216.0 / 24389 ? f * f * f : (116 * f - 16) * 27 / 24389;
}

struct Linear
{
    double r, g, b;
};

Linear linearOf(uint32_t colour)
{
    return {toLinear(colour >> 16 & 255), toLinear(colour >> 8 & 255), toLinear(colour & 255)};
}

/// Nothing outside of sRGB.
std::optional<uint32_t> fromLinear(const Linear &linear)
{
    uint32_t colour = 0;
    for (const double c : {linear.r, linear.g, linear.b}) {
        if (c < -0.001 || c > 1.001)
            return {};
        const double v = std::clamp(c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055, 0.0, 1.0);
        colour = colour << 8 | static_cast<uint32_t>(std::lround(255 * v));
    }
    return colour;
}

double luminance(uint32_t colour)
{
    const auto [r, g, b] = linearOf(colour);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

} // namespace

Lab labOf(uint32_t colour)
{
    const auto [r, g, b] = linearOf(colour);
    const double x = labCurve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / whiteX);
    const double y = labCurve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    const double z = labCurve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / whiteZ);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

std::optional<uint32_t> colourOf(const Lab &lab)
{
    const double f = (lab.l + 16) / 116;
    const double x = whiteX * inverseCurve(f + lab.a / 500), y = inverseCurve(f),
                 z = whiteZ * inverseCurve(f - lab.b / 200);
    return fromLinear({3.2404542 * x - 1.5371385 * y - 0.4985314 * z, -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
                       0.0556434 * x - 0.2040259 * y + 1.0572252 * z});
}

double colourDifference(const Lab &a, const Lab &b)
{
    const double l = a.l - b.l, da = a.a - b.a, db = a.b - b.b;
    return std::sqrt(l * l + da * da + db * db);
}

double contrast(uint32_t a, uint32_t b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

uint32_t textColourOn(uint32_t background)
{
    constexpr uint32_t black = 0x000000, white = 0xFFFFFF;
    return contrast(background, black) >= contrast(background, white) ? black : white;
}

uint32_t onDark(uint32_t colour)
{
    constexpr uint32_t share = 26; // of 255
    uint32_t lighter = 0;
    for (int shift : {16, 8, 0})
        lighter |= (255 * share + (colour >> shift & 255) * (255 - share) + 127) / 255 << shift;
    return lighter;
}

} // namespace ws
