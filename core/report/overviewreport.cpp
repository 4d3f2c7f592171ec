#include "core/report/overviewreport.h"

#include "core/analysis/stacks/ownframe.h"
#include "core/analysis/stages/communication.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/namecut.h"
#include "core/base/phrases.h"
#include "core/base/shares.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/report/gapreport.h"
#include "core/report/overviewfacts.h"
#include "core/report/overviewlists.h"
#include "core/report/stepreport.h"
#include "core/report/trustreport.h"

#include <algorithm>
#include <map>
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
        if (number.number == GpuIdle || number.number == GapCauses)
            overview.leftOut =
                sentences({Core::tr("Findings about idle time are left out, since it is not known."), why});
    }
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

std::vector<double> partShares(const WallBudget &budget)
{
    std::vector<double> shares;
    for (size_t part = 0; part < budgetPartCount; ++part)
        shares.push_back(
            budget.wallNs > 0 ? double(partOf(budget, static_cast<BudgetPart>(part))) / double(budget.wallNs) : 0);
    return sharesThatAddUp(std::move(shares));
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

namespace {

constexpr double minSecondShare = 0.1; ///< of the unit: what the headline names beside the bound

/// A part of the bar, or the one call that takes most of it (outlier-call).
struct Share
{
    BudgetPart part = BudgetPart::Compute;
    int64_t ns = 0;
    const Finding *call = nullptr;
};

QString percentOf(int64_t ns, int64_t ofNs)
{
    return formatPercent(ofNs > 0 ? double(ns) / double(ofNs) : 0);
}

QString shortOf(std::string_view name)
{
    return toText(shortName(shownName(name)));
}

/// "84.5 % is ….": what follows the bound.
QString partNoun(BudgetPart part)
{
    switch (part) {
    case BudgetPart::Compute:
        return Core::tr("computation");
    case BudgetPart::Communication:
        return Core::tr("communication that no computation hides");
    case BudgetPart::Copies:
        return Core::tr("copies that nothing hides");
    case BudgetPart::IdleBlocking:
        return Core::tr("idle time during blocking calls");
    case BudgetPart::IdleLate:
        return Core::tr("idle time before late launches");
    case BudgetPart::IdleBefore:
        return Core::tr("idle time before work that was launched already");
    case BudgetPart::IdleUnknown:
        break;
    }
    return Core::tr("idle time of unknown cause");
}

/// "b/c.py(3): f" of the frame "/a/b/c.py(3): f"; other names as they are.
std::string_view withoutFolders(std::string_view name)
{
    const std::string_view file = frameFile(name);
    const size_t last = file.rfind('/');
    const size_t before = last == file.npos || last == 0 ? file.npos : file.rfind('/', last - 1);
    return before == file.npos ? name : name.substr(before + 1);
}

class Headline
{
public:
    /// `of`: as what the time is told.
    Headline(const Overview &overview, const RunBudget &budget, const OverviewSources &sources, BudgetOf of)
        : m_overview(overview), m_run(*overview.run), m_device(budget.mainDevice()), m_budget(m_device.budget),
          m_gaps(*sources.gaps), m_isOnlyDevice(budget.devices.size() == 1), m_of(of)
    {
        for (const TrustFinding &finding : *sources.trust)
            if (!m_doubt && finding.withholds & GapCauses)
                m_doubt = &finding;
    }

    /// What bounds the unit, of which length, and the largest of the rest.
    QString bound() const
    {
        const std::vector<Share> shares = sharesOf();
        const Share &first = shares.front();
        QString text = first.call ? callSentence(*first.call) : partSentence(first);
        const Share &second = shares[1];
        if (!first.call && double(second.ns) >= minSecondShare * double(m_budget.wallNs))
            text = Core::tr("%1; %2 is %3").arg(text, percentOfUnit(second), secondNoun(second));
        QStringList all{Core::tr("%1.", "a clause that becomes a sentence").arg(text)};
        if (first.call)
            all << withoutCall(*first.call);
        else if (first.part == BudgetPart::Communication && m_isOnlyDevice)
            all << Core::tr("Transfer and waiting for other ranks cannot be told apart in one rank.");
        else if (first.part >= BudgetPart::IdleBlocking)
            all << (m_doubt ? trustText(*m_doubt) : longestGap(first));
        return sentences(all);
    }

private:
    /// The largest first. Those of the bar, but a call that is a finding of its own is apart from its part.
    std::vector<Share> sharesOf() const
    {
        std::vector<Share> shares;
        for (const BudgetPart part : budgetParts)
            shares.push_back({part, partOf(m_budget, part), nullptr});
        for (const OverviewFinding &shown : m_overview.findings)
            if (shown.device.isEmpty() && shown.finding.id == "outlier-call")
                for (const BudgetPart part : budgetParts)
                    if (const int64_t ns = shown.finding.ofParts[size_t(part)]) {
                        shares[size_t(part)].ns -= ns;
                        shares.push_back({part, ns, &shown.finding});
                    }
        if (m_doubt) // idle time is known, its causes are not
            for (const BudgetPart part : {BudgetPart::IdleBlocking, BudgetPart::IdleLate, BudgetPart::IdleBefore})
                shares[size_t(BudgetPart::IdleUnknown)].ns += std::exchange(shares[size_t(part)].ns, 0);
        std::ranges::stable_sort(shares, std::ranges::greater(), &Share::ns);
        return shares;
    }

    QString unit() const { return unitOf(m_budget.wallNs); }
    QString unitOf(int64_t wallNs) const
    {
        const QString wall = formatRounded(wallNs);
        switch (m_of) {
        case BudgetOf::Step:
            return Core::tr("this step of %1").arg(wall);
        case BudgetOf::Repetition:
            return Core::tr("a period of %1").arg(wall);
        case BudgetOf::Span:
            break;
        }
        return forDevice(Core::tr("the %1 from the GPU's first work to its last"), m_run).arg(wall);
    }

    const Finding *finding(std::string_view id) const
    {
        for (const OverviewFinding &shown : m_overview.findings)
            if (shown.device.isEmpty() && shown.finding.id == id)
                return &shown.finding;
        return nullptr;
    }

    /// As the bar's legend shows it.
    QString percentOfUnit(const Share &share) const
    {
        const bool isWholePart = !share.call && share.ns == partOf(m_budget, share.part);
        return isWholePart ? formatPercent(partShares(m_budget)[size_t(share.part)])
                           : percentOf(share.ns, m_budget.wallNs);
    }

    QString partSentence(const Share &share) const
    {
        const QString percent = percentOfUnit(share);
        switch (share.part) {
        case BudgetPart::Compute:
            return Core::tr("Computation takes %1 of %2").arg(percent, unit());
        case BudgetPart::Communication:
            return communicationClause(percent);
        case BudgetPart::Copies:
            return copiesClause(percent);
        case BudgetPart::IdleLate:
            return lateClause(percent, share.ns);
        case BudgetPart::IdleBlocking:
            return blockingClause(percent, share.ns);
        case BudgetPart::IdleBefore:
            return forDevice(
                       Core::tr("The GPU is idle in %1 of %2 although its next work was launched already: what it "
                                "waits for is not in the recording"),
                       m_run)
                .arg(percent, unit());
        case BudgetPart::IdleUnknown:
            break;
        }
        if (m_doubt)
            return forDevice(Core::tr("The GPU is idle in %1 of %2, and why cannot be said"), m_run)
                .arg(percent, unit());
        return forDevice(
                   Core::tr("The GPU is idle in %1 of %2, and why is not known: the launch of its next work is not "
                            "in the recording"),
                   m_run)
            .arg(percent, unit());
    }

    QString communicationClause(const QString &percent) const
    {
        const Finding *of = finding("exposed-communication");
        if (of && of->nameNs > of->ns / 2)
            return Core::tr("Communication takes %1 of %2 with nothing computed beside it, mostly %3")
                .arg(percent, unit(), shortOf(of->name));
        return Core::tr("Communication takes %1 of %2 with nothing computed beside it").arg(percent, unit());
    }

    QString copiesClause(const QString &percent) const
    {
        const Finding *of = finding("exposed-copies");
        if (of && of->nameNs > of->ns / 2)
            return Core::tr("Copies take %1 of %2 while nothing else runs, mostly %3")
                .arg(percent, unit(), shortOf(of->name));
        return Core::tr("Copies take %1 of %2 while nothing else runs").arg(percent, unit());
    }

    /// The finding takes more than half of the late idle time.
    bool isMostOf(std::string_view id, int64_t lateNs) const
    {
        const Finding *of = finding(id);
        return of && of->ofParts[size_t(BudgetPart::IdleLate)] > lateNs / 2;
    }

    QString lateClause(const QString &percent, int64_t ns) const
    {
        const QString text =
            forDevice(m_of == BudgetOf::Span
                          ? Core::tr("The GPU is idle in %1 of %2 because its next work was not launched yet")
                          : Core::tr("The GPU waits for launches in %1 of %2"),
                      m_run)
                .arg(percent, unit());
        if (isMostOf("data-loader", ns))
            return Core::tr("%1, mostly while the DataLoader gets the next batch").arg(text);
        if (isMostOf("idle-after-call", ns))
            return Core::tr("%1, mostly after %2 has returned").arg(text, toText(finding("idle-after-call")->name));
        const QString name = mostOf(GapCause::Late, ns);
        return name.isEmpty() ? text : Core::tr("%1, mostly while the CPU is in %2").arg(text, name);
    }

    QString blockingClause(const QString &percent, int64_t ns) const
    {
        const QString name = mostOf(GapCause::Blocking, ns);
        return name.isEmpty()
                   ? forDevice(Core::tr("The GPU is idle in %1 of %2 while the CPU is in calls that wait"), m_run)
                         .arg(percent, unit())
                   : forDevice(Core::tr("The GPU is idle in %1 of %2 while the CPU waits, mostly in %3"), m_run)
                         .arg(percent, unit(), name);
    }

    /// The length of a gap within the unit.
    int64_t lengthOf(const Gap &gap) const
    {
        if (gap.device != m_device.device)
            return 0;
        return std::max<int64_t>(0, std::min(gap.endNs(), m_device.range.end) -
                                        std::max(gap.startNs, m_device.range.begin));
    }

    /// The name of the evidence that takes more than half of the idle time of a cause; empty: none does.
    QString mostOf(GapCause cause, int64_t ns) const
    {
        std::map<StringId, int64_t> times;
        for (const Gap &gap : m_gaps.gaps)
            if (gap.cause == cause && gap.evidence.valid())
                if (const int64_t inside = lengthOf(gap); inside > 0)
                    times[m_run.timeline.name(gap.evidence)] += std::min(inside, gap.evidenceNs);
        const auto most = std::ranges::max_element(times, {}, [](const auto &time) { return time.second; });
        return most == times.end() || most->second <= ns / 2
                   ? QString()
                   : toText(cutAtEnd(withoutFolders(shownName(m_run.text(most->first))), 100));
    }

    /// Where one of several gaps is most of the part.
    QString longestGap(const Share &share) const
    {
        size_t count = 0;
        int64_t longestNs = 0;
        for (const Gap &gap : m_gaps.gaps)
            if (idlePart(gap.cause) == share.part)
                if (const int64_t ns = lengthOf(gap); ns > 0) {
                    ++count;
                    longestNs = std::max(longestNs, ns);
                }
        if (count < 2 || longestNs <= share.ns / 2)
            return {};
        return Core::tr("One of these %1 gaps alone lasts %2, %3.")
            .arg(formatCount(int64_t(count)), formatRounded(longestNs), percentOf(longestNs, m_budget.wallNs));
    }

    QString callSentence(const Finding &call) const
    {
        return (call.isFirst ? Core::tr("One call of %1, the first of the %2, takes %3 of %4")
                             : Core::tr("One call of %1, of %2 that are alike, takes %3 of %4"))
            .arg(shortOf(call.name), formatCount(int64_t(call.of)), percentOf(call.ns, m_budget.wallNs), unit());
    }

    QString secondNoun(const Share &second) const
    {
        if (second.call)
            return Core::tr("one call of %1, of %2 that are alike")
                .arg(shortOf(second.call->name), formatCount(int64_t(second.call->of)));
        if (second.part == BudgetPart::IdleLate && isMostOf("data-loader", second.ns))
            return Core::tr("idle time before late launches, mostly while the DataLoader gets the next batch");
        return partNoun(second.part);
    }

    /// What the unit looks like without it.
    QString withoutCall(const Finding &call) const
    {
        const int64_t restNs = m_budget.wallNs - call.ns;
        for (const Share &share : sharesOf())
            if (!share.call && share.ns > 0)
                return Core::tr("Without it, %1 of the other %2 is %3.")
                    .arg(percentOf(share.ns, restNs), formatRounded(restNs), partNoun(share.part));
        return {};
    }

    const Overview &m_overview;
    const Run &m_run;
    const DeviceBudget &m_device;
    const WallBudget &m_budget;
    const Gaps &m_gaps;
    const TrustFinding *m_doubt = nullptr; ///< why causes of idle time mean nothing; null: they mean something
    bool m_isOnlyDevice;
    BudgetOf m_of;
};

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

/// Why nothing can be said, and what would help.
QString unknownSentence(const Run &run, const TrustFinding &finding)
{
    const QString text =
        forDevice(finding.id == "lost-graphs" && finding.count > 0
                      ? Core::tr("How much of the time the GPU works cannot be said. Graph launches whose kernels are "
                                 "not in the file: %1.")
                            .arg(formatCount(int64_t(finding.count)))
                      : sentences({Core::tr("How much of the time the GPU works cannot be said."), trustText(finding)}),
                  run);
    const bool isOfGraphs = finding.id == "lost-graphs" || finding.id == "whole-graphs";
    return isOfGraphs ? sentences({text, Core::tr("Record graphs as nodes.")}) : text;
}

} // namespace

bool isCaptureStep(const RunBudget &budget, const Steps &steps)
{
    const uint32_t step = budget.mainDevice().step;
    return step != noStep && steps.steps[step].phase == "capture";
}

QString overviewHeadline(const Overview &overview, const RunBudget &budget, const OverviewSources &sources)
{
    const Steps &steps = *sources.steps;
    const DeviceBudget &device = budget.mainDevice();
    const WallBudget &main = device.budget;
    const auto isUnknown =
        std::ranges::find_if(*sources.trust, [](const TrustFinding &f) { return f.withholds & (GpuIdle | GpuTimes); });
    if (isUnknown != sources.trust->end())
        return unknownSentence(*overview.run, *isUnknown);
    if (main.wallNs <= 0)
        return forDevice(Core::tr("How much of the time the GPU works is not known."), *overview.run);
    const bool isMuchOnCpu =
        device.endsWithItself && budget.cpuNs > main.wallNs + main.wallNs / 4 && isWithinStep(device, steps);
    const bool isCapture = isMuchOnCpu && isCaptureStep(budget, steps);
    QStringList all;
    if (isMuchOnCpu)
        all << stepSentence(overview, budget, isCapture);
    if (!isCapture)
        all << Headline(overview, budget, sources, isMuchOnCpu ? BudgetOf::Span : budget.of).bound();
    if (!isMuchOnCpu)
        all << recordingSentence(overview, main);
    const QString text = sentences(all);
    return budget.devices.size() > 1 ? labelled(deviceTitle(*overview.run, budget.main), text) : text;
}

std::string_view budgetPartId(BudgetPart part)
{
    constexpr std::string_view ids[] = {"compute",   "exposed-communication", "exposed-copies", "idle-blocking",
                                        "idle-late", "idle-before",           "idle-unknown"};
    return ids[static_cast<size_t>(part)];
}

namespace {

QString restText(BudgetPart part, const Run &run, size_t count, const Gap *longest)
{
    const QString gaps =
        longest ? Core::tr("%1 ×, the longest %2").arg(formatCount(int64_t(count)), formatDuration(longest->durationNs))
                : QString();
    const QString all = longest && part != BudgetPart::IdleUnknown
                            ? Core::tr("In all: %1, there %2.").arg(gaps, gapEvidenceText(run, *longest))
                            : QString();
    switch (part) {
    case BudgetPart::Compute:
        return Core::tr("Computation in which no rule finds anything to win.");
    case BudgetPart::Communication:
        return Core::tr("Communication that no rule names.");
    case BudgetPart::Copies:
        return Core::tr("Copies that no rule names.");
    case BudgetPart::IdleBlocking:
        return sentences({Core::tr("Idle during blocking calls, in gaps that no rule names."), all});
    case BudgetPart::IdleLate:
        return sentences({Core::tr("Idle before late launches, in gaps that no rule names."), all});
    case BudgetPart::IdleBefore:
        return sentences({Core::tr("Idle although the next work was launched already: what it waits for is not in the "
                                   "recording."),
                          all});
    case BudgetPart::IdleUnknown:
        break;
    }
    const QString text = Core::tr("Idle for a cause that is not known: the launch of the next work is not in the "
                                  "recording.");
    return gaps.isEmpty() ? text : sentences({text, Core::tr("In all: %1.").arg(gaps)});
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
        size_t count = 0;
        const Gap *longest = nullptr; // where findings name a part of the gaps, the longest may be one of those
        for (const Gap &gap : input.gaps.gaps)
            if (!named[size_t(part)] && gap.device == device.device && part >= BudgetPart::IdleBlocking &&
                idlePart(gap.cause) == part && gap.endNs() > device.range.begin && gap.startNs < device.range.end) {
                ++count;
                if (!longest || gap.durationNs > longest->durationNs)
                    longest = &gap;
            }
        overview.rests.push_back(
            {part, ns, double(ns) / double(device.budget.wallNs), restText(part, input.run, count, longest)});
    }
    std::ranges::stable_sort(overview.rests, std::ranges::greater(), &OverviewRest::ns);
}

} // namespace ws
