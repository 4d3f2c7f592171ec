// Ranks in a file each, as one graph: each rank's own, at the times of one clock, and the collectives that they share.

#include "core/analysis/collectives/collectives.h"
#include "core/analysis/job/rankjob.h"
#include "core/analysis/replay/replaymodel.h"
#include "core/base/texts.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace ws {
namespace {

class RanksGraphMaker
{
public:
    RanksGraphMaker(const std::vector<RankRun> &ranks, ReplayModel &model) : m_ranks(ranks), m_model(model) {}

    bool make(const Progress *progress)
    {
        std::vector<RankDigestPtr> digests;
        for (const RankRun &rank : m_ranks)
            digests.push_back(rank.digest);
        const auto job = makeRankJob(digests, progress);
        if (!job)
            return false;
        for (uint32_t r = 0; r < job->ranks.size(); ++r) {
            const auto own = std::ranges::find(m_ranks, job->ranks[r], &RankRun::digest);
            auto part = processModel(own->run, own->steps, progress);
            if (!part)
                return false;
            m_model.missing += part->missing;
            if (!job->clocks[r].isKnown())
                m_model.missing << Core::tr("%1: the collectives do not tell how its clock lies")
                                       .arg(own->label.isEmpty() ? job->labels[int(r)] : own->label);
            const QString &label = own->label.isEmpty() ? job->labels[int(r)] : own->label;
            m_model.ranks.push_back({label.toStdString(), {{"", own->digest->rank.value_or(r)}}});
            m_parts.push_back(std::move(*part));
        }
        findMatches(*job);
        if (!m_model.missing.isEmpty())
            return true;
        join(*job);
        if (!m_model.graph.finish())
            m_model.missing << Core::tr("the ranks' collectives wait for each other in a circle");
        return true;
    }

private:
    struct Member
    {
        uint32_t rank, activity;
    };

    /// The k-th of a rank's digest is the activity that begins then and takes that long.
    static std::vector<uint32_t> activitiesOf(const RankDigest &digest, const GpuWork &gpu)
    {
        std::vector<uint32_t> activities;
        for (const DigestCollective &one : digest.collectives) {
            uint32_t found = noReplayNode;
            for (auto at = std::ranges::lower_bound(gpu.start, one.startNs);
                 at != gpu.start.end() && *at == one.startNs; ++at)
                if (const auto i = uint32_t(at - gpu.start.begin()); gpu.duration[i] == one.durationNs)
                    found = i;
            activities.push_back(found);
        }
        return activities;
    }

    void findMatches(const RankJob &job)
    {
        std::vector<std::vector<uint32_t>> activities;
        for (uint32_t r = 0; r < job.ranks.size(); ++r)
            activities.push_back(activitiesOf(*job.ranks[r], m_parts[r].parts.front().run->gpu));
        for (const CollectiveGroup &group : job.collectives.groups) {
            if (group.basis == MatchBasis::None || group.ranks.size() < 2)
                continue;
            for (size_t m = group.first; m < group.first + group.count; ++m) {
                const CollectiveMatch &match = job.collectives.matches[m];
                if (!synchronises(job.collectives.kindOf(job.ranks, match).collective))
                    continue;
                std::vector<Member> members;
                for (size_t k = 0; k < group.ranks.size(); ++k)
                    if (const uint32_t place = job.collectives.placeOf(match, k);
                        place != MatchedCollectives::absent && activities[group.ranks[k]][place] != noReplayNode)
                        members.push_back({group.ranks[k], activities[group.ranks[k]][place]});
                if (members.size() > 1)
                    m_matches.push_back(std::move(members));
            }
        }
        if (m_matches.empty())
            m_model.missing << Core::tr(
                "no collective that all ranks wait in could be matched, so nothing says how they "
                "wait for each other");
    }

