#include "core/analysis/replay/replaydoubts.h"

#include "core/analysis/gaps/waitingcalls.h"
#include "core/base/quantiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace ws {
namespace {

constexpr int64_t shortestWaitNs = 15'000;

/// What the threads of a recording tell besides their calls.
class ThreadTalk
{
public:
    explicit ThreadTalk(const Run &run) : m_run(run), m_lanes(run.timeline.tracks.size())
    {
        for (uint32_t l = 0; l < run.timeline.lanes.size(); ++l)
            m_lanes[run.timeline.lanes[l].track].push_back(l);
    }

    /// The time around `ns` in which nothing on the track begins or ends, within the range.
    TimeRange silenceAround(uint32_t track, int64_t ns, TimeRange range) const
    {
        for (const uint32_t l : m_lanes[track]) {
            const Lane &lane = m_run.timeline.lanes[l];
            const size_t next = lane.firstStartingFrom(ns + 1);
            if (next < lane.size())
                range.end = std::min(range.end, lane.start[next]);
            if (next == 0)
                continue;
            const int64_t start = lane.start[next - 1], end = lane.endOf(next - 1);
            range.begin = std::max(range.begin, end <= ns ? end : start);
            if (end > ns)
                range.end = std::min(range.end, end);
        }
        return range;
    }

    /// Whether the thread has more to tell than its calls.
    bool tells(uint32_t track)
    {
        const auto [at, isNew] = m_tells.emplace(track, false);
        if (!isNew)
            return at->second;
        uint64_t calls = 0, others = 0;
        for (const uint32_t l : m_lanes[track]) {
            const Lane &lane = m_run.timeline.lanes[l];
            for (size_t i = 0; i < lane.size(); ++i)
                ++(m_run.timeline.categories[lane.category[i]].kind == CategoryKind::Launch ? calls : others);
        }
        return at->second = others >= calls;
    }

    /// The longest wait of the thread for other threads or processes within the range, with its name; {}: none.
    std::pair<int64_t, StringId> waitForOthers(uint32_t track, TimeRange range)
    {
        std::pair<int64_t, StringId> longest;
        for (const uint32_t l : m_lanes[track]) {
            const Lane &lane = m_run.timeline.lanes[l];
            for (size_t i = lane.firstEndingAfter(range.begin); i < lane.size() && lane.start[i] < range.end; ++i) {
                const int64_t ns = std::min(range.end, lane.endOf(i)) - std::max(range.begin, lane.start[i]);
                if (ns > longest.first && ns >= shortestWaitNs && isWaitForOthers(lane.name[i]))
                    longest = {ns, lane.name[i]};
            }
        }
        return longest;
    }

private:
    bool isWaitForOthers(StringId id)
    {
        const auto [at, isNew] = m_isWait.emplace(id, false);
        if (isNew) {
            const std::string_view name = m_run.text(id);
            at->second = waitsInOs(name) || name.find("MultiProcessingDataLoaderIter") != name.npos;
        }
        return at->second;
    }

    const Run &m_run;
    std::vector<std::vector<uint32_t>> m_lanes; ///< by track
    std::unordered_map<StringId, bool> m_isWait;
    std::map<uint32_t, bool> m_tells;
};

class WaitFinder
{
public:
    WaitFinder(const ReplayModel &model, const CriticalPath &path) : m_model(model), m_graph(model.graph), m_path(path)
    {
        findBusy();
        findUsualLeads();
        for (const ReplayPart &part : m_model.parts)
            m_talks.emplace_back(*part.run);
    }

    HiddenWaits find(const std::vector<int64_t> &recorded)
    {
        for (const CriticalPath::Part &part : m_path.nodes) {
            const NodeKind kind = m_graph.kind(part.node);
            const int64_t lead = m_graph.lead(part.node);
            if ((kind != NodeKind::Call && kind != NodeKind::Wait) || lead < shortestWaitNs || part.beforeNs < lead / 2)
                continue;
            judge(part, {m_graph.start(part.node) - lead, m_graph.start(part.node)});
        }
        findPace(recorded);
        return m_waits;
    }

private:
    using Thread = std::pair<uint32_t, uint32_t>; // part and track

    /// As the part's own recording has the times.
    TimeRange inOwnTime(uint32_t part, TimeRange range) const
    {
        const RankClock &clock = m_model.parts[part].clock;
        return {clock.ownTime(range.begin), clock.ownTime(range.end)};
    }

    Thread threadOf(uint32_t node) const { return {m_model.partOf(node), m_graph.item(node)}; }

    /// By part, the union of all its GPU work.
    void findBusy()
    {
        for (const ReplayPart &part : m_model.parts) {
            auto &busy = m_busy.emplace_back();
            for (uint32_t node = part.firstActivity; node < part.firstActivity + part.run->gpu.size(); ++node)
                if (busy.empty() || m_graph.start(node) > busy.back().end)
                    busy.push_back({m_graph.start(node), m_graph.end(node)});
                else
                    busy.back().end = std::max(busy.back().end, m_graph.end(node));
        }
    }

