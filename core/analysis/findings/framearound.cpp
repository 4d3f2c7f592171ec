#include "core/analysis/findings/framearound.h"

#include "core/analysis/findings/unitwork.h"
#include "core/analysis/slicecontext.h"
#include "core/analysis/stacks/callstacks.h"

#include <algorithm>
#include <unordered_map>

namespace ws {
namespace {

std::string ownFrameAround(const Run &run, const OwnFrames &own, EventRef call)
{
    const Timeline &timeline = run.timeline;
    const int64_t ns = timeline.start(call);
    const Track &track = timeline.track(call);
    std::string ofScript;
    for (uint32_t l = std::min(call.lane + 1, track.firstLane + track.laneCount); l-- > track.firstLane;) {
        const Lane &lane = timeline.lanes[l];
        const size_t i = lane.firstEndingAfter(ns);
        if (i == lane.size() || lane.start[i] > ns ||
            timeline.categories[lane.category[i]].kind != CategoryKind::Python)
            continue;
        const std::string_view frame = run.text(lane.name[i]);
        if (own.isOwn(frame))
            return std::string(frame);
        if (ofScript.empty() && own.isOfScript(frame))
            ofScript = frame;
    }
    return ofScript;
}

uint64_t frameKey(EventRef slice)
{
    return uint64_t(slice.lane) << 32 | slice.index;
}

/// The operators around the begin of a call, the innermost first.
std::vector<uint64_t> operatorsAround(const Timeline &timeline, EventRef call)
{
    const EventRef innermost = operatorAround(timeline, call);
    if (!innermost.valid())
        return {};
    std::vector<uint64_t> keys{frameKey(innermost)};
    const std::vector<EventRef> around = enclosingSlices(timeline, innermost);
    for (auto slice = around.rbegin(); slice != around.rend(); ++slice)
        if (timeline.category(*slice).kind == CategoryKind::CpuOp)
            keys.push_back(frameKey(*slice));
    return keys;
}

std::vector<std::string> linesOfArguments(const Run &run, std::span<const EventRef> calls)
{
    std::unordered_map<uint64_t, StringId> stacks; // of the operators around the calls; 0: none
    for (const EventRef call : calls)
        for (const uint64_t key : operatorsAround(run.timeline, call))
            stacks.emplace(key, 0);
    for (size_t i = 0; i < run.ops.callStack.size(); ++i)
        if (run.ops.callStack[i])
            if (const auto wanted = stacks.find(frameKey(run.ops.slice[i])); wanted != stacks.end())
                wanted->second = run.ops.callStack[i];
    std::vector<std::string> lines;
    for (const EventRef call : calls) {
        lines.emplace_back();
        for (const uint64_t key : operatorsAround(run.timeline, call))
            if (const StringId stack = stacks.at(key)) {
                const auto frames = framesOfArgument(run.text(stack));
                const auto own = std::ranges::find_if(frames, [](auto frame) { return isOwnFrame(frame, true); });
                if (own != frames.end())
                    lines.back() = *own;
                break;
            }
    }
    return lines;
}

} // namespace

std::vector<std::string> ownLinesAround(const Run &run, std::span<const EventRef> calls)
{
    const bool hasFrames = std::ranges::any_of(
        run.timeline.categories, [](const Category &category) { return category.kind == CategoryKind::Python; });
    if (!hasFrames && !run.ops.callStack.empty())
        return linesOfArguments(run, calls);
    if (!hasFrames || calls.empty())
        return std::vector<std::string>(calls.size());
    const OwnFrames own(run);
    std::vector<std::string> lines;
    for (const EventRef call : calls)
        lines.push_back(ownFrameAround(run, own, call));
    return lines;
}

std::string ownLineAround(const Run &run, EventRef call)
{
    return ownLinesAround(run, std::span(&call, 1)).front();
}

} // namespace ws
