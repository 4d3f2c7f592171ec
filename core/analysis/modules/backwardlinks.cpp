#include "core/analysis/modules/backwardlinks.h"

#include "core/model/flowpairs.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

struct ForwardOp
{
    int64_t sequence;
    int64_t start;
    uint32_t track;
};

struct BackwardOp
{
    int64_t sequence;
    int64_t start;
    uint32_t place;         ///< among the backward operators
    uint32_t forwardThread; ///< torch's number
};

bool isBackward(const CpuOps &ops, size_t i)
{
    return ops.fwdThread[i] != 0 && ops.sequence[i] >= 0;
}

/// Forward operators by sequence number, and which of the trace's threads each of torch's thread numbers means.
class ForwardOps
{
public:
    explicit ForwardOps(const Run &run)
    {
        const CpuOps &ops = run.ops;
        for (size_t i = 0; i < ops.size(); ++i)
            if (ops.fwdThread[i] == 0 && ops.sequence[i] >= 0)
                m_ops.push_back(
                    {ops.sequence[i], run.timeline.start(ops.slice[i]), run.timeline.lane(ops.slice[i]).track});
        std::sort(m_ops.begin(), m_ops.end(), [](const ForwardOp &a, const ForwardOp &b) {
            return std::tie(a.sequence, a.start, a.track) < std::tie(b.sequence, b.start, b.track);
        });
    }

    /// Counts the threads that this operator fits.
    void vote(const BackwardOp &op)
    {
        const std::span<const ForwardOp> fitting = before(op);
        if (fitting.empty())
            return;
        auto &votes = m_votes[op.forwardThread];
        ++votes[fitting.back().track].latest;
        std::vector<uint32_t> seen;
        for (const ForwardOp &forward : fitting)
            if (std::find(seen.begin(), seen.end(), forward.track) == seen.end() && seen.size() < maxThreads) {
                seen.push_back(forward.track);
                ++votes[forward.track].fits;
            }
    }
    void voteByFlow(const BackwardOp &op, uint32_t track) { ++m_votes[op.forwardThread][track].flows; }

    void countVotes()
    {
        for (const auto &[number, votes] : m_votes)
            m_threadOf[number] = std::max_element(votes.begin(), votes.end(), [](const auto &a, const auto &b) {
                                     return std::tie(a.second.flows, a.second.fits, a.second.latest) <
                                            std::tie(b.second.flows, b.second.fits, b.second.latest);
                                 })->first;
    }

    const ForwardOp *of(const BackwardOp &op) const
    {
        const std::span<const ForwardOp> fitting = before(op);
        const auto thread = m_threadOf.find(op.forwardThread);
        if (fitting.empty() || thread == m_threadOf.end())
            return nullptr;
        for (size_t i = fitting.size(); i-- > 0;)
            if (fitting[i].track == thread->second)
                return &fitting[i];
        return nullptr;
    }

private:
    static constexpr size_t maxThreads = 64; ///< threads per sequence number that are examined

    struct Votes
    {
        uint64_t flows = 0;  ///< flows that start on it
        uint64_t fits = 0;   ///< operators whose number occurs on it
        uint64_t latest = 0; ///< operators whose number was last used on it
    };

    /// Earlier operators with the number, in order of start.
    std::span<const ForwardOp> before(const BackwardOp &op) const
    {
        const auto begin = std::lower_bound(m_ops.begin(), m_ops.end(), op.sequence,
                                            [](const ForwardOp &f, int64_t sequence) { return f.sequence < sequence; });
        const auto end = std::lower_bound(begin, m_ops.end(), op, [](const ForwardOp &f, const BackwardOp &b) {
            return f.sequence == b.sequence && f.start < b.start;
        });
        return {begin, end};
    }

    std::vector<ForwardOp> m_ops;
    std::map<uint32_t, std::map<uint32_t, Votes>> m_votes; ///< torch's number → track of the trace
    std::unordered_map<uint32_t, uint32_t> m_threadOf;
};

} // namespace

BackwardLinks::BackwardLinks(const Run &run, const NestedSlices &modules)
{
    const CpuOps &ops = run.ops;
    std::vector<EventRef> slices;
    for (size_t i = 0; i < ops.size(); ++i)
        if (isBackward(ops, i))
            slices.push_back(ops.slice[i]);
    if (slices.empty() || modules.size() == 0)
        return;
    m_ops = NestedSlices(run.timeline, std::move(slices));
    m_module.assign(m_ops.size(), noSlice);

    const FlowPairs flows(run, "fwdbwd");
    ForwardOps forward(run);
    std::vector<BackwardOp> unlinked;
    for (size_t i = 0; i < ops.size(); ++i) {
        if (!isBackward(ops, i))
            continue;
        const EventRef slice = ops.slice[i];
        const BackwardOp op{ops.sequence[i], run.timeline.start(slice), m_ops.find(slice), ops.fwdThread[i]};
        if (const auto from = flows.startOf(run.timeline.lane(slice).track, op.start)) {
            forward.voteByFlow(op, from->track);
            m_module[op.place] = modules.innermost(from->track, from->ns);
        } else {
            forward.vote(op);
            unlinked.push_back(op);
        }
    }
    forward.countVotes();
    for (const BackwardOp &op : unlinked)
        if (const ForwardOp *from = forward.of(op))
            m_module[op.place] = modules.innermost(from->track, from->start);
}

uint32_t BackwardLinks::moduleAt(uint32_t track, int64_t ns) const
{
    uint32_t op = m_ops.innermost(track, ns);
    while (op != noSlice && (m_module[op] == noSlice || m_ops.end(op) <= ns))
        op = m_ops.parent(op);
    return op == noSlice ? noSlice : m_module[op];
}

} // namespace ws
