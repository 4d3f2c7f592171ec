#include "core/analysis/modules/capturematch.h"

#include "core/analysis/modules/graphfit.h"
#include "core/analysis/modules/graphpath.h"
#include "core/analysis/modules/replaygraphs.h"
#include "core/analysis/steps/steppatterns.h"
#include "core/base/commonsubsequence.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace ws {
namespace {

constexpr size_t minWorks = 8, minNames = 4; ///< see the header
constexpr size_t minWorksByOrder = 32;       ///< without names

} // namespace

class CaptureMatcher
{
public:
    CaptureMatcher(ReplayGraphs replay, std::shared_ptr<const Capture> capture, size_t activities)
        : m_replay(std::move(replay)), m_capture(*capture), m_byName(capture->namesKernels())
    {
        m_match.m_capture = std::move(capture);
        m_match.m_state.assign(activities, State::NoGraph);
        m_match.m_call.assign(activities, noSlice);
        m_match.m_pass.assign(activities, 0);
    }

    std::optional<CaptureMatch> match(const Progress *progress)
    {
        numberGraphs();
        if (!score(progress))
            return std::nullopt;
        choose();
        requireEvidence();
        for (size_t i = 0; i < m_replay.graphs.size(); ++i)
            attribute(i);
        if (!m_capture.needs().empty())
            findNeeds();
        nameFiles();
        findFirstMissing();
        return std::move(m_match);
    }

private:
    using State = CaptureMatch::State;

    /// The fit of a launch and a graph, and the order of the launch's work in which it is better.
    struct Choice
    {
        const GraphFit *fit = nullptr; ///< null: none
        bool byNode = false;
    };

    /// Captured graphs with the same work have one number.
    void numberGraphs()
    {
        SequenceNumbers numbers(m_sequences);
        for (const CapturedGraph &graph : m_capture.graphs()) {
            std::vector<uint32_t> works;
            for (const CapturedLaunch &launch : graph) {
                works.push_back(launch.work);
                if (!m_byName)
                    works.push_back(launch.api);
            }
            m_sequenceOf.push_back(numbers.of(std::move(works)));
            if (m_example.size() < m_sequences.size())
                m_example.push_back(&graph);
        }
    }

    /// Each distinct sequence of the replay with each of the capture.
    bool score(const Progress *progress)
    {
        const size_t captured = m_sequences.size();
        std::vector<uint8_t> wanted(m_replay.sequences.size());
        for (const ReplayGraph &graph : m_replay.graphs) {
            wanted[graph.startSequence] = wanted[graph.startSequence] || m_byName;
            if (graph.nodeSequence != noSlice)
                wanted[graph.nodeSequence] = true;
        }
        for (size_t r = 0; r < m_replay.sequences.size(); ++r) {
            if (progress && progress->isCancelled())
                return false;
            for (size_t c = 0; c < captured && wanted[r]; ++c) {
                GraphFit fit = m_byName ? fitByName(m_replay.sequences[r], m_sequences[c])
                                        : fitByOrder(m_replay.sequences[r], *m_example[c]);
                if (fit.matched)
                    m_fits.emplace(r * captured + c, std::move(fit));
            }
        }
        return true;
    }

    const GraphFit *fitOf(uint32_t sequence, size_t graph) const
    {
        const auto found = m_fits.find(sequence * m_sequences.size() + m_sequenceOf[graph]);
        return found == m_fits.end() ? nullptr : &found->second;
    }

    Choice choiceOf(size_t launch, size_t graph) const
    {
        const ReplayGraph &replayed = m_replay.graphs[launch];
        const GraphFit *byStart = m_byName ? fitOf(replayed.startSequence, graph) : nullptr;
        if (replayed.nodeSequence == noSlice)
            return {byStart, false};
        const GraphFit *byNode = fitOf(replayed.nodeSequence, graph);
        if (byNode && (!byStart || byNode->matched >= byStart->matched))
            return {byNode, true};
        return {byStart, false};
    }

    void choose()
    {
        GraphPathInput input;
        for (const ReplayGraph &graph : m_replay.graphs)
            input.step.push_back(graph.step);
        input.graphs = m_capture.graphs().size();
        input.score = [this](size_t launch, size_t graph) {
            const GraphFit *fit = choiceOf(launch, graph).fit;
            return fit ? fit->matched : 0;
        };
        m_first = graphPath(input, false);
        m_last = graphPath(input, true);
        m_fitting.resize(input.step.size());
        for (size_t i = 0; i < m_fitting.size(); ++i)
            m_fitting[i] = input.graphs && choiceOf(i, m_first[i]).fit;
    }

