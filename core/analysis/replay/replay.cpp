#include "core/analysis/replay/replay.h"

#include "core/analysis/job/longcompute.h"
#include "core/analysis/replay/movedwork.h"
#include "core/analysis/replay/replaydoubts.h"
#include "core/base/format.h"
#include "core/base/parallel.h"
#include "core/base/quantiles.h"
#include "core/base/texts.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ws {

StepEnds stepEnds(const ReplayModel &model, const std::vector<int64_t> &start, const std::vector<int64_t> &duration)
{
    const DependencyGraph &graph = model.graph;
    StepEnds ends;
    ends.last.assign(model.stepNames.size(), noReplayNode);
    ends.beginNs.assign(model.stepNames.size(), INT64_MAX);
    ends.endNs.assign(model.stepNames.size(), INT64_MIN);
    for (uint32_t node = 0; node < graph.size(); ++node) {
        const uint32_t step = model.step[node];
        if (step == noStep)
            continue;
        ends.beginNs[step] = std::min(ends.beginNs[step], model.isJob ? graph.anchor(node) : start[node]);
        if (const int64_t end = start[node] + duration[node]; end > ends.endNs[step]) {
            ends.endNs[step] = end;
            ends.last[step] = node;
        }
    }
    return ends;
}

namespace {

/// A step lasts until the next one begins; of a job and at last until its own end. A step without work has no length.
std::vector<int64_t> lengthsOf(const ReplayModel &model, const StepEnds &ends)
{
    std::vector<int64_t> lengths(ends.last.size());
    for (size_t step = 0; step < lengths.size(); ++step) {
        if (ends.beginNs[step] > ends.endNs[step])
            continue;
        const bool isNextThere = step + 1 < lengths.size() && ends.beginNs[step + 1] <= ends.endNs[step + 1];
        lengths[step] = (model.isJob || !isNextThere ? ends.endNs[step] : ends.beginNs[step + 1]) - ends.beginNs[step];
    }
    return lengths;
}

int64_t chosenLength(const std::vector<int64_t> &lengths, std::optional<uint32_t> step)
{
    if (lengths.empty())
        return 0;
    if (step)
        return lengths[*step];
    long double sum = 0;
    for (const int64_t ns : lengths)
        sum += static_cast<long double>(ns);
    return std::llround(double(sum / static_cast<long double>(lengths.size())));
}

double errorOf(int64_t replayed, int64_t recorded)
{
    return recorded > 0 ? std::abs(double(replayed - recorded)) / double(recorded) : 0;
}

void add(CriticalPath &sum, CriticalPath path)
{
    sum.nodes.insert(sum.nodes.end(), path.nodes.begin(), path.nodes.end());
    for (size_t k = 0; k < sum.byKind.size(); ++k)
        sum.byKind[k] += path.byKind[k];
    sum.cpuNs += path.cpuNs;
    sum.latencyNs += path.latencyNs;
    sum.unexplainedNs += path.unexplainedNs;
    sum.lengthNs += path.lengthNs;
}

/// Of the chosen step, or of all: a job's each by itself, a process' from the first begin to the last end.
CriticalPath pathOf(const ReplayModel &model, const ReplayWeights &weights, const std::vector<int64_t> &start,
                    const std::vector<int64_t> &lags, std::optional<uint32_t> step)
{
    const StepEnds ends = stepEnds(model, start, weights.duration);
    CriticalPath sum;
    if (ends.last.empty())
        return sum;
    const auto one = [&](size_t s, size_t from) {
        if (ends.last[s] != noReplayNode)
            add(sum, criticalPath(model.graph, weights, start, lags, ends.last[s], ends.beginNs[from]));
    };
    if (step)
        one(*step, *step);
    else if (!model.isJob)
        one(ends.last.size() - 1, 0);
    else
        for (size_t s = 0; s < ends.last.size(); ++s)
            one(s, s);
    return sum;
}

class Replayer
{
public:
    Replayer(std::shared_ptr<const ReplayModel> model, std::optional<uint32_t> step)
        : m_model(*model), m_graph(model->graph)
    {
        m_replay.model = std::move(model);
        m_replay.step = step;
    }

