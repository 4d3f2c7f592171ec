#include "core/report/overviewreport.h"

#include "core/analysis/stages/communication.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/shares.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/report/overviewfacts.h"
#include "core/report/overviewlists.h"
#include "core/report/stepreport.h"
#include "core/report/trustreport.h"

#include <algorithm>
#include <map>

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

QString workSentence(BudgetOf of, const WallBudget &budget)
{
    const QString percent = formatPercent(double(budget.busyNs()) / double(budget.wallNs));
    const QString wall = formatRounded(budget.wallNs);
    switch (of) {
    case BudgetOf::Step:
        return Core::tr("The GPU works %1 of this step of %2").arg(percent, wall);
    case BudgetOf::Repetition:
        return Core::tr("The GPU works %1 of a period of %2").arg(percent, wall);
    case BudgetOf::Span:
        break;
    }
    return Core::tr("The GPU works %1 of the %2 from its first work to its last").arg(percent, wall);
}

/// Of a step whose GPU work ends long before it does: what a reader takes to be the step is its time on the CPU.
QString stepSentence(const Overview &overview, const RunBudget &budget, bool isCapture)
{
    const int64_t busyNs = budget.mainDevice().budget.busyNs();
    const QString text =
        isCapture
            ? Core::tr("This step captures graphs, so most of what it launches is recorded, not run: of its %1 on "
                       "the CPU the GPU works %2, %3.")
            : Core::tr("This step takes %1 on the CPU; the GPU works %2 of it, %3.");
    return forDevice(text, *overview.run)
        .arg(formatRounded(budget.cpuNs), formatBeside(busyNs, busyNs),
             formatPercent(double(busyNs) / double(budget.cpuNs)));
}

/// Whether the GPU has done the step's work when the step ends on the CPU: only then it is a part of the step's time
/// there.
bool isWithinStep(const DeviceBudget &device, const Steps &steps)
{
    return device.step != noStep && device.range.end <= steps.steps[device.step].wall.end;
}

/// The length of the recording, where the GPU's first and last work lie in a small part of it.
QString recordingSentence(const Overview &overview, const WallBudget &budget)
{
    const int64_t recordedNs = overview.run->timeline.spanNs;
    if (overview.of != BudgetOf::Span || recordedNs / 2 < budget.wallNs)
        return {};
    return forDevice(Core::tr("The recording lasts %1; the GPU works %2 of it."), *overview.run)
        .arg(formatRounded(recordedNs), formatPercent(double(budget.busyNs()) / double(recordedNs)));
}

/// The DataLoader or a call, where a finding of the main device says that it takes most of the idle time.
QString namedCause(const Overview &overview, const WallBudget &budget)
{
    const int64_t idleNs = budget.idleNs();
    for (const OverviewFinding &shown : overview.findings) {
        const Finding &finding = shown.finding;
        if (!shown.device.isEmpty() || finding.ns <= idleNs / 2)
            continue;
        if (finding.id == "data-loader")
            return Core::tr("; most of the rest the DataLoader gets the next batch.");
        if (finding.id == "blocking-call" && budget.idleBy(GapCause::Blocking) > idleNs / 2)
            return Core::tr("; most of the rest the CPU is in %1.").arg(toText(finding.name));
    }
    return {};
}

/// Idle time of the main device's unit of which the CPU is not the cause, though it waits or is late.
struct QueuedIdle
{
    int64_t lateNs = 0, blockingNs = 0; ///< whole gaps, by their cause
    int64_t launchedNs = 0;             ///< of both, in which the next work was launched already
};

QueuedIdle queuedIdle(const Run &run, const Gaps &gaps, const DeviceBudget &device)
{
    QueuedIdle queued;
    for (const Gap &gap : gaps.gaps) {
        if (!gap.isQueued || gap.device != device.device)
            continue;
        const EventRef launch = run.launches.slice[run.gpu.launch[gap.endedBy]];
        const int64_t begin = std::max(gap.startNs, device.range.begin), end = std::min(gap.endNs(), device.range.end);
        (gap.cause == GapCause::Late ? queued.lateNs : queued.blockingNs) += std::max<int64_t>(0, end - begin);
        queued.launchedNs += std::max<int64_t>(0, end - std::max(begin, run.timeline.end(launch)));
    }
    return queued;
}

