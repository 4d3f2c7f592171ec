#include "core/analysis/gaps/cpuwaits.h"

#include "core/analysis/busy/rangestats.h"
#include "core/analysis/gaps/waitingcalls.h"
#include "core/analysis/gpuscan.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <tuple>
#include <unordered_map>

namespace ws {
namespace {

template <size_t N> bool isOneOf(std::string_view text, const std::array<std::string_view, N> &list)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// The names of the calls to list. What is both a call and something else counts as the call.
struct ListedNames
{
    static constexpr uint32_t notListed = UINT32_MAX;
    std::vector<uint32_t> number; ///< by name: 0, 1 … for the listed ones
    std::vector<bool> waits;      ///< by number
    std::vector<bool> always;     ///< by number: listed whatever a call does; else only where it does otherwise
    std::unordered_map<uint32_t, uint32_t>
        otherwise; ///< by number: that of the same calls that do not as their name says
};

std::pair<uint32_t, uint32_t> keyOf(EventRef slice)
{
    return {slice.lane, slice.index};
}

/// The driver takes about a thousand launches ahead of the device; behind that a launching call stands until the device
/// has begun one of them. Launches of graphs hold more than one.
void addFullQueues(const Run &run, std::vector<EventRef> &calls)
{
    constexpr int64_t longCallNs = 100'000;
    constexpr ptrdiff_t fullQueue = 1'000;
    const Timeline &timeline = run.timeline;
    const Launches &launches = run.launches;
    std::vector<EventRef> slow;
    for (const EventRef call : launches.slice)
        if (timeline.duration(call) >= longCallNs && !isWaitingCall(run.text(timeline.name(call))))
            slow.push_back(call);
    if (slow.empty())
        return;
    std::map<StringId, std::pair<std::vector<int64_t>, std::vector<int64_t>>>
        ofProcess; // begins of calls, of their work
    std::vector<bool> hasWork(launches.size());
    for (size_t i = 0; i < run.gpu.size(); ++i) // by start
        if (const uint32_t launch = run.gpu.launch[i]; launch != noLaunch && !hasWork[launch]) {
            hasWork[launch] = true;
            ofProcess[timeline.track(launches.slice[launch]).pid].second.push_back(run.gpu.start[i]);
        }
    for (size_t i = 0; i < launches.size(); ++i)
        if (hasWork[i])
            ofProcess[timeline.track(launches.slice[i]).pid].first.push_back(timeline.start(launches.slice[i]));
    for (auto &[process, times] : ofProcess)
        if (!std::ranges::is_sorted(times.first))
            std::ranges::sort(times.first);
    for (const EventRef call : slow) {
        const auto &[called, begun] = ofProcess[timeline.track(call).pid];
        const int64_t end = timeline.end(call);
        const auto before = [end](const std::vector<int64_t> &times) {
            return std::ranges::lower_bound(times, end) - times.begin();
        };
        if (before(called) - before(begun) >= fullQueue)
            calls.push_back(call);
    }
}

/// Calls that are asynchronous by their name and yet returned only after their copy to the host had ended: memory that
/// is not pinned makes them wait for all that the stream does before.
std::vector<EventRef> copiesThatWaited(const Run &run)
{
    std::vector<EventRef> calls;
    for (size_t i = 0; i < run.gpu.size(); ++i) {
        if (run.gpu.kind[i] != CategoryKind::Memcpy || run.gpu.launch[i] == noLaunch)
            continue;
        const EventRef call = run.launches.slice[run.gpu.launch[i]];
        if (run.gpu.end(i) > run.timeline.end(call) || run.gpu.start[i] < run.timeline.start(call) ||
            isWaitingCall(run.text(run.timeline.name(call))))
            continue;
        const std::string_view name = run.text(run.gpu.name[i]);
        for (const std::string_view toHost : {"DtoH", "D2H", "Device-to-Host", "DeviceToHost", "DEVICE_TO_HOST"})
            if (name.find(toHost) != name.npos) {
                calls.push_back(call);
                break;
            }
    }
    return calls;
}

/// Calls that allocate and free wait for the work of the device, where it has some; else they work: the first creates
/// the context, and memory is pinned page by page.
void addIdleMemoryCalls(const Run &run, std::vector<EventRef> &calls)
{
    const GpuWork &gpu = run.gpu;
    if (gpu.size() == 0) // whether the device works is not known
        return;
    std::vector<int64_t> latestEnd;
    for (size_t i = 0; i < gpu.size(); ++i) // by start
        latestEnd.push_back(std::max(gpu.end(i), latestEnd.empty() ? INT64_MIN : latestEnd.back()));
    const Timeline &timeline = run.timeline;
    for (uint32_t l = 0; l < timeline.lanes.size(); ++l) {
        const Lane &lane = timeline.lanes[l];
        if (timeline.tracks[lane.track].kind != TrackKind::CpuThread)
            continue;
        for (uint32_t i = 0; i < lane.size(); ++i) {
            if (timeline.categories[lane.category[i]].kind != CategoryKind::Launch)
                continue;
            const std::string_view name = run.text(lane.name[i]);
            if (!isMemoryCall(name) || !isWaitingCall(name))
                continue;
            const auto begun = size_t(std::ranges::lower_bound(gpu.start, lane.endOf(i)) - gpu.start.begin());
            if (begun == 0 || latestEnd[begun - 1] <= lane.start[i])
                calls.push_back({l, i});
        }
    }
}

/// Ask after ask on one thread, as polls do.
class Polls
{
public:
    explicit Polls(const Run &run) : m_run(run), m_timeline(run.timeline), m_roles(run.strings.size(), Role::Does)
    {
        for (StringId name = 0; name < m_roles.size(); ++name) {
            const std::string_view text = run.text(name);
            if (isAskingFunction(text))
                m_roles[name] = Role::Asks;
            else if (isWaitingFunction(text) || isWaitingCall(text))
                m_roles[name] = Role::Waits;
        }
    }
    bool anyAsks() const { return std::ranges::find(m_roles, Role::Asks) != m_roles.end(); }

