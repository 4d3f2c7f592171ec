#include "core/analysis/gaps/cpuwaits.h"

#include "core/analysis/busy/rangestats.h"
#include "core/analysis/gaps/waitingcalls.h"
#include "core/analysis/gpuscan.h"

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
    enum : uint8_t { neither = 0, call = 1, function = 2 };
    const Timeline &timeline = run.timeline;
    std::vector<uint8_t> questions; // by category
    for (const Category &category : timeline.categories)
        questions.push_back(category.kind == CategoryKind::Launch   ? call
                            : category.kind == CategoryKind::Python ? function
                                                                    : neither);
    std::vector<Kind> kinds(run.strings.size(), Kind::NotListed);
    std::vector<uint8_t> asked(run.strings.size(), neither);
    for (const Lane &lane : timeline.lanes) {
        if (timeline.tracks[lane.track].kind != TrackKind::CpuThread)
            continue;
        for (size_t i = 0; i < lane.size(); ++i) {
            const uint8_t question = questions[lane.category[i]];
            if (question == neither)
                continue;
            const StringId id = lane.name[i];
            if (asked[id] & question)
                continue;
            asked[id] |= question;
            const std::string_view name = run.text(id);
            if (question == call)
                kinds[id] = isWaitingCall(name) ? Kind::Wait : Kind::Work;
            else if (isWaitingFunction(name))
                kinds[id] = Kind::Wait;
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
    const Timeline &timeline = run.timeline;
    const std::vector<Kind> kinds = kindsOfNames(run);
    std::vector<CpuCalls> calls;
    std::vector<uint32_t> place(run.strings.size()); // by name, in `calls`; of a track when it is one of its own
    NestedTime nested(timeline, {INT64_MIN, INT64_MAX});
    for (auto lane = static_cast<uint32_t>(timeline.lanes.size()); lane-- > 0;) { // lanes of a track stand together
        const Lane &slices = timeline.lanes[lane];
        if (timeline.tracks[slices.track].kind != TrackKind::CpuThread || slices.size() == 0)
            continue;
        nested.enter(lane);
        for (size_t i = 0; i < slices.size(); ++i) {
            if ((i & 0xffff) == 0 && progress && progress->isCancelled())
                return std::nullopt;
            const StringId name = slices.name[i];
            if (kinds[name] == Kind::NotListed)
                continue;
            const int64_t start = slices.start[i], end = slices.endOf(i);
            uint32_t &at = place[name];
            if (at >= calls.size() || calls[at].name != name || calls[at].track != slices.track) {
                at = static_cast<uint32_t>(calls.size());
                calls.push_back({slices.track, name, 0, 0, 0, kinds[name] == Kind::Wait});
            }
            CpuCalls &sum = calls[at];
            ++sum.calls;
            sum.totalNs = saturatingAdd(sum.totalNs, end - start);
            sum.selfNs = saturatingAdd(sum.selfNs, end - start - nested.within({start, end}));
        }
    }
    std::reverse(calls.begin(), calls.end()); // of equal ones the first thread's first
    std::stable_sort(calls.begin(), calls.end(), [](const CpuCalls &a, const CpuCalls &b) {
        return std::tie(a.selfNs, a.totalNs) > std::tie(b.selfNs, b.totalNs);
    });
    return calls;
}

} // namespace ws
