#include "core/analysis/trust/trust.h"

#include "core/analysis/gpuscan.h"
#include "core/analysis/trust/checks.h"
#include "core/base/parallel.h"
#include "core/model/devicewords.h"

#include <algorithm>
#include <array>
#include <functional>

namespace ws {
namespace {

constexpr size_t maxPlaces = 20;

bool isGraver(const TrustPlace &a, const TrustPlace &b)
{
    return a.amountNs != b.amountNs ? a.amountNs > b.amountNs : a.range.begin < b.range.begin;
}

struct KindOfLoss
{
    std::string_view kind;
    uint16_t marks;
    uint16_t withholds = 0;
};

/// What readers count, and the numbers that it concerns. Other kinds concern nothing that is shown.
constexpr KindOfLoss losses[] = {
    {"truncated", GpuCounts | GpuTimes | GpuIdle | StepTimes | SpanShares},
    {"bad-event", GpuCounts | GpuTimes},
    {"mixed-traces", GpuCounts | GpuTimes | GpuIdle | GapCauses | LaunchDelays | Linked | StepTimes | SpanShares},
    {"trailing-text", GpuCounts | GpuTimes},
    {"further-traces", 0}, // of other recordings
    {"no-time", GpuCounts | GpuTimes},
    {"odd-row", GpuCounts | GpuTimes},
    {"bad-row", GpuCounts | GpuTimes},
    {"bad-duration", GpuTimes | GpuIdle},
    {"negative-duration", GpuTimes | GpuIdle},
    {"absurd-time", GpuTimes | GpuIdle},
    {"zero-time-work", GpuTimes | GpuIdle | StepTimes},
    {"far-time-work", GpuTimes | GpuIdle},
    {"other-clock-work", GpuTimes | GpuIdle | StepTimes},
    {"endless-work", GpuTimes | GpuIdle | StepTimes},
    {"endless", CpuTimes | StepTimes},
    {"ambiguous-launches", GapCauses | LaunchDelays | Linked | StepTimes},
    {"zero-time", CpuTimes},
    {"far-time", CpuTimes},
    {"unclosed-begin", CpuTimes | StepTimes},
    {"stray-end", CpuTimes},
    {"end-names-another", CpuTimes},
    {"repeated-metadata", 0}, // of no number, but of the file's size and of names
    {"renamed-row", 0},
    {"open-range", CpuTimes | StepTimes},
    {"damaged-table", GpuCounts | GpuTimes | GpuIdle},
    {"missing-column", GpuCounts | GpuTimes},
    {"unread-table", GpuCounts | GpuTimes | GpuIdle},
    {"unread-changes", GpuCounts | GpuTimes | GpuIdle},
    {"too-many-streams", GpuIdle},
    {"wait-without-record", GapCauses},
    {"filtered-calls", GpuIdle | CpuTimes | Linked, GapCauses},
    {"rounded-times", GpuIdle},
    {"rounded-starts", 0, GpuIdle | GapCauses | LaunchDelays | StepTimes | SpanShares},
    {"rounded-durations", 0, GpuTimes | GpuIdle | GapCauses | LaunchDelays | StepTimes | SpanShares},
    {"before-dispatch", 0, GpuTimes | GpuIdle | GapCauses | LaunchDelays | StepTimes | SpanShares},
    {"cut-devices", GpuIdle},
    {"nvprof-warning", GpuCounts | GpuTimes},
    {"missing-dispatches", GpuTimes | LaunchDelays | StepTimes | SpanShares, GpuCounts | GpuIdle | GapCauses},
    {"failed-calls", GpuCounts | GpuTimes, GpuIdle | GapCauses | LaunchDelays},
    {"missing-tasks", GpuTimes | LaunchDelays | StepTimes | SpanShares, GpuCounts | GpuIdle | GapCauses},
    {"no-metric-values", 0, GpuTimes},
    {"repeated-tasks", 0}, // they count once
    {"collective-parts", SpanShares, GpuIdle | GapCauses},
    {"kernel-counters", GpuTimes | SpanShares, GpuIdle | GapCauses | LaunchDelays},
};

/// A device looks idle whose work all has no time.
bool hasUntimedDevice(const GpuWork &gpu)
{
    std::vector<bool> isTimed(gpu.devices.size());
    for (size_t i = 0; i < gpu.size() && gpu.untimed.size(); ++i)
        isTimed[gpu.device(i)] = true;
    return std::ranges::any_of(gpu.untimed.stream,
                               [&](uint16_t stream) { return !isTimed[gpu.streams[stream].device]; });
}

/// The extent from which on a finding that only marks numbers is a reason.
struct Threshold
{
    std::string_view id;
    double ofCount = 0;   ///< share of TrustFinding::of; 0: not by count
    double ofTime = 0;    ///< share of TrustFinding::ofNs; 0: not by time
    int64_t singleNs = 0; ///< amount of a single place; 0: not by that
};

constexpr double never = 2; // no share is as large
constexpr double ofEvents = 0.001;

/// What is not listed is a reason always.
constexpr Threshold thresholds[] = {
    {"stream-overlap", 0, 0.05},
    {"duration-over-next", 0, 0.05},
    {"zero-duration", 0.2},
    {"no-launch", 0.05, 0.05},
    {"ambiguous-launches", 0.05},
    {"no-call", 0.05, 0.05},
    {"before-launch", 0.01, 0, 1'000'000},
    {"outside-window", 0.05},
    {"cut-step", 0.25},
    {"profiler-overhead", 0, 0.05},
    {"no-end-mark", never},
    {"lost-head", 0.01},
    {"lost-tail", 0.01},
    {"lost-launches", 0.01},
    {"lost-graphs", 0.01},
    {"sync-before-end", 0.01, 0, 1'000'000},
    {"bad-event", ofEvents},
    {"no-time", ofEvents},
    {"odd-row", ofEvents},
    {"bad-row", ofEvents},
    {"bad-duration", ofEvents},
    {"negative-duration", ofEvents},
    {"absurd-time", ofEvents},
    {"unclosed-begin", never},
    {"open-range", never},
};

/// Numbers without which the answer stands.
constexpr uint16_t beside = CpuTimes | SpanShares;

bool isReason(const TrustFinding &finding)
{
    if (finding.withholds)
        return true;
    if (!(finding.marks & ~beside))
        return false;
    if (finding.id == "call-stacks" || finding.id == "profiler-overhead")
        if (!(finding.marks & GapCauses))
            return false;
    const auto known = std::ranges::find(thresholds, std::string_view(finding.id), &Threshold::id);
    if (known == std::end(thresholds))
        return true;
    const Threshold &one = *known;
    const auto reaches = [](double share, double amount, double of) { return share > 0 && amount >= share * of; };
    if (one.ofCount > 0 && !finding.of && one.ofCount < never) // of an unknown number
        return true;
    return reaches(one.ofCount, double(finding.count), double(finding.of)) ||
           (finding.ofNs > 0 && reaches(one.ofTime, double(finding.ns), double(finding.ofNs))) ||
           (one.singleNs > 0 && !finding.places.empty() && finding.places.front().amountNs >= one.singleNs);
}

TrustFinding ofTheFile(std::string id, uint16_t withholds, uint16_t marks)
{
    TrustFinding finding;
    finding.id = std::move(id);
    finding.count = 1;
    finding.withholds = withholds;
    finding.marks = marks;
    return finding;
}

} // namespace

TrustCounter::TrustCounter(std::string id, uint16_t withholds, uint16_t marks)
{
    m_finding.id = std::move(id);
    m_finding.withholds = withholds;
    m_finding.marks = marks;
}

void TrustCounter::add(const TrustPlace &place)
{
    ++m_finding.count;
    m_finding.ns = saturatingAdd(m_finding.ns, place.amountNs);
    auto &places = m_finding.places;
    if (places.size() == maxPlaces) {
        if (!isGraver(place, places.back()))
            return;
        places.pop_back();
    }
    places.insert(std::upper_bound(places.begin(), places.end(), place, isGraver), place);
}

void TrustCounter::add(const Timeline &timeline, EventRef slice, int64_t amountNs)
{
    add({slice, {timeline.start(slice), timeline.end(slice)}, amountNs});
}

void TrustCounter::finish(std::vector<TrustFinding> &findings, uint64_t of, int64_t ofNs)
{
    m_finding.of = of;
    m_finding.ofNs = ofNs;
    if (m_finding.count)
        findings.push_back(std::move(m_finding));
}

void takeDiagnostics(const Run &run, TrustFindings &findings)
{
    for (const Diagnostic &line : run.diagnostics.all()) {
        const auto known = std::ranges::find(losses, std::string_view(line.kind), &KindOfLoss::kind);
        if (known == std::end(losses))
            continue;
        TrustFinding finding;
        finding.id = line.kind;
        finding.count = line.count;
        finding.marks = known->marks;
        finding.withholds = known->withholds;
        const bool isUntimedWork = line.kind.ends_with("-work");
        if (isUntimedWork && hasUntimedDevice(run.gpu))
            finding.withholds |= GpuIdle;
        finding.diagnostic = &line;
        finding.of = line.of                                              ? line.of
                     : isUntimedWork || line.kind == "ambiguous-launches" ? run.gpu.size() + run.gpu.untimed.size()
                                                                          : run.info.totalEvents;
        if (line.beginNs >= 0)
            finding.places.push_back({{}, {line.beginNs, std::max(line.beginNs, line.endNs)}, 0});
        findings.push_back(std::move(finding));
    }
}

std::optional<std::vector<TrustFinding>> trustFindings(const Run &run, const Steps &steps, const Progress *progress)
{
    const std::function<void(TrustFindings &)> checks[] = {
        [&](TrustFindings &found) { checkStreams(run, found); },
        [&](TrustFindings &found) { checkLaunches(run, found); },
        [&](TrustFindings &found) { checkSteps(run, steps, found); },
        [&](TrustFindings &found) { checkComputation(run, found); },
        [&](TrustFindings &found) { checkProfiler(run, found); },
        [&](TrustFindings &found) { checkGraphs(run, found); },
        [&](TrustFindings &found) { checkWindow(run, found); },
        [&](TrustFindings &found) { checkFlows(run, found); },
        [&](TrustFindings &found) { checkLosses(run, found); },
        [&](TrustFindings &found) { checkSyncs(run, found); },
        [&](TrustFindings &found) { checkOps(run, found); },
        [&](TrustFindings &found) { checkOwnSums(run, found); },
        [&](TrustFindings &found) { checkExport(run, found); },
        [&](TrustFindings &found) { takeDiagnostics(run, found); },
    };
    std::array<TrustFindings, std::size(checks)> found;
    if (!parallelFor(
            {0, std::size(checks)}, 1, [&](size_t i) { checks[i](found[i]); }, progress))
        return std::nullopt;
    TrustFindings all;
    for (TrustFindings &some : found)
        std::ranges::move(some, std::back_inserter(all));
    return all;
}

const TrustFinding *findTrust(const std::vector<TrustFinding> &findings, std::string_view id)
{
    const auto found = std::ranges::find(findings, id, &TrustFinding::id);
    return found == findings.end() ? nullptr : &*found;
}

std::vector<Withheld> withheld(const std::vector<TrustFinding> &findings)
{
    std::vector<Withheld> result;
    for (uint16_t number = GpuCounts; number <= lastTrustNumber; number = static_cast<uint16_t>(number << 1)) {
        const auto withholds = std::ranges::find_if(findings, [&](const auto &f) { return f.withholds & number; });
        const auto marks = std::ranges::find_if(findings, [&](const auto &f) { return f.marks & number; });
        if (withholds != findings.end())
            result.push_back({TrustNumber(number), false, withholds->id});
        else if (marks != findings.end())
            result.push_back({TrustNumber(number), true, marks->id});
    }
    return result;
}

std::string_view fitVerdictId(FitVerdict verdict)
{
    constexpr std::string_view ids[] = {"yes", "limits", "no"};
    return ids[size_t(verdict)];
}

Fit fitOf(const Run &run, const std::vector<TrustFinding> &findings)
{
    constexpr uint16_t answer = GpuIdle | GpuTimes | GpuCounts; // how much of the time, and what of
    Fit fit;
    std::ranges::copy_if(findings, std::back_inserter(fit.reasons), isReason);
    const bool isEmpty = run.gpu.size() == 0;
    const bool isOfTables = isEmpty && (!run.tables.empty() || !run.layerwise.empty()) && !rowsWithoutGpu(run);
    fit.isWithoutGpu = isEmpty && !isOfTables;
    const bool isSaid =
        std::ranges::any_of(fit.reasons, [](const TrustFinding &one) { return one.withholds & GpuIdle; });
    if (isOfTables) {
        fit.reasons.push_back(ofTheFile("no-timeline", 0, GpuIdle | GapCauses));
        fit.reasons.back().said = deviceWord(run);
    } else if (isEmpty && !isSaid) {
        fit.reasons.push_back(ofTheFile(isCpuAlone(run)                    ? std::string("cpu-alone")
                                        : run.diagnostics.find(callsAlone) ? std::string(callsAlone)
                                        : rowsWithoutGpu(run)              ? "no-known-gpu"
                                                                           : "no-gpu-work",
                                        GpuCounts | GpuTimes | GpuIdle | GapCauses | LaunchDelays, 0));
    }
    std::ranges::stable_sort(fit.reasons, {}, [](const TrustFinding &one) { return (one.withholds & answer) == 0; });
    if (!fit.reasons.empty())
        fit.verdict = fit.reasons.front().withholds & answer ? FitVerdict::No : FitVerdict::Limits;
    return fit;
}

} // namespace ws
