#include "core/analysis/findings/framearound.h"

#include "core/analysis/findings/unitwork.h"
#include "core/analysis/slicecontext.h"
#include "core/analysis/stacks/callstacks.h"

#include <algorithm>

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

} // namespace

LinesAround::LinesAround(const Run &run) : m_run(run)
{
    m_hasFrames = std::ranges::any_of(run.timeline.categories,
                                      [](const Category &category) { return category.kind == CategoryKind::Python; });
    if (m_hasFrames)
        m_own = OwnFrames(run);
    for (size_t i = 0; i < run.ops.callStack.size() && !m_hasFrames; ++i)
        if (run.ops.callStack[i])
            m_stacks.emplace(frameKey(run.ops.slice[i]), run.ops.callStack[i]);
}

std::string LinesAround::of(EventRef call) const
{
    return m_hasFrames ? ownFrameAround(m_run, m_own, call) : m_stacks.empty() ? std::string() : ofArguments(call);
}

std::string LinesAround::ofArguments(EventRef call) const
{
    std::vector<uint64_t> keys = operatorsAround(m_run.timeline, call);
    keys.insert(keys.begin(), frameKey(call));
    for (const uint64_t key : keys)
        if (const auto stack = m_stacks.find(key); stack != m_stacks.end()) {
            const auto frames = framesOfArgument(m_run.text(stack->second));
            const auto own = std::ranges::find_if(frames, [](auto frame) { return isOwnFrame(frame, true); });
            return own == frames.end() ? std::string() : std::string(*own);
        }
    return {};
}

std::vector<std::string> ownLinesAround(const Run &run, std::span<const EventRef> calls)
{
    std::vector<std::string> lines;
    if (calls.empty())
        return lines;
    const LinesAround around(run);
    for (const EventRef call : calls)
        lines.push_back(around.of(call));
    return lines;
}

std::string ownLineAround(const Run &run, EventRef call)
{
    return ownLinesAround(run, std::span(&call, 1)).front();
}

} // namespace ws
