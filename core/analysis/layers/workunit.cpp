#include "core/analysis/layers/workunit.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/layers/unitdoubts.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <map>
#include <span>

namespace ws {
namespace {

constexpr double nearlyAll = 0.9;   ///< of the coverage of the best candidate
constexpr double samePeriod = 1.15; ///< anchors of one repetition have periods that differ by less
constexpr size_t triesPerPeriod = 6;

struct Candidate
{
    Anchor anchor;
    UnitStretch stretch;
};

class Finder
{
public:
    Finder(const Run &run, const DeviceKernels &kernels) : m_gpu(run.gpu), m_kernels(kernels), m_doubts(run, kernels) {}

    std::optional<Candidate> best(const Progress *progress)
    {
        std::vector<Anchor> anchors = regularAnchors(m_gpu, m_kernels, minUnitIntervals + 1, progress);
        std::vector<Candidate> found;
        for (size_t from = 0, to = 0; from < anchors.size(); from = to) {
            if (progress && progress->isCancelled())
                return std::nullopt;
            to = from + 1;
            while (to < anchors.size() && double(anchors[to].medianNs) * samePeriod > double(anchors[from].medianNs))
                ++to;
            const std::span<Anchor> equal(anchors.begin() + ptrdiff_t(from), anchors.begin() + ptrdiff_t(to));
            std::stable_sort(equal.begin(), equal.end(),
                             [](const Anchor &a, const Anchor &b) { return a.totalNs > b.totalNs; });
            if (auto candidate = bestOf(equal.first(std::min(equal.size(), triesPerPeriod))))
                found.push_back(std::move(*candidate));
            if (!found.empty() && found.back().stretch.periods.coverage >= nearlyAll)
                break;
        }
        double most = 0;
        for (const Candidate &candidate : found)
            most = std::max(most, candidate.stretch.periods.coverage);
        for (Candidate &candidate : found) // the longest period first
            if (candidate.stretch.periods.coverage >= nearlyAll * most)
                return std::move(candidate);
        return std::nullopt;
    }

    std::optional<UnitStretch> regularStretch(const Anchor &anchor)
    {
        std::optional<UnitStretch> stretch = alikeStretch(m_gpu, m_kernels, anchor);
        if (!stretch)
            return std::nullopt;
        const UnitDoubt doubt = m_doubts.first(anchor, *stretch);
        if (doubt == UnitDoubt::None)
            return stretch;
        const UnitPeriods &periods = stretch->periods;
        const bool mayBeLayers = doubt == UnitDoubt::PartOfACall || doubt == UnitDoubt::Layers;
        if (mayBeLayers && periods.coverage > m_doubted.coverage)
            m_doubted = {doubt, periods.beginNs.size(), periods.medianNs, periods.coverage};
        return std::nullopt;
    }

    /// Of the stretches that were looked at.
    const DoubtedPeriods &doubted() const { return m_doubted; }

private:
    /// Of anchors with one period: the one with the most work, unless others cover more.
    std::optional<Candidate> bestOf(std::span<const Anchor> anchors)
    {
        std::optional<Candidate> best;
        for (const Anchor &anchor : anchors)
            if (auto stretch = regularStretch(anchor))
                if (!best || stretch->periods.coverage * nearlyAll > best->stretch.periods.coverage)
                    best = {anchor, std::move(*stretch)};
        return best;
    }

    const GpuWork &m_gpu;
    const DeviceKernels &m_kernels;
    UnitDoubts m_doubts;
    DoubtedPeriods m_doubted;
};

/// The launches of the kernel that makes nine tenths of the device's launches and half of its work; count 0: there is
/// none.
DoubtedPeriods launchesOfOneKernel(const GpuWork &gpu, const DeviceKernels &kernels)
{
    constexpr double nearlyAllLaunches = 0.9, most = 0.5;
    std::map<StringId, std::pair<uint64_t, int64_t>> names; // launches, ns
    for (size_t k = 0; k < kernels.size(); ++k) {
        auto &[count, ns] = names[kernels.name(gpu, k)];
        ++count;
        ns = saturatingAdd(ns, kernels.work(k, k + 1));
    }
    for (const auto &[name, sum] : names) {
        const auto [count, ns] = sum;
        if (count <= minUnitIntervals || double(count) < nearlyAllLaunches * double(kernels.size()) ||
            double(ns) < most * double(kernels.workNs.back()))
            continue;
        std::vector<int64_t> intervals;
        int64_t before = INT64_MIN;
        for (size_t k = 0; k < kernels.size(); ++k)
            if (kernels.name(gpu, k) == name) {
                const int64_t start = gpu.start[kernels.activity[k]];
                if (before != INT64_MIN)
                    intervals.push_back(start - before);
                before = start;
            }
        return {UnitDoubt::OneKernel, count, medianNs(intervals),
                double(ns) / double(std::max<int64_t>(kernels.workNs.back(), 1))};
    }
    return {};
}

} // namespace

std::optional<WorkUnit> findWorkUnit(const Run &run, const Progress *progress)
{
    const auto devices = static_cast<uint16_t>(run.gpu.devices.size());
    std::vector<DeviceKernels> kernels;
    std::optional<Candidate> best;
    DoubtedPeriods doubted;
    uint16_t found = 0;
    for (uint16_t device = 0; device < devices; ++device) {
        kernels.push_back(kernelsOf(run.gpu, device));
        Finder finder(run, kernels.back());
        auto candidate = finder.best(progress);
        if (progress && progress->isCancelled())
            return std::nullopt;
        if (finder.doubted().coverage > doubted.coverage)
            doubted = finder.doubted();
        if (candidate && (!best || candidate->stretch.periods.coverage * nearlyAll > best->stretch.periods.coverage)) {
            best = std::move(candidate);
            found = device;
        }
    }
    WorkUnit unit;
    if (!best)
        for (uint16_t device = 0; device < devices && doubted.why == UnitDoubt::None; ++device)
            doubted = launchesOfOneKernel(run.gpu, kernels[device]);
    unit.doubted = best ? DoubtedPeriods() : doubted;
    if (!best)
        return unit;
    unit.anchor = best->anchor.name;
    unit.grid = best->anchor.grid;
    unit.devices.push_back(std::move(best->stretch.periods));
    for (uint16_t device = 0; device < devices; ++device)
        if (device != found)
            if (auto same =
                    Finder(run, kernels[device]).regularStretch(sameAnchor(run.gpu, kernels[device], best->anchor)))
                unit.devices.push_back(std::move(same->periods));
    return unit;
}

std::optional<WorkUnit> workUnitOf(const Run &run, StringId anchor, StringId grid, const Progress *progress)
{
    WorkUnit unit{anchor, grid, {}, {}};
    for (uint16_t device = 0; device < run.gpu.devices.size(); ++device) {
        if (progress && progress->isCancelled())
            return std::nullopt;
        const DeviceKernels kernels = kernelsOf(run.gpu, device);
        const Anchor same = sameAnchor(run.gpu, kernels, {anchor, grid, 0, INT64_MAX, {}, 0, 0});
        if (same.places.size() <= minUnitIntervals)
            continue;
        if (auto stretch = Finder(run, kernels).regularStretch(same))
            unit.devices.push_back(std::move(stretch->periods));
    }
    std::stable_sort(unit.devices.begin(), unit.devices.end(),
                     [](const UnitPeriods &a, const UnitPeriods &b) { return a.coverage > b.coverage; });
    return unit;
}

} // namespace ws
