#pragma once
// The roofline of a run: each row of its limits as a point, FLOP a byte across, FLOP a second up, both logarithmic,
// under what the device can do at most. Rows that only move bytes have no place in it; how many they are stands beside
// it.

#include "core/analysis/limits/limits.h"

#include <vector>

namespace ws {

struct RooflinePoint
{
    uint32_t row = 0;     ///< index into Limits::rows
    double intensity = 0; ///< FLOP a byte, positive
    double tflops = 0;    ///< reached, positive
    double timeShare = 0; ///< GPU time, of that of the point with most: the area of its disc
};

struct RooflineCeiling
{
    std::vector<PeakType> types; ///< of the same figure, in the order of PeakType
    double tflops = 0;
};

/// A span of a logarithmic axis from one power of ten to another one.
struct DecadeSpan
{
    int from = 0, to = 1; ///< exponents, from < to
};

struct Roofline
{
    static constexpr size_t maxPoints = 2'000;

    std::vector<RooflinePoint> points;     ///< the longest first
    std::vector<RooflineCeiling> ceilings; ///< of types that a point is held against, the highest first
    double bandwidth = 0;                  ///< GB/s; 0: not known
    DecadeSpan intensity, tflops;          ///< hold all points that are not left out, and the ceilings
    uint64_t pointless = 0;                ///< rows without arithmetic
    int64_t pointlessNs = 0;               ///< … and their GPU time
    /// Rows beyond maxPoints, the shortest ones, and the slowest ones, which together have next to no time and would
    /// push the rest together.
    uint64_t leftOut = 0;
    int64_t leftOutNs = 0;
};

Roofline rooflineOf(const Limits &limits);

} // namespace ws
