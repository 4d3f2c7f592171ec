#pragma once
// Colours that a person tells apart: each differs from every other by at least 12 in CIELAB (CIE76 ΔE; a legend is read
// across a picture), in the light theme and in the dark one.
// Rejected: steps of lightness alone (a stage with eight substages has two that look alike), colours by hash.

#include "core/base/colour.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ws {

class DistinctColours
{
public:
    static constexpr double least = 12; ///< CIE76 ΔE between two colours of one legend

    enum class Shown { InBothThemes, AsTheyAre }; ///< colours of stages, or of a picture whose theme is known
    explicit DistinctColours(Shown shown = Shown::InBothThemes) : m_themes(shown == Shown::InBothThemes ? 2 : 1) {}

    /// Shown whatever else there is, in each theme as it is.
    void reserve(uint32_t inLight, uint32_t inDark);
    void reserve(uint32_t colour) { reserve(colour, onDark(colour)); }

    bool isFree(uint32_t colour) const;
    /// `wish`, or the variant nearest to it that is free: first lighter and darker, then paler, then of another hue. Of
    /// more colours than can be told apart, the variant that differs most.
    uint32_t take(uint32_t wish);

private:
    /// To the nearest of the colours, in the theme where it is smaller; any number up to `enough` when it is that near.
    double distance(uint32_t colour, double enough) const;

    size_t m_themes;
    std::array<std::vector<Lab>, 2> m_taken; ///< light, dark
};

} // namespace ws
