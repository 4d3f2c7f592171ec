#include "core/report/overviewreport.h"

#include "core/analysis/gaps/gaps.h"
#include "core/analysis/gaps/heldlaunches.h"
#include "core/analysis/stages/communication.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shares.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/report/gapreport.h"
#include "core/report/overviewfacts.h"
#include "core/report/overviewlists.h"
#include "core/report/stepreport.h"
#include "core/report/trustreport.h"
#include "core/report/unitreport.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace ws {
namespace {

template <class Result, class Make> bool complete(std::shared_ptr<const Result> &result, Make make)
{
    if (result)
        return true;
    std::optional<Result> made = make();
    if (made)
        result = std::make_shared<const Result>(std::move(*made));
    return made.has_value();
}

/// Computes what is missing; false: cancelled.
bool complete(OverviewSources &s, const Progress *progress)
{
    return complete(s.steps, [&] { return findSteps(*s.run, progress); }) &&
           complete(s.unit,
                    [&] {
                        return s.steps->steps.empty() ? findWorkUnit(*s.run, progress)
                                                      : std::optional<WorkUnit>{WorkUnit()};
                    }) &&
           complete(s.gaps, [&] { return findGaps(*s.run, progress); }) &&
           complete(s.communication, [&] { return std::optional(defaultCommunication(s.run->gpu, s.run->strings)); }) &&
           complete(s.trust, [&] { return trustFindings(*s.run, *s.steps, progress); }) &&
           complete(s.attribution, [&] { return Attribution::make(*s.run, Attribution::Mode::All, progress); });
}

/// Of fewer than 20 units the 95th percentile is the longest.
QString longestText(const DeviceBudget &main)
{
    return (main.units.size() < 20 ? Core::tr("the longest takes %1") : Core::tr("95 % of them take at most %1"))
        .arg(formatRounded(main.p95Ns));
}

/// Which step is shown, and of how many: not all that are listed count.
QString stepsText(const DeviceBudget &main, const Steps &steps)
{
    const size_t count = main.units.size(), all = steps.steps.size();
    const QString wall = formatRounded(main.budget.wallNs), shown = formatCount(int64_t(count)),
                  named = formatCount(int64_t(all));
    if (count == 1)
        return all == 1
                   ? Core::tr("Shown is the only step, %1 on the GPU.").arg(wall)
                   : Core::tr("Shown is the only one of the file's %2 steps that is whole, has work on this GPU and is "
                              "no capture: %1 on the GPU.")
                         .arg(wall, named);
    return count == all
               ? Core::tr("Shown is the step of median length, %1 on the GPU. There are %2 steps; %3.")
                     .arg(wall, shown, longestText(main))
               : Core::tr("Shown is the step of median length, %1 on the GPU, of %2 of the file's %4 steps: those "
                          "that are whole, have work on this GPU and are no capture or section; %3.")
                     .arg(wall, shown, longestText(main), named);
}

/// Of a step or a phase that was chosen.
QString chosenText(const DeviceBudget &main, const Steps &steps)
{
    const QString number = formatCount(int64_t(main.step) + 1), phase = phaseText(steps.steps[main.step].phase),
                  wall = formatRounded(main.budget.wallNs);
    if (main.units.size() == 1)
        return Core::tr("Shown is only step %1 (%2), as it was chosen: %3 on the GPU.").arg(number, phase, wall);
    return Core::tr("Shown is step %1, the one of median length of the %2 steps of the chosen phase %3, %4 on the GPU; "
                    "%5.")
        .arg(number, formatCount(int64_t(main.units.size())), phase, wall, longestText(main));
}

/// Which part of the recording the periods are, and what lies outside.
QString stretchText(const DeviceBudget &main)
{
    const auto stretch = periodStretch(main);
    if (!stretch)
        return {};
    const int64_t beforeNs = stretch->begin - main.span.begin, afterNs = main.span.end - stretch->end;
    const QString where = Core::tr("They take %1 of the %2 from the GPU's first work to its last, from %3 to %4 of the "
                                   "recording.")
                              .arg(formatRounded(stretch->length()), formatRounded(main.span.length()),
                                   formatRounded(stretch->begin), formatRounded(stretch->end));
    const QString outside =
        afterNs <= 0    ? Core::tr("What runs before them (%1) is left out.").arg(formatRounded(beforeNs))
        : beforeNs <= 0 ? Core::tr("What runs after them (%1) is left out.").arg(formatRounded(afterNs))
                        : Core::tr("What runs before them (%1) and after them (%2) is left out.")
                              .arg(formatRounded(beforeNs), formatRounded(afterNs));
    return sentences({where, outside});
}

QString periodsText(const DeviceBudget &main)
{
    return Core::tr("Shown is the period of median length, %1. There are %2 periods; %3.")
        .arg(formatRounded(main.budget.wallNs), formatCount(int64_t(main.units.size())),
             longestText(main)); // a unit has three whole ones at least
}

QString unitTextOf(const Overview &overview, const RunBudget &budget, const OverviewSources &sources)
{
    const Steps &steps = *sources.steps;
    const DeviceBudget &main = budget.mainDevice();
    const QString wall = formatRounded(main.budget.wallNs); // exact beside the parts that add up to it
    if (budget.areStepsBlind)
        return forDevice(Core::tr("Of the whole %1 from the first work of a device to its last: %2 of the GPU work is "
                                  "outside any step that the file names, most of it because its launch is not in the "
                                  "file."),
                         *overview.run)
            .arg(wall, formatPercent(shareOutside(steps)));
    if (budget.of == BudgetOf::Span && !steps.steps.empty())
        return Core::tr("Of the whole %1 from the first work of a device to its last: no work of a device belongs to a "
                        "step that the file names, and none can be inferred from kernels that repeat.")
            .arg(wall);
    if (budget.of == BudgetOf::Span)
        return Core::tr("Of the whole %1 from the first work of a device to its last: the file names no step, and %2.")
            .arg(wall, noUnitText(*sources.unit));
    const QString units = main.isChosen && main.step != noStep ? chosenText(main, steps)
                          : budget.of == BudgetOf::Step        ? stepsText(main, steps)
                                                               : periodsText(main);
    QStringList all{forDevice(units, *overview.run)};
    if (main.isLastLeftOut)
        all << (budget.of == BudgetOf::Step
                    ? Core::tr("The last step does not count in this: no next step ends it.")
                    : Core::tr("The last period does not count in this: no next period ends it."));
    if (budget.of == BudgetOf::Repetition)
        all << forDevice(stretchText(main), *overview.run)
            << Core::tr("No step is named: periods are inferred from kernels that repeat.");
    if (const QString note = stepWorkNote(*overview.run, steps); budget.of == BudgetOf::Step && !note.isEmpty())
        all << note;
    if (const QString note = inputWaitNote(*overview.run, steps); steps.steps.size() == 1 && !note.isEmpty())
        all << note;
    if (overview.cpuNs > 0 && !areIterationsOfDevice(*overview.run, steps))
        all << Core::tr("On the CPU the step takes %1.").arg(formatRounded(overview.cpuNs));
    if (const double outside = shareOutside(steps); budget.of == BudgetOf::Step && outside >= 0.1)
        all << forDevice(Core::tr("%1 of the GPU work is outside any step.").arg(formatPercent(outside)),
                         *overview.run);
    return sentences(all);
}

/// Why there is no finding; `isCapture`: the unit captures graphs.
QString nothingText(BudgetOf of, const WallBudget &budget, bool isCapture)
{
    if (isCapture)
        return Core::tr("This step captures graphs: what it launches is recorded, not run.");
    if (budget.idleNs() >= budget.wallNs / 5)
        return of == BudgetOf::Span ? Core::tr("No finding: without steps or periods nothing says whether there was "
                                               "work to do in the idle time.")
                                    : Core::tr("No rule names what takes the idle time.");
    switch (of) {
    case BudgetOf::Step:
        return Core::tr("Nothing that the rules know takes 2 % of a step.");
    case BudgetOf::Repetition:
        return Core::tr("Nothing that the rules know takes 2 % of a period.");
    case BudgetOf::Span:
        break;
    }
    return Core::tr("Nothing that the rules know takes 2 % of the time.");
}

void fillUnits(Overview &overview, const RunBudget &budget, const Steps &steps)
{
    std::map<std::string, size_t> phases;
    for (const Step &step : steps.steps)
        if (step.activities && !step.phase.empty())
            ++phases[step.phase];
    overview.units.phases.assign(phases.begin(), phases.end());
    overview.units.walls = budget.mainDevice().units;
    std::vector<int64_t> walls;
    for (size_t k = 0; k < budget.mainDevice().comparedUnits(); ++k)
        walls.push_back(overview.units.walls[k].range.length());
    overview.units.stats = durationStats(walls);
    overview.units.histogram = durationHistogram(walls, 20);
}

/// Findings obey the verdict: rules about idle time are silent where that is withheld; all findings are of times.
void leaveOutFindings(Overview &overview, const std::vector<TrustFinding> &trust)
{
    for (const Withheld &number : withheld(trust)) {
        if (number.isMarkOnly)
            continue;
        const QString why = trustText(*findTrust(trust, number.because));
        if (number.number == GpuTimes) {
            overview.findings.clear();
            overview.leftOut =
                sentences({Core::tr("Findings are left out, since times of GPU work are not known."), why});
            return;
        }
        if (number.number == GpuIdle || (number.number == GapCauses && overview.leftOut.isEmpty()))
            overview.leftOut = sentences(
                {number.number == GpuIdle
                     ? Core::tr("Findings about idle time, and about what runs while nothing computes, are left out, "
                                "since these are not known.")
                     : Core::tr("Findings about idle time are left out, since its causes are not known."),
                 why});
    }
}

} // namespace

