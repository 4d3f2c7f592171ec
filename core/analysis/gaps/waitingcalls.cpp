#include "core/analysis/gaps/waitingcalls.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace ws {
namespace {

constexpr std::array wholeNames{
    std::string_view("cuCtxSynchronize"),    std::string_view("cudaMemcpy"),    std::string_view("hipMemcpy"),
    std::string_view("hipMemcpyWithStream"), std::string_view("cuMemcpyHtoD"),  std::string_view("cuMemcpyDtoH"),
    std::string_view("cuMemcpyDtoD"),        std::string_view("cudaHostAlloc"), std::string_view("cuMemAlloc"),
    std::string_view("cuMemFree"),
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

bool isApiName(std::string_view name)
{
    return name.starts_with("cu") || name.starts_with("hip");
}

} // namespace

bool isWaitingCall(std::string_view name)
{
    const std::string_view plain = withoutSuffixes(name);
    if (!isApiName(plain))
        return false;
    return std::find(wholeNames.begin(), wholeNames.end(), plain) != wholeNames.end() ||
           std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return plain.ends_with(end); });
}

WaitingCalls::WaitingCalls(const Run &run) : m_timeline(run.timeline)
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
    std::vector<TimeRange> calls;
    for (LaneCalls &lane : found) {
        if (lane.index.empty())
            continue;
        for (const uint32_t i : lane.index)
            calls.push_back({m_timeline.lanes[lane.lane].start[i], m_timeline.lanes[lane.lane].endOf(i)});
        m_lanes.push_back(std::move(lane));
    }
    std::sort(calls.begin(), calls.end(), [](const TimeRange &a, const TimeRange &b) { return a.begin < b.begin; });
    int64_t before = 0;
    for (const TimeRange &call : calls) {
        if (!m_union.empty() && call.begin <= m_union.back().end) {
            m_union.back().end = std::max(m_union.back().end, call.end);
            continue;
        }
        if (!m_union.empty())
            before += m_union.back().length();
        m_union.push_back(call);
        m_unionBefore.push_back(before);
    }
}

int64_t WaitingCalls::coveredBefore(int64_t ns) const
{
    const auto after = std::upper_bound(m_union.begin(), m_union.end(), ns,
                                        [](int64_t time, const TimeRange &part) { return time < part.begin; });
    if (after == m_union.begin())
        return 0;
    const auto last = static_cast<size_t>(after - m_union.begin()) - 1;
    return m_unionBefore[last] + std::min(ns, m_union[last].end) - m_union[last].begin;
}

int64_t WaitingCalls::covered(const TimeRange &range) const
{
    return coveredBefore(range.end) - coveredBefore(range.begin);
}

EventRef WaitingCalls::longestIn(const TimeRange &range) const
{
    EventRef longest;
    int64_t max = 0;
    for (const LaneCalls &calls : m_lanes) {
        const Lane &lane = m_timeline.lanes[calls.lane];
        auto at = std::partition_point(calls.index.begin(), calls.index.end(),
                                       [&](uint32_t i) { return lane.endOf(i) <= range.begin; });
        for (; at != calls.index.end() && lane.start[*at] < range.end; ++at) {
            const int64_t inside = std::min(lane.endOf(*at), range.end) - std::max(lane.start[*at], range.begin);
            if (inside > max) {
                max = inside;
                longest = {calls.lane, *at};
            }
        }
    }
    return longest;
}

} // namespace ws