    /// Divides the launches into passes through the capture; what fits in a pass with too little in common does not.
    void requireEvidence()
    {
        m_passOf.resize(m_fitting.size());
        uint32_t pass = 0;
        size_t begin = 0, before = 0; ///< before: the last fitting launch, of this pass unless none
        bool any = false;
        for (size_t i = 0; i <= m_fitting.size(); ++i) {
            const bool ends = i == m_fitting.size();
            if (!ends && !m_fitting[i])
                continue;
            if (ends || (any && !continues(before, i))) {
                judge(begin, i);
                begin = i;
                ++pass;
            }
            if (ends)
                break;
            m_passOf[i] = pass;
            before = i;
            any = true;
        }
    }

    /// Between the two there are only launches that fit no graph.
    bool continues(size_t before, size_t launch) const
    {
        const auto &graphs = m_replay.graphs;
        if (graphs[before].step != graphs[launch].step ||
            m_capture.fileOf(m_first[before]) != m_capture.fileOf(m_first[launch]))
            return false;
        return m_first[launch] > m_first[before] && m_first[launch] - m_first[before] <= launch - before;
    }

    void judge(size_t begin, size_t end)
    {
        size_t works = 0;
        std::set<uint32_t> names;
        for (size_t i = begin; i < end; ++i) {
            if (!m_fitting[i])
                continue;
            const Choice choice = choiceOf(i, m_first[i]);
            works += choice.fit->matched;
            const auto &sequence = sequenceOf(i, choice);
            for (uint32_t k = 0; k < sequence.size() && names.size() < minNames; ++k)
                if (sequence[k] >= FirstKernelName && choice.fit->firstOf(k) != noPartner)
                    names.insert(sequence[k]);
        }
        if (works < (m_byName ? minWorks : minWorksByOrder) || names.size() < minNames)
            std::fill(m_fitting.begin() + ptrdiff_t(begin), m_fitting.begin() + ptrdiff_t(end), false);
    }

    const std::vector<uint32_t> &sequenceOf(size_t launch, const Choice &choice) const
    {
        const ReplayGraph &graph = m_replay.graphs[launch];
        return m_replay.sequences[choice.byNode ? graph.nodeSequence : graph.startSequence];
    }

    void attribute(size_t launch)
    {
        const ReplayGraph &graph = m_replay.graphs[launch];
        ++m_match.m_counts.launches;
        m_match.m_counts.activities += graph.byStart.size();
        m_match.m_counts.matchedLaunches += m_fitting[launch];
        m_match.m_inOrder.insert(m_match.m_inOrder.end(), graph.byStart.begin(), graph.byStart.end());
        if (m_fitting[launch])
            attributeFitting(launch);
        else
            for (const uint32_t activity : graph.byStart)
                m_match.m_state[activity] = State::Unmatched;
        for (size_t k = 0; k < graph.byStart.size(); ++k)
            count(launch, k, graph.byStart[k]);
    }

    void attributeFitting(size_t launch)
    {
        const Choice first = choiceOf(launch, m_first[launch]);
        Choice last = choiceOf(launch, m_last[launch]);
        if (last.byNode != first.byNode)
            last.fit = nullptr; // not comparable
        const ReplayGraph &graph = m_replay.graphs[launch];
        const std::vector<uint32_t> &activities = first.byNode ? graph.byNode : graph.byStart;
        const bool exact = m_byName && first.byNode && first.fit->isWhole;
        for (uint32_t k = 0; k < activities.size(); ++k) {
            const uint32_t a = first.fit->firstOf(k), b = last.fit ? last.fit->lastOf(k) : noPartner;
            const uint32_t activity = activities[k];
            State &state = m_match.m_state[activity];
            if (a == noPartner && b == noPartner) {
                state = State::Unmatched;
            } else if (a == noPartner || b == noPartner || !isOneModule(launch, a, b)) {
                state = State::Ambiguous;
            } else {
                const CapturedLaunch &captured = m_capture.graphs()[m_first[launch]][a];
                state = exact && !captured.isLinked ? State::Exact : State::Inferred;
                m_match.m_call[activity] = captured.call;
                m_match.m_pass[activity] = m_passOf[launch];
            }
        }
    }

