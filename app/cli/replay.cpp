// warpscope-cli replay FILE|FOLDER [--step N] [--edit EDIT]… [--pattern REGEX|--anchor NAME] [--json]
// warpscope-cli path FILE [--step N] [--pattern REGEX|--anchor NAME] [--csv|--json|--md]

#include "app/cli/clistepoptions.h"
#include "app/cli/clitable.h"

#include "core/report/replayreport.h"
#include "core/report/summary.h"
#include "core/session/jobsources.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>

#include <algorithm>

namespace ws::cli {
namespace {

QCommandLineOption stepOption()
{
    return {QStringLiteral("step"), App::tr("only this step, numbered from 1 as steps does; else means over the steps"),
            QStringLiteral("N")};
}

/// The number of --step, 0 without; nothing: it is none.
std::optional<uint32_t> stepNumber(const QCommandLineParser &parser)
{
    if (!parser.isSet(QStringLiteral("step")))
        return 0;
    bool isNumber = false;
    const uint32_t step = parser.value(QStringLiteral("step")).toUInt(&isNumber);
    return isNumber && step > 0 ? std::optional(step) : std::nullopt;
}

/// The traces of a folder; null, with the error printed: they are not of several ranks.
std::shared_ptr<const ReplayModel> folderModel(const QString &folder, const StepOptions &stepOptions)
{
    RankTraces traces;
    const auto stepsOf = [&](const Run &run) {
        const auto steps = stepOptions.find(run);
        return steps ? std::optional(*steps) : std::nullopt;
    };
    for (const QString &path : jobPaths({folder}).traces) {
        const RunPtr run = loadRun(path);
        const bool isAdded = run && addRanks(run, stepsOf, traces, progressOfCall());
        if (progressOfCall() && progressOfCall()->isCancelled())
            throw CallCancelled();
        if (!isAdded)
            return nullptr;
    }
    if (traces.ranks.size() < 2 && traces.named.size() != 1) {
        printError(App::tr("%1: fewer than two traces of ranks with GPU work are in it").arg(folder));
        return nullptr;
    }
    return std::make_shared<const ReplayModel>(finished(tracesModel(traces, progressOfCall())));
}

/// Of one file; null, with the error printed: the steps that were asked for are not in it.
std::shared_ptr<const ReplayModel> fileModel(const RunPtr &run, const StepOptions &stepOptions)
{
    if (hasNamedRanks(*run))
        return std::make_shared<const ReplayModel>(finished(ws::jobModel(run, progressOfCall())));
    const auto steps = stepOptions.find(*run);
    return steps ? std::make_shared<const ReplayModel>(finished(processModel(run, *steps, progressOfCall()))) : nullptr;
}

/// Empty, with the error printed where there is a model: there is nothing to replay, or no such step.
std::optional<Replay> replayed(const std::shared_ptr<const ReplayModel> &model, uint32_t step)
{
    if (!model)
        return std::nullopt;
    if (model->activities == 0 && model->missing.isEmpty()) {
        printError(
            App::tr("the file has neither GPU work with times nor operations of ranks, so nothing can be replayed"));
        return std::nullopt;
    }
    if (step == 0 || !model->missing.isEmpty())
        return finished(replayOf(model, {}, progressOfCall()));
    const auto at = std::ranges::find(model->stepNumbers, step);
    if (at == model->stepNumbers.end()) {
        printError(App::tr("no step %1 with work is in the file; `steps` lists them").arg(step));
        return std::nullopt;
    }
    return finished(replayOf(model, uint32_t(at - model->stepNumbers.begin()), progressOfCall()));
}

} // namespace

int runReplay(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    const QCommandLineOption edit(QStringLiteral("edit"),
                                  App::tr("what is changed, as “kernel:REGEX*0.5”, “stage:NAME=limit”, “gaps=0”, "
                                          "“cpu*0.5”, “copies=stream”, “rank:NAME=median”; may be given several times"),
                                  QStringLiteral("EDIT"));
    const QCommandLineOption json(QStringLiteral("json"), App::tr("print JSON, times in integer nanoseconds"));
    parser.addOptions({stepOption(), edit});
    StepOptions stepOptions(parser);
    parser.addOption(json);
    if (const auto exit = parse(self, parser, arguments, 1, 1))
        return *exit;
    if (const auto exit = stepOptions.check(self))
        return *exit;
    const auto step = stepNumber(parser);
    if (!step)
        return wrongUsage(self, App::tr("“%1” is no number of a step").arg(parser.value(QStringLiteral("step"))));
    std::vector<ReplayEdit> edits;
    for (const QString &text : parser.values(edit)) {
        const Result<ReplayEdit> one = parseReplayEdit(text);
        if (!one)
            return wrongUsage(self, one.error().text());
        edits.push_back(*one);
    }
    const QString argument = parser.positionalArguments().front();
    const bool isFolder = QFileInfo(argument).isDir();
    const RunPtr run = isFolder ? nullptr : loadRun(argument);
    if (!isFolder && !run)
        return Unreadable;
    const std::optional<Replay> replay =
        replayed(isFolder ? folderModel(argument, stepOptions) : fileModel(run, stepOptions), *step);
    if (!replay)
        return Unreadable;
    std::optional<Prediction> prediction;
    std::vector<RankExcess> excesses;
    if (replay->holds()) {
        const Result<Prediction> answer = predict(*replay, edits);
        if (!answer) {
            printError(answer.error().text());
            return Unreadable;
        }
        prediction = *answer;
        excesses = rankExcesses(*replay);
    }
    const Prediction *known = prediction ? &*prediction : nullptr;
    if (parser.isSet(json))
        return print(dumpJson(replayJson(*replay, known, excesses)));
    return print(replaySentences(*replay, known, excesses).join(u'\n').toStdString() + '\n');
}

int runPath(const Command &self, const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.addOption(stepOption());
    StepOptions stepOptions(parser);
    TableCommand command(self, parser);
    std::optional<uint32_t> step;
    const auto check = [&]() -> std::optional<int> {
        if (const auto exit = stepOptions.check(self))
            return exit;
        step = stepNumber(parser);
        if (!step)
            return wrongUsage(self, App::tr("“%1” is no number of a step").arg(parser.value(QStringLiteral("step"))));
        return std::nullopt;
    };
    if (const auto exit = command.start(arguments, check))
        return *exit;
    const std::optional<Replay> replay = replayed(fileModel(command.run(), stepOptions), *step);
    if (!replay)
        return Unreadable;
    return command.print(pathReport(*replay), [&] { return pathJson(*replay); });
}

} // namespace ws::cli