    void findUsualLeads()
    {
        std::map<Thread, std::vector<int64_t>> leads;
        for (uint32_t node = 0; node < m_graph.size(); ++node)
            if (m_graph.kind(node) == NodeKind::Call)
                leads[threadOf(node)].push_back(m_graph.lead(node));
        for (auto &[thread, list] : leads)
            m_usual[thread] = medianNs(list);
    }

    void judge(const CriticalPath::Part &part, TimeRange lead)
    {
        const Thread thread = threadOf(part.node);
        const int64_t usual = m_usual[thread];
        if (const auto [ns, name] = m_talks[thread.first].waitForOthers(thread.second, inOwnTime(thread.first, lead));
            ns >= shortestWaitNs && ns * 2 > lead.length()) {
            m_waits.othersNs += part.beforeNs;
            if (ns > m_longestOther) {
                m_longestOther = ns;
                m_waits.otherName = m_model.parts[thread.first].run->text(name);
            }
            return;
        }
        m_leads.push_back({lead, part.beforeNs});
        if (lead.length() >= 3 * usual && waitsForWork(thread, lead, usual)) {
            m_waits.ns += part.beforeNs;
            ++m_waits.count;
            m_leads.pop_back();
        }
    }

    /// The GPU works for more than half of the time and is done within it. Then the thread goes on at once, or it is
    /// silent all the while and its file would not tell.
    bool waitsForWork(Thread thread, TimeRange lead, int64_t usual)
    {
        const auto &busy = m_busy[thread.first];
        int64_t within = 0, lastEnd = INT64_MIN;
        for (auto at = std::ranges::upper_bound(busy, lead.begin, {}, &TimeRange::end);
             at != busy.end() && at->begin < lead.end; ++at) {
            within += std::min(at->end, lead.end) - std::max(at->begin, lead.begin);
            lastEnd = at->end;
        }
        if (within * 2 <= lead.length() || lastEnd > lead.end)
            return false;
        ThreadTalk &talk = m_talks[thread.first];
        const RankClock &clock = m_model.parts[thread.first].clock;
        const TimeRange own = talk.silenceAround(thread.second, clock.ownTime(lastEnd), inOwnTime(thread.first, lead));
        const TimeRange silence{clock.jobTime(own.begin), clock.jobTime(own.end)};
        if (lastEnd - silence.begin < shortestWaitNs || lastEnd - silence.begin < 3 * usual)
            return false;
        const int64_t soon = 10'000 + silence.length() / 50 + 2 * std::min<int64_t>(usual, 50'000);
        return silence.end - lastEnd <= soon || !talk.tells(thread.second);
    }

    /// The longest lead of each step ends at a fixed rate, though it varies itself: it ends as a clock ticks.
    void findPace(const std::vector<int64_t> &recorded)
    {
        constexpr size_t leastSteps = 5;
        if (recorded.size() < leastSteps || m_model.isJob || m_model.parts.size() > 1)
            return;
        const StepEnds steps = stepEnds(m_model, m_graph.starts(), m_graph.durations());
        std::vector<std::pair<TimeRange, int64_t>> longest(recorded.size());
        for (const auto &lead : m_leads) {
            const size_t step = size_t(std::ranges::upper_bound(steps.beginNs, lead.first.end) - steps.beginNs.begin());
            if (step < longest.size() && lead.second > longest[step].second)
                longest[step] = lead;
        }
        std::vector<double> periods, lengths;
        int64_t sum = 0;
        for (size_t s = 0; s < longest.size(); ++s) {
            if (longest[s].second == 0)
                continue;
            lengths.push_back(double(longest[s].first.length()));
            sum += longest[s].second;
            if (s > 0 && longest[s - 1].second)
                periods.push_back(double(longest[s].first.end - longest[s - 1].first.end));
        }
        if (periods.size() + 1 < leastSteps || lengths.size() * 5 < longest.size() * 4)
            return;
        const auto spread = [](const std::vector<double> &values) {
            double mean = 0, squares = 0;
            for (const double value : values)
                mean += value / double(values.size());
            for (const double value : values)
                squares += (value - mean) * (value - mean);
            return std::sqrt(squares / double(values.size()));
        };
        const double ofPeriods = spread(periods), ofLengths = spread(lengths);
        if (ofPeriods * 5 < ofLengths && ofLengths > 5'000)
            m_waits.pacedNs = sum;
    }

    const ReplayModel &m_model;
    const DependencyGraph &m_graph;
    const CriticalPath &m_path;
    std::vector<std::vector<TimeRange>> m_busy; ///< by part
    std::map<Thread, int64_t> m_usual;
    std::vector<ThreadTalk> m_talks;                    ///< by part
    std::vector<std::pair<TimeRange, int64_t>> m_leads; ///< of the path, with how much of the path they are
    int64_t m_longestOther = 0;
    HiddenWaits m_waits;
};

/// One recording's work that other work slows down.
class ContentionFinder
{
public:
    ContentionFinder(const ReplayModel &model, const ReplayPart &part)
        : m_model(model), m_part(part), m_gpu(part.run->gpu)
    {
    }

