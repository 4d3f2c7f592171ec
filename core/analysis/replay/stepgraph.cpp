// The GPU work of a recording and the CPU threads that launch it, as a graph. Threads are chains of the calls that
// launch or wait; what a thread does between two of them is the lead of the second. A call that waits is its return.

#include "core/analysis/gaps/waitingcalls.h"
#include "core/analysis/replay/replaymodel.h"
#include "core/analysis/stages/communication.h"
#include "core/base/quantiles.h"
#include "core/base/texts.h"
#include "core/model/callwords.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace ws {
namespace {

constexpr int64_t tickNs = 1000;   ///< writers round to µs
constexpr int64_t skewNs = 20'000; ///< clocks of CPU and GPU are that far apart in good recordings

enum class CallClass : uint8_t { None, Other, DeviceWait, StreamWait, EventWait, Query, StreamWaitsEvent, EventRecord };

CallClass classOf(std::string_view name)
{
    const auto has = [name](std::string_view part) { return name.find(part) != name.npos; };
    if (has("StreamWaitEvent"))
        return CallClass::StreamWaitsEvent;
    if (has("EventRecord"))
        return CallClass::EventRecord;
    if (has("EventQuery") || has("StreamQuery"))
        return CallClass::Query;
    if (has("DeviceSynchronize") || has("CtxSynchronize"))
        return CallClass::DeviceWait;
    if (has("StreamSynchronize"))
        return CallClass::StreamWait;
    if (has("EventSynchronize"))
        return CallClass::EventWait;
    return CallClass::Other;
}

struct ApiCall
{
    int64_t start, end;
    StringId name;
    uint32_t launch; ///< index into Launches; noLaunch: launches nothing
    CallClass what;
};

struct ThreadNode
{
    uint32_t node;
    int64_t begin, end; ///< of the call; a wait's node begins at its end
    uint32_t thread;
};

class ProcessGraphMaker
{
public:
    ProcessGraphMaker(const Run &run, const Steps &steps, ReplayModel &model)
        : m_run(run), m_timeline(run.timeline), m_gpu(run.gpu), m_steps(steps), m_model(model), m_graph(model.graph)
    {
    }

    bool make(const Progress *progress)
    {
        addKinds();
        addActivities();
        linkStreams();
        findCalls();
        for (uint32_t t = 0; t < m_calls.size(); ++t) {
            if (progress && progress->isCancelled())
                return false;
            addThread(t);
        }
        linkLaunches();
        linkThreads();
        linkWaits();
        m_model.step.resize(m_graph.size(), noStep);
        bool isOrdered = m_graph.finish();
        if (isOrdered && linkCrowded())
            isOrdered = m_graph.finish();
        if (!isOrdered)
            m_model.missing << Core::tr("calls and GPU work wait for each other in a circle: their clocks disagree");
        return true;
    }

private:
    void addKinds()
    {
        constexpr int64_t us = 1000;
        m_thread = m_graph.addKind({"thread", false, true});
        m_handOver = m_graph.addKind({"thread to thread", false, true});
        m_launchKernel = m_graph.addKind({"launch of a kernel", false, false, -skewNs, 50 * us, 3 * us});
        m_launchCopy = m_graph.addKind({"launch of a copy", false, false, -skewNs, 50 * us, 3 * us});
        m_launchGraph = m_graph.addKind({"launch of a graph", false, false, -skewNs, 100 * us, 5 * us});
        m_launchWithin = m_graph.addKind({"launch within the call", true, false, 0, 50 * us, 3 * us});
        m_launchGraphWithin = m_graph.addKind({"launch of a graph within the call", true, false, 0, 500 * us, 5 * us});
        m_stream = m_graph.addKind({"stream", false, false, -us, 10 * us, us});
        m_streamCopy = m_graph.addKind({"stream, at a copy", false, false, -us, 20 * us, us});
        m_withinGraph = m_graph.addKind({"within a graph", false, false, -us, 10 * us, us});
        m_overlapping = m_graph.addKind({"stream, overlapping", false, false, -20 * us, 0, 0});
        m_event = m_graph.addKind({"event", false, false, -us, 20 * us, us});
        m_device = m_graph.addKind({"room on the device", false, false, -500 * us, 20 * us, 0});
        m_return = m_graph.addKind({"return of a wait", false, false, -skewNs, 50 * us, 5 * us});
        m_queue = m_graph.addKind({"room in the queue", false, false, -skewNs, 50 * us, 5 * us});
        m_copyReturn = m_graph.addKind({"return of a copy", false, false, -skewNs, 50 * us, 5 * us});
    }