    std::optional<Replay> make(const Progress *progress)
    {
        if (!isPossible())
            return std::move(m_replay);
        m_replay.weights = {
            m_graph.durations(), m_graph.leads(), measuredLatencies(m_graph, latencyPercent, m_model.isSample), {}};
        if (progress && progress->isCancelled())
            return std::nullopt;
        m_replay.lags = unexplainedLags(m_graph, m_replay.weights);
        std::vector<int64_t> start;
        replay(m_graph, m_replay.weights, start);
        measure(start);
        countProven();
        checkOtherHalf();
        int64_t length = 0;
        for (const int64_t ns : m_replay.recorded)
            length += ns;
        m_shared = sharedDevice(m_model, length);
        m_replay.contendedShare = m_shared.contended;
        judge();
        return std::move(m_replay);
    }

private:
    bool isPossible()
    {
        m_replay.why = m_model.missing;
        if (!m_replay.why.isEmpty())
            return false;
        if (m_graph.size() == 0)
            m_replay.why << Core::tr("the file has no GPU work with times, and no operations of ranks");
        else if (m_model.unlaunchedNs * 10 > m_model.activityNs)
            m_replay.why << Core::tr(
                                "%1 of the GPU work has no launch in the file, so nothing says what it waits for: "
                                "record the calls of the runtime as well (with PyTorch by ProfilerActivity.CPU, with "
                                "Nsight Systems by -t cuda)")
                                .arg(formatPercent(double(m_model.unlaunchedNs) / double(m_model.activityNs)));
        return m_replay.why.isEmpty();
    }

    /// A latency fits one node of its kind by construction, so that one proves nothing.
    void countProven()
    {
        std::vector<bool> isUsed(m_graph.kinds().size());
        for (uint32_t node = 0; node < m_graph.size(); ++node) {
            const NodeKind kind = m_graph.kind(node);
            if (kind != NodeKind::Compute && kind != NodeKind::Copy && kind != NodeKind::Communication)
                continue;
            const uint32_t edge = bindingEdge(m_graph, m_replay.weights, m_graph.starts(), node);
            if (edge == noReplayNode)
                continue;
            ++m_replay.provenWork;
            isUsed[m_graph.edgeKind(edge)] = true;
        }
        m_replay.provenWork = std::max<int64_t>(0, m_replay.provenWork - std::ranges::count(isUsed, true));
    }

    void measure(const std::vector<int64_t> &start)
    {
        const StepEnds was = stepEnds(m_model, m_graph.starts(), m_graph.durations());
        const StepEnds is = stepEnds(m_model, start, m_replay.weights.duration);
        m_replay.recorded = lengthsOf(m_model, was);
        m_replay.replayed = lengthsOf(m_model, is);
        m_replay.recordedNs = chosenLength(m_replay.recorded, m_replay.step);
        m_replay.replayedNs = chosenLength(m_replay.replayed, m_replay.step);
        m_replay.errorShare = errorOf(m_replay.replayedNs, m_replay.recordedNs);
        if (!m_replay.step) {
            std::vector<double> errors;
            for (size_t s = 0; s < m_replay.recorded.size(); ++s)
                errors.push_back(errorOf(m_replay.replayed[s], m_replay.recorded[s]));
            m_replay.errorShare = std::max(m_replay.errorShare, medianOf(errors));
        }
        std::vector<int64_t> apart;
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (const uint32_t step = m_model.step[node]; step != noStep && (!m_replay.step || step == *m_replay.step))
                apart.push_back(std::abs((start[node] - is.beginNs[step]) - (m_graph.start(node) - was.beginNs[step])));
        m_replay.startErrorNs = medianNs(apart);
        m_replay.path = pathOf(m_model, m_replay.weights, m_graph.starts(), m_replay.lags, m_replay.step);
        m_hidden = hiddenWaits(m_model, m_replay.path, m_replay.recorded);
        const int64_t hidden = m_hidden.ns + m_hidden.othersNs + m_hidden.pacedNs;
        const int64_t unexplained = m_replay.path.unexplainedNs + hidden;
        if (m_replay.path.lengthNs > 0)
            m_replay.unexplainedShare = double(unexplained) / double(m_replay.path.lengthNs);
    }

