#include "core/analysis/gaps/gaps.h"
#include "core/analysis/kernels/kerneltable.h"
#include "core/analysis/modules/moduletree_build.h"
#include "core/analysis/steps/steps.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/phases.h"
#include "core/model/profilecontext.h"
#include "core/report/balancereport.h"
#include "core/report/gapreport.h"
#include "core/report/html/documenttables.h"
#include "core/report/html/scopedrun.h"
#include "core/report/kernelreport.h"
#include "core/report/limitsreport.h"
#include "core/report/printedreport.h"
#include "core/report/stepreport.h"
#include "core/report/workreport.h"

#include <algorithm>

namespace ws {
namespace {

constexpr size_t longTable = 200;

QString kindOf(const QString &bar)
{
    return toText(phaseKind(bar.toStdString()));
}

/// Bars of one kind in one chart, so that a prefill does not flatten the decodes.
std::vector<BarChart> chartsOf(const QString &title, std::vector<DocumentBar> bars)
{
    constexpr size_t maxBars = 60;
    QStringList kinds;
    for (const DocumentBar &bar : bars)
        if (const QString kind = kindOf(bar.label); !kinds.contains(kind))
            kinds << kind;
    const bool together = kinds.size() == qsizetype(bars.size()) && kinds.size() > 2;
    std::vector<BarChart> charts;
    for (qsizetype k = 0; k < (together ? 1 : kinds.size()); ++k) {
        BarChart chart{"stages", kinds.size() > 1 && !together ? labelled(title, kinds[k]) : title, {}, {}};
        size_t all = 0;
        for (DocumentBar &bar : bars)
            if (together || kindOf(bar.label) == kinds[k])
                if (++all <= maxBars)
                    chart.bars.push_back(std::move(bar));
        if (all > maxBars)
            chart.note =
                Core::tr("The first %1 of %2 bars.").arg(formatCount(int64_t(maxBars)), formatCount(int64_t(all)));
        charts.push_back(std::move(chart));
    }
    return charts;
}

void addStages(const ScopedRun &scoped, Section &section, const Progress *progress)
{
    StageRequest request{scoped.of->mapping, scoped.range, SweepChoice::Automatic, {},
                         scoped.of->trees,   {},           scoped.of->table,       scoped.of->phase};
    if (scoped.only)
        request.focus = {scoped.text, scoped.only, &scoped.run()};
    const StageState state = stageState(scoped.of->run, nullptr, request, progress);
    if (!state.isComplete() || state.names->size() == 0)
        return;
    const QString mapping = toText(state.classes->mapping.name());
    const QString context = contextTitle(profileContext(*scoped.of->run));
    const QString title = Core::tr("Stages (mapping %1)").arg(mapping);
    for (BarChart &chart : chartsOf(context.isEmpty() ? title : listed({title, context}),
                                    stageChartBars(state.parts.empty() ? scoped.of->label : QString(), state)))
        section.blocks.push_back(std::move(chart));
    constexpr size_t maxParts = 6;
    if (state.parts.empty() || state.parts.size() > maxParts)
        section.blocks.push_back(TableBlock{
            stageTable(Core::tr("Stages"), *state.classes, state.focusSums ? *state.focusSums : *state.sums)});
    else
        for (const StagePart &part : state.parts)
            section.blocks.push_back(
                TableBlock{stageTable(Core::tr("Stages of %1").arg(shownTitle(part.name)), *state.classes, part.sums)});
}

void addKernels(const ScopedRun &scoped, Section &section, const Progress *progress)
{
    const RunPtr &run = scoped.of->run;
    if (run->gpu.size() > 0) {
        KernelTableOptions options;
        options.range = scoped.range;
        options.only = scoped.only;
        if (auto table = kernelTable(*run, options, progress)) {
            ReportTable report = kernelReport(run, std::make_shared<const KernelTable>(std::move(*table)), options);
            addShortNames(report);
            section.blocks.push_back(TableBlock{std::move(report), longTable});
        }
        return;
    }
    TreeChoice unfolded = scoped.of->trees; // a kernel is a kernel
    unfolded.folded.reset();
    auto works = workWithoutTimeline(*run, scoped.of->table, scoped.of->phase, unfolded);
    if (!works.empty())
        section.blocks.push_back(
            TableBlock{workReport(run, std::make_shared<const std::vector<NamedWork>>(std::move(works))), longTable});
}

void addModules(const ScopedRun &scoped, Section &section, const Progress *progress)
{
    constexpr uint32_t depth = 6;
    const RunPtr &run = scoped.of->run;
    const std::vector<std::string> phases = chosenPhases(run->layerwise, scoped.of->trees.phase);
    QStringList kinds;
    for (size_t t = 0; t < run->layerwise.size(); ++t) {
        const ModuleTree &tree = run->layerwise[t];
        if (std::ranges::find(phases, tree.phase) == phases.end())
            continue;
        const QString kind = kindOf(toText(tree.phase));
        const bool isWanted = scoped.of->phase >= 0 ? size_t(scoped.of->phase) == t : !kinds.contains(kind);
        if (tree.view != "summary" || !isWanted)
            continue;
        kinds << kind;
        section.blocks.push_back(TableBlock{moduleTable(Core::tr("Modules of %1").arg(toText(tree.phase)),
                                                        std::shared_ptr<const ModuleTree>(run, &tree), depth),
                                            longTable});
    }
    if (!run->layerwise.empty() || !run->gpu.size())
        return;
    const auto attribution = Attribution::make(*run, Attribution::Mode::All, progress);
    if (!attribution)
        return;
    ModuleTreeOptions options;
    options.range = scoped.range;
    options.only = scoped.only;
    options.annotations = GraphAnnotations::of(*run);
    if (!attribution->namesModules() && !options.annotations)
        return;
    auto built = buildModuleTree(*run, *attribution, options, progress);
    if (built)
        section.blocks.push_back(TableBlock{
            moduleTable(Core::tr("Modules"), std::make_shared<const ModuleTree>(std::move(built->tree)), depth),
            longTable});
}

/// Nothing where the file has no inputs of operators whose work is known. `gaps`: of the whole run; null: no timeline.
void addLimits(const ScopedRun &scoped, const Gaps *gaps, Section &section, const Progress *progress)
{
    const RunPtr &run = scoped.of->run;
    LimitOptions options;
    options.steps = scoped.steps.get();
    options.gaps = gaps;
    options.isCommunication = scoped.communication.get();
    auto limits = hasPrintedCalls(*run)
                      ? std::optional(limitsOfProfile(*run, scoped.of->trees.phase, options))
                      : limitsWithin(*run, options, scoped.range, scoped.only.get(), progress);
    if (limits && !limits->rows.empty())
        section.blocks.push_back(
            TableBlock{limitsReport(run, std::make_shared<const Limits>(std::move(*limits))), longTable});
}

void addTime(const ScopedRun &scoped, const Gaps *gaps, Section &section)
{
    const RunPtr &run = scoped.of->run;
    if (!run->gpu.size())
        return;
    if (gaps) {
        ReportTable causes =
            gapCauseReport(run, std::make_shared<const Gaps>(gapsWithin(*run, *gaps, scoped.range, scoped.only.get())));
        if (scoped.only)
            causes.notes << Core::tr("Idle time before work of the chosen steps.");
        section.blocks.push_back(TableBlock{std::move(causes)});
    }
    if (scoped.steps->steps.empty())
        return;
    ReportTable steps = stepReport(run, scoped.steps);
    if (scoped.listed)
        steps = withRows(std::move(steps), stepRowsWithin(*scoped.steps, scoped.listed));
    if (scoped.listed.range)
        steps.notes << Core::tr("Steps that reach into the range, each with all of its work.");
    section.blocks.push_back(TableBlock{std::move(steps), longTable});
}

void addTables(const ScopedRun &scoped, bool hasVerdicts, Section &section)
{
    const RunPtr &run = scoped.of->run;
    std::vector<int> only;
    if (scoped.of->table >= 0)
        only.push_back(scoped.of->table);
    if (!scoped.text.isEmpty() && !run->tables.empty())
        section.blocks.push_back(TextBlock{
            Core::tr("Of the whole run: the tables of the file hold sums, which cannot be divided by time or step.")});
    if (auto balances = balancesOf(run->tables, only); !balances.empty())
        section.blocks.push_back(TableBlock{balanceReport(std::move(balances))});
    const bool hasKernels = std::ranges::any_of(run->tables, [](const Table &t) { return t.kind == "ncu-kernels"; });
    const std::vector<int> sameAs = identicalTables(run->tables);
    for (size_t t = 0; t < run->tables.size(); ++t) {
        const Table &table = run->tables[t];
        if (scoped.of->table < 0 && sameAs[t] >= 0) {
            section.blocks.push_back(
                TextBlock{Core::tr("%1 is identical to %2: shown once.")
                              .arg(shownTitle(table.title), shownTitle(run->tables[size_t(sameAs[t])].title))});
            continue;
        }
        if ((scoped.of->table >= 0 && size_t(scoped.of->table) != t) || (hasKernels && table.kind == "ncu") ||
            (hasVerdicts && table.kind == "ncu-kernels"))
            continue; // ncu's metrics, line by line: the table of kernels or of verdicts has them
        section.blocks.push_back(TableBlock{printedReport(run, t, printedRows(table)), longTable});
    }
}

} // namespace

std::vector<Section> runSections(const ScopedRun &scoped, bool hasVerdicts, const Progress *progress)
{
    std::vector<Section> sections;
    const auto gaps = scoped.run().gpu.size() ? findShownGaps(scoped.run(), progress) : std::nullopt;
    const Gaps *known = gaps ? &*gaps : nullptr;
    const auto add = [&](const QString &title, auto fill) {
        Section section{title, 2, {}};
        fill(section);
        if (!section.blocks.empty())
            sections.push_back(std::move(section));
    };
    add(Core::tr("Stages"), [&](Section &section) { addStages(scoped, section, progress); });
    if (!hasVerdicts || scoped.run().gpu.size() > 0)
        add(Core::tr("Kernels"), [&](Section &section) { addKernels(scoped, section, progress); });
    add(Core::tr("Limits"), [&](Section &section) { addLimits(scoped, known, section, progress); });
    add(Core::tr("Modules"), [&](Section &section) { addModules(scoped, section, progress); });
    add(Core::tr("Steps and idle time"), [&](Section &section) { addTime(scoped, known, section); });
    add(Core::tr("Tables"), [&](Section &section) { addTables(scoped, hasVerdicts, section); });
    return sections;
}

} // namespace ws
