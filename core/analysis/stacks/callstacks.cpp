#include "core/analysis/stacks/callstacks.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/stacks/stacktree.h"
#include "core/model/nestedslices.h"

#include <algorithm>

namespace ws {
namespace {

/// The stacks of python_function slices.
class SliceStacks
{
public:
    SliceStacks(const Run &run, StackTree &tree)
        : m_run(run), m_tree(tree),
          m_frames(run.timeline, {CategoryKind::Python, CategoryKind::Module}, Crossing::Inside),
          m_isClean(m_frames.size()), m_node(m_frames.size(), noStackNode), m_hasFrames(run.timeline.tracks.size())
    {
        for (size_t i = 0; i < m_frames.size(); ++i) {
            const uint32_t parent = m_frames.parent(i);
            m_isClean[i] = parent == noSlice || (m_isClean[parent] && m_frames.end(parent) >= m_frames.end(i));
            m_hasFrames[run.timeline.lane(m_frames.slice(i)).track] = true;
        }
    }

    bool empty() const { return m_frames.size() == 0; }
    bool hasFrames(EventRef slice) const { return m_hasFrames[m_run.timeline.lane(slice).track]; }

    /// noStackNode: no frame is open at the start of the slice.
    uint32_t at(EventRef slice)
    {
        const int64_t ns = m_run.timeline.start(slice);
        const uint32_t frame = m_frames.innermost(m_run.timeline.lane(slice).track, ns);
        return frame == noSlice ? noStackNode : nodeAt(frame, ns);
    }

private:
    /// A frame within all those around it has the same stack at any time. Where frames cross, those that have ended by
    /// then are not part of it.
    uint32_t nodeAt(uint32_t frame, int64_t ns)
    {
        std::vector<uint32_t> path;
        uint32_t node = noStackNode;
        for (uint32_t at = frame; at != noSlice; at = m_frames.parent(at)) {
            if (m_frames.end(at) <= ns)
                continue;
            if (m_isClean[at] && m_node[at] != noStackNode) {
                node = m_node[at];
                break;
            }
            path.push_back(at);
        }
        for (auto at = path.rbegin(); at != path.rend(); ++at) {
            node = m_tree.child(node, m_run.timeline.name(m_frames.slice(*at)));
            if (m_isClean[*at])
                m_node[*at] = node;
        }
        return node;
    }

    const Run &m_run;
    StackTree &m_tree;
    const NestedSlices m_frames;
    std::vector<bool> m_isClean;   ///< within all those around it, and they within theirs
    std::vector<uint32_t> m_node;  ///< of clean frames, when known
    std::vector<bool> m_hasFrames; ///< by track
};

/// The stacks in the arguments of operators.
class ArgumentStacks
{
public:
    ArgumentStacks(const Run &run, StackTree &tree) : m_run(run), m_tree(tree)
    {
        if (run.ops.callStack.empty())
            return;
        m_ops = NestedSlices(run.timeline, {CategoryKind::CpuOp});
        m_text.resize(m_ops.size());
        for (size_t i = 0; i < run.ops.callStack.size(); ++i)
            if (const uint32_t op = m_ops.find(run.ops.slice[i]); op != noSlice)
                m_text[op] = run.ops.callStack[i];
        m_nodeOfText.resize(run.strings.size(), unseen);
    }

    bool empty() const { return m_text.empty(); }

    /// Of the operator, else of the nearest one around it that has one.
    uint32_t of(EventRef operation)
    {
        for (uint32_t op = m_ops.find(operation); op != noSlice; op = m_ops.parent(op))
            if (const StringId text = m_text[op]) {
                if (m_nodeOfText[text] == unseen)
                    m_nodeOfText[text] = read(m_run.text(text));
                if (m_nodeOfText[text] != noStackNode)
                    return m_nodeOfText[text];
            }
        return noStackNode;
    }

private:
    static constexpr uint32_t unseen = noStackNode - 1;

    uint32_t read(std::string_view text)
    {
        uint32_t node = noStackNode;
        const std::vector<std::string_view> frames = framesOfArgument(text);
        for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
            node = m_tree.child(node, *frame);
        return node;
    }