    /// Of all places between the first and the last one where the same is launched.
    bool isOneModule(size_t launch, uint32_t first, uint32_t last) const
    {
        const uint32_t graph = m_first[launch], path = pathAt(graph, first);
        if (graph != m_last[launch])
            return path == pathAt(m_last[launch], last);
        const CapturedGraph &captured = m_capture.graphs()[graph];
        for (uint32_t i = std::min(first, last); i <= std::max(first, last); ++i)
            if (captured[i].work == captured[first].work && pathAt(graph, i) != path)
                return false;
        return true;
    }

    using Need = CaptureMatch::Need;
    using NeedOf = CaptureMatch::NeedOf;

    void findNeeds()
    {
        m_match.m_needOf.resize(m_match.m_state.size());
        for (const std::string &label : labels())
            m_labels.push_back(stepName(label).value_or(StepName()));
        for (size_t launch = 0; launch < m_replay.graphs.size(); ++launch) {
            if (!m_fitting[launch])
                continue;
            const Choice first = choiceOf(launch, m_first[launch]);
            const ReplayGraph &graph = m_replay.graphs[launch];
            const std::vector<uint32_t> &activities = first.byNode ? graph.byNode : graph.byStart;
            const std::vector<uint32_t> graphs = graphsAsGood(launch);
            // without names a graph of any size fits
            const bool isSizeKnown = m_byName || std::ranges::all_of(graphs, [&](uint32_t g) {
                                         const auto [size, needed] = sizesOf(launch, g);
                                         return size && needed;
                                     });
            for (uint32_t k = 0; k < activities.size(); ++k)
                m_match.m_needOf[activities[k]] = graphs.empty() ? NeedOf{Need::OtherSize}
                                                  : !isSizeKnown ? NeedOf{Need::Ambiguous}
                                                                 : needAt(launch, graphs, k, first.byNode);
        }
    }

    std::vector<std::string> labels() const
    {
        std::vector<std::string> labels;
        for (size_t graph = 0; graph < m_capture.graphs().size(); ++graph)
            labels.push_back(m_capture.labelOf(graph));
        return labels;
    }

    /// Graphs with as much in common as the chosen one: those between the first and the last one of the path, and those
    /// of other captures (another file or another label; without labels each may be of another size). Of captures of
    /// several sizes only the smallest one into which the step's tokens fit; empty: none is large enough.
    std::vector<uint32_t> graphsAsGood(size_t launch) const
    {
        const auto [low, high] = std::minmax(m_first[launch], m_last[launch]);
        const uint32_t own = choiceOf(launch, m_first[launch]).fit->matched;
        std::vector<uint32_t> graphs;
        std::optional<int64_t> smallest;
        for (uint32_t g = 0; g < m_capture.graphs().size(); ++g) {
            const bool isOfPath = g >= low && g <= high;
            const std::string &label = m_capture.labelOf(low);
            const bool isOther =
                label.empty() || m_capture.fileOf(g) != m_capture.fileOf(low) || m_capture.labelOf(g) != label;
            const GraphFit *fit = isOfPath || isOther ? choiceOf(launch, g).fit : nullptr;
            if (!fit || fit->matched < own)
                continue;
            const auto [size, needed] = sizesOf(launch, g);
            if (size && needed && *size < *needed)
                continue;
            if (size && needed && (!smallest || *size < *smallest))
                smallest = size;
            graphs.push_back(g);
        }
        std::erase_if(graphs, [&](uint32_t g) {
            const auto [size, needed] = sizesOf(launch, g);
            return smallest && size && needed && *size > *smallest;
        });
        return graphs;
    }

    /// For how many tokens or requests the graph was captured, and how many of them the step has.
    std::pair<std::optional<int64_t>, std::optional<int64_t>> sizesOf(size_t launch, uint32_t graph) const
    {
        const StepName &label = m_labels[graph];
        if (label.phase != "capture")
            return {};
        const ReplayGraph &replayed = m_replay.graphs[launch];
        return label.batch ? std::pair(label.batch, replayed.batch) : std::pair(label.tokens, replayed.tokens);
    }

    /// Of the launch's work `k`, at all places of these graphs where it may have been captured.
    NeedOf needAt(size_t launch, const std::vector<uint32_t> &graphs, uint32_t k, bool byNode) const
    {
        std::optional<NeedOf> found;
        for (const uint32_t g : graphs) {
            const Choice choice = choiceOf(launch, g);
            const uint32_t a = choice.fit->firstOf(k), b = choice.fit->lastOf(k);
            if (choice.byNode != byNode || (a == noPartner) != (b == noPartner))
                return {Need::Ambiguous};
            if (a == noPartner) {
                if (found && found->state != Need::Unmatched)
                    return {Need::Ambiguous};
                found = NeedOf{Need::Unmatched};
                continue;
            }
            const CapturedGraph &captured = m_capture.graphs()[g];
            for (uint32_t i = std::min(a, b); i <= std::max(a, b); ++i) {
                if (captured[i].work != captured[a].work)
                    continue;
                const Need state = captured[i].need == noSlice ? Need::None : Need::Known;
                if (!found)
                    found = NeedOf{state, captured[i].need, captured[a].owner};
                else if (found->state != state || found->need != captured[i].need)
                    return {Need::Ambiguous};
            }
        }
        return found.value_or(NeedOf());
    }