/// What takes most of the rest; empty: no single cause.
QString mainCause(const Overview &overview, const WallBudget &budget, const QueuedIdle &queued)
{
    const BudgetOf of = overview.of;
    const auto isMost = [&](int64_t ns, int64_t of) { return of > 0 && ns > of / 2; };
    if (budget.idleNs() >= budget.wallNs / 5) {
        if (const QString named = namedCause(overview, budget); !named.isEmpty())
            return named;
        if (isMost(budget.idleBy(GapCause::Late) - queued.lateNs, budget.idleNs()))
            return of == BudgetOf::Span ? Core::tr("; in most of the rest its next work was not launched yet.")
                                        : Core::tr("; most of the rest it waits for launches.");
        if (isMost(budget.idleBy(GapCause::Blocking) - queued.blockingNs, budget.idleNs()))
            return Core::tr("; most of the rest the CPU is in blocking calls.");
        if (isMost(saturatingAdd(budget.idleBy(GapCause::Before), queued.launchedNs), budget.idleNs()))
            return Core::tr("; in most of the rest its next work was launched already.");
    } else if (budget.exposedCommNs >= budget.wallNs / 5) {
        return Core::tr("; %1 of it is communication that nothing hides.")
            .arg(formatPercent(double(budget.exposedCommNs) / double(budget.wallNs)));
    }
    return Core::tr(".", "ends the sentence that says how much of the time the GPU works");
}

bool isCapture(const RunBudget &budget, const Steps &steps)
{
    const uint32_t step = budget.mainDevice().step;
    return step != noStep && steps.steps[step].phase == "capture";
}

QString headlineOf(const Overview &overview, const RunBudget &budget, const OverviewSources &sources)
{
    const Steps &steps = *sources.steps;
    const WallBudget &main = budget.mainDevice().budget;
    const auto isIdleUnknown =
        std::ranges::any_of(*sources.trust, [](const TrustFinding &finding) { return finding.withholds & GpuIdle; });
    if (isIdleUnknown || main.wallNs <= 0)
        return forDevice(Core::tr("How much of the time the GPU works is not known."), *overview.run);
    const bool isMuchOnCpu = budget.mainDevice().endsWithItself && budget.cpuNs > main.wallNs + main.wallNs / 4 &&
                             isWithinStep(budget.mainDevice(), steps);
    QString text = isMuchOnCpu
                       ? stepSentence(overview, budget, isCapture(budget, steps))
                       : forDevice(workSentence(budget.of, main), *overview.run) +
                             mainCause(overview, main, queuedIdle(*overview.run, *sources.gaps, budget.mainDevice()));
    if (const QString recording = isMuchOnCpu ? QString() : recordingSentence(overview, main); !recording.isEmpty())
        text = sentences({text, recording});
    if (budget.devices.size() > 1)
        text = labelled(deviceTitle(*overview.run, budget.main), text);
    return text;
}

