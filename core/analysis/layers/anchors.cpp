#include "core/analysis/layers/anchors.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <unordered_map>

namespace ws {
namespace {

constexpr int64_t farApart = 3; ///< ratio of durations that divides the occurrences of a name
constexpr double regularPart = 0.6;

StringId gridOf(const GpuWork &gpu, uint32_t activity)
{
    return gpu.grid.empty() ? 0 : gpu.grid[activity];
}

/// False: the occurrences are not equally far apart.
bool measure(const GpuWork &gpu, const DeviceKernels &kernels, Anchor &anchor)
{
    std::vector<int64_t> intervals;
    for (size_t k = 0; k < anchor.places.size(); ++k) {
        const uint32_t activity = kernels.activity[anchor.places[k]];
        anchor.totalNs = saturatingAdd(anchor.totalNs, gpu.duration[activity]);
        if (k)
            intervals.push_back(gpu.start[activity] - gpu.start[kernels.activity[anchor.places[k - 1]]]);
    }
    if (intervals.empty())
        return false;
    // One of them, of two in the middle the longer: a mean between two kinds of intervals would be like neither.
    const auto middle = intervals.begin() + static_cast<ptrdiff_t>(intervals.size() / 2);
    std::nth_element(intervals.begin(), middle, intervals.end());
    anchor.medianNs = *middle;
    const auto regular =
        std::ranges::count_if(intervals, [m = anchor.medianNs](int64_t ns) { return ns >= m / 2 && ns / 2 <= m; });
    return anchor.medianNs > 0 && double(regular) >= regularPart * double(intervals.size());
}

/// The shortest duration above the widest gap between durations; 0: they do not fall apart.
int64_t divide(const GpuWork &gpu, const DeviceKernels &kernels, const Anchor &anchor, size_t minPlaces)
{
    std::vector<int64_t> durations;
    for (const uint32_t place : anchor.places)
        durations.push_back(std::max<int64_t>(gpu.duration[kernels.activity[place]], 1));
    std::sort(durations.begin(), durations.end());
    int64_t at = 0;
    double widest = farApart;
    for (size_t k = minPlaces; k + minPlaces <= durations.size(); ++k) {
        const double ratio = double(durations[k]) / double(durations[k - 1]);
        if (ratio >= widest) {
            widest = ratio;
            at = durations[k];
        }
    }
    return at;
}

bool belongs(const GpuWork &gpu, uint32_t activity, const Anchor &anchor)
{
    const int64_t ns = gpu.duration[activity];
    return gpu.name[activity] == anchor.name && (!anchor.grid || gridOf(gpu, activity) == anchor.grid) &&
           ns >= anchor.minNs && ns <= anchor.maxNs;
}

/// The part of an anchor with durations in a range.
Anchor part(const GpuWork &gpu, const DeviceKernels &kernels, const Anchor &anchor, int64_t minNs, int64_t maxNs)
{
    Anchor result{anchor.name, anchor.grid, minNs, maxNs, {}, 0, 0};
    for (const uint32_t place : anchor.places)
        if (belongs(gpu, kernels.activity[place], result))
            result.places.push_back(place);
    return result;
}

} // namespace

DeviceKernels kernelsOf(const GpuWork &gpu, uint16_t device)
{
    DeviceKernels kernels{device, {}, {}, {0}, 0};
    std::vector<StringId> before(gpu.streams.size());
    std::unordered_map<uint64_t, uint32_t> numbers;
    for (uint32_t i = 0; i < gpu.size(); ++i) {
        if (gpu.kind[i] != CategoryKind::Kernel || gpu.device(i) != device)
            continue;
        const uint64_t pair = uint64_t(std::exchange(before[gpu.stream[i]], gpu.name[i])) << 32 | gpu.name[i];
        kernels.follows.push_back(numbers.try_emplace(pair, uint32_t(numbers.size())).first->second);
        kernels.activity.push_back(i);
        kernels.workNs.push_back(saturatingAdd(kernels.workNs.back(), gpu.duration[i]));
    }
    kernels.followsCount = static_cast<uint32_t>(numbers.size());
    return kernels;
}

std::vector<Anchor> regularAnchors(const GpuWork &gpu, const DeviceKernels &kernels, size_t minPlaces,
                                   const Progress *progress)
{
    std::unordered_map<uint64_t, uint32_t> numbers; // name and grid
    std::vector<Anchor> all, regular;
    std::vector<uint32_t> numberOf(kernels.size()), counts;
    for (uint32_t k = 0; k < kernels.size(); ++k) {
        const uint32_t activity = kernels.activity[k];
        const StringId name = gpu.name[activity], grid = gridOf(gpu, activity);
        const uint32_t number = numbers.try_emplace(uint64_t(name) << 32 | grid, uint32_t(all.size())).first->second;
        if (number == all.size()) {
            all.push_back({name, grid, 0, INT64_MAX, {}, 0, 0});
            counts.push_back(0);
        }
        ++counts[number];
        numberOf[k] = number;
    }
    for (size_t i = 0; i < all.size(); ++i)
        all[i].places.reserve(counts[i]);
    for (uint32_t k = 0; k < kernels.size(); ++k)
        all[numberOf[k]].places.push_back(k);
    const auto keep = [&](Anchor anchor) {
        if (anchor.places.size() >= minPlaces && measure(gpu, kernels, anchor))
            regular.push_back(std::move(anchor));
    };
    for (Anchor &anchor : all) {
        if (progress && progress->isCancelled())
            return {};
        if (const int64_t at = anchor.grid ? 0 : divide(gpu, kernels, anchor, minPlaces)) {
            keep(part(gpu, kernels, anchor, 0, at - 1));
            keep(part(gpu, kernels, anchor, at, INT64_MAX));
        }
        keep(std::move(anchor));
    }
    std::stable_sort(regular.begin(), regular.end(),
                     [](const Anchor &a, const Anchor &b) { return a.medianNs > b.medianNs; });
    return regular;
}

Anchor sameAnchor(const GpuWork &gpu, const DeviceKernels &kernels, const Anchor &anchor)
{
    Anchor result{anchor.name, anchor.grid, anchor.minNs, anchor.maxNs, {}, 0, 0};
    for (uint32_t k = 0; k < kernels.size(); ++k)
        if (belongs(gpu, kernels.activity[k], result))
            result.places.push_back(k);
    measure(gpu, kernels, result);
    return result;
}

} // namespace ws