    /// Latencies of the steps with even numbers have to replay the others as well.
    void checkOtherHalf()
    {
        if (m_replay.recorded.size() < 2)
            return;
        std::vector<bool> isSample = m_model.isSample;
        isSample.resize(m_graph.size(), true);
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (m_model.step[node] != noStep && m_model.step[node] % 2)
                isSample[node] = false;
        ReplayWeights weights = m_replay.weights;
        weights.latency = measuredLatencies(m_graph, latencyPercent, isSample);
        std::vector<int64_t> start;
        replay(m_graph, weights, start);
        const auto lengths = lengthsOf(m_model, stepEnds(m_model, start, weights.duration));
        int64_t was = 0, is = 0;
        for (size_t s = 1; s < lengths.size(); s += 2) {
            was += m_replay.recorded[s];
            is += lengths[s];
        }
        m_replay.otherHalfError = errorOf(is, was);
        if (!m_replay.step)
            m_replay.errorShare = std::max(m_replay.errorShare, m_replay.otherHalfError);
    }

    void judge()
    {
        if (m_replay.recordedNs <= 0)
            m_replay.why << Core::tr("the steps have no length");
        if (m_replay.provenWork < minProvenWork) {
            m_replay.why << Core::tr("too little work for a proof: beyond those that its latencies are taken from, the "
                                     "starts of %1 activities test the replay, and with fewer than %2 it may fit by "
                                     "chance: record several steps")
                                .arg(formatCount(m_replay.provenWork), formatCount(minProvenWork));
            return;
        }
        if (m_replay.errorShare > maxReplayError)
            m_replay.why << Core::tr("the replay takes %1, the recording %2: it is off by %3, and more than %4 proves "
                                     "nothing")
                                .arg(formatRounded(m_replay.replayedNs), formatRounded(m_replay.recordedNs),
                                     formatPercent(m_replay.errorShare), formatPercent(maxReplayError));
        if (m_replay.unexplainedShare > maxUnexplained)
            m_replay.why << Core::tr("nothing in the file explains %1 of the time on the path that decides the length")
                                .arg(formatPercent(m_replay.unexplainedShare));
        const double length = double(std::max<int64_t>(1, m_replay.path.lengthNs));
        if (double(m_hidden.ns) > length * maxHiddenWaits)
            m_replay.why << Core::tr(
                "the CPU's own work ends %n time(s) just as GPU work ends: it waits, though no call "
                "says so. Record the calls of runtime and driver, and of CUDA's synchronisation",
                nullptr, int(m_hidden.count));
        if (!m_replay.why.isEmpty() && !m_model.isJob)
            m_replay.why << (m_replay.how = howToRecord());
        judgeOthers(length);
        judgeDevice();
    }

    void judgeOthers(double length)
    {
        if (double(m_hidden.othersNs) > length * maxHiddenWaits)
            m_replay.why << Core::tr("for %1 of the length a thread waits for other threads or processes (%2), and "
                                     "nothing in the file says what these wait for")
                                .arg(formatPercent(double(m_hidden.othersNs) / length), toText(m_hidden.otherName));
        if (double(m_hidden.pacedNs) > length * maxHiddenWaits)
            m_replay.why << Core::tr("pauses of the CPU, %1 of the length, end at a fixed rate, however long the work "
                                     "before takes: what they wait for is not in the file")
                                .arg(formatPercent(double(m_hidden.pacedNs) / length));
    }

    void judgeDevice()
    {
        if (m_shared.contended > maxContended)
            m_replay.why << Core::tr("work of several streams slows each other down, by %1 of the length: what one of "
                                     "them takes depends on when the others run")
                                .arg(formatPercent(m_shared.contended));
        if (m_shared.unknown > maxBesideUnknown)
            m_replay.why << Core::tr("computation that never runs without work of other streams beside it takes %1 of "
                                     "the length: how long it takes alone is not known")
                                .arg(formatPercent(m_shared.unknown));
        if (m_shared.interrupted > maxInterrupted)
            m_replay.why << Core::tr("the same kernels take far longer in some steps than in most, by %1 of the length "
                                     "in all: what delays them is not in the file")
                                .arg(formatPercent(m_shared.interrupted));
    }

    QString howToRecord() const
    {
        return Core::tr("To record it better: calls of the runtime, events and synchronisation (torch.profiler with "
                        "experimental_config=_ExperimentalConfig(enable_cuda_sync_events=True), nsys -t cuda,nvtx,osrt "
                        "--cuda-event-trace=true), nodes of graphs (nsys --cuda-graph-trace=node), and no call stacks");
    }

    const ReplayModel &m_model;
    const DependencyGraph &m_graph;
    Replay m_replay;
    HiddenWaits m_hidden;
    SharedDevice m_shared;
};

} // namespace

