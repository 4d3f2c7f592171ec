#pragma once
// The captured launch that each GPU activity of a replayed graph stems from.
//
// A graph launch replays one captured graph. Which one: of all ways to give the launches, in order, graphs of the
// capture, the one with the max number of kernels found, in which launches of a step follow each other as the graphs do
// (a piecewise model has a graph per layer, with the same kernels). Within the two, kernels are aligned by name as
// sequences (commonSubsequence), in order of their graph nodes where the file has these, else in order of start.
//
// What must not be attributed by accident:
//   - A launch and a graph fit when at least 80 % of the larger one's work is found in the other. Right captures reach
//     99.9 %: a replay runs what was captured, and a recording may lack an event. A model with another attention
//     implementation reaches 40 %, and there most of what is found lies in pieces of one or two kernels.
//   - Launches that follow each other as graphs of the capture must have at least 8 kernels of 4 names in common.
//   - Where several places of the capture fit, an activity is attributed only if the module is the same at the first
//     and at the last of them; otherwise it is ambiguous.
// Several files with captures (one a subsystem, one a batch size) are one capture with all their graphs; a launch that
// graphs of several files fit equally well tells no file, but its module where all agree.
// Launches that do not name their kernels (NVIDIA) are told by order alone: that needs graph nodes, equal numbers,
// equal kinds of work, and for each kernel name one API call that launches it.

#include "core/analysis/modules/capture.h"

#include <memory>
#include <optional>

namespace ws {

class CaptureMatch
{
public:
    enum class State : uint8_t {
        NoGraph,   ///< not launched by a graph
        Exact,     ///< whole graphs agree name by name, in order of the graph's nodes
        Inferred,  ///< the order of starts, or the order of nodes without names, tells
        Ambiguous, ///< several places of the capture with different modules fit
        Unmatched,
    };
    /// A place in the replay.
    struct Place
    {
        size_t launch = 0;   ///< number of the graph launch in order of time, from 0
        size_t position = 0; ///< of the activity in the graph, from 0
        size_t activity = 0;
    };
    struct Counts
    {
        size_t launches = 0, matchedLaunches = 0; ///< graph launches; those that fit a captured graph
        size_t activities = 0;                    ///< of graph launches; the sum of the following
        size_t exact = 0, inferred = 0, ambiguous = 0, unmatched = 0;
        size_t outsideModules = 0; ///< of exact and inferred: captured outside any module
    };

    /// Nothing when cancelled. For n activities in distinct graph launches, m captured launches and d differences
    /// between the two O((n + m) · d), d at most 2,000 for one graph; and launches × captured graphs.
    static std::optional<CaptureMatch> make(const Run &replay, std::shared_ptr<const Capture> capture,
                                            const Progress *progress = nullptr);

    static constexpr uint32_t noGraph = UINT32_MAX;
    /// The captured graph that a launch replays, of several that fit equally the one in the order of the capture;
    /// noGraph: it fits none. `launch`: in order of time, as in Place.
    uint32_t graphOf(size_t launch) const { return m_graphOf[launch]; }
    /// Files whose graphs fit the launch as well as graphOf(), indices into Capture::files(), ascending.
    const std::vector<uint32_t> &filesOf(size_t launch) const { return m_filesOf[launch]; }

    const Capture &capture() const { return *m_capture; }
    State state(size_t activity) const { return m_state[activity]; }
    bool isFound(size_t activity) const
    {
        return m_state[activity] == State::Exact || m_state[activity] == State::Inferred;
    }
    /// Index into Capture::calls(); noSlice: not found, or captured outside any module.
    uint32_t call(size_t activity) const { return m_call[activity]; }
    /// The operator of the captured launch, also where modules are ambiguous. With Need::Known all places of the
    /// capture that fit have operators with equal inputs; of captures of several sizes only the smallest one that the
    /// step's tokens fit into counts, as engines choose it.
    enum class Need : uint8_t {
        Known,
        None, ///< such launches have no operator of which it is known what it computes
        Ambiguous,
        Unmatched,
        OtherSize, ///< captured for fewer tokens than the step has
    };
    struct NeedOf
    {
        Need state = Need::Unmatched;
        uint32_t need = noSlice;  ///< index into Capture::needs()
        uint32_t owner = noSlice; ///< with the graph's launch it is the call
    };
    /// Unmatched without needs in the capture.
    NeedOf needOf(size_t activity) const { return m_needOf.empty() ? NeedOf() : m_needOf[activity]; }
    /// Number of the run through the captured graphs: a module is called once in each.
    uint32_t pass(size_t activity) const { return m_pass[activity]; }
    /// The activities of graph launches, in order of these: a pass is one stretch.
    const std::vector<uint32_t> &inOrder() const { return m_inOrder; }
    const Counts &counts() const { return m_counts; }
    /// All activities of graph launches without a counterpart, ambiguous ones too, in order.
    const std::vector<Place> &missing() const { return m_missing; }
    /// Where the capture fails: the first of these; in a launch that fits no captured graph the first activity up to
    /// which none has the same.
    const std::optional<Place> &firstMissing() const { return m_firstMissing; }

private:
    friend class CaptureMatcher;
    std::shared_ptr<const Capture> m_capture;
    std::vector<State> m_state;           ///< by activity
    std::vector<uint32_t> m_call, m_pass; ///< by activity
    std::vector<NeedOf> m_needOf;         ///< by activity; empty: the capture has no needs
    std::vector<uint32_t> m_inOrder;
    std::vector<Place> m_missing;
    std::optional<Place> m_firstMissing;
    std::vector<uint32_t> m_graphOf;              ///< by launch
    std::vector<std::vector<uint32_t>> m_filesOf; ///< by launch
    Counts m_counts;
};

} // namespace ws
