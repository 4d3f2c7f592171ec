#include "core/report/html/rundocument.h"

#include "core/analysis/compare/compareruns.h"
#include "core/analysis/compare/differences.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/runlabel.h"
#include "core/report/balancereport.h"
#include "core/report/comparereport.h"
#include "core/report/html/documenttables.h"
#include "core/report/html/provenance.h"
#include "core/report/html/redaction.h"
#include "core/report/html/scopedrun.h"
#include "core/report/html/severalruns.h"
#include "core/report/notereport.h"

namespace ws {
namespace {

ComparedPart partOf(const ReportedRun &run)
{
    ComparedPart part{run.run, run.phase, {}, run.label};
    if (run.phase < 0)
        part.phases = run.trees.phase;
    if (run.table >= 0)
        part.tables = {run.table};
    return part;
}

/// How a mean unit of A, or where there is none the whole recording, becomes that of B.
std::optional<WaterfallChart> waterfall(const Comparison &comparison)
{
    const Explanation &why = comparison.explanation;
    const WallBudget &a = why.known ? why.a : why.wholeA, &b = why.known ? why.b : why.wholeB;
    if (a.wallNs <= 0 || b.wallNs <= 0)
        return std::nullopt;
    WaterfallChart chart{"comparison", explanationReport(comparison).title, {}, {}};
    chart.steps.push_back({Core::tr("A: %1").arg(comparison.labelA), a.wallNs, true});
    const auto add = [&](const QString &label, int64_t ns) {
        if (ns)
            chart.steps.push_back({label, ns, false});
    };
    add(Core::tr("Computation"), b.computeNs - a.computeNs);
    add(Core::tr("Exposed communication"), b.exposedCommNs - a.exposedCommNs);
    add(Core::tr("Exposed copies"), b.exposedCopyNs - a.exposedCopyNs);
    const QString idle[] = {Core::tr("Idle, blocking call"), Core::tr("Idle, launched late"),
                            Core::tr("Idle, launched before"), Core::tr("Idle, cause unknown")};
    for (size_t c = 0; c < gapCauseCount; ++c)
        add(idle[c], b.idle[c] - a.idle[c]);
    chart.steps.push_back({Core::tr("B: %1").arg(comparison.labelB), b.wallNs, true});
    return chart;
}

/// The bars of both on one scale.
BarChart stagesOfBoth(const ReportedRun &a, const ReportedRun &b, const Progress *progress)
{
    BarChart chart{"stages-both", Core::tr("Stages of both (mapping %1)").arg(toText(a.mapping.name())), {}, {}};
    for (const ReportedRun *run : {&a, &b}) {
        const StageState state = stageState(
            run->run, nullptr, {run->mapping, {}, SweepChoice::Automatic, {}, run->trees, {}, run->table, run->phase},
            progress);
        if (state.isComplete() && state.names->size())
            std::ranges::move(stageChartBars(run->label, state), std::back_inserter(chart.bars));
    }
    return chart;
}

struct ComparisonParts
{
    std::vector<Block> first;
    Section section;
};

/// `stages`: of both on one scale; without bars: left out.
std::optional<ComparisonParts> comparisonParts(ComparedPart a, ComparedPart b, BarChart stages,
                                               const Progress *progress)
{
    const auto runA = comparedRun(std::move(a), {}, progress), runB = comparedRun(std::move(b), {}, progress);
    if (!runA || !runB)
        return std::nullopt;
    auto pair = compareRuns(runA, runB, progress);
    if (!pair)
        return std::nullopt;
    const Comparison &comparison = pair->comparison;
    ComparisonParts parts;
    for (const QString &line : fitLines(comparison))
        parts.first.push_back(TextBlock{line});
    parts.first.push_back(TextBlock{comparison.headline, true});
    parts.first.push_back(TextBlock{Core::tr("Verdict: %1. A is %2, B is %3.")
                                        .arg(verdictText(comparison.verdict), comparison.labelA, comparison.labelB)});
    ListBlock list;
    for (const QString &reason : comparison.reasons)
        list.items.push_back({reason, {}});
    for (const Explanation::Reading &reading : comparison.explanation.readings)
        if (reading.id != "totals") // the overview of their document has them
            list.items.push_back({reading.text, {}});
    if (!list.items.empty())
        parts.first.push_back(std::move(list));
    if (!comparison.balances.empty())
        parts.first.push_back(TableBlock{balanceReport(comparison.balances)});

    parts.section = {Core::tr("Comparison"), 2, {}};
    if (auto chart = waterfall(comparison)) {
        parts.first.push_back(std::move(*chart));
        parts.section.blocks.push_back(TableBlock{explanationReport(comparison)});
    }
    if (stages.bars.size() > 1)
        parts.section.blocks.push_back(std::move(stages));
    const bool hasRows = std::ranges::count(comparison.tables, DiffBy::Row) > 0;
    for (const DiffBy by : hasRows ? std::vector{DiffBy::Row} : std::vector{DiffBy::Stage, DiffBy::Kernel}) {
        auto table = by == DiffBy::Kernel ? std::optional(pair->kernels)
                                          : differences(*pair->a, *pair->b, comparison, by, progress);
        if (!table)
            return std::nullopt;
        ReportTable report = differenceReport(comparison, std::make_shared<const DiffTable>(std::move(*table)));
        report.title = by == DiffBy::Stage    ? Core::tr("Differences by stage")
                       : by == DiffBy::Kernel ? Core::tr("Differences by kernel")
                                              : Core::tr("Differences of the tables' rows");
        if (by == DiffBy::Kernel)
            addShortNames(report);
        parts.section.blocks.push_back(TableBlock{std::move(report), 200});
    }
    parts.section.blocks.push_back(TableBlock{comparabilityReport(comparison)});
    return parts;
}

/// A and B, or the two parts that one file consists of (tables of two machines in one document); else none.
std::vector<ComparedPart> comparedParts(const ReportRequest &request)
{
    const ReportedRun &first = request.runs.front();
    if (request.isSeveral())
        return {};
    if (request.runs.size() == 2)
        return {partOf(first), partOf(request.runs[1])};
    const bool isWhole = request.scope.isWhole() && first.phase < 0 && first.table < 0;
    return isWhole && first.run->layerwise.empty() ? twoPartsOf(first.run) : std::vector<ComparedPart>();
}

QString titleOf(const ReportRequest &request)
{
    if (!request.title.isEmpty())
        return request.title;
    if (request.isSeveral())
        return Core::tr("%1 and %2 more, side by side").arg(request.runs[0].label).arg(request.runs.size() - 1);
    if (request.runs.size() == 2)
        return Core::tr("%1 against %2").arg(request.runs[1].label, request.runs[0].label);
    return request.runs.front().label;
}

/// What the numbers leave out.
QStringList exclusions(const std::vector<ScopedRun> &runs)
{
    QStringList list;
    for (const ScopedRun &scoped : runs) {
        const QString &label = scoped.of->label;
        if (!scoped.text.isEmpty())
            list << Core::tr("%1: what is outside of %2 is not counted.").arg(label, scoped.text);
        if (scoped.run().info.gpuAnnotations)
            list << Core::tr("%1: labels over GPU work (%2 gpu_user_annotation) are not counted.")
                        .arg(label, formatCount(int64_t(scoped.run().info.gpuAnnotations)));
        if (!scoped.run().info.complete)
            list << Core::tr("%1: the file ends early; what is behind its end is missing.").arg(label);
    }
    return list;
}

/// What the first page says of a run, and the sections of its own.
struct RunParts
{
    QString headline;
    std::vector<Block> first;
    std::vector<Section> own;
};

std::optional<RunParts> runParts(const ScopedRun &one, const std::vector<RunPtr> &ncu, const Progress *progress)
{
    VerdictParts verdicts = verdictParts(one, ncu, progress);
    auto parts = overviewParts(one, verdicts.said, progress);
    if (!parts)
        return std::nullopt;
    const bool leads = verdicts.said.headline, hasVerdicts = !verdicts.sections.empty();
    RunParts all{leads ? verdicts.headline : parts->headline, {}, {}};
    OverviewParts &begin = leads ? verdicts : *parts;
    if (!leads) {
        all.first = std::move(parts->first);
        std::ranges::move(verdicts.first, std::back_inserter(all.first));
    } else {
        all.first = std::move(verdicts.first);
        std::ranges::move(parts->first, std::back_inserter(all.first));
    }
    if (!one.of->notes.empty())
        all.first.push_back(TableBlock{noteReport(one.of->notes)});
    all.own = std::move(begin.sections);
    std::ranges::move(leads ? parts->sections : verdicts.sections, std::back_inserter(all.own));
    std::ranges::move(runSections(one, hasVerdicts, progress), std::back_inserter(all.own));
    return all;
}

/// One run, or A and B with what the first page says of each in a part of its own.
bool addRuns(Document &document, const std::vector<ScopedRun> &scoped, const ReportRequest &request,
             const Progress *progress)
{
    const bool isPair = scoped.size() == 2;
    ptrdiff_t summaries = 1; // sections of the first page
    for (const ScopedRun &one : scoped) {
        auto parts = runParts(one, request.ncu, progress);
        if (!parts)
            return false;
        if (isPair) {
            const QString title = one.of == &request.runs.front() ? QStringLiteral("A: %1") : QStringLiteral("B: %1");
            document.sections.insert(document.sections.begin() + summaries++, {title.arg(one.of->label), 3, {}});
            document.sections.push_back({one.of->label, 2, {}});
        }
        std::ranges::move(parts->first, std::back_inserter(document.sections[size_t(summaries - 1)].blocks));
        for (Section &section : parts->own) {
            section.level = isPair ? 3 : 2;
            document.sections.push_back(std::move(section));
        }
    }
    return true;
}

/// The page of all, then a section a run.
bool addSideBySide(Document &document, const std::vector<ScopedRun> &scoped, const ReportRequest &request,
                   const Progress *progress)
{
    QStringList headlines;
    std::vector<Section> sections;
    for (const ScopedRun &one : scoped) {
        auto parts = runParts(one, request.ncu, progress);
        if (!parts)
            return false;
        headlines << parts->headline;
        sections.push_back({one.of->label, 2, std::move(parts->first)});
        for (Section &section : parts->own) {
            section.level = 3;
            sections.push_back(std::move(section));
        }
    }
    document.sections = severalRunsSections(scoped, headlines, progress);
    if (document.sections.empty())
        return false;
    std::ranges::move(sections, std::back_inserter(document.sections));
    return true;
}

} // namespace

Result<Document> runDocument(const ReportRequest &request, const Progress *progress)
{
    const Error cancelled{ErrorKind::Cancelled, Core::tr("cancelled"), {}};
    std::vector<ScopedRun> scoped;
    for (const ReportedRun &run : request.runs) {
        auto one = scopedRun(run, request.scope, progress);
        if (!one)
            return one.error();
        scoped.push_back(std::move(*one));
    }
    Document document{titleOf(request), request.language, {{{}, 2, {}}}};
    if (const auto sides = comparedParts(request); sides.size() == 2) {
        BarChart stages;
        if (scoped.size() == 2)
            stages = stagesOfBoth(request.runs[0], request.runs[1], progress);
        auto parts = comparisonParts(sides[0], sides[1], std::move(stages), progress);
        if (!parts)
            return cancelled;
        document.sections[0].blocks = std::move(parts->first);
        document.sections.push_back(std::move(parts->section));
    }
    if (!(request.isSeveral() ? addSideBySide : addRuns)(document, scoped, request, progress))
        return cancelled;
    std::vector<ProvenanceRun> sources;
    for (const ReportedRun &run : request.runs)
        sources.push_back({run.run, run.label, run.mapping, run.mappingFrom});
    for (const RunPtr &ncu : request.ncu)
        if (ncu != request.runs.front().run)
            sources.push_back({ncu, runLabel(*ncu), request.runs.front().mapping, request.runs.front().mappingFrom});
    const QString scope = scoped[0].text.isEmpty() ? Core::tr("the whole recording") : scoped[0].text;
    document.sections.push_back(
        {Core::tr("Where the numbers come from"), 2, provenance(sources, scope, exclusions(scoped))});
    if (request.redact) {
        std::vector<RunPtr> runs;
        for (const ReportedRun &run : request.runs)
            runs.push_back(run.run);
        runs.insert(runs.end(), request.ncu.begin(), request.ncu.end());
        Redaction redaction(runs);
        redaction.apply(document);
        QStringList removed = redaction.removed();
        if (removed.isEmpty())
            removed << Core::tr("nothing");
        document.sections.back().blocks.push_back(
            TextBlock{Core::tr("Removed from this report: %1.").arg(listed(removed))});
    }
    return document;
}

} // namespace ws
