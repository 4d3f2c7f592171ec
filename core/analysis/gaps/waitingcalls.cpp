#include "core/analysis/gaps/waitingcalls.h"

#include <algorithm>
#include <array>

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
    std::vector<uint8_t> waits(run.strings.size(), Unasked);
    std::vector<TimeRange> calls;
    for (uint32_t l = 0; l < m_timeline.lanes.size(); ++l) {
        const Lane &lane = m_timeline.lanes[l];
        if (m_timeline.tracks[lane.track].kind != TrackKind::CpuThread)
            continue;
        LaneCalls found{l, {}};
        for (size_t i = 0; i < lane.size(); ++i) {
            if (m_timeline.categories[lane.category[i]].kind != CategoryKind::Launch)
                continue;
            uint8_t &answer = waits[lane.name[i]];
            if (answer == Unasked)
                answer = isWaitingCall(run.text(lane.name[i])) ? Yes : No;
            if (answer == No)
                continue;
            found.index.push_back(static_cast<uint32_t>(i));
            calls.push_back({lane.start[i], lane.endOf(i)});
        }
        if (!found.index.empty())
            m_lanes.push_back(std::move(found));
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
