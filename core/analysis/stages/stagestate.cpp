#include "core/analysis/stages/stagestate.h"

#include "core/analysis/stages/communication.h"
#include "core/analysis/stages/mappinglibrary.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ws {
namespace {

/// The names of all parts, each once however many have it. In one table equal names stay apart: torch cuts them.
class PartNames
{
public:
    /// By name of the work.
    std::vector<size_t> add(const NameSet &names)
    {
        std::vector<size_t> places;
        std::map<std::string_view, size_t> seen;
        for (const std::string_view text : names.texts()) {
            auto &own = m_places[std::string(text)];
            const size_t number = seen[text]++;
            if (number == own.size()) {
                own.push_back(m_texts.size());
                m_texts.emplace_back(text);
            }
            places.push_back(own[number]);
        }
        return places;
    }
    std::vector<std::string> take() { return std::move(m_texts); }

private:
    std::map<std::string, std::vector<size_t>> m_places;
    std::vector<std::string> m_texts;
};

/// Tables and layerwise profiles have no timeline: one set holds the names of all of them, and each part has sums for
/// its own. What two parts list counts once in the sum of all.
void readParts(const Run &run, const StageRequest &request, StageState &state)
{
    const std::vector<NamedWork> works = workWithoutTimeline(run, request.table, request.tree, request.trees);
    PartNames names;
    std::vector<std::vector<size_t>> places;
    for (const NamedWork &work : works)
        places.push_back(names.add(*work.names));
    std::vector<std::string> texts = names.take();
    const size_t count = texts.size();
    state.names = std::make_shared<const NameSet>(std::move(texts));
    NameSums all;
    all.names.resize(count);
    all.overlapKnown = std::ranges::all_of(works, [](const NamedWork &work) { return work.sums.overlapKnown; });
    for (size_t i = 0; i < works.size(); ++i) {
        const NamedWork &work = works[i];
        StagePart part{work.title, work.table, work.tree, work.sums, work.whole};
        part.sums.names.assign(count, NameSum());
        for (size_t name = 0; name < places[i].size(); ++name) {
            part.sums.names[places[i][name]] = work.sums.names[name];
            if (!work.adds(name))
                continue;
            all.names[places[i][name]].add(work.sums.names[name]);
            all.all.add(work.sums.names[name]);
        }
        state.parts.push_back(std::move(part));
    }
    all.anyBusyNs = all.all.elapsedNs;
    state.sums = std::make_shared<const NameSums>(std::move(all));
}

void readNames(const RunPtr &run, const StageRequest &request, StageState &state)
{
    if (run->gpu.size() > 0)
        state.names = std::make_shared<const NameSet>(run->gpu, run->strings, run);
    else
        readParts(*run, request, state);
    state.classifier = std::make_shared<StageClassifier>(state.names);
}

Sweep sweepOf(const GpuWork &gpu, SweepChoice choice)
{
    if (choice == SweepChoice::Automatic)
        return defaultSweep(gpu);
    return choice == SweepChoice::Device ? Sweep::Device : Sweep::Whole;
}

/// Nothing when cancelled.
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

void classify(const Run &run, const StageRequest &request, StageState &state, const Progress *progress)
{
    if (!state.classes || state.classes->mapping != request.mapping) {
        state.classes = state.classifier->classify(request.mapping, progress);
        state.communication = nullptr;
    }
    if (run.gpu.size() > 0 && state.classes && !state.communication)
        findCommunication(run, state, progress);
}

/// Bars of steps, phases or ranks, each with its own sums; nothing when cancelled.
void sumBars(const RunPtr &run, const StageRequest &request, StageState &state, const Progress *progress)
{
    state.bars = nullptr;
    if (request.bars.by == BarsBy::Run)
        return;
    if (request.bars.by != BarsBy::Rank && (!state.steps || state.stepSource != request.steps)) {
        auto steps = findSteps(*run, request.steps, progress);
        if (!steps && steps.error().kind == ErrorKind::Cancelled)
            return;
        state.steps = std::make_shared<const Steps>(steps ? std::move(*steps) : Steps());
        state.stepSource = request.steps;
    }
    auto bars = stageBars(*run, *state.names, state.steps.get(), request.bars, state.sweep, request.range, progress,
                          request.focus.activities.get());
    state.bars = bars ? std::make_shared<const StageBars>(std::move(*bars)) : nullptr;
}

void sumTimeline(const RunPtr &run, const StageRequest &request, StageState &state, const Progress *progress)
{
    const Sweep sweep = sweepOf(run->gpu, request.sweep);
    if (!state.rangeSums || state.rangeSums->sweep() != sweep) {
        state.rangeSums = RangeSums::make(run->gpu, state.names, sweep, progress);
        state.sums = nullptr;
    }
    if (state.rangeSums && (!state.sums || state.range != request.range))
        state.sums = std::make_shared<const NameSums>(state.rangeSums->of(request.range));
    const bool sameSums = state.range == request.range && state.sweep == sweep && state.focus == request.focus;
    const bool sameBars = sameSums && state.barChoice == request.bars && state.stepSource == request.steps;
    state.range = request.range;
    state.sweep = sweep;
    state.focus = request.focus;
    if (!sameSums)
        state.focusSums = nullptr;
    if (state.focus && !state.focusSums)
        if (auto sums = sumNames(run->gpu, *state.names, sweep, request.range, progress, state.focus.activities.get()))
            state.focusSums = std::make_shared<const NameSums>(std::move(*sums));
    if (!sameBars || (request.bars.by != BarsBy::Run && !state.bars))
        sumBars(run, request, state, progress);
}

} // namespace

