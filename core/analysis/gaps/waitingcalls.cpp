#include "core/analysis/gaps/waitingcalls.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace ws {
namespace {

constexpr std::array wholeNames{
    std::string_view("cuCtxSynchronize"),
    std::string_view("cudaMemcpy"),
    std::string_view("cudaMemcpy2D"),
    std::string_view("cudaMemcpy3D"),
    std::string_view("cudaMemcpyToSymbol"),
    std::string_view("cudaMemcpyFromSymbol"),
    std::string_view("cudaMemcpyToArray"),
    std::string_view("cudaMemcpyFromArray"),
    std::string_view("cudaMemcpy2DToArray"),
    std::string_view("cudaMemcpy2DFromArray"),
    std::string_view("hipMemcpy"),
    std::string_view("hipMemcpy2D"),
    std::string_view("hipMemcpy3D"),
    std::string_view("hipMemcpyToSymbol"),
    std::string_view("hipMemcpyFromSymbol"),
    std::string_view("hipMemcpyHtoD"),
    std::string_view("hipMemcpyDtoH"),
    std::string_view("hipMemcpyDtoD"),
    std::string_view("hipMemcpyWithStream"),
    std::string_view("cuMemcpyHtoD"),
    std::string_view("cuMemcpyDtoH"),
    std::string_view("cuMemcpyDtoD"),
    std::string_view("cuMemcpyHtoA"),
    std::string_view("cuMemcpyAtoH"),
    std::string_view("cuMemcpy2D"),
    std::string_view("cuMemcpy3D"),
    std::string_view("cudaHostAlloc"),
    std::string_view("cuMemAlloc"),
    std::string_view("cuMemFree"),
    std::string_view("cudaThreadSynchronize"), // of CUDA before 4, which programs still call
};
constexpr std::array endings{
    std::string_view("DeviceSynchronize"),
    std::string_view("StreamSynchronize"),
    std::string_view("EventSynchronize"),
    std::string_view("Malloc"),
    std::string_view("Free"),
    std::string_view("MallocHost"),
    std::string_view("FreeHost"),
    std::string_view("HostMalloc"),
    std::string_view("HostFree"),
};

bool isVersion(std::string_view suffix)
{
    return suffix.size() > 1 && suffix.front() == 'v' &&
           suffix.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// The name without suffixes "_v2", "_v3020", "_ptsz", "_ptds".
std::string_view withoutSuffixes(std::string_view name)
{
    for (;;) {
        const size_t at = name.rfind('_');
        if (at == std::string_view::npos)
            return name;
        const std::string_view suffix = name.substr(at + 1);
        if (!isVersion(suffix) && suffix != "ptsz" && suffix != "ptds")
            return name;
        name = name.substr(0, at);
    }
}

/// Calls of other makers: Ascend's runtime as its profiler names them, Level Zero and SYCL's unified runtime (Intel).
bool isWaitOfOthers(std::string_view name)
{
    constexpr std::array calls{
        std::string_view("AscendCL@aclrtSynchronizeStream"),
        std::string_view("AscendCL@aclrtSynchronizeStreamWithTimeout"),
        std::string_view("AscendCL@aclrtSynchronizeDevice"),
        std::string_view("AscendCL@aclrtSynchronizeEvent"),
        std::string_view("AscendCL@aclrtMemcpy"),
        std::string_view("Runtime@StreamSynchronize"),
        std::string_view("Runtime@DeviceSynchronize"),
        std::string_view("Runtime@EventSynchronize"),
        std::string_view("Runtime@MemCopySync"),
        std::string_view("zeEventHostSynchronize"),
        std::string_view("zeFenceHostSynchronize"),
        std::string_view("zeCommandListHostSynchronize"),
        std::string_view("zeCommandQueueSynchronize"),
        std::string_view("urEventWait"),
        std::string_view("urQueueFinish"),
        std::string_view("piEventsWait"),
        std::string_view("piQueueFinish"),
    };
    return std::find(calls.begin(), calls.end(), name) != calls.end();
}

bool isApiName(std::string_view name)
{
    return name.starts_with("cu") || name.starts_with("hip");
}

} // namespace

bool isApiCall(std::string_view name)
{
    const auto follows = [&](std::string_view prefix, auto is) {
        return name.starts_with(prefix) && name.size() > prefix.size() &&
               is(static_cast<unsigned char>(name[prefix.size()]));
    };
    const auto isUpper = [](unsigned char c) { return c >= 'A' && c <= 'Z'; };
    return follows("cuda", isUpper) || follows("cu", isUpper) || follows("hip", isUpper);
}

bool isMemoryCall(std::string_view name)
{
    const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
    return isApiCall(name) &&
           (has("Malloc") || has("Free") || has("Alloc") || has("MemCreate") || has("MemMap") || has("HostRegister"));
}

bool waitsInOs(std::string_view name)
{
    constexpr std::array names{
        std::string_view("poll"),          std::string_view("ppoll"),
        std::string_view("select"),        std::string_view("pselect"),
        std::string_view("epoll_wait"),    std::string_view("epoll_pwait"),
        std::string_view("sem_wait"),      std::string_view("sem_timedwait"),
        std::string_view("sem_clockwait"), std::string_view("futex"),
        std::string_view("nanosleep"),     std::string_view("clock_nanosleep"),
        std::string_view("usleep"),        std::string_view("sleep"),
        std::string_view("sched_yield"),   std::string_view("wait"),
        std::string_view("waitpid"),       std::string_view("wait3"),
        std::string_view("wait4"),         std::string_view("waitid"),
        std::string_view("pause"),         std::string_view("sigwait"),
        std::string_view("sigwaitinfo"),   std::string_view("sigtimedwait"),
        std::string_view("pthread_join"),  std::string_view("pthread_timedjoin_np"),
    };
    if (std::find(names.begin(), names.end(), name) != names.end())
        return true;
    const auto has = [&](std::string_view part) { return name.find(part) != name.npos; };
    return name.starts_with("pthread_") && !has("unlock") && !has("trylock") &&
           (name.ends_with("lock") || name.ends_with("wait") || has("barrier_wait"));
}

bool isWaitingCall(std::string_view name)
{
    if (isWaitOfOthers(name))
        return true;
    const std::string_view plain = withoutSuffixes(name);
    if (!isApiName(plain))
        return false;
    return std::find(wholeNames.begin(), wholeNames.end(), plain) != wholeNames.end() ||
           std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return plain.ends_with(end); });
}

