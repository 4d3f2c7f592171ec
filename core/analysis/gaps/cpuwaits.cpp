#include "core/analysis/gaps/cpuwaits.h"

#include "core/analysis/busy/rangestats.h"
#include "core/analysis/gaps/waitingcalls.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace ws {
namespace {

enum class Kind : uint8_t { NotListed, Work, Wait };

template <size_t N> bool isOneOf(std::string_view text, const std::array<std::string_view, N> &list)
{
    return std::find(list.begin(), list.end(), text) != list.end();
}

/// For every name the kind of call to list. A name may be both a call and something else; then it counts as the
/// call.
std::vector<Kind> kindsOfNames(const Run &run)
{
    std::vector<Kind> kinds(run.strings.size(), Kind::NotListed);
    std::vector<uint8_t> asked(run.strings.size(), 0);
    const Timeline &timeline = run.timeline;
    for (const Lane &lane : timeline.lanes) {
        if (timeline.tracks[lane.track].kind != TrackKind::CpuThread)
            continue;
        for (size_t i = 0; i < lane.size(); ++i) {
            const CategoryKind category = timeline.categories[lane.category[i]].kind;
            const bool isCall = category == CategoryKind::Launch;
            const uint8_t question = isCall ? 1 : 2;
            if ((!isCall && category != CategoryKind::Python) || asked[lane.name[i]] & question)
                continue;
            asked[lane.name[i]] |= question;
            const std::string_view name = run.text(lane.name[i]);
            if (isCall)
                kinds[lane.name[i]] = isWaitingCall(name) ? Kind::Wait : Kind::Work;
            else if (isWaitingFunction(name))
                kinds[lane.name[i]] = Kind::Wait;
        }
    }
    return kinds;
}

} // namespace

bool isWaitingFunction(std::string_view name)
{
    constexpr std::array<std::string_view, 10> builtIn{"acquire", "wait",      "poll",       "select", "sleep",
                                                       "recv",    "recv_into", "recv_bytes", "get",    "waitpid"};
    constexpr std::string_view prefix = "<built-in method ", function = "<built-in function ";
    if (name.starts_with(prefix)) {
        const std::string_view rest = name.substr(prefix.size());
        return isOneOf(rest.substr(0, rest.find(' ')), builtIn) &&
               rest.find(" of dict object") == std::string_view::npos;
    }
    if (name.starts_with(function)) {
        const std::string_view rest = name.substr(function.size());
        return isOneOf(rest.substr(0, rest.find('>')), std::array<std::string_view, 2>{"sleep", "select"});
    }
    const size_t open = name.find(".py("), colon = name.find("): ");
    if (open == std::string_view::npos || colon == std::string_view::npos)
        return false;
    const size_t slash = name.rfind('/', open);
    const std::string_view file = name.substr(slash == std::string_view::npos ? 0 : slash + 1,
                                              open - (slash == std::string_view::npos ? 0 : slash + 1));
    const std::string_view called = name.substr(colon + 3);
    return (file == "threading" && (called == "wait" || called == "join" || called == "_wait_for_tstate_lock")) ||
           (file == "queue" && (called == "get" || called == "join")) || (file == "selectors" && called == "select");
}

std::optional<std::vector<CpuCalls>> cpuCalls(const Run &run, const Progress *progress)
{
    const std::vector<Kind> kinds = kindsOfNames(run);
    const TimeRange all{-farthestNs, farthestNs};
    std::vector<CpuCalls> calls;
    for (uint32_t t = 0; t < run.timeline.tracks.size(); ++t) {
        if (run.timeline.tracks[t].kind != TrackKind::CpuThread)
            continue;
        const auto stats = rangeStats(run.timeline, lanesOf(run.timeline, std::span(&t, 1)), all, progress);
        if (!stats)
            return std::nullopt;
        for (const NameStats &name : stats->names)
            if (kinds[name.name] != Kind::NotListed)
                calls.push_back({t, name.name, name.count, name.selfNs, name.totalNs, kinds[name.name] == Kind::Wait});
    }
    std::stable_sort(calls.begin(), calls.end(), [](const CpuCalls &a, const CpuCalls &b) {
        return std::tie(a.selfNs, a.totalNs) > std::tie(b.selfNs, b.totalNs);
    });
    return calls;
}

} // namespace ws