    NodeKind kindOf(size_t i) const
    {
        if (m_gpu.kind[i] != CategoryKind::Kernel)
            return NodeKind::Copy;
        const StringId rule = m_gpu.nameForRules(i);
        return rule < m_communication.size() && m_communication[rule] ? NodeKind::Communication : NodeKind::Compute;
    }

    /// Steps with GPU work, in the order in which that begins; the whole recording where they have less than half of
    /// it.
    void findSteps()
    {
        int64_t within = 0, all = 0;
        std::vector<int64_t> begin(m_steps.steps.size(), INT64_MAX);
        for (size_t i = 0; i < m_gpu.size(); ++i) {
            all += m_gpu.duration[i];
            if (const uint32_t step = m_steps.of(i); step != noStep) {
                within += m_gpu.duration[i];
                begin[step] = std::min(begin[step], m_gpu.start[i]);
            }
        }
        m_stepNumber.assign(begin.size(), noStep);
        if (within == 0 || within * 2 < all) {
            m_isWhole = m_model.isWhole = true;
            m_model.stepNames = {"recording"};
            m_model.stepNumbers = {1};
            return;
        }
        std::vector<uint32_t> order;
        for (uint32_t step = 0; step < begin.size(); ++step)
            if (begin[step] != INT64_MAX)
                order.push_back(step);
        std::ranges::stable_sort(order, {}, [&](uint32_t step) { return begin[step]; });
        for (const uint32_t step : order) {
            m_stepNumber[step] = uint32_t(m_model.stepNames.size());
            m_model.stepNames.emplace_back(m_run.text(m_steps.steps[step].name));
            m_model.stepNumbers.push_back(step + 1);
        }
    }

    uint32_t stepOf(size_t activity) const
    {
        if (m_isWhole)
            return 0;
        const uint32_t step = m_steps.of(activity);
        return step == noStep ? noStep : m_stepNumber[step];
    }

    void addActivities()
    {
        findSteps();
        m_communication = defaultCommunication(m_gpu, m_run.strings);
        m_model.parts.front().firstActivity = uint32_t(m_graph.size());
        m_model.activities = m_gpu.size();
        for (uint32_t i = 0; i < m_gpu.size(); ++i) {
            m_graph.addNode(kindOf(i), m_gpu.name[i], m_gpu.start[i], m_gpu.duration[i], i);
            m_model.step.push_back(stepOf(i));
            m_model.activityNs += m_gpu.duration[i];
            if (m_gpu.launch[i] == noLaunch)
                m_model.unlaunchedNs += m_gpu.duration[i];
        }
        m_streams.resize(m_gpu.streams.size());
    }

