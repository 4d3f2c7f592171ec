#include "widgets/toolkit/sharedwidths.h"

#include <algorithm>
#include <numeric>

namespace ws {

std::vector<int> sharedWidths(const std::vector<int> &wanted, const std::vector<int> &least, int room)
{
    std::vector<int> widths;
    for (size_t i = 0; i < wanted.size(); ++i)
        widths.push_back(std::min(wanted[i], least[i]));
    int left = room - std::accumulate(widths.begin(), widths.end(), 0);
    std::vector<size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::sort(order, {}, [&](size_t i) { return wanted[i] - widths[i]; });
    for (size_t done = 0; done < order.size() && left > 0; ++done) {
        const size_t i = order[done];
        const int share = std::min(wanted[i] - widths[i], left / static_cast<int>(order.size() - done));
        widths[i] += share;
        left -= share;
    }
    return widths;
}

} // namespace ws
