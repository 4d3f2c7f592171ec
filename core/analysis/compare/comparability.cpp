#include "core/analysis/compare/comparability.h"

#include "core/analysis/compare/mixedkernels.h"
#include "core/analysis/compare/runfacts.h"
#include "core/analysis/compare/steppairs.h"
#include "core/analysis/steps/phasetimes.h"
#include "core/base/format.h"
#include "core/base/phrases.h"
#include "core/base/texts.h"
#include "core/model/job.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace ws {
namespace {

constexpr double fewInCommon = 0.1, halfInCommon = 0.5, nearlyAll = 0.95, otherGraphs = 0.1;

ComparedField field(const char *id, const QString &title, const QString &a, const QString &b,
                    ComparedField::State whenDifferent, const QString &consequence)
{
    ComparedField result{id, title, a, b, ComparedField::Unknown, {}};
    if (a.isEmpty() || b.isEmpty())
        return result;
    result.state = a == b ? ComparedField::Same : whenDifferent;
    if (result.state != ComparedField::Same)
        result.consequence = consequence;
    return result;
}

ComparedField contentField(const ComparedRun &a, const ComparedRun &b)
{
    if (areMixed(a, b))
        return field("content", Core::tr("Content"), contentWord(a), contentWord(b), ComparedField::Warns,
                     Core::tr("They hold different kinds of data: kernels are compared by name, with their calls and "
                              "sums; units of work, idle time, modules and findings are not."));
    return field("content", Core::tr("Content"), contentWord(a), contentWord(b), ComparedField::Blocks,
                 Core::tr("They hold different kinds of data: there are no rows in common."));
}

ComparedField gpuField(const ComparedRun &a, const ComparedRun &b)
{
    return field("gpu", Core::tr("GPU"), gpuModels(a.run()), gpuModels(b.run()), ComparedField::Warns,
                 Core::tr("Another GPU model: the difference is that of the hardware too."));
}

ComparedField worldField(const ComparedRun &a, const ComparedRun &b)
{
    return field("world", Core::tr("World size"), worldSize(a), worldSize(b), ComparedField::Blocks,
                 Core::tr("With another number of ranks each GPU has another part of the work."));
}

ComparedField deviceField(const ComparedRun &a, const ComparedRun &b)
{
    return field("devices", Core::tr("GPUs in the file"), deviceCount(a), deviceCount(b), ComparedField::Warns,
                 Core::tr("Another number of GPUs was recorded; units are compared per GPU."));
}

/// `kernels`: what they have in common.
ComparedField rankField(const ComparedRun &a, const ComparedRun &b, const ComparedField &kernels)
{
    const auto text = [](const Run &run) {
        const auto rank = recordedRankOf(run);
        return rank ? QString::number(*rank) : QString();
    };
    const QString ofA = worldSize(a), ofB = worldSize(b), alone = QStringLiteral("1");
    const bool areOfOneJob = ofA.isEmpty() || ofB.isEmpty() || ofA == ofB; // as far as the files say
    if (areOfOneJob && (kernels.state == ComparedField::Blocks || ofA == alone || ofB == alone))
        return field("rank", Core::tr("Rank"), text(a.run()), text(b.run()), ComparedField::Unknown, {});
    return field("rank", Core::tr("Rank"), text(a.run()), text(b.run()), ComparedField::Warns,
                 areOfOneJob
                     ? Core::tr("Two ranks of one job wait for each other: what one loses may be the other's delay.")
                     : Core::tr("The jobs have different numbers of ranks: these are no two ranks of one."));
}

ComparedField graphField(const ComparedRun &a, const ComparedRun &b)
{
    const std::optional<double> inA = graphShare(a), inB = graphShare(b);
    const auto text = [](const std::optional<double> &share) {
        if (!share)
            return QString();
        return *share > 0 ? Core::tr("%1 of the GPU time from graphs").arg(formatPercent(*share))
                          : Core::tr("no graphs");
    };
    ComparedField result = field("graphs", Core::tr("Graph mode"), text(inA), text(inB), ComparedField::Warns,
                                 Core::tr("A graph launches many kernels at once, so idle time differs by it."));
    if (inA && inB && std::abs(*inA - *inB) <= otherGraphs && (*inA > 0) == (*inB > 0))
        result = field("graphs", Core::tr("Graph mode"), text(inA), text(inA), ComparedField::Warns, {});
    return result;
}

ComparedField completeField(const ComparedRun &a, const ComparedRun &b)
{
    const auto text = [](const Run &run) { return run.info.complete ? Core::tr("complete") : Core::tr("cut"); };
    ComparedField result = field("complete", Core::tr("Recording"), text(a.run()), text(b.run()), ComparedField::Warns,
                                 Core::tr("The end of a recording is missing, so sums over it say nothing."));
    if (!a.run().info.complete && !b.run().info.complete) {
        result.state = ComparedField::Warns;
        result.consequence = Core::tr("The end of both recordings is missing, so sums over them say nothing.");
    }
    return result;
}

ComparedField phaseField(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit)
{
    const QStringList inA = phasesOf(a), inB = phasesOf(b);
    const auto text = [](QStringList phases) {
        for (QString &phase : phases)
            phase = phaseText(phase.toStdString());
        return listed(phases);
    };
    ComparedField result = field("phase", Core::tr("Phases"), text(inA), text(inB), ComparedField::Warns,
                                 Core::tr("Only steps of phases that both have are compared."));
    if (unit.kind == ComparedUnit::Step && unit.stepsA && unit.stepsA != a.named) { // see countByProfilerSteps()
        result.consequence = Core::tr("What names the steps in only one of them is left aside: the iterations that the "
                                      "profiler counted are in both, and they are compared.");
        return result;
    }
    const bool anyCommon =
        std::any_of(inA.begin(), inA.end(), [&](const QString &phase) { return inB.contains(phase); });
    if (!inA.isEmpty() && !inB.isEmpty() && !anyCommon && unit.kind != ComparedUnit::Repetition) {
        result.state = ComparedField::Blocks;
        result.consequence = Core::tr("No phase is in both: they do different work.");
    }
    return result;
}

ComparedField batchField(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit)
{
    const QString inA = stepSizes(a), inB = stepSizes(b);
    if (unit.ofSums)
        return field("batch", Core::tr("Batch and tokens"), inA, inB, ComparedField::Warns,
                     Core::tr("With another batch or prompt a step does other work."));
    ComparedField result = field("batch", Core::tr("Batch and tokens"), inA, inB, ComparedField::Warns,
                                 Core::tr("Steps of another size have no partner and are not compared."));
    const bool paired = std::any_of(unit.pairs.begin(), unit.pairs.end(),
                                    [](const UnitPair &pair) { return pair.a != noStep && pair.b != noStep; });
    const bool sizesKnown = !inA.isEmpty() && !inB.isEmpty();
    if (sizesKnown && inA != inB && !paired) {
        result.state = ComparedField::Blocks;
        result.consequence = Core::tr("No two steps of one phase agree in batch and tokens within 10 %.");
    }
    return result;
}

ComparedField engineField(const ComparedRun &a, const ComparedRun &b)
{
    const auto [inA, inB] = differingArguments(a.run(), b.run());
    ComparedField result = field("engine", Core::tr("Engine arguments"), inA, inB, ComparedField::Warns,
                                 Core::tr("What was set differently may be the cause."));
    return result;
}

/// `areByLaunches`: kernels of other names were paired by their launches.
ComparedField kernelField(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit, bool areByLaunches)
{
    const std::optional<CommonWork> common = workInCommon(a, b);
    ComparedField result{"kernels", Core::tr("Kernels in common"), {}, {}, ComparedField::Unknown, {}};
    if (!common)
        return result;
    const auto text = [](uint64_t names, uint64_t all, double share) {
        return Core::tr("%1 of %2 names, %3 of the time")
            .arg(formatCount(int64_t(names)), formatCount(int64_t(all)), formatPercent(share));
    };
    result.a = text(common->names, common->namesA, common->shareA);
    result.b = text(common->names, common->namesB, common->shareB);
    if (const double graphsA = wholeGraphShare(a), graphsB = wholeGraphShare(b);
        std::max(graphsA, graphsB) >= fewInCommon) {
        const auto hidden = [](double share, uint64_t names) {
            return share > 0 ? Core::tr("%1 of the time in graphs without their kernels").arg(formatPercent(share))
                             : Core::tr("%1 names").arg(formatCount(int64_t(names)));
        };
        result.a = hidden(graphsA, common->namesA);
        result.b = hidden(graphsB, common->namesB);
        result.state = ComparedField::Warns;
        result.consequence =
            Core::tr("Which kernels graphs hold that were recorded as one block is not in the file, so "
                     "that nothing tells whether both do the same work.");
        return result;
    }
    const double less = std::min(common->shareA, common->shareB);
    if (common->names == common->namesA && common->names == common->namesB) {
        result.state = ComparedField::Same;
    } else if (common->areLone && !common->knowsOperators && unit.kind == ComparedUnit::None) {
        result.state = ComparedField::Warns;
        result.consequence = Core::tr("The only kernel of each has another name: whether it does the same work is not "
                                      "in the files.");
    } else if (areByLaunches && !common->knowsOperators) {
        result.state = ComparedField::Warns;
        result.consequence =
            Core::tr("All else is called as often in both, and kernels of other names have the same launches: "
                     "whether they do the same work is not in the files.");
    } else if (less < fewInCommon && common->operators < halfInCommon) {
        result.state = ComparedField::Blocks;
        result.consequence =
            common->knowsOperators
                ? Core::tr("Most of the time is in kernels and operators that the other lacks: they do different work.")
                : Core::tr("Most of the kernels' time is in kernels that the other lacks: whether they do the same "
                           "work is not in the files.");
    } else {
        result.state = less < nearlyAll ? ComparedField::Warns : ComparedField::Same;
        if (result.state == ComparedField::Warns)
            result.consequence =
                less < halfInCommon
                    ? Core::tr("At least one of them spends most of its time in kernels that the other lacks.")
                    : Core::tr("Kernels that only one of them has are rows of their own.");
    }
    return result;
}

ComparedField stackField(const ComparedRun &a, const ComparedRun &b)
{
    const auto text = [](const ComparedRun &run) {
        if (!run.hasTimeline())
            return QString();
        return hasCallStacks(run.run()) ? Core::tr("recorded") : Core::tr("not recorded");
    };
    return field("stacks", Core::tr("Call stacks"), text(a), text(b), ComparedField::Warns,
                 Core::tr("Recording call stacks slows the CPU down, so idle time differs by it."));
}

} // namespace