QString budgetPartText(BudgetPart part, bool isIdleKnown)
{
    if (!isIdleKnown && part != BudgetPart::Compute)
        return part == BudgetPart::Communication ? Core::tr("Communication")
               : part == BudgetPart::Copies      ? Core::tr("Copies")
                                                 : Core::tr("Not known");
    switch (part) {
    case BudgetPart::Compute:
        return Core::tr("Computation");
    case BudgetPart::Communication:
        return Core::tr("Exposed communication");
    case BudgetPart::Copies:
        return Core::tr("Exposed copies");
    case BudgetPart::IdleBlocking:
        return Core::tr("Idle, blocking call");
    case BudgetPart::IdleLate:
        return Core::tr("Idle, launched late");
    case BudgetPart::IdleBefore:
        return Core::tr("Idle, launched before");
    case BudgetPart::IdleUnknown:
        break;
    }
    return Core::tr("Idle, cause unknown");
}

std::vector<double> partShares(const WallBudget &budget)
{
    std::vector<double> shares;
    for (size_t part = 0; part < budgetPartCount; ++part)
        shares.push_back(
            budget.wallNs > 0 ? double(partOf(budget, static_cast<BudgetPart>(part))) / double(budget.wallNs) : 0);
    std::vector<double> shown = sharesThatAddUp(shares);
    constexpr double lessThanShown = 0.0004; // "< 0.1 %", as smaller ones beside it
    for (size_t part = 0; part < shown.size(); ++part)
        if (shown[part] == 0 && shares[part] > 0)
            shown[part] = lessThanShown;
    return shown;
}

