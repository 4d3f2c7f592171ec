// blocking-call: while a call waits, the GPU has nothing to do.
// Threshold: gaps of the cause "blocking call", of one call from one place (operator and own source line), together at
// least 2 % of the unit. One finding for each of up to three places.
//
// idle-after-call: the GPU has run dry when a call that waits returns, and the next launch follows only then.
// Threshold: gaps of less than 5 % of the unit, or 1 ms, that begin within such a call and hold the launch of the work
// behind them, whether it comes late in them or its work takes its time to begin; as above. In a
// span without steps or periods only those of less than 1 ms, at least ten of one place: nothing else says that the GPU
// was to work on.
//
// allocating-call: the GPU is idle while the launching thread allocates or frees memory, in a call that need not wait.
// Threshold: gaps "launched late" of which such calls take more than half, named after the longest; as above.
//
// Silent: where the GPU works meanwhile (that is no gap), for calls
// of a thread other than the one that launches next (it is not known that they hold it back), for work that was in the
// queue before (a wait for a graph does not make the pauses between its kernels), and where idle time is withheld.

#include "core/analysis/findings/framearound.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/gpuscan.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace ws {
namespace {

constexpr size_t maxPlacesOfCalls = 3;
constexpr uint64_t minOfSpan = 10;

struct CallPlace
{
    StringId call = 0, op = 0;
    std::string line;
    auto operator<=>(const CallPlace &) const = default;
};

std::pair<uint32_t, uint32_t> callKey(EventRef slice)
{
    return {slice.lane, slice.index};
}

/// How much of the gaps the calls of a name take, and how much the calls that launch the work behind them.
void measure(const UnitWork &unit, GapMatter matter, const std::function<bool(const UnitGap &)> &wanted, StringId name,
             Finding &finding)
{
    const Timeline &timeline = unit.run.timeline;
    for (const UnitGap &unitGap : unit.gaps()) {
        if (unitGap.matter != matter || !wanted(unitGap))
            continue;
        const Gap &gap = unit.input.gaps.gaps[unitGap.gap];
        const TimeRange idle{std::max(gap.startNs, unit.range.begin), std::min(gap.endNs(), unit.range.end)};
        RunningUnion named;
        std::vector<TimeRange> calls;
        const TimeRange holding = unit.waits().untilLaunch(gap.endedBy, idle);
        unit.waits().forEachIn(holding, unit.waits().ownerOf(gap.endedBy), [&](EventRef call, int64_t) {
            if (timeline.name(call) == name)
                calls.push_back(
                    {std::max(timeline.start(call), holding.begin), std::min(timeline.end(call), holding.end)});
        });
        std::ranges::sort(calls, {}, &TimeRange::begin);
        for (const TimeRange &call : calls)
            named.add(call.begin, call.end);
        finding.nameNs += named.length;
        const EventRef launch = unit.run.launches.slice[unit.gpu.launch[gap.endedBy]];
        if (gap.fill == GapFill::Starting)
            finding.sinceLaunchNs += std::max<int64_t>(0, idle.end - std::max(timeline.end(launch), idle.begin));
        if (!isWaitingCall(unit.nameOf(launch)))
            finding.launchNs += std::max<int64_t>(0, std::min(timeline.end(launch), idle.end) -
                                                         std::max(timeline.start(launch), idle.begin));
    }
}

bool hasAny(std::string_view name, std::initializer_list<std::string_view> parts)
{
    return std::ranges::any_of(parts, [&](std::string_view part) { return name.find(part) != name.npos; });
}

bool namesCopyToDevice(std::string_view copy)
{
    return hasAny(copy, {"HtoD", "H2D", "Host-to-Device", "HostToDevice", "HOST_TO_DEVICE"});
}

/// A copy whose name names no other direction, and the kernel by which AMD's runtime copies.
bool mayCopyToHost(const UnitWork &unit, uint32_t activity)
{
    const std::string_view name = unit.run.text(unit.gpu.nameForRules(activity));
    if (unit.gpu.kind[activity] != CategoryKind::Memcpy)
        return hasAny(name, {"rocclr_copy"});
    return !namesCopyToDevice(name) && !hasAny(name, {"DtoD", "D2D", "Device-to-Device", "DeviceToDevice",
                                                      "DEVICE_TO_DEVICE", "PtoP", "Peer-to-Peer"});
}

/// The calls that copy to the device themselves.
std::set<std::pair<uint32_t, uint32_t>> copiesToDevice(const UnitWork &unit)
{
    std::set<std::pair<uint32_t, uint32_t>> calls;
    for (const uint32_t i : unit.work())
        if (unit.gpu.kind[i] == CategoryKind::Memcpy && unit.gpu.launch[i] != noLaunch &&
            namesCopyToDevice(unit.run.text(unit.gpu.nameForRules(i))))
            calls.insert(callKey(unit.run.launches.slice[unit.gpu.launch[i]]));
    return calls;
}

enum class LastWork : uint8_t { Other, ToHost, ToDevice };

/// By gap of the unit: what the device's last work before it was.
std::vector<LastWork> lastWorkBefore(const UnitWork &unit)
{
    std::vector<LastWork> before(unit.gaps().size());
    const std::vector<uint32_t> &work = unit.work();
    size_t next = 0;
    int64_t lastEnd = INT64_MIN;
    LastWork last = LastWork::Other;
    for (size_t g = 0; g < before.size(); ++g) {
        const int64_t begin = unit.input.gaps.gaps[unit.gaps()[g].gap].startNs;
        for (; next < work.size() && unit.gpu.start[work[next]] < begin; ++next)
            if (const int64_t end = unit.gpu.end(work[next]); end >= lastEnd) {
                lastEnd = end;
                const bool isUpload = unit.gpu.kind[work[next]] == CategoryKind::Memcpy &&
                                      namesCopyToDevice(unit.run.text(unit.gpu.nameForRules(work[next])));
                last = isUpload                          ? LastWork::ToDevice
                       : mayCopyToHost(unit, work[next]) ? LastWork::ToHost
                                                         : LastWork::Other;
            }
        before[g] = last;
    }
    return before;
}

/// By place of the call in whose gaps of that matter the GPU is idle.
void findByCall(const UnitWork &unit, GapMatter matter, std::string_view id, Findings &findings)
{
    const Timeline &timeline = unit.run.timeline;
    std::map<std::pair<uint32_t, uint32_t>, CallPlace> ofCall;
    std::vector<EventRef> calls; // each once
    for (const UnitGap &gap : unit.gaps())
        if (gap.matter == matter && ofCall.try_emplace(callKey(gap.call)).second)
            calls.push_back(gap.call);
    const std::vector<std::string> lines = ownLinesAround(unit.run, calls);
    std::map<CallPlace, EventRef> places; // and its operator
    for (size_t i = 0; i < calls.size(); ++i) {
        const EventRef op = operatorAround(timeline, calls[i]);
        CallPlace &place = ofCall.at(callKey(calls[i]));
        place = {timeline.name(calls[i]), op.valid() ? timeline.name(op) : StringId(0), lines[i]};
        places.try_emplace(place, op);
    }
    std::map<CallPlace, int64_t> times;
    for (const UnitGap &gap : unit.gaps())
        if (gap.matter == matter)
            times[ofCall.at(callKey(gap.call))] += gap.ns;
    std::vector<std::pair<int64_t, CallPlace>> largest;
    for (const auto &[place, ns] : times)
        if (unit.isLarge(ns))
            largest.push_back({ns, place});
    std::ranges::stable_sort(largest, [](const auto &a, const auto &b) { return a.first > b.first; });
    if (largest.empty())
        return;
    largest.resize(std::min(largest.size(), maxPlacesOfCalls));
    const std::vector<LastWork> lastWork = lastWorkBefore(unit);
    const auto toDevice = copiesToDevice(unit);
    for (const auto &[ns, place] : largest) {
        const GapSum gaps = gapsOf(unit, [&, wanted = place](const UnitGap &gap) {
            return gap.matter == matter && ofCall.at(callKey(gap.call)) == wanted;
        });
        if (matter == GapMatter::AfterCall && !unit.isUnit() && gaps.count < minOfSpan)
            continue;
        Finding finding = gapFinding(unit, id, gaps);
        finding.name = std::string(unit.run.text(place.call));
        finding.op = places.at(place);
        finding.line = place.line;
        for (size_t g = 0; g < unit.gaps().size(); ++g)
            if (const UnitGap &gap = unit.gaps()[g]; gap.matter == matter && ofCall.at(callKey(gap.call)) == place) {
                finding.afterCopyNs += lastWork[g] == LastWork::ToHost ? gap.ns : 0;
                finding.afterUploadNs += lastWork[g] == LastWork::ToDevice ? gap.ns : 0;
                finding.toDeviceNs += toDevice.contains(callKey(gap.call)) ? gap.ns : 0;
            }
        measure(
            unit, matter, [&, wanted = place](const UnitGap &gap) { return ofCall.at(callKey(gap.call)) == wanted; },
            place.call, finding);
        findings.push_back(std::move(finding));
    }
}

} // namespace

void findBlockingCalls(const UnitWork &unit, Findings &findings)
{
    if (!unit.withholds(GpuIdle))
        findByCall(unit, GapMatter::Blocking, "blocking-call", findings);
}

void findAllocatingCalls(const UnitWork &unit, Findings &findings)
{
    if (!unit.withholds(GpuIdle | GapCauses))
        findByCall(unit, GapMatter::Allocation, "allocating-call", findings);
}

void findIdleAfterCalls(const UnitWork &unit, Findings &findings)
{
    if (!unit.withholds(GpuIdle))
        findByCall(unit, GapMatter::AfterCall, "idle-after-call", findings);
}

} // namespace ws
