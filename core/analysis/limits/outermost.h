#pragma once
// Which of nested ranges of a thread is the outermost one around a point in time.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ws {

/// Calls visit(index of the point, index of the range) for each point in a range: that which begins first, of those
/// that begin together the longest. Ranges are in that order, points by `begin`. A range that ends no later than one
/// before it never is the outermost. O(ranges + points).
template <class Range, class Point, class Visit>
void forEachOutermost(const std::vector<Range> &ranges, const std::vector<Point> &points, const Visit &visit)
{
    std::vector<uint32_t> open;
    size_t first = 0, next = 0;
    for (size_t k = 0; k < points.size(); ++k) {
        const int64_t at = points[k].begin;
        for (; next < ranges.size() && ranges[next].begin <= at; ++next)
            if (first == open.size() || ranges[next].end > ranges[open.back()].end)
                open.push_back(static_cast<uint32_t>(next));
        while (first < open.size() && ranges[open[first]].end <= at)
            ++first;
        if (first < open.size())
            visit(k, open[first]);
    }
}

/// Into the order that forEachOutermost() asks for.
template <class Range> void sortByBegin(std::vector<Range> &ranges)
{
    const auto isBefore = [](const Range &a, const Range &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    };
    if (!std::ranges::is_sorted(ranges, isBefore))
        std::ranges::stable_sort(ranges, isBefore);
}

} // namespace ws
