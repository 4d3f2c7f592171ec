#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/report/html/scopedrun.h"
#include "core/report/overviewfacts.h"
#include "core/report/overviewreport.h"
#include "core/report/trustreport.h"

#include <algorithm>

namespace ws {
namespace {

constexpr size_t findingsOnFirstPage = 3, rowsOnFirstPage = 3;

uint32_t partColour(BudgetPart part)
{
    switch (part) {
    case BudgetPart::Compute:
        return 0x117733;
    case BudgetPart::Communication:
        return 0xAA4499;
    case BudgetPart::Copies:
        return 0x88CCEE;
    case BudgetPart::IdleBlocking:
        return 0xCC6677;
    case BudgetPart::IdleLate:
        return 0xEE8866;
    case BudgetPart::IdleBefore:
        return 0xDDCC77;
    case BudgetPart::IdleUnknown:
        break;
    }
    return 0xBBBBBB;
}

QString budgetSentence(const OverviewBar &bar)
{
    return Core::tr("%1, %2: %3")
        .arg(bar.device, formatDuration(bar.budget.wallNs), budgetLines(bar).join(QStringLiteral(" · ")));
}

QString listSentence(const OverviewList &list)
{
    QStringList rows;
    for (size_t k = 0; k < std::min(rowsOnFirstPage, list.rows.size()); ++k)
        rows << Core::tr("%1 %2 (%3)")
                    .arg(list.rows[k].name, formatBeside(list.rows[k].ns, list.ofNs),
                         formatPercent(list.rows[k].share));
    return Core::tr("%1: %2").arg(list.title, clauses(rows));
}

QString findingSentence(const Overview &overview, const OverviewFinding &shown)
{
    const Finding &finding = shown.finding;
    const FindingSize of = findingSize(overview, shown);
    const QString size = of.ns > 0
                             ? Core::tr("%1 (%2)").arg(shownTime(overview, of.ns), shareText(overview, of.ns, of.share))
                             : formatPercent(of.share);
    const bool isUntimed = finding.id == "ncu-rule" && finding.ns == 0 && finding.share == 0;
    return isUntimed ? shown.text : Core::tr("%1: %2").arg(size, shown.text);
}

QString restSentence(const Overview &overview, const OverviewRest &rest)
{
    return Core::tr("%1: %2").arg(
        Core::tr("%1 (%2)").arg(shownTime(overview, rest.ns), shareText(overview, rest.ns, rest.share)), rest.text);
}

/// The first page leaves no part out that is larger than those it names.
bool isLargest(const OverviewRest &rest, const std::vector<OverviewFinding> &findings)
{
    return std::ranges::all_of(findings, [&](const OverviewFinding &shown) { return shown.finding.ns < rest.ns; });
}

BarChart budgetChart(const Overview &overview)
{
    BarChart chart{"budget", Core::tr("Where the time goes"), {}, overview.unitText};
    for (const OverviewBar &bar : overview.bars) {
        DocumentBar drawn{bar.device, {}};
        for (const BudgetPart part : budgetParts)
            drawn.parts.push_back(
                {budgetPartText(part, bar.isIdleKnown), partOf(bar.budget, part), partColour(part), {}});
        chart.bars.push_back(std::move(drawn));
    }
    return chart;
}

ReportTable listTable(const OverviewList &list)
{
    ReportTable table{QStringLiteral("unit-") + QString::fromStdString(list.id), list.title};
    using Row = const OverviewRow &;
    setRows<OverviewRow>(
        table,
        {{{"name", Core::tr("Name"), CellKind::Name}, [](Row row) { return ReportCell(row.name); }},
         {{"total_ns", Core::tr("Time"), CellKind::Time, {}, false, list.id != "modules"},
          [](Row row) { return ReportCell(row.ns); }},
         {{"share", Core::tr("Share"), CellKind::Share}, [](Row row) { return ReportCell(row.share); }},
         {{"count", Core::tr("Count"), CellKind::Count, {}, true},
          [](Row row) { return row.count ? countCell(row.count) : ReportCell(); }},
         {{"median_ns", Core::tr("Median"), CellKind::Time, {}, true},
          [](Row row) { return row.medianNs ? ReportCell(row.medianNs) : ReportCell(); }},
         {{"mean_ns", Core::tr("Mean"), CellKind::Time, {}, true},
          [](Row row) { return row.meanNs ? ReportCell(row.meanNs) : ReportCell(); }}},
        std::make_shared<const std::vector<OverviewRow>>(list.rows));
    chooseUnits(table);
    shareFinestUnit(table, {"median_ns", "mean_ns"});
    return table;
}

/// The verdict stands above everything else of the page.
void addFit(const Fit &fit, std::vector<Block> &blocks)
{
    blocks.push_back(TextBlock{fitTitle(fit)});
    ListBlock reasons;
    for (const QString &line : fitLines(fit))
        reasons.items.push_back({line});
    if (!reasons.items.empty())
        blocks.push_back(std::move(reasons));
}

/// A range on all devices; a step on those where it has work. Empty: the steps of a phase are no stretch of time.
std::vector<DeviceWindow> windowsOf(const ScopedRun &scoped)
{
    const Run &run = scoped.run();
    std::vector<DeviceWindow> windows;
    for (size_t d = 0; scoped.window && d < run.gpu.devices.size(); ++d)
        windows.push_back({uint16_t(d), *scoped.window});
    if (scoped.listed.step == noStep)
        return windows;
    const auto walls = allStepWalls(run, *scoped.steps);
    for (size_t d = 0; d < walls.size(); ++d)
        for (const StepWall &wall : walls[d])
            if (wall.step == scoped.listed.step)
                windows.push_back({uint16_t(d), wall.range});
    return windows;
}

/// The budgets of the devices within a range or a step; the overview itself is of the whole run.
std::optional<OverviewParts> windowParts(const ScopedRun &scoped, const Progress *progress)
{
    const Run &run = scoped.run();
    OverviewParts out;
    const auto trust = trustFindings(run, scoped.steps ? *scoped.steps : Steps(), progress);
    if (!trust)
        return std::nullopt;
    addFit(fitOf(run, *trust), out.first);
    out.first.push_back(TextBlock{Core::tr("Only %1.").arg(scoped.text), true});
    const std::vector<DeviceWindow> windows = windowsOf(scoped);
    if (windows.empty())
        return out;
    const auto gaps = findShownGaps(run, progress);
    if (!gaps)
        return std::nullopt;
    const auto budgets = wallBudgets(run, *gaps, *scoped.communication, windows, progress);
    if (!budgets)
        return std::nullopt;
    Overview overview;
    overview.unitText = Core::tr("Everything that runs in this time, also what other steps launched.");
    if (scoped.listed.step != noStep)
        overview.unitText = sentences(
            {Core::tr(
                 "From the step's first GPU work to that of the next step, of the last step to the end of its work."),
             overview.unitText});
    ListBlock list;
    for (size_t d = 0; d < budgets->size(); ++d) {
        overview.bars.push_back({deviceTitle(run, windows[d].device), d == 0, (*budgets)[d], windows[d].range, 0,
                                 !isWithheld(&*trust, GpuIdle)});
        list.items.push_back({budgetSentence(overview.bars.back()), {}});
    }
    out.first.push_back(std::move(list));
    out.sections.push_back({Core::tr("Where the time goes"), 2, {budgetChart(overview)}});
    return out;
}

} // namespace

std::optional<OverviewParts> overviewParts(const ScopedRun &scoped, const SaidAlready &said, const Progress *progress)
{
    OverviewParts out;
    if (!scoped.text.isEmpty()) // the overview is of the whole run
        return windowParts(scoped, progress);
    OverviewSources sources{scoped.of->run, scoped.steps};
    sources.communication = scoped.communication;
    if (scoped.run().gpu.size() > 0)
        sources.classes =
            StageClassifier(std::make_shared<const NameSet>(scoped.run().gpu, scoped.run().strings, nullptr))
                .classify(scoped.of->mapping, progress);
    sources.phase =
        scoped.of->phase >= 0 ? scoped.run().layerwise[size_t(scoped.of->phase)].phase : scoped.of->trees.phase;
    const auto made = makeOverview(sources, progress);
    if (!made)
        return std::nullopt;
    const Overview &overview = *made;
    addFit(overview.fit, out.first);
    out.headline = overview.headline;
    out.first.push_back(TextBlock{overview.headline, !said.headline});
    if (!overview.facts.isEmpty())
        out.first.push_back(TextBlock{overview.facts.join(QStringLiteral(" · "))});
    ListBlock list;
    QStringList lines;
    const auto add = [&](const QString &label) {
        if (!lines.isEmpty())
            list.items.push_back({lines.takeFirst(), lines, label});
        lines.clear();
    };
    for (const OverviewBar &bar : overview.bars)
        lines << budgetSentence(bar);
    add(Core::tr("Time"));
    const std::vector<OverviewFinding> findings = findingsByWork(overview);
    for (size_t k = 0; k < std::min(findingsOnFirstPage, findings.size()); ++k)
        lines << findingSentence(overview, findings[k]);
    if (!overview.rests.empty() && isLargest(overview.rests.front(), findings))
        lines << restSentence(overview, overview.rests.front());
    for (const QString &text : {overview.nothing, overview.leftOut})
        if (!text.isEmpty())
            lines << text;
    add(Core::tr("Findings"));
    for (const OverviewList &one : overview.lists)
        if (!said.headline || (one.id != "ncu" && one.id != "rows"))
            lines << listSentence(one);
    add(Core::tr("Largest"));
    for (const QString &sentence : overview.trust)
        if (!said.sentences.contains(sentence))
            lines << sentence;
    // Of a file without a timeline they also say how its numbers are to be read.
    add(overview.bars.empty() ? Core::tr("Note") : Core::tr("Not to be trusted"));
    if (!list.items.empty())
        out.first.push_back(std::move(list));

    if (!overview.bars.empty())
        out.sections.push_back({Core::tr("Where the time goes"), 2, {budgetChart(overview)}});
    if (!overview.findings.empty() || !overview.rests.empty()) {
        ListBlock all;
        for (const OverviewFinding &finding : findings) {
            ListBlock::Item item{findingSentence(overview, finding), {}};
            for (const QString &more : {finding.advice, findingSize(overview, finding).more})
                if (!more.isEmpty())
                    item.more << more;
            all.items.push_back(std::move(item));
        }
        for (const OverviewRest &rest : overview.rests)
            all.items.push_back({restSentence(overview, rest), {}});
        out.sections.push_back({Core::tr("Findings"), 2, {std::move(all)}});
    }
    // The kernels and stages of the whole run have tables of their own.
    Section largest{Core::tr("The largest parts of the unit"), 2, {}};
    for (const OverviewList &one : overview.lists)
        if (!overview.bars.empty())
            largest.blocks.push_back(TableBlock{listTable(one)});
    if (!largest.blocks.empty())
        out.sections.push_back(std::move(largest));
    return out;
}

} // namespace ws