bool areTwoRanks(const ComparedRun &a, const ComparedRun &b)
{
    const auto rankA = recordedRankOf(a.run()), rankB = recordedRankOf(b.run());
    const QString ofA = worldSize(a), ofB = worldSize(b);
    return rankA && rankB && *rankA != *rankB && (ofA.isEmpty() || ofB.isEmpty() || ofA == ofB);
}

std::vector<ComparedField> comparability(const ComparedRun &a, const ComparedRun &b, const ComparedUnit &unit,
                                         const DiffTable &table)
{
    const bool areByLaunches =
        unit.kind == ComparedUnit::None &&
        std::ranges::any_of(table.rows, [](const DiffRow &row) { return row.match == DiffRow::Launches; });
    const ComparedField kernels = kernelField(a, b, unit, areByLaunches);
    if (areMixed(a, b)) // what only one kind of data has is said with the content
        return {contentField(a, b), gpuField(a, b), completeField(a, b), engineField(a, b), kernels};
    return {contentField(a, b),
            gpuField(a, b),
            deviceField(a, b),
            worldField(a, b),
            rankField(a, b, kernels),
            graphField(a, b),
            completeField(a, b),
            phaseField(a, b, unit),
            batchField(a, b, unit),
            engineField(a, b),
            kernels,
            stackField(a, b)};
}