    void add(int64_t &contended, int64_t &unknown)
    {
        const std::vector<int64_t> beside = besideOthers();
        if (std::ranges::find_if(beside, [](int64_t ns) { return ns > 0; }) == beside.end())
            return;
        std::unordered_map<uint64_t, std::vector<int64_t>> alone;
        for (uint32_t i = 0; i < m_gpu.size(); ++i)
            if (beside[i] == 0 && isComputation(i))
                alone[keyOf(i)].push_back(m_gpu.duration[i]);
        std::unordered_map<uint64_t, int64_t> usual;
        for (auto &[key, durations] : alone)
            if (durations.size() >= 3)
                usual[key] = medianNs(durations);
        for (uint32_t i = 0; i < m_gpu.size(); ++i) {
            if (beside[i] == 0 || !isComputation(i))
                continue;
            const auto at = usual.find(keyOf(i));
            if (at == usual.end())
                unknown += beside[i];
            else if (m_gpu.duration[i] > at->second + at->second / 10)
                contended += m_gpu.duration[i] - at->second;
        }
    }

    /// Kernels that are the k-th of their name in every step: how much longer than usual they take in some.
    int64_t interruptedNs() const
    {
        const size_t steps = m_model.stepNames.size();
        if (steps < 3)
            return 0;
        std::unordered_map<uint64_t, std::vector<std::vector<int64_t>>> durations; // by key and step
        for (uint32_t i = 0; i < m_gpu.size(); ++i) {
            const uint32_t step = m_model.step[m_part.firstActivity + i];
            if (step == noStep || !isComputation(i))
                continue;
            auto &own = durations[keyOf(i)];
            own.resize(steps);
            own[step].push_back(m_gpu.duration[i]);
        }
        int64_t more = 0;
        std::vector<int64_t> sameWork(steps);
        for (const auto &[key, own] : durations) {
            if (std::ranges::any_of(own, [&](const auto &step) { return step.size() != own.front().size(); }))
                continue;
            for (size_t k = 0; k < own.front().size(); ++k) {
                for (size_t s = 0; s < steps; ++s)
                    sameWork[s] = own[s][k];
                const int64_t usual = medianNs(sameWork);
                for (size_t s = 0; s < steps; ++s)
                    if (own[s][k] * 2 > usual * 3)
                        more += own[s][k] - usual;
            }
        }
        return more;
    }

private:
    uint64_t keyOf(uint32_t i) const
    {
        return uint64_t(m_gpu.name[i]) << 32 | (i < m_gpu.grid.size() ? m_gpu.grid[i] : StringId(0));
    }
    bool isComputation(uint32_t i) const { return m_model.graph.kind(m_part.firstActivity + i) == NodeKind::Compute; }

    /// By activity, how long work of another stream of its device runs at the same time; at most its duration.
    std::vector<int64_t> besideOthers() const
    {
        std::vector<int64_t> beside(m_gpu.size());
        std::vector<uint32_t> running;
        for (uint32_t i = 0; i < m_gpu.size(); ++i) {
            std::erase_if(running, [&](uint32_t j) { return m_gpu.end(j) <= m_gpu.start[i] + 1000; });
            for (const uint32_t j : running)
                if (m_gpu.stream[j] != m_gpu.stream[i] && m_gpu.device(j) == m_gpu.device(i)) {
                    const int64_t both = std::min(m_gpu.end(i), m_gpu.end(j)) - m_gpu.start[i];
                    for (const uint32_t one : {i, j})
                        beside[one] = std::min(m_gpu.duration[one], beside[one] + std::max<int64_t>(1, both));
                }
            if (running.size() < 64)
                running.push_back(i);
        }
        return beside;
    }

    const ReplayModel &m_model;
    const ReplayPart &m_part;
    const GpuWork &m_gpu;
};

} // namespace

HiddenWaits hiddenWaits(const ReplayModel &model, const CriticalPath &path, const std::vector<int64_t> &recorded)
{
    return model.isJob ? HiddenWaits() : WaitFinder(model, path).find(recorded);
}

SharedDevice sharedDevice(const ReplayModel &model, int64_t lengthNs)
{
    SharedDevice shared;
    if (model.isJob || lengthNs <= 0)
        return shared;
    int64_t contended = 0, unknown = 0, interrupted = 0;
    for (const ReplayPart &part : model.parts) {
        ContentionFinder finder(model, part);
        finder.add(contended, unknown);
        interrupted += finder.interruptedNs();
    }
    const double all = double(lengthNs) * double(model.parts.size());
    return {double(contended) / all, double(unknown) / all, double(interrupted) / all};
}

} // namespace ws
