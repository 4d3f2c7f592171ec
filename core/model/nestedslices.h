#pragma once
// Slices of a few kinds (nn.Module calls, operators, API calls) of all CPU threads, in order of thread and start, each
// knowing the one that encloses it. Lanes answer "what is in this row"; attribution asks "which of these was open on
// this thread at this time", and which instance an EventRef is. Made when needed, not part of the Run: these kinds are
// a small share of a trace. Rejected: walking lanes upwards per question (a Python stack is 60 lanes deep).

#include "core/model/timeline.h"

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace ws {

constexpr uint32_t noSlice = UINT32_MAX;

/// Writers round begin and duration apart, so a slice may seem to begin before its neighbour has ended.
constexpr int64_t roundingNs = 1000;

/// Whether a slice that begins before `end` is a neighbour of what ends there, not within it: they overlap by no more
/// than the rounding of times and by less than half of each, and the slice goes on for longer than they overlap.
inline bool isRoundedOff(int64_t outerStart, int64_t outerEnd, int64_t start, int64_t end,
                         int64_t rounding = roundingNs)
{
    const int64_t overlap = outerEnd - start;
    return overlap <= rounding && overlap < end - outerEnd && overlap < start - outerStart;
}

/// Whether a slice lies within one that begins no later and goes on behind its begin: it ends there too, or behind it
/// by no more than the rounding of times. What goes on for longer crosses it: neither is within the other.
inline bool isWithin(int64_t outerStart, int64_t outerEnd, int64_t start, int64_t end, int64_t rounding = roundingNs)
{
    return outerEnd > start && end <= outerEnd + rounding && !isRoundedOff(outerStart, outerEnd, start, end, rounding);
}

/// Where a slice stands that crosses the end of one that contains its begin.
enum class Crossing : uint8_t {
    Beside, ///< it is not within that one: numbers of the outer one are not its own
    Inside, ///< it is within the one that is open when it begins, as a stack is
};

class NestedSlices
{
public:
    NestedSlices() = default;
    NestedSlices(const Timeline &timeline, std::initializer_list<CategoryKind> kinds,
                 Crossing crossing = Crossing::Beside);
    /// From these slices only; all on CPU threads, each once.
    NestedSlices(const Timeline &timeline, std::vector<EventRef> slices, Crossing crossing = Crossing::Beside);

    size_t size() const { return m_slice.size(); }
    EventRef slice(size_t i) const { return m_slice[i]; }
    int64_t start(size_t i) const { return m_start[i]; } ///< ns since the run's origin
    int64_t end(size_t i) const { return m_end[i]; }
    int64_t duration(size_t i) const { return m_end[i] - m_start[i]; }
    /// The innermost one that contains the slice (isWithin); noSlice: none. Always less than `i`. Crossing::Inside:
    /// that contains its begin.
    uint32_t parent(size_t i) const { return m_parent[i]; }
    /// Where something else than times tells it. Less than `i`, or noSlice.
    void setParent(uint32_t i, uint32_t parent) { m_parent[i] = parent; }

    /// Whether the slice ends within the other one, but for the rounding of times.
    bool endsWithin(uint32_t i, uint32_t outer) const { return m_end[i] <= m_end[outer] + m_rounding; }

    /// noSlice when it is not one of these.
    uint32_t find(EventRef slice) const;
    /// The max number of slices of one thread that enclose one another.
    uint64_t maxDepth() const;
    /// The number of different names among them.
    uint64_t distinctNames(const Timeline &timeline) const;
    /// The innermost one on the track that contains the time; of two that cross, the later one. noSlice: none.
    uint32_t innermost(uint32_t track, int64_t ns) const;

private:
    void sortAndNest(const Timeline &timeline);
    void nest(Crossing crossing);

    std::vector<EventRef> m_slice;
    std::vector<int64_t> m_start, m_end;
    std::vector<uint32_t> m_parent;
    int64_t m_rounding = roundingNs;              ///< of times: a tick of the clock, if that is longer than a µs
    std::vector<uint32_t> m_trackBegin;           ///< by track, one more than there are tracks
    std::vector<uint32_t> m_laneBegin;            ///< by lane, one more than there are lanes; into the next two
    std::vector<uint32_t> m_indexInLane, m_place; ///< ascending within a lane; the index of that slice here
};

} // namespace ws