bool StageState::isComplete() const
{
    const bool awaitsBars = barChoice.by != BarsBy::Run && parts.empty() && !bars;
    return classes && sums && !(focus && !focusSums) && !awaitsBars;
}

QStringList missingRowsNotes(const StageState &state)
{
    QStringList notes;
    for (const StagePart &part : state.parts)
        if (const QString missing = missingRowsText(part.name, part.whole); !missing.isEmpty())
            notes << missing;
    return notes;
}

StageState stageState(const RunPtr &run, const StageState *before, const StageRequest &request,
                      const Progress *progress)
{
    const bool hasTimeline = run->gpu.size() > 0;
    StageState state = before ? *before : StageState{};
    if (!hasTimeline && state.trees != request.trees)
        state = {};
    state.trees = request.trees;
    if (!state.names)
        readNames(run, request, state);
    classify(*run, request, state, progress);
    if (hasTimeline)
        sumTimeline(run, request, state, progress);
    state.barChoice = request.bars;
    return state;
}

StageBarViews barsOf(const StageState &state, bool pickParts)
{
    StageBarViews views;
    if (state.bars) {
        for (const StageBar &bar : state.bars->bars)
            views.bars.push_back({bar.label, bar.shortLabel, &bar.sums, &bar, bar.label == outsideLabel});
        views.all = state.bars->all;
        views.shown = state.bars->shown;
    } else if (state.parts.empty()) {
        views.bars.push_back({{}, {}, (state.focus ? state.focusSums : state.sums).get(), nullptr, false});
        views.all = views.shown = 1;
    } else {
        std::vector<int64_t> costs;
        for (const StagePart &part : state.parts)
            costs.push_back(part.sums.all.elapsedNs);
        BarChoice choice = state.barChoice;
        if (!pickParts)
            choice.max = costs.size();
        for (size_t place : pickBars(costs, choice)) {
            const StagePart &part = state.parts[place];
            views.bars.push_back({part.name, part.name, &part.sums, nullptr, false});
        }
        views.all = state.parts.size();
        views.shown = views.bars.size();
    }
    return views;
}

std::optional<TotalTime> parseTotalTime(const QString &text)
{
    if (text.isEmpty())
        return TotalTime{};
    if (text == QLatin1String("span"))
        return TotalTime{NonGpu::TraceSpan, 0};
    constexpr double max = 9e9; // seconds; as nanoseconds they fit 64 bits
    bool isNumber = false;
    const double seconds = text.toDouble(&isNumber);
    if (!isNumber || !(seconds >= 0) || seconds > max)
        return {};
    return TotalTime{NonGpu::Given, std::llround(seconds * 1e9)};
}

SweepChoice sweepBeside(const TotalTime &total, SweepChoice chosen)
{
    return total.from == NonGpu::None ? chosen : SweepChoice::Whole;
}

bool takesTotal(const StageState &state)
{
    return state.sums && !state.bars && !state.focus && state.parts.size() < 2;
}

NonGpu nonGpuOf(const Run &run, const StageState &state, const TotalTime &total)
{
    if (!takesTotal(state) || total.from == NonGpu::None)
        return {};
    const bool isSpan = total.from == NonGpu::TraceSpan;
    if (isSpan && !state.parts.empty()) // no timeline, so no length
        return {};
    const int64_t spanNs = state.range ? state.range->length() : run.timeline.spanNs;
    return nonGpuOf(*state.sums, total.from, isSpan ? spanNs : total.givenNs);
}

} // namespace ws