std::vector<int64_t> replayedLengths(const ReplayModel &model, const std::vector<int64_t> &start,
                                     const std::vector<int64_t> &duration)
{
    return lengthsOf(model, stepEnds(model, start, duration));
}

std::optional<Replay> replayOf(std::shared_ptr<const ReplayModel> model, std::optional<uint32_t> step,
                               const Progress *progress)
{
    return Replayer(std::move(model), step).make(progress);
}

namespace {

/// One answer for a subset of the edits: with the lags of a process, without those of a job.
class Predictor
{
public:
    Predictor(const Replay &replay, const std::vector<ReplayEdit> &edits, EditTargets *targets)
        : m_replay(replay), m_edits(edits), m_targets(targets)
    {
    }

    struct Lengths
    {
        int64_t ns = 0, withoutLags = 0;
        QStringList notes;
    };
    /// The one with lags where these are taken; then starts and durations are those.
    Result<Lengths> lengthsWith(unsigned subset, bool hasLags)
    {
        Lengths lengths;
        if (const auto error = apply(subset, hasLags, lengths.notes))
            return *error;
        if (hasLags)
            replayBoth(model().graph, m_weights, m_start, m_without);
        else
            replay(model().graph, m_weights, m_start);
        lengths.ns = lengthOf(m_start);
        lengths.withoutLags = hasLags ? lengthOf(m_without) : lengths.ns;
        return lengths;
    }

    Result<int64_t> lengthWith(unsigned subset, bool hasLags)
    {
        const QString key = keyOf(subset, hasLags);
        if (const auto known = m_targets ? m_targets->findLength(key) : std::nullopt)
            return *known;
        QStringList notes;
        if (const auto error = apply(subset, hasLags, notes))
            return *error;
        replay(model().graph, m_weights, m_start);
        const int64_t ns = lengthOf(m_start);
        if (m_targets)
            m_targets->keepLength(key, ns);
        return ns;
    }

    /// lengthWith() of all these, side by side where the graph is large.
    void findLengths(const std::vector<unsigned> &subsets, bool hasLags)
    {
        std::vector<unsigned> unknown;
        for (const unsigned subset : subsets)
            if (!m_targets->findLength(keyOf(subset, hasLags)))
                unknown.push_back(subset);
        constexpr size_t manyNodes = 50'000, most = 4; // each takes 40 bytes for a node
        if (unknown.size() < 2 || m_replay.model->graph.size() < manyNodes)
            return;
        const size_t pieces = std::min(most, unknown.size());
        parallelFor({0, pieces}, 1, [&](size_t piece) {
            Predictor own(m_replay, m_edits, m_targets);
            for (size_t at = piece; at < unknown.size(); at += pieces)
                static_cast<void>(own.lengthWith(unknown[at], hasLags));
        });
    }

    CriticalPath path() const { return pathOf(model(), m_weights, m_start, m_weights.lag, m_replay.step); }
    std::vector<int64_t> takeStart() { return std::move(m_start); }
    const std::vector<int64_t> &duration() const { return m_weights.duration; }

private:
    QString keyOf(unsigned subset, bool hasLags) const
    {
        QStringList key{QString::number(m_replay.step ? int64_t(*m_replay.step) : -1), QString::number(int(hasLags))};
        for (size_t e = 0; e < m_edits.size(); ++e)
            if (subset >> e & 1)
                key << QStringLiteral("%1 %2 %3 %4")
                           .arg(QString::number(int(m_edits[e].of)), QString::number(int(m_edits[e].to)),
                                QString::number(m_edits[e].factor, 'g', 17), m_edits[e].target);
        return key.join(u'\n');
    }

    int64_t lengthOf(const std::vector<int64_t> &start) const
    {
        return chosenLength(replayedLengths(model(), start, m_weights.duration), m_replay.step);
    }

    /// With the work that the last edits have moved.
    const ReplayModel &model() const { return m_moved ? *m_moved : *m_replay.model; }

    void move(const std::vector<std::shared_ptr<const EditTargets::Work>> &works, const QString &key)
    {
        m_moved = works.empty() || !m_targets ? nullptr : m_targets->findModel(key);
        if (works.empty() || m_moved)
            return;
        std::vector<std::span<const uint32_t>> nodes;
        for (const auto &work : works)
            nodes.emplace_back(work->nodes);
        m_moved = std::make_shared<const ReplayModel>(withMovedWork(*m_replay.model, nodes));
        if (m_targets)
            m_targets->keepModel(key, m_moved);
    }

