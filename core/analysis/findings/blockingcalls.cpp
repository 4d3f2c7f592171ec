// blocking-call: while a call waits, the GPU has nothing to do.
// Threshold: gaps of the cause "blocking call", and in steps and periods late ones of less than 5 % of the unit that
// begin within such a call, of one call from one place (operator and own source line), together at least 2 % of the
// unit. One finding for each of up to three places. Silent: where the GPU works meanwhile (that is no gap), for calls
// of a thread other than the one that launches next (it is not known that they hold it back), and where idle time is
// withheld.

#include "core/analysis/findings/framearound.h"
#include "core/analysis/findings/rules.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ws {
namespace {

constexpr size_t maxPlacesOfCalls = 3;

struct CallPlace
{
    StringId call = 0, op = 0, frame = 0;
    auto operator<=>(const CallPlace &) const = default;
};

struct Caller
{
    EventRef op, frame;
};

} // namespace

void findBlockingCalls(const UnitWork &unit, Findings &findings)
{
    if (unit.withholds(GpuIdle))
        return;
    const Timeline &timeline = unit.run.timeline;
    const auto nameOf = [&](EventRef slice) { return slice.valid() ? timeline.name(slice) : StringId(0); };
    const auto placeOf = [&](EventRef call, Caller &caller) {
        caller = {operatorAround(timeline, call), ownFrameAround(unit.run, call)};
        return CallPlace{timeline.name(call), nameOf(caller.op), nameOf(caller.frame)};
    };
    std::map<CallPlace, Caller> places;
    std::map<CallPlace, int64_t> times;
    std::map<std::pair<uint32_t, uint32_t>, CallPlace> ofCall;
    for (const UnitGap &gap : unit.gaps()) {
        if (gap.matter != GapMatter::Blocking)
            continue;
        Caller caller;
        const CallPlace place = placeOf(gap.call, caller);
        places.try_emplace(place, caller);
        ofCall[{gap.call.lane, gap.call.index}] = place;
        times[place] += gap.ns;
    }
    std::vector<std::pair<int64_t, CallPlace>> largest;
    for (const auto &[place, ns] : times)
        if (unit.isLarge(ns))
            largest.push_back({ns, place});
    std::ranges::stable_sort(largest, [](const auto &a, const auto &b) { return a.first > b.first; });
    largest.resize(std::min(largest.size(), maxPlacesOfCalls));
    for (const auto &[ns, place] : largest) {
        const GapSum gaps = gapsOf(unit, [&, wanted = place](const UnitGap &gap) {
            return gap.matter == GapMatter::Blocking && ofCall.at({gap.call.lane, gap.call.index}) == wanted;
        });
        Finding finding = unit.finding("blocking-call", ns, ns);
        finding.count = gaps.count;
        finding.maxNs = gaps.maxNs;
        finding.name = std::string(unit.run.text(place.call));
        finding.op = places.at(place).op;
        finding.frame = places.at(place).frame;
        finding.places = gaps.places;
        findings.push_back(std::move(finding));
    }
}

} // namespace ws