    /// Each activity begins behind the one before it in its stream. Those that overlap share a predecessor, unless
    /// they overlap by so little that the next one was allowed to begin while the last blocks of the other still ran.
    void linkStreams()
    {
        struct Last
        {
            uint32_t node = noReplayNode, before = noReplayNode;
        };
        std::vector<Last> last(m_gpu.streams.size());
        for (uint32_t i = 0; i < m_gpu.size(); ++i) {
            Last &stream = last[m_gpu.stream[i]];
            m_streams[m_gpu.stream[i]].push_back(i);
            if (stream.node == noReplayNode) {
                stream.node = i;
                continue;
            }
            const uint32_t p = stream.node;
            const int64_t overlap = m_gpu.end(p) - m_gpu.start[i];
            const bool isOneGraph = m_gpu.launch[i] != noLaunch && m_gpu.launch[i] == m_gpu.launch[p];
            if (overlap <= tickNs) {
                const bool isCopy = kindOf(i) == NodeKind::Copy || kindOf(p) == NodeKind::Copy;
                m_graph.link(p, i, isOneGraph ? m_withinGraph : isCopy ? m_streamCopy : m_stream);
                stream = {i, p};
            } else if (overlap <= std::min<int64_t>(20'000, m_gpu.duration[p] / 2) && m_gpu.end(i) >= m_gpu.end(p)) {
                m_graph.link(p, i, m_overlapping);
                stream = {i, p};
            } else {
                if (stream.before != noReplayNode)
                    m_graph.link(stream.before, i, m_stream);
                if (m_gpu.end(i) > m_gpu.end(p))
                    stream.node = i;
            }
        }
    }

    void findCalls()
    {
        std::vector<std::pair<uint64_t, uint32_t>> launchAt;
        for (uint32_t l = 0; l < m_run.launches.size(); ++l) {
            const EventRef slice = m_run.launches.slice[l];
            launchAt.push_back({uint64_t(slice.lane) << 32 | slice.index, l});
        }
        std::ranges::sort(launchAt);
        m_hasWork.assign(m_run.launches.size(), 0);
        for (size_t i = 0; i < m_gpu.size(); ++i)
            if (m_gpu.launch[i] != noLaunch)
                m_hasWork[m_gpu.launch[i]] = std::min(255, m_hasWork[m_gpu.launch[i]] + 1);
        m_onlyWork.assign(m_run.launches.size(), noReplayNode);
        for (uint32_t i = 0; i < m_gpu.size(); ++i)
            if (m_gpu.launch[i] != noLaunch)
                m_onlyWork[m_gpu.launch[i]] = i;
        m_nodeOfLaunch.assign(m_run.launches.size(), noReplayNode);
        m_calls.resize(m_timeline.tracks.size());
        std::vector<CallClass> classes(m_run.strings.size(), CallClass::None);
        auto at = launchAt.begin();
        for (uint32_t l = 0; l < m_timeline.lanes.size(); ++l) {
            const Lane &lane = m_timeline.lanes[l];
            if (m_timeline.tracks[lane.track].kind != TrackKind::CpuThread)
                continue;
            at = std::lower_bound(at, launchAt.end(), std::pair<uint64_t, uint32_t>{uint64_t(l) << 32, 0});
            for (uint32_t i = 0; i < lane.size(); ++i) {
                const bool isLaunch = at != launchAt.end() && at->first == (uint64_t(l) << 32 | i);
                if (!isLaunch && m_timeline.categories[lane.category[i]].kind != CategoryKind::Launch)
                    continue;
                CallClass &what = classes[lane.name[i]];
                if (what == CallClass::None)
                    what = classOf(m_run.text(lane.name[i]));
                const uint32_t launch = isLaunch && m_hasWork[at->second] ? at->second : noLaunch;
                at += isLaunch;
                if (launch != noLaunch || what != CallClass::Other)
                    m_calls[lane.track].push_back({lane.start[i], lane.endOf(i), lane.name[i], launch, what});
            }
        }
        for (auto &calls : m_calls)
            std::ranges::stable_sort(calls, [](const ApiCall &a, const ApiCall &b) {
                return a.start < b.start || (a.start == b.start && a.end > b.end);
            });
        findOwnTimes();
    }

    /// What a call that waits takes where there is nothing to wait for: a low percentile of its class.
    void findOwnTimes()
    {
        std::array<std::vector<int64_t>, 8> durations;
        for (const auto &calls : m_calls)
            for (const ApiCall &call : calls)
                durations[size_t(call.what)].push_back(call.end - call.start);
        std::vector<int64_t> launching; // with room in the queue
        for (const auto &calls : m_calls)
            for (const ApiCall &call : calls)
                if (call.launch != noLaunch && m_hasWork[call.launch] == 1 && !openBehind(call).second)
                    launching.push_back(call.end - call.start);
        m_usualLaunchNs = launching.size() < 10 ? 5'000 : percentileNs(launching, 25);
        for (size_t c = 0; c < durations.size(); ++c)
            m_ownNs[c] = std::min<int64_t>(percentileNs(durations[c], 10), 10'000);
        for (const CallClass what : {CallClass::EventRecord, CallClass::StreamWaitsEvent}) {
            auto &seen = durations[size_t(what)];
            m_model.eventCallsNs += seen.empty() ? tickNs : std::min<int64_t>(medianNs(seen), 10'000);
        }
    }

    /// A copy whose call returns only when it is over: synchronous, or of memory that is not pinned. Where the file
    /// does not say which memory it is, one that ran within its call.
    bool blocks(const ApiCall &call) const
    {
        if (call.launch == noLaunch || m_hasWork[call.launch] != 1)
            return false;
        const uint32_t work = m_onlyWork[call.launch];
        if (m_gpu.kind[work] != CategoryKind::Memcpy || call.end < m_gpu.end(work) - skewNs)
            return false;
        const std::string_view name = m_run.text(call.name), copy = m_run.text(m_gpu.name[work]);
        if (name.find("emcpy") == name.npos)
            return false;
        const bool isKnown = copy.find("ageable") != copy.npos || copy.find("inned") != copy.npos;
        return name.find("Async") == name.npos || copy.find("ageable") != copy.npos ||
               (!isKnown && call.start <= m_gpu.start[work] && call.end >= m_gpu.end(work));
    }

    /// The last work of the call's stream that is over as the call returns (noReplayNode: none), and whether hundreds
    /// are not.
    std::pair<uint32_t, bool> openBehind(const ApiCall &call) const
    {
        constexpr ptrdiff_t leastOpen = 256;
        const uint32_t work = m_onlyWork[call.launch];
        const auto &list = m_streams[m_gpu.stream[work]];
        const auto own = std::ranges::lower_bound(list, work);
        const auto ended =
            std::partition_point(list.begin(), own, [&](uint32_t i) { return m_gpu.end(i) <= call.end + skewNs / 4; });
        return {ended == list.begin() ? noReplayNode : *(ended - 1), own - ended >= leastOpen};
    }

    /// The queue of launches was full: the call is longer than usual, hundreds of launches of its stream are not over
    /// as it returns, and one ends just then. That one; noReplayNode: it was not full.
    uint32_t freesTheQueue(const ApiCall &call) const
    {
        if (call.launch == noLaunch || m_hasWork[call.launch] != 1 || call.end - call.start < 2 * m_usualLaunchNs)
            return noReplayNode;
        const auto [ended, isFull] = openBehind(call);
        return isFull && ended != noReplayNode && m_gpu.end(ended) >= call.start ? ended : noReplayNode;
    }

    void addThread(uint32_t t)
    {
        const std::vector<ApiCall> &calls = m_calls[t];
        if (std::ranges::none_of(calls, [](const ApiCall &call) { return call.launch != noLaunch; }))
            return;                   // a watchdog: nothing waits for it
        uint32_t last = noReplayNode; // the node
        int64_t lastEnd = 0;
        uint32_t outer = noReplayNode; // of the call around
        int64_t outerEnd = INT64_MIN, recordNs = INT64_MIN;
        std::vector<int64_t> records;
        for (size_t c = 0; c < calls.size(); ++c) {
            const ApiCall &call = calls[c];
            if (call.end <= outerEnd && outer != noReplayNode) { // the driver's call within the runtime's
                if (call.launch != noLaunch)
                    m_nodeOfLaunch[call.launch] = outer;
                continue;
            }
            if (call.what == CallClass::EventRecord)
                recordNs = call.start;
            if (call.what == CallClass::StreamWaitsEvent)
                records.push_back(recordNs == INT64_MIN ? call.start : recordNs);
            bool isWait = call.what == CallClass::DeviceWait || call.what == CallClass::StreamWait ||
                          call.what == CallClass::EventWait;
            const bool isPoll = call.what == CallClass::Query && endsPolling(calls, c);
            if (!isWait && !isPoll && call.launch == noLaunch)
                continue;
            const int64_t begin = isPoll ? m_pollBegin : call.start;
            const auto addAt = [&](NodeKind kind, int64_t start, int64_t duration, int64_t lead) {
                const uint32_t node = m_graph.addNode(kind, call.name, start, duration, t);
                m_graph.setLead(node, lead);
                m_threadNodes.push_back({node, begin, call.end, t});
                if (last != noReplayNode)
                    m_previous.push_back({last, node});
                last = node;
                return node;
            };
            const int64_t lead = last == noReplayNode ? 0 : begin - lastEnd;
            if (call.launch != noLaunch) {
                const bool isBlocking = blocks(call);
                const uint32_t frees = isBlocking ? noReplayNode : freesTheQueue(call);
                const int64_t own = isBlocking ? std::min(call.end - call.start, m_ownNs[size_t(CallClass::Other)])
                                    : frees != noReplayNode ? m_usualLaunchNs
                                                            : call.end - call.start;
                outer = m_nodeOfLaunch[call.launch] = addAt(NodeKind::Call, call.start, own, lead);
                outerEnd = call.end;
                if (!records.empty())
                    m_eventWaits.push_back({outer, call.launch, std::exchange(records, {})});
                if (isBlocking) {
                    const uint32_t back = addAt(NodeKind::Wait, call.end, 0, 0);
                    m_graph.link(m_onlyWork[call.launch], back, m_copyReturn);
                } else if (frees != noReplayNode) {
                    m_graph.link(frees, addAt(NodeKind::Wait, call.end, 0, 0), m_queue);
                }
            } else {
                const int64_t own = std::min(call.end - begin, m_ownNs[size_t(call.what)]);
                const uint32_t node = addAt(NodeKind::Wait, call.end, 0, lead + own);
                m_waits.push_back({node, begin, call.end, call.what});
            }
            lastEnd = call.end;
        }
    }

    /// A loop that asks again and again whether work is over is a wait; the last question is its return.
    bool endsPolling(const std::vector<ApiCall> &calls, size_t c)
    {
        if (c + 1 < calls.size() && calls[c + 1].what == CallClass::Query)
            return false;
        size_t first = c;
        while (first > 0 && calls[first - 1].what == CallClass::Query)
            --first;
        m_pollBegin = calls[first].start;
        return c - first >= 2;
    }

    /// What begins before its call returns did not need the rest of the call.
    uint16_t launchKind(size_t i) const
    {
        const bool isWithin = m_gpu.start[i] < m_graph.end(m_nodeOfLaunch[m_gpu.launch[i]]) - 2 * tickNs;
        if (isWithin)
            return m_hasWork[m_gpu.launch[i]] > 1 ? m_launchGraphWithin : m_launchWithin;
        if (m_hasWork[m_gpu.launch[i]] > 1)
            return m_launchGraph;
        return kindOf(i) == NodeKind::Copy ? m_launchCopy : m_launchKernel;
    }

    void linkLaunches()
    {
        for (uint32_t i = 0; i < m_gpu.size(); ++i)
            if (m_gpu.launch[i] != noLaunch && m_nodeOfLaunch[m_gpu.launch[i]] != noReplayNode)
                m_graph.link(m_nodeOfLaunch[m_gpu.launch[i]], i, launchKind(i));
        linkGraphs();
        linkEvents();
    }

    int64_t launchedAt(uint32_t i) const
    {
        return m_gpu.launch[i] == noLaunch ? m_gpu.start[i] : m_timeline.start(m_run.launches.slice[m_gpu.launch[i]]);
    }

    /// The last activity of the stream that was launched before; noReplayNode: none.
    uint32_t lastLaunched(size_t stream, int64_t ns) const
    {
        const auto &list = m_streams[stream];
        const auto at = std::partition_point(list.begin(), list.end(), [&](uint32_t i) { return launchedAt(i) < ns; });
        return at == list.begin() ? noReplayNode : *(at - 1);
    }

    /// Branches of a graph: what begins in another stream of the same launch behind the end of its work.
    void linkGraphs()
    {
        std::unordered_map<uint32_t, std::vector<uint32_t>> open; // launch → its latest work in each stream
        for (uint32_t i = 0; i < m_gpu.size(); ++i) {
            const uint32_t launch = m_gpu.launch[i];
            if (launch == noLaunch || m_hasWork[launch] < 2)
                continue;
            auto &latest = open[launch];
            uint32_t best = noReplayNode;
            bool isKnown = false;
            for (uint32_t &other : latest) {
                if (m_gpu.stream[other] == m_gpu.stream[i]) {
                    isKnown = true;
                    other = i;
                } else if (m_gpu.end(other) <= m_gpu.start[i] + tickNs &&
                           (best == noReplayNode || m_gpu.end(other) > m_gpu.end(best))) {
                    best = other;
                }
            }
            if (!isKnown)
                latest.push_back(i);
            if (best != noReplayNode && m_gpu.start[i] - m_gpu.end(best) < 20'000)
                m_graph.link(best, i, m_withinGraph);
        }
    }

    /// The file says that a stream waits, not for which: the one whose last work before the record fits.
    void linkEvents()
    {
        std::unordered_map<uint32_t, const EventWait *> byLaunch;
        for (const EventWait &wait : m_eventWaits)
            byLaunch.emplace(wait.launch, &wait);
        if (byLaunch.empty())
            return;
        std::unordered_map<uint32_t, bool> done;
        for (uint32_t i = 0; i < m_gpu.size(); ++i) {
            const auto found = m_gpu.launch[i] == noLaunch ? byLaunch.end() : byLaunch.find(m_gpu.launch[i]);
            if (found == byLaunch.end() || std::exchange(done[m_gpu.launch[i]], true))
                continue;
            for (const int64_t record : found->second->records)
                linkEvent(i, record);
        }
    }

    void linkEvent(uint32_t i, int64_t recordNs)
    {
        uint32_t best = noReplayNode;
        for (size_t s = 0; s < m_streams.size(); ++s) {
            if (s == m_gpu.stream[i] || m_gpu.streams[s].device != m_gpu.device(i))
                continue;
            const uint32_t other = lastLaunched(s, recordNs);
            if (other == noReplayNode || m_gpu.end(other) > m_gpu.start[i] + tickNs)
                continue;
            if (best == noReplayNode || launchedAt(other) > launchedAt(best))
                best = other;
        }
        if (best != noReplayNode)
            m_graph.link(best, i, m_event);
    }

    /// Work that is ready and begins only as a kernel of another stream ends, which was running already: that one left
    /// no room on the device, or the stream waits for it though the file does not say so. Either way it follows it.
    bool linkCrowded()
    {
        const ReplayWeights weights{
            m_graph.durations(), m_graph.leads(), measuredLatencies(m_graph, latencyPercent), {}};
        std::vector<uint32_t> byEnd(m_gpu.size());
        for (uint32_t i = 0; i < byEnd.size(); ++i)
            byEnd[i] = i;
        const auto endOf = [&](uint32_t i) { return m_gpu.end(i); };
        if (m_gpu.streams.size() < 2)
            return false;
        std::ranges::sort(byEnd, {}, endOf);
        const std::vector<int64_t> lags = unexplainedLags(m_graph, weights);
        bool isAny = false;
        for (uint32_t i = 0; i < m_gpu.size(); ++i) {
            if (lags[i] < 20'000)
                continue;
            const int64_t start = m_gpu.start[i], ready = start - lags[i];
            for (auto at = std::ranges::lower_bound(byEnd, start - 10'000, {}, endOf);
                 at != byEnd.end() && m_gpu.end(*at) < start + 500'000; ++at) {
                const uint32_t j = *at;
                const int64_t over = m_gpu.end(j) - start;
                if (m_gpu.stream[j] == m_gpu.stream[i] || m_gpu.device(j) != m_gpu.device(i) ||
                    m_gpu.start[j] > ready || over * 25 > m_gpu.duration[j] || over * 4 > lags[i])
                    continue;
                m_graph.link(j, i, m_device);
                isAny = true;
                break;
            }
        }
        return isAny;
    }

    /// Threads that hand over to one another: what a thread launches while another one rests between two calls, as the
    /// backward pass does, follows the first of these and comes before the second.
    void linkThreads()
    {
        std::vector<bool> isBackward(m_timeline.tracks.size());
        for (size_t o = 0; o < m_run.ops.size(); ++o)
            if (m_run.ops.fwdThread[o])
                isBackward[m_timeline.lanes[m_run.ops.slice[o].lane].track] = true;
        std::map<StringId, std::vector<ThreadNode>> processes;
        for (const ThreadNode &node : m_threadNodes)
            processes[m_timeline.tracks[node.thread].pid].push_back(node);
        std::vector<uint32_t> handedFrom(m_graph.size(), noReplayNode);
        std::vector<int64_t> handedLead(m_graph.size());
        for (auto &[pid, nodes] : processes) {
            std::ranges::stable_sort(nodes, {}, &ThreadNode::begin);
            findHandOvers(nodes, isBackward, handedFrom, handedLead);
        }
        for (const auto &[from, to] : m_previous)
            if (handedFrom[to] == noReplayNode)
                m_graph.link(from, to, m_thread);
        for (uint32_t node = 0; node < handedFrom.size(); ++node)
            if (handedFrom[node] != noReplayNode) {
                m_graph.setLead(node, handedLead[node]);
                m_graph.link(handedFrom[node], node, m_handOver);
            }
    }

    void findHandOvers(const std::vector<ThreadNode> &nodes, const std::vector<bool> &isBackward,
                       std::vector<uint32_t> &from, std::vector<int64_t> &lead) const
    {
        std::map<uint32_t, bool> hasBegun;
        const auto hand = [&](const ThreadNode &a, const ThreadNode &b) {
            if (b.begin < a.end - tickNs)
                return;
            from[b.node] = a.node;
            lead[b.node] = m_graph.lead(b.node);
            const bool isWait = m_graph.kind(b.node) == NodeKind::Wait; // its own time stays in the lead
            lead[b.node] =
                std::max<int64_t>(0, b.begin - a.end) + (isWait ? std::min(b.end - b.begin, int64_t(2000)) : 0);
        };
        for (size_t n = 1; n < nodes.size();) {
            const ThreadNode &before = nodes[n - 1];
            hasBegun[before.thread] = true;
            if (nodes[n].thread == before.thread) {
                ++n;
                continue;
            }
            size_t end = n;
            while (end < nodes.size() && nodes[end].thread == nodes[n].thread)
                ++end;
            const ThreadNode &first = nodes[n], &last = nodes[end - 1];
            const bool isBack = end < nodes.size() && nodes[end].thread == before.thread;
            const int64_t rest = isBack ? nodes[end].begin - before.end : 0;
            const bool isHandOver =
                isBack && (isBackward[first.thread] || (last.end - first.begin) * 10 >= rest * 9) && rest > 0;
            if (isHandOver || !hasBegun[first.thread])
                hand(before, first);
            if (isHandOver && last.end <= nodes[end].begin + tickNs)
                hand(last, nodes[end]);
            hasBegun[first.thread] = true;
            n = end;
        }
    }

    /// By stream, the process that launches its work; 0: not known.
    std::vector<StringId> launchers() const
    {
        std::vector<StringId> pids(m_streams.size());
        for (size_t s = 0; s < m_streams.size(); ++s)
            for (const uint32_t i : m_streams[s])
                if (m_gpu.launch[i] != noLaunch) {
                    pids[s] = m_timeline.track(m_run.launches.slice[m_gpu.launch[i]]).pid;
                    break;
                }
        return pids;
    }

    /// A wait for a device waits for all streams of its process, another one for the work that explains it best.
    void linkWaits()
    {
        const std::vector<StringId> pids = launchers();
        for (const Waiting &wait : m_waits) {
            const StringId pid = m_timeline.tracks[m_graph.item(wait.node)].pid;
            uint32_t best = noReplayNode;
            for (size_t s = 0; s < m_streams.size(); ++s) {
                if (pids[s] && pids[s] != pid)
                    continue;
                uint32_t work = lastLaunched(s, wait.begin);
                if (work == noReplayNode)
                    continue;
                if (wait.what == CallClass::EventWait || wait.what == CallClass::Query)
                    work = lastEnded(s, work, wait.end);
                if (work == noReplayNode || m_gpu.end(work) > wait.end + skewNs)
                    continue;
                if (wait.what == CallClass::DeviceWait)
                    m_graph.link(work, wait.node, m_return);
                else if (best == noReplayNode || m_gpu.end(work) > m_gpu.end(best))
                    best = work;
            }
            if (best != noReplayNode && (wait.what != CallClass::Query || m_gpu.end(best) >= wait.begin))
                m_graph.link(best, wait.node, m_return);
        }
    }

    /// The last activity of the stream up to this one that ends no later; noReplayNode: none of the last hundred.
    uint32_t lastEnded(size_t stream, uint32_t upTo, int64_t ns) const
    {
        const auto &list = m_streams[stream];
        auto at = std::ranges::lower_bound(list, upTo);
        for (int tries = 0; tries < 4096; ++tries, --at) {
            if (m_gpu.end(*at) <= ns + skewNs)
                return *at;
            if (at == list.begin())
                break;
        }
        return noReplayNode;
    }

    struct EventWait
    {
        uint32_t node, launch;
        std::vector<int64_t> records; ///< when the events were recorded
    };
    struct Waiting
    {
        uint32_t node;
        int64_t begin, end;
        CallClass what;
    };

    const Run &m_run;
    const Timeline &m_timeline;
    const GpuWork &m_gpu;
    const Steps &m_steps;
    ReplayModel &m_model;
    DependencyGraph &m_graph;
    std::vector<uint32_t> m_stepNumber; ///< by step of the run: index into the model's, noStep: without GPU work
    bool m_isWhole = false;
    std::vector<uint8_t> m_communication;
    std::vector<std::vector<uint32_t>> m_streams; ///< activities by stream
    std::vector<uint8_t> m_hasWork;               ///< by launch, how many activities: at most 255
    std::vector<uint32_t> m_onlyWork;             ///< by launch, its last activity
    std::vector<uint32_t> m_nodeOfLaunch;
    std::vector<std::vector<ApiCall>> m_calls; ///< by track
    std::array<int64_t, 8> m_ownNs{};          ///< by CallClass
    int64_t m_pollBegin = 0, m_usualLaunchNs = 0;
    std::vector<ThreadNode> m_threadNodes;
    std::vector<std::pair<uint32_t, uint32_t>> m_previous; ///< of one thread
    std::vector<EventWait> m_eventWaits;
    std::vector<Waiting> m_waits;
    uint16_t m_thread = 0, m_handOver = 0, m_launchKernel = 0, m_launchCopy = 0, m_launchGraph = 0, m_launchWithin = 0,
             m_launchGraphWithin = 0, m_stream = 0, m_streamCopy = 0, m_withinGraph = 0, m_overlapping = 0, m_event = 0,
             m_device = 0, m_queue = 0, m_return = 0, m_copyReturn = 0;
};

} // namespace

std::optional<ReplayModel> processModel(const std::shared_ptr<const Run> &run, const Steps &steps,
                                        const Progress *progress)
{
    ReplayModel model;
    model.parts = {{run}};
    ProcessGraphMaker maker(*run, steps, model);
    if (!maker.make(progress))
        return std::nullopt;
    return model;
}

} // namespace ws