    /// The asks of the thread that are waiting, and the Python functions that do nothing but ask.
    void add(const Track &thread, std::vector<EventRef> &calls) const
    {
        const std::vector<Slice> slices = asksAndWaits(thread);
        std::map<std::pair<uint32_t, uint32_t>, ptrdiff_t> asksOfParent;
        for (auto first = slices.begin(); first != slices.end();) {
            auto last = first + 1;
            while (last != slices.end() && !doesAnything(thread, {(last - 1)->start, last->start}))
                ++last;
            if (std::count_if(first, last, [](const Slice &slice) { return slice.asks; }) >= fewestAsks)
                for (; first != last; ++first) {
                    if (first->asks)
                        calls.push_back(first->ref);
                    if (const auto parent = parentOf(thread, first->ref))
                        ++asksOfParent[keyOf(*parent)];
                }
            first = last;
        }
        for (const auto &[parent, asks] : asksOfParent)
            if (const EventRef function{parent.first, parent.second};
                asks >= fewestAsks && 10 * asks >= 9 * childrenOf(function) &&
                !doesAnything(thread, {m_timeline.start(function), m_timeline.end(function)}) &&
                !isWaitingFunction(m_run.text(m_timeline.name(function))))
                calls.push_back(function);
    }

private:
    static constexpr ptrdiff_t fewestAsks = 100;
    enum class Role : uint8_t { Asks, Waits, Does };
    struct Slice
    {
        int64_t start = 0;
        EventRef ref;
        bool asks = false; ///< else it waits
    };

    CategoryKind kindOf(const Lane &lane, size_t i) const { return m_timeline.categories[lane.category[i]].kind; }

    /// By start; none where there are fewer than a hundred asks.
    std::vector<Slice> asksAndWaits(const Track &thread) const
    {
        std::vector<Slice> slices;
        ptrdiff_t asks = 0;
        for (uint32_t l = thread.firstLane; l < thread.firstLane + thread.laneCount; ++l) {
            const Lane &lane = m_timeline.lanes[l];
            for (uint32_t i = 0; i < lane.size(); ++i)
                if (const Role role = m_roles[lane.name[i]]; role != Role::Does)
                    if (const CategoryKind kind = kindOf(lane, i);
                        kind == CategoryKind::Launch || kind == CategoryKind::Python) {
                        slices.push_back({lane.start[i], {l, i}, role == Role::Asks});
                        asks += role == Role::Asks;
                    }
        }
        if (asks < fewestAsks)
            return {};
        std::ranges::sort(slices, {}, [](const Slice &slice) { return std::pair(slice.start, !slice.asks); });
        return slices;
    }
    /// An operator, or a call that neither asks nor waits, begins in that time.
    bool doesAnything(const Track &thread, TimeRange time) const
    {
        for (uint32_t l = thread.firstLane; l < thread.firstLane + thread.laneCount; ++l) {
            const Lane &lane = m_timeline.lanes[l];
            for (size_t i = lane.firstStartingFrom(time.begin); i < lane.size() && lane.start[i] < time.end; ++i) {
                const CategoryKind kind = kindOf(lane, i);
                if (kind == CategoryKind::CpuOp ||
                    (kind == CategoryKind::Launch && m_roles[lane.name[i]] == Role::Does))
                    return true;
            }
        }
        return false;
    }
    /// The Python function that called it.
    std::optional<EventRef> parentOf(const Track &thread, EventRef call) const
    {
        if (call.lane == thread.firstLane)
            return std::nullopt;
        const Lane &outer = m_timeline.lanes[call.lane - 1];
        const size_t after = outer.firstStartingFrom(m_timeline.start(call) + 1);
        if (after == 0 || outer.endOf(after - 1) < m_timeline.end(call) ||
            kindOf(outer, after - 1) != CategoryKind::Python)
            return std::nullopt;
        return EventRef{call.lane - 1, static_cast<uint32_t>(after - 1)};
    }
    ptrdiff_t childrenOf(EventRef function) const
    {
        const Lane &inner = m_timeline.lanes[function.lane + 1];
        return ptrdiff_t(inner.firstStartingFrom(m_timeline.end(function))) -
               ptrdiff_t(inner.firstStartingFrom(m_timeline.start(function)));
    }

