#include "widgets/session/stagestate.h"

#include "core/analysis/stages/communication.h"
#include "core/analysis/stages/tablework.h"

#include <QFileInfo>

namespace ws {
namespace {

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Tables and layerwise profiles have no timeline: the names of all of them stand one after the other in one set, each
/// part has sums for its own.
void readParts(const Run &run, StageState &state)
{
    const std::vector<NamedWork> works = workWithoutTimeline(run, -1, -1, state.parts);
    std::vector<std::string> texts;
    for (const NamedWork &work : works)
        for (size_t i = 0; i < work.names->size(); ++i)
            texts.emplace_back(work.names->text(i));
    const size_t count = texts.size();
    state.names = std::make_shared<const NameSet>(std::move(texts));
    NameSums all;
    all.names.resize(count);
    all.overlapKnown = false;
    size_t first = 0;
    for (const NamedWork &work : works) {
        StagePhase part{toText(work.title), work.table, work.tree, work.sums};
        part.sums.names.assign(count, NameSum());
        std::copy(work.sums.names.begin(), work.sums.names.end(),
                  part.sums.names.begin() + static_cast<std::ptrdiff_t>(first));
        std::copy(work.sums.names.begin(), work.sums.names.end(),
                  all.names.begin() + static_cast<std::ptrdiff_t>(first));
        first += work.names->size();
        all.all.add(work.sums.all);
        state.phases.push_back(std::move(part));
    }
    all.anyBusyNs = all.all.elapsedNs;
    state.sums = std::make_shared<const NameSums>(std::move(all));
}

Sweep sweepOf(const GpuWork &gpu, SweepChoice choice)
{
    if (choice == SweepChoice::Automatic)
        return defaultSweep(gpu);
    return choice == SweepChoice::Device ? Sweep::Device : Sweep::Whole;
}

/// Bars of steps, phases or ranks, each with its own sums; none when cancelled.
void sumBars(const RunPtr &run, StageState &state, const StageRequest &request, const Progress *progress)
{
    state.bars = nullptr;
    if (request.bars.by == BarsBy::Run)
        return;
    if (request.bars.by != BarsBy::Rank && !state.steps) {
        auto steps = findSteps(*run, progress);
        if (!steps)
            return;
        state.steps = std::make_shared<const Steps>(std::move(*steps));
    }
    auto bars = stageBars(*run, *state.names, state.steps.get(), request.bars, state.sweep, request.range, progress,
                          request.focus.activities.get());
    state.bars = bars ? std::make_shared<const StageBars>(std::move(*bars)) : nullptr;
}

/// None when cancelled.
void findCommunication(const Run &run, StageState &state, const Progress *progress)
{
    const bool needsDefault = needsDefaultMapping(*state.classes);
    if (needsDefault && !state.defaultClasses)
        state.defaultClasses = state.classifier->classify(defaultMapping(), progress);
    if (needsDefault && !state.defaultClasses)
        return;
    const auto names = communicationNames(*state.classes, needsDefault ? state.defaultClasses.get() : nullptr);
    state.communication =
        std::make_shared<const std::vector<uint8_t>>(communicationById(*state.names, names, run.strings));
}

} // namespace

QString runLabel(const Run &run)
{
    const QString file = QFileInfo(run.info.stamp.path).fileName();
    return run.info.name.empty() ? file : file + u'#' + toText(run.info.name);
}

StageState stageState(const RunPtr &run, const StageState *before, const StageRequest &request,
                      const Progress *progress)
{
    const bool hasTimeline = run->gpu.size() > 0;
    StageState state = before ? *before : StageState{};
    if (!hasTimeline && state.parts != request.parts)
        state = {};
    state.parts = request.parts;
    if (!state.names) {
        if (hasTimeline)
            state.names = std::make_shared<const NameSet>(run->gpu, run->strings, run);
        else
            readParts(*run, state);
        state.classifier = std::make_shared<StageClassifier>(state.names);
    }
    if (!state.classes || state.classes->mapping != request.mapping) {
        state.classes = state.classifier->classify(request.mapping, progress);
        state.communication = nullptr;
    }
    if (hasTimeline && state.classes && !state.communication)
        findCommunication(*run, state, progress);
    const Sweep sweep = sweepOf(run->gpu, request.sweep);
    if (hasTimeline && (!state.rangeSums || state.rangeSums->sweep() != sweep)) {
        state.rangeSums = RangeSums::make(run->gpu, state.names, sweep, progress);
        state.sums = nullptr;
    }
    if (state.rangeSums && (!state.sums || state.range != request.range))
        state.sums = std::make_shared<const NameSums>(state.rangeSums->of(request.range));
    const bool sameSums = state.range == request.range && state.sweep == sweep && state.focus == request.focus;
    const bool sameBars = sameSums && state.barChoice == request.bars;
    state.range = request.range;
    state.sweep = sweep;
    state.barChoice = request.bars;
    state.focus = request.focus;
    if (!sameSums)
        state.focusSums = nullptr;
    if (state.focus && !state.focusSums)
        if (auto sums = sumNames(run->gpu, *state.names, sweep, request.range, progress, state.focus.activities.get()))
            state.focusSums = std::make_shared<const NameSums>(std::move(*sums));
    if (hasTimeline && (!sameBars || (request.bars.by != BarsBy::Run && !state.bars)))
        sumBars(run, state, request, progress);
    return state;
}

} // namespace ws
