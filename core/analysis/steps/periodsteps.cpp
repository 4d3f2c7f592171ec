#include "core/analysis/steps/periodsteps.h"

#include "core/analysis/gpuscan.h"

#include <algorithm>

namespace ws {

Steps periodSteps(const Run &run, std::vector<StepPeriod> periods)
{
    std::stable_sort(periods.begin(), periods.end(),
                     [](const auto &a, const auto &b) { return a.wall.begin < b.wall.begin; });
    Steps result;
    result.arePeriods = true;
    std::vector<std::vector<uint32_t>> ofDevice(run.gpu.devices.size());
    for (const StepPeriod &period : periods) {
        ofDevice[period.device].push_back(static_cast<uint32_t>(result.steps.size()));
        Step step;
        step.name = period.name;
        step.phase = "repetition";
        step.wall = period.wall;
        step.isOpen = period.isCut;
        result.steps.push_back(std::move(step));
    }
    result.ofActivity.assign(run.gpu.size(), noStep);
    std::vector<RunningUnion> busy(result.steps.size());
    std::vector<size_t> next(ofDevice.size()); // by device, the first step that has not begun
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        const auto &own = ofDevice[run.gpu.device(i)];
        size_t &after = next[run.gpu.device(i)];
        while (after < own.size() && result.steps[own[after]].wall.begin <= run.gpu.start[i])
            ++after;
        const uint32_t index = after ? own[after - 1] : noStep;
        if (index == noStep || run.gpu.start[i] >= result.steps[index].wall.end) {
            result.outsideNs = saturatingAdd(result.outsideNs, run.gpu.duration[i]);
            ++result.outsideActivities;
            continue;
        }
        result.ofActivity[i] = index;
        Step &step = result.steps[index];
        if (step.activities++ == 0) {
            step.slice = run.gpu.slice[i];
            step.gpuStartNs = run.gpu.start[i];
        }
        step.gpuEndNs = std::max(step.gpuEndNs, run.gpu.end(i));
        step.gpuNs = saturatingAdd(step.gpuNs, run.gpu.duration[i]);
        busy[index].add(run.gpu.start[i], run.gpu.end(i));
    }
    for (size_t i = 0; i < busy.size(); ++i)
        result.steps[i].gpuBusyNs = busy[i].length;
    return result;
}

} // namespace ws
