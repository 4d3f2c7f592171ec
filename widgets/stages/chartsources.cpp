#include "widgets/stages/chartsources.h"

#include "core/base/texts.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>
#include <map>

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

/// A step, phase or rank: labelled by its own name, with the run's next to it.
ChartSource barOf(const ChartSource &run, const StageBarView &view, bool several)
{
    ChartSource source = run;
    source.shortLabel = view.isOutside ? Views::tr("outside") : toText(view.shortLabel);
    const QString name = view.isOutside ? Views::tr("outside any step") : toText(view.label);
    source.label = several ? Views::tr("%1, %2").arg(name, run.of) : name;
    source.note = several ? run.of : view.bar->steps ? Views::tr("steps: %1").arg(view.bar->steps) : QString();
    source.order = view.bar->order;
    source.step = view.bar->step;
    source.phase = view.bar->phase;
    return source;
}

/// Phases of a layerwise profile and tables have no time in common: each is always a bar.
ChartSource partOf(const ChartSource &run, const StageBarView &view, bool several)
{
    ChartSource source = run;
    const QString name = toText(view.label);
    source.label = several ? run.label + u' ' + name : name;
    source.shortLabel = name;
    return source;
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
        if (view.bar || run.owner->parts.size() > 1)
            source.part = view.label;
        sources.push_back(std::move(source));
    }
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
    const std::vector<const StageRun *> runs = controller.runs();
    const bool several = std::count_if(runs.begin(), runs.end(), [](const StageRun *run) { return run->shown; }) > 1;
    for (const StageRun *run : runs) {
        if (!run->shown || !run->state || run->state->names->size() == 0)
            continue;
        ChartSource source;
        source.label = source.of = run->label;
        source.givenLabel = run->givenLabel;
        source.classes = run->state->classes;
        source.nonGpu = run->nonGpu();
        source.run = run->run;
        source.owner = run->state;
        source.note = notesOf(*run).join(Views::tr(", "));
        addBars(sources, source, several, controller.bars().by != BarsBy::Run);
    }
    arrangeBars(sources, controller.bars().by);
    return sources;
}

} // namespace ws
