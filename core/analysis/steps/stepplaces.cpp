#include "core/analysis/steps/stepplaces.h"

#include <algorithm>

namespace ws {
namespace {

/// The first GPU work below a label on its stream that belongs to a step.
uint32_t stepBelow(const Run &run, const Steps &steps, EventRef label)
{
    const Track &track = run.timeline.track(label);
    const int64_t begin = run.timeline.start(label), end = run.timeline.end(label);
    const GpuWork &gpu = run.gpu;
    const auto first = std::lower_bound(gpu.start.begin(), gpu.start.end(), begin);
    for (auto i = static_cast<size_t>(first - gpu.start.begin()); i < gpu.size() && gpu.start[i] < end; ++i) {
        const GpuStream &stream = gpu.streams[gpu.stream[i]];
        if (steps.of(i) != noStep && stream.stream == track.tid && gpu.devices[stream.device] == track.pid)
            return steps.of(i);
    }
    return noStep;
}

/// The step of the same process around a slice that began last: a slice in a nested step is not part of the outer
/// one.
uint32_t stepAround(const Run &run, const Steps &steps, EventRef slice)
{
    const int64_t begin = run.timeline.start(slice), end = run.timeline.end(slice);
    const StringId process = run.timeline.track(slice).pid;
    const auto after = std::upper_bound(steps.steps.begin(), steps.steps.end(), begin,
                                        [](int64_t ns, const Step &step) { return ns < step.wall.begin; });
    for (auto step = after; step != steps.steps.begin();) {
        --step;
        if (step->wall.end >= end && step->wall.length() > 0 && run.timeline.track(step->slice).pid == process)
            return static_cast<uint32_t>(step - steps.steps.begin());
    }
    return noStep;
}

} // namespace

TimeRange workRange(const Step &step)
{
    const TimeRange range = step.activities ? TimeRange{step.gpuStartNs, step.gpuEndNs} : step.wall;
    return {range.begin, std::max(range.end, range.begin + 1)};
}

TimeRange extentOf(const Timeline &timeline, const Step &step)
{
    TimeRange extent = workRange(step);
    const auto take = [&extent](int64_t begin, int64_t end) {
        extent = {std::min(extent.begin, begin), std::max(extent.end, end)};
    };
    take(step.wall.begin, step.wall.end);
    if (step.slice.valid())
        take(timeline.start(step.slice), timeline.end(step.slice));
    return extent;
}

uint32_t nextStep(const Steps &steps, std::string_view phase, uint32_t after, bool backward)
{
    const auto count = static_cast<uint32_t>(steps.steps.size());
    uint32_t step = after != noStep ? after : backward ? count : noStep; // one more than noStep is the first
    while (backward ? step-- > 0 : ++step < count)
        if (phase.empty() || steps.steps[step].phase == phase)
            return step;
    return noStep;
}

bool namesStep(const Run &run, EventRef slice)
{
    if (!slice.valid())
        return false;
    const TrackKind track = run.timeline.track(slice).kind;
    const CategoryKind kind = run.timeline.category(slice).kind;
    const bool annotation = track == TrackKind::GpuAnnotation || kind == CategoryKind::UserAnnotation;
    if (track == TrackKind::Async && !annotation)
        return false;
    const bool onCpu = (track == TrackKind::CpuThread || track == TrackKind::Async) &&
                       (annotation || kind == CategoryKind::CpuOp || kind == CategoryKind::Other);
    return (onCpu || track == TrackKind::GpuAnnotation) &&
           stepName(run.text(run.timeline.name(slice)), annotation).has_value();
}

uint32_t stepOfSlice(const Run &run, const Steps &steps, EventRef slice)
{
    for (uint32_t i = 0; i < steps.steps.size(); ++i)
        if (steps.steps[i].slice == slice)
            return i;
    if (!namesStep(run, slice))
        return noStep;
    return run.timeline.track(slice).kind == TrackKind::GpuAnnotation ? stepBelow(run, steps, slice)
                                                                      : stepAround(run, steps, slice);
}

std::vector<TimeRange> cpuStretches(const Steps &steps, uint32_t step, std::string_view phase,
                                    std::optional<TimeRange> range)
{
    std::vector<TimeRange> stretches;
    for (uint32_t k = 0; k < steps.steps.size() && !steps.arePeriods; ++k) {
        TimeRange wall = steps.steps[k].wall;
        if ((step != noStep && k != step) || (!phase.empty() && steps.steps[k].phase != phase))
            continue;
        if (range)
            wall = {std::max(wall.begin, range->begin), std::min(wall.end, range->end)};
        if (wall.end <= wall.begin)
            continue;
        if (stretches.empty() || wall.begin > stretches.back().end)
            stretches.push_back(wall);
        else
            stretches.back().end = std::max(stretches.back().end, wall.end);
    }
    return stretches;
}

} // namespace ws