WaitingCalls::WaitingCalls(const Run &run) : m_run(run), m_timeline(run.timeline)
{
    enum : uint8_t { Unasked, No, Yes };
    std::vector<std::atomic<uint8_t>> waits(run.strings.size());
    const auto isWaiting = [&](StringId name) {
        uint8_t answer = waits[name].load(std::memory_order_relaxed);
        if (answer == Unasked) { // two threads may find the same answer
            answer = isWaitingCall(run.text(name)) ? Yes : No;
            waits[name].store(answer, std::memory_order_relaxed);
        }
        return answer == Yes;
    };
    std::vector<LaneCalls> found(m_timeline.lanes.size());
    parallelFor({0, found.size()}, 1, [&](size_t l) {
        const Lane &lane = m_timeline.lanes[l];
        found[l].lane = static_cast<uint32_t>(l);
        if (m_timeline.tracks[lane.track].kind != TrackKind::CpuThread)
            return;
        for (size_t i = 0; i < lane.size(); ++i)
            if (m_timeline.categories[lane.category[i]].kind == CategoryKind::Launch && isWaiting(lane.name[i]))
                found[l].index.push_back(static_cast<uint32_t>(i));
    });
    for (LaneCalls &lane : found)
        if (!lane.index.empty())
            m_lanes.push_back(std::move(lane));
    findDevices();
    m_unions.emplace(WaitOwner{}, unionOf({}));
    for (const LaneCalls &calls : m_lanes) {
        const StringId process = m_timeline.tracks[m_timeline.lanes[calls.lane].track].pid;
        if (m_unions.contains({process, 0}))
            continue;
        m_unions.emplace(WaitOwner{process, 0}, unionOf({process, 0}));
        for (const StringId device : m_hasDevices ? run.gpu.devices : std::vector<StringId>())
            m_unions.emplace(WaitOwner{process, device}, unionOf({process, device}));
    }
}

/// Where the file tells the device of some waits, that of a copy that waits for itself is known too.
void WaitingCalls::findDevices()
{
    const Launches &launches = m_run.launches;
    m_hasDevices = std::ranges::any_of(launches.waitsFor, [](StringId device) { return device != 0; });
    if (!m_hasDevices)
        return;
    std::vector<StringId> deviceOf(launches.waitsFor.begin(), launches.waitsFor.end());
    for (size_t i = 0; i < m_run.gpu.size(); ++i)
        if (const uint32_t launch = m_run.gpu.launch[i]; launch != noLaunch && !deviceOf[launch])
            deviceOf[launch] = m_run.gpu.devices[m_run.gpu.device(i)];
    std::vector<LaneCalls *> ofLane(m_timeline.lanes.size());
    for (LaneCalls &calls : m_lanes) {
        ofLane[calls.lane] = &calls;
        calls.device.assign(calls.index.size(), 0);
    }
    for (size_t i = 0; i < launches.size(); ++i) {
        LaneCalls *calls = deviceOf[i] ? ofLane[launches.slice[i].lane] : nullptr;
        if (!calls)
            continue;
        const auto at = std::ranges::lower_bound(calls->index, launches.slice[i].index);
        if (at != calls->index.end() && *at == launches.slice[i].index)
            calls->device[static_cast<size_t>(at - calls->index.begin())] = deviceOf[i];
    }
}