    const Run &m_run;
    const Timeline &m_timeline;
    std::vector<Role> m_roles; ///< by name
};

void addPolls(const Run &run, std::vector<EventRef> &calls)
{
    const Polls polls(run);
    for (const Track &track : run.timeline.tracks)
        if (polls.anyAsks() && track.kind == TrackKind::CpuThread)
            polls.add(track, calls);
}

/// Calls that wait although their names do not say so, and that do not although they do. Ascending.
std::vector<EventRef> callsOtherwise(const Run &run)
{
    std::vector<EventRef> calls = copiesThatWaited(run);
    addFullQueues(run, calls);
    addIdleMemoryCalls(run, calls);
    addPolls(run, calls);
    std::ranges::sort(calls, {}, keyOf);
    return calls;
}

ListedNames listedNames(const Run &run, const std::vector<EventRef> &others, const Progress *progress)
{
    enum : uint8_t { neither = 0, call = 1, function = 2 };
    const Timeline &timeline = run.timeline;
    std::vector<uint8_t> questions; // by category
    for (const Category &category : timeline.categories)
        questions.push_back(category.kind == CategoryKind::Launch   ? call
                            : category.kind == CategoryKind::Python ? function
                                                                    : neither);
    std::vector<std::atomic<uint8_t>> asked(run.strings.size());
    parallelFor(
        {0, timeline.lanes.size()}, 1,
        [&](size_t at) {
            const Lane &lane = timeline.lanes[at];
            if (timeline.tracks[lane.track].kind != TrackKind::CpuThread)
                return;
            for (size_t i = 0; i < lane.size(); ++i)
                if (const uint8_t question = questions[lane.category[i]])
                    if (std::atomic<uint8_t> &name = asked[lane.name[i]];
                        (name.load(std::memory_order_relaxed) & question) == 0)
                        name.fetch_or(question, std::memory_order_relaxed);
        },
        progress);
    ListedNames listed{std::vector<uint32_t>(run.strings.size(), ListedNames::notListed), {}, {}, {}};
    const auto add = [&listed](bool waits, bool always) {
        listed.waits.push_back(waits);
        listed.always.push_back(always);
        return static_cast<uint32_t>(listed.waits.size() - 1);
    };
    for (StringId id = 0; id < asked.size(); ++id) {
        const bool isCall = asked[id] & call;
        const bool waits = isCall ? isWaitingCall(run.text(id)) || run.text(id) == "Command Buffer Full"
                                  : asked[id] && isWaitingFunction(run.text(id));
        if (!isCall && !waits)
            continue;
        listed.number[id] = add(waits, true);
    }
    for (const EventRef call : others) {
        uint32_t &number = listed.number[run.timeline.name(call)];
        if (number == ListedNames::notListed)
            number = add(false, false);
        if (!listed.otherwise.contains(number))
            listed.otherwise[number] = add(!listed.waits[number], true);
    }
    return listed;
}

/// ("shm_broadcast", "acquire_read") of "vllm/distributed/device_communicators/shm_broadcast.py(461): acquire_read".
std::optional<std::pair<std::string_view, std::string_view>> fileAndFunction(std::string_view name)
{
    const size_t open = name.find(".py("), colon = name.find("): ");
    if (open == std::string_view::npos || colon == std::string_view::npos)
        return std::nullopt;
    const size_t slash = name.rfind('/', open), begin = slash == std::string_view::npos ? 0 : slash + 1;
    return std::pair(name.substr(begin, open - begin), name.substr(colon + 3));
}

/// A function of a library that waits, or asks again and again until something has happened: "queue.py(154): get",
/// "vllm/distributed/device_communicators/shm_broadcast.py(461): acquire_read".
bool isWaitingFrame(std::string_view name)
{
    constexpr std::pair<std::string_view, std::string_view> waits[] = {
        {"threading", "wait"},
        {"threading", "join"},
        {"threading", "_wait_for_tstate_lock"},
        {"queue", "get"},
        {"queue", "join"},
        {"selectors", "select"},
        {"connection", "wait"},
        {"connection", "poll"},
        {"connection", "_poll"},
        {"popen_fork", "poll"},
        {"popen_fork", "wait"},
        {"subprocess", "wait"},
        {"subprocess", "_wait"},
        {"synchronize", "wait"},
        {"shm_broadcast", "acquire_read"},
        {"shm_broadcast", "dequeue"},
        {"shm_broadcast", "acquire_write"},
        {"shm_broadcast", "wait_until_ready"},
        {"shm_broadcast", "sched_yield"},
        {"utils", "sched_yield"},
        {"poll", "poll"},
    };
    const auto called = fileAndFunction(name);
    return called && std::ranges::find(waits, *called) != std::end(waits);
}

/// Nsight Systems records some calls twice, one in the other: cudaMemcpy and the version of it that it stands for, some
/// tenths of a µs apart. Asked of the slices of one lane in their order.
class Twins
{
public:
    Twins(const Run &run, uint32_t lane, bool hasNone)
        : m_run(run), m_own(run.timeline.lanes[lane]), m_around(hasNone ? nullptr : &run.timeline.lanes[lane - 1])
    {
    }

