// The ranks of a job that one file names, as a graph. What an operation waits for is told by the rank's own order and
// by words that all pipelines use: a send follows the computation of its direction, a receive comes before the one of
// its own, and both end together. Which ranks a collective joins is told by the times: the largest group whose members
// all begin before any has ended, and end together.

#include "core/analysis/replay/replaymodel.h"

#include "core/base/texts.h"

#include <algorithm>
#include <map>
#include <set>

namespace ws {
namespace {

constexpr int64_t jobToleranceNs = 100'000; ///< clocks of ranks, and times rounded by writers

struct JobSlice
{
    int64_t start, end;
    StringId name;
    uint32_t track;
    bool isComm, isSend = false, isRecv = false, isMatched = false;
    uint32_t rank = 0, step = 0;
    uint32_t begin = noReplayNode, over = noReplayNode; ///< nodes: where it is ready, and where it ends
    int64_t length() const { return end - start; }
};

struct JobRank : ReplayRank
{
    std::vector<JobSlice> slices; ///< by start
};

std::vector<JobRank> ranksOf(const Run &run)
{
    std::map<std::vector<RankCoordinate>, JobRank> ranks;
    const Timeline &timeline = run.timeline;
    for (uint32_t t = 0; t < timeline.tracks.size(); ++t) {
        const Track &track = timeline.tracks[t];
        if (track.kind != TrackKind::CpuThread || track.laneCount == 0)
            continue;
        std::string role;
        const std::vector<RankCoordinate> place = rankCoordinates(run, track, &role);
        if (place.empty())
            continue;
        const bool isComm = role.find("comm") != role.npos;
        JobRank &rank = ranks[place];
        rank.coordinates = place;
        const size_t first = rank.slices.size();
        for (uint32_t l = 0; l < track.laneCount; ++l)
            for (uint32_t i = 0; i < timeline.lanes[track.firstLane + l].size(); ++i) {
                const EventRef slice{track.firstLane + l, i};
                JobSlice one{timeline.start(slice), timeline.end(slice), timeline.name(slice), t, isComm};
                const std::string_view name = run.text(one.name);
                one.isSend = isComm && name.find("send") != name.npos;
                one.isRecv = isComm && !one.isSend && name.find("recv") != name.npos;
                rank.slices.push_back(one);
            }
        if (!isComm)
            leaveParts(rank.slices, first);
    }
    std::vector<JobRank> list;
    for (auto &[key, rank] : ranks) {
        std::ranges::stable_sort(rank.slices, {}, &JobSlice::start);
        rank.label = rankLabel(rank.coordinates);
        for (JobSlice &slice : rank.slices)
            slice.rank = uint32_t(list.size());
        list.push_back(std::move(rank));
    }
    return list;
}

class JobGraphMaker
{
public:
    JobGraphMaker(const Run &run, ReplayModel &model) : m_run(run), m_model(model), m_ranks(ranksOf(run)) {}

    bool make(const Progress *progress)
    {
        if (m_ranks.size() < 2)
            return true;
        divideSteps();
        findGroups();
        addNodes();
        for (JobRank &rank : m_ranks) {
            if (progress && progress->isCancelled())
                return false;
            linkRank(rank);
        }
        if (!m_model.graph.finish()) {
            m_model.missing << Core::tr("operations wait for each other in a circle");
            return true;
        }
        settleMeetings();
        for (JobRank &rank : m_ranks)
            m_model.ranks.push_back(rank);
        return true;
    }

private:
    using Members = std::vector<JobSlice *>;

    void divideSteps()
    {
        const StringId end = stepEndOf(
            m_ranks, [](const JobRank &rank) -> const auto & { return rank.slices; });
        for (JobRank &rank : m_ranks) {
            uint32_t step = 0;
            for (JobSlice &slice : rank.slices) {
                slice.step = step;
                if (end && slice.name == end)
                    ++step;
            }
            // What begins behind the last end belongs to no step of its own
            const uint32_t last = end && step > 0 ? step - 1 : 0;
            for (JobSlice &slice : rank.slices)
                slice.step = std::min(slice.step, last);
            m_steps = std::max(m_steps, last + 1);
        }
        m_begin.assign(m_steps, INT64_MAX);
        for (const JobRank &rank : m_ranks)
            for (const JobSlice &slice : rank.slices)
                m_begin[slice.step] = std::min(m_begin[slice.step], slice.start);
        for (uint32_t step = 0; step < m_steps; ++step) {
            m_model.stepNames.push_back((end ? "step " : "recording ") + std::to_string(step));
            m_model.stepNumbers.push_back(step + 1);
        }
    }

