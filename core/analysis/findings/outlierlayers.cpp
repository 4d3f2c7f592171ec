// outlier-layers: layers of the unit that compute much longer than others with the same kernels.
// Threshold: layers by repetition (repetition.h); at least eight with the same kernels and grids in the same order;
// those whose computation takes more than 1.5 times the median of these, up to a fifth of them, with an excess of at
// least 2 % of the unit. `name`: their numbers within the unit, the gravest first. A note, no win: one unit does not
// tell whether it recurs. Silent: for layers with other kernels or grids (the first and the last ones of a model,
// experts of other sizes), for communication and copies (they wait for others), in a span, in captures, and where
// durations are withheld.

#include "core/analysis/findings/rules.h"
#include "core/analysis/gpuscan.h"
#include "core/analysis/layers/layernames.h"
#include "core/analysis/layers/repetition.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <map>

namespace ws {
namespace {

constexpr size_t minLayers = 8;
constexpr double slowLayer = 1.5;

struct UnitLayer
{
    uint32_t index = 0; ///< within the unit
    int64_t ns = 0;     ///< summed durations of computation
    uint32_t first = 0; ///< activity
    TimeRange range;
};

using Kind = std::vector<StringId>; ///< names and grids in order

std::map<Kind, std::vector<UnitLayer>> layersByKind(const UnitWork &unit)
{
    std::vector<uint32_t> work, names;
    LayerNames layerNames(unit.run);
    for (const uint32_t i : unit.work())
        if (unit.gpu.start[i] >= unit.range.begin) { // what began before belongs to the unit before
            work.push_back(i);
            names.push_back(layerNames.of(unit.gpu.name[i]));
        }
    const Periods periods = longestRepetition(names);
    std::map<Kind, std::vector<UnitLayer>> kinds;
    for (uint32_t k = 0; k + 1 < periods.size(); ++k) {
        Kind kind;
        UnitLayer layer{k, 0, work[periods[k]], {unit.gpu.start[work[periods[k]]], 0}};
        for (uint32_t w = periods[k]; w < periods[k + 1]; ++w) {
            const uint32_t i = work[w];
            kind.push_back(unit.gpu.name[i]);
            kind.push_back(unit.gpu.grid.empty() ? 0 : unit.gpu.grid[i]);
            layer.range.end = std::max(layer.range.end, unit.gpu.end(i));
            if (unit.isComputation(i))
                layer.ns = saturatingAdd(layer.ns, unit.gpu.duration[i]);
        }
        kinds[std::move(kind)].push_back(layer);
    }
    return kinds;
}

int64_t medianLayerNs(const std::vector<UnitLayer> &layers)
{
    std::vector<int64_t> times;
    for (const UnitLayer &layer : layers)
        times.push_back(layer.ns);
    return medianNs(times);
}

} // namespace

void findOutlierLayers(const UnitWork &unit, Findings &findings)
{
    if (!unit.isUnit() || !unit.isRun() || unit.withholds(GpuTimes))
        return;
    Finding finding = unit.finding("outlier-layers", 0, 0);
    finding.kind = FindingKind::Note;
    std::vector<UnitLayer> found;
    for (const auto &[kind, layers] : layersByKind(unit)) {
        const int64_t median = medianLayerNs(layers);
        std::vector<UnitLayer> outliers;
        std::ranges::copy_if(layers, std::back_inserter(outliers), [median](const UnitLayer &layer) {
            return double(layer.ns) > slowLayer * double(median);
        });
        if (layers.size() < minLayers || outliers.empty() || outliers.size() * 5 > layers.size())
            continue;
        finding.of += layers.size();
        finding.medianNs = finding.medianNs ? finding.medianNs : median;
        for (const UnitLayer &layer : outliers)
            finding.ns = saturatingAdd(finding.ns, layer.ns - median);
        std::ranges::copy(outliers, std::back_inserter(found));
    }
    if (found.empty() || !unit.isLarge(finding.ns))
        return;
    std::ranges::stable_sort(found, [](const UnitLayer &a, const UnitLayer &b) { return a.ns > b.ns; });
    finding.count = found.size();
    finding.maxNs = found.front().ns;
    finding.share = double(finding.ns) / double(unit.budget.wallNs);
    for (size_t k = 0; k < std::min<size_t>(found.size(), 5); ++k) {
        finding.name += (k ? ", " : "") + std::to_string(found[k].index);
        finding.places.push_back({unit.gpu.slice[found[k].first], found[k].range});
    }
    findings.push_back(std::move(finding));
}

} // namespace ws
