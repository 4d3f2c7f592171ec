#include "widgets/stages/stagestate.h"

#include "core/tables/tablework.h"

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
    const std::vector<NamedWork> works = workWithoutTimeline(run);
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
    if (!state.names) {
        if (hasTimeline)
            state.names = std::make_shared<const NameSet>(run->gpu, run->strings, run);
        else
            readParts(*run, state);
        state.classifier = std::make_shared<StageClassifier>(state.names);
    }
    if (!state.classes || state.classes->mapping != request.mapping)
        state.classes = state.classifier->classify(request.mapping, progress);
    const Sweep sweep = sweepOf(run->gpu, request.sweep);
    if (hasTimeline && (!state.sums || state.range != request.range || state.sweep != sweep)) {
        auto sums = sumNames(run->gpu, *state.names, sweep, request.range, progress);
        state.sums = sums ? std::make_shared<const NameSums>(std::move(*sums)) : nullptr;
    }
    state.range = request.range;
    state.sweep = sweep;
    return state;
}

} // namespace ws
