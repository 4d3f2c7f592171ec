#include "core/analysis/job/namedranks.h"

#include "core/analysis/gpuscan.h"
#include "core/base/namecut.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <utility>

namespace ws {
namespace {

bool isWordPart(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// The dimension whose word ends before `end`: "PP" of "PP rank"; empty: none that is known.
std::string dimensionBefore(std::string_view text, size_t end)
{
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '_' || text[end - 1] == '-'))
        --end;
    size_t begin = end;
    while (begin > 0 && isWordPart(text[begin - 1]))
        --begin;
    std::string word(text.substr(begin, end - begin));
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::toupper(c); });
    constexpr std::string_view known[] = {"DP", "PP", "TP", "EP", "CP", "SP"};
    return std::ranges::find(known, word) == std::end(known) ? std::string() : word;
}

struct NamedSlice
{
    int64_t start, end;
    StringId name;
    bool isComm;
};

struct NamedRank
{
    std::string part;
    std::optional<int64_t> rank; ///< where that is all that the names say
    std::vector<NamedSlice> slices;
};

/// Pipeline stages first, so that neighbours in the pipeline stand together; then as they are called.
std::vector<RankCoordinate> sortKey(std::vector<RankCoordinate> coordinates)
{
    std::ranges::stable_partition(coordinates, [](const RankCoordinate &one) { return one.dimension == "PP"; });
    return coordinates;
}

std::map<std::vector<RankCoordinate>, NamedRank> sliceLists(const Run &run)
{
    std::map<std::vector<RankCoordinate>, NamedRank> ranks;
    for (const Track &track : run.timeline.tracks) {
        if (track.kind != TrackKind::CpuThread)
            continue;
        std::string role;
        const std::vector<RankCoordinate> coordinates = rankCoordinates(run, track, &role);
        if (coordinates.empty() || track.laneCount == 0)
            continue;
        NamedRank &rank = ranks[sortKey(coordinates)];
        rank.part = rankLabel(coordinates);
        if (coordinates.size() == 1 && coordinates.front().dimension.empty())
            rank.rank = coordinates.front().index;
        const bool isComm = role.find("comm") != role.npos;
        const size_t first = rank.slices.size();
        for (uint32_t l = track.firstLane; l < track.firstLane + track.laneCount; ++l)
            for (uint32_t i = 0; i < run.timeline.lanes[l].size(); ++i)
                rank.slices.push_back(
                    {run.timeline.lanes[l].start[i], run.timeline.end({l, i}), run.timeline.lanes[l].name[i], isComm});
        if (!isComm) // of communication, deeper ones run at the same time
            leaveParts(rank.slices, first);
    }
    for (auto &[key, rank] : ranks)
        std::ranges::stable_sort(rank.slices, {}, &NamedSlice::start);
    return ranks;
}

class PartMaker
{
public:
    PartMaker(const Run &run, const NamedRank &rank, StringId stepEnd) : m_run(run), m_stepEnd(stepEnd)
    {
        digest.part = rank.part;
        digest.rank = rank.rank;
        digest.hasClock = true; // one file, one clock
        for (const NamedSlice &slice : rank.slices) {
            m_stageOf.try_emplace(slice.name, m_stageOf.size());
            ++digest.activities;
        }
        digest.stages.resize(m_stageOf.size());
        for (const auto &[name, stage] : m_stageOf)
            digest.stages[stage].name = cutInMiddle(run.text(name), RankDigest::maxName);
        std::vector<NamedSlice> step;
        for (const NamedSlice &slice : rank.slices) {
            step.push_back(slice);
            if (slice.name == stepEnd)
                addStep(std::exchange(step, {}));
        }
        if (!step.empty())
            addStep(step);
        sumUp();
    }

    RankDigest digest;

private:
    void addStep(const std::vector<NamedSlice> &slices)
    {
        if (digest.steps.size() == RankDigest::maxSteps) {
            ++digest.leftOut;
            return;
        }
        RunningUnion compute, busy;
        DigestStep step;
        step.name = (m_stepEnd ? "step " : "recording ") + std::to_string(digest.steps.size());
        step.work = {slices.front().start, slices.front().end};
        digest.stepStageNs.resize(digest.stepStageNs.size() + digest.stages.size());
        int64_t *stageNs = digest.stepStageNs.data() + digest.steps.size() * digest.stages.size();
        for (const NamedSlice &slice : slices) {
            step.work.end = std::max(step.work.end, slice.end);
            busy.add(slice.start, slice.end);
            if (!slice.isComm)
                compute.add(slice.start, slice.end);
            DigestSum &sum = digest.stages[m_stageOf.at(slice.name)];
            ++sum.count;
            sum.totalNs = saturatingAdd(sum.totalNs, slice.end - slice.start);
            stageNs[m_stageOf.at(slice.name)] += slice.end - slice.start;
        }
        step.computeNs = compute.length;
        step.exposedCommNs = busy.length - compute.length;
        step.idleNs = step.work.length() - busy.length;
        step.idleByCause[size_t(GapCause::Unknown)] = step.idleNs;
        digest.steps.push_back(std::move(step));
    }