    void join(const RankJob &job)
    {
        DependencyGraph &graph = m_model.graph;
        for (const EdgeTraits &traits : m_parts.front().graph.kinds())
            graph.addKind(traits);
        const uint16_t meets = graph.addKind({"meeting"});
        bool haveEqual = true; // steps, so that the k-th of each is one
        for (const ReplayModel &part : m_parts)
            haveEqual &= part.stepNames.size() == m_parts.front().stepNames.size();
        m_model.stepNames = haveEqual ? m_parts.front().stepNames : std::vector<std::string>{"recording"};
        m_model.stepNumbers = haveEqual ? m_parts.front().stepNumbers : std::vector<uint32_t>{1};
        std::vector<uint32_t> first;
        for (uint32_t r = 0; r < m_parts.size(); ++r) {
            const ReplayModel &part = m_parts[r];
            first.push_back(uint32_t(graph.size()));
            m_model.parts.push_back(
                {part.parts.front().run, first[r] + part.parts.front().firstActivity, job.clocks[r]});
            m_model.activities += part.activities;
            m_model.activityNs += part.activityNs;
            m_model.unlaunchedNs += part.unlaunchedNs;
            for (uint32_t node = 0; node < part.graph.size(); ++node) {
                const uint32_t step = part.step[node];
                add(r, part.graph.kind(node), part.graph.name(node), job.clocks[r].jobTime(part.graph.start(node)),
                    part.graph.duration(node), part.graph.item(node), haveEqual || step == noStep ? step : 0);
                graph.setLead(first[r] + node, part.graph.lead(node));
            }
        }
        std::vector<uint32_t> enters(graph.size()); // where a node's own edges go
        for (uint32_t node = 0; node < enters.size(); ++node)
            enters[node] = node;
        for (const std::vector<Member> &members : m_matches)
            meet(members, meets, enters);
        for (uint32_t r = 0; r < m_parts.size(); ++r)
            for (uint32_t node = 0; node < m_parts[r].graph.size(); ++node)
                for (uint32_t e = m_parts[r].graph.firstEdge(node); e < m_parts[r].graph.lastEdge(node); ++e)
                    graph.link(first[r] + m_parts[r].graph.from(e), enters[first[r] + node],
                               m_parts[r].graph.edgeKind(e));
    }

    uint32_t add(uint32_t rank, NodeKind kind, StringId name, int64_t start, int64_t duration, uint32_t item,
                 uint32_t step)
    {
        m_model.step.push_back(step);
        m_model.part.push_back(uint16_t(rank));
        return m_model.graph.addNode(kind, name, start, duration, item);
    }

    /// Each member is ready where it began in the recording; what is left behind the last begin is the transfer.
    void meet(const std::vector<Member> &members, uint16_t meets, std::vector<uint32_t> &enters)
    {
        DependencyGraph &graph = m_model.graph;
        int64_t last = INT64_MIN, firstEnd = INT64_MAX;
        std::vector<uint32_t> nodes;
        for (const Member &member : members) {
            nodes.push_back(m_model.parts[member.rank].firstActivity + member.activity);
            if (enters[nodes.back()] != nodes.back())
                return; // it is a member of another one already
            last = std::max(last, graph.start(nodes.back()));
            firstEnd = std::min(firstEnd, graph.end(nodes.back()));
        }
        last = std::min(last, firstEnd); // clocks are not exact
        const uint32_t hub =
            add(members.front().rank, NodeKind::Meeting, graph.name(nodes.front()), last, 0, 0, noStep);
        for (const uint32_t node : nodes) {
            const uint32_t ready = add(m_model.part[node], NodeKind::Meeting, graph.name(node),
                                       std::min(graph.start(node), last), 0, graph.item(node), noStep);
            enters[node] = ready;
            graph.link(ready, hub, meets);
            graph.link(hub, node, meets);
            graph.setStart(node, last, graph.end(node) - last);
        }
    }

    const std::vector<RankRun> &m_ranks;
    ReplayModel &m_model;
    std::vector<ReplayModel> m_parts; ///< in the order of the job
    std::vector<std::vector<Member>> m_matches;
};

} // namespace

std::optional<ReplayModel> ranksModel(const std::vector<RankRun> &ranks, const Progress *progress)
{
    ReplayModel model;
    if (!RanksGraphMaker(ranks, model).make(progress))
        return std::nullopt;
    return model;
}

} // namespace ws