    const Run &m_run;
    StackTree &m_tree;
    NestedSlices m_ops;
    std::vector<StringId> m_text;       ///< by operator
    std::vector<uint32_t> m_nodeOfText; ///< by StringId
};

} // namespace

void StackSum::add(int64_t ns, uint64_t count)
{
    gpuNs = saturatingAdd(gpuNs, ns);
    activities += count;
}

std::optional<CallStacks> callStacks(const Run &run, const StackOptions &options, const Progress *progress)
{
    CallStacks stacks;
    StackTree tree(run, stacks.nodes);
    SliceStacks slices(run, tree);
    ArgumentStacks arguments(run, tree);
    stacks.fromOperators = slices.empty() && !arguments.empty();
    stacks.ownFrames = OwnFrames(run, stacks.fromOperators);
    const auto stackOf = [&](size_t activity) {
        const EventRef launch = run.launches.slice[run.gpu.launch[activity]];
        const EventRef op = run.gpu.op[activity];
        if (stacks.fromOperators)
            return op.valid() ? arguments.of(op) : noStackNode;
        if (slices.empty())
            return noStackNode;
        const bool isElsewhere = op.valid() && !slices.hasFrames(launch);
        return slices.at(isElsewhere ? op : launch);
    };
    stacks.ofActivity.assign(run.gpu.size(), StackNotCounted);
    const auto visit = [&](size_t i, int64_t start, int64_t end) {
        const int64_t ns = end - start;
        stacks.all.add(ns);
        const bool isLinked = !run.gpu.launch.empty() && run.gpu.launch[i] != noLaunch;
        if (const StringId captured = run.gpu.annotation.empty() ? 0 : run.gpu.annotation[i]) {
            const uint32_t node = tree.child(isLinked ? stackOf(i) : noStackNode, captured);
            stacks.nodes[node].isAnnotation = true;
            stacks.nodes[node].self.add(ns);
            stacks.ofActivity[i] = node;
            return;
        }
        if (!isLinked) {
            stacks.ofActivity[i] = StackNotLinked;
            return stacks.notLinked.add(ns);
        }
        const uint32_t node = stackOf(i);
        stacks.ofActivity[i] = node == noStackNode ? uint32_t(StackNotRecorded) : node;
        if (node == noStackNode)
            return stacks.notRecorded.add(ns);
        stacks.nodes[node].self.add(ns);
    };
    if (!forEachActivity(run.gpu, options.range, options.only.get(), progress, visit))
        return std::nullopt;
    tree.addTotals();
    return stacks;
}

CallStacks fromInnermost(const CallStacks &stacks)
{
    CallStacks inverted;
    StackTree tree(inverted.nodes);
    for (uint32_t i = 0; i < stacks.nodes.size(); ++i) {
        if (!stacks.nodes[i].self.activities)
            continue;
        uint32_t node = noStackNode;
        for (uint32_t at = i; at != noStackNode; at = stacks.nodes[at].parent)
            node = tree.child(node, stacks.nodes[at].frame);
        inverted.nodes[node].self.add(stacks.nodes[i].self.gpuNs, stacks.nodes[i].self.activities);
    }
    tree.addTotals();
    inverted.notRecorded = stacks.notRecorded;
    inverted.notLinked = stacks.notLinked;
    inverted.all = stacks.all;
    inverted.fromOperators = stacks.fromOperators;
    inverted.ownFrames = stacks.ownFrames;
    return inverted;
}

std::vector<std::string_view> framesOfArgument(std::string_view text)
{
    std::vector<std::string_view> frames;
    while (!text.empty()) {
        const size_t cut = std::min(text.find(';'), text.size());
        const std::string_view frame = text.substr(0, cut);
        text.remove_prefix(std::min(cut + 1, text.size()));
        if (const size_t begin = frame.find_first_not_of(" \r\n\t"); begin != frame.npos)
            frames.push_back(frame.substr(begin, frame.find_last_not_of(" \r\n\t") + 1 - begin));
    }
    return frames;
}

std::vector<std::string_view> framesOf(const CallStacks &stacks, uint32_t node)
{
    std::vector<std::string_view> frames;
    for (uint32_t at = node; at != noStackNode; at = stacks.nodes[at].parent)
        frames.push_back(stacks.nodes[at].frame);
    std::reverse(frames.begin(), frames.end());
    return frames;
}

} // namespace ws