    /// The slices of a name, by step, rank and order within both.
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Members>> occurrences(StringId name)
    {
        std::map<std::pair<uint32_t, uint32_t>, std::vector<Members>> found; // (step, number) → by rank
        for (JobRank &rank : m_ranks) {
            std::vector<uint32_t> number(m_steps);
            for (JobSlice &slice : rank.slices)
                if (slice.name == name) {
                    auto &group = found[{slice.step, number[slice.step]++}];
                    if (group.empty())
                        group.emplace_back();
                    group.front().push_back(&slice);
                }
        }
        return found;
    }

    void findGroups()
    {
        std::set<StringId> collectives;
        for (const JobRank &rank : m_ranks)
            for (const JobSlice &slice : rank.slices)
                if (slice.isComm && !slice.isSend && !slice.isRecv)
                    collectives.insert(slice.name);
        for (const StringId name : collectives)
            findGroups(name);
        pairMessages();
    }

    /// All dimensions but those of the mask are one group.
    std::vector<Members> divided(const Members &all, unsigned fixed, const std::vector<std::string> &dimensions) const
    {
        std::map<std::vector<int64_t>, Members> parts;
        for (JobSlice *slice : all) {
            std::vector<int64_t> key;
            for (const RankCoordinate &one : m_ranks[slice->rank].coordinates)
                if (const auto at = std::ranges::find(dimensions, one.dimension);
                    fixed >> (at - dimensions.begin()) & 1)
                    key.push_back(one.index);
            parts[key].push_back(slice);
        }
        std::vector<Members> list;
        for (auto &[key, members] : parts)
            list.push_back(std::move(members));
        return list;
    }

    static bool endTogether(const Members &members)
    {
        int64_t lastStart = INT64_MIN, firstEnd = INT64_MAX, lastEnd = INT64_MIN;
        for (const JobSlice *slice : members) {
            lastStart = std::max(lastStart, slice->start);
            firstEnd = std::min(firstEnd, slice->end);
            lastEnd = std::max(lastEnd, slice->end);
        }
        return firstEnd >= lastStart - jobToleranceNs &&
               lastEnd - firstEnd <= std::max(jobToleranceNs, (lastEnd - lastStart) * 15 / 100);
    }

    void findGroups(StringId name)
    {
        std::vector<std::string> dimensions;
        for (const JobRank &rank : m_ranks)
            for (const RankCoordinate &one : rank.coordinates)
                if (std::ranges::find(dimensions, one.dimension) == dimensions.end() && dimensions.size() < 6)
                    dimensions.push_back(one.dimension);
        const auto found = occurrences(name);
        std::vector<unsigned> masks;
        for (unsigned mask = 0; mask < 1u << dimensions.size(); ++mask)
            masks.push_back(mask);
        std::ranges::stable_sort(masks, {}, [](unsigned mask) { return __builtin_popcount(mask); });
        for (const unsigned mask : masks) {
            size_t groups = 0, together = 0, seen = 0;
            for (const auto &[key, all] : found) {
                if (++seen > 256)
                    break;
                for (const Members &members : divided(all.front(), mask, dimensions)) {
                    groups += members.size() > 1;
                    together += members.size() > 1 && endTogether(members);
                }
            }
            if (groups == 0 || together * 10 < groups * 8)
                continue;
            for (const auto &[key, all] : found)
                for (Members &members : divided(all.front(), mask, dimensions))
                    if (members.size() > 1)
                        m_groups.push_back(std::move(members));
            return;
        }
    }

    /// The rank whose pipeline stage is so many stages on; noReplayNode: there is no such rank.
    uint32_t neighbour(uint32_t rank, int64_t stages) const
    {
        std::vector<RankCoordinate> place = m_ranks[rank].coordinates;
        int64_t count = 0;
        for (const JobRank &other : m_ranks)
            for (const RankCoordinate &one : other.coordinates)
                if (one.dimension == "PP")
                    count = std::max(count, one.index + 1);
        for (RankCoordinate &one : place)
            if (one.dimension == "PP" && count > 1)
                one.index = (one.index + stages + count) % count;
        const auto at = std::ranges::find(m_ranks, place, &JobRank::coordinates);
        return at == m_ranks.end() || uint32_t(at - m_ranks.begin()) == rank ? noReplayNode
                                                                             : uint32_t(at - m_ranks.begin());
    }

