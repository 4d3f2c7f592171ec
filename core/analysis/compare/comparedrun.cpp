#include "core/analysis/compare/comparedrun.h"

#include "core/analysis/stages/communication.h"
#include "core/analysis/stages/mappinglibrary.h"
#include "core/analysis/steps/stepsource.h"
#include "core/analysis/trust/trust.h"
#include "core/model/runlabel.h"
#include "core/model/torchbalance.h"

#include <algorithm>
#include <set>

namespace ws {
namespace {

/// 1000 where all durations are whole microseconds.
int64_t clockOf(const GpuWork &gpu)
{
    const bool coarse =
        std::all_of(gpu.duration.begin(), gpu.duration.end(), [](int64_t ns) { return ns % 1000 == 0; });
    return coarse ? 1000 : 1;
}

QString partLabel(const ComparedPart &part)
{
    QString label = runLabel(*part.run);
    if (part.phase >= 0)
        label += u'#' + QString::fromStdString(part.run->layerwise[size_t(part.phase)].phase);
    else if (!part.phases.empty())
        label += u'#' + QString::fromStdString(part.phases);
    return label;
}

void setSteps(ComparedRun &run, Steps steps)
{
    run.named = std::make_shared<const Steps>(std::move(steps));
    run.cut.clear();
    for (const StepCut &cut : cutSteps(run.run(), *run.named))
        run.cut.push_back(bool(cut));
}

/// What names its steps beside the profiler.
enum : uint8_t { ByEngine = 1, BySections = 2 };
uint8_t stepNamersOf(const ComparedRun &run)
{
    uint8_t namers = 0;
    for (const Step &step : run.named->steps)
        if (step.activities && step.phase != "profiler")
            namers = uint8_t(namers | (step.phase == "section" ? BySections : ByEngine));
    return namers;
}

/// Null: the profiler counted no iteration that has GPU work.
std::shared_ptr<const ComparedRun> byProfilerSteps(const ComparedRun &run, const Progress *progress)
{
    auto steps = findSteps(run.run(), {StepSource::Pattern, QStringLiteral("^ProfilerStep#\\d+$")}, progress);
    if (!steps || std::ranges::none_of(steps->steps, [](const Step &step) { return step.activities > 0; }))
        return nullptr;
    auto result = std::make_shared<ComparedRun>(run);
    setSteps(*result, std::move(*steps));
    return result;
}

} // namespace

std::shared_ptr<const ComparedRun> comparedRun(ComparedPart part, const KnownAnalyses &known, const Progress *progress)
{
    auto result = std::make_shared<ComparedRun>();
    result->part = std::move(part);
    if (result->part.label.isEmpty())
        result->part.label = partLabel(result->part);
    if (!result->hasTimeline()) {
        result->named = std::make_shared<const Steps>();
        const auto findings = trustFindings(result->run(), *result->named, progress);
        if (!findings)
            return nullptr;
        result->fit = fitOf(result->run(), *findings);
        return result;
    }
    const Run &run = result->run();
    result->named = known.steps;
    if (!result->named) {
        auto steps = findSteps(run, progress);
        if (!steps)
            return nullptr;
        result->named = std::make_shared<const Steps>(std::move(*steps));
    }
    result->unit = known.unit;
    if (!result->unit && result->named->steps.empty()) {
        auto unit = findWorkUnit(run, progress);
        if (!unit)
            return nullptr;
        result->unit = std::make_shared<const WorkUnit>(std::move(*unit));
    }
    result->gaps = known.gaps;
    if (!result->gaps) {
        auto gaps = findShownGaps(run, progress);
        if (!gaps)
            return nullptr;
        result->gaps = std::make_shared<const Gaps>(std::move(*gaps));
    }
    StageClassifier classifier(std::make_shared<const NameSet>(run.gpu, run.strings, result->part.run));
    result->classes = classifier.classify(defaultMapping(), progress);
    if (!result->classes)
        return nullptr;
    result->communication =
        communicationById(*result->classes->names, communicationNames(*result->classes, nullptr), run.strings);
    for (const StepCut &cut : cutSteps(run, *result->named))
        result->cut.push_back(bool(cut));
    result->trust = known.trust;
    if (!result->trust) {
        auto findings = trustFindings(run, *result->named, progress);
        if (!findings)
            return nullptr;
        result->trust = std::make_shared<const std::vector<TrustFinding>>(std::move(*findings));
    }
    result->fit = fitOf(run, *result->trust);
    result->clockNs = clockOf(run.gpu);
    return result;
}

bool countByProfilerSteps(std::shared_ptr<const ComparedRun> &a, std::shared_ptr<const ComparedRun> &b,
                          const Progress *progress)
{
    if (!a->hasTimeline() || !b->hasTimeline() || a->named->steps.empty() || b->named->steps.empty())
        return false;
    const uint8_t inA = stepNamersOf(*a), inB = stepNamersOf(*b);
    if (inA == inB || (inA & inB))
        return false;
    auto byProfilerA = byProfilerSteps(*a, progress);
    auto byProfilerB = byProfilerA ? byProfilerSteps(*b, progress) : nullptr;
    if (!byProfilerB)
        return false;
    a = std::move(byProfilerA);
    b = std::move(byProfilerB);
    return true;
}

std::vector<PhaseSteps> phasesOfPart(const ComparedPart &part)
{
    const std::vector<ModuleTree> &trees = part.run->layerwise;
    return phaseSteps(trees, part.phase >= 0 ? trees[size_t(part.phase)].phase : part.phases);
}

PhasePairs phasePairs(const ComparedRun &a, const ComparedRun &b)
{
    PhasePairs result;
    if (!a.isLayerwise() || !b.isLayerwise())
        return result;
    result.onlyA = phasesOfPart(a.part);
    result.onlyB = phasesOfPart(b.part);
    const auto isChosen = [](const ComparedPart &part) { return part.phase >= 0 || !part.phases.empty(); };
    const bool areTwo = result.onlyA.size() == 1 && result.onlyB.size() == 1 && isChosen(a.part) && isChosen(b.part);
    for (PhaseSteps &own : result.onlyA) {
        const auto other = areTwo ? result.onlyB.begin() : std::ranges::find(result.onlyB, own.kind, &PhaseSteps::kind);
        if (other == result.onlyB.end())
            continue;
        const std::string name = own.kind == other->kind ? own.kind : own.kind + " | " + other->kind;
        result.pairs.push_back({name, std::move(own), std::move(*other)});
        own.trees.clear();
        result.onlyB.erase(other);
    }
    std::erase_if(result.onlyA, [](const PhaseSteps &phase) { return phase.trees.empty(); });
    // What was left out on purpose on one side is not missing on the other.
    if (isChosen(a.part) != isChosen(b.part))
        (isChosen(a.part) ? result.onlyB : result.onlyA).clear();
    return result;
}

std::vector<ComparedPart> twoPartsOf(const RunPtr &run)
{
    std::vector<ComparedPart> parts;
    if (run->gpu.size())
        return parts;
    std::vector<std::string> phases;
    for (size_t tree = 0; tree < run->layerwise.size(); ++tree)
        if (std::find(phases.begin(), phases.end(), run->layerwise[tree].phase) == phases.end()) {
            phases.push_back(run->layerwise[tree].phase);
            parts.push_back({run, int(tree), {}, {}});
        }
    if (!parts.empty()) {
        if (parts.size() != 2)
            parts.clear();
        return parts;
    }
    std::set<std::string> seen;
    parts.push_back({run, -1, {}, {}});
    const std::vector<int> sameAs = repeatedTables(run->tables);
    for (size_t table = 0; table < run->tables.size(); ++table) {
        const Table &printed = run->tables[table];
        if (sameAs[table] >= 0 || printed.kind == looseTotalsKind || printed.kind == "ncu-kernels")
            continue; // quoted again, no table of a run, or made of the rows of another table
        if (!seen.insert(printed.report.empty() ? printed.kind : printed.report).second) {
            seen = {printed.report.empty() ? printed.kind : printed.report};
            parts.push_back({run, -1, {}, {}});
        }
        parts.back().tables.push_back(int(table));
    }
    if (parts.size() != 2)
        return {};
    std::vector<Labelled> things;
    for (const ComparedPart &part : parts)
        things.push_back({runLabel(*run), QString::fromStdString(run->tables[size_t(part.tables.front())].title), {}});
    const QStringList labels = distinctLabels(things);
    for (size_t k = 0; k < parts.size(); ++k)
        parts[k].label = labels[qsizetype(k)];
    return parts;
}

} // namespace ws