    void sumUp()
    {
        BusySplit &all = digest.busy;
        all.activities = digest.activities;
        if (digest.steps.empty())
            return;
        all.firstNs = digest.steps.front().work.begin;
        for (const DigestStep &step : digest.steps) {
            all.lastEndNs = std::max(all.lastEndNs, step.work.end);
            all.computeNs += step.computeNs;
            all.exposedCommNs += step.exposedCommNs;
        }
        all.busyNs = all.computeNs + all.exposedCommNs;
        all.spanNs = all.lastEndNs - all.firstNs;
        all.idleNs = all.spanNs - all.busyNs;
        for (const DigestSum &stage : digest.stages)
            all.durationNs = saturatingAdd(all.durationNs, stage.totalNs);
    }

    const Run &m_run;
    StringId m_stepEnd;
    std::map<StringId, size_t> m_stageOf;
};

} // namespace

std::vector<RankCoordinate> rankCoordinates(std::string_view text, std::string *rest)
{
    std::vector<RankCoordinate> found;
    for (size_t at = text.find("rank"); at != text.npos; at = text.find("rank", at + 1)) {
        const bool isWord = (at == 0 || !isWordPart(text[at - 1])) && at + 4 < text.size() && !isWordPart(text[at + 4]);
        const size_t digits = text.find_first_not_of(" :=_-[", at + 4);
        RankCoordinate one;
        if (!isWord || digits == text.npos)
            continue;
        const auto [end, error] = std::from_chars(text.data() + digits, text.data() + text.size(), one.index);
        if (error != std::errc() || one.index < 0)
            continue;
        one.dimension = dimensionBefore(text, at);
        found.push_back(std::move(one));
        if (rest) {
            const size_t more = text.find_first_not_of("], :;-", size_t(end - text.data()));
            *rest = more == text.npos ? std::string() : std::string(text.substr(more));
        }
    }
    return found;
}

std::vector<RankCoordinate> rankCoordinates(const Run &run, const Track &track, std::string *rest)
{
    std::vector<RankCoordinate> all;
    const auto process = std::ranges::find(run.timeline.processes, track.pid, &Process::pid);
    if (process != run.timeline.processes.end())
        all = rankCoordinates(run.text(process->name));
    const std::vector<RankCoordinate> own = rankCoordinates(run.text(track.label), rest);
    all.insert(all.end(), own.begin(), own.end());
    return all;
}

std::string rankLabel(const std::vector<RankCoordinate> &coordinates)
{
    std::string label;
    for (const RankCoordinate &one : coordinates) {
        label += label.empty() ? "" : " · ";
        label += (one.dimension.empty() ? "rank" : one.dimension) + ' ' + std::to_string(one.index);
    }
    return label;
}

bool hasNamedRanks(const Run &run)
{
    if (run.gpu.size() > 0)
        return false;
    std::set<StringId> names;
    for (const Track &track : run.timeline.tracks)
        if (track.kind == TrackKind::CpuThread && run.text(track.label).find("rank") != std::string_view::npos)
            names.insert(track.label);
    for (const Process &process : run.timeline.processes)
        if (run.text(process.name).find("rank") != std::string_view::npos)
            names.insert(process.name);
    return std::ranges::count_if(names, [&](StringId name) { return !rankCoordinates(run.text(name)).empty(); }) > 1;
}

std::optional<std::vector<RankDigest>> namedRanks(const Run &run, const Progress *progress)
{
    std::vector<RankDigest> digests;
    const auto ranks = sliceLists(run);
    if (ranks.size() < 2)
        return digests;
    const StringId end = stepEndOf(
        ranks, [](const auto &rank) -> const auto & { return rank.second.slices; });
    for (const auto &[key, rank] : ranks) {
        if (progress && progress->isCancelled())
            return std::nullopt;
        digests.push_back(PartMaker(run, rank, end).digest);
    }
    return digests;
}

} // namespace ws
