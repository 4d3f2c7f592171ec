#pragma once
// Shares of one whole as they are shown beside each other and beside 100 %: single rounding lets three thirds be 99.9
// %.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace ws {

/// Rounded to tenths of a percent, up or down by their largest remainders, so that they add up to their sum, rounded.
/// Those that formatPercent() shows as "< 0.1 %" stay as they are and do not count.
inline std::vector<double> sharesThatAddUp(std::vector<double> shares)
{
    constexpr double step = 0.001;
    const auto isShown = [](double share) { return share >= step / 2; };
    double all = 0;
    for (const double share : shares) {
        if (!std::isfinite(share) || share < 0)
            return shares;
        all += isShown(share) ? share : 0;
    }
    std::vector<size_t> rounded;
    std::vector<double> remainder(shares.size());
    auto missing = static_cast<int64_t>(std::llround(all / step));
    for (size_t i = 0; i < shares.size(); ++i) {
        if (!isShown(shares[i]))
            continue;
        const double steps = std::floor(shares[i] / step + 1e-9);
        remainder[i] = shares[i] / step - steps;
        shares[i] = steps;
        missing -= static_cast<int64_t>(steps);
        rounded.push_back(i);
    }
    std::ranges::stable_sort(rounded, std::ranges::greater(), [&](size_t i) { return remainder[i]; });
    for (const size_t i : rounded) {
        if (missing > 0) {
            shares[i] += 1;
            --missing;
        }
        shares[i] *= step;
    }
    return shares;
}

} // namespace ws