QString shareText(const Overview &overview, int64_t ns, double share)
{
    const auto main = std::ranges::find_if(overview.bars, &OverviewBar::isMain);
    for (size_t part = 0; main != overview.bars.end() && ns > 0 && part < budgetPartCount; ++part)
        if (partOf(main->budget, static_cast<BudgetPart>(part)) == ns)
            return formatPercent(partShares(main->budget)[part]);
    return formatPercent(share);
}

std::optional<Overview> makeOverview(OverviewSources sources, const Progress *progress)
{
    Overview overview;
    overview.run = sources.run;
    if (!complete(sources, progress))
        return std::nullopt;
    const Run &run = *sources.run;
    const bool isIdleKnown = !isWithheld(sources.trust.get(), GpuIdle);
    const bool areCausesKnown = isIdleKnown && !isWithheld(sources.trust.get(), GapCauses);
    if (const int64_t shortest = areCausesKnown ? shortestGapWithCause(run) : INT64_MAX)
        sources.gaps = std::make_shared<const Gaps>(withoutCauses(*sources.gaps, shortest));
    const auto budget = runBudget(
        {run, *sources.steps, *sources.unit, *sources.gaps, *sources.communication, sources.chosen}, progress);
    if (!budget)
        return std::nullopt;
    overview.facts = runFacts(run, *sources.steps, *budget, *sources.trust, sources.attribution.get());
    overview.fit = fitOf(run, *sources.trust);
    for (const TrustFinding &finding : *sources.trust)
        if (finding.withholds || finding.marks || !finding.said.empty())
            overview.trust << sentences({trustText(finding), trustExtent(finding)});
    for (const Withheld &number : withheld(*sources.trust))
        if (!number.isMarkOnly)
            overview.withheld.emplace_back(trustNumberId(number.number));
    if (budget->empty()) {
        describeTables(run, sources.phase, overview);
        const bool hasOnlyCalls = run.ops.size() > 0 && run.launches.size() > 0 && overview.lists.empty();
        if ((isCpuAlone(run) || hasOnlyCalls) && !addCpuOperators(run, overview, progress))
            return std::nullopt;
        return overview;
    }
    overview.of = budget->of;
    overview.isOfChosen = budget->mainDevice().isChosen;
    overview.cpuNs = budget->cpuNs;
    overview.sum = budget->sum;
    for (const DeviceBudget &device : budget->devices)
        overview.bars.push_back({deviceTitle(run, device.device), device.device == budget->main, device.budget,
                                 device.range, device.p95Ns, isIdleKnown});
    fillUnits(overview, *budget, *sources.steps);
    overview.unitText = unitTextOf(overview, *budget, sources);
    if (const std::set<StringId> ranks(run.gpu.ranks.begin(), run.gpu.ranks.end()); ranks.size() > 1)
        overview.unitText = sentences(
            {overview.unitText,
             Core::tr("The file holds %1 ranks: ranks FILE compares them.").arg(formatCount(int64_t(ranks.size())))});
    overview.lists = unitLists(sources, *budget, progress);
    const FindingInput findings{run, *sources.steps, *sources.gaps, *budget, *sources.communication, *sources.trust};
    if (!addFindings(findings, overview, progress))
        return std::nullopt;
    leaveOutFindings(overview, *sources.trust);
    const bool isCapture = isCaptureStep(*budget, *sources.steps);
    overview.headline = overviewHeadline(overview, *budget, sources);
    if (overview.findings.empty() && overview.leftOut.isEmpty())
        overview.nothing = nothingText(budget->of, budget->mainDevice().budget, isCapture);
    if (!isCapture && overview.leftOut.isEmpty())
        addRests(findings, overview);
    return overview;
}