WaitOwner WaitingCalls::ownerOf(size_t activity) const
{
    const uint32_t launch = m_run.gpu.launch[activity];
    if (launch == noLaunch)
        return {};
    const StringId process = m_timeline.track(m_run.launches.slice[launch]).pid;
    return {process, m_hasDevices ? m_run.gpu.devices[m_run.gpu.device(activity)] : 0};
}

bool WaitingCalls::isWait(EventRef call) const
{
    const auto calls = std::ranges::lower_bound(m_lanes, call.lane, {}, &LaneCalls::lane);
    return calls != m_lanes.end() && calls->lane == call.lane && std::ranges::binary_search(calls->index, call.index);
}

TimeRange WaitingCalls::untilLaunch(size_t activity, TimeRange gap) const
{
    const uint32_t launch = m_run.gpu.launch[activity];
    if (launch == noLaunch || isWait(m_run.launches.slice[launch]))
        return gap;
    return {gap.begin, std::clamp(m_timeline.start(m_run.launches.slice[launch]), gap.begin, gap.end)};
}

bool WaitingCalls::isOf(const LaneCalls &calls, size_t i, WaitOwner owner) const
{
    if (owner.process && m_timeline.tracks[m_timeline.lanes[calls.lane].track].pid != owner.process)
        return false;
    return !owner.device || calls.device.empty() || !calls.device[i] || calls.device[i] == owner.device;
}

WaitingCalls::Union WaitingCalls::unionOf(WaitOwner owner) const
{
    std::vector<TimeRange> calls;
    for (const LaneCalls &lane : m_lanes)
        for (size_t i = 0; i < lane.index.size(); ++i)
            if (isOf(lane, i, owner))
                calls.push_back({m_timeline.lanes[lane.lane].start[lane.index[i]],
                                 m_timeline.lanes[lane.lane].endOf(lane.index[i])});
    std::sort(calls.begin(), calls.end(), [](const TimeRange &a, const TimeRange &b) { return a.begin < b.begin; });
    Union result;
    int64_t before = 0;
    for (const TimeRange &call : calls) {
        if (!result.parts.empty() && call.begin <= result.parts.back().end) {
            result.parts.back().end = std::max(result.parts.back().end, call.end);
            continue;
        }
        if (!result.parts.empty())
            before += result.parts.back().length();
        result.parts.push_back(call);
        result.before.push_back(before);
    }
    return result;
}

int64_t WaitingCalls::coveredBefore(const Union &times, int64_t ns)
{
    const auto after = std::upper_bound(times.parts.begin(), times.parts.end(), ns,
                                        [](int64_t time, const TimeRange &part) { return time < part.begin; });
    if (after == times.parts.begin())
        return 0;
    const auto last = static_cast<size_t>(after - times.parts.begin()) - 1;
    return times.before[last] + std::min(ns, times.parts[last].end) - times.parts[last].begin;
}

int64_t WaitingCalls::covered(const TimeRange &range, WaitOwner owner) const
{
    const auto found = m_unions.find(owner);
    return found == m_unions.end()
               ? 0
               : coveredBefore(found->second, range.end) - coveredBefore(found->second, range.begin);
}

void WaitingCalls::forEachIn(const TimeRange &range, WaitOwner owner,
                             const std::function<void(EventRef, int64_t)> &visit) const
{
    for (const LaneCalls &calls : m_lanes) {
        const Lane &lane = m_timeline.lanes[calls.lane];
        auto at = std::partition_point(calls.index.begin(), calls.index.end(),
                                       [&](uint32_t i) { return lane.endOf(i) <= range.begin; });
        for (; at != calls.index.end() && lane.start[*at] < range.end; ++at)
            if (isOf(calls, static_cast<size_t>(at - calls.index.begin()), owner))
                visit({calls.lane, *at}, std::min(lane.endOf(*at), range.end) - std::max(lane.start[*at], range.begin));
    }
}

EventRef WaitingCalls::longestIn(const TimeRange &range, WaitOwner owner) const
{
    EventRef longest;
    int64_t max = 0;
    forEachIn(range, owner, [&](EventRef call, int64_t ns) {
        if (ns > max) {
            max = ns;
            longest = call;
        }
    });
    return longest;
}

} // namespace ws