    /// The weights of the recording with these edits; only what edits changed is copied again.
    std::optional<Error> apply(unsigned subset, bool hasLags, QStringList &notes)
    {
        if (m_changesDurations)
            m_weights.duration = m_replay.weights.duration;
        if (m_changesLeads)
            m_weights.lead = m_replay.weights.lead;
        if (!hasLags)
            m_weights.lag.clear();
        else if (m_changesLags || m_weights.lag.empty())
            m_weights.lag = m_replay.lags;
        m_weights.latency = m_replay.weights.latency;
        m_changesDurations = m_changesLeads = m_changesLags = false;
        std::vector<std::shared_ptr<const EditTargets::Work>> moved;
        QStringList movedTexts;
        for (size_t e = 0; e < m_edits.size(); ++e) {
            if (!(subset >> e & 1))
                continue;
            const Result<EditEffect> done = applyReplayEdit(*m_replay.model, m_edits[e], m_weights, m_targets);
            m_changesDurations = true;
            m_changesLeads |= changesLeads(m_edits[e]);
            m_changesLags |= m_edits[e].of == ReplayEdit::Of::Gaps || m_edits[e].of == ReplayEdit::Of::Gap;
            if (!done)
                return done.error();
            notes += (*done).notes;
            if ((*done).moved) {
                moved.push_back((*done).moved);
                movedTexts << replayEditText(m_edits[e]);
            }
        }
        move(moved, movedTexts.join(u'\n'));
        return std::nullopt;
    }

    static bool changesLeads(const ReplayEdit &edit)
    {
        using Of = ReplayEdit::Of;
        const auto is = [&](std::initializer_list<Of> these) {
            return std::ranges::find(these, edit.of) != these.end();
        };
        return edit.to == ReplayEdit::To::Stream ||
               is({Of::Cpu, Of::Profiler, Of::Gaps, Of::Gap, Of::Launches, Of::Loader, Of::Rank});
    }

    const Replay &m_replay;
    const std::vector<ReplayEdit> &m_edits;
    EditTargets *m_targets;
    std::shared_ptr<const ReplayModel> m_moved; ///< null: nothing is moved
    ReplayWeights m_weights;
    bool m_changesDurations = true, m_changesLeads = true, m_changesLags = true; ///< m_weights are not the recording's
    std::vector<int64_t> m_start, m_without;
};

/// By edit, the mean of what it adds over all orders; beyond four edits, in their order. Adds up to the whole exactly.
/// `noneNs`, `allNs`: the lengths without and with all edits.
Result<std::vector<int64_t>> dividedWins(Predictor &predictor, size_t edits, bool hasLags, int64_t noneNs,
                                         int64_t allNs)
{
    std::vector<int64_t> wins(edits);
    if (edits > 4) {
        int64_t before = noneNs;
        for (size_t e = 0; e < edits; ++e) {
            const int64_t length = e + 1 == edits ? allNs : *predictor.lengthWith((2u << e) - 1, hasLags);
            wins[e] = before - length;
            before = length;
        }
        return wins;
    }
    std::vector<int64_t> length(size_t(1) << edits);
    length.front() = noneNs;
    length.back() = edits ? allNs : noneNs;
    std::vector<unsigned> subsets;
    for (unsigned subset = 1; subset + 1 < length.size(); ++subset)
        subsets.push_back(subset);
    predictor.findLengths(subsets, hasLags);
    for (const unsigned subset : subsets)
        length[subset] = *predictor.lengthWith(subset, hasLags);
    const double factorial[] = {1, 1, 2, 6, 24};
    int64_t left = length.front() - length.back();
    for (size_t e = 0; e < edits; ++e) {
        double win = 0;
        for (unsigned subset = 0; subset < length.size(); ++subset)
            if (!(subset >> e & 1)) {
                const auto size = size_t(__builtin_popcount(subset));
                win += factorial[size] * factorial[edits - size - 1] / factorial[edits] *
                       double(length[subset] - length[subset | 1u << e]);
            }
        wins[e] = e + 1 == edits ? left : std::llround(win);
        left -= wins[e];
    }
    return wins;
}

} // namespace