std::string_view budgetPartId(BudgetPart part)
{
    constexpr std::string_view ids[] = {"compute",   "exposed-communication", "exposed-copies", "idle-blocking",
                                        "idle-late", "idle-before",           "idle-unknown"};
    return ids[static_cast<size_t>(part)];
}

namespace {

/// Gaps of one part that no finding names.
struct RestGaps
{
    size_t count = 0;
    const Gap *longest = nullptr;
    std::array<int64_t, gapFillCount> byFill{};
    int64_t heldNs = 0; ///< see heldBackNs()
};

/// "Of these 8.419 ms are filled by the launching call itself, 316.000 µs …"; empty: nothing is known of any gap.
QString fillsText(const Run &run, const RestGaps &gaps)
{
    const auto text = [&](GapFill fill) {
        switch (fill) {
        case GapFill::Profiler:
            return Core::tr("%1 while the profiler itself works");
        case GapFill::Capture:
            return Core::tr("%1 while the CPU captures graphs, which records launches and runs none");
        case GapFill::LaunchCall:
            return Core::tr("%1 while the call that launches the next work runs");
        case GapFill::Latency:
            return forDevice(
                Core::tr("%1 from launches just before the GPU had nothing left to the begin of their work"), run);
        case GapFill::Starting:
            return Core::tr("%1 from the return of the launching call to the begin of its work");
        case GapFill::None:
            break;
        }
        return QString();
    };
    QStringList known;
    const int64_t allNs = std::accumulate(gaps.byFill.begin(), gaps.byFill.end(), int64_t(0));
    for (size_t fill = 1; fill < gapFillCount; ++fill)
        if (gaps.byFill[fill] > allNs / 100)
            known << text(GapFill(fill)).arg(formatDuration(gaps.byFill[fill]));
    return known.isEmpty() ? QString() : Core::tr("Of it %1.").arg(listed(known));
}

QString heldText(int64_t heldNs)
{
    if (heldNs == 0)
        return {};
    return Core::tr("In %1 of it five and more launches are held back, as drivers of Windows do that submit them in "
                    "batches (WDDM, also under WSL); another program on the GPU looks the same. Try: CUDA graphs, "
                    "hardware-accelerated GPU scheduling, or Linux.")
        .arg(formatDuration(heldNs));
}

QString restText(BudgetPart part, const Run &run, const RestGaps &rest)
{
    const Gap *longest = rest.longest;
    const size_t count = rest.count;
    const QString gaps =
        longest ? Core::tr("%1 ×, the longest %2").arg(formatCount(int64_t(count)), formatDuration(longest->durationNs))
                : QString();
    const QString all = longest && part != BudgetPart::IdleUnknown
                            ? Core::tr("In all: %1, there %2.").arg(gaps, gapEvidenceText(run, *longest))
                            : QString();
    switch (part) {
    case BudgetPart::Compute:
        return Core::tr("Computation: no rule says that any of it could be won.");
    case BudgetPart::Communication:
        return Core::tr("Communication that no rule names.");
    case BudgetPart::Copies:
        return Core::tr("Copies that no rule names.");
    case BudgetPart::IdleBlocking:
        return sentences(
            {Core::tr("Idle during blocking calls, in gaps that no rule names."), fillsText(run, rest), all});
    case BudgetPart::IdleLate:
        return sentences(
            {Core::tr("Idle before late launches, in gaps that no rule names."), fillsText(run, rest), all});
    case BudgetPart::IdleBefore: {
        const QString fills = fillsText(run, rest);
        const bool isAllFilled = rest.byFill[0] == 0 && count;
        return sentences({isAllFilled || !fills.isEmpty()
                              ? Core::tr("Idle although the launch of the next work had begun.")
                              : Core::tr("Idle although the next work was launched already: what it waits for is not "
                                         "in the recording."),
                          fills,
                          isAllFilled || fills.isEmpty()
                              ? QString()
                              : Core::tr("What the rest of it waits for is not in the recording."),
                          heldText(rest.heldNs), all});
    }
    case BudgetPart::IdleUnknown:
        break;
    }
    const QString text =
        areMigrationsUnlaunched(run)
            ? Core::tr(
                  "Idle before unified memory is migrated, which no call launches: a page that is missing where it "
                  "is used does.")
            : Core::tr("Idle for a cause that is not known: the launch of the next work is not in the recording.");
    return gaps.isEmpty() ? text : sentences({text, Core::tr("In all: %1.").arg(gaps)});
}

} // namespace