bool isSameRecording(const ComparedRun &a, const ComparedRun &b)
{
    const Run &x = a.run(), &y = b.run();
    const FileStamp &stampX = x.info.stamp, &stampY = y.info.stamp;
    const bool sameFile = stampX.modifiedMs > 0 && x.info.recording == y.info.recording &&
                          stampX.modifiedMs == stampY.modifiedMs && stampX.size == stampY.size &&
                          QFileInfo(stampX.path) == QFileInfo(stampY.path);
    const bool sameRun = &x == &y || sameFile;
    if (sameRun)
        return a.part.phase == b.part.phase && a.part.tables == b.part.tables && a.part.phases == b.part.phases;
    const auto processes = [](const Run &run) {
        std::vector<std::string_view> ids;
        for (const Track &track : run.timeline.tracks)
            if (track.kind == TrackKind::CpuThread)
                ids.push_back(run.text(track.pid));
        std::ranges::sort(ids);
        return ids;
    };
    // Another file: two short runs of one program may well have equal times, but not at the same moment.
    if (x.timeline.originNs != y.timeline.originNs || x.info.baseTimeNs != y.info.baseTimeNs ||
        processes(x) != processes(y))
        return false;
    if (!a.hasTimeline() || !b.hasTimeline() || x.gpu.start != y.gpu.start || x.gpu.duration != y.gpu.duration)
        return false;
    for (size_t i = 0; i < x.gpu.size(); ++i)
        if (x.text(x.gpu.name[i]) != y.text(y.gpu.name[i]))
            return false;
    const auto &stepsX = a.named->steps, &stepsY = b.named->steps;
    return std::equal(stepsX.begin(), stepsX.end(), stepsY.begin(), stepsY.end(),
                      [&](const Step &s, const Step &t) { return x.text(s.name) == y.text(t.name); });
}

} // namespace ws
