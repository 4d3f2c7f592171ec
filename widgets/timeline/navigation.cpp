#include "widgets/timeline/navigation.h"

#include "widgets/timeline/slicerow.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ws {
namespace {

template <class Row> EventRef besides(const Row &row, int64_t start, EventRef slice, int step)
{
    size_t i = firstStartingFrom(row, start);
    while (i < row.size() && row.ref(i) != slice)
        ++i;
    const bool atEdge = step < 0 ? i == 0 : i + 1 >= row.size();
    return i >= row.size() || atEdge ? EventRef{} : row.ref(step < 0 ? i - 1 : i + 1);
}

template <class Row> std::optional<int64_t> nearestEdge(const Row &row, const TimeScale &scale, double x, double slack)
{
    constexpr size_t max = 10'000; // within a few pixels: so close together they are too narrow to count
    std::optional<int64_t> best;
    double distance = slack;
    const int64_t last = scale.ns(x + slack + 1);
    size_t i = firstEndingAfter(row, scale.ns(x - slack - 1) - 1);
    for (size_t n = 0; i < row.size() && row.start(i) <= last && n < max; ++i, ++n) {
        const double edges[] = {scale.x(row.start(i)), scale.x(row.end(i))};
        if (edges[1] - edges[0] < 1)
            continue;
        for (const bool end : {false, true})
            if (const double d = std::abs(edges[end] - x); d <= distance) {
                distance = d;
                best = end ? row.end(i) : row.start(i);
            }
    }
    return best;
}

size_t indexInWork(const GpuWork &gpu, int64_t start, EventRef slice)
{
    auto i = static_cast<size_t>(std::lower_bound(gpu.start.begin(), gpu.start.end(), start) - gpu.start.begin());
    for (; i < gpu.size() && gpu.start[i] == start; ++i)
        if (gpu.slice[i] == slice)
            return i;
    return SIZE_MAX;
}

} // namespace

EventRef neighbourInRow(const TimelineData &data, const LayoutRow &row, EventRef slice, int step)
{
    const Timeline &timeline = data.run->timeline;
    if (row.kind == LayoutRow::Lane)
        return besides(LaneRow(timeline, row.item), timeline.start(slice), slice, step);
    if (row.kind == LayoutRow::Folded)
        return besides(FoldedRow(timeline, data.folded[row.track].lanes[row.item]), timeline.start(slice), slice, step);
    return {};
}

std::optional<int64_t> edgeNear(const TimelineData &data, const LayoutRow &row, const TimeScale &scale, double x,
                                double slack)
{
    const Timeline &timeline = data.run->timeline;
    if (row.kind == LayoutRow::Lane)
        return nearestEdge(LaneRow(timeline, row.item), scale, x, slack);
    if (row.kind == LayoutRow::Folded)
        return nearestEdge(FoldedRow(timeline, data.folded[row.track].lanes[row.item]), scale, x, slack);
    return {};
}

EventRef neighbourOfName(const Run &run, EventRef slice, int step)
{
    const Timeline &timeline = run.timeline;
    const StringId name = timeline.name(slice);
    const auto here = std::tuple(timeline.start(slice), slice.lane, slice.index);
    std::tuple<int64_t, uint32_t, uint32_t> best;
    EventRef found;
    for (uint32_t l = 0; l < timeline.lanes.size(); ++l) {
        const Lane &lane = timeline.lanes[l];
        size_t i = lane.firstStartingFrom(std::get<0>(here));
        if (step < 0)
            while (i < lane.size() && std::tuple(lane.start[i], l, static_cast<uint32_t>(i)) < here)
                ++i;
        for (; step > 0 ? i < lane.size() : i > 0; step > 0 ? ++i : --i) {
            const auto k = static_cast<uint32_t>(step > 0 ? i : i - 1);
            const auto place = std::tuple(lane.start[k], l, k);
            if (found.valid() && (step > 0 ? place > best : place < best))
                break;
            if (lane.name[k] != name || (step > 0 ? place <= here : place >= here))
                continue;
            best = place;
            found = {l, k};
            break;
        }
    }
    return found;
}

LaunchLinks launchLinks(const Run &run, EventRef slice)
{
    LaunchLinks links;
    if (!slice.valid())
        return links;
    const GpuWork &gpu = run.gpu;
    uint32_t launch = noLaunch;
    const CategoryKind kind = run.timeline.category(slice).kind;
    if (isGpuWork(kind)) {
        const size_t i = indexInWork(gpu, run.timeline.start(slice), slice);
        if (i != SIZE_MAX && i < gpu.launch.size())
            launch = gpu.launch[i];
    } else if (kind == CategoryKind::Launch) {
        const auto found = std::find(run.launches.slice.begin(), run.launches.slice.end(), slice);
        if (found != run.launches.slice.end())
            launch = static_cast<uint32_t>(found - run.launches.slice.begin());
    }
    if (launch == noLaunch)
        return links;
    links.launch = run.launches.slice[launch];
    for (size_t i = 0; i < gpu.launch.size(); ++i)
        if (gpu.launch[i] == launch)
            links.kernels.push_back(gpu.slice[i]);
    return links;
}

EventRef firstSliceIn(const TimelineData &data, TimeRange range)
{
    const Run &run = *data.run;
    const auto i = std::lower_bound(run.gpu.start.begin(), run.gpu.start.end(), range.begin) - run.gpu.start.begin();
    if (static_cast<size_t>(i) < run.gpu.size() && run.gpu.start[static_cast<size_t>(i)] < range.end)
        return run.gpu.slice[static_cast<size_t>(i)];
    EventRef first;
    for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l) {
        const Lane &lane = run.timeline.lanes[l];
        const size_t k = lane.firstStartingFrom(range.begin);
        if (k < lane.size() && lane.start[k] < range.end &&
            (!first.valid() || lane.start[k] < run.timeline.start(first)))
            first = {l, static_cast<uint32_t>(k)};
    }
    return first;
}

} // namespace ws