namespace {

/// The longest late gap that a finding names. INT64_MAX: no finding sets long pauses apart.
int64_t longestOfLate(const Overview &overview)
{
    int64_t longest = 0;
    bool hasPauses = false;
    for (const OverviewFinding &shown : overview.findings)
        if (shown.device.isEmpty() && shown.finding.ofParts[size_t(BudgetPart::IdleLate)]) {
            longest = std::max(longest, shown.finding.maxNs);
            hasPauses |= shown.finding.hasPauses;
        }
    return hasPauses ? longest : INT64_MAX;
}

} // namespace

void addRests(const FindingInput &input, Overview &overview)
{
    const DeviceBudget &device = input.budget.mainDevice();
    std::array<int64_t, budgetPartCount> named{};
    for (const OverviewFinding &shown : overview.findings)
        for (size_t p = 0; p < budgetPartCount && shown.device.isEmpty(); ++p)
            named[p] = saturatingAdd(named[p], shown.finding.ofParts[p]);
    const bool isIdleKnown = !isWithheld(&input.trust, GpuIdle);
    for (const BudgetPart part : budgetParts) {
        const int64_t ns = partOf(device.budget, part) - named[size_t(part)];
        // Findings about computation overlap: one that says something is enough.
        const bool isSaid = part == BudgetPart::Compute ? named[size_t(part)] > 0 || overview.findings.empty()
                                                        : part >= BudgetPart::IdleBlocking && !isIdleKnown;
        if (isSaid || double(ns) < minFindingShare * double(device.budget.wallNs))
            continue;
        // None where findings name a part of the gaps: the longest may be one of those. But where launches are late
        // apart from long pauses, these are the rest.
        RestGaps rest;
        const int64_t longerThan = !named[size_t(part)]           ? 0
                                   : part == BudgetPart::IdleLate ? longestOfLate(overview)
                                                                  : INT64_MAX;
        for (const Gap &gap : input.gaps.gaps)
            if (gap.durationNs > longerThan && gap.device == device.device && part >= BudgetPart::IdleBlocking &&
                idlePart(gap.cause) == part && gap.endNs() > device.range.begin && gap.startNs < device.range.end) {
                ++rest.count;
                rest.byFill[size_t(gap.fill)] +=
                    std::min(gap.endNs(), device.range.end) - std::max(gap.startNs, device.range.begin);
                if (!rest.longest || gap.durationNs > rest.longest->durationNs)
                    rest.longest = &gap;
            }
        const int64_t restNs = std::accumulate(rest.byFill.begin(), rest.byFill.end(), int64_t(0));
        if (longerThan && std::abs(double(restNs - ns)) > 0.05 * double(ns))
            rest = {}; // these are others
        if (part == BudgetPart::IdleBefore && rest.count)
            rest.heldNs = heldBackNs(input.run, input.gaps, device.device, device.range);
        if (rest.heldNs < ns / 2)
            rest.heldNs = 0;
        overview.rests.push_back(
            {part, ns, double(ns) / double(device.budget.wallNs), restText(part, input.run, rest)});
    }
    std::ranges::stable_sort(overview.rests, std::ranges::greater(), &OverviewRest::ns);
}

} // namespace ws