    void pairMessages()
    {
        using Key = std::tuple<uint32_t, uint32_t, std::string>; // rank, step, name
        std::map<Key, Members> sends, receives;
        for (JobRank &rank : m_ranks)
            for (JobSlice &slice : rank.slices) {
                std::string name(m_run.text(slice.name));
                if (slice.isSend) {
                    name.replace(name.find("send"), 4, "recv");
                    sends[{slice.rank, slice.step, name}].push_back(&slice);
                } else if (slice.isRecv) {
                    receives[{slice.rank, slice.step, name}].push_back(&slice);
                }
            }
        for (auto &[key, sent] : sends) {
            const auto &[rank, step, name] = key;
            const uint32_t to = neighbour(rank, name.find("back") != name.npos ? -1 : 1);
            const auto received = to == noReplayNode ? receives.end() : receives.find({to, step, name});
            if (received != receives.end())
                pairInOrder(sent, received->second);
        }
    }

    /// Both ends of a message end together; what has no partner was never sent.
    void pairInOrder(const Members &sent, const Members &received)
    {
        for (size_t s = 0, r = 0; s < sent.size() && r < received.size();) {
            const int64_t longest = std::max(sent[s]->length(), received[r]->length());
            const int64_t apart = sent[s]->end - received[r]->end;
            if (std::abs(apart) <= std::max<int64_t>(10 * jobToleranceNs, longest / 2))
                m_groups.push_back({sent[s++], received[r++]});
            else
                ++(apart < 0 ? s : r);
        }
    }

    uint32_t node(NodeKind kind, const JobSlice &slice, int64_t start, int64_t duration)
    {
        const uint32_t node = m_model.graph.addNode(kind, slice.name, start, duration, slice.rank);
        m_model.graph.setAnchor(node, m_begin[slice.step]);
        m_model.step.push_back(slice.step);
        return node;
    }

    void addNodes()
    {
        m_meets = m_model.graph.addKind({"meeting"});
        for (Members &members : m_groups) {
            int64_t lastStart = INT64_MIN;
            for (const JobSlice *slice : members)
                lastStart = std::max(lastStart, slice->start);
            const uint32_t hub = node(NodeKind::Meeting, *members.front(), lastStart, 0);
            for (JobSlice *slice : members) {
                slice->begin = node(NodeKind::Meeting, *slice, slice->start, 0);
                slice->over =
                    node(NodeKind::Communication, *slice, lastStart, std::max<int64_t>(0, slice->end - lastStart));
                m_model.graph.link(slice->begin, hub, m_meets);
                m_model.graph.link(hub, slice->over, m_meets);
            }
        }
        for (JobRank &rank : m_ranks)
            for (JobSlice &slice : rank.slices)
                if (slice.begin == noReplayNode)
                    slice.begin = slice.over = node(slice.isComm ? NodeKind::Communication : NodeKind::Compute, slice,
                                                    slice.start, slice.length());
    }

    void link(const JobSlice &from, const JobSlice &to)
    {
        auto [at, isNew] = m_kinds.try_emplace({from.name, to.name}, uint16_t(0));
        if (isNew)
            at->second =
                m_model.graph.addKind({std::string(m_run.text(from.name)) + " → " + std::string(m_run.text(to.name))});
        m_model.graph.link(from.over, to.begin, at->second);
    }

    /// "forward-" of "forward-recv".
    std::string_view direction(const JobSlice &slice) const
    {
        const std::string_view name = m_run.text(slice.name);
        return name.substr(0, name.find(slice.isSend ? "send" : "recv"));
    }

    void linkRank(JobRank &rank)
    {
        for (size_t from = 0; from < rank.slices.size();) {
            size_t to = from;
            Members step;
            for (; to < rank.slices.size() && rank.slices[to].step == rank.slices[from].step; ++to)
                step.push_back(&rank.slices[to]);
            linkStep(step);
            from = to;
        }
    }

    void linkStep(const Members &step)
    {
        std::map<std::pair<uint32_t, StringId>, const JobSlice *> before; // of a track; of messages also of a name
        Members computes, others;
        for (JobSlice *slice : step) {
            const bool isMessage = slice->isSend || slice->isRecv;
            const JobSlice *&last = before[{slice->track, isMessage ? slice->name : 0}];
            if (last && (isMessage || last->end <= slice->start + jobToleranceNs))
                link(*last, *slice);
            last = slice;
            if (!slice->isComm)
                computes.push_back(slice);
            else if (!isMessage)
                others.push_back(slice);
        }
        matchMessages(step, computes);
        for (JobSlice *slice : step) {
            if (slice->isSend || slice->isRecv)
                linkMessage(*slice, computes);
            else
                linkAcross(*slice, slice->isComm ? computes : others);
            if (slice->isComm && !slice->isSend && !slice->isRecv)
                linkAcross(*slice, others);
        }
    }

