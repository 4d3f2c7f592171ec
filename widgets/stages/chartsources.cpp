#include "widgets/stages/chartsources.h"

#include "core/analysis/steps/phasetimes.h"
#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/phases.h"
#include "widgets/session/comparepair.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>
#include <map>
#include <set>

namespace ws {
namespace {

QStringList notesOf(const StageRun &run)
{
    QStringList notes;
    if (run.state->focus)
        notes << Views::tr("only %1").arg(run.state->focus.title);
    if (const auto &range = run.state->range)
        notes << Views::tr("range %1").arg(formatDuration(range->length()));
    if (run.own)
        notes << Views::tr("mapping %1").arg(toText(run.own->name()));
    return notes;
}

/// The bar's label with the phase in the user's language: "decode", "3 decode 32".
QString barName(const StageBarView &view)
{
    if (!view.bar->phase.empty())
        return phaseText(view.bar->phase);
    QStringList words = toText(view.label).split(u' ');
    if (view.bar->step != noStep && words.size() > 1 && words[0] == toText(view.shortLabel))
        words[1] = phaseText(words[1].toStdString());
    return words.join(u' ');
}

/// A step, phase or rank: labelled by its own name, with the run's next to it.
ChartSource barOf(const ChartSource &run, const StageBarView &view, bool several)
{
    ChartSource source = run;
    const bool isPhase = !view.bar->phase.empty();
    const QString name = view.isOutside ? Views::tr("outside any step") : barName(view);
    source.shortLabel = view.isOutside ? Views::tr("outside") : isPhase ? name : toText(view.shortLabel);
    source.label = several ? Views::tr("%1, %2").arg(name, run.of) : name;
    source.note = several           ? run.of
                  : view.bar->steps ? Views::tr("steps: %1").arg(formatCount(int64_t(view.bar->steps)))
                                    : QString();
    source.order = view.bar->order;
    source.step = view.bar->step;
    source.phase = view.bar->phase;
    return source;
}

/// Requests that run in a phase; -1: the profile does not say it.
int64_t sequencesOf(const Run &run, const std::string &phase)
{
    const auto tree = std::ranges::find(run.layerwise, phase, &ModuleTree::phase);
    return tree == run.layerwise.end() ? -1 : tree->runningSeqs;
}

/// Phases of a layerwise profile and tables have no time in common: each is always a bar.
ChartSource partOf(const ChartSource &run, const StageBarView &view, bool several)
{
    ChartSource source = run;
    const QString name = toText(view.label);
    source.label = several ? run.label + u' ' + name : name;
    source.shortLabel = name;
    if (const int64_t sequences = sequencesOf(*run.run, view.label); sequences >= 0) {
        const QString text = Views::tr("%1 sequences").arg(formatCount(sequences));
        source.note = source.note.isEmpty() ? text : source.note + Views::tr(", ") + text;
    }
    return source;
}

QString sideLabel(const StageRun &run, const ComparePair &pair)
{
    return (pair.sideOf(run.context) == ComparePair::A ? Views::tr("A: %1") : Views::tr("B: %1")).arg(run.label);
}

/// Of the bars from `first` on those of the part that its side of the comparison stands for.
void keepShownPart(std::vector<ChartSource> &sources, size_t first, const ShownPart &shown)
{
    if (shown.phase < 0 && shown.tables.empty())
        return;
    const auto isShown = [&](const ChartSource &source) {
        const std::vector<StagePart> &parts = source.owner->parts;
        const auto part = parts.size() == 1 ? parts.begin() : std::ranges::find(parts, source.part, &StagePart::name);
        return part != parts.end() &&
               (part->tree >= 0 ? part->tree == shown.phase : std::ranges::count(shown.tables, part->table) > 0);
    };
    std::vector<ChartSource> kept(sources.begin(), sources.begin() + ptrdiff_t(first));
    for (size_t k = first; k < sources.size(); ++k)
        if (isShown(sources[k])) {
            kept.push_back(std::move(sources[k]));
            kept.back().isCompared = true;
        }
    sources = std::move(kept);
}

} // namespace

void addBars(std::vector<ChartSource> &sources, const ChartSource &run, bool several, bool pickParts)
{
    const StageBarViews views = barsOf(*run.owner, pickParts);
    for (const StageBarView &view : views.bars) {
        ChartSource source = view.bar             ? barOf(run, view, several)
                             : view.label.empty() ? run
                                                  : partOf(run, view, several);
        source.sums = view.sums;
        if (!view.bar && run.run && !run.run->layerwise.empty())
            source.treePhase = view.label;
        if (view.bar || run.owner->parts.size() > 1)
            source.part = view.label;
        sources.push_back(std::move(source));
    }
}

QStringList phaseKinds(const std::vector<ChartSource> &sources)
{
    QStringList kinds;
    for (const ChartSource &source : sources)
        if (const QString kind = toText(phaseKind(source.treePhase)); !kind.isEmpty() && !kinds.contains(kind))
            kinds << kind;
    return kinds;
}

std::vector<ChartSource> ofPhaseKind(const std::vector<ChartSource> &sources, const QString &kind)
{
    std::vector<ChartSource> chosen;
    for (const ChartSource &source : sources)
        if (toText(phaseKind(source.treePhase)) == kind)
            chosen.push_back(source);
    return chosen;
}

QString shownKind(const std::vector<std::string> &phases, const ChartOptions &options)
{
    constexpr int many = 4;
    std::map<QString, int> counts;
    for (const std::string &phase : phases)
        ++counts[toText(phaseKind(phase))];
    if (!options.phaseKind.isNull())
        return counts.contains(options.phaseKind) ? options.phaseKind : QString();
    const auto largest = std::ranges::max_element(counts, {}, [](const auto &entry) { return entry.second; });
    return counts.size() > 1 && largest->second >= many ? largest->first : QString();
}

std::vector<ChartSource> shownPhases(std::vector<ChartSource> sources, const ChartOptions &options)
{
    std::vector<std::string> phases; // all of the files: the choice does not depend on how many of them have a bar
    std::set<const Run *> seen;
    for (const ChartSource &source : sources)
        if (source.isCompared)
            phases.push_back(source.treePhase);
        else if (!source.treePhase.empty() && seen.insert(source.run.get()).second)
            for (std::string &phase : chosenPhases(source.run->layerwise))
                if (std::ranges::find(phases, phase) == phases.end())
                    phases.push_back(std::move(phase));
    if (const QString kind = shownKind(phases, options); !kind.isEmpty())
        sources = ofPhaseKind(sources, kind);
    std::erase_if(sources, [&](const ChartSource &source) { return options.hiddenPhases.contains(source.treePhase); });
    return sources;
}

void arrangeBars(std::vector<ChartSource> &sources, BarsBy by)
{
    if (by == BarsBy::Phase || by == BarsBy::Rank)
        std::stable_sort(sources.begin(), sources.end(),
                         [](const ChartSource &a, const ChartSource &b) { return a.order < b.order; });
    if (by != BarsBy::Rank)
        return;
    std::map<QString, int> count;
    for (const ChartSource &source : sources)
        ++count[source.shortLabel];
    for (ChartSource &source : sources) { // a rank is enough where it is unique
        if (source.shortLabel.isEmpty() || count[source.shortLabel] > 1)
            continue;
        source.label = source.shortLabel;
        source.note.clear();
    }
}

std::vector<ChartSource> chartSources(const StageController &controller)
{
    std::vector<ChartSource> sources;
    const std::vector<const StageRun *> runs = controller.shownRuns();
    const bool several = runs.size() > 1;
    const ComparePair *pair = controller.runsInForce() == StageRuns::Pair ? controller.session()->pair() : nullptr;
    for (const StageRun *run : runs) {
        if (!run->state || run->state->names->size() == 0)
            continue;
        ChartSource source;
        source.label = source.of = pair ? sideLabel(*run, *pair) : run->label;
        source.givenLabel = run->givenLabel;
        source.classes = run->state->classes;
        source.mapping = controller.mappingTitle(*run);
        source.nonGpu = run->nonGpu();
        source.run = run->run;
        source.owner = run->state;
        source.note = notesOf(*run).join(Views::tr(", "));
        const size_t before = sources.size();
        addBars(sources, source, several, controller.bars().by != BarsBy::Run);
        if (pair)
            keepShownPart(sources, before, run->context->viewState<ShownPart>());
    }
    arrangeBars(sources, controller.bars().by);
    return sources;
}

} // namespace ws
