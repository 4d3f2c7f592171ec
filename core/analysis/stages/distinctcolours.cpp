#include "core/analysis/stages/distinctcolours.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ws {
namespace {

/// One way to change a colour in CIELAB's lightness, chroma and hue.
struct Change
{
    double lightness, chroma, hue; ///< added, factor, added in degrees
    double cost;
};

std::vector<Change> changes()
{
    std::vector<Change> all;
    for (int lightness = -42; lightness <= 42; lightness += 7)
        for (const double chroma : {1.0, 0.75, 0.5, 1.3})
            for (int hue = -180; hue < 180; hue += 12)
                all.push_back({double(lightness), chroma, double(hue),
                               std::abs(lightness) / 14.0 + std::abs(chroma - 1) * 3 + std::abs(hue) / 8.0});
    std::ranges::stable_sort(all, {}, &Change::cost);
    return all;
}

} // namespace

void DistinctColours::reserve(uint32_t inLight, uint32_t inDark)
{
    m_taken[0].push_back(labOf(inLight));
    m_taken[1].push_back(labOf(inDark));
}

double DistinctColours::distance(uint32_t colour, double enough) const
{
    double nearest = 1e9;
    const std::array<Lab, 2> shown{labOf(colour), labOf(onDark(colour))};
    for (size_t theme = 0; theme < m_themes; ++theme)
        for (size_t i = 0; i < m_taken[theme].size() && nearest > enough; ++i)
            nearest = std::min(nearest, colourDifference(shown[theme], m_taken[theme][i]));
    return nearest;
}

bool DistinctColours::isFree(uint32_t colour) const
{
    return distance(colour, 0) >= least;
}

uint32_t DistinctColours::take(uint32_t wish)
{
    static const std::vector<Change> all = changes();
    const Lab lab = labOf(wish);
    const double chroma = std::hypot(lab.a, lab.b), hue = std::atan2(lab.b, lab.a);
    uint32_t best = wish;
    double farthest = distance(wish, 0);
    constexpr double darkest = 18, lightest = 92, tinted = 12; // L*, L*, C*
    for (size_t i = 0; i < all.size() && farthest < least; ++i) {
        const Change &change = all[i];
        const double l = lab.l + change.lightness;
        // A grey has no hue to turn: it gets a tint.
        const bool isGrey = chroma < tinted && change.hue != 0;
        const double c = isGrey ? tinted : chroma * change.chroma, h = hue + change.hue * std::numbers::pi / 180;
        const auto colour = colourOf({l, c * std::cos(h), c * std::sin(h)});
        if (l < darkest || l > lightest || !colour)
            continue;
        if (const double away = distance(*colour, farthest); away > farthest) {
            farthest = away;
            best = *colour;
        }
    }
    reserve(best);
    return best;
}

} // namespace ws