/// Of the summed durations of all GPU work.
double shareOutside(const Steps &steps)
{
    double all = double(steps.outsideNs);
    for (const Step &step : steps.steps)
        all += double(step.gpuNs);
    return all > 0 ? double(steps.outsideNs) / all : 0;
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

QString periodsText(const DeviceBudget &main)
{
    return Core::tr("Shown is the period of median length, %1. There are %2 periods; %3.")
        .arg(formatRounded(main.budget.wallNs), formatCount(int64_t(main.units.size())),
             longestText(main)); // a unit has three whole ones at least
}

QString unitTextOf(const Overview &overview, const RunBudget &budget, const Steps &steps)
{
    const DeviceBudget &main = budget.mainDevice();
    const QString wall = formatRounded(main.budget.wallNs); // exact beside the parts that add up to it
    if (budget.of == BudgetOf::Span && !steps.steps.empty())
        return Core::tr("Of the whole %1 from the first work of a device to its last: no work of a device belongs to a "
                        "step that the file names, and the kernels do not repeat regularly.")
            .arg(wall);
    if (budget.of == BudgetOf::Span)
        return Core::tr("Of the whole %1 from the first work of a device to its last: the file names no step, and the "
                        "kernels do not repeat regularly.")
            .arg(wall);
    const QString units = main.isChosen && main.step != noStep ? chosenText(main, steps)
                          : budget.of == BudgetOf::Step        ? stepsText(main, steps)
                                                               : periodsText(main);
    QStringList all{forDevice(units, *overview.run)};
    if (budget.of == BudgetOf::Repetition)
        all << Core::tr("No step is named: periods are inferred from kernels that repeat.");
    if (const QString note = stepWorkNote(*overview.run, steps); budget.of == BudgetOf::Step && !note.isEmpty())
        all << note;
    if (overview.cpuNs > 0)
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
    for (const UnitWall &wall : overview.units.walls)
        walls.push_back(wall.range.length());
    overview.units.stats = durationStats(walls);
    overview.units.histogram = durationHistogram(walls, 20);
}

} // namespace

QString budgetPartText(BudgetPart part)
{
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

int64_t partOf(const WallBudget &budget, BudgetPart part)
{
    switch (part) {
    case BudgetPart::Compute:
        return budget.computeNs;
    case BudgetPart::Communication:
        return budget.exposedCommNs;
    case BudgetPart::Copies:
        return budget.exposedCopyNs;
    default:
        return budget.idle[static_cast<size_t>(part) - static_cast<size_t>(BudgetPart::IdleBlocking)];
    }
}

std::vector<double> partShares(const WallBudget &budget)
{
    std::vector<double> shares;
    for (size_t part = 0; part < budgetPartCount; ++part)
        shares.push_back(budget.wallNs > 0
                             ? double(partOf(budget, static_cast<BudgetPart>(part))) / double(budget.wallNs)
                             : 0);
    return sharesThatAddUp(std::move(shares));
}

std::optional<Overview> makeOverview(OverviewSources sources, const Progress *progress)
{
    Overview overview;
    overview.run = sources.run;
    if (!complete(sources, progress))
        return std::nullopt;
    const Run &run = *sources.run;
    const auto budget =
        runBudget({run, *sources.steps, *sources.unit, *sources.gaps, *sources.communication, sources.chosen}, progress);
    if (!budget)
        return std::nullopt;
    overview.facts = runFacts(run, *sources.steps, *budget, *sources.trust, sources.attribution.get());
    for (const TrustFinding &finding : *sources.trust)
        if (finding.withholds || finding.marks)
            overview.trust << sentences({trustText(finding), trustExtent(finding, run)});
    for (const Withheld &number : withheld(*sources.trust))
        if (!number.isMarkOnly)
            overview.withheld.emplace_back(trustNumberId(number.number));
    if (budget->empty()) {
        describeTables(run, overview);
        return overview;
    }
    overview.of = budget->of;
    overview.isOfChosen = budget->mainDevice().isChosen;
    overview.cpuNs = budget->cpuNs;
    overview.sum = budget->sum;
    for (const DeviceBudget &device : budget->devices)
        overview.bars.push_back({deviceTitle(run, device.device), device.device == budget->main, device.budget,
                                 device.range, device.p95Ns});
    fillUnits(overview, *budget, *sources.steps);
    overview.unitText = unitTextOf(overview, *budget, *sources.steps);
    overview.lists = unitLists(sources, *budget, progress);
    if (!addFindings({run, *sources.steps, *sources.gaps, *budget, *sources.communication, *sources.trust}, overview,
                     progress))
        return std::nullopt;
    overview.headline = headlineOf(overview, *budget, sources);
    if (overview.findings.empty())
        overview.nothing = nothingText(budget->of, budget->mainDevice().budget, isCapture(*budget, *sources.steps));
    return overview;
}

} // namespace ws