namespace {

/// Kernels in another stream win nothing where the device has no room for two; copies have engines of their own.
unsigned movesThatMayBringNothing(const std::vector<ReplayEdit> &edits)
{
    unsigned subset = 0;
    for (size_t e = 0; e < edits.size(); ++e)
        if (edits[e].to == ReplayEdit::To::Stream && edits[e].of != ReplayEdit::Of::Copies)
            subset |= 1u << e;
    return subset;
}

} // namespace

std::string boundWord(const CriticalPath &path)
{
    const std::pair<int64_t, const char *> parts[] = {
        {path.byKind[size_t(NodeKind::Compute)], "compute"},
        {path.byKind[size_t(NodeKind::Communication)], "communication"},
        {path.byKind[size_t(NodeKind::Copy)], "copies"},
        {path.cpuNs + path.byKind[size_t(NodeKind::Call)], "cpu"},
        {path.latencyNs, "latency"},
        {path.unexplainedNs, "unexplained"},
    };
    return std::ranges::max_element(parts, {}, [](const auto &part) { return part.first; })->second;
}

Result<Prediction> predict(const Replay &replay, const std::vector<ReplayEdit> &edits, EditTargets *targets)
{
    Prediction prediction;
    const bool hasLags = !replay.model->isJob;
    EditTargets ownTargets;
    Predictor predictor(replay, edits, targets ? targets : &ownTargets);
    if (edits.size() > maxEdits)
        return Error{ErrorKind::Malformed, Core::tr("at most %1 edits are answered together").arg(maxEdits), {}, -1};
    const unsigned all = (1u << edits.size()) - 1;
    const auto lengths = predictor.lengthsWith(all, hasLags);
    if (!lengths)
        return lengths.error();
    prediction.ns = lengths->ns;
    prediction.path = predictor.path();
    prediction.start = predictor.takeStart();
    prediction.duration = predictor.duration();
    prediction.boundBy = boundWord(prediction.path);
    prediction.notes = lengths->notes;
    const int64_t error = std::llround(double(prediction.ns) * replay.errorShare);
    prediction.lowNs = std::max<int64_t>(0, std::min(prediction.ns, lengths->withoutLags) - error);
    prediction.highNs = std::max(prediction.ns, lengths->withoutLags) + error;
    if (const unsigned others = all & ~movesThatMayBringNothing(edits); others != all)
        prediction.highNs = std::max(prediction.highNs, *predictor.lengthWith(others, hasLags) + error);
    // With its lags the recording replays as it was recorded.
    const bool isSure = edits.empty() || (hasLags && replay.model->parts.size() == 1);
    const int64_t noneNs = isSure ? replay.recordedNs : *predictor.lengthWith(0, hasLags);
    const std::vector<int64_t> wins = *dividedWins(predictor, edits.size(), hasLags, noneNs, prediction.ns);
    int64_t left = replay.recordedNs - prediction.ns;
    for (size_t e = 0; e < edits.size(); ++e) {
        prediction.wins.push_back({edits[e].text, wins[e]});
        left -= wins[e];
    }
    if (left != 0 && !edits.empty()) // of a job: what the replay does not explain; else the rounding of means
        prediction.wins.push_back({Core::tr("not explained by the replay"), left});
    return prediction;
}

std::vector<RankExcess> rankExcesses(const Replay &replay)
{
    const ReplayModel &model = *replay.model;
    const size_t steps = model.stepNames.size();
    if (!model.isJob || steps == 0)
        return {};
    std::vector<std::string> labels;
    for (const ReplayRank &rank : model.ranks)
        labels.push_back(rank.label);
    std::vector<double> computeNs(labels.size() * steps);
    for (uint32_t node = 0; node < model.graph.size(); ++node)
        if (model.graph.kind(node) == NodeKind::Compute)
            computeNs[model.rankOf(node) * steps + model.step[node]] += double(model.graph.duration(node));
    std::vector<RankExcess> found;
    for (const LongCompute &one : longComputations(labels, computeNs, steps, double(replay.recordedNs))) {
        const auto edit = parseReplayEdit(QStringLiteral("rank:%1=alike").arg(QString::fromStdString(one.place)));
        if (!edit)
            continue;
        const std::vector<ReplayEdit> edits{*edit};
        if (const auto ns = Predictor(replay, edits, nullptr).lengthWith(1, false))
            found.push_back({one.place, one.ratio(), *ns});
    }
    return found;
}

} // namespace ws
