#include "widgets/stages/charttitles.h"

#include "core/base/format.h"
#include "core/base/texts.h"
#include "core/model/devicewords.h"
#include "core/model/profilecontext.h"
#include "widgets/stages/chartsources.h"
#include "widgets/toolkit/viewtexts.h"

#include <algorithm>
#include <map>
#include <set>

namespace ws {
namespace {

QString pathText(const StageKey &path)
{
    return path.substage.empty() ? toText(path.stage) : toText(path.stage) + Views::tr(" › ") + toText(path.substage);
}

/// With the word for the devices of all these runs; GPU where they differ.
QString ofDevices(const QString &text, const std::vector<ChartSource> &sources)
{
    QStringList texts;
    for (const ChartSource &source : sources)
        texts << (source.run ? forDevice(text, *source.run) : text);
    texts.removeDuplicates();
    return texts.size() == 1 ? texts.front() : text;
}

/// The part of a run that its bars show.
QStringList barNotes(const std::vector<ChartSource> &sources, BarsBy by)
{
    QStringList notes;
    std::set<const StageState *> seen;
    std::map<const StageState *, size_t> partsShown;
    for (const ChartSource &source : sources)
        if (source.owner && !source.owner->parts.empty())
            ++partsShown[source.owner.get()];
    for (const auto &[state, shown] : partsShown)
        if (shown < state->parts.size())
            notes << Views::tr("%1 of %2 parts")
                         .arg(formatCount(int64_t(shown)), formatCount(int64_t(state->parts.size())));
    for (const ChartSource &source : sources) {
        if (by == BarsBy::Run || !source.owner || !source.owner->bars || !seen.insert(source.owner.get()).second)
            continue;
        const StageBars &bars = *source.owner->bars;
        if (source.owner->focus)
            notes << Views::tr("only %1").arg(source.owner->focus.title);
        if (source.owner->range)
            notes << Views::tr("range %1").arg(formatDuration(source.owner->range->length()));
        if (!bars.hasSteps)
            notes << Views::tr("no annotation of a step in the file");
        if (bars.shown < bars.all) {
            constexpr const char *texts[] = {QT_TRANSLATE_NOOP("Views", "%1 costliest of %2 steps"),
                                             QT_TRANSLATE_NOOP("Views", "first %1 of %2 steps"),
                                             QT_TRANSLATE_NOOP("Views", "%1 of %2 steps, evenly spread")};
            notes << Views::tr(texts[static_cast<size_t>(source.owner->barChoice.pick)])
                             .arg(formatCount(int64_t(bars.shown)), formatCount(int64_t(bars.all))) +
                         ofDevices(Views::tr(", %1 of the GPU work"), sources)
                             .arg(formatPercent(bars.allNs ? double(bars.shownNs) / double(bars.allNs) : 0));
        }
    }
    notes.removeDuplicates();
    return notes;
}

/// The only phase, the kind of all, or their number.
QString phaseText(const std::vector<ChartSource> &sources)
{
    if (sources.size() == 1)
        return toText(sources.front().treePhase);
    const QStringList kinds = phaseKinds(sources);
    return kinds.size() == 1 ? kinds.front() : Views::tr("%1 parts").arg(formatCount(int64_t(sources.size())));
}

QStringList choiceNotes(const TreeChoice &choice)
{
    QStringList notes;
    if (choice.every > 1)
        notes << Views::tr("1 of %1 phases, and the last").arg(choice.every);
    if (choice.folded && !choice.folded->empty()) {
        QStringList names;
        for (const std::string &name : *choice.folded)
            names << toText(name);
        notes << Views::tr("folded: %1").arg(names.join(Views::tr(", ")));
    }
    return notes;
}

size_t runsOf(const std::vector<ChartSource> &sources)
{
    std::set<const Run *> runs;
    for (const ChartSource &source : sources)
        runs.insert(source.run.get());
    return runs.size();
}

/// "Time by stage and step".
QString subject(const std::vector<ChartSource> &sources, const ChartOptions &options)
{
    constexpr const char *stages[] = {
        QT_TRANSLATE_NOOP("Views", "Time by stage"), QT_TRANSLATE_NOOP("Views", "Time by stage and step"),
        QT_TRANSLATE_NOOP("Views", "Time by stage and phase"), QT_TRANSLATE_NOOP("Views", "Time by stage and rank")};
    constexpr const char *kernels[] = {
        QT_TRANSLATE_NOOP("Views", "Time by kernel"), QT_TRANSLATE_NOOP("Views", "Time by kernel and step"),
        QT_TRANSLATE_NOOP("Views", "Time by kernel and phase"), QT_TRANSLATE_NOOP("Views", "Time by kernel and rank")};
    if (!options.path.stage.empty())
        return (options.calls ? Views::tr("Instances in %1") : Views::tr("Time in %1")).arg(pathText(options.path));
    const bool isNames = options.level == ChartLevel::Kernels;
    if (options.calls)
        return isNames ? Views::tr("Instances by name") : Views::tr("Instances by stage");
    if (isNames && !sources.empty() && std::all_of(sources.begin(), sources.end(), showsModules))
        return Views::tr("Time by module");
    return Views::tr((isNames ? kernels : stages)[static_cast<size_t>(options.bars)]);
}

} // namespace

bool showsModules(const ChartSource &source)
{
    return source.owner && source.owner->trees.parts == TreeParts::Modules && source.run &&
           !source.run->layerwise.empty();
}

void writeTitles(ChartData &data, const std::vector<ChartSource> &sources, const ChartOptions &options)
{
    const StageKey &path = options.path;
    const bool oneRun = !sources.empty() && std::all_of(sources.begin(), sources.end(), [&](const ChartSource &s) {
        return s.run && s.run == sources.front().run;
    });
    QString of = subject(sources, options);
    const ProfileContext context = oneRun ? profileContext(*sources.front().run) : ProfileContext();
    if (const QString what = contextTitle(context); !what.isEmpty() && options.bars == BarsBy::Run)
        of += Views::tr(", %1").arg(phaseText(sources)) + Views::tr(", %1").arg(what);
    else if (oneRun && options.bars != BarsBy::Run)
        of += Views::tr(", %1").arg(sources.front().of);
    else if (sources.size() == 1)
        of += Views::tr(", %1").arg(sources.front().label);
    else if (options.bars != BarsBy::Run)
        of += Views::tr(", %1 runs").arg(runsOf(sources));
    else
        of += oneRun ? Views::tr(", %1 parts").arg(formatCount(int64_t(sources.size())))
                     : Views::tr(", %1 runs").arg(formatCount(int64_t(sources.size())));
    data.title = options.title.isEmpty() ? of : options.title;

    QStringList notes;
    if (!options.title.isEmpty())
        notes << contextTitle(context);
    for (const ChartSource &source : sources)
        if (source.owner && !source.treePhase.empty())
            notes << choiceNotes(source.owner->trees);
    for (const ChartSource &source : sources)
        if (source.owner)
            for (const StagePart &part : source.owner->parts)
                if (part.whole.isCut())
                    notes << Views::tr("the rows hold %1 of %2")
                                 .arg(formatPercent(part.whole.rowsShare), formatRounded(part.whole.ns));
    notes.removeDuplicates();
    QStringList mappings; // in the order of the bars
    bool perDevice = false, isWhole = false, severalDevices = false;
    std::set<QString> totals;
    bool anyModules = false;
    for (const ChartSource &source : sources) {
        if (options.level == ChartLevel::Kernels && path.stage.empty() && showsModules(source))
            anyModules = true; // no mapping covers their names
        else
            mappings << (source.mapping.isEmpty() ? toText(source.classes->mapping.name()) : source.mapping);
        (source.sums->sweep == Sweep::Device ? perDevice : isWhole) = true;
        severalDevices |= source.run && source.run->gpu.devices.size() > 1;
        if (source.nonGpu.source == NonGpu::Given)
            totals.insert(source.nonGpu.totalNs < source.sums->anyBusyNs
                              ? Views::tr("no CPU(non-GPU): the entered seconds are less than the GPU time")
                              : Views::tr("CPU(non-GPU) from entered seconds"));
        if (source.nonGpu.source == NonGpu::TraceSpan)
            totals.insert(Views::tr("CPU(non-GPU) from the recording's length"));
    }
    if (anyModules)
        notes << Views::tr("each module with the kernels that lie directly in it");
    mappings.removeDuplicates();
    for (const QString &mapping : mappings)
        notes << Views::tr("mapping %1").arg(mapping);
    const bool overlapKnown = std::all_of(sources.begin(), sources.end(),
                                          [](const ChartSource &source) { return source.sums->overlapKnown; });
    if (data.calls)
        notes << Views::tr("numbers of instances");
    else if (!overlapKnown)
        notes << Views::tr("durations added up, no timeline tells what overlaps");
    else if (perDevice)
        notes << (isWhole ? Views::tr("elapsed per device where there are several")
                          : Views::tr("elapsed time per device, added up"));
    else
        notes << (severalDevices
                      ? ofDevices(Views::tr("elapsed time in which any GPU works, overlaps counted once"), sources)
                      : Views::tr("elapsed time, overlaps counted once"));
    for (const QString &total : totals)
        notes << total;
    notes << contextDetails(context);
    notes.removeAll(QString());
    notes = barNotes(sources, options.bars) + notes;
    data.subtitle = notes.join(Views::tr("  ·  "));
    if (data.calls)
        data.axis = data.percent ? Views::tr("share of the instances (%)") : Views::tr("instances");
    else if (data.percent)
        data.axis = !path.stage.empty() ? Views::tr("share of %1 (%)").arg(pathText(path))
                    : totals.empty()    ? ofDevices(Views::tr("share of GPU elapsed time (%)"), sources)
                                        : Views::tr("share of the total time (%)");
    else
        data.axis = Views::tr("elapsed time (%1)").arg(timeUnitName(data.unit));
}

} // namespace ws