    /// The one that ended last before the slice, if that is of another track.
    void linkAcross(const JobSlice &slice, const Members &others)
    {
        const JobSlice *latest = nullptr;
        for (const JobSlice *other : others)
            if (other->end <= slice.start + jobToleranceNs && other->start < slice.start &&
                (!latest || other->end > latest->end))
                latest = other;
        if (latest && latest->track != slice.track)
            link(*latest, slice);
    }

    /// By time: what was computed before the message, and what was computed with it.
    void linkMessage(const JobSlice &message, const Members &computes)
    {
        const std::string_view words = direction(message);
        const JobSlice *before = nullptr, *behind = nullptr;
        for (const JobSlice *compute : computes) {
            const bool isOfDirection = words.empty() || m_run.text(compute->name).starts_with(words);
            if ((message.isRecv || isOfDirection) && compute->end <= message.start + jobToleranceNs)
                before = compute; // a rank posts a receive when it comes to it, whatever it computed before
            if (isOfDirection && !behind && compute->start >= message.end - jobToleranceNs)
                behind = compute;
        }
        if (before && !(message.isSend && message.isMatched))
            link(*before, message);
        if (message.isRecv && behind && !message.isMatched)
            link(message, *behind);
    }

    /// Where a rank has as many sends (receives) of a direction in a step as computations, the k-th belongs to the
    /// k-th: a send may have to wait for its receiver until later ones are computed.
    void matchMessages(const Members &step, const Members &computes)
    {
        std::map<StringId, Members> messages;
        for (JobSlice *slice : step)
            if (slice->isSend || slice->isRecv)
                messages[slice->name].push_back(slice);
        for (auto &[name, list] : messages) {
            const std::string_view words = direction(*list.front());
            Members own;
            std::ranges::copy_if(computes, std::back_inserter(own), [&](const JobSlice *compute) {
                return !words.empty() && m_run.text(compute->name).starts_with(words);
            });
            bool isPossible = own.size() == list.size();
            for (size_t k = 0; isPossible && k < own.size(); ++k)
                isPossible = list[k]->isSend ? own[k]->end <= list[k]->end + jobToleranceNs
                                             : own[k]->start >= list[k]->start - jobToleranceNs;
            for (size_t k = 0; isPossible && k < own.size(); ++k) {
                list[k]->isMatched = true;
                if (list[k]->isSend)
                    link(*own[k], *list[k]);
                else
                    link(*list[k], *own[k]);
            }
        }
    }

    /// Writers give all members of a communication the begin of the last one: only the one whose own predecessors
    /// explain most of it tells when it was ready, the others were ready as soon as theirs were over.
    void settleMeetings()
    {
        DependencyGraph &graph = m_model.graph;
        m_model.isSample.assign(graph.size(), true);
        const ReplayWeights none{graph.durations(), graph.leads(), std::vector<int64_t>(graph.kinds().size()), {}};
        const std::vector<int64_t> lags = unexplainedLags(graph, none);
        for (const Members &members : m_groups) {
            const JobSlice *ready = members.front();
            for (const JobSlice *slice : members)
                if (lags[slice->begin] < lags[ready->begin])
                    ready = slice;
            for (const JobSlice *slice : members)
                if (slice != ready && lags[slice->begin] > 0) {
                    graph.setStart(slice->begin, slice->start - lags[slice->begin]);
                    m_model.isSample[slice->begin] = false;
                }
        }
    }

    const Run &m_run;
    ReplayModel &m_model;
    std::vector<JobRank> m_ranks;
    std::vector<Members> m_groups;
    uint32_t m_steps = 0;
    std::vector<int64_t> m_begin; ///< by step
    uint16_t m_meets = 0;
    std::map<std::pair<StringId, StringId>, uint16_t> m_kinds;
};

} // namespace

std::optional<ReplayModel> jobModel(const std::shared_ptr<const Run> &run, const Progress *progress)
{
    ReplayModel model;
    model.parts = {{run}};
    model.isJob = true;
    JobGraphMaker maker(*run, model);
    if (!maker.make(progress))
        return std::nullopt;
    model.activities = model.graph.size();
    return model;
}

} // namespace ws
