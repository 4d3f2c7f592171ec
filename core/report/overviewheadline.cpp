// The overview's first sentence: what bounds the unit.
#include "core/report/overviewreport.h"

#include "core/analysis/gaps/gapevidence.h"
#include "core/analysis/gaps/gaps.h"
#include "core/analysis/gaps/heldlaunches.h"
#include "core/analysis/gaps/waitingcalls.h"
#include "core/analysis/stacks/ownframe.h"
#include "core/base/demangle.h"
#include "core/base/format.h"
#include "core/base/namecut.h"
#include "core/base/phrases.h"
#include "core/base/shortname.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/report/findingtexts.h"
#include "core/report/overviewfacts.h"
#include "core/report/overviewlists.h"
#include "core/report/stepreport.h"
#include "core/report/trustreport.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ws {
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
        return Core::tr("idle time before work whose launch had begun");
    case BudgetPart::IdleUnknown:
        break;
    }
    return Core::tr("idle time of unknown cause");
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
        else if (const Finding *of = finding("exposed-communication");
                 first.part == BudgetPart::Communication && of && of->transferNs + of->onlyWaitsNs > 0)
            all << planesText(*of);
        else if (first.part == BudgetPart::Communication && m_isOnlyDevice && !(of && of->isOfSeveral))
            all << Core::tr("Transfer and waiting for other ranks cannot be told apart in one rank.");
        else if (first.part >= BudgetPart::IdleBlocking)
            all << (m_doubt ? trustText(*m_doubt) : longestGap(first));
        all << idleInAll(first);
        return sentences(all);
    }

