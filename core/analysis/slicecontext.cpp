#include "core/analysis/slicecontext.h"

#include "core/model/eventtext.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ws {

std::optional<size_t> gpuIndexOf(const Run &run, EventRef slice)
{
    const GpuWork &gpu = run.gpu;
    const auto [first, last] = std::equal_range(gpu.start.begin(), gpu.start.end(), run.timeline.start(slice));
    for (auto it = first; it != last; ++it) {
        const auto i = static_cast<size_t>(it - gpu.start.begin());
        if (gpu.slice[i] == slice)
            return i;
    }
    return {};
}

std::vector<EventRef> enclosingSlices(const Timeline &timeline, EventRef slice)
{
    const Track &track = timeline.track(slice);
    const int64_t start = timeline.start(slice);
    const int64_t end = timeline.end(slice);
    std::vector<EventRef> found;
    for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount && l < slice.lane; ++l) {
        const Lane &lane = timeline.lanes[l];
        // The last slice that starts at or before this one; lanes above do not overlap, so it is the only candidate.
        const auto after = std::upper_bound(lane.start.begin(), lane.start.end(), start);
        if (after == lane.start.begin())
            continue;
        const auto i = static_cast<size_t>(after - lane.start.begin()) - 1;
        if (lane.endOf(i) >= end && (lane.endOf(i) > start || end == start))
            found.push_back({l, static_cast<uint32_t>(i)});
    }
    std::stable_sort(found.begin(), found.end(),
                     [&](EventRef a, EventRef b) { return timeline.start(a) < timeline.start(b); });
    return found;
}

namespace {

uint32_t launchIndexOf(const Run &run, EventRef slice)
{
    const auto found = std::find(run.launches.slice.begin(), run.launches.slice.end(), slice);
    return found == run.launches.slice.end() ? noLaunch : static_cast<uint32_t>(found - run.launches.slice.begin());
}

/// Operator and Python stack above a CPU slice.
void addStack(const Run &run, EventRef slice, SliceContext &context)
{
    for (const EventRef outer : enclosingSlices(run.timeline, slice)) {
        const CategoryKind kind = run.timeline.category(outer).kind;
        if (kind == CategoryKind::Python || kind == CategoryKind::Module)
            context.python.push_back(outer);
        else if (kind == CategoryKind::CpuOp)
            context.op = outer;
    }
}

} // namespace

SliceContext sliceContext(const Run &run, EventRef slice)
{
    SliceContext context;
    if (!slice.valid())
        return context;
    const CategoryKind kind = run.timeline.category(slice).kind;
    uint32_t launch = noLaunch;
    if (const auto gpu = isGpuWork(kind) ? gpuIndexOf(run, slice) : std::nullopt) {
        launch = *gpu < run.gpu.launch.size() ? run.gpu.launch[*gpu] : noLaunch;
        context.grid = *gpu < run.gpu.grid.size() ? run.gpu.grid[*gpu] : 0;
        context.op = *gpu < run.gpu.op.size() ? run.gpu.op[*gpu] : EventRef{};
    } else if (kind == CategoryKind::Launch) {
        launch = launchIndexOf(run, slice);
    }
    if (launch != noLaunch) {
        context.launch = run.launches.slice[launch];
        for (size_t i = 0; i < run.gpu.launch.size(); ++i)
            if (run.gpu.launch[i] == launch)
                context.work.push_back(run.gpu.slice[i]);
        if (context.launch != slice)
            context.queueDelayNs = run.timeline.start(slice) - run.timeline.end(context.launch);
        const EventRef op = context.op;
        addStack(run, context.launch, context);
        if (op.valid()) {
            if (context.python.empty()) // Ascend: the call runs on a thread of its own
                addStack(run, op, context);
            context.op = op;
        }
    } else if (run.timeline.track(slice).kind == TrackKind::CpuThread) {
        addStack(run, slice, context);
    }
    return context;
}

namespace {

/// "a.py(1): f;\r\nb.py(2): g"
std::vector<std::string> framesOf(std::string_view stack)
{
    std::vector<std::string> frames;
    while (!stack.empty()) {
        const size_t end = std::min(stack.find_first_of(";\r\n"), stack.size());
        if (end > 0)
            frames.emplace_back(stack.substr(0, end));
        stack.remove_prefix(std::min(end + 1, stack.size()));
    }
    return frames;
}

} // namespace

void readCallStack(const Run &run, EventRef slice, SliceContext &context)
{
    const bool isOp = slice.valid() && run.timeline.category(slice).kind == CategoryKind::CpuOp;
    const EventRef innermost = isOp ? slice : context.op;
    if (!context.python.empty() || !innermost.valid() || !hasNearText(run))
        return;
    std::vector<EventRef> ops = enclosingSlices(run.timeline, innermost);
    ops.push_back(innermost);
    std::erase_if(ops, [&](EventRef op) { return run.timeline.category(op).kind != CategoryKind::CpuOp; });
    for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
        const auto event = eventJson(run, *op);
        if (!event)
            return;
        const auto args = event->find("args");
        if (args == event->end() || !args->is_object())
            continue;
        const auto stack = args->find("Call stack");
        if (stack != args->end() && stack->is_string()) {
            context.callStack = framesOf(stack->get<std::string>());
            return;
        }
    }
}

} // namespace ws