    /// The slice lies in another one of the same call.
    bool isTwin(size_t i)
    {
        constexpr int64_t apartNs = 1000;
        if (!m_around)
            return false;
        while (m_next < m_around->size() && m_around->start[m_next] <= m_own.start[i])
            ++m_next;
        if (m_next == 0 || m_around->name[m_next - 1] != m_own.name[i])
            return false;
        const size_t outer = m_next - 1;
        return m_around->endOf(outer) >= m_own.endOf(i) &&
               m_around->durationOf(outer) - m_own.durationOf(i) < apartNs && isApiCall(m_run.text(m_own.name[i]));
    }

private:
    const Run &m_run;
    const Lane &m_own;
    const Lane *m_around;
    size_t m_next = 0; ///< the first one around that begins later
};

/// Of one thread, in no order that depends on anything but its slices.
std::vector<CpuCalls> callsOfThread(const Run &run, uint32_t track, const ListedNames &names,
                                    const std::vector<EventRef> &others, const Progress *progress,
                                    const std::vector<TimeRange> &within)
{
    const Timeline &timeline = run.timeline;
    std::vector<CpuCalls> calls;
    // Places in `calls` by number. Real traces have some dozens of them; a table of all for each of many threads could
    // be far larger than the trace.
    std::vector<uint32_t> firstPlaces(std::min<size_t>(names.waits.size(), 256), UINT32_MAX);
    std::unordered_map<uint32_t, uint32_t> otherPlaces;
    const auto placeOf = [&](uint32_t number) -> uint32_t & {
        return number < firstPlaces.size() ? firstPlaces[number]
                                           : otherPlaces.try_emplace(number, UINT32_MAX).first->second;
    };
    NestedTime nested(timeline, within.empty() ? TimeRange{INT64_MIN, INT64_MAX}
                                               : TimeRange{within.front().begin, within.back().end});
    const Track &thread = timeline.tracks[track];
    for (uint32_t lane = thread.firstLane + thread.laneCount; lane-- > thread.firstLane;) {
        const Lane &slices = timeline.lanes[lane];
        nested.enter(lane);
        Twins twins(run, lane, lane == thread.firstLane || !run.info.format.starts_with("nsys"));
        for (size_t i = 0; i < slices.size(); ++i) {
            if ((i & 0xffff) == 0 && progress && progress->isCancelled())
                return calls;
            const StringId name = slices.name[i];
            uint32_t number = names.number[name];
            if (number == ListedNames::notListed)
                continue;
            if (const auto other = names.otherwise.find(number);
                other != names.otherwise.end() &&
                std::ranges::binary_search(others, std::pair(lane, static_cast<uint32_t>(i)), {}, keyOf))
                number = other->second;
            if (!names.always[number])
                continue;
            const int64_t start = slices.start[i], end = slices.endOf(i);
            auto stretch = within.end();
            if (!within.empty()) {
                stretch = std::ranges::partition_point(within,
                                                       [start](const TimeRange &range) { return range.end <= start; });
                if (stretch == within.end() || !intersects(*stretch, start, end))
                    continue;
            }
            uint32_t &place = placeOf(number);
            if (place == UINT32_MAX) {
                place = static_cast<uint32_t>(calls.size());
                calls.push_back({track, name, 0, 0, 0, names.waits[number]});
            }
            CpuCalls &sum = calls[place];
            const bool isTwin = twins.isTwin(i);
            sum.calls += !isTwin;
            const auto add = [&](int64_t from, int64_t to) {
                sum.totalNs = saturatingAdd(sum.totalNs, isTwin ? 0 : to - from);
                sum.selfNs = saturatingAdd(sum.selfNs, to - from - nested.within({from, to}));
            };
            if (within.empty())
                add(start, end);
            for (; stretch != within.end() && intersects(*stretch, start, end); ++stretch)
                add(std::max(start, stretch->begin), std::min(end, stretch->end));
        }
    }
    std::reverse(calls.begin(), calls.end()); // the outer first
    return calls;
}

} // namespace

bool isWaitingFunction(std::string_view name)
{
    constexpr std::array<std::string_view, 10> builtIn{"acquire", "wait",      "poll",       "select",  "sleep",
                                                       "recv",    "recv_into", "recv_bytes", "waitpid", "sched_yield"};
    constexpr std::string_view prefix = "<built-in method ", function = "<built-in function ";
    if (name.starts_with(prefix)) {
        const std::string_view rest = name.substr(prefix.size()), method = rest.substr(0, rest.find(' '));
        if (method == "get") // of dictionaries and of context variables it looks something up
            return rest.find("Queue object") != rest.npos;
        return isOneOf(method, builtIn);
    }
    if (name.starts_with(function)) {
        const std::string_view rest = name.substr(function.size());
        return isOneOf(rest.substr(0, rest.find('>')),
                       std::array<std::string_view, 3>{"sleep", "select", "sched_yield"});
    }
    return isWaitingFrame(name);
}

bool isAskingFunction(std::string_view name)
{
    constexpr std::array<std::string_view, 7> queries{"cudaEventQuery",       "cudaStreamQuery", "cuEventQuery",
                                                      "cuStreamQuery",        "hipEventQuery",   "hipStreamQuery",
                                                      "aclrtQueryEventStatus"};
    if (isOneOf(name.substr(0, name.find("_v")), queries))
        return true;
    constexpr std::string_view prefix = "<built-in method ";
    if (name.starts_with(prefix)) {
        const std::string_view rest = name.substr(prefix.size()), method = rest.substr(0, rest.find(' '));
        const auto of = [rest](std::string_view type) { return rest.find(type) != rest.npos; };
        return (method == "query" && (of("Event") || of("Stream"))) ||
               (isOneOf(method, std::array<std::string_view, 2>{"is_completed", "is_set"})) ||
               (method == "done" && (of("Future") || of("Task")));
    }
    constexpr std::pair<std::string_view, std::string_view> asks[] = {
        {"streams", "query"},     {"threading", "is_set"}, {"queue", "empty"},
        {"queue", "get_nowait"},  {"queue", "qsize"},      {"queues", "empty"},
        {"queues", "get_nowait"}, {"_base", "done"},       {"distributed_c10d", "is_completed"},
    };
    const auto called = fileAndFunction(name);
    return called && std::ranges::find(asks, *called) != std::end(asks);
}

std::optional<std::vector<CpuCalls>> cpuCalls(const Run &run, const Progress *progress,
                                              const std::vector<TimeRange> &within)
{
    const Timeline &timeline = run.timeline;
    const std::vector<EventRef> others = callsOtherwise(run);
    const ListedNames names = listedNames(run, others, progress);
    std::vector<std::vector<CpuCalls>> threads(timeline.tracks.size());
    parallelFor(
        {0, threads.size()}, 1,
        [&](size_t track) {
            if (timeline.tracks[track].kind == TrackKind::CpuThread)
                threads[track] = callsOfThread(run, static_cast<uint32_t>(track), names, others, progress, within);
        },
        progress);
    if (progress && progress->isCancelled())
        return std::nullopt;
    std::vector<CpuCalls> calls;
    for (const std::vector<CpuCalls> &thread : threads)
        calls.insert(calls.end(), thread.begin(), thread.end());
    std::stable_sort(calls.begin(), calls.end(), [](const CpuCalls &a, const CpuCalls &b) {
        return std::tie(a.selfNs, a.totalNs) > std::tie(b.selfNs, b.totalNs);
    });
    return calls;
}

} // namespace ws