    uint32_t pathAt(uint32_t graph, uint32_t position) const
    {
        const uint32_t call = m_capture.graphs()[graph][position].call;
        return call == noSlice ? noSlice : m_capture.calls()[call].path;
    }

    void count(size_t launch, size_t position, uint32_t activity)
    {
        CaptureMatch::Counts &counts = m_match.m_counts;
        const State state = m_match.m_state[activity];
        ++(state == State::Exact       ? counts.exact
           : state == State::Inferred  ? counts.inferred
           : state == State::Ambiguous ? counts.ambiguous
                                       : counts.unmatched);
        if (!m_match.isFound(activity))
            m_match.m_missing.push_back({launch, position, activity});
        else
            counts.outsideModules += m_match.m_call[activity] == noSlice;
    }

    void nameFiles()
    {
        std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> bestOf; ///< by score of each file, once
        const size_t files = std::max<size_t>(1, m_capture.files().size());
        for (size_t i = 0; i < m_replay.graphs.size(); ++i) {
            m_match.m_graphOf.push_back(m_fitting[i] ? m_first[i] : CaptureMatch::noGraph);
            m_match.m_filesOf.emplace_back();
            if (!m_fitting[i])
                continue;
            const ReplayGraph &graph = m_replay.graphs[i];
            const auto [best, isNew] = bestOf.try_emplace({graph.startSequence, graph.nodeSequence}, files, 0u);
            for (size_t g = 0; isNew && g < m_capture.graphs().size(); ++g)
                if (const GraphFit *fit = choiceOf(i, g).fit) {
                    uint32_t &score = best->second[m_capture.fileOf(g)];
                    score = std::max(score, fit->matched);
                }
            const uint32_t own = choiceOf(i, m_first[i]).fit->matched;
            for (uint32_t file = 0; file < files; ++file)
                if (file == m_capture.fileOf(m_first[i]) || best->second[file] >= own)
                    m_match.m_filesOf.back().push_back(file);
        }
    }

    void findFirstMissing()
    {
        if (m_match.m_missing.empty())
            return;
        CaptureMatch::Place place = m_match.m_missing.front();
        const ReplayGraph &graph = m_replay.graphs[place.launch];
        const auto &works = m_replay.sequences[graph.startSequence];
        for (size_t c = 0; c < m_sequences.size() && m_byName && !m_fitting[place.launch]; ++c) {
            const auto &captured = m_sequences[c];
            const auto end = std::mismatch(works.begin(), works.end(), captured.begin(), captured.end()).first;
            if (end != works.end())
                place.position = std::max(place.position, static_cast<size_t>(end - works.begin()));
        }
        place.activity = graph.byStart[place.position];
        m_match.m_firstMissing = place;
    }

    ReplayGraphs m_replay;
    const Capture &m_capture;
    const bool m_byName;
    CaptureMatch m_match;
    std::vector<std::vector<uint32_t>> m_sequences; ///< distinct ones of the capture
    std::vector<const CapturedGraph *> m_example;   ///< of each of these
    std::vector<uint32_t> m_sequenceOf;             ///< by captured graph
    std::unordered_map<size_t, GraphFit> m_fits;    ///< by sequence of the replay × of the capture
    std::vector<uint32_t> m_first, m_last;          ///< by launch: its graph
    std::vector<uint8_t> m_fitting;                 ///< by launch
    std::vector<uint32_t> m_passOf;                 ///< by launch
    std::vector<StepName> m_labels;                 ///< by captured graph; empty: needs are not looked for
};

std::optional<CaptureMatch> CaptureMatch::make(const Run &replay, std::shared_ptr<const Capture> capture,
                                               const Progress *progress)
{
    auto graphs = replayGraphs(replay, *capture, progress);
    if (!graphs)
        return std::nullopt;
    return CaptureMatcher(std::move(*graphs), std::move(capture), replay.gpu.size()).match(progress);
}

} // namespace ws
