#include "widgets/stages/chartsources.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace ws {
namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("StageChart", text);
}

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QStringList notesOf(const StageRun &run)
{
    QStringList notes;
    if (run.state->focus)
        notes << tr("only %1").arg(run.state->focus.title);
    if (const auto &range = run.state->range)
        notes << tr("range %1").arg(formatDuration(range->length()));
    if (run.own)
        notes << tr("mapping %1").arg(toText(run.own->name()));
    return notes;
}

/// Phases of a layerwise profile and tables have no time in common: each is a bar in any case.
void addParts(std::vector<ChartSource> &sources, ChartSource source, bool several)
{
    const QString label = source.label;
    std::vector<int64_t> costs;
    for (const StagePhase &phase : source.owner->phases)
        costs.push_back(phase.sums.all.elapsedNs);
    const BarChoice &choice = source.owner->barChoice;
    std::vector<size_t> places(costs.size());
    for (size_t i = 0; i < places.size(); ++i)
        places[i] = i;
    if (choice.by != BarsBy::Run)
        places = pickBars(costs, choice);
    for (size_t place : places) {
        const StagePhase &phase = source.owner->phases[place];
        source.label = several ? label + u' ' + phase.name : phase.name;
        source.shortLabel = phase.name;
        source.sums = &phase.sums;
        sources.push_back(source);
    }
}

} // namespace

void addTimelineBars(std::vector<ChartSource> &sources, ChartSource run, bool several)
{
    if (!run.owner->bars) {
        sources.push_back(std::move(run));
        return;
    }
    const QString label = run.of;
    for (const StageBar &bar : run.owner->bars->bars) {
        ChartSource source = run;
        source.nonGpu = {};
        const bool isOutside = bar.label == outsideLabel;
        source.shortLabel = isOutside ? tr("outside") : toText(bar.shortLabel);
        const QString name = isOutside ? tr("outside any step") : toText(bar.label);
        source.label = several ? tr("%1, %2").arg(name, label) : name;
        source.note = several ? label : bar.steps ? tr("steps: %1").arg(bar.steps) : QString();
        source.sums = &bar.sums;
        source.order = bar.order;
        source.step = bar.step;
        source.phase = bar.phase;
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
    for (ChartSource &source : sources) { // a rank says enough where there are not two of it
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
        source.classes = run->state->classes;
        source.sums = (run->state->focus ? run->state->focusSums : run->state->sums).get();
        source.nonGpu = run->nonGpu();
        source.run = run->run;
        source.owner = run->state;
        source.note = notesOf(*run).join(tr(", "));
        if (run->state->phases.empty())
            addTimelineBars(sources, std::move(source), several);
        else
            addParts(sources, std::move(source), runs.size() > 1);
    }
    arrangeBars(sources, controller.bars().by);
    return sources;
}

} // namespace ws