private:
    /// All idle time, where the first sentence speaks of a part of it and the rest is to be seen.
    QString idleInAll(const Share &first) const
    {
        constexpr double leastRest = 0.05; // of the unit
        double share = 0;
        for (size_t part = size_t(BudgetPart::IdleBlocking); part <= size_t(BudgetPart::IdleUnknown); ++part)
            share += partShares(m_budget)[part];
        const double own = partShares(m_budget)[size_t(first.part)];
        return m_doubt || first.call || first.part < BudgetPart::IdleBlocking || share - own < leastRest
                   ? QString()
                   : Core::tr("In all it is idle in %1.").arg(formatPercent(share));
    }

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
            if (const auto stretch = periodStretch(m_device))
                return Core::tr("a period of %1 (one of %2 in the %3 from %4 on)")
                    .arg(wall, formatCount(int64_t(m_device.units.size())), formatRounded(stretch->length()),
                         formatRounded(stretch->begin));
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
            return beforeClause(percent, share.ns);
        case BudgetPart::IdleUnknown:
            break;
        }
        if (m_doubt)
            return forDevice(Core::tr("The GPU is idle in %1 of %2, and why cannot be said"), m_run)
                .arg(percent, unit());
        if (areMigrationsUnlaunched(m_run))
            return Core::tr("The GPU is idle in %1 of %2 before unified memory is migrated, which no call launches")
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

    /// The finding takes more than half of a part of the unit.
    bool isMostOf(std::string_view id, BudgetPart part, int64_t ns) const
    {
        const Finding *of = finding(id);
        return of && of->ofParts[size_t(part)] > ns / 2;
    }

    QString lateClause(const QString &percent, int64_t ns) const
    {
        const QString text =
            forDevice(m_of == BudgetOf::Span
                          ? Core::tr("The GPU is idle in %1 of %2 because its next work was not launched yet")
                          : Core::tr("The GPU waits for launches in %1 of %2"),
                      m_run)
                .arg(percent, unit());
        const auto fill = mostlyFilledBy(GapCause::Late, ns);
        if (fill == GapFill::Starting)
            return startingClause(percent, BudgetPart::IdleLate, ns);
        if (fill == GapFill::Capture)
            return Core::tr("%1, mostly while the CPU captures graphs, which records launches and runs none").arg(text);
        if (fill == GapFill::Profiler)
            return Core::tr("%1, mostly while the profiler itself works").arg(text);
        if (isMostOf("data-loader", BudgetPart::IdleLate, ns))
            return Core::tr("%1, mostly while the DataLoader gets the next batch").arg(text);
        if (isMostOf("idle-after-call", BudgetPart::IdleLate, ns))
            return Core::tr("%1, mostly after %2 has returned").arg(text, toText(finding("idle-after-call")->name));
        const QString name = mostOf(GapCause::Late, ns);
        if (!name.isEmpty() && mostlyInLaunchingCall(ns))
            return Core::tr("%1: mostly the call that launches it, %2, has not returned").arg(text, name);
        return name.isEmpty() ? text : Core::tr("%1, mostly while the CPU is in %2").arg(text, name);
    }

    /// Most of the part passes between launches and the begin of their work.
    QString startingClause(const QString &percent, BudgetPart part, int64_t ns) const
    {
        if (isMostOf("idle-after-call", part, ns))
            return forDevice(
                       Core::tr("The GPU is idle in %1 of %2, mostly because %3 returns when it has nothing left to "
                                "do, and its next work takes its time to begin after the launch"),
                       m_run)
                .arg(percent, unit(), toText(finding("idle-after-call")->name));
        return forDevice(
                   Core::tr("The GPU is idle in %1 of %2, mostly although its next work was launched already: what it "
                            "waits for is not in the recording"),
                   m_run)
            .arg(percent, unit());
    }

    QString blockingClause(const QString &percent, int64_t ns) const
    {
        if (mostlyFilledBy(GapCause::Blocking, ns) == GapFill::Starting)
            return startingClause(percent, BudgetPart::IdleBlocking, ns);
        const Waits waits = waitsInGaps();
        const QString name = waits.mostNs > ns / 2 ? shortOf(m_run.text(waits.mostName)) : QString();
        if (waits.allNs < ns - ns / 10) {
            const QString text =
                name.isEmpty()
                    ? Core::tr("The GPU is idle in %1 of %2, in gaps of which calls that wait take %3")
                    : Core::tr("The GPU is idle in %1 of %2, in gaps of which calls that wait take %3, mostly %4");
            const QString all = forDevice(text, m_run).arg(percent, unit(), percentOf(waits.allNs, ns));
            return name.isEmpty() ? all : all.arg(name);
        }
        return name.isEmpty()
                   ? forDevice(Core::tr("The GPU is idle in %1 of %2 while the CPU is in calls that wait"), m_run)
                         .arg(percent, unit())
                   : forDevice(Core::tr("The GPU is idle in %1 of %2 while the CPU waits, mostly in %3"), m_run)
                         .arg(percent, unit(), name);
    }

    /// One gap, early in the recording, makes most of the time of gaps launched before, and ends with the first work of
    /// its stream in the file.
    bool endsWithFirstOfStream(int64_t ns) const
    {
        const GpuWork &gpu = m_run.gpu;
        const auto isMost = [&](const Gap &gap) { return gap.cause == GapCause::Before && lengthOf(gap) > ns / 2; };
        const auto gap = std::ranges::find_if(m_gaps.gaps, isMost);
        if (gap == m_gaps.gaps.end() || gap->startNs > m_run.timeline.spanNs / 10)
            return false;
        for (uint32_t i = 0; i < gap->endedBy; ++i)
            if (gpu.stream[i] == gpu.stream[gap->endedBy])
                return false;
        return true;
    }

    /// Launched before says when the launch began, not why the work did not: that is told where it is known.
    QString beforeClause(const QString &percent, int64_t ns) const
    {
        const QString name = mostOf(GapCause::Before, ns);
        const auto text = [&](const QString &clause) { return forDevice(clause, m_run).arg(percent, unit()); };
        switch (mostlyFilledBy(GapCause::Before, ns).value_or(GapFill::Capture)) {
        case GapFill::LaunchCall:
            if (const int64_t filled = filledByLaunchCalls(); filled < ns - ns / 10)
                return text(
                           Core::tr("The GPU is idle in %1 of %2, for %3 of that while the call that launches its next "
                                    "work runs"))
                    .arg(percentOf(filled, ns));
            return name.isEmpty()
                       ? text(Core::tr("The GPU is idle in %1 of %2 while the call that launches its next work runs"))
                       : text(Core::tr("The GPU is idle in %1 of %2 while the call that launches its next work runs, "
                                       "mostly %3"))
                             .arg(name);
        case GapFill::Latency:
            return text(Core::tr("The GPU is idle in %1 of %2 because launches come just before it has nothing left, "
                                 "and work takes its time to start"));
        case GapFill::Profiler:
            return text(Core::tr("The GPU is idle in %1 of %2 while the profiler itself works"));
        case GapFill::None:
            if (const int64_t held = heldBackNs(m_run, m_gaps, m_device.device, m_device.range); held > ns / 2)
                return text(Core::tr("The GPU is idle in %1 of %2 although its next work was launched already, for %3 "
                                     "of that with five and more launches held back, as drivers of Windows do that "
                                     "submit them in batches (WDDM, also under WSL)"))
                    .arg(percentOf(std::min(held, ns), ns));
            if (endsWithFirstOfStream(ns))
                return text(
                    Core::tr("The GPU looks idle in %1 of %2: its next work was launched already, and is the first "
                             "of its stream in the recording, which may still work off what was launched before"));
            return text(Core::tr("The GPU is idle in %1 of %2 although its next work was launched already: what it "
                                 "waits for is not in the recording"));
        case GapFill::Capture:
        case GapFill::Starting: // of other causes
            break;
        }
        return text(Core::tr("The GPU is idle in %1 of %2 although the launch of its next work had begun"));
    }

    /// What fills more than half of the idle time of a cause, None where that is known of none; nothing: no one does.
    std::optional<GapFill> mostlyFilledBy(GapCause cause, int64_t ns) const
    {
        std::array<int64_t, gapFillCount> times{};
        for (const Gap &gap : m_gaps.gaps)
            if (gap.cause == cause)
                times[size_t(gap.fill)] += filledNs(gap);
        const auto most = std::ranges::max_element(times);
        return *most > ns / 2 ? std::optional(GapFill(most - times.begin())) : std::nullopt;
    }

    /// What fills the gap, of its time: of a launching call, until that has returned.
    int64_t filledNs(const Gap &gap) const
    {
        const int64_t ns = lengthOf(gap);
        return gap.fill == GapFill::LaunchCall ? std::min(ns, gap.evidenceNs) : ns;
    }

    int64_t filledByLaunchCalls() const
    {
        int64_t ns = 0;
        for (const Gap &gap : m_gaps.gaps)
            ns += gap.fill == GapFill::LaunchCall ? filledNs(gap) : 0;
        return ns;
    }

    struct Waits
    {
        int64_t allNs = 0;
        StringId mostName = 0;
        int64_t mostNs = 0;
    };

    /// How much of the gaps of blocking calls within the unit such calls take, and those of the name with the most.
    Waits waitsInGaps() const
    {
        Waits waits;
        if (!m_gaps.waits)
            return waits;
        std::map<StringId, int64_t> byName;
        for (const Gap &gap : m_gaps.gaps) {
            if (gap.cause != GapCause::Blocking || lengthOf(gap) == 0)
                continue;
            const TimeRange idle = m_gaps.waits->untilLaunch(
                gap.endedBy, {std::max(gap.startNs, m_device.range.begin), std::min(gap.endNs(), m_device.range.end)});
            const WaitOwner owner = m_gaps.waits->ownerOf(gap.endedBy);
            waits.allNs += m_gaps.waits->covered(idle, owner);
            m_gaps.waits->forEachIn(idle, owner,
                                    [&](EventRef call, int64_t ns) { byName[m_run.timeline.name(call)] += ns; });
        }
        for (const auto &[name, ns] : byName)
            if (ns > waits.mostNs)
                waits = {waits.allNs, name, ns};
        return waits;
    }

    /// The length of a gap within the unit.
    int64_t lengthOf(const Gap &gap) const
    {
        if (gap.device != m_device.device)
            return 0;
        return std::max<int64_t>(0, std::min(gap.endNs(), m_device.range.end) -
                                        std::max(gap.startNs, m_device.range.begin));
    }

    /// What the CPU is in, for more than half of the late idle time, is the call itself that launches the next work.
    bool mostlyInLaunchingCall(int64_t lateNs) const
    {
        int64_t inCallNs = 0;
        for (const Gap &gap : m_gaps.gaps)
            if (const uint32_t launch = m_run.gpu.launch[gap.endedBy];
                gap.cause == GapCause::Late && launch != noLaunch && m_run.launches.slice[launch] == gap.evidence)
                if (const int64_t inside = lengthOf(gap); inside > 0)
                    inCallNs += std::min(inside, gap.evidenceNs);
        return inCallNs > lateNs / 2;
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
        if (second.part == BudgetPart::IdleLate && isMostOf("data-loader", BudgetPart::IdleLate, second.ns))
            return Core::tr("idle time before late launches, mostly while the DataLoader gets the next batch");
        const auto cause = second.part == BudgetPart::IdleLate       ? std::optional(GapCause::Late)
                           : second.part == BudgetPart::IdleBlocking ? std::optional(GapCause::Blocking)
                                                                     : std::nullopt;
        if (cause && mostlyFilledBy(*cause, second.ns) == GapFill::Starting)
            return isMostOf("idle-after-call", second.part, second.ns)
                       ? Core::tr("idle time from the return of %1 on until the work launched then begins")
                             .arg(toText(finding("idle-after-call")->name))
                       : Core::tr("idle time mostly between launches and the begin of their work");
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

/// "image.py(178): preprocess" of a Python function, which its folders would hide.
QString frameOrName(std::string_view name)
{
    const size_t source = name.find(".py(");
    if (source == name.npos)
        return shortOf(name);
    const size_t slash = name.rfind('/', source);
    constexpr size_t longest = 80; // characters
    return toText(cutInMiddle(slash == name.npos ? name : name.substr(slash + 1), longest));
}

/// What the CPU does before the GPU has anything to do, where that is a large part of the step; empty: it is not.
QString beforeWorkSentence(const Overview &overview, const RunBudget &budget, const Step &step)
{
    const Run &run = *overview.run;
    const TimeRange before{step.wall.begin, budget.mainDevice().range.begin};
    if (before.length() < budget.cpuNs / 5 || !step.slice.valid())
        return {};
    const EventRef slice = innermostOverHalf(run, run.timeline.lane(step.slice).track, before);
    const bool isTelling =
        slice.valid() && slice != step.slice && run.timeline.duration(slice) < run.timeline.duration(step.slice);
    if (!isTelling)
        return forDevice(Core::tr("The GPU's first work in it begins %1 after the step."), run)
            .arg(formatRounded(before.length()));
    const int64_t ns =
        std::min(run.timeline.end(slice), before.end) - std::max(run.timeline.start(slice), before.begin);
    return forDevice(Core::tr("The GPU's first work in it begins %1 after the step; for %2 of that the CPU is in %3."),
                     run)
        .arg(formatRounded(before.length()), formatRounded(ns), frameOrName(run.text(run.timeline.name(slice))));
}

/// Whether the GPU has done the step's work when the step ends on the CPU: only then it is a part of the step's time
/// there.
bool isWithinStep(const DeviceBudget &device, const Steps &steps)
{
    return device.step != noStep && device.range.end <= steps.steps[device.step].wall.end;
}

/// Where the NPU waits longer for the next iteration's data than any part of the iterations takes; empty: it does not.
QString inputWaitSentence(const Overview &overview, const WallBudget &budget, const Steps &steps)
{
    const InputWait wait = overview.of == BudgetOf::Step ? inputWait(*overview.run, steps) : InputWait();
    int64_t largestNs = 0;
    for (const BudgetPart part : budgetParts)
        largestNs = std::max(largestNs, partOf(budget, part));
    if (wait.waitNs == 0 || double(wait.waitNs) * double(budget.wallNs) < double(wait.stepNs) * double(largestNs))
        return {};
    return Core::tr("Waiting for the next data (msprof's Data_aug Bound) takes %1 of the time from the begin of an "
                    "iteration to that of the next, %2 in all.")
        .arg(formatPercent(wait.share()), formatRounded(wait.waitNs));
}

/// The length of the recording, where the GPU's first and last work lie in a small part of it.
QString recordingSentence(const Overview &overview, const WallBudget &budget)
{
    const int64_t recordedNs = recordingRange(*overview.run).length();
    if (overview.of != BudgetOf::Span || recordedNs / 2 < budget.wallNs)
        return {};
    return forDevice(Core::tr("The file's events span %1; the GPU works %2 of it."), *overview.run)
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

double shareOutside(const Steps &steps)
{
    double all = double(steps.outsideNs);
    for (const Step &step : steps.steps)
        all += double(step.gpuNs);
    return all > 0 ? double(steps.outsideNs) / all : 0;
}

/// Steps with at least half as much GPU work again as the one that is shown, where a few of many have more than half of
/// all.
QString heavierStepsSentence(const DeviceBudget &device, const Steps &steps, const Run &run)
{
    if (device.step == noStep)
        return {};
    const int64_t shownNs = steps.steps[device.step].gpuNs;
    int64_t allNs = 0, heavierNs = 0, heavier = 0;
    for (const Step &step : steps.steps) {
        allNs = saturatingAdd(allNs, step.gpuNs);
        if (step.gpuNs / 3 < shownNs / 2)
            continue;
        heavierNs = saturatingAdd(heavierNs, step.gpuNs);
        ++heavier;
    }
    constexpr size_t minSteps = 5;
    if (shownNs <= 0 || heavierNs <= allNs / 2 || steps.steps.size() < minSteps ||
        2 * heavier >= int64_t(steps.steps.size()))
        return {};
    return forDevice(Core::tr("%1 of the %2 steps have at least 1.5 × the GPU work of this one, together %3 of that of "
                              "all steps."),
                     run)
        .arg(formatCount(heavier), formatCount(int64_t(steps.steps.size())),
             formatPercent(double(heavierNs) / double(allNs)));
}

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
    if (!isMuchOnCpu && overview.run->gpu.size() == 1) // all shares would be 100 % whatever it is
        return sentences({forDevice(Core::tr("The GPU has a single activity: %1, %2."), *overview.run)
                              .arg(shortOf(overview.run->text(overview.run->gpu.name[0])),
                                   formatRounded(overview.run->gpu.duration[0])),
                          recordingSentence(overview, main)});
    const bool isCapture = isMuchOnCpu && isCaptureStep(budget, steps);
    QStringList all;
    if (isMuchOnCpu)
        all << stepSentence(overview, budget, isCapture);
    if (isMuchOnCpu && !isCapture)
        all << beforeWorkSentence(overview, budget, steps.steps[device.step]);
    all << inputWaitSentence(overview, main, steps);
    if (!isCapture)
        all << Headline(overview, budget, sources, isMuchOnCpu ? BudgetOf::Span : budget.of).bound();
    if (!isMuchOnCpu)
        all << recordingSentence(overview, main);
    if (const double outside = shareOutside(steps); budget.of == BudgetOf::Step && !device.isChosen && outside > 0.5)
        all << forDevice(Core::tr("Only %1 of the GPU work belongs to steps."), *overview.run)
                   .arg(formatPercent(1 - outside));
    if (budget.of == BudgetOf::Step && !device.isChosen)
        all << heavierStepsSentence(device, steps, *overview.run);
    const QString text = sentences(all);
    return budget.devices.size() > 1 ? labelled(deviceTitle(*overview.run, budget.main), text) : text;
}

} // namespace ws
