#include "core/analysis/layers/layers.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/layers/layernames.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace ws {
namespace {

/// Adds the layers of one step on one device.
void addSequence(const GpuWork &gpu, uint16_t device, uint32_t step, const std::vector<uint32_t> &work,
                 const Periods &periods, Layers &layers)
{
    const auto sum = [&](size_t from, size_t to) {
        int64_t ns = 0;
        for (size_t k = from; k < to; ++k)
            ns = saturatingAdd(ns, gpu.duration[work[k]]);
        return ns;
    };
    if (periods.empty()) {
        layers.outsideNs = saturatingAdd(layers.outsideNs, sum(0, work.size()));
        return;
    }
    layers.prologueNs = saturatingAdd(layers.prologueNs, sum(0, periods.front()));
    layers.epilogueNs = saturatingAdd(layers.epilogueNs, sum(periods.back(), work.size()));
    for (uint32_t k = 0; k + 1 < periods.size(); ++k) {
        const uint32_t from = periods[k], to = periods[k + 1];
        layers.layers.push_back({k, step, device, static_cast<uint32_t>(layers.work.size()), to - from, sum(from, to)});
        layers.work.insert(layers.work.end(), work.begin() + from, work.begin() + to);
        std::ranges::sort(layers.work.end() - (to - from), layers.work.end()); // by start
    }
}

/// By launch where every activity has one: which of two streams begins first differs from layer to layer, in which
/// order the CPU launches does not. Kernels of a graph, which have one launch, stay in order of start.
void sortByLaunch(const Run &run, std::vector<uint32_t> &work)
{
    const auto launchOf = [&](uint32_t activity) { return run.gpu.launch[activity]; };
    const auto isWithout = [&](uint32_t activity) { return launchOf(activity) == noLaunch; };
    const auto streamOf = [&](uint32_t activity) { return run.gpu.stream[activity]; };
    const bool isOneStream =
        std::ranges::all_of(work, [&](uint32_t one) { return streamOf(one) == streamOf(work[0]); });
    if (isOneStream || std::ranges::any_of(work, isWithout))
        return;
    std::ranges::stable_sort(
        work, {}, [&](uint32_t activity) { return run.timeline.start(run.launches.slice[launchOf(activity)]); });
}

} // namespace

std::optional<Layers> findLayers(const Run &run, const Steps &steps, const Progress *progress)
{
    const GpuWork &gpu = run.gpu;
    Layers layers;
    std::map<std::pair<uint16_t, uint32_t>, std::vector<uint32_t>> sequences; // by device and step
    std::vector<uint32_t> *sequence = nullptr; // of the activity before, which is mostly this one's, too
    std::pair<uint16_t, uint32_t> last;
    int64_t inSteps = 0;
    for (uint32_t i = 0; i < gpu.size(); ++i) {
        const uint32_t step = steps.of(i);
        if (step == noStep && !steps.steps.empty()) {
            layers.outsideNs = saturatingAdd(layers.outsideNs, gpu.duration[i]);
            continue;
        }
        inSteps = saturatingAdd(inSteps, gpu.duration[i]);
        if (const std::pair key(gpu.device(i), step); !sequence || key != last) {
            sequence = &sequences[key];
            last = key;
        }
        sequence->push_back(i);
    }
    layers.work.reserve(gpu.size());
    std::vector<uint32_t> names;
    LayerNames layerNames(run);
    for (auto &[key, work] : sequences) {
        sortByLaunch(run, work);
        names.clear();
        for (const uint32_t i : work)
            names.push_back(layerNames.of(gpu.name[i]));
        const Periods periods = longestRepetition(names, progress);
        if (progress && progress->isCancelled())
            return std::nullopt;
        addSequence(gpu, key.first, key.second, work, periods, layers);
    }
    int64_t inLayers = 0;
    for (const Layer &layer : layers.layers)
        inLayers = saturatingAdd(inLayers, layer.totalNs);
    layers.coverage = inSteps ? double(inLayers) / double(inSteps) : 0;
    return layers;
}

} // namespace ws
